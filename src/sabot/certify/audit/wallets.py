"""What a journal says of an operator's wallet, and the rows beside it that must say the same.

``outbox`` is the credits owed less those acknowledged, ``intents`` the debits announced less those
made good and taken back. Before the first "wallet" entry (a journal of release 0.1.0 has none) only
what is there can be held against the journal, not that nothing is missing.
"""

from __future__ import annotations

from collections import Counter

import msgspec

from sabot.certify.audit.coups import Misfit
from sabot.ledger import Books, Posting, Record
from sabot.ledger.postings import PLAYER, Accounts
from sabot.ledger.references import WALLET, WalletRecord
from sabot.ledger.wallet_record import IN, OUT, Debit, read, without_wallet
from sabot.money import Transfer


class WalletBook:
    """The requests to a wallet elsewhere as they go by."""

    def __init__(self, names: Accounts) -> None:
        self._names = names  # those of the journal's format
        self._since = 0  # the entry from which on everything is on record; 0 before it
        self._owed: dict[str, Posting] = {}
        self._announced: dict[str, tuple[int, Debit]] = {}
        self._made_good: set[str] = set()
        self._keys: set[str] = set()

    # -- the journal ------------------------------------------------------------------------------

    def enter(self, record: Record, moved: list[Transfer]) -> None:
        """Take one entry; Misfit when it cannot follow from those before it."""
        is_wallet = self._names.is_wallet
        wallet = [t for t in moved if is_wallet(t.frm) or is_wallet(t.to)]
        for t in wallet:
            player = t.to if is_wallet(t.frm) else t.frm
            due = self._names.same_currency(player).wallet(record.chain)
            if t.key.startswith(IN) and t.frm == due and player.startswith(PLAYER):
                self._debit_made_good(record.seq, Debit(t.key.removeprefix(IN), t.to, t.amount))
            elif t.key.startswith(OUT) and t.to == due and player.startswith(PLAYER):
                self._owed[t.key] = without_wallet(Posting(record.seq, t))
            else:
                raise Misfit(record.seq, f"the transfer {t.key}", f"from {t.frm} to {t.to}",
                             f"{IN}KEY from {due} to a player, or {OUT}KEY back")
        if wallet:
            self._passes_through(record.seq, moved)
        if record.kind == WALLET:
            self._read_wallet_entry(record)

    def _debit_made_good(self, seq: int, debit: Debit) -> None:
        """A debit is made good: it was announced, for this player and this sum."""
        self._made_good.add(debit.key)
        if self._since:
            _, announced = self._announced.pop(debit.key, (0, None))
            if announced != debit:
                raise Misfit(seq, f"the debit {debit.key}", _debit_text(debit),
                             _debit_text(announced))

    def _passes_through(self, seq: int, moved: list[Transfer]) -> None:
        """What players put in comes from the wallet and what they get goes there, to the cent."""
        from_wallet: Counter[str] = Counter()
        to_wallet: Counter[str] = Counter()
        given: Counter[str] = Counter()
        got: Counter[str] = Counter()
        for t in moved:
            if self._names.is_wallet(t.frm):
                from_wallet[t.to] += t.amount
            elif self._names.is_wallet(t.to):
                to_wallet[t.frm] += t.amount
            else:
                given[t.frm] += t.amount
                got[t.to] += t.amount
        for player in sorted(from_wallet.keys() | to_wallet.keys()):
            for what, found, due in (("from", from_wallet[player], given[player]),
                                     ("to", to_wallet[player], got[player])):
                if found != due:
                    raise Misfit(seq, f"what moves {what} the wallet of {player}",
                                 f"{found} cents", f"{due} cents, as the entry tells")

    def _read_wallet_entry(self, record: Record) -> None:
        try:
            told = read(record)
        except (msgspec.ValidationError, msgspec.DecodeError) as error:
            raise Misfit(record.seq, f"the body of a {WALLET!r} entry", str(error),
                         "what was asked of the wallet, and what it has confirmed") from None
        if told.opened == bool(self._since):
            raise Misfit(record.seq, f"a {WALLET!r} entry",
                         "an opening" if told.opened else "no opening before it",
                         "one opening, and before all others")
        if told.opened:
            self._open(record.seq, told)
        for one in told.announced:
            debit = Debit(*one)
            if debit.key in self._keys or debit.key in self._made_good:
                raise Misfit(record.seq, f"the announced debit {debit.key}", "its key again",
                             "each key once")
            self._keys.add(debit.key)
            self._announced[debit.key] = record.seq, debit
        for key in told.acknowledged:
            if self._owed.pop(OUT + key, None) is None:
                raise Misfit(record.seq, f"the acknowledged credit {key}", "not owed",
                             "a credit that is owed, once")
        for key in told.retracted:
            if self._announced.pop(key, None) is None:
                raise Misfit(record.seq, f"the debit {key} that was taken back",
                             "made good" if key in self._made_good else "not announced",
                             "one that was announced, and that no entry makes good")

    def _open(self, seq: int, told: WalletRecord) -> None:
        """From here on everything is on record: what is owed now is what this entry says."""
        owed = {OUT + key for key in told.owed}
        if stray := owed - self._owed.keys():
            raise Misfit(seq, f"the credit {min(stray)}, said to be owed", "nothing of it",
                         "a transfer to the wallet before this entry")
        self._owed = {key: posting for key, posting in self._owed.items() if key in owed}
        self._since = seq

    # -- the rows beside it -----------------------------------------------------------------------

    def rows_that_do_not_fit(self, books: Books) -> list[Misfit]:
        """The rows of ``outbox`` and ``intents`` that the journal does not bear out, and those that
        are missing."""
        return [*self._outbox(books), *self._intents(books)]

    def _outbox(self, books: Books) -> list[Misfit]:
        rows = {row.transfer.key: row for row in books.outgoing_credits()}
        return [Misfit(_entry_of(rows.get(key), self._owed.get(key)), f"the row {key} of outbox",
                       _posting_text(rows.get(key)), _posting_text(self._owed.get(key)))
                for key in sorted(rows.keys() | (self._owed.keys() if self._since else set()))
                if rows.get(key) != self._owed.get(key)]

    def _intents(self, books: Books) -> list[Misfit]:
        rows = {t.key: Debit(t.key, t.frm, t.amount) for t in books.announced_debits()}
        found = []
        for key in sorted(rows.keys() | self._announced.keys()):
            seq, due = self._announced.get(key, (0, None))
            row = rows.get(key)
            if self._since and row != due:
                found.append(Misfit(seq or self._since, f"the row {key} of intents",
                                    _debit_text(row), _debit_text(due)))
            elif not self._since and key in self._made_good:
                found.append(Misfit(1, f"the row {key} of intents", _debit_text(row),
                                    "nothing: its debit is made good"))
        return found


def _entry_of(*postings: Posting | None) -> int:
    """The entry to which a row belongs, or says that it does."""
    return max(1, min(posting.seq for posting in postings if posting is not None))


def _debit_text(debit: Debit | None) -> str:
    return "nothing" if debit is None else f"{debit.cents} cents of {debit.account}"


def _posting_text(posting: Posting | None) -> str:
    if posting is None:
        return "nothing"
    t = posting.transfer
    return f"{t.amount} cents to {t.frm}, of entry {posting.seq}" + (f" ({t.law})" if t.law else "")
