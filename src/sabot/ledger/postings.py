"""The names of accounts, and the ledger's transfers from the movements of a coup.

In the second format of the journal every account name ends in its currency, ``player:p_1@EUR``, as
an ISO 4217 code. In the first format no account has a currency.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from sabot.money import Transfer
from sabot.procedure import FLOWS, Event, Move

PLAYER, TICKET, POOL, JACKPOT = "player:", "ticket:", "pool:", "jackpot:"
_WALLET = "wallet:"
SUFFIX = len("@EUR")
"""The length of the currency at the end of an account name."""
_IN_CURRENCY = re.compile(r"[a-z]+:.*@[A-Z]{3}", re.DOTALL)


class Accounts(NamedTuple):
    """The names of accounts in one currency. ``currency`` is its ISO 4217 code, or "" in the first
    format of the journal."""

    currency: str

    def name_of(self, kind: str, whose: str) -> str:
        """The account of a kind, such as "bank", of a table, a coup or a player."""
        return f"{kind}:{whose}@{self.currency}" if self.currency else f"{kind}:{whose}"

    def owner(self, account: str) -> str:
        """The owner of an account in any currency: p_1."""
        whose = account.partition(":")[2]
        return whose[:-SUFFIX] if self.currency else whose

    def same_currency(self, account: str) -> Accounts:
        """The account names in the currency of this account."""
        return Accounts(account[1 - SUFFIX:]) if self.currency else self

    def rename(self, account: str) -> str:
        """The name in this currency of an account of the first format."""
        if account == FIRST.counter():
            return self.counter()
        kind, _, whose = account.partition(":")
        return self.name_of(kind, whose)

    def player(self, player: str) -> str:
        """The account of a player's credit."""
        return self.name_of("player", player)

    def stake(self, coup_id: str) -> str:
        """The account of the stakes of a coup; empty before and after it."""
        return self.name_of("stake", coup_id)

    def bank(self, table_id: str) -> str:
        """The account of a table's bank."""
        return self.name_of("bank", table_id)

    def held_stakes(self, table_id: str) -> str:
        """The account of the stakes that stay on a table between coups."""
        return self.name_of("held", table_id)

    def jackpot(self, table_id: str) -> str:
        """The account of a table's jackpot: only a prize won at the table lowers it."""
        return self.name_of("jackpot", table_id)

    def pool(self, name: str) -> str:
        """What this house holds of a pool that several tables feed; negative after it has paid
        for others."""
        return self.name_of("pool", name)

    def ticket(self, number: str) -> str:
        """The account of a ticket: its value until it is redeemed, once."""
        return self.name_of("ticket", number)

    def wallet(self, chain: str) -> str:
        """What an operator's wallet owes for play at a table, by the chain of its entries; in the
        first format one account for the whole house."""
        return self.name_of("wallet", chain if self.currency else "remote")

    def is_wallet(self, account: str) -> bool:
        """Whether an account holds what an operator's wallet owes this house, or this house
        owes it."""
        return account.startswith(_WALLET) if self.currency else account == self.wallet("")

    def counter(self) -> str:
        """The counterpart account of a ledger that is the wallet of others."""
        return self.name_of("counter", "wallet") if self.currency else "wallet:counter"

    def issue(self, player: str, amount: int, key: str, law: str = "") -> Transfer:
        """Demo credits for a player, from the account that issues them; in cents."""
        key = f"{key}/{self.currency}" if self.currency else key
        return Transfer(key, self.name_of("issue", "demo"), self.player(player), amount, law)

    def transfers(self, table_id: str, coup_id: str, first_index: int,
                  events: Iterable[Event]) -> tuple[Transfer, ...]:
        """The transfers of some events of a coup.

        ``first_index`` is the index of the first of them in the coup's record, so that each
        movement always has the same key: coup/index.
        """
        transfers = []
        for index, event in enumerate(events, start=first_index):
            step = event.step
            if isinstance(step, Move):
                frm, to = (self._side(side, step, table_id, coup_id) for side in FLOWS[step.kind])
                if frm != to:  # a stake that joins another stays in the coup's account
                    transfers.append(Transfer(f"{coup_id}/{index}", frm, to, step.amount, step.law))
        return tuple(transfers)

    def _side(self, side: str, step: Move, table_id: str, coup_id: str) -> str:
        """The account on one side of a movement."""
        match side:
            case "player":
                return self.player(step.player)
            case "stake":
                return self.stake(coup_id)
            case "ticket":
                return self.ticket(step.into)
            case "jackpot" if step.into:
                return self.pool(step.into)
            case "bank" | "held" | "commission" | "gratuity" | "jackpot":
                return self.name_of(side, table_id)
        raise KeyError(side)


FIRST = Accounts("")
"""The names of the first format."""


def has_currency(account: str) -> bool:
    """Whether an account name ends in a currency, as in the second format."""
    return _IN_CURRENCY.fullmatch(account) is not None
