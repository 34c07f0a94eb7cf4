"""Follows the chains of a journal, of either format, and lists what does not fit."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import msgspec

from sabot.error_texts import error_text
from sabot.ledger import chain, second_format
from sabot.ledger.books import Books
from sabot.ledger.entry import Posting, Record
from sabot.ledger.second_format import BEGIN, End
from sabot.words import Phrase, phrase


class Mismatch(NamedTuple):
    """What does not fit at an entry: what was found, and what was expected."""

    seq: int
    what: str
    found: object
    expected: object


class Covered(NamedTuple):
    """A chain of the second format: its number of entries, and how many of them the last checkpoint
    that names it binds."""

    chain: str
    entries: int
    bound: int
    checkpoint: int


class Links:
    """The links of a journal in order, from the beginning or from after some entry.

    From the beginning, shared accounts are followed too, and everything that checkpoints name is
    checked. ``seq`` and ``digest`` are those of the last entry.
    """

    def __init__(self, books: Books, since: int = 0) -> None:
        self.seq, self.digest = since, chain.GENESIS
        self.covered: dict[str, Covered] = {}
        self._books, self._whole = books, since == 0
        self._first = books.format == 1
        self._chains: dict[str, End] = {}
        self._accounts: dict[str, End] = {}
        self._named: dict[tuple[str, str, int], tuple[int, str]] = {}

    def begin(self) -> Iterator[Mismatch]:
        """What does not fit among the checkpoints themselves."""
        if self._first:
            return
        end, last = BEGIN, 0
        for checkpoint in self._books.checkpoints():
            end = second_format.bind_checkpoint(end, checkpoint.at, checkpoint.seq, checkpoint.body)
            if (checkpoint.no, checkpoint.digest) != end:
                yield Mismatch(checkpoint.seq, phrase("checkpoint {no}", no=checkpoint.no),
                               checkpoint.digest,
                               phrase("{digest}, as checkpoint {no}", digest=end.digest, no=end.no))
                end = End(checkpoint.no, checkpoint.digest)
            last = checkpoint.no
            try:
                content = second_format.decode_checkpoint(checkpoint.body)
            except msgspec.DecodeError as error:
                yield Mismatch(
                    checkpoint.seq, phrase("the body of checkpoint {no}", no=checkpoint.no),
                    error_text(error), phrase("chains and accounts"))
                continue
            for kind, ends in (("chain", content.chains), ("account", content.accounts)):
                for name, (no, digest) in ends.items():
                    self._named[kind, name, no] = checkpoint.no, digest
                    if kind == "chain":
                        self.covered[name] = Covered(name, 0, no, checkpoint.no)
        yield from _expect_equal(self.seq + 1, phrase("the last checkpoint"), last,
                                 self._books.bound())

    def enter(self, record: Record, postings: Sequence[Posting]) -> Iterator[Mismatch]:
        """What does not fit at one more entry. Later entries are compared with it as it is stored.
        """
        due = self.seq + 1
        self.seq, before, self.digest = record.seq, self.digest, record.hash
        transfers = [posting.transfer for posting in postings]
        if self._first:
            yield from _expect_equal(due, phrase("the number of the entry"), record.seq, due)
            if self._whole or before != chain.GENESIS:
                yield from _expect_equal(due, phrase("the digest of the entry before"),
                                         record.prev, before)
            yield from _expect_equal(due, phrase("the digest of the entry"), record.hash,
                                     chain.digest_of(record, transfers))
            return
        if record.seq != due:
            yield Mismatch(due, phrase("the number of the entry"), record.seq, due)
        end = self._chains.get(record.chain)
        if end is None:
            end = BEGIN if self._whole else self._books.link(record.chain, record.no - 1)
        if record.no != end.no + 1:
            yield Mismatch(due, phrase("the number of the entry in chain {chain!r}",
                                       chain=record.chain), record.no, end.no + 1)
        numbers = [(posting.frm_no, posting.to_no) for posting in postings]
        digest = second_format.digest_of(record, end.digest, transfers,
                                second_format.shared_places(transfers, numbers))
        if record.hash != digest:
            yield Mismatch(due, phrase("the digest of the entry"), record.hash, digest)
        end = self._chains[record.chain] = End(record.no, record.hash)
        if ("chain", record.chain, end.no) in self._named:
            yield from self._check_named(due, "chain", record.chain, end)
        if self._whole and postings:
            yield from self._post(record, postings)

    def _post(self, record: Record, postings: Sequence[Posting]) -> Iterator[Mismatch]:
        for posting in postings:
            transfer = posting.transfer
            for account, no, amount in ((transfer.frm, posting.frm_no, -transfer.amount),
                                        (transfer.to, posting.to_no, transfer.amount)):
                if (no is not None) != second_format.is_shared(account):
                    yield Mismatch(self.seq, _number_in(transfer.key, account), no, phrase(
                        "a number if several chains move the account, else none"))
                if no is None:
                    continue
                end = second_format.post(
                    self._accounts.get(account, BEGIN), record.chain, record.no, transfer.key,
                    amount)
                if no != end.no:
                    yield Mismatch(self.seq, _number_in(transfer.key, account), no, end.no)
                self._accounts[account] = end
                if ("account", account, end.no) in self._named:
                    yield from self._check_named(self.seq, "account", account, end)

    def _check_named(self, seq: int, kind: str, name: str, end: End) -> Iterator[Mismatch]:
        checkpoint, digest = self._named.pop((kind, name, end.no))
        if digest != end.digest:
            yield Mismatch(seq, phrase("the digest of link {no} of {kind} {name!r}", no=end.no,
                                       kind=kind, name=name), end.digest,
                           phrase("{digest}, which checkpoint {no} names", digest=digest,
                                  no=checkpoint))

    def end(self) -> Iterator[Mismatch]:
        """What does not fit at the end: links that checkpoints name and that are missing, the ends
        stored next to the journal, and its head."""
        if self._whole:
            for (kind, name, no), (number, _) in self._named.items():
                yield Mismatch(
                    self.seq + 1, phrase("link {no} of {kind} {name!r}", no=no, kind=kind,
                                         name=name), phrase("none"),
                    phrase("one that checkpoint {no} names: it was cut off, or this is an older "
                           "copy", no=number))
            if not self._first:
                for kind_name, ends, stored in (("chain", self._chains, self._books.ends()),
                                                ("account", self._accounts, self._books.shared())):
                    for name in sorted(ends.keys() | stored.keys()):
                        yield from _expect_equal(
                            self.seq + 1, phrase("the end of {kind} {name!r}", kind=kind_name,
                                                 name=name), stored.get(name), ends.get(name))
        for name, end in self._chains.items():
            known = self.covered.get(name, Covered(name, 0, 0, 0))
            self.covered[name] = known._replace(entries=end.no)
        head = self._books.head()
        if head != (self.seq, self.digest):
            yield Mismatch(self.seq + 1, phrase("the end of the journal"),
                           phrase("entry {entry} ({digest})", entry=self.seq,
                                  digest=self.digest[:12]),
                           phrase("entry {entry} ({digest}), which the head names", entry=head[0],
                                  digest=head[1][:12]))


def _number_in(key: str, account: str) -> Phrase:
    return phrase("the number of {key} in {account}", key=key, account=account)


def _expect_equal(seq: int, what: str, found: object, expected: object) -> Iterator[Mismatch]:
    if found != expected:
        yield Mismatch(seq, what, found, expected)
