"""Places are freed of those whose session has ended, and given to those who reserved one."""

from __future__ import annotations

from typing import Protocol

from sabot.house.clock import Clock
from sabot.house.ports import ActsForPlayers, HasDesk, SendsNotices, StoresProposals
from sabot.procedure import Act, offers_for


class _Table(HasDesk, StoresProposals, SendsNotices, ActsForPlayers, Protocol):
    """A table at which places are given."""


class Seating:
    """The places of one table."""

    def __init__(self, table: _Table, clock: Clock) -> None:
        self.table = table
        self.clock = clock
        self._window = ""
        self._filling = False

    def start(self) -> None:
        """The table stands where it was found."""
        self._window = self.table.desk.seating

    def just_opened(self) -> bool:
        """Whether places have begun to be given since this was asked last."""
        before, self._window = self._window, self.table.desk.seating
        return bool(self._window) and self._window != before

    async def fill(self) -> bool:
        """Free the places of those whose session ended, and seat those who reserved one; False
        where the books could not be written, so that it is still to be done."""
        if not self.table.desk.seating or self._filling:
            return True
        self._filling = True
        try:
            return await self._fill()
        finally:
            self._filling = False

    async def _fill(self) -> bool:
        desk = self.table.desk
        reserved = dict(desk.state.reserved)
        staying = {*desk.state.sessions, *reserved.values()}
        for player in dict.fromkeys(p for p in desk.seats if p and p not in staying):
            await self.leave_all(player)
        for place, player in list(reserved.items()):
            if not desk.seating:  # the first who sits may be asked something: the others wait
                break
            del reserved[place]
            if desk.holder(place) != player:
                sat = await self.table.act_for(Act(player, "sit", place))
                if sat is None:  # his place is kept until the books can be written again
                    return False
                if not sat:
                    self.table.notify(player, "place-lost", self.table.laws["place"],
                                      {"place": place})
        if reserved != desk.state.reserved:
            return await self.table.store(desk.propose_house(
                "house", (), self.clock.now(), reserved=reserved)) is not None
        return True

    async def leave_all(self, player: str) -> None:
        """Take back a player's bets at the places of others, and free his own."""
        desk, quiet = self.table.desk, self.table.act_for
        own, standing = desk.places_of(player), desk.dealer
        offers = offers_for(standing.standing if standing else None, player)
        for spot in [spot for o in offers if o.act == "clear" for spot in o.spots]:
            if (place := spot.partition("/")[0]) not in own and place.isdecimal():
                await quiet(Act(player, "clear", spot))
        await quiet(Act(player, "leave", "table"))  # where he waits for a place
        for place in own:
            if not await quiet(Act(player, "leave", place)):
                # A bet that is locked keeps him there; the others need not wait with it.
                await quiet(Act(player, "clear-all", "table"))
