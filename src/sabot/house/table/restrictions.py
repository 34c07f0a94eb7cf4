"""Why a player may not come to a table, or not do an act there."""

from __future__ import annotations

from typing import NamedTuple

from sabot.house.shared_views import Facts

JOINING_ACTS = frozenset({"sit", "book"})
"""The acts by which a player comes to a table."""


class Restriction(NamedTuple):
    """Why a player may not sit at a table, under which clause."""

    code: str
    law: str
    text: str
    facts: Facts
