"""Durable settled coups: whole coups through the house, each step stored before it is told.

Setting: individual tables, one place each, no sockets; SQLite, synchronous=FULL, a fresh file. The
limit measured beside it is how many single-row FULL commits a second the same disk takes.
"""

from __future__ import annotations

import asyncio
import sqlite3
import tempfile
import time
from pathlib import Path
from typing import Any

from benchmarks.goals import Goal
from sabot.games import read_table
from sabot.house import House, Viewer
from sabot.house.table.messages import Ack, ActCommand
from sabot.ledger import Ledger
from sabot.ledger.schema import USUAL

TABLE = """
game = "blackjack-online"
name = "bench"
kind = "individual"
minimum = 1
maximum = 100
[clocks]
between = 0
"""


async def _player(house: House, until: float) -> int:
    """One guest at his own table, playing until the time is up; how many coups he finished."""
    guest = await house.guest()
    room = house.room_for("bench", guest.id)
    viewer = Viewer(guest.id)
    await room.ask(lambda: room.join(viewer, None))
    count = coups = 0

    async def act(name: str, seat: str, amount: int = 0) -> Any:
        nonlocal count
        count += 1
        answer = await room.handle(guest.id, ActCommand(str(count), name, seat, amount))
        while not viewer.outbox.empty():
            viewer.outbox.get_nowait()
        return answer

    await act("sit", "1")
    while time.perf_counter() < until:
        if not isinstance(await act("bet", "1", 100), Ack):
            break
        await act("deal", "table")
        while not room.desk.state.over:
            dealer = room.desk.dealer
            assert dealer is not None and dealer.standing is not None
            offers = {o.act: o for o in dealer.standing.offers}
            name = next(a for a in ("no-insurance", "wait", "stand", "hit") if a in offers)
            await act(name, offers[name].seat)
        coups += 1
    return coups


async def run(seats: int, seconds: float, path: Path, format: int = USUAL) -> dict[str, Any]:
    """So many guests play for so many seconds into a fresh file of a format of the journal."""
    table = read_table(TABLE)
    assert not isinstance(table, list), table
    ledger = Ledger.open(str(path), format=format)
    house = House(ledger, {"bench": table})
    await house.start()
    start = time.perf_counter()
    coups = sum(await asyncio.gather(*(_player(house, start + seconds) for _ in range(seats))))
    duration = time.perf_counter() - start
    groups, entries = house.books.groups, house.books.entries
    await house.stop()
    ledger.close()
    return {
        "coups_per_second": round(coups / duration, 1),
        "tables": seats,
        "seconds": round(duration, 1),
        "entries_per_commit": round(entries / max(1, groups), 1),
    }


def commits_per_second(path: Path, seconds: float = 1.0) -> float:
    """Single-row FULL commits a second on the same disk."""
    db = sqlite3.connect(path)
    db.execute("pragma journal_mode=wal")
    db.execute("pragma synchronous=full")
    db.execute("create table t (n integer, body blob)")
    body, count, began = b"x" * 200, 0, time.perf_counter()
    while time.perf_counter() - began < seconds:
        with db:
            db.execute("insert into t values (?, ?)", (count, body))
        count += 1
    db.close()
    return count / seconds


def measure(seats: int = 100, seconds: float = 8.0) -> dict[str, Any]:
    """The figures of this bench, with their setting."""
    with tempfile.TemporaryDirectory() as folder:
        limit = commits_per_second(Path(folder) / "limit.sqlite3")
        report = asyncio.run(run(seats, seconds, Path(folder) / "house.sqlite3"))
    return {"bench": "Durable settled coups",
            "setting": f"{seats} individual tables, SQLite FULL, group commit, no sockets",
            **report, "single_row_commits_per_second": round(limit, 1),
            "coups_per_single_commit": round(report["coups_per_second"] / limit, 2)}


def goals(report: dict[str, Any]) -> list[Goal]:
    """What is asked of them."""
    return [Goal("coups settled and stored", report["coups_per_second"], "coups/s",
                 "single-row FULL commits", report["single_row_commits_per_second"], 500)]


if __name__ == "__main__":
    print(measure())
