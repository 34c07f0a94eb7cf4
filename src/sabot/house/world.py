"""What a house takes from the machine that it runs on, each by one port and handed in once, where
the house is made: time (`sabot.house.clock`), entropy and chance (`sabot.equipment`), storage (the
ledger, with the time of its entries), the thread that commits, threads for calls that may take
long, and the lines of its clients. Whoever plays a whole house by one seed brings its own of each,
and the loop of events that all of it runs in: timers, and threads for reading, are the loop's.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol, TypeVar

from sabot.ledger import Entry, InsufficientBalance, Ledger, LedgerError, Repeated, Stored
from sabot.ledger.wallet_record import Uncovered

Outcome = Stored | Repeated | InsufficientBalance

T = TypeVar("T")


class Committer(Protocol):
    """Stores a group of entries; it asks nobody outside the database for anything."""

    ledger: Ledger

    def commit(self, entries: Sequence[Entry]) -> Sequence[Outcome | Uncovered]: ...


class Committing(Protocol):
    """Stores an entry; LedgerError when it could not be."""

    async def commit(self, entry: Entry) -> Outcome: ...


class Commits(Committing, Protocol):
    """Stores what all tables propose, many entries to a transaction.

    ``broken`` says why nothing more is taken until the books are opened anew, ``trouble`` why
    nothing is taken now; that passes by itself. ``hurry``: the house is about to close, and nobody
    waits any longer for what is in doubt. ``close`` stores what waits, then nothing more.
    """

    broken: str

    @property
    def trouble(self) -> LedgerError | None: ...

    def hurry(self) -> None: ...

    def close(self) -> None: ...


class Calls(Protocol):
    """Makes calls that may take long, beside the tables. ``until`` is a time of the loop: NoSlot
    where the call could not be made until then, TooLate where it was made and did not come back.
    ``behind``: nobody waits for it. ``back`` is called when a call that was made has come back,
    however late."""

    async def run(self, act: Callable[..., T], *args: object, until: float | None = None,
                  behind: bool = False, back: Callable[[], None] | None = None) -> T: ...


class Line(Protocol):
    """The line of one client: what it says, what it is told, and why it is closed."""

    async def receive_text(self) -> str: ...

    async def send_text(self, data: str) -> None: ...

    async def close(self, code: int = 1000, reason: str | None = None) -> None: ...
