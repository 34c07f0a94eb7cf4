"""Tables of a solved game: strategies, hands by combination, and hands with ace and king against
each open card."""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from sabot.equipment.arrays import Floats, Numbers, Words
from sabot.equipment.cards import SUITS
from sabot.families.poker.no_draw import ENDS, EVEN, FOLD, LOSE, WEAK, WIN, strengths
from sabot.families.poker.no_draw_plays import BEST, PLAYS, RANKS, Solved
from sabot.games.no_draw_poker.rules import LINES
from sabot.probability.sheets import Cell, RowsFirst, Sheet, part, word

QUEEN, JACK = 10, 9
"""The third cards with which the fourth card matters too."""
GOES, PASSES = "V", "P"
"""«Vou» and «passo»."""


def sheets(solution: Solved, play: str) -> tuple[Sheet, RowsFirst, Sheet]:
    """All tables for a strategy."""
    return (_plays(solution), _hands(solution, play),
            ace_king(solution, play if play in (BEST, RANKS) else BEST))


def _part(value: float | Fraction, places: int = 2, sign: bool = False) -> Cell:
    return part(float(value), places, sign)


def _plays(solution: Solved) -> Sheet:
    best = solution.played[BEST].edge
    return Sheet(name="plays", columns=("play", "edge", "costs", "risk", "calls"), rows=tuple(
        (word(f"class.{play}"), _part(priced.edge, 4), _part(priced.edge - best, 4),
         _part(priced.risk, 4), _part(priced.calls))
        for play in PLAYS for priced in (solution.played[play],)))


def _hands(solution: Solved, play: str) -> RowsFirst:
    """The results of each combination with a strategy, the highest first."""
    priced, rows = solution.played[play], []
    for kind in reversed(range(len(LINES))):
        ways = {end: priced.often(end, kind) for end in ENDS}
        dealt = sum(ways.values())
        on = dealt - ways[FOLD]
        mean = sum((Fraction(gain) * Fraction(chance) for gain, chance in priced.net(kind).items()),
                   Fraction(0))
        share = [_part(Fraction(ways[end], on) if on else 0) for end in (WEAK, WIN, EVEN, LOSE)]
        rows.append((word(f"kind.{LINES[kind]}"), _part(Fraction(dealt, priced.deals), 4),
                     _part(Fraction(on, dealt)), *share, _part(mean, 2, True)))
    return RowsFirst(name="hands", rows=tuple(rows), columns=(
        "hand", "dealt", "calls", "bank-out", "won", "tie", "lost", "gain"))


def ace_king(solution: Solved, play: str) -> Sheet:
    """Hands with ace and king by their next cards and the rank of the open card: whether they go on
    or pass, or the percentage that goes on if they differ; and the mean cost of the other choice,
    in initial bets."""
    cards = solution.cards[solution.kings].astype(np.int64)
    times, free = solution.times[solution.kings], solution.free[solution.kings]
    calls, ranks = solution.calls[play][solution.kings], cards // len(SUITS)
    over = solution.gains / (solution.whole * solution.law.ante) + 1
    keys = sorted({_next(tuple(row)) for row in ranks[:, 1:3].tolist()}, reverse=True)
    rows = []
    for third, fourth in keys:
        mine = ranks[:, 2] == third
        if fourth >= 0:
            mine &= ranks[:, 1] == fourth
        name = "AK" + "".join(solution.law.ranking.ranks[rank] for rank in (third, fourth)
                              if rank >= 0)
        rows.append((Cell(text=name.replace("T", "10")), *(
            _cell(times[mine], free[mine], calls[mine], over[mine], rank)
            for rank in range(len(solution.law.ranking.ranks)))))
    return Sheet(name="kings" if _is_plain(solution) else "kings-alone", rows=tuple(rows),
                 columns=("hand", *(f"up.{rank}" for rank in solution.law.ranking.ranks)))


def _is_plain(solution: Solved) -> bool:
    """Whether the best play of every other hand is obvious; a limit on prizes may change it."""
    known = strengths(solution.law.ranking)
    return solution.never >= known.plays and known.of[solution.always].rank == 0


def _next(ranks: tuple[int, ...]) -> tuple[int, int]:
    fourth, third = ranks
    return third, fourth if third in (QUEEN, JACK) else -1


def _cell(times: Numbers, free: Words, calls: Words, over: Floats, rank: int) -> Cell:
    on = total = 0
    cost = 0.0
    for suit in range(len(SUITS)):
        card = np.uint64(1) << np.uint64(rank * len(SUITS) + suit)
        comes, goes = free & card != 0, calls & card != 0
        total += int(times[comes].sum())
        on += int(times[goes].sum())
        cost += float((np.abs(over[:, rank * len(SUITS) + suit]) * times)[comes].sum())
    if 0 < on < total:
        return Cell(text=f"{100 * on / total:.0f}", kind="mixes")
    return Cell(text=GOES if on else PASSES, kind="takes" if on else "stays", cost=cost / total)
