"""What the system's source of chance throws, held against equal chances by Pearson's statistic.

Its cube root is nearly normal (Wilson and Hilferty 1931). Beyond six deviations, on either side,
lie about two of a thousand million honest samples: chance that is too even is as wrong as one that
is not even.
"""

from __future__ import annotations

from collections import Counter
from math import sqrt
from typing import Any

import pytest

from sabot.equipment import System
from sabot.families.layout.declare import cloth_of
from sabot.games import catalogue, game, read_table
from sabot.procedure import Live, Throw
from sabot.procedure.felt import card_boxes
from sabot.procedure.table import Table

SIGMAS = 6
FEW, MANY = 40_000, 1_000_000
THROWN = [game_id for game_id, game in catalogue().items() if game.pricing and game.pricing.cloth
          and not card_boxes(game.felt(Table(game=game_id, name="fair", rules=game.rules())))]


def deviations(seen: Counter[Any], outcomes: int, throws: int) -> float:
    """How many deviations Pearson's statistic of these throws lies above its middle."""
    expected, free = throws / outcomes, outcomes - 1
    found = sum((n - expected) ** 2 for n in seen.values()) / expected
    found += (outcomes - len(seen)) * expected
    spread = 2 / (9 * free)
    return float((found / free) ** (1 / 3) - (1 - spread)) / sqrt(spread)


def fits(game_id: str, throws: int) -> float:
    """The deviations of so many throws of a game from the system's source."""
    table = read_table(f'game = "{game_id}"\nname = "fair"\nminimum = 1\nmaximum = 6\n')
    assert not isinstance(table, list), table
    cloth = cloth_of(game(game_id), table)
    step = Throw("ir/1", thing="throw", sides=cloth.sides, first=cloth.first)
    chance = Live(System())
    seen = Counter(chance.resolve(step) for _ in range(throws))
    assert set(seen) <= set(cloth.outcomes)
    return deviations(seen, len(cloth.outcomes), throws)


@pytest.mark.parametrize("game_id", THROWN)
def test_throws_of_every_game_are_even(game_id: str) -> None:
    assert abs(fits(game_id, FEW)) < SIGMAS


@pytest.mark.soak
@pytest.mark.parametrize("game_id", THROWN)
def test_a_million_throws_of_every_game_are_even(game_id: str) -> None:
    assert abs(fits(game_id, MANY)) < SIGMAS


def test_a_loaded_die_is_found() -> None:
    """The instrument can fail: one face of six comes one time in fifty more often than it should,
    and a wheel that never repeats is too even."""
    loaded = Counter(dict.fromkeys(range(1, 6), FEW // 6))
    loaded[6] = FEW // 6 + FEW // 50
    assert deviations(loaded, 6, sum(loaded.values())) > SIGMAS
    assert deviations(Counter(dict.fromkeys(range(37), 1000)), 37, 37_000) < -SIGMAS
