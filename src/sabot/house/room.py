"""A table open to the public: one mailbox, one thing at a time, stored before it is told.

Commands, the clock, arrivals and staff all enter through one bounded mailbox. Each command gets
exactly one answer. A client that does not read is dropped and counted, never waited for.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any

import msgspec
import structlog

from sabot.house import answers, hours, metrics, redeeming, reminding, shoes, timetable
from sabot.house.acting import Acting, lacks, not_stored
from sabot.house.bots import Bots
from sabot.house.claims import Claims
from sabot.house.desk import Desk, Fault, Needs, Short
from sabot.house.items import Item, Proposal
from sabot.house.lists import TAKES
from sabot.house.messages import (
    Ack,
    ActCommand,
    ClientMessage,
    EndCommand,
    Ping,
    Pong,
    Refused,
)
from sabot.house.meters import metered
from sabot.house.presses import Presses
from sabot.house.purse import Taken
from sabot.house.reserving import reserve, unreserve
from sabot.house.session import Session, idle_due
from sabot.house.switches import other_version
from sabot.house.telling import Telling, Viewer
from sabot.law import given
from sabot.ledger import LedgerError, Repeated, Stored
from sabot.procedure import Act, Refusal, TimeOut, offers_for

if TYPE_CHECKING:
    from sabot.house.house import House

MAILBOX = 512
RETRY = 1.0  # seconds until the house tries again what it could not store
FREE_WHEN_CLOSED = frozenset({"leave", "clear", "deal"})

log = structlog.get_logger("sabot.room")

Job = Callable[[], Awaitable[Any]]


class Room(Telling):
    """The actor of one table."""

    def __init__(self, house: House, desk: Desk) -> None:
        super().__init__(house, desk)
        self._mail: asyncio.Queue[tuple[Job, asyncio.Future[Any]] | None] = asyncio.Queue(MAILBOX)
        self._timer: asyncio.TimerHandle | None = None
        self._task: asyncio.Task[None] | None = None
        self._not_before = 0.0
        self._seating = ""
        self._giving = False
        self._put_off = False  # something that follows from what is stored is still to be done
        self._shut = self.closed = False
        self.bots = Bots(self)
        self.claims = Claims(self)
        self.presses = Presses(desk)
        self.acting = Acting(self)
        part = metered(desk)
        self._begins = ("sit", "bet", *(part.begins if part else ()))

    # -- the mailbox ------------------------------------------------------------------------------

    def start(self) -> None:
        self._seating = self.desk.seating
        self.presses.start()
        self._task = asyncio.create_task(self._run(), name=f"room-{self.desk.id}")
        self.bots.stir()  # one of them may be asked since before the house was closed
        self.claims.stir()

    async def stop(self) -> None:
        """Do what is in the mailbox or on its way there, then nothing more."""
        await self.acting.finish()
        if self._task:
            await self._mail.put(None)
            await self._task
        self._close()

    def _close(self) -> None:
        self.closed = True
        self.bots.stop()
        self.claims.stop()
        if self._timer:
            self._timer.cancel()
        while not self._mail.empty():
            post = self._mail.get_nowait()
            if post is not None and not post[1].done():
                post[1].set_result(answers.CLOSED)

    async def _run(self) -> None:
        while (post := await self._mail.get()) is not None:
            job, future = post
            try:
                answer = await job()
            except LedgerError as error:  # read before anything was stored: nothing has changed
                log.error("the books cannot be read", table=self.desk.id, error=str(error))
                self._not_before = self.house.clock.now() + RETRY
                self.bots.stir()
                if not future.done():
                    future.set_result(answers.unstored("", error))
            except Exception:  # the table goes on; whoever asked is told
                log.exception("a job failed", table=self.desk.id)
                self._not_before = self.house.clock.now() + RETRY
                if not future.done():
                    future.set_result(answers.FAULT)
            else:
                if not future.done():
                    future.set_result(answer)
            self._set_timer()
            if self._mail.empty() and self.house.close_room(self):
                self._close()
                return

    def post(self, job: Job) -> asyncio.Future[Any] | None:
        """Put a job in the mailbox; None when it is full or the room is closed."""
        if self.closed:
            return None
        future: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        try:
            self._mail.put_nowait((job, future))
        except asyncio.QueueFull:
            metrics.BUSY.inc()
            return None
        return future

    async def ask(self, job: Job) -> Any:
        """Run a job in its turn and wait for what it answers; a Refused when it was not run."""
        future = self.post(job)
        if future is None:
            return answers.CLOSED if self.closed else answers.BUSY
        return await future

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
            given(answer.law)
            if not answer.id:
                answer = msgspec.structs.replace(answer, id=message.id)
        else:
            metrics.ACTS.inc()
        return answer

    # -- time -------------------------------------------------------------------------------------

    def due(self) -> float:
        """When the clock must next be looked at; 0 for never."""
        state, now = self.desk.state, self.house.clock.now()
        times = hours.due(self.desk, now)
        if turns := timetable.turns(self.desk, now):
            times.append(turns if self._shut == (self.closed_by() is not None) else 1.0)
        if self.desk.listening and state.deadline:
            times.append(state.deadline)
        if state.over and state.next_at and self.house.meters.may_begin(self):
            times.append(state.next_at)
        if self._shut and (opens := self.house.opens_at(self.desk)):
            times.append(opens)
        if self.desk.refund_due or self._put_off or self.desk.id in self.house.meters.unread:
            times.append(max(self._not_before, 1.0))
        if self.desk.table.individual and self.desk.betting and not self.closed_by():
            times += [idle_due(s, self.desk.game.conduct) for s in state.sessions.values()]
        return min(times, default=0.0)

    def _set_timer(self) -> None:
        if self._timer:
            self._timer.cancel()
            self._timer = None
        if due := self.due():
            delay = max(0.0, max(due, self._not_before) - self.house.clock.now())
            self._timer = asyncio.get_running_loop().call_later(delay, self._ring)

    def _ring(self) -> None:
        self._timer = None
        if self.post(self.tick) is None:
            self._timer = asyncio.get_running_loop().call_later(0.05, self._ring)

    async def tick(self) -> None:
        """Do what the clock asks: time-outs, the next coup, idle sessions."""
        desk, now = self.desk, self.house.clock.now()
        if self._shut != (self.closed_by() is not None):
            await self.switched()
        if desk.refund_due:
            await self.refund()
        await shoes.give_up(self)
        if self._put_off:
            self._put_off = False
            await self.seat()
        if any(due <= now for due in hours.due(desk, now)):
            await self.store(hours.propose(desk, now))
        standing = desk.dealer.standing if desk.dealer else None
        if standing is not None and desk.state.deadline and now >= desk.state.deadline:
            await self._time_out(standing.window, now)
        if desk.state.over and now >= desk.state.next_at:
            await self.begin()
        else:
            await reminding.idle(self)
        await self.house.meters.settle(self)

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
        desk, may = self.desk, self.house.meters.may_begin
        if not (desk.state.over and may(self) and await shoes.give_up(self)):
            return
        await self._let_go()
        before = desk.playing
        if await self.store(desk.propose_begin(self.house.clock.now())) and desk.playing != before:
            self.show_anew()
        await self.house.meters.settle(self)

    async def seat(self) -> None:
        """Free the places of those whose session ended, and seat those who reserved one."""
        desk = self.desk
        if not desk.seating or self._giving:
            return
        self._giving = True
        try:
            await self._give_places(desk)
        finally:
            self._giving = False

    async def _give_places(self, desk: Desk) -> None:
        reserved = dict(desk.state.reserved)
        staying = {*desk.state.sessions, *reserved.values()}
        for player in dict.fromkeys(p for p in desk.seats if p and p not in staying):
            await self._leave_all(player)
        for place, player in list(reserved.items()):
            if not desk.seating:  # the first who sits may be asked something: the others wait
                break
            del reserved[place]
            if desk.holder(place) != player:
                sat = await self.quiet(Act(player, "sit", place))
                if sat is None:  # his place is kept until the books can be written again
                    self._put_off = True
                    return
                if not sat:
                    self.notice(player, "place-lost", self.laws["place"], {"place": place})
        if reserved != desk.state.reserved:
            now = self.house.clock.now()
            if await self.store(desk.propose_house("house", (), now, reserved=reserved)) is None:
                self._put_off = True

    async def quiet(self, act: Act) -> bool | None:
        """An act that the house does for a player; whether the table took it, or None where the
        books could not be written."""
        try:
            proposal = self.desk.propose_answer(act, self.house.clock.now())
        except (Short, Fault):
            return False
        if not isinstance(proposal, Proposal):
            return False
        return True if await self.store(proposal) is not None else None

    async def _leave_all(self, player: str) -> None:
        """Take back a player's bets at the places of others, and free his own."""
        own, standing = self.desk.places_of(player), self.desk.dealer
        offers = offers_for(standing.standing if standing else None, player)
        for spot in [spot for o in offers if o.act == "clear" for spot in o.spots]:
            if (place := spot.partition("/")[0]) not in own and place.isdecimal():
                await self.quiet(Act(player, "clear", spot))
        await self.quiet(Act(player, "leave", "table"))  # where he waits for a place
        for place in own:
            if not await self.quiet(Act(player, "leave", place)):
                # A bet that is locked keeps him there; the others need not wait with it.
                await self.quiet(Act(player, "clear-all", "table"))

    # -- commands ---------------------------------------------------------------------------------

    async def _command(self, player: str, command: ActCommand | EndCommand, arrived: int,
                       taken: Taken | None = None) -> Ack | Refused | Needs:
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
        if self.house.broken:
            return None
        try:
            before = self.house.ledger.answer_to(player, key)
        except LedgerError:
            return None
        return None if before is None else msgspec.json.decode(before, type=Ack)

    async def _try(self, player: str, command: ActCommand, taken: Taken | None
                   ) -> Ack | Refused | Needs:
        desk, now, act = self.desk, self.house.clock.now(), command.act
        if desk.state.over and (desk.table.individual or now >= desk.state.next_at):
            await self.begin()
        if desk.other_version:
            why = other_version(desk)
            return Refused(command.id, why.code, why.law, why.reason, dict(why.facts))
        if desk.lost:
            return Refused(command.id, "void", self.laws["void"], "the coup cannot be determined; "
                           "its bets are being given back")
        closed = self.closed_by()
        if closed is not None and act not in FREE_WHEN_CLOSED and (
                act in self._begins or desk.betting or desk.state.over):
            return Refused(command.id, "closed", closed.law, f"no bets here: {closed.reason}",
                           {"reason": closed.reason})
        bar = self.house.bars(player, desk.id) if act in TAKES else \
            self.house.bars_act(player, desk.id, act)
        if bar is not None:
            return Refused(command.id, bar.code, bar.law, bar.text, bar.facts)
        if act == "sit" and not command.amount and not desk.betting \
                and "keeps_caves" not in desk.game.parts \
                and not self._offered(player, act, command.seat):
            return await reserve(self, player, command)
        if act == redeeming.REDEEM and redeeming.issues(desk.game) and desk.dealer:
            return await redeeming.redeem(self, player, command)
        if act == "leave" and desk.state.reserved.get(command.seat) == player:
            return await unreserve(self, player, command)
        if desk.dealer is None or desk.state.over:
            return Refused(command.id, "not-now", self.laws["real-time"],
                           "the next coup has not begun")
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
            return answers.FAULT
        if isinstance(proposal, Refusal):
            return Refused(command.id, proposal.code, proposal.law,
                           desk.game.refused(proposal.text),
                           proposal.facts, proposal.accepts)
        needed = taken is not None and self.house.purse.needs(proposal.entry.transfers)
        return await self.command(proposal, command.id, taken if needed else None)

    async def command(self, proposal: Proposal, key: str, taken: Taken | None = None
                      ) -> Ack | Refused:
        """Store a player's command and answer it."""
        index = self.index_before(proposal)
        try:
            outcome = await self.house.purse.store(proposal.entry, taken)
        except LedgerError as error:
            self.desk.take_back(index)
            return not_stored(key, self.desk.id, error)
        if isinstance(outcome, Stored):
            await self._stored(proposal)
            return Ack(key, proposal.state.version)
        self.desk.take_back(index)
        if isinstance(outcome, Repeated):
            return msgspec.json.decode(outcome.answer, type=Ack)
        return redeeming.beaten(self, key, outcome) or lacks(self, key, outcome.have, outcome.need)

    async def store(self, proposal: Proposal) -> list[Item] | None:
        """Store what the house itself does; None (and nothing changed) when it cannot be."""
        index = self.index_before(proposal)
        try:
            outcome = await self.house.purse.store(proposal.entry)
        except LedgerError as error:
            log.error("not stored", table=self.desk.id, error=str(error))
            self.desk.take_back(index)
            self._not_before = self.house.clock.now() + RETRY
            self.bots.stir()  # it may have been one of them: nothing else would wake it
            return None
        if not isinstance(outcome, Stored):
            self.desk.take_back(index)
            self._not_before = self.house.clock.now() + RETRY
            return None
        items = await self._stored(proposal)
        if proposal.events and self.desk.state.over:
            await self._then(self._let_go)
        return items

    async def _stored(self, proposal: Proposal) -> list[Item]:
        """What was stored is told; once bets are taken, places are given and the idle reminded."""
        items = self.desk.confirm(proposal)
        self.presses.stored(proposal)
        self._publish(items, proposal)
        redeeming.printed(self, proposal.events)
        self.bots.stir()
        self.claims.stir()
        if self.desk.state.over:
            self.house.preparing.look(self.desk.game)
        self.house.lists.came(self.desk.id, proposal.events)
        self.house.several.came(self.desk.id, proposal.events)
        before, self._seating = self._seating, self.desk.seating
        if self._seating and self._seating != before:
            await self._then(self.seat, lambda: reminding.idle(self))
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
            self._not_before = self.house.clock.now() + RETRY

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
            await self._leave_all(player)
        sessions = dict(self.desk.state.sessions)
        if player in self.desk.at_stake and player in sessions:
            sessions[player] = msgspec.structs.replace(sessions[player], leaving=True)
            return await self.command(self.desk.propose_house(
                "session", (), self.house.clock.now(), sessions=sessions, command=(player, key)),
                key)
        return await self.end_now(session, "player", key)

    async def end_now(self, session: Session, reason: str, key: str = "") -> Ack | Refused:
        """End a session: its places are freed, its summary told (33)."""
        if self.desk.seating:
            await self._leave_all(session.player)
        now = self.house.clock.now()
        sessions = dict(self.desk.state.sessions)
        current = sessions.pop(session.player, None)
        if current is None:  # it ended while his places were freed
            return Ack(key, self.desk.state.version)
        parted = self.desk.parting(current, now)
        ended = msgspec.structs.replace(parted.session, ended=now, reason=reason,
                                        told=bool(key) or self.online(session.player))
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
            given(self.laws["void-by"])
            return await self.refund(cause)
        if self.desk.dealer is None or self.desk.state.over:
            return False
        given(self.laws["void"], self.laws["refund"], self.laws["void-by"])
        try:
            proposal = self.desk.propose_void(cause, self.house.clock.now())
        except Fault:
            log.exception("the coup cannot tell its own end", table=self.desk.id)
            return await self.refund()
        done = await self.store(proposal) is not None
        self.claims.voided()
        return done

    async def refund(self, cause: str = "") -> bool:
        """Void a coup that cannot be told again; its stakes go back from the record (27, 28)."""
        given(self.laws["void"], self.laws["refund"])
        now = self.house.clock.now()
        done = await self.store(self.desk.propose_refund(cause or self.desk.cause, now)) is not None
        self.claims.voided()
        if done and await self.house.meters.look_again(self.desk) and self.closed_by():
            await self.switched()
        return done

    async def switched(self) -> None:
        """A switch concerning this table was turned: tell everybody, and open a coup if it may."""
        closed = self.closed_by()
        self._shut = closed is not None
        self._tell_switched(closed)
        if not closed:
            await reminding.awake(self)
            if self.desk.state.over:
                await self.begin()

    # -- what is told -----------------------------------------------------------------------------

    async def join(self, viewer: Viewer, since: int | None) -> None:
        """A client arrives: exactly what it missed since a version, or a snapshot."""
        desk, player = self.desk, viewer.player
        back = player and not self.online(player) and player in desk.at_stake
        self.viewers.add(viewer)
        metrics.VIEWERS.inc()
        try:
            items = self._missed(since)
            self._tell(viewer, self._snapshot(player) if items is None
                       else self._events(player, items, everything=True))
            if back:
                await self._line(player, "back", self.laws["line-valid"])
            if player:
                await reminding.tell_summaries(self, player)
        except LedgerError:  # he is not let in, and comes back
            self.viewers.discard(viewer)
            metrics.VIEWERS.dec()
            raise

    async def arrive(self, viewer: Viewer, since: int | None) -> bool:
        """Let a client in when its turn comes; False when the room could not."""
        return await self._door(lambda: self.join(viewer, since))

    async def depart(self, viewer: Viewer) -> None:
        """Let a client out: at once for what is told, in its turn for what is put on record."""
        self.viewers.discard(viewer)
        await self._door(lambda: self.leave(viewer))

    async def _door(self, job: Job) -> bool:
        """A job that waits for room in the mailbox: whoever comes or goes is never refused."""
        if self.closed:
            return False
        future: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        await self._mail.put((job, future))
        if self.closed:
            self._close()
        return not isinstance(await future, Refused)

    async def leave(self, viewer: Viewer) -> None:
        """A client's line is gone. Bets stand (29, 30); the loss is put on record."""
        self.viewers.discard(viewer)
        metrics.VIEWERS.dec()
        if viewer.player in self.desk.at_stake and not self.online(viewer.player):
            await self._line(viewer.player, "lost", self.laws["line"])

    async def _line(self, player: str, what: str, law: str) -> None:
        also = [self.laws["line-default"], self.laws["line-session"]] if what == "lost" else []
        given(law, *also)
        said = {"line": what, "places": self.desk.places_of(player), "law": law, "also": also}
        await self.store(self.desk.propose_house("house", (said,), self.house.clock.now()))
