"""Players of the house's own at a demo table: they fill seats so that who comes alone can play.

A bot is a player like any other: it sits, bets demo credits and decides through the same offers,
and it sees what its own eyes may see. The game says how it plays (``parts["bot"]``). Bots come
while somebody plays, leave a seat free, and go when the last person has gone.
"""

from __future__ import annotations

import asyncio
from typing import Protocol

from sabot.house.errors import HouseError
from sabot.house.people import players
from sabot.house.people.players import BOT, Player
from sabot.house.ports import AnyTable, HasClock, HasLedger, HasPurse, NamesPlayers, TableService
from sabot.house.table.desk import Desk
from sabot.house.table.versioned_events import Proposal
from sabot.ledger import LedgerError
from sabot.procedure import Act, Offer, TableState, offers_for, redact

NAMES = ("Aurora", "Baltasar", "Celeste", "Damião", "Emília", "Fausto", "Graça", "Hilário")
PACE = 0.7  # seconds that a bot takes for what it does
FREE = 1  # seats that are left to people


class _Host(HasClock, HasLedger, NamesPlayers, HasPurse, Protocol):
    """What bots need of the house."""


class Bots(TableService):
    """The bots of one table."""

    def __init__(self, table: AnyTable, host: _Host) -> None:
        self.table = table
        self.host = host
        self.plays = table.desk.game.bot
        self.most = table.desk.table.bots if self.plays else 0
        self._timer: asyncio.TimerHandle | None = None
        self._known: set[str] = set()

    @staticmethod
    def bot_name(n: int) -> str:
        """The name of the ``n``-th bot of a table, which no person can have."""
        again, which = divmod(n - 1, len(NAMES))
        return f"{NAMES[which]} {again + 1} (bot)" if again else f"{NAMES[which]} (bot)"

    def is_bot_here(self, player: str) -> bool:
        """Whether a player is one of these bots."""
        return player.startswith(f"{BOT}{self.table.desk.id}_")

    def on_open(self, table: AnyTable) -> None:
        """One of them may be asked since before the house was closed."""
        self.schedule()

    def on_stored(self, table: AnyTable, proposal: Proposal) -> None:
        """One of them may be asked now."""
        self.schedule()

    def on_failed(self, table: AnyTable) -> None:
        """It may have been one of them: nothing else would wake it."""
        self.schedule()

    def on_close(self, table: AnyTable) -> None:
        """They do nothing more."""
        self.most = 0
        if self._timer:
            self._timer.cancel()

    def schedule(self) -> None:
        """Something happened at the table: a bot may have something to do, in its own time."""
        if self.most and self._timer is None and not self.table.closed:
            self._timer = asyncio.get_running_loop().call_later(PACE, self._post_play)

    def _post_play(self) -> None:
        self._timer = None
        if self.table.post(self.play) is None:
            self.schedule()

    async def play(self) -> None:
        """The next thing that one of them does, if there is any."""
        for player in self._players():
            act = self._next_act(player)
            if act is not None:
                try:
                    await self._fund(player)
                except (HouseError, LedgerError):  # nothing else would wake it
                    self.schedule()
                    return
                if await self.table.act_for(act):
                    return

    def _players(self) -> list[str]:
        return [f"{BOT}{self.table.desk.id}_{n}" for n in range(1, self.most + 1)]

    def _next_act(self, player: str) -> Act | None:
        desk = self.table.desk
        if desk.dealer is None or desk.state.over or self.plays is None:
            return None
        offers = tuple(offers_for(desk.dealer.standing, player))
        people = [p for p in desk.state.sessions if not self.is_bot_here(p)]
        here = desk.places_of(player)
        if not here:
            return self._sit_act(player, offers) if people else None
        free = sum(not held for held in desk.seats)
        if not people or free < FREE:
            leave = next((o for o in offers if o.act == "leave" and o.seat in here), None)
            if leave is not None:
                return Act(player, "leave", leave.seat)
        return self.plays(desk.playing, player, self._view_of(player), offers,
                          desk.chance.source.below)

    def _sit_act(self, player: str, offers: tuple[Offer, ...]) -> Act | None:
        """A bot takes the first seat that is offered, as long as people still find one."""
        sit = [(spot, o.least) for o in offers if o.act == "sit" for spot in o.spots]
        if sum(not held for held in self.table.desk.seats) <= FREE or not sit:
            return None
        return Act(player, "sit", *sit[0])

    def _view_of(self, player: str) -> TableState:
        """What lies on the table for these eyes."""
        view = TableState(self.table.desk.game.label)
        for event in self.table.desk.dealer.record if self.table.desk.dealer else ():
            view.fold(redact(event, player))
        return view

    async def _fund(self, player: str) -> None:
        """Make a bot known, and give it demo credits where it has few."""
        house, law = self.host, self.table.laws["demo"]
        names = self.table.desk.accounts
        if player not in self._known and (known := house.player(player)) is None:
            made = Player(id=player, name=self.bot_name(int(player.rpartition("_")[2])),
                          created=house.clock.now())
            await house.commit(players.player_entry(house.ledger, made, players.GUEST_CREDIT, law,
                                                    [names]))
        elif (known := house.player(player)) and house.purse.balance(
                names.player(player)) < minimum_credit(self.table.desk):
            fresh = Player(id=known.id, name=known.name, created=known.created,
                           fills=known.fills + 1)
            await house.commit(players.player_entry(house.ledger, fresh, players.GUEST_CREDIT, law,
                                                    [names]))
        self._known.add(player)


def minimum_credit(desk: Desk) -> int:
    """What a bot has at least when it acts, in cents."""
    return min(players.GUEST_CREDIT, 50 * desk.table.minimum)
