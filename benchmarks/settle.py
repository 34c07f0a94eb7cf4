"""Durable settled coups: whole coups through the house, each step stored before it is published.

Setting: individual tables, one place each, no sockets; SQLite, synchronous=FULL, a new file. The
limit measured in the same run is the number of single-row FULL commits per second on the same
disk; where ``SABOT_RELEASE`` names a program such as ``peers/release_peer.py FOLDER``, an
earlier release plays in turn with this one.
"""

from __future__ import annotations

import asyncio
import sqlite3
import tempfile
import time
from pathlib import Path
from statistics import median
from typing import Any, cast

from benchmarks.goals import Goal
from benchmarks.other_programs import Skipped, other_program
from sabot.games import read_table
from sabot.house import House, Viewer
from sabot.house.books.committer import Committer
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
    """Play as one guest at a table of their own until the time is up; return the coups finished."""
    guest = await house.guest()
    room = house.room_for("bench", guest.id)
    viewer = Viewer(guest.id)
    await room.ask(lambda: room.join(viewer, None))
    count = coups = 0

    async def act(name: str, seat: str, amount: int = 0) -> Any:
        nonlocal count
        count += 1
        answer = await room.reply_to(guest.id, ActCommand(str(count), name, seat, amount))
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
    """Let a number of guests play for some seconds into a new file of one format of the journal."""
    table = read_table(TABLE)
    assert not isinstance(table, list), table
    ledger = Ledger.open(str(path), format=format)
    house = House(ledger, {"bench": table})
    await house.start()
    began = time.perf_counter()
    coups = sum(await asyncio.gather(*(_player(house, began + seconds) for _ in range(seats))))
    took = time.perf_counter() - began
    committer = cast(Committer, house.books)
    groups, entries = committer.groups, committer.entries
    await house.stop()
    ledger.close()
    return {"coups_per_second": round(coups / took, 1), "tables": seats, "seconds": round(took, 1),
            "entries_per_commit": round(entries / max(1, groups), 1)}


def commits_per_second(path: Path, seconds: float = 1.0) -> float:
    """Return single-row FULL commits per second on the same disk."""
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


def _spent(seats: int, seconds: float, path: Path) -> tuple[dict[str, Any], float]:
    """Play; return the figures, and the milliseconds of the processor for a coup."""
    began = time.process_time()
    figures = asyncio.run(run(seats, seconds, path))
    coups = figures["coups_per_second"] * figures["seconds"]
    return figures, 1000 * (time.process_time() - began) / coups


def _beside_release(folder: Path, seats: int, seconds: float
                    ) -> tuple[list[float], str, list[float]]:
    """The milliseconds of a coup of this program and of an earlier release in turn, and its name;
    or why there is none."""
    own: list[float] = []
    of_release: list[float] = []
    try:
        with other_program("SABOT_RELEASE") as release:
            for n in range(3):
                of_release.append(float(release.ask(seconds)))
                own.append(_spent(seats, seconds, folder / f"{n}.sqlite3")[1])
            return own, release.name, of_release
    except Skipped as why:
        return own, str(why), []


def measure(seats: int = 100, seconds: float = 8.0) -> dict[str, Any]:
    """Measure this benchmark and return its figures with the setting."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        limit = commits_per_second(folder / "limit.sqlite3")
        figures, spent = _spent(seats, seconds, folder / "house.sqlite3")
        own, release, of_release = _beside_release(folder, seats, seconds)
    return {"bench": "Durable settled coups",
            "setting": f"{seats} individual tables, SQLite FULL, group commit, no sockets",
            **figures, "single_row_commits_per_second": round(limit, 1), "release": release,
            "coup_ms": median(own or [spent]),
            "release_coup_ms": median(of_release) if of_release else None,
            "coups_per_single_commit": round(figures["coups_per_second"] / limit, 2)}


def goals(figures: dict[str, Any]) -> list[Goal]:
    """Return the goals of these figures."""
    return [Goal("coups settled and stored", figures["coups_per_second"], "coups/s",
                 "single-row FULL commits", figures["single_row_commits_per_second"], 500),
            Goal("processor time of a coup", figures["coup_ms"], "ms", figures["release"],
                 figures["release_coup_ms"], 0.8, "ratio")]


if __name__ == "__main__":
    print(measure())
