"""A copy of an environment, or one that was pickled, continues as the original: the same
observations, masks, rewards and cards."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from copy import deepcopy
from typing import Any

import numpy as np
import pytest

import sabot.gym as learn
from sabot import games
from sabot.procedure import Dealer, TimeOut
from sabot.procedure.record import encode

EVERY = games.ids()
SEVERAL = [game for game in EVERY if games.game(game).places != 1]
COPIES: list[Callable[[Any], Any]] = [deepcopy, lambda env: pickle.loads(pickle.dumps(env))]


def alone(env: Any, decisions: int, chance: np.random.Generator, mask: Any) -> list[Any]:
    """What a player observes over some decisions by chance."""
    observed = []
    for _ in range(decisions):
        action = int(chance.choice(np.flatnonzero(mask)))
        row, reward, over, late, info = env.step(action)
        observed.append((row.tobytes(), reward, over, late, str(info)))
        mask = info["action_mask"]
        if over:
            row, info = env.reset()
            observed.append((row.tobytes(), str(info)))
            mask = info["action_mask"]
    return observed


@pytest.mark.more_of("american-roulette", "french-roulette", "omaha", "sintetico", "cussec",
                     "blackjack-2001", "blackjack-macau", "ponto-e-banca-macau", "fantan")
@pytest.mark.parametrize("game", EVERY)
def test_a_copy_continues_as_its_original(game: str) -> None:
    """At several places of an episode: bets open, cards dealt, the shoe in use, bots beside."""
    bots = 2 if game == "blackjack-2007" else 0
    env, chance = learn.env(game, coups=3, bots=bots), np.random.default_rng(1)
    _, info = env.reset(seed=2)
    mask = info["action_mask"]
    for before in (0, 1, 4, 9):
        alone(env, before, chance, mask)
        mask = env.session.mask("player_0")
        twins = [copied(env) for copied in COPIES]
        for twin in twins:
            assert encode(twin.session.play.dealer.record) == encode(env.session.play.dealer.record)
        one, two, original = (alone(which, 10, np.random.default_rng(before), mask)
                              for which in (*twins, env))
        assert one == two == original
        mask = env.session.mask("player_0")


@pytest.mark.parametrize("game", ["blackjack-2007", "craps", "holdem"])
def test_original_and_copy_are_independent(game: str) -> None:
    """What one of them does changes nothing for the other."""
    env = learn.env(game, coups=5)
    _, info = env.reset(seed=4)
    alone(env, 5, np.random.default_rng(0), info["action_mask"])
    before = env.session.row("player_0").tobytes(), str(env.session.view("player_0"))
    for copied in COPIES:
        twin = copied(env)
        alone(twin, 20, np.random.default_rng(5), twin.session.mask("player_0"))
        assert (env.session.row("player_0").tobytes(), str(env.session.view("player_0"))) == before


def in_turn(env: Any, decisions: int, chance: np.random.Generator) -> list[Any]:
    """What is observed at a table of players who are asked in turn."""
    observed = []
    for _ in range(decisions):
        if not env.agents:
            env.reset()
        observation, reward, over, late, info = env.last()
        observed.append((env.agent_selection, observation["observation"].tobytes(), reward, over,
                         late, str(info)))
        env.step(None if over or late else int(chance.choice(np.flatnonzero(
            observation["action_mask"]))))
    return observed


@pytest.mark.more_of(*(game for game in SEVERAL if game not in (
    "blackjack-online", "chemin-de-fer", "holdem", "ponto-e-banca", "banca-francesa")))
@pytest.mark.parametrize("game", SEVERAL)
def test_a_table_of_several_is_copied(game: str) -> None:
    """The players asked in turn, and all at the same time."""
    table = learn.aec(game, coups=3)
    table.reset(seed=3)
    in_turn(table, 7, np.random.default_rng(1))
    one, two, original = (in_turn(which, 12, np.random.default_rng(2)) for which in (
        *(copied(table) for copied in COPIES), table))
    assert one == two == original
    at_once = learn.parallel(game, coups=3)
    observations, _ = at_once.reset(seed=3)
    for _ in range(3):
        observations, _ = together(at_once, observations, 1)
    one, two, original = (str(together(which, observations, 4)) for which in (
        *(copied(at_once) for copied in COPIES), at_once))
    assert one == two == original


def together(env: Any, observations: Any, steps: int) -> tuple[Any, list[Any]]:
    """Some steps in which everybody takes their last open action."""
    rewards = []
    for _ in range(steps):
        if not env.agents:
            observations, _ = env.reset()
        actions = {name: int(np.flatnonzero(observations[name]["action_mask"])[-1])
                   for name in env.agents}
        observations, reward, *_ = env.step(actions)
        rewards.append(reward)
    return observations, rewards


def test_a_dealer_is_copied_at_any_moment() -> None:
    """A copy repeats what was recorded, also a void, and goes on by itself."""
    env = learn.env("blackjack-2007", coups=3)
    _, info = env.reset(seed=1)
    alone(env, 4, np.random.default_rng(3), info["action_mask"])
    play = env.session.play
    for original in (play.dealer, _voided(play)):
        copy = original.copy(play.game.coup(play.table, play.carry), deepcopy(play.chance))
        assert copy.record == original.record and copy.standing == original.standing
        if copy.standing is not None:
            copy.answer(TimeOut(copy.standing.window))
        assert copy.void("stopped") or copy.over
        assert len(copy.record) >= len(original.record)


def _voided(play: Any) -> Dealer:
    dealer = play.dealer.copy(play.game.coup(play.table, play.carry), deepcopy(play.chance))
    dealer.void("stopped")
    assert dealer.over
    return dealer


@pytest.mark.parametrize("make_copy", COPIES, ids=["deepcopy", "pickle"])
@pytest.mark.parametrize("make", [
    lambda: learn.batch("craps", 3), lambda: learn.batch("blackjack-2007", 3),
    lambda: learn.batch("machines", 3), lambda: learn.PokerBatch("holdem", 3),
    lambda: learn.PokerBatch("sintetico", 3)],
    ids=["craps", "blackjack", "machines", "holdem", "sintetico"])
def test_many_compiled_tables_are_copied(make: Callable[[], Any],
                                         make_copy: Callable[[Any], Any]) -> None:
    env, chance = make(), np.random.default_rng(1)
    _, info = env.reset(seed=3)
    for n in range(60):
        if n == 20:
            copy = make_copy(env)
        actions = (chance.random(info["action_mask"].shape) * info["action_mask"]).argmax(axis=1)
        views, rewards, over, _, info = env.step(actions)
        if n >= 20:
            same_views, same_rewards, same_over, _, same_info = copy.step(actions)
            assert (views == same_views).all() and (rewards == same_rewards).all()
            assert (over == same_over).all()
            assert (info["action_mask"] == same_info["action_mask"]).all()


@pytest.mark.parametrize("make_copy", COPIES, ids=["deepcopy", "pickle"])
@pytest.mark.parametrize("game", ["american-roulette", "chemin-de-fer", "omaha"])
def test_one_compiled_table_is_copied(game: str, make_copy: Callable[[Any], Any]) -> None:
    chance = np.random.default_rng(1)
    env: Any = learn.SelfPlayPoker(game) if game == "omaha" else learn.compiled(game)
    env.reset(seed=3)
    env.step(2)  # a call, a bet
    twins = [env, make_copy(env)]
    ended = False
    while not ended:
        mask = env.mask if game == "omaha" else env.action_masks()
        action = int(chance.choice(np.flatnonzero(mask)))
        (row, reward, ended, *_), (same_row, same_reward, same_ended, *_) = (
            twin.step(action) for twin in twins)
        assert (row == same_row).all() and np.all(reward == same_reward) and ended == same_ended
