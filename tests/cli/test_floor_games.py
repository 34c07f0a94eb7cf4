"""The games of the catalogue at the terminal: alone, several at one keyboard, with real cards."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from sabot.cli import main
from sabot.equipment import PACK
from sabot.games import catalogue
from sabot.procedure.table import Table

GAMES = list(catalogue())
FLOOR = ["blackjack-2001", "blackjack-2007", "blackjack-macau"]


def run(*words: str, typed: list[str], status: int = 0) -> str:
    result = CliRunner().invoke(main, list(words), input="\n".join(typed) + "\n")
    assert result.exit_code == status, result.output
    assert result.exception is None or isinstance(result.exception, SystemExit)
    assert "Traceback" not in result.output and "cannot continue from this" not in result.output
    return result.output


def after(text: str, typed: str) -> str:
    """What is shown between this input and the next."""
    return text.split(f"> {typed}\n", 1)[1].split("> ", 1)[0]


BEGIN = ["Ana: sit 1", "time", "done", "no-cut", "done", "done", "??"]


@pytest.mark.parametrize("game", FLOOR)
def test_a_new_shoe_is_shown_cut_and_loaded_before_the_bets(game: str) -> None:
    text = run("play", game, "--attended", "--players", "Ana,Rui", typed=BEGIN)
    assert "the cards are shown, pack by pack: then type done" in after(text, "time")
    assert "time: The cards are shuffled" in after(text, "Ana: sit 1")
    assert "cut 1" in after(text, "done") and "cards" in after(text, "done")
    assert "→ burn card: one card, face down (?? if nobody has seen it)" in text
    assert "«Place your bets»" in after(text, "??")
    assert re.search(r"packs are shuffled; the (warning|second white) card", text)
    assert "sealed" not in text


@pytest.mark.law("ir/116", "pt-217-2007/blackjack/8-2")
def test_the_cards_are_shuffled_once_everybody_named_has_sat_down() -> None:
    text = run("play", "blackjack-2007", "--players", "Ana,Rui", "--seed", "3",
               typed=["Rui: sit 2", "Ana: sit 1", "Ana: no-cut", "q"])
    assert "time is up" not in after(text, "Rui: sit 2")
    assert "the warning card is 50 cards from the end" in after(text, "Ana: sit 1")
    assert "\nAna> Ana: no-cut" in text and "\nRui> q" in text


@pytest.mark.parametrize("game", ["blackjack-2001", "blackjack-2007"])
def test_somebody_bets_on_the_place_of_another_and_follows_their_split(game: str) -> None:
    text = run("play", game, "--attended", "--players", "Ana,Rui", typed=[
        *BEGIN, "Ana: bet 1 10", "Rui: bet 1 5", "time", "8h", "6d", "8c", "??", "split", "follow",
        "10s", "stand", "9s", "stand", "10c", "10d", "done"])
    assert "Rui: 5.00 € on place 1 " in after(text, "Rui: bet 1 5")
    assert "place 1 is split into hand 1.1 and hand 1.2" in after(text, "split")
    assert "\nRui> follow" in text and "Rui: 5.00 € on hand 1.2 " in after(text, "follow")
    assert "→ bank: turn up card 2" in text and "bank turns up 10♣: 16" in after(text, "10c")
    assert "→ the bank stands: then type done" in after(text, "10d")
    end = text.rsplit("> done", 1)[1]
    assert "Ana: +20.00 €; so far +20.00 €" in end and "Rui: +10.00 €; so far +10.00 €" in end
    assert "bank: -30.00 €" in end


def test_a_card_ends_the_time_of_late_bets() -> None:
    text = run("play", "blackjack-2001", "--attended", "--players", "Ana,Rui", typed=[
        *BEGIN, "Ana: bet 1 10", "time", "8h", "Rui: bet 3 10", "7c", "6d"])
    assert "anybody: bet 2 3 4 5 6 7" in after(text, "8h")
    assert "Rui: 10.00 € on place 3" in after(text, "Rui: bet 3 10")
    assert "time is up" in after(text, "7c") and "place 3 receives 7♣: 7" in after(text, "7c")


@pytest.mark.parametrize("game", GAMES)
def test_several_people_play_every_game_at_one_keyboard(game: str, tmp_path: Path) -> None:
    path = tmp_path / "evening.jsonl"
    people, typed = "Ana,Rui", [
        "Ana: sit 1", "Rui: sit 2", "Ana: no-cut", "Rui: no-cut",
        f"Ana: bet {spot(game) or 1} 10", f"Rui: bet {spot(game) or 2} 10", *["time"] * 9]
    if game == "chemin-de-fer":  # four have to sit, and one of them banks
        people, typed = "Ana,Rui,Eva,Gil", [
            "Ana: sit 1", "Rui: sit 2", "Eva: sit 3", "Gil: sit 4", *["time"] * 4,
            "Ana: bank 1 50", "Ana: alone 1", "Rui: banco 2", *["time"] * 5]
    if game == "machines":  # one after the other
        typed = [f"{name}: {act}" for name in ("Ana", "Rui") for act in (
            "sit 1", "insert 1 10", "spin 1x1x500", "leave 1")]
    elif catalogue()[game].purse:  # four have to sit, each with a cave
        people, typed = "Ana,Rui,Eva,Gil", [
            "Ana: sit 1 25", "Rui: sit 2 25", "Eva: sit 3 25", "Gil: sit 4 25", "time",
            *["time"] * 9]
    text = run("play", game, "--players", people, "--seed", "3", "--journal", str(path),
               typed=typed)
    assert re.search(r"^Ana: .*; has \d+\.\d\d (€|MOP)$", text, re.M)
    assert re.search(r"^Rui: .*; has \d+\.\d\d (€|MOP)$", text, re.M)
    assert re.search(r"verified: [1-4] rounds?, ", run("replay", str(path), typed=[]))


def spot(game: str) -> str:
    """A spot for a first bet, where bets lie on a cloth."""
    of = catalogue()[game]
    book = of.book
    if not hasattr(book, "rooms"):
        return ""
    cloth = book.table_law(Table(game=game, name="first", rules=of.rules())).cloth
    return next(spot for spot in cloth.spots if cloth.open(cloth.states[0], spot))


@pytest.mark.parametrize("game", GAMES)
def test_one_player_plays_every_game(game: str) -> None:
    bet = [f"bet {spot(game)} 10", "c"] if spot(game) else ["10", "deal"]
    if catalogue()[game].purse:
        bet = ["time", "call", "check"]
    if game == "machines":
        bet = ["insert 1 10", "spin 1x1x500"]
    text = run("play", game, "--seed", "3",
               typed=["no-cut", *bet, "stand", "time", "time", "time", "q"])
    verb = "brought in" if catalogue()[game].purse else "staked"
    assert re.search(rf"^  {verb} +(10|25)\.00 (€|MOP)$", text, re.M)


@pytest.mark.law("pt-805-2015/blackjack-online/3-2")
def test_the_online_game_has_no_real_cards() -> None:
    """It is played in a virtual environment that emulates a table."""
    text = run("play", "blackjack-online", "--attended", "--players", "Ana,Rui", typed=["q"],
               status=1)
    assert "attended: found true" in text and "pt-805-2015/blackjack-online/3-2" in text


@pytest.mark.parametrize("game", FLOOR)
def test_whatever_is_typed_is_answered_and_what_is_written_verifies(
        game: str, tmp_path: Path) -> None:
    """Croupiers and players who type anything: no line ends the program, no record is false."""
    acts = ["hit", "stand", "double", "split", "bet 1 10", "bet 3 20", "insure 5", "wait", "follow",
            "no-insurance", "no-follow", "play-on", "no-cut", "cut 40", "surrender", "clear 1",
            "leave 1", "bet 1/pair 5"]
    faults = ["damaged", "jam", "exposed", "misplaced", "beyond-repair", "misdrawn-unseen",
              "misdrawn-seen", "warning-card", "bank-drew"]
    for seed in range(8):
        r = random.Random(f"{game}/{seed}")
        typed = [*BEGIN, "Ana: bet 1 10", "Rui: bet 3 10", "time"]
        for _ in range(120):
            typed.append(r.choices((
                r.choice(PACK).lower(), f"{r.choice(('Ana', 'Rui'))}: {r.choice(acts)}",
                r.choice(acts), "time", "done", "??",
                f"fault {r.choice(faults)} {r.choice(('', '7h', '7h 1', '1'))}",
                f"report {r.choice(faults)} {r.choice(('', '7h', '1'))}",
                r.choice(("", "help", "?", "x y z", ":", "Ana:", "void", "\u2660"))),
                (40, 10, 10, 12, 12, 6, 4, 3, 3))[0])
        path = tmp_path / f"{seed}.jsonl"
        words = ("play", game, "--attended", "--players", "Ana,Rui", "--journal", str(path))
        run(*words, typed=typed)
        assert "verified" in run("replay", str(path), typed=[])
        run(*words, typed=["help", *typed[:10]])
        assert "verified" in run("replay", str(path), typed=[])
