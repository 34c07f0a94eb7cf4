"""The house: its tables, its people, its journal. The web server and the terminal use it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any

import msgspec
import structlog

from sabot import __version__
from sabot.equipment import SYSTEM, Entropy, NoncedSource
from sabot.games import catalogue, game
from sabot.house.archive import complaints, removed_tables
from sabot.house.archive.queries import ArchiveQueries
from sabot.house.archive.startup_check import check_tail, file_digest
from sabot.house.books.committer import Committer
from sabot.house.books.purse import OwnPurse, Purse
from sabot.house.books.teller import OperatorPurse
from sabot.house.books.tickets import Codes, check_numbers
from sabot.house.catalogue import summaries
from sabot.house.catalogue.lobby import Lobby, TableCard
from sabot.house.catalogue.summaries import EndedSession, RoomCard, TableInformation
from sabot.house.clock import Clock, WallClock
from sabot.house.errors import TEXT_LENGTH, HouseError, not_stored, reason_of, unwritten_error
from sabot.house.live import requested_ends
from sabot.house.live.bots import Bots
from sabot.house.live.long_rounds import LongRounds
from sabot.house.live.room import Room
from sabot.house.live.uncovered_bets import UncoveredBets
from sabot.house.live.warm_up import WarmUp
from sabot.house.money.balances import Balances
from sabot.house.money.jackpot_claims import JackpotClaims, check_pools, pays_into_pool
from sabot.house.money.meter_check import Meters
from sabot.house.money.ticket_redemption import TicketRedemption
from sabot.house.money.whereabouts import Whereabouts
from sabot.house.open_rooms import OpenRooms, dismiss
from sabot.house.people import players
from sabot.house.people.names import display_name, is_reserved
from sabot.house.people.players import BOT, Player
from sabot.house.people.roles import Complaint, Member
from sabot.house.people.token_attempts import TokenAttempts
from sabot.house.ports import AnyTable, PoolKeeper
from sabot.house.seating.machine_queue import MachineQueue
from sabot.house.seating.other_tables import chips_elsewhere, seated_elsewhere
from sabot.house.seating.waiting_lists import WaitingLists
from sabot.house.shared_views import Facts, PlayerSummary, SessionSoFar, TableView, extend
from sabot.house.slow_calls import Slots
from sabot.house.staff.closures import Closures
from sabot.house.staff.signins import SignIns
from sabot.house.table import effective_tables, law_of_the_day, opening_hours
from sabot.house.table.desk import Desk
from sabot.house.table.mailbox import run_in_turn
from sabot.house.table.restrictions import JOINING_ACTS, Restriction
from sabot.house.table.session import Session
from sabot.house.table.shoes import seal_clear_orders
from sabot.house.table.switches import Switch, Switches, base_of
from sabot.house.world import CallRunner, CommitService, GroupStore
from sabot.ledger import Document, Entry, Ledger, LedgerError, Repeated
from sabot.ledger.wallet import Wallet
from sabot.pools import Hit
from sabot.procedure import canonical
from sabot.procedure.readings import reading
from sabot.procedure.table import Table
from sabot.regulations import cite_clause
from sabot.words import phrase

SKEW = 1.0
"""Seconds by which the clocks of the machines of a house may differ."""

log = structlog.get_logger("sabot.house")


class House:
    """Tables open to the public over one ledger.

    ``tables`` are lawful tables by id. ``start`` recovers every table before any of them takes a
    bet; ``stop`` finishes the queued jobs. With an operator's ``wallet`` the tables are played for
    money and players come from the operator (``admit``). Without one they are played for demo
    credits and anybody may be a guest. ``days`` are the gaming days, by default from midnight UTC.
    ``clock``, ``source``, ``entropy``, ``commits`` and ``calls`` come from the machine
    (`sabot.house.world`). ValueError when the tables do not fit.
    """

    def __init__(self, ledger: Ledger, tables: Mapping[str, Table], *,
                 clock: Clock | None = None, source: NoncedSource | None = None,
                 entropy: Entropy | None = None,
                 commits: Callable[[GroupStore], CommitService] = Committer,
                 calls: Callable[[int], CallRunner] = Slots,
                 wallet: Wallet | None = None, pools: PoolKeeper | None = None,
                 days: opening_hours.Days | None = None) -> None:
        self.ledger = ledger
        self.days = days or opening_hours.Days()
        ledger.days = self.days
        self.pools = pools
        self.files = dict(tables)
        self.tables = effective_tables.with_changed_limits(ledger, tables)
        self.clock: Clock = clock or WallClock()
        self.source: NoncedSource = source or SYSTEM
        self.entropy: Entropy = entropy or SYSTEM
        self.purse: Purse = OperatorPurse(
            ledger, wallet, self.entropy, calls) if wallet else OwnPurse(ledger)
        self.open_rooms = OpenRooms(self, self._lay_out)
        self.rooms = self.open_rooms.by_id
        self.recovered = self.open_rooms.recovered
        self.whereabouts = Whereabouts(self)
        self.archive = ArchiveQueries(ledger, self.rooms, self.name)
        self._check_stakes()
        check_pools(self.tables, pools)
        check_numbers(self.tables)
        self.lobby_cards = Lobby(self)
        self.warm_up = WarmUp()
        self.waiting_lists = WaitingLists(self)
        self.meters = Meters(self)
        self.machine_queue = MachineQueue(self)
        seal_clear_orders(ledger)
        self.books = commits(self.purse)
        self.purse.changed = self._on_balance_changed
        self.switches = Switches(ledger)
        self.closures = Closures(self.clock, self.switches, self.meters)
        self.balances = Balances(self)
        self.codes = Codes(ledger)
        self.tickets = TicketRedemption(self)
        self.names = players.load_directory(ledger)
        self.sign_ins = SignIns(self)
        self.token_attempts = TokenAttempts(self.clock.now)
        self.is_node = False  # whether other processes run tables of this house
        self.ready = False
        self.opened = 0.0
        for table_id in tables:
            self.open_rooms.lay_out(table_id)

    # -- opening and closing ----------------------------------------------------------------------

    async def start(self, *, as_node: bool = False) -> None:
        """Record the start, recover the tables and open their rooms. As a node of a larger house it
        opens none: it takes them over later (`take_over`)."""
        now = self.opened = self.clock.now()
        self.is_node = as_node
        checked, set_back_by = check_tail(self.ledger), self.ledger.clock_lag()
        key = self.codes.new(self.entropy) if self._prints() else None
        started = Entry(kind="house", body=canonical({"start": {
            "at": now, "code": __version__, "files": file_digest(), "checked": checked,
            **self._days_on_record(),
            **({"clock_back": round(set_back_by, 3)} if set_back_by else {})}}))
        outcome = await self.books.commit(started if key is None else msgspec.structs.replace(
            started, documents=(key,), command=("house", "ticket-key") if as_node else None))
        if isinstance(outcome, Repeated):  # another node has stored the key meanwhile
            await self.books.commit(started)
        if key:  # another node may have been first
            self.codes.load(self.ledger)
        await self.purse.start(self.books)
        for room in self.rooms.values():  # read now, it keeps nobody waiting at their first coup
            law_of_the_day.state_at(room.desk.game, room.desk.table, now, self.ledger.days)
        if set_back_by:
            log.warning("the clock was set back while the house was closed", seconds=set_back_by)
        if not as_node:
            self.open_rooms.read_states(lambda _: set_back_by)
            await self._open(self.tables, removed=True)
        self.ready = True

    async def take_over(self, tables: Collection[str]) -> None:
        """Run tables that another node of the house ran before, or nobody yet. The caller has their
        lease. LedgerError when the journal cannot be read."""
        self.tables.update({table_id: table for table_id, table in
                            effective_tables.with_changed_limits(self.ledger, self.files).items()
                            if table_id in tables})
        self.switches.load()
        self.open_rooms.read_states(self._behind, lambda table_id: base_of(table_id) in tables)
        self.open_rooms.lay_out_anew(tables)
        await self._open(tables)

    async def settle_removed_tables(self) -> None:
        """Settle the tables of the journal that no node of this house has. LedgerError when the
        journal cannot be read or written."""
        self.open_rooms.read_states(
            self._behind, lambda table_id: base_of(table_id) not in self.files)
        await self._settle_removed()

    def _behind(self, table_id: str) -> float:
        """The seconds by which our clock is behind that of the node which stored the last entry of
        a table, where that is more than clocks of several machines differ."""
        lag = self.ledger.clock_lag(table_id)
        return lag if lag > SKEW else 0.0

    async def _settle_removed(self) -> None:
        await removed_tables.settle_removed_tables(
            self, self.open_rooms.stored, self.clock.now())

    async def give_up(self, tables: Collection[str]) -> None:
        """Stop running tables, so that another node may take them over."""
        self.waiting_lists.close(tables)
        self.machine_queue.close(tables)
        if self.pools is not None and pays_into_pool(self.tables, tables):
            await self.pools.stop()
        await self.open_rooms.give_up(tables)

    async def _open(self, tables: Collection[str], *, removed: bool = False) -> None:
        """Recover tables, and those in the journal that were ``removed``; then run their rooms."""
        rooms = await self.open_rooms.recover(tables)
        if removed:
            await self._settle_removed()
        await self.meters.open(tables)
        self.waiting_lists.open(tables)
        self.machine_queue.open(tables)
        if self.pools is not None and (removed or pays_into_pool(self.tables, tables)):
            self.pools.on_values = self._on_pool_values
            self.pools.on_hit = self._on_pool_hit
            await self.pools.start()
        for room in rooms:
            self.open_rooms.run(room)
        await self.waiting_lists.tick()
        await self.machine_queue.tick()

    def _days_on_record(self) -> dict[str, Any]:
        """Return the gaming days of the house, for journals whose entries have a gaming day."""
        return {} if self.ledger.format == 1 else {"days": msgspec.to_builtins(self.days)}

    def since(self, at: float) -> float:
        """Return the time from which a stored moment counts. A moment in the future was stored
        before the clock was set back; it counts from the opening of the house."""
        return at if at <= self.clock.now() else self.opened

    def _prints(self) -> bool:
        """Whether a table of this house prints tickets."""
        return any(game(table.game).cabinet for table in self.tables.values())

    def _lay_out(self, table_id: str, table: Table) -> Room:
        """Make the room of a table."""
        desk = Desk(table_id, table, game(table.game), self.source, self.ledger, self.purse,
                    self.entropy)
        room = Room(self, desk)
        room.add_services(
            self.tickets, Bots(room, self), JackpotClaims(room, self), self.warm_up,
            self.waiting_lists, self.machine_queue, self.meters, LongRounds(),
            UncoveredBets())
        return room

    def room_for(self, table_id: str, player: str) -> Room:
        """Return the room in which a player plays at a table (`OpenRooms.for_player`)."""
        return self.open_rooms.for_player(table_id, player)

    def close_room(self, room: AnyTable) -> bool:
        """Close a player's own copy that nobody uses; return False for any other room."""
        return self.open_rooms.close_copy(room)

    async def stop(self) -> None:
        """Finish the queued jobs and close the journal. Open coups wait for the next opening."""
        self.ready = False
        self.books.hurry()
        await self.waiting_lists.stop()
        await self.machine_queue.stop()
        if self.pools is not None:
            await self.pools.stop()
        await self.open_rooms.stop()
        await self.warm_up.stop()
        dismiss(self.rooms)
        await self.purse.stop()
        self.books.close()

    def seal(self) -> None:
        """Store what waits and accept nothing more; end the journal with a checkpoint. A node does
        this before its epoch ends: afterwards it can store nothing."""
        self.books.close()
        self.ledger.seal()

    def looked_at(self, tables: Collection[str]) -> int:
        """Return how many look at these tables now."""
        return sum(len(room.viewers) for table_id, room in self.rooms.items()
                   if base_of(table_id) in tables)

    def _on_pool_hit(self, hit: Hit) -> None:
        """Notify a player of this house that a pool fell at its secret sum; the prize is in their
        account."""
        for room in self.rooms.values():
            room.notify(hit.player, "pool-won", hit.law, {
                "pool": hit.pool, "cents": hit.cents, "sum": room.desk.game.money(hit.cents)})

    def _on_balance_changed(self, account: str) -> None:
        """Send a player the new balance that the wallet reported."""
        player = self.balances.owner(account)
        for room in self.rooms.values():
            if any(viewer.player == player for viewer in room.viewers):
                room.post(lambda room=room: room.broadcaster.publish_balance(player))  # type: ignore[misc]

    def _on_pool_values(self) -> None:
        """Send the new pool values to everybody who looks at one."""
        for room in self.rooms.values():
            room.broadcaster.publish_pools()

    @property
    def broken(self) -> str:
        """Return why the journal must be reopened before play can go on, or ""."""
        return self.books.broken

    def unready(self) -> HouseError | None:
        """Return why nobody can play now, or None."""
        if self.books.trouble is not None:
            return unwritten_error(self.books.trouble)
        if not self.ready:
            return HouseError("not-open", "the house is opening or closing", status=503)
        return None

    # -- players ----------------------------------------------------------------------------------

    def _check_stakes(self) -> None:
        """Check that demo credits and money are not mixed in one house (38-2)."""
        wrong = [key for key, table in self.tables.items() if table.demo != self.purse.demo]
        if wrong:
            meant = "demo = true" if self.purse.demo else "demo = false, because there is a wallet"
            law = self.archive.duty_clause("demo-convert")
            cite_clause(law)
            raise ValueError(phrase("these tables cannot be opened here: {wrong}; allowed: {meant} "
                                    "({law})", wrong=", ".join(wrong), meant=meant, law=law))

    async def admit(self, player_id: str, name: str) -> Player:
        """Admit a player sent by the operator; the player's money is in the operator's wallet."""
        known = self.player(player_id)
        player = known or Player(id=player_id, name=display_name(name) or player_id,
                                 created=self.clock.now(), demo=False,
                                 shown=self.names.add(player_id, name or player_id))
        if known is None:
            await self.commit(players.player_known_entry(self.ledger, player))
        await self.balances.refresh(player.id)
        return player

    async def guest(self, name: str = "", lang: str = "") -> Player:
        """Create a guest with demo credits. HouseError at a house that plays for money, and for a
        reserved name. A name that is taken gets a number; a guest without a name is named in the
        language of their page."""
        if not self.purse.demo:
            law = self.archive.duty_clause("demo-convert")
            cite_clause(law)
            raise HouseError("no-guests", "this house plays for money: players come from the "
                             "operator's site", law, 403)
        if is_reserved(name):
            raise HouseError(
                "reserved-name", phrase("{name!r} is reserved for the house and its staff; choose "
                                        "another name", name=display_name(name)), status=409)
        player = players.new_guest(name, self.clock.now(), self.names, self.entropy, lang)
        law = self.archive.duty_clause("demo")
        cite_clause(law)
        await self.commit(players.player_entry(self.ledger, player, players.GUEST_CREDIT, law,
                                               self.balances.accounts()))
        return player

    async def refill(self, player: Player) -> Player:
        """Give a guest fresh demo credits (38) in each currency in which they cannot make the
        smallest bet."""
        poor = self.balances.spent(player.id)
        law, convert = (
            self.archive.duty_clause("demo-prize"), self.archive.duty_clause("demo-convert"))
        cite_clause(law, convert, self.archive.duty_clause("demo-award"))
        if not player.demo or not poor:
            raise HouseError("still-credit", "new demo credits are given only when the smallest "
                             "bet can no longer be made; they are free play and never money",
                             law, 409)
        if any(reading(room.desk.table.rules, "fresh_credits") is False
               for room in self.rooms.values()):
            raise HouseError("no-fresh-credits", "by the readings of a table of this house only "
                             "what rounds pay prolongs free play: no new demo credits are given",
                             self.archive.duty_clause("demo-award"), 409)
        fresh = msgspec.structs.replace(player, fills=player.fills + 1)
        await self.commit(players.player_entry(self.ledger, fresh, players.GUEST_CREDIT, law, poor))
        return fresh

    def player(self, player_id: str) -> Player | None:
        """Return the player with this id, or None."""
        return players.find_player(self.ledger, player_id)

    def name(self, player_id: str) -> str:
        """Return the name under which others see a player."""
        if self.names.name(player_id) is None and (player_id.startswith(BOT) or self.is_node):
            try:
                known = self.player(player_id)
            except LedgerError as error:  # send the rest without the name
                log.error("a name cannot be read", error=str(error))
                known = None
            if known:
                self.names.learn(known.id, known.shown or known.name,
                                 bot=player_id.startswith(BOT))
        return self.names.name(player_id) or (player_id if self.ledger.names_are_separate else "—")

    def player_summary(self, player: str, desk: Desk) -> PlayerSummary | None:
        """Return what a table shows a player about themselves (32: limits, wins and losses).
        """
        if not player:
            return None
        session = desk.state.sessions.get(player)
        session_so_far = None
        if session is not None:
            law = desk.game.conduct.laws["information"]
            cite_clause(law)
            session_so_far = SessionSoFar(
                started=session.started, coups=session.coups, staked=session.staked,
                won=session.won, **session.other_sums, net=session.net, law=law)
        return PlayerSummary(player=player, name=self.name(player),
                             balance=self.purse.balance(desk.accounts.player(player)),
                             currency=desk.game.currency if desk.accounts.currency else "",
                             places=desk.places_of(player), session=session_so_far)

    def closed_by(self, desk: Desk) -> Switch | None:
        """Return why a table takes no bets, or None."""
        return self.closures.of(desk)

    def opens_at(self, desk: Desk) -> float:
        """Return when a closed table opens by itself; 0 when only people can open it."""
        return self.closures.opens_at(desk)

    def restriction(self, player: str, table_id: str) -> Restriction | None:
        """Return why a player may not come to a table now, or None."""
        return (
            self.waiting_lists.restriction(player, table_id)
            or self.machine_queue.restriction(player, table_id)
            or seated_elsewhere(self.rooms, player, table_id))

    def act_restriction(self, player: str, table_id: str, act: str) -> Restriction | None:
        """Return why a player may not do this act at a table, whatever the table asks, or None."""
        if act in JOINING_ACTS:
            return self.restriction(player, table_id)
        return self.machine_queue.further_game_restriction(player, table_id, act) or (
            chips_elsewhere(self.rooms, player, table_id) if act == "bet" else None)

    def may_begin(self, room: AnyTable) -> bool:
        """Whether a coup may begin at a table."""
        return self.meters.may_begin(room)

    # -- tables -----------------------------------------------------------------------------------

    def room(self, table_id: str) -> Room:
        """Return a room by its id; HouseError when there is none."""
        return self.open_rooms.get(table_id)

    def describe(self, table_id: str) -> TableView:
        """Describe all of a table that does not change from coup to coup."""
        desk = self.room(base_of(table_id)).desk
        return extend(TableView, self.lobby_cards.describe_table(table_id, desk),
                      to_come=effective_tables.next_limits(desk.current_table, desk.table))

    def information(self, table_id: str) -> TableInformation:
        """Return what rule 32 requires before, during and after a session: rules, limits,
        complaints."""
        desk = self.room(base_of(table_id)).desk
        return extend(
            TableInformation, self.describe(table_id),
            information=summaries.describe_information(desk.current_table, desk.game, TEXT_LENGTH))

    def lobby(self) -> list[TableCard]:
        """Return every table with who sits there and whether it takes bets."""
        return self.lobby_cards.tables()

    def room_cards(self) -> list[RoomCard]:
        """Return every room in use, players' own copies included, with its stakes and, when its
        game can compute it, the maximum that the bank may have to pay on the next throw."""
        return [extend(RoomCard, self.lobby_cards.card(table_id, room), coup=room.desk.state.coup,
                       over=room.desk.state.over, staked=sum(room.desk.staked.values()),
                       viewers=len(room.viewers), exposure=_exposed(room.desk))
                for table_id, room in self.rooms.items()]

    # -- complaints and staff ---------------------------------------------------------------------

    async def complain(self, player: Player, table_id: str, coup: str, text: str, key: str = ""
                       ) -> Complaint:
        """Store a player's complaint (32), once for each ``key``."""
        return await complaints.complain(self, player, table_id, coup, text, key)

    async def answer_complaint(self, member: Member, complaint_id: str, text: str) -> Complaint:
        """Store the house's answer to a complaint; the player sees it."""
        document = self.ledger.document("complaint", complaint_id)
        if document is None:
            raise HouseError("no-complaint", phrase("there is no complaint {id!r}",
                                                    id=complaint_id), status=404)
        complaint = msgspec.structs.replace(
            msgspec.json.decode(document.body, type=Complaint), answer=reason_of(text),
            answered_by=member.signs, answered_at=self.clock.now())
        await self.act(member, "answer", complaint.table, text, complaint.law,
                        (complaint.document(),), {"complaint": complaint_id})
        return self.archive.with_names(complaint)

    async def switch(self, member: Member, key: str, opened: bool, reason: str) -> Switch:
        """Open or close a table (``table:ID``) or a game (``game:ID``) to new bets."""
        kind, _, name = key.partition(":")
        known = self.tables if kind == "table" else catalogue()
        if kind not in ("table", "game") or name not in known:
            no_such = phrase("the house has no {kind} {name!r}", kind=kind, name=name)
            raise HouseError("no-such", no_such, status=404)
        law = self.archive.duty_clause("individual")
        new_switch = Switch(
            key=key, open=opened, reason=reason_of(reason), by=member.signs, law=law,
            at=self.clock.now())
        verb = {("table", True): "open", ("table", False): "close",
                ("game", True): "enable", ("game", False): "disable"}[kind, opened]
        await self.act(member, verb, name if kind == "table" else "", reason, law,
                        (new_switch.document(),), {"switch": key})
        self.switches.set(new_switch)
        for table_id, room in list(self.rooms.items()):
            if key in (f"table:{base_of(table_id)}", f"game:{room.desk.game.id}"):
                room.post(room.apply_switch)
        return new_switch

    async def void(self, member: Member, table_id: str, reason: str) -> None:
        """Void the open coup of a table and refund what is in play (27, 28)."""
        room = self.room(table_id)
        cause = reason_of(reason)
        law = room.desk.game.conduct.laws["void"]
        if reading(room.desk.table.rules, "void_by") == "program":
            law = room.desk.game.conduct.laws["void-by"]
            cite_clause(law)
            raise HouseError("unlawful", "by the readings of this table only the program finds "
                             "that a round is void", law, 409)

        async def job() -> bool:
            if room.desk.state.over or (room.desk.dealer is None and not room.desk.other_version):
                raise HouseError("no-coup", phrase("no round is in progress at {id}", id=table_id),
                                 law, 409)
            await self.act(member, "void", table_id, cause, law, (),
                            {"coup": room.desk.state.coup})
            if not await room.void(cause):
                raise not_stored()
            return True

        await run_in_turn(room.ask, job)

    async def end_session(self, player: Player, table_id: str) -> EndedSession:
        """End a player's session at a table (34); return its summary, or that it ends with the
        coup."""
        session = await requested_ends.end_session(
            self.room_for(table_id, player.id), player.id)
        document = self.ledger.document("session", session)
        assert document is not None
        ended = msgspec.json.decode(document.body, type=Session)
        cite_clause(self.archive.duty_clause("summary"))
        return extend(EndedSession, ended.summary(), law=self.archive.duty_clause("summary"))

    async def act(self, member: Member, act: str, table: str, reason: str, law: str,
                   documents: tuple[Document, ...], facts: Facts) -> None:
        """Record an act of staff: who, what, why, under which clause."""
        cite_clause(law)
        await self.commit(Entry(kind="staff", table=table, body=canonical({"staff": {
            "by": member.signs, "role": member.role, "act": act, "reason": reason_of(reason),
            "law": law, "at": self.clock.now(), **facts}}), documents=documents))

    async def commit(self, entry: Entry) -> None:
        """Store an entry that concerns no table in play; HouseError when that fails."""
        try:
            await self.books.commit(entry)
        except LedgerError as error:
            log.error("not stored", error=str(error))
            raise not_stored() from error


def _exposed(desk: Desk) -> int | msgspec.UnsetType:
    """Return the maximum that the bank may have to pay for the present bets; UNSET when cards
    decide."""
    exposure = desk.game.exposure
    return exposure(desk.playing, desk.carry, desk.layout.owners.lying) \
        if exposure else msgspec.UNSET
