"""The betting rounds of non-banked poker: whose turn it is, and what they may do (rules 36 to 49,
81 to 88, 107 and 108 of the published text)."""

from __future__ import annotations

from dataclasses import dataclass, field

from judging import Json

GREATEST = 10_000_000_000
"""The greatest sum that a table knows, in cents."""


@dataclass
class Betting:
    """The bets of one hand. Seats are numbers; ``order`` are the seats that were dealt in,
    clockwise from the one that has the hand."""

    table: Json
    synthetic: bool
    order: list[int]
    stacks: dict[int, int]
    bets: dict[int, int] = field(default_factory=dict)
    """All that each has bet in this hand."""
    loose: int = 0
    """What lies in the pot and counts for no bet (90)."""
    now: dict[int, int] = field(default_factory=dict)
    """What each has bet in this betting round."""
    alive: list[int] = field(default_factory=list)
    waiting: list[int] = field(default_factory=list)
    raises: int = 0
    number: int = 0
    leader: int = 0
    """Who first came to the highest bet (108-2)."""
    began: int = 0
    """Who was asked first in the last betting round (62-2)."""
    bound: set[int] = field(default_factory=set)
    """Who may not raise any more in this betting round (70.h, 71.f)."""
    acted: set[int] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.alive = list(self.order)
        self.bets = dict.fromkeys(self.order, 0)
        self.now = dict.fromkeys(self.order, 0)

    def after(self, seat: int) -> list[int]:
        """The seats clockwise from the left of one, itself last."""
        at = self.order.index(seat)
        return self.order[at + 1:] + self.order[:at + 1]

    def put(self, seat: int, amount: int, counts: bool = True) -> None:
        """A player moves chips from the stack to the pot."""
        self.stacks[seat] -= amount
        self.bets[seat] += amount
        if counts:
            self.now[seat] += amount

    @property
    def pot(self) -> int:
        """All that lies in the pot."""
        return sum(self.bets.values()) + self.loose

    @property
    def highest(self) -> int:
        """The highest bet of the betting round."""
        return max(self.now.values(), default=0)

    def able(self) -> list[int]:
        """Who is in play and has chips left."""
        return [seat for seat in self.alive if self.stacks[seat]]

    def first(self, forced: bool) -> int:
        """Who begins the betting round: the left of the big bet (84), the hand (42, 44, 46, 85); at
        synthetic poker the left of the hand (107-2), and later who made the highest bet (108-2)."""
        if self.synthetic:
            if self.number == 1 or not self.leader:
                return self.after(self.order[0])[0]
            return self.leader
        return self.after(self.order[1])[0] if forced else self.order[0]

    def begin(self, forced: bool = False) -> None:
        """A betting round begins; ``forced`` is the one in which the small and big bet lie."""
        self.number += 1
        self.raises = 0
        self.bound, self.acted = set(), set()
        if not forced:
            self.now = dict.fromkeys(self.order, 0)
        start = self.first(forced)
        ring = [start, *self.after(start)[:-1]]
        self.waiting = [seat for seat in ring if seat in self.alive]
        if (asked := self.turn()) is not None:
            self.began = asked

    def owes(self, seat: int) -> int:
        """What a player would have to add to match the highest bet."""
        return self.highest - self.now[seat]

    def turn(self) -> int | None:
        """Whose turn it is; None when the betting round is over."""
        if len(self.alive) < 2:
            return None
        for seat in self.waiting:
            others = [other for other in self.able() if other != seat]
            if self.stacks[seat] and (self.owes(seat) > 0 or others):
                return seat
        return None

    def most(self, opening: bool) -> int:
        """The most that a bet, or what a raise adds, may be, where the stack reaches (21, 86,
        ir/292, ir/293, ir/297)."""
        mode, counts = self.table["rules"]["limit"], self.table["rules"]["counts"]
        if mode == "cave" or (mode == "total" and opening):
            return GREATEST
        total = self.pot
        if not self.synthetic and not opening:
            total += (counts - 1) * self.highest
        return max(self.table["minimum"], total // 2 if mode == "half-pot" else total)

    def limited(self, seat: int) -> bool:
        """Whether a player may not raise: three raises were made (87), unless only two are left in
        play (47-2, 88, ir/294); or they are bound by an error (70.h, 71.f)."""
        three = not self.synthetic and self.raises >= 3 and len(self.alive) > 2
        return seat in self.bound or three

    def offers(self, seat: int) -> dict[str, tuple[int, ...]]:
        """What a player may do: acts with their cost or ``(least, greatest, step)``."""
        minimum, unit = self.table["minimum"], self.table["unit"]
        stack, owes = self.stacks[seat], self.owes(seat)
        found: dict[str, tuple[int, ...]] = {"fold": ()}
        if owes:
            found["call"] = (min(owes, stack),)
        else:
            found["check"] = ()
        spare = stack - owes
        others = [other for other in self.able() if other != seat]
        if spare <= 0 or not others or self.limited(seat):
            return found
        opening = not self.highest
        most = self.most(opening)
        greatest = min(spare, most) // unit * unit
        if spare >= minimum:
            found["bet" if opening else "raise"] = (minimum, greatest, unit)
        if spare <= most:
            found["all-in"] = (stack,)
        return found

    def act(self, seat: int, act: str, amount: int) -> int:
        """A player acts; what they must put into the pot for it."""
        owes, opening = self.owes(seat), not self.highest
        self.waiting = [other for other in self.waiting if other != seat]
        cost = {"fold": 0, "check": 0, "call": min(owes, self.stacks[seat]),
                "bet": amount, "raise": owes + amount, "all-in": self.stacks[seat]}[act]
        if act == "fold":
            self.alive.remove(seat)
        elif act not in ("check", "call"):
            self.raises += not opening
            self.leader = seat
            ring = self.after(seat)[:-1]
            self.waiting = [other for other in ring if other in self.alive]
        if cost:
            self.acted.add(seat)
            self.put(seat, cost)
        return cost
