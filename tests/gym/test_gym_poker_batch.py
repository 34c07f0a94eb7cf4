"""Self-play at compiled poker tables: the environments, and what they refuse."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode
from pettingzoo.test import api_test

import sabot.gym
from sabot.gym.poker_batch import PokerBatch, SelfPlayPoker
from sabot.gym.poker_turns import PokerTurns

each = pytest.mark.parametrize("game", ["holdem", "omaha", "sintetico"])


def chosen(mask: Any, chance: np.random.Generator) -> Any:
    return (chance.random(mask.shape) * mask).argmax(axis=-1)


@each
def test_a_vector_environment_as_gymnasium_has_it(game: str) -> None:
    env = PokerBatch(game, 32, players=5)
    assert env.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP
    chance = np.random.default_rng(0)
    first, info = env.reset(seed=7)
    again, info = env.reset(seed=7)
    assert (first == again).all() and env.observation_space.contains(first)
    hands = 0
    for _ in range(200):
        acts = chosen(info["action_mask"], chance)
        assert env.action_space.contains(acts)
        seen, reward, over, late, info = env.step(acts)
        assert env.observation_space.contains(seen) and not late.any()
        assert not info["refused"].any() and (info["action_mask"].sum(axis=1) > 1).all()
        assert reward.shape == (32, 5) and (reward[~over] == 0).all()
        assert (reward == info["cents"] / env.table.minimum).all()
        assert (info["cents"].sum(axis=1) <= 0).all() and (info["_final_obs"] == over).all()
        hands += over.sum()
    assert hands > 200


@each
def test_one_table_plays_the_hands_of_many(game: str) -> None:
    """The first of many tables under the same seed, decision by decision."""
    many, one = PokerBatch(game, 3), SelfPlayPoker(game)
    assert many.columns == one.columns and many.decisions == one.decisions
    seen, info = many.reset(seed=5)
    view = one.reset(seed=5)
    chance = np.random.default_rng(2)
    hands = 0
    for _ in range(200):
        assert (view == seen[0]).all() and (one.mask == info["action_mask"][0]).all()
        assert one.player == seen[0, many.columns.index("player")]
        acts = chosen(info["action_mask"], chance)
        seen, reward, over, _, info = many.step(acts)
        view, won, ended = one.step(int(acts[0]))
        assert ended == over[0] and (won == reward[0]).all()
        if ended:
            assert (view == info["final_obs"][0]).all()
            view = one.reset()
            hands += 1
    assert hands > 10


def test_a_policy_sees_only_its_own_cards() -> None:
    """Other players' cards and those to come are in no column: hands that differ in them alone
    look alike."""
    env = SelfPlayPoker("holdem", players=4)
    own = [env.columns.index(f"own_{k}") for k in (1, 2)]
    board = [env.columns.index(f"board_{k}") for k in (1, 2, 3, 4, 5)]
    looks = {}
    for seed in range(400):
        view = env.reset(seed=seed).tolist()
        assert not any(view[k] for k in board) and len({view[k] for k in own}) == 2
        looks.setdefault(tuple(sorted(view[k] for k in own)), set()).add(
            tuple(number for k, number in enumerate(view) if k not in own))
    assert len(looks) > 200 and all(len(rest) == 1 for rest in looks.values())


def test_what_is_not_open_changes_nothing() -> None:
    env = PokerBatch("holdem", 16)
    seen, info = env.reset(seed=1)
    for shut in ((1 - info["action_mask"]).argmax(axis=1), np.full(16, 99), np.full(16, -1)):
        after, reward, over, _, details = env.step(shut)
        assert details["refused"].all() and not over.any() and not reward.any()
        assert (after == seen).all()
    one = SelfPlayPoker()
    view = one.reset(seed=1)
    with pytest.raises(ValueError, match=r"open: 0 \(fold\)"):
        one.step(1)
    assert (one.reset(seed=1) == view).all()


def test_a_hand_is_played_to_its_end() -> None:
    env = SelfPlayPoker()
    for early in (lambda: env.step(0), lambda: env.player):
        with pytest.raises(gymnasium.error.ResetNeeded):
            early()
    env.reset(seed=3)
    with pytest.raises(gymnasium.error.ResetNeeded, match="under way"):
        env.reset()
    while not env.step(0)[2]:
        pass
    with pytest.raises(gymnasium.error.ResetNeeded, match="call reset"):
        env.step(0)
    with pytest.raises(gymnasium.error.ResetNeeded):
        PokerBatch("holdem", 2).step([0, 0])


@pytest.mark.parametrize(("options", "expected"), [
    ({"game": "craps"}, "allowed: holdem, omaha, sintetico"), ({"n": 0}, "tables: found 0"),
    ({"players": 3}, "allowed: 4 to 10"), ({"players": 11}, "allowed: 4 to 10"),
    ({"second": "omaha"}, "compiled hands are of one variant"),
    ({"game": "sintetico", "estardilho": True}, "unseen cards"),
    ({"percentage": "session", "rate": 10}, "pay by the hand"),
    ({"buy_in": 1}, "at least the minimum"), ({"buy_in": (2000, 2000)}, "2 sums"),
    ({"buy_in": 2**30}, "add up to more"), ({"amounts": ("some",)}, "amounts"),
    ({"game": "sintetico", "buy_in": 500}, "fewer than two players have chips"),
    ({"limit": "nothing"}, "limit")])
def test_what_is_wrong_at_many_tables_is_refused_by_name(options: dict[str, Any], expected: str
                                                         ) -> None:
    with pytest.raises(ValueError, match=expected):
        PokerBatch(**{"game": "holdem", "n": 4, **options})
    with pytest.raises(ValueError, match="found a list"):
        PokerBatch("holdem", 2).reset(seed=[1, 2])
    with pytest.raises(ValueError, match="whole numbers of shape"):
        env = PokerBatch("holdem", 2)
        env.reset(seed=1)
        env.step([0.5, 1.0])


@pytest.mark.filterwarnings("ignore:Observation is not a NumPy array",
                            "ignore:Observation space for each agent probably")
@each
def test_pettingzoo_finds_nothing_wrong_with_the_turns(game: str) -> None:
    env = PokerTurns(game, players=5)
    api_test(env, num_cycles=200)
    env.reset(seed=4)
    view = SelfPlayPoker(game, players=5).reset(seed=4)
    assert (env.observe(env.agent_selection)["observation"] == view).all()
    env.step(int(env.observe(env.agent_selection)["action_mask"].argmin()))
    assert "fold" in env.infos[env.agent_selection]["refusal"]


def test_players_in_turn_win_what_the_table_pays() -> None:
    env, one, chance = PokerTurns(), SelfPlayPoker(), np.random.default_rng(3)
    env.reset(seed=9)
    one.reset(seed=9)
    for _ in range(30):
        won = dict.fromkeys(env.possible_agents, 0.0)
        for name in env.agent_iter():
            seen, reward, over, _, _ = env.last()
            won[name] += reward
            if over:
                env.step(None)
                continue
            act = int(chosen(seen["action_mask"], chance))
            rewards, ended = one.step(act)[1:]
            env.step(act)
        assert ended and list(won.values()) == rewards.tolist()
        env.reset()
        one.reset()


def test_a_view_of_another_place_has_other_cards_and_nothing_open() -> None:
    env = PokerTurns(players=4)
    env.reset(seed=2)
    looks = {name: env.observe(name) for name in env.agents}
    column = {name: n for n, name in enumerate(env.columns)}
    cards = [look["observation"][column[f"own_{k}"]] for look in looks.values() for k in (1, 2)]
    assert len(set(cards)) == 8
    for name, look in looks.items():
        assert look["action_mask"].any() == (name == env.agent_selection)
        assert look["observation"][column["player"]] == int(name[-1])
        assert (look["observation"][column["high"]] > 0) == (name == env.agent_selection)


def test_self_play_is_made_by_name() -> None:
    tables = gymnasium.make_vec("sabot/omaha-selfplay-v0", 3, players=4,
                                vectorization_mode="vector_entry_point")
    assert isinstance(tables, sabot.gym.PokerBatch) and tables.players == 4
    views, info = tables.reset(seed=1)
    assert views.shape == (3, len(tables.columns)) and info["action_mask"].any(axis=1).all()
