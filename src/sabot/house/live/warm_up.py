"""Builds in the background what a game needs once per process; nobody waits for it.

A game with such data declares its `Preparation`: whether it will soon be needed, and a function
that builds it. The function may take seconds, so it runs in a thread. Players of the house need it
from the start.
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

    def on_open(self, table: AnyTable) -> None:
        """A table with players of the house needs it as soon as they play."""
        if table.desk.table.bots:
            self._begin(table.desk.game)

    def on_stored(self, table: AnyTable, proposal: Proposal) -> None:
        """Use the time between two coups."""
        if table.desk.state.over:
            self.look(table.desk.game)

    def look(self, game: Game) -> None:
        """Start building what a game will soon need."""
        if game.preparation is not None and game.preparation.needed_soon():
            self._begin(game, again=True)

    def _begin(self, game: Game, *, again: bool = False) -> None:
        """Begin unless it was done; ``again``: for other data, unless it runs or has failed."""
        ahead, before = game.preparation, self._made.get(game.id)
        if ahead is None or (before is not None and not (again and _succeeded(before))):
            return
        self._made[game.id] = asyncio.create_task(asyncio.to_thread(ahead.prepare),
                                                  name=f"make-{game.id}")
        self._made[game.id].add_done_callback(_log_failure)

    async def stop(self) -> None:
        """Wait for the builds: a thread cannot be stopped."""
        await asyncio.gather(*self._made.values(), return_exceptions=True)


def _succeeded(task: asyncio.Task[None]) -> bool:
    return task.done() and not task.cancelled() and task.exception() is None


def _log_failure(task: asyncio.Task[None]) -> None:
    if not task.cancelled() and (error := task.exception()) is not None:
        log.error("a warm-up failed", what=task.get_name(), error=str(error))
