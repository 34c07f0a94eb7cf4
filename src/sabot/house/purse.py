"""Where the players' money is: in this house's own ledger, or in an operator's wallet.

A purse answers three questions: how much a player has, whether a bet can be covered, and how
entries are stored. Without a wallet all of it is the ledger, in one transaction, and the credits
are demo credits. With one, debits are asked of the wallet before an entry is stored and credits are
delivered after it (`sabot.ledger.wallet`).
"""

from __future__ import annotations

import threading
from collections.abc import Iterable, Sequence
from typing import Any, Protocol

import structlog

from sabot.ledger import Entry, Ledger, Outcome
from sabot.ledger.postings import player_account
from sabot.ledger.wallet import Insufficient, NoAnswer, RemoteBooks, Unanswered, Wallet

_PLAYER = player_account("")

log = structlog.get_logger("sabot.purse")


class Purse(Protocol):
    """The money of the players. ``commit`` and ``settle`` belong to the committing thread."""

    demo: bool
    ledger: Ledger

    def have(self, player: str) -> int: ...

    def least(self, player: str) -> int | None: ...

    def look(self, player: str) -> None: ...

    def commit(self, entries: Sequence[Entry]) -> Sequence[Outcome | Unanswered]: ...

    def settle(self) -> None: ...


class OwnPurse:
    """The ledger of the house: demo credits, free play that is never money (38)."""

    demo = True

    def __init__(self, ledger: Ledger) -> None:
        self.ledger = ledger

    def commit(self, entries: Sequence[Entry]) -> Sequence[Outcome]:
        """Store entries; the money moves in the same transaction."""
        return self.ledger.commit(entries)

    def have(self, player: str) -> int:
        """The cents of a player."""
        return self.ledger.balance(player_account(player))

    least = have

    def look(self, player: str) -> None:
        """Nothing to ask: the ledger knows."""

    def settle(self) -> None:
        """Nothing waits outside the ledger."""


class _Answering:
    """A wallet whose every failure is NoAnswer: what is stored stays so, whatever it throws."""

    def __init__(self, wallet: Wallet) -> None:
        self._wallet = wallet

    def _ask(self, act: str, *args: Any) -> Any:
        try:
            return getattr(self._wallet, act)(*args)
        except NoAnswer:
            raise
        except Exception as error:
            log.exception("the wallet failed", act=act)
            raise NoAnswer(str(error)) from error

    def debit(self, key: str, player: str, amount: int) -> Insufficient | None:
        refused: Insufficient | None = self._ask("debit", key, player, amount)
        return refused

    def credit(self, key: str, player: str, amount: int) -> None:
        self._ask("credit", key, player, amount)

    def rollback(self, key: str) -> None:
        self._ask("rollback", key)

    def balance(self, player: str) -> int:
        return int(self._ask("balance", player))


class OperatorPurse:
    """An operator's wallet. What a player has is what the wallet last said."""

    demo = False

    def __init__(self, ledger: Ledger, wallet: Wallet) -> None:
        self.ledger = ledger
        self._wallet = _Answering(wallet)
        self._books = RemoteBooks(ledger, self._wallet)
        self._lock = threading.Lock()  # a wallet is asked one thing at a time
        self._last: dict[str, int] = {}

    def have(self, player: str) -> int:
        """What the wallet last said that the player has; 0 before it was asked."""
        return self._last.get(player, 0)

    def least(self, player: str) -> int | None:
        """None: whether a bet is covered is the wallet's to say."""
        return None

    def look(self, player: str) -> None:
        """Ask the wallet, unless it has been asked for this player before."""
        if player not in self._last:
            with self._lock:
                self._ask((player,))

    def commit(self, entries: Sequence[Entry]) -> Sequence[Outcome | Unanswered]:
        """Store entries with the wallet's consent; then ask again for those whose money moved."""
        with self._lock:
            outcomes = self._books.commit(entries)
            self._ask({name.removeprefix(_PLAYER) for entry in entries for t in entry.transfers
                       for name in (t.frm, t.to) if name.startswith(_PLAYER)})
        return outcomes

    def settle(self) -> None:
        """Take back what was debited for nothing, deliver what is owed."""
        with self._lock:
            self._books.settle()

    def _ask(self, players: Iterable[str]) -> None:
        for player in players:
            try:
                self._last[player] = self._wallet.balance(player)
            except NoAnswer:
                return
