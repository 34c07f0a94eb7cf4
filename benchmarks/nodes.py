"""A house of one node and of two: rounds a second, and the processor time of a round.

The same players play the same individual tables as fast as the house answers, over sockets, first
at a house of one process, then of one node, then of two. All are at PostgreSQL; the nodes have a
broker between them. Database, broker and players share the cores with the house. Without a server
of either nothing is measured, and the page says so. ``SABOT_TEST_POSTGRES`` and ``SABOT_TEST_NATS``
name other servers than those of this machine.
"""

from __future__ import annotations

import asyncio
import os
import socket
import subprocess
import sys
import tempfile
import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx
import sqlalchemy as sa
import websockets

from benchmarks.goals import Goal
from benchmarks.settle import TABLE
from benchmarks.sockets import _free_port, _ready, _Seat

POSTGRES = os.environ.get("SABOT_TEST_POSTGRES", "postgresql+psycopg://root@127.0.0.1:5432/test")
BROKER = os.environ.get("SABOT_TEST_NATS", "nats://127.0.0.1:4222")
TABLES = 16
PLAYERS = 64
WARM, SECONDS = 5.0, 15.0
HOUSES = {"one process": [], "one node": ["--node", "one", "--channel", BROKER],
          "two nodes": ["--nodes", "2", "--channel", BROKER]}


class _Processes:
    """A process with its children, and the processor time that they have used."""

    def __init__(self, pid: int) -> None:
        self._pid = pid

    def seconds(self) -> float:
        """The processor time of all, in seconds."""
        children = subprocess.run(["pgrep", "-P", str(self._pid)], check=False,
                                  capture_output=True, text=True).stdout.split()
        ticks = 0
        for pid in (str(self._pid), *children):
            fields = Path(f"/proc/{pid}/stat").read_text("ascii").rpartition(")")[2].split()
            ticks += int(fields[11]) + int(fields[12])
        return ticks / os.sysconf("SC_CLK_TCK")


def _query(url: str, statement: str) -> Any:
    engine = sa.create_engine(url, poolclass=sa.NullPool, isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        result = connection.execute(sa.text(statement))
        return result.scalar() if result.returns_rows else None


@contextmanager
def _database() -> Iterator[str]:
    name = f"bench_{uuid.uuid4().hex[:12]}"
    _query(POSTGRES, f"CREATE DATABASE {name}")
    try:
        yield sa.make_url(POSTGRES).set(database=name).render_as_string(hide_password=False)
    finally:
        _query(POSTGRES, f"DROP DATABASE {name} WITH (FORCE)")


async def _play(port: int, table: str, until: float) -> None:
    """Play one round after the other; a connection that is lost is made again."""
    base = f"http://127.0.0.1:{port}"
    async with httpx.AsyncClient(timeout=60) as http:
        response = await http.post(f"{base}/api/session", json={}, headers={"X-Sabot": "1"})
        cookie = response.headers["set-cookie"].split(";")[0]
    while time.perf_counter() < until:
        with suppress(websockets.ConnectionClosed, OSError):
            async with websockets.connect(f"ws://127.0.0.1:{port}/ws/tables/{table}",
                                          additional_headers={"Cookie": cookie},
                                          max_size=None) as line:
                await _rounds(_Seat(line), until)


async def _rounds(seat: _Seat, until: float) -> None:
    await seat.until("")
    while time.perf_counter() < until:
        acts = {o["act"]: o for o in (seat.listen or {}).get("offers", [])}
        if "sit" in acts and "bet" not in acts:
            await seat.act("sit", "1")
        elif not acts or ("bet" in acts and "deal" not in acts):
            await seat.act("bet", "1", 100)
        else:
            order = ("deal", "no-insurance", "wait", "stand", "hit")
            name = next(act for act in order if act in acts)
            await seat.act(name, acts[name]["seat"])


async def _load(port: int, database: str, processes: _Processes) -> dict[str, float]:
    await _ready(port)
    until = time.perf_counter() + WARM + SECONDS
    players = [asyncio.create_task(_play(port, f"bench-{n % TABLES}", until))
               for n in range(PLAYERS)]
    await asyncio.sleep(WARM)

    def look() -> tuple[float, int, float]:
        rounds = _query(database, "SELECT count(*) FROM journal WHERE kind = 'begin'")
        return time.perf_counter(), int(rounds), processes.seconds()

    began, rounds, used = await asyncio.to_thread(look)
    await asyncio.sleep(until - time.perf_counter() - 0.5)
    ended, rounds_then, used_then = await asyncio.to_thread(look)
    await asyncio.gather(*players)
    rounds = rounds_then - rounds
    return {"rounds_per_second": round(rounds / (ended - began), 1),
            "ms_per_round": round((used_then - used) / rounds * 1e3, 3), "rounds": rounds}


def _house(options: list[str], folder: Path) -> dict[str, float]:
    port = _free_port()
    with _database() as database:
        process = subprocess.Popen(
            [sys.executable, "-m", "sabot", "serve", "--port", str(port), "--tables",
             str(folder / "tables"), "--database", database, "--log", os.devnull, *options],
            env={**os.environ, "SABOT_VAR": str(folder)}, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL)
        try:
            _wait_for_tables(port)
            return asyncio.run(_load(port, database, _Processes(process.pid)))
        finally:
            process.terminate()
            process.wait()


def _wait_for_tables(port: int) -> None:
    """Wait until a node runs each table."""
    asyncio.run(_ready(port))
    until = time.monotonic() + 240
    for n in range(TABLES):
        while not _is_open(f"http://127.0.0.1:{port}/api/tables/bench-{n}"):
            if time.monotonic() > until:
                raise RuntimeError("the tables do not open")
            time.sleep(0.2)
    time.sleep(5)  # nodes even out


def _is_open(table: str) -> bool:
    with suppress(httpx.HTTPError):
        return httpx.get(table, timeout=30).status_code == 200
    return False


def _missing() -> str:
    """Which server is missing, or ""."""
    for name, url in (("PostgreSQL", POSTGRES), ("NATS", BROKER)):
        parts = urlsplit(url)
        try:
            socket.create_connection((parts.hostname or "", parts.port or 0), 3).close()
        except OSError as error:
            return f"no {name} here: {error}"
    return ""


def measure() -> dict[str, Any]:
    """Measure this benchmark and return its figures with the setting."""
    name = {"bench": "A house of two nodes"}
    if why := _missing():
        return {**name, "setting": why}
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "tables").mkdir()
        for n in range(TABLES):
            (Path(folder) / "tables" / f"bench-{n}.toml").write_text(TABLE, "utf-8")
        houses = {kind: _house(options, Path(folder)) for kind, options in HOUSES.items()}
    return {**name, "setting": f"{PLAYERS} players at {TABLES} individual tables as fast as they "
            "are answered, over sockets; PostgreSQL, NATS and the players on the same cores",
            "houses": houses}


def goals(figures: dict[str, Any]) -> list[Goal]:
    """Return the goals of these figures."""
    if "houses" not in figures:
        return []
    alone, one, two = (figures["houses"][kind] for kind in HOUSES)
    return [
        Goal("one node: rounds", one["rounds_per_second"], "rounds/s",
             "one process, no broker", alone["rounds_per_second"]),
        Goal("one node: processor time of a round", one["ms_per_round"], "ms",
             "one process, no broker", alone["ms_per_round"]),
        Goal("two nodes: rounds", two["rounds_per_second"], "rounds/s", "one node",
             one["rounds_per_second"], 1.25, "ratio"),
        Goal("two nodes: processor time of a round", two["ms_per_round"], "ms", "one node",
             one["ms_per_round"], 1.15, "ratio")]


if __name__ == "__main__":
    print(measure())
