"""The wheel and the layout of a roulette with one zero.

Which numbers are adjacent is derived: on the layout from the grid of its numbers, on the wheel from
the order of its pockets. There is no written list of splits, streets or corners.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cache
from itertools import pairwise

from sabot.families.layout.cloth import (
    LOST,
    Cloth,
    Fate,
    Fell,
    Kind,
    Rounding,
    Spot,
    State,
    of_kinds,
    of_spots,
)
from sabot.money import Odds
from sabot.regulations import IR

POCKETS = 37
FRENCH = (
    0, 32, 15, 19, 4, 21, 2, 25, 17, 34, 6, 27, 13, 36, 11, 30, 8, 23, 10,
    5, 24, 16, 33, 1, 20, 14, 31, 9, 22, 18, 29, 7, 28, 12, 35, 3, 26)
AMERICAN = (
    0, 28, 9, 26, 30, 11, 7, 20, 32, 17, 5, 22, 34, 15, 3, 24, 36, 13, 1,
    27, 10, 25, 29, 12, 8, 19, 31, 18, 6, 21, 33, 16, 4, 23, 35, 14, 2)
ORDERS = {"french": FRENCH, "american": AMERICAN}
"""The numbers of the pockets, clockwise from zero."""

RED = frozenset(FRENCH[1::2])
"""The red numbers: every other pocket of the French order, from 32 on."""

ALTERNATE = frozenset(AMERICAN[2::2])
"""The numbers that are red where the colours alternate in the American order, from a black 28 on
(IR 130)."""

ROWS = ((0,), *((n, n + 1, n + 2) for n in range(1, POCKETS, 3)))
"""The rows of the layout; zero is as wide as the three numbers below it."""

COLUMNS = {column[-1]: column for column in zip(*ROWS[1:], strict=True)}
"""The columns by their last number."""


def blacks(reds: frozenset[int]) -> frozenset[int]:
    """The black numbers: all that are not red, but zero, which has no colour."""
    return frozenset(range(1, POCKETS)) - reds


DOZENS = {n: tuple(range(12 * n - 11, 12 * n + 1)) for n in (1, 2, 3)}
EVENS = {
    "even": frozenset(range(2, POCKETS, 2)), "odd": frozenset(range(1, POCKETS, 2)),
    "low": frozenset(range(1, 19)), "high": frozenset(range(19, POCKETS)),
    "red": RED, "black": blacks(RED),
}
"""The numbers of each even chance."""

Group = tuple[int, ...]


def colour(cloth: Cloth, number: int) -> str:
    """The colour of a number: "red", "black", or "" for zero, which has neither."""
    return "" if not number else "red" if number in red(cloth) else "black"


def red(cloth: Cloth) -> frozenset[int]:
    """The red numbers of a cloth."""
    return frozenset(cloth.outcomes[at][0] for at, _ in cloth.wins("red"))


def tint(cloth: Cloth, fell: Fell) -> str:
    """The colour in which the pocket of a number is drawn."""
    return colour(cloth, fell[0]) or "green"


def _cell(column: int, row: int) -> int | None:
    """The number whose box covers a unit of the grid; None outside it."""
    if not (0 <= column < 3 and 0 <= row < len(ROWS)):
        return None
    return ROWS[row][column] if row else 0


def _meet(*at: tuple[int, int]) -> Group:
    """The numbers whose boxes cover these units of the grid."""
    return tuple(sorted({n for n in (_cell(*unit) for unit in at) if n is not None}))


def splits() -> Iterator[Group]:
    """Two numbers whose boxes share an edge."""
    pairs = {_meet((x, y), other) for y in range(len(ROWS)) for x in range(3)
             for other in ((x + 1, y), (x, y + 1))}
    return (pair for pair in sorted(pairs) if len(pair) == 2)


def streets() -> Iterator[Group]:
    """A row of three numbers, or three whose boxes meet in one point."""
    yield from (trio for trio in _points() if len(trio) == 3)
    yield from ROWS[1:]


def corners() -> Iterator[Group]:
    """Four numbers whose boxes meet in one point, or zero and the row below it."""
    yield from (both for both in _neighbouring() if len(both) == 4)
    yield from (four for four in _points() if len(four) == 4)


def lines() -> Iterator[Group]:
    """Six numbers: two rows, one below the other."""
    return (both for both in _neighbouring() if len(both) == 6)


def _points() -> list[Group]:
    """The numbers that meet in each point between four units of the grid."""
    return [_meet((x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1))
            for y in range(len(ROWS) - 1) for x in range(2)]


def _neighbouring() -> list[Group]:
    return [a + b for a, b in pairwise(ROWS)]


def adjacent_pairs(non_adjacent: bool = False) -> tuple[tuple[int, int], ...]:
    """The pairs of dozens or columns that one stake may cover; ``non_adjacent``: also 1 and 3."""
    return ((1, 2), (1, 3), (2, 3)) if non_adjacent else ((1, 2), (2, 3))


def neighbours(order: Group, number: int, each: int) -> Group:
    """A number of the wheel with ``each`` numbers on each side of it, clockwise."""
    at = order.index(number)
    return tuple(order[(at + n) % POCKETS] for n in range(-each, each + 1))



@cache
def _inside() -> dict[str, frozenset[int]]:
    """The numbers of each inside bet."""
    return {
        f"{kind}/{'-'.join(map(str, named(group)))}": frozenset(group)
        for kind, groups, named in (
            ("straight", ((n,) for n in range(POCKETS)), tuple), ("split", splits(), tuple),
            ("street", streets(), tuple), ("corner", corners(), tuple),
            ("line", lines(), lambda group: (group[0], group[-1])))
        for group in groups}


def _outside(non_adjacent: bool) -> dict[str, frozenset[int]]:
    """The numbers of each outside bet."""
    heads = list(COLUMNS)
    return {
        **{f"dozen/{n}": frozenset(numbers) for n, numbers in DOZENS.items()},
        **{f"column/{n}": frozenset(numbers) for n, numbers in COLUMNS.items()},
        **{
            f"dozens/{a}-{b}": frozenset(DOZENS[a] + DOZENS[b])
            for a, b in adjacent_pairs(non_adjacent)
        },
        **{
            f"columns/{heads[a - 1]}-{heads[b - 1]}": frozenset(
                COLUMNS[heads[a - 1]] + COLUMNS[heads[b - 1]]
            )
            for a, b in adjacent_pairs(non_adjacent)
        },
        **EVENS,
    }


def numbers(spot: str) -> frozenset[int]:
    """The numbers on which a spot wins; KeyError for a spot that roulette does not have."""
    return {**_inside(), **_outside(non_adjacent=True)}[spot]


def read_kinds(kinds: Iterable[Kind], rounded: bool, more: bool) -> tuple[Kind, ...]:
    """The kinds of bets by the readings of a table. ``rounded``: prizes are rounded down (IR 372).
    ``more``: a maximum exceeds its minimum by the multiple of the law, and so is one minimum more
    (IR 380)."""
    rounding = Rounding("prize", IR[372]) if rounded else None
    return tuple(replace(kind, rounding=rounding, most=kind.most + more) for kind in kinds)


def layout(kinds: Iterable[Kind], non_adjacent: bool = False,
           composed: Iterable[Spot] = (), laws: Mapping[str, str] = {}, *,
           zero_beside: bool = True, reds: frozenset[int] = RED) -> Cloth:
    """The cloth of a roulette: these bets, and bets ``composed`` of several of them.

    ``non_adjacent``: one stake may also cover two dozens, or two columns, that are not adjacent.
    ``laws``: the clauses of spots that have their own. ``zero_beside``: zero is adjacent to the
    first row (IR 131). ``reds``: the red numbers (IR 130).
    """
    by_name = of_kinds(*kinds)
    colours = {"red": reds, "black": blacks(reds)}
    wins = {name: on for name, on in {**_inside(), **_outside(non_adjacent), **colours}.items()
            if zero_beside or 0 not in on or len(on) == 1}
    spots = of_spots(*(Spot(name, "simple" if name in EVENS else name.partition("/")[0],
                            law=laws.get(name, "")) for name in wins), *composed)
    pays: dict[str, Odds] = {name: by_name[spots[name].kind].prizes[0] for name in wins}

    def fate(state: State, spot: str, fell: Fell) -> Fate:
        return pays[spot] if fell[0] in wins[spot] else LOST

    return Cloth(by_name, spots, (POCKETS,), fate, first=0)
