"""Tables of what a solved game says: ways to play, hands by combination, and hands of ace and king
against each open card."""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from sabot.equipment.arrays import Floats, Numbers, Words
from sabot.equipment.cards import SUITS
from sabot.families.poker.no_draw import ENDS, EVEN, FOLD, LOSE, WEAK, WIN, strengths
from sabot.families.poker.no_draw_plays import BEST, PLAYS, RANKS, Solved
from sabot.games.no_draw_poker.rules import LINES
from sabot.odds.sheets import Cell, RowsFirst, Sheet, part, word

QUEEN, JACK = 10, 9
"""The third cards beside which the fourth is looked at too."""
GOES, PASSES = "V", "P"
"""«Vou» and «passo»."""


def sheets(found: Solved, play: str) -> tuple[Sheet, RowsFirst, Sheet]:
    """All of them, under a play."""
    return _plays(found), _hands(found, play), kings(found, play if play in (BEST, RANKS)
                                                     else BEST)


def _part(value: float | Fraction, places: int = 2, sign: bool = False) -> Cell:
    return part(float(value), places, sign)


def _plays(found: Solved) -> Sheet:
    best = found.played[BEST].edge
    return Sheet(name="plays", columns=("play", "edge", "costs", "risk", "calls"), rows=tuple(
        (word(f"class.{play}"), _part(one.edge, 4), _part(one.edge - best, 4),
         _part(one.risk, 4), _part(one.calls)) for play in PLAYS for one in (found.played[play],)))


def _hands(found: Solved, play: str) -> RowsFirst:
    """How each combination fares under a play, the highest first."""
    one, rows = found.played[play], []
    for kind in reversed(range(len(LINES))):
        ways = {end: one.often(end, kind) for end in ENDS}
        dealt = sum(ways.values())
        on = dealt - ways[FOLD]
        mean = sum((Fraction(gain) * Fraction(chance) for gain, chance in one.net(kind).items()),
                   Fraction(0))
        share = [_part(Fraction(ways[end], on) if on else 0) for end in (WEAK, WIN, EVEN, LOSE)]
        rows.append((word(f"kind.{LINES[kind]}"), _part(Fraction(dealt, one.deals), 4),
                     _part(Fraction(on, dealt)), *share, _part(mean, 2, True)))
    return RowsFirst(name="hands", rows=tuple(rows), columns=(
        "hand", "dealt", "calls", "bank-out", "won", "tie", "lost", "gain"))


def kings(found: Solved, play: str) -> Sheet:
    """Hands of ace and king by their next cards and the rank of the open card: whether they go on
    or pass, or how many of a hundred go on where they differ; and what the other choice costs on
    average, in initial bets."""
    cards = found.cards[found.kings].astype(np.int64)
    times, free = found.times[found.kings], found.free[found.kings]
    calls, ranks = found.calls[play][found.kings], cards // len(SUITS)
    over = found.gains / (found.whole * found.law.ante) + 1
    keys = sorted({_next(tuple(row)) for row in ranks[:, 1:3].tolist()}, reverse=True)
    rows = []
    for third, fourth in keys:
        mine = ranks[:, 2] == third
        if fourth >= 0:
            mine &= ranks[:, 1] == fourth
        name = "AK" + "".join(found.law.ranking.ranks[rank] for rank in (third, fourth)
                              if rank >= 0)
        rows.append((Cell(text=name.replace("T", "10")), *(
            _cell(times[mine], free[mine], calls[mine], over[mine], rank)
            for rank in range(len(found.law.ranking.ranks)))))
    return Sheet(name="kings" if _plain(found) else "kings-alone", rows=tuple(rows),
                 columns=("hand", *(f"up.{rank}" for rank in found.law.ranking.ranks)))


def _plain(found: Solved) -> bool:
    """Whether the best play of every other hand goes without saying: a limit on prizes may change
    it."""
    known = strengths(found.law.ranking)
    return found.never >= known.plays and known.of[found.always].rank == 0


def _next(ranks: tuple[int, ...]) -> tuple[int, int]:
    fourth, third = ranks
    return third, fourth if third in (QUEEN, JACK) else -1


def _cell(times: Numbers, free: Words, calls: Words, over: Floats, rank: int) -> Cell:
    on = there = 0
    cost = 0.0
    for suit in range(len(SUITS)):
        card = np.uint64(1) << np.uint64(rank * len(SUITS) + suit)
        comes, goes = free & card != 0, calls & card != 0
        there += int(times[comes].sum())
        on += int(times[goes].sum())
        cost += float((np.abs(over[:, rank * len(SUITS) + suit]) * times)[comes].sum())
    if 0 < on < there:
        return Cell(text=f"{100 * on / there:.0f}", kind="mixes")
    return Cell(text=GOES if on else PASSES, kind="takes" if on else "stays", cost=cost / there)
