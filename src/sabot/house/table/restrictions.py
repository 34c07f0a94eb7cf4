"""Why somebody may not come to a table, or not do something there."""

from __future__ import annotations

from typing import NamedTuple

from sabot.house.shared_views import Facts

JOINING_ACTS = frozenset({"sit", "book"})
"""The acts by which somebody comes to a table."""


class Restriction(NamedTuple):
    """Why somebody may not sit at a table, under which clause."""

    code: str
    law: str
    text: str
    facts: Facts
