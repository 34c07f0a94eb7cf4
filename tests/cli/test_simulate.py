"""``sabot simulate``: the same result for any number of workers, from shoes addressed by number."""

from __future__ import annotations

import importlib.util
import json
import statistics
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import Any

import pytest
from click.testing import CliRunner, Result

from sabot import games
from sabot.cli import main
from sabot.cli.options import table_with
from sabot.simulate import play_shoe, simulate
from sabot.simulate.run import ENOUGH_SHOES

GAME = games.game("blackjack-online")


def ask(*words: str) -> Result:
    return CliRunner().invoke(main, ["simulate", "blackjack-online", *words])


def told(*words: str) -> dict[str, Any]:
    done = ask(*words, "--json")
    assert done.exit_code == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def test_a_shoe_is_the_same_whenever_it_is_played() -> None:
    table = table_with(GAME, ())
    assert play_shoe(GAME, table, 1, 5) == play_shoe(GAME, table, 1, 5)
    assert play_shoe(GAME, table, 1, 5) != play_shoe(GAME, table, 1, 6)
    assert play_shoe(GAME, table, 2, 5) != play_shoe(GAME, table, 1, 5)


def test_a_shoe_ends_where_its_warning_card_stands() -> None:
    """Coups of at least four cards: a fresh shuffle for each coup makes shoes of one coup."""
    each = table_with(GAME, ("warning_card=312",))
    assert len(play_shoe(GAME, each, 1, 0)) == 1
    assert 20 < len(play_shoe(GAME, table_with(GAME, ()), 1, 0)) < 59


def test_workers_change_nothing() -> None:
    table = table_with(GAME, ())
    alone = simulate(GAME.id, table, 700, 3)
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
        assert simulate(GAME.id, table, 700, 3, pool, 4) == alone


def test_the_figures_are_those_of_the_coups() -> None:
    table = table_with(GAME, ())
    nets = [net / table.minimum for shoe in range(12) for net in play_shoe(GAME, table, 4, shoe)]
    found = simulate(GAME.id, table, 300, 4)
    assert found.coups == 300 and found.by == "coup" and found.shoes < ENOUGH_SHOES
    assert found.mean == pytest.approx(statistics.mean(nets[:300]))
    assert found.deviation == pytest.approx(statistics.stdev(nets[:300]))
    assert found.error == pytest.approx(statistics.stdev(nets[:300]) / 300 ** 0.5)


def test_from_a_hundred_shoes_on_the_error_is_that_of_shoes() -> None:
    """With one coup in each shoe both ways of reckoning must agree."""
    table = table_with(GAME, ("warning_card=208", "packs=4"))
    found = simulate(GAME.id, table, 150, 4)
    assert found.by == "shoe" and found.shoes == 150
    assert found.error == pytest.approx(found.deviation / 150 ** 0.5)


def test_the_report() -> None:
    one, two = told("--coups", "200", "--seed", "9"), told("--coups", "200", "--seed", "9")
    assert {k: v for k, v in one.items() if k not in ("seconds", "coups_per_second")} == \
        {k: v for k, v in two.items() if k not in ("seconds", "coups_per_second")}
    low, high = one["interval_99"]
    assert low < one["mean"] < high
    assert one["edge"] == -one["mean"] and one["coups"] == 200 and one["game"] == GAME.id
    assert "below 17" in one["strategy"]
    text = ask("--coups", "50").stdout
    assert "99 % interval" in text and "coups/s" in text


def test_the_house_options_are_used() -> None:
    assert told("--coups", "50", "--set", "packs=8")["rules"]["packs"] == 8


@pytest.mark.parametrize(("words", "status", "answer"), [
    (["--coups", "1"], 2, "x>=2"),
    (["--coups", "many"], 2, "not a valid"),
    ([], 2, "Missing option '--coups'"),
    (["--coups", "10", "--workers", "0"], 2, "x>=1"),
    (["--coups", "10", "--set", "packs=7"], 1, "4, 6 or 8"),
])
def test_wrong_use(words: list[str], status: int, answer: str) -> None:
    done = ask(*words)
    assert done.exit_code == status
    assert answer in done.stderr


def test_a_cluster_needs_dask(monkeypatch: pytest.MonkeyPatch) -> None:
    """As on a machine where dask is not installed."""
    find = importlib.util.find_spec
    monkeypatch.setattr(importlib.util, "find_spec",
                        lambda name, *more: None if name == "distributed" else find(name, *more))
    done = ask("--coups", "10", "--cluster", "tcp://127.0.0.1:1")
    assert done.exit_code == 2
    assert "dask.distributed, which is not installed" in done.stderr
