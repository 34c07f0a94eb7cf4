"""What players do at a table, each player's acts in the order in which they were sent.

An act that needs money from a wallet elsewhere has two turns at the table. In the first it is
proposed, what it needs is read from it, and it is taken back; then the wallet is asked, while the
others play on; in the second it is proposed again. If it then holds and needs what was granted, it
is stored. If not, the money goes back and the player gets the answer that is true now.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, Protocol, TypeVar

import structlog

from sabot.house.books.purse import Purse, Taken, Unanswered, WalletSilent
from sabot.house.faults import Needs
from sabot.house.ports import Seen, Turns
from sabot.house.table.messages import Ack, ActCommand, EndCommand, Refused
from sabot.house.table.refusals import unstored
from sabot.ledger import LedgerError, Short

TURNS = 3  # how often an act whose sum has changed meanwhile is proposed

log = structlog.get_logger("sabot.room")

T = TypeVar("T")


class _Table(Seen, Turns, Protocol):
    """A table at which players act, one turn after the other."""

    async def turn(self, player: str, command: ActCommand | EndCommand, arrived: int,
                   taken: Taken | None = None) -> Ack | Refused | Needs: ...


class Acting:
    """The acts of the players at one table."""

    def __init__(self, table: _Table, purse: Purse) -> None:
        self.table = table
        self.purse = purse
        self._lines: dict[str, tuple[asyncio.Lock, list[None]]] = {}
        self._tasks: set[asyncio.Task[Any]] = set()

    async def do(self, player: str, command: ActCommand | EndCommand, arrived: int) -> Any:
        """The answer to an act, once what it needs was asked of the wallet, or to a player who ends
        the session here. ``arrived`` is the version of the table at which it came."""
        table = self.table
        if self.purse.demo or isinstance(command, EndCommand):
            return await self.in_order(player, lambda: table.ask(
                lambda: table.turn(player, command, arrived)))
        return await self.in_order(player, lambda: self._turns(player, command, arrived))

    async def in_order(self, player: str, job: Callable[[], Awaitable[T]]) -> T:
        """Do something for a player once all that they sent before is done. It is done even if
        nobody waits for it any more."""
        if self.purse.demo:  # the mailbox keeps the order
            return await job()
        task = asyncio.create_task(self._in_line(player, job), name=f"act-{self.table.desk.id}")
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return await asyncio.shield(task)

    async def finish(self) -> None:
        """Wait for what is on its way; the wallet has only so long to answer."""
        while self._tasks:
            await asyncio.wait(self._tasks)

    async def _in_line(self, player: str, job: Callable[[], Awaitable[T]]) -> T:
        lock, users = self._lines.setdefault(player, (asyncio.Lock(), []))
        users.append(None)
        try:
            async with lock:
                return await job()
        finally:
            users.pop()
            if not users:
                del self._lines[player]

    async def _turns(self, player: str, command: ActCommand, arrived: int) -> Any:
        table, purse = self.table, self.purse
        loop, left = asyncio.get_running_loop(), purse.patience
        taken: Taken | None = None
        for _ in range(TURNS - 1):
            answer = await self._turn(player, command, arrived, taken)
            if not isinstance(answer, Needs):
                return answer
            began = loop.time()
            try:
                asked = await purse.take(answer.cents, table.desk.state.coup, left)
            except LedgerError as error:
                return not_stored(command.id, table.desk.id, error, announced=False)
            if isinstance(asked, Short):
                return lacks(table, command.id, asked.have, asked.need)
            if isinstance(asked, Unanswered):
                return silent(command.id)
            taken, left = asked, max(0.1, left - (loop.time() - began))
        answer = await self._turn(player, command, arrived, taken)
        return moved_on(command.id) if isinstance(answer, Needs) else answer

    async def _turn(self, player: str, command: ActCommand, arrived: int,
                    taken: Taken | None) -> Any:
        """One turn at the table; what was taken and not used in it is given back."""
        table = self.table
        try:
            return await table.ask(lambda: table.turn(player, command, arrived, taken))
        finally:
            if taken is not None:
                self.purse.give_back(taken)


def lacks(table: Seen, key: str, have: int, need: int) -> Refused:
    """A player has not what an act takes."""
    money = table.desk.game.money
    return Refused(key, "credit", table.laws["credit"], f"this takes {money(need)} more and you "
                   f"have {money(have)}", {"have": have, "need": need})


def silent(key: str) -> Refused:
    """The operator's wallet gave no answer in time."""
    return Refused(key, "wallet", "", "the operator's wallet is not responding; no stake was "
                   "taken; try again")


def moved_on(key: str) -> Refused:
    """What the act would take has changed each time that it was asked for."""
    return Refused(key, "moved-on", "", "the table has moved on since this was asked; no stake "
                   "was taken; look at what it asks now")


def not_stored(key: str, table: str, error: LedgerError, *, announced: bool = True) -> Refused:
    """The books could not be written. What was not even ``announced`` is certainly not stored."""
    if isinstance(error, WalletSilent):
        return silent(key)
    log.error("not stored", table=table, error=str(error))
    return unstored(key, error if announced else LedgerError(str(error)))
