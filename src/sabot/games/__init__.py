"""The catalogue: one folder a game. What lies here is what the house can play."""

from __future__ import annotations

import difflib
import importlib
import pkgutil
import re
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import resources
from typing import Any

import msgspec

from sabot.law import UnknownClause, wrong_citations
from sabot.law.packages import outside
from sabot.procedure.game import Game
from sabot.procedure.table import (
    Authorisation,
    Table,
    Violation,
    parse_values,
    table_from_values,
    toml_violation,
)


class UnknownGame(LookupError):
    """A game id that no folder of the catalogue has."""


@cache
def packages() -> dict[str, str]:
    """The package of every game by its id, in alphabetical order: the folders here, and what is
    installed beside the program (`sabot.law.packages`). No game is made."""
    own = {info.name.replace("_", "-"): f"{__name__}.{info.name}"
           for info in pkgutil.iter_modules(__path__) if info.ispkg}
    return dict(sorted({**outside(), **own}.items()))


@cache
def _read() -> tuple[dict[str, Game], dict[str, str]]:
    """Every game, and why one of another package is not among them."""
    found: dict[str, Game] = {}
    faults: dict[str, str] = {}
    for game_id in packages():
        try:
            made = _alone(game_id)
        except UnknownGame as error:
            faults[game_id] = str(error.args[0])
        else:
            if made:
                found[made.id] = made
    return found, faults


def catalogue() -> dict[str, Game]:
    """Every game by its id, in alphabetical order."""
    return _read()[0]


def not_loaded() -> dict[str, str]:
    """The games of other packages that cannot be made, by id, each with the reason."""
    return _read()[1]


def ids() -> tuple[str, ...]:
    """The ids of all games, by the names of their folders and entries: no game is made."""
    return tuple(packages())


def text(game_id: str, name: str) -> bytes | None:
    """What a file beside the code of a game holds: its emblem, its dictionary; None where there is
    no such file, or no such game."""
    package = packages().get(game_id)
    file = resources.files(package) / name if package else None
    return file.read_bytes() if file is not None and file.is_file() else None


def game(game_id: str) -> Game:
    """The game with this id; UnknownGame names the nearest."""
    return _alone(game_id) or _listed(game_id)


@cache
def _alone(game_id: str) -> Game | None:
    """The game of this id, with no other made: each reads its law when it is. UnknownGame says what
    is wrong with one of another package."""
    package = packages().get(game_id)
    if package is None:
        return None
    own = package.startswith(f"{__name__}.")
    try:
        if not own and (wrong := wrong_citations(package)):
            raise UnknownClause(wrong[0])
        made: Game | None = getattr(importlib.import_module(package), "GAME", None)
    except Exception as error:
        if own:
            raise
        raise UnknownGame(f"the package {package} of the game {game_id!r} cannot be read: "
                          f"{type(error).__name__}: {error}") from error
    if not own and (not isinstance(made, Game) or made.id != game_id):
        found = repr(made.id) if isinstance(made, Game) else "none"
        raise UnknownGame(f"the package {package} must have the game {game_id!r} as GAME; "
                          f"found {found}")
    return made if made and made.id == game_id else None


def _listed(game_id: str) -> Game:
    try:
        return catalogue()[game_id]
    except KeyError:
        near = difflib.get_close_matches(game_id, catalogue(), n=3, cutoff=0.3)
        known = ", ".join(near or catalogue())
        raise UnknownGame(f"there is no game {game_id!r}; perhaps {known}") from None


def read_table(text: str) -> Table | list[Violation]:
    """A lawful table from the text of its file, or all that is wrong with it."""
    try:
        return read_values(parse_values(text))
    except ValueError as error:
        return [toml_violation(error)]


def read_values(values: Mapping[str, Any]) -> Table | list[Violation]:
    """A lawful table from the values of its file, or all that is wrong with it.

    Beside what cannot be read it names what is unlawful whatever was meant there.
    """
    table, wrong = table_from_values(values, lambda game_id: game(game_id).rules)
    if table is None:
        return wrong
    made = game(table.game)
    if made.places and "places" not in values:
        table = msgspec.structs.replace(table, places=made.places)
    if made.all_places and "places_per_player" not in values:
        table = msgspec.structs.replace(table, places_per_player=table.places)
    if table.bots and made.bot is None:
        wrong.append(Violation("", "bots", str(table.bots), "0: nothing plays this game by itself"))
    if table.list and made.lists is None:
        wrong.append(Violation("", "list", repr(table.list),
                               "nothing: each table of this game has its own players"))
    wrong += [Violation(made.conduct.leave(one.option), f"authorisations[{n}].demonstration",
                        "true", "false where money is played: a consent that the authority gave")
              for n, one in enumerate(table.authorisations, start=1)
              if one.demonstration and not table.demo]
    rules = values.get("rules")
    if made.open_choices:
        wrong += made.open_choices.unsaid(rules if isinstance(rules, dict) else {}, table)
    if not wrong:
        return made.violations(table) or table
    return wrong + _beside(made, table, {re.split(r"\W", v.what.removeprefix("rules."))[0]
                                         for v in wrong})


_LIMITS = ("minimum", "maximum", "unit")


def _beside(made: Game, table: Table, faulty: set[str]) -> list[Violation]:
    """What is unlawful in a table whatever its faulty keys, which have their defaults, may mean."""
    unsure = faulty | (set(_LIMITS) if faulty & set(_LIMITS) else set())

    def sure(one: Table) -> list[Violation]:
        return [v for v in made.violations(one)
                if v.what.removeprefix("rules.").partition(".")[0] not in unsure]

    found = sure(table)
    for one in _meant(made, table, faulty):
        others = sure(one)
        found = [v for v in found if v in others]
    return found


def _meant(made: Game, table: Table, faulty: set[str]) -> Iterator[Table]:
    """Tables that may be meant by one with these faulty keys."""
    replace = msgspec.structs.replace
    if faulty & set(_LIMITS):
        for minimum in (100, 500, 1000):
            yield replace(table, minimum=minimum, maximum=30 * minimum, unit=100)
    if "places" in faulty or "kind" in faulty:
        yield from (replace(table, places=n, individual=alone) for n in range(1, 10)
                    for alone in (True, False))
    if "authorisations" in faulty:
        leaves = tuple(Authorisation(option=str(n), by="-", reference="-", requested="2000-01-03",
                                     effective="2000-02-01") for n in range(1, 31))
        yield replace(table, authorisations=leaves)
    for field in msgspec.structs.fields(made.rules):
        if field.name in faulty:
            usual = {bool: (False, True), int: range(1, 9)}.get(field.type, ())
            for value in made.choices.get(field.name, usual):
                one = replace(table, rules=replace(table.rules, **{field.name: value}))
                if not any(v.what == f"rules.{field.name}" for v in made.violations(one)):
                    yield one


# -- plain tables ----------------------------------------------------------------------------------

# For a table that is nobody's: whatever an authority may allow counts as allowed.
LEAVE = [{"option": f"{n}{part}", "by": "nobody", "reference": "a calculation",
          **parse_values("requested = 2000-01-03\neffective = 2000-02-01")}
         for n in range(1, 51) for part in ("", "-2", "-3", "-4")]


def plain(game: Game, minimum: int, asked: Mapping[str, Any] | None = None, *,
          attended: bool = False, shared: bool = False, leave: bool = False
          ) -> Table | list[Violation]:
    """The widest table with this minimum (cents) that is lawful for its game, or what is wrong with
    the one that has the least wrong. ``asked``: what else its file says; ``leave``: it has every
    authority's.

    A hundred minimums are tried for a maximum, then thirty, or those that alone are lawful, with as
    many places as usual, then with seven. A game that one player alone cannot play has a table for
    several.
    """
    asked, tried = dict(asked or {}), list[list[Violation]]()
    for times in game.times or (100, 30):
        for places in ({}, {"places": 7}):
            values = {**head(game, attended=attended, shared=shared, minimum=minimum, times=times),
                      **places, **demonstrated(game, asked)}
            found = read_values(values)
            if leave and not isinstance(found, Table):
                found = read_values(values | {
                    "authorisations": [*values.get("authorisations", []), *LEAVE]})
            if isinstance(found, Table):
                return found
            tried.append(found)
    if not shared and all(any(one.what == "individual" for one in found) for found in tried):
        return plain(game, minimum, asked, attended=attended, shared=True, leave=leave)
    return min(reversed(tried), key=len)  # of equals the one with more places


def demonstrated(game: Game, values: Mapping[str, Any]) -> dict[str, Any]:
    """The values of a file on those of the game's demonstration, where the regulation wants choices
    and consents that nobody has made or given."""
    laid = game.open_choices.demonstration if game.open_choices else {}
    rules = values.get("rules", {})
    both = {"rules": {**laid["rules"], **rules}} if laid and isinstance(rules, dict) else {}
    return {**laid, **values, **both}


def head(game: Game, *, attended: bool, shared: bool, minimum: int, times: int
         ) -> dict[str, Any]:
    """The values with which the file of a plain table begins."""
    top = times * minimum
    return {"game": game.id, "name": game.names["en"], "attended": attended,
            "kind": "multi" if shared else "individual",
            "minimum": f"{minimum // 100}.{minimum % 100:02}",
            "maximum": f"{top // 100}.{top % 100:02}"}
