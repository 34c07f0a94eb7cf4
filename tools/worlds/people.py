"""The people of a world: each plays at a table through lines, by what the lines have told them, and
reads and does over HTTP what their page offers."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any

import msgspec

from sabot.house.live.stale_acts import ANY_TIME
from sabot.house.staff.signins import SIGNED_OUT
from sabot.house.table.messages import ActCommand, EndCommand, ReadyCommand
from tools.worlds import visits
from tools.worlds.choosing import Offers, amount_of, seats_of
from tools.worlds.doors import Browser, NoAnswer
from tools.worlds.lines import Line
from tools.worlds.plan import PersonPlan, Plan

ACTS = ("sit", "leave", "bet", "clear", "deal", "hit", "stand", "double", "split", "fold", "raise",
        "repeat", "spin", "insert", "cash-out", "void", "follow", "")
SEATS = ("", "0", "1", "3", "8", "3.1", "3+1", "1/pair", "bank", "table", "é")
AMOUNTS = (0, 0, 1, -200, 200, 333, 10 ** 12)
TWICE = "-twice"
"""What is added to the key of a press that is sent a second time under another one."""
VISITS = 0.5
"""The share of acts beside which somebody does something over HTTP."""
RUBBISH = ("", "{", "[]", '{"t":"act"}', '{"t":"bet","id":"x"}', "\x00", "é" * 3000)

Command = ActCommand | EndCommand | ReadyCommand


class Window:
    """One page of a table: its line, the version that it shows, whether it was heard since it was
    opened, and whether it is that of an onlooker: somebody whose sign-in has ended sees no offers
    to them until they are back."""

    def __init__(self) -> None:
        self.line: Line | None = None
        self.version: int | None = None
        self.fresh = False
        self.onlooker = False


class Person:
    """Somebody who comes, plays and goes.

    ``acknowledged`` are the commands that the house said it has stored: by key, the version.
    ``sent`` is what was sent, by key; ``answers`` the answer to each key, always the same.
    ``watch`` sees each message as it leaves the house. For the rest see `visits.Visitor`.
    """

    def __init__(self, plan: PersonPlan, world: Plan, browser: Browser,
                 watch: Callable[[Person, str], None],
                 tell: Callable[[str], None], fail: Callable[[str], None]) -> None:
        self.plan = plan
        self.world = world
        self.id = ""
        self.browser = browser
        self.coups: list[str] = []
        self.stored: set[tuple[str, str]] = set()
        self.heads: dict[int, str] = {}
        self.others: Sequence[visits.Visitor] = ()
        self.launch: Callable[[Person], str] | None = None  # from an operator's site
        self._watch, self.tell, self.fail = watch, tell, fail
        self.offers = Offers()
        self.windows = [Window() for _ in range(2 if plan.manner == "restless" else 1)]
        self._opened = 0
        self._visits: set[asyncio.Task[None]] = set()
        self.sent: dict[str, Command] = {}
        self.answers: dict[str, dict[str, Any]] = {}
        self.acknowledged: dict[str, int] = {}
        self.told: dict[int, Any] = {}  # what the table said, by version
        self.unanswered: dict[str, tuple[Line, float]] = {}  # with the line and when it was sent
        self.messages = 0
        self.stays_away = False

    @property
    def name(self) -> str:
        """What they are called."""
        return self.plan.name

    @property
    def table(self) -> str:
        """The table where they play."""
        return self.plan.table

    @property
    def hostile(self) -> bool:
        """Whether they send anything."""
        return self.plan.manner == "hostile"

    @property
    def hasty(self) -> bool:
        """Whether they send things twice."""
        return self.plan.manner == "hasty"

    @property
    def version(self) -> int | None:
        """The last version that a window has shown; None before the first."""
        return max((window.version for window in self.windows if window.version is not None),
                   default=None)

    # -- their evening ----------------------------------------------------------------------------

    async def live(self) -> None:
        """Come, act as often as planned, and stay until the end."""
        # Half of all people come at once.
        await asyncio.sleep(max(0.0, self.world.stream(self.name, "comes").uniform(-3, 3)))
        reading = [asyncio.create_task(self._keep_a_line(window, str(n or "")))
                   for n, window in enumerate(self.windows)]
        for task in reading:
            task.add_done_callback(self._stopped_reading)
        try:
            for number in range(self.plan.acts):
                chance = self.world.stream(self.name, number)
                await asyncio.sleep(chance.expovariate(1 / self._pace))
                if (self.name, number) in self.world.left_out:
                    continue
                self._act(number, chance)
                self._visit(number)
            await asyncio.Event().wait()
        finally:
            for task in (*reading, *self._visits):
                task.cancel()

    def _stopped_reading(self, reading: asyncio.Task[None]) -> None:
        """Whoever hears nothing more because of a fault of this program notices nothing either."""
        if not reading.cancelled() and (error := reading.exception()) is not None:
            self.fail(f"{self.name} stopped reading: {error!r}")

    @property
    def _pace(self) -> float:
        return {"hasty": 1.0, "hostile": 1.0, "slow": 3.0}.get(self.plan.manner, 1.8)

    # -- coming in --------------------------------------------------------------------------------

    async def _sign_in(self, chance: Random) -> bool:
        """Be a guest of the house; False when it did not answer."""
        if self.stays_away or ("sabot" in self.browser.cookies and self.id):
            return True
        try:
            if self.launch is None:
                answer = await self.browser.request(
                    "POST", "/api/session", {"name": self.name}, chance=chance)
            else:
                await self.browser.request("GET", f"/enter?launch={self.launch(self)}",
                                           chance=chance)
                answer = await self.browser.request("GET", "/api/session", chance=chance)
        except NoAnswer:
            return False
        if answer.status not in (200, 201) or answer.json is None:
            return False
        self.id = answer.json["player"]
        return True

    def open_line(self, browser: Browser, chance: Random, since: int | None = None,
                  headers: Mapping[str, str] | None = None) -> Line:
        """Open the socket of the table."""
        path = f"/ws/tables/{self.table}" + ("" if since is None else f"?since={since}")
        # Without a cookie, as after a sign-out, they only look on.
        mine = browser is self.browser and "sabot" in browser.cookies
        return browser.socket(
            path, (lambda text: self._watch(self, text)) if mine else _ignore, chance=chance,
            headers=headers)

    async def _keep_a_line(self, window: Window, label: str) -> None:
        """Have a line, and open another one when it is lost. The second window waits until its
        person is signed in."""
        chance = self.world.stream(self.name, "line", label)
        while not self.stays_away:
            self._opened += 1
            way = self.world.stream(self.name, "way", label, self._opened)
            while not (self.id if label else await self._sign_in(way)):
                await asyncio.sleep(way.uniform(0.3, 1))
            if self.stays_away:
                return
            # Some load the page again, and know nothing of what they have seen.
            since = None if chance.random() < 0.3 else window.version
            if since and self.world.stream(self.name, "kept", label, self._opened).random() < 0.2:
                # The browser shows a page as it was a while ago, and the page goes on from there.
                since = window.version = self.world.stream(
                    self.name, "as it was", label, self._opened).randrange(since)
            window.line = line = self.open_line(self.browser, way, since)
            window.fresh, window.onlooker = True, "sabot" not in self.browser.cookies
            leaving = (asyncio.get_running_loop().call_later(chance.uniform(4, 15), line.end)
                       if self.plan.manner == "restless" else None)
            while (text := await line.hear()) is not None:
                if self.plan.manner == "slow":
                    await asyncio.sleep(chance.uniform(0, 0.4))
                self._hear(window, msgspec.json.decode(text))
            if leaving:
                leaving.cancel()
            line.end()
            if line.code == SIGNED_OUT and not self._signed_out(line):
                return
            await asyncio.sleep(chance.uniform(0.2, 3))

    def _signed_out(self, line: Line) -> bool:
        """Somebody of the house has ended the sign-in, as only a supervisor may. A player whom the
        operator sends comes back; a guest would be another person, and stays away."""
        if not any(one.role == "supervisor" for one in self.world.people):
            self.fail(f"{self.name} was signed out: {line.reason}")
        self.browser.cookies.clear()
        self.stays_away = self.launch is None
        return not self.stays_away

    # -- what they hear ---------------------------------------------------------------------------

    def _hear(self, window: Window, message: dict[str, Any]) -> None:
        self.messages += 1
        kind, before = message["t"], window.version
        if kind in ("snapshot", "events"):
            self.offers.hear(message)
        if kind == "snapshot":
            self._note_snapshot(window, message)
            window.version = message["v"]
        elif kind == "events":
            if before is not None and message["events"] and message["v"] != before + 1:
                self.fail(f"{self.name} heard version {message['v']} after {before}")
            self._note_told(window, message["v"], message["events"])
            window.version = message["v"] + len(message["events"]) - 1
        if kind in ("snapshot", "events") and window.fresh:
            window.fresh = False
            self._send_unanswered(window)
        if kind in ("ack", "refused") and message.get("id") in self.sent:
            self._answered(message)

    def _note_snapshot(self, window: Window, message: dict[str, Any]) -> None:
        """A snapshot has the events of the open round, from its beginning."""
        steps = message["steps"]
        if steps and steps[0].get("step") != "begin":
            self.fail(f"{self.name} was shown a round without its beginning")
        if any(step.get("step") == "begin" for step in steps[1:]):
            self.fail(f"{self.name} was shown two rounds as one")
        self._note_told(window, message["v"] - len(steps) + 1, steps)

    def _note_told(self, window: Window, first: int, events: list[Any]) -> None:
        """Note what each version is; nobody is told two things of one version."""
        if window.onlooker:
            return
        for version, event in enumerate(events, first):
            before = self.told.setdefault(version, event)
            if without_names(before) != without_names(event):
                self.fail(f"{self.name} was told version {version} in two ways: {before}, {event}")

    def _send_unanswered(self, window: Window) -> None:
        """After a lost connection, send again what has no answer, as a program would: it is done
        once."""
        if self.plan.manner in ("restless", "hasty") and window.line is not None:
            for key in [key for key in self.sent if key not in self.answers][-2:]:
                self.unanswered[key] = window.line, asyncio.get_running_loop().time()
                window.line.say(self.sent[key])

    def _answered(self, message: dict[str, Any]) -> None:
        key = message["id"]
        self.unanswered.pop(key, None)
        if message["t"] == "ack":
            self.acknowledged.setdefault(key, message["v"])
            before = self.answers.setdefault(key, message)
            if before["t"] != "ack":
                return  # refused before it was stored, then sent again
            if before != message:
                self.fail(f"{self.name} had two answers to {key}: {before}, {message}")
        elif message.get("code") == "fault":
            self.fail(f"the house answered {self.name} with an internal error: {message}")
        else:
            self.answers.setdefault(key, message)
        self._once(key.removesuffix(TWICE))

    def _once(self, key: str) -> None:
        """One press that was sent twice, under two keys and for the same question, acts once."""
        first, second = self.acknowledged.get(key), self.acknowledged.get(f"{key}{TWICE}")
        command = self.sent[key]
        if first and second and first != second and isinstance(command, ActCommand) and (
                command.v is not None and command.act not in ANY_TIME):
            self.fail(f"{self.name} pressed {command.act} once and it was done twice, as "
                       f"versions {first} and {second}")

    # -- what they do -----------------------------------------------------------------------------

    def _act(self, number: int, chance: Random) -> None:
        """Do one act, in their manner, in one of their windows."""
        window = self._window(chance)
        if window is None:
            return
        manner = self.plan.manner
        if manner == "hostile" and chance.random() < 0.5:
            self._harm(window, number, chance)
            return
        command = self._command(window, number, chance)
        if command is None:
            return
        self._send(window, command)
        if manner == "hasty" and chance.random() < 0.5:
            if chance.random() < 0.5:
                self._send(window, command)  # the same press, twice
            else:
                again = msgspec.structs.replace(command, id=f"{command.id}{TWICE}")
                self._send(window, again)  # pressed twice

    def _window(self, chance: Random) -> Window | None:
        open_ = [window for window in self.windows
                 if window.line is not None and not window.line.cut]
        return chance.choice(open_) if open_ else None

    def _visit(self, number: int) -> None:
        """Do something over HTTP, meanwhile."""
        chance = self.world.stream(self.name, number, "visit")
        if self.id and chance.random() < VISITS:
            task = asyncio.create_task(visits.visit(self, number, chance))
            self._visits.add(task)
            task.add_done_callback(self._visited)

    def _visited(self, task: asyncio.Task[None]) -> None:
        self._visits.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            self.fail(f"{self.name} did not understand an answer: {error!r}")

    def send(self, command: Command) -> bool:
        """Send a command to the table, in one of the windows; False when none is open."""
        window = self._window(self.world.stream(self.name, command.id))
        if window is not None:
            self._send(window, command)
        return window is not None

    def send_end(self, command: EndCommand) -> None:
        """End the session over the socket."""
        self.send(command)

    def _send(self, window: Window, command: Command) -> None:
        assert window.line is not None
        self.sent[command.id] = command
        self.unanswered[command.id] = window.line, asyncio.get_running_loop().time()
        self.tell(f"{self.name} {_in_words(command)} at {self.plan.table}")
        window.line.say(command)

    def _command(self, window: Window, number: int, chance: Random) -> Command | None:
        key = f"{self.name}-{number}"
        dice = chance.random()
        if dice < 0.02:
            return EndCommand(key, window.version)
        if dice < 0.12:
            return ReadyCommand(key, window.version)
        old = self.plan.manner == "hasty" and chance.random() < 0.2
        offer = self.offers.choose(chance, old=old)
        if offer is None:
            return None
        return ActCommand(key, offer["act"], chance.choice(seats_of(offer)),
                          amount_of(offer, chance),
                          None if chance.random() < 0.1 else window.version)

    def _harm(self, window: Window, number: int, chance: Random) -> None:
        """Send what nobody should: rubbish, an old command, or an act out of place."""
        assert window.line is not None
        dice = chance.random()
        if dice < 0.2:
            window.line.say(chance.choice(RUBBISH))
        elif dice < 0.45 and self.sent:
            old = self.sent[chance.choice(sorted(self.sent))]
            if chance.random() < 0.3 and isinstance(old, ActCommand):  # its key, another act
                old = msgspec.structs.replace(old, amount=old.amount + 100)
                self.tell(f"{self.name} sends {old.id} again with another sum")
                window.line.say(old)
            else:
                self._send(window, old)
        else:
            # Often at a seat that the table waits for, whoever has it.
            seats = self.offers.awaiting if chance.random() < 0.7 else ()
            self._send(window, ActCommand(f"{self.name}-{number}", chance.choice(ACTS),
                                          chance.choice(seats or SEATS), chance.choice(AMOUNTS)))


def without_names(event: dict[str, Any]) -> dict[str, Any]:
    """Return an event of a table without the name of who acted: a guest may choose another one,
    and staff may erase it."""
    return {key: value for key, value in event.items() if key != "by"}


def _ignore(text: str) -> None:
    """Look at nothing."""


def _in_words(command: Command) -> str:
    if isinstance(command, ActCommand):
        words = [command.act or "does nothing", command.seat,
                 f"{command.amount / 100:.2f}" if command.amount else ""]
        return " ".join(word for word in words if word)
    return "ends the session" if isinstance(command, EndCommand) else "is ready"
