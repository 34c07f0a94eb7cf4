"""The rules of the regulation for a table of Hold’em."""

from __future__ import annotations

from sabot.families.pokertable.rules import violations as violations_of
from sabot.families.pokertable.variant import HOLDEM
from sabot.procedure.table import Table, Violation

VARIANT = HOLDEM


def violations(table: Table) -> list[Violation]:
    """All points in which this table breaks the regulation."""
    return violations_of(VARIANT, table)
