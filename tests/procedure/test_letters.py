"""One map of keys: buttons, terminal and charts play an act with one letter."""

from __future__ import annotations

import re
from importlib import resources
from itertools import combinations
from pathlib import Path

import pytest

from sabot.cli.playing.tables import keys_of
from sabot.cli.pricing.odds_tables import KINDS
from sabot.games import catalogue
from sabot.house.catalogue.lobby import describe_table
from sabot.procedure.act_letters import PAGE_TOOLS, letters
from sabot.procedure.table import Table
from sabot.reports import best_play_chart, odds_report
from sabot.words import LANGS
from tools.pages.keyspage import table

GAMES = list(catalogue().values())
IDS = list(catalogue())
SCRIPTS = Path(str(resources.files("sabot.web") / "static" / "js"))
DOCS = Path(__file__).parents[2] / "docs"
every_game = pytest.mark.parametrize("of", GAMES, ids=IDS)

# Acts that one player may be offered at once, by the words of a game that has them; those that
# random walks meet are held apart too (`sabot.conformance.catalogue_words.a_letter_each`). "ready"
# is the button of players at a clock, which an individual table does not have ("deal", "spin").
TOGETHER = (
    ("hit", "stand", "double", "split", "surrender", "claim-five", "play-on"),
    ("insure", "no-insurance", "even-money", "wait"), ("follow", "no-follow"),
    ("sit", "leave", "bet", "clear", "deal", "wait", "repeat", "undo"),
    ("sit", "leave", "bet", "clear", "clear-all", "repeat", "double", "value", "wait", "spin",
     "throw", "open", "deal", "undo", "leave-cards", "dice"),
    ("sit", "leave", "bet", "clear", "clear-all", "repeat", "double", "value", "wait", "ready",
     "undo", "leave-cards", "take-cards", "dice", "decline"),
    ("bet", "half", "clear", "done", "ready", "sit", "leave", "stand-up", "join", "book",
     "change-seat", "undo"),
    ("ready", "sit", "leave", "book", "change-seat", "rest", "back", "tip", "top-up", "look"),
    ("take-cards", "bet", "clear", "clear-all", "repeat", "double", "deal", "leave", "undo"),
    ("cut", "no-cut"), ("dice", "decline"),
    ("fold", "check", "call", "raise", "all-in", "look"), ("bet", "all-in", "fold", "check"),
    ("leave", "book", "change-seat", "rest", "back", "tip", "top-up", "sit"),
    ("bank", "decline-hand", "sit", "leave", "stand-up", "join", "book", "change-seat"),
    ("bet", "half", "clear", "done", "sit", "leave", "stand-up", "book", "change-seat"),
    ("continue", "pass-hand", "halve", "reduce", "pay-outside", "leave"),
    ("banco", "suivi", "banco-alone", "banco-table", "no-banco"),
    ("show", "no", "card", "ask-advice"), ("draw", "stand", "ask-advice"),
    ("bid", "no-bid", "bid-together"), ("take-hand", "decline-hand"), ("accept", "alone"),
    ("shuffle", "by-the-table", "by-choice", "no-cut"), ("take-level", "no-level"),
    ("insert", "spin", "cash-out", "ticket", "leave", "lines", "stake", "coin", "pays"),
    ("climb", "stop"), ("call", "pass"),
    ("deal-holdem", "deal-omaha"), ("estardilho", "no-estardilho"),
    ("restardilho", "no-restardilho"))


def acts(of: object) -> set[str]:
    """What a game's map of keys names: its acts, and what its page does."""
    words: dict[str, str] = of.words["pt"]  # type: ignore[attr-defined]
    return {key.removeprefix("key.") for key in words if key.startswith("key.")}


@every_game
def test_every_act_has_one_letter_in_every_language(of: object) -> None:
    """Q ends a session at the terminal, and digits choose chips."""
    words = of.words  # type: ignore[attr-defined]
    named = {key.removeprefix("act.") for key in words["pt"] if key.startswith("act.")}
    assert named <= acts(of) <= named | PAGE_TOOLS
    for lang in LANGS:
        for act in acts(of):
            assert re.fullmatch("[A-PR-Z]", words[lang][f"key.{act}"]), (lang, act)


@every_game
def test_acts_that_may_be_open_at_once_share_no_key(of: object) -> None:
    for lang in LANGS:
        words = of.words[lang]  # type: ignore[attr-defined]
        for group in TOGETHER:
            for one, other in combinations([act for act in group if act in acts(of)], 2):
                assert words[f"key.{one}"] != words[f"key.{other}"], (lang, one, other)


@every_game
def test_no_key_of_one_who_stands_splits(of: object) -> None:
    """Not in their own language, and S in none."""
    if "split" in acts(of):
        words = of.words  # type: ignore[attr-defined]
        split = {words[lang]["key.split"] for lang in LANGS}
        assert not split & {"S"}
        assert all(words[lang]["key.split"] != words[lang]["key.stand"] for lang in LANGS)
        assert {words["en"][f"key.{act}"] for act in ("hit", "stand", "double", "split")} == {
            *"HSDP"}


@every_game
def test_the_terminal_types_what_the_button_shows(of: object) -> None:
    table = Table(game=of.id, name="t", rules=of.rules(),  # type: ignore[attr-defined]
                  places=of.places or 3)  # type: ignore[attr-defined]
    shown = describe_table("t", table, of).words  # type: ignore[arg-type]
    for lang in LANGS:
        assert {act: shown[lang][f"key.{act}"].lower() for act in keys_of(of, lang)  # type: ignore[arg-type]
                } == keys_of(of, lang)  # type: ignore[arg-type]
        words = odds_report.words(of)[lang]  # type: ignore[arg-type]
        assert {words[f"key.{act}"] for act in acts(of)} <= {*"ABCDEFGHIJKLMNOPRSTUVWXYZ"}


def test_a_chart_of_the_terminal_is_written_in_the_letters_of_the_table() -> None:
    words = catalogue()["blackjack-macau"].words
    for lang in LANGS:
        for act in best_play_chart.ACTS:
            assert best_play_chart.key(act, lang) == words[lang][f"key.{act}"]
    assert {act: best_play_chart.letters_of(act, "hit") for act in best_play_chart.ACTS} == {
        "hit": "H", "stand": "S", "double": "D", "split": "P", "surrender": "R", "claim-five": "C"}
    assert best_play_chart.letters_of("double", "stand") == "Ds"
    assert best_play_chart.letters_of("surrender", "split") == "Rp"
    assert best_play_chart.letters_of("double", "stand", "pt") == "Df"
    assert best_play_chart.legend().startswith(
        "H hit, S stand, D double (Ds: else stand), P split, "
    )
    assert KINDS


@pytest.mark.parametrize("name", ["table/controls.js", "machine/desk.js", "table/turn_bar.js",
                                  "cloths/ring.js", "odds/chart.js", "table/table.js",
                                  "table/drawer.js", "table/ready.js"])
def test_no_letter_is_written_in_a_script(name: str) -> None:
    script = (SCRIPTS / name).read_text("utf-8")
    assert re.findall(r'data-key="[A-Z]"|<kbd>[A-Z]</kbd>', script) == []
    assert "words.pt?.[`key." not in script


def test_the_map_has_a_letter_of_every_family_and_no_family_twice() -> None:
    with pytest.raises(ValueError, match="no letters of 'bingo'"):
        letters("bingo")
    assert letters("blackjack")["key.clear"] == ("X", "X", "X")
    assert letters("layout")["key.clear"] == ("R", "R", "R")


def test_the_page_of_keys_shows_the_map() -> None:
    page = (DOCS / "by-keyboard.md").read_text("utf-8")
    assert table() in page, "python -m tools.pages.keyspage docs/by-keyboard.md writes it"
