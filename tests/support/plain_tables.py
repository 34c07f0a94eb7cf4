"""Lawful tables of a game as an odds page or a simulation takes them."""

from __future__ import annotations

from sabot.cli.options import table_for
from sabot.procedure.game import Game
from sabot.procedure.table import Table


def table_with(game: Game, options: tuple[str, ...]) -> Table:
    """A lawful table for one player with these options."""
    return table_for(game, None, options, sums=True)
