"""A room: one table open to the public. Everything is stored before it is published.

Commands, the clock, arrivals and staff all use one bounded mailbox. Each command gets exactly one
reply. A client that does not read is dropped and counted; the room never waits for it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Collection
from typing import Any

import msgspec
import structlog

from sabot.house import metrics
from sabot.house.books.purse import GrantedDebits
from sabot.house.faults import InsufficientFundsError, ProcedureError, WalletGrantNeeded
from sabot.house.live import early_ends, idle_sessions
from sabot.house.live.broadcast import Broadcaster
from sabot.house.live.player_acts import PlayerActs, refuse_credit, refuse_not_stored
from sabot.house.live.stale_acts import PressHistory
from sabot.house.ports import Host, TableService
from sabot.house.seating.places import Seating
from sabot.house.seating.reservations import keeps_places, reserve, unreserve
from sabot.house.shared_views import Facts
from sabot.house.staff.closures import other_version
from sabot.house.table import ready, refusals, scheduled_incidents
from sabot.house.table.desk import Desk
from sabot.house.table.mailbox import Job, Mailbox
from sabot.house.table.messages import (
    Ack,
    ActCommand,
    ClientMessage,
    EndCommand,
    PlayerCommand,
    Pong,
    ReadyCommand,
    Refused,
)
from sabot.house.table.session import Session, idle_due
from sabot.house.table.switches import Switch
from sabot.house.table.versioned_events import Item, Proposal, restart_clock
from sabot.house.table.viewer import Viewer
from sabot.house.table.void_rounds import laws_of_void
from sabot.ledger import LedgerError, Repeated, Stored
from sabot.procedure import Act, Refusal, TimeOut, offers_for
from sabot.regulations import cite_clause

RETRY = 1.0  # seconds until the house tries again what it could not store
BEGINS = frozenset({"sit", "bet"})
FREE_WHEN_CLOSED = frozenset({"leave", "clear", "deal"})

log = structlog.get_logger("sabot.room")


class Room:
    """The actor of one table. ``services`` are called, in order, about what happens at it."""

    def __init__(self, host: Host, desk: Desk) -> None:
        self.host = host
        self.desk = desk
        self.laws = desk.game.conduct.laws
        self.services: tuple[TableService, ...] = ()
        self.broadcaster = Broadcaster(host, desk)
        self.online = self.broadcaster.online
        self.mail = Mailbox(self._on_job_failed, self._after_job)
        self._timer: asyncio.TimerHandle | None = None
        self._not_before = 0.0
        self._postponed = False  # whether follow-up jobs of a stored entry still wait
        self._was_closed = False
        self.seating = Seating(self, host.clock)
        self.press_history = PressHistory(desk)
        self.player_acts = PlayerActs(self, host.purse)
        self._opening_acts = BEGINS

    def add_services(self, *services: TableService) -> None:
        """Set the services that are called about this table, in this order."""
        self.services = services
        self._opening_acts = BEGINS.union(*(service.begins(self) for service in services))

    # -- the mailbox ------------------------------------------------------------------------------

    def start(self) -> None:
        """Start the mailbox and the services."""
        self.seating.start()
        self.press_history.start()
        self.mail.open(f"room-{self.desk.id}")
        for service in self.services:
            service.on_open(self)

    async def stop(self) -> None:
        """Finish queued jobs and commands under way, then stop."""
        await self.player_acts.finish()
        await self.mail.finish()
        self._close()

    def abandon(self) -> None:
        """Stop at once, as if the process were killed: only what is stored survives."""
        self.mail.abandon()
        self._close()

    def _close(self) -> None:
        for service in self.services:
            service.on_close(self)
        if self._timer:
            self._timer.cancel()
        self.mail.close()

    @property
    def closed(self) -> bool:
        """Whether the room has stopped."""
        return self.mail.closed

    def post(self, job: Job) -> asyncio.Future[object] | None:
        """Put a job in the mailbox; None when it is full or the room is closed."""
        return self.mail.post(job)

    async def ask(self, job: Job) -> object:
        """Run a job in its turn and return its result; a Refused when it was not run."""
        return await self.mail.ask(job)

    def _on_job_failed(self, error: Exception) -> Refused:
        """Return the reply for a job that failed; the table goes on."""
        self._not_before = self.host.clock.now() + RETRY
        if isinstance(error, LedgerError):  # nothing was stored, so nothing has changed
            log.error("the books cannot be read", table=self.desk.id, error=str(error))
            self._notify_failed()
            return refusals.refuse_unstored("", error)
        log.exception("a job failed", table=self.desk.id)
        return refusals.FAULT

    def _notify_failed(self) -> None:
        """Tell the services that nothing has changed, so that they look again."""
        for service in self.services:
            service.on_failed(self)

    def _after_job(self) -> bool:
        """Set the timer after a job, and close the room when nobody uses it; return whether it is
        closed."""
        self._set_timer()
        if self.mail.empty and self.host.close_room(self):
            self._close()
        return self.closed

    async def reply_to(self, player: str, message: ClientMessage,
                       arrived: int | None = None) -> Any:
        """Queue a client's message and return the reply: Ack, Refused or Pong. ``arrived`` is the
        version of the table at which the message arrived, when it has waited since."""
        if not isinstance(message, PlayerCommand):
            return Pong()
        version = self.desk.state.version if arrived is None else arrived
        reply = await self.player_acts.queue(player, message, version)
        if isinstance(reply, Refused):
            metrics.REFUSALS.labels(reply.code).inc()
            cite_clause(reply.law)
            if not reply.id:
                reply = msgspec.structs.replace(reply, id=message.id)
        else:
            metrics.ACTS.inc()
        return reply

    # -- time -------------------------------------------------------------------------------------

    def due(self) -> float:
        """Return when the next timed work is due; 0 for never."""
        state, now = self.desk.state, self.host.clock.now()
        times = scheduled_incidents.due_times(self.desk, now)
        if turns := scheduled_incidents.next_change(self.desk, now):
            times.append(turns if self._was_closed == (self.closed_by() is not None) else 1.0)
        if self.desk.listening and state.deadline:
            times.append(1.0 if ready.complete(self.desk, self.online) else state.deadline)
        if state.over and state.next_at and self.host.may_begin(self):
            times.append(1.0 if ready.complete(self.desk, self.online) else state.next_at)
        if self._was_closed and (opens := self.host.opens_at(self.desk)):
            times.append(opens)
        if self.desk.refund_due or self._postponed or any(
                service.waits(self) for service in self.services):
            times.append(max(self._not_before, 1.0))
        if self.desk.table.individual and self.desk.betting and not self.closed_by():
            times += [idle_due(s, self.desk.game.conduct) for s in state.sessions.values()]
        return min(times, default=0.0)

    def _set_timer(self) -> None:
        if self._timer:
            self._timer.cancel()
            self._timer = None
        if due := self.due():
            delay = max(0.0, max(due, self._not_before) - self.host.clock.now())
            self._timer = asyncio.get_running_loop().call_later(delay, self._post_tick)

    def _post_tick(self) -> None:
        self._timer = None
        if self.post(self.tick) is None:
            self._timer = asyncio.get_running_loop().call_later(0.05, self._post_tick)

    async def tick(self) -> None:
        """Do the due work: time-outs, the next coup, idle sessions."""
        desk, now = self.desk, self.host.clock.now()
        if self._was_closed != (self.closed_by() is not None):
            await self.apply_switch()
        if desk.refund_due:
            await self.refund()
        await self._give_up_shoe()
        if self._postponed:
            self._postponed = False
            await self.seat()
        if any(due <= now for due in scheduled_incidents.due_times(desk, now)):
            await self.store(scheduled_incidents.propose_incident(desk, now))
        standing = desk.dealer.standing if desk.dealer else None
        early = ready.complete(desk, self.online)
        if standing is not None and desk.state.deadline and (early or now >= desk.state.deadline):
            await self._time_out(standing.window, now)
        if desk.state.over and (early or now >= desk.state.next_at):
            await self.begin()
        else:
            await idle_sessions.check_idle(self, self.host.clock)
        await self._run_services()

    async def _run_services(self) -> None:
        for service in self.services:
            await service.on_tick(self)

    async def _time_out(self, window: str, now: float) -> None:
        try:
            proposal = self.desk.propose_answer(TimeOut(window), now,
                                                body=early_ends.reason(self, now))
        except (InsufficientFundsError, ProcedureError):  # a time-out takes no player's money
            log.exception("a time-out failed", table=self.desk.id)
            await (self.refund() if self.desk.lost else self.void("malfunction"))
            return
        if isinstance(proposal, Proposal):
            metrics.TIMEOUTS.inc()
            await self.store(proposal)

    async def begin(self) -> None:
        """Begin a coup, after ending the sessions of players who are leaving."""
        desk = self.desk
        if not (desk.state.over and self.host.may_begin(self) and await self._give_up_shoe()):
            return
        await self._end_leaving_sessions()
        before = desk.playing
        if await self.store(desk.propose_begin(self.host.clock.now())) and desk.playing != before:
            self.broadcaster.send_snapshots()
        await self._run_services()

    async def _give_up_shoe(self) -> bool:
        """Record that a shoe which cannot be opened is given up, before a coup begins; False when
        that cannot be stored."""
        if not self.desk.shoebox.given_up:
            return True
        if await self.store(self.desk.propose_new_shoe(self.host.clock.now())) is None:
            return False
        self.desk.shoebox.given_up = ""
        return True

    async def seat(self) -> None:
        """Free the places of ended sessions, and seat players with a reservation."""
        if not await self.seating.fill():
            self._postponed = True

    async def act_for(self, act: Act) -> bool | None:
        """Do an act for a player on behalf of the house; return whether the table accepted it, or
        None when the journal could not be written."""
        try:
            proposal = self.desk.propose_answer(act, self.host.clock.now())
        except (InsufficientFundsError, ProcedureError):
            return False
        if not isinstance(proposal, Proposal):
            return False
        return True if await self.store(proposal) is not None else None

    # -- commands ---------------------------------------------------------------------------------

    async def run_command(
        self, player: str, command: PlayerCommand, arrived: int,
        granted: GrantedDebits | None = None) -> Ack | Refused | WalletGrantNeeded:
        """Run a command in its turn at the table. ``arrived`` is the version at which it arrived,
        ``granted`` what a wallet has granted for it. WalletGrantNeeded when a wallet must be asked
        first."""
        moved_on = self.press_history.refuse_stale(player, command, arrived)
        if moved_on is not None:
            return self._earlier_reply(player, command.id) or moved_on
        if isinstance(command, EndCommand):
            reply: Ack | Refused | WalletGrantNeeded = await self.end(player, command.id)
        elif isinstance(command, ReadyCommand):
            reply = self._earlier_reply(player, command.id) or await early_ends.note_ready(
                self, player, command.id, self.host.clock.now())
        else:
            reply = await self._run_act(player, command, granted)
        if isinstance(reply, Ack):
            self.press_history.note_accepted(player, command, reply.v)
        return reply

    async def _run_act(self, player: str, command: ActCommand, granted: GrantedDebits | None = None
                       ) -> Ack | Refused | WalletGrantNeeded:
        """Run a player's act, then end sessions that were waiting for the end of the coup."""
        reply = await self._try_act(player, command, granted)
        if isinstance(reply, Refused):
            return self._earlier_reply(player, command.id) or reply
        if self.desk.state.over:
            await self._run_follow_ups(self._end_leaving_sessions)
        return reply

    def _earlier_reply(self, player: str, key: str) -> Ack | None:
        """Return the reply to an earlier accepted command with the same key, or None. A journal in
        doubt is not read: what it shows may be gone after it is reopened."""
        if self.host.broken:
            return None
        try:
            stored = self.host.ledger.answer_to(player, key)
        except LedgerError:
            return None
        return None if stored is None else msgspec.json.decode(stored, type=Ack)

    async def _try_act(self, player: str, command: ActCommand, granted: GrantedDebits | None
                       ) -> Ack | Refused | WalletGrantNeeded:
        """Check an act against everything that may refuse it, then propose and store it."""
        desk, now, act = self.desk, self.host.clock.now(), command.act
        if desk.state.over and (now >= desk.state.next_at
                                or desk.table.individual or ready.alone(desk, player, self.online)):
            await self.begin()
        if desk.other_version:
            why = other_version(desk)
            return Refused(command.id, why.code, why.law, why.reason, dict(why.facts))
        if desk.lost:
            return Refused(command.id, "void", self.laws["void"], "the round cannot be determined; "
                           "its bets are being refunded")
        closed = self.closed_by()
        if closed is not None and act not in FREE_WHEN_CLOSED and (
                act in self._opening_acts or desk.betting or desk.state.over):
            return Refused(command.id, "closed", closed.law, f"no bets here: {closed.reason}",
                           {"reason": closed.reason})
        bar = self.host.act_restriction(player, desk.id, act)
        if bar is not None:
            return Refused(command.id, bar.code, bar.law, bar.text, bar.facts)
        if act == "sit" and not command.amount and not desk.betting \
                and keeps_places(desk.game) and not self._is_offered(player, act, command.seat):
            return await reserve(self, player, command, self.host.clock.now())
        for service in self.services:
            if (reply := await service.reply(self, player, command)) is not None:
                return reply
        if act == "leave" and desk.state.reserved.get(command.seat) == player:
            return await unreserve(self, player, command, self.host.clock.now())
        if desk.dealer is None or desk.state.over:
            return Refused(command.id, "not-now", self.laws["real-time"],
                           "the next round has not begun")
        try:
            proposal = desk.propose_answer(Act(player, act, command.seat, command.amount), now,
                                           (player, command.id), granted.cents if granted else {})
        except InsufficientFundsError as short:
            return refuse_credit(self, command.id, short.have, short.need)
        except WalletGrantNeeded as needs:
            return self._earlier_reply(player, command.id) or needs
        except ProcedureError:
            log.exception("a command failed", table=desk.id)
            if desk.lost:
                await self.refund()
            return refusals.FAULT
        if isinstance(proposal, Refusal):
            return Refused(command.id, proposal.code, proposal.law,
                           desk.game.in_currency(proposal.text),
                           proposal.facts, proposal.accepts)
        needed = granted is not None and self.host.purse.required_debits(proposal.entry.transfers)
        return await self.store_command(proposal, command.id, granted if needed else None)

    async def store_command(self, proposal: Proposal, key: str, granted: GrantedDebits | None = None
                            ) -> Ack | Refused:
        """Store a player's command and return the reply."""
        index = self.index_before(proposal)
        try:
            outcome = await self.host.purse.store(proposal.entry, granted)
        except LedgerError as error:
            self.desk.roll_back(index)
            return refuse_not_stored(key, self.desk.id, error)
        if isinstance(outcome, Stored):
            await self._publish_stored(proposal)
            return Ack(key, proposal.state.version)
        self.desk.roll_back(index)
        if isinstance(outcome, Repeated):
            return msgspec.json.decode(outcome.answer, type=Ack)
        for service in self.services:
            if (why := service.short(self, key, outcome)) is not None:
                return why
        return refuse_credit(self, key, outcome.have, outcome.need)

    async def store(self, proposal: Proposal) -> list[Item] | None:
        """Store what the house itself does; return None, with nothing changed, when that fails."""
        index = self.index_before(proposal)
        try:
            outcome = await self.host.purse.store(proposal.entry)
        except LedgerError as error:
            log.error("not stored", table=self.desk.id, error=str(error))
            self.desk.roll_back(index)
            self._not_before = self.host.clock.now() + RETRY
            self._notify_failed()
            return None
        if not isinstance(outcome, Stored):
            self.desk.roll_back(index)
            self._not_before = self.host.clock.now() + RETRY
            return None
        items = await self._publish_stored(proposal)
        if proposal.events and self.desk.state.over:
            await self._run_follow_ups(self._end_leaving_sessions)
        return items

    async def _publish_stored(self, proposal: Proposal) -> list[Item]:
        """Publish a proposal that was stored; a clock that it starts runs from now.
        When betting opens, fill places and remind idle players."""
        restart_clock(self.desk.state, proposal.state, self.host.clock.now() - proposal.at)
        items = self.desk.confirm(proposal)
        self.press_history.note_stored(proposal)
        self.broadcaster.publish(items, proposal)
        for service in self.services:
            service.on_stored(self, proposal)
        if self.seating.just_opened():
            await self._run_follow_ups(
                self.seat, lambda: idle_sessions.check_idle(self, self.host.clock))
        return items

    async def _run_follow_ups(self, *jobs: Job) -> None:
        """Run the jobs that follow from a stored entry. When the journal cannot be read now, the
        clock runs them later."""
        try:
            for job in jobs:
                await job()
        except LedgerError as error:
            log.error("follow-up postponed", table=self.desk.id, error=str(error))
            self._postponed = True
            self._not_before = self.host.clock.now() + RETRY

    def _is_offered(self, player: str, act: str, seat: str) -> bool:
        """Whether the coup itself offers this act to a player now."""
        standing = self.desk.dealer.standing if self.desk.dealer else None
        return any(o.act == act and seat in o.spots for o in offers_for(standing, player))

    def index_before(self, proposal: Proposal) -> int:
        """Return how many events the record had before this proposal."""
        if (dealer := self.desk.dealer) is None or proposal.entry.kind == "begin":
            return 0
        return len(dealer.record) - len(proposal.events)

    # -- sessions ---------------------------------------------------------------------------------

    async def end(self, player: str, key: str) -> Ack | Refused:
        """End a player's session (34): now, or with the coup in which the player has a bet."""
        if earlier := self._earlier_reply(player, key):
            return earlier
        session = self.desk.state.sessions.get(player)
        if session is None:
            return Refused(key, "no-session", self.laws["session"],
                           "you have no session at this table")
        if self.desk.seating:
            await self.seating.leave_all(player)
        sessions = dict(self.desk.state.sessions)
        if player in self.desk.at_stake and player in sessions:
            sessions[player] = msgspec.structs.replace(sessions[player], leaving=True)
            return await self.store_command(self.desk.propose_house(
                "session", (), self.host.clock.now(), sessions=sessions, command=(player, key)),
                key)
        return await self.end_now(session, "player", key)

    async def end_now(self, session: Session, reason: str, key: str = "") -> Ack | Refused:
        """End a session: free its places and send its summary (33)."""
        if self.desk.seating:
            await self.seating.leave_all(session.player)
        now = self.host.clock.now()
        sessions = dict(self.desk.state.sessions)
        current = sessions.pop(session.player, None)
        if current is None:  # it ended while the places were freed
            return Ack(key, self.desk.state.version)
        parted = self.desk.settle_session(current, now)
        ended = msgspec.structs.replace(parted.session, ended=now, reason=reason,
                                        told=bool(key) or self.online(session.player))
        parted = msgspec.structs.replace(parted, session=ended)
        proposal = self.desk.propose_house(
            "session",
            ({"session": "ended", "to": session.player, **msgspec.to_builtins(ended.summary())},),
            now,
            sessions=sessions, ended=(ended,), parted=parted,
            reserved={p: player for p, player in self.desk.state.reserved.items()
                      if player != session.player},
            command=(session.player, key) if key else None)
        reply = await self.store_command(proposal, key)
        if isinstance(reply, Ack):
            self.notify(session.player, "session-ended", self.laws["summary"],
                        msgspec.to_builtins(ended.summary()))
        return reply

    async def _end_leaving_sessions(self) -> None:
        """End the sessions marked as leaving, between coups."""
        for session in [s for s in self.desk.state.sessions.values() if s.leaving]:
            await self.end_now(session, "player")

    # -- staff ------------------------------------------------------------------------------------

    async def void(self, cause: str) -> bool:
        """End the open coup as void and refund what is in play; False when none is open."""
        if self.desk.other_version:
            cite_clause(self.laws["void-by"])
            return await self.refund(cause)
        if self.desk.dealer is None or self.desk.state.over:
            return False
        cite_clause(*laws_of_void(self.desk))
        try:
            proposal = self.desk.propose_void(cause, self.host.clock.now())
        except ProcedureError:
            log.exception("the procedure cannot void the coup", table=self.desk.id)
            return await self.refund()
        return await self._notify_void(await self.store(proposal) is not None, refunded=False)

    async def refund(self, cause: str = "") -> bool:
        """Void a coup that cannot be replayed, and refund its stakes from the record (27, 28)."""
        cite_clause(self.laws["void"], self.laws["refund"])
        now = self.host.clock.now()
        done = await self.store(self.desk.propose_refund(cause or self.desk.cause, now)) is not None
        return await self._notify_void(done, refunded=True)

    async def _notify_void(self, done: bool, *, refunded: bool) -> bool:
        for service in self.services:
            await service.on_void(self, refunded=done and refunded)
        return done

    def closed_by(self) -> Switch | None:
        """What keeps this table from taking bets, or None."""
        return self.host.closed_by(self.desk)

    async def apply_switch(self) -> None:
        """Publish that a switch for this table was turned, and begin a coup if the table is open.
        """
        closed = self.closed_by()
        self._was_closed = closed is not None
        self.broadcaster.publish_switch(closed)
        if not closed:
            await idle_sessions.restart_idle_clock(self, self.host.clock.now())
            if self.desk.state.over:
                await self.begin()

    # -- viewers ----------------------------------------------------------------------------------

    @property
    def viewers(self) -> Collection[Viewer]:
        """The clients that view the table."""
        return self.broadcaster.viewers

    @property
    def published_seats(self) -> tuple[str, ...]:
        """The player at each place, as last published."""
        return self.broadcaster.seats

    def notify(self, player: str, kind: str, law: str, facts: Facts) -> None:
        """Send a notice to one player."""
        self.broadcaster.notify(player, kind, law, facts)

    def notify_all(self, kind: str, law: str, facts: Facts) -> None:
        """Send a notice about the table to all viewers."""
        self.broadcaster.notify_all(kind, law, facts)

    def send_all(self, message: object) -> None:
        """Send one message to all viewers."""
        self.broadcaster.send_all(message)

    async def join(self, viewer: Viewer, since: int | None) -> None:
        """Add a client: send it exactly what it missed since a version, or a snapshot."""
        desk, player = self.desk, viewer.player
        returns = player and not self.online(player) and player in desk.at_stake
        try:
            self.broadcaster.add_viewer(viewer, since)
            if returns:
                await self._record_line(player, "back", self.laws["line-valid"])
            if player:
                await idle_sessions.send_missed_summaries(
                    self, self.host.ledger, player, self.host.clock)
        except LedgerError:  # the client is not let in, and reconnects
            self.broadcaster.remove_viewer(viewer)
            raise

    async def arrive(self, viewer: Viewer, since: int | None) -> bool:
        """Add a client in its turn; False when the room could not."""
        return not isinstance(await self.mail.wait(lambda: self.join(viewer, since)), Refused)

    async def depart(self, viewer: Viewer) -> None:
        """Remove a client: stop sending at once, and record the loss in its turn."""
        self.broadcaster.forget(viewer)
        await self.mail.wait(lambda: self.leave(viewer))

    async def leave(self, viewer: Viewer) -> None:
        """Remove a client whose line is gone. Its bets stand (29, 30); the loss is recorded."""
        self.broadcaster.remove_viewer(viewer)
        if viewer.player in self.desk.at_stake and not self.online(viewer.player):
            await self._record_line(viewer.player, "lost", self.laws["line"])
        if not self.online(viewer.player):
            await idle_sessions.end_with_line(self, viewer.player, self.host.clock)

    async def _record_line(self, player: str, event: str, law: str) -> None:
        also = [self.laws["line-default"], self.laws["line-session"]] if event == "lost" else []
        cite_clause(law, *also)
        places = self.desk.places_of(player)
        house_event = {"line": event, "places": places, "law": law, "also": also}
        await self.store(self.desk.propose_house("house", (house_event,), self.host.clock.now()))
