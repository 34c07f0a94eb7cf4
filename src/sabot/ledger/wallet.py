"""The wallet as a port: where the players' money is when it is not in this ledger.

The embedded wallet is the ledger itself: a bet is a transfer in the entry that tells it, in one
transaction. An operator's wallet is elsewhere and may answer late, twice or never, so:

- a **debit** is announced durably, asked of the wallet, and only then is the entry committed. When
  the entry is not stored the debit is rolled back, after a restart too: what is announced and not
  made good was never stored.
- a **credit** is written to the outbox in the transaction of its entry and delivered under the
  same key until the wallet acknowledges it.

In the ledger the money of such a player comes from and goes to ``wallet:remote``, so that the sum
over all accounts stays zero and that account says what the operator's wallet owes or is owed.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from contextlib import suppress
from typing import Protocol

import msgspec

from sabot.ledger.entry import Document, Entry, Outcome, Short, Stored
from sabot.ledger.errors import LedgerError, Uncertain
from sabot.ledger.ledger import Ledger
from sabot.ledger.postings import player_account
from sabot.money import Transfer

REMOTE = "wallet:remote"
_PLAYER = "player:"


class Insufficient(msgspec.Struct, frozen=True):
    """The wallet's refusal: the player has ``have`` cents and ``need`` were asked."""

    have: int
    need: int


class Unanswered(msgspec.Struct, frozen=True):
    """The wallet gave no answer for this account; nothing is stored, and it may be asked again."""

    account: str


class NoAnswer(Exception):
    """A wallet that did not answer in time: whether the request took effect is not known."""


class Wallet(Protocol):
    """Holds the money of players. Each request has a key and takes effect at most once.

    ``debit`` takes cents from a player, or says that he is short. ``credit`` gives them.
    ``rollback`` undoes the debit of that key; a debit of that key that arrives later has no effect
    and is answered as one that was taken. NoAnswer when the request may or may not have arrived.
    """

    def debit(self, key: str, player: str, amount: int) -> Insufficient | None: ...

    def credit(self, key: str, player: str, amount: int) -> None: ...

    def rollback(self, key: str) -> None: ...

    def balance(self, player: str) -> int: ...


class EmbeddedWallet:
    """The ledger's own accounts through the port, for one that plays elsewhere with our money."""

    def __init__(self, ledger: Ledger, counter: str = "wallet:counter") -> None:
        self._ledger = ledger
        self._counter = counter

    def debit(self, key: str, player: str, amount: int) -> Insufficient | None:
        """Take cents from a player."""
        if self._ledger.document("rollback", key) is not None:
            return None
        moved = Transfer(f"debit/{key}", player_account(player), self._counter, amount, "")
        outcome = self._ledger.commit([Entry(kind="player", transfers=(moved,))])[0]
        return Insufficient(outcome.have, outcome.need) if isinstance(outcome, Short) else None

    def credit(self, key: str, player: str, amount: int) -> None:
        """Give cents to a player."""
        moved = Transfer(f"credit/{key}", self._counter, player_account(player), amount, "")
        self._ledger.commit([Entry(kind="player", transfers=(moved,))])

    def rollback(self, key: str) -> None:
        """Undo the debit of a key, or see to it that it never takes effect."""
        if self._ledger.document("rollback", key) is not None:
            return
        taken = self._ledger.transfer(f"debit/{key}")
        back = () if taken is None else (
            Transfer(f"rollback/{key}", taken.to, taken.frm, taken.amount, taken.law),)
        self._ledger.commit([Entry(kind="player", transfers=back,
                                   documents=(Document("rollback", key),))])

    def balance(self, player: str) -> int:
        """The cents of a player."""
        return self._ledger.balance(player_account(player))


class _Plan:
    """An entry with the requests to the wallet that belong to it."""

    def __init__(self, entry: Entry, known: set[str]) -> None:
        transfers: list[Transfer] = []
        outbox: list[Transfer] = []
        self.debits: list[Transfer] = []
        for t in entry.transfers:
            new = t.key not in known
            if new and t.frm.startswith(_PLAYER):
                key = f"{t.key}~{secrets.token_hex(8)}"
                self.debits.append(t._replace(key=key))
                transfers.append(Transfer(f"wallet/in/{key}", REMOTE, t.frm, t.amount, t.law))
            transfers.append(t)
            if new and t.to.startswith(_PLAYER):
                outbox.append(Transfer(f"wallet/out/{t.key}", t.to, REMOTE, t.amount, t.law))
                transfers.append(outbox[-1])
        self.entry = msgspec.structs.replace(
            entry, transfers=tuple(transfers), outbox=tuple(outbox),
            intents=tuple(d.key for d in self.debits))


class RemoteBooks:
    """Commits entries whose players' money is in a wallet elsewhere.

    ``settle`` takes back what was debited for nothing and delivers what is owed; the committing
    thread calls it at the start, before anything is committed, and from time to time.
    """

    def __init__(self, ledger: Ledger, wallet: Wallet) -> None:
        self.ledger = ledger
        self.wallet = wallet

    def commit(self, entries: Sequence[Entry]) -> list[Outcome | Unanswered]:
        """Like Ledger.commit; ``Unanswered`` where the wallet gave no answer."""
        plans = self._plans(entries)
        outcomes: dict[int, Outcome | Unanswered] = {}
        self.ledger.announce([d for plan in plans.values() for d in plan.debits])
        wasted: list[str] = []
        for index, plan in list(plans.items()):
            refused = self._debit(plan)
            if refused is not None:
                outcomes[index] = refused
                wasted += [d.key for d in plan.debits]
                del plans[index]
        try:
            stored = self.ledger.commit([plan.entry for plan in plans.values()])
        except Uncertain:
            raise  # what is stored is seen when the ledger is opened again: settle then decides
        except LedgerError:
            with suppress(LedgerError):  # what stays announced is taken back by settle
                self._take_back([*wasted, *(d.key for p in plans.values() for d in p.debits)])
            raise
        for (index, plan), outcome in zip(plans.items(), stored, strict=True):
            outcomes[index] = outcome
            if not isinstance(outcome, Stored):
                wasted += [d.key for d in plan.debits]
        with suppress(LedgerError):  # the entries are stored; settle does what is left
            self._take_back(wasted)
            self.deliver()
        return [outcomes[index] for index in range(len(entries))]

    def _plans(self, entries: Sequence[Entry]) -> dict[int, _Plan]:
        """What to ask for each entry; nothing for one whose command or transfers are known."""
        known = self.ledger.moved([t.key for e in entries for t in e.transfers])
        seen: set[tuple[str, str]] = set()
        plans: dict[int, _Plan] = {}
        for index, entry in enumerate(entries):
            again = entry.command is not None and (
                entry.command in seen or self.ledger.answer_to(*entry.command) is not None)
            if entry.command is not None:
                seen.add(entry.command)
            plans[index] = _Plan(entry, {t.key for t in entry.transfers} if again else known)
            known |= {t.key for t in entry.transfers}
        return plans

    def _debit(self, plan: _Plan) -> Short | Unanswered | None:
        for d in plan.debits:
            try:
                refused = self.wallet.debit(d.key, d.frm.removeprefix(_PLAYER), d.amount)
            except NoAnswer:
                return Unanswered(d.frm)
            if refused is not None:
                return Short(d.frm, refused.have, refused.need)
        return None

    def _take_back(self, keys: Sequence[str]) -> int:
        """Roll back debits; those that the wallet does not answer for stay announced."""
        done: list[str] = []
        for key in keys:
            try:
                self.wallet.rollback(key)
            except NoAnswer:
                continue
            done.append(key)
        self.ledger.retract(done)
        return len(keys) - len(done)

    def deliver(self) -> int:
        """Deliver the credits of the outbox in order; how many are still owed."""
        owed = self.ledger.outgoing()
        done: list[str] = []
        for t in owed:
            try:
                self.wallet.credit(t.key, t.to.removeprefix(_PLAYER), t.amount)
            except NoAnswer:
                break
            done.append(t.key)
        self.ledger.delivered(done)
        return len(owed) - len(done)

    def settle(self) -> int:
        """Take back every debit that came to nothing and deliver every credit; what is left."""
        return self._take_back([t.key for t in self.ledger.announced()]) + self.deliver()
