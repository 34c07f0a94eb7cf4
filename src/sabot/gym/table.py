"""Makes the table of an environment."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from sabot import games
from sabot.procedure.game import Game
from sabot.procedure.table import Table, Violation, parse_values

MINIMUM = 500  # cents, the default minimum


def make_table(game: Game, source: Table | Path | None = None, *, shared: bool = False,
               **options: object) -> Table:
    """The table of a game: a given table, that of a file, or the default table, with ``options``.

    An option is a key of a table file ("minimum", "places") or of its rules ("packs"), with a value
    as in the file. ValueError lists what is unlawful, with the clauses.
    """
    if isinstance(source, Table) and not options:
        return _lawful(game, game.violations(source) or source)
    if isinstance(source, Table):
        raise ValueError("a Table object takes no options: set "
                         f"{', '.join(options)} in the table itself")
    values = _values(game, options)
    if source is None:
        minimum = _cents(values.get("minimum"))
        return _lawful(game, games.plain(game, minimum, values, shared=shared, leave=True))
    file_values = parse_values(Path(source).read_text("utf-8"))
    rules = {**file_values.get("rules", {}), **values.pop("rules", {})}
    return _lawful(game, games.read_values({**file_values, **values, "rules": rules}))


def _values(game: Game, options: dict[str, object]) -> dict[str, Any]:
    """Options as the values of a table file, with the rules in their section."""
    rules = set(game.rules.__struct_fields__)
    values: dict[str, Any] = {name: value for name, value in options.items() if name not in rules}
    if chosen := {name: value for name, value in options.items() if name in rules}:
        values["rules"] = chosen
    return values


def _cents(value: object) -> int:
    from sabot.money import cents
    try:
        if isinstance(value, str):
            return cents(value)
        return value * 100 or MINIMUM if isinstance(value, int) else MINIMUM
    except ValueError:
        return MINIMUM  # reading the table reports it


def _lawful(game: Game, table: Table | list[Violation]) -> Table:
    if isinstance(table, Table):
        if table.game != game.id:
            raise ValueError(f"this is a table of {table.game}, not of {game.id}")
        if table.attended:
            raise ValueError("this table has a croupier who enters its cards; use one without")
        return table
    raise ValueError(f"this table of {game.id} is not lawful: "
                     + "; ".join(str(violation) for violation in table))
