"""The layout of both roulettes of Portaria 217/2007, from the published text: the wheel, the
chances with their prizes and limits, and the numbers of every spot.
"""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from itertools import pairwise
from typing import NamedTuple

Limits = tuple[int, int, int]
"""The least bet, the greatest bet and the step between bets."""
Bets = dict[str, dict[str, int]]
"""The bets of a player by spot; each is the amounts of its parts by the spots that they lie on."""

WHEEL = (0, 32, 15, 19, 4, 21, 2, 25, 17, 34, 6, 27, 13, 36, 11, 30, 8, 23, 10, 5, 24, 16, 33, 1,
         20, 14, 31, 9, 22, 18, 29, 7, 28, 12, 35, 3, 26)
"""The French order of the numbers, clockwise (American roulette 2.a, French roulette 2)."""
RED = frozenset(WHEEL[1::2])
"""Red and black by turns, from red on 32 (6); the same on a wheel in American order (ir/130)."""
BLACK = frozenset(WHEEL[2::2])


class Chance(NamedTuple):
    """What may be bet on: how its rules are named, how many times the bet the prize is, how many
    times the minimum the maximum may be, and the option with the limits of the house."""

    rule: str
    times: Fraction
    most: int
    option: str


CHANCES = {
    "straight": Chance("a.pleno", Fraction(35), 30, "straight"),
    "split": Chance("a.cavalo", Fraction(17), 60, "split"),
    "street": Chance("a.rua", Fraction(11), 90, "street"),
    "corner": Chance("a.quadro", Fraction(8), 120, "corner"),
    "line": Chance("a.linha", Fraction(5), 180, "line"),
    "dozen": Chance("a.duzia", Fraction(2), 360, "dozen"),
    "column": Chance("a.coluna", Fraction(2), 360, "column"),
    "dozens": Chance("a.cavalo-duzia", Fraction(1, 2), 720, "dozens"),
    "columns": Chance("a.cavalo-coluna", Fraction(1, 2), 720, "columns"),
    "even": Chance("b.par", Fraction(1), 540, "simple"),
    "odd": Chance("b.impar", Fraction(1), 540, "simple"),
    "low": Chance("b.menor", Fraction(1), 540, "simple"),
    "high": Chance("b.maior", Fraction(1), 540, "simple"),
    "red": Chance("b.encarnado", Fraction(1), 540, "simple"),
    "black": Chance("b.preto", Fraction(1), 540, "simple"),
}
SIMPLE = ("even", "odd", "low", "high", "red", "black")
OUTSIDE = ("dozen", "column", "dozens", "columns", *SIMPLE)


def layout() -> dict[str, frozenset[int]]:
    """The numbers of every spot on the layout, on which three numbers make a row."""
    found = {f"straight/{number}": frozenset({number}) for number in range(37)}
    rows = [(first, first + 1, first + 2) for first in range(1, 37, 3)]

    def add(kind: str, *numbers: int) -> None:
        found[f"{kind}/{'-'.join(map(str, numbers))}"] = frozenset(numbers)

    for row in rows:
        add("street", *row)
        add("split", row[0], row[1])
        add("split", row[1], row[2])
    for upper, lower in pairwise(rows):
        for one, other in zip(upper, lower, strict=True):
            add("split", one, other)
        add("corner", *upper[:2], *lower[:2])
        add("corner", *upper[1:], *lower[1:])
        found[f"line/{upper[0]}-{lower[2]}"] = frozenset({*upper, *lower})
    for number in rows[0]:
        add("split", 0, number)  # ir/131: zero lies across the head of the first row.
    add("street", 0, 1, 2)
    add("street", 0, 2, 3)
    add("corner", 0, 1, 2, 3)
    dozens = {first: frozenset(range(12 * first - 11, 12 * first + 1)) for first in (1, 2, 3)}
    columns = {last: frozenset(range(last - 33, 37, 3)) for last in (34, 35, 36)}
    for kind, groups in (("dozen", dozens), ("column", columns)):
        for name, numbers in groups.items():
            found[f"{kind}/{name}"] = numbers
            for other, more in groups.items():
                if name < other:
                    found[f"{kind}s/{name}-{other}"] = numbers | more
    found["even"], found["odd"] = frozenset(range(2, 37, 2)), frozenset(range(1, 37, 2))
    found["low"], found["high"] = frozenset(range(1, 19)), frozenset(range(19, 37))
    found["red"], found["black"] = RED, BLACK
    return found


NUMBERS = layout()
APART = ("dozens/1-3", "columns/34-36")
"""Spots that are covered with one stake only where the house allows it (ir/132)."""


def chance_of(spot: str) -> Chance:
    """The chance of a spot of the layout."""
    return CHANCES[spot.partition("/")[0]]


def is_outside(spot: str) -> bool:
    """Whether a spot is none of numbers: an even chance, a dozen, a column or a split of these."""
    return spot.partition("/")[0] in OUTSIDE


TWICE = {kind: int(2 * chance.times) for kind, chance in CHANCES.items()}


def twice_won(bets: Bets) -> dict[int, int]:
    """Twice what bets win on each number, since some prizes are half of the bet."""
    won: dict[int, int] = defaultdict(int)
    for parts in bets.values():
        for part, amount in parts.items():
            prize = amount * TWICE[part.partition("/")[0]]
            for number in NUMBERS[part]:
                won[number] += prize
    return won


def euros(cents: int) -> str:
    """A sum in words of an announcement."""
    return f"{cents // 100}.{cents % 100:02} €"


class Rules(NamedTuple):
    """The numbers of the rules that both sections have."""

    section: str
    pockets: str
    colours: str
    other_ball: str
    new_ball: str
    throw: str
    call: str
    closed: str
    direction: str
    plate: str
    void: str
    again: str
    number: str
    mark: str
    bets: str
    every: str
    prize: str
    zero: str
    collect: str
    opened: str
    order: str
    together: str
    announced: str
    rebuilt: str
    limits: str
    relieved: str


def common(rules: Rules) -> tuple[str, ...]:
    """The rules that are judged here."""
    bet, prize, limit = rules.bets, rules.prize, rules.limits
    kinds = list(dict.fromkeys(chance.rule for chance in CHANCES.values()))
    multiple = [kind for kind in kinds if kind.startswith("a.")]
    return (
        *rules[1:], f"{bet}.a", f"{bet}.b", *(f"{bet}.{kind}" for kind in kinds),
        f"{prize}.a", f"{prize}.b", *(f"{prize}.{kind}" for kind in multiple),
        f"{limit}.a", f"{limit}.b", *(f"{limit}.{kind}" for kind in multiple),
    )
