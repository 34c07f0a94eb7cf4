"""The table of Synthetic poker."""

from __future__ import annotations

from typing import Any

from sabot.families.pokertable.felt import felt as drawn
from sabot.games.sintetico.clauses import VARIANT as CLAUSES
from sabot.games.sintetico.rules import VARIANT
from sabot.law import given
from sabot.procedure.table import Table


def felt(table: Table) -> dict[str, Any]:
    """An oval with the places and the cards of the variant."""
    given(*CLAUSES)
    return drawn(VARIANT, table)
