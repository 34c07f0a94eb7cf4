"""Functions of numbers without a compiler: the same results, and when each form is taken."""

from __future__ import annotations

import os
import subprocess
import sys
from math import inf
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sabot import games
from sabot.certify.kernel_equality import any_chart, plain_table
from sabot.equipment.compiled import as_if, high, lean, ones
from sabot.equipment.streams import Stream, draws, stream, word
from sabot.families.blackjack.charts.hand_states import states
from sabot.families.blackjack.pricing.exact import (
    BEST,
    EVERY,
    ONLY,
    bank_draws,
    bank_results,
    fill_reach,
    reachable_hands,
    worths,
)
from sabot.families.blackjack.pricing.expected_values import full_shoe
from sabot.families.blackjack.pricing.numeric_law import Law
from sabot.families.blackjack.pricing.outcome_chances import EVENTS, add_endings
from sabot.families.poker.equity import equity
from sabot.families.poker.lookup import evaluator
from sabot.procedure.table import Table
from support.both_forms import compared, odds_in_both_forms, plain_only

SIMULATED = [id_ for id_ in games.ids() if games.game(id_).simulation is not None]
WORDS = st.integers(0, 2 ** 64 - 1)


@lean
def _mixed(first: np.uint64, second: np.uint64) -> np.uint64:
    return high(first, second) + ones(first ^ second) * np.uint64(3)


@given(WORDS, WORDS)
def test_words_wrap_around_in_both_forms_alike(first: int, second: int) -> None:
    a, b = np.uint64(first), np.uint64(second)
    expected = (first * second >> 64) + 3 * (first ^ second).bit_count() & 2 ** 64 - 1
    assert int(_mixed.plain(a, b)) == int(_mixed.machine(a, b)) == expected
    assert int(high(a, b)) == first * second >> 64 and int(ones(a)) == first.bit_count()


def test_a_stream_is_the_same_in_both_forms_and_in_plain_python() -> None:
    states, slow = [stream(3, 4), stream(3, 4)], Stream(3, 4)
    for _ in range(50):
        assert int(word.plain(states[0])) == int(word.machine(states[1])) == slow.word()
    numbers = [np.zeros(4, np.int64), np.zeros(4, np.int64)]
    for below in (416, 52, 5):
        draws.plain(states[0], below, 4, numbers[0])
        draws.machine(states[1], below, 4, numbers[1])
        assert numbers[0].tolist() == numbers[1].tolist() == slow.draws(below, 4)


def kernels(game_id: str, number: int) -> list[Any]:
    """Kernels of a game: by a random play at its plain table, with side bets and seats if any."""
    game = games.game(game_id)
    table = plain_table(game)
    assert isinstance(table, Table)
    make = game.simulated.kernel
    players = [make(table, any_chart(game, table, number))]
    for more in ({"fresh": True}, {"seats": 3}, {"bets": ("all",)}):
        try:
            players.append(make(table, any_chart(game, table, number), **more))
        except (ValueError, TypeError):  # the game has no such play
            continue
    return players


@pytest.mark.parametrize("game_id", SIMULATED)
def test_a_block_is_the_same_without_a_compiler(game_id: str, monkeypatch: pytest.MonkeyPatch
                                                ) -> None:
    for kernel in kernels(game_id, 7):
        with as_if(inf):
            machine = kernel.block(5, 3, 60)
        with plain_only(monkeypatch):
            assert kernel.block(5, 3, 60) == machine


@pytest.mark.more
@pytest.mark.timeout(600)
@pytest.mark.parametrize("game_id", SIMULATED)
def test_long_blocks_are_the_same_without_a_compiler(game_id: str, monkeypatch: pytest.MonkeyPatch
                                                     ) -> None:
    for number in range(3):
        for kernel in kernels(game_id, number):
            with as_if(inf):
                machine = kernel.block(number, 0, 3_000)
            with plain_only(monkeypatch):
                assert kernel.block(number, 0, 3_000) == machine


@pytest.mark.parametrize(("form", "hands", "board"), [
    ("holdem", ["AHKH", "QSQD", "7C2D"], "2C 3H 7S"),
    ("omaha", ["AHKHQSJS", "2C2D7H8H"], "3H 4H 5C"),
    ("holdem", ["TT+,AK", "random"], "2C 3H 7S 9D"), ("synthetic", ["AHKH", "QSQD"], "8C TH"),
])
def test_hands_are_compared_alike(form: str, hands: list[str], board: str,
                                  monkeypatch: pytest.MonkeyPatch) -> None:
    cards = board.split()
    with compared(monkeypatch, 20) as times:
        whole = equity(form, hands, cards)
    assert times["boards"] and whole.exact
    with plain_only(monkeypatch):
        assert equity(form, hands, cards) == whole
    sampled = equity(form, hands, cards, samples=200, seed=1)
    with plain_only(monkeypatch):
        assert equity(form, hands, cards, samples=200, seed=1) == sampled


def test_rows_of_hands_have_the_same_strengths(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = np.random.default_rng(1)
    lookup = evaluator()
    rows = np.array([rng.choice(52, 9, replace=False) for _ in range(3_000)], np.uint8)
    wrong = rows.copy()
    wrong[1_234, 3] = wrong[1_234, 0]
    with compared(monkeypatch, 20) as times:
        for size in (5, 6, 7):
            lookup.ranks(rows[:, :size])
        lookup.twos(rows[:, :4], rows[:, 4:])
        with pytest.raises(ValueError, match="row 1234"):
            lookup.ranks(wrong[:, :7])
    assert times["many"] == 2 and times["sevens"] == 2 and times["twos"] == 1


def test_all_hands_of_five_are_counted_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    counts = evaluator().census()
    assert counts.sum() == 2_598_960
    with plain_only(monkeypatch):
        assert (evaluator().census() == counts).all()


@pytest.mark.more
@pytest.mark.timeout(900)
@pytest.mark.parametrize("game_id", ["blackjack-2007", "blackjack-macau", "blackjack-online",
                                     "no-draw-poker", "machines"])
def test_odds_are_the_same_to_the_last_bit(game_id: str) -> None:
    assert odds_in_both_forms(game_id, 25)


@pytest.mark.parametrize("up", [1, 7, 10])
@pytest.mark.parametrize("seed", range(3))
def test_values_and_endings_of_hands_are_the_same_to_the_last_bit(
        up: int, seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Under any law, from any shoe, with the best play and with any other."""
    rng = np.random.default_rng([up, seed])
    table, packs = states(), 6
    left = full_shoe(packs) - rng.integers(0, 5, 10)
    low, high = ((0, 21), (9, 11), (1, 0))[seed]
    law = Law(int(rng.integers(0, 16)), low, high, bool(seed), False, 1.0, 0.5 + 0.5 * (seed == 0),
              1.0, bool(rng.integers(2)), 2.0 * (seed > 0), 1.0 if seed == 1 else -1.0,
              7 * (seed == 2))
    size = len(table.size)
    bank, value, each = np.zeros((size, 7)), np.zeros(size), np.zeros((size, 6))
    acts, marks = np.zeros(size, np.int8), np.zeros(size, np.int8)
    hands = np.arange(table.plain)
    start = np.where(table.size == 2, rng.random(size), 0.0)
    with compared(monkeypatch, 20) as times:
        bank_results(*bank_draws(up, "hit"), left, table.cards, hands, bank)
        for k in range(6):
            bank[table.plain + k] = bank[table.two[5, 6] if k < 2 else table.two[5, 7] if k < 4
                                         else table.two[6, 7]]
        for mode in (BEST, ONLY, EVERY):
            worths(law, packs, up, left, hands, table, bank, acts, mode, value, each)
        reachable_hands(acts, np.flatnonzero(start), table, marks)
        reach = start.copy()
        fill_reach(acts, left, table, reach)
        for held in (np.zeros((7, EVENTS, 10)), np.zeros((0, EVENTS, 10))):
            add_endings(law, packs, up, left, table, bank, acts, reach.copy(), start,
                        np.zeros((7, EVENTS)), held)
    assert times == {"bank_results": 1, "worths": 3, "reachable_hands": 1, "fill_reach": 1,
                     "add_endings": 2}


# -- which form is taken ---------------------------------------------------------------------------

COLD = """
import sys
from click.testing import CliRunner
from sabot.cli import main
result = CliRunner().invoke(main, sys.argv[1:])
assert result.exit_code == 0, result.output
print("numba" in sys.modules, result.output.strip().splitlines()[-1])
"""


def ask(folder: Path, *words: str, **more: str) -> str:
    """What a process answers that finds nothing compiled and nothing priced."""
    env = os.environ | {"NUMBA_CACHE_DIR": str(folder / "code"), "SABOT_LANG": "en",
                        "SABOT_RESULTS": str(folder / "odds"), **more}
    done = subprocess.run([sys.executable, "-c", COLD, *words], env=env, text=True, check=False,
                          capture_output=True)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


@pytest.mark.parametrize("words", [
    ("simulate", "craps", "--coups", "5000", "--strategy", "pass=1000"),
    ("simulate", "blackjack-2007", "--coups", "3000", "--strategy", "mimic"),
    ("equity", "holdem", "AhKh", "QsQd", "--board", "2c3h7s"), ("odds", "american-roulette"),
], ids=" ".join)
def test_a_first_answer_waits_for_no_compiler(words: tuple[str, ...], tmp_path: Path) -> None:
    assert ask(tmp_path, *words).startswith("False ")


@pytest.mark.more
def test_the_time_of_compiling_is_no_speed(tmp_path: Path) -> None:
    words = ("simulate", "craps", "--coups", "3000000", "--strategy", "pass=1000")
    first, again = ask(tmp_path, *words), ask(tmp_path, *words)
    assert first.startswith("True   compiled in ") or "coups/s" in first
    assert "coups/s" in again  # nothing is compiled a second time


@pytest.mark.more
def test_a_simulation_is_the_same_for_any_form_and_number_of_workers(tmp_path: Path) -> None:
    words = ("simulate", "ponto-e-banca", "--coups", "30000", "--json")
    program = COLD.partition("print(")[0] + (
        "import json\nanswer = json.loads(result.output)\n"
        "print(answer['histogram'], answer['mean'], answer['counts'])")
    answers = set()
    for more, workers in (({}, "1"), ({"NUMBA_DISABLE_JIT": "1"}, "1"),
                          ({"NUMBA_DISABLE_JIT": "1"}, "2")):
        env = os.environ | {"NUMBA_CACHE_DIR": str(tmp_path), "SABOT_LANG": "en", **more}
        done = subprocess.run([sys.executable, "-c", program, *words, "--workers", workers],
                              env=env, text=True, check=True, capture_output=True)
        answers.add(done.stdout)
    assert len(answers) == 1
