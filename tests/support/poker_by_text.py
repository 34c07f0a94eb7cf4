"""A hand of non-banked poker reckoned from the text alone: who is asked, what they may do, who is
paid what. It shares no line with the program; sums are cents, places run clockwise from 1."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import pairwise

Paid = Iterator[tuple[int, int]]


@dataclass(frozen=True)
class House:
    """What a table has fixed: ``least`` bet, ``unit`` of chips, ``limit`` (21, 86), how often the
    last bet ``counts`` (86), how all-in hands win (``shares``) and share with equal ones
    (``tied``), the percentage of a hand (7.a)."""

    places: int
    least: int
    unit: int
    limit: str = "cave"
    counts: int = 3
    shares: str = "proportion"
    tied: str = "part"
    rate: int = 0
    cap: int = 0
    antes: bool = False  # synthetic poker: first bets of all, raises without number, ties alike


@dataclass
class Hand:
    """A hand as it goes on, from the caves with which it begins."""

    house: House
    cave: dict[int, int]
    hand: int                 # the place that has the hand
    owed: dict[int, int] = field(default_factory=dict)   # 90
    forced: set[int] = field(default_factory=set)        # 89
    bet: dict[int, int] = field(default_factory=dict)
    dead: dict[int, int] = field(default_factory=dict)
    folded: set[int] = field(default_factory=set)
    round: int = 0
    now: dict[int, int] = field(default_factory=dict)    # what each has bet in this round
    level: int = 0
    raises: int = 0
    queue: list[int] = field(default_factory=list)       # who is still to speak, in order
    highest: int = 0          # who made the highest bet so far (108-2)
    opened: int = 0           # who began the last round of betting (62-2)
    fresh: bool = True

    # -- places ------------------------------------------------------------------------------------

    def turn(self, first: int) -> list[int]:
        """The places in play, clockwise, from this one on."""
        n = self.house.places
        return sorted((s for s in self.cave if s not in self.folded), key=lambda s: (s - first) % n)

    @property
    def live(self) -> list[int]:
        return self.turn(self.hand)

    # -- before the cards --------------------------------------------------------------------------

    def first_bets(self) -> None:
        """81 to 83, or 102; then 90, which is no bet, and 89, which is one."""
        h, order = self.house, self.turn(self.hand)
        if h.antes:
            for s in order:
                self._pay(s, h.least, counts=False)
        else:
            self._pay(order[0], h.least // 2 // h.unit * h.unit)
            self._pay(order[1], h.least)
            for s in order:
                self.dead[s] = min(self.owed.get(s, 0), self.cave[s])
                self.cave[s] -= self.dead[s]
            for s in order:
                if s in self.forced:
                    self._pay(s, h.least - self.now.get(s, 0))
            self.level = h.least
        self._round(self.turn(order[1] % h.places + 1 if not h.antes else self.hand % h.places + 1))

    def _pay(self, s: int, amount: int, *, counts: bool = True) -> None:
        amount = max(min(amount, self.cave[s]), 0)
        self.cave[s] -= amount
        self.bet[s] = self.bet.get(s, 0) + amount
        if counts:
            self.now[s] = self.now.get(s, 0) + amount

    def _round(self, queue: list[int]) -> None:
        self.round += 1
        self.queue, self.fresh = queue, True

    # -- betting -----------------------------------------------------------------------------------

    def asked(self) -> int:
        """Whose turn it is, 0 when the betting of the hand is over."""
        while len(self.live) > 1:
            while self.queue:
                s = self.queue[0]
                others = any(self.cave[o] for o in self.live if o != s)
                if s not in self.folded and self.cave[s] and (others or self._due(s) > 0):
                    if self.fresh:
                        self.opened, self.fresh = s, False
                    return s
                self.queue.pop(0)
            if self.round == (5 if self.house.antes else 4):
                return 0
            self.now, self.level, self.raises = {}, 0, 0
            first = self.hand                                            # 85
            if self.house.antes:                                         # 108-2
                first = self.highest or self.hand % self.house.places + 1
            self._round(self.turn(first))
        return 0

    def _due(self, s: int) -> int:
        return self.level - self.now.get(s, 0)

    @property
    def pot(self) -> int:
        return sum(self.bet.values()) + sum(self.dead.values())

    def may(self, s: int) -> dict[str, tuple[int, int, int]]:
        """What a place may do, each with least, most and cost; most 0 where nothing is named."""
        h, due, cave = self.house, self._due(s), self.cave[s]
        found = {"fold": (0, 0, 0)}                                      # 39.a
        if due:
            found["call"] = (0, 0, min(due, cave))                       # 39.c, 49
        else:
            found["check"] = (0, 0, 0)                                   # 39.b
        over = cave - due
        if over <= 0 or not any(self.cave[o] for o in self.live if o != s):
            return found
        if self.level and not h.antes and self.raises >= 3 and len(self.live) > 2:
            return found                                                 # 87, 88
        most = exact = over
        if h.limit != "cave" and (self.level or h.limit != "total"):     # 21, 86
            again = 0 if h.antes else h.counts - 1
            most = self.pot + again * self.level
            most = most // 2 if h.limit == "half-pot" else most
            exact = max(most, h.least)
            most = max(most // h.unit * h.unit, h.least)                 # IR 292
        high = min(most, over) // h.unit * h.unit
        if high >= h.least:
            found["raise" if self.level else "bet"] = (h.least, high, 0)  # 39.d, 42
        if over <= exact:
            found["all-in"] = (0, 0, cave)                               # 49
        return found

    def acts(self, s: int, act: str, amount: int = 0) -> None:
        self.queue.pop(0)
        due = self._due(s)
        if act == "fold":
            self.folded.add(s)
        elif act == "call":
            self._pay(s, due)
        elif act != "check":
            self._pay(s, self.cave[s] if act == "all-in" else due + amount)
            self.raises += self.level > 0
            self.level, self.highest = self.now[s], s
            self.queue = self.turn(s)[1:]                                # 40

    # -- payment -----------------------------------------------------------------------------------

    def pays(self, groups: Sequence[Sequence[int]], alike: Sequence[bool]) -> dict[int, int]:
        """What each place has before it in the end. ``groups``: hands in play, the best first,
        equal ones together; ``alike``: they share what was lost equally (104)."""
        h, after = self.house, dict(self.cave)
        bets = {s: self.bet.get(s, 0) for s in self.cave}
        top = max(bets, key=lambda s: bets[s])
        second = max((bets[s] for s in bets if s != top), default=0)
        if bets[top] > second and top not in self.folded:                # 48, IR 233
            after[top] += bets[top] - second
            bets[top] = second
        pot = sum(bets.values()) + sum(self.dead.values())
        live = {s: bets[s] for group in groups for s in group}
        won: dict[int, int] = dict.fromkeys(bets, 0)
        share = self._by_levels if h.shares == "side-pots" or not any(live.values()) \
            else self._by_proportion
        for s, cents in share(bets, live, pot, groups, alike):
            won[s] += cents
        taken = pot * h.rate // 100                                      # 7.a
        taken = min(taken, h.cap) if h.cap else taken
        part = {s: taken * won[s] // pot if pot else 0 for s in won}
        for s in sorted(won, key=lambda s: (-won[s], s))[:taken - sum(part.values())]:
            part[s] += 1
        return {s: after[s] + won[s] - part[s] for s in after}

    def _by_proportion(self, bets: Mapping[int, int], live: Mapping[int, int], pot: int,
                       groups: Sequence[Sequence[int]], alike: Sequence[bool]) -> Paid:
        """49, 50: the bet, and of the rest the proportion of the bet to the equal bet. What is left
        is a pot of its own (IR 234)."""
        equal, reach = max(live.values()), 0
        for group, same in zip(groups, alike, strict=True):
            mine = {s: live[s] - reach for s in group if live[s] > reach}
            if not mine:
                continue
            own, most = sum(mine.values()), max(mine.values())
            part = pot
            if reach + most < equal:
                exact = own + (pot - own) * Fraction(most, equal - reach)
                part = max(int(exact) // self.house.least * self.house.least, own)
            due = self._dues(mine, part, same) if same or self.house.tied == "lost" \
                else self._parts(mine, part, pot, equal - reach)
            yield from self._chips(part, due, mine)
            pot -= part
            reach += most

    @staticmethod
    def _dues(mine: Mapping[int, int], part: int, same: bool) -> dict[int, Fraction]:
        """Each lost cent among those whose bet reaches it: equally (104), or by their bets."""
        own, most = sum(mine.values()), max(mine.values())
        due = {s: Fraction(bet) for s, bet in mine.items()}
        steps = sorted({0, *mine.values()})
        for below, level in pairwise(steps):
            reach = [s for s in mine if mine[s] >= level]
            heavy = sum(1 if same else mine[s] for s in reach)
            for s in reach:
                due[s] += Fraction(part - own) * (level - below) / most \
                    * (1 if same else mine[s]) / heavy
        return due

    @staticmethod
    def _parts(mine: Mapping[int, int], part: int | Fraction, pot: int | Fraction, equal: int,
               before: Fraction = Fraction(0)) -> dict[int, Fraction]:
        """49, 50, 66: the lowest bet is paid, then the others share what is left as if it had not
        been there. IR 235 bounds it by an equal part of what was lost and its bet reaches, of
        which lower bets have won so much ``before``."""
        low, high = min(mine.values()), max(mine.values())
        lowest = [s for s in mine if mine[s] == low]
        if low == high:
            return {s: Fraction(part) / len(mine) for s in mine}
        its = Fraction(low, equal) * (pot - low * len(lowest))           # 49, 50
        lost = part - sum(mine.values()) + before
        gain = min(its * low / sum(mine.values()),                       # 66
                   (Fraction(low, high) * lost - before) / len(mine))    # IR 235
        taken = (low + gain) * len(lowest)
        others = {s: bet for s, bet in mine.items() if bet > low}
        return dict.fromkeys(lowest, low + gain) | Hand._parts(
            others, part - taken, pot - taken, equal, before + gain * len(lowest))

    def _by_levels(self, bets: Mapping[int, int], live: Mapping[int, int], pot: int,
                   groups: Sequence[Sequence[int]], alike: Sequence[bool]) -> Paid:
        """38: what lies between two all-in bets is a pot of those who bet so high."""
        steps = sorted({0, *live.values()})
        spent = 0
        if len(steps) == 1:
            best = list(groups[0])
            yield from self._chips(pot, {s: Fraction(pot, len(best)) for s in best},
                                   dict.fromkeys(best, 0))
            return
        for below, level in pairwise(steps):
            lies = sum(min(bet, level) - min(bet, below) for bet in bets.values())
            lies += sum(self.dead.values()) if not below else 0
            lies = pot - spent if level == steps[-1] else lies
            best = next(found for group in groups if (found := [s for s in group
                                                                if live[s] >= level]))
            yield from self._chips(lies, {s: Fraction(lies, len(best)) for s in best},
                                   dict.fromkeys(best, level - below))
            spent += lies

    def _chips(self, part: int, due: Mapping[int, Fraction], own: Mapping[int, int]) -> Paid:
        """67, IR 236: whole minimums, the larger to the hand and on clockwise."""
        least, n = self.house.least, self.house.places
        order = sorted(due, key=lambda s: (s - self.hand) % n)
        paid = {s: max(int(due[s]) // least * least, own[s]) for s in order}
        cut = [s for s in order if paid[s] < due[s]]
        while (left := part - sum(paid.values())) > 0:
            paid[cut.pop(0)] += min(least, left)
        yield from paid.items()
