"""The house's own players at a demo table: they fill seats so that a single player can play.

A bot is a player like any other: it sits, bets demo credits, decides through the same offers, and
sees only its own view. The game says how it plays (``parts["bot"]``). Bots come as soon as somebody
plays, leave one seat free, and go when the last person has gone. Those who are asked at the same
time answer together, after one pause.
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
from sabot.procedure import Act, Offer, TableState, offers_for

NAMES = ("Aurora", "Baltasar", "Celeste", "Damião", "Emília", "Fausto", "Graça", "Hilário")
PACE = 0.7  # seconds before bots act
FREE = 1  # seats that stay free for people


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
        """Return the name of the ``n``-th bot of a table; no person can have it."""
        series, index = divmod(n - 1, len(NAMES))
        return f"{NAMES[index]} {series + 1} (bot)" if series else f"{NAMES[index]} (bot)"

    def is_bot_here(self, player: str) -> bool:
        """Whether a player is one of this table's bots."""
        return player.startswith(f"{BOT}{self.table.desk.id}_")

    def on_open(self, table: AnyTable) -> None:
        """Schedule a bot: it may have been asked before the house closed."""
        self.schedule()

    def on_stored(self, table: AnyTable, proposal: Proposal) -> None:
        """Schedule a bot: it may be asked now. Nobody waits for bots that take their seats."""
        self.schedule(0.0 if self._somebody_sits(proposal) else PACE)

    def on_failed(self, table: AnyTable) -> None:
        """Schedule a bot: the failed act may have been its own."""
        self.schedule()

    def on_close(self, table: AnyTable) -> None:
        """Stop the bots."""
        self.most = 0
        if self._timer:
            self._timer.cancel()

    def _somebody_sits(self, proposal: Proposal) -> bool:
        """Whether somebody has sat down, so that bots may come."""
        return any(isinstance(event.answer, Act) and event.answer.act == "sit"
                   for event in proposal.events)

    def schedule(self, delay: float | None = None) -> None:
        """Let the bots act after their usual delay, or after this one in seconds."""
        if not self.most or self.table.closed:
            return
        if self._timer and delay == 0:
            self._timer.cancel()
        elif self._timer:
            return
        self._timer = asyncio.get_running_loop().call_later(
            PACE if delay is None else delay, self._post_play)

    def _post_play(self) -> None:
        self._timer = None
        if self.table.post(self.play) is None:
            self.schedule()

    async def play(self) -> None:
        """Do the next act of each bot that is asked now; where only one is asked, of that one."""
        question = self._question()
        for player in self._players():
            act = self._next_act(player)
            if act is not None:
                try:
                    await self._fund(player)
                except (HouseError, LedgerError):  # try again later
                    self.schedule()
                    return
                done = await self.table.act_for(act)
                if done and act.act != "sit" and self._question() != question:
                    return

    def _question(self) -> tuple[str, str]:
        """Return the coup and the question that is open."""
        state = self.table.desk.state
        return state.coup, state.window

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
        free = sum(not holder for holder in desk.seats)
        if not people or free < FREE:
            leave = next((o for o in offers if o.act == "leave" and o.seat in here), None)
            if leave is not None:
                return Act(player, "leave", leave.seat)
        return self.plays(desk.playing, player, self._view_of(player), offers,
                          desk.chance.source.below)

    def _sit_act(self, player: str, offers: tuple[Offer, ...]) -> Act | None:
        """Take the first seat that is offered, as long as a seat stays free for people."""
        sit = [(spot, o.least) for o in offers if o.act == "sit" for spot in o.spots]
        if sum(not holder for holder in self.table.desk.seats) <= FREE or not sit:
            return None
        return Act(player, "sit", *sit[0])

    def _view_of(self, player: str) -> TableState:
        """Return the table as this bot may see it."""
        layout = self.table.desk.layout
        return layout.views.get(player, layout.view)

    async def _fund(self, player: str) -> None:
        """Create the bot's player record, or give it demo credits when it has few."""
        house, law = self.host, self.table.laws["demo"]
        names = self.table.desk.accounts
        if player in self._known and house.purse.balance(
                names.player(player)) >= minimum_credit(self.table.desk):
            return
        known = house.player(player)
        if known is None:
            player_record = Player(id=player, name=self.bot_name(int(player.rpartition("_")[2])),
                                   created=house.clock.now())
            await house.commit(
                players.player_entry(
                    house.ledger, player_record, players.GUEST_CREDIT, law, [names])
            )
        elif house.purse.balance(names.player(player)) < minimum_credit(self.table.desk):
            fresh = Player(id=known.id, name=known.name, created=known.created,
                           fills=known.fills + 1)
            await house.commit(players.player_entry(house.ledger, fresh, players.GUEST_CREDIT, law,
                                                    [names]))
        self._known.add(player)


def minimum_credit(desk: Desk) -> int:
    """Return the minimum credit of a bot when it acts, in cents."""
    return min(players.GUEST_CREDIT, 50 * desk.table.minimum)
