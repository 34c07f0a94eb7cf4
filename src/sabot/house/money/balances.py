"""What players have: an account in each currency that the tables of a house are played in.

The books of the first format keep one account for all of it, which is of no currency.
"""

from __future__ import annotations

import asyncio
from typing import Protocol

import msgspec

from sabot.games import game
from sabot.house.ports import HasPurse, HasTables
from sabot.ledger import Accounts, Ledger
from sabot.money import EURO


class _Host(HasTables, HasPurse, Protocol):
    """What the accounts of players need of the house."""

    ledger: Ledger


class Balance(msgspec.Struct, frozen=True, kw_only=True):
    """What a player has in a currency, in cents; "" where the books keep one account for all."""

    currency: str
    cents: int


class Balances:
    """The accounts of the players of a house."""

    def __init__(self, house: _Host) -> None:
        self._house = house

    def accounts(self) -> dict[Accounts, str]:
        """The names of the accounts in each currency of the tables, in their order, with the sign
        by which games write it; "" where the books keep one account for all."""
        found = {}
        for sign in [game(one.game).currency for one in self._house.tables.values()] or [EURO]:
            names = self._house.ledger.accounts(sign)
            found[names] = sign if names.currency else ""
        return found

    def owner(self, account: str) -> str:
        """The player whose account this is."""
        return self._house.ledger.accounts(EURO).owner(account)

    def of(self, player: str) -> list[Balance]:
        """What a player has: the cents in each currency."""
        return [Balance(currency=currency, cents=self._house.purse.balance(names.player(player)))
                for names, currency in self.accounts().items()]

    async def refresh(self, player: str) -> None:
        """Find out what a player has, where that is not known."""
        look = self._house.purse.refresh
        await asyncio.gather(*(look(names.player(player)) for names in self.accounts()))

    def spent(self, player: str) -> list[Accounts]:
        """The currencies in which a player has nothing in play, and not enough for the smallest bet
        at any table."""
        return [names for names in self.accounts() if self._is_spent(player, names)]

    def _is_spent(self, player: str, names: Accounts) -> bool:
        desks = [room.desk for room in self._house.rooms.values() if room.desk.accounts == names]
        least = min((desk.table.minimum for desk in desks), default=0)
        return self._house.purse.balance(names.player(player)) < least and not any(
            desk.staked.get(player, 0) for desk in desks)
