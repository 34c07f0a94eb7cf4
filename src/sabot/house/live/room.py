"""A table open to the public: one mailbox, one thing at a time, stored before it is told.

Commands, the clock, arrivals and staff all enter through one bounded mailbox. Each command gets
exactly one answer. A client that does not read is dropped and counted, never waited for.
"""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec
import structlog

from sabot.house import metrics
from sabot.house.books.purse import Taken
from sabot.house.faults import Fault, Needs, Short
from sabot.house.live import idle_sessions
from sabot.house.live.broadcast import Broadcaster
from sabot.house.live.player_acts import Acting, lacks, not_stored
from sabot.house.live.stale_acts import Presses
from sabot.house.ports import Attendant, Host
from sabot.house.seating.places import Seating
from sabot.house.seating.reservations import keeps_places, reserve, unreserve
from sabot.house.shared_views import Facts
from sabot.house.staff.closures import other_version
from sabot.house.table import refusals, scheduled_incidents
from sabot.house.table.desk import Desk
from sabot.house.table.mailbox import Job, Mailbox
from sabot.house.table.messages import (
    Ack,
    ActCommand,
    ClientMessage,
    EndCommand,
    Ping,
    Pong,
    Refused,
)
from sabot.house.table.session import Session, idle_due
from sabot.house.table.switches import Switch
from sabot.house.table.versioned_events import Item, Proposal
from sabot.house.table.viewer import Viewer
from sabot.law import cite_clause
from sabot.ledger import LedgerError, Repeated, Stored
from sabot.procedure import Act, Refusal, TimeOut, offers_for

RETRY = 1.0  # seconds until the house tries again what it could not store
BEGINS = frozenset({"sit", "bet"})
FREE_WHEN_CLOSED = frozenset({"leave", "clear", "deal"})

log = structlog.get_logger("sabot.room")


class Room:
    """The actor of one table. ``attendants`` hear what happens at it, in their order."""

    def __init__(self, host: Host, desk: Desk) -> None:
        self.host = host
        self.desk = desk
        self.laws = desk.game.conduct.laws
        self.attendants: tuple[Attendant, ...] = ()
        self.telling = Broadcaster(host, desk)
        self.mail = Mailbox(self._failed, self._done)
        self._timer: asyncio.TimerHandle | None = None
        self._not_before = 0.0
        self._put_off = False  # something that follows from what is stored is still to be done
        self._shut = False
        self.seating = Seating(self, host.clock)
        self.presses = Presses(desk)
        self.acting = Acting(self, host.purse)
        self._begins = BEGINS

    def attend(self, *attendants: Attendant) -> None:
        """These hear from now on what happens at the table, in this order."""
        self.attendants = attendants
        self._begins = BEGINS.union(*(one.begins(self) for one in attendants))

    # -- the mailbox ------------------------------------------------------------------------------

    def start(self) -> None:
        self.seating.start()
        self.presses.start()
        self.mail.open(f"room-{self.desk.id}")
        for one in self.attendants:
            one.on_open(self)

    async def stop(self) -> None:
        """Do what is in the mailbox or on its way there, then nothing more."""
        await self.acting.finish()
        await self.mail.finish()
        self._close()

    def abandon(self) -> None:
        """Leave everything as it is, as a killed process would: what is stored is stored."""
        self.mail.abandon()
        self._close()

    def _close(self) -> None:
        for one in self.attendants:
            one.on_close(self)
        if self._timer:
            self._timer.cancel()
        self.mail.close()

    @property
    def closed(self) -> bool:
        """Whether nothing more is done here."""
        return self.mail.closed

    def post(self, job: Job) -> asyncio.Future[object] | None:
        """Put a job in the mailbox; None when it is full or the room is closed."""
        return self.mail.post(job)

    async def ask(self, job: Job) -> object:
        """Run a job in its turn and wait for what it answers; a Refused when it was not run."""
        return await self.mail.ask(job)

    def _failed(self, error: Exception) -> Refused:
        """What is answered for a job that has failed; the table goes on."""
        self._not_before = self.host.clock.now() + RETRY
        if isinstance(error, LedgerError):  # read before anything was stored: nothing has changed
            log.error("the books cannot be read", table=self.desk.id, error=str(error))
            self._wake()
            return refusals.unstored("", error)
        log.exception("a job failed", table=self.desk.id)
        return refusals.FAULT

    def _wake(self) -> None:
        """Nothing has changed: whoever waited that something would looks again."""
        for one in self.attendants:
            one.on_failed(self)

    def _done(self) -> bool:
        """A job is done: when the clock is looked at next, and whether the room is given up."""
        self._set_timer()
        if self.mail.empty and self.host.close_room(self):
            self._close()
        return self.closed

    async def handle(self, player: str, message: ClientMessage,
                     arrived: int | None = None) -> Any:
        """The answer to a client's message: Ack, Refused or Pong. ``arrived`` is the version of the
        table at which it came, where it has waited since."""
        if isinstance(message, Ping):
            return Pong()
        seen = self.desk.state.version if arrived is None else arrived
        answer = await self.acting.do(player, message, seen)
        if isinstance(answer, Refused):
            metrics.REFUSALS.labels(answer.code).inc()
            cite_clause(answer.law)
            if not answer.id:
                answer = msgspec.structs.replace(answer, id=message.id)
        else:
            metrics.ACTS.inc()
        return answer

    # -- time -------------------------------------------------------------------------------------

    def due(self) -> float:
        """When the clock must next be looked at; 0 for never."""
        state, now = self.desk.state, self.host.clock.now()
        times = scheduled_incidents.due(self.desk, now)
        if turns := scheduled_incidents.turns(self.desk, now):
            times.append(turns if self._shut == (self.closed_by() is not None) else 1.0)
        if self.desk.listening and state.deadline:
            times.append(state.deadline)
        if state.over and state.next_at and self.host.may_begin(self):
            times.append(state.next_at)
        if self._shut and (opens := self.host.opens_at(self.desk)):
            times.append(opens)
        if self.desk.refund_due or self._put_off or any(one.waits(self) for one in self.attendants):
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
            self._timer = asyncio.get_running_loop().call_later(delay, self._ring)

    def _ring(self) -> None:
        self._timer = None
        if self.post(self.tick) is None:
            self._timer = asyncio.get_running_loop().call_later(0.05, self._ring)

    async def tick(self) -> None:
        """Do what the clock asks: time-outs, the next coup, idle sessions."""
        desk, now = self.desk, self.host.clock.now()
        if self._shut != (self.closed_by() is not None):
            await self.switched()
        if desk.refund_due:
            await self.refund()
        await self._give_up_shoe()
        if self._put_off:
            self._put_off = False
            await self.seat()
        if any(due <= now for due in scheduled_incidents.due(desk, now)):
            await self.store(scheduled_incidents.propose(desk, now))
        standing = desk.dealer.standing if desk.dealer else None
        if standing is not None and desk.state.deadline and now >= desk.state.deadline:
            await self._time_out(standing.window, now)
        if desk.state.over and now >= desk.state.next_at:
            await self.begin()
        else:
            await idle_sessions.idle(self, self.host.clock)
        await self._ticked()

    async def _ticked(self) -> None:
        for one in self.attendants:
            await one.on_tick(self)

    async def _time_out(self, window: str, now: float) -> None:
        try:
            proposal = self.desk.propose_answer(TimeOut(window), now)
        except (Short, Fault):  # the clock moves no player's money
            log.exception("the clock cannot go on", table=self.desk.id)
            await (self.refund() if self.desk.lost else self.void("malfunction"))
            return
        if isinstance(proposal, Proposal):
            metrics.TIMEOUTS.inc()
            await self.store(proposal)

    async def begin(self) -> None:
        """Open a new coup, seat those who reserved, let go those who left."""
        desk = self.desk
        if not (desk.state.over and self.host.may_begin(self) and await self._give_up_shoe()):
            return
        await self._let_go()
        before = desk.playing
        if await self.store(desk.propose_begin(self.host.clock.now())) and desk.playing != before:
            self.telling.show_anew()
        await self._ticked()

    async def _give_up_shoe(self) -> bool:
        """Put on record that a shoe is given up which cannot be opened, before a coup begins at the
        table; False when that cannot be stored."""
        if not self.desk.shoebox.given_up:
            return True
        if await self.store(self.desk.propose_new_shoe(self.host.clock.now())) is None:
            return False
        self.desk.shoebox.given_up = ""
        return True

    async def seat(self) -> None:
        """Free the places of those whose session ended, and seat those who reserved one."""
        if not await self.seating.give():
            self._put_off = True

    async def quiet(self, act: Act) -> bool | None:
        """An act that the house does for a player; whether the table took it, or None where the
        books could not be written."""
        try:
            proposal = self.desk.propose_answer(act, self.host.clock.now())
        except (Short, Fault):
            return False
        if not isinstance(proposal, Proposal):
            return False
        return True if await self.store(proposal) is not None else None

    # -- commands ---------------------------------------------------------------------------------

    async def turn(self, player: str, command: ActCommand | EndCommand, arrived: int,
                   taken: Taken | None = None) -> Ack | Refused | Needs:
        """A command in its turn at the table. ``arrived`` is the version at which it came,
        ``taken`` what a wallet has granted for it; Needs where one has to be asked first."""
        moved_on = self.presses.moved_on(player, command, arrived)
        if moved_on is not None:
            return self._again(player, command.id) or moved_on
        if isinstance(command, EndCommand):
            answer: Ack | Refused | Needs = await self.end(player, command.id)
        else:
            answer = await self._act(player, command, taken)
        if isinstance(answer, Ack):
            self.presses.done(player, command, answer.v)
        return answer

    async def _act(self, player: str, command: ActCommand, taken: Taken | None = None
                   ) -> Ack | Refused | Needs:
        """A player's act; ``taken`` is what a wallet has granted for it, where it must be asked."""
        answer = await self._try(player, command, taken)
        if isinstance(answer, Refused):
            return self._again(player, command.id) or answer
        if self.desk.state.over:
            await self._then(self._let_go)
        return answer

    def _again(self, player: str, key: str) -> Ack | None:
        """What a command was told that was accepted before, under the same key.

        Books in doubt are not asked: what they show may be gone when they are opened anew.
        """
        if self.host.broken:
            return None
        try:
            before = self.host.ledger.answer_to(player, key)
        except LedgerError:
            return None
        return None if before is None else msgspec.json.decode(before, type=Ack)

    async def _try(self, player: str, command: ActCommand, taken: Taken | None
                   ) -> Ack | Refused | Needs:
        desk, now, act = self.desk, self.host.clock.now(), command.act
        if desk.state.over and (desk.table.individual or now >= desk.state.next_at):
            await self.begin()
        if desk.other_version:
            why = other_version(desk)
            return Refused(command.id, why.code, why.law, why.reason, dict(why.facts))
        if desk.lost:
            return Refused(command.id, "void", self.laws["void"], "the round cannot be determined; "
                           "its bets are being refunded")
        closed = self.closed_by()
        if closed is not None and act not in FREE_WHEN_CLOSED and (
                act in self._begins or desk.betting or desk.state.over):
            return Refused(command.id, "closed", closed.law, f"no bets here: {closed.reason}",
                           {"reason": closed.reason})
        bar = self.host.bars_act(player, desk.id, act)
        if bar is not None:
            return Refused(command.id, bar.code, bar.law, bar.text, bar.facts)
        if act == "sit" and not command.amount and not desk.betting \
                and keeps_places(desk.game) and not self._offered(player, act, command.seat):
            return await reserve(self, player, command, self.host.clock.now())
        for one in self.attendants:
            if (answer := await one.answer(self, player, command)) is not None:
                return answer
        if act == "leave" and desk.state.reserved.get(command.seat) == player:
            return await unreserve(self, player, command, self.host.clock.now())
        if desk.dealer is None or desk.state.over:
            return Refused(command.id, "not-now", self.laws["real-time"],
                           "the next round has not begun")
        try:
            proposal = desk.propose_answer(Act(player, act, command.seat, command.amount), now,
                                           (player, command.id), taken.cents if taken else {})
        except Short as short:
            return lacks(self, command.id, short.have, short.need)
        except Needs as needs:
            return self._again(player, command.id) or needs
        except Fault:
            log.exception("a command failed", table=desk.id)
            if desk.lost:
                await self.refund()
            return refusals.FAULT
        if isinstance(proposal, Refusal):
            return Refused(command.id, proposal.code, proposal.law,
                           desk.game.refused(proposal.text),
                           proposal.facts, proposal.accepts)
        needed = taken is not None and self.host.purse.needs(proposal.entry.transfers)
        return await self.command(proposal, command.id, taken if needed else None)

    async def command(self, proposal: Proposal, key: str, taken: Taken | None = None
                      ) -> Ack | Refused:
        """Store a player's command and answer it."""
        index = self.index_before(proposal)
        try:
            outcome = await self.host.purse.store(proposal.entry, taken)
        except LedgerError as error:
            self.desk.take_back(index)
            return not_stored(key, self.desk.id, error)
        if isinstance(outcome, Stored):
            await self._stored(proposal)
            return Ack(key, proposal.state.version)
        self.desk.take_back(index)
        if isinstance(outcome, Repeated):
            return msgspec.json.decode(outcome.answer, type=Ack)
        for one in self.attendants:
            if (why := one.short(self, key, outcome)) is not None:
                return why
        return lacks(self, key, outcome.have, outcome.need)

    async def store(self, proposal: Proposal) -> list[Item] | None:
        """Store what the house itself does; None (and nothing changed) when it cannot be."""
        index = self.index_before(proposal)
        try:
            outcome = await self.host.purse.store(proposal.entry)
        except LedgerError as error:
            log.error("not stored", table=self.desk.id, error=str(error))
            self.desk.take_back(index)
            self._not_before = self.host.clock.now() + RETRY
            self._wake()
            return None
        if not isinstance(outcome, Stored):
            self.desk.take_back(index)
            self._not_before = self.host.clock.now() + RETRY
            return None
        items = await self._stored(proposal)
        if proposal.events and self.desk.state.over:
            await self._then(self._let_go)
        return items

    async def _stored(self, proposal: Proposal) -> list[Item]:
        """What was stored is told; once bets are taken, places are given and the idle reminded."""
        items = self.desk.confirm(proposal)
        self.presses.stored(proposal)
        self.telling.publish(items, proposal)
        for one in self.attendants:
            one.on_stored(self, proposal)
        if self.seating.opened():
            await self._then(self.seat, lambda: idle_sessions.idle(self, self.host.clock))
        return items

    async def _then(self, *jobs: Job) -> None:
        """Do what follows from something that is stored, and stays so: where the books cannot be
        read now, the clock does it."""
        try:
            for job in jobs:
                await job()
        except LedgerError as error:
            log.error("put off", table=self.desk.id, error=str(error))
            self._put_off = True
            self._not_before = self.host.clock.now() + RETRY

    def _offered(self, player: str, act: str, seat: str) -> bool:
        """Whether the coup itself asks this of a player now."""
        standing = self.desk.dealer.standing if self.desk.dealer else None
        return any(o.act == act and seat in o.spots for o in offers_for(standing, player))

    def index_before(self, proposal: Proposal) -> int:
        """How many events the record had before what is proposed."""
        if (dealer := self.desk.dealer) is None or proposal.entry.kind == "begin":
            return 0
        return len(dealer.record) - len(proposal.events)

    # -- sessions ---------------------------------------------------------------------------------

    async def end(self, player: str, key: str) -> Ack | Refused:
        """A player ends his session (34): now, or with the coup in which he has a bet."""
        if before := self._again(player, key):
            return before
        session = self.desk.state.sessions.get(player)
        if session is None:
            return Refused(key, "no-session", self.laws["session"],
                           "you have no session at this table")
        if self.desk.seating:
            await self.seating.leave_all(player)
        sessions = dict(self.desk.state.sessions)
        if player in self.desk.at_stake and player in sessions:
            sessions[player] = msgspec.structs.replace(sessions[player], leaving=True)
            return await self.command(self.desk.propose_house(
                "session", (), self.host.clock.now(), sessions=sessions, command=(player, key)),
                key)
        return await self.end_now(session, "player", key)

    async def end_now(self, session: Session, reason: str, key: str = "") -> Ack | Refused:
        """End a session: its places are freed, its summary told (33)."""
        if self.desk.seating:
            await self.seating.leave_all(session.player)
        now = self.host.clock.now()
        sessions = dict(self.desk.state.sessions)
        current = sessions.pop(session.player, None)
        if current is None:  # it ended while his places were freed
            return Ack(key, self.desk.state.version)
        parted = self.desk.parting(current, now)
        ended = msgspec.structs.replace(parted.session, ended=now, reason=reason,
                                        told=bool(key) or self.telling.online(session.player))
        parted = msgspec.structs.replace(parted, session=ended)
        proposal = self.desk.propose_house(
            "session", ({"session": "ended", "to": session.player,
                         **msgspec.to_builtins(ended.summary())},), now,
            sessions=sessions, ended=(ended,), parted=parted, reserved={
                p: held for p, held in self.desk.state.reserved.items() if held != session.player},
            command=(session.player, key) if key else None)
        answer = await self.command(proposal, key)
        if isinstance(answer, Ack):
            self.notice(session.player, "session-ended", self.laws["summary"],
                        msgspec.to_builtins(ended.summary()))
        return answer

    async def _let_go(self) -> None:  # between coups, who wanted to go
        for session in [s for s in self.desk.state.sessions.values() if s.leaving]:
            await self.end_now(session, "player")

    # -- staff ------------------------------------------------------------------------------------

    async def void(self, cause: str) -> bool:
        """End the open coup as void (ir/21) and refund what is in play; False when none is open."""
        if self.desk.other_version:
            cite_clause(self.laws["void-by"])
            return await self.refund(cause)
        if self.desk.dealer is None or self.desk.state.over:
            return False
        cite_clause(self.laws["void"], self.laws["refund"], self.laws["void-by"])
        try:
            proposal = self.desk.propose_void(cause, self.host.clock.now())
        except Fault:
            log.exception("the coup cannot tell its own end", table=self.desk.id)
            return await self.refund()
        return await self._voided(await self.store(proposal) is not None, refunded=False)

    async def refund(self, cause: str = "") -> bool:
        """Void a coup that cannot be told again; its stakes go back from the record (27, 28)."""
        cite_clause(self.laws["void"], self.laws["refund"])
        now = self.host.clock.now()
        done = await self.store(self.desk.propose_refund(cause or self.desk.cause, now)) is not None
        return await self._voided(done, refunded=True)

    async def _voided(self, done: bool, *, refunded: bool) -> bool:
        for one in self.attendants:
            await one.on_void(self, refunded=done and refunded)
        return done

    def closed_by(self) -> Switch | None:
        """What keeps this table from taking bets, or None."""
        return self.host.closed_by(self.desk)

    async def switched(self) -> None:
        """A switch concerning this table was turned: tell everybody, and open a coup if it may."""
        closed = self.closed_by()
        self._shut = closed is not None
        self.telling.switched(closed)
        if not closed:
            await idle_sessions.awake(self, self.host.clock.now())
            if self.desk.state.over:
                await self.begin()

    # -- what is told -----------------------------------------------------------------------------

    @property
    def viewers(self) -> set[Viewer]:
        """The clients that look at the table."""
        return self.telling.viewers

    @property
    def told_seats(self) -> tuple[str, ...]:
        """The player at each place, as everybody was told last."""
        return self.telling.seats

    def notice(self, player: str, kind: str, law: str, facts: Facts) -> None:
        """Say something to one player."""
        self.telling.notice(player, kind, law, facts)

    def everybody(self, kind: str, law: str, facts: Facts) -> None:
        """Tell all who are here something that concerns the table."""
        self.telling.everybody(kind, law, facts)

    def tell_all(self, message: object) -> None:
        """One message to all who are here."""
        self.telling.tell_all(message)

    async def join(self, viewer: Viewer, since: int | None) -> None:
        """A client arrives: exactly what it missed since a version, or a snapshot."""
        desk, player = self.desk, viewer.player
        back = player and not self.telling.online(player) and player in desk.at_stake
        try:
            self.telling.enter(viewer, since)
            if back:
                await self._line(player, "back", self.laws["line-valid"])
            if player:
                await idle_sessions.tell_summaries(self, self.host.ledger, player, self.host.clock)
        except LedgerError:  # he is not let in, and comes back
            self.telling.leave(viewer)
            raise

    async def arrive(self, viewer: Viewer, since: int | None) -> bool:
        """Let a client in when its turn comes; False when the room could not."""
        return not isinstance(await self.mail.wait(lambda: self.join(viewer, since)), Refused)

    async def depart(self, viewer: Viewer) -> None:
        """Let a client out: at once for what is told, in its turn for what is put on record."""
        self.viewers.discard(viewer)
        await self.mail.wait(lambda: self.leave(viewer))

    async def leave(self, viewer: Viewer) -> None:
        """A client's line is gone. Bets stand (29, 30); the loss is put on record."""
        self.telling.leave(viewer)
        if viewer.player in self.desk.at_stake and not self.telling.online(viewer.player):
            await self._line(viewer.player, "lost", self.laws["line"])

    async def _line(self, player: str, what: str, law: str) -> None:
        also = [self.laws["line-default"], self.laws["line-session"]] if what == "lost" else []
        cite_clause(law, *also)
        said = {"line": what, "places": self.desk.places_of(player), "law": law, "also": also}
        await self.store(self.desk.propose_house("house", (said,), self.host.clock.now()))
