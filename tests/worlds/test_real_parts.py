"""The people of the simulated worlds at a real house: its own process, PostgreSQL, real sockets.

Few evenings, each with a fault that a simulated world only makes up. Afterwards the same must hold
as in every world.
"""

from __future__ import annotations

import asyncio
import random
import shutil
import signal
from collections.abc import Callable, Coroutine, Iterator
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

import sabot.house
from sabot.cli.operating.serve import load_tables
from sabot.house import House
from sabot.ledger import Ledger
from sabot.ledger.vault import Vault
from support.broken_databases import Line
from support.databases import create_database, drop_database
from support.real_house import RealBrowser, RealHouse, end_connections, opened
from support.served_house import free_port
from tools.worlds import checks
from tools.worlds.people import Person
from tools.worlds.plan import PersonPlan, Plan

pytestmark = [pytest.mark.more, pytest.mark.postgres, pytest.mark.timeout(1_200)]
TABLES = ("tejo", "sorraia", "vez")
SHIPPED = Path(sabot.house.__file__).parent / "tables"
TIMES, COMMANDS = 3, 30
"""An evening lasts until its fault has happened so often, and so many commands were stored."""
PEOPLE = (("Ana", "hasty"), ("Rui", "hasty"), ("Bea", "hostile"), ("Gil", "restless"),
          ("Eva", "hasty"), ("Leo", "hostile"))


class Evening:
    """People at a real house, and what went wrong for them."""

    def __init__(self, house: RealHouse, database: str, line: Line, seed: int) -> None:
        self.house, self.database, self.line = house, database, line
        self.chance = random.Random(seed)
        self.wrong: list[str] = []
        self.happened = 0
        people = tuple(PersonPlan(name, manner, TABLES[n % len(TABLES)], 10_000)
                       for n, (name, manner) in enumerate(PEOPLE))
        plan = Plan(seed, 0.0, TABLES, people, ())
        self.people = [
            Person(one, plan, RealBrowser(lambda: self.house), lambda who, text: None,
                   lambda what: None, self.wrong.append) for one in people]
        for one in self.people:
            one.others = [other for other in self.people if other is not one]

    async def end_connections(self) -> None:
        """The server ends the connections of the house, again and again."""
        while True:
            await asyncio.sleep(self.chance.uniform(1, 4))
            self.happened += bool(end_connections(self.database))

    async def freeze(self) -> None:
        """The process stands still for some seconds, as on a machine that is suspended."""
        while True:
            await asyncio.sleep(self.chance.uniform(2, 4))
            self.house.signal(signal.SIGSTOP)
            await asyncio.sleep(self.chance.uniform(1, 3))
            self.house.signal(signal.SIGCONT)
            self.happened += 1

    async def kill(self) -> None:
        """The process is killed, and started again."""
        while True:
            await asyncio.sleep(self.chance.uniform(3, 6))
            await self.house.end(signal.SIGKILL)
            await self.house.open()
            self.happened += 1

    async def lose_commits(self) -> None:
        """The line to the server is cut at a commit: before it, while it is on its way, after."""
        while True:
            for moment in ("before", "after", "while"):
                await asyncio.sleep(self.chance.uniform(1, 2))
                self.line.on_commit, before = moment, self.line.commits
                while self.line.commits == before:
                    await asyncio.sleep(0.1)
                self.happened += 1

    async def cut_sockets(self) -> None:
        """The lines of all people are cut."""
        while True:
            await asyncio.sleep(self.chance.uniform(1, 3))
            self.house.cut_lines()
            self.happened += 1

    async def live(self, trouble: Coroutine[Any, Any, None]) -> None:
        """Play while something goes wrong."""
        tasks = [asyncio.create_task(part)
                 for part in (trouble, *(person.live() for person in self.people))]
        while not (self.wrong or any(task.done() for task in tasks)
                   or (self.happened >= TIMES and self.stored >= COMMANDS)):
            await asyncio.sleep(0.2)
        failed = [task.exception() for task in tasks if task.done()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self.line.on_commit = ""
        assert not failed, failed

    @property
    def stored(self) -> int:
        """How many commands the people know to be stored."""
        return sum(len(person.acknowledged) for person in self.people)


@pytest.fixture
def tables(tmp_path: Path) -> Path:
    """The files of the tables at which people play."""
    folder = tmp_path / "tables"
    folder.mkdir()
    for name in TABLES:
        shutil.copy(SHIPPED / f"{name}.toml", folder)
    return folder


@pytest.fixture
def database() -> Iterator[str]:
    url = create_database()
    yield url
    drop_database(url)


async def everything_holds(evening: Evening, url: str, folder: Path, tables: Path) -> None:
    """What must hold in every world holds after an evening whose house has closed."""
    assert not evening.wrong
    vault = Vault.load(folder)
    with Ledger.open(url, create=False, vault=vault) as ledger:
        assert not checks.at_the_end(ledger, evening.people)
        house = House(ledger, load_tables(tables)[0])
        await house.start()
        try:
            assert not checks.after_opening(house, {})
            assert not checks.after_reopening(house, evening.people)
            assert not checks.stakes_at_rest(house, ledger)
        finally:
            await house.stop()
    with Ledger.open(url, create=False, readonly=True, vault=vault) as ledger:
        assert not checks.after_closing(ledger)


TROUBLES: dict[str, Callable[[Evening], Coroutine[Any, Any, None]]] = {
    "connections-ended": Evening.end_connections, "process-frozen": Evening.freeze,
    "process-killed": Evening.kill, "commits-lost": Evening.lose_commits,
    "sockets-cut": Evening.cut_sockets}


@pytest.mark.parametrize("trouble", TROUBLES)
def test_an_evening_with_real_faults(trouble: str, database: str, tmp_path: Path, tables: Path
                                     ) -> None:
    async def play() -> None:
        with Line(database) as line:
            house = RealHouse(line.url, tmp_path, free_port(), tables)
            evening = Evening(house, str(sa.make_url(database).database), line, 7)
            async with opened(house):
                await evening.live(TROUBLES[trouble](evening))
                await house.awake()
                await house.end(signal.SIGTERM)
            await everything_holds(evening, database, tmp_path, tables)
    asyncio.run(play())


def test_a_house_that_slept_while_another_took_over_stores_nothing(database: str, tmp_path: Path,
                                                                   tables: Path) -> None:
    """It is stopped, the server has given up its connections, and it wakes up when another house
    has continued the journal."""
    async def play() -> None:
        with Line(database) as line:
            first = RealHouse(line.url, tmp_path, free_port(), tables)
            second = RealHouse(database, tmp_path, free_port(), tables)
            evening = Evening(first, str(sa.make_url(database).database), line, 11)

            async def take_over() -> None:
                while evening.stored < 10:
                    await asyncio.sleep(0.2)
                first.signal(signal.SIGSTOP)
                end_connections(evening.database)
                first.cut_lines()
                await second.open()
                evening.house, before = second, evening.stored
                while evening.stored < before + 5:
                    await asyncio.sleep(0.2)
                first.signal(signal.SIGCONT)
                while await first.is_open():
                    await asyncio.sleep(0.5)
                evening.happened = TIMES
                await asyncio.Event().wait()

            async with opened(first):
                try:
                    await evening.live(take_over())
                    assert not await first.is_open()
                    await second.end(signal.SIGTERM)
                finally:
                    second.cut_lines()
                    await second.end(signal.SIGKILL)
            await everything_holds(evening, database, tmp_path, tables)
    asyncio.run(play())
