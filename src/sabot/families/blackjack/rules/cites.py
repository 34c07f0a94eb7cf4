"""Citations: the clause that orders a moment, and those that shaped it."""

from __future__ import annotations

Cite = tuple[str, tuple[str, ...]]
"""The clause that orders a step, and further ones that shaped it: ``Deal(*cite, to="3")``."""

NONE: Cite = ("", ())
"""A law is silent."""


def cite(law: str, *also: str) -> Cite:
    """A clause and those beside it."""
    return law, also


def flat(law: Cite) -> tuple[str, ...]:
    """A clause and those beside it in one row, as the movements of money take them."""
    return (law[0], *law[1])


def either(law: Cite, other: Cite) -> Cite:
    """A clause where the regulation has one for the moment, else the other."""
    return law if law[0] else other
