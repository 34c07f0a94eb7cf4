"""A player's action over the socket with 200 seats busy, compared with a bare echo of the same
stack.

Each server runs in its own process under the same web framework. The echo commits one row (SQLite
FULL) for each message and sends it back. The clients, one for each seat, act about once a second;
the figure is the time from sending an action to its answer.
"""

from __future__ import annotations

import asyncio
import json
import multiprocessing
import random
import socket
import sqlite3
import statistics
import tempfile
import time
from pathlib import Path
from typing import Any

import httpx
import uvicorn
import websockets
from litestar import Litestar, WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect

from benchmarks.goals import Goal

SEATS = 200
PAUSE = 1.0  # seconds between the actions of one seat, on average


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _serve_house(port: int, path: str) -> None:
    import structlog

    from benchmarks.settle import TABLE
    from sabot.games import read_table
    from sabot.house import House
    from sabot.ledger import Ledger
    from sabot.web.app import create_app
    from sabot.web.auth import Signer
    from sabot.web.server import configure

    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(40))
    table = read_table(TABLE)
    assert not isinstance(table, list)
    app = create_app(House(Ledger.open(path), {"bench": table}), Signer("b" * 40),
                     rate_per_minute=1_000_000)
    uvicorn.Server(configure(app, "127.0.0.1", port)).run()


def _serve_echo(port: int, path: str) -> None:
    db = sqlite3.connect(path, check_same_thread=False)
    db.execute("pragma journal_mode=wal")
    db.execute("pragma synchronous=full")
    db.execute("create table t (body text)")

    def store(text: str) -> None:
        with db:
            db.execute("insert into t values (?)", (text,))

    one = asyncio.Semaphore(1)

    @websocket("/echo")
    async def echo(socket: WebSocket[Any, Any, Any]) -> None:
        await socket.accept()
        try:
            while True:
                text = await socket.receive_text()
                async with one:
                    await asyncio.to_thread(store, text)
                await socket.send_text(text)
        except WebSocketDisconnect:
            return

    uvicorn.run(Litestar([echo]), port=port, log_level="error")


async def _ready(port: int) -> None:
    for _ in range(1_200):  # a busy machine takes long to start a process
        try:
            _, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.close()
            return
        except OSError:
            await asyncio.sleep(0.05)
    raise RuntimeError(f"nothing listens at {port}")


class _Start:
    """All seats are taken before the clock starts; the first second is not counted."""

    def __init__(self, seats: int, seconds: float) -> None:
        self._barrier = asyncio.Barrier(seats)
        self._seconds = seconds
        self.counted = 0.0
        self.until = 0.0

    async def wait(self) -> None:
        await self._barrier.wait()
        if not self.until:
            self.counted = time.perf_counter() + 1.5 * PAUSE
            self.until = self.counted + self._seconds


async def _echo_seat(port: int, start: _Start, rng: random.Random) -> list[float]:
    times: list[float] = []
    async with websockets.connect(f"ws://127.0.0.1:{port}/echo") as ws:
        await start.wait()
        while time.perf_counter() < start.until:
            await asyncio.sleep(rng.uniform(0.5, 1.5) * PAUSE)
            began = time.perf_counter()
            await ws.send(json.dumps({"t": "act", "id": str(rng.random()), "act": "hit"}))
            await ws.recv()
            if began > start.counted:
                times.append(time.perf_counter() - began)
    return times


class _Seat:
    """A client at its own table: acts, waits for the answer, remembers the open offers."""

    def __init__(self, ws: Any) -> None:
        self.ws = ws
        self.listen: dict[str, Any] | None = None
        self.count = 0

    async def until(self, key: str) -> dict[str, Any]:
        """Read up to the answer to a command (or the first snapshot), and remember the last
        offers."""
        while True:
            message: dict[str, Any] = json.loads(await self.ws.recv())
            if message["t"] in ("snapshot", "events"):
                self.listen = message.get("listen")
            if message.get("id") == key or (not key and message["t"] == "snapshot"):
                return message

    async def act(self, name: str, seat: str, amount: int = 0) -> float:
        self.count += 1
        began = time.perf_counter()
        await self.ws.send(json.dumps({"t": "act", "id": str(self.count), "act": name,
                                       "seat": seat, "amount": amount}))
        answer = await self.until(str(self.count))
        took = time.perf_counter() - began
        if answer["t"] != "ack" and answer.get("code") != "credit":
            raise RuntimeError(f"{name} {seat}: {answer}")
        return took


async def _house_seat(port: int, start: _Start, rng: random.Random) -> list[float]:
    times: list[float] = []
    base = f"http://127.0.0.1:{port}"
    async with httpx.AsyncClient() as http:
        response = await http.post(f"{base}/api/session", json={}, headers={"X-Sabot": "1"})
        cookie = response.headers["set-cookie"].split(";")[0]
    async with websockets.connect(f"ws://127.0.0.1:{port}/ws/tables/bench",
                                  additional_headers={"Cookie": cookie}) as ws:
        seat = _Seat(ws)
        await seat.until("")
        await seat.act("sit", "1")
        await start.wait()
        while time.perf_counter() < start.until:
            await asyncio.sleep(rng.uniform(0.5, 1.5) * PAUSE)
            acts = {o["act"]: o for o in (seat.listen or {}).get("offers", [])}
            if not acts or ("bet" in acts and "deal" not in acts):
                name, place, amount = "bet", "1", 100
            else:
                order = ("deal", "no-insurance", "wait", "stand", "hit")
                name = next(a for a in order if a in acts)
                place, amount = acts[name]["seat"], 0
            counted = time.perf_counter() > start.counted
            took = await seat.act(name, place, amount)
            if counted:
                times.append(took)
    return times


async def _load(port: int, seat: Any, seats: int, seconds: float) -> list[float]:
    await _ready(port)
    start = _Start(seats, seconds)
    found = await asyncio.gather(*(seat(port, start, random.Random(n)) for n in range(seats)))
    return [took for times in found for took in times]


def _percentiles(times: list[float]) -> dict[str, float]:
    cuts = statistics.quantiles(times, n=100)
    return {"messages": len(times), "p50_ms": round(cuts[49] * 1e3, 2),
            "p99_ms": round(cuts[98] * 1e3, 2)}


def _against(server: Any, seat: Any, seats: int, seconds: float, path: Path) -> dict[str, float]:
    port = _free_port()
    process = multiprocessing.get_context("spawn").Process(target=server, args=(port, str(path)))
    process.start()
    try:
        return _percentiles(asyncio.run(_load(port, seat, seats, seconds)))
    finally:
        process.terminate()
        process.join()


def measure(seats: int = SEATS, seconds: float = 12.0) -> dict[str, Any]:
    """Measure this benchmark and return its figures with the setting."""
    with tempfile.TemporaryDirectory() as folder:
        echo = _against(_serve_echo, _echo_seat, seats, seconds, Path(folder) / "echo.sqlite3")
        house = _against(_serve_house, _house_seat, seats, seconds, Path(folder) / "house.sqlite3")
    return {"bench": "An action over the socket", "seats": seats,
            "setting": f"{seats} seats, one action per seat and second, individual tables, warm, "
                       "SQLite FULL",
            "echo": echo, "house": house,
            "p99_ratio": round(house["p99_ms"] / echo["p99_ms"], 2)}


def goals(figures: dict[str, Any]) -> list[Goal]:
    """Return the goals of these figures."""
    echo, house = figures["echo"], figures["house"]
    return [Goal("p99 of an action", house["p99_ms"], "ms", "echo that commits one row per message",
                 echo["p99_ms"], 3, "ratio"),
            Goal("p50 of an action", house["p50_ms"], "ms", "the same echo", echo["p50_ms"],
                 3, "ratio")]


if __name__ == "__main__":
    print(measure())
