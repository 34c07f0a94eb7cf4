"""Lawful tables of a game as an odds page or a simulation takes them."""

from __future__ import annotations

from functools import cache

from sabot import games
from sabot.cli.options import table_for
from sabot.procedure.game import Game
from sabot.procedure.table import Table

BLACKJACKS = tuple(game_id for game_id in games.ids()
                   if (pricing := games.game(game_id).pricing) and pricing.chart_loss)
"""The games of the family of blackjack: those whose charts are compared with the best play."""


def table_with(game: Game, options: tuple[str, ...]) -> Table:
    """A lawful table for one player with these options."""
    return _known(game.id, options) if games.game(game.id) is game else _read_table(game, options)


@cache
def _known(game_id: str, options: tuple[str, ...]) -> Table:
    return _read_table(games.game(game_id), options)


def _read_table(game: Game, options: tuple[str, ...]) -> Table:
    return table_for(game, None, options, sums=True)
