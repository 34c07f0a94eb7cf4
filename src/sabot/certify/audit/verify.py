"""Walks the journal in order and derives everything anew: chain, coups, shoes, money.

Every record that does not fit is named with what was found and what was expected, and the walk goes
on after it to the end of the journal. Nothing is taken from what is stored beside the journal; that
is compared with what the journal gives.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

import msgspec

from sabot.certify.audit.coups import CoupBook, Misfit, Otherwise, _same
from sabot.certify.audit.heads import missing
from sabot.certify.audit.shoe_orders import check_orders
from sabot.certify.audit.waiting_lists import RollBook
from sabot.certify.audit.wallets import WalletBook
from sabot.ledger import Books, Posting, Record, chain, chain_check
from sabot.ledger.postings import JACKPOT, PLAYER, TICKET
from sabot.ledger.references import COUP_KINDS, StoredDigests
from sabot.money import EURO, Transfer


class Fault(msgspec.Struct, frozen=True):
    """A record that does not fit. ``seq`` is its place in the journal, ``coup`` the coup that it
    tells of, "" for none."""

    seq: int
    what: str
    found: str
    expected: str
    coup: str = ""

    def __str__(self) -> str:
        return f"entry {self.seq}: {self.what}: found {self.found}; expected {self.expected}"


class Finding(msgspec.Struct, frozen=True, kw_only=True):
    """What a walk came to.

    ``entries`` were looked at, up to ``head``, the end of the journal. ``faults`` are all records
    that do not fit, those of the journal first, and ``fault`` is the first of them. ``otherwise``
    are coups that another version of the program recorded and that this one tells otherwise:
    their cards and their money fit, and what they tell is taken as it was recorded. ``sealed``:
    orders of shoes that could not be opened, as their key is not here. The cards dealt from them
    were counted, and not compared. ``clock_back`` are the entries whose time is before that of the
    entry before them: the clock of the machine had been set back when the house was opened. They
    are no fault. ``format`` is that of the journal. In the second, ``chains`` says of each how many
    entries it has and how many of these a checkpoint binds, and ``checkpoint`` is the last one.
    """

    verified: bool
    entries: int
    coups: int
    open: tuple[str, ...]
    transfers: int
    accounts: int
    shoes: int
    head: tuple[int, str]
    clock_back: tuple[int, ...] = ()
    fault: Fault | None = None
    faults: tuple[Fault, ...] = ()
    otherwise: tuple[Otherwise, ...] = ()
    sealed: int = 0
    format: int = 1
    checkpoint: tuple[int, str] = (0, chain.GENESIS)
    chains: tuple[chain_check.Covered, ...] = ()

    @property
    def misfits(self) -> tuple[str, ...]:
        """The coups that do not fit, each once."""
        return tuple(dict.fromkeys(fault.coup for fault in self.faults if fault.coup))


def verify(books: Books, head: tuple[int, str] | None = None) -> Finding:
    """Derive the whole journal of a ledger anew, as it is at one moment.

    ``head`` is the number and the digest of an entry as they were once written down elsewhere: the
    journal must still hold it.
    """
    with books.snapshot() as still:
        walk = _Walk(still)
        faults = walk.run()
        if head is not None and (gone := missing(still, head)):
            faults = (Fault(*gone), *faults)
        return Finding(
            verified=not faults, entries=walk.seen, coups=walk.coups.finished,
            open=walk.coups.open_ids(), transfers=walk.transfers,
            accounts=len(walk.balances), shoes=len(walk.coups.shoes), head=(walk.seq, walk.hash),
            fault=next(iter(faults), None), faults=faults,
            otherwise=tuple(walk.coups.otherwise), sealed=walk.sealed,
            clock_back=tuple(walk.clock_back), format=still.format,
            checkpoint=still.checkpoint(),
            chains=tuple(one for _, one in sorted(walk.links.covered.items())))


class _Walk:
    """One pass over the journal; its state is what the entries so far amount to."""

    def __init__(self, books: Books) -> None:
        self.books = books
        self.links = chain_check.Links(books)
        self.seen = 0
        self.at = 0
        self.clock_back: list[int] = []
        self.transfers = 0
        self.balances: Counter[str] = Counter()
        self.touched: dict[str, int] = {}
        self.keys: dict[tuple[str, str], int] = {}
        self.versions: dict[str, int] = {}
        self.kept: dict[tuple[str, ...], tuple[int, str]] = {}
        self.born: dict[tuple[str, ...], int] = {}
        self.again: dict[tuple[str, ...], list[int]] = {}
        self.grouped = True
        self.found: list[Misfit] = []
        self.coups = CoupBook(books, self.balances)
        self.lists = RollBook()
        self.sealed = 0
        self.names = books.accounts(EURO)  # those of the journal's format
        self.wallets = WalletBook(self.names)

    def run(self) -> tuple[Fault, ...]:
        """All that does not fit: first in the journal, in its order, then beside it."""
        self._not_linked(self.links.begin())
        self._journal()
        # A coup still open here was not derived yet, and may have gone wrong earlier.
        self.found += self.coups.settle_open()
        journal, self.found = self.found, []
        self._beside()
        return tuple(Fault(m.seq, m.what, m.found, m.expected, m.coup)
                     for found in (journal, self.found)
                     for m in sorted(found, key=lambda misfit: misfit.seq))

    @contextmanager
    def _noted(self) -> Iterator[None]:
        """What does not fit is noted, and the walk goes on."""
        try:
            yield
        except Misfit as misfit:
            self.found.append(misfit)

    @property
    def seq(self) -> int:
        """The number of the last entry that was looked at."""
        return self.links.seq

    @property
    def hash(self) -> str:
        """Its digest."""
        return self.links.digest

    def _not_linked(self, wrong: Iterable[chain_check.Mismatch]) -> None:
        self.found += [Misfit(one.seq, one.what, str(one.found), str(one.expected))
                       for one in wrong]

    # -- the journal ------------------------------------------------------------------------------

    def _journal(self) -> None:
        for record, moved in self.books.walk_with_postings():
            self._entry(record, moved)

    def _entry(self, record: Record, postings: list[Posting]) -> None:
        seq, moved = self.seq + 1, [posting.transfer for posting in postings]
        wrong = list(self.links.enter(record, postings))
        self._not_linked(wrong[:1])  # the first of these says all
        if record.at < self.at:
            self.clock_back.append(seq)
        self.at = record.at
        for check in (self._opened, self._command, self._versions, self._keep, self.lists.enter):
            with self._noted():
                check(record)
        self._money(record, moved)
        self.found += self.coups.enter(record, moved)
        with self._noted():
            self.wallets.enter(record, moved)
        self.seen += 1

    def _opened(self, record: Record) -> None:
        """Which version of the program goes on from here. Version 0.1.0 noted of a document that
        two entries of one transaction stored the second of them as its first."""
        if record.kind == "house" and self.grouped and b'"start"' in record.body:
            start = msgspec.json.decode(record.body).get("start", {})
            self.grouped = start.get("code") == "0.1.0"

    def _command(self, record: Record) -> None:
        if record.command is not None:
            if record.command in self.keys:
                # The first one holds it: what is stored of the key is compared with that.
                raise Misfit(record.seq, "the command key", f"{record.command[1]!r} of entry "
                             f"{self.keys[record.command]} again", "each key once")
            self.keys[record.command] = record.seq

    def _versions(self, record: Record) -> None:
        if not record.count:
            return
        due = self.versions.get(record.table)
        self.versions[record.table] = record.version + record.count
        if due is not None:
            _same(record.seq, f"the version at table {record.table}", record.version, due)
        elif record.version not in (0, 1):
            raise Misfit(record.seq, f"the first version at table {record.table}",
                         str(record.version), "1")

    def _money(self, record: Record, moved: list[Transfer]) -> None:
        seq, told = record.seq, record.coup and record.kind in COUP_KINDS
        for t in moved:
            # What a coup's own transfers are is compared with what it tells (CoupBook.enter).
            if t.frm.startswith(JACKPOT) and not (told and t.key.startswith(f"{record.coup}/")):
                self.found.append(Misfit(
                    seq, f"the transfer {t.key}", f"{t.amount} cents out of {t.frm}",
                    "a prize told in a coup: nothing else lowers a jackpot"))
            with self._noted():
                self._ticket(record, t, bool(told))
            for account, amount in ((t.frm, -t.amount), (t.to, t.amount)):
                self.balances[account] += amount
                self.touched[account] = seq
                if self.balances[account] < 0 and account.startswith(
                        (PLAYER, JACKPOT, TICKET)):
                    self.found.append(Misfit(
                        seq, f"the account {account} after transfer {t.key}",
                        f"{self.balances[account]} cents", "no less than 0 cents"))
        self.transfers += len(moved)

    def _ticket(self, record: Record, t: Transfer, told: bool) -> None:
        """A ticket is made by a machine, and redeemed as a whole: by one, or by the cashier."""
        told = told and t.key.startswith(f"{record.coup}/")
        if t.to.startswith(TICKET) and not told:
            raise Misfit(record.seq, f"the transfer {t.key}", f"{t.amount} cents into {t.to}",
                         "a ticket that a machine has printed in a coup")
        if not t.frm.startswith(TICKET):
            return
        if not told and not _cashed(record, self.names.owner(t.frm)):
            raise Misfit(record.seq, f"the transfer {t.key}", f"{t.amount} cents out of {t.frm}",
                         "a ticket put into a machine, or redeemed by the cashier on record")
        if (worth := self.balances[t.frm]) > t.amount:
            raise Misfit(record.seq, f"the transfer {t.key}", f"{t.amount} cents out of {t.frm}",
                         f"all that the ticket is worth, {worth} cents")

    def _keep(self, record: Record) -> None:
        if not record.kept:
            return
        try:
            held = msgspec.json.decode(record.kept, type=StoredDigests)
        except msgspec.DecodeError as error:
            raise Misfit(record.seq, "the digests it keeps", str(error), "canonical JSON") from None
        for kind, id, made in held.documents:
            name = ("document", kind, id)
            self.kept[name] = (record.seq, made)
            if name not in self.born:
                self.born[name] = record.seq
                if self.grouped:
                    self.again[name] = []
            elif name in self.again:
                self.again[name].append(record.seq)
        if held.state:
            self.kept["state", record.table] = (record.seq, held.state)
        if held.secret:
            self.kept["secret", held.secret] = (record.seq, held.secret)

    # -- what is stored beside it -----------------------------------------------------------------

    def _beside(self) -> None:
        """Compare the rest of the database with what the journal amounts to."""
        if damage := self.books.damage():
            self.found.append(Misfit(self.seq + 1, "the file of the database", damage,
                                     "no damage"))
        self._not_linked(self.links.end())
        self.found += self._compare_balances()
        self.found += self._compare_commands()
        self.found += self._compare_names()
        self.found += self._compare_kept()
        self.found += self.wallets.rows_that_do_not_fit(self.books)
        for stray in self.books.postings(after=self.seq):
            self.found.append(Misfit(stray.seq, f"the transfer {stray.transfer.key}",
                                     f"of entry {stray.seq}", f"no entry after {self.seq}"))

    def _compare_balances(self) -> list[Misfit]:
        stored = self.books.balances()
        return [Misfit(self.touched.get(account, self.seq + 1), f"the balance of {account}",
                       f"{stored[account]} cents" if account in stored else "nothing",
                       f"{self.balances[account]} cents, the sum of its transfers")
                for account in sorted(stored.keys() | self.balances.keys(), key=str)
                if stored.get(account) != self.balances.get(account)]

    def _compare_names(self) -> list[Misfit]:
        """Names beside the journal are in no digest, and are those of people whom it knows."""
        known = {name[2] for name in self.kept
                 if name[:2] in (("document", "player"), ("document", "staff"))}
        return [Misfit(self.seq + 1, f"the name of {id!r}", "a name", "no name: the journal knows "
                       "nobody with this id") for id in sorted(self.books.names().keys() - known)]

    def _compare_commands(self) -> list[Misfit]:
        stored = self.books.commands()
        return [Misfit(self.keys.get(key, stored.get(key, 0)), f"the command key {key[1]!r}",
                       _entry(stored.get(key)), _entry(self.keys.get(key)))
                for key in sorted(stored.keys() | self.keys.keys(), key=str)
                if stored.get(key) != self.keys.get(key)]

    def _compare_kept(self) -> list[Misfit]:
        """Documents, states and shoes are those that entries kept, and name these entries."""
        stored: dict[tuple[str, ...], str] = {}
        places: dict[tuple[str, ...], tuple[int, int]] = {}  # the first entry, and the last
        for held in self.books.every_document():
            document = ("document", held.document.kind, held.document.id)
            stored[document] = chain.document_digest(held.document)
            places[document] = (held.born, held.seq)
        for table, state in self.books.states().items():
            stored["state", table] = chain.sha(state)
        for table, seq in self.books.states_stored().items():
            places["state", table] = (seq, seq)
        for seal in self.books.seals():
            stored["secret", seal] = seal
        wrong, self.sealed = check_orders(self.books, {
            name[1]: seq for name, (seq, _) in self.kept.items() if name[0] == "secret"},
            self.coups.over)
        found = [Misfit(*one) for one in wrong]
        for name in sorted(stored.keys() | self.kept.keys(), key=str):
            seq, due = self.kept.get(name, (self.seq + 1, None))
            what = f"the {' '.join(name)}"
            if stored.get(name) != due:
                found.append(Misfit(seq, what, _digest(stored.get(name)), _digest(due)))
            elif name in places and places[name] != (born := self.born.get(name, seq), seq) \
                    and (places[name][0] not in self.again.get(name, ()) or places[name][1] != seq):
                found.append(Misfit(seq, f"when {what} was stored", _span(places[name]),
                                    _span((born, seq))))
        return found


def _cashed(record: Record, number: str) -> bool:
    """Whether an entry says that the cashier has redeemed this ticket."""
    said = msgspec.json.decode(record.body).get("staff", {}) if record.kind == "staff" else {}
    return said.get("act") == "redeem" and said.get("ticket") == number


def _entry(seq: int | None) -> str:
    return "no entry" if seq is None else f"entry {seq}"


def _span(places: tuple[int, int]) -> str:
    first, last = places
    return f"entry {last}" if first == last else f"first entry {first}, last entry {last}"


def _digest(made: str | None) -> str:
    return "nothing" if made is None else f"content {made[:16]}"
