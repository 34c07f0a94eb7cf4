"""Checks of a game's declaration: section, rules, carry, default table, plain data."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from sabot import regulations as law
from sabot.conformance.findings import Broken, Finding, Plan, need, once
from sabot.games import read_values, with_demonstration
from sabot.procedure.felt import Felt
from sabot.procedure.game import Game
from sabot.procedure.menu import MenuBet
from sabot.procedure.table import Table


def check(game: Game, plan: Plan) -> Iterator[Finding]:
    """The section is in the register, rules and carry are frozen, a minimal table file is lawful,
    and what the game shows is plain data."""
    yield from once(game, plan, section, values_are_frozen, defaults_are_lawful, shows_plain_data)


def section(game: Game) -> None:
    """The game's section is in the register."""
    need(game.section in law.sections(), f"its section {game.section!r} is not in the register")


def values_are_frozen(game: Game) -> None:
    """Rules and carry are frozen structs, so that they cannot change outside the record."""
    for name, type_ in (("rules", game.rules), ("carry", game.carry)):
        need(issubclass(type_, msgspec.Struct) and type_.__struct_config__.frozen,
             f"its {name} are not a frozen struct" if name == "rules" else
             f"its {name} is not a frozen struct")
    need(game.rules.__struct_config__.forbid_unknown_fields,
         "its rules accept unknown keys: set forbid_unknown_fields")


def defaults_are_lawful(game: Game) -> None:
    """A minimal table file is lawful; where the regulation requires choices, with those of a
    demonstration."""
    times = (game.limit_ratios or (30,))[0]
    table = read_values(with_demonstration(game, {
        "game": game.id, "name": "default", "minimum": 5, "maximum": 5 * times}))
    if not isinstance(table, Table):
        raise Broken(f"a table file with only the required keys is unlawful: {table[0]}")
    need(table.rules == game.rules(), "a table file without rules does not have their defaults")


def shows_plain_data(game: Game) -> None:
    """Felt, bets and the shown part of the carry survive JSON."""
    table = Table(game=game.id, name="plain", rules=game.rules())
    for name, value, kind in (("felt", game.felt(table), Felt),
                              ("bets", game.bets(table), tuple[MenuBet, ...]),
                              ("public_state", game.public_state(game.opening(table)),
                               dict[str, Any])):
        try:
            decoded = msgspec.json.decode(msgspec.json.encode(value), type=kind)
        except msgspec.ValidationError as error:
            raise Broken(f"its {name} cannot be read back: {error}") from None
        need(decoded == value,
             f"its {name} is not plain data: it reads back differently")
