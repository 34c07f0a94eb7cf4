"""``sabot simulate`` of bets that are laid again before every throw."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from sabot.cli import main

BOTH = "straight/17=10 red=10"


def ask(*words: str) -> Result:
    return CliRunner().invoke(main, ["simulate", "american-roulette", *words])


def test_named_bets_are_played_and_held_against_their_exact_mean() -> None:
    told = ask("--coups", "2000000", "--bets", BOTH, "--json")
    assert told.exit_code == 0, told.stderr
    found = json.loads(told.stdout)
    assert found["exact"] == pytest.approx(-1 / 37) and found["unit"] == 2000
    assert abs(found["mean"] - found["exact"]) < 4.5 * found["standard_error"]
    assert set(found["histogram"]) == {"-2000", "0", "34000"}
    assert found["counts"]["staked"] == 2_000_000 * 2000
    for spot in ("straight/17", "red"):
        bet = found["bets"][spot]
        assert bet["times"] == 2_000_000 and abs(bet["exact"][0]["errors"]) < 4.5
        assert bet["exact"][0]["mean"] == pytest.approx(-1 / 37)


def test_the_report_speaks_of_throws_and_not_of_shoes() -> None:
    told = ask("--coups", "10000", "--bets", BOTH)
    assert "american-roulette, 10000 throws, seed 0" in told.stdout
    assert "10.00 € on straight/17, 10.00 € on red; each bet is made again" in told.stdout
    assert "exact, in the long run" in told.stdout and "shoe" not in told.stdout
    assert "(each coup taken as independent)" in told.stdout


def test_a_file_and_a_text_are_the_same_bets(tmp_path: Path) -> None:
    file = tmp_path / "my.bets"
    file.write_text("# a number\nstraight/17=10\nred=10  # and a colour\n", "utf-8")
    runs = [json.loads(ask("--coups", "5000", "--json", *words).stdout)
            for words in (("--strategy", str(file)), ("--bets", BOTH), ("--strategy", BOTH))]
    assert len({(run["kernel"], run["mean"], run["strategy"]) for run in runs}) == 1


def test_workers_and_a_checkpoint_change_nothing(tmp_path: Path) -> None:
    kept = str(tmp_path / "kept")
    plain = json.loads(ask("--coups", "90000000", "--bets", BOTH, "--json").stdout)
    two = json.loads(ask("--coups", "90000000", "--bets", BOTH, "--json", "--workers", "2",
                         "--checkpoint", kept).stdout)
    assert two["histogram"] == plain["histogram"] and two["blocks"] == 1


@pytest.mark.parametrize(("words", "says"), [
    (("--bets", "straight/17=5"), "this table takes 10.00 € to 300.00 € there"),
    (("--bets", "straight/17=15 straight/18=20"), "not multiples of one chip"),
    (("--bets", "red=10.50"), "this table takes multiples of 1.00 €"),
    (("--bets", "rod=10"), "there is no spot 'rod'; did you mean red"),
    (("--bets", "red=10", "--strategy", "minimum"), "leave one out"),
    (("--strategy", "nothing"),
     "neither a file nor a strategy of american-roulette; allowed: "
                                "minimum"),
    (("--seats", "2"), "the number of seats must be 1"),
    (("--fresh",), "this game has no shoe"),
])
def test_what_cannot_be_played_is_said(words: tuple[str, ...], says: str) -> None:
    told = ask("--coups", "100", *words)
    assert told.exit_code == 2 and says in told.stderr and "Traceback" not in told.stderr


def test_throws_that_hang_together_are_series_and_the_mean_is_that_of_the_long_run() -> None:
    words = ["simulate", "craps", "--coups", "3000000", "--bets", "pass=10 odds/pass=10"]
    told = CliRunner().invoke(main, words)
    assert "(each series taken as independent)" in told.stdout, told.stderr
    found = json.loads(CliRunner().invoke(main, [*words, "--json"]).stdout)
    assert found["exact"] == pytest.approx(-7 / 495 * 165 / 557)  # odds cost nothing
    assert abs(found["mean"] - found["exact"]) < 4.5 * found["standard_error"]
    assert found["shoes"] < found["coups"] and found["independent"] == "shoe"
    assert abs(found["bets"]["pass"]["exact"][0]["errors"]) < 4.5
    assert [exact["mean"] for exact in found["bets"]["odds/pass"]["exact"]] == [0, 0, 0]


@pytest.mark.parametrize(("bets", "says"), [
    ("odds/pass=10", "a bet on odds/pass needs a bet on pass"),
    ("pass=10 odds/pass=20", "it may not exceed the 10.00 € that it accompanies"),
    ("come/4=10", "no bet can be made on come/4"),
    ("point=6 pass=10", "a simulation begins with point=0")])
def test_bets_of_craps_that_cannot_be_laid_again_and_again(bets: str, says: str) -> None:
    told = CliRunner().invoke(main, ["simulate", "craps", "--coups", "100", "--bets", bets])
    assert told.exit_code == 2 and says in told.stderr


def test_the_reference_engine_says_what_it_bets_and_nothing_of_cards() -> None:
    told = ask("--coups", "100", "--engine", "--json")
    assert told.exit_code == 0, told.stderr
    assert json.loads(told.stdout)["strategy"] == \
        "one place; without a bet, the minimum on the first open spot"
