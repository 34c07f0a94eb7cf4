"""Group commit: one thread that stores what all tables propose, many entries to a transaction.

Nothing is published before ``commit`` returns. While one group is being written, new entries wait
and become the next group.

While the database is away, or the fate of a group is uncertain, new entries are refused at once.
The thread recovers by itself, and reports the fate of that group only then.
"""

from __future__ import annotations

import asyncio
import queue
import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import NamedTuple

import structlog

from sabot.house.world import GroupStore, Outcome
from sabot.ledger import (
    Entry,
    KeyConflict,
    LedgerError,
    Malformed,
    Overtaken,
    Uncertain,
)
from sabot.ledger.wallet_record import Uncovered

log = structlog.get_logger("sabot.books")

GROUP = 256
QUIET = 30.0  # seconds without entries until the ledger is checked
FIRST, LONGEST = 0.05, 2.0  # seconds between attempts after a failure; doubled each time


class Waiting(NamedTuple):
    """An entry, and who waits for its outcome."""

    entry: Entry
    future: asyncio.Future[Outcome]
    loop: asyncio.AbstractEventLoop


class GroupCommit(ABC):
    """Stores queued entries in groups, and notes whether the ledger can be written.

    ``broken`` says why the ledger accepts nothing until it is reopened: another house has committed
    into it. ``trouble`` says why it accepts nothing now; that ends by itself. What takes entries
    from the queue, and when, is up to the subclass: it gives ``_put``, ``_next_waiting`` (None when
    none came in time) and ``close``. ``clock`` counts seconds.
    """

    def __init__(self, purse: GroupStore, clock: Callable[[], float] = time.monotonic) -> None:
        self.purse = purse
        self._clock = clock
        self.groups = 0
        self.entries = 0
        self.broken = ""
        self._closed = False
        self._hurried = False
        self._pause = 0.0
        self._checked = self._clock()
        purse.ledger.patience = self._wait

    @abstractmethod
    def _put(self, waiting: Waiting) -> None:
        """Queue an entry."""

    @abstractmethod
    def _next_waiting(self, timeout: float) -> Waiting | None:
        """Take an entry from the queue; None when none came in so many seconds."""

    @abstractmethod
    def close(self) -> None:
        """Store what waits, then accept nothing more."""

    @property
    def trouble(self) -> LedgerError | None:
        """Return why nothing could be stored at the last attempt, or None."""
        return Overtaken(self.broken) if self.broken else self.purse.ledger.trouble

    async def commit(self, entry: Entry) -> Outcome:
        """Store an entry; LedgerError when its group could not be stored at all."""
        if self._closed:
            raise LedgerError("the books are closed")
        if self.purse.ledger.away:
            raise _unavailable(self.purse.ledger.trouble)
        loop = asyncio.get_running_loop()
        future: asyncio.Future[Outcome] = loop.create_future()
        self._put(Waiting(entry, future, loop))
        return await future

    def hurry(self) -> None:
        """Stop waiting for uncertain groups: the house is about to close."""
        self._hurried = True

    def _check_ledger(self) -> None:
        """Check the ledger while no entries arrive, and try to recover it."""
        now = self._clock()
        if self.purse.ledger.trouble or now - self._checked >= QUIET:
            self._checked = now
            try:
                self.purse.ledger.check()
            except LedgerError as error:
                self._failed(error)
            except Exception:  # a fault of ours: this thread must live
                log.exception("the check of the ledger failed")
                self._pause = LONGEST
            else:
                self._restored()

    def _failed(self, error: LedgerError) -> None:
        """Note that the ledger could not be written, and when to try again."""
        if isinstance(error, Uncertain | Overtaken):
            self.broken = str(error)
        if not self._pause:
            log.error("the books cannot be written", error=str(error))
        self._pause = min(LONGEST, 2 * self._pause or FIRST)

    def _restored(self) -> None:
        if self._pause:
            log.info("the books can be written again")
        self._pause = 0.0

    def _wait(self, why: LedgerError, tries: int) -> bool:
        """Wait while a group is uncertain, as the ledger's patience; new entries are refused at
        once."""
        if tries == 1:
            log.error("writing the journal failed; it is being read to find out "
                      "what was stored", error=str(why))
        until = self._clock() + min(LONGEST, FIRST * 2 ** min(tries, 10))
        while not self._hurried and (remaining := until - self._clock()) > 0:
            waiting = self._next_waiting(remaining)
            if waiting is None:
                break
            self._deliver([waiting], [_unavailable(why)])
        return not self._hurried

    def _store(self, group: Sequence[Waiting]) -> None:
        outcomes: Sequence[Outcome | BaseException]
        try:
            outcomes = [_checked(o) for o in self.purse.commit([w.entry for w in group])]
        except (KeyConflict, Malformed) as error:
            if len(group) > 1:  # refuse only the entry that is wrong
                for waiting in group:
                    self._store([waiting])
                return
            outcomes = [error]
        except LedgerError as error:
            self._failed(error)
            outcomes = [error] * len(group)
        except Exception as error:  # a fault of ours: no table may wait for ever
            outcomes = [LedgerError(f"the books could not be written: {error}")] * len(group)
        else:
            self._restored()
            self._checked = self._clock()
        self.groups += 1
        self.entries += len(group)
        self._deliver(group, outcomes)

    @staticmethod
    def _deliver(group: Sequence[Waiting], outcomes: Sequence[Outcome | BaseException]) -> None:
        for loop in {w.loop for w in group}:
            mine = [(w.future, o) for w, o in zip(group, outcomes, strict=True) if w.loop is loop]
            try:
                loop.call_soon_threadsafe(_resolve, mine)
            except RuntimeError:  # the loop has closed: nobody waits for the result
                continue


class Committer(GroupCommit):
    """Group commit over a purse, by a thread that starts with the object; ``close`` waits for what
    is queued."""

    def __init__(self, purse: GroupStore) -> None:
        super().__init__(purse)
        self._queue: queue.SimpleQueue[Waiting | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="books", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Store what waits, then accept nothing more."""
        self._closed = self._hurried = True
        self._queue.put(None)
        self._thread.join()

    def _run(self) -> None:
        while not self._closed or not self._queue.empty():
            try:
                first = self._queue.get(timeout=self._pause or QUIET)
            except queue.Empty:
                self._check_ledger()
                continue
            group = [first] if first is not None else []
            while first is not None and len(group) < GROUP:
                try:
                    first = self._queue.get_nowait()
                except queue.Empty:
                    break
                if first is not None:
                    group.append(first)
            if group:
                self._store(group)

    def _put(self, waiting: Waiting) -> None:
        self._queue.put(waiting)

    def _next_waiting(self, timeout: float) -> Waiting | None:
        try:
            return self._queue.get(timeout=timeout)
        except queue.Empty:
            return None


def _unavailable(why: LedgerError | None) -> LedgerError:
    return LedgerError(f"the books cannot be written now{f': {why}' if why else ''}")


def _checked(outcome: Outcome | Uncovered) -> Outcome | LedgerError:
    """Turn money that no wallet was asked for into an error of the house."""
    if isinstance(outcome, Uncovered):
        return LedgerError(f"no debit was requested from the wallet for {outcome.account}")
    return outcome


def _resolve(answers: list[tuple[asyncio.Future[Outcome], Outcome | BaseException]]) -> None:
    for future, outcome in answers:
        if future.done():
            continue
        if isinstance(outcome, BaseException):
            future.set_exception(outcome)
        else:
            future.set_result(outcome)
