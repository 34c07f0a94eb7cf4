"""Builds in the background what a game needs once per process; nobody waits for it.

A game with such data declares ``parts["prepares"]``: whether it will soon be needed, and a function
that builds it. The function may take seconds, so it runs in a thread.
"""

from __future__ import annotations

import asyncio

import structlog

from sabot.house.ports import AnyTable, TableService
from sabot.house.table.versioned_events import Proposal
from sabot.procedure.game import Game

log = structlog.get_logger("sabot.house")


class WarmUp(TableService):
    """The data being built."""

    def __init__(self) -> None:
        self._made: dict[str, asyncio.Task[None]] = {}

    def on_stored(self, table: AnyTable, proposal: Proposal) -> None:
        """Use the time between two coups."""
        if table.desk.state.over:
            self.look(table.desk.game)

    def look(self, game: Game) -> None:
        """Start building what a game will soon need, once."""
        ahead = game.preparation
        if ahead is None or game.id in self._made or not ahead.needed_soon():
            return
        self._made[game.id] = asyncio.create_task(asyncio.to_thread(ahead.prepare),
                                                  name=f"make-{game.id}")
        self._made[game.id].add_done_callback(_log_failure)

    async def stop(self) -> None:
        """Wait for the builds: a thread cannot be stopped."""
        await asyncio.gather(*self._made.values(), return_exceptions=True)


def _log_failure(task: asyncio.Task[None]) -> None:
    if not task.cancelled() and (error := task.exception()) is not None:
        log.error("a warm-up failed", what=task.get_name(), error=str(error))
