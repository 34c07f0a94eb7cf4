"""What a game declares has the shape that everything else counts on."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from sabot import law
from sabot.conformance.findings import Broken, Finding, Plan, need, once
from sabot.games import read_values, with_demonstration
from sabot.procedure.felt import Felt
from sabot.procedure.game import Game
from sabot.procedure.menu import MenuBet
from sabot.procedure.table import Table


def check(game: Game, plan: Plan) -> Iterator[Finding]:
    """Its section is in the register, its rules and carry are frozen, a file that says no more than
    it must is lawful, and what it shows is plain data."""
    yield from once(game, plan, section, values_are_frozen, defaults_are_lawful, shows_plain_data)


def section(game: Game) -> None:
    """The law that it is told under is in the register."""
    need(game.section in law.sections(), f"its section {game.section!r} is not in the register")


def values_are_frozen(game: Game) -> None:
    """Nothing that lies between two coups can be changed behind the record."""
    for name, of in (("rules", game.rules), ("carry", game.carry)):
        need(issubclass(of, msgspec.Struct) and of.__struct_config__.frozen,
             f"its {name} are no frozen struct" if name == "rules" else
             f"its {name} is no frozen struct")
    need(game.rules.__struct_config__.forbid_unknown_fields,
         "its rules take keys that they do not know (forbid_unknown_fields)")


def defaults_are_lawful(game: Game) -> None:
    """A file that says no more than it must breaks nothing, nor one that says what a demonstration
    does where its regulation wants choices."""
    times = (game.times or (30,))[0]
    table = read_values(with_demonstration(game, {
        "game": game.id, "name": "default", "minimum": 5, "maximum": 5 * times}))
    if not isinstance(table, Table):
        raise Broken(f"a file that says no more than it must is unlawful: {table[0]}")
    need(table.rules == game.rules(), "a file that says nothing of the rules has others than "
         "their defaults")


def shows_plain_data(game: Game) -> None:
    """Felt, bets and the open part of the carry go to clients as they are."""
    table = Table(game=game.id, name="plain", rules=game.rules())
    for name, shown, kind in (("felt", game.felt(table), Felt),
                              ("bets", game.bets(table), tuple[MenuBet, ...]),
                              ("shown", game.shown(game.opening(table)), dict[str, Any])):
        try:
            back = msgspec.json.decode(msgspec.json.encode(shown), type=kind)
        except msgspec.ValidationError as error:
            raise Broken(f"what its {name} tells cannot be read back: {error}") from None
        need(back == shown,
             f"what its {name} tells is no plain data: it reads back as something else")
