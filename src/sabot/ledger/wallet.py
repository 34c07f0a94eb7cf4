"""The wallet port: where the players' money is when it is not in this ledger.

The embedded wallet is the ledger itself: a bet is a transfer in the entry that records it, in one
transaction. An operator's wallet is elsewhere and may answer late, twice or never; see
`sabot.ledger.wallet_record`.
"""

from __future__ import annotations

import threading
from typing import Protocol

import msgspec

from sabot.ledger.entry import Document, Entry, InsufficientFunds
from sabot.ledger.ledger import Ledger
from sabot.ledger.postings import FIRST, Accounts
from sabot.money import Transfer

DEFAULT_CALLS = 256
"""How many calls a wallet takes at once, unless it says otherwise."""
DEFAULT_PATIENCE = 1.2
"""How many seconds a player waits for a debit, unless the wallet says otherwise."""


class Insufficient(msgspec.Struct, frozen=True):
    """The wallet refuses: the player has ``have`` cents and ``need`` were requested."""

    have: int
    need: int


class NoAnswer(Exception):
    """The wallet did not answer in time: it is not known whether the request took effect."""


class Wallet(Protocol):
    """Holds the money of players. Each request has a key and takes effect at most once.

    ``debit`` takes cents from a player, or says that they have too little. ``credit`` gives cents.
    ``rollback`` undoes the debit with that key; if that debit arrives later, it has no effect and
    is answered as successful. NoAnswer when the request may or may not have arrived.

    ``currency`` is the ISO 4217 code of the cents. Only a house whose books are in the second
    format passes it.

    Several threads call a wallet at once. As attributes it may say how many calls it takes
    ``at_once`` (default 256) and how many seconds of ``patience`` a player waits for a debit
    (default 1.2; less than 2). Every call must end at some time: the house cannot use a thread
    that never returns.
    """

    def debit(self, key: str, player: str, amount: int, currency: str = ""
              ) -> Insufficient | None:
        """Take cents from a player."""

    def credit(self, key: str, player: str, amount: int, currency: str = "") -> None:
        """Give cents to a player."""

    def rollback(self, key: str) -> None:
        """Cancel a debit."""

    def balance(self, player: str, currency: str = "") -> int:
        """The balance of a player, in cents."""


class EmbeddedWallet:
    """The ledger's own accounts as a wallet, for another house that plays with our money.

    A ledger has one writer; this wallet serialises its calls.
    """

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger
        self._turn = threading.Lock()

    def _accounts(self, currency: str) -> Accounts:
        return FIRST if self._ledger.format == 1 else Accounts(currency)

    def debit(self, key: str, player: str, amount: int, currency: str = ""
              ) -> Insufficient | None:
        """Take cents from a player."""
        names = self._accounts(currency)
        transfer = Transfer(f"debit/{key}", names.player(player), names.counter(), amount, "")
        with self._turn:
            if self._ledger.document("rollback", key) is not None:
                return None
            outcome = self._ledger.commit([Entry(kind="player", transfers=(transfer,))])[0]
        return (
            Insufficient(outcome.have, outcome.need)
            if isinstance(outcome, InsufficientFunds)
            else None
        )

    def credit(self, key: str, player: str, amount: int, currency: str = "") -> None:
        """Give cents to a player."""
        names = self._accounts(currency)
        transfer = Transfer(f"credit/{key}", names.counter(), names.player(player), amount,
                            "")
        with self._turn:
            self._ledger.commit([Entry(kind="player", transfers=(transfer,))])

    def rollback(self, key: str) -> None:
        """Undo the debit of a key, or make sure that it never takes effect."""
        with self._turn:
            if self._ledger.document("rollback", key) is not None:
                return
            debit = self._ledger.transfer(f"debit/{key}")
            transfers = () if debit is None else (
                Transfer(f"rollback/{key}", debit.to, debit.frm, debit.amount, debit.law),)
            self._ledger.commit([Entry(kind="player", transfers=transfers,
                                       documents=(Document("rollback", key),))])

    def balance(self, player: str, currency: str = "") -> int:
        """The cents of a player."""
        return self._ledger.balance(self._accounts(currency).player(player))
