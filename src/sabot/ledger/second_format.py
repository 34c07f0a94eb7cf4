"""The second format of the journal: how its entries, accounts and checkpoints are chained.

Every table has a chain of entries, and the house has one, whose name is empty. An account that
several chains move is itself a chain of its postings. A checkpoint names the heads of all chains
and of all such accounts that have changed since the one before it, and is chained to that one.
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
"""The chain of what belongs to no table: staff, cashier, players, lists, wallets."""
SHARED = (PLAYER, TICKET, POOL)
"""Accounts that several chains move."""
EVERY_MS, EVERY_ENTRIES = 10_000, 1_000
"""A checkpoint is due with the first group after so many milliseconds, or so many entries."""


class End(NamedTuple):
    """The end of a chain: the number of its last link, and its digest."""

    no: int
    digest: str


BEGIN = End(0, GENESIS)
"""The end of a chain that has no link yet."""

Places = Sequence[tuple[str, int]]
"""Shared accounts that an entry moves, each with the number of the posting, in their order."""


class Checkpoint(msgspec.Struct, frozen=True):
    """What a checkpoint binds: by name the ends of the chains and of the shared accounts that have
    changed since the checkpoint before it."""

    chains: dict[str, tuple[int, str]]
    accounts: dict[str, tuple[int, str]]


def chain_of(entry: Entry) -> str:
    """The chain of an entry: that of its table where it is one of the versions of the table."""
    return entry.table if entry.version else HOUSE


def day_of(at: int) -> int:
    """The day of a time in milliseconds since 1970, in UTC, as 20261123."""
    return number_of(datetime.fromtimestamp(at / 1000, UTC))


def number_of(day: date) -> int:
    """A date as a number, 20261123."""
    return day.year * 10_000 + day.month * 100 + day.day


def link(prev: str, head: Sequence[object], body: bytes, moved: Sequence[Transfer],
         places: Places, command: tuple[str, str] | None, answer: bytes, held: bytes) -> str:
    """The digest of an entry. ``head`` is chain, no, at, day, kind, table, coup, version, count."""
    return digest(prev.encode(), canonical(head), body, canonical(moved), canonical(places),
                  canonical(command), answer, held)


def digest_of(record: Record, prev: str, moved: Sequence[Transfer], places: Places) -> str:
    """The digest that a stored entry must have, after the one before it in its chain."""
    return link(prev, (record.chain, record.no, record.at, record.day, record.kind, record.table,
                       record.coup, record.version, record.count),
                record.body, moved, places, record.command, record.answer, record.kept)


def posted(end: End, chain: str, no: int, key: str, amount: int) -> End:
    """An account after one more posting, which the entry ``no`` of a chain has made: ``amount`` is
    below nothing where it leaves the account."""
    return End(end.no + 1, digest(end.digest.encode(), canonical((chain, no, key, amount))))


def bound(end: End, at: int, seq: int, body: bytes) -> End:
    """The checkpoints after one more: made at a time, when so many entries had been stored."""
    return End(end.no + 1, digest(end.digest.encode(), canonical((end.no + 1, at, seq)), body))


def is_shared(account: str) -> bool:
    """Whether several chains move this account."""
    return account.startswith(SHARED)


class Ends:
    """Where the chains, the shared accounts and the checkpoints of a journal end, as far as that
    was looked up.

    A group of entries works on `Ends` of its own above these, and is taken over once it is stored.
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

    def enter(self, entry: Entry, at: int, day: int, moved: Sequence[Transfer], held: bytes
              ) -> tuple[End, list[tuple[int | None, int | None]]]:
        """One more entry: its number and digest in its chain, and of each transfer its numbers in
        the two accounts."""
        name = chain_of(entry)
        before = self.chain(name)
        no = before.no + 1
        places: list[tuple[str, int]] = []
        numbers: list[tuple[int | None, int | None]] = []
        for transfer in moved:
            found: list[int | None] = []
            for account, amount in ((transfer.frm, -transfer.amount),
                                    (transfer.to, transfer.amount)):
                if not is_shared(account):
                    found.append(None)
                    continue
                end = posted(self.account(account), name, no, transfer.key, amount)
                self.accounts[account] = end
                places.append((account, end.no))
                found.append(end.no)
            numbers.append((found[0], found[1]))
        made = link(before.digest, (name, no, at, day, entry.kind, entry.table, entry.coup,
                                    entry.version, entry.count), entry.body, moved, places,
                    entry.command, entry.answer, held)
        self.chains[name] = End(no, made)
        return self.chains[name], numbers

    def due(self, at: int, seq: int) -> bool:
        """Whether a checkpoint belongs to a group that ends at this time with this entry."""
        return at - self.at >= EVERY_MS or seq - self.seq >= EVERY_ENTRIES or at < self.at

    def bind(self, at: int, seq: int, changed: Ends) -> bytes:
        """One more checkpoint, over what has ``changed`` since the last: its body."""
        body = canonical(Checkpoint(
            {name: (end.no, end.digest) for name, end in changed.chains.items()},
            {name: (end.no, end.digest) for name, end in changed.accounts.items()}))
        self.checkpoint = bound(self.checkpoint, at, seq, body)
        self.at, self.seq, self.bound = at, seq, True
        return body


def places_of(moved: Iterable[Transfer], numbers: Iterable[tuple[int | None, int | None]]
              ) -> list[tuple[str, int]]:
    """The places of an entry's transfers in shared accounts, in their order, as they are stored."""
    found: list[tuple[str, int]] = []
    for transfer, (frm_no, to_no) in zip(moved, numbers, strict=True):
        found += [(account, no) for account, no in ((transfer.frm, frm_no), (transfer.to, to_no))
                  if no is not None]
    return found


def checkpoint(body: bytes) -> Checkpoint:
    """What the body of a checkpoint says; msgspec.ValidationError for another."""
    return msgspec.json.decode(body, type=Checkpoint)
