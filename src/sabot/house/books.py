"""The committer: one thread that stores what all tables propose, many entries to a transaction.

Nothing is said to anybody before ``commit`` returns. While one group is being written, the entries
that arrive wait together and become the next group.
"""

from __future__ import annotations

import asyncio
import queue
import threading
from collections.abc import Sequence
from typing import NamedTuple, Protocol

import structlog

from sabot.ledger import (
    Entry,
    KeyConflict,
    LedgerError,
    Malformed,
    Repeated,
    Short,
    Stored,
    Uncertain,
)
from sabot.ledger.remote import Uncovered

Outcome = Stored | Repeated | Short

log = structlog.get_logger("sabot.books")

GROUP = 256


class Committer(Protocol):
    """Stores a group of entries; it asks nobody outside the database for anything."""

    def commit(self, entries: Sequence[Entry]) -> Sequence[Outcome | Uncovered]: ...


class _Waiting(NamedTuple):
    entry: Entry
    future: asyncio.Future[Outcome]
    loop: asyncio.AbstractEventLoop


class Books:
    """Group commit over a purse. Start it once; ``close`` waits for what is queued.

    ``broken`` says why the ledger takes nothing more until it is opened anew.
    """

    def __init__(self, purse: Committer) -> None:
        self.purse = purse
        self.groups = 0
        self.entries = 0
        self.broken = ""
        self._closed = False
        self._queue: queue.SimpleQueue[_Waiting | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="books", daemon=True)
        self._thread.start()

    async def commit(self, entry: Entry) -> Outcome:
        """Store an entry; LedgerError when its group could not be stored at all."""
        if self._closed:
            raise LedgerError("the books are closed")
        loop = asyncio.get_running_loop()
        future: asyncio.Future[Outcome] = loop.create_future()
        self._queue.put(_Waiting(entry, future, loop))
        return await future

    def close(self) -> None:
        """Store what waits, then nothing more."""
        self._closed = True
        self._queue.put(None)
        self._thread.join()

    def _run(self) -> None:
        while (first := self._queue.get()) is not None:
            group = [first]
            stop = False
            while len(group) < GROUP:
                try:
                    more = self._queue.get_nowait()
                except queue.Empty:
                    break
                if more is None:
                    stop = True
                    break
                group.append(more)
            self._store(group)
            if stop:
                return

    def _store(self, group: Sequence[_Waiting]) -> None:
        outcomes: Sequence[Outcome | BaseException]
        try:
            outcomes = [_said(o) for o in self.purse.commit([w.entry for w in group])]
        except (KeyConflict, Malformed) as error:
            if len(group) > 1:  # one wrong entry is no reason to refuse the others
                for waiting in group:
                    self._store([waiting])
                return
            outcomes = [error]
        except LedgerError as error:
            if isinstance(error, Uncertain):
                self.broken = str(error)
            outcomes = [error] * len(group)
        except Exception as error:  # a fault of ours: no table may wait for ever
            outcomes = [LedgerError(f"the books could not be written: {error}")] * len(group)
        self.groups += 1
        self.entries += len(group)
        for loop in {w.loop for w in group}:
            mine = [(w.future, o) for w, o in zip(group, outcomes, strict=True) if w.loop is loop]
            try:
                loop.call_soon_threadsafe(_resolve, mine)
            except RuntimeError:  # the loop has closed: nobody is left to be told
                continue


def _said(outcome: Outcome | Uncovered) -> Outcome | LedgerError:
    """Money that no wallet was asked for is an error of the house."""
    if isinstance(outcome, Uncovered):
        return LedgerError(f"nobody has asked the wallet for what moves from {outcome.account}")
    return outcome


def _resolve(answers: list[tuple[asyncio.Future[Outcome], Outcome | BaseException]]) -> None:
    for future, outcome in answers:
        if future.done():
            continue
        if isinstance(outcome, BaseException):
            future.set_exception(outcome)
        else:
            future.set_result(outcome)
