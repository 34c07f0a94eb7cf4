"""``sabot simulate`` of bets beside the main one, and of general rules."""

from __future__ import annotations

import json
from typing import Any

import pytest
from click.testing import CliRunner, Result

from sabot.cli import main
from sabot.simulation import of_bet

SIDES = ("--set", "perfect_pair=true", "--set", "winning_streak=true", "--set", "any_pair=true",
         "--set", "one_side_bet=false")
MACHINE = ("seconds", "preparation_seconds", "coups_per_second", "lost")


def ask(*words: str) -> Result:
    return CliRunner().invoke(main, ["simulate", *words])


def simulate_json(*words: str) -> dict[str, Any]:
    done = ask(*words, "--json")
    assert done.exit_code == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return {key: value for key, value in found.items() if key not in MACHINE}


@pytest.mark.more
def test_bets_beside_stand_next_to_their_exact_figures() -> None:
    """The same for one thread and two; the main bet is as it is without them."""
    words = ("blackjack-macau", "--coups", "5000000", "--fresh", *SIDES)
    one = simulate_json(*words, "--bets", "all")
    assert simulate_json(*words, "--bets", "all", "--workers", "2") == one
    alone = simulate_json(*words)
    assert alone["histogram"] == one["histogram"] and not alone["bets"]
    assert alone["kernel"] != one["kernel"]
    assert "with each main bet also the minimum on pair, perfect, streak2" in one["strategy"]
    assert set(one["bets"]) == {"pair", "perfect", *(f"streak{n}" for n in range(2, 6))}
    for name, bet in one["bets"].items():
        low, high = bet["interval_99"]
        assert low < bet["mean"] < high
        assert sum(one["parts"][f"bet/{name}"].values()) == bet["times"]
        if name != "pair":
            (exact,) = bet["exact"]
            assert abs(exact["errors"]) < 4.5 and exact["given"]
    none, every = one["bets"]["pair"]["exact"]
    assert none["mean"] < one["bets"]["pair"]["mean"] < every["mean"]


@pytest.mark.more
def test_the_same_for_people() -> None:
    text = " ".join(ask("blackjack-macau", "--coups", "20000", *SIDES, "--bets",
                        "perfect, streak3").stdout.split())
    assert "side bets" in text and "20000 bets exact -0.099678," in text
    assert "errors" in text and "3 wins in a row" in text and "pair " in text
    mimic = ask("blackjack-macau", "--coups", "20000", *SIDES, "--bets", "perfect,streak3",
                "--strategy", "mimic").stdout
    assert "3 wins in a row" not in mimic and "-0.099678" in mimic


def test_an_insurance_and_the_lines_of_a_jackpot() -> None:
    words = ("blackjack-2007", "--fresh", "--set", "jackpot.rate=60", "--bets",
             "insurance,jackpot")
    found = simulate_json(*words, "--coups", "3000000")
    insurance, chip = found["bets"]["insurance"], found["bets"]["jackpot"]
    assert chip["exact"][0]["errors"] is None  # its pool has grown
    assert abs(insurance["exact"][0]["errors"]) < 4.5 and found["exact"] is None
    lines = chip["lines"]
    assert lines["aces-2"]["share"] == pytest.approx(lines["aces-2"]["chance"], rel=0.05)
    assert sum(line["times"] for line in lines.values()) < chip["times"] == 3_000_000
    assert "aces-2" in ask(*words, "--coups", "20000").stdout


def test_two_bets_are_the_least_that_say_anything() -> None:
    assert of_bet({}, 100) is None and of_bet({-100: 1}, 100) is None
    found = of_bet({-100: 3, 100: 1}, 100)
    assert found is not None and (found.times, found.mean, found.error) == (4, -0.5, 0.5)


def test_general_rules_are_a_second_method() -> None:
    rules = ("blackjack", "--fresh", "--set", "soft17=hit", "--set", "surrender=late", "--set",
             "peek=yes")
    words = (*rules, "--coups", "3000000")
    found = simulate_json(*words)
    assert found["exact"] == pytest.approx(-0.005272, abs=1e-6)
    assert abs(found["mean"] - found["exact"]) < 4.5 * found["standard_error"]
    assert found["rules"]["soft17"] == "hit" and found["rules"]["blackjack_pays"] == "3:2"
    assert simulate_json(*words, "--workers", "2") == found
    text = ask(*rules, "--coups", "20000", "--strategy", "total").stdout
    assert "units on average" in text and "by the total" in text
    mimic = simulate_json("blackjack", "--coups", "20000", "--fresh", "--strategy", "mimic",
                          "--seats", "3")
    assert mimic["exact"] is None and mimic["edge"] > 0.03 and mimic["seats"] == 3


@pytest.mark.parametrize(("words", "answer"), [
    (["blackjack-macau", "--bets", "pair"], "'pair' is not a bet of this table"),
    (["blackjack-macau", "--bets", "all"], "offers no additional bets"),
    (["blackjack-online", "--bets", "all", "--engine"], "only the main bet"),
    (["blackjack"], "add fresh"),
    (["blackjack", "--fresh", "--engine"], "general rules"),
    (["blackjack", "--fresh", "--bets", "all"], "general rules"),
    (["blackjack", "--fresh", "--strategy", "chart.json"], "blackjack has no strategy "
                                                           "'chart.json'"),
    (["blackjack", "--fresh", "--set", "soft17=fold"], "'fold' is not a value for soft17"),
    (["blackjack", "--fresh", "--set", "charlie=6", "--set", "five_cards=yes"],
     "priced but not simulated"),
])
def test_wrong_use(words: list[str], answer: str) -> None:
    done = ask(*words, "--coups", "10")
    assert done.exit_code == 2
    assert answer in done.stderr and "Traceback" not in done.stderr


def test_help_lists_the_general_rules() -> None:
    done = ask("blackjack", "--coups", "10", "--set", "help")
    assert done.exit_code == 0 and "soft17" in done.stdout


def test_stopped_while_the_play_is_still_computed(monkeypatch: pytest.MonkeyPatch) -> None:
    def pressed(*_: Any) -> None:
        raise KeyboardInterrupt
    monkeypatch.setattr("sabot.cli.simulating.simulate.plan_table", pressed)
    done = ask("blackjack-2007", "--coups", "10")
    assert done.exit_code == 130 and "before there was anything to report" in done.stderr


def test_where_nobody_plays_alone_the_players_of_the_house_play_one_another() -> None:
    """What they lose together is the percentage: no more than 5 in a hundred of what they bet."""
    done = CliRunner().invoke(main, ["simulate", "holdem", "--coups", "60", "--seats", "5",
                                     "--json"])
    assert done.exit_code == 0, done.output
    answer = json.loads(done.output)
    assert answer["strategy"].startswith("5 of the house's own players")
    assert (answer["coups"], answer["shoes"]) == (60, 2)
    assert 0 < answer["edge"] * answer["unit"] * 60 <= answer["counts"]["staked"] / 20
    assert 0 < answer["counts"]["shown"] <= 60
    done = CliRunner().invoke(main, ["simulate", "holdem", "--coups", "2"])
    assert "2 coups from 1 evening," in done.output and "for the table" in done.output
    done = CliRunner().invoke(main, ["simulate", "chemin-de-fer", "--coups", "20", "--engine",
                                     "--seats", "5", "--json"])
    assert json.loads(done.output)["strategy"].startswith("5 of")
