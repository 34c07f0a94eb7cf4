"""Verifies a whole journal in order: chain, coups, shoes, money.

Every wrong record is reported with what was found and what was expected, and the walk continues to
the end. Only the journal is trusted; everything else in the database is compared with it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

import msgspec

from sabot.certify.audit.coups import CoupBook, DivergentCoup, Misfit, cents_text, check_equal
from sabot.certify.audit.heads import missing
from sabot.certify.audit.shoe_orders import check_orders
from sabot.certify.audit.waiting_lists import WaitingListBook
from sabot.certify.audit.wallets import WalletBook
from sabot.error_texts import error_text
from sabot.ledger import Books, Posting, Record, chain, chain_check
from sabot.ledger.postings import JACKPOT, PLAYER, TICKET
from sabot.ledger.references import COUP_KINDS, StoredDigests
from sabot.money import EURO, Transfer
from sabot.words import Phrase, phrase


class Fault(msgspec.Struct, frozen=True):
    """A wrong record: ``seq`` is its entry in the journal, ``coup`` its coup ("" for none)."""

    seq: int
    what: str
    found: str
    expected: str
    coup: str = ""

    def __str__(self) -> str:
        return str(self.sentence)

    @property
    def sentence(self) -> Phrase:
        """The fault in one sentence."""
        return phrase("entry {entry}: {what}: found {found}; expected {expected}", entry=self.seq,
                      what=self.what, found=self.found, expected=self.expected)


class Finding(msgspec.Struct, frozen=True, kw_only=True):
    """The result of a verification.

    Attributes:
        verified: Whether there is no fault.
        entries: How many entries were checked, up to ``head``.
        open: The coups that have not ended.
        head: The last entry with its digest.
        faults: All wrong records, those of the journal first; ``fault`` is the first.
        otherwise: Coups of another version that this version would play differently. Their cards
            and money are right, and their events are taken as recorded.
        sealed: How many orders of shoes could not be opened without the key. The cards dealt from
            them were counted, not compared.
        clock_back: The entries that are earlier than the one before: the machine's clock had been
            set back before the house was opened. This is not a fault.
        format: The format of the journal. In the second, ``chains`` has the entries of each chain
            and how many a checkpoint binds, and ``checkpoint`` is the last checkpoint.
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
    otherwise: tuple[DivergentCoup, ...] = ()
    sealed: int = 0
    format: int = 1
    checkpoint: tuple[int, str] = (0, chain.GENESIS)
    chains: tuple[chain_check.Covered, ...] = ()

    @property
    def misfits(self) -> tuple[str, ...]:
        """The wrong coups, each once."""
        return tuple(dict.fromkeys(fault.coup for fault in self.faults if fault.coup))


def verify(books: Books, head: tuple[int, str] | None = None) -> Finding:
    """Verify the whole journal of a ledger in one snapshot.

    ``head`` is an entry and its digest that were recorded elsewhere; the journal must still contain
    it.
    """
    with books.snapshot() as snapshot:
        walk = _Walk(snapshot)
        faults = walk.run()
        if head is not None and (discrepancy := missing(snapshot, head)):
            faults = (Fault(*discrepancy), *faults)
        return Finding(
            verified=not faults, entries=walk.seen, coups=walk.coups.finished,
            open=walk.coups.open_ids(), transfers=walk.transfers,
            accounts=len(walk.balances), shoes=len(walk.coups.shoes), head=(walk.seq, walk.hash),
            fault=next(iter(faults), None), faults=faults,
            otherwise=tuple(walk.coups.otherwise), sealed=walk.sealed,
            clock_back=tuple(walk.clock_back), format=snapshot.format,
            checkpoint=snapshot.checkpoint(),
            chains=tuple(chain_ for _, chain_ in sorted(walk.links.covered.items())))


class _Walk:
    """One pass over the journal, with the state after the entries so far."""

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
        self.misfits: list[Misfit] = []
        self.coups = CoupBook(books, self.balances)
        self.lists = WaitingListBook()
        self.sealed = 0
        self.names = books.accounts(EURO)  # of the journal's format
        self.wallets = WalletBook(self.names)

    def run(self) -> tuple[Fault, ...]:
        """All faults: first those of the journal, in its order, then those of other tables."""
        self._add_link_faults(self.links.begin())
        self._walk_journal()
        # Coups that are still open were not replayed yet.
        self.misfits += self.coups.settle_open()
        journal, self.misfits = self.misfits, []
        self._compare_database()
        return tuple(Fault(m.seq, m.what, m.found, m.expected, m.coup)
                     for misfits in (journal, self.misfits)
                     for m in sorted(misfits, key=lambda misfit: misfit.seq))

    @contextmanager
    def _collecting(self) -> Iterator[None]:
        """Collect a Misfit, and continue."""
        try:
            yield
        except Misfit as misfit:
            self.misfits.append(misfit)

    @property
    def seq(self) -> int:
        """The number of the last checked entry."""
        return self.links.seq

    @property
    def hash(self) -> str:
        """The digest of the last checked entry."""
        return self.links.digest

    def _add_link_faults(self, misfits: Iterable[chain_check.Mismatch]) -> None:
        self.misfits += [Misfit(misfit.seq, misfit.what, *(
            value if isinstance(value, str) else str(value)
            for value in (misfit.found, misfit.expected))) for misfit in misfits]

    # -- the journal ------------------------------------------------------------------------------

    def _walk_journal(self) -> None:
        for record, moved in self.books.walk_with_postings():
            self._check_entry(record, moved)

    def _check_entry(self, record: Record, postings: list[Posting]) -> None:
        seq, transfers = self.seq + 1, [posting.transfer for posting in postings]
        link_faults = list(self.links.enter(record, postings))
        self._add_link_faults(link_faults[:1])  # the others follow from the first
        if record.at < self.at:
            self.clock_back.append(seq)
        self.at = record.at
        for check in (
            self._check_start,
            self._check_command,
            self._check_versions,
            self._read_digests,
            self.lists.enter,
        ):
            with self._collecting():
                check(record)
        self._check_money(record, transfers)
        self.misfits += self.coups.enter(record, transfers)
        with self._collecting():
            self.wallets.enter(record, transfers)
        self.seen += 1

    def _check_start(self, record: Record) -> None:
        """Note which version continues. Version 0.1.0 recorded the second of two entries in one
        transaction as the first entry of a document."""
        if record.kind == "house" and self.grouped and b'"start"' in record.body:
            start = msgspec.json.decode(record.body).get("start", {})
            self.grouped = start.get("code") == "0.1.0"

    def _check_command(self, record: Record) -> None:
        if record.command is not None:
            if record.command in self.keys:
                # The stored key is compared with the first entry.
                raise Misfit(record.seq, phrase("the command key"), phrase(
                    "{key!r} of entry {entry} again", key=record.command[1],
                    entry=self.keys[record.command]), phrase("each key once"))
            self.keys[record.command] = record.seq

    def _check_versions(self, record: Record) -> None:
        if not record.count:
            return
        expected = self.versions.get(record.table)
        self.versions[record.table] = record.version + record.count
        if expected is not None:
            check_equal(record.seq, phrase("the version at table {table}", table=record.table),
                        record.version, expected)
        elif record.version not in (0, 1):
            raise Misfit(record.seq, phrase("the first version at table {table}",
                                            table=record.table),
                         str(record.version), "1")

    def _check_money(self, record: Record, transfers: list[Transfer]) -> None:
        seq, told_in_coup = record.seq, record.coup and record.kind in COUP_KINDS
        for t in transfers:
            # A coup's own transfers are compared with its events in CoupBook.enter.
            if t.frm.startswith(JACKPOT) and not (
                told_in_coup and t.key.startswith(f"{record.coup}/")
            ):
                self.misfits.append(Misfit(
                    seq, _the_transfer(t), _out_of(t),
                    phrase("a prize in a coup: nothing else lowers a jackpot")))
            with self._collecting():
                self._check_ticket(record, t, bool(told_in_coup))
            for account, amount in ((t.frm, -t.amount), (t.to, t.amount)):
                self.balances[account] += amount
                self.touched[account] = seq
                if self.balances[account] < 0 and account.startswith(
                        (PLAYER, JACKPOT, TICKET)):
                    self.misfits.append(Misfit(
                        seq, phrase("the account {account} after transfer {key}",
                                    account=account, key=t.key),
                        cents_text(self.balances[account]), phrase("0 cents or more")))
        self.transfers += len(transfers)

    def _check_ticket(self, record: Record, t: Transfer, told_in_coup: bool) -> None:
        """Check that a ticket is printed by a machine, and redeemed whole by a machine or the
        cashier."""
        told_in_coup = told_in_coup and t.key.startswith(f"{record.coup}/")
        if t.to.startswith(TICKET) and not told_in_coup:
            raise Misfit(record.seq, _the_transfer(t),
                         phrase("{n} cents into {account}", n=t.amount, account=t.to),
                         phrase("a ticket that a machine has printed in a coup"))
        if not t.frm.startswith(TICKET):
            return
        if not told_in_coup and not _redeemed_by_cashier(record, self.names.owner(t.frm)):
            raise Misfit(record.seq, _the_transfer(t), _out_of(t), phrase(
                "a ticket put into a machine, or redeemed by the cashier on record"))
        if (value := self.balances[t.frm]) > t.amount:
            raise Misfit(record.seq, _the_transfer(t), _out_of(t), phrase(
                "the whole value of the ticket, {n} cents", n=value))

    def _read_digests(self, record: Record) -> None:
        if not record.kept:
            return
        try:
            digests = msgspec.json.decode(record.kept, type=StoredDigests)
        except msgspec.DecodeError as error:
            raise Misfit(record.seq, phrase("the digests in the entry"), error_text(error),
                         phrase("canonical JSON")) from None
        for kind, id, digest in digests.documents:
            name = ("document", kind, id)
            self.kept[name] = (record.seq, digest)
            if name not in self.born:
                self.born[name] = record.seq
                if self.grouped:
                    self.again[name] = []
            elif name in self.again:
                self.again[name].append(record.seq)
        if digests.state:
            self.kept["state", record.table] = (record.seq, digests.state)
        if digests.secret:
            self.kept["secret", digests.secret] = (record.seq, digests.secret)

    # -- the rest of the database -----------------------------------------------------------------

    def _compare_database(self) -> None:
        """Compare the rest of the database with the journal."""
        if damage := self.books.damage():
            self.misfits.append(Misfit(self.seq + 1, phrase("the file of the database"), damage,
                                       phrase("no damage")))
        self._add_link_faults(self.links.end())
        self.misfits += self._compare_balances()
        self.misfits += self._compare_commands()
        self.misfits += self._compare_names()
        self.misfits += self._compare_kept()
        self.misfits += self.wallets.wrong_rows(self.books)
        for posting in self.books.postings(after=self.seq):
            self.misfits.append(Misfit(
                posting.seq, _the_transfer(posting.transfer),
                phrase("of entry {entry}", entry=posting.seq),
                phrase("no entry after {entry}", entry=self.seq)))

    def _compare_balances(self) -> list[Misfit]:
        stored = self.books.balances()
        return [Misfit(self.touched.get(account, self.seq + 1),
                       phrase("the balance of {account}", account=account),
                       cents_text(stored[account]) if account in stored else phrase("nothing"),
                       phrase("{n} cents, the sum of its transfers", n=self.balances[account]))
                for account in sorted(stored.keys() | self.balances.keys(), key=str)
                if stored.get(account) != self.balances.get(account)]

    def _compare_names(self) -> list[Misfit]:
        """Report names of people whom the journal does not know (names are in no digest)."""
        known = {name[2] for name in self.kept
                 if name[:2] in (("document", "player"), ("document", "staff"))}
        return [Misfit(self.seq + 1, phrase("the name of {id!r}", id=id), phrase("a name"),
                       phrase("no name: the journal knows nobody with this id"))
                for id in sorted(self.books.names().keys() - known)]

    def _compare_commands(self) -> list[Misfit]:
        stored = self.books.commands()
        return [Misfit(self.keys.get(key, stored.get(key, 0)),
                       phrase("the command key {key!r}", key=key[1]),
                       _check_entry(stored.get(key)), _check_entry(self.keys.get(key)))
                for key in sorted(stored.keys() | self.keys.keys(), key=str)
                if stored.get(key) != self.keys.get(key)]

    def _compare_kept(self) -> list[Misfit]:
        """Compare documents, states and shoes, and their entries, with the digests in entries."""
        stored: dict[tuple[str, ...], str] = {}
        places: dict[tuple[str, ...], tuple[int, int]] = {}  # the first entry, and the last
        for stored_document in self.books.every_document():
            document = ("document", stored_document.document.kind, stored_document.document.id)
            stored[document] = chain.document_digest(stored_document.document)
            places[document] = (stored_document.born, stored_document.seq)
        for table, state in self.books.states().items():
            stored["state", table] = chain.sha(state)
        for table, seq in self.books.states_stored().items():
            places["state", table] = (seq, seq)
        for seal in self.books.seals():
            stored["secret", seal] = seal
        discrepancies, self.sealed = check_orders(self.books, {
            name[1]: seq for name, (seq, _) in self.kept.items() if name[0] == "secret"},
            self.coups.over)
        misfits = [Misfit(*discrepancy) for discrepancy in discrepancies]
        for name in sorted(stored.keys() | self.kept.keys(), key=str):
            seq, expected = self.kept.get(name, (self.seq + 1, None))
            what = _stored(name)
            if stored.get(name) != expected:
                misfits.append(Misfit(seq, what, _digest(stored.get(name)), _digest(expected)))
            elif name in places and places[name] != (born := self.born.get(name, seq), seq) \
                    and (places[name][0] not in self.again.get(name, ()) or places[name][1] != seq):
                misfits.append(Misfit(seq, phrase("when {what} was stored", what=what),
                                      _span(places[name]), _span((born, seq))))
        return misfits


def _redeemed_by_cashier(record: Record, number: str) -> bool:
    """Whether the entry records that the cashier redeemed this ticket."""
    act = msgspec.json.decode(record.body).get("staff", {}) if record.kind == "staff" else {}
    return act.get("act") == "redeem" and act.get("ticket") == number


def _check_entry(seq: int | None) -> str:
    return phrase("no entry") if seq is None else phrase("entry {entry}", entry=seq)


def _stored(name: tuple[str, ...]) -> Phrase:
    """What is stored under a name: a document, the state of a table, or the order of a shoe."""
    match name:
        case "state", table:
            return phrase("the state {table}", table=table)
        case "secret", seal:
            return phrase("the secret {seal}", seal=seal)
        case _:
            return phrase("the document {name}", name=" ".join(name[1:]))


def _the_transfer(transfer: Transfer) -> Phrase:
    return phrase("the transfer {key}", key=transfer.key)


def _out_of(transfer: Transfer) -> Phrase:
    return phrase("{n} cents out of {account}", n=transfer.amount, account=transfer.frm)


def _span(places: tuple[int, int]) -> str:
    first, last = places
    return phrase("entry {entry}", entry=last) if first == last else \
        phrase("first entry {first}, last entry {last}", first=first, last=last)


def _digest(digest: str | None) -> str:
    return phrase("nothing") if digest is None else \
        phrase("content {digest}", digest=digest[:16])
