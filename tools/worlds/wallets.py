"""The wallet of an operator, which keeps the money of the players of a simulated house.

It is honest: its own book is right, a key counts once, and a rollback wins. But it may not answer,
answer late, lose its answer after it has done what was asked, fail, or give an answer that the
protocol does not have.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Any, NamedTuple, TypeVar

from sabot.ledger import Ledger
from sabot.ledger.postings import PLAYER
from sabot.ledger.wallet import Insufficient, NoAnswer
from sabot.ledger.wallet_record import IN, OUT

T = TypeVar("T")
OPENING = 100_000
"""What each player has in each currency at first, in cents."""


class Movement(NamedTuple):
    """A debit or a credit: whose money, in which currency, and how many cents."""

    player: str
    currency: str
    cents: int


class OperatorWallet:
    """The operator's book, and what is wrong with its answers now. It outlives the house.

    ``away``: nothing arrives. ``slow``: how many seconds a call takes at most. ``lies``: answers
    are sometimes not those of the protocol. ``fatal``: the process of the house ends at the next
    debit (``kill``), once the money is taken. ``trouble`` is the share of calls that go wrong
    anyway.
    """

    at_once = 4
    patience = 1.2

    def __init__(self, chance: Random, trouble: float, kill: Callable[[], None]) -> None:
        self._chance = chance
        self._kill = kill
        self._trouble = trouble
        self.away = self.lies = self.fatal = False
        self.slow = 0.0
        self.debits: dict[str, Movement] = {}
        self.credits: dict[str, Movement] = {}
        self.refused: dict[str, Insufficient] = {}
        self.undone: set[str] = set()
        self.calls: Counter[str] = Counter()
        self._cents: dict[tuple[str, str], int] = {}

    def heal(self) -> None:
        """Nothing goes wrong any more."""
        self.away = self.lies = self.fatal = False
        self.slow = self._trouble = 0.0

    def call_time(self) -> float:
        """Seconds that a request or an answer travels."""
        return self._chance.uniform(0.0, 0.05 + self.slow)

    # -- the protocol -----------------------------------------------------------------------------

    def debit(self, key: str, player: str, amount: int, currency: str = "") -> Any:
        """Take cents from a player."""
        def take() -> Insufficient | None:
            if key in self.debits or key in self.undone:
                return None
            if key in self.refused:
                return self.refused[key]
            have = self.balance_of(player, currency)
            if have < amount:
                self.refused[key] = Insufficient(have, amount)
                return self.refused[key]
            self.debits[key] = Movement(player, currency, amount)
            self._cents[player, currency] = have - amount
            return None

        return self._answer("debit", take, ("yes", False, {"have": 1}))

    def credit(self, key: str, player: str, amount: int, currency: str = "") -> Any:
        """Give cents to a player."""
        def give() -> None:
            if key not in self.credits:
                self.credits[key] = Movement(player, currency, amount)
                self._cents[player, currency] = self.balance_of(player, currency) + amount

        return self._answer("credit", give, ("no",))

    def rollback(self, key: str) -> Any:
        """Undo the debit of a key, or make sure that it never takes effect."""
        def undo() -> None:
            if key not in self.undone:
                self.undone.add(key)
                if debit := self.debits.get(key):
                    player, currency, cents = debit
                    self._cents[player, currency] += cents

        return self._answer("rollback", undo, ("no",))

    def balance(self, player: str, currency: str = "") -> Any:
        """The cents of a player."""
        return self._answer("balance", lambda: self.balance_of(player, currency),
                            ("12.50", None, 12.5))

    # -- inside -----------------------------------------------------------------------------------

    def balance_of(self, player: str, currency: str) -> int:
        """The cents that a player really has."""
        return self._cents.get((player, currency), OPENING)

    def _answer(self, act: str, do: Callable[[], T], lies: tuple[object, ...]) -> object:
        dice = self._chance.random()
        if self.away or dice < self._trouble / 2:
            self.calls[f"{act}, not arrived"] += 1
            raise NoAnswer(f"the {act} has not arrived")
        if dice < self._trouble * 0.6:
            self.calls[f"{act}, failed"] += 1
            raise RuntimeError(f"the {act} has failed")
        answer = do()
        if self.fatal and act == "debit":
            self.fatal = False
            self._kill()
        if dice < self._trouble:
            self.calls[f"{act}, answer lost"] += 1
            raise NoAnswer(f"the answer to the {act} is lost")
        if self.lies and self._chance.random() < 0.3:
            self.calls[f"{act}, wrong answer"] += 1
            return self._chance.choice(lies)
        self.calls[act] += 1
        return answer


async def settled(ledger: Ledger) -> str:
    """What an open house still has to do at the wallet after a minute in peace, or ""."""
    for _ in range(60):
        if not ledger.outgoing_credits() and not ledger.announced_debits():
            return ""
        await asyncio.sleep(1)
    return "what is due at the wallet does not arrive there"


def compare(ledger: Ledger, wallet: OperatorWallet) -> str:
    """What differs between the operator's book and the journal of a house that has nothing more to
    do at the wallet, or ""."""
    journal: dict[str, dict[str, Movement]] = {IN: {}, OUT: {}}
    names = ledger.accounts("€")
    for posting in ledger.postings():
        transfer = posting.transfer
        for prefix, movements in journal.items():
            if transfer.key.startswith(prefix):
                account = transfer.to if prefix == IN else transfer.frm
                movements[transfer.key] = Movement(
                    names.owner(account), names.same_currency(account).currency, transfer.amount)
    book = {
        IN: {f"{IN}{key}": movement for key, movement in wallet.debits.items()
                    if key not in wallet.undone},
        OUT: wallet.credits}
    for prefix, movements in journal.items():
        what = "debit" if prefix == IN else "credit"
        for key in sorted(movements.keys() | book[prefix].keys()):
            here, there = movements.get(key), book[prefix].get(key)
            if here != there:
                return f"the {what} {key} is {here} in the journal and {there} at the wallet"
    for account, amount in ledger.balances(PLAYER).items():
        if amount:
            return f"{account} holds {amount} in a house whose players have a wallet"
    return ""
