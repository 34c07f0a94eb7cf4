"""Pools for tests, and the shortest way to ask something of them."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from sabot.pools import Contribution, Pool, Pools
from sabot.procedure.table import Violation

LAW = "pt-217-2007/maquinas-automaticas"


def row(rule: str) -> str:
    """The full id of a rule of machines."""
    return f"{LAW}/{rule}"


def pool(name: str = "grande", **other: Any) -> Pool:
    """A superjackpot of two houses that begins with 100.00 €."""
    return Pool(**{"name": name, "share": "1/100", "start": 10_000, "seeded_by": "lisboa",
                   "houses": ("lisboa", "porto"), "model": "azulejo", "bets": (20, 100), **other})


@cache
def empty_book() -> bytes:
    """A database of pools with the schema and nothing in it, made once."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "empty.sqlite3"
        Pools.open(f"sqlite:///{path}").close()
        return path.read_bytes()


def feed(pools: Pools, house: str, name: str, key: str, cents: int, table: str = "m1",
         player: str = "ana") -> Any:
    """One contribution."""
    return pools.contribute(house, [Contribution(name, key, cents, table, player)])


def faults(found: Pool | list[Violation]) -> dict[str, Violation]:
    """What is wrong with a file, by its key."""
    assert isinstance(found, list), found
    return {one.what: one for one in found}
