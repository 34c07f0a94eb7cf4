"""The table of Synthetic poker."""

from __future__ import annotations

from sabot.families.pokertable.felt import felt as oval
from sabot.games.sintetico.clauses import VARIANT as CLAUSES
from sabot.games.sintetico.rules import VARIANT
from sabot.law import cite_clause
from sabot.procedure.felt import OvalFelt
from sabot.procedure.table import Table


def felt(table: Table) -> OvalFelt:
    """An oval with the places and the cards of the variant."""
    cite_clause(*CLAUSES)
    return oval(VARIANT, table)
