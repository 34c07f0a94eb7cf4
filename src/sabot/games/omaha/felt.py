"""The table of Omaha."""

from __future__ import annotations

from sabot.families.pokertable.felt import felt as oval
from sabot.games.omaha.clauses import VARIANT as CLAUSES
from sabot.games.omaha.rules import VARIANT
from sabot.procedure.felt import OvalFelt
from sabot.procedure.table import Table
from sabot.regulations import cite_clause


def felt(table: Table) -> OvalFelt:
    """An oval with the places and the cards of the variant."""
    cite_clause(*CLAUSES)
    return oval(VARIANT, table)
