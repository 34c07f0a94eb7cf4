"""Golden coups: those of the tree, as `law/shown` lists them, and those that packages of games
bring in the folder ``rounds`` beside their code, in the same form.

The list of the tree is read as it was made; those of a package are read from their own texts, since
nobody has listed them. One that cannot be read is left out here; `sabot conformance` says why.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable

from sabot import games
from sabot.law import evidence
from sabot.law.evidence import Shown
from sabot.law.packages import outside
from sabot.procedure import round_scripts

FOLDER, SUFFIX = "rounds", ".txt"


def folder(game_id: str) -> Traversable | None:
    """Where the golden coups of a game lie, None where it has none or is not known."""
    package = games.packages().get(game_id)
    if package is None:
        return None
    try:
        rounds = resources.files(package) / FOLDER
    except (ImportError, TypeError):  # a package that is one module has nothing beside it
        return None
    return rounds if rounds.is_dir() else None


def files(game_id: str) -> dict[str, Traversable]:
    """The files of the golden coups of a game by their names (``craps/01-name``), in order."""
    rounds = folder(game_id)
    entries = sorted(rounds.iterdir(), key=lambda file: file.name) if rounds is not None else ()
    return {f"{game_id}/{file.name.removesuffix(SUFFIX)}": file for file in entries
            if file.name.endswith(SUFFIX)}


def texts(game_id: str) -> Iterator[tuple[str, str]]:
    """The golden coups of a game, in the order of their names: name and text."""
    for name, file in files(game_id).items():
        yield name, file.read_text("utf-8")


def clauses(section: str, head: round_scripts.Head) -> tuple[str, ...]:
    """The full ids of the clauses that a golden coup of a section says it shows."""
    return tuple(rule if rule.startswith("ir/") else f"{section}/{rule}" for rule in head.shows)


@cache
def package_rounds() -> dict[str, Shown]:
    """The golden coups of games of other packages, by their names."""
    rounds: dict[str, Shown] = {}
    for game_id in outside():
        game = games.catalogue().get(game_id)
        if game is None or game_id not in games.packages() \
                or games.packages()[game_id] != outside()[game_id]:  # it is left out, or hidden
            continue
        for name, text in texts(game_id):
            try:
                head = round_scripts.read(text)
            except round_scripts.BadRound:
                continue
            rounds[name] = Shown(name, head.title, clauses(game.section, head))
    return rounds


def all_rounds() -> dict[str, Shown]:
    """All golden coups by their names."""
    return {
        name: round_ for name, round_ in evidence.everything().items() if round_.title
    } | package_rounds()


def rounds_showing(clause: str) -> list[Shown]:
    """The golden coups that show a clause."""
    return [*evidence.rounds(clause),
            *(round_ for round_ in package_rounds().values() if clause in round_.clauses)]


def text(name: str) -> str:
    """A golden coup as it was told; LookupError where there is none of this name, or where this
    copy of the program has come without it."""
    if name not in package_rounds():
        return evidence.round_text(name)
    return files(name.partition("/")[0])[name].read_text("utf-8")


def place(name: str) -> str:
    """Where a golden coup lies, as files are named to who reads of them:
    ``two_coins/rounds/01-name.txt``."""
    if name not in package_rounds():
        return evidence.place(name)
    game_id, _, coup = name.partition("/")
    return f"{outside()[game_id].replace('.', '/')}/{FOLDER}/{coup}{SUFFIX}"
