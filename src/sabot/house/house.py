"""The house: its tables, its people, its books. What the doors (web, terminal) talk to."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from typing import Any

import msgspec
import structlog

from sabot import __version__
from sabot.equipment import SYSTEM, Entropy, NoncedSource
from sabot.games import catalogue, game
from sabot.house.archive import removed_tables
from sabot.house.archive.queries import Records
from sabot.house.archive.startup_check import check_tail, file_digest, set_back
from sabot.house.books.committer import Books
from sabot.house.books.purse import OwnPurse, Purse
from sabot.house.books.teller import OperatorPurse
from sabot.house.books.tickets import Codes, check_numbers
from sabot.house.catalogue import summaries
from sabot.house.catalogue.lobby import Lobby, TableCard
from sabot.house.catalogue.summaries import Ended, Informed, RoomCard
from sabot.house.clock import Clock, WallClock
from sabot.house.errors import TEXT_LENGTH, HouseError, not_stored, reason_of, unwritten
from sabot.house.live.bots import Bots
from sabot.house.live.room import Room
from sabot.house.live.warm_up import Preparing
from sabot.house.money.balances import Credits
from sabot.house.money.jackpot_claims import Claims, check_pools
from sabot.house.money.meter_check import Meters
from sabot.house.money.ticket_redemption import Tickets
from sabot.house.people import players
from sabot.house.people.names import reserved, shown
from sabot.house.people.players import BOT, Player
from sabot.house.people.roles import Complaint, Member
from sabot.house.people.token_attempts import Guesses
from sabot.house.ports import AnyTable, Keeper
from sabot.house.seating.machine_queue import MachineQueue
from sabot.house.seating.other_tables import chips_elsewhere, seated_elsewhere
from sabot.house.seating.waiting_lists import WaitingLists
from sabot.house.shared_views import Facts, Laid, SoFar, You, more
from sabot.house.slow_calls import Slots
from sabot.house.staff.closures import Closings
from sabot.house.staff.signins import SignIns
from sabot.house.table import effective_tables, opening_hours
from sabot.house.table.desk import Desk
from sabot.house.table.mailbox import in_turn
from sabot.house.table.messages import EndCommand, Refused
from sabot.house.table.restrictions import TAKES, Bar
from sabot.house.table.session import Session
from sabot.house.table.shoes import seal_standing
from sabot.house.table.switches import Switch, Switches, base_of
from sabot.house.table.versioned_events import State
from sabot.house.world import Calls, Commits, Committer
from sabot.law import cite_clause
from sabot.ledger import Document, Entry, Ledger, LedgerError
from sabot.ledger.wallet import Wallet
from sabot.pools import Hit
from sabot.procedure import canonical
from sabot.procedure.table import Table

log = structlog.get_logger("sabot.house")

BACK = 10.0  # seconds that a player has at least once the house is back


class House:
    """Tables open to the public over one ledger.

    ``tables`` are lawful tables by their id. ``start`` recovers every table before any takes a
    bet; ``stop`` finishes what is in the mailboxes. With an operator's ``wallet`` the tables are
    for money and players come from the operator (``admit``); without one they are for demo credits
    and anybody is a guest. ``days`` are its gaming days, from midnight UTC unless they are given.
    ``clock``, ``source``, ``entropy``, ``commits`` and ``calls`` are what it takes from the machine
    (`sabot.house.world`). ValueError where the tables say otherwise.
    """

    def __init__(self, ledger: Ledger, tables: Mapping[str, Table], *,
                 clock: Clock | None = None, source: NoncedSource | None = None,
                 entropy: Entropy | None = None,
                 commits: Callable[[Committer], Commits] = Books,
                 calls: Callable[[int], Calls] = Slots,
                 wallet: Wallet | None = None, pools: Keeper | None = None,
                 days: opening_hours.Days | None = None) -> None:
        self.ledger = ledger
        self.days = days or opening_hours.Days()
        ledger.days = self.days
        self.pools = pools
        self.files = dict(tables)
        self.tables = effective_tables.laid(ledger, tables)
        self.clock: Clock = clock or WallClock()
        self.source: NoncedSource = source or SYSTEM
        self.entropy: Entropy = entropy or SYSTEM
        self.purse: Purse = OperatorPurse(
            ledger, wallet, self.entropy, calls) if wallet else OwnPurse(ledger)
        self.rooms: dict[str, Room] = {}
        self.records = Records(ledger, self.rooms, self.name)
        self._check_stakes()
        check_pools(self.tables, pools)
        check_numbers(self.tables)
        self.cards = Lobby(self)
        self.preparing = Preparing()
        self.lists = WaitingLists(self)
        self.meters = Meters(self)
        self.several = MachineQueue(self)
        seal_standing(ledger)
        self.books = commits(self.purse)
        self.purse.changed = self._show_purse
        self.switches = Switches(ledger)
        self.closings = Closings(self.clock, self.switches, self.meters)
        self.credits = Credits(self)
        self.codes = Codes(ledger)
        self.tickets = Tickets(self)
        self.names = players.named(ledger)
        self.sign_ins = SignIns(self)
        self.guesses = Guesses(self.clock.now)
        self.recovered: dict[str, str] = {}
        self.ready = False
        self.opened = 0.0
        self.stored: dict[str, bytes] = {}  # of tables that no room has taken up
        for table_id in tables:
            self._open_room(table_id)

    # -- opening and closing ----------------------------------------------------------------------

    async def start(self) -> None:
        """Put the start on record, bring every table back to where it stood, open the rooms."""
        now = self.opened = self.clock.now()
        checked, back = check_tail(self.ledger), self.ledger.set_back()
        made = self.codes.new(self.entropy) if self._prints() else None
        await self.books.commit(Entry(kind="house", documents=(made,) if made else (),
                                      body=canonical({"start": {
                                          "at": now, "code": __version__, "files": file_digest(),
                                          "checked": checked, **self._days_on_record(),
                                          **({"clock_back": round(back, 3)} if back else {})}})))
        await self.purse.start(self.books)
        self.stored = self.ledger.states()
        if back:
            log.warning("the clock was set back while the house was closed", seconds=back)
            self.stored = {table_id: set_back(stored, now, back)
                            for table_id, stored in self.stored.items()}
        for table_id in list(self.stored):
            if base_of(table_id) in self.tables and self._unfinished(table_id):
                self._open_room(table_id)
        for room in self.rooms.values():
            self._recover(room)
        await removed_tables.settle(self, now)
        await self.meters.open()
        self.lists.start()
        self.several.start()
        if self.pools is not None:
            self.pools.shown = self._show_pools
            self.pools.told = self._fell
            await self.pools.start()
        for room in self.rooms.values():
            self._run(room)
        await self.lists.tick()
        await self.several.tick()
        self.ready = True

    def _days_on_record(self) -> dict[str, Any]:
        """The gaming days of the house, where entries of the journal have theirs."""
        return {} if self.ledger.format == 1 else {"days": msgspec.to_builtins(self.days)}

    def since(self, at: float) -> float:
        """A moment that was stored, as what waits counts from it. One that is still to come was
        stored before the clock was set back: it counts from the opening of the house."""
        return at if at <= self.clock.now() else self.opened

    def _prints(self) -> bool:
        """Whether a table of this house prints tickets."""
        return any(game(table.game).cabinet for table in self.tables.values())

    @staticmethod
    def _run(room: Room) -> None:
        """Open a room: first what the clock asks, then the places that were kept."""
        room.start()
        room.post(room.tick)
        room.post(room.seat)

    def _open_room(self, table_id: str) -> Room:
        """The room of a table, or of one player's own copy of an individual table."""
        if table_id not in self.rooms:
            table = self.tables[base_of(table_id)]
            desk = Desk(table_id, table, game(table.game), self.source, self.ledger,
                        self.purse, self.entropy)
            self.rooms[table_id] = room = Room(self, desk)
            room.attend(self.tickets, Bots(room, self), Claims(room, self), self.preparing,
                        self.lists, self.several, self.meters)
        return self.rooms[table_id]

    def _unfinished(self, table_id: str) -> bool:
        """Whether a copy has something that cannot wait for its player: a session or a coup."""
        state = msgspec.json.decode(self.stored[table_id], type=State)
        return bool(state.sessions) or not state.over

    def _recover(self, room: Room) -> None:
        """Bring a room back to where the books say that it stood; what is lost it refunds."""
        found, table_id = "fresh", room.desk.id
        stored = self.stored.get(table_id)
        if stored is not None:
            found = room.desk.recover(msgspec.json.decode(stored, type=State))
            del self.stored[table_id]
            # Nobody could decide while the house was away: its fault takes no time from a player.
            if found == "resumed" and room.desk.state.deadline and not room.desk.betting:
                room.desk.state.deadline = max(room.desk.state.deadline,
                                               self.clock.now() + BACK)
        self.recovered[table_id] = found
        room.telling.seats = room.desk.seats
        log.info("table", table=table_id, recovered=found, version=room.desk.state.version)

    def room_for(self, table_id: str, player: str) -> Room:
        """The room in which a player plays at a table: at an individual table, his own.

        A real table is one for all who come to it, and serves them one after the other.
        """
        base = base_of(table_id)
        room = self.room(base)
        own, table = base, room.desk.table
        if table.individual and not table.attended and player:
            own = f"{base}~{player.removeprefix('p_')}"
        if table_id not in (base, own):
            raise HouseError("no-table", "an individual table serves its own player",
                             room.desk.game.conduct.laws["individual"], 404)
        if own not in self.rooms:
            mine = self._open_room(own)
            try:
                self._recover(mine)
            except LedgerError:
                del self.rooms[own]
                raise
            self._run(mine)
        return self.rooms[own]

    def close_room(self, room: AnyTable) -> bool:
        """Give up the copy of an individual table that nobody uses; False for any other room."""
        desk = room.desk
        idle = not (room.viewers or desk.state.sessions or desk.at_stake)
        if "~" not in desk.id or not idle or not (desk.state.over or desk.seating):
            return False
        self.stored[desk.id] = msgspec.json.encode(desk.state)
        self.rooms.pop(desk.id, None)
        self.recovered.pop(desk.id, None)
        return True

    async def stop(self) -> None:
        """Finish what is in the mailboxes and close the books. Open coups wait for the next day."""
        self.ready = False
        self.books.hurry()
        await self.lists.stop()
        await self.several.stop()
        if self.pools is not None:
            await self.pools.stop()
        await asyncio.gather(*(room.stop() for room in self.rooms.values()))
        await self.preparing.stop()
        for room in self.rooms.values():
            for viewer in list(room.viewers):
                viewer.drop(slow=False)
        await self.purse.stop()
        self.books.close()

    def _fell(self, hit: Hit) -> None:
        """A pool fell by its secret sum to a player of this house, who has it in his account."""
        for room in self.rooms.values():
            room.notice(hit.player, "pool-won", hit.law, {
                "pool": hit.pool, "cents": hit.cents, "sum": room.desk.game.money(hit.cents)})

    def _show_purse(self, account: str) -> None:
        """The wallet says that an account of a player holds another sum than was shown."""
        player = self.credits.owner(account)
        for room in self.rooms.values():
            if any(viewer.player == player for viewer in room.viewers):
                room.post(lambda room=room: room.telling.show_purse(player))  # type: ignore[misc]

    def _show_pools(self) -> None:
        """The pools hold other sums than before: whoever looks at one is told."""
        for room in self.rooms.values():
            room.telling.show_pools()

    @property
    def broken(self) -> str:
        """Why the books must be opened anew before anything more can be played, or ""."""
        return self.books.broken

    def unready(self) -> HouseError | None:
        """Why nobody can play now, or None."""
        if self.books.trouble is not None:
            return unwritten(self.books.trouble)
        if not self.ready:
            return HouseError("not-open", "the house is opening or closing", status=503)
        return None

    # -- players ----------------------------------------------------------------------------------

    def _check_stakes(self) -> None:
        """Demo credits and money never meet at one house (38-2)."""
        wrong = [key for key, table in self.tables.items() if table.demo != self.purse.demo]
        if wrong:
            meant = "demo = true" if self.purse.demo else "demo = false, as there is a wallet"
            law = self.records.duty("demo-convert")
            cite_clause(law)
            raise ValueError(f"these tables cannot be laid out here: {', '.join(wrong)}; "
                             f"allowed: {meant} ({law})")

    async def admit(self, player_id: str, name: str) -> Player:
        """A player whom the operator sends; his money is in the operator's wallet."""
        known = self.player(player_id)
        player = known or Player(id=player_id, name=shown(name) or player_id,
                                 created=self.clock.now(), demo=False,
                                 shown=self.names.add(player_id, name or player_id))
        if known is None:
            await self.commit(players.known_entry(self.ledger, player))
        await self.credits.look(player.id)
        return player

    async def guest(self, name: str = "", lang: str = "") -> Player:
        """A new guest with demo credits; HouseError at a house that plays for money, and for a name
        of the house's own people. Where another has the name, it gets a number; without one they
        are named in the language of their page."""
        if not self.purse.demo:
            law = self.records.duty("demo-convert")
            cite_clause(law)
            raise HouseError("no-guests", "this house plays for money: players come from the "
                             "operator's site", law, 403)
        if reserved(name):
            raise HouseError("reserved-name", f"{shown(name)!r} is reserved for the house and its "
                             "staff; choose another name", status=409)
        player = players.new_guest(name, self.clock.now(), self.names, self.entropy, lang)
        law = self.records.duty("demo")
        cite_clause(law)
        await self.commit(players.player_entry(self.ledger, player, players.GUEST_CREDIT, law,
                                               self.credits.accounts()))
        return player

    async def refill(self, player: Player) -> Player:
        """Fresh demo credits for a guest who cannot make the smallest bet any more (38), in each
        currency of which that is true."""
        poor = self.credits.spent(player.id)
        law, convert = self.records.duty("demo-prize"), self.records.duty("demo-convert")
        cite_clause(law, convert, self.records.duty("demo-award"))
        if not player.demo or not poor:
            raise HouseError("still-credit", "new demo credits are given only when the smallest "
                             "bet can no longer be made; they are free play and never money",
                             law, 409)
        fresh = msgspec.structs.replace(player, fills=player.fills + 1)
        await self.commit(players.player_entry(self.ledger, fresh, players.GUEST_CREDIT, law, poor))
        return fresh

    def player(self, player_id: str) -> Player | None:
        return players.find(self.ledger, player_id)

    def name(self, player_id: str) -> str:
        """The name under which others see a player."""
        if player_id.startswith(BOT):
            try:
                known = self.player(player_id)
            except LedgerError as error:  # a name is no reason to leave the rest untold
                log.error("a name cannot be read", error=str(error))
                known = None
            if known:
                return known.name
        return self.names.name(player_id) or (player_id if self.ledger.names_apart else "—")

    def you(self, player: str, desk: Desk) -> You | None:
        """What a player is told about himself at a table (32: limits, wins and losses)."""
        if not player:
            return None
        session = desk.state.sessions.get(player)
        shown = None
        if session is not None:
            law = desk.game.conduct.laws["information"]
            cite_clause(law)
            shown = SoFar(started=session.started, coups=session.coups, staked=session.staked,
                          won=session.won, **session.apart, net=session.net, law=law)
        return You(player=player, name=self.name(player),
                   balance=self.purse.have(desk.accounts.player(player)),
                   currency=desk.game.currency if desk.accounts.currency else "",
                   places=desk.places_of(player), session=shown)

    def closed_by(self, desk: Desk) -> Switch | None:
        """Why a table takes no bets, or None."""
        return self.closings.of(desk)

    def opens_at(self, desk: Desk) -> float:
        """When a table opens by itself that takes no bets now; 0 when only people open it."""
        return self.closings.opens_at(desk)

    def bars(self, player: str, table_id: str) -> Bar | None:
        """Why a player may not come to a table now, or None."""
        return self.lists.bars(player, table_id) or self.several.bars(player, table_id) or \
            seated_elsewhere(self.rooms, player, table_id)

    def bars_act(self, player: str, table_id: str, act: str) -> Bar | None:
        """Why a player may not do this at a table, whatever is asked there, or None."""
        if act in TAKES:
            return self.bars(player, table_id)
        return self.several.ends(player, table_id, act) or (
            chips_elsewhere(self.rooms, player, table_id) if act == "bet" else None)

    def may_begin(self, room: AnyTable) -> bool:
        """Whether a coup may begin at a table."""
        return self.meters.may_begin(room)

    # -- tables -----------------------------------------------------------------------------------

    def room(self, table_id: str) -> Room:
        try:
            return self.rooms[table_id]
        except KeyError:
            raise HouseError("no-table", f"there is no table {table_id!r}; "
                             f"the house has {', '.join(self.tables)}", status=404,
                             facts={"asked": table_id}) from None

    def describe(self, table_id: str) -> Laid:
        """All of a table that does not change from coup to coup."""
        desk = self.room(base_of(table_id)).desk
        return more(Laid, self.cards.described(table_id, desk),
                    to_come=effective_tables.to_come(desk.laid, desk.table))

    def information(self, table_id: str) -> Informed:
        """What rule 32 owes before, during and after a session: rules, limits, complaints."""
        desk = self.room(base_of(table_id)).desk
        return more(Informed, self.describe(table_id),
                    information=summaries.of(desk.laid, desk.game, TEXT_LENGTH))

    def lobby(self) -> list[TableCard]:
        """Every table with who sits there and whether it takes bets."""
        return self.cards.tables()

    def every_room(self) -> list[RoomCard]:
        """Every room in use, the players' own copies too, with what is staked there and, where its
        game can tell it, the most that the bank may have to pay in prizes on the next throw."""
        return [more(RoomCard, self.cards.card(table_id, room), coup=room.desk.state.coup,
                     over=room.desk.state.over, staked=sum(room.desk.staked.values()),
                     viewers=len(room.viewers), exposure=_exposed(room.desk))
                for table_id, room in self.rooms.items()]

    # -- complaints and staff ---------------------------------------------------------------------

    async def complain(self, player: Player, table_id: str, coup: str, text: str) -> Complaint:
        """Keep a player's complaint for the house to read (32)."""
        text = text.strip()
        if not text or len(text) > TEXT_LENGTH:
            raise HouseError("text", f"a complaint must have 1 to {TEXT_LENGTH} characters; "
                             f"this one has {len(text)}", self.records.duty("information"))
        played = self.room(base_of(table_id)).desk.game
        law = played.conduct.laws["information"]
        cite_clause(law)
        if coup and self.ledger.document("coup", f"{coup}:{player.id}") is None:
            raise HouseError("no-coup", f"you have no round {coup!r}", law, 404)
        if coup and played.complaint_open and not played.complaint_open(
                self.records.events_since(coup)):
            until = played.conduct.laws["complaint-until"]
            cite_clause(until)
            raise HouseError("too-late", f"a complaint about round {coup} was admissible until its "
                             "cards went back into the shuffler", until, 409)
        name = "" if self.ledger.names_apart else self.name(player.id)
        made = Complaint(id=f"c_{self.entropy.token(6).hex()}", player=player.id, name=name,
                         table=table_id, coup=coup, text=text, at=self.clock.now(), law=law)
        await self.commit(Entry(kind="complaint", table=table_id, coup=coup,
                                body=canonical({"complaint": msgspec.to_builtins(made)}),
                                documents=(made.document(),)))
        return self.records.with_names(made)

    async def answer_complaint(self, member: Member, complaint_id: str, text: str) -> Complaint:
        """The house's answer to a complaint, shown to its player."""
        kept = self.ledger.document("complaint", complaint_id)
        if kept is None:
            raise HouseError("no-complaint", f"there is no complaint {complaint_id!r}", status=404)
        complaint = msgspec.structs.replace(
            msgspec.json.decode(kept.body, type=Complaint), answer=reason_of(text),
            answered_by=member.signs, answered_at=self.clock.now())
        await self.act(member, "answer", complaint.table, text, complaint.law,
                        (complaint.document(),), {"complaint": complaint_id})
        return self.records.with_names(complaint)

    async def switch(self, member: Member, key: str, opened: bool, reason: str) -> Switch:
        """Open or close a table (``table:ID``) or a game (``game:ID``) to new bets."""
        kind, _, name = key.partition(":")
        known = self.tables if kind == "table" else catalogue()
        if kind not in ("table", "game") or name not in known:
            raise HouseError("no-such", f"the house has no {kind} {name!r}", status=404)
        law = self.records.duty("individual")
        made = Switch(key=key, open=opened, reason=reason_of(reason), by=member.signs, law=law,
                      at=self.clock.now())
        verb = {("table", True): "open", ("table", False): "close",
                ("game", True): "enable", ("game", False): "disable"}[kind, opened]
        await self.act(member, verb, name if kind == "table" else "", reason, law,
                        (made.document(),), {"switch": key})
        self.switches.set(made)
        for table_id, room in list(self.rooms.items()):
            if key in (f"table:{base_of(table_id)}", f"game:{room.desk.game.id}"):
                room.post(room.switched)
        return made

    async def void(self, member: Member, table_id: str, reason: str) -> None:
        """Void the open coup of a table and refund what is in play (27, 28)."""
        room = self.room(table_id)
        cause = reason_of(reason)
        law = room.desk.game.conduct.laws["void"]

        async def job() -> bool:
            if room.desk.state.over or (room.desk.dealer is None and not room.desk.other_version):
                raise HouseError("no-coup", f"no round is in progress at {table_id}", law, 409)
            await self.act(member, "void", table_id, cause, law, (),
                            {"coup": room.desk.state.coup})
            if not await room.void(cause):
                raise not_stored()
            return True

        await in_turn(room.ask, job)

    async def end_session(self, player: Player, table_id: str) -> Ended:
        """A player ends his session at a table (34); its summary, or that it ends with the coup."""
        room = self.room_for(table_id, player.id)
        session = room.desk.state.sessions.get(player.id)
        key = f"end:{session.id}" if session else f"end:{self.entropy.token(8).hex()}"
        answer = await room.acting.do(player.id, EndCommand(key), room.desk.state.version)
        if isinstance(answer, Refused) or session is None:
            raise HouseError(answer.code, answer.text, answer.law, 409)
        kept = self.ledger.document("session", session.id)
        assert kept is not None
        ended = msgspec.json.decode(kept.body, type=Session)
        cite_clause(self.records.duty("summary"))
        return more(Ended, ended.summary(), law=self.records.duty("summary"))

    async def act(self, member: Member, act: str, table: str, reason: str, law: str,
                   documents: tuple[Document, ...], facts: Facts) -> None:
        """Put an act of staff on record: who, what, why, under which clause."""
        cite_clause(law)
        await self.commit(Entry(kind="staff", table=table, body=canonical({"staff": {
            "by": member.signs, "role": member.role, "act": act, "reason": reason_of(reason),
            "law": law, "at": self.clock.now(), **facts}}), documents=documents))

    async def commit(self, entry: Entry) -> None:
        """Store something that concerns no table in play; HouseError when it cannot be."""
        try:
            await self.books.commit(entry)
        except LedgerError as error:
            log.error("not stored", error=str(error))
            raise not_stored() from error


def _exposed(desk: Desk) -> int | msgspec.UnsetType:
    """What the bank may have to pay, with the bets as they lie; nothing where cards decide."""
    exposure = desk.game.exposure
    return exposure(desk.playing, desk.carry, desk.cloth.owners.lying) \
        if exposure else msgspec.UNSET
