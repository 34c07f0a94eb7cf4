"""Keep databases of this version, so that later versions can be held against them.

    python tests/releases/recorder.py FOLDER [postgresql://USER@HOST/EMPTY-DATABASE]

For each shipped table a night is played and left as a killed process leaves it: with coups that
ended, and one that is open. FOLDER/NAME.sqlite3.gz is the database, FOLDER/NAME.json what was true
of it then, with the files of its tables. With a server, one night is played there too and kept as
SQL. Run it once for a release, with the code of that release; nothing in FOLDER is ever made anew
by another version.
"""

from __future__ import annotations

import asyncio
import gzip
import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent))

import structlog  # noqa: E402

from sabot import __version__  # noqa: E402
from sabot.certify.audit.verify import verify  # noqa: E402
from sabot.house.money.pools import HousePools  # noqa: E402
from sabot.ledger import Ledger  # noqa: E402
from sabot.pools import Pools  # noqa: E402
from support.house_evening import Guest, Screen  # noqa: E402
from support.random_night import SHIPPED, Night, file_of, read  # noqa: E402

__all__ = ["Guest", "Night", "Screen", "WithPools", "read"]

STEPS, MOST = 90, 400
TOGETHER = {"noite": ("lima", "sabor"), "maquinas": ("azulejo", "costa", "vindima"),
            "mixed": ("tejo", "quick", "costa", "minho"),
            "attended": ("lisboa", "tejo", "zezere")}


def nights() -> dict[str, tuple[str, ...]]:
    """The tables of each recorded night."""
    alone = [path.stem for path in sorted(SHIPPED.glob("*.toml"))]
    listed = {*TOGETHER["noite"], *TOGETHER["maquinas"]}
    return {**{name: (name,) for name in alone if name not in listed}, **TOGETHER}


def files(night: str, names: tuple[str, ...]) -> dict[str, str]:
    """The files of the tables of a night."""
    options = {"attended": "true"} if night == "attended" else {}
    return {name: file_of(name, **options) for name in names}


def night_facts(night: Night) -> dict[str, Any]:
    """What is true of a night now."""
    finding = verify(night.ledger)
    return {"version": __version__, "clock": night.clock.now(), "seed": 0,
            "head": list(night.ledger.head()), "coups": finding.coups, "open": list(finding.open),
            "at_stake": {key: room.desk.at_stake for key, room in night.house.rooms.items()
                         if room.desk.at_stake},
            "balances": night.ledger.balances(),
            "fault": finding.fault and str(finding.fault)}


async def play(url: str, tables: dict[str, str], seed: int, wanted: Callable[[Any], bool]
               ) -> dict[str, Any] | None:
    """A night that ends with a coup under way; None where it does not come to one."""
    night = Night(url, {name: read(text) for name, text in tables.items()}, seed)
    await night.open()
    try:
        await night.begin()
        for count in range(MOST * len(tables)):
            await night.step()
            stakes = [room.desk for room in night.house.rooms.values() if room.desk.at_stake]
            dealt = any(not desk.betting for desk in stakes)
            # A wheel and dice decide at once: there a coup is open only while bets are laid.
            late = bool(stakes) and count > 2 * STEPS * len(tables)
            if count >= STEPS * len(tables) and (dealt or late):
                found = night_facts(night)
                if wanted(found):
                    return {**found, "seed": seed, "tables": tables}
        return None
    finally:
        await night.kill()


def enough(found: dict[str, Any]) -> bool:
    return found["coups"] >= 3 and bool(found["at_stake"])


def keep(folder: Path, name: str, tables: dict[str, str],
         wanted: Callable[[Any], bool] = enough, seeds: int = 60) -> None:
    """Keep the first night that comes to what is wanted."""
    for seed in range(1, seeds):
        with TemporaryDirectory() as place:
            file = Path(place) / "house.sqlite3"
            Ledger.open(f"sqlite:///{file}").close()
            found = asyncio.run(play(f"sqlite:///{file}", tables, seed, wanted))
            if found is None:
                continue
            with gzip.GzipFile(folder / f"{name}.sqlite3.gz", "wb", mtime=0) as packed:
                packed.write(file.read_bytes())
            _note(folder, name, found)
            return
    raise SystemExit(f"{name}: no seed came to what is wanted")


def _note(folder: Path, name: str, found: dict[str, Any]) -> None:
    (folder / f"{name}.json").write_text(json.dumps(found, indent=1, sort_keys=True) + "\n")
    print(name, found["seed"], "coups", found["coups"], "open", found["open"],
          found["fault"] or "verified", flush=True)


def keep_on_server(folder: Path, url: str) -> None:
    """One night on a server, stored as the statements that restore it."""
    found = asyncio.run(play(url, files("mixed", TOGETHER["mixed"]), 1, enough))
    assert found is not None
    plain = url.replace("postgresql+psycopg", "postgresql")
    dump = subprocess.run(["pg_dump", "--inserts", "--no-owner", "--no-privileges", plain],
                          capture_output=True, check=True).stdout
    with gzip.GzipFile(folder / "mixed-postgresql.sql.gz", "wb", mtime=0) as packed:
        packed.write(dump)
    _note(folder, "mixed-postgresql", found)


class WithPools(Night):
    """A night whose machines share a jackpot that has a book of its own."""

    book: str

    async def open(self) -> Any:
        from sabot.cli.operating.pools import read_pools
        from sabot.house import House

        pools, _ = read_pools(sorted((SHIPPED.parent / "jackpots").glob("*.toml")))
        self.ledger = Ledger.open(self.url, busy_ms=50)
        keeper = HousePools("sabot", lambda: Pools.open(self.book), self.ledger, pools)
        self.house = House(self.ledger, self.tables, clock=self.clock, source=self.source,
                           pools=keeper)
        keeper.attach(self.house.books.commit)
        await self.house.start()
        await self.settle()
        return self.house


def keep_pool(folder: Path) -> None:
    """A night at machines that feed a pool, with the book of the pool."""
    tables = {name: (SHIPPED / f"{name}.toml").read_text("utf-8")
              for name in ("azulejo", "cinco", "costa", "vindima")}

    async def go(place: Path) -> dict[str, Any]:
        night = WithPools(f"sqlite:///{place / 'house.sqlite3'}",
                          {name: read(text, pooled=True) for name, text in tables.items()}, 1)
        night.book = f"sqlite:///{place / 'pools.sqlite3'}"
        Ledger.open(night.url).close()
        await night.open()
        await night.begin()
        for count in range(4 * STEPS):
            await night.step()
            if count % 40 == 0:
                await asyncio.sleep(0.3)  # what is owed to the pool is delivered meanwhile
        found = night_facts(night)
        assert night.house.pools is not None
        await night.house.pools.stop()
        await night.kill()
        return {**found, "seed": 1, "tables": tables}

    with TemporaryDirectory() as text:
        place = Path(text)
        found = asyncio.run(go(place))
        for file in ("house", "pools"):
            with gzip.GzipFile(folder / f"pooled-{file}.sqlite3.gz", "wb", mtime=0) as packed:
                packed.write((place / f"{file}.sqlite3").read_bytes())
        _note(folder, "pooled-house", found)


def _drop(*_: object) -> Any:
    raise structlog.DropEvent


def main() -> None:
    structlog.configure(processors=[_drop])
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    for name, names in nights().items():
        keep(folder, name, files(name, names))
    keep_pool(folder)
    if len(sys.argv) > 2:
        keep_on_server(folder, sys.argv[2])


if __name__ == "__main__":
    main()
