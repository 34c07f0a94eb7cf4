"""The doors of a simulated house: its web application over ASGI in virtual time, and its clients.

`sabot serve` has a server between the network and the application; here `Doors` takes its place. It
does what the server does when a client goes away, when the house closes, and when its process ends.
"""

from __future__ import annotations

import asyncio
import hashlib
import traceback
from collections.abc import Callable, Coroutine, Mapping
from concurrent.futures import Executor, Future
from copy import copy
from pathlib import Path
from random import Random
from typing import Any, NamedTuple, TypeVar
from urllib.parse import unquote, urlsplit

import msgspec
from litestar import Litestar
from litestar.exceptions import HTTPException
from litestar.stores.registry import StoreRegistry

from sabot.house import House, HouseError
from sabot.web import route_policies
from sabot.web.app import STATIC, create_app, house_state
from sabot.web.auth import Signer
from sabot.web.openapi import ALWAYS
from sabot.web.page_files import PageFiles
from sabot.web.socket import FAULT
from tools.worlds.lines import GOING_AWAY, Cut, Line, Network
from tools.worlds.machine import Killed

ANSWERED = 20.0
"""Virtual seconds in which an open house answers a request, whatever its disk does."""
GRACE = 10.0
"""Seconds for which a house that closes waits for its requests, as the server of `sabot serve`."""
HOST = "house.example"
T = TypeVar("T")


class NoAnswer(Exception):
    """No answer arrived: whether the request was done is not known."""


class Answer(NamedTuple):
    """The answer to a request."""

    status: int
    headers: tuple[tuple[str, str], ...]
    body: bytes

    @property
    def json(self) -> Any:
        """The body, decoded."""
        return msgspec.json.decode(self.body)

    @property
    def code(self) -> str:
        """The code of a refusal; "" when the request was done."""
        return str(self.json["code"]) if self.status >= 400 else ""


class SlowExecutor(Executor):
    """Takes longer for odds and hints than any world lasts, as the first minutes of a house are."""

    def __init__(self, name: str) -> None:
        self.name = name

    def submit(self, work: Callable[..., T], /, *args: Any, **kwargs: Any) -> Future[T]:
        """Queue a job."""
        return Future()


_routes: list[Litestar] = []


def application(house: House, signer: Signer) -> Litestar:
    """Return the web application of a house. The routes, which take long to make, are those of the
    first house of this process; the state is its own."""
    if not _routes:
        _routes.append(create_app(house, signer, executor=SlowExecutor))
        _routes[0].on_startup = _routes[0].on_shutdown = []
        _routes[0].state.pages = PageFiles(STATIC, now=lambda: 0.0)  # its files never change
    first = _routes[0]
    app = copy(first)
    app.state = house_state(house, signer, executor=SlowExecutor)
    app.state.pages, app.state.finder = first.state.pages, first.state.finder
    app.stores, app.after_exception = StoreRegistry(), [_note_error]
    first.state.house = first.state.signer = None
    return app


class Doors:
    """The doors of one life of a house. ``fail`` is told what must not happen, ``killed`` that the
    process ended in a request. With ``fatal`` it ends while the next change is under way."""

    def __init__(self, house: House, signer: Signer, fail: Callable[[str], None],
                 killed: Callable[[], None]) -> None:
        self.app = application(house, signer)
        self.entry: Any = self.app  # what requests and sockets reach first
        self._fail, self._killed = fail, killed
        self._requests: dict[asyncio.Task[Any], None] = {}
        self._lines: dict[Line, asyncio.Task[Any]] = {}
        self.open = True
        self._dead = self.fatal = False

    def _run(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        task = asyncio.get_running_loop().create_task(work)
        task.add_done_callback(self._ended)
        return task

    def _ended(self, task: asyncio.Task[Any]) -> None:
        self._requests.pop(task, None)
        if task.cancelled() or (error := task.exception()) is None:
            return
        if isinstance(error, Killed):
            self._killed()
        elif not self._dead:
            self._fail(f"the application ended with {error!r}")

    # -- requests ---------------------------------------------------------------------------------

    async def request(self, scope: dict[str, Any], body: bytes) -> Answer:
        """Return the answer to a request that has arrived; NoAnswer when the process ends first."""
        task = self._run(self._answer(scope, body))
        self._requests[task] = None
        if self.fatal and scope["method"] == "POST":
            asyncio.get_running_loop().call_later(0.004, self._killed)
            self.fatal = False
        if not await self._is_done(task):
            if self.open:
                self._fail(f"{_named(scope)} was not answered in {ANSWERED:.0f} s")
            raise NoAnswer
        if task.cancelled() or task.exception() is not None:
            raise NoAnswer
        self._check(scope, task.result())
        return task.result()

    async def _is_done(self, task: asyncio.Task[Answer]) -> bool:
        """Wait for an answer, as long as an open house may take; return whether it is there."""
        done, _ = await asyncio.wait([task], timeout=ANSWERED)
        return bool(done)

    async def _answer(self, scope: dict[str, Any], body: bytes) -> Answer:
        parts: list[dict[str, Any]] = [{"type": "http.request", "body": body, "more_body": False}]
        sent: list[dict[str, Any]] = []

        async def receive() -> dict[str, Any]:
            if parts:
                return parts.pop()
            await asyncio.Event().wait()  # the client waits for the answer
            raise AssertionError

        async def send(message: dict[str, Any]) -> None:
            sent.append(message)

        await self.entry(scope, receive, send)
        if not sent or sent[-1].get("more_body"):
            raise RuntimeError(f"{_named(scope)} has no complete answer")
        start = sent[0]
        return Answer(start["status"], tuple((name.decode("latin-1").lower(), value.decode(
            "latin-1")) for name, value in start["headers"]),
            b"".join(message.get("body", b"") for message in sent[1:]))

    def _check(self, scope: dict[str, Any], answer: Answer) -> None:
        """Check what is true of every answer: its status is one that its route describes, and a
        refusal says why."""
        if answer.status == 500 or answer.status not in _statuses(scope):
            self._fail(f"{_named(scope)} was answered with {answer.status}: "
                       f"{scope.get('sabot.error') or answer.body[:200]!r}")
        elif answer.status >= 400 and scope["method"] != "HEAD" and (
                dict(answer.headers).get("content-type") == "application/problem+json"):
            missing = {"code", "text", "status"} - set(answer.json)
            if missing:
                self._fail(f"{_named(scope)} was refused without {sorted(missing)}")

    # -- sockets ----------------------------------------------------------------------------------

    def socket(self, line: Line, scope: dict[str, Any]) -> None:
        """Serve a line until it ends."""
        self._lines[line] = task = self._run(self._serve(line, scope))
        task.add_done_callback(lambda _: self._lines.pop(line, None))

    async def _serve(self, line: Line, scope: dict[str, Any]) -> None:
        try:
            await self.entry(scope, line.receive, line.send)
        except Cut:
            pass
        finally:
            if not self._dead and line.code == FAULT and line.reason.startswith("internal error"):
                self._fail(f"{scope['path']} was closed: {line.reason}")
            if not line.code:
                line.end()

    def cut(self) -> None:
        """Every socket is cut."""
        for line in list(self._lines):
            line.end()

    @property
    def lines(self) -> tuple[Line, ...]:
        """The sockets that are served."""
        return tuple(self._lines)

    # -- the end ----------------------------------------------------------------------------------

    def kill(self) -> None:
        """The process ends: nobody is answered any more."""
        self.open, self._dead = False, True
        self.cut()
        for task in [*self._requests, *self._lines.values()]:
            task.cancel()
        self._stop_computing()

    async def close(self) -> None:
        """Close as the server does: accept nothing more, close the sockets, wait for requests."""
        self.open = False
        for line in list(self._lines):
            line.end(GOING_AWAY)
        if tasks := [*self._requests, *self._lines.values()]:
            _, late = await asyncio.wait(tasks, timeout=GRACE)
            for task in late:
                task.cancel()
        self._stop_computing()

    def _stop_computing(self) -> None:
        for part in (self.app.state.pricer, self.app.state.coach, self.app.state.plans):
            stop = part.close() if hasattr(part, "close") else part.stop()
            asyncio.get_running_loop().create_task(stop)


async def _note_error(error: Exception, scope: Any) -> None:
    """Keep what a request failed with for the story."""
    if not isinstance(error, HouseError | HTTPException):
        scope["sabot.error"] = describe_error(error)


def describe_error(error: BaseException | None) -> str:
    """Return an error with the last places that it passed."""
    frames = traceback.extract_tb(error.__traceback__) if error else []
    return f"{error!r} at " + ", ".join(
        f"{Path(frame.filename).name}:{frame.lineno}" for frame in frames[-3:])


def _named(scope: Mapping[str, Any]) -> str:
    query = scope["query_string"].decode()
    return f"{scope['method']} {scope['path']}{'?' if query else ''}{query}"


def _statuses(scope: Mapping[str, Any]) -> set[int]:
    """Return the statuses that a route may answer with, as its description says."""
    handler = scope.get("route_handler")
    if handler is None and scope["method"] == "HEAD":  # answered as GET, by a route not named here
        return {*ALWAYS, 200, 400, 401, 403, 404, 405}
    if handler is None:
        return {*ALWAYS, 400, 403, 404, 405}
    door = route_policies.policy_of(handler.opt)
    if scope["method"] == "OPTIONS":
        return {204, *ALWAYS}
    if not scope["path"].startswith("/api/"):
        return {handler.status_code, *ALWAYS, *door.refuses, 400, 404}
    known = {handler.status_code, *ALWAYS, *door.refuses, 400}
    if scope["method"] not in ("GET", "HEAD"):
        known |= {403, 413}
    if door.who not in (route_policies.ANYBODY, route_policies.OPERATOR):
        known |= {401}
    if door.who not in (route_policies.ANYBODY, route_policies.PLAYER):
        known |= {403}
    return known


class Browser:
    """A client with its cookies. ``doors`` gives the doors of the house while it is open.
    ``answers`` is the digest of all answers."""

    def __init__(self, address: str, network: Network, doors: Callable[[], Doors | None]) -> None:
        self.cookies: dict[str, str] = {}
        self.answers = hashlib.sha256()
        self._address, self._network, self._doors = address, network, doors

    async def request(self, method: str, path: str, body: object = None, *, chance: Random,
                      headers: Mapping[str, str] | None = None) -> Answer:
        """Send a request and return the answer. ``body`` goes as JSON, bytes as they are. NoAnswer
        when the house is not open, or when the request or its answer is lost on the way."""
        content = body if isinstance(body, bytes) else (
            b"" if body is None else msgspec.json.encode(body))
        own: dict[str, str] = {} if method in ("GET", "HEAD") else {
            "content-type": "application/json", "x-sabot": "1",
            "content-length": str(len(content))}
        own.update(headers or {})
        lost = await self._travels(chance)
        doors = self._doors()
        if lost or doors is None or not doors.open:
            raise NoAnswer
        answer = await doors.request(self._scope("http", path, own, method), content)
        if await self._travels(chance):
            raise NoAnswer
        self._remember(answer)
        body = b"" if path == "/metrics" else answer.body  # it counts all worlds of this process
        self.answers.update(b"%d %s\n%s\n" % (answer.status, path.encode(), body))
        return answer

    async def _travels(self, chance: Random) -> bool:
        """Wait while a message travels; return whether it was lost, which takes longer to notice.
        """
        lost = self._network.loses(chance)
        await asyncio.sleep(chance.uniform(2, 8) if lost else self._network.delay(chance))
        return lost

    def socket(self, path: str, sent: Callable[[str], None], *, chance: Random,
               headers: Mapping[str, str] | None = None) -> Line:
        """Open a web socket; a line that has ended when the house is not open."""
        line, doors = Line(self._network, chance, sent), self._doors()
        if doors is None or not doors.open:
            line.end()
        else:
            doors.socket(line, self._scope("websocket", path, headers or {}))
        return line

    def another(self) -> Browser:
        """Return another client at the same address, without cookies."""
        return Browser(self._address, self._network, self._doors)

    def _scope(self, kind: str, path: str, headers: Mapping[str, str], method: str = "GET"
               ) -> dict[str, Any]:
        parts = urlsplit(path)
        sent = {"host": HOST, "origin": f"http://{HOST}",
                "cookie": "; ".join(f"{key}={value}" for key, value in self.cookies.items()),
                **headers}
        scope: dict[str, Any] = {
            "type": kind, "asgi": {"version": "3.0"}, "http_version": "1.1",
            "scheme": "http" if kind == "http" else "ws", "path": unquote(parts.path),
            "raw_path": parts.path.encode(), "query_string": parts.query.encode(),
            "root_path": "", "headers": [(name.encode(), value.encode("latin-1"))
                                         for name, value in sent.items() if value],
            "client": (self._address, 40_000), "server": (HOST, 80), "extensions": {}}
        if kind == "http":
            return {**scope, "method": method}
        return {**scope, "subprotocols": []}

    def _remember(self, answer: Answer) -> None:
        for name, value in answer.headers:
            if name == "set-cookie":
                key, _, rest = value.partition("=")
                content, _, terms = rest.partition(";")
                if "max-age=0" in terms.lower():
                    self.cookies.pop(key, None)
                else:
                    self.cookies[key] = content.strip('"')


async def shut(house: House, doors: Doors | None) -> None:
    """Close the doors, then the house."""
    if doors is not None:
        await doors.close()
    await house.stop()
