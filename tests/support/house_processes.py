"""A house whose nodes are processes of their own, and players who note what they were answered."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from random import Random
from typing import NamedTuple

import httpx
import sqlalchemy as sa
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

import sabot
from sabot.certify.audit.verify import verify
from sabot.ledger import Ledger
from support.open_house import ALONE, SHARED
from support.served_house import free_port

_QUICK = "[clocks]\nbetting = 3\ndecision = 2\ninsurance = 2\nbetween = 1\n"
ALONE_AT = ("east", "north", "south", "west")
"""Tables of which each player has an own copy: something can be done there at almost any moment."""
TABLES = {"shared": SHARED + _QUICK, **{
    name: ALONE.replace("Alone", name.capitalize()) + _QUICK for name in ALONE_AT}}
PLAYERS = 2 * len(TABLES)


class Done(NamedTuple):
    """A command that was acknowledged: the version that it led to, where it was given, and when it
    was sent and acknowledged."""

    version: int
    door: str
    table: str
    sent: float
    at: float


class Doors:
    """The addresses of a house, and what its players were answered there."""

    def __init__(self, database: str, doors: Sequence[str]) -> None:
        self.database, self.doors = database, doors
        self.done: dict[tuple[str, str], Done] = {}  # commands of players that were acknowledged

    def query(self, statement: str) -> list[tuple[object, ...]]:
        engine = sa.create_engine(self.database, poolclass=sa.NullPool,
                                  connect_args={"connect_timeout": 5})
        with engine.begin() as connection:
            return [tuple(row) for row in connection.execute(sa.text(statement))]

    def owners(self) -> dict[str, str]:
        """The living node that runs each group of tables."""
        return {str(group): str(node) for group, node in self.query(
            "SELECT l.table_id, l.node FROM leases l JOIN nodes n ON n.node = l.node "
            "AND n.epoch = l.node_epoch")}

    def even(self) -> bool:
        """Whether two living nodes run all groups of tables."""
        owners = self.owners()
        shares = sorted(Counter(owners.values()).values())
        return sum(shares) == len(TABLES) + 1 and len(shares) == 2 and shares[0] >= len(TABLES) // 2

    def goes_on(self, since: float, door: str = "", tables: Sequence[str] = ALONE_AT
                ) -> float | None:
        """The seconds from ``since`` until a command was acknowledged that was given after it, at
        the last of these tables of one player; None while one of them has not."""
        first: dict[str, float] = {}
        tables = [name for name in tables if name in ALONE_AT]
        for done in list(self.done.values()):
            if done.sent > since and done.table in tables and door in ("", done.door):
                first[done.table] = min(done.at, first.get(done.table, done.at))
        return max(first.values()) - since if len(first) == len(tables) else None

    def check_books(self, url: str = "") -> None:
        """Every command that was acknowledged is in the journal, once, and led to what was said;
        and the whole journal is right."""
        with Ledger.open(url or self.database) as books:
            assert not verify(books).faults
            for command, done in self.done.items():
                answer = books.answer_to(*command)
                assert answer is not None, f"the acknowledged command {command} is lost"
                assert json.loads(answer)["v"] == done.version, f"{command} was done again"


class House(Doors):
    """Two processes of one house at one address, with the process that started them."""

    def __init__(self, at: str, database: str, process: subprocess.Popen[bytes]) -> None:
        super().__init__(database, [at])
        self.process = process

    def nodes(self) -> dict[str, int]:
        """The processes of the nodes by their names."""
        children = subprocess.run(["pgrep", "-P", str(self.process.pid), "-a"], check=False,
                                  capture_output=True, text=True).stdout.splitlines()
        return {words[words.index("--node") + 1]: int(words[0])
                for line in children if "--node" in (words := line.split())}


def write_tables(folder: Path) -> list[str]:
    """Write the table files. Returns the options of `sabot serve` that name them and the log."""
    (folder / "tables").mkdir(exist_ok=True)
    for name, text in TABLES.items():
        (folder / "tables" / f"{name}.toml").write_text(text, "utf-8")
    return ["--tables", str(folder / "tables")]


def environment(folder: Path) -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(Path(sabot.__file__).parents[1]),
            "SABOT_VAR": str(folder / "var")}


@contextmanager
def house(folder: Path, database: str, channel: str) -> Iterator[House]:
    """A house of two nodes, as ``sabot serve --nodes 2`` runs it."""
    port = free_port()
    process = subprocess.Popen(
        [sys.executable, "-m", "sabot", "serve", "--nodes", "2", "--port", str(port),
         *write_tables(folder), "--database", database, "--channel", channel,
         "--log", str(folder / "log")], cwd=folder, env=environment(folder))
    open_house = House(f"http://127.0.0.1:{port}", database, process)
    try:
        yield open_house
    finally:
        process.terminate()
        assert process.wait(60) == 0


class NodeProcess:
    """One node, as ``sabot serve --node NAME`` runs it; it is started again when it ends by itself,
    as a service manager does. ``command`` makes the command of each start, from its number."""

    def __init__(self, folder: Path, command: Callable[[int], Sequence[str]]) -> None:
        self._folder, self._command = folder, command
        self.statuses: list[int] = []
        self._leaving = threading.Event()
        self._process: subprocess.Popen[bytes] | None = None
        self._thread = threading.Thread(target=self._run, daemon=True)

    def __enter__(self) -> NodeProcess:
        self._thread.start()
        return self

    def __exit__(self, *error: object) -> None:
        self._leaving.set()
        self._thread.join(90)

    def _run(self) -> None:
        for start in range(1, 1_000):
            with subprocess.Popen(self._command(start), cwd=self._folder,
                                  env=environment(self._folder)) as process:
                while process.poll() is None and not self._leaving.wait(0.1):
                    pass
                process.terminate()
                with contextlib.suppress(subprocess.TimeoutExpired):
                    process.wait(30)
                process.kill()
            if self._leaving.is_set():
                return
            self.statuses.append(process.returncode)
            self._leaving.wait(1)


async def until(condition: Callable[[], object], seconds: float = 90) -> None:
    """Wait until a condition holds."""
    end = time.monotonic() + seconds
    while True:
        with suppress(sa.exc.SQLAlchemyError):
            if await asyncio.to_thread(condition):
                return
        assert time.monotonic() < end, "it did not come to pass"
        await asyncio.sleep(0.2)


async def play(house: Doors, seed: int, stop: asyncio.Event) -> None:
    """Play at one table through one door, and say again whatever was not answered, under the same
    key."""
    random, table = Random(seed), sorted(TABLES)[seed % len(TABLES)]
    door = house.doors[seed // len(TABLES) % len(house.doors)]
    async with httpx.AsyncClient(base_url=door, headers={"X-Sabot": "1"}, timeout=20,
                                 verify=False, trust_env=False) as http:
        while (answer := await http.post("/api/session", json={"name": f"P{seed}"})
               ).status_code == 503:
            await asyncio.sleep(0.2)
        player = answer.json()["player"]
        cookie = "; ".join(f"{c.name}={c.value}" for c in http.cookies.jar)
    key, n, sent = "", 0, 0.0
    while not stop.is_set():
        with suppress(OSError, TimeoutError, WebSocketException):
            async with connect(f"{door.replace('http', 'ws')}/ws/tables/{table}", proxy=None,
                               additional_headers={"Cookie": cookie}, open_timeout=5,
                               close_timeout=1) as line:
                while not stop.is_set():
                    n += not key
                    act, seat, amount = Random(f"{seed} {n}").choice(
                        [("sit", "1", 0), ("bet", "1", 200), ("bet", "2", 200),
                         ("deal", "table", 0), ("stand", "1", 0), ("sit", "2", 0)])
                    sent = sent if key else time.monotonic()
                    key = f"k{n}"
                    await line.send(
                        f'{{"t":"act","id":"{key}","act":"{act}","seat":"{seat}",'
                        f'"amount":{amount}}}')
                    version = await acknowledged(line, key)
                    if version is not None:
                        house.done[player, key] = Done(version, door, table, sent,
                                                       time.monotonic())
                    key = ""
                    await asyncio.sleep(random.uniform(0.05, 0.2))
        await asyncio.sleep(0.1)


async def acknowledged(line: ClientConnection, key: str) -> int | None:
    """Read to the answer to a command: the version that it led to, or None where it was refused."""
    async with asyncio.timeout(8):
        while True:
            message = json.loads(await line.recv())
            if message.get("id") == key:
                return int(message["v"]) if message["t"] == "ack" else None
