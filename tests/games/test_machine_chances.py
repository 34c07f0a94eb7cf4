"""Compiled games of machines: the same as games of the engine, and the exact figures."""

from __future__ import annotations

import json
import math
import pickle
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

import sabot
from sabot import games
from sabot.certify.kernel_equality import any_chart, difference
from sabot.cli import main
from sabot.families.machine import minimum_return
from sabot.families.machine.draw import Draw
from sabot.families.machine.file import shipped_models
from sabot.families.machine.model import Model
from sabot.games.machines import OWN
from sabot.games.machines.chances.plays import minimum_bet
from sabot.games.machines.rules import Rules, bets_of
from sabot.probability.tally import merge
from sabot.procedure.table import Table
from support.machine_models import featured

GAME = games.game("machines")
KERNEL, STRATEGIES = GAME.simulated.kernel, GAME.simulated.strategies
SURE = 4.5  # standard errors
EXAMPLES = Path(__file__).parents[2] / "examples" / "machines"
AT_NO_TABLE = ("published", "cartas-joker")  # figures of others; tables deal 52 cards
PUBLISHED = [EXAMPLES / "cartas-duques.toml", EXAMPLES / "estrelas.toml", *(
    path for path in sorted(EXAMPLES.glob("*.toml"))
    if path.stem not in (*AT_NO_TABLE, "cartas-duques", "estrelas"))]


def table(**rules: Any) -> Table:
    """A machine that is nobody's: simulations need no approval."""
    return Table(game=GAME.id, name="", places=1, minimum=1, maximum=100_000,
                 rules=Rules(**{"coins": (5, 100), "by_hand": 0, **rules}))


@pytest.mark.more_of("0-cinco", "0-vindima", "1000-cinco", "1000-vindima")
@pytest.mark.parametrize("name", shipped_models())
@pytest.mark.parametrize("by_hand", [0, 1000])
def test_games_of_shipped_models_are_those_of_the_engine(name: str, by_hand: int) -> None:
    at = table(model=name, by_hand=by_hand, jackpot=OWN if name == "azulejo" else None)
    for seed in range(3):
        assert difference(GAME, at, any_chart(GAME, at, seed), 150, seed=seed) is None
    chart = STRATEGIES["best"](at).chart
    assert difference(GAME, at, chart, 150, number=7) is None


@settings(max_examples=40, deadline=None)
@given(featured(), st.integers(0, 2 ** 30))
def test_games_of_any_model_are_those_of_the_engine(model: Model, seed: int) -> None:
    at = table(reels=model)
    assert difference(GAME, at, any_chart(GAME, at, seed), 40, seed=seed) is None


@pytest.mark.more_of(*(path.stem for path in PUBLISHED[2:]))
@pytest.mark.parametrize("path", PUBLISHED, ids=lambda path: path.stem)
def test_games_of_published_models_are_those_of_the_engine(path: Path) -> None:
    model = sabot.Machine.read(path).model
    at = table(cards=model) if isinstance(model, Draw) else table(reels=model)
    for seed in range(2):
        assert difference(GAME, at, any_chart(GAME, at, seed), 150, seed=seed) is None


@pytest.mark.soak
@settings(max_examples=500, deadline=None)
@given(featured(), st.integers(0, 2 ** 30))
def test_games_of_any_model_are_those_of_the_engine_for_long(model: Model, seed: int) -> None:
    at = table(reels=model)
    assert difference(GAME, at, any_chart(GAME, at, seed), 1000, seed=seed) is None


@pytest.mark.parametrize("play", STRATEGIES)
@pytest.mark.parametrize("name", shipped_models())
def test_games_return_what_the_play_is_worth(name: str, play: str) -> None:
    at, count = table(model=name), 300_000
    strategy = STRATEGIES[play](at)
    kernel = KERNEL(at, strategy.chart)
    tally = kernel.block(11, 3, count)
    mean = tally.total / count / kernel.unit
    error = math.sqrt(tally.squares / count / kernel.unit ** 2 - mean ** 2) / math.sqrt(count)
    assert abs(mean - strategy.mean) < SURE * error


def test_a_play_by_a_simple_rule_is_worth_less_where_something_is_decided() -> None:
    for name, decides in (("azulejo", True), ("costa", False), ("cinco", True)):
        at = table(model=name)
        best, simple = (STRATEGIES[play](at).mean for play in ("best", "simple"))
        assert (simple < best) is decides, name
    assert STRATEGIES["best"](table(model="cinco")).mean == float(
        minimum_return.return_to_player(shipped_models()["cinco"], 1) - 1)


def test_the_least_bet_with_the_most_lines_is_played() -> None:
    at = Table(game=GAME.id, name="", places=1, minimum=100, maximum=1000,
               rules=Rules(model="costa", coins=(5, 10)))
    bet = minimum_bet(at)
    assert (bet.seat, bet.cost) == ("20x1x5", 100)
    assert bet in bets_of(at).values()
    assert KERNEL(at).strategy == "20 lines with 1 coin of 0.05 on each"
    assert KERNEL(table(model="vindima")).strategy == "25 coins of 0.05"


@pytest.mark.parametrize("name", shipped_models())
def test_a_block_is_named_by_seed_and_number_alone(name: str) -> None:
    at = table(model=name)
    kernel = KERNEL(at, any_chart(GAME, at, 1))
    again = pickle.loads(pickle.dumps(kernel))
    assert again.identity == kernel.identity != KERNEL(at, any_chart(GAME, at, 2)).identity
    assert again.block(1, 2, 500) == kernel.block(1, 2, 500) != kernel.block(1, 3, 500)
    one = kernel.block(1, 2, 300)
    assert merge((one, kernel.block(1, 3, 200))).wrong() == ""
    assert sum(net for (net,) in kernel.each(1, 2, 300)) == one.total


def test_a_machine_has_one_player_and_one_bet() -> None:
    with pytest.raises(ValueError, match="one player"):
        KERNEL(table(model="costa"), seats=2)
    with pytest.raises(ValueError, match="one bet"):
        KERNEL(table(model="costa"), bets=("all",))


def test_the_engine_alone_plays_the_same_games() -> None:
    at = table(model="azulejo")
    engine, kernel = GAME.simulated.engine_kernel(at), KERNEL(at)
    slow, fast = engine.block(5, 2, 400), kernel.block(5, 2, 400)
    assert slow.nets == fast.nets and slow.counts["staked"] == fast.counts["staked"]
    assert (engine.unit, engine.strategy) == (kernel.unit, kernel.strategy)
    output = CliRunner().invoke(main, ["simulate", "machines", "--engine", "--coups", "300"]).stdout
    assert "from 300 games" in output and "1 coin of" in output


def test_a_simulation_is_the_same_for_any_crew() -> None:
    words = ("simulate", "machines", "--set", "model=azulejo", "--coups", "20000000", "--json")
    found = []
    for crew in (("--workers", "1"), ("--workers", "2")):
        result = CliRunner().invoke(main, [*words, *crew])
        assert result.exit_code == 0, result.stderr
        found.append({key: value for key, value in json.loads(result.stdout).items()
                      if "second" not in key})
    assert found[0] == found[1]
    assert abs(found[0]["mean"] - found[0]["exact"]) < SURE * found[0]["standard_error"]
