"""The rules of the regulation for a table of Synthetic poker."""

from __future__ import annotations

from sabot.families.pokertable.rules import violations as violations_of
from sabot.families.pokertable.variant import SYNTHETIC_POKER
from sabot.procedure.table import Table, Violation

VARIANT = SYNTHETIC_POKER


def violations(table: Table) -> list[Violation]:
    """All points in which this table breaks the regulation."""
    return violations_of(VARIANT, table)
