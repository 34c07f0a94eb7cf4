"""Golden rounds: those of built-in games, from the list of `law/shown`, and those that packages
have in the folder ``rounds`` next to their code.

Golden rounds of packages are read from their texts. One that cannot be read is left out; `sabot
conformance` reports it.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable

from sabot import games
from sabot.procedure import round_scripts
from sabot.regulations import evidence
from sabot.regulations.evidence import Evidence
from sabot.regulations.packages import outside

FOLDER, SUFFIX = "rounds", ".txt"


def folder(game_id: str) -> Traversable | None:
    """The folder of a game's golden rounds; None if it has none or is unknown."""
    package = games.packages().get(game_id)
    if package is None:
        return None
    try:
        rounds = resources.files(package) / FOLDER
    except (ImportError, TypeError):  # a package that is one module has no folder
        return None
    return rounds if rounds.is_dir() else None


def files(game_id: str) -> dict[str, Traversable]:
    """The files of a game's golden rounds by name (``craps/01-name``), in order."""
    rounds = folder(game_id)
    entries = sorted(rounds.iterdir(), key=lambda file: file.name) if rounds is not None else ()
    return {f"{game_id}/{file.name.removesuffix(SUFFIX)}": file for file in entries
            if file.name.endswith(SUFFIX)}


def texts(game_id: str) -> Iterator[tuple[str, str]]:
    """The golden rounds of a game in order: name and text."""
    for name, file in files(game_id).items():
        yield name, file.read_text("utf-8")


def clauses(section: str, head: round_scripts.Head) -> tuple[str, ...]:
    """The full ids of the clauses that a golden round lists."""
    return tuple(rule if rule.startswith("ir/") else f"{section}/{rule}" for rule in head.shows)


@cache
def package_rounds() -> dict[str, Evidence]:
    """The golden rounds of games of other packages, by name."""
    rounds: dict[str, Evidence] = {}
    for game_id in outside():
        game = games.catalogue().get(game_id)
        if (
            game is None
            or game_id not in games.packages()
            or games.packages()[game_id] != outside()[game_id]
        ):  # not loaded, or hidden by a built-in game
            continue
        for name, text in texts(game_id):
            try:
                head = round_scripts.read(text)
            except round_scripts.BadRound:
                continue
            rounds[name] = Evidence(name, head.title, clauses(game.section, head))
    return rounds


def all_rounds() -> dict[str, Evidence]:
    """All golden rounds by name."""
    return {
        name: round_ for name, round_ in evidence.all_evidence().items() if round_.title
    } | package_rounds()


def rounds_showing(clause: str) -> list[Evidence]:
    """The golden rounds that show a clause."""
    return [*evidence.rounds(clause),
            *(round_ for round_ in package_rounds().values() if clause in round_.clauses)]


@cache
def wordings(game_id: str, lang: str) -> dict[str, round_scripts.Wording]:
    """The words of a game's golden rounds in another language than English, by the name of the
    round: those of ``rounds/words.LANG.tsv``, {} if the game has no such file."""
    rounds = folder(game_id)
    file = rounds.joinpath(f"words.{lang}.tsv") if rounds is not None else None
    if file is None or not file.is_file():
        return {}
    lines = [line.split("\t") for line in file.read_text("utf-8").splitlines()[1:]]
    return {f"{game_id}/{name}": round_scripts.Wording(title, text) for name, title, text in lines}


def title(round_: Evidence, lang: str) -> tuple[str, str]:
    """The title of a golden round and the language in which it is: English where it has none in
    that asked for."""
    words = wordings(round_.name.partition("/")[0], lang).get(round_.name)
    if words is None:
        return round_.title, "en"
    clauses, gap, _ = round_.title.partition("  ")
    return (f"{clauses}{gap}{words.title}" if gap else words.title), lang


def text(name: str, lang: str = "en") -> str:
    """The text of a golden round, in another language replayed in its words; LookupError if there
    is none of this name, or it is not part of this installation."""
    game_id = name.partition("/")[0]
    written = evidence.round_text(name) if name not in package_rounds() else \
        files(game_id)[name].read_text("utf-8")
    if lang == "en":
        return written
    words = wordings(game_id, lang).get(name) or round_scripts.wording(written)
    return round_scripts.translate(written, words, lang, games.game(game_id), games.read_table)


def place(name: str) -> str:
    """The path of a golden round for people: ``two_coins/rounds/01-name.txt``."""
    if name not in package_rounds():
        return evidence.place(name)
    game_id, _, coup = name.partition("/")
    return f"{outside()[game_id].replace('.', '/')}/{FOLDER}/{coup}{SUFFIX}"
