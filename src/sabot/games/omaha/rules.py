"""What the regulation permits at a table of Omaha."""

from __future__ import annotations

from sabot.families.pokertable.rules import violations as broken
from sabot.families.pokertable.variant import OMAHA
from sabot.procedure.table import Table, Violation

VARIANT = OMAHA


def violations(table: Table) -> list[Violation]:
    """What the regulation forbids in this table, every point of it at once."""
    return broken(VARIANT, table)
