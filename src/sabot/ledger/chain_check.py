"""Follows the chains of a journal, of either format, and says what does not fit."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import msgspec

from sabot.ledger import chain, second_format
from sabot.ledger.books import Books
from sabot.ledger.entry import Posting, Record
from sabot.ledger.second_format import BEGIN, End


class Misfit(NamedTuple):
    """What does not fit at an entry: found, and what was expected."""

    seq: int
    what: str
    found: object
    expected: object


class Covered(NamedTuple):
    """A chain of the second format: how many entries it has, and how many of them the last
    checkpoint that names it binds."""

    chain: str
    entries: int
    bound: int
    checkpoint: int


class Links:
    """The links of a journal in their order, from the beginning or from after some entry.

    From the beginning, shared accounts are followed too, and what checkpoints name is looked for.
    ``seq`` and ``digest`` are those of the last entry.
    """

    def __init__(self, books: Books, since: int = 0) -> None:
        self.seq, self.digest = since, chain.GENESIS
        self.covered: dict[str, Covered] = {}
        self._books, self._whole = books, since == 0
        self._first = books.format == 1
        self._chains: dict[str, End] = {}
        self._accounts: dict[str, End] = {}
        self._named: dict[tuple[str, str, int], tuple[int, str]] = {}

    def begin(self) -> Iterator[Misfit]:
        """What does not fit among the checkpoints themselves."""
        if self._first:
            return
        end, last = BEGIN, 0
        for made in self._books.checkpoints():
            end = second_format.bound(end, made.at, made.seq, made.body)
            if (made.no, made.digest) != end:
                yield Misfit(made.seq, f"checkpoint {made.no}", made.digest,
                             f"{end.digest}, as checkpoint {end.no}")
                end = End(made.no, made.digest)
            last = made.no
            try:
                said = second_format.checkpoint(made.body)
            except msgspec.DecodeError as error:
                yield Misfit(made.seq, f"the body of checkpoint {made.no}", str(error),
                             "chains and accounts")
                continue
            for kind, ends in (("chain", said.chains), ("account", said.accounts)):
                for name, (no, digest) in ends.items():
                    self._named[kind, name, no] = made.no, digest
                    if kind == "chain":
                        self.covered[name] = Covered(name, 0, no, made.no)
        yield from _same(self.seq + 1, "the last checkpoint", last, self._books.bound())

    def enter(self, record: Record, moved: Sequence[Posting]) -> Iterator[Misfit]:
        """What of one more entry does not fit; it is gone on from as it is stored."""
        due = self.seq + 1
        self.seq, before, self.digest = record.seq, self.digest, record.hash
        transfers = [one.transfer for one in moved]
        if self._first:
            yield from _same(due, "the number of the entry", record.seq, due)
            if self._whole or before != chain.GENESIS:
                yield from _same(due, "the digest of the entry before", record.prev, before)
            yield from _same(due, "the digest of the entry", record.hash,
                             chain.digest_of(record, transfers))
            return
        if record.seq != due:
            yield Misfit(due, "the number of the entry", record.seq, due)
        end = self._chains.get(record.chain)
        if end is None:
            end = BEGIN if self._whole else self._books.link(record.chain, record.no - 1)
        if record.no != end.no + 1:
            yield Misfit(due, f"the number of the entry in chain {record.chain!r}", record.no,
                         end.no + 1)
        numbers = [(one.frm_no, one.to_no) for one in moved]
        made = second_format.digest_of(record, end.digest, transfers,
                                second_format.places_of(transfers, numbers))
        if record.hash != made:
            yield Misfit(due, "the digest of the entry", record.hash, made)
        end = self._chains[record.chain] = End(record.no, record.hash)
        if ("chain", record.chain, end.no) in self._named:
            yield from self._named_here(due, "chain", record.chain, end)
        if self._whole and moved:
            yield from self._post(record, moved)

    def _post(self, record: Record, moved: Sequence[Posting]) -> Iterator[Misfit]:
        for one in moved:
            t = one.transfer
            for account, no, amount in ((t.frm, one.frm_no, -t.amount),
                                        (t.to, one.to_no, t.amount)):
                if (no is not None) != second_format.is_shared(account):
                    yield Misfit(self.seq, f"the number of {t.key} in {account}", no,
                                 "a number where several chains move an account, else none")
                if no is None:
                    continue
                end = second_format.posted(
                    self._accounts.get(account, BEGIN), record.chain, record.no, t.key, amount
                )
                if no != end.no:
                    yield Misfit(self.seq, f"the number of {t.key} in {account}", no, end.no)
                self._accounts[account] = end
                if ("account", account, end.no) in self._named:
                    yield from self._named_here(self.seq, "account", account, end)

    def _named_here(self, seq: int, kind: str, name: str, end: End) -> Iterator[Misfit]:
        checkpoint, digest = self._named.pop((kind, name, end.no))
        if digest != end.digest:
            yield Misfit(seq, f"the digest of link {end.no} of {kind} {name!r}", end.digest,
                         f"{digest}, which checkpoint {checkpoint} names")

    def end(self) -> Iterator[Misfit]:
        """What does not fit at the end: what checkpoints name and is not there, the ends that are
        stored beside the journal, and its head."""
        if self._whole:
            for (kind, name, no), (number, _) in self._named.items():
                yield Misfit(self.seq + 1, f"link {no} of {kind} {name!r}", "none",
                             f"one, which checkpoint {number} names: it was cut off, or this is "
                             "an older copy")
            if not self._first:
                for what, made, stored in (("chain", self._chains, self._books.ends()),
                                           ("account", self._accounts, self._books.shared())):
                    for name in sorted(made.keys() | stored.keys()):
                        yield from _same(self.seq + 1, f"the end of {what} {name!r}",
                                         stored.get(name), made.get(name))
        for name, end in self._chains.items():
            known = self.covered.get(name, Covered(name, 0, 0, 0))
            self.covered[name] = known._replace(entries=end.no)
        head = self._books.head()
        if head != (self.seq, self.digest):
            yield Misfit(self.seq + 1, "the end of the journal",
                         f"entry {self.seq} ({self.digest[:12]})",
                         f"entry {head[0]} ({head[1][:12]}), which the head names")


def _same(seq: int, what: str, found: object, expected: object) -> Iterator[Misfit]:
    if found != expected:
        yield Misfit(seq, what, found, expected)
