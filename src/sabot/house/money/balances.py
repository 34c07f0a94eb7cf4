"""Players' accounts: one in each currency that is played here.

A first-format journal has one account per player, without a currency.
"""

from __future__ import annotations

import asyncio
from typing import Protocol

import msgspec

from sabot.games import game
from sabot.house.money.whereabouts import Whereabouts
from sabot.house.ports import HasPurse, HasTables
from sabot.house.table.switches import base_of
from sabot.ledger import Accounts, Ledger
from sabot.money import EURO


class _Host(HasTables, HasPurse, Protocol):
    """What players' accounts need of the house."""

    ledger: Ledger
    whereabouts: Whereabouts


class Balance(msgspec.Struct, frozen=True, kw_only=True):
    """A player's balance in a currency, in cents; "" when the journal has one account for all."""

    currency: str
    cents: int


class Balances:
    """The accounts of the players of a house."""

    def __init__(self, house: _Host) -> None:
        self._house = house

    def accounts(self) -> dict[Accounts, str]:
        """Return the account names in each currency of the tables, in order, with the currency's
        symbol; "" when the journal has one account for all."""
        signs = {}
        for sign in [game(table.game).currency for table in self._house.tables.values()] or [EURO]:
            names = self._house.ledger.accounts(sign)
            signs[names] = sign if names.currency else ""
        return signs

    def owner(self, account: str) -> str:
        """Return the player who owns an account."""
        return self._house.ledger.accounts(EURO).owner(account)

    def of(self, player: str) -> list[Balance]:
        """Return a player's balance in each currency."""
        return [Balance(currency=currency, cents=self._house.purse.balance(names.player(player)))
                for names, currency in self.accounts().items()]

    async def refresh(self, player: str) -> None:
        """Find out a player's balances that are not known."""
        look = self._house.purse.refresh
        await asyncio.gather(*(look(names.player(player)) for names in self.accounts()))

    def spent(self, player: str) -> list[Accounts]:
        """Return the currencies in which a player has nothing in play, and too little for the
        smallest bet at any table."""
        return [names for names in self.accounts() if self._is_spent(player, names)]

    def _is_spent(self, player: str, names: Accounts) -> bool:
        tables = {table_id: table for table_id, table in self._house.tables.items()
                  if self._house.ledger.accounts(game(table.game).currency) == names}
        least = min((table.minimum for table in tables.values()), default=0)
        return self._house.purse.balance(names.player(player)) < least and not any(
            base_of(table_id) in tables for table_id in self._house.whereabouts.staked(player))
