"""Waiting lists of several tables: registration, draws, and changes of table.

A game says what its law requires of such a list (``parts["lists"]``); tables that name the same
list belong together. Every change of a list is stored before it takes effect, with the lots of
every draw.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Any, Protocol

import msgspec
import structlog

from sabot.equipment import NoncedSource
from sabot.games import game
from sabot.house.errors import HouseError
from sabot.house.people import roles as staff
from sabot.house.people.players import BOT, Player
from sabot.house.people.roles import Member
from sabot.house.ports import (
    AnyTable,
    ClosesTables,
    HasClock,
    HasLedger,
    HasPurse,
    HasTables,
    RecordsStaffActs,
)
from sabot.house.seating.scheduled_service import ScheduledService
from sabot.house.shared_views import Names
from sabot.house.table.desk import Desk
from sabot.house.table.mailbox import run_in_turn
from sabot.house.table.messages import Refused
from sabot.house.table.restrictions import Restriction
from sabot.house.table.versioned_events import Proposal
from sabot.ledger import Document, Entry
from sabot.procedure import Act, Call, canonical
from sabot.procedure.game import Game
from sabot.procedure.steps import STARTS
from sabot.procedure.table import Table
from sabot.procedure.waiting_list import (
    Change,
    Placed,
    Rules,
    WaitingList,
    apply_change,
    assigned_tables,
    tables_filled,
)
from sabot.regulations import cite_clause
from sabot.words import phrase


class _Host(HasClock, HasLedger, HasTables, HasPurse, ClosesTables, RecordsStaffActs, Protocol):
    """What waiting lists need of the house; ``source`` draws."""

    source: NoncedSource


GATHER = 30.0  # seconds from the first registration until a house without staff draws
COME = 300.0  # seconds for a player to take their seat

log = structlog.get_logger("sabot.lists")


class WaitingEntry(msgspec.Struct, frozen=True, kw_only=True, tag="waiting", tag_field="state"):
    """I wait on a list, with ``before`` players before me."""

    before: int
    law: str


class PlacedEntry(msgspec.Struct, frozen=True, kw_only=True, tag="placed", tag_field="state"):
    """I have a table of a list: which, and the suit that was drawn; ``sat``: I have taken my seat.
    ``bound``: I stay on the list until nobody sits there."""

    table: str
    name: str
    suit: str
    sat: bool
    law: str
    bound: bool


class ListTable(msgspec.Struct, frozen=True, kw_only=True):
    """A table of a list: its places, how many are taken and how many players are to come, its suit
    and, when it plays by sessions, how much of one is played."""

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


class ListView(msgspec.Struct, frozen=True, kw_only=True):
    """A list: how many wait, the minimum for a table, the clauses of registration, draw and
    changes, the seconds until the house draws (null when it does not), and ``you``: my situation.
    """

    id: str
    game: str
    names: Names
    waiting: int
    least: int
    law: str
    draw_law: str
    change_law: str
    seconds: int | None
    you: WaitingEntry | PlacedEntry | None
    tables: list[ListTable]


class WaitingLists(ScheduledService):
    """The waiting lists of a house. ValueError when the tables of one list are not of one game with
    lists, or are more than there are suits."""

    def __init__(self, house: _Host) -> None:
        super().__init__(house.clock)
        self.house = house
        self.tables: dict[str, tuple[str, ...]] = {}
        for table_id, table in house.tables.items():
            if table.list:
                self.tables[table.list] = (*self.tables.get(table.list, ()), table_id)
        self.waiting_lists = {name: WaitingList(name) for name in self.tables}
        self._coming: set[str] = set()  # players on the waiting list of their own table
        self._here: list[str] = []  # the lists whose tables run in this process
        self._check()

    def _check(self) -> None:
        for name, tables in self.tables.items():
            games = {self.house.tables[table_id].game for table_id in tables}
            if len(games) > 1:
                raise ValueError(phrase("the list {name} has tables of {games}; allowed: one game",
                                        name=repr(name), games=", ".join(sorted(games))))
            if len(tables) > len(suits := self._rules(name).suits):
                law = self._rules(name).laws["draw"]
                cite_clause(law)
                raise ValueError(phrase("the list {name} has {n} tables; allowed: up to {n2}, the "
                                        "number of suits ({law})", name=repr(name),
                                        n=len(tables), n2=len(suits), law=law))

    def open(self, tables: Collection[str]) -> None:
        """Load the lists of tables from the journal, and begin their work."""
        stored = {document.id: document.body for document in self.house.ledger.documents("list")}
        for name in self._of(tables):
            if name in stored:
                self.waiting_lists[name] = msgspec.json.decode(stored[name], type=WaitingList)
            self._here.append(name)
        self._set_timer()

    def close(self, tables: Collection[str]) -> None:
        """End the work of the lists of tables: another process does it from now on."""
        for name in self._of(tables):
            self._here.remove(name)
            self.waiting_lists[name] = WaitingList(name)
        self._set_timer()

    def _of(self, tables: Collection[str]) -> list[str]:
        return [name for name, own in self.tables.items() if own[0] in tables]

    # -- queries -----------------------------------------------------------------------------------

    def _rules(self, name: str) -> Rules:
        rules = self._game(name).waiting_list
        assert rules is not None
        return rules

    def _game(self, name: str) -> Game:
        return game(self.house.tables[self.tables[name][0]].game)

    def _room(self, table_id: str) -> AnyTable:
        return self.house.rooms[table_id]

    def _require_list(self, name: str) -> WaitingList:
        if name not in self.waiting_lists:
            raise HouseError("no-list", phrase("there is no list {name}", name=repr(name)),
                             status=404)
        return self.waiting_lists[name]

    def restriction(self, player: str, table_id: str) -> Restriction | None:
        """Return why a player may not come to a table now, or None."""
        name = self._list_of(table_id)
        if not name or player.startswith(BOT):
            return None
        rules, mine = self._rules(name), self.waiting_lists[name].placed.get(player)
        if mine is None and player in self.waiting_lists[name].waiting \
                and self._late_choose(name) and self._load(name, table_id):
            cite_clause(rules.laws["late"])
            return None
        if mine is None:
            law = rules.laws["list"]
            cite_clause(law, rules.laws["when"])
            return Restriction(
                "not-listed", law,
                f"register on the list {name!r} first: it assigns you one of its tables",
                {"list": name})
        if mine.table == table_id or mine.table not in self.tables[name]:
            return None
        if mine.sat and not self._bound(name, mine.table, player):
            return None
        law = rules.laws["change" if mine.sat else "draw"]
        cite_clause(law, rules.laws["bound"])
        here = self.house.tables[mine.table].name
        text = f"you play at {here}; ask to change tables first" if mine.sat else \
            f"your table is {here}"
        return Restriction("other-table", law, text,
                           {"table": mine.table, "name": here, "suit": mine.suit, "list": name})

    def _list_of(self, table_id: str) -> str:
        table = self.house.tables.get(table_id)
        return table.list if table else ""

    def _in_sessions(self, name: str, table_id: str) -> bool:
        return self._rules(name).in_sessions(self.house.tables[table_id])

    def _bound(self, name: str, table_id: str, player: str) -> bool:
        """Return whether a player who has sat at a table belongs to it."""
        return self._in_sessions(name, table_id) and (
            player in self._seated(table_id)
            or self._rules(name).binds_standing(self.house.tables[table_id]))

    def _late_choose(self, name: str) -> bool:
        """Return whether tables are in play, and players who register now choose theirs."""
        return (self._rules(name).late_choose(self._first_table(name))
                and any(self._load(name, table_id) for table_id in self._open_tables(name)))

    def _first_table(self, name: str) -> Table:
        return self.house.tables[self.tables[name][0]]

    def _seated(self, table_id: str) -> list[str]:
        return [player for player in self._room(table_id).published_seats if player]

    def _load(self, name: str, table_id: str) -> int:
        """Return how many play at a table or are to come to it."""
        here = {*self._seated(table_id), *self._standing_for_seat(table_id)}
        return len(here | {player for player, mine in self.waiting_lists[name].placed.items()
                           if mine.table == table_id and not mine.sat})

    def _standing_for_seat(self, table_id: str) -> Iterable[str]:
        desk = self._room(table_id).desk
        rules = desk.game.waiting_list
        players: Iterable[str] = rules.waits(desk.carry) if rules else ()
        return players

    def _open_tables(self, name: str) -> list[str]:
        return [table_id for table_id in self.tables[name]
                if self.house.closed_by(self._room(table_id).desk) is None]

    @property
    def _draws_itself(self) -> bool:
        """Whether the house holds its draws itself: it plays for demo credits and has no staff."""
        return self.house.purse.demo and not any(
            member.active for member in staff.members(self.house.ledger))

    def draws_at(self, name: str) -> float:
        """Return when the house itself holds the next draw of a list; 0 when it does not."""
        waiting_list = self.waiting_lists[name]
        return (
            self.house.since(waiting_list.since) + GATHER
            if waiting_list.waiting and self._draws_itself and not self._late_choose(name)
            else 0.0)

    def describe(self, player: str) -> list[ListView]:
        """Describe every list: its tables, how many wait, and a player's situation."""
        return [self._describe(name, player) for name in self.tables]

    def _describe(self, name: str, player: str) -> ListView:
        waiting_list, rules = self.waiting_lists[name], self._rules(name)
        mine, at = waiting_list.placed.get(player), self.draws_at(name)
        played = self._game(name)
        suits = {
            placed.table: placed.suit for placed in waiting_list.placed.values() if placed.suit}
        cite_clause(rules.laws["list"])
        you: WaitingEntry | PlacedEntry | None = None
        if player in waiting_list.waiting:
            you = WaitingEntry(before=waiting_list.waiting.index(player), law=rules.laws["list"])
        elif mine is not None:
            table = self.house.tables.get(mine.table)
            you = PlacedEntry(table=mine.table, name=table.name if table else "", suit=mine.suit,
                              sat=mine.sat, law=mine.law,
                              bound=mine.sat and table is not None and rules.in_sessions(table)
                              and rules.binds_standing(table))
        return ListView(
            id=name, game=played.id, names=played.names, waiting=len(waiting_list.waiting),
            least=rules.least, law=rules.laws["list"], draw_law=rules.laws["draw"],
            change_law=rules.laws["change"],
            seconds=max(0, round(at - self.house.clock.now())) if at else None, you=you,
            tables=[self._card(name, table_id, suits) for table_id in self.tables[name]])

    def _card(self, name: str, table_id: str, suits: dict[str, str]) -> ListTable:
        desk, seated = self._room(table_id).desk, self._seated(table_id)
        state, begins = desk.game.public_state(desk.carry), _session_begins(desk)
        return ListTable(
            id=table_id, name=desk.table.name, places=desk.table.places, taken=len(seated),
            to_come=self._load(name, table_id) - len(seated), suit=suits.get(table_id, ""),
            in_sessions=self._in_sessions(name, table_id),
            session="begun" if begins else state.get("session", ""),
            sessions=state.get("sessions", 0) + begins, open=self.house.closed_by(desk) is None)

    # -- what players do ---------------------------------------------------------------------------

    async def register(self, player: Player, name: str) -> ListView:
        """Put a player on a list; when tables of it are in play, send them to one at once."""
        self._require_list(name)
        async with self._lock:
            waiting_list, law = self.waiting_lists[name], self._rules(name).laws["list"]
            if player.id not in waiting_list.waiting and player.id not in waiting_list.placed:
                cite_clause(law)
                now = self.house.clock.now()
                await self._store(name, [Change("register", law, (player.id,), now)])
                if late := self._place_late(name):
                    try:
                        await self._store(name, late)
                    except HouseError:  # the player is registered; the clock places them later
                        self._set_timer(again=True)
        return self._describe(name, player.id)

    async def leave(self, player: Player, name: str) -> ListView:
        """Take a player off a list."""
        self._require_list(name)
        async with self._lock:
            waiting_list, rules = self.waiting_lists[name], self._rules(name)
            mine, law = waiting_list.placed.get(player.id), rules.laws["list"]
            if mine is not None and mine.sat and (
                    player.id in self._seated(mine.table)
                    or self._bound(name, mine.table, player.id)):
                cite_clause(rules.laws["change"], rules.laws["bound"])
                raise HouseError("at-table", phrase("you play at {name}: in session play you stay "
                                                    "on the list until the table breaks up, "
                                                    "otherwise until you leave your seat",
                                                    name=self.house.tables[mine.table].name),
                                 rules.laws["change"], 409)
            if player.id in waiting_list.waiting or mine is not None:
                cite_clause(law)
                await self._store(name, [Change("leave", law, (player.id,),
                                                self.house.clock.now())])
        return self._describe(name, player.id)

    async def move(self, player: Player, name: str, to: str) -> ListView:
        """Let a player change to another table of their list, when the law allows it: their seat is
        freed, and they may sit at the other table. HouseError with the clause when it does not."""
        waiting_list, rules = self._require_list(name), self._rules(name)
        if to not in self.tables[name]:
            raise HouseError("no-table", phrase("the list {name} has no table {to}; it has "
                                                "{tables}", name=repr(name), to=repr(to),
                                                tables=", ".join(self.tables[name])), status=404)
        async with self._lock:
            waiting_list = self.waiting_lists[name]
            mine = waiting_list.placed.get(player.id)
            if mine is None or not mine.sat:
                raise self._refusal(self.restriction(player.id, to) or Restriction(
                    "other-table", rules.laws["draw"], "that is already your table: take a seat "
                                                       "there", {}))
            if mine.table != to and self._bound(name, mine.table, player.id):
                law = rules.laws["change"]
                room = self._room(mine.table)
                await run_in_turn(room.ask, lambda: self._free_seat(room, player.id, to, rules))
                cite_clause(law)
                await self._store(name, [Change("move", law, (player.id,), self.house.clock.now(),
                                                table=to)])
        return self._describe(name, player.id)

    @staticmethod
    def _refusal(bar: Restriction) -> HouseError:
        return HouseError(bar.code, bar.text, bar.law, 409, bar.facts)

    async def _free_seat(self, room: AnyTable, player: str, to: str, rules: Rules) -> None:
        """Free the seat of a player who changes tables, in its turn at the table."""
        desk, seated = room.desk, player in room.published_seats
        cave = desk.staked.get(player, 0) if seated else rules.cave(desk.carry, player)
        here_count, there_count = len(self._seated(desk.id)) + (not seated), len(self._seated(to))
        if clause := rules.changes(desk.table, cave, here_count, there_count):
            money = desk.game.money
            text = (f"you have {money(cave)} there: only a player who has lost everything may "
                    "change tables" if cave else
                    f"{here_count} play there and {there_count} at the other table: after your "
                    "change too few would be left, or the tables would be uneven")
            raise HouseError("may-not-change", text, clause, 409,
                             {"cave": cave, "here": here_count, "there": there_count})
        key = f"move:{to}:{desk.state.version}"
        if seated and isinstance(reply := await room.end(player, key), Refused):
            raise HouseError(reply.code, reply.text, reply.law, 409)
        if player in room.desk.seats:
            raise HouseError("not-now", "your seat becomes free only when this hand is over",
                             rules.laws["change"], 409)

    # -- draws -------------------------------------------------------------------------------------

    async def draw(self, member: Member, name: str, reason: str) -> ListView:
        """Hold a supervisor's draw among those who wait."""
        self._require_list(name)
        async with self._lock:
            law = self._rules(name).laws["draw"]
            if not self.waiting_lists[name].waiting:
                raise HouseError("nobody-waits", "nobody is waiting on this list", law, 409)
            changes = self._draw(name)
            await self.house.act(member, "draw", "", reason, law, (), {"list": name})
            await self._store(name, changes)
        return self._describe(name, "")

    def _draw(self, name: str) -> list[Change]:
        """Draw among all who wait: by suits when there are enough for two tables or more, else all
        go to one table."""
        rules, waiting, now = (
            self._rules(name), self.waiting_lists[name].waiting, self.house.clock.now())
        unused = [
            table_id for table_id in self._open_tables(name) if not self._load(name, table_id)]
        tables, law = (
            tuple(unused[: min(tables_filled(rules, len(waiting), len(unused)),
                               rules.opened(self._first_table(name), len(waiting)))]),
            rules.laws["draw"],
        )
        cite_clause(law, rules.laws["when"])
        if len(tables) < 2:
            return self._place_late(name) or self._place_together(name, unused, now)
        sides = rules.lots(len(waiting), len(waiting))
        change = Change("draw", law, waiting, now, tables=tables, suits=rules.suits[:len(tables)],
                        fell=tuple(n + 1 for n in self.house.source.each_below(sides)))
        return [msgspec.structs.replace(change, to=assigned_tables(rules, change))]

    def _place_together(self, name: str, unused: Sequence[str], now: float) -> list[Change]:
        """Place all who wait at one unused table; when there is none, each at the table with the
        fewest players."""
        waiting, law = self.waiting_lists[name].waiting, self._rules(name).laws["draw"]
        if unused:
            return [Change("place", law, waiting, now, table=unused[0])]
        return self._place_evenly(
            name, self._open_tables(name) or list(self.tables[name]), waiting, False)

    def _place_late(self, name: str) -> list[Change]:
        """Place players who register while tables are in play at the emptiest table with a free
        place; when none is free and none can be opened, at the table with the fewest players (302).
        """
        tables = self._open_tables(name)
        playing = [table_id for table_id in tables if self._load(name, table_id)]
        waiting = self.waiting_lists[name].waiting
        if not playing or not waiting or self._late_choose(name):
            return []
        changes = self._place_evenly(name, playing, waiting, True)
        if not changes and len(playing) == len(tables):
            changes = self._place_evenly(name, playing, waiting, False)
        return changes

    def _place_evenly(self, name: str, tables: Sequence[str], players: Sequence[str], seats: bool
                      ) -> list[Change]:
        """Place players one by one at the table with the fewest; with ``seats``, only where a place
        is free."""
        load = {table_id: self._load(name, table_id) for table_id in tables}
        law, now, changes = self._rules(name).laws["late"], self.house.clock.now(), []
        for player in players:
            free = [table_id for table_id in tables
                    if not seats or load[table_id] < self.house.tables[table_id].places]
            if not free:
                break
            to = min(free, key=lambda table_id: load[table_id])
            load[to] += 1
            cite_clause(law)
            changes.append(Change("place", law, (player,), now, table=to))
        return changes

    # -- time, and what happens at the tables ------------------------------------------------------

    def on_stored(self, table: AnyTable, proposal: Proposal) -> None:
        """Note who sat down and who left; when the last player leaves, the game of the table is
        over."""
        if not (name := self._list_of(table.desk.id)):
            return
        now = self.house.clock.now()
        for act in (answer for event in proposal.events if isinstance(answer := event.answer, Act)):
            if act.act == "book":
                self._coming.add(act.player)
            elif act.act == "leave":
                self._coming.discard(act.player)
        if self._due(name, now) and not self._stopped:
            self._start_tick()

    async def tick(self) -> None:
        """Do what is due for every list."""
        async with self._lock:
            for name in list(self._here):
                now = self.house.clock.now()
                if due := self._due(name, now):
                    await self._store(name, due)
                if (at := self.draws_at(name)) and at <= now and (
                        drawn_changes := self._draw(name)):
                    await self._store(name, drawn_changes)
                elif self.waiting_lists[name].waiting and (late_changes := self._place_late(name)):
                    await self._store(name, late_changes)

    def _due(self, name: str, now: float) -> list[Change]:
        """Return the changes for players who have sat down, whose game is over, or who have not
        come."""
        rules, changes = self._rules(name), []

        def note(act: Any, players: Iterable[str], law: str) -> None:
            if affected := tuple(players):
                cite_clause(law)
                changes.append(Change(act, law, affected, now))

        def of(condition: Callable[[str, Placed], bool]) -> Iterable[str]:
            return [player for player, mine in self.waiting_lists[name].placed.items()
                    if condition(player, mine)]

        seated = {table_id: set(self._seated(table_id)) for table_id in self.tables[name]}
        known = seated.keys()
        choose = rules.late_choose(self._first_table(name))
        for table_id, players in seated.items() if choose else ():
            if chosen := tuple(player for player in self.waiting_lists[name].waiting
                               if player in players):
                cite_clause(rules.laws["late"])
                changes += [Change("place", rules.laws["late"], chosen, now, table=table_id),
                            Change("sat", rules.laws["draw"], chosen, now)]
        note("sat", of(lambda player, mine: mine.table in known and not mine.sat
                       and player in seated[mine.table]), rules.laws["draw"])
        note("free", of(lambda player, mine: mine.table not in known
                        or (mine.sat and not seated[mine.table])
                        or (not mine.sat and player not in seated[mine.table]
                            and now >= self.house.since(mine.at) + COME
                            and player not in self._coming
                            and player not in self._standing_for_seat(mine.table))),
             rules.laws["bound"])
        return changes

    def _times(self) -> list[float]:
        return [self.house.since(mine.at) + COME for waiting_list in self.waiting_lists.values()
                for mine in waiting_list.placed.values() if not mine.sat] + [
                    at for name in self._here if (at := self.draws_at(name))]

    async def _store(self, name: str, changes: Sequence[Change]) -> None:
        """Store changes of a list, then apply them."""
        waiting_list, rules = self.waiting_lists[name], self._rules(name)
        for change in changes:
            waiting_list = apply_change(waiting_list, change, rules)
        body = {"list": name, "game": self._game(name).id,
                "changes": msgspec.to_builtins(list(changes))}
        await self.house.commit(Entry(
            kind="list", body=canonical(body),
            documents=(Document(kind="list", id=name, body=canonical(waiting_list)),)))
        self.waiting_lists[name] = waiting_list
        self._set_timer()


def _session_begins(desk: Desk) -> bool:
    """Whether a period of play began with the open coup."""
    record = desk.dealer.record if desk.dealer and not desk.state.over else ()
    return any(isinstance(e.step, Call) and e.step.facts.get(STARTS) == 0 for e in record)
