"""An action is judged against the observation that it was given: a table of learners moves inside
a step and never between two."""

from __future__ import annotations

import numpy as np
import pytest

import sabot.gym as learn
from sabot import games
from sabot.procedure import Act, Listen

EVERY = games.ids()
COMPANY = [game for game in EVERY if games.game(game).places != 1]


@pytest.mark.parametrize("game", EVERY)
def test_what_was_open_in_the_observation_is_open_when_the_action_comes(game: str) -> None:
    env, chance = learn.env(game, coups=3), np.random.default_rng(1)
    row, info = env.reset(seed=2)
    for _ in range(12):
        play = env.session.play
        length = len(play.dealer.record)
        assert np.array_equal(info["action_mask"], env.session.mask("player_0"))
        assert np.array_equal(row, env.session.row("player_0"))
        shut = np.flatnonzero(1 - info["action_mask"])
        if len(shut):  # what was not open is refused, and the table stands where it stood
            row, _, over, _, info = env.step(int(shut[0]))
            assert "refusal" in info and len(env.session.play.dealer.record) == length
        row, _, over, _, info = env.step(int(chance.choice(np.flatnonzero(info["action_mask"]))))
        assert "refusal" not in info
        if over:
            row, info = env.reset()


@pytest.mark.parametrize("game", COMPANY)
def test_of_several_who_act_at_once_each_answers_the_question_that_was_shown(game: str) -> None:
    env, chance = learn.parallel(game, coups=3), np.random.default_rng(3)
    seen, _ = env.reset(seed=4)
    answered = 0
    for _ in range(25):
        dealer = env.session.play.dealer
        shown, before = dealer.standing, len(dealer.record)
        acts = {name: int(chance.choice(np.flatnonzero(seen[name]["action_mask"])))
                for name in env.agents}
        seen, *_ = env.step(acts)
        asked = shown
        for event in dealer.record[before:]:
            if isinstance(event.step, Listen):
                asked = event.step
            elif isinstance(event.answer, Act) and event.answer.player in acts:
                assert asked is not None and shown is not None
                assert asked.window == shown.window, "nobody answers what they have not seen"
                answered += 1
        if not env.agents:
            seen, _ = env.reset()
    assert answered


@pytest.mark.more_of("american-roulette", "craps", "fantan")
@pytest.mark.parametrize("game", EVERY)
def test_the_mask_of_arrays_is_that_of_the_acts(game: str) -> None:
    """What is read once for a menu is what is read offer by offer, also when money runs out."""
    for purse in (0, 20_000):
        env, chance = learn.env(game, coups=5, purse=purse), np.random.default_rng(8)
        _, info = env.reset(seed=9)
        for _ in range(25):
            play, actions = env.session.play, env.session.actions
            lawful = actions.lawful(play, "player_0")
            assert sorted(lawful) == np.flatnonzero(info["action_mask"]).tolist()
            assert {n: actions.act_of(n, play, "player_0") for n in lawful} == lawful
            offers = play.open_offers("player_0")
            assert offers.acts == {act for act, _ in offers.all}
            assert bool(offers) == bool(offers.all)
            _, _, over, _, info = env.step(int(chance.choice(list(lawful))))
            if over:
                _, info = env.reset()


def test_a_view_stays_what_it_was() -> None:
    """It is described when it is read, even if the table has gone on meanwhile."""
    env = learn.env("cussec")
    _, info = env.reset(seed=1)
    early, read_at_once = info["view"], dict(env.session.view("player_0"))
    for name in ("bet small least", "bet total/9 least", "open"):
        env.step(next(n for n, action in enumerate(env.actions) if str(action) == name))
    assert dict(early) == read_at_once
    assert dict(env.session.view("player_0")) != read_at_once
