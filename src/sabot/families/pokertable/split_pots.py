"""Division of pots that several hands win for different reasons: a high and a low one, or one for
each of several boards.

Elsewhere a pot may be halved between the best and the lowest hand, and common cards may be dealt
more than once. Our regulation knows neither. Each pot is divided into equal parts for the boards;
the first ones get what does not divide. Each part is halved where a player who may win it has a low
hand; the high hand gets the odd unit.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from sabot.families.pokertable.pots import (
    EQUAL,
    Division,
    Part,
    Pot,
    apportion,
    clockwise,
    merged_pots,
    side_pots,
    uncalled,
)

Order = Sequence[Sequence[int]]
"""Seats, the best hand first, equal hands together."""


class BoardOrder(NamedTuple):
    """How the hands rank with one board: ``high`` has all seats that stayed in, ``low`` those with
    a low hand."""

    high: Order
    low: Order = ()


def divide_by_boards(bets: Mapping[int, int], folded: Collection[int],
                     boards: Sequence[BoardOrder], start: int, seats: int, unit: int, *,
                     dead: int = 0, for_all: bool = False, as_one: bool = False) -> Division:
    """Divides the side pots of a hand by its boards, and by high and low hands.

    The arguments are those of `pots.divide`. The parts of a pot come board by board, high before
    low, and are named after their pot.
    """
    returned = uncalled(bets, folded)
    put = {seat: bet - returned.get(seat, 0) for seat, bet in bets.items()}
    live = {seat: put.get(seat, 0) for group in boards[0].high for seat in group}
    parts: list[Part] = []
    pots = side_pots({**put, **live}, folded, dead, for_all=for_all)
    if as_one:
        pots = merged_pots(pots, {seat for pot in pots for _, order in _shares_of(pot, boards, unit)
                                  for seat in _winners(pot, order)})
    for n, pot in enumerate(pots):
        for amount, order in _shares_of(pot, boards, unit):
            turn = clockwise(_winners(pot, order), start, seats)
            won = {turn[0]: amount} if len(turn) == 1 else apportion(
                amount, dict.fromkeys(turn, Fraction(amount, len(turn))), {}, turn, unit, as_one)
            parts.append(Part("side" if n else "main", amount, pot.eligible, won,
                              EQUAL if len(turn) > 1 else ""))
    return Division(tuple(parts), returned)


def _shares_of(pot: Pot, boards: Sequence[BoardOrder], unit: int) -> Iterator[tuple[int, Order]]:
    """The sums into which a pot is divided, each with the order of the hands that may win it."""
    for n, board in enumerate(boards):
        amount = _part(pot.amount, len(boards), n, unit)
        if any(not set(group).isdisjoint(pot.eligible) for group in board.low):
            yield _part(amount, 2, 0, unit), board.high
            yield _part(amount, 2, 1, unit), board.low
        else:
            yield amount, board.high


def _winners(pot: Pot, order: Order) -> set[int]:
    """The best of the hands that may win a pot."""
    return next(best for best in (set(group) & set(pot.eligible) for group in order) if best)


def _part(amount: int, parts: int, n: int, unit: int) -> int:
    """The part number ``n`` of a sum in whole units; the first part gets what is left over."""
    even = amount // parts // unit * unit
    return even if n else amount - even * (parts - 1)
