"""The table that a command works on: a file or a default table, with ``--set OPTION=VALUE``."""

from __future__ import annotations

import contextlib
import tomllib
from pathlib import Path
from typing import Any, NoReturn

import click
import msgspec

from sabot import games
from sabot import regulations as law
from sabot.cli.language import language
from sabot.cli.terminal import NO, WRONG_USE, say_line, stop, warn
from sabot.error_texts import error_text
from sabot.families import General
from sabot.money import cents
from sabot.procedure.game import Game
from sabot.procedure.table import (
    KEYS,
    KINDS,
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
from sabot.words import Verbatim, joined, phrase, render

MAX_MINIMUM = 10**9  # cents; a default table with a larger minimum is not made
TABLE_KEYS = tuple(key for key in KEYS if key not in ("game", "rules", "clocks", "authorisations"))

table_option = click.option("--table", "path", metavar="FILE", help="a table file (default: a "
                                                                    "plain table of the game)",
                            type=click.Path(path_type=Path))
set_option = click.option(
    "--set", "options", multiple=True, metavar="OPTION=VALUE",
    help="set a rule or a key of the table, such as packs=4, device=box, clocks.betting=20; may be "
         "repeated; --set help lists all")


def find_game(game_id: str) -> Game:
    """The game with this id; ends with status 2 and the nearest ids if there is none."""
    try:
        return games.game(game_id)
    except games.UnknownGame as unknown:
        stop(error_text(unknown))


def read(path: Path) -> dict[str, Any]:
    """The values in a TOML file; ends with status 2 if it cannot be read."""
    try:
        return parse_values(path.read_text("utf-8"))
    except UnicodeDecodeError:
        stop(phrase("cannot read {file}: it is not text in UTF-8", file=path))
    except OSError as error:
        stop(phrase("cannot read {file}: {why}", file=path, why=error.strerror or ""))
    except ValueError as error:
        stop(phrase("cannot read {file}: {why}", file=path, why=toml_violation(error).found))


def show_violations(violations: list[Violation], err: bool = False) -> None:
    """Print each violation with the text of the rule that it breaks."""
    lang = language()
    for violation in violations:
        click.echo(f"  {render(violation.sentence, lang)}", err=err)
        if violation.clause.startswith("ir/"):
            paragraph = law.interpretation(violation.clause).paragraph(lang)
            click.echo(f"      {paragraph.says}", err=err)
        elif violation.clause:
            click.echo(f"      {law.row(violation.clause).wording(lang).text}", err=err)


# -- options ---------------------------------------------------------------------------------------


def apply_options(game: Game, values: dict[str, Any], options: tuple[str, ...]) -> set[str]:
    """Write each ``OPTION=VALUE`` into the values of a table file; return the keys written.

    Text needs no quotation marks. Ends with status 2 and the list of options if the name is
    unknown.
    """
    named = set()
    for option in options:
        name, equals, typed = (part.strip() for part in option.partition("="))
        if name == "help":
            list_options(game)
        path = _place(game, name)
        if not equals or not path:
            close = suggest_key(name, dict.fromkeys(_names(game)))
            problem = phrase("{game} has no option {name!r}", game=game.id, name=name) if equals \
                else phrase("{option!r} is not OPTION=VALUE, for example packs=8", option=option)
            stop(joined([
                phrase("{problem}; perhaps {name}", problem=problem, name=close)
                if close.endswith("?") else
                phrase("{problem}; it has {names}", problem=problem, names=close),
                phrase("--set help lists the allowed values")], "\n"))
        inner: Any = values
        for part in path[:-1]:
            if not isinstance(inner.get(part), dict):
                inner[part] = {}
            inner = inner[part]
        inner[path[-1]] = _value(typed, _type(game, path))
        named.add(".".join(path))
    return named


def rule_values(general: General, options: tuple[str, ...], **extra: str) -> dict[str, str]:
    """Each ``RULE=VALUE`` for the general rules of a family (see `sabot.families`), as typed.

    ``extra`` has further options with their allowed values. Ends with status 2 for a malformed
    or contradictory option, with 0 after printing the list for ``help``.
    """
    if "help" in options:
        say_line("the rules with their allowed values and, in brackets, their defaults:")
        for rule, option_rule in general.RULES.items():
            say_line(joined((f"{rule:<20}", option_rule.allowed,
                             f"({general.default_value(rule)})"), " "), 2)
        for rule, allowed in extra.items():
            say_line(joined((f"{rule:<20}", allowed), " "), 2)
        raise SystemExit(0)
    values: dict[str, str] = {}
    for option in options:
        rule, equals, value = (part.strip() for part in option.partition("="))
        if not equals:
            stop(phrase("{option!r} is not OPTION=VALUE, for example packs=8", option=option))
        if values.setdefault(rule, value) != value:
            stop(phrase("{rule} is set twice: {first} and {second}", rule=rule,
                        first=values[rule], second=value))
    return values


def _names(game: Game) -> list[str]:
    return [*(field.name for field in msgspec.structs.fields(game.rules)), *TABLE_KEYS,
            *(f"clocks.{field.name}" for field in msgspec.structs.fields(Clocks))]


def _place(game: Game, name: str) -> tuple[str, ...]:
    """The path of an option in a table file; () if there is none of this name."""
    first, *rest = path = tuple(name.removeprefix("rules.").split("."))
    rules = {field.name for field in msgspec.structs.fields(game.rules)}
    if first in rules and all(rest) and (not rest or _type(game, ("rules", *path)) is not None):
        return ("rules", *path)
    if len(path) == 1:
        return path if first in TABLE_KEYS else ()
    return path if first == "clocks" and path[1] in Clocks.__struct_fields__ \
        and len(path) == 2 else ()


def _type(game: Game, path: tuple[str, ...]) -> Any:
    """The type of the value at this path of a table file; None if the path is unknown."""
    if path[0] not in ("rules", "clocks"):
        return KEYS.get(path[0])
    type_: Any = game.rules if path[0] == "rules" else Clocks
    for part in path[1:]:
        inner = [type_, *getattr(type_, "__args__", ())]
        struct = next((candidate for candidate in inner if isinstance(candidate, type)
                       and issubclass(candidate, msgspec.Struct)), None)
        fields = {f.name: f.type for f in msgspec.structs.fields(struct)} if struct else {}
        if part not in fields:
            return None
        type_ = fields[part]
    return type_


def _value(typed: str, type_: Any) -> Any:
    """The typed text as a TOML value, or as text if it is none or the option takes text."""
    try:
        values = tomllib.loads(f"value = {typed}")
    except (ValueError, RecursionError):  # no TOML, or a number of thousands of digits
        return typed
    if len(values) > 1 or (type_ in (str, "money") and not isinstance(values["value"], str)):
        return typed
    return values["value"]


def list_options(game: Game) -> NoReturn:
    """Print every option of a game with its allowed values and default, and end."""
    say_line(phrase("the options of {game} with their allowed values and, in brackets, their "
                    "defaults:", game=game.id))
    base = games.read_values(games.with_demonstration(game, {
        "places": 7, **games.head(game, attended=False, shared=False, minimum=1000, times=30)}))
    for field in msgspec.structs.fields(game.rules):
        usual = phrase("none") if field.default is None else Verbatim(
            {(): "[]", "": '""'}.get(field.default, str(field.default).lower()))
        say_line(phrase("{option} {allowed} ({usual})", option=f"{field.name:<24}",
                        allowed=_range(game, base, field), usual=usual), 2)
    for key in TABLE_KEYS:
        allowed = type_text(KEYS[key])
        if key == "kind":
            allowed = joined(map(Verbatim, KINDS), ", ")
        say_line(joined((f"{key:<24}", allowed), " "), 2)
    for field in msgspec.structs.fields(Clocks):
        seconds = phrase("{low} to {high} seconds ({usual})", low=minimum_seconds(field.name),
                         high=MAX_SECONDS, usual=field.default)
        say_line(joined((f"{'clocks.' + field.name:<24}", seconds), " "), 2)
    raise SystemExit(0)


def _range(game: Game, base: Table | list[Violation], field: Any) -> str:
    """The allowed values of a rule: from the violation of an impossible value, or from the choices
    that the game names."""
    if field.type is int and isinstance(base, Table):
        rules = msgspec.structs.replace(base.rules, **{field.name: -1})
        for violation in game.violations(msgspec.structs.replace(base, rules=rules)):
            if violation.what == f"rules.{field.name}":
                return violation.allowed
    choices = game.choices.get(field.name, ())
    if choices and all(isinstance(choice, str | int) for choice in choices):
        return joined((Verbatim('""' if choice == "" else choice) for choice in choices), " or ")
    return type_text(field.type)


# -- tables ----------------------------------------------------------------------------------------


def plain_table(game: Game, minimum: int, options: tuple[str, ...] = (), *, attended: bool = False,
          shared: bool = False, leave: bool = False) -> Table | list[Violation]:
    """The plain table of a game (`games.plain`) with these options, or its violations."""
    values: dict[str, Any] = {}
    apply_options(game, values, options)
    with contextlib.suppress(ValueError):  # reported as a violation below
        typed = cents(str(values.get("minimum", "")))
        minimum = typed if 0 < typed < MAX_MINIMUM else minimum
    return games.plain(game, minimum, values, attended=attended, shared=shared, leave=leave)


def table_for(game: Game, path: Path | None, options: tuple[str, ...] = (), *,
              attended: bool = False, shared: bool = False, sums: bool = False) -> Table:
    """The table of a file, or a plain one, with these options.

    Args:
        game: The game.
        path: A table file; None for a plain table.
        options: ``OPTION=VALUE`` texts.
        attended: Play with real cards, whatever the file says.
        shared: Make the plain table one for several players.
        sums: The table is only for computations: it needs no authorisations and no croupier.

    Ends with status 1 if the table is unlawful, 2 if it cannot be read.
    """
    if path is None:
        table = plain_table(game, 1000 if sums else 500, options, attended=attended, shared=shared,
                      leave=sums)
    else:
        values = read(path)
        if values.get("game", game.id) != game.id:
            stop(phrase("{file} is a table of {other}, not {game}", file=path,
                        other=values["game"], game=game.id))
        apply_options(game, values, options)
        if attended and isinstance(values.get("attended", False), bool):
            values["attended"] = True
        table = games.read_values(values)
        if (sums and not isinstance(table, Table)
                and isinstance(authorisations := values.get("authorisations", []), list)):
            table = games.read_values(values | {
                "authorisations": [*authorisations, *games.ALL_CONSENTS]})
    if not isinstance(table, Table):
        place = str(path) if path else phrase("a plain table of {game}", game=game.id)
        if options:
            place = phrase("{table} with these options", table=place)
        unreadable = bool(options) and all(not violation.clause for violation in table)
        warn(phrase("sabot: {table} cannot be read:", table=place) if unreadable else
             phrase("sabot: {table} is not lawful:", table=place))
        show_violations(table, err=True)
        if options:
            warn("--set help lists the allowed values")
        raise SystemExit(WRONG_USE if unreadable else NO)
    if table.attended and sums:
        table = msgspec.structs.replace(table, attended=False)
    if table.attended and not attended:
        stop(phrase("{table} is a table with a croupier: play at it with --attended",
                    table=str(path) if path else phrase("this")))
    return table
