"""Law 1: every game of the catalogue has the same shape."""

from __future__ import annotations

import importlib
import inspect
from pathlib import Path

import msgspec
import pytest

from sabot import law
from sabot.games import UnknownGame, catalogue, demonstrated, game, read_values
from sabot.procedure.felt import Felt
from sabot.procedure.game import Game
from sabot.procedure.menu import MenuBet
from sabot.procedure.table import Table

GAMES = list(catalogue().values())
IDS = list(catalogue())
FILES = ("__init__.py", "rules.py", "clauses.py", "words.py", "felt.py")


def folder(of: Game) -> Path:
    return Path(inspect.getfile(importlib.import_module(of.violations.__module__))).parent


@pytest.mark.parametrize("of", GAMES, ids=IDS)
def test_a_game_is_a_folder_of_one_shape(of: Game) -> None:
    """Its id is the name of the folder, and the folder holds the parts under their names."""
    here = folder(of)
    assert here.name.replace("_", "-") == of.id
    assert not [name for name in FILES if not (here / name).is_file()]
    assert importlib.import_module(f"sabot.games.{here.name}").GAME is of


@pytest.mark.parametrize("of", GAMES, ids=IDS)
def test_a_game_has_its_section_and_its_names(of: Game) -> None:
    assert of.section in law.sections()
    assert set(of.names) == {"pt", "en", "zh"} and all(of.names.values())


@pytest.mark.parametrize("of", GAMES, ids=IDS)
def test_the_words_of_a_game_are_the_same_in_every_language(of: Game) -> None:
    spoken = list(of.words.values())
    assert set(of.words) == {"pt", "en", "zh"}
    assert all(set(words) == set(spoken[0]) for words in spoken)
    assert all(word for words in spoken for word in words.values())


@pytest.mark.parametrize("of", GAMES, ids=IDS)
def test_a_game_s_rules_have_defaults_that_are_lawful(of: Game) -> None:
    """A file that says no more than it must breaks nothing, nor one that says what a demonstration
    does where its regulation wants choices; rules and carry are frozen."""
    times = (of.times or (30,))[0]
    table = read_values(demonstrated(of, {
        "game": of.id, "name": "default", "minimum": 5, "maximum": 5 * times}))
    assert isinstance(table, Table) and table.rules == of.rules()
    assert of.rules.__struct_config__.frozen and of.carry.__struct_config__.frozen
    assert of.rules.__struct_config__.forbid_unknown_fields


@pytest.mark.parametrize("of", GAMES, ids=IDS)
def test_what_a_game_shows_is_plain_data(of: Game) -> None:
    """The open part of the carry goes to clients as it is, bets and felt as their structs say."""
    table = Table(game=of.id, name="plain", rules=of.rules())
    shown, felt, bets = of.shown(of.opening(table)), of.felt(table), of.bets(table)
    assert msgspec.json.decode(msgspec.json.encode(shown)) == shown
    assert msgspec.json.decode(msgspec.json.encode(felt), type=Felt) == felt
    assert msgspec.json.decode(msgspec.json.encode(bets), type=tuple[MenuBet, ...]) == bets
    assert all(bet.law in law.rows() for bet in bets)


@pytest.mark.parametrize("of", GAMES, ids=IDS)
def test_the_conduct_of_a_game_cites_its_own_section(of: Game) -> None:
    for clause in of.conduct.laws.values():
        assert clause == (law.interpretation(clause).id if clause.startswith("ir/")
                          else law.row(clause).id)


def test_an_unknown_game_names_its_nearest() -> None:
    with pytest.raises(UnknownGame, match="blackjack-online"):
        game("blackjack-onlin")
