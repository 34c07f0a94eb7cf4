"""The table that a verb works on: a file, or a plain one, with ``--set OPTION=VALUE`` on it."""

from __future__ import annotations

import contextlib
import tomllib
from pathlib import Path
from typing import Any, NoReturn

import click
import msgspec

from sabot import games, law
from sabot.cli.terminal import NO, WRONG_USE, stop
from sabot.families import General
from sabot.money import cents
from sabot.procedure.game import Game
from sabot.procedure.table import (
    KEYS,
    MAX_SECONDS,
    Clocks,
    Table,
    Violation,
    minimum_seconds,
    parse_values,
    suggest_key,
    toml_violation,
    type_text,
)

# Which keys of a file are for `--set` too; a game's rules are so by their own names.
LARGE = 10**9  # cents; of a minimum beyond it no plain table is made
OF_A_TABLE = tuple(key for key in KEYS if key not in ("game", "rules", "clocks", "authorisations"))

table_option = click.option("--table", "path", metavar="FILE", help="a table file",
                            type=click.Path(path_type=Path))
set_option = click.option(
    "--set", "options", multiple=True, metavar="OPTION=VALUE",
    help="a rule or a key of the table: packs=4, device=box, clocks.betting=20; "
         "--set help lists them")


def find_game(game_id: str) -> Game:
    """The game with this id; ends with status 2 and the nearest ids when there is none."""
    try:
        return games.game(game_id)
    except games.UnknownGame as unknown:
        stop(str(unknown.args[0]))


def read(path: Path) -> dict[str, Any]:
    """The values in a file; ends with status 2 when it cannot be read at all."""
    try:
        return parse_values(path.read_text("utf-8"))
    except UnicodeDecodeError:
        stop(f"cannot read {path}: it is not text in UTF-8")
    except OSError as error:
        stop(f"cannot read {path}: {error.strerror}")
    except ValueError as error:
        stop(f"cannot read {path}: {toml_violation(error).found}")


def tell(wrong: list[Violation], err: bool = False) -> None:
    """Each violation with the text of the rule that it breaks."""
    for violation in wrong:
        click.echo(f"  {violation}", err=err)
        if violation.clause.startswith("ir/"):
            click.echo(f"      {law.interpretation(violation.clause).ours}", err=err)
        elif violation.clause:
            click.echo(f"      {law.row(violation.clause).text}", err=err)


# -- options ---------------------------------------------------------------------------------------


def put(game: Game, values: dict[str, Any], options: tuple[str, ...]) -> set[str]:
    """Each ``OPTION=VALUE`` into the values of a file, as it would be written there; the keys.

    Text needs no quotation marks. Ends with status 2 and the list of options when there is none of
    this name.
    """
    named = set()
    for option in options:
        name, equals, typed = (part.strip() for part in option.partition("="))
        if name == "help":
            known(game)
        path = _place(game, name)
        if not equals or not path:
            close = suggest_key(name, dict.fromkeys(_names(game)))
            what = f"{game.id} has no option {name!r}" if equals \
                else f"{option!r} is not OPTION=VALUE, for example packs=8"
            stop(f"{what}; {'perhaps ' + close if close.endswith('?') else 'it has ' + close}"
                 "\n--set help says what each may be")
        inner: Any = values
        for part in path[:-1]:
            if not isinstance(inner.get(part), dict):
                inner[part] = {}
            inner = inner[part]
        inner[path[-1]] = _value(typed, _type(game, path))
        named.add(".".join(path))
    return named


def rules_of(general: General, options: tuple[str, ...], **more: str) -> dict[str, str]:
    """Each ``RULE=VALUE`` for the general rules of a family (see `sabot.families`), as typed;
    ``more`` is what else may be said, and which words for it."""
    if "help" in options:
        click.echo("the rules, with what each may be and, in brackets, what it is if left out:")
        for rule, of in general.RULES.items():
            click.echo(f"  {rule:<20} {of.allowed} ({general.default_value(rule)})")
        for rule, allowed in more.items():
            click.echo(f"  {rule:<20} {allowed}")
        raise SystemExit(0)
    given: dict[str, str] = {}
    for option in options:
        rule, equals, value = (part.strip() for part in option.partition("="))
        if not equals:
            stop(f"{option!r} is not OPTION=VALUE, for example packs=8")
        if given.setdefault(rule, value) != value:
            stop(f"{rule} is given twice: {given[rule]} and {value}")
    return given


def _names(game: Game) -> list[str]:
    return [*(field.name for field in msgspec.structs.fields(game.rules)), *OF_A_TABLE,
            *(f"clocks.{field.name}" for field in msgspec.structs.fields(Clocks))]


def _place(game: Game, name: str) -> tuple[str, ...]:
    """Where an option stands in a file; () when there is none of this name."""
    first, *rest = path = tuple(name.removeprefix("rules.").split("."))
    rules = {field.name for field in msgspec.structs.fields(game.rules)}
    if first in rules and all(rest) and (not rest or _type(game, ("rules", *path)) is not None):
        return ("rules", *path)
    if len(path) == 1:
        return path if first in OF_A_TABLE else ()
    return path if first == "clocks" and path[1] in Clocks.__struct_fields__ \
        and len(path) == 2 else ()


def _type(game: Game, path: tuple[str, ...]) -> Any:
    """The type of what stands at this place of a file; None where nothing may."""
    if path[0] not in ("rules", "clocks"):
        return KEYS.get(path[0])
    found: Any = game.rules if path[0] == "rules" else Clocks
    for part in path[1:]:
        inner = [found, *getattr(found, "__args__", ())]
        struct = next((one for one in inner if isinstance(one, type)
                       and issubclass(one, msgspec.Struct)), None)
        fields = {f.name: f.type for f in msgspec.structs.fields(struct)} if struct else {}
        if part not in fields:
            return None
        found = fields[part]
    return found


def _value(typed: str, wanted: Any) -> Any:
    """What was typed as a value of TOML; as text where it is none or where text is wanted."""
    try:
        found = tomllib.loads(f"value = {typed}")
    except (ValueError, RecursionError):  # no TOML, or a number of thousands of digits
        return typed
    if len(found) > 1 or (wanted in (str, "money") and not isinstance(found["value"], str)):
        return typed
    return found["value"]


def known(game: Game) -> NoReturn:
    """Every option of a game with what it may be and what it is when left out."""
    click.echo(f"the options of {game.id}, with what each may be and, in brackets, what it is "
               "if left out:")
    base = games.read_values(games.demonstrated(game, {
        "places": 7, **games.head(game, attended=False, shared=False, minimum=1000, times=30)}))
    for field in msgspec.structs.fields(game.rules):
        usual = {None: "none", (): "[]", "": '""'}.get(field.default, str(field.default).lower())
        click.echo(f"  {field.name:<24} {_range(game, base, field)} ({usual})")
    for key in OF_A_TABLE:
        told = "individual or multi" if key == "kind" else type_text(KEYS[key])
        click.echo(f"  {key:<24} {told}")
    for field in msgspec.structs.fields(Clocks):
        told = f"{minimum_seconds(field.name)} to {MAX_SECONDS} seconds ({field.default})"
        click.echo(f"  {'clocks.' + field.name:<24} {told}")
    raise SystemExit(0)


def _range(game: Game, base: Table | list[Violation], field: Any) -> str:
    """What a rule may be: what the regulation allows instead of one that cannot be, or the values
    that its game names."""
    if field.type is int and isinstance(base, Table):
        rules = msgspec.structs.replace(base.rules, **{field.name: -1})
        for wrong in game.violations(msgspec.structs.replace(base, rules=rules)):
            if wrong.what == f"rules.{field.name}":
                return wrong.allowed
    choices = game.choices.get(field.name, ())
    if choices and all(isinstance(one, str | int) for one in choices):
        return " or ".join('""' if one == "" else str(one) for one in choices)
    return type_text(field.type)


# -- tables ----------------------------------------------------------------------------------------


def plain(game: Game, minimum: int, options: tuple[str, ...] = (), *, attended: bool = False,
          shared: bool = False, leave: bool = False) -> Table | list[Violation]:
    """The plain table of a game (`games.plain`) with these options."""
    asked: dict[str, Any] = {}
    put(game, asked, options)
    with contextlib.suppress(ValueError):  # what is no sum is said below
        typed = cents(str(asked.get("minimum", "")))
        minimum = typed if 0 < typed < LARGE else minimum
    return games.plain(game, minimum, asked, attended=attended, shared=shared, leave=leave)


def table_for(game: Game, path: Path | None, options: tuple[str, ...] = (), *,
              attended: bool = False, shared: bool = False, sums: bool = False) -> Table:
    """The table of a file, or a plain one, with these options; ends the program when it is
    unlawful.

    ``attended`` plays at it with real cards, whatever its file says; ``shared`` makes the plain one
    a table for several players. One that is for ``sums`` only is nobody's: it needs nobody's leave
    and no croupier.
    """
    if path is None:
        found = plain(game, 1000 if sums else 500, options, attended=attended, shared=shared,
                      leave=sums)
    else:
        values = read(path)
        if values.get("game", game.id) != game.id:
            stop(f"{path} is a table of {values['game']}, not of {game.id}")
        put(game, values, options)
        if attended and isinstance(values.get("attended", False), bool):
            values["attended"] = True
        found = games.read_values(values)
        if (sums and not isinstance(found, Table)
                and isinstance(given := values.get("authorisations", []), list)):
            found = games.read_values(values | {"authorisations": [*given, *games.LEAVE]})
    if not isinstance(found, Table):
        where = str(path) if path else f"a plain table of {game.id}"
        set_ = " with these options" if options else ""
        ill = bool(options) and all(not wrong.clause for wrong in found)
        click.echo(f"sabot: {where}{set_} {'cannot be read' if ill else 'is not lawful'}:",
                   err=True)
        tell(found, err=True)
        if options:
            click.echo("--set help says what each option may be", err=True)
        raise SystemExit(WRONG_USE if ill else NO)
    if found.attended and sums:
        found = msgspec.structs.replace(found, attended=False)
    if found.attended and not attended:
        stop(f"{path or 'this'} is a table with a croupier: play at it with --attended")
    return found
