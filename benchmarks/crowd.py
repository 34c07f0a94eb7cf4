"""A house with many people: 2,000 who only watch, then 500 who play at all kinds of tables.

The house runs in its own process with the tables that come with the program. Watchers show what an
open socket costs in memory. Players take what their page offers, at random, about every three
seconds; a ticker in the loop of the house notes how late it is called. ``SABOT_CROWD_SECONDS``
plays longer than a minute, such as an hour.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import random
import resource
import statistics
import tempfile
import threading
import time
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import httpx
import msgspec
import websockets

from benchmarks.goals import Goal
from benchmarks.sockets import _free_port, _ready
from tools.worlds.choosing import Offers, amount_of, seats_of

WATCHERS = 2_000
PLAYERS = 500
SECONDS = float(os.environ.get("SABOT_CROWD_SECONDS", "60"))
WARM = 20.0
PAUSE = 3.0
"""Seconds between the acts of one player, on average."""
TICK = 0.02
PATIENCE = 20.0
"""Seconds after which an answer counts as lost."""


# -- the house ------------------------------------------------------------------------------------


def _serve(port: int, path: str, pipe: Connection) -> None:
    import uvicorn

    from sabot.cli.operating.serve import load_tables
    from sabot.house import House
    from sabot.house.money.jackpot_claims import pool_of
    from sabot.ledger import Ledger
    from sabot.web.app import create_app
    from sabot.web.auth import Signer
    from sabot.web.server import configure

    _allow_files()
    tables = {name: table for name, table in load_tables(None)[0].items() if not pool_of(table)}
    app = create_app(House(Ledger.open(path), tables), Signer("b" * 40), rate_per_minute=10_000_000)
    late: list[tuple[float, float]] = []  # and how long the loop ran on a core meanwhile

    async def tick() -> None:
        loop = asyncio.get_running_loop()
        while True:
            due, ran = loop.time() + TICK, time.thread_time()
            await asyncio.sleep(TICK)
            late.append((loop.time() - due, time.thread_time() - ran))

    def answer() -> None:
        while True:
            pipe.recv()
            seen, late[:] = sorted(late), []
            used = resource.getrusage(resource.RUSAGE_SELF)
            pipe.send({"mb": _megabytes(), "cpu": used.ru_utime + used.ru_stime,
                       "latest_ms": 1e3 * seen[-1][0] if seen else 0.0,
                       "latest_ran_ms": 1e3 * seen[-1][1] if seen else 0.0,
                       "late_p99_ms": 1e3 * seen[int(0.99 * len(seen))][0] if seen else 0.0})

    class Server(uvicorn.Server):
        async def startup(self, sockets: Any = None) -> None:
            await super().startup(sockets)
            self.ticker = asyncio.create_task(tick())

    threading.Thread(target=answer, daemon=True).start()
    Server(configure(app, "127.0.0.1", port)).run()


def _allow_files() -> None:
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


def _megabytes() -> float:
    pages = int(Path("/proc/self/statm").read_text("ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


# -- its visitors ---------------------------------------------------------------------------------


@dataclass
class _Counted:
    """What the players met."""

    seconds: list[float] = field(default_factory=list)
    lost: int = 0
    refused: int = 0
    moved: int = 0


class _Player:
    """Somebody who takes what their page offers, at random."""

    def __init__(self, port: int, table: str, number: int, counted: _Counted) -> None:
        self._at = f"127.0.0.1:{port}"
        self._table = table
        self._chance = random.Random(number)
        self._counted = counted
        self._offers = Offers()
        self._number = number
        self._acts = 0

    async def _post(self, path: str, cookie: str = "") -> httpx.Response:
        async with httpx.AsyncClient(timeout=60) as http:
            return await http.post(f"http://{self._at}{path}", json={}, headers={
                "X-Sabot": "1", **({"Cookie": cookie} if cookie else {})})

    async def play(self, until: float) -> None:
        response = await self._post("/api/session")
        cookie = response.headers["set-cookie"].split(";")[0]
        while time.perf_counter() < until:
            with suppress(websockets.ConnectionClosed, OSError):
                async with websockets.connect(
                        f"ws://{self._at}/ws/tables/{self._table}", max_size=None,
                        additional_headers={"Cookie": cookie}, compression=None) as line:
                    await self._sit_there(line, cookie, until)
                return
            self._counted.moved += 1
            await asyncio.sleep(1)

    async def _sit_there(self, line: Any, cookie: str, until: float) -> None:
        while time.perf_counter() < until:
            await self._hear(line, self._chance.uniform(0.5, 1.5) * PAUSE)
            offer = self._offers.choose(self._chance)
            if offer and await self._act(line, offer) == "credit":
                await self._post("/api/me/credits", cookie)

    async def _hear(self, line: Any, seconds: float, answer: str = "") -> dict[str, Any]:
        """Read for so long, or up to an answer; return the answer, or nothing."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                while True:
                    message = msgspec.json.decode(await line.recv())
                    if message["t"] in ("snapshot", "events"):
                        self._offers.hear(message)
                    if answer and message.get("id") == answer:
                        return dict(message)
        return {}

    async def _act(self, line: Any, offer: Any) -> str:
        """Act, and return the code of the refusal, if any."""
        self._acts += 1
        key = f"{self._number}-{self._acts}"
        began = time.perf_counter()
        await line.send(msgspec.json.encode({
            "t": "act", "id": key, "act": offer["act"], "seat": self._chance.choice(
                seats_of(offer)), "amount": amount_of(offer, self._chance)}).decode())
        answer = await self._hear(line, PATIENCE, key)
        self._counted.seconds.append(time.perf_counter() - began)
        self._counted.lost += not answer
        self._counted.refused += answer.get("t") == "refused"
        return str(answer.get("code", ""))


async def _watch(port: int, tables: list[str], pipe: Connection) -> dict[str, float]:
    """Open the sockets of people who only watch."""
    before = await _at_rest(pipe)
    lines: list[Any] = []
    for first in range(0, WATCHERS, 50):
        lines += await asyncio.gather(*(
            websockets.connect(f"ws://127.0.0.1:{port}/ws/tables/{tables[n % len(tables)]}",
                               max_size=None, max_queue=1, compression=None,
                               local_addr=(f"127.0.0.{2 + n // 10}", 0))  # few from one address
            for n in range(first, first + 50)))
        await asyncio.gather(*(line.recv() for line in lines[-50:]))
    await asyncio.sleep(2)
    after = _ask(pipe)
    for line in lines:
        await line.close()
    return {"mb": after["mb"] - before["mb"], "at_start_mb": before["mb"]}


async def _at_rest(pipe: Connection) -> dict[str, float]:
    """Look at the house once its warm-up takes no more memory."""
    last = _ask(pipe)
    while True:
        await asyncio.sleep(5)
        now = _ask(pipe)
        if now["mb"] - last["mb"] < 1:
            return now
        last = now


async def _play(port: int, tables: list[str], pipe: Connection) -> dict[str, Any]:
    counted = _Counted()
    until = time.perf_counter() + WARM + SECONDS
    players = [asyncio.create_task(
        _Player(port, tables[n % len(tables)], n, counted).play(until)) for n in range(PLAYERS)]
    await asyncio.sleep(WARM)
    began, before = len(counted.seconds), _ask(pipe)
    await asyncio.sleep(SECONDS / 2)
    half = _ask(pipe)
    await asyncio.sleep(max(0.0, until - time.perf_counter()))
    after = _ask(pipe)
    await asyncio.gather(*players)
    times = sorted(counted.seconds[began:])
    latest = max(half, after, key=lambda found: found["latest_ms"])
    return {"acts": len(times), "acts_per_second": len(times) / SECONDS, "lost": counted.lost,
            "refused": counted.refused, "connected_again": counted.moved,
            "p50_ms": 1e3 * statistics.median(times),
            "p99_ms": 1e3 * times[int(0.99 * len(times))],
            "ms_per_act": 1e3 * (after["cpu"] - before["cpu"]) / len(times),
            "latest_ms": latest["latest_ms"], "latest_ran_ms": latest["latest_ran_ms"],
            "late_p99_ms": max(half["late_p99_ms"], after["late_p99_ms"]),
            "mb": after["mb"], "mb_in_second_half": after["mb"] - half["mb"]}


def _ask(pipe: Connection) -> dict[str, float]:
    pipe.send("look")
    answer: dict[str, float] = pipe.recv()
    return answer


async def _visit(port: int, pipe: Connection) -> dict[str, Any]:
    await _ready(port)
    async with httpx.AsyncClient(timeout=60) as http:
        while (await http.get(f"http://127.0.0.1:{port}/health")).status_code != 200:
            await asyncio.sleep(0.2)
        cards: Iterable[Any] = (await http.get(f"http://127.0.0.1:{port}/api/tables")).json()
    tables = [card["id"] for card in cards]
    return {"tables": len(tables), "watched": await _watch(port, tables, pipe),
            "played": await _play(port, tables, pipe)}


def measure() -> dict[str, Any]:
    """Measure this benchmark and return its figures with the setting."""
    _allow_files()
    context = multiprocessing.get_context("spawn")
    port = _free_port()
    with tempfile.TemporaryDirectory() as folder:
        pipe, other = context.Pipe()
        house = context.Process(target=_serve, args=(port, f"{folder}/house.sqlite3", other),
                                daemon=True)
        house.start()
        try:
            figures = asyncio.run(_visit(port, pipe))
        finally:
            house.terminate()
            house.join()
    return {"bench": "A house with many people",
            "setting": f"{figures['tables']} shipped tables, players also at copies of their own; "
                       f"{PLAYERS} players who act about every {PAUSE:g} s for {SECONDS:g} s, "
                       "SQLite FULL; the players share the cores with the house", **figures}


def goals(figures: dict[str, Any]) -> list[Goal]:
    """Return the goals of these figures."""
    watched, played = figures["watched"], figures["played"]
    return [
        Goal(f"memory of {WATCHERS:,} sockets that only watch", watched["mb"] * 1024, "kB",
             asked=100 * 1024),
        Goal(f"acts of {PLAYERS} players", played["acts_per_second"], "acts/s"),
        Goal("processor time of an act", played["ms_per_act"], "ms"),
        Goal("p50 of an act", played["p50_ms"], "ms"),
        Goal("p99 of an act", played["p99_ms"], "ms"),
        Goal("the latest call of a timer", played["latest_ms"], "ms",
             "the loop ran meanwhile", played["latest_ran_ms"], asked=250),
        Goal("p99 of how late a timer is", played["late_p99_ms"], "ms"),
        Goal("acts without an answer", played["lost"], "requests", asked=0),
        Goal("memory that the second half adds", played["mb_in_second_half"] * 1024, "kB")]


if __name__ == "__main__":
    print(measure())
