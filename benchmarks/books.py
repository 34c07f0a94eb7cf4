"""The second format of the journal beside the first: size, writing and reading.

Setting: one table of every game of the house, without players of its own and without pools; six
guests, a croupier and a hand clock; who acts takes by chance something that is open. The evening is
played into the first format, and its books are written entry for entry into the second, so that
both tell the same. The size is that of the SQLite file after VACUUM, all columns and indexes, for
each entry that tells of a play, with the dictionaries, which a house stores once.
Where ``SABOT_SERVER`` is the address of a PostgreSQL server that may make databases, both books
are copied to it, and their tables and indexes measured after VACUUM FULL: it compresses long
bodies itself, one by one.
``links`` are entries whose digests, accounts and checkpoints are followed, ``recalled`` coups of
which every entry is read, the best of several rounds in turns. ``settled`` is as in the bench of
durable settled coups, fewer seconds, the middle of several rounds in turns.
"""

from __future__ import annotations

import asyncio
import os
import secrets
import sqlite3
import tempfile
import time
from collections.abc import Iterator
from importlib import resources
from pathlib import Path
from random import Random
from typing import Any

import sqlalchemy as sa

from benchmarks import settle
from benchmarks.goals import Goal
from sabot.cli.operating.backup import backup
from sabot.cli.operating.restore import restore
from sabot.equipment import PACK, Seeded
from sabot.games import read_table
from sabot.house import HandClock, House, HouseError
from sabot.house.archive.migration import FirstToSecond
from sabot.house.people.roles import new_member
from sabot.house.staff import croupier
from sabot.house.table.messages import ActCommand
from sabot.ledger import Books, Entry, Ledger
from sabot.ledger.database_copy import check_chain
from sabot.ledger.migration import rewrite
from sabot.procedure import Handle, Offer, Throw, offers_for
from sabot.procedure.table import Table

GOAL = 5.0  # times smaller
ACTS, GUESTS = 5_000, 6
FORMATS = (1, 2)
LEAVING = ("leave", "stand-up", "clear", "clear-all")
BEGINS = 1.76e9  # seconds since 1970


def tables() -> dict[str, Table]:
    """One table of the house for every game, without players of the house and without pools."""
    tables_: dict[str, tuple[str, Table]] = {}
    for path in sorted(Path(str(resources.files("sabot.house") / "tables")).glob("*.toml")):
        lines = path.read_text("utf-8").splitlines()
        table = read_table("\n".join(line for line in lines if not line.startswith("bots = ")
                                     and 'pool = "' not in line))
        assert isinstance(table, Table), table
        if not table.list:
            tables_.setdefault(table.game, (path.stem, table))
    return dict(tables_.values())


class _Evening:
    """What happens at the tables of a house, by a seed."""

    def __init__(self, house: House, clock: HandClock) -> None:
        self.house, self.clock, self.random = house, clock, Random(1)
        self.keys = 0

    async def play(self, acts: int) -> None:
        """So many times somebody acts, or time passes where nobody can."""
        guests = [await self.house.guest(f"G{n}") for n in range(GUESTS)]
        member, _ = new_member("Croupier", "croupier")
        await self.house.commit(Entry(kind="staff", documents=(member.document(),), body=b"{}"))
        ids, names = [guest.id for guest in guests], list(self.house.tables)
        for _ in range(acts):
            where, who = self.random.choice(names), self.random.choice(ids)
            desk = self.house.room_for(where, who).desk
            if desk.awaited is not None and desk.playing.attended:
                await self._enter(member, where, desk.awaited)
            elif acts := list(self._open(desk, ids)):
                await self._act(where, *self.random.choice(acts))
            else:
                await self._later(desk)
            if self.random.random() < 0.1:
                await self._later(desk)

    def _open(self, desk: Any, ids: list[str]) -> Iterator[tuple[str, Offer]]:
        standing = desk.dealer.standing if desk.dealer and not desk.state.over else None
        for one in ids if standing else ():
            for offer in offers_for(standing, one):
                if offer.note != "full" and (offer.act not in LEAVING
                                             or self.random.random() < 0.05):
                    yield one, offer

    async def _act(self, where: str, who: str, offer: Offer) -> None:
        amount = offer.unit and offer.unit * (-(-offer.low // offer.unit))
        self.keys += 1
        await self.house.room_for(where, who).handle(who, ActCommand(
            f"n{self.keys}", offer.act, self.random.choice(offer.spots), amount))

    async def _enter(self, member: Any, where: str, step: Any) -> None:
        fact: Any = self.random.choice(PACK)
        if isinstance(step, Handle):
            fact = self.random.choice(step.answers or ("done",))
        elif isinstance(step, Throw):
            fact = tuple(step.first + self.random.randrange(sides) for sides in step.sides)
        try:
            await croupier.enter(self.house, member, where, fact)
        except HouseError:
            return  # a card that the shoe has not any more: another is read next

    async def _later(self, desk: Any) -> None:
        now, state = self.clock.now(), desk.state
        due = [at for at in (state.deadline, state.next_at) if at > now]
        self.clock.advance(min(due) - now if due else 1.0)
        for room in list(self.house.rooms.values()):
            await room.ask(room.tick)


async def evening(file: Path, acts: int) -> None:
    """An evening in the first format."""
    clock = HandClock()
    clock.advance(BEGINS)
    with Ledger.open(str(file), format=1, synchronous="OFF") as ledger:
        house = House(ledger, tables(), clock=clock, source=Seeded("books"))
        await house.start()
        await _Evening(house, clock).play(acts)
        await house.stop()


def size(file: Path) -> dict[str, int]:
    """Bytes of a database by table and index, after VACUUM, and how many plays it tells."""
    with sqlite3.connect(file) as line:
        line.execute("VACUUM")
        sizes = {str(name): int(size_) for name, size_ in line.execute(
            "SELECT name, sum(pgsize) FROM dbstat GROUP BY name")}
        [sizes["plays"]] = line.execute(
            "SELECT count(*) FROM journal WHERE kind = 'play'").fetchone()
    line.close()
    sizes["bytes"] = file.stat().st_size
    return sizes


def on_server(files: dict[int, Path], plays: int) -> list[int]:
    """Bytes a play of the same books on a PostgreSQL server, by format; [] where none is named."""
    server = os.environ.get("SABOT_SERVER", "")
    return [round(_on_server(sa.make_url(server), file) / plays)
            for file in files.values()] if server else []


def _on_server(server: sa.URL, file: Path) -> int:
    name = f"sabot_bench_{secrets.token_hex(6)}"
    keeper = sa.create_engine(server, isolation_level="AUTOCOMMIT")
    with keeper.connect() as line:
        line.exec_driver_sql(f"CREATE DATABASE {name}")
    try:
        url = server.set(database=name)
        copy = file.with_name(f"{name}.sqlite3")
        backup(f"sqlite:///{file}", copy)
        restore(copy, url.render_as_string(hide_password=False))
        engine = sa.create_engine(url, isolation_level="AUTOCOMMIT")
        with engine.connect() as line:
            line.exec_driver_sql("VACUUM FULL")
            size_ = line.exec_driver_sql(
                "SELECT sum(pg_total_relation_size(oid)) FROM pg_class "
                "WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace").scalar()
        engine.dispose()
        return int(size_)
    finally:
        with keeper.connect() as line:
            line.exec_driver_sql(f"DROP DATABASE {name} WITH (FORCE)")
        keeper.dispose()


def _seconds(work: Any) -> float:
    start = time.process_time()
    work()
    return time.process_time() - start


def _recall(books: Books, coups: list[str]) -> None:
    for coup in coups:
        assert books.entries(coup=coup)


def reading(files: dict[int, Path], rounds: int) -> dict[str, list[float]]:
    """By format entries whose links are followed and coups recalled, a second of the processor."""
    link_times, recall_times = dict.fromkeys(FORMATS, 9e9), dict.fromkeys(FORMATS, 9e9)
    entries, coups = {}, {}
    for _ in range(rounds):
        for format in FORMATS:
            with Ledger.open(str(files[format]), readonly=True) as books:
                coups[format], entries[format] = books.coups(), books.head()[0]
                link_times[format] = min(
                    link_times[format], _seconds(lambda b=books: check_chain(b))
                )
                recall_times[format] = min(recall_times[format], _seconds(
                    lambda b=books, c=coups[format]: _recall(b, c)))
    return {"links": [round(entries[n] / link_times[n]) for n in FORMATS],
            "recalled": [round(len(coups[n]) / recall_times[n]) for n in FORMATS]}


def settled(folder: Path, seats: int, seconds: float, rounds: int) -> list[float]:
    """By format coups settled and stored a second."""
    rates: dict[int, list[float]] = {format: [] for format in FORMATS}
    for n in range(rounds):
        for format in FORMATS if n % 2 else reversed(FORMATS):
            result = asyncio.run(settle.run(seats, seconds, folder / f"{n}-{format}.sqlite3",
                                            format))
            rates[format].append(result["coups_per_second"])
    return [sorted(rates[format])[rounds // 2] for format in FORMATS]


def measure(acts: int = ACTS, rounds: int = 5, seats: int = 100, seconds: float = 3.0
            ) -> dict[str, Any]:
    """The figures of this bench, with their setting; lists are by format."""
    with tempfile.TemporaryDirectory() as folder:
        files = {format: Path(folder) / f"{format}.sqlite3" for format in FORMATS}
        asyncio.run(evening(files[1], acts))
        with Ledger.open(str(files[1]), readonly=True) as old:
            rewrite(old, f"sqlite:///{files[2]}", FirstToSecond(old))
        sizes = {format: size(file) for format, file in files.items()}
        server_sizes = on_server(files, sizes[1]["plays"])
        read_rates = reading(files, rounds)
        settled_rates = settled(Path(folder), seats, seconds, rounds)
    return {"bench": "The second format of the journal",
            "setting": f"an evening of {len(tables())} games and {sizes[1]['plays']:,} plays, "
                       "SQLite, all columns and indexes; settled coups as in the bench of them",
            "per_play": [round(size_["bytes"] / size_["plays"]) for size_ in sizes.values()],
            "dictionaries": sizes[2]["dictionaries"], **read_rates, "settled": settled_rates,
            "on_server": server_sizes,
            "bytes": sizes}


def goals(report: dict[str, Any]) -> list[Goal]:
    """What is asked of them."""
    old, new = report["per_play"]
    sizes = {"SQLite": (old, new)} | ({"PostgreSQL": report["on_server"]}
                                      if report["on_server"] else {})
    return [*(Goal(f"size: plays to a megabyte of {where}", 1e6 / new, "plays/MB",
                   "the first format", 1e6 / old, GOAL, "ratio")
              for where, (old, new) in sizes.items()),
            *(Goal(what, report[name][1], unit, "the first format", report[name][0], 1.0, "ratio")
              for what, name, unit in (
                  ("coups settled and stored", "settled", "coups/s"),
                  ("links followed", "links", "entries/s"),
                  ("coups recalled", "recalled", "coups/s")))]


if __name__ == "__main__":
    print(measure())
