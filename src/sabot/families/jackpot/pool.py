"""The pool of a progressive prize: what chips add to it, and what it pays.

Which cards win is the game's to say; here is what becomes of the money. The pool is an account of
the table, or one that several tables share and somebody else keeps: then each prize is claimed
there, and the pool's own start is not this table's to put in. Chips are in play until it is
decided, so that a coup that nothing decides gives them back.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple, Protocol, TypeVar

import msgspec

from sabot.procedure import AnyStep, Claim, Handle, Move, Result
from sabot.procedure.violations import LegalityCheck

Cite = tuple[str, tuple[str, ...]]
Steps = Generator[AnyStep, Any, Any]
CHIP = "/jackpot"
"""What the name of a chip's bet ends in: "3/jackpot"."""


class Line(Protocol):
    """One prize of the scale: so many chips (``times``), or so many hundredths of the pool."""

    @property
    def name(self) -> str: ...
    @property
    def times(self) -> int: ...
    @property
    def share(self) -> int: ...


AnyLine = TypeVar("AnyLine", bound=Line)


class Scale(Protocol):
    """The figures of a jackpot: ``chip`` and ``start`` in cents, ``rate`` in hundredths of the
    chip; ``manual``: marked by hand. ``refill``: every prize that leaves less than ``start`` has
    the pool filled up. ``pool`` names one that several tables share, "" for the table's own."""

    @property
    def chip(self) -> int: ...
    @property
    def rate(self) -> int: ...
    @property
    def start(self) -> int: ...
    @property
    def manual(self) -> bool: ...
    @property
    def refill(self) -> bool: ...
    @property
    def pool(self) -> str: ...


class Pooled(Protocol):
    """A coup with stakes and a pool, in cents."""

    pool: int
    stakes: dict[str, tuple[str, int]]

    def staked(self, bet: str) -> int: ...
    def release(self, kind: str, bet: str, amount: int, law: str, *also: str) -> Move: ...


class PoolLaw(NamedTuple):
    """Who orders each moment: ``collect`` of chips by the machine or by hand, ``marker`` for a chip
    collected by hand, ``rate`` of the increment, ``start`` of the pool, ``top_up`` for a prize that
    the pool does not hold, ``prize`` by the name of its line, the ``order`` from the smallest,
    ``remainder`` for the highest, and what winners of the same prize ``divide``: a fixed one, or
    the pool (``divide_pool``)."""

    collect: Cite
    marker: Cite
    rate: Cite
    start: Cite
    top_up: Cite
    prize: Callable[[str], Cite]
    order: Cite
    remainder: Cite
    divide: Cite
    divide_pool: Cite


def seed(r: Pooled, amount: int, law: Cite) -> Move:
    """The bank puts money into the pool."""
    r.pool += amount
    return Move(*law, kind="seed", bet="jackpot", player="", amount=amount)


def collect(r: Pooled, scale: Scale, law: PoolLaw) -> Steps:
    """The chips are collected; who bet one stays known: the players by place."""
    chips = [bet for bet in r.stakes if bet.endswith(CHIP)]
    if not r.pool and not scale.pool:
        yield seed(r, scale.start, law.start)
    if chips:
        more = sum(r.staked(bet) * scale.rate // 100 for bet in chips)
        yield Handle(*law.collect, what="collect-chips",
                     facts={"adds": more} if scale.pool else {"pool": r.pool + more})
    if scale.manual:
        for bet in chips:
            yield Handle(*law.marker, what="marker", seat=bet)
    return {bet.partition("/")[0]: r.stakes[bet][0] for bet in chips}


def contribute(r: Pooled, scale: Scale, law: PoolLaw) -> Steps:
    """Each chip is decided: its increment goes to the pool and the rest to the bank."""
    cite, also = law.rate
    for bet in [bet for bet in r.stakes if bet.endswith(CHIP)]:
        part = r.staked(bet) * scale.rate // 100
        if part and scale.pool:
            move = r.release("contribute", bet, part, cite, *also)
            yield msgspec.structs.replace(move, into=scale.pool)
        elif part:
            yield r.release("contribute", bet, part, cite, *also)
            r.pool += part
        if rest := r.staked(bet):
            yield r.release("collect", bet, rest, cite, *also)


def _weight(line: Line) -> tuple[int, int]:
    return line.share, line.times


def pay(r: Pooled, scale: Scale, lines: Sequence[AnyLine], won: Sequence[tuple[AnyLine, str]],
        players: Mapping[str, str], law: PoolLaw, *, divided: bool = False,
        weight: Callable[[AnyLine], int | tuple[int, int]] = _weight) -> Steps:
    """From the smallest prize to the largest: ``won`` are the lines with the places that have them,
    ``players`` whose these are, ``weight`` what makes a prize larger than another. Those with a
    share of the pool divide it, those with the same fixed prize too where it is ``divided``; a cent
    that cannot be divided stays in the pool."""
    due = sorted(won, key=lambda found: weight(found[0]))
    groups: list[tuple[AnyLine, list[str]]] = []
    for line, place in due:
        if groups and groups[-1][0] == line and (line.share or divided):
            groups[-1][1].append(place)
        else:
            groups.append((line, [place]))
    top = max(map(weight, lines), default=None)
    fell, left = False, 0
    for line, places in groups:
        cite = law.prize(line.name)
        for place in places:
            yield Result(*cite, hand=f"{place}{CHIP}", result="jackpot", facts={"for": line.name})
        if len(places) > 1:
            cite = law.divide_pool if line.share else law.divide
        elif len(won) > 1:
            cite = law.remainder if line.share else law.order
        winners = [(place, players[place]) for place in places]
        if scale.pool:
            yield from _claimed(r, scale, line, winners, cite, law)
            continue
        amount = r.pool * line.share // 100 if line.share else line.times * scale.chip
        if amount > r.pool:
            yield seed(r, amount - r.pool, law.top_up)
        yield from _prizes(r, winners, amount // len(places), cite)
        if line.share and weight(line) == top:
            fell = True
            left = r.pool if line.share == 100 else 0
    if scale.pool:
        return
    if (fell or not r.pool or scale.refill) and r.pool - left < scale.start:
        yield seed(r, scale.start + left - r.pool, law.start)


def _prizes(r: Pooled, winners: Sequence[tuple[str, str]], each: int, cite: Cite) -> Steps:
    """Each of those who have a prize receives so much out of the table's own pool."""
    for place, player in winners:
        r.pool -= each
        yield Move(*cite, kind="jackpot", bet=f"{place}{CHIP}", player=player, amount=each)


def _claimed(r: Pooled, scale: Scale, line: Line, winners: Sequence[tuple[str, str]], cite: Cite,
             law: PoolLaw) -> Steps:
    """A prize out of a pool that others feed too: what it pays its keeper says. What a fixed prize
    lacks is the bank's to add, as at a table's own."""
    many, wanted = len(winners), 0 if line.share else line.times * scale.chip // len(winners)
    if line.share:
        paid = yield Claim(*cite, pool=scale.pool, among=many,
                           part=str(Fraction(line.share, 100)))
    else:
        paid = yield Claim(*cite, pool=scale.pool, amount=wanted * many, among=many)
    if each := paid // many:
        for place, player in winners:
            yield Move(*cite, kind="jackpot", bet=f"{place}{CHIP}", player=player, amount=each,
                       into=scale.pool)
    if (short := wanted - each) > 0:
        yield seed(r, short * many, law.top_up)
        yield from _prizes(r, winners, short, cite)


def figures(points: LegalityCheck, scale: Scale, laws: Mapping[str, str], times: int) -> None:
    """What a regulation asks of the figures: a chip, an increment in whole cents, and a pool that
    begins with so many chips. ``laws``: the clauses of "chip", "rate" and "start"."""
    chip, rate, start = scale.chip, scale.rate, scale.start
    points.require(chip > 0, laws["chip"], "rules.jackpot.chip", points.money(chip),
                   "more than nothing")
    points.require(0 < rate <= 100 and chip * rate % 100 == 0, laws["rate"], "rules.jackpot.rate",
                   rate, "1 to 100 hundredths of the chip, in whole cents")
    points.require(start >= times * chip, laws["start"], "rules.jackpot.start", points.money(start),
                   f"at least {times} times the chip: {points.money(times * chip)}")
