"""The names of accounts, and from the movements that a coup tells to the transfers of the ledger.

In the second format of the journal the name of every account ends in its currency,
``player:p_1@EUR``, by its code of ISO 4217. In the first format no account has one.
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
"""How many characters a currency takes at the end of an account's name."""
_IN_CURRENCY = re.compile(r"[a-z]+:.*@[A-Z]{3}", re.DOTALL)


class Accounts(NamedTuple):
    """The names of accounts in one currency. ``currency`` is its code of ISO 4217, or "" in the
    first format of the journal, whose accounts have none."""

    currency: str

    def named(self, kind: str, whose: str) -> str:
        """The account of a kind, such as "bank", that belongs to a table, a coup or a player."""
        return f"{kind}:{whose}@{self.currency}" if self.currency else f"{kind}:{whose}"

    def owner(self, account: str) -> str:
        """To whom or what an account belongs, in whatever currency it is: p_1."""
        whose = account.partition(":")[2]
        return whose[:-SUFFIX] if self.currency else whose

    def in_which(self, account: str) -> Accounts:
        """The names of the accounts in the currency of this one."""
        return Accounts(account[1 - SUFFIX:]) if self.currency else self

    def renamed(self, account: str) -> str:
        """An account of the first format as it is called in this currency."""
        if account == FIRST.counter():
            return self.counter()
        kind, _, whose = account.partition(":")
        return self.named(kind, whose)

    def player(self, player: str) -> str:
        """The account of a player's credit."""
        return self.named("player", player)

    def stake(self, coup_id: str) -> str:
        """The account of what is in play in a coup; empty before it and after it."""
        return self.named("stake", coup_id)

    def bank(self, table_id: str) -> str:
        """The account of a table's bank."""
        return self.named("bank", table_id)

    def held(self, table_id: str) -> str:
        """The account of what stays on a table between coups."""
        return self.named("held", table_id)

    def jackpot(self, table_id: str) -> str:
        """The account of a table's jackpot: only a prize of it, won at the table, lowers it."""
        return self.named("jackpot", table_id)

    def pool(self, name: str) -> str:
        """What this house holds of a pool that several tables feed; below nothing what it has paid
        for others that feed it."""
        return self.named("pool", name)

    def ticket(self, number: str) -> str:
        """The account of a ticket: what it is worth until it is redeemed, once."""
        return self.named("ticket", number)

    def wallet(self, chain: str) -> str:
        """What an operator's wallet owes for what was played at a table, by the chain of its
        entries; in the first format one account for the whole house."""
        return self.named("wallet", chain if self.currency else "remote")

    def is_wallet(self, account: str) -> bool:
        """Whether an account says what an operator's wallet owes this house, or is owed by it."""
        return account.startswith(_WALLET) if self.currency else account == self.wallet("")

    def counter(self) -> str:
        """The other side of what a ledger that is the wallet of others takes and gives."""
        return self.named("counter", "wallet") if self.currency else "wallet:counter"

    def issue(self, player: str, amount: int, key: str, law: str = "") -> Transfer:
        """Demo credits for a player, from the account that issues them; in cents."""
        key = f"{key}/{self.currency}" if self.currency else key
        return Transfer(key, self.named("issue", "demo"), self.player(player), amount, law)

    def transfers(self, table_id: str, coup_id: str, first_index: int,
                  events: Iterable[Event]) -> tuple[Transfer, ...]:
        """The transfers of some events of a coup.

        ``first_index`` is the place of the first of them in the coup's record, so that each
        movement has the same key for ever: coup/place.
        """
        found = []
        for index, event in enumerate(events, start=first_index):
            step = event.step
            if isinstance(step, Move):
                frm, to = (self._side(side, step, table_id, coup_id) for side in FLOWS[step.kind])
                if frm != to:  # a stake that joins another stays in the coup's account
                    found.append(Transfer(f"{coup_id}/{index}", frm, to, step.amount, step.law))
        return tuple(found)

    def _side(self, side: str, step: Move, table_id: str, coup_id: str) -> str:
        """The account on one side of a movement of a coup."""
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
                return self.named(side, table_id)
        raise KeyError(side)


FIRST = Accounts("")
"""The names of the first format."""


def in_currency(account: str) -> bool:
    """Whether an account's name ends in a currency, as those of the second format do."""
    return _IN_CURRENCY.fullmatch(account) is not None
