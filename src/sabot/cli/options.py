"""A table made from a game's defaults and ``--set OPTION=VALUE``, for odds and simulations."""

from __future__ import annotations

import tomllib

import click
import msgspec

from sabot import games
from sabot.cli.check import tell
from sabot.cli.tables import plain
from sabot.cli.terminal import NO, stop
from sabot.procedure.game import Game
from sabot.procedure.table import Table

PLAIN = 'game = "{id}"\nname = "{id}"\nkind = "individual"\n'
LEAVE = "".join(  # for the options of every article that an authority decides about
    f'[[authorisations]]\noption = "{n}"\nby = "nobody"\nreference = "a calculation"\n'
    "requested = 2000-01-03\neffective = 2000-02-01\n" for n in range(1, 51))


def find_game(game_id: str) -> Game:
    """The game with this id; ends with status 2 and the nearest ids when there is none."""
    try:
        return games.game(game_id)
    except games.UnknownGame as unknown:
        stop(str(unknown.args[0]))


def table_with(game: Game, options: tuple[str, ...]) -> Table:
    """A lawful table for one player with these rules; ends the program when it is not lawful.

    An option is written as in a table file: ``packs=8``, ``double_any=true``; text needs no
    quotation marks. The table is nobody's: whatever an authority may allow counts as allowed.
    """
    rules: dict[str, str] = {}
    texts = {field.name for field in msgspec.structs.fields(game.rules) if field.type is str}
    for option in options:
        name, equals, value = option.partition("=")
        if name.strip() in texts and value.strip().isidentifier():
            value = f'"{value.strip()}"'
        if not equals or not name.strip().isidentifier():
            stop(f"{option!r} is not OPTION=VALUE, for example packs=8")
        try:
            alone = len(tomllib.loads(f"value = {value}")) == 1
        except tomllib.TOMLDecodeError:
            alone = False
        if not alone:
            stop(f"{value!r} is no value for {name}: a whole number, true or false")
        rules[name.strip()] = value.strip()
    found = plain(PLAIN.format(id=game.id), 10,
                  "[rules]\n" + "".join(f"{k} = {v}\n" for k, v in rules.items()) + LEAVE)
    if not isinstance(found, Table):
        click.echo(f"sabot: these options are not lawful for {game.id}:", err=True)
        tell(found, err=True)
        raise SystemExit(NO)
    return found
