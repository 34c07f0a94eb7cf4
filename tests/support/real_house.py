"""A house in a process of its own over PostgreSQL, and people who play there by real sockets.

The people are those of the simulated worlds. What a simulated world makes up is real here: the
server of the database, its connections, the process and its end, the sockets of the people.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import subprocess
import sys
from collections.abc import AsyncIterator, Callable, Mapping
from pathlib import Path
from random import Random
from signal import Signals

import httpx
import msgspec
import sqlalchemy as sa
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from support.databases import server
from tools.worlds.doors import Answer, Browser, NoAnswer
from tools.worlds.lines import LOST, Line, Network

RUN = "from sabot.cli import main; main()"
HEADERS = {"X-Sabot": "1"}


class RealLine(Line):
    """The client's end of a real socket."""

    def __init__(self, address: str, cookies: dict[str, str], sent: Callable[[str], None],
                 headers: Mapping[str, str] | None = None) -> None:
        super().__init__(Network(), Random(), sent)
        self._look = sent
        self._connection: ClientConnection | None = None
        self._unsaid: asyncio.Queue[str] = asyncio.Queue()
        cookie = "; ".join(f"{name}={value}" for name, value in cookies.items())
        self._speaking = asyncio.get_running_loop().create_task(
            self._speak(address, {"Cookie": cookie, **(headers or {})}))
        self._opened = asyncio.Event()

    async def _speak(self, address: str, headers: Mapping[str, str]) -> None:
        try:
            self._connection = await connect(address, max_size=None, ping_interval=None,
                                             additional_headers=headers)
            self._opened.set()
            while True:
                await self._connection.send(await self._unsaid.get())
        except (OSError, WebSocketException, TimeoutError):
            self.cut = True
        finally:
            self._opened.set()

    def say(self, message: msgspec.Struct | str) -> None:
        if not self.cut:
            self._unsaid.put_nowait(message if isinstance(message, str)
                                    else msgspec.json.encode(message).decode())

    async def hear(self) -> str | None:
        """The next message of the house; None when the line is closed."""
        await self._opened.wait()
        if self._connection is None:
            return None
        try:
            text = await self._connection.recv()
        except (WebSocketException, OSError):
            self.cut = True
            self.code = self._connection.close_code or LOST
            self.reason = self._connection.close_reason or ""
            return None
        assert isinstance(text, str)
        self._look(text)
        return text

    def end(self, code: int = 0) -> None:
        """Cut the line: what has not arrived is lost."""
        self.cut = True
        self._speaking.cancel()
        if self._connection is not None:
            self._connection.transport.abort()


class RealBrowser(Browser):
    """A client of a real house. ``house`` gives the house at which people are now."""

    def __init__(self, house: Callable[[], RealHouse]) -> None:
        super().__init__("127.0.0.1", Network(), lambda: None)
        self._house = house

    async def request(self, method: str, path: str, body: object = None, *, chance: Random,
                      headers: Mapping[str, str] | None = None) -> Answer:
        """Send a request and return the answer; NoAnswer where none comes."""
        content = body if isinstance(body, bytes) else (
            b"" if body is None else msgspec.json.encode(body))
        own = {} if method in ("GET", "HEAD") else {"Content-Type": "application/json", **HEADERS}
        try:
            async with httpx.AsyncClient(base_url=self._house().url, cookies=self.cookies,
                                         timeout=10) as client:
                reply = await client.request(method, path, content=content,
                                             headers={**own, **(headers or {})})
        except httpx.HTTPError as error:
            raise NoAnswer from error
        answer = Answer(reply.status_code, tuple(
            (name.lower(), value) for name, value in reply.headers.multi_items()), reply.content)
        self._remember(answer)
        return answer

    def socket(self, path: str, sent: Callable[[str], None], *, chance: Random,
               headers: Mapping[str, str] | None = None) -> Line:
        """Open a web socket."""
        house = self._house()
        line = RealLine(f"ws://127.0.0.1:{house.port}{path}", self.cookies, sent, headers)
        house.lines.append(line)
        return line

    def another(self) -> RealBrowser:
        """Return another client, without cookies."""
        return RealBrowser(self._house)


class RealHouse:
    """The process of a house on a database, and the people at its door."""

    def __init__(self, database: str, folder: Path, port: int, tables: Path) -> None:
        self.folder = folder
        self._tables = tables
        self.port = port
        self.url = f"http://127.0.0.1:{port}"
        self._environment = {**os.environ, "SABOT_VAR": str(folder), "SABOT_DATABASE": database}
        self._process: subprocess.Popen[bytes] | None = None
        self.lines: list[RealLine] = []

    # -- the process ------------------------------------------------------------------------------

    async def open(self) -> None:
        """Start the process, and wait until the house is open."""
        with (self.folder / f"log-{self.port}").open("ab") as log:
            self._process = subprocess.Popen(
                [sys.executable, "-c", RUN, "serve", "--port", str(self.port),
                 "--tables", str(self._tables)],
                env=self._environment, stdout=log, stderr=log)
        while self._process.poll() is None:
            if await self.is_open():
                return
            await asyncio.sleep(0.2)
        raise AssertionError((self.folder / f"log-{self.port}").read_text()[-2000:])

    async def is_open(self) -> bool:
        """Whether the house says that it can be played at."""
        with contextlib.suppress(httpx.HTTPError):
            async with httpx.AsyncClient(base_url=self.url, timeout=5) as client:
                return (await client.get("/health")).status_code == 200
        return False

    async def awake(self) -> None:
        """Make sure that the process runs, and that the house can be played at."""
        if self._process is None or self._process.poll() is not None:
            await self.open()
        self.signal(Signals.SIGCONT)
        while not await self.is_open():
            await asyncio.sleep(0.2)

    def signal(self, what: Signals) -> None:
        """Send the process a signal."""
        assert self._process is not None
        self._process.send_signal(what)

    async def end(self, how: Signals) -> None:
        """End the process with a signal, and wait for its end."""
        if self._process is not None and self._process.poll() is None:
            self._process.send_signal(how)
            await asyncio.to_thread(self._process.wait, 60)

    # -- its people -------------------------------------------------------------------------------

    def cut_lines(self) -> None:
        """Cut the lines of all people."""
        for line in self.lines:
            line.end()
        self.lines.clear()


def end_connections(database: str) -> int:
    """End all connections of others to a database, as its server may; their number."""
    engine = sa.create_engine(server(), isolation_level="AUTOCOMMIT")
    try:
        with engine.connect() as connection:
            ended = connection.execute(sa.text(
                "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity "
                "WHERE datname = :name AND pid <> pg_backend_pid()"), {"name": database}).scalar()
    finally:
        engine.dispose()
    return int(ended or 0)


@contextlib.asynccontextmanager
async def opened(house: RealHouse) -> AsyncIterator[RealHouse]:
    """Open a house for a while; whatever happens, its process ends."""
    try:
        await house.open()
        yield house
    finally:
        house.cut_lines()
        with contextlib.suppress(ProcessLookupError):
            house.signal(Signals.SIGCONT)
        await house.end(Signals.SIGKILL)
