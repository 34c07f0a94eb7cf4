"""The catalogue of games: one package per game. Also reads tables and makes plain ones."""

from __future__ import annotations

import difflib
import importlib
import importlib.util
import pkgutil
import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from sabot.procedure.game import Game
from sabot.procedure.readings import LETTER, follow_letter
from sabot.procedure.table import (
    Authorisation,
    Table,
    Violation,
    parse_values,
    table_from_values,
    toml_violation,
)
from sabot.regulations import UnknownClause, wrong_citations
from sabot.regulations.packages import folders, outside
from sabot.words import add_phrasebook, phrase


class UnknownGame(LookupError):
    """No game of the catalogue has this id."""


@cache
def packages() -> dict[str, str]:
    """The package of every game by id, in alphabetical order: the packages here, and those
    installed in addition (`sabot.regulations.packages`). Does not import the games."""
    own = {info.name.replace("_", "-"): f"{__name__}.{info.name}"
           for info in pkgutil.iter_modules(__path__) if info.ispkg}
    return dict(sorted({**outside(), **own}.items()))


@cache
def _read() -> tuple[dict[str, Game], dict[str, str]]:
    """All games by id, and for games of other packages that cannot be loaded the reason."""
    games: dict[str, Game] = {}
    faults: dict[str, str] = {}
    for game_id in packages():
        try:
            loaded = _load(game_id)
        except UnknownGame as error:
            faults[game_id] = error.args[0]
        else:
            if loaded:
                games[loaded.id] = loaded
    return games, faults


def catalogue() -> dict[str, Game]:
    """All games by id, in alphabetical order."""
    return _read()[0]


def not_loaded() -> dict[str, str]:
    """The games of other packages that cannot be loaded: id, reason."""
    return _read()[1]


@cache
def of_section(section: str) -> tuple[Game, ...]:
    """The games of a section of a regulation, in alphabetical order. Of the packages here only
    those are imported whose code names the section."""
    games = []
    for game_id, package in packages().items():
        if package.startswith(f"{__name__}.") and not _names_section(package, section):
            continue
        with suppress(UnknownGame):
            loaded = _load(game_id)
            if loaded is not None and loaded.section == section:
                games.append(loaded)
    return tuple(games)


def _names_section(package: str, section: str) -> bool:
    """Whether a module of a package has the key of a section in its text; imports nothing."""
    spec = importlib.util.find_spec(package)
    folders = spec.submodule_search_locations if spec else None
    return any(f'"{section}"' in file.read_text("utf-8")
               for folder in folders or () for file in Path(folder).rglob("*.py"))


def ids() -> tuple[str, ...]:
    """The ids of all games; does not import them."""
    return tuple(packages())


def text(game_id: str, name: str) -> bytes | None:
    """The content of a file in the package of a game, such as its emblem; None for no such file or
    game."""
    package = packages().get(game_id)
    file = resources.files(package) / name if package else None
    return file.read_bytes() if file is not None and file.is_file() else None


def game(game_id: str) -> Game:
    """The game with this id; UnknownGame names similar ids."""
    return _load(game_id) or _from_catalogue(game_id)


@cache
def _load(game_id: str) -> Game | None:
    """Import only the game with this id, since a game reads its law when it is imported; None for
    no such game. UnknownGame says what is wrong with a game of another package."""
    package = packages().get(game_id)
    if package is None:
        return None
    own = package.startswith(f"{__name__}.")
    try:
        if not own and (wrong := wrong_citations(package)):
            raise UnknownClause(wrong[0])
        loaded: Game | None = getattr(importlib.import_module(package), "GAME", None)
        if not own and (phrases := folders("phrasebook").get(package.partition(".")[0])):
            add_phrasebook(phrases)
    except Exception as error:
        if own:
            raise
        raise UnknownGame(phrase("the package {package} of the game {game} cannot be read: "
                                 "{name}: {error}", package=package, game=repr(game_id),
                                 name=type(error).__name__, error=error)) from error
    if not own and (not isinstance(loaded, Game) or loaded.id != game_id):
        actual = repr(loaded.id) if isinstance(loaded, Game) else "none"
        raise UnknownGame(phrase("the package {package} must have the game {game} as GAME; "
                                 "found {actual}", package=package, game=repr(game_id),
                                 actual=actual))
    return loaded if loaded and loaded.id == game_id else None


def _from_catalogue(game_id: str) -> Game:
    """The game with this id; UnknownGame names similar ids."""
    try:
        return catalogue()[game_id]
    except KeyError:
        name = game_id.strip().casefold()
        near = [name] if name in catalogue() else \
            difflib.get_close_matches(name, catalogue(), n=3, cutoff=0.3)
        known = ", ".join(near or catalogue())
        raise UnknownGame(phrase("there is no game {game}; perhaps {known}",
                                 game=repr(game_id), known=known)) from None


def read_table(text: str) -> Table | list[Violation]:
    """A lawful table from the text of its file, or everything that is wrong with it."""
    try:
        return read_values(parse_values(text))
    except ValueError as error:
        return [toml_violation(error)]


class Form(NamedTuple):
    """The table of a file, lawful or not, None where it has no known game; every fault in its form
    and every option against the letter; and the values of the file with those of the letter."""

    table: Table | None
    faults: list[Violation]
    against_letter: list[Violation]
    values: Mapping[str, Any]


def read_form(values: Mapping[str, Any]) -> Form:
    """The table of a file from its values, with what its game fixes where the file says nothing."""
    against_letter: list[Violation] = []
    game_id = values.get("game")
    if values.get("reading") == LETTER and isinstance(game_id, str):
        with suppress(UnknownGame):
            values, against_letter = follow_letter(
                game(game_id).section, game(game_id).rules, values)
    table, faults = table_from_values(values, lambda game_id: game(game_id).rules)
    if table is not None:
        played = game(table.game)
        if played.places and "places" not in values:
            table = msgspec.structs.replace(table, places=played.places)
        if played.all_places and "places_per_player" not in values:
            table = msgspec.structs.replace(table, places_per_player=table.places)
    return Form(table, faults, against_letter, values)


def read_values(values: Mapping[str, Any]) -> Table | list[Violation]:
    """A lawful table from the values of its file, or everything that is wrong with it.

    In addition to faulty keys, this names what is unlawful whatever was meant by those keys.
    """
    table, faults, against_letter, values = read_form(values)
    wrong = faults + against_letter
    if table is None:
        return wrong
    played = game(table.game)
    if table.bots and played.bot is None:
        wrong.append(Violation("", "bots", str(table.bots), "0: there are no bots for this game"))
    if table.list and played.waiting_list is None:
        wrong.append(Violation("", "list", repr(table.list),
                               "nothing: each table of this game has its own players"))
    wrong += [Violation(played.conduct.leave(consent.option), f"authorisations[{n}].demonstration",
                        "true", "false where money is played: a consent that the authority gave")
              for n, consent in enumerate(table.authorisations, start=1)
              if consent.demonstration and not table.demo]
    rules = values.get("rules")
    if played.open_choices:
        wrong += played.open_choices.missing(rules if isinstance(rules, dict) else {}, table)
    if not wrong:
        return played.violations(table) or table
    return wrong + _certain_violations(
        played, table, {re.split(r"\W", v.what.removeprefix("rules."))[0] for v in wrong}
    )


_LIMITS = ("minimum", "maximum", "unit")


def _certain_violations(game: Game, table: Table, faulty: set[str]) -> list[Violation]:
    """What is unlawful in a table whatever its faulty keys mean; they have their defaults here."""
    unsure = faulty | (set(_LIMITS) if faulty & set(_LIMITS) else set())

    def sure(variant: Table) -> list[Violation]:
        return [v for v in game.violations(variant)
                if v.what.removeprefix("rules.").partition(".")[0] not in unsure]

    violations = sure(table)
    for variant in _possible_tables(game, table, faulty):
        others = sure(variant)
        violations = [v for v in violations if v in others]
    return violations


def _possible_tables(game: Game, table: Table, faulty: set[str]) -> Iterator[Table]:
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
    for field in msgspec.structs.fields(game.rules):
        if field.name in faulty:
            usual = {bool: (False, True), int: range(1, 9)}.get(field.type, ())
            for value in game.choices.get(field.name, usual):
                variant = replace(table, rules=replace(table.rules, **{field.name: value}))
                if not any(v.what == f"rules.{field.name}" for v in game.violations(variant)):
                    yield variant


# -- plain tables ----------------------------------------------------------------------------------

CONSENT = {"by": "nobody", "reference": "a calculation",
           **parse_values("requested = 2000-01-03\neffective = 2000-02-01")}
"""What the entry of a consent of an authority says at a table of no house."""
ALL_CONSENTS = [{"option": f"{n}{part}", **CONSENT}
         for n in range(1, 51) for part in ("", "-2", "-3", "-4")]
"""For a table of no house: every consent that an authority may give."""


def plain(game: Game, minimum: int, asked: Mapping[str, Any] | None = None, *,
          attended: bool = False, shared: bool = False, leave: bool = False
          ) -> Table | list[Violation]:
    """The table with the widest limits for this minimum (cents) that is lawful, or the violations
    of the attempt with the fewest. ``asked``: other values of its file; ``leave``: with every
    consent of an authority.

    The maximum is 100 times the minimum, then 30 times, or the multiples that the game allows; with
    the usual number of places, then with seven. A game that one player cannot play alone gets a
    shared table.
    """
    asked, attempts = dict(asked or {}), list[list[Violation]]()
    for times in game.limit_ratios or (100, 30):
        for places in ({},) if game.places else ({}, {"places": 7}):
            values = {**head(game, attended=attended, shared=shared, minimum=minimum, times=times),
                      **places, **with_demonstration(game, asked)}
            table = read_values(values)
            if leave and not isinstance(table, Table):
                consents = values.get("authorisations", [])
                table = read_values(values | {"authorisations": [*consents, *ALL_CONSENTS]
                                              if isinstance(consents, list) else consents})
            if isinstance(table, Table):
                return table
            attempts.append(table)
    if not shared and all(any(violation.what == "individual" for violation in violations)
                          for violations in attempts):
        return plain(game, minimum, asked, attended=attended, shared=True, leave=leave)
    return min(reversed(attempts), key=len)  # among equals, the one with more places


def with_demonstration(game: Game, values: Mapping[str, Any]) -> dict[str, Any]:
    """The values of a file, completed by those of the game's demonstration when the regulation
    needs choices or consents that are missing."""
    defaults = game.open_choices.demonstration if game.open_choices else {}
    rules = values.get("rules", {})
    both = {"rules": {**defaults["rules"], **rules}} if defaults and isinstance(rules, dict) \
        else {}
    return {**defaults, **values, **both}


def head(game: Game, *, attended: bool, shared: bool, minimum: int, times: int
         ) -> dict[str, Any]:
    """The first values of the file of a plain table."""
    top = times * minimum
    return {"game": game.id, "name": game.names["en"], "attended": attended,
            "kind": "multi" if shared else "individual",
            "minimum": f"{minimum // 100}.{minimum % 100:02}",
            "maximum": f"{top // 100}.{top % 100:02}"}
