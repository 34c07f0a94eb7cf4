"""A real house with its HTTP interface: its server in a thread, clients for HTTP and sockets."""

from __future__ import annotations

import asyncio
import json
import socket
import threading
from collections.abc import Callable, Coroutine, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from pathlib import Path
from typing import Any

import httpx
import uvicorn
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from sabot import games
from sabot.equipment import NoncedSource, Seeded
from sabot.house import HandClock, House, Room
from sabot.house.people.roles import new_member
from sabot.ledger import Ledger
from sabot.ledger.wallet import Wallet
from sabot.procedure.table import Table
from sabot.results import Results, default_results
from sabot.web.allowed_hosts import ANY_HOST, Hosts
from sabot.web.app import create_app
from sabot.web.auth import Signer
from sabot.web.timeouts import Patience, protocol_with
from support.house_evening import staff_entry

ROW = "pt-805-2015/blackjack-online"
KEY = "a key of at least thirty-two characters, for tests only"

SHARED = """
game = "blackjack-online"
name = "Shared"
minimum = 2
maximum = 200
places = 3
[rules]
packs = 4
warning_card = 104
"""
ALONE = SHARED.replace('name = "Shared"', 'name = "Alone"\nkind = "individual"').replace(
    "places = 3", "places = 1")

MACHINE = """
game = "machines"
name = "By the door"
places = 1
minimum = "0.05"
maximum = "1.50"
[clocks]
between = 0
[rules]
number = "A-12"
coins = ["0.05"]
"""


def row(rule: str) -> str:
    return f"{ROW}/{rule}"


def table(text: str) -> Table:
    table = games.read_table(text)
    assert isinstance(table, Table), table
    return table


_ports: list[int] = []
"""Where a house of this process stood that has closed: the next one opens there, so that a browser
knows the files of its pages."""


def listening_socket() -> socket.socket:
    """A socket of a free port, the last one of this process where it can be had."""
    # Named as TCP, else asyncio leaves the delay of small packets on: 40 ms an answer.
    listener = socket.socket(proto=socket.IPPROTO_TCP)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind(("127.0.0.1", _ports.pop() if _ports else 0))
    except OSError:
        listener.bind(("127.0.0.1", 0))
    return listener


def release_port(port: int) -> None:
    """Note that the house of this port has closed."""
    _ports.append(port)


class Doors:
    """A house with its HTTP interface on a free port, and a clock that tests move."""

    def __init__(self, folder: Path, *, source: NoncedSource | None = None,
                 rate_per_minute: int = 100_000,
                 tables: dict[str, Table] | None = None, results: Results | None = None,
                 patience: Patience | None = None, hosts: Hosts = ANY_HOST,
                 secure: bool = False, wallet: Wallet | None = None, shipped: bool = True) -> None:
        self.url = f"sqlite:///{folder / 'house.sqlite3'}"
        self.clock = HandClock()
        self.signer = Signer(KEY)
        self._visitors: list[Visitor] = []
        self._source = source or Seeded(1)
        self._rate, self._wallet, self._shipped = rate_per_minute, wallet, shipped
        self._results = results or default_results()
        self._patience, self._hosts, self._secure = patience or Patience(), hosts, secure
        self._tables = tables or {"shared": table(SHARED), "alone": table(ALONE)}

    def __enter__(self) -> Doors:
        self.ledger = Ledger.open(self.url, busy_ms=50)
        self._open()
        return self

    def _open(self) -> None:
        self._listening = listening_socket()
        self.port = self._listening.getsockname()[1]
        self.at = f"http://127.0.0.1:{self.port}"
        opened = threading.Event()
        self._thread = threading.Thread(target=self._run, args=(opened,), daemon=True)
        self._thread.start()
        assert opened.wait(60), "the doors did not open"

    def _run(self, opened: threading.Event) -> None:
        class Server(uvicorn.Server):
            async def startup(self, sockets: list[socket.socket] | None = None) -> None:
                await super().startup(sockets)
                opened.set()

        async def serve() -> None:
            self.loop = asyncio.get_running_loop()
            self.house = House(self.ledger, self._tables, clock=self.clock,
                               source=self._source, wallet=self._wallet)
            app = create_app(self.house, self.signer, rate_per_minute=self._rate,
                             results=self._results, hosts=self._hosts, secure=self._secure,
                             shipped=self._shipped)
            self.server = Server(uvicorn.Config(app, log_level="error", ws_max_size=8_192,
                                                timeout_graceful_shutdown=5, server_header=False,
                                                proxy_headers=False,
                                                http=protocol_with(self._patience),
                                                ws_ping_interval=self._patience.sign,
                                                ws_ping_timeout=self._patience.sign))
            await self.server.serve([self._listening])
        asyncio.run(serve())

    def __exit__(self, *_: object) -> None:
        for visitor in self._visitors:
            visitor.http.close()
        self.server.should_exit = True
        self._thread.join(20)
        self.ledger.close()
        self._listening.close()
        release_port(self.port)
        assert not self._thread.is_alive(), "the doors did not close"

    def run(self, job: Callable[[], Coroutine[Any, Any, Any]]) -> Any:
        """Run a coroutine inside the house."""
        return asyncio.run_coroutine_threadsafe(job(), self.loop).result(20)

    @contextmanager
    def pause(self, room: Room) -> Iterator[None]:
        """Let this table do nothing meanwhile: messages wait in its mailbox."""
        free = asyncio.Event()

        async def hold() -> None:
            room.post(free.wait)

        async def let_go() -> None:
            free.set()
        self.run(hold)
        try:
            yield
        finally:
            self.run(let_go)

    def later(self, seconds: float) -> None:
        """Let time pass, and every table look at the clock."""
        async def look() -> None:
            self.clock.advance(seconds)
            for room in list(self.house.rooms.values()):
                await room.ask(room.tick)
        self.run(look)

    def staff(self, name: str, role: str) -> str:
        """Add a member of staff; return their token."""
        member, token = new_member(name, role, self.ledger.format)

        async def keep() -> None:
            await self.house.commit(staff_entry(member))
        self.run(keep)
        return token

    def visitor(self) -> Visitor:
        self._visitors.append(Visitor(self))
        return self._visitors[-1]

    def guest(self, name: str = "") -> Visitor:
        visitor = self.visitor()
        response = visitor.post("/api/session", {"name": name})
        assert response.status_code == 201, response.text
        visitor.id = response.json()["player"]
        return visitor


class Visitor:
    """A browser, or a program: keeps cookies, speaks HTTP and sockets."""

    def __init__(self, doors: Doors) -> None:
        self.doors = doors
        # Plain HTTP: to read the certificates of the world takes longer than ten requests.
        self.http = httpx.Client(base_url=doors.at, timeout=60, verify=False)
        self.id = ""

    def get(self, path: str, **headers: str) -> httpx.Response:
        return self.http.get(path, headers=headers)

    def post(self, path: str, body: Any = None, **headers: str) -> httpx.Response:
        return self.http.post(path, json={} if body is None else body,
                              headers={"X-Sabot": "1", **headers})

    @property
    def cookies(self) -> str:
        return "; ".join(f"{c.name}={c.value}" for c in self.http.cookies.jar)

    def table(self, table_id: str = "shared", *, since: str = "", packed: bool = False,
              **headers: str) -> Line:
        headers = {"Cookie": self.cookies, **headers} if self.cookies else headers
        tail = f"?since={since}" if since else ""
        tail += ("&" if tail else "?") + "packed=1" if packed else ""
        return Line(connect(f"ws://127.0.0.1:{self.doors.port}/ws/tables/{table_id}{tail}",
                            additional_headers=headers, open_timeout=60, max_size=None))


class Line:
    """A socket to a table: answers are matched by their key, and all messages are recorded."""

    def __init__(self, connecting: AbstractContextManager[ClientConnection]) -> None:
        self._made = connecting
        self.line = connecting.__enter__()
        self.messages: list[dict[str, Any]] = []
        self._n = 0

    def __enter__(self) -> Line:
        return self

    def __exit__(self, *_: object) -> None:
        with suppress(ConnectionClosed):
            self._made.__exit__(None, None, None)

    def take(self, timeout: float = 60) -> dict[str, Any]:
        """The next message."""
        message: dict[str, Any] = json.loads(self.line.recv(timeout))
        self.messages.append(message)
        return message

    def until(self, kind: str, **facts: Any) -> dict[str, Any]:
        """Read on to the next message of a kind."""
        while True:
            message = self.take()
            if message["t"] == kind and all(message.get(k) == v for k, v in facts.items()):
                return message

    def say(self, message: Any) -> None:
        self.line.send(message if isinstance(message, str | bytes) else json.dumps(message))

    def at_once(self, *messages: dict[str, Any]) -> list[dict[str, Any]]:
        """Several commands in one packet, so that none was answered when the last came; their
        answers."""
        with self.line.protocol_mutex:
            for message in messages:
                self.line.protocol.send_text(json.dumps(message).encode())
            self.line.socket.sendall(b"".join(self.line.protocol.data_to_send()))
        found: dict[str, dict[str, Any]] = {}
        while len(found) < len(messages):
            message = self.take()
            if message["t"] in ("ack", "refused"):
                found[message["id"]] = message
        return [found[message["id"]] for message in messages]

    def do(self, act: str, seat: str = "", amount: int = 0, key: str = "") -> dict[str, Any]:
        """The answer to one act."""
        self._n += 1
        key = key or f"k{self._n}"
        self.say({"t": "act", "id": key, "act": act, "seat": seat, "amount": amount})
        while True:
            message = self.take()
            if message.get("id") == key:
                return message

    def closed(self) -> tuple[int, str]:
        """Read to the end: the code and the reason of the close."""
        try:
            while True:
                self.take()
        except ConnectionClosed as end:
            assert end.rcvd is not None
            return end.rcvd.code, end.rcvd.reason
