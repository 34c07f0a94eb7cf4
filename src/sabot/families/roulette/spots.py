"""The wheel and the layout of a roulette with one zero.

Which numbers lie together is derived: on the cloth from the grid in which they stand, on the wheel
from the order of its pockets. No list of splits, streets or corners is written down.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from itertools import pairwise

from sabot.families.layout.cloth import (
    LOST,
    Cloth,
    Fate,
    Fell,
    Kind,
    Spot,
    State,
    of_kinds,
    of_spots,
)
from sabot.money import Odds

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

ROWS = ((0,), *((n, n + 1, n + 2) for n in range(1, POCKETS, 3)))
"""The layout, which is headed by a zero as wide as the three numbers below it."""

COLUMNS = {column[-1]: column for column in zip(*ROWS[1:], strict=True)}
"""The columns by the number on which they end."""

DOZENS = {n: tuple(range(12 * n - 11, 12 * n + 1)) for n in (1, 2, 3)}
EVENS = {
    "even": frozenset(range(2, POCKETS, 2)), "odd": frozenset(range(1, POCKETS, 2)),
    "low": frozenset(range(1, 19)), "high": frozenset(range(19, POCKETS)),
    "red": RED, "black": frozenset(range(1, POCKETS)) - RED,
}
"""The numbers of each even chance."""

Group = tuple[int, ...]


def colour(number: int) -> str:
    """The colour of a number: "red", "black", or "" for zero, which has neither."""
    return "" if not number else "red" if number in RED else "black"


def tint(fell: Fell) -> str:
    """The colour in which the pocket of a number is drawn."""
    return colour(fell[0]) or "green"


def _cell(column: int, row: int) -> int | None:
    """The number whose field covers a unit of the grid."""
    if not (0 <= column < 3 and 0 <= row < len(ROWS)):
        return None
    return ROWS[row][column] if row else 0


def _meet(*at: tuple[int, int]) -> Group:
    """The numbers whose fields cover these units of the grid."""
    return tuple(sorted({n for n in (_cell(*unit) for unit in at) if n is not None}))


def splits() -> Iterator[Group]:
    """Two numbers whose fields have an edge in common."""
    found = {_meet((x, y), other) for y in range(len(ROWS)) for x in range(3)
             for other in ((x + 1, y), (x, y + 1))}
    return (pair for pair in sorted(found) if len(pair) == 2)


def streets() -> Iterator[Group]:
    """A row of three numbers, or three whose fields meet in one point."""
    yield from (trio for trio in _points() if len(trio) == 3)
    yield from ROWS[1:]


def corners() -> Iterator[Group]:
    """Four numbers: those whose fields meet in one point, or zero and the row below it."""
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


def together(apart: bool = False) -> tuple[tuple[int, int], ...]:
    """Which two of three dozens or columns may be bet on with one stake."""
    return ((1, 2), (1, 3), (2, 3)) if apart else ((1, 2), (2, 3))


def neighbours(order: Group, number: int, each: int) -> Group:
    """A number of the wheel with so many on each side of it, clockwise."""
    at = order.index(number)
    return tuple(order[(at + n) % POCKETS] for n in range(-each, each + 1))



@cache
def _inside() -> dict[str, frozenset[int]]:
    """The numbers of each spot inside the layout."""
    return {
        f"{kind}/{'-'.join(map(str, shown(group)))}": frozenset(group)
        for kind, groups, shown in (
            ("straight", ((n,) for n in range(POCKETS)), tuple), ("split", splits(), tuple),
            ("street", streets(), tuple), ("corner", corners(), tuple),
            ("line", lines(), lambda group: (group[0], group[-1])))
        for group in groups}


def _outside(apart: bool) -> dict[str, frozenset[int]]:
    """The numbers of each spot outside the numbers of the layout."""
    heads = list(COLUMNS)
    return {
        **{f"dozen/{n}": frozenset(numbers) for n, numbers in DOZENS.items()},
        **{f"column/{n}": frozenset(numbers) for n, numbers in COLUMNS.items()},
        **{f"dozens/{a}-{b}": frozenset(DOZENS[a] + DOZENS[b]) for a, b in together(apart)},
        **{f"columns/{heads[a - 1]}-{heads[b - 1]}":
           frozenset(COLUMNS[heads[a - 1]] + COLUMNS[heads[b - 1]]) for a, b in together(apart)},
        **EVENS}


def numbers(spot: str) -> frozenset[int]:
    """The numbers on which a spot wins; KeyError for one that is no spot of a roulette."""
    return {**_inside(), **_outside(apart=True)}[spot]


def layout(kinds: Iterable[Kind], apart: bool = False,
           composed: Iterable[Spot] = (), laws: Mapping[str, str] = {}) -> Cloth:
    """The cloth of a roulette: these chances, and bets composed of several of them.

    ``apart``: one stake may also cover two dozens, or two columns, that do not touch. ``laws`` are
    the clauses of spots that have one of their own.
    """
    by_name = of_kinds(*kinds)
    wins = {**_inside(), **_outside(apart)}
    spots = of_spots(*(Spot(name, "simple" if name in EVENS else name.partition("/")[0],
                            law=laws.get(name, "")) for name in wins), *composed)
    pays: dict[str, Odds] = {name: by_name[spots[name].kind].prizes[0] for name in wins}

    def fate(state: State, spot: str, fell: Fell) -> Fate:
        return pays[spot] if fell[0] in wins[spot] else LOST

    return Cloth(by_name, spots, (POCKETS,), fate, first=0)
