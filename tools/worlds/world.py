"""Plays a world from its plan."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import logging
import sqlite3
import sys
import tempfile
import traceback
from collections.abc import Callable, Coroutine, Mapping, MutableMapping, Sequence
from pathlib import Path
from random import Random
from typing import Any, NoReturn

import msgspec
import structlog

from sabot.equipment import Seeded
from sabot.house import House, HouseError
from sabot.house.live.room import Room
from sabot.house.money.jackpot_claims import pool_of
from sabot.house.money.pools import HousePools
from sabot.house.world import GroupStore
from sabot.ledger import Ledger, LedgerError
from sabot.ledger.vault import Vault
from sabot.procedure.table import Table
from sabot.web.auth import Signer
from tools.worlds import census, checks, clocks, layouts, views, visits, wallets
from tools.worlds.disk import Disk, empty_journal
from tools.worlds.doors import Browser, Doors, describe_error, shut
from tools.worlds.errands import Errands
from tools.worlds.lines import Network
from tools.worlds.loop import WorldLoop
from tools.worlds.machine import (
    Killed,
    LoopCalls,
    LoopCommitter,
    SeededEntropy,
    SimulatedClock,
    all_stored,
)
from tools.worlds.people import Person
from tools.worlds.plan import FaultPlan, Plan, clock_jump
from tools.worlds.pool_books import PoolBook
from tools.worlds.processes import NodesLoop
from tools.worlds.staff import Employee
from tools.worlds.standing import describe_standing
from tools.worlds.wallets import OperatorWallet

LOGGER = structlog.make_filtering_bound_logger(logging.ERROR)
WALLET_FAILED = "the wallet failed"
KEY = "a key that only simulated houses sign with"
START = 1.8e9
"""When a world begins, in Unix seconds: by then every shipped rule is in force."""
VAULT_KEY = "5ab0" * 16
MEMORY = "/dev/shm" if Path("/dev/shm").is_dir() else None
LAST = 0.3
"""The share of worlds whose disk is full after people have gone, and of those that open for the
last time without one of their tables."""
TRIES = 60
"""How often a house tries to open, a second apart: no disk is away for so long."""
LEAST = (3, 12)
if sys.version_info < LEAST:  # a name, so that types are checked below it on any version
    raise ImportError("simulated worlds need Python 3.12 or later")

from simloop import SimulationDeadlockError  # noqa: E402 - where it can be installed


class Moment(msgspec.Struct, frozen=True):
    """Something that happened: at so many virtual seconds."""

    at: float
    what: str


class Outcome(msgspec.Struct, frozen=True):
    """What became of a world: its story, what was wrong ("" if nothing), a digest of everything,
    the groups that were stored, the trace of an error of the program, how many commands were
    answered and sent (``acts``), what happened how often (``done``, `tools.worlds.census`), and,
    where it was observed, where it stood at each moment."""

    plan: Plan
    story: tuple[Moment, ...]
    wrong: str
    digest: str
    groups: int
    trace: str
    answers: int
    acts: int
    done: dict[str, int] = {}
    standings: tuple[tuple[str, ...], ...] = ()


class World:
    """A house with its machine, its people and its faults."""

    def __init__(self, plan: Plan, tables: Mapping[str, Table], folder: Path,
                 observed: bool = False) -> None:
        self.plan = plan
        self.observed = observed
        self.standings: list[tuple[str, ...]] = []
        self.all_tables: Mapping[str, Table] = {name: table for name, shipped in tables.items() if (
            table := layouts.for_money(shipped) if plan.money else shipped) is not None}
        self.tables = {name: self.all_tables[name] for name in plan.tables}
        self.file = folder / "house.sqlite3"
        self.clock: SimulatedClock
        self.disk = Disk()
        self.story: list[Moment] = []
        self.wrong = ""
        self.is_over = False
        self.trace = ""
        self.ended: asyncio.Event
        self.write_seconds = 0.0
        self.house: House | None = None
        self.ledger: Ledger | None = None
        self.books: LoopCommitter
        self.removed: set[str] = set()  # tables that a change of the files has taken away
        self.lives = 0
        self.groups = 0
        self.network = Network()
        self.doors: Doors | None = None
        self.signer: Signer | None = None
        self.remembered: dict[str, checks.Remembered] = {}
        self.moment = 0.0, 0.0
        self.look: sqlite3.Connection  # of the checks, to the file
        self.closing: asyncio.Task[None] | None = None
        self.checked = 0  # the last entry whose accounts were checked
        self.serving: set[asyncio.Task[None]] = set()
        players = [one for one in plan.people if one.role == "player"]
        self.people: Sequence[Person] = [
            Person(one, plan, self.browser(n), self.watch, self.tell, self.fail)
            for n, one in enumerate(players, start=1)]
        for one in self.people:
            one.others = [person for person in self.people if person is not one] or [one]
            if plan.money:
                one.launch = self.launch
        self.staff: Sequence[census.Employed] = [Employee(person, self) for person in plan.people
                                                 if person.role != "player"]
        self.errands: Sequence[census.Busy] = [Errands(person, self) for person in self.people]
        trouble = plan.stream("trouble").choice((0.0, 0.02, 0.1))
        self.wallet: OperatorWallet | None = None
        if plan.money:
            self.wallet = OperatorWallet(plan.stream("wallet"), trouble, self.killed_at_wallet)
        self.pools: HousePools | None = None
        self.pool_book: PoolBook | None = PoolBook(folder / "pools.sqlite3", plan.stream("pools"),
                                  lambda: self.clock.milliseconds(), 3 * trouble) \
            if any(pool_of(table) for table in self.all_tables.values()) else None

    # -- telling ----------------------------------------------------------------------------------

    def tell(self, what: str) -> None:
        """Add to the story; the folder of its files differs each time and is left out."""
        text = what.replace(f"{self.file.parent}/", "")
        self.story.append(Moment(round(asyncio.get_running_loop().time(), 3), text))
        if self.observed:
            self.standings.append(self.standing())

    def standing(self) -> tuple[str, ...]:
        """Where the world stands now."""
        return describe_standing(self.house)

    def read_log(self, _: object, __: str, entry: MutableMapping[str, Any]) -> NoReturn:
        """Read the log of the house, as a processor of structlog: an open house logs no exception
        but those of an operator's wallet."""
        if self.logs and entry.get("exc_info") and entry["event"] != WALLET_FAILED:
            self.fail(f"the house logs: {entry['event']}: {describe_error(sys.exc_info()[1])}")
        raise structlog.DropEvent

    @property
    def logs(self) -> bool:
        """Whether what is logged counts."""
        return self.house is not None

    def fail(self, what: str) -> None:
        """Something is wrong: the world ends."""
        if not (self.wrong or self.is_over):
            self.wrong = what
            self.tell(f"wrong: {what}")
            self.ended.set()

    # -- the life of the house --------------------------------------------------------------------

    async def open(self) -> None:
        """The house opens on what is stored."""
        self.lives += 1
        self.clock.restart()
        self.moment = self._read_clocks()
        self.checked = 0
        life = f"{self.plan.seed}/{self.lives}"
        self.ledger = Ledger.open(f"sqlite:///{self.file}", busy_ms=50, synchronous="OFF",
                                  clock=self.clock.milliseconds, connect=self.disk.connect,
                                  vault=Vault(VAULT_KEY))
        pause = self.plan.stream("writes", self.lives)

        def commits(purse: GroupStore) -> LoopCommitter:
            self.books = LoopCommitter(
                purse, write_time=lambda: self.write_seconds + pause.uniform(0, 0.01),
                stored=self.stored, killed=lambda: self.soon(self.kill, "in a group"))
            self.books.task.add_done_callback(self._committer_ended)
            return self.books

        calls = self.plan.stream("calls", self.lives)
        wallet = self.wallet
        if any(pool_of(table) for table in self.tables.values()) and self.pool_book:
            self.pools = self.pool_book.for_house(self.ledger, life)
        self.house = House(
            self.ledger, self.tables, clock=self.clock, source=Seeded(life),
            entropy=SeededEntropy(life, "entropy"), commits=commits, wallet=wallet,
            pools=self.pools, calls=lambda at_once: LoopCalls(
                at_once, wallet.call_time if wallet else lambda: calls.uniform(0, 0.05)))
        if self.pools is not None:
            self.pools.attach(self.house.books.commit)
        await self.house.start()
        if wrong := checks.after_opening(self.house, self.remembered):
            self.fail(wrong)
        self.remembered = {}
        self.signer = Signer(KEY, self.clock.now, self.clock.wall, SeededEntropy(life, "signer"))
        self.doors = Doors(self.house, self.signer, self.fail,
                           lambda: self.soon(self.kill, "in a request"))
        self.tell("the house opens" if self.lives == 1 else "the house opens again")

    def soon(self, what: Callable[..., Coroutine[Any, Any, None]], *args: object) -> None:
        """Do something of the world outside the task that asked for it."""
        task = asyncio.get_running_loop().create_task(what(*args))
        self.serving.add(task)
        task.add_done_callback(self.serving.discard)

    def stored(self) -> None:
        """A group was stored."""
        self.groups += 1
        before, self.moment = self.moment, self._read_clocks()
        ledger, since = self.books.purse.ledger, self.checked
        self.checked = ledger.last[0]
        try:
            wrong = checks.after_a_group(self.look, ledger, checks.moved_since(self.look, since))
        except LedgerError:  # the disk is away: it is checked at the end
            wrong = ""
        if wrong := wrong or self._failed_alone() or checks.time_between(before, self.moment):
            self.fail(wrong)

    def _failed_alone(self) -> str:
        """An error of the database that no fault of the disk explains, or ""."""
        trouble = self.books.purse.ledger.trouble
        if trouble is None:
            self.disk.failed = False
        elif not self.disk.failed:
            return f"the disk is well, and the journal cannot be written: {trouble}"
        return ""

    def _read_clocks(self) -> tuple[float, float]:
        return asyncio.get_running_loop().time(), self.clock.now()

    def _committer_ended(self, task: asyncio.Task[None]) -> None:
        if not task.cancelled() and (error := task.exception()) is not None:
            self.fail(f"what commits has ended with {error!r}")

    def killed_at_wallet(self) -> None:
        """The process that asks the wallet ends."""
        self.soon(self.kill, "at the wallet")

    async def kill(self, where: str = "") -> None:
        """The process of the house ends: only what is stored survives. It opens again later."""
        if self.house is None:
            if self.closing is not None:
                self.closing.cancel()
            return
        self.tell(f"the house is killed{f' {where}' if where else ''}")
        self._leave_behind()
        await asyncio.sleep(self.plan.stream("down", self.lives).uniform(0.5, 4))
        await self._reopen()

    def _leave_behind(self) -> None:
        """The process of the house is gone, with all that it had in memory."""
        house, ledger, pools, doors = self.house, self.ledger, self.pools, self.doors
        self.house = self.ledger = self.pools = self.doors = None
        if doors is not None:
            doors.kill()
        if house is not None:
            for room in house.rooms.values():
                room.abandon()
            house.purse.abandon()
            self.books.abandon()
        if pools is not None:
            pools.abandon()
        if ledger is not None:
            ledger.abandon()

    async def restart(self, edit: Random | None = None, *, remove: bool = False) -> None:
        """The house closes as it should, and opens again; with ``edit``, with changed files."""
        house, ledger = self.house, self.ledger
        if house is None or ledger is None:
            return
        self.tell("the house is closed")
        life = house, ledger, self.pools, self.doors
        self.house = self.ledger = self.pools = self.doors = None
        self.closing = asyncio.create_task(shut(house, life[-1]))
        await asyncio.wait([self.closing])
        closing, self.closing = self.closing, None
        if closing.cancelled():
            self.house, self.ledger, self.pools, self.doors = life
            return await self.kill("while it closes")
        closing.result()
        self.remembered = checks.remember(house)
        ledger.close()
        if edit is not None:
            self.change_files(house.rooms, edit, only_remove=remove)
        await asyncio.sleep(1)
        await self._reopen()

    def change_files(self, rooms: Mapping[str, Room], chance: Random, *, only_remove: bool = False
                     ) -> None:
        """Somebody changes the files of the tables, or only takes one away."""
        before = self.tables
        self.tables, what = layouts.change(before, rooms, self.all_tables, chance,
                                           only_remove=only_remove)
        self.removed |= before.keys() - self.tables.keys()
        self.tell(what)

    async def _reopen(self) -> None:
        for _ in range(TRIES):
            if self.ended.is_set():
                return
            life = self.lives + 1
            try:
                await self.open()
            except (LedgerError, Killed) as error:
                if self.lives != life:  # it was killed while it opened, and opens again elsewhere
                    return
                self.tell(f"the house cannot open: {error!r}")
                self._leave_behind()
                await asyncio.sleep(1)
            else:
                return
        self.fail("the house does not open again")

    # -- people -----------------------------------------------------------------------------------

    def browser(self, number: int) -> Browser:
        """Return a client of this house, at an address of its own."""
        return Browser(f"192.0.2.{number}", self.network, lambda: self.doors)

    def launch(self, person: Person) -> str:
        """Return what the operator's site sends one of its players to the house with."""
        assert self.signer is not None
        return self.signer.launch(f"op-{person.name}", person.name)

    def watch(self, person: Person, text: str) -> None:
        """Look at a message to somebody as it leaves the house."""
        if self.house is None or person.table not in self.house.tables:
            return
        try:
            desk = self.house.room_for(person.table, person.id).desk
        except (HouseError, LedgerError):
            return
        names = self.house.names
        nameless = {one.id for one in self.people if names.name(one.id) is None}
        if wrong := views.shown_too_much(desk, person.id, msgspec.json.decode(text), nameless):
            self.fail(wrong)

    # -- what goes wrong --------------------------------------------------------------------------

    async def _faults(self) -> None:
        for fault in self.plan.faults:
            await asyncio.sleep(max(0, fault.at - asyncio.get_running_loop().time()))
            self.soon(self._fault, fault)

    async def _fault(self, fault: FaultPlan) -> None:
        disk, kind = self.disk, fault.kind
        if kind == "kill":
            await self.kill()
        elif kind == "restart":
            await self.restart()
        elif kind == "files":
            await self.restart(self.plan.stream("files", fault.at))
        elif kind in ("slow-threads", "wallet-away", "wallet-slow", "wallet-lies", "pools-away",
                      "pools-twice"):
            await self._trouble_outside(fault)
        elif kind == "kill-in-group":
            disk.kill_at = 1 + int(fault.size)
        elif kind == "kill-in-request" and self.doors is not None:
            self.doors.fatal = True
        elif kind == "wallet-kill" and self.wallet is not None:
            self.wallet.fatal = True
        elif kind == "lost-answer":
            self.tell("the answer to the next write will be lost")
            disk.lose_answer = True
        elif kind == "full-disk":
            self.tell("the disk is full")
            disk.full = True
            await asyncio.sleep(fault.size)
            disk.full = False
            self.tell("the disk has room again")
        elif kind == "away":
            self.tell("the disk is away")
            disk.away = True
            await asyncio.sleep(fault.size)
            disk.away = False
            self.tell("the disk is back")
        elif kind == "slow-disk":
            self.tell("the disk is slow")
            self.write_seconds = fault.size / 8
            await asyncio.sleep(2 * fault.size)
            self.write_seconds = 0.0
        elif kind == "lines-cut":
            self.tell("all lines are cut")
            if self.doors is not None:
                self.doors.cut()
        elif kind == "half-open":
            self.tell("lines deliver nothing to the clients")
            lines = self.doors.lines if self.doors is not None else ()
            for line in lines:
                line.half_open = True
            await asyncio.sleep(fault.size)
            for line in lines:
                line.end()
        elif kind == "late":
            self.tell("messages come late")
            self.network.late = fault.size / 2
            await asyncio.sleep(2 * fault.size)
            self.network.late = 0.0
        elif kind == "lossy":
            self.tell("messages are lost")
            self.network.loss = fault.size / 80
            await asyncio.sleep(2 * fault.size)
            self.network.loss = 0.0
        else:
            jump = clock_jump(fault)
            self.tell(f"somebody sets the clock by {jump:+.0f} s")
            self.clock.jump(jump)

    async def _trouble_outside(self, fault: FaultPlan) -> None:
        """Something outside the house goes wrong for a time."""
        what, _, how = fault.kind.partition("-")
        self.tell(f"trouble: {fault.kind}, for {2 * fault.size:.1f} seconds")
        loop = asyncio.get_running_loop()
        assert isinstance(loop, WorldLoop)
        if what == "slow":
            pause = self.plan.stream("threads", fault.at)
            loop.thread_seconds = lambda: pause.uniform(0, fault.size / 4)
        else:
            place = self.wallet if what == "wallet" else self.pool_book
            setattr(place, how, fault.size / 2 if how == "slow" else True)
        await asyncio.sleep(2 * fault.size)
        self.tell(f"no more trouble: {fault.kind}")
        if what == "slow":
            loop.thread_seconds = lambda: 0.0
        else:
            setattr(place, how, 0.0 if how == "slow" else False)

    # -- from beginning to end --------------------------------------------------------------------

    async def begin(self) -> None:
        """The house opens for the first time."""
        await self.open()

    async def live(self) -> None:
        """Play the world."""
        self.ended = asyncio.Event()
        self.clock = SimulatedClock(START)
        self.file.write_bytes(empty_journal(int(START * 1000)))
        self.look = sqlite3.connect(self.file, isolation_level=None)
        await self.begin()
        tasks = [asyncio.create_task(part) for part in (
            *(person.live() for person in self.people), *(one.live() for one in self.staff),
            *(errands.live() for errands in self.errands), self._faults())]
        try:
            async with asyncio.timeout(self.plan.seconds):
                await self.ended.wait()
        except TimeoutError:
            pass
        for task in tasks:
            task.cancel()
        results = await asyncio.gather(*tasks, return_exceptions=True)
        for result in results:
            if isinstance(result, Exception):
                self.fail(f"somebody's task ended with {result!r}")
        await self._close()

    async def _close(self) -> None:
        """The faults end, the house comes to rest, and everything is checked. In some worlds the
        disk is full once more: after that nobody's act moves a table that stands still."""
        if self.house is not None and self.plan.stream("last").random() < LAST:
            self.tell("people have gone, and the disk is full")
            self.disk.full = True
            await asyncio.sleep(12)
        self.disk.heal()
        self.write_seconds = 0.0
        self._heal_outside()
        for _ in range(40):
            if self.house is not None and self.house.books.trouble is None:
                break
            await asyncio.sleep(1)
        house, ledger = self.house, self.ledger
        if house is None or ledger is None:
            self.fail("the house did not come back")
            return
        if self.wrong:
            return
        await asyncio.sleep(checks.PATIENCE + 5)
        if wrong := (await self._check_settled(house.ledger) or await all_stored([self.books])
                     or checks.at_rest(house, ledger, self.people, self.plan.seconds, self.look)
                     or checks.at_the_end(ledger, self.people)
                     or visits.at_the_end(ledger, self.people)):
            self.fail(wrong)
            return
        last = self.plan.stream("last files")
        await self.restart(last if last.random() < LAST else None, remove=True)
        await self._check_reopened()

    def _heal_outside(self) -> None:
        """Nothing outside the house goes wrong any more."""
        self.network.late = self.network.loss = 0.0
        if self.wallet is not None:
            self.wallet.heal()
        if self.pool_book is not None:
            self.pool_book.heal()

    async def _check_reopened(self, taken: clocks.Taken | None = None) -> None:
        """Check a house that was opened again, then close it and check its journal. ``taken``: as
        `clocks.ClockCheck`."""
        if self.house is None:
            self.fail("the house did not come back")
        elif wrong := (checks.after_reopening(self.house, self.people)
                       or await all_stored([self.books])
                       or checks.stakes_at_rest(self.house, self.house.ledger)
                       or clocks.check(self.house.ledger, self.removed, taken)
                       or await self._check_money(self.house)):
            self.fail(wrong)
        if self.house is not None and self.ledger is not None and self.doors is not None:
            await self.doors.close()
            await self.house.stop()
            self.ledger.close()
            with Ledger.open(f"sqlite:///{self.file}", create=False, readonly=True,
                             vault=Vault(VAULT_KEY)) as stored:
                if wrong := checks.after_closing(stored):
                    self.fail(wrong)

    async def _check_settled(self, ledger: Ledger) -> str:
        return await wallets.settled(ledger) if self.wallet is not None else ""

    async def _check_money(self, house: House) -> str:
        """What is wrong with money outside the journal, once nothing is on its way; or ""."""
        for name, mismatches in house.meters.wrong.items():
            return f"the meters of {name} do not agree with the journal: {mismatches}"
        if wrong := await self._check_settled(house.ledger):
            return wrong
        if self.wallet is not None and (wrong := wallets.compare(house.ledger, self.wallet)):
            return wrong
        if self.pools is not None and self.pool_book is not None:
            await asyncio.sleep(10)  # rounds that wait for a prize get it
            return await self.pool_book.check(self.pools)
        return ""


def play(plan: Plan, tables: Mapping[str, Table], *, observed: bool = False) -> Outcome:
    """Play a world to its end, in virtual time. ``observed``: note where it stands at each moment.
    """
    with tempfile.TemporaryDirectory(prefix="sabot-world-", dir=MEMORY) as folder:
        loop, world = _make(plan, tables, Path(folder), observed)
        asyncio.set_event_loop(loop)
        structlog.configure(processors=[world.read_log], wrapper_class=LOGGER)
        try:
            loop.run_until_complete(world.live())
        except Exception as error:
            world.wrong = world.wrong or f"the world ended with {error!r}"
            world.trace = traceback.format_exc()
        finally:
            if isinstance(loop, NodesLoop):
                world.is_over = True
                loop.release_all()
            for _ in range(plan.nodes):  # what ends may start something
                if left := asyncio.all_tasks(loop):
                    for task in left:
                        task.cancel()
                    with contextlib.suppress(SimulationDeadlockError):
                        loop.run_until_complete(
                            asyncio.gather(*left, return_exceptions=True) if plan.nodes == 1
                            else asyncio.wait(left, timeout=60))
            asyncio.set_event_loop(None)
            loop.close()
            world.look.close()
    digest = hashlib.sha256(msgspec.json.encode(
        [world.story, [(p.answers, p.version, p.messages, p.browser.answers.hexdigest())
                       for p in world.people]])).hexdigest()
    return Outcome(plan, tuple(world.story), world.wrong, digest, world.groups, world.trace,
                   sum(len(p.answers) for p in world.people),
                   sum(len(p.sent) for p in world.people), census.count(world),
                   tuple(world.standings))


def _make(plan: Plan, *of: Any) -> tuple[WorldLoop, World]:
    """The world of a plan, and the loop that runs it."""
    if plan.nodes == 1:
        return WorldLoop(plan.seed), World(plan, *of)
    from tools.worlds.many import NodesWorld

    return NodesLoop(plan.seed), NodesWorld(plan, *of)
