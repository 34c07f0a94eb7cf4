"""Several tables with one list of players: who registers, who is drawn to which, who may change.

A game says what its law wants of such a list (``parts["lists"]``); tables that name the same list
belong together. What happens to a list is stored before it is so, with the lots of every draw.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Protocol

import msgspec
import structlog

from sabot.equipment import NoncedSource
from sabot.games import game
from sabot.house.errors import HouseError
from sabot.house.people import roles as staff
from sabot.house.people.players import BOT, Player
from sabot.house.people.roles import Member
from sabot.house.ports import AnyTable, Booked, Closes, Laid, Moneyed, Signed, Timed
from sabot.house.seating.scheduled_service import ScheduledService
from sabot.house.shared_views import Names
from sabot.house.table.desk import Desk
from sabot.house.table.mailbox import in_turn
from sabot.house.table.messages import Refused
from sabot.house.table.restrictions import Bar
from sabot.house.table.versioned_events import Proposal
from sabot.law import cite_clause
from sabot.ledger import Document, Entry
from sabot.procedure import Act, Call, canonical
from sabot.procedure.game import Game
from sabot.procedure.steps import STARTS
from sabot.procedure.waiting_list import Change, Placed, Rules, WaitingList, after, drawn, many


class _Host(Timed, Booked, Laid, Moneyed, Closes, Signed, Protocol):
    """What lists need of the house; ``source`` draws."""

    source: NoncedSource


GATHER = 30.0  # seconds from the first who registers until a house without staff holds the draw
COME = 300.0  # seconds in which a player takes his seat

log = structlog.get_logger("sabot.lists")


class Waiting(msgspec.Struct, frozen=True, kw_only=True, tag="waiting", tag_field="state"):
    """I wait on a list: so many stand ``before`` me."""

    before: int
    law: str


class AtTable(msgspec.Struct, frozen=True, kw_only=True, tag="placed", tag_field="state"):
    """I have a table of a list: which, with the suit that was drawn; ``sat``: I have taken my seat.
    ``bound``: I stay on the list until nobody sits there."""

    table: str
    name: str
    suit: str
    sat: bool
    law: str
    bound: bool


class ListTable(msgspec.Struct, frozen=True, kw_only=True):
    """A table of a list: its places, how many are taken and how many are to come, its suit, and
    where it plays by sessions what of one is played."""

    id: str
    name: str
    places: int
    taken: int
    to_come: int
    suit: str
    in_sessions: bool
    session: str
    sessions: int
    open: bool


class ListTold(msgspec.Struct, frozen=True, kw_only=True):
    """A list: how many wait, the least for a table, the clauses of registering, of the draw and of
    changes, the seconds until the house draws (null where it does not), and ``you``: what I have to
    do with it."""

    id: str
    game: str
    names: Names
    waiting: int
    least: int
    law: str
    draw_law: str
    change_law: str
    seconds: int | None
    you: Waiting | AtTable | None
    tables: list[ListTable]


class WaitingLists(ScheduledService):
    """The lists of a house. ValueError where tables with one list are not of one game with lists,
    or are more than there are suits."""

    def __init__(self, house: _Host) -> None:
        super().__init__(house.clock)
        self.house = house
        self.tables: dict[str, tuple[str, ...]] = {}
        for table_id, table in house.tables.items():
            if table.list:
                self.tables[table.list] = (*self.tables.get(table.list, ()), table_id)
        self.rolls = {name: WaitingList(name) for name in self.tables}
        self._coming: set[str] = set()  # who went on the list of his table and not off it
        self._check()

    def _check(self) -> None:
        for name, tables in self.tables.items():
            games = {self.house.tables[table_id].game for table_id in tables}
            if len(games) > 1:
                raise ValueError(f"the list {name!r} has tables of {', '.join(sorted(games))}; "
                                 "allowed: one game")
            if len(tables) > len(suits := self._rules(name).suits):
                law = self._rules(name).laws["draw"]
                cite_clause(law)
                raise ValueError(f"the list {name!r} has {len(tables)} tables; allowed: up to "
                                 f"{len(suits)}, as there are suits ({law})")

    def start(self) -> None:
        """Find the lists as the books have them."""
        for document in self.house.ledger.documents("list"):
            if document.id in self.rolls:
                self.rolls[document.id] = msgspec.json.decode(document.body, type=WaitingList)
        self._set_timer()

    # -- what others ask of them -------------------------------------------------------------------

    def _rules(self, name: str) -> Rules:
        found = self._game(name).lists
        assert found is not None
        return found

    def _game(self, name: str) -> Game:
        return game(self.house.tables[self.tables[name][0]].game)

    def _room(self, table_id: str) -> AnyTable:
        return self.house.rooms[table_id]

    def _roll(self, name: str) -> WaitingList:
        if name not in self.rolls:
            raise HouseError("no-list", f"there is no list {name!r}", status=404)
        return self.rolls[name]

    def bars(self, player: str, table_id: str) -> Bar | None:
        """Why a player may not come to a table now, or None."""
        name = self._list_of(table_id)
        if not name or player.startswith(BOT):
            return None
        rules, mine = self._rules(name), self.rolls[name].placed.get(player)
        if mine is None:
            law = rules.laws["list"]
            cite_clause(law, rules.laws["when"])
            return Bar("not-listed", law, f"register in the list {name!r} first: it says at which "
                       "of its tables you play", {"list": name})
        if mine.table == table_id or mine.table not in self.tables[name]:
            return None
        if mine.sat and not self._in_sessions(name, mine.table):
            return None
        law = rules.laws["change" if mine.sat else "draw"]
        cite_clause(law, rules.laws["bound"])
        here = self.house.tables[mine.table].name
        text = f"you play at {here}; ask to change tables first" if mine.sat else \
            f"your table is {here}"
        return Bar("other-table", law, text,
                   {"table": mine.table, "name": here, "suit": mine.suit, "list": name})

    def _list_of(self, table_id: str) -> str:
        table = self.house.tables.get(table_id)
        return table.list if table else ""

    def _in_sessions(self, name: str, table_id: str) -> bool:
        return self._rules(name).in_sessions(self.house.tables[table_id])

    def _taken(self, table_id: str) -> list[str]:
        return [player for player in self._room(table_id).told_seats if player]

    def _load(self, name: str, table_id: str) -> int:
        """How many play at a table or are to come to it."""
        here = {*self._taken(table_id), *self._waits(table_id)}
        return len(here | {player for player, mine in self.rolls[name].placed.items()
                           if mine.table == table_id and not mine.sat})

    def _waits(self, table_id: str) -> Iterable[str]:
        desk = self._room(table_id).desk
        found: Iterable[str] = desk.game.lists.waits(desk.carry) if desk.game.lists else ()
        return found

    def _open(self, name: str) -> list[str]:
        return [table_id for table_id in self.tables[name]
                if self.house.closed_by(self._room(table_id).desk) is None]

    @property
    def _alone(self) -> bool:
        """Whether the house holds its draws itself: demo credits, and nobody works here."""
        return self.house.purse.demo and not any(
            one.active for one in staff.members(self.house.ledger))

    def draws_at(self, name: str) -> float:
        """When the house holds the next draw of a list by itself; 0 where it does not."""
        roll = self.rolls[name]
        return self.house.since(roll.since) + GATHER if roll.waiting and self._alone else 0.0

    def told(self, player: str) -> list[ListTold]:
        """Every list with its tables, how many wait, and what a player has to do with it."""
        return [self._told(name, player) for name in self.tables]

    def _told(self, name: str, player: str) -> ListTold:
        roll, rules = self.rolls[name], self._rules(name)
        mine, at = roll.placed.get(player), self.draws_at(name)
        played = self._game(name)
        suits = {one.table: one.suit for one in roll.placed.values() if one.suit}
        cite_clause(rules.laws["list"])
        you: Waiting | AtTable | None = None
        if player in roll.waiting:
            you = Waiting(before=roll.waiting.index(player), law=rules.laws["list"])
        elif mine is not None:
            there = self.house.tables.get(mine.table)
            you = AtTable(table=mine.table, name=there.name if there else "", suit=mine.suit,
                          sat=mine.sat, law=mine.law,
                          bound=mine.sat and there is not None and rules.in_sessions(there))
        return ListTold(
            id=name, game=played.id, names=played.names, waiting=len(roll.waiting),
            least=rules.least, law=rules.laws["list"], draw_law=rules.laws["draw"],
            change_law=rules.laws["change"],
            seconds=max(0, round(at - self.house.clock.now())) if at else None, you=you,
            tables=[self._card(name, table_id, suits) for table_id in self.tables[name]])

    def _card(self, name: str, table_id: str, suits: dict[str, str]) -> ListTable:
        desk, taken = self._room(table_id).desk, self._taken(table_id)
        shown, begins = desk.game.shown(desk.carry), _begins(desk)
        return ListTable(
            id=table_id, name=desk.table.name, places=desk.table.places, taken=len(taken),
            to_come=self._load(name, table_id) - len(taken), suit=suits.get(table_id, ""),
            in_sessions=self._in_sessions(name, table_id),
            session="begun" if begins else shown.get("session", ""),
            sessions=shown.get("sessions", 0) + begins, open=self.house.closed_by(desk) is None)

    # -- what players do ---------------------------------------------------------------------------

    async def register(self, player: Player, name: str) -> ListTold:
        """Put a player on a list; where tables of it are in play he is sent to one at once."""
        self._roll(name)
        async with self._lock:
            roll, law = self.rolls[name], self._rules(name).laws["list"]
            if player.id not in roll.waiting and player.id not in roll.placed:
                cite_clause(law)
                now = self.house.clock.now()
                await self._note(name, [Change("register", law, (player.id,), now)])
                if late := self._late(name):
                    try:
                        await self._note(name, late)
                    except HouseError:  # he is registered; the clock sends him to his table
                        self._set_timer(again=True)
        return self._told(name, player.id)

    async def leave(self, player: Player, name: str) -> ListTold:
        """Take a player off a list."""
        self._roll(name)
        async with self._lock:
            roll, rules = self.rolls[name], self._rules(name)
            mine, law = roll.placed.get(player.id), rules.laws["list"]
            if mine is not None and mine.sat and (
                    player.id in self._taken(mine.table) or self._in_sessions(name, mine.table)):
                cite_clause(rules.laws["change"], rules.laws["bound"])
                raise HouseError("at-table", "you play at "
                                 f"{self.house.tables[mine.table].name}: in session play you stay "
                                 "on the list until the table breaks up, otherwise until you leave "
                                 "your seat", rules.laws["change"], 409)
            if player.id in roll.waiting or mine is not None:
                cite_clause(law)
                await self._note(name, [Change("leave", law, (player.id,),
                                               self.house.clock.now())])
        return self._told(name, player.id)

    async def move(self, player: Player, name: str, to: str) -> ListTold:
        """Let a player go to another table of his list, where the law allows it: his seat is free
        then, and he may sit at the other. HouseError with the clause where it does not."""
        roll, rules = self._roll(name), self._rules(name)
        if to not in self.tables[name]:
            raise HouseError("no-table", f"the list {name!r} has no table {to!r}; it has "
                             f"{', '.join(self.tables[name])}", status=404)
        async with self._lock:
            roll = self.rolls[name]
            mine = roll.placed.get(player.id)
            if mine is None or not mine.sat:
                raise self._refusal(self.bars(player.id, to) or Bar(
                    "other-table", rules.laws["draw"], "that is your table: take a seat there", {}))
            if mine.table != to and self._in_sessions(name, mine.table):
                law = rules.laws["change"]
                room = self._room(mine.table)
                await in_turn(room.ask, lambda: self._free(room, player.id, to, rules))
                cite_clause(law)
                await self._note(name, [Change("move", law, (player.id,), self.house.clock.now(),
                                               table=to)])
        return self._told(name, player.id)

    @staticmethod
    def _refusal(bar: Bar) -> HouseError:
        return HouseError(bar.code, bar.text, bar.law, 409, bar.facts)

    async def _free(self, room: AnyTable, player: str, to: str, rules: Rules) -> None:
        """Free the seat of who changes tables, in the turn of his table."""
        desk, seated = room.desk, player in room.told_seats
        cave = desk.staked.get(player, 0) if seated else rules.cave(desk.carry, player)
        here, there = len(self._taken(desk.id)) + (not seated), len(self._taken(to))
        if why := rules.changes(cave, here, there):
            money = desk.game.money
            text = f"you have {money(cave)} there: only who has lost it all changes tables" \
                if cave else (f"{here} play there and {there} at the other: your going would leave "
                              "too few, or tables that are not even")
            raise HouseError("may-not-change", text, why, 409,
                             {"cave": cave, "here": here, "there": there})
        key = f"move:{to}:{desk.state.version}"
        if seated and isinstance(answer := await room.end(player, key), Refused):
            raise HouseError(answer.code, answer.text, answer.law, 409)
        if player in room.desk.seats:
            raise HouseError("not-now", "your seat becomes free only when this hand is over",
                             rules.laws["change"], 409)

    # -- draws -------------------------------------------------------------------------------------

    async def draw(self, member: Member, name: str, reason: str) -> ListTold:
        """A supervisor holds the draw among those who wait."""
        self._roll(name)
        async with self._lock:
            law = self._rules(name).laws["draw"]
            if not self.rolls[name].waiting:
                raise HouseError("nobody-waits", "nobody is waiting on this list", law, 409)
            changes = self._held(name)
            await self.house.act(member, "draw", "", reason, law, (), {"list": name})
            await self._note(name, changes)
        return self._told(name, "")

    def _held(self, name: str) -> list[Change]:
        """The draw among all who wait: suits where they suffice for two tables or more, else the
        one table that they go to."""
        rules, waiting, now = self._rules(name), self.rolls[name].waiting, self.house.clock.now()
        unused = [table_id for table_id in self._open(name) if not self._load(name, table_id)]
        tables, law = tuple(unused[:many(rules, len(waiting), len(unused))]), rules.laws["draw"]
        cite_clause(law, rules.laws["when"])
        if len(tables) < 2:
            return self._late(name) or self._one(name, unused, now)
        sides = rules.lots(len(waiting), len(waiting))
        made = Change("draw", law, waiting, now, tables=tables, suits=rules.suits[:len(tables)],
                      fell=tuple(n + 1 for n in self.house.source.each_below(sides)))
        return [msgspec.structs.replace(made, to=drawn(rules, made))]

    def _one(self, name: str, unused: Sequence[str], now: float) -> list[Change]:
        """All who wait go to one table that nobody plays at; where there is none, each to the
        shortest list."""
        waiting, law = self.rolls[name].waiting, self._rules(name).laws["draw"]
        if unused:
            return [Change("place", law, waiting, now, table=unused[0])]
        return self._evenly(name, self._open(name) or list(self.tables[name]), waiting, False)

    def _late(self, name: str) -> list[Change]:
        """Who registers when tables are in play goes to the emptiest with a free place; where none
        has one and none can be opened, to the shortest list (302)."""
        tables = self._open(name)
        playing = [table_id for table_id in tables if self._load(name, table_id)]
        waiting = self.rolls[name].waiting
        if not playing or not waiting:
            return []
        found = self._evenly(name, playing, waiting, True)
        if not found and len(playing) == len(tables):
            found = self._evenly(name, playing, waiting, False)
        return found

    def _evenly(self, name: str, tables: Sequence[str], players: Sequence[str], seats: bool
                ) -> list[Change]:
        """Send players one by one to the table with the fewest; with ``seats``, only where a place
        is free."""
        load = {table_id: self._load(name, table_id) for table_id in tables}
        law, now, made = self._rules(name).laws["late"], self.house.clock.now(), []
        for player in players:
            free = [table_id for table_id in tables
                    if not seats or load[table_id] < self.house.tables[table_id].places]
            if not free:
                break
            to = min(free, key=lambda table_id: load[table_id])
            load[to] += 1
            cite_clause(law)
            made.append(Change("place", law, (player,), now, table=to))
        return made

    # -- time, and what happens at the tables ------------------------------------------------------

    def on_stored(self, table: AnyTable, proposal: Proposal) -> None:
        """Who sat down has a seat, who left the last one ends the game of its table."""
        if not (name := self._list_of(table.desk.id)):
            return
        now = self.house.clock.now()
        for act in (one for event in proposal.events if isinstance(one := event.answer, Act)):
            if act.act == "book":
                self._coming.add(act.player)
            elif act.act == "leave":
                self._coming.discard(act.player)
        if self._due(name, now) and not self._stopped:
            self._ring()

    async def tick(self) -> None:
        """Do what the clock and the tables ask of every list."""
        async with self._lock:
            for name in self.tables:
                now = self.house.clock.now()
                if due := self._due(name, now):
                    await self._note(name, due)
                if (at := self.draws_at(name)) and at <= now and (held := self._held(name)):
                    await self._note(name, held)
                elif self.rolls[name].waiting and (late := self._late(name)):
                    await self._note(name, late)

    def _due(self, name: str, now: float) -> list[Change]:
        """Who has sat down, whose game is over, and who has not come."""
        rules, made = self._rules(name), []

        def note(act: Any, players: Iterable[str], law: str) -> None:
            if found := tuple(players):
                cite_clause(law)
                made.append(Change(act, law, found, now))

        def of(wanted: Callable[[str, Placed], bool]) -> Iterable[str]:
            return [player for player, mine in self.rolls[name].placed.items()
                    if wanted(player, mine)]

        taken = {table_id: set(self._taken(table_id)) for table_id in self.tables[name]}
        laid = taken.keys()
        note("sat", of(lambda player, mine: mine.table in laid and not mine.sat
                       and player in taken[mine.table]), rules.laws["draw"])
        note("free", of(lambda player, mine: mine.table not in laid
                        or (mine.sat and not taken[mine.table])
                        or (not mine.sat and player not in taken[mine.table]
                            and now >= self.house.since(mine.at) + COME
                            and player not in self._coming
                            and player not in self._waits(mine.table))),
             rules.laws["bound"])
        return made

    def _times(self) -> list[float]:
        return [self.house.since(mine.at) + COME for roll in self.rolls.values()
                for mine in roll.placed.values() if not mine.sat] + [
                    at for name in self.tables if (at := self.draws_at(name))]

    async def _note(self, name: str, changes: Sequence[Change]) -> None:
        """Store what happens to a list; then it is so."""
        roll, rules = self.rolls[name], self._rules(name)
        for change in changes:
            roll = after(roll, change, rules)
        body = {"list": name, "game": self._game(name).id,
                "changes": msgspec.to_builtins(list(changes))}
        await self.house.commit(Entry(
            kind="list", body=canonical(body),
            documents=(Document(kind="list", id=name, body=canonical(roll)),)))
        self.rolls[name] = roll
        self._set_timer()


def _begins(desk: Desk) -> bool:
    """Whether a period of play began with the coup that is open."""
    record = desk.dealer.record if desk.dealer and not desk.state.over else ()
    return any(isinstance(e.step, Call) and e.step.facts.get(STARTS) == 0 for e in record)
