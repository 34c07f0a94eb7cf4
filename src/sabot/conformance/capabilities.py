"""What a game says it can do, it can: every capability is asked once."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import Any

from sabot.conformance.findings import Broken, Finding, Plan, need, once
from sabot.games import plain
from sabot.procedure.game import Game
from sabot.procedure.table import Table
from sabot.words import LANGS


def check(game: Game, plan: Plan) -> Iterator[Finding]:
    """Capabilities are whole and fit together: prices have words and classes, ways to play have a
    kernel, who plays among people brings money, choices are those of the rules."""
    yield from once(game, plan, whole, prices, ways_to_play, among_people, choices)


def a_table(game: Game) -> Table:
    """A plain table of a game."""
    found = plain(game, 1000, leave=True)
    if not isinstance(found, Table):
        raise Broken(f"no plain table of it is lawful: {found[0]}")
    return found


def values(game: Game) -> list[Any]:
    """The capabilities of a game that are values with fields of their own."""
    return [value for field in fields(game) if is_dataclass(value := getattr(game, field.name))
            and not isinstance(value, type)]


def whole(game: Game) -> None:
    """What a capability is made of is there, takes what it is asked, and is of the program."""
    need(any(values(game)), "it can do nothing beside being played")
    for value in values(game):
        for field in fields(value):
            part = getattr(value, field.name)
            if callable(part):
                inspect.signature(part)


def prices(game: Game) -> None:
    """Bets that are priced have words for it and classes of play; what has no price says what it
    costs."""
    of = game.pricing
    if of is None:
        need(game.cabinet or game.hands, "nothing says what it costs: pricing, cabinet or hands")
        return
    need(set(of.words) == set(LANGS)
         and len({frozenset(words) for words in of.words.values()}) == 1,
         "the words of its pricing are not the same in every language")
    need((of.edge is None) == (of.most is None),
         "of what a bank keeps (edge) and what it may owe (most) only one is there")
    need(of.waterfall is None or of.edge, "a waterfall is there, and no edge")
    for name in of.classes:
        need({f"class.{name}", f"way.{name}"} & set(of.words["en"]),
             f"the class of play {name!r} has no word")


def ways_to_play(game: Game) -> None:
    """A game that is simulated has ways to play, and a kernel that is the same for the same chart.
    """
    of = game.simulation
    if of is None:
        need(game.bot, "nobody plays it but people: it has neither simulation nor bot")
        return
    table = a_table(game)
    need(of.strategies, "it is simulated, and has no strategy")
    need(of.laid == (of.write_chart is None and of.read_chart is not None),
         "charts of bets that are laid are read and not written, others both or neither")
    need(of.kernel(table, of.any_chart(table, 1)).identity
         == of.kernel(table, of.any_chart(table, 1)).identity,
         "two kernels of one chart have two identities")
    if of.batch:
        need(game.pricing and game.pricing.classes, "it has a batch, and no classes of play")


def among_people(game: Game) -> None:
    """Who plays among people brings money, and it is said who keeps what is lost."""
    need(bool(game.hands) <= bool(game.purse and game.purse.brings and game.keeps and game.bot),
         "hands among players want purse, brings, keeps and bot")
    need((game.people > 1) == bool(game.keeps),
         "who keeps what a bet loses is said just where several people are needed")
    if game.purse:
        need(set(game.purse.spends) <= {key.removeprefix("act.") for key in game.words["en"]},
             "an act that spends from a purse has no word")
    if game.lists:
        need(game.lists.least <= game.people, "a list seats fewer people than the game needs")


def choices(game: Game) -> None:
    """The values that are tried are those of its rules."""
    names = set(game.rules.__struct_fields__)
    need(set(game.choices) <= names | set(Table.__struct_fields__),
         "choices name what is no rule of it")
    for full in game.trial.full:
        need(set(full) <= names, "Game.trial names what is no rule of it")
    if game.open_choices:
        need(set(game.open_choices.demonstration["rules"]) <= names,
             "a demonstration names what is no rule of it")
