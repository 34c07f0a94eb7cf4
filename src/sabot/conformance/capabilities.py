"""Checks of a game's declared capabilities."""

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
    """Capabilities are complete and consistent: pricing has words and classes, simulation has a
    kernel, games among players have a purse, choices are fields of the rules."""
    yield from once(game, plan, whole, prices, ways_to_play, among_people, choices)


def default_table(game: Game) -> Table:
    """The default table of a game; Broken if it is unlawful."""
    table = plain(game, 1000, leave=True)
    if not isinstance(table, Table):
        raise Broken(f"its default table is not lawful: {table[0]}")
    return table


def values(game: Game) -> list[Any]:
    """The capabilities of a game that are dataclasses."""
    return [value for field in fields(game) if is_dataclass(value := getattr(game, field.name))
            and not isinstance(value, type)]


def whole(game: Game) -> None:
    """The game has capabilities, and their functions can be inspected."""
    need(any(values(game)), "it declares no capability: it can only be played")
    for value in values(game):
        for field in fields(value):
            part = getattr(value, field.name)
            if callable(part):
                inspect.signature(part)


def prices(game: Game) -> None:
    """Pricing has words in every language and for every class of play; a game without pricing has
    machines or hands."""
    pricing = game.pricing
    if pricing is None:
        need(game.cabinet or game.hands, "its cost is not declared: give it pricing, cabinet or "
                                         "hands")
        return
    need(set(pricing.words) == set(LANGS)
         and len({frozenset(words) for words in pricing.words.values()}) == 1,
         "the words of its pricing are not the same in every language")
    need((pricing.edge is None) == (pricing.liability is None),
         "edge and liability go together, and only one of them is declared")
    need(pricing.waterfall is None or pricing.edge, "it declares waterfall without edge")
    for name in pricing.classes:
        need({f"class.{name}", f"way.{name}"} & set(pricing.words["en"]),
             f"the class of play {name!r} has no word")


def ways_to_play(game: Game) -> None:
    """A simulated game has strategies, and the same kernel for the same chart."""
    simulation = game.simulation
    if simulation is None:
        need(game.bot, "only people can play it: it has neither simulation nor bot")
        return
    table = default_table(game)
    need(simulation.strategies, "it has simulation without strategies")
    need(simulation.repeats_bets == (simulation.write_chart is None
                                     and simulation.read_chart is not None),
         "a chart of a layout is only read; a chart of any other game is read and written, or "
         "neither")
    need(simulation.kernel(table, simulation.any_chart(table, 1)).identity
         == simulation.kernel(table, simulation.any_chart(table, 1)).identity,
         "two kernels of the same chart have different identities")
    if simulation.batch:
        tables = simulation.batch(table, 2)
        views, masks = tables.start(1)
        need(views.shape == (2, len(tables.columns)) and masks.shape == (2, len(tables.decisions)),
             "its tables in compiled code show other columns or decisions than they name")
        need(masks.any(axis=1).all(), "its tables in compiled code begin without a decision")


def among_people(game: Game) -> None:
    """A game among players has a purse, and declares who gets the stakes that are lost."""
    need(bool(game.hands) <= bool(game.purse and game.purse.buy_in and game.lost_bets_to
                                  and game.bot),
         "a game with hands needs purse, buy_in, lost_bets_to and bot")
    need((game.players_needed > 1) == bool(game.lost_bets_to),
         "declare lost_bets_to if the game needs several people, and only then")
    if game.purse:
        need(set(game.purse.bet_acts) <= {key.removeprefix("act.") for key in game.words["en"]},
             "an act of bet_acts has no word")
    if game.waiting_list:
        need(game.waiting_list.least <= game.players_needed,
             "a waiting list seats fewer people than the game needs")


def choices(game: Game) -> None:
    """Choices and trials name fields of the rules."""
    names = set(game.rules.__struct_fields__)
    need(set(game.choices) <= names | set(Table.__struct_fields__),
         "choices name a field that its rules do not have")
    for full in game.trial.full:
        need(set(full) <= names, "Game.trial names a field that its rules do not have")
    if game.open_choices:
        need(set(game.open_choices.demonstration["rules"]) <= names,
             "a demonstration names a field that its rules do not have")
