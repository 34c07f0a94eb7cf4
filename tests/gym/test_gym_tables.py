"""Many tables of every compiled game as Gymnasium has them, one of them as an environment of its
own, and tables as images. What they pay is compared with the engine beside each family."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode

import sabot
import sabot.gym as learn
from sabot import extras, games

COMPILED = [game for game in games.ids()
            if (play := games.game(game).simulation) and play.batch]
DRAWN = not extras.missing("gym")
each = pytest.mark.parametrize("game", COMPILED)
drawn = pytest.mark.skipif(not DRAWN, reason="resvg-py and pillow draw images")


def by_chance(mask: Any, chance: np.random.Generator) -> Any:
    return (chance.random(mask.shape) * mask).argmax(axis=1)


@pytest.mark.more_of("craps")
@each
def test_many_tables_of_a_game(game: str) -> None:
    """What is open is never refused, and what is over begins again in the same step."""
    env, chance = learn.batch(game, 32), np.random.default_rng(0)
    assert env.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP
    first, info = env.reset(seed=7)
    again, _ = env.reset(seed=7)
    assert (first == again).all() and env.observation_space.contains(first)
    for _ in range(60):
        mask = info["action_mask"]
        assert mask.shape == (32, len(env.decisions)) and (mask.sum(axis=1) > 0).all()
        before = info
        seen, reward, over, late, info = env.step(by_chance(mask, chance))
        assert env.observation_space.contains(seen) and not late.any()
        assert not info["refused"].any() and (info["_final_obs"] == over).all()
        assert (reward == info["cents"] / env.table.minimum).all()
        assert not info["final_obs"][~over].any()
        assert before["action_mask"] is mask, "what was handed out does not change"
    assert seen.shape[1] == len(env.columns)


@pytest.mark.more_of("fantan", "machines")
@each
def test_what_is_not_open_changes_nothing(game: str) -> None:
    env = learn.batch(game, 16)
    seen, info = env.reset(seed=1)
    shut = (1 - info["action_mask"]).argmax(axis=1)
    after, reward, over, _, details = env.step(shut)
    assert details["refused"].all() and not over.any() and not reward.any()
    assert (after == seen).all() and (details["action_mask"] == info["action_mask"]).all()
    _, _, _, _, details = env.step(np.full(16, len(env.decisions)))
    assert details["refused"].all(), "nor does a number that is no decision"


@pytest.mark.more_of("no-draw-poker")
@each
def test_gymnasium_makes_them(game: str) -> None:
    env = gymnasium.make_vec(f"sabot/{game}-compiled-v0", 3)
    seen, _ = env.reset(seed=4)
    assert isinstance(env.unwrapped, learn.TableBatch) and len(seen) == 3


@pytest.mark.parametrize("name", ["craps-v0", "sintetico-v0", "craps-compiled-v0",
                                  "blackjack-online-compiled-v0"])
def test_an_id_has_the_same_spaces_alone_and_in_a_vector(name: str) -> None:
    one, many = gymnasium.make(f"sabot/{name}"), gymnasium.make_vec(f"sabot/{name}", 2)
    seen, info = many.reset(seed=4)
    assert len(seen) == 2 and len(info["action_mask"]) == 2
    assert many.single_observation_space == one.observation_space
    assert many.single_action_space == one.action_space
    many.close()


@pytest.mark.more_of("ponto-e-banca")
@each
def test_one_compiled_table_plays_as_the_first_of_many(game: str) -> None:
    """The same decisions with the same cards; an episode that is over waits for reset."""
    one, many = learn.compiled(game), learn.batch(game, 1)
    row, info = one.reset(seed=5)
    rows, all_info = many.reset(seed=5)
    chance = np.random.default_rng(1)
    for _ in range(80):
        assert (row == rows[0]).all()
        assert (info["action_mask"] == all_info["action_mask"][0]).all()
        act = int(chance.choice(np.flatnonzero(info["action_mask"])))
        row, reward, over, _, info = one.step(act)
        rows, rewards, overs, _, all_info = many.step(np.array([act]))
        assert (over, reward, info["cents"]) == (overs[0], rewards[0], all_info["cents"][0])
        if over:
            assert (row == all_info["final_obs"][0]).all() and not info["action_mask"].any()
            with pytest.raises(gymnasium.error.ResetNeeded):
                one.step(act)
            row, info = one.reset()


@pytest.mark.more_of("cussec")
@each
@pytest.mark.filterwarnings("ignore:.*Box observation space")
def test_gymnasium_is_content_with_one_compiled_table(game: str) -> None:
    check_env(gymnasium.make(f"sabot/{game}-compiled-v0").unwrapped)


def test_stakes_are_those_of_the_grid() -> None:
    env = learn.batch("french-roulette", 1, amounts=("least", 3), minimum=10)
    env.reset(seed=1)
    three = env.decisions.index("bet red 3")
    seen, *_ = env.step(np.array([three]))
    assert seen[0, env.columns.index("red")] == 3000
    assert not any(name.endswith("most") for name in env.decisions)


@pytest.mark.parametrize(("options", "expected"), [
    ({"game": "holdem", "n": 4}, "allowed: american-roulette"),
    ({"game": "craps", "n": 0}, "tables: found 0"),
    ({"game": "craps", "n": 4, "exposure": 10_000}, "allowed at many tables"),
    ({"game": "craps", "n": 4, "amounts": ("some",)}, "multiples of the least"),
    ({"game": "machines", "n": 1, "render_mode": "rgb_array"},
     "None at compiled tables of machines"),
    ({"game": "craps", "n": 1, "render_mode": "human"}, "allowed: None, rgb_array")])
def test_what_is_wrong_at_many_tables_is_said(options: dict[str, Any], expected: str) -> None:
    with pytest.raises(ValueError, match=expected):
        learn.batch(**options)


# -- images ----------------------------------------------------------------------------------------


@drawn
def test_a_table_is_an_image() -> None:
    """A chip that is laid changes the picture."""
    env = learn.env("craps", render_mode="rgb_array")
    env.reset(seed=1)
    empty = env.render()
    env.step(next(n for n, action in enumerate(env.actions) if str(action) == "bet field least"))
    with_chip = env.render()
    assert isinstance(empty, np.ndarray) and isinstance(with_chip, np.ndarray)
    assert empty.dtype == np.uint8 and empty.ndim == 3 and empty.shape[2] == 3
    assert with_chip.shape == empty.shape and (with_chip != empty).any()


@drawn
def test_of_many_tables_the_first_is_drawn() -> None:
    env = learn.batch("no-draw-poker", 2, render_mode="rgb_array")
    env.reset(seed=1)
    empty = env.render()
    env.step(np.zeros(2, np.int64))
    dealt = env.render()
    assert empty is not None and dealt is not None and (empty[0] != dealt[0]).any()


@drawn
def test_one_compiled_table_is_an_image() -> None:
    """The image is that of the engine's table with the same bet."""
    one = gymnasium.make("sabot/american-roulette-compiled-v0", render_mode="rgb_array")
    one.reset(seed=1)
    empty = one.render()
    one.step(one.unwrapped.decisions.index("bet red least"))  # type: ignore[attr-defined]
    assert isinstance(empty, np.ndarray) and (one.render() != empty).any()
    assert learn.compiled("blackjack-online").metadata["render_modes"] == []


def test_an_image_without_its_packages_is_an_error_that_names_them(
        monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(extras.EXTRAS, "gym", ("resvg_not_here",))
    with pytest.raises(extras.NotInstalled, match=r"needs the environments: pip install"):
        learn.env("craps", render_mode="rgb_array")


def test_environments_take_a_table_of_the_library() -> None:
    table = sabot.Table("blackjack-2007", packs=6)
    assert learn.env("blackjack-2007", table=table).session.table is table.house_table
    assert learn.batch("blackjack-2007", 2, table=table).table is table.house_table
    assert learn.new_state("blackjack-2007", table=table) is not None
    loss = learn.best_response(table, "mimic")
    assert loss == learn.best_response(table.house_table, "mimic") and loss.loss > 0
    with pytest.raises(sabot.SabotError, match="this is a table of blackjack-2007, not of craps"):
        learn.env("craps", table=table)
    with pytest.raises(sabot.SabotError, match="table: found 5; allowed: a table, or a path"):
        learn.env("craps", table=5)  # type: ignore[arg-type]
