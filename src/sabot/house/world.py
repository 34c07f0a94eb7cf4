"""What a house takes from its machine, each through one protocol: time (`sabot.house.clock`),
entropy and chance (`sabot.equipment`), storage (the ledger, with the time of its entries), the
thread that commits, threads for slow calls, and the connections of its clients. A test that plays a
whole house from one seed supplies its own of each, the event loop for timers and threads, and the
executors of the web application (`sabot.web.app.create_app`)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol, TypeVar

from sabot.ledger import Entry, InsufficientFunds, Ledger, LedgerError, Repeated, Stored
from sabot.ledger.wallet_record import Uncovered

Outcome = Stored | Repeated | InsufficientFunds

T = TypeVar("T")


class GroupStore(Protocol):
    """Stores a group of entries, using nothing outside the database."""

    ledger: Ledger

    def commit(self, entries: Sequence[Entry]) -> Sequence[Outcome | Uncovered]:
        """Store a group of entries; return their outcomes."""


class CommitsEntries(Protocol):
    """Stores an entry; LedgerError when that fails."""

    async def commit(self, entry: Entry) -> Outcome:
        """Store an entry; return its outcome."""


class CommitService(CommitsEntries, Protocol):
    """Stores what all tables propose, many entries to a transaction.

    ``broken`` says why nothing more is accepted until the journal is reopened, ``trouble`` why
    nothing is accepted now; that ends by itself. ``hurry``: the house is about to close, so do not
    wait for uncertain groups. ``close`` stores what waits, then nothing more.
    """

    broken: str

    @property
    def trouble(self) -> LedgerError | None:
        """Why nothing is accepted now, or None."""

    def hurry(self) -> None:
        """Stop waiting for uncertain groups."""

    def close(self) -> None:
        """Store what waits, then nothing more."""


class CallRunner(Protocol):
    """Runs slow calls outside the loop. ``until`` is a time of the loop: NoSlot when the call could
    not be made until then, TooLate when it was made and did not return. ``behind``: nobody waits
    for it. ``on_return`` is called when a call returns, however late."""

    async def run(self, act: Callable[..., T], *args: object, until: float | None = None,
                  behind: bool = False, on_return: Callable[[], None] | None = None) -> T:
        """Return the result of a call."""


class ClientLine(Protocol):
    """The connection of one client: receives, sends and closes."""

    async def receive_text(self) -> str:
        """Return the next message of the client."""

    async def send_text(self, data: str) -> None:
        """Send a message to the client."""

    async def close(self, code: int = 1000, reason: str | None = None) -> None:
        """Close the connection."""
