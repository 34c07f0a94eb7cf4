"""Runs the acts of players at a table, those of one player in the order in which they were sent.

An act that needs money from a remote wallet runs twice at the table. The first time it is proposed,
to learn what it needs, and rolled back. Then the wallet is asked while others play on. The second
time it is proposed again. If it still needs what was granted, it is stored. If not, the money is
returned and the player gets the reply that is true now.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, Protocol, TypeVar

import structlog

from sabot.house.books.purse import GrantedDebits, Purse, Unanswered, WalletSilent
from sabot.house.faults import WalletGrantNeeded
from sabot.house.ports import HasDesk, RunsJobs
from sabot.house.table.messages import Ack, ActCommand, PlayerCommand, Refused
from sabot.house.table.refusals import refuse_unstored
from sabot.ledger import InsufficientFunds, LedgerError

MAX_TURNS = 3  # how often an act is proposed when its cost changes meanwhile

log = structlog.get_logger("sabot.room")

T = TypeVar("T")


class _Table(HasDesk, RunsJobs, Protocol):
    """A table at which players act, one command after the other."""

    async def run_command(self, player: str, command: PlayerCommand, arrived: int,
                   granted: GrantedDebits | None = None) -> Ack | Refused | WalletGrantNeeded: ...


class PlayerActs:
    """The acts of the players at one table."""

    def __init__(self, table: _Table, purse: Purse) -> None:
        self.table = table
        self.purse = purse
        self._lines: dict[str, tuple[asyncio.Lock, list[None]]] = {}
        self._tasks: set[asyncio.Task[Any]] = set()

    async def queue(self, player: str, command: PlayerCommand, arrived: int) -> Any:
        """Queue a command and return the reply to it, after asking the wallet for what it needs.
        ``arrived`` is the version of the table at which the command arrived."""
        table = self.table
        if self.purse.demo or not isinstance(command, ActCommand):
            return await self.in_order(player, lambda: table.ask(
                lambda: table.run_command(player, command, arrived)))
        return await self.in_order(player, lambda: self._run_with_wallet(player, command, arrived))

    async def in_order(self, player: str, job: Callable[[], Awaitable[T]]) -> T:
        """Run a job for a player after all that they sent before. It is finished even if nobody
        waits for it any more."""
        if self.purse.demo:  # the mailbox preserves the order
            return await job()
        task = asyncio.create_task(self._in_line(player, job), name=f"act-{self.table.desk.id}")
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return await asyncio.shield(task)

    async def finish(self) -> None:
        """Wait for commands under way; the wallet has only so long to answer."""
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

    async def _run_with_wallet(self, player: str, command: ActCommand, arrived: int) -> Any:
        """Run a command, ask the wallet for what it needs, and run it again with what was granted;
        at most `MAX_TURNS` times."""
        table, purse = self.table, self.purse
        loop, remaining = asyncio.get_running_loop(), purse.patience
        granted: GrantedDebits | None = None
        for _ in range(MAX_TURNS - 1):
            reply = await self._run_once(player, command, arrived, granted)
            if not isinstance(reply, WalletGrantNeeded):
                return reply
            began = loop.time()
            try:
                result = await purse.request_debits(reply.cents, table.desk.state.coup, remaining)
            except LedgerError as error:
                return refuse_not_stored(command.id, table.desk.id, error, announced=False)
            if isinstance(result, InsufficientFunds):
                return refuse_credit(table, command.id, result.have, result.need)
            if isinstance(result, Unanswered):
                return refuse_wallet_silent(command.id)
            granted, remaining = result, max(0.1, remaining - (loop.time() - began))
        reply = await self._run_once(player, command, arrived, granted)
        return refuse_moved_on(command.id) if isinstance(reply, WalletGrantNeeded) else reply

    async def _run_once(self, player: str, command: ActCommand, arrived: int,
                        granted: GrantedDebits | None) -> Any:
        """Run a command once at the table; return granted debits that it did not use."""
        table = self.table
        try:
            return await table.ask(lambda: table.run_command(player, command, arrived, granted))
        finally:
            if granted is not None:
                self.purse.return_debits(granted)


def refuse_credit(table: HasDesk, key: str, have: int, need: int) -> Refused:
    """Return the refusal of an act that costs more than the player has."""
    money = table.desk.game.money
    return Refused(key, "credit", table.laws["credit"], f"this takes {money(need)} more and you "
                   f"have {money(have)}", {"have": have, "need": need})


def refuse_wallet_silent(key: str) -> Refused:
    """Return the refusal when the operator's wallet did not answer in time."""
    return Refused(key, "wallet", "", "the operator's wallet is not responding; no stake was "
                   "taken; try again")


def refuse_moved_on(key: str) -> Refused:
    """Return the refusal when the cost of an act changed each time the wallet was asked."""
    return Refused(key, "moved-on", "", "the table has moved on since this was asked; no stake "
                   "was taken; look at what it asks now")


def refuse_not_stored(
    key: str, table: str, error: LedgerError, *, announced: bool = True) -> Refused:
    """Return the refusal when the journal could not be written. An entry that was not even
    ``announced`` is certainly not stored."""
    if isinstance(error, WalletSilent):
        return refuse_wallet_silent(key)
    log.error("not stored", table=table, error=str(error))
    return refuse_unstored(key, error if announced else LedgerError(str(error)))
