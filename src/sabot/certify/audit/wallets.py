"""Verifies the requests to an operator's wallet, and the tables ``outbox`` and ``intents``.

``outbox`` has the credits owed minus those acknowledged; ``intents`` the announced debits minus
those settled and retracted. Before the first "wallet" entry (a journal of release 0.1.0 has none)
rows are only compared with the journal if they exist; missing rows cannot be found.
"""

from __future__ import annotations

from collections import Counter

import msgspec

from sabot.certify.audit.coups import Misfit, cents_text
from sabot.error_texts import error_text
from sabot.ledger import Books, Posting, Record
from sabot.ledger.postings import PLAYER, Accounts
from sabot.ledger.references import WALLET, WalletRecord
from sabot.ledger.wallet_record import IN, OUT, Debit, read, without_wallet
from sabot.money import Transfer
from sabot.words import phrase


class WalletBook:
    """Checks the requests to an operator's wallet, entry by entry."""

    def __init__(self, names: Accounts) -> None:
        self._names = names  # those of the journal's format
        self._since = 0  # the entry from which on all requests are recorded; 0 before
        self._owed: dict[str, Posting] = {}
        self._announced: dict[str, tuple[int, Debit]] = {}
        self._made_good: set[str] = set()
        self._keys: set[str] = set()

    # -- the journal ------------------------------------------------------------------------------

    def enter(self, record: Record, transfers: list[Transfer]) -> None:
        """Process one entry; Misfit if it does not follow from those before it."""
        is_wallet = self._names.is_wallet
        wallet_transfers = [t for t in transfers if is_wallet(t.frm) or is_wallet(t.to)]
        for t in wallet_transfers:
            player = t.to if is_wallet(t.frm) else t.frm
            expected = self._names.same_currency(player).wallet(record.chain)
            if t.key.startswith(IN) and t.frm == expected and player.startswith(PLAYER):
                self._settle_debit(record.seq, Debit(t.key.removeprefix(IN), t.to, t.amount))
            elif t.key.startswith(OUT) and t.to == expected and player.startswith(PLAYER):
                self._owed[t.key] = without_wallet(Posting(record.seq, t))
            else:
                raise Misfit(
                    record.seq, phrase("the transfer {key}", key=t.key),
                    phrase("from {first} to {second}", first=t.frm, second=t.to),
                    phrase("{one} from {wallet} to a player, or {other} back", one=f"{IN}KEY",
                           wallet=expected, other=f"{OUT}KEY"))
        if wallet_transfers:
            self._check_wallet_sums(record.seq, transfers)
        if record.kind == WALLET:
            self._read_wallet_entry(record)

    def _settle_debit(self, seq: int, debit: Debit) -> None:
        """Settle a debit; it must have been announced for this player and this sum."""
        self._made_good.add(debit.key)
        if self._since:
            _, announced = self._announced.pop(debit.key, (0, None))
            if announced != debit:
                raise Misfit(seq, phrase("the debit {key}", key=debit.key), _debit_text(debit),
                             _debit_text(announced))

    def _check_wallet_sums(self, seq: int, transfers: list[Transfer]) -> None:
        """Check that stakes come from the wallet and winnings go to it, to the cent."""
        from_wallet: Counter[str] = Counter()
        to_wallet: Counter[str] = Counter()
        paid_in: Counter[str] = Counter()
        paid_out: Counter[str] = Counter()
        for t in transfers:
            if self._names.is_wallet(t.frm):
                from_wallet[t.to] += t.amount
            elif self._names.is_wallet(t.to):
                to_wallet[t.frm] += t.amount
            else:
                paid_in[t.frm] += t.amount
                paid_out[t.to] += t.amount
        for player in sorted(from_wallet.keys() | to_wallet.keys()):
            for what, moved, expected in (
                    (phrase("what moves from the wallet of {player}", player=player),
                     from_wallet[player], paid_in[player]),
                    (phrase("what moves to the wallet of {player}", player=player),
                     to_wallet[player], paid_out[player])):
                if moved != expected:
                    raise Misfit(seq, what, cents_text(moved),
                                 phrase("{n} cents, as in the entry", n=expected))

    def _read_wallet_entry(self, record: Record) -> None:
        try:
            entry = read(record)
        except (msgspec.ValidationError, msgspec.DecodeError) as error:
            raise Misfit(record.seq, phrase("the body of a {kind!r} entry", kind=WALLET),
                         error_text(error),
                         phrase("requests to the wallet, and its confirmations")) from None
        if entry.opened == bool(self._since):
            raise Misfit(record.seq, phrase("a {kind!r} entry", kind=WALLET),
                         phrase("an opening") if entry.opened else phrase("no opening before it"),
                         phrase("one opening, and before all others"))
        if entry.opened:
            self._open(record.seq, entry)
        for item in entry.announced:
            debit = Debit(*item)
            if debit.key in self._keys or debit.key in self._made_good:
                raise Misfit(record.seq, phrase("the announced debit {key}", key=debit.key),
                             phrase("its key again"), phrase("each key once"))
            self._keys.add(debit.key)
            self._announced[debit.key] = record.seq, debit
        for key in entry.acknowledged:
            if self._owed.pop(OUT + key, None) is None:
                raise Misfit(record.seq, phrase("the acknowledged credit {key}", key=key),
                             phrase("not owed"), phrase("a credit that is owed, once"))
        for key in entry.retracted:
            if self._announced.pop(key, None) is None:
                raise Misfit(record.seq, phrase("the debit {key} that was retracted", key=key),
                             phrase("made good") if key in self._made_good else
                             phrase("not announced"),
                             phrase("an announced debit that no entry settles"))

    def _open(self, seq: int, entry: WalletRecord) -> None:
        """Begin complete records: this entry lists all credits owed now."""
        owed = {OUT + key for key in entry.owed}
        if unknown := owed - self._owed.keys():
            raise Misfit(seq, phrase("the credit {key}, listed as owed", key=min(unknown)),
                         phrase("nothing of it"),
                         phrase("a transfer to the wallet before this entry"))
        self._owed = {key: posting for key, posting in self._owed.items() if key in owed}
        self._since = seq

    # -- the tables outbox and intents -------------------------------------------------------------

    def wrong_rows(self, books: Books) -> list[Misfit]:
        """The rows of ``outbox`` and ``intents`` that differ from the journal, or are missing."""
        return [*self._outbox(books), *self._intents(books)]

    def _outbox(self, books: Books) -> list[Misfit]:
        rows = {row.transfer.key: row for row in books.outgoing_credits()}
        return [Misfit(_entry_of(rows.get(key), self._owed.get(key)),
                       phrase("the row {key} of {table}", key=key, table="outbox"),
                       _posting_text(rows.get(key)), _posting_text(self._owed.get(key)))
                for key in sorted(rows.keys() | (self._owed.keys() if self._since else set()))
                if rows.get(key) != self._owed.get(key)]

    def _intents(self, books: Books) -> list[Misfit]:
        rows = {t.key: Debit(t.key, t.frm, t.amount) for t in books.announced_debits()}
        misfits = []
        for key in sorted(rows.keys() | self._announced.keys()):
            seq, expected = self._announced.get(key, (0, None))
            row = rows.get(key)
            if self._since and row != expected:
                misfits.append(Misfit(
                    seq or self._since, phrase("the row {key} of {table}", key=key,
                                               table="intents"),
                    _debit_text(row), _debit_text(expected)))
            elif not self._since and key in self._made_good:
                misfits.append(Misfit(
                    1, phrase("the row {key} of {table}", key=key, table="intents"),
                    _debit_text(row), phrase("nothing: its debit is settled")))
        return misfits


def _entry_of(*postings: Posting | None) -> int:
    """The first entry that one of these postings names."""
    return max(1, min(posting.seq for posting in postings if posting is not None))


def _debit_text(debit: Debit | None) -> str:
    return phrase("nothing") if debit is None else \
        phrase("{n} cents of {account}", n=debit.cents, account=debit.account)


def _posting_text(posting: Posting | None) -> str:
    if posting is None:
        return phrase("nothing")
    t = posting.transfer
    return phrase("{n} cents to {account}, of entry {entry} ({clause})", n=t.amount,
                  account=t.frm, entry=posting.seq, clause=t.law) if t.law else \
        phrase("{n} cents to {account}, of entry {entry}", n=t.amount, account=t.frm,
               entry=posting.seq)
