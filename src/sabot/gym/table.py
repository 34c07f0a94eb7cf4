"""The table of an environment."""

from __future__ import annotations

from sabot.games import make_table as maker
from sabot.games.make_table import TableSource
from sabot.procedure.game import Game
from sabot.procedure.table import Table


def make_table(game: Game, source: TableSource | None = None, *, shared: bool = False,
               **options: object) -> Table:
    """The table of a game with these options: see `sabot.games.make_table`."""
    return maker.make_table(game, source, shared=shared, options=options)
