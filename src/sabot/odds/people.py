"""What is told of games in which people play one another: what the house keeps of them, and how
many hands there are of each combination."""

from __future__ import annotations

import msgspec


class HandCommission(msgspec.Struct, frozen=True, kw_only=True, tag_field="of", tag="hand"):
    """The house keeps so many per cent (``rate``) of each hand, at most ``cap`` cents where that is
    not 0, under the clause ``law``."""

    rate: int
    law: str
    cap: int

    @property
    def of(self) -> str:
        """What it is kept of, as it is sent."""
        return "hand"


class SessionCommission(msgspec.Struct, frozen=True, kw_only=True, tag_field="of", tag="session"):
    """The house keeps so many per cent (``rate``) of what one brings for each session: ``cents``,
    under the clause ``law``."""

    rate: int
    law: str
    cents: int

    @property
    def of(self) -> str:
        """What it is kept of, as it is sent."""
        return "session"


Commission = HandCommission | SessionCommission


class Pot(msgspec.Struct, frozen=True, kw_only=True):
    """A pot, and what the house keeps of it, in cents."""

    pot: int
    kept: int


class HandCost(HandCommission, frozen=True, kw_only=True, tag="hand"):
    """What hands cost: of pots of several sizes."""

    pots: tuple[Pot, ...]


class SessionCost(SessionCommission, frozen=True, kw_only=True, tag="session"):
    """What a session of so many ``seconds`` costs each player, who brings ``cave`` cents."""

    seconds: int
    cave: int


Cost = HandCost | SessionCost


class Combination(msgspec.Struct, frozen=True, kw_only=True):
    """How many hands there are of a combination, and how often one comes."""

    name: str
    many: int
    chance: str
    chance_float: float
    once_in: float


class Census(msgspec.Struct, frozen=True, kw_only=True):
    """All hands that can be dealt, by combination, the strongest first."""

    deals: int
    combinations: tuple[Combination, ...]
