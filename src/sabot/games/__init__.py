"""The catalogue: one folder a game. What lies here is what the house can play."""

from __future__ import annotations

import difflib
import importlib
import pkgutil
from functools import cache

from sabot.procedure.game import Game
from sabot.procedure.table import Table, Violation, parse


class UnknownGame(LookupError):
    """A game id that no folder of the catalogue has."""


@cache
def catalogue() -> dict[str, Game]:
    """Every game by its id, in alphabetical order."""
    found: dict[str, Game] = {}
    for info in sorted(pkgutil.iter_modules(__path__), key=lambda i: i.name):
        if info.ispkg:
            made: Game = importlib.import_module(f"{__name__}.{info.name}").GAME
            found[made.id] = made
    return found


def game(game_id: str) -> Game:
    """The game with this id; UnknownGame names the nearest."""
    try:
        return catalogue()[game_id]
    except KeyError:
        near = difflib.get_close_matches(game_id, catalogue(), n=3, cutoff=0.3)
        known = ", ".join(near or catalogue())
        raise UnknownGame(f"there is no game {game_id!r}; perhaps {known}") from None


def read_table(text: str) -> Table | list[Violation]:
    """A lawful table from the text of its file, or all that is wrong with it."""
    table = parse(text, lambda game_id: game(game_id).rules)
    if isinstance(table, list):
        return table
    return game(table.game).violations(table) or table
