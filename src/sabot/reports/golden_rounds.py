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
from sabot.law.evidence import Evidence
from sabot.law.packages import outside
from sabot.procedure import round_scripts

FOLDER, ENDING = "rounds", ".txt"


def folder(game_id: str) -> Traversable | None:
    """Where the golden coups of a game lie, None where it has none or is not known."""
    package = games.packages().get(game_id)
    if package is None:
        return None
    try:
        found = resources.files(package) / FOLDER
    except (ImportError, TypeError):  # a package that is one module has nothing beside it
        return None
    return found if found.is_dir() else None


def files(game_id: str) -> dict[str, Traversable]:
    """The files of the golden coups of a game by their names (``craps/01-name``), in order."""
    found = folder(game_id)
    lying = sorted(found.iterdir(), key=lambda file: file.name) if found is not None else ()
    return {f"{game_id}/{file.name.removesuffix(ENDING)}": file for file in lying
            if file.name.endswith(ENDING)}


def texts(game_id: str) -> Iterator[tuple[str, str]]:
    """The golden coups of a game, in the order of their names: name and text."""
    for name, file in files(game_id).items():
        yield name, file.read_text("utf-8")


def clauses(section: str, head: round_scripts.Head) -> tuple[str, ...]:
    """The full ids of the clauses that a golden coup of a section says it shows."""
    return tuple(one if one.startswith("ir/") else f"{section}/{one}" for one in head.shows)


@cache
def of_packages() -> dict[str, Evidence]:
    """The golden coups of games of other packages, by their names."""
    found: dict[str, Evidence] = {}
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
            found[name] = Evidence(name, head.title, clauses(game.section, head))
    return found


def everything() -> dict[str, Evidence]:
    """All golden coups by their names."""
    return {name: one for name, one in evidence.all_evidence().items() if one.title} | of_packages()


def showing(clause: str) -> list[Evidence]:
    """The golden coups that show a clause."""
    return [*evidence.rounds(clause),
            *(one for one in of_packages().values() if clause in one.clauses)]


def text(name: str) -> str:
    """A golden coup as it was told; LookupError where there is none of this name, or where this
    copy of the program has come without it."""
    if name not in of_packages():
        return evidence.round_text(name)
    return files(name.partition("/")[0])[name].read_text("utf-8")


def place(name: str) -> str:
    """Where a golden coup lies, as files are named to who reads of them:
    ``two_coins/rounds/01-name.txt``."""
    if name not in of_packages():
        return evidence.place(name)
    game_id, _, coup = name.partition("/")
    return f"{outside()[game_id].replace('.', '/')}/{FOLDER}/{coup}{ENDING}"
