"""Two houses feed the same pools and win them, and one or the other is killed with SIGKILL at any
moment and opened again: not a cent is lost, delivered twice or paid twice."""

from __future__ import annotations

import asyncio
import itertools
import json
import os
import random
import select
import signal
import sys
import time
import traceback
import warnings
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from sabot.ledger import Document, Entry, Ledger, Occupied
from sabot.money import EURO
from sabot.pools import Pools, verify
from sabot.procedure import canonical
from support.databases import drop_database, made_database
from support.pooled_house import HOUSES, Pooled, pool

pytestmark = pytest.mark.more

DEFINED = (
    pool("secret", start=5, must_hit_by=60),
    pool("mini", start=10, ceiling=40, overflow="grande", seeded_by="porto"),
    pool("grande", start=30),
)
NAMES = [one.name for one in DEFINED]


@pytest.fixture
def servers(format: int) -> Iterator[list[str]]:
    """A database for each house, in a format of the journal, and one for the pool ledger."""
    made = [made_database() for _ in range(3)]
    for url in made[:2]:
        Ledger.open(url, format=format).close()
    yield made
    for url in made:
        drop_database(url)


def opened(name: str, ledger: str, book: str) -> Pooled:
    """A house, as soon as the server has noticed that it was gone."""
    until = time.monotonic() + 10
    while True:
        try:
            return Pooled(name, ledger, lambda: Pools.open(book), DEFINED)
        except Occupied:
            if time.monotonic() > until:
                raise


async def pending(house: Pooled, tell: Any) -> None:
    """A coup that waited for a prize when its house died asks again under the same key."""
    for document in house.ledger.documents("claim"):
        if document.body != b"paid":
            await ask(house, document.id, json.loads(document.body), tell)


async def ask(house: Pooled, coup: str, claim: dict[str, Any], tell: Any) -> None:
    cents = await house.pools.claim(claim["pool"], f"{coup}/0", claim["part"], claim["amount"])
    tell({"coup": coup, "cents": cents})
    await house.paid(coup, claim["pool"], cents)


async def live(house: Pooled, chance: random.Random, tell: Any) -> None:
    """Play until killed. What a coup claims is stored before it is asked, as a room does."""
    await house.pools.start()
    tell({"ready": True})
    await pending(house, tell)
    life = house.ledger.head()[0]
    await asyncio.gather(*(play(house, f"m1-{life}.{table}", chance, tell) for table in range(4)))


async def play(house: Pooled, name: str, chance: random.Random, tell: Any) -> None:
    for n in itertools.count():
        coup = f"{name}.{n}"
        if chance.random() < 0.2:
            claim = {"pool": chance.choice(NAMES), "part": chance.choice(("1", "1/2")),
                     "amount": chance.choice((0, 0, 7))}
            await house.books.commit(Entry(kind="house", documents=(
                Document("claim", coup, body=canonical(claim)),)))
            await ask(house, coup, claim, tell)
        else:
            await house.bet(coup, **{name: chance.randint(1, 9)
                                     for name in chance.sample(NAMES, chance.randint(1, 3))})
            tell({"bet": coup})
            house.pools.poke()


class Life:
    """One life of a house in a process of its own."""

    def __init__(self, name: str, ledger: str, book: str, seed: int) -> None:
        self.name = name
        self.told: list[dict[str, Any]] = []
        self._rest = b""
        self._read, write = os.pipe()
        with warnings.catch_warnings():  # other tests may have left threads: it uses none of them
            warnings.simplefilter("ignore", DeprecationWarning)
            self.pid = os.fork()
        if self.pid == 0:
            try:
                os.close(self._read)
                sys.stdout = open(os.devnull, "w")  # noqa: SIM115
                asyncio.run(live(opened(name, ledger, book), random.Random(seed),
                                 lambda said: os.write(write, json.dumps(said).encode() + b"\n")))
            except BaseException:
                traceback.print_exc()
            finally:
                os._exit(1)
        os.close(write)

    def until_it_said(self, count: int) -> None:
        """Wait until it has said so much: that it is open, and then what it did."""
        until = time.monotonic() + 60
        while len(self.told) < count:
            assert time.monotonic() < until, f"{self.name} does not open"
            if select.select([self._read], [], [], 1)[0]:
                self._hear()

    def _hear(self) -> None:
        data = os.read(self._read, 1 << 16)
        assert data, f"{self.name} ended by itself"
        *lines, self._rest = (self._rest + data).split(b"\n")
        self.told += [json.loads(line) for line in lines]

    def kill(self) -> list[dict[str, Any]]:
        """Kill it; what it had said."""
        os.kill(self.pid, signal.SIGKILL)
        _, status = os.waitpid(self.pid, 0)
        assert os.WIFSIGNALED(status), f"{self.name} ended by itself"
        data = self._rest
        while more := os.read(self._read, 1 << 16):
            data += more
        os.close(self._read)
        return self.told + [json.loads(line) for line in data.split(b"\n")[:-1]]


def killed(servers: list[str], seed: int, kills: int) -> None:
    *ledgers, book = servers
    for url in ledgers:  # every other seed in the second format of the journal
        Ledger.open(url, format=1 + seed % 2).close()
    chance = random.Random(seed)
    said: dict[str, list[dict[str, Any]]] = {name: [] for name in HOUSES}
    lives = {name: Life(name, url, book, seed) for name, url in zip(HOUSES, ledgers, strict=True)}
    try:
        for number in range(kills):
            name = chance.choice(HOUSES)
            if chance.random() < 0.8:
                lives[name].until_it_said(chance.randint(1, 12))
                time.sleep(chance.random() * 0.02)
            else:  # while it opens
                time.sleep(chance.random() * 0.2)
            said[name] += lives.pop(name).kill()
            lives[name] = Life(name, ledgers[HOUSES.index(name)], book, seed * 10_000 + number)
        for life in lives.values():
            life.until_it_said(10)
    finally:
        for name, life in lives.items():
            said[name] += life.kill()
    asyncio.run(settled(ledgers, book, said))


async def settled(ledgers: list[str], book: str, said: dict[str, list[dict[str, Any]]]) -> None:
    """Both houses open a last time; then everything is where it belongs, once."""
    two = [opened(name, url, book) for name, url in zip(HOUSES, ledgers, strict=True)]
    try:
        for house in two:
            await house.pools.start()
            await pending(house, said[house.name].append)
        for house in two:
            assert await house.pools.unequal() == {}
        with Pools.open(book) as pools:
            found = verify(pools)
            assert found.verified, found.faults
            entries = [e for name in NAMES for e in pools.entries(name)]
            for house in two:
                once(house, [e for e in entries if e.house == house.name], said[house.name])
            for name, value in pools.values().items():
                assert sum(house.holds(name) for house in two) == value == pools.rebuilt(name)
                assert value >= 0
            assert sum(house.player() for house in two) == -sum(
                e.amount for e in entries if e.kind == "win")
            kinds = Counter(e.kind for e in entries)
            assert min(kinds[kind] for kind in ("contribution", "overflow", "win", "start")) > 3
            assert any(e.fell for e in entries)
    finally:
        for house in two:
            await house.close()


def once(house: Pooled, entries: list[Any], said: list[dict[str, Any]]) -> None:
    """What the ledger and the book say of one house is the same, posting for posting."""
    moved, names = [one.transfer for one in house.ledger.postings()], house.ledger.accounts(EURO)
    assert sum(house.ledger.balances().values()) == 0
    names = house.ledger.accounts(EURO)
    added = Counter((t.key, t.to, t.amount) for t in moved
                    if t.to.startswith("pool:") and not t.key.startswith("pool/"))
    assert added == Counter((e.key, names.pool(e.pool), e.amount) for e in entries
                            if e.kind == "contribution")
    assert max(added.values()) == 1
    paid = {t.key: t.amount for t in moved
            if t.frm.startswith("pool:") and not t.key.startswith("pool/")}
    won = {e.key: -e.amount for e in entries if e.kind == "win" and "part" in e.facts}
    assert paid == {key: cents for key, cents in won.items() if cents}
    for told in said:
        if "coup" in told:  # an answer that was heard was the answer
            assert won[f"{told['coup']}/0"] == told["cents"]
    fell = {f"pool/{e.id}": -e.amount for e in entries if e.fell}
    assert fell == {t.key: t.amount for t in moved
                    if t.key.startswith("pool/") and t.to.startswith("player:")}


@pytest.mark.postgres
@pytest.mark.law("pt-217-2007/maquinas-automaticas/5")
@pytest.mark.parametrize("format", [1, 2])
def test_pools_outlive_twenty_kills(servers: list[str], format: int) -> None:
    killed(servers, 217, 20)


@pytest.mark.postgres
@pytest.mark.soak
@pytest.mark.timeout(3_600)
@pytest.mark.parametrize(("seed", "format"), [(seed, 1 + seed % 2) for seed in range(10)])
def test_pools_outlive_five_hundred_kills(servers: list[str], seed: int, format: int) -> None:
    killed(servers, seed, 50)
