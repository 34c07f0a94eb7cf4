"""Limits that the bets of one player share, as sums: for code that cannot ask the rule book."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from sabot.procedure.table import Table


class Cap(NamedTuple):
    """A sum of cents that several bets of one player keep to together: by spot, the share of a bet
    that counts, as chips of a unit; negative where a bet makes room."""

    ceiling: int
    shares: Mapping[str, int]


class Shared(NamedTuple):
    """The limits that the bets of one player share. ``caps``: see `Cap`. ``apart``: two spots on
    which bets must differ by at least this sum. ``needs``: the spot that needs a bet of at least
    the same sum before one on this spot."""

    caps: tuple[Cap, ...] = ()
    apart: tuple[tuple[str, str, int], ...] = ()
    needs: Mapping[str, str] = MappingProxyType({})


def nothing_shared(table: Table) -> Shared:
    """No limit is shared."""
    return Shared()
