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

# Leave for whatever an article of a regulation leaves to the house.
LEAVE = """[[authorisations]]
option = "{}"
by = "the authority"
reference = "supposed"
requested = 2000-01-03
effective = 2000-02-01
"""
ARTICLES = 30
PLAIN = 'game = "{id}"\nname = "{id}"\nkind = "individual"\n'


def find_game(game_id: str) -> Game:
    """The game with this id; ends with status 2 and the nearest ids when there is none."""
    try:
        return games.game(game_id)
    except games.UnknownGame as unknown:
        stop(str(unknown.args[0]))


def table_with(game: Game, options: tuple[str, ...]) -> Table:
    """A lawful table for one player with these rules; ends the program when it is not lawful.

    An option is written as in a table file: ``packs=8``, ``double_any=true``; text needs no
    quotation marks. Where an authority must allow it, it is taken as allowed.
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
    head, tail = PLAIN.format(id=game.id), "".join(f"{k} = {v}\n" for k, v in rules.items())
    found = plain(head, 10, f"[rules]\n{tail}")
    if not isinstance(found, Table):
        leave = plain(head, 10, f"[rules]\n{tail}" + "".join(map(LEAVE.format, range(1, ARTICLES))))
        if isinstance(leave, Table) or len(leave) < len(found):
            found = leave
    if not isinstance(found, Table):
        click.echo(f"sabot: these options are not lawful for {game.id}:", err=True)
        tell(found, err=True)
        raise SystemExit(NO)
    return found
