"""Finds and loads the games of a package."""

from __future__ import annotations

import difflib
from importlib.metadata import PackageNotFoundError, distribution
from importlib.util import find_spec
from pathlib import Path

from sabot import games
from sabot import regulations as law
from sabot.conformance.findings import Finding, error_place, error_text
from sabot.procedure.game import Game
from sabot.regulations.packages import GROUP, outside
from sabot.words import phrase


class NoSuchPackage(LookupError):
    """There is no installed package of this name, or it has no games."""


def ids(name: str) -> tuple[str, ...]:
    """The ids of the games of a name: a game of the catalogue, or a package by the name under which
    it is installed (``sabot-two-coins``) or imported (``two_coins``). `NoSuchPackage` if
    unknown."""
    if name in games.ids():
        return (name,)
    game_ids = [game_id for game_id, value in outside().items()
                if name in (value, value.partition(".")[0])]
    if not game_ids:
        game_ids = _of_distribution(name)
    if game_ids:
        return tuple(game_ids)
    if _importable(name):
        raise NoSuchPackage(phrase("the package {name} declares no games; allowed: a package whose "
                                   "pyproject.toml lists them under the entry point {group}",
                                   name=repr(name), group=repr(GROUP)))
    known = [*games.ids(), *outside().values()]
    similar = difflib.get_close_matches(name, known, n=3, cutoff=0.4)
    raise NoSuchPackage(phrase(
        "there is no game and no installed package {name}; perhaps {games}" if similar else
        "there is no game and no installed package {name}; the games are {games}",
        name=repr(name), games=", ".join(similar or known)))


def _of_distribution(name: str) -> list[str]:
    """The games of an installed distribution; `NoSuchPackage` if it declares none."""
    try:
        package = distribution(name)
    except (PackageNotFoundError, ValueError):
        return []
    game_ids = [point.name for point in package.entry_points if point.group == GROUP]
    if not game_ids:
        raise NoSuchPackage(phrase("{name} declares no games; allowed: a package whose "
                                   "pyproject.toml lists them under the entry point {group}",
                                   name=name, group=repr(GROUP)))
    return game_ids


def _importable(name: str) -> bool:
    try:
        return find_spec(name) is not None
    except (ImportError, ValueError):
        return False


def law_finding() -> Finding | None:
    """A finding if the law of packages, which is read before any game, cannot be read; else
    None."""
    try:
        law.rows()
        law.interpretations()
    except Exception as error:
        return Finding(law="package.law", what=error_text(error))
    return None


def load_game(game_id: str) -> Game | Finding:
    """The game, or a finding with the file and line if it cannot be loaded."""
    package = outside().get(game_id)
    if package is not None and games.packages()[game_id] != package:
        return Finding(law="package.id", what=f"the id {game_id!r} is that of a built-in game, "
                                              f"which hides that of the package {package}")
    try:
        return games.game(game_id)
    except games.UnknownGame as error:
        cause = error.__cause__
        where = error_place(cause, _top(package)) if cause is not None else ""
        return Finding(law="package.made", what=str(error.args[0]), where=where)


def _top(package: str | None) -> Path | None:
    """The folder (or the file) of a top-level package."""
    spec = find_spec(package.partition(".")[0]) if package else None
    if spec is None or spec.origin is None:
        return None
    file = Path(spec.origin)
    return file.parent if file.name == "__init__.py" else file
