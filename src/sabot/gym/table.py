"""The table that an environment plays at, and who sits there."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from sabot import games
from sabot.procedure.game import Game
from sabot.procedure.table import Table, Violation, parse_values

MINIMUM = 500  # cents, of a table about which nothing is said


def lay(game: Game, given: Table | Path | None = None, *, shared: bool = False,
        **options: object) -> Table:
    """The table of a game: one that is given or the file of one, with these ``options``, or the
    plain one with them. An option is a key of a table's file ("minimum", "places") or of its rules
    ("packs"), with a value as it is written there. ValueError says what is unlawful, under which
    clause."""
    if isinstance(given, Table) and not options:
        return _lawful(game, game.violations(given) or given)
    if isinstance(given, Table):
        raise ValueError("a table that is made already takes no options: "
                         f"{', '.join(options)} belong into its own rules")
    values = _values(game, options)
    if given is None:
        minimum = _cents(values.get("minimum"))
        return _lawful(game, games.plain(game, minimum, values, shared=shared, leave=True))
    laid = parse_values(Path(given).read_text("utf-8"))
    rules = {**laid.get("rules", {}), **values.pop("rules", {})}
    return _lawful(game, games.read_values({**laid, **values, "rules": rules}))


def _values(game: Game, options: dict[str, object]) -> dict[str, Any]:
    """Options as the values of a file, those of the rules in their section."""
    rules = set(game.rules.__struct_fields__)
    values: dict[str, Any] = {name: value for name, value in options.items() if name not in rules}
    if chosen := {name: value for name, value in options.items() if name in rules}:
        values["rules"] = chosen
    return values


def _cents(said: object) -> int:
    from sabot.money import cents
    try:
        if isinstance(said, str):
            return cents(said)
        return said * 100 or MINIMUM if isinstance(said, int) else MINIMUM
    except ValueError:
        return MINIMUM  # what is no sum is told by the reading of the table


def _lawful(game: Game, found: Table | list[Violation]) -> Table:
    if isinstance(found, Table):
        if found.game != game.id:
            raise ValueError(f"this is a table of {found.game}, not of {game.id}")
        if found.attended:
            raise ValueError("this table has a croupier who enters its cards: none is here")
        return found
    raise ValueError(f"this table of {game.id} is not lawful: "
                     + "; ".join(str(wrong) for wrong in found))
