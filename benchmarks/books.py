"""The second format of the journal compared with the first: size, writing and reading.

Setting: one table of every game of the house, without bots and without pools; six guests, a
croupier and a clock moved by hand; each act is drawn at random from those that are open. The
evening is played into the first format, and its journal is converted entry for entry into the
second, so that both have the same content. The size is that of the SQLite file after VACUUM, all
columns and indexes, divided by the entries of kind ``play``, and includes the dictionaries, which
a house stores once.

If ``SABOT_SERVER`` is the address of a PostgreSQL server on which databases may be created, both
journals are copied to it, and their tables and indexes are measured after VACUUM FULL: it
compresses long bodies itself, one by one.

``links``: entries whose digests, accounts and checkpoints are verified. ``recalled``: coups of
which every entry is read. Both are the best of several alternating rounds. ``settled``: as in the
benchmark of durable settled coups, for fewer seconds, the median of several alternating rounds.
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
    """Return one table of the house for every game, without bots and without pools."""
    found: dict[str, tuple[str, Table]] = {}
    for path in sorted(Path(str(resources.files("sabot.house") / "tables")).glob("*.toml")):
        lines = path.read_text("utf-8").splitlines()
        table = read_table("\n".join(line for line in lines if not line.startswith("bots = ")
                                     and 'pool = "' not in line))
        assert isinstance(table, Table), table
        if not table.list:
            found.setdefault(table.game, (path.stem, table))
    return dict(found.values())


class _Evening:
    """What happens at the tables of a house, from a seed."""

    def __init__(self, house: House, clock: HandClock) -> None:
        self.house, self.clock, self.random = house, clock, Random(1)
        self.keys = 0

    async def play(self, acts: int) -> None:
        """Act a number of times; let time pass where nobody can act."""
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
        await self.house.room_for(where, who).reply_to(who, ActCommand(
            f"n{self.keys}", offer.act, self.random.choice(offer.spots), amount))

    async def _enter(self, member: Any, where: str, step: Any) -> None:
        fact: Any = self.random.choice(PACK)
        if isinstance(step, Handle):
            fact = self.random.choice(step.answers or ("done",))
        elif isinstance(step, Throw):
            fact = tuple(step.first + self.random.randrange(sides) for sides in step.sides)
        try:
            await croupier.enter_fact(self.house, member, where, fact)
        except HouseError:
            return  # a card that the shoe has not any more: another is read next

    async def _later(self, desk: Any) -> None:
        now, state = self.clock.now(), desk.state
        due = [at for at in (state.deadline, state.next_at) if at > now]
        self.clock.advance(min(due) - now if due else 1.0)
        for room in list(self.house.rooms.values()):
            await room.ask(room.tick)


async def evening(file: Path, acts: int) -> None:
    """Play an evening into the first format."""
    clock = HandClock()
    clock.advance(BEGINS)
    with Ledger.open(str(file), format=1, synchronous="OFF") as ledger:
        house = House(ledger, tables(), clock=clock, source=Seeded("books"))
        await house.start()
        await _Evening(house, clock).play(acts)
        await house.stop()


def size(file: Path) -> dict[str, int]:
    """Return the bytes of a database by table and index, after VACUUM, and its number of plays."""
    with sqlite3.connect(file) as line:
        line.execute("VACUUM")
        found = {str(name): int(taken) for name, taken in line.execute(
            "SELECT name, sum(pgsize) FROM dbstat GROUP BY name")}
        [found["plays"]] = line.execute(
            "SELECT count(*) FROM journal WHERE kind = 'play'").fetchone()
    line.close()
    found["bytes"] = file.stat().st_size
    return found


def on_server(files: dict[int, Path], plays: int) -> list[int]:
    """Return the bytes per play on a PostgreSQL server, by format; [] if no server is named."""
    server = os.environ.get("SABOT_SERVER", "")
    return [round(_on_server(sa.make_url(server), file) / plays)
            for file in files.values()] if server else []


def _on_server(server: sa.URL, file: Path) -> int:
    name = f"sabot_bench_{secrets.token_hex(6)}"
    keeper = sa.create_engine(server, isolation_level="AUTOCOMMIT")
    with keeper.connect() as line:
        line.exec_driver_sql(f"CREATE DATABASE {name}")
    try:
        address = server.set(database=name)
        copy = file.with_name(f"{name}.sqlite3")
        backup(f"sqlite:///{file}", copy)
        restore(copy, address.render_as_string(hide_password=False))
        engine = sa.create_engine(address, isolation_level="AUTOCOMMIT")
        with engine.connect() as line:
            line.exec_driver_sql("VACUUM FULL")
            taken = line.exec_driver_sql(
                "SELECT sum(pg_total_relation_size(oid)) FROM pg_class "
                "WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace").scalar()
        engine.dispose()
        return int(taken)
    finally:
        with keeper.connect() as line:
            line.exec_driver_sql(f"DROP DATABASE {name} WITH (FORCE)")
        keeper.dispose()


def _seconds(work: Any) -> float:
    began = time.process_time()
    work()
    return time.process_time() - began


def _recall(books: Books, coups: list[str]) -> None:
    for coup in coups:
        assert books.entries(coup=coup)


def reading(files: dict[int, Path], rounds: int) -> dict[str, list[float]]:
    """Return, by format, the entries verified and the coups loaded per second of CPU time."""
    links, recalled = dict.fromkeys(FORMATS, 9e9), dict.fromkeys(FORMATS, 9e9)
    entries, coups = {}, {}
    for _ in range(rounds):
        for format in FORMATS:
            with Ledger.open(str(files[format]), readonly=True) as books:
                coups[format], entries[format] = books.coups(), books.head()[0]
                links[format] = min(links[format], _seconds(lambda b=books: check_chain(b)))
                recalled[format] = min(recalled[format], _seconds(
                    lambda b=books, c=coups[format]: _recall(b, c)))
    return {"links": [round(entries[n] / links[n]) for n in FORMATS],
            "recalled": [round(len(coups[n]) / recalled[n]) for n in FORMATS]}


def settled(folder: Path, seats: int, seconds: float, rounds: int) -> list[float]:
    """Return, by format, the coups settled and stored per second."""
    found: dict[int, list[float]] = {format: [] for format in FORMATS}
    for n in range(rounds):
        for format in FORMATS if n % 2 else reversed(FORMATS):
            result = asyncio.run(settle.run(seats, seconds, folder / f"{n}-{format}.sqlite3",
                                            format))
            found[format].append(result["coups_per_second"])
    return [sorted(found[format])[rounds // 2] for format in FORMATS]


def measure(acts: int = ACTS, rounds: int = 5, seats: int = 100, seconds: float = 3.0
            ) -> dict[str, Any]:
    """Measure this benchmark and return its figures with the setting; lists are by format."""
    with tempfile.TemporaryDirectory() as folder:
        files = {format: Path(folder) / f"{format}.sqlite3" for format in FORMATS}
        asyncio.run(evening(files[1], acts))
        with Ledger.open(str(files[1]), readonly=True) as old:
            rewrite(old, f"sqlite:///{files[2]}", FirstToSecond(old))
        sizes = {format: size(file) for format, file in files.items()}
        served = on_server(files, sizes[1]["plays"])
        read = reading(files, rounds)
        written = settled(Path(folder), seats, seconds, rounds)
    return {"bench": "The second format of the journal",
            "setting": f"an evening of {len(tables())} games and {sizes[1]['plays']:,} plays, "
                       "SQLite, all columns and indexes; settled coups as in their own benchmark",
            "per_play": [round(one["bytes"] / one["plays"]) for one in sizes.values()],
            "dictionaries": sizes[2]["dictionaries"], **read, "settled": written,
            "on_server": served,
            "bytes": sizes}


def goals(figures: dict[str, Any]) -> list[Goal]:
    """Return the goals of these figures."""
    old, new = figures["per_play"]
    sizes = {"SQLite": (old, new)} | ({"PostgreSQL": figures["on_server"]}
                                      if figures["on_server"] else {})
    return [*(Goal(f"size: plays to a megabyte of {where}", 1e6 / new, "plays/MB",
                   "the first format", 1e6 / old, GOAL, "ratio")
              for where, (old, new) in sizes.items()),
            *(Goal(what, figures[name][1], unit, "the first format", figures[name][0], 1.0, "ratio")
              for what, name, unit in (
                  ("coups settled and stored", "settled", "coups/s"),
                  ("entries of the chain verified", "links", "entries/s"),
                  ("coups loaded", "recalled", "coups/s")))]


if __name__ == "__main__":
    print(measure())
