"""Division of a pot, to the cent.

Pure arithmetic from bets by seat and the ranking of the hands to payments. Seats are numbered
clockwise from the dealer's left (rule 6), sums are whole cents, and payments add up to the bets.
The rules are those of non-banked poker; `docs/poker-pots.md` works every case.

Two rules say what an all-in hand may win. By 38 each different all-in bet makes a side pot. By 49
and 50 the hand gets its bet back, and of the rest of the pot the proportion of its bet to the bet
that the others made equal. Interpretation 232 weighs them; `reading` selects.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

import msgspec

__all__ = ["BETS", "EQUAL", "LOST", "NOT_ALL_IN", "OWN_POT", "PROPORTION", "SIDE_POTS", "WHOLE",
           "Division", "Part", "Pot", "apportion", "clockwise", "divide", "side_pots", "uncalled"]

PROPORTION = "proportion"  # 49, 50
SIDE_POTS = "side-pots"    # 38
BETS = "bets"              # 66
LOST = "lost"              # 66, what was lost alone
EQUAL = "equal"            # 104
SHARES = frozenset((BETS, LOST, EQUAL))
OWN_POT = "own-pot"        # interpretation 234
WHOLE = "whole-proportion"
NOT_ALL_IN = "not-all-in"


class Pot(NamedTuple):
    """Money that the same seats may win, and these seats (38)."""

    amount: int
    eligible: tuple[int, ...]


class Part(msgspec.Struct, frozen=True):
    """A part of the pot that was decided by one comparison of hands.

    ``word``: "main" or "side" (38), "proportion" of an all-in hand or the "remainder" (49).
    ``amount``: in cents. ``eligible``: who could have won it. ``winners``: what each gets of it, in
    order from the hand. ``ties``: how equal hands shared it, "" for a single winner. ``short``: one
    of them had bet less than another, so its proportion counts in its share (66, 49).
    """

    word: str
    amount: int
    eligible: tuple[int, ...]
    winners: Mapping[int, int]
    ties: str = ""
    short: bool = False


class Division(msgspec.Struct, frozen=True):
    """A divided pot: its parts in the order in which they are decided, and a returned bet.

    ``back`` is the uncalled bet by its owner; it was never in the pot (interpretation 233).
    """

    parts: tuple[Part, ...] = ()
    back: Mapping[int, int] = {}

    @property
    def pot(self) -> int:
        """The sum won and lost, in cents, without the returned bet."""
        return sum([part.amount for part in self.parts])

    @property
    def won(self) -> dict[int, int]:
        """Each winner's total from all parts, in cents."""
        total: dict[int, int] = {}
        for part in self.parts:
            for seat, amount in part.winners.items():
                total[seat] = total.get(seat, 0) + amount
        return total


def clockwise(chosen: Collection[int], start: int, seats: int) -> list[int]:
    """Seats in clockwise order from the one that has the hand (67)."""
    return sorted(chosen, key=lambda seat: (seat - start) % seats)


def uncalled(bets: Mapping[int, int], folded: Collection[int] = ()) -> dict[int, int]:
    """The part of the highest bet that nobody matched, by its owner; empty where it was matched.

    A folded hand loses its whole bet (39.a), so only a hand that stays in gets anything back; a
    folded bet matches as far as it goes.
    """
    most = max(bets.values(), default=0)
    highest = [seat for seat, bet in bets.items() if bet == most]
    if not most or len(highest) > 1 or highest[0] in folded:
        return {}
    return {highest[0]: most - max((bet for bet in bets.values() if bet < most), default=0)}


def side_pots(bets: Mapping[int, int], folded: Collection[int] = (), dead: int = 0, *,
              for_all: bool = False) -> list[Pot]:
    """The main pot and a side pot for each all-in hand with another bet (38), lowest first.

    ``bets``: what each seat put in, in cents, without returned bets. ``dead``: money that counts as
    nobody's bet (90). Bets of folded hands lie in the pots that they reach; the part above all
    other bets lies in the last. ``for_all``: a player without a bet may win dead money.
    """
    live = {seat: bet for seat, bet in bets.items() if seat not in folded}
    top = max(live.values(), default=0)
    total = sum(bets.values()) + dead
    if not top:
        return [Pot(total, tuple(sorted(live)))] if total else []
    pots: list[Pot] = []
    below = before = 0
    if for_all and dead and not all(live.values()):
        pots, before = [Pot(dead, tuple(sorted(live)))], dead
    for level in sorted({bet for bet in live.values() if bet}):
        upto = total if level == top else dead + sum([min(bet, level) for bet in bets.values()])
        pots.append(Pot(upto - before, tuple(sorted([s for s, bet in live.items()
                                                     if bet > below]))))
        below, before = level, upto
    return pots


def apportion(amount: int, due: Mapping[int, Fraction], least: Mapping[int, int],
              turn: Sequence[int], unit: int, first_odd: bool = False) -> dict[int, int]:
    """Rounds exact shares to whole cents: multiples of the minimum, the larger first (67).

    ``due``: exact shares that sum to ``amount``. ``least``: the minimum of each seat, its own bet.
    ``turn``: the seats from the hand on. Every share is rounded down to a multiple of ``unit``; the
    minimums left over go one to each seat whose share was rounded, in turn, then a rest below a
    minimum to the next (interpretation 236). So every share is less than a minimum away from the
    exact one. ``first_odd``: the first seat gets everything left over.
    """
    shares = {seat: max(due[seat] // unit * unit, least.get(seat, 0)) for seat in turn}
    left = amount - sum(shares.values())
    if first_odd:
        shares[turn[0]] += left
        left = 0
    for seat in turn:
        if left and shares[seat] < due[seat]:
            piece = min(unit, left)
            shares[seat] += piece
            left -= piece
    if left:
        raise ValueError(f"shares that sum to {amount - left} cannot divide {amount} cents")
    return shares


def divide(bets: Mapping[int, int], folded: Collection[int], order: Sequence[Sequence[int]],
           start: int, seats: int, unit: int, *, dead: int = 0, reading: str = PROPORTION,
           ties: str | Sequence[str] = BETS, for_all: bool = False, as_one: bool = False,
           unmatched: str = "returned", next_all_in: str = OWN_POT, first_odd: bool = False,
           forfeits: Collection[int] | None = None) -> Division:
    """Divides the whole pot of a hand among the players who stayed in.

    ``bets``: cents that each seat put in during the hand. ``folded``: seats that folded; their bets
    are lost (39.a). ``order``: seats that stayed in, best hand first, equal hands together.
    ``start``: the seat that has the hand. ``unit``: the minimum bet, of which parts are multiples
    (67). ``dead``: money that is nobody's bet (90). ``reading``: ``PROPORTION`` (49, 50) or
    ``SIDE_POTS`` (38). ``ties``, for each group of the order or one for all: equal hands share the
    part of an all-in hand by their ``BETS`` (66), or what was ``LOST`` by them, or that
    ``EQUAL``-ly (104); in a side pot all have bet the same, and it makes no difference.
    ``for_all``: in side pots a player without a bet may win dead money. ``as_one``: pots that the
    same hands win are divided as one, and the first of equal hands gets all odd parts.
    ``unmatched`` "in-pot": what nobody matched belongs to the pot (interpretation 233).
    ``next_all_in``: what a second all-in hand gets (234). ``first_odd``: the first of equal hands
    gets all odd parts (236). ``forfeits``: the folded seats that lose their whole bet, by default
    all (454). ValueError where the order does not hold exactly the seats that stayed
    in.
    """
    ties = [ties] * len(order) if isinstance(ties, str) else ties
    _check(bets, folded, order, seats, unit, dead, reading, ties)
    lost = folded if forfeits is None else forfeits
    returned = uncalled(bets, lost) if unmatched == "returned" else {}
    put = {seat: bet - returned.get(seat, 0) for seat, bet in bets.items()} if returned else bets
    live = {seat: put.get(seat, 0) for group in order for seat in group}
    turns = [clockwise(group, start, seats) if len(group) > 1 else group for group in order]
    if reading == SIDE_POTS or not any(live.values()):
        pots = side_pots({**put, **live}, folded, dead, for_all=for_all)
        parts = _by_pots(_as_one(pots, turns) if as_one else pots, turns, live, unit, ties,
                         as_one or first_odd)
    else:
        parts = _by_proportion(sum(put.values()) + dead, turns, live, unit, ties, next_all_in,
                               first_odd)
    return Division(tuple(parts), returned)


def _by_pots(pots: Sequence[Pot], turns: Sequence[Sequence[int]], live: Mapping[int, int],
             unit: int, ties: Sequence[str], first_odd: bool) -> list[Part]:
    """Gives each pot to the best hand that may win it; equal hands have equal bets in it."""
    parts, below = [], 0
    for n, pot in enumerate(pots):
        best, tie = next((turn, tie) for turn, tie in zip(turns, ties, strict=True)
                         if not set(turn).isdisjoint(pot.eligible))
        turn = [seat for seat in best if seat in pot.eligible]
        level = min([live[seat] for seat in pot.eligible])
        winners = {turn[0]: pot.amount} if len(turn) == 1 else apportion(
            pot.amount, dict.fromkeys(turn, Fraction(pot.amount, len(turn))),
            dict.fromkeys(turn, level - below), turn, unit, first_odd)
        parts.append(Part("side" if n else "main", pot.amount, pot.eligible, winners,
                          tie if len(turn) > 1 else ""))
        below = level
    return parts


def _as_one(pots: Sequence[Pot], turns: Sequence[Sequence[int]]) -> list[Pot]:
    """The pots restricted to players who win any, with equal ones merged."""
    winners: set[int] = set()
    for pot in pots:
        winners.update(next(best for best in (set(turn) & set(pot.eligible) for turn in turns)
                            if best))
    return merged_pots(pots, winners)


def merged_pots(pots: Sequence[Pot], winners: Collection[int]) -> list[Pot]:
    """The pots restricted to these seats; neighbours that the same seats may win are one pot."""
    merged: list[Pot] = []
    for pot in pots:
        eligible = tuple(seat for seat in pot.eligible if seat in winners)
        if merged and merged[-1].eligible == eligible:
            merged[-1] = Pot(merged[-1].amount + pot.amount, eligible)
        else:
            merged.append(Pot(pot.amount, eligible))
    return merged


def _by_proportion(pot: int, turns: Sequence[Sequence[int]], live: Mapping[int, int], unit: int,
                   ties: Sequence[str], next_all_in: str = OWN_POT, first_odd: bool = False
                   ) -> list[Part]:
    """Hand by hand: an all-in hand gets its bet and its proportion of the rest, then the remainder
    is divided.

    The remainder is a separate pot. It counts only the part of a bet above that of the hands
    already paid, so no proportion is won twice (interpretation 234). By another reading it goes to
    the best hand that is ``NOT_ALL_IN``, or each next all-in hand gets its ``WHOLE`` bet and
    proportion of it, as far as the remainder goes.
    """
    parts: list[Part] = []
    paid = 0  # the highest bet among the hands already paid
    equal = max(live.values())
    for group, tie in zip(turns, ties, strict=True):
        bets = {seat: live[seat] - paid for seat in group if live[seat] > paid
                and (not parts or next_all_in != NOT_ALL_IN or live[seat] == equal)}
        if not bets or not pot:
            continue
        own, most = sum(bets.values()), max(bets.values())
        amount, word = pot, "remainder" if parts else "main"
        if most < equal - paid:
            exact = own + Fraction(most, equal - paid) * (pot - own)
            amount, word = min(max(exact // unit * unit, own), pot), "proportion"
        enough = own <= amount
        due = _shares(bets, amount, tie, pot, equal - paid) if enough else {
            seat: Fraction(amount * bet, own) for seat, bet in bets.items()}
        eligible = tuple(sorted(seat for seat, bet in live.items() if bet > paid))
        winners = apportion(amount, due, bets if enough else {}, list(bets), unit, first_odd)
        parts.append(Part(word, amount, eligible, winners, tie if len(bets) > 1 else "",
                          len(set(bets.values())) > 1))
        pot -= amount
        paid += most if next_all_in != WHOLE else 0
    return parts


def _shares(bets: Mapping[int, int], amount: int, tie: str, pot: int, equal: int
            ) -> dict[int, Fraction]:
    """The shares of equal hands of an amount: by their bets (66), or the lost bets equally (104).

    ``bets``: theirs, against the ``equal`` bet of the others; ``pot``: all that is left of it. Each
    hand gets its bet back, and a share only of the lost money that its bet reaches (interpretation
    235): level by level, as 50 measures it.
    """
    if tie == BETS:
        return _by_part(bets, amount, pot, equal)
    own, most = sum(bets.values()), max(bets.values())
    due = {seat: Fraction(bet) for seat, bet in bets.items()}
    below = 0
    for level in sorted(set(bets.values())):
        weight = {seat: bet if tie == LOST else 1 for seat, bet in bets.items() if bet >= level}
        layer = Fraction((level - below) * (amount - own), most * sum(weight.values()))
        for seat, factor in weight.items():
            due[seat] += factor * layer
        below = level
    return due


def _by_part(bets: Mapping[int, int], amount: int, pot: int, equal: int) -> dict[int, Fraction]:
    """The shares of equal hands by their bets (66), the lowest first: its bet, and its share of the
    proportional part that it would win alone (49, 50); the rest is for those that bet more.

    A share is at most an equal one of the lost money that its bet reaches: among equal hands the
    lower bet never wins more (interpretation 235).
    """
    lost, most = amount - sum(bets.values()), max(bets.values())
    due, left, paid = dict[int, Fraction](), Fraction(amount), Fraction(0)
    rest = Fraction(pot)
    for level in sorted(set(bets.values())):
        level_seats = [seat for seat, bet in bets.items() if bet == level]
        reach = [bet for bet in bets.values() if bet >= level]
        if level == most:
            share = left / len(level_seats)
        else:
            part = Fraction(level, equal) * (rest - level * len(level_seats))
            even = (Fraction(level * lost, most) - paid) / len(reach)
            gain = min(part * level / sum(reach), even)
            share, paid = level + gain, paid + gain * len(level_seats)
        due |= dict.fromkeys(level_seats, share)
        left -= share * len(level_seats)
        rest -= share * len(level_seats)
    return due


def _check(bets: Mapping[int, int], folded: Collection[int], order: Sequence[Sequence[int]],
           seats: int, unit: int, dead: int, reading: str, ties: Sequence[str]) -> None:
    ordered = [seat for group in order for seat in group]
    known = {*ordered, *folded}
    if len(known) < len(ordered) + len(set(folded)):
        raise ValueError(f"hands shown {ordered} name a seat twice, or one that folded")
    if missing := [seat for seat, bet in bets.items() if bet and seat not in known]:
        raise ValueError(f"seats {sorted(missing)} stayed in, but their hands are not compared")
    if not ordered:
        raise ValueError("a pot needs a seat that stayed in")
    known.update(bets)
    if min(known) < 1 or max(known) > seats:
        raise ValueError(f"seats run from 1 to {seats}; found {sorted(known)}")
    if unit < 1 or dead < 0 or min(bets.values(), default=0) < 0:
        raise ValueError("bets and dead money must not be negative; the minimum is at least a cent")
    if reading not in (PROPORTION, SIDE_POTS) or not SHARES.issuperset(ties):
        raise ValueError(f"a pot is read as {PROPORTION} or {SIDE_POTS}, equal hands share by "
                         f"{BETS}, {LOST} or {EQUAL}; found {reading!r}, {list(ties)}")
