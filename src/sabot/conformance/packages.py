"""The games of a package that somebody names, and why one of them cannot be looked at."""

from __future__ import annotations

import difflib
from importlib.metadata import PackageNotFoundError, distribution
from importlib.util import find_spec
from pathlib import Path

from sabot import games, law
from sabot.conformance.findings import Finding, place_of, said_of
from sabot.law.packages import GROUP, outside
from sabot.procedure.game import Game


class NoSuchPackage(LookupError):
    """Nothing of this name is installed, or it names no game."""


def ids(name: str) -> tuple[str, ...]:
    """The ids of the games that a name stands for: a game of the catalogue, a package by the name
    under which it is installed (``sabot-two-coins``) or imported (``two_coins``). `NoSuchPackage`
    says what is known instead."""
    if name in games.ids():
        return (name,)
    found = [game_id for game_id, value in outside().items()
             if name in (value, value.partition(".")[0])]
    if not found:
        found = _of_distribution(name)
    if found:
        return tuple(found)
    if _importable(name):
        raise NoSuchPackage(f"the package {name!r} names no game: its pyproject.toml says them "
                            f"under the entry point {GROUP!r}, and it is installed with them")
    known = [*games.ids(), *outside().values()]
    near = difflib.get_close_matches(name, known, n=3, cutoff=0.4)
    raise NoSuchPackage(f"no game and no installed package is called {name!r}; "
                        f"{'perhaps' if near else 'the games are'} {', '.join(near or known)}")


def _of_distribution(name: str) -> list[str]:
    """The games that an installed distribution names; `NoSuchPackage` where it names none."""
    try:
        found = distribution(name)
    except (PackageNotFoundError, ValueError):
        return []
    named = [point.name for point in found.entry_points if point.group == GROUP]
    if not named:
        raise NoSuchPackage(f"{name} names no game: its pyproject.toml says them under the entry "
                            f"point {GROUP!r}")
    return named


def _importable(name: str) -> bool:
    try:
        return find_spec(name) is not None
    except (ImportError, ValueError):
        return False


def law_that_cannot_be_read() -> Finding | None:
    """What is wrong with the law that packages bring, which is read before any game is made; None
    where all of it reads."""
    try:
        law.rows()
        law.interpretations()
    except Exception as error:
        return Finding(law="package.law", what=said_of(error))
    return None


def made(game_id: str) -> Game | Finding:
    """A game, or why it cannot be made, with the file and line of its package."""
    of = outside().get(game_id)
    if of is not None and games.packages()[game_id] != of:
        return Finding(law="package.id", what=f"the id {game_id!r} is that of a game of the tree, "
                                              f"and hides that of the package {of}")
    try:
        return games.game(game_id)
    except games.UnknownGame as error:
        cause = error.__cause__
        where = place_of(cause, _top(of)) if cause is not None else ""
        return Finding(law="package.made", what=str(error.args[0]), where=where)


def _top(package: str | None) -> Path | None:
    """The folder, or the file, of the top of a package."""
    spec = find_spec(package.partition(".")[0]) if package else None
    if spec is None or spec.origin is None:
        return None
    file = Path(spec.origin)
    return file.parent if file.name == "__init__.py" else file
