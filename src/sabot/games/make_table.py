"""Makes a table from options: for programs that import the package, and for environments."""

from __future__ import annotations

from collections.abc import Mapping
from os import PathLike
from pathlib import Path
from types import MappingProxyType
from typing import Any, Protocol, runtime_checkable

from sabot import games
from sabot.error_texts import error_text
from sabot.errors import Problem, SabotError, wrong
from sabot.money import cents
from sabot.procedure.game import Game
from sabot.procedure.table import (
    KEYS,
    UNKNOWN_KEY,
    Table,
    Violation,
    parse_values,
    suggest_key,
)
from sabot.words import phrase

MINIMUM = 500  # cents, the default minimum
MAX_SUM = 10 ** 10  # whole euros; what is more is reported when the table is read
NO_OPTIONS: Mapping[str, object] = MappingProxyType({})


@runtime_checkable
class HasTable(Protocol):
    """A value that describes a table of a house, such as `sabot.Table`."""

    @property
    def house_table(self) -> Table:
        """The table."""


TableSource = Table | HasTable | Path
"""What a table is made from: itself, a value that describes it, or a file."""


def as_house_table(table: Table | HasTable) -> Table:
    """The table itself, or the one that a value describes; SabotError for anything else."""
    if isinstance(table, Table):
        return table
    if isinstance(table, HasTable):
        return table.house_table
    raise wrong("table", table, "a table, or a path of a table file")


def make_table(game: Game, source: TableSource | None = None, *, shared: bool = False,
               options: Mapping[str, object] = NO_OPTIONS, minimum: int = MINIMUM) -> Table:
    """The table of a game: a given table, that of a file, or the default table, with ``options``.

    An option is a key of a table file ("minimum", "places") or of its rules ("packs"), with a value
    as in the file; ``minimum`` is the minimum bet in cents where no option says it. SabotError
    lists what is unlawful, with the clauses.
    """
    if source is None:
        values = _values(game, options)
        minimum = _cents(values.get("minimum"), minimum)
        return _lawful(game, games.plain(game, minimum, values, shared=shared, leave=True))
    if not isinstance(source, str | PathLike):
        table = as_house_table(source)
        if options:
            raise SabotError(phrase("a table takes no options: set {options} in the table itself",
                                    options=", ".join(options)))
        return _lawful(game, game.violations(table) or table if table.game == game.id else table)
    values = _values(game, options)
    file_values = _read(Path(source))
    rules = {**file_values.get("rules", {}), **values.pop("rules", {})}
    return _lawful(game, games.read_values({**file_values, **values, "rules": rules}))


def read_table_file(file: Path) -> Table:
    """The table of a file; SabotError lists what is wrong with it."""
    values = _read(file)
    table = games.read_values(values)
    if isinstance(table, Table):
        return table
    raise _unlawful(phrase("{file} is not a lawful table", file=file), table)


def _read(file: Path) -> dict[str, Any]:
    """The values in a file."""
    try:
        return parse_values(file.read_text("utf-8"))
    except (OSError, ValueError) as error:
        raise SabotError(phrase("cannot read {file}: {why}", file=file,
                                why=error_text(error))) from error


def _values(game: Game, options: Mapping[str, object]) -> dict[str, Any]:
    """Options as the values of a table file, with the rules in their section; SabotError names
    options that are neither."""
    rules = set(game.rules.__struct_fields__)
    if unknown := [name for name in options if name not in rules and name not in KEYS]:
        known = [*game.rules.__struct_fields__, *KEYS]
        raise SabotError.of((Problem(name, UNKNOWN_KEY, suggest_key(name, known))
                             for name in unknown),
                            phrase("this table of {game} is not lawful", game=game.id))
    values: dict[str, Any] = {name: value for name, value in options.items() if name not in rules}
    if chosen := {name: value for name, value in options.items() if name in rules}:
        values["rules"] = {**values.get("rules", {}), **chosen}
    return values


def _cents(value: object, default: int) -> int:
    try:
        if isinstance(value, str):
            return cents(value) or default
        return value * 100 if isinstance(value, int) and 0 < value <= MAX_SUM else default
    except ValueError:
        return default  # reading the table reports it


def _lawful(game: Game, table: Table | list[Violation]) -> Table:
    if isinstance(table, Table):
        if table.game != game.id:
            raise SabotError(phrase("this is a table of {other}, not of {game}", other=table.game,
                                    game=game.id))
        if table.attended:
            raise SabotError("this table has a croupier who enters its cards; use one without")
        return table
    raise _unlawful(phrase("this table of {game} is not lawful", game=game.id), table)


def _unlawful(head: str, violations: list[Violation]) -> SabotError:
    return SabotError.of((violation.problem for violation in violations), head)
