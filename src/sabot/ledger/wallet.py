"""The wallet as a port: where the players' money is when it is not in this ledger.

The embedded wallet is the ledger itself: a bet is a transfer in the entry that tells it, in one
transaction. An operator's wallet is elsewhere and may answer late, twice or never;
`sabot.ledger.wallet_record` says how the journal holds what is asked of it.
"""

from __future__ import annotations

import threading
from typing import Protocol

import msgspec

from sabot.ledger.entry import Document, Entry, InsufficientFunds
from sabot.ledger.ledger import Ledger
from sabot.ledger.postings import FIRST, Accounts
from sabot.money import Transfer

AT_ONCE = 256
PATIENCE = 1.2


class Insufficient(msgspec.Struct, frozen=True):
    """The wallet's refusal: the player has ``have`` cents and ``need`` were asked."""

    have: int
    need: int


class NoAnswer(Exception):
    """A wallet that did not answer in time: whether the request took effect is not known."""


class Wallet(Protocol):
    """Holds the money of players. Each request has a key and takes effect at most once.

    ``debit`` takes cents from a player, or says that they are short. ``credit`` gives them.
    ``rollback`` undoes the debit of that key; a debit of that key that arrives later has no effect
    and is answered as one that was taken. NoAnswer when the request may or may not have arrived.

    ``currency`` is the code of ISO 4217 in which the cents are. It is given by a house whose books
    are of the second format of the journal, and by no other.

    A wallet is called from several threads at once. It may say of itself, as attributes, how many
    calls it takes ``at_once`` (256 unless it says so) and how many seconds of ``patience`` a player
    is kept waiting for a debit (1.2; less than 2). Every call has to end by itself at some time: a
    thread that never comes back is lost to the house.
    """

    def debit(self, key: str, player: str, amount: int, currency: str = ""
              ) -> Insufficient | None: ...

    def credit(self, key: str, player: str, amount: int, currency: str = "") -> None: ...

    def rollback(self, key: str) -> None: ...

    def balance(self, player: str, currency: str = "") -> int: ...


class EmbeddedWallet:
    """The ledger's own accounts through the port, for one that plays elsewhere with our money.

    A ledger is written by one at a time: so is this wallet, whoever calls it.
    """

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger
        self._turn = threading.Lock()

    def _named(self, currency: str) -> Accounts:
        return FIRST if self._ledger.format == 1 else Accounts(currency)

    def debit(self, key: str, player: str, amount: int, currency: str = ""
              ) -> Insufficient | None:
        """Take cents from a player."""
        names = self._named(currency)
        moved = Transfer(f"debit/{key}", names.player(player), names.counter(), amount, "")
        with self._turn:
            if self._ledger.document("rollback", key) is not None:
                return None
            outcome = self._ledger.commit([Entry(kind="player", transfers=(moved,))])[0]
        return (
            Insufficient(outcome.have, outcome.need) if isinstance(outcome, InsufficientFunds)
            else None)

    def credit(self, key: str, player: str, amount: int, currency: str = "") -> None:
        """Give cents to a player."""
        names = self._named(currency)
        moved = Transfer(f"credit/{key}", names.counter(), names.player(player), amount,
                         "")
        with self._turn:
            self._ledger.commit([Entry(kind="player", transfers=(moved,))])

    def rollback(self, key: str) -> None:
        """Undo the debit of a key, or see to it that it never takes effect."""
        with self._turn:
            if self._ledger.document("rollback", key) is not None:
                return
            taken = self._ledger.transfer(f"debit/{key}")
            back = () if taken is None else (
                Transfer(f"rollback/{key}", taken.to, taken.frm, taken.amount, taken.law),)
            self._ledger.commit([Entry(kind="player", transfers=back,
                                       documents=(Document("rollback", key),))])

    def balance(self, player: str, currency: str = "") -> int:
        """The cents of a player."""
        return self._ledger.balance(self._named(currency).player(player))
