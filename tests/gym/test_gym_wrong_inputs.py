"""What is wrong in a call of an environment is said: what was found and what is allowed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.error import ResetNeeded

import sabot.gym as learn
from sabot.errors import SabotError

CRAPS: dict[str, Any] = {"game": "craps"}
HOLDEM: dict[str, Any] = {"game": "holdem"}


@pytest.mark.parametrize(("make", "options", "expected"), [
    (learn.env, CRAPS | {"coups": "x"}, "coups: found 'x'; allowed: a whole number from 1 on"),
    (learn.env, CRAPS | {"coups": 1.5}, "coups: found 1.5"),
    (learn.env, CRAPS | {"bots": -1}, "bots: found -1; allowed: a whole number from 0 on"),
    (learn.env, HOLDEM | {"bots": 100}, "players: found 1, with 100 bots; allowed: 10 together"),
    (learn.env, CRAPS | {"purse": -5}, "purse: found -5"),
    (learn.env, CRAPS | {"steps": 0}, "steps: found 0"),
    (learn.env, CRAPS | {"amounts": "least"}, "amounts: found 'least'; allowed: a list"),
    (learn.env, CRAPS | {"amounts": 5}, "amounts: found 5; allowed: a list"),
    (learn.env, CRAPS | {"amounts": (True,)}, "amounts: found"),
    (learn.env, CRAPS | {"render_mode": "human"}, "render_mode: found 'human'; allowed: None"),
    (learn.batch, CRAPS | {"n": -1}, "tables: found -1; allowed: a whole number from 1 on"),
    (learn.batch, CRAPS | {"n": 2.5}, "tables: found 2.5"),
    (learn.batch, CRAPS | {"n": True}, "tables: found True"),
    (learn.compiled, HOLDEM, "for poker see PokerBatch"),
    (learn.PokerBatch, CRAPS, "game: found 'craps'; allowed: holdem, omaha"),
    (learn.PokerBatch, HOLDEM | {"n": 0}, "tables: found 0"),
    (learn.PokerBatch, HOLDEM | {"buy_in": "x"}, "buy_in: found 'x'"),
    (learn.aec, CRAPS | {"players": 50}, "players: found 50, with 0 bots; allowed: 7 together"),
    (learn.parallel, CRAPS | {"steps": "x"}, "steps: found 'x'"),
    (learn.new_state, HOLDEM | {"players": -1}, "players: found -1"),
    (learn.new_state, CRAPS | {"steps": 0}, "steps: found 0"),
    (learn.new_state, HOLDEM | {"cards": ["AS", "KS"], "fixed": {"board": ["AS", "AS"]}},
     "fixed: found AS; allowed: cards of the study: AS KS"),
])
def test_what_is_wrong_when_it_is_made(make: Callable[..., Any], options: dict[str, Any],
                                       expected: str) -> None:
    with pytest.raises(ValueError, match=expected):
        make(**options)


def test_a_table_of_another_game() -> None:
    with pytest.raises(SabotError, match="this is a table of fantan, not of craps"):
        learn.env("craps", table=learn.env("fantan").session.table)


def test_self_play_is_a_vector_environment() -> None:
    with pytest.raises(ValueError, match=r"use gymnasium\.make_vec, or sabot\.gym\.SelfPlayPoker"):
        gymnasium.make("sabot/holdem-selfplay-v0")


@pytest.mark.parametrize("action", [-1, 10**6, 1.5, None, "bet", np.array([1, 2]), True])
@pytest.mark.parametrize("make", [learn.env, learn.compiled])
def test_an_action_that_is_none(make: Callable[..., Any], action: Any) -> None:
    env = make("craps")
    with pytest.raises(ResetNeeded, match="call reset first"):
        env.step(action)
    env.reset(seed=1)
    with pytest.raises(ValueError, match=r"action: found .*; allowed: a whole number from 0 to"):
        env.step(action)


def test_players_in_turn_and_together() -> None:
    turns, together = learn.aec("craps", players=2), learn.parallel("craps", players=2)
    for step, nothing in ((turns.step, 0), (together.step, {})):
        with pytest.raises(ResetNeeded, match="call reset"):
            step(nothing)
    turns.reset(seed=1)
    with pytest.raises(ValueError, match="action: found 'bet'"):
        turns.step("bet")
    together.reset(seed=1)
    with pytest.raises(ValueError, match="actions: found none of player_1; allowed: one for each"):
        together.step({"player_0": 0})


def test_self_play_and_states() -> None:
    table = learn.SelfPlayPoker("holdem")
    with pytest.raises(ResetNeeded, match="call reset first"):
        table.step(0)
    table.reset(seed=1)
    with pytest.raises(ValueError, match="action: found 'fold'"):
        table.step("fold")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="place: found 99; allowed: a whole number from 0 to 5"):
        table.view_of(99)
    state = learn.new_state("craps")
    for player in (7, -1):
        with pytest.raises(ValueError, match=f"player: found {player}"):
            state.information_state(player)
    with pytest.raises(ValueError, match="action: found 1000000"):
        state.action_text(10**6)


@pytest.mark.parametrize(("table", "chart", "expected"), [
    (None, "total", "table: found None; allowed: a table"),
    ("blackjack-online", None, "chart: found None; allowed: the name of a strategy")])
def test_what_is_no_chart_or_no_table(table: str | None, chart: Any, expected: str) -> None:
    at: Any = table and learn.env(table).session.table
    with pytest.raises(ValueError, match=expected):
        learn.best_response(at, chart)
