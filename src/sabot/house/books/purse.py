"""Where the players' money is: in this house's own ledger, or in an operator's wallet.

A purse says how much a player has and whether a bet can be covered, and stores entries. Without a
wallet all of it is the ledger, in one transaction, and the credits are demo credits. With one it is
`sabot.house.books.teller`: debits are asked of the wallet before an entry is stored, and credits
are delivered after it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Protocol

import msgspec

from sabot.house.faults import Short as NotEnough
from sabot.house.world import Commits, Outcome
from sabot.ledger import Entry, InsufficientBalance, Ledger, LedgerError
from sabot.ledger.postings import PLAYER
from sabot.ledger.wallet_record import Debit, Uncovered
from sabot.money import Transfer


class Unanswered(msgspec.Struct, frozen=True):
    """The wallet gave no answer in time for this account: no stake is taken."""

    account: str


class WalletSilent(LedgerError):
    """The wallet gave no answer for what an entry needs; nothing is stored."""


class Taken:
    """Debits that the wallet has granted for one entry, which is not stored yet."""

    def __init__(self, debits: Sequence[Debit]) -> None:
        self.debits = tuple(debits)
        self.used = False

    @property
    def cents(self) -> dict[str, int]:
        """Account -> cents."""
        return {d.account: d.cents for d in self.debits}


class Purse(Protocol):
    """The money of the players.

    ``commit`` belongs to the committing thread, everything else to the loop of the house. What
    transfers take from a wallet elsewhere (``needs``) is asked for (``take``) before they are
    stored (``store``), or, where nobody's command waits for it, by ``store`` itself; what was taken
    and is not stored is given back (``give_back``). ``have``, ``least`` and ``look`` are asked by
    the account of a player; ``changed`` is called with one that holds another sum than was known.
    """

    demo: bool
    ledger: Ledger
    patience: float
    changed: Callable[[str], None] | None

    def have(self, account: str) -> int: ...

    def least(self, account: str) -> int | None: ...

    async def look(self, account: str) -> None: ...

    def needs(self, moved: Sequence[Transfer]) -> dict[str, int]: ...

    async def take(self, needs: Mapping[str, int], stem: str, seconds: float
                   ) -> Taken | InsufficientBalance | Unanswered: ...

    def give_back(self, taken: Taken) -> None: ...

    async def store(self, entry: Entry, taken: Taken | None = None) -> Outcome: ...

    def commit(self, entries: Sequence[Entry]) -> Sequence[Outcome | Uncovered]: ...

    async def start(self, books: Commits) -> None: ...

    async def stop(self) -> None: ...

    def abandon(self) -> None: ...


def lacking(purse: Purse, moved: Sequence[Transfer]) -> NotEnough | None:
    """What a player has and needs who has not what moves from him; None where all have."""
    need: dict[str, int] = {}
    for transfer in moved:
        need[transfer.frm] = need.get(transfer.frm, 0) + transfer.amount
        need[transfer.to] = need.get(transfer.to, 0) - transfer.amount
    for account, amount in need.items():
        if amount > 0 and account.startswith(PLAYER):
            have = purse.least(account)
            if have is not None and have < amount:
                return NotEnough(have, amount)
    return None


class OwnPurse:
    """The ledger of the house: demo credits, free play that is never money (38)."""

    demo = True
    patience = 0.0

    def __init__(self, ledger: Ledger) -> None:
        self.ledger = ledger
        self.changed: Callable[[str], None] | None = None
        self._books: Commits | None = None

    def have(self, account: str) -> int:
        """The cents in a player's account."""
        return self.ledger.balance(account)

    least = have

    async def look(self, account: str) -> None:
        """Nothing to ask: the ledger knows."""

    def needs(self, moved: Sequence[Transfer]) -> dict[str, int]:
        """Nothing is asked of anybody else."""
        return {}

    async def take(self, needs: Mapping[str, int], stem: str, seconds: float
                   ) -> Taken | InsufficientBalance | Unanswered:
        """Nothing to take: the ledger moves the money."""
        return Taken(())

    def give_back(self, taken: Taken) -> None:
        """Nothing was taken."""

    async def store(self, entry: Entry, taken: Taken | None = None) -> Outcome:
        """Store an entry; LedgerError when it could not be."""
        assert self._books is not None, "the house is not open"
        return await self._books.commit(entry)

    def commit(self, entries: Sequence[Entry]) -> Sequence[Outcome]:
        """Store entries; the money moves in the same transaction."""
        return self.ledger.commit(entries)

    async def start(self, books: Commits) -> None:
        """The books are open."""
        self._books = books

    async def stop(self) -> None:
        """Nothing waits outside the ledger."""

    def abandon(self) -> None:
        """Nothing waits outside the ledger."""
