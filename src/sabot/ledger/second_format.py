"""The second format of the journal: how its entries, accounts and checkpoints are chained.

Every table has a chain of entries; the house has one, with an empty name. An account that several
chains move is itself a chain of its postings. A checkpoint names the ends of all chains and of all
such accounts that changed since the last one, and is chained to it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import UTC, date, datetime
from typing import NamedTuple

import msgspec

from sabot.ledger.chain import GENESIS
from sabot.ledger.entry import Entry, Record
from sabot.ledger.postings import PLAYER, POOL, TICKET
from sabot.money import Transfer
from sabot.procedure.record import canonical, digest

HOUSE = ""
"""The chain of entries without a table: staff, cashier, players, lists, wallets."""
SHARED = (PLAYER, TICKET, POOL)
"""Accounts that several chains move."""
EVERY_MS, EVERY_ENTRIES = 10_000, 1_000
"""A checkpoint is made with the first group after so many milliseconds, or so many entries."""


class End(NamedTuple):
    """The end of a chain: the number of its last link, and its digest."""

    no: int
    digest: str


BEGIN = End(0, GENESIS)
"""The end of a chain without links."""

Places = Sequence[tuple[str, int]]
"""The shared accounts that an entry moves, each with the number of the posting, in order."""


class Checkpoint(msgspec.Struct, frozen=True):
    """What a checkpoint binds: the ends of the chains and of the shared accounts that changed since
    the last one, by name."""

    chains: dict[str, tuple[int, str]]
    accounts: dict[str, tuple[int, str]]


def chain_of(entry: Entry) -> str:
    """The chain of an entry: that of its table where it is a version of the table, else the
    house's."""
    return entry.table if entry.version else HOUSE


def day_of(at: int) -> int:
    """The day of a time in milliseconds since 1970, in UTC, as 20261123."""
    return day_number(datetime.fromtimestamp(at / 1000, UTC))


def day_number(day: date) -> int:
    """A date as a number, 20261123."""
    return day.year * 10_000 + day.month * 100 + day.day


def link(prev: str, head: Sequence[object], body: bytes, moved: Sequence[Transfer],
         places: Places, command: tuple[str, str] | None, answer: bytes, digests: bytes) -> str:
    """The digest of an entry. ``head`` is chain, no, at, day, kind, table, coup, version, count."""
    return digest(prev.encode(), canonical(head), body, canonical(moved), canonical(places),
                  canonical(command), answer, digests)


def digest_of(record: Record, prev: str, moved: Sequence[Transfer], places: Places) -> str:
    """The digest that a stored entry must have, after the previous one in its chain."""
    return link(prev, (record.chain, record.no, record.at, record.day, record.kind, record.table,
                       record.coup, record.version, record.count),
                record.body, moved, places, record.command, record.answer, record.kept)


def post(end: End, chain: str, no: int, key: str, amount: int) -> End:
    """The end of an account after one more posting, made by the entry ``no`` of a chain; ``amount``
    is negative where it leaves the account."""
    return End(end.no + 1, digest(end.digest.encode(), canonical((chain, no, key, amount))))


def bind_checkpoint(end: End, at: int, seq: int, body: bytes) -> End:
    """The end of the checkpoints after one more, made at a time, after so many stored entries."""
    return End(end.no + 1, digest(end.digest.encode(), canonical((end.no + 1, at, seq)), body))


def is_shared(account: str) -> bool:
    """Whether several chains move this account."""
    return account.startswith(SHARED)


class Ends:
    """The ends of the chains, shared accounts and checkpoints of a journal, as far as they were
    looked up.

    A group of entries works on its own `Ends` above these, which are taken over once it is stored.
    """

    def __init__(self, below: Ends | None = None) -> None:
        self.below = below
        self.chains: dict[str, End] = {}
        self.accounts: dict[str, End] = {}
        self.checkpoint: End = below.checkpoint if below else BEGIN
        self.at: int = below.at if below else 0  # of that checkpoint
        self.seq: int = below.seq if below else 0
        self.bound = False  # whether this group has a checkpoint

    def chain(self, name: str) -> End:
        """The end of a chain that was looked up."""
        return self.chains.get(name) or (self.below.chain(name) if self.below else BEGIN)

    def account(self, name: str) -> End:
        """The end of a shared account that was looked up."""
        return self.accounts.get(name) or (self.below.account(name) if self.below else BEGIN)

    def enter(self, entry: Entry, at: int, day: int, moved: Sequence[Transfer], digests: bytes
              ) -> tuple[End, list[tuple[int | None, int | None]]]:
        """Add an entry. Returns its number and digest in its chain, and for each transfer its
        numbers in the two accounts."""
        name = chain_of(entry)
        before = self.chain(name)
        no = before.no + 1
        places: list[tuple[str, int]] = []
        numbers: list[tuple[int | None, int | None]] = []
        for transfer in moved:
            pair: list[int | None] = []
            for account, amount in ((transfer.frm, -transfer.amount),
                                    (transfer.to, transfer.amount)):
                if not is_shared(account):
                    pair.append(None)
                    continue
                end = post(self.account(account), name, no, transfer.key, amount)
                self.accounts[account] = end
                places.append((account, end.no))
                pair.append(end.no)
            numbers.append((pair[0], pair[1]))
        entry_digest = link(before.digest, (name, no, at, day, entry.kind, entry.table, entry.coup,
                                            entry.version, entry.count), entry.body, moved, places,
                    entry.command, entry.answer, digests)
        self.chains[name] = End(no, entry_digest)
        return self.chains[name], numbers

    def due(self, at: int, seq: int) -> bool:
        """Whether a group that ends at this time with this entry needs a checkpoint."""
        return at - self.at >= EVERY_MS or seq - self.seq >= EVERY_ENTRIES or at < self.at

    def bind(self, at: int, seq: int, changed: Ends) -> bytes:
        """Add a checkpoint over what has ``changed`` since the last. Returns its body."""
        body = canonical(Checkpoint(
            {name: (end.no, end.digest) for name, end in changed.chains.items()},
            {name: (end.no, end.digest) for name, end in changed.accounts.items()}))
        self.checkpoint = bind_checkpoint(self.checkpoint, at, seq, body)
        self.at, self.seq, self.bound = at, seq, True
        return body


def shared_places(moved: Iterable[Transfer], numbers: Iterable[tuple[int | None, int | None]]
                  ) -> list[tuple[str, int]]:
    """The places of an entry's transfers in shared accounts, in order, as they are stored."""
    places: list[tuple[str, int]] = []
    for transfer, (frm_no, to_no) in zip(moved, numbers, strict=True):
        places += [(account, no) for account, no in ((transfer.frm, frm_no), (transfer.to, to_no))
                   if no is not None]
    return places


def decode_checkpoint(body: bytes) -> Checkpoint:
    """The content of a checkpoint's body; msgspec.ValidationError for another body."""
    return msgspec.json.decode(body, type=Checkpoint)
