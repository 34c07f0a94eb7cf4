"""What a law says about changing the limits of an open table."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from sabot.procedure.table import Table

LIMIT = "limit-"
"""Prefix of the incidents by which the limits change within a coup; their amount is the minimum."""


@dataclass(frozen=True)
class Limits:
    """How the limits of an open table may be changed.

    ``law`` allows it, and ``reading`` says when a change takes effect. ``modes`` are the ways in
    which a maximum may be set, and ``mode(table)`` is that of a table. ``changed(table, minimum,
    mode)`` is the table with other limits, in cents; the game decides whether it is lawful.
    ``at_once(table)``: a change begins with the next bet; where the coup under way names the
    incident of its mode, it is reported to it.
    """

    law: str
    reading: str
    modes: tuple[str, ...]
    mode: Callable[[Table], str]
    changed: Callable[[Table, int, str], Table]
    at_once: Callable[[Table], bool]

    def alike(self, first: Table, second: Table) -> bool:
        """Whether two tables differ at most in these limits."""
        minimum, mode = second.minimum, self.mode(second)
        return self.changed(first, minimum, mode) == self.changed(second, minimum, mode)
