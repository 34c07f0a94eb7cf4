"""Faults of one hand, and their consequences until it ends (69 to 71, 109, 110)."""

from __future__ import annotations

from dataclasses import dataclass, field

from sabot import regulations as law

L = law.Section("pt-217-2007/poquer-nao-bancado")

EARLY = "early"
"""The hand of common cards that were shown too early and go back into the pack."""

CLOSED = frozenset({L["70.h"], L["71.c"], L["71.f"]})
"""A player bound by one of these clauses may only match the bets of others; by another clause, not
raise."""


@dataclass
class Trouble:
    """The part of a hand's state that only faults use.

    ``bound``: the clause under which a place may not raise in this round. ``bet``: the places that
    have bet voluntarily in this round; ``spoken``: those that have decided in it, ``acted`` in this
    hand. ``turned``:
    the place whose card was turned up in the deal (70.c); ``burn``: the clause under which a card
    that was turned up will be the next burn card (70.c, 70.g). ``burnt``: the burn cards.
    ``early``: the common cards shown too early, ``exposed``: of which streets; ``back``: by street
    before which they go back, the clause. ``ahead``: the number of common cards on the table before
    their round (110); ``lost_now``: the round of the card just dealt is lost (IR 275). ``open``:
    the places whose cards are face up (71.e). ``null``: the places whose hands are null (71.b,
    71.g, 71.h). ``owed``: each player's missed bets before the hand (90); None before it has begun.
    """

    bound: dict[int, str] = field(default_factory=dict)
    bet: set[int] = field(default_factory=set)
    spoken: set[int] = field(default_factory=set)
    acted: set[int] = field(default_factory=set)
    exposed: set[int] = field(default_factory=set)
    turned: int = 0
    burn: str = ""
    burnt: list[str] = field(default_factory=list)
    early: list[str] = field(default_factory=list)
    back: dict[int, str] = field(default_factory=dict)
    ahead: int = 0
    lost_now: bool = False
    open: set[int] = field(default_factory=set)
    null: set[int] = field(default_factory=set)
    owed: dict[str, int] | None = None

    def begin(self) -> None:
        """Starts a new betting round, in which nobody has bet."""
        self.bound, self.bet, self.spoken = {}, set(), set()

    def barred(self, place: int, opens: bool) -> str:
        """The clause that forbids a place to raise now, or, where it ``opens``, to bet; "" for
        none."""
        clause = self.bound.get(place, "")
        return clause if not opens or clause in CLOSED else ""


class Shared(Exception):
    """A hand whose pot the players of these places share, by one reading (71.g, IR 273)."""

    def __init__(self, places: list[int]) -> None:
        super().__init__(places)
        self.places = places


class Annulled(Exception):
    """A hand that the law makes null: bets are refunded, and a new hand begins (69, 109)."""

    def __init__(self, law: str, *also: str, pack: str = "") -> None:
        super().__init__(law)
        self.law, self.also = law, also
        self.pack = pack
        """The fault of the pack itself, "" for none."""
