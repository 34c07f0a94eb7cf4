"""What players have: an account in each currency that the tables of a house are played in.

The books of the first format keep one account for all of it, which is of no currency.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from sabot.games import game
from sabot.ledger import Accounts
from sabot.money import EURO

if TYPE_CHECKING:
    from sabot.house.house import House


class Credits:
    """The accounts of the players of a house."""

    def __init__(self, house: House) -> None:
        self._house = house

    def currencies(self) -> list[str]:
        """The currencies of the tables in their order, by the sign with which games write them;
        [""] where the books keep no account in each."""
        if self._house.ledger.format == 1:
            return [""]
        played = dict.fromkeys(game(one.game).currency for one in self._house.tables.values())
        return list(played) or [EURO]

    def accounts(self) -> list[Accounts]:
        """The names of the accounts in each of these currencies."""
        return [self._house.ledger.accounts(currency or EURO) for currency in self.currencies()]

    def owner(self, account: str) -> str:
        """The player whose account this is."""
        return self._house.ledger.accounts(EURO).owner(account)

    def of(self, player: str) -> list[dict[str, Any]]:
        """What a player has: the cents in each currency."""
        return [{"currency": currency, "cents": self._house.purse.have(names.player(player))}
                for currency, names in zip(self.currencies(), self.accounts(), strict=True)]

    async def look(self, player: str) -> None:
        """Find out what a player has, where that is not known."""
        look = self._house.purse.look
        await asyncio.gather(*(look(names.player(player)) for names in self.accounts()))

    def spent(self, player: str) -> list[Accounts]:
        """The currencies in which a player has nothing in play, and not enough for the smallest bet
        at any table."""
        return [names for names in self.accounts() if self._is_spent(player, names)]

    def _is_spent(self, player: str, names: Accounts) -> bool:
        desks = [room.desk for room in self._house.rooms.values() if room.desk.accounts == names]
        least = min((desk.table.minimum for desk in desks), default=0)
        return self._house.purse.have(names.player(player)) < least and not any(
            desk.staked.get(player, 0) for desk in desks)
