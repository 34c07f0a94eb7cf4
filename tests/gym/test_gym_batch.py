"""Many tables of blackjack in compiled code decide as the engine does: the same cards, the same
cents. The tests of other families are named in `tests/families/test_layout_batch.py`."""

from __future__ import annotations

import dataclasses
import math
from typing import Any

import numpy as np
import pytest
from gymnasium.vector import AutoresetMode
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import sabot.gym as learn
from sabot import games
from sabot.certify.kernel_equality import any_chart, plain_table
from sabot.equipment.streams import Stream
from sabot.families.blackjack.charts.chart import DOUBLE, SPLIT, SURRENDER
from sabot.families.blackjack.kernel import batch
from sabot.families.blackjack.kernel.coups import DOUBLE_FIXED
from sabot.procedure.table import Table
from support.plain_tables import BLACKJACKS
from support.random_play import examples, tables

pytestmark = pytest.mark.more

each = pytest.mark.parametrize("game_id", BLACKJACKS)
SEEN = {name: n for n, name in enumerate(batch.COLUMNS)}


def by_chart(kernel: Any, seen: Any, mask: Any) -> Any:
    """What a chart decides with what is seen."""
    t, wide = kernel.packed.tables, seen.astype(np.int64)
    phase, up, number = wide[:, SEEN["phase"]], wide[:, SEEN["bank"]] - 1, wide[:, SEEN["number"]]
    split, rows = wide[:, SEEN["split"]], len(t.total)
    first = t.first[up * rows + number]
    deeper = (up * 10 + np.maximum(split - 1, 0)) * rows + number
    whole = (wide[:, SEEN["pair"]] == split) & (wide[:, SEEN["cards"]] == 2) & (
        mask[:, SPLIT] == 0)
    play = np.where(split > 0, np.where(whole, t.whole[deeper], t.after[deeper]), first)
    act = np.where(phase == batch.PLAY, np.where(play == DOUBLE_FIXED, DOUBLE, play), 0)
    act = np.where((phase == batch.INSURANCE) & (t.insure[number] > 0), batch.TAKE, act)
    act = np.where((phase == batch.EVEN) & (t.evens[up] > 0), batch.TAKE, act)
    return np.where((phase == batch.PASSES) & (first == SURRENDER), SURRENDER, act)


def returned(game: Any, table: Table, kernel: Any, lanes: int, coups: int, seed: int) -> Any:
    """What each coup returned in cents, by coup and table."""
    many = game.simulated.batch(table, lanes, fresh=kernel.fresh)
    seen, mask = many.start(seed, 3)
    returns: list[list[int]] = [[] for _ in range(lanes)]
    while min(map(len, returns)) < coups:
        seen, mask, cents, over, refused, _ = many.step(by_chart(kernel, seen, mask))
        assert not refused.any()
        for lane in np.flatnonzero(over):
            returns[lane].append(int(cents[lane]))
    return np.array([nets[:coups] for nets in returns]).T


def same(game: Any, table: Table, seed: int, *, fresh: bool, lanes: int, coups: int) -> None:
    chart = any_chart(game, table, seed)
    kernel = dataclasses.replace(game.simulated.kernel(table, chart, fresh=fresh), lanes=lanes)
    have = returned(game, table, kernel, lanes, coups, seed)
    engine = game.simulated.engine(game.coup, table, kernel)
    wanted = np.array(list(engine.coups(Stream(seed, 3), lanes * coups, fresh)))
    wanted = wanted.reshape(coups, lanes)
    assert (have == wanted).all()


@each
@pytest.mark.parametrize("fresh", [False, True])
def test_every_coup_returns_what_the_engine_pays(game_id: str, fresh: bool) -> None:
    """By charts that do anything lawful, over several shoes of each table."""
    table = plain_table(games.game(game_id))
    assert isinstance(table, Table)
    for seed in range(2):
        same(games.game(game_id), table, seed, fresh=fresh, lanes=3, coups=150)


@each
@settings(examples(4), suppress_health_check=list(HealthCheck))
@given(data=st.data(), seed=st.integers(0, 2**32))
def test_so_it_does_at_any_lawful_table(game_id: str, data: st.DataObject, seed: int) -> None:
    game = games.game(game_id)
    same(game, data.draw(tables(game)), seed, fresh=False, lanes=2, coups=30)


def test_best_play_returns_what_the_exact_odds_say() -> None:
    """Some two million coups, each from a full shoe: within four errors of the exact mean."""
    game = games.game("blackjack-online")
    table = plain_table(game)
    assert isinstance(table, Table)
    best = game.simulated.strategies["composition"](table)
    kernel = game.simulated.kernel(table, best.chart, fresh=True)
    env = learn.BlackjackBatch(4096, table=table, fresh=True)
    seen, info = env.reset(seed=5)
    coups = total = squares = 0
    for _ in range(700):
        seen, reward, over, _, info = env.step(by_chart(kernel, seen, info["action_mask"]))
        won = reward[over]
        coups, total, squares = coups + len(won), total + won.sum(), squares + (won**2).sum()
    mean = total / coups
    error = math.sqrt((squares / coups - mean**2) / coups)
    assert coups > 1_000_000 and abs(mean - best.mean) < 4 * error


def test_a_vector_environment_as_gymnasium_has_it() -> None:
    env = learn.BlackjackBatch(64, "blackjack-2007", packs=4)
    assert env.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP
    chance = np.random.default_rng(0)
    first, info = env.reset(seed=7)
    again, _ = env.reset(seed=7)
    assert (first == again).all()
    for _ in range(300):
        mask = info["action_mask"]
        act = (chance.random(mask.shape) * mask).argmax(axis=1)
        seen, reward, over, late, info = env.step(act)
        assert env.observation_space.contains(seen) and not late.any()
        assert not info["refused"].any() and (reward[~over] == 0).all()
        assert (info["cents"] == reward * env.table.minimum).all()
        assert (info["_final_obs"] == over).all()
        assert (info["action_mask"].sum(axis=1) > 0).all()


def test_what_is_not_open_changes_nothing() -> None:
    env = learn.BlackjackBatch(256)
    seen, info = env.reset(seed=1)
    shut = (1 - info["action_mask"]).argmax(axis=1)
    after, reward, over, _, details = env.step(shut)
    assert details["refused"].all() and not over.any() and not reward.any()
    assert (after == seen).all()


@pytest.mark.parametrize(("options", "expected"), [
    ({"n": 4, "game": "holdem"}, "allowed: american-roulette"), ({"n": 0}, "tables: found 0"),
    ({"n": 4, "packs": 3}, "packs")])
def test_what_is_wrong_at_many_tables_is_said(options: dict[str, Any], expected: str) -> None:
    with pytest.raises(ValueError, match=expected):
        learn.BlackjackBatch(**options)
