"""The compiled games of a machine are those of its sheet: figures within what chance allows."""

from __future__ import annotations

import math

import msgspec
import pytest
from test_machine_par import HOLD, LADDER, SEA
from test_machine_spins import WATER

from sabot.families.machine.kernel import ReelPlayer
from sabot.families.machine.model import Model, Symbol
from sabot.families.machine.par import Sheet

GAMES = 400_000
RICH = msgspec.structs.replace(
    SEA, weights=((2, 1, 1), (1, 2, 1, 3)), hold=msgspec.structs.replace(HOLD, least=2),
    ladder=msgspec.structs.replace(LADDER, least=2))


@pytest.mark.parametrize("model", [
    msgspec.structs.replace(SEA, free=None), SEA, RICH,
    msgspec.structs.replace(RICH, free=None)], ids=["lines", "free", "all", "held"])
def test_games_return_what_the_sheet_says(model: Model) -> None:
    """Within five standard errors, whatever the seed is."""
    sheet, tally = Sheet(model), ReelPlayer(model, coin=3).block(7, 0, GAMES)
    assert tally.wrong() == ""
    mean = 1 + tally.total / GAMES / (3 * sheet.bet)
    assert abs(mean - float(sheet.returned)) < 5 * sheet.deviation / math.sqrt(GAMES)
    spread = tally.squares / GAMES / (3 * sheet.bet) ** 2 - (mean - 1) ** 2
    assert spread == pytest.approx(float(sheet.variance), rel=0.05)
    for name, counted in (("hold", "holds"), ("ladder", "ladders")):
        chance = float(sheet.begins.get(name, 0))
        assert abs(tally.counts.get(counted, 0) / GAMES - chance) < 5 * math.sqrt(
            chance / GAMES + 1e-18)
    if model.free:
        each = sum(float(feature.games) for feature in sheet.free_games.values())
        assert tally.counts["free games"] / GAMES == pytest.approx(
            float(sheet.begins["free"]) * each, rel=0.02)


def test_without_features_every_sum_comes_as_often_as_it_should() -> None:
    model = msgspec.structs.replace(SEA, free=None, weights=((2, 1, 1), (1, 2, 1, 3)))
    sheet, tally = Sheet(model), ReelPlayer(model).block(1, 4, GAMES)
    assert {net + sheet.bet for net in tally.nets} == set(sheet.wins)
    for coins, chance in sheet.wins.items():
        seen = tally.nets[coins - sheet.bet]
        assert abs(seen - GAMES * chance) < 5 * math.sqrt(GAMES * chance * (1 - chance))


def test_a_block_is_named_by_seed_and_number_alone() -> None:
    one, other = ReelPlayer(RICH), ReelPlayer(RICH)
    assert one.block(3, 5, 1000) == other.block(3, 5, 1000)
    assert one.block(3, 5, 1000) != one.block(3, 6, 1000)
    assert one.identity == other.identity != ReelPlayer(RICH, 1).identity
    assert one.unit == 2 and ReelPlayer(RICH, 1, 5).unit == 5
    assert "ladder" in one.strategy


@pytest.mark.parametrize("model", [
    WATER, msgspec.structs.replace(WATER, falls=()),
    msgspec.structs.replace(
        WATER, symbols={"d": Symbol(scatter=True)}, hold=msgspec.structs.replace(
            HOLD, scatter="d"), ladder=msgspec.structs.replace(LADDER, scatter="d"))],
    ids=["falls", "ways", "features"])
def test_games_in_ways_return_what_the_sheet_says(model: Model) -> None:
    sheet, player = Sheet(model), ReelPlayer(model, coin=2)
    tally = player.block(3, 1, GAMES)
    assert "every way" in player.strategy and player.unit == 10
    mean = 1 + tally.total / GAMES / player.unit
    assert abs(mean - float(sheet.returned)) < 5 * sheet.deviation / math.sqrt(GAMES)
