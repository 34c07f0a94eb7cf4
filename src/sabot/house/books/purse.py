"""The players' money: in this house's own ledger, or in an operator's wallet.

A purse returns a player's balance, says whether a bet is covered, and stores entries. Without a
wallet all money is in the ledger, in one transaction, and the credits are demo credits. With a
wallet it is `sabot.house.books.teller`: the wallet is asked for debits before an entry is stored,
and credits are delivered after it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Protocol

import msgspec

from sabot.house.faults import InsufficientFundsError as NotEnough
from sabot.house.world import CommitService, Outcome
from sabot.ledger import Entry, InsufficientFunds, Ledger, LedgerError
from sabot.ledger.postings import PLAYER
from sabot.ledger.wallet_record import Debit, Uncovered
from sabot.money import Transfer


class Unanswered(msgspec.Struct, frozen=True):
    """The wallet did not answer in time for this account: no stake is taken."""

    account: str


class WalletSilent(LedgerError):
    """The wallet did not answer for what an entry needs; nothing is stored."""


class GrantedDebits:
    """Debits that the wallet has granted for one entry that is not stored yet."""

    def __init__(self, debits: Sequence[Debit]) -> None:
        self.debits = tuple(debits)
        self.used = False

    @property
    def cents(self) -> dict[str, int]:
        """Cents by account."""
        return {d.account: d.cents for d in self.debits}


class Purse(Protocol):
    """The money of the players.

    ``commit`` is called by the committing thread, everything else by the loop of the house. Debits
    that a wallet must grant (``required_debits``) are requested (``request_debits``) before the
    entry is stored (``store``); when no command waits for them, ``store`` requests them itself.
    Granted debits that are not used are returned (``return_debits``). ``balance``, ``spendable``
    and ``refresh`` take a player's account; ``changed`` is called with an account whose balance has
    changed.
    """

    demo: bool
    ledger: Ledger
    patience: float
    changed: Callable[[str], None] | None

    def balance(self, account: str) -> int:
        """Return the cents in an account."""

    def spendable(self, account: str) -> int | None:
        """Return the cents that surely cover a bet; None when only the wallet knows."""

    async def refresh(self, account: str) -> None:
        """Find out a balance that is not known."""

    def required_debits(self, moved: Sequence[Transfer]) -> dict[str, int]:
        """Return the cents by account that a wallet must grant for these transfers."""

    async def request_debits(self, needs: Mapping[str, int], stem: str, seconds: float
                             ) -> GrantedDebits | InsufficientFunds | Unanswered:
        """Request debits, all or none; ``stem`` begins their keys."""

    def return_debits(self, granted: GrantedDebits) -> None:
        """Return debits that were not used."""

    async def store(self, entry: Entry, granted: GrantedDebits | None = None) -> Outcome:
        """Store an entry; LedgerError when that fails."""

    def commit(self, entries: Sequence[Entry]) -> Sequence[Outcome | Uncovered]:
        """Store entries, in the committing thread."""

    async def start(self, books: CommitService) -> None:
        """Start with the committer of the house."""

    async def take_up(self, valid: Collection[str]) -> None:
        """Do what nodes of the house have left undone whose epochs have ended; ``valid`` are the
        nodes in their present epochs, as ``NODE.EPOCH``."""

    async def stop(self) -> None:
        """Finish what can be finished in a moment, then stop."""

    def abandon(self) -> None:
        """Stop at once."""


def insufficient_funds(purse: Purse, moved: Sequence[Transfer]) -> NotEnough | None:
    """Return the first shortage among some transfers from players; None when all are covered."""
    need: dict[str, int] = {}
    for transfer in moved:
        need[transfer.frm] = need.get(transfer.frm, 0) + transfer.amount
        need[transfer.to] = need.get(transfer.to, 0) - transfer.amount
    for account, amount in need.items():
        if amount > 0 and account.startswith(PLAYER):
            have = purse.spendable(account)
            if have is not None and have < amount:
                return NotEnough(have, amount)
    return None


class OwnPurse:
    """The ledger of the house: demo credits, which are free play and never money (38)."""

    demo = True
    patience = 0.0

    def __init__(self, ledger: Ledger) -> None:
        self.ledger = ledger
        self.changed: Callable[[str], None] | None = None
        self._books: CommitService | None = None

    def balance(self, account: str) -> int:
        """The cents in a player's account."""
        return self.ledger.balance(account)

    spendable = balance

    async def refresh(self, account: str) -> None:
        """Do nothing: the ledger always knows the balance."""

    def required_debits(self, moved: Sequence[Transfer]) -> dict[str, int]:
        """Return {}: no wallet is involved."""
        return {}

    async def request_debits(self, needs: Mapping[str, int], stem: str, seconds: float
                             ) -> GrantedDebits | InsufficientFunds | Unanswered:
        """Return no debits: the ledger moves the money."""
        return GrantedDebits(())

    def return_debits(self, granted: GrantedDebits) -> None:
        """Do nothing: no debits were granted."""

    async def store(self, entry: Entry, granted: GrantedDebits | None = None) -> Outcome:
        """Store an entry; LedgerError when it could not be stored."""
        assert self._books is not None, "the house is not open"
        return await self._books.commit(entry)

    def commit(self, entries: Sequence[Entry]) -> Sequence[Outcome]:
        """Store entries; the money moves in the same transaction."""
        return self.ledger.commit(entries)

    async def start(self, books: CommitService) -> None:
        """Start with the committer of the house."""
        self._books = books

    async def take_up(self, valid: Collection[str]) -> None:
        """Do nothing: nothing waits outside the ledger."""

    async def stop(self) -> None:
        """Do nothing: nothing waits outside the ledger."""

    def abandon(self) -> None:
        """Do nothing: nothing waits outside the ledger."""
