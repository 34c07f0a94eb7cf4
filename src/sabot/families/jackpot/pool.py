"""The pool of a progressive prize: what chips add to it, and what it pays.

The game decides which cards win; this module moves the money. The pool is an account of the table,
or one that several tables share and another service keeps: each prize is then claimed there, and
this table does not put in its start. Chips stay in play until they are decided, so that a void coup
returns them.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from fractions import Fraction
from typing import Any, Literal, NamedTuple, Protocol, TypeVar

import msgspec

from sabot.procedure import AnyStep, Claim, Handle, Move, Result
from sabot.procedure.violations import LegalityCheck
from sabot.words import phrase

Fixed = Literal["pool-and-bank", "bank", "pool"]
"""Who pays a fixed prize: the pool, to which the bank adds what it lacks, the bank, or the pool as
far as it goes."""
Cite = tuple[str, tuple[str, ...]]
Steps = Generator[AnyStep, Any, Any]
CHIP = "/jackpot"
"""The end of the name of a chip's bet: "3/jackpot"."""


class Line(Protocol):
    """One prize of the scale: ``times`` the chip, or ``share`` hundredths of the pool."""

    @property
    def name(self) -> str:
        """The name of the prize."""
    @property
    def times(self) -> int:
        """What it pays, in chips; 0 where it pays a share of the pool."""
    @property
    def share(self) -> int:
        """What it pays, in hundredths of the pool; 0 where it pays a fixed sum."""


AnyLine = TypeVar("AnyLine", bound=Line)


class Scale(Protocol):
    """The figures of a jackpot."""

    @property
    def chip(self) -> int:
        """The value of a chip, in cents."""
    @property
    def rate(self) -> int:
        """What of a chip goes to the pool, in hundredths."""
    @property
    def start(self) -> int:
        """What the bank puts into a new pool, in cents."""
    @property
    def manual(self) -> bool:
        """Whether chips are collected and marked by hand."""
    @property
    def refill(self) -> bool:
        """Whether every prize that leaves less than ``start`` makes the bank refill the pool."""
    @property
    def pool(self) -> str:
        """The name of a pool that several tables share, "" for the table's own."""


class Pooled(Protocol):
    """A coup with stakes and a pool, in cents."""

    pool: int
    stakes: dict[str, tuple[str, int]]

    def staked(self, bet: str) -> int:
        """What lies on a bet, in cents."""
    def release(self, kind: str, bet: str, amount: int, law: str, *also: str) -> Move:
        """Move money of a stake out of play."""


class PoolLaw(NamedTuple):
    """The clause of each moment of a jackpot.

    ``collect``: chips are collected, by the machine or by hand. ``marker``: a marker replaces a
    chip collected by hand. ``rate``: the increment of a chip. ``start``: the start of the pool.
    ``top_up``: the bank adds what the pool lacks for a fixed prize. ``prize``: a prize, by its
    name. ``order``: the smallest prize is paid first. ``remainder``: the highest prize. ``divide``:
    several winners of one fixed prize; ``divide_pool``: of a share of the pool.
    """

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


def seed_pool(r: Pooled, amount: int, law: Cite) -> Move:
    """The bank puts ``amount`` cents into the pool."""
    r.pool += amount
    return Move(*law, kind="seed", bet="jackpot", player="", amount=amount)


def collect(r: Pooled, scale: Scale, law: PoolLaw) -> Steps:
    """Collect the chips; return the player who bet each one, by place."""
    chips = [bet for bet in r.stakes if bet.endswith(CHIP)]
    if not r.pool and not scale.pool:
        yield seed_pool(r, scale.start, law.start)
    if chips:
        increment = sum(r.staked(bet) * scale.rate // 100 for bet in chips)
        yield Handle(*law.collect, what="collect-chips",
                     facts={"adds": increment} if scale.pool else {"pool": r.pool + increment})
    if scale.manual:
        for bet in chips:
            yield Handle(*law.marker, what="marker", seat=bet)
    return {bet.partition("/")[0]: r.stakes[bet][0] for bet in chips}


def contribute(r: Pooled, scale: Scale, law: PoolLaw) -> Steps:
    """Decide each chip: its increment goes to the pool and the rest to the bank."""
    cite, also = law.rate
    for bet in [bet for bet in r.stakes if bet.endswith(CHIP)]:
        increment = r.staked(bet) * scale.rate // 100
        if increment and scale.pool:
            move = r.release("contribute", bet, increment, cite, *also)
            yield msgspec.structs.replace(move, into=scale.pool)
        elif increment:
            yield r.release("contribute", bet, increment, cite, *also)
            r.pool += increment
        if rest := r.staked(bet):
            yield r.release("collect", bet, rest, cite, *also)


def _weight(line: Line) -> tuple[int, int]:
    return line.share, line.times


def pay(r: Pooled, scale: Scale, lines: Sequence[AnyLine], won: Sequence[tuple[AnyLine, str]],
        players: Mapping[str, str], law: PoolLaw, *, divided: bool = False,
        fixed: Fixed = "pool-and-bank",
        weight: Callable[[AnyLine], int | tuple[int, int]] = _weight) -> Steps:
    """Pay the prizes from the smallest to the largest.

    ``won``: the prizes with the places that made them; ``players``: the player of each place;
    ``weight``: the rank of a prize among the others. Several winners divide a share of the pool,
    and a fixed prize too where it is ``divided``. A cent that cannot be divided stays in the pool.
    ``fixed``: who pays fixed prizes.
    """
    ordered = sorted(won, key=lambda prize: weight(prize[0]))
    groups: list[tuple[AnyLine, list[str]]] = []
    for line, place in ordered:
        if groups and groups[-1][0] == line and (line.share or divided):
            groups[-1][1].append(place)
        else:
            groups.append((line, [place]))
    top = max(map(weight, lines), default=None)
    top_paid, kept_back = False, 0
    for line, places in groups:
        cite = law.prize(line.name)
        for place in places:
            yield Result(*cite, hand=f"{place}{CHIP}", result="jackpot", facts={"for": line.name})
        if len(places) > 1:
            cite = law.divide_pool if line.share else law.divide
        elif len(won) > 1:
            cite = law.remainder if line.share else law.order
        winners = [(place, players[place]) for place in places]
        by_bank = fixed == "bank" and not line.share
        if scale.pool and not by_bank:
            yield from _claim_prize(r, scale, line, winners, cite, law, adds=fixed != "pool")
            continue
        amount = r.pool * line.share // 100 if line.share else line.times * scale.chip
        if fixed == "pool":
            amount = min(amount, r.pool)
        if by_bank:
            yield seed_pool(r, amount, law.top_up)
        if amount > r.pool:
            yield seed_pool(r, amount - r.pool, law.top_up)
        yield from _pay_from_own_pool(r, winners, amount // len(places), cite)
        if line.share and weight(line) == top:
            top_paid = True
            kept_back = r.pool if line.share == 100 else 0
    if scale.pool:
        return
    if (top_paid or not r.pool or scale.refill) and r.pool - kept_back < scale.start:
        yield seed_pool(r, scale.start + kept_back - r.pool, law.start)


def _pay_from_own_pool(
    r: Pooled, winners: Sequence[tuple[str, str]], each: int, cite: Cite
) -> Steps:
    """Each winner receives ``each`` cents from the table's own pool."""
    for place, player in winners:
        r.pool -= each
        yield Move(*cite, kind="jackpot", bet=f"{place}{CHIP}", player=player, amount=each)


def _claim_prize(r: Pooled, scale: Scale, line: Line, winners: Sequence[tuple[str, str]],
                 cite: Cite, law: PoolLaw, adds: bool = True) -> Steps:
    """Pay a prize from a shared pool: the pool's service answers what it pays.

    The bank ``adds`` what a fixed prize lacks, as at a table's own pool.
    """
    count, wanted = len(winners), 0 if line.share else line.times * scale.chip // len(winners)
    if line.share:
        paid = yield Claim(*cite, pool=scale.pool, among=count,
                           part=str(Fraction(line.share, 100)))
    else:
        paid = yield Claim(*cite, pool=scale.pool, amount=wanted * count, among=count)
    if each := paid // count:
        for place, player in winners:
            yield Move(*cite, kind="jackpot", bet=f"{place}{CHIP}", player=player, amount=each,
                       into=scale.pool)
    if adds and (missing := wanted - each) > 0:
        yield seed_pool(r, missing * count, law.top_up)
        yield from _pay_from_own_pool(r, winners, missing, cite)


def check_figures(points: LegalityCheck, scale: Scale, laws: Mapping[str, str], times: int) -> None:
    """Check the figures of a jackpot: a chip, an increment in whole cents, and a start of at least
    ``times`` chips. ``laws``: the clauses of "chip", "rate" and "start"."""
    chip, rate, start = scale.chip, scale.rate, scale.start
    points.require(chip > 0, laws["chip"], "rules.jackpot.chip", points.money(chip),
                   "more than nothing")
    points.require(0 < rate <= 100 and chip * rate % 100 == 0, laws["rate"], "rules.jackpot.rate",
                   rate, "1 to 100 hundredths of the chip, in whole cents")
    points.require(start >= times * chip, laws["start"], "rules.jackpot.start", points.money(start),
                   phrase("at least {times} times the chip: {low}", times=times,
                          low=points.money(times * chip)))
