"""What a game says it can do, it can: every capability of every game is asked once."""

from __future__ import annotations

import inspect
from dataclasses import fields, is_dataclass
from typing import Any

import pytest

from sabot.games import catalogue, plain
from sabot.procedure.capabilities import Pricing, Simulation
from sabot.procedure.game import Game
from sabot.procedure.table import Table
from sabot.words import LANGS

GAMES = tuple(catalogue().values())
every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)


def a_table(game: Game) -> Table:
    """A plain table of a game."""
    found = plain(game, 1000, leave=True)
    assert isinstance(found, Table), found
    return found


def values(game: Game) -> list[Any]:
    """The capabilities of a game that are values with fields of their own."""
    return [value for field in fields(game) if is_dataclass(value := getattr(game, field.name))
            and not isinstance(value, type)]


@every_game
def test_each_is_whole(game: Game) -> None:
    """What a capability is made of is there, takes what it is asked, and is of the program."""
    assert any(values(game)), "a game that can do nothing else"
    for value in values(game):
        for field in fields(value):
            part = getattr(value, field.name)
            if callable(part):
                inspect.signature(part)


@every_game
def test_prices_name_their_classes_and_have_words(game: Game) -> None:
    of: Pricing | None = game.pricing
    if of is None:
        assert game.cabinet or game.hands, f"{game.id}: nothing says what it costs"
        return
    assert set(of.words) == set(LANGS)
    assert len({frozenset(words) for words in of.words.values()}) == 1
    assert (of.edge is None) == (of.most is None), "what a bank keeps and what it may owe"
    assert (of.waterfall is None) or of.edge
    for name in of.classes:
        assert {f"class.{name}", f"way.{name}"} & set(of.words["en"])


@every_game
def test_ways_to_play_are_read_as_they_were_written(game: Game) -> None:
    of: Simulation | None = game.simulation
    if of is None:
        assert game.bot, f"{game.id}: nobody plays it but people"
        return
    table = a_table(game)
    assert of.strategies
    assert of.laid == (of.write_chart is None and of.read_chart is not None)
    assert of.kernel(table, of.any_chart(table, 1)).identity \
        == of.kernel(table, of.any_chart(table, 1)).identity
    if of.batch:
        assert game.pricing and game.pricing.classes


@every_game
def test_who_plays_among_people_brings_money_and_who_keeps_it_is_said(game: Game) -> None:
    assert bool(game.hands) <= bool(game.purse and game.purse.brings and game.keeps and game.bot)
    assert (game.people > 1) == bool(game.keeps)
    if game.purse:
        assert set(game.purse.spends) <= {key.removeprefix("act.") for key in game.words["en"]}
    if game.lists:
        assert game.lists.least <= game.people


@every_game
def test_choices_are_of_its_rules(game: Game) -> None:
    names = set(game.rules.__struct_fields__)
    assert set(game.choices) <= names | set(Table.__struct_fields__)
    for full in game.trial.full:
        assert set(full) <= names
    if game.open_choices:
        assert set(game.open_choices.demonstration["rules"]) <= names


def test_a_game_that_cannot_says_so() -> None:
    holdem, machines = catalogue()["holdem"], catalogue()["machines"]
    with pytest.raises(LookupError, match="no odds of machines are computed"):
        _ = machines.priced
    with pytest.raises(LookupError, match="holdem has no compiled loops"):
        _ = holdem.simulated
