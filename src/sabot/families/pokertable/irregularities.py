"""What went wrong in one hand, and what the law makes of it until the hand ends (69 to 71, 109,
110)."""

from __future__ import annotations

from dataclasses import dataclass, field

from sabot import law

L = law.Section("pt-217-2007/poquer-nao-bancado")

EARLY = "early"
"""The hand of the common cards that were shown too early and go back into the pack."""

CLOSED = frozenset({L["70.h"], L["71.c"], L["71.f"]})
"""Who is bound by one of these may only match the bets of others; by another one, not raise."""


@dataclass
class Trouble:
    """The state of one hand that only faults change, or that only faults ask for.

    ``bound``: the clause under which a place may not raise in this round. ``bet``: the places that
    have bet of their own will in this round; ``acted``: those that have decided in this hand.
    ``turned``: the place whose card was turned in the deal (70.c), ``burn`` the clause under which
    a card that was turned waits to be the burnt one (70.c, 70.g). ``burnt``: the cards that are.
    ``early``: the common cards that were shown too early, ``exposed`` of which streets; ``back``:
    before which street they go back, and under which clause. ``ahead``: the common cards that lie
    there before their round (110). ``open``: whose cards lie open (71.e). ``owed``: what each
    player owed for missed bets before the hand (90), None before it has begun.
    """

    bound: dict[int, str] = field(default_factory=dict)
    bet: set[int] = field(default_factory=set)
    acted: set[int] = field(default_factory=set)
    exposed: set[int] = field(default_factory=set)
    turned: int = 0
    burn: str = ""
    burnt: list[str] = field(default_factory=list)
    early: list[str] = field(default_factory=list)
    back: dict[int, str] = field(default_factory=dict)
    ahead: int = 0
    open: set[int] = field(default_factory=set)
    owed: dict[str, int] | None = None

    def begin(self) -> None:
        """A new round of betting: nobody has bet in it."""
        self.bound, self.bet = {}, set()

    def barred(self, place: int, opens: bool) -> str:
        """The clause under which a place may not raise now, or not bet where it ``opens``."""
        clause = self.bound.get(place, "")
        return clause if not opens or clause in CLOSED else ""


class Annulled(Exception):
    """A hand that the law makes null: what was bet goes back, and a new hand begins (69, 109)."""

    def __init__(self, law: str, *also: str, pack: str = "") -> None:
        super().__init__(law)
        self.law, self.also = law, also
        self.pack = pack
        """What was found of the pack itself, "" where nothing was."""
