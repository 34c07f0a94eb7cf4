"""Frees the places of ended sessions, and gives reserved places."""

from __future__ import annotations

from typing import Protocol

from sabot.house.clock import Clock
from sabot.house.ports import ActsForPlayers, HasDesk, SendsNotices, StoresProposals
from sabot.procedure import Act, offers_for


class _Table(HasDesk, StoresProposals, SendsNotices, ActsForPlayers, Protocol):
    """What giving places needs of a table."""


class Seating:
    """The places of one table."""

    def __init__(self, table: _Table, clock: Clock) -> None:
        self.table = table
        self.clock = clock
        self._window = ""
        self._filling = False

    def start(self) -> None:
        """Start from the present state of the table."""
        self._window = self.table.desk.seating

    def just_opened(self) -> bool:
        """Whether a window for seating has opened since the last call."""
        before, self._window = self._window, self.table.desk.seating
        return bool(self._window) and self._window != before

    async def fill(self) -> bool:
        """Free the places of ended sessions, and seat players with a reservation; False when the
        journal could not be written, so that this is still to do."""
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
            if not desk.seating:  # the table may ask the first player something: others wait
                break
            del reserved[place]
            if desk.holder(place) != player:
                sat = await self.table.act_for(Act(player, "sit", place))
                if sat is None:  # the reservation stays until the journal can be written again
                    return False
                if not sat:
                    self.table.notify(player, "place-lost", self.table.laws["place"],
                                      {"place": place})
        if reserved != desk.state.reserved:
            return await self.table.store(desk.propose_house(
                "house", (), self.clock.now(), reserved=reserved)) is not None
        return True

    async def leave_all(self, player: str) -> None:
        """Take back a player's bets at others' places, and free the player's own places."""
        desk, quiet = self.table.desk, self.table.act_for
        own, standing = desk.places_of(player), desk.dealer
        offers = offers_for(standing.standing if standing else None, player)
        for spot in [spot for o in offers if o.act == "clear" for spot in o.spots]:
            if (place := spot.partition("/")[0]) not in own and place.isdecimal():
                await quiet(Act(player, "clear", spot))
        await quiet(Act(player, "leave", "table"))  # a player who waits for a place
        for place in own:
            if not await quiet(Act(player, "leave", place)):
                # A locked bet keeps the player there; their other bets can still go.
                await quiet(Act(player, "clear-all", "table"))
