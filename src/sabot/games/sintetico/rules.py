"""What the regulation permits at a table of Synthetic poker."""

from __future__ import annotations

from sabot.families.pokertable.rules import violations as broken
from sabot.families.pokertable.variant import SYNTHETIC_POKER
from sabot.procedure.table import Table, Violation

VARIANT = SYNTHETIC_POKER


def violations(table: Table) -> list[Violation]:
    """What the regulation forbids in this table, every point of it at once."""
    return broken(VARIANT, table)
