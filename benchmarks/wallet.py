"""An operator's wallet that is slow or does not answer: who waits for it, over the real server.

The house runs in its own process, with a wallet that takes a fixed time for each call. The seats
are clients of the table socket: half of them at individual tables, half at shared tables of seven
places. They act about once a second; a bet calls the wallet, everything else does not. Both are
timed from the message sent to its answer.
"""

from __future__ import annotations

import asyncio
import json
import multiprocessing
import random
import tempfile
import threading
import time
from pathlib import Path
from typing import Any

import httpx
import uvicorn
import websockets

from benchmarks.goals import Goal
from benchmarks.sockets import PAUSE, _free_port, _percentiles, _ready, _Start

SEATS = 200
PLACES = 7
DELAY = 0.3
SECRET = "b" * 40
ALONE = """
game = "blackjack-online"
name = "alone"
kind = "individual"
demo = false
minimum = 1
maximum = 100
[clocks]
between = 0
"""
SHARED = """
game = "blackjack-online"
name = "shared"
demo = false
minimum = 1
maximum = 100
places = 7
[clocks]
betting = 4
decision = 20
insurance = 20
between = 1
"""


class SlowWallet:
    """The money of all players. Each call takes ``delay`` seconds; while ``frozen``, calls for
    players whose names begin with "cold" never return."""

    at_once = 512

    def __init__(self, delay: Any, frozen: Any) -> None:
        self._delay, self._frozen = delay, frozen
        self._turn = threading.Lock()
        self._cents: dict[str, int] = {}
        self._keys: dict[str, tuple[str, int]] = {}

    def _wait(self, player: str) -> None:
        if player.startswith("cold") and self._frozen.value:
            time.sleep(3600)
        if self._delay.value:
            time.sleep(self._delay.value)

    def _move(self, key: str, player: str, amount: int) -> None:
        with self._turn:
            if key not in self._keys:
                self._keys[key] = player, amount
                self._cents[player] = self._cents.get(player, 10**9) + amount

    def debit(self, key: str, player: str, amount: int, currency: str) -> None:
        self._wait(player)
        self._move(key, player, -amount)

    def credit(self, key: str, player: str, amount: int, currency: str) -> None:
        self._wait(player)
        self._move(key, player, amount)

    def rollback(self, key: str) -> None:
        player, amount = self._keys.get(key, ("", 0))
        self._wait(player)
        self._move(f"back/{key}", player, -amount)

    def balance(self, player: str, currency: str) -> int:
        self._wait(player)
        return self._cents.get(player, 10**9)


def _serve(port: int, path: str, delay: Any, frozen: Any, shared: int) -> None:
    import structlog

    from sabot.games import read_table
    from sabot.house import House
    from sabot.ledger import Ledger
    from sabot.web.app import create_app
    from sabot.web.auth import Signer
    from sabot.web.server import configure

    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(40))
    tables: dict[str, Any] = {"alone": read_table(ALONE)}
    tables |= {f"shared{n}": read_table(SHARED) for n in range(shared)}
    house = House(Ledger.open(path), tables, wallet=SlowWallet(delay, frozen))  # type: ignore[arg-type]
    app = create_app(house, Signer(SECRET), rate_per_minute=1_000_000)
    uvicorn.Server(configure(app, "127.0.0.1", port)).run()


class _Seat:
    """A client with its own place: acts, waits for the answer, remembers the question."""

    def __init__(self, n: int, ws: Any, shared: bool) -> None:
        self.n, self.ws = n, ws
        self.place = str((n // 2) % PLACES + 1) if shared else "1"
        self.listen: dict[str, Any] | None = None
        self.changed = asyncio.Event()
        self.answers: dict[str, asyncio.Future[dict[str, Any]]] = {}
        self.bet_in = self.coup = ""
        self.count = 0

    async def read(self) -> None:
        async for text in self.ws:
            message: dict[str, Any] = json.loads(text)
            if message["t"] in ("snapshot", "events"):
                self.listen = message.get("listen")
                self.coup = (message.get("coup") or {}).get("id") or self.coup
                self.changed.set()
            elif (future := self.answers.pop(message.get("id", ""), None)) is not None:
                future.set_result(message)

    async def act(self, name: str, amount: int = 0, place: str = "") -> tuple[float, str]:
        """Return the seconds until the answer, and "ack" or the code of the refusal."""
        self.count += 1
        key = f"{self.n}-{self.count}"
        future = self.answers[key] = asyncio.get_running_loop().create_future()
        began = time.perf_counter()
        await self.ws.send(json.dumps({"t": "act", "id": key, "act": name,
                                       "seat": place or self.place, "amount": amount}))
        answer = await future
        took = time.perf_counter() - began
        if name == "bet" and answer["t"] == "ack":
            self.bet_in = self.coup
        return took, answer.get("code") or answer["t"]

    def next(self) -> tuple[str, int, str] | None:
        """Do the next thing: bet once a coup, decide when asked."""
        acts = {o["act"]: o for o in (self.listen or {}).get("offers", [])}
        if "bet" in acts and self.bet_in != self.coup:
            return "bet", 100, ""
        for name in ("deal", "no-insurance", "stand", "hit"):
            if name in acts and (name == "deal" or acts[name]["seat"].startswith(self.place)):
                return name, 0, acts[name]["seat"]
        return None


def _figures(times: list[float]) -> dict[str, float]:
    """Return the figures; a time that was not waited for to its end is in none of them."""
    if len(times) < 2:
        return {"messages": len(times), "p50_ms": 0.0, "p99_ms": 0.0, "longest_ms": 0.0}
    return {**_percentiles(times), "longest_ms": round(max(times) * 1e3, 1)}


class _Times:
    """The measured times: bets, and everything else."""

    def __init__(self) -> None:
        self.bets: list[float] = []
        self.free: list[float] = []
        self.codes: list[str] = []


async def _sit(port: int, n: int, cold: bool, door: asyncio.Semaphore) -> _Seat:
    from sabot.web.auth import Signer

    player = f"{'cold' if cold else 'warm'}-{n}"
    base = f"http://127.0.0.1:{port}"
    async with door, httpx.AsyncClient(timeout=60) as http:
        launch = Signer(SECRET).launch(player, "")
        response = await http.get(f"{base}/enter", params={"launch": launch})
        cookie = response.headers["set-cookie"].split(";")[0]
    shared = n % 2 == 1
    table = f"shared{n // 2 // PLACES}" if shared else "alone"
    ws = await websockets.connect(f"ws://127.0.0.1:{port}/ws/tables/{table}", max_size=None,
                                  additional_headers={"Cookie": cookie}, ping_interval=None)
    seat = _Seat(n, ws, shared)
    seat.reader = asyncio.create_task(seat.read())  # type: ignore[attr-defined]
    await seat.changed.wait()
    _, reply = await seat.act("sit")
    if reply != "ack":
        raise RuntimeError(f"{player} cannot sit at {table}: {reply}")
    return seat


async def _play(seat: _Seat, start: _Start, rng: random.Random, times: _Times) -> None:
    await start.wait()
    while time.perf_counter() < start.until:
        await asyncio.sleep(rng.uniform(0.5, 1.5) * PAUSE)
        if (what := seat.next()) is None:
            continue
        name, amount, place = what
        counted = time.perf_counter() > start.counted
        took, code = await seat.act(name, amount, place)
        if counted:
            (times.bets if name == "bet" else times.free).append(took)
            if name == "bet":
                times.codes.append(code)


async def _round(seats: list[_Seat], seconds: float, seed: int) -> _Times:
    start, times = _Start(len(seats), seconds), _Times()
    await asyncio.gather(*(_play(seat, start, random.Random(seed * 1000 + seat.n), times)
                           for seat in seats))
    return times


async def _at_once(seats: list[_Seat]) -> dict[str, float]:
    """Let everybody bet at the same moment, once each is asked to."""
    async def ready(seat: _Seat) -> None:
        until = time.monotonic() + 60
        while (what := seat.next()) is None or what[0] != "bet":
            if time.monotonic() > until:
                raise RuntimeError(f"seat {seat.n} is not asked for a bet")
            if what is not None:
                await seat.act(*what)
            await asyncio.sleep(0.02)

    for _ in range(20):  # the shared tables open and close their bets in their own time
        await asyncio.gather(*map(ready, seats))
        if all((what := seat.next()) and what[0] == "bet" for seat in seats):
            break
    found = await asyncio.gather(*(seat.act("bet", 100) for seat in seats))
    taken = [took for took, code in found if code == "ack"]
    return {"bets": len(taken), "all_ms": round(max(taken) * 1e3, 1),
            "p50_ms": round(sorted(taken)[len(taken) // 2] * 1e3, 1)}


async def _measure(port: int, delay: Any, frozen: Any, count: int, seconds: float
                   ) -> dict[str, Any]:
    await _ready(port)
    door = asyncio.Semaphore(10)
    seats = await asyncio.gather(*(_sit(port, n, n % 4 >= 2, door) for n in range(count)))
    found: dict[str, Any] = {}
    plain = await _round(seats, seconds, 1)
    found["no_delay"] = {"free": _figures(plain.free), "bets": _figures(plain.bets)}
    found["at_once_no_delay"] = await _at_once(seats)
    delay.value = DELAY
    slow = await _round(seats, seconds, 2)
    found["slow"] = {"free": _figures(slow.free), "bets": _figures(slow.bets)}
    found["at_once"] = await _at_once(seats)
    frozen.value = 1
    cold, warm = [s for s in seats if s.n % 4 >= 2], [s for s in seats if s.n % 4 < 2]
    theirs, others = await asyncio.gather(_round(cold, seconds, 3), _round(warm, seconds, 4))
    refused = [took for took, code in zip(theirs.bets, theirs.codes, strict=True)
               if code != "ack"]
    found["frozen"] = {
        "refused": len(refused), "taken": len(theirs.bets) - len(refused),
        "longest_ms": round(max(theirs.bets, default=0) * 1e3, 1),
        "codes": {code: theirs.codes.count(code) for code in set(theirs.codes)},
        "others_free": _figures(others.free), "others_bets": _figures(others.bets)}
    for seat in seats:
        seat.reader.cancel()  # type: ignore[attr-defined]
        await seat.ws.close()
    return found


def measure(seats: int = SEATS, seconds: float = 12.0) -> dict[str, Any]:
    """Measure this benchmark and return its figures with the setting."""
    context = multiprocessing.get_context("spawn")
    delay, frozen, port = context.Value("d", 0.0), context.Value("i", 0), _free_port()
    with tempfile.TemporaryDirectory() as folder:
        shared = -(-seats // 2 // PLACES) + 1
        process = context.Process(target=_serve, args=(
            port, str(Path(folder) / "house.sqlite3"), delay, frozen, shared))
        process.start()
        try:
            figures = asyncio.run(_measure(port, delay, frozen, seats, seconds))
        finally:
            process.kill()
            process.join()
    return {"bench": "An operator's wallet that is slow or does not answer", "seats": seats,
            "setting": f"{seats} seats, half at individual tables and half at shared ones, one "
                       f"action per seat and second; {DELAY} s per call of the wallet; SQLite FULL",
            **figures}


def goals(figures: dict[str, Any]) -> list[Goal]:
    """Return the goals of these figures."""
    none, slow, frozen = figures["no_delay"]["free"], figures["slow"]["free"], figures["frozen"]
    return [
        Goal("p50 of acts that touch no wallet", slow["p50_ms"], "ms", "no delay",
             none["p50_ms"], 1.2, "ratio"),
        Goal("p99 of acts that touch no wallet", slow["p99_ms"], "ms", "no delay",
             none["p99_ms"], 1.2, "ratio"),
        Goal(f"{figures['at_once']['bets']} bets at once, all answered",
             figures["at_once"]["all_ms"], "ms", "no delay",
             figures["at_once_no_delay"]["all_ms"], 1000),
        Goal("longest wait for a frozen wallet", frozen["longest_ms"], "ms", asked=2000),
        Goal("p50 of the others' acts meanwhile", frozen["others_free"]["p50_ms"], "ms",
             "no delay", none["p50_ms"]),
        Goal("p99 of the others' acts meanwhile", frozen["others_free"]["p99_ms"], "ms",
             "no delay", none["p99_ms"]),
    ]


if __name__ == "__main__":
    print(json.dumps(measure(), indent=1))
