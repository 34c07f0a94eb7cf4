"""`sabot play --attended`: the croupier's place at a table with real cards, through a pipe."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

import sabot
from sabot import games
from sabot.cli import main
from sabot.cli.playing import input_parser
from sabot.procedure import Act, Deal, Incident, Offer, Throw
from sabot.procedure.game import Game
from support.floor_game import BASE, GAME

ONLINE = "blackjack-online"
REAL = Game(**{**{name: getattr(BASE, name) for name in BASE.__dataclass_fields__},
               "violations": lambda table: []})  # its cards are real here, as the others' may be
SOURCE = Path(sabot.__file__).parents[1]
COUP = ["Ana: sit 1", "Rui: sit 3", "Ana: bet 1 10", "Rui: bet 3 25", "time",
        "7h", "10s", "2c", "9d", "7d", "kh", "Ana: stand", "Rui: stand", "10d"]


def run(*words: str, typed: list[str], status: int = 0) -> str:
    """What is shown when these lines are typed; the input ends after them."""
    told = CliRunner().invoke(main, ["play", ONLINE, *words], input="\n".join(typed) + "\n")
    assert told.exit_code == status, told.output
    assert told.exception is None or isinstance(told.exception, SystemExit)
    return told.output


def attended(typed: list[str], *words: str, status: int = 0) -> str:
    return run("--attended", *words, typed=typed, status=status)


@pytest.fixture(autouse=True)
def real(monkeypatch: pytest.MonkeyPatch) -> None:
    """The online game with a croupier, which its own rules do not know."""
    monkeypatch.setattr(games, "game", lambda _: REAL)


@pytest.fixture
def little(real: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """The little game in the place of the one in the catalogue."""
    monkeypatch.setattr(games, "game", lambda _: GAME)


def after(text: str, typed: str) -> str:
    """What is shown between this input and the next."""
    return text.split(f"> {typed}\n", 1)[1].split("> ", 1)[0]


def test_the_croupier_deals_and_the_players_win() -> None:
    text = attended(COUP, "--players", "Ana,Rui")
    assert "→ place 1: one card, face up" in after(text, "time")
    assert "place 1 receives 7♥: 7" in after(text, "7h")
    assert "face down (?? if nobody has seen it)" in after(text, "7d")
    assert "K♥" not in after(text, "kh") and "bank receives a card face down" in after(text, "kh")
    assert "Ana: stand 1" in after(text, "kh") and "Rui: stand 3" in after(text, "Ana: stand")
    assert "bank turns up K♥: 12" in after(text, "Rui: stand")
    end = after(text, "10d")
    assert "the bank pays Rui 25.00 € on place 3, 1:1" in end
    assert "Ana: +10.00 €; so far +10.00 €" in end and "bank: -35.00 €" in end
    assert "Round 2" in end


def test_every_line_of_the_coup_has_its_clause() -> None:
    text = attended(COUP, "--players", "Ana,Rui")
    told = [line for line in text.splitlines()
            if re.match(r"(place|bank|the bank|«|→|\d+\.\d\d € on|cards )", line)
            and "> " not in line and not line.startswith("bank: -")]
    assert len(told) > 20
    for line in told:
        assert re.search(r" (\d+(\.\w+)*(-\d)?|ir/\d+)$", line), line


def test_the_prompt_says_whose_turn_it_is() -> None:
    text = attended(COUP, "--players", "Ana,Rui")
    for typed, prompt in (("Ana: sit 1", "Ana, Rui"), ("7h", "croupier"), ("Ana: stand", "Ana"),
                          ("Rui: stand", "Rui")):
        assert f"\n{prompt}> {typed}\n" in text


@pytest.mark.parametrize(("typed", "answer"), [
    ("xx", "'xx' is not a card"), ("11h", "'11h' is not a card"), ("??", "this card is face up"),
    ("7h 8h", "one card at a time"), ("Ana: stand", "no player may act now"),
    ("time", "no player may act now"), ("report torn", "no player may act now"),
    ("done", "'done' is not a card"), ("fault", "name the fault"),
    ("fault torn", "'torn' is not a fault"), ("fault a b c d", "a card, a place and a sum"),
    ("\ufffd", "is not a card"), ("? 99", "the register has no row"), ("'; drop", "one card"),
])
def test_what_no_card_is_is_answered_and_changes_nothing(typed: str, answer: str) -> None:
    text = attended([*COUP[:5], typed, *COUP[5:]], "--players", "Ana,Rui")
    told = text.split(f"croupier> {typed}\n", 1)[1].split("> ", 1)[0]
    assert answer in told and "✗" in told
    assert "Ana: +10.00 €; so far +10.00 €" in text


@pytest.mark.parametrize(("typed", "answer"), [
    ("stand", None), ("s", None), ("Ana: s", None), ("ana: stand 1", None),
    ("Rui: stand", "another player"), ("Zed: stand", "nobody here is called 'Zed'"),
    ("Ana:", "say what Ana does: hit (h), stand (s)"), ("Ana: fly", "'fly' is not an act here"),
    ("Ana: stand 2", "no act is open at 2"), ("Ana: stand 1 5 5", "too many words"),
    ("Ana: 10", "means nothing here"), ("Ana: split", "split is not one of the decisions here"),
    ("7h", "means nothing here"), ("report torn", "'torn' is not a fault"),
])
def test_what_a_player_says(typed: str, answer: str | None) -> None:
    text = attended([*COUP[:11], typed, "q"], "--players", "Ana,Rui")
    said_then = text.rsplit(f"> {typed}\n", 1)[1].split("> ", 1)[0]
    assert ("Ana: Stand 1" in said_then) if answer is None else (answer in said_then)


def test_before_the_cards_bets_are_heard_and_refused() -> None:
    text = attended(["time", "Ana: sit 1", "bet 1 10", "Ana: bet", "Ana: bet 1 3",
                     "Ana: bet 1 1e3", "Ana: 10", "Ana: bet 1 0.001", "help", "?", "? ir/1", ""],
                    "--players", "Ana,Rui")
    assert "no clock runs now" in after(text, "time")
    assert "type the player and the act, for example Ana: " in after(text, "bet 1 10")
    assert "bet takes an amount, for example b 5.00" in after(text, "Ana: bet")
    assert "nearest: 5.00 €" in after(text, "Ana: bet 1 3")
    assert "is not a sum" in after(text, "Ana: bet 1 1e3")
    assert "Ana: 10.00 € on place 1" in after(text, "Ana: 10")
    assert "??" in after(text, "help") and "void CAUSE" in after(text, "help")
    assert "10.00 € on place 1 is refunded to Ana" in text


def test_who_comes_to_a_table_without_named_players_is_heard() -> None:
    text = attended(["Ana: sit 1", "Bea: sit 2", "1x: sit 3", "void: sit 3", "Ana: bet 1 10", "q"])
    assert "is not a name" in after(text, "1x: sit 3")
    assert "has another meaning" in after(text, "void: sit 3")
    assert "Ana, Bea> Ana: bet 1 10" in text
    assert "  Ana: 0.00 €\n  Bea: 0.00 €" in text


def test_a_coup_is_voided_by_its_cause() -> None:
    text = attended([*COUP[:7], "void the lights went out", "q"], "--players", "Ana,Rui")
    told = after(text, "void the lights went out")
    assert "the round is stopped: the lights went out" in told
    assert "25.00 € on place 3 is refunded to Rui" in told and "Round 2" in told


def test_a_fault_is_told_under_the_clause_of_what_it_leads_to(
        monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "game", lambda _: games.catalogue()["blackjack-2007"])
    text = attended(["done", "done", "done", "Ana: sit 1", "??", "Ana: bet 1 10", "time", "10h",
                     "6d", "6c", "??", "report misdrawn-unseen 1", "??", "q"],
                    "--players", "Ana", "--set", "shuffler=continuous")
    assert re.search(r"place 1: a fault is reported: .*unseen  +18-4 ir/98\n",
                     after(text, "report misdrawn-unseen 1"))


@pytest.mark.usefixtures("little")
def test_handlings_faults_throws_and_cards_that_nobody_saw() -> None:
    text = attended(["7h", "fault torn KH", "done", "done", "lid-open", "report misdeal 2 7h",
                     "report other", "Ana: cut 5", "Ana: cut 2x", "Ana: cut 20", "Ana: bet 1 10",
                     "bet 2 10", "Ana: bet 10", "time", "fault face-down 8s", "7h", "??", "7", "x",
                     "3", "??", "4d", "q"])
    assert "→ Show the packs: then type done" in text
    assert "fault KIND [CARD] [PLACE]: torn (a torn card)" in text
    assert "'7h' does not answer show-cards: done does" in after(text, "7h")
    assert "Show the packs: a torn card" in after(text, "fault torn KH")
    assert "→ lid: then type lid-open (the lid is open) or lid-closed" in text
    assert "lid: the lid is open" in after(text, "lid-open")
    assert "report KIND [PLACE] [CARD] [SUM]: misdeal" in after(text, "lid-open")
    assert "place 2: a fault is reported: misdeal" in after(text, "report misdeal 2 7h")
    assert "here: misdeal" in after(text, "report other")
    assert re.search(r"Ana: cut  10 to 40 cards", text)
    assert "5 refused: from 10 to 40 is allowed" in after(text, "Ana: cut 5")
    assert "'2x' is not a number of cards" in after(text, "Ana: cut 2x")
    assert "  Ana: Cut, 20 cards" in after(text, "Ana: cut 20")
    assert "  Ana: Bet 2, 10.00 €" in after(text, "bet 2 10")
    assert "bet takes a place: 1, 2, 3" in after(text, "Ana: bet 10")
    assert "place 1: face-down, 8♠" in after(text, "fault face-down 8s")
    assert "from 1 to 6" in after(text, "7") and "'x' is not a throw" in after(text, "x")
    assert "→ bank: turn up card 1" in after(text, "3")
    assert "this card is face up" in text.rsplit("> ??\n", 1)[1]
    assert "bank turns up 4♦" in after(text, "4d")
    assert "Ana: +20.00 €; so far +20.00 €" in text


def test_a_coup_is_not_voided_without_a_cause_and_faults_are_named_where_none_is_foreseen() -> None:
    text = attended(["Ana: sit 1", "fault bogus", *COUP[2:6], "void", "fault bogus", "q"],
                    "--players", "Ana,Rui")
    assert "give the reason why the coup cannot be determined" in after(text, "void")
    assert "players are asked now" in text.split("> fault bogus\n", 1)[1]
    told = text.rsplit("> fault bogus\n", 1)[1].partition("> ")[0]
    assert "bogus" in told and "warning-card" in told and "the round is stopped" not in told


@pytest.mark.usefixtures("little")
def test_a_procedure_that_breaks_is_said_and_the_table_can_go_on() -> None:
    text = attended(["done", "lid-open", "Ana: bet 1 10", "time", "2s", "??", "kd",
                     "void out of order", "q"])
    assert "the round cannot continue from this (RuntimeError)" in after(text, "??")
    assert "refunded to Ana" in after(text, "void out of order")
    assert "Traceback" not in text


# -- the journal -----------------------------------------------------------------------------------


def replay(path: Path, *words: str, status: int = 0) -> str:
    told = CliRunner().invoke(main, ["replay", str(path), *words])
    assert told.exit_code == status, told.output
    return told.output


def test_a_session_is_written_and_replay_tells_it_again(tmp_path: Path) -> None:
    path = tmp_path / "evening.jsonl"
    text = attended([*COUP, "q"], "--players", "Ana,Rui", "--journal", str(path))
    assert "stays open" not in text and len(path.read_text().splitlines()) == 1
    told = replay(path)
    for line in ("place 1 receives 7♥: 7", "bank turns up K♥: 12", "Rui: +25.00 €",
                 "verified: 1 round, replayed from its record"):
        assert line in told
    assert told.index("7♥") < told.index("K♥")
    report = json.loads(replay(path, "--json", "--lang", "pt"))
    assert report["verified"] and report["coups"][0]["nets"]["player:Rui"] == 2500
    assert "banca mostra K♥: 12" in [line["text"] for line in report["coups"][0]["lines"]]


def test_a_coup_left_open_goes_on_in_the_next_session(tmp_path: Path) -> None:
    path = tmp_path / "evening.jsonl"
    words = ("--players", "Ana,Rui", "--journal", str(path))
    text = attended(COUP[:8], *words)
    assert f"Round 1 stays open in {path}" in text.replace("\n", "")
    assert "in progress" in replay(path)
    text = attended(COUP[8:], *words)
    assert "The journal continues with round 1" in text
    assert "place 1 receives 7♥: 7" in text and "Rui: +25.00 €; so far +25.00 €" in text
    assert replay(path).count("Round 1 of") == 1
    text = attended(["Ana: bet 1 10", "Rui: bet 3 5", "time", *COUP[5:]], *words)
    assert "The journal continues after round 1" in text
    assert "Ana: +10.00 €; so far +20.00 €" in text
    told = replay(path)
    assert "Round 2 of" in told and "verified: 2 rounds" in told


@pytest.mark.parametrize(("old", "new", "what"), [
    ('"amount":1000', '"amount":1100', "coup 1 cannot be replayed"),
    ('"over":true', '"over":false', "coup 1 is over, but the line says that it is open"),
    ('"no":2', '"no":3', "found coup 3; expected coup 2"),
    ('"no":2', '"no":1', "coup 1 again, but different from line 1"),
    ('"no":1', '"no":"one"', "line 1 is not a coup of a journal"),
    ('{"no"', '["no"', "line 1 is not a coup of a journal"),
    ('"results":["22"]', '"results":["21"]', "is not that at the end of the coup before it"),
])
def test_a_journal_that_was_touched_is_found(tmp_path: Path, old: str, new: str, what: str) -> None:
    path = tmp_path / "evening.jsonl"
    again = ["Ana: bet 1 10", "Rui: bet 3 5", "time", *COUP[5:]]
    attended([*COUP, *again, "q"], "--players", "Ana,Rui", "--journal", str(path))
    text = path.read_text()
    keys = text.replace('{"carry"', '{"no"') if old == '{"no"' else text
    assert old in keys or old.startswith("{")
    path.write_text(text.replace(old, new, 1) if old in text else "[" + text[1:])
    assert what in replay(path, status=1)
    assert what in attended(["q"], "--players", "Ana,Rui", "--journal", str(path), status=1)
    assert not json.loads(replay(path, "--json", status=1).split("\nsabot:")[0])["verified"]


def test_a_journal_of_another_table_is_not_gone_on_with(tmp_path: Path) -> None:
    path, other = tmp_path / "evening.jsonl", tmp_path / "other.toml"
    attended(COUP, "--players", "Ana,Rui", "--journal", str(path))
    other.write_text('game = "blackjack-online"\nname = "Other"\nminimum = 10\nmaximum = 100\n')
    text = attended(["q"], "--table", str(other), "--journal", str(path), status=2)
    assert "is the record of another table, Online blackjack" in text


@pytest.mark.parametrize(("words", "status", "answer"), [
    (["play", ONLINE, "--attended", "--seed", "4"], 2, "leave --seed out"),
    (["play", ONLINE, "--journal", "x.jsonl"], 2, "--journal needs"),
    (["play", ONLINE, "--players", "Ana,,Rui"], 2, "'' is not a name"),
    (["play", ONLINE, "--players", "Ana,ana"], 2, "two players have the same name"),
    (["play", ONLINE, "--players", "bank"], 2, "has another meaning here"),
    (["play", ONLINE, "--attended", "--journal", "/no/such/place"], 1, "cannot write"),
    (["replay", "no-such-file.jsonl"], 2, "there is no file no-such-file.jsonl"),
])
def test_wrong_use(words: list[str], status: int, answer: str) -> None:
    told = CliRunner().invoke(main, words, input="Ana: sit 1\n")
    assert (told.exit_code, answer in told.output) == (status, True), told.output


def test_bytes_that_are_no_text_do_not_end_it_badly() -> None:
    done = subprocess.run(
        [sys.executable, "-c", "from sabot.cli import main; main()", "play", ONLINE,
         "--players", "Ana"],
        input=b"\xff\xfe\nAna: sit 1\n", capture_output=True, check=False, timeout=60,
        env={**os.environ, "PYTHONPATH": str(SOURCE), "PYTHONIOENCODING": "ascii"})
    assert done.returncode == 0 and b"Traceback" not in done.stderr
    assert b"Ana: Sit 1" in done.stdout


# -- several people at one keyboard ----------------------------------------------------------------


def together(typed: list[str], *words: str) -> str:
    return run("--players", "Ana,Rui,Eva", "--seed", "4", *words, typed=typed)


def test_several_people_play_at_one_keyboard() -> None:
    typed = ["Ana: sit 1", "eva: sit 2", "Ana: bet 1 10", "Eva: bet 2 20", "time"]
    text = together([*typed, "s", "s", "h", "s", "s", "s", "q"])
    assert "Each player has 1000.00 € of demo credit" in text
    assert "\nAna, Rui, Eva> time\n" in text
    assert re.search(r"\n(Ana|Eva)> s\n", text)
    assert "croupier>" not in text and "bank turns up" in text
    sums = dict(re.findall(r"^  (\w+): .*; has (\d+\.\d\d) €$", text, re.M))
    assert set(sums) == {"Ana", "Rui", "Eva"} and sums["Rui"] == "1000.00"
    assert text == together([*typed, "s", "s", "h", "s", "s", "s", "q"])


def test_nobody_plays_with_more_than_he_has() -> None:
    text = together(["Ana: sit 1", "Rui: sit 2", "Ana: bet 1 500", "Rui: bet 2 500", "time",
                     *["s"] * 3, *["h", "s"] * 4, "Ana: bet 1 500", "Rui: bet 2 500", "time",
                     *["s", "h"] * 5, "Ana: bet 1 500", "Rui: bet 2 500"])
    assert "Traceback" not in text
    assert all(float(has) >= 0 for has in re.findall(r"has (-?\d+\.\d\d) €", text))


def test_a_bet_beyond_the_credit_is_taken_back(tmp_path: Path) -> None:
    path = tmp_path / "t.toml"
    path.write_text('game = "blackjack-online"\nname = "T"\nminimum = 5\nmaximum = 500\n'
                    "places_per_player = 3\n")
    text = together(["Ana: sit 1", "Ana: sit 2", "Ana: sit 3", "Ana: bet 1 500", "Ana: bet 2 499",
                     "Ana: bet 3 5", "Ana: bet 2 495", "Ana: bet 3 5", "Rui: sit 4", "q"],
                    "--table", str(path))
    assert "Ana does not have enough credit: 1000.00 € and 1004.00 € in play" in text
    assert "Ana: 5.00 € on place 3" in text and "is refunded to Ana" in text
    assert "  Ana: 0.00 €; has 1000.00 €" in text


def test_who_goes_away_in_mid_coup_is_played_for_by_the_clock(tmp_path: Path) -> None:
    path = tmp_path / "live.jsonl"
    words = ("--journal", str(path))
    text = together(["Ana: sit 1", "Ana: bet 1 10", "time"], *words)
    assert text.index("bank turns up") < text.index("The session")
    assert "verified: 1 round" in replay(path)
    text = together(["Ana: sit 1", "Ana: bet 1 10", "time"], *words)
    assert "The journal continues after round 1" in text and "verified: 2 rounds" in replay(path)


def test_no_croupier_is_heard_at_a_live_table() -> None:
    text = together(["report torn", "void x", "Ana: report torn", "q"])
    assert "type the player and the act, for example Ana: " in after(text, "report torn")
    assert "type the player and the act, for example Ana: " in after(text, "void x")


# -- what is typed ---------------------------------------------------------------------------------


@pytest.mark.parametrize(("typed", "card"), [
    ("7h", "7H"), ("10s", "TS"), ("TS", "TS"), ("q♦", "QD"), ("??", "??"), ("aC", "AC"),
    ("1s", "1s"), ("10", "10"), ("?", "?"), ("100s", "100s"),
])
def test_cards_as_they_are_said(typed: str, card: str) -> None:
    assert input_parser.card(typed) == card


@pytest.mark.parametrize("words", [["torn", "7h", "3"], ["torn", "3", "7h"], ["TORN", "3", "7H"]])
def test_a_fault_names_a_card_and_a_place_in_either_order(words: list[str]) -> None:
    assert input_parser.incident(words) == Incident("torn", "7H", seat="3")


@pytest.mark.parametrize("words", [["short", "3", "20.00"], ["short", "20,00", "3"]])
def test_a_fault_names_a_sum(words: list[str]) -> None:
    assert input_parser.incident(words) == Incident("short", seat="3", amount=2000)


@pytest.mark.parametrize("words", [["lifted", "5-5-5", "3"], ["lifted", "3", "5-5-5"]])
def test_a_fault_names_what_was_thrown(words: list[str]) -> None:
    """Dice that were lifted before the call showed something: the French bank asks what (7.d)."""
    assert input_parser.incident(words) == Incident("lifted", fell=(5, 5, 5), seat="3")
    throw = Throw("ir/1", thing="dice", sides=(6, 6, 6), first=1, faults=("lifted",))
    assert input_parser.fact(throw, ["fault", *words]) == Incident(
        "lifted", fell=(5, 5, 5), seat="3"
    )


def test_the_numbers_of_a_throw() -> None:
    throw = Throw("ir/1", thing="dice", sides=(6, 6), first=1)
    assert input_parser.fact(throw, ["3", "5"]) == (3, 5)
    assert input_parser.fact(Deal("ir/1", to="1"), ["fault", "torn"]) == Incident("torn")
    with pytest.raises(input_parser.InputError, match="2 of them"):
        input_parser.fact(throw, ["3", "-5"])


def test_an_act_that_is_not_offered_is_left_to_the_procedure_to_refuse() -> None:
    stand = Offer("stand", "1", "ir/1", "Ana")
    keys = input_parser.TypedWords({}, {"stand": "s", "hit": "h"}, "en")
    assert input_parser.act("Ana", ["hit"], [stand], keys) == Act("Ana", "hit", "1")
    assert input_parser.act("Ana", ["hit", "3"], [], keys) == Act("Ana", "hit", "3")
