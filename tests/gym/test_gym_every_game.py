"""Every game of the catalogue as an environment: the checkers of both libraries are content, and
who plays by chance among what is open is never refused and neither wins nor loses a cent that is
not accounted for."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import gymnasium
import msgspec
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, parallel_api_test, seed_test
from pettingzoo.test.seed_test import parallel_seed_test

import sabot.gym as learn
from sabot import games
from sabot.gym.observation import SeenCards
from sabot.procedure import Deal, Event, TableState, redact

EVERY = games.ids()
COMPANY = [game for game in EVERY if games.game(game).places != 1]  # a machine has one player
MANY = 1_000 if "--soak" in sys.argv else 300

# An observation with its mask is a dictionary, as in PettingZoo's own games with masks: its checker
# knows these by their names and warns of any other.
DICTIONARIES = [pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
                pytest.mark.filterwarnings("ignore:Observation space for each agent probably")]


def masked(info: dict[str, Any], chance: np.random.Generator) -> int:
    return int(chance.choice(np.flatnonzero(info["action_mask"])))


@pytest.mark.more_of("french-roulette")
@pytest.mark.parametrize("game", EVERY)
def test_gymnasium_is_content(game: str) -> None:
    env = gymnasium.make(f"sabot/{game}-v0")
    check_env(env.unwrapped)
    env.close()


@pytest.mark.more_of("american-roulette", "french-roulette")
@pytest.mark.parametrize("game", COMPANY)
def test_pettingzoo_is_content(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    api_test(learn.aec(game, coups=3), num_cycles=40)
    seed_test(lambda: learn.aec(game, coups=3), num_cycles=40)
    parallel_api_test(learn.parallel(game, coups=3), num_cycles=40)
    parallel_seed_test(lambda: learn.parallel(game, coups=3), num_cycles=20)
    assert "Passed" in capsys.readouterr().out


for mark in DICTIONARIES:
    test_pettingzoo_is_content = mark(test_pettingzoo_is_content)


@pytest.mark.parametrize("game", [g for g in EVERY if games.game(g).players_needed == 1])
def test_chance_among_what_is_open_is_never_refused(game: str) -> None:
    """Hundreds of decisions; every cent is somewhere, and the rewards are the change of the
    money."""
    env, chance = learn.env(game, coups=20), np.random.default_rng(1)
    _, info = env.reset(seed=1)
    books, earned = env.session.play.money, 0
    for _ in range(MANY):
        seen, reward, over, late, info = env.step(masked(info, chance))
        assert "refusal" not in info and env.observation_space.contains(seen) and not late
        assert books.balanced() and min(books.purse.values()) >= 0
        assert reward == info["cents"] / env.session.table.minimum
        earned += info["cents"]
        assert books.worth("player_0") == env.session.purse + earned
        if over:
            _, info = env.reset()
            books, earned = env.session.play.money, 0


@pytest.mark.parametrize("game", COMPANY)
def test_several_by_chance_keep_the_money_together(game: str) -> None:
    """The same with several players: what they and the house have is what there was."""
    env = learn.aec(game, coups=10, amounts=("least", "most"))
    chance = np.random.default_rng(2)
    env.reset(seed=3)
    earned = dict.fromkeys(env.possible_agents, 0.0)
    for _ in range(300):
        if not env.agents:
            env.reset()
            earned = dict.fromkeys(env.possible_agents, 0.0)
        name = env.agent_selection
        seen, reward, over, late, info = env.last()
        earned[name] += reward
        if over or late:
            books = env.session.play.money
            assert earned[name] * env.session.table.minimum == pytest.approx(
                books.worth(name) - env.session.purse)
            env.step(None)
            continue
        assert "refusal" not in info and env.session.play.money.balanced()
        env.step(int(chance.choice(np.flatnonzero(seen["action_mask"]))))


@pytest.mark.parametrize("game", [g for g in EVERY if games.game(g).players_needed > 1])
def test_who_comes_alone_has_company(game: str) -> None:
    """A game that nobody plays alone has as many of the house's own players as it needs."""
    env, chance = learn.env(game), np.random.default_rng(4)
    people = games.game(game).players_needed
    assert len(env.session.bots) == people - 1
    _, info = env.reset(seed=5)
    for _ in range(60):
        _, _, over, _, info = env.step(masked(info, chance))
        assert "refusal" not in info and env.session.play.money.balanced()
        if over:
            _, info = env.reset()


@pytest.mark.parametrize("game", ["blackjack-2007", "cussec", "no-draw-poker"])
def test_bots_sit_beside_a_player_who_asks_for_them(game: str) -> None:
    """They stake money of their own, whether the game has players of its own or not."""
    env, chance = learn.env(game, bots=2, coups=3), np.random.default_rng(8)
    _, info = env.reset(seed=9)
    books, staked, over = env.session.play.money, set[str](), False
    for _ in range(200):
        _, _, over, _, info = env.step(masked(info, chance))
        staked |= {bot for bot in env.session.bots if books.staked(bot)}
        assert "refusal" not in info and books.balanced()
        if over:
            break
    assert staked == set(env.session.bots)


def unseen(event: Event, eyes: str, other: str) -> Event:
    """An event with another card wherever this player does not see the one that was dealt."""
    if isinstance(event.step, Deal) and event.card and event.step.seen_by not in ("*", eyes):
        return msgspec.structs.replace(event, card=other)
    return event


@pytest.mark.parametrize("game", COMPANY)
def test_nothing_hidden_is_in_what_a_player_sees(game: str) -> None:
    """Hidden cards are exchanged for others, and what the player sees is the same, number for
    number."""
    env, chance = learn.aec(game, coups=5), np.random.default_rng(6)
    env.reset(seed=7)
    hidden = 0
    for step in range(120):
        if not env.agents or env.terminations[env.agent_selection] or (step > 30 and not hidden):
            break  # the last: here all cards lie open
        name, play = env.agent_selection, env.session.play
        before = env.session.row(name)
        play.view(name)
        view, gone = play._views[name], env.session.seen_cards[name]
        for other in ("AS", "9D"):
            record = [unseen(event, name, other) for event in play.dealer.record]
            hidden += record != play.dealer.record
            state = TableState(play.game.label)
            changed = SeenCards()
            changed.add(record, name)
            known = SeenCards()
            known.add(play.dealer.record, name)
            assert changed.ranks == known.ranks
            for event in record:
                state.fold(redact(event, name))
            play._views[name] = state, len(record)
            assert (env.session.row(name) == before).all()
        play._views[name], env.session.seen_cards[name] = view, gone
        env.step(int(chance.choice(np.flatnonzero(env.observe(name)["action_mask"]))))
    assert hidden or not any(isinstance(e.step, Deal) and e.step.seen_by != "*"
                             for e in env.session.play.dealer.record)


def test_the_same_seed_gives_the_same_evening() -> None:
    rows = []
    for _ in range(2):
        env, chance = learn.env("blackjack-2007", coups=20), np.random.default_rng(0)
        seen, info = env.reset(seed=11)
        views = [seen]
        for _ in range(50):
            seen, _, over, _, info = env.step(masked(info, chance))
            views.append(seen)
            if over:
                break
        rows.append(np.array(views))
    assert (rows[0] == rows[1]).all()


def test_what_is_not_open_is_refused_and_changes_nothing() -> None:
    env = learn.env("blackjack-online")
    before, info = env.reset(seed=1)
    shut = int(np.flatnonzero(info["action_mask"] == 0)[0])
    after, reward, over, _, details = env.step(shut)
    assert (before == after).all() and reward == 0 and not over
    assert "is not open now" in details["refusal"]


def test_every_number_of_a_row_has_its_meaning() -> None:
    env = learn.env("holdem")
    at = 0
    for field in env.fields:
        assert field.start == at and field.means
        at += field.size
    assert at == env.observation_space.shape[0]
    assert len({str(action) for action in env.actions}) == len(env.actions)


@pytest.mark.parametrize(("options", "expected"), [
    ({"packs": 3}, "packs"), ({"amounts": ("some",)}, "multiples of the least"),
    ({"coups": 0}, "coups: found 0"), ({"bots": 9}, "7 together")])
def test_what_is_wrong_is_said(options: dict[str, Any], expected: str) -> None:
    with pytest.raises(ValueError, match=expected):
        learn.env("blackjack-2007", **options)


def test_sabot_itself_needs_neither_library() -> None:
    """Without the extra the package can be imported, and says what is missing."""
    code = ("import sys; sys.modules['gymnasium'] = None\n"
            "import sabot, sabot.cli, sabot.gym\n"
            "assert not {'gymnasium', 'pettingzoo'} & {n for n, m in sys.modules.items() if m}\n"
            "try: sabot.gym.env('craps')\n"
            "except ModuleNotFoundError as said: print(said)\n")
    done = subprocess.run([sys.executable, "-W", "error", "-c", code], capture_output=True,
                          text=True, check=True)
    assert done.stdout == (
        "sabot.gym.env needs the environments: pip install 'sabot[gym]'\n")
