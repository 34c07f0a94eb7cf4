"""Walks the journal in order and derives everything anew: chain, coups, shoes, money.

The first record that does not fit is named with what was found and what was expected. Nothing is
taken from what is stored beside the journal; that is compared with what the journal gives.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

import msgspec

from sabot.certify.coups import CoupBook, Misfit
from sabot.certify.lists import RollBook
from sabot.certify.wallets import WalletBook
from sabot.ledger import Books, Record, chain
from sabot.ledger.kept import TELLING, Kept
from sabot.money import Transfer

_PAGE = 500
POOL = "jackpot:"
TICKET = "ticket:"


class Fault(msgspec.Struct, frozen=True):
    """The first record that does not fit. ``seq`` is its place in the journal."""

    seq: int
    what: str
    found: str
    expected: str

    def __str__(self) -> str:
        return f"entry {self.seq}: {self.what}: found {self.found}; expected {self.expected}"


class Finding(msgspec.Struct, frozen=True, kw_only=True):
    """What a walk came to: how much it covered, and the first fault or None."""

    verified: bool
    entries: int
    coups: int
    open: tuple[str, ...]
    transfers: int
    accounts: int
    shoes: int
    head: tuple[int, str]
    fault: Fault | None = None


def verify(books: Books) -> Finding:
    """Derive the whole journal of a ledger anew, as it is at one moment."""
    with books.snapshot() as still:
        walk = _Walk(still)
        fault = walk.run()
        return Finding(
            verified=fault is None, entries=walk.seen, coups=walk.coups.finished,
            open=walk.coups.open_ids(), transfers=walk.transfers,
            accounts=len(walk.balances), shoes=len(walk.coups.shoes), head=(walk.seq, walk.hash),
            fault=fault)


class _Walk:
    """One pass over the journal; its state is what the entries so far amount to."""

    def __init__(self, books: Books) -> None:
        self.books = books
        self.seq = 0
        self.hash = chain.GENESIS
        self.seen = 0
        self.transfers = 0
        self.balances: Counter[str] = Counter()
        self.touched: dict[str, int] = {}
        self.keys: dict[tuple[str, str], int] = {}
        self.versions: dict[str, int] = {}
        self.kept: dict[tuple[str, ...], tuple[int, str]] = {}
        self.coups = CoupBook(books, self.balances)
        self.lists = RollBook()
        self.wallets = WalletBook()

    def run(self) -> Fault | None:
        first: Misfit | None = None
        try:
            self._journal()
        except Misfit as misfit:
            first = misfit
        # A coup still open here was not derived yet, and may have gone wrong earlier.
        for earlier in self.coups.settle_open():
            if first is None or earlier.seq < first.seq:
                first = earlier
        if first is None:
            try:
                self._beside()
            except Misfit as misfit:
                first = misfit
        return None if first is None else Fault(first.seq, first.what, first.found, first.expected)

    # -- the journal ------------------------------------------------------------------------------

    def _journal(self) -> None:
        while page := self.books.entries(since_seq=self.seq, limit=_PAGE):
            moved: dict[int, list[Transfer]] = {}
            for posting in self.books.postings(after=self.seq, upto=page[-1].seq):
                moved.setdefault(posting.seq, []).append(posting.transfer)
            for record in page:
                self._entry(record, moved.get(record.seq, []))

    def _entry(self, record: Record, moved: list[Transfer]) -> None:
        seq = self.seq + 1
        _same(seq, "the number of the entry", record.seq, seq)
        _same(seq, "the digest of the entry before", record.prev, self.hash)
        made = chain.link(record.prev, (record.seq, record.at, record.kind, record.table,
                                        record.coup, record.version, record.count),
                          record.body, moved, record.command, record.answer, record.kept)
        _same(seq, "the digest of the entry", record.hash, made)
        self.seq, self.hash = seq, made
        self._command(record)
        self._versions(record)
        self._money(record, moved)
        self._keep(record)
        self.coups.enter(record, moved)
        self.lists.enter(record)
        self.wallets.enter(record, moved)
        self.seen += 1

    def _command(self, record: Record) -> None:
        if record.command is not None:
            if record.command in self.keys:
                raise Misfit(record.seq, "the command key", f"{record.command[1]!r} of entry "
                             f"{self.keys[record.command]} again", "each key once")
            self.keys[record.command] = record.seq

    def _versions(self, record: Record) -> None:
        if not record.count:
            return
        due = self.versions.get(record.table)
        if due is not None:
            _same(record.seq, f"the version at table {record.table}", record.version, due)
        elif record.version not in (0, 1):
            raise Misfit(record.seq, f"the first version at table {record.table}",
                         str(record.version), "1")
        self.versions[record.table] = record.version + record.count

    def _money(self, record: Record, moved: list[Transfer]) -> None:
        seq, told = record.seq, record.coup and record.kind in TELLING
        for t in moved:
            # What a coup's own transfers are is compared with what it tells (CoupBook.enter).
            if t.frm.startswith(POOL) and not (told and t.key.startswith(f"{record.coup}/")):
                raise Misfit(seq, f"the transfer {t.key}", f"{t.amount} cents out of {t.frm}",
                             "a prize told in a coup: nothing else lowers a jackpot")
            self._ticket(record, t, bool(told))
            for account, amount in ((t.frm, -t.amount), (t.to, t.amount)):
                self.balances[account] += amount
                self.touched[account] = seq
                if self.balances[account] < 0 and account.startswith(
                        ("player:", POOL, TICKET)):
                    raise Misfit(seq, f"the account {account} after transfer {t.key}",
                                 f"{self.balances[account]} cents", "no less than 0 cents")
        self.transfers += len(moved)

    def _ticket(self, record: Record, t: Transfer, told: bool) -> None:
        """A ticket is made by a machine, and redeemed as a whole: by one, or by the cashier."""
        told = told and t.key.startswith(f"{record.coup}/")
        if t.to.startswith(TICKET) and not told:
            raise Misfit(record.seq, f"the transfer {t.key}", f"{t.amount} cents into {t.to}",
                         "a ticket that a machine has printed in a coup")
        if not t.frm.startswith(TICKET):
            return
        if not told and not _cashed(record, t.frm.removeprefix(TICKET)):
            raise Misfit(record.seq, f"the transfer {t.key}", f"{t.amount} cents out of {t.frm}",
                         "a ticket put into a machine, or redeemed by the cashier on record")
        if (worth := self.balances[t.frm]) > t.amount:
            raise Misfit(record.seq, f"the transfer {t.key}", f"{t.amount} cents out of {t.frm}",
                         f"all that the ticket is worth, {worth} cents")

    def _keep(self, record: Record) -> None:
        if not record.kept:
            return
        try:
            held = msgspec.json.decode(record.kept, type=Kept)
        except msgspec.ValidationError as error:
            raise Misfit(record.seq, "the digests it keeps", str(error), "canonical JSON") from None
        for kind, id, made in held.documents:
            self.kept["document", kind, id] = (record.seq, made)
        if held.state:
            self.kept["state", record.table] = (record.seq, held.state)
        if held.secret:
            self.kept["secret", held.secret] = (record.seq, held.secret)

    # -- what is stored beside it -----------------------------------------------------------------

    def _beside(self) -> None:
        """Compare the rest of the database with what the journal amounts to."""
        found: list[Misfit] = []
        if damage := self.books.damage():
            found.append(Misfit(self.seq + 1, "the file of the database", damage, "no damage"))
        head = self.books.head()
        if head != (self.seq, self.hash):
            found.append(Misfit(self.seq + 1, "the end of the journal",
                                f"entry {self.seq} ({self.hash[:12]})",
                                f"entry {head[0]} ({head[1][:12]}), which the head names"))
        found += self._compare_balances()
        found += self._compare_commands()
        found += self._compare_kept()
        found += self.wallets.beside(self.books)
        stray = self.books.postings(after=self.seq)
        if stray:
            found.append(Misfit(stray[0].seq, f"the transfer {stray[0].transfer.key}",
                                f"of entry {stray[0].seq}", f"no entry after {self.seq}"))
        if found:
            raise min(found, key=lambda misfit: misfit.seq)

    def _compare_balances(self) -> list[Misfit]:
        stored = self.books.balances()
        return [Misfit(self.touched.get(account, self.seq + 1), f"the balance of {account}",
                       f"{stored[account]} cents" if account in stored else "nothing",
                       f"{self.balances[account]} cents, the sum of its transfers")
                for account in sorted(stored.keys() | self.balances.keys(), key=str)
                if stored.get(account) != self.balances.get(account)]

    def _compare_commands(self) -> list[Misfit]:
        stored = self.books.commands()
        return [Misfit(self.keys.get(key, stored.get(key, 0)), f"the command key {key[1]!r}",
                       _entry(stored.get(key)), _entry(self.keys.get(key)))
                for key in sorted(stored.keys() | self.keys.keys(), key=str)
                if stored.get(key) != self.keys.get(key)]

    def _compare_kept(self) -> list[Misfit]:
        stored: dict[tuple[str, ...], str] = {}
        for document in self.books.every_document():
            stored["document", document.kind, document.id] = chain.document_digest(document)
        for table, state in self.books.states().items():
            stored["state", table] = chain.sha(state)
        for seal in self.books.seals():
            stored["secret", seal] = seal
        found = []
        for name in sorted(stored.keys() | self.kept.keys(), key=str):
            seq, due = self.kept.get(name, (self.seq + 1, None))
            if stored.get(name) != due:
                found.append(Misfit(seq, f"the {' '.join(name)}", _digest(stored.get(name)),
                                    _digest(due)))
        return found


def _cashed(record: Record, number: str) -> bool:
    """Whether an entry says that the cashier has redeemed this ticket."""
    said = msgspec.json.decode(record.body).get("staff", {}) if record.kind == "staff" else {}
    return said.get("act") == "redeem" and said.get("ticket") == number


def _same(seq: int, what: str, found: Any, expected: Any) -> None:
    if found != expected:
        raise Misfit(seq, what, str(found), str(expected))


def _entry(seq: int | None) -> str:
    return "no entry" if seq is None else f"entry {seq}"


def _digest(made: str | None) -> str:
    return "nothing" if made is None else f"content {made[:16]}"
