"""Figures of games among players: the house's share, and how many hands there are of each
combination."""

from __future__ import annotations

import msgspec


class HandCommission(msgspec.Struct, frozen=True, kw_only=True, tag_field="of", tag="hand"):
    """The house keeps ``rate`` per cent of each hand, at most ``cap`` cents where that is not 0,
    under the clause ``law``."""

    rate: int
    law: str
    cap: int

    @property
    def of(self) -> str:
        """The basis of the commission, as it is sent."""
        return "hand"


class SessionCommission(msgspec.Struct, frozen=True, kw_only=True, tag_field="of", tag="session"):
    """The house keeps ``rate`` per cent of what a player brings for each session: ``cents``, under
    the clause ``law``."""

    rate: int
    law: str
    cents: int

    @property
    def of(self) -> str:
        """The basis of the commission, as it is sent."""
        return "session"


Commission = HandCommission | SessionCommission


class Pot(msgspec.Struct, frozen=True, kw_only=True):
    """A pot and the house's share of it, in cents."""

    pot: int
    kept: int


class HandCost(HandCommission, frozen=True, kw_only=True, tag="hand"):
    """The cost of hands, for pots of several sizes."""

    pots: tuple[Pot, ...]


class SessionCost(SessionCommission, frozen=True, kw_only=True, tag="session"):
    """The cost of a session of so many ``seconds`` for a player who brings ``cave`` cents."""

    seconds: int
    cave: int


Cost = HandCost | SessionCost


class Combination(msgspec.Struct, frozen=True, kw_only=True):
    """The number of hands of a combination, and its chance."""

    name: str
    many: int
    chance: str
    chance_float: float
    once_in: float


class Census(msgspec.Struct, frozen=True, kw_only=True):
    """All hands that can be dealt, by combination, the strongest first."""

    deals: int
    combinations: tuple[Combination, ...]
