"""The players' money in an operator's wallet: what the journal records of it, and in which order.

- A **debit** is first announced in the journal, then requested from the wallet. Only then the entry
  that uses it is committed: there the money comes from a ``wallet:`` account under
  ``wallet/in/KEY``. A debit that no entry uses is taken back at the wallet, also after a restart,
  and the journal records that.
- A **credit** is stored in the entry that gives it, to a ``wallet:`` account under
  ``wallet/out/KEY``. It is owed until the journal records that the wallet has acknowledged it.

So the sum over all accounts stays zero. In the first format ``wallet:remote`` is what the
operator's wallet owes or is owed; in the second each table has such an account in its currency. The
rows of ``outbox`` and ``intents`` must follow from the journal: any other row is neither delivered
nor taken back. This module calls no wallet.

In a house of several nodes each key ends with ``@NODE.EPOCH``, its owner: the node that stored it
does the rest. When that epoch has ended, another node adopts what is left. Both may deliver the
same credit, which takes effect once; the journal records it once (`without_done`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from typing import NamedTuple

import msgspec
import structlog

from sabot.equipment import SYSTEM, Entropy
from sabot.ledger.entry import Entry, Outcome, Posting, Record, Stored
from sabot.ledger.errors import LedgerError
from sabot.ledger.ledger import Ledger
from sabot.ledger.postings import PLAYER, Accounts
from sabot.ledger.references import WALLET, WalletBody, WalletRecord
from sabot.ledger.second_format import chain_of
from sabot.money import EURO, Transfer
from sabot.procedure import canonical

IN, OUT = "wallet/in/", "wallet/out/"
_PAGE = 500
_OWNER = re.compile(r"@([^@]+\.\d+)$")

log = structlog.get_logger("sabot.remote")


class Debit(NamedTuple):
    """Cents that are requested from the wallet for a player, under a key of their own."""

    key: str
    account: str
    cents: int


class Uncovered(msgspec.Struct, frozen=True):
    """Nothing is stored: the entry moves a player's money that was not requested from the wallet.
    """

    account: str


class Due(NamedTuple):
    """What the journal says is still to be done at the wallet: credits that are owed, and debits
    that no entry used. ``opened``: whether the journal has a wallet entry yet."""

    credits: list[Posting]
    debits: list[Debit]
    opened: bool


def amounts_needed(moved: Sequence[Transfer]) -> dict[str, int]:
    """The cents that players pay with these transfers, by account."""
    amounts: dict[str, int] = {}
    for t in moved:
        if t.frm.startswith(PLAYER):
            amounts[t.frm] = amounts.get(t.frm, 0) + t.amount
    return amounts


def owner_of(key: str) -> str:
    """The node and epoch whose debit or credit this is; "" in a house of one process."""
    owner = _OWNER.search(key)
    return owner[1] if owner else ""


def _with_owner(key: str, owner: str) -> str:
    return f"{key}@{owner}" if owner else key


def debits(wanted: Mapping[str, int], stem: str, entropy: Entropy = SYSTEM, owner: str = ""
           ) -> tuple[Debit, ...]:
    """The requests to the wallet for these accounts; each key is used once. ``owner`` is the node
    in its epoch that requests them."""
    return tuple(Debit(_with_owner(f"{stem}~{entropy.token(8).hex()}", owner), account, cents)
                 for account, cents in wanted.items())


def with_debits(entry: Entry, taken: Sequence[Debit], accounts: Accounts) -> Entry:
    """An entry that uses these debits: the money comes in before it is staked. ``accounts`` are the
    names of the journal's format, in any currency."""
    laws = {t.frm: t.law for t in reversed(entry.transfers)}
    came = tuple(Transfer(f"{IN}{d.key}", accounts.same_currency(d.account).wallet(chain_of(entry)),
                          d.account, d.cents, laws.get(d.account, "")) for d in taken)
    return msgspec.structs.replace(entry, transfers=(*came, *entry.transfers),
                                   intents=(*entry.intents, *(d.key for d in taken)))


def wallet_entry(*, announced: Sequence[Debit] = (), acknowledged: Sequence[str] = (),
                 retracted: Sequence[str] = ()) -> Entry:
    """The entry that records what is requested from the wallet and what it has confirmed.
    ``acknowledged`` are the stored keys of credits."""
    return _entry(WalletRecord(
        announced=_as_tuples(announced), retracted=tuple(retracted),
        acknowledged=tuple(key.removeprefix(OUT) for key in acknowledged)))


def opening_entry(due: Due) -> Entry:
    """The first wallet entry: what was owed and announced before the journal recorded any of it."""
    entry = _entry(WalletRecord(
        opened=True, announced=_as_tuples(due.debits),
        owed=tuple(p.transfer.key.removeprefix(OUT) for p in due.credits)))
    return msgspec.structs.replace(entry, announced=())  # their rows are there already


def _as_tuples(debits: Sequence[Debit]) -> tuple[tuple[str, str, int], ...]:
    return tuple((d.key, d.account, d.cents) for d in debits)


def _entry(content: WalletRecord) -> Entry:
    return Entry(
        kind=WALLET, body=canonical({"wallet": content}),
        announced=tuple(Transfer(key, account, "", cents, "")
                        for key, account, cents in content.announced),
        acknowledged=tuple(OUT + key for key in content.acknowledged), intents=content.retracted)


def is_opening(entry: Entry) -> bool:
    """Whether this is a first wallet entry."""
    return msgspec.json.decode(entry.body, type=WalletBody).wallet.opened


def without_done(entry: Entry, undone: Collection[str], opened: bool) -> Entry | None:
    """A wallet entry without what another node has recorded meanwhile: the confirmations whose rows
    are not among ``undone``, and a second opening. None when nothing is left of it."""
    content = msgspec.json.decode(entry.body, type=WalletBody).wallet
    if content.opened:
        return None if opened else entry
    left = msgspec.structs.replace(
        content, acknowledged=tuple(key for key in content.acknowledged if OUT + key in undone),
        retracted=tuple(key for key in content.retracted if key in undone))
    if left == content:
        return entry
    return _entry(left) if left.announced or left.acknowledged or left.retracted else None


def without_wallet(credit: Posting) -> Posting:
    """A stored credit as its row in ``outbox``, which does not name the account of the wallet."""
    return Posting(credit.seq, credit.transfer._replace(to=""))


def read(record: Record) -> WalletRecord:
    """The content of a "wallet" entry; msgspec.ValidationError or DecodeError for another body."""
    return msgspec.json.decode(record.body, type=WalletBody).wallet


class RemoteBooks:
    """Commits entries of players whose money is in an operator's wallet.

    ``load`` returns what is still to be done there, before anything is committed; ``commit``
    belongs to the committing thread. ``owes`` is called with each credit once its entry is stored,
    and ``again`` with what is due after a commit whose result was uncertain.
    """

    def __init__(self, ledger: Ledger, owes: Callable[[list[Posting]], None],
                 again: Callable[[Due], None]) -> None:
        self.ledger = ledger
        self._owes = owes
        self._again = again
        self._open: dict[str, Debit] = {}  # announced, neither used nor taken back
        self._owners = frozenset((ledger.owner,))
        self._uncertain = False
        self._names = ledger.accounts(EURO)

    # -- committing -------------------------------------------------------------------------------

    def commit(self, entries: Sequence[Entry]) -> list[Outcome | Uncovered]:
        """Like Ledger.commit; ``Uncovered`` where an entry moves money that was not requested."""
        dressed = self._with_credits(entries)
        outcomes: dict[int, Outcome | Uncovered] = {
            i: result for i, result in enumerate(dressed) if isinstance(result, Uncovered)}
        good = {i: result for i, result in enumerate(dressed) if isinstance(result, Entry)}
        try:
            stored = self.ledger.commit(list(good.values()))
        except LedgerError:
            self._uncertain = True  # the stored entries are read when the books can be written
                                    # again
            raise
        owed: list[Posting] = []
        for (index, entry), outcome in zip(good.items(), stored, strict=True):
            outcomes[index] = outcome
            if isinstance(outcome, Stored):
                for key in entry.intents:
                    self._open.pop(key, None)
                self._open |= {t.key: Debit(t.key, t.frm, t.amount) for t in entry.announced}
                owed += [Posting(outcome.seq, t) for t in entry.outbox]
        if owed:
            self._owes(owed)
        if self._uncertain:
            with suppress(LedgerError):  # the entries are stored; this is checked the next time
                self._again(self.load())
        return [outcomes[index] for index in range(len(entries))]

    def _with_credits(self, entries: Sequence[Entry]) -> list[Entry | Uncovered]:
        """Each entry with the credits that it owes; Uncovered where its debits do not match."""
        known = self.ledger.stored_keys([t.key for e in entries for t in e.transfers
                                         if t.frm.startswith(PLAYER) or t.to.startswith(PLAYER)])
        seen: set[tuple[str, str]] = set()
        spent: set[str] = set()
        results: list[Entry | Uncovered] = []
        for entry in entries:
            result = self._complete(entry, known, spent)
            if isinstance(result, Uncovered) and entry.command is not None and (
                    entry.command in seen or self.ledger.answer_to(*entry.command) is not None):
                result = entry  # nothing of it is stored again
            if entry.command is not None:
                seen.add(entry.command)
            results.append(result)
            known |= {t.key for t in entry.transfers}
        return results

    def _complete(self, entry: Entry, known: set[str], spent: set[str]) -> Entry | Uncovered:
        wanted: dict[str, int] = {}
        owed: dict[str, Transfer] = {}
        for t in entry.transfers:
            if t.key in known:
                continue
            if t.key.startswith(IN):
                debit = Debit(t.key.removeprefix(IN), t.to, t.amount)
                if self._open.get(debit.key) != debit or debit.key in spent:
                    return Uncovered(t.to)
                wanted[t.to] = wanted.get(t.to, 0) - t.amount
                spent.add(debit.key)
            elif t.frm.startswith(PLAYER):
                wanted[t.frm] = wanted.get(t.frm, 0) + t.amount
            elif t.to.startswith(PLAYER):
                first = owed.get(t.to)
                owed[t.to] = Transfer(
                    _with_owner(f"{OUT}{t.key}", self.ledger.owner), t.to,
                    self._names.same_currency(t.to).wallet(chain_of(entry)),
                    t.amount, t.law) if first is None else first._replace(
                        amount=first.amount + t.amount)
        for account, cents in wanted.items():
            if cents:
                return Uncovered(account)
        out = tuple(owed.values())
        return msgspec.structs.replace(entry, transfers=(*entry.transfers, *out), outbox=out)

    # -- what is to be done -----------------------------------------------------------------------

    def load(self) -> Due:
        """What the journal says is still to be done at the wallet, by this node where there are
        several.

        Rows next to the journal only say where to look. A row that the journal does not confirm is
        left alone, and `sabot verify` names it.
        """
        due = self._due(lambda key: not self.ledger.owner or owner_of(key) in self._owners)
        self._open = {debit.key: debit for debit in due.debits}
        self._uncertain = False
        return due

    def adopt(self, valid: Collection[str]) -> Due:
        """What is still to be done of nodes whose epochs have ended; this node does it from now on.
        ``valid`` are the nodes in their present epochs, as ``NODE.EPOCH``."""
        due = self._due(lambda key: owner_of(key) not in valid)
        self._owners |= {owner_of(key) for key in (*(p.transfer.key for p in due.credits),
                                                   *(debit.key for debit in due.debits))}
        return due

    def _due(self, wanted: Callable[[str], bool]) -> Due:
        rows = [row for row in self.ledger.outgoing_credits() if wanted(row.transfer.key)]
        asked = [t for t in self.ledger.announced_debits() if wanted(t.key)]
        postings = self.ledger.stored_transfers([row.transfer.key for row in rows])
        good = self.ledger.stored_keys([IN + t.key for t in asked])
        credits = [
            row
            for row in rows
            if (posting := postings.get(row.transfer.key)) and without_wallet(posting) == row
        ]
        waiting = [Debit(t.key, t.frm, t.amount) for t in asked if IN + t.key not in good]
        first = self.ledger.entries(kind=WALLET, limit=1)
        if first:
            credits, waiting = self._confirmed(credits, waiting, first[0].seq)
        for table, count in (("outbox", len(rows) - len(credits)),
                             ("intents", len(asked) - len(waiting))):
            if count:
                log.error("rows that the journal does not confirm are ignored; "
                          "run sabot verify", table=table, rows=count)
        return Due(credits, waiting, bool(first))

    def _confirmed(self, credits: list[Posting], waiting: list[Debit], first: int
                   ) -> tuple[list[Posting], list[Debit]]:
        """The credits that the journal records as owed and the debits that it records as announced.
        Reads the newest entries first, back to the oldest of these."""
        oldest = min((row.seq for row in credits), default=None)
        sought = {d.key for d in waiting}
        announced: dict[str, Debit] = {}
        done: set[str] = set()
        owed: set[str] = set()
        before: int | None = None
        while sought or oldest is not None:
            page = self.ledger.entries(kind=WALLET, newest_first=True, before_seq=before,
                                       limit=_PAGE)
            for record in page:
                entry = read(record)
                done |= {OUT + key for key in entry.acknowledged} | set(entry.retracted)
                owed |= {OUT + key for key in entry.owed}
                for debit in entry.announced:
                    announced.setdefault(debit[0], Debit(*debit))
                sought -= announced.keys() | done
                before = record.seq
            if len(page) < _PAGE:
                break
            if oldest is not None and before is not None and before < oldest:
                oldest = None
        return ([row for row in credits if row.transfer.key not in done
                 and (row.seq > first or row.transfer.key in owed)],
                [d for d in waiting if announced.get(d.key) == d and d.key not in done])
