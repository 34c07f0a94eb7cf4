"""The house's side of the pools: delivered, claimed and entered, once each, come what may."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from sabot.house.money import pools as side
from sabot.house.ports import PoolKeeper
from sabot.ledger import Entry, LedgerError, Unreachable
from sabot.money import Transfer
from sabot.pools import Pool, PoolRefused, Pools, verify
from support.house_evening import run_async
from support.pooled_house import HOUSES, LAW, Pooled, pool

FIRE = {"cause": "a fire", "by": "Rui"}


@asynccontextmanager
async def houses(folder: Path, *defined: Pool, start: bool = True) -> AsyncIterator[Any]:
    """Two houses and the ledger of their pools; at the end both agree."""
    book = str(folder / "pools.sqlite3")
    two = [Pooled(name, folder / f"{name}.sqlite3", lambda: Pools.open(book), defined or [pool()])
           for name in HOUSES]
    try:
        with Pools.open(book) as pools:
            for house in two if start else ():
                await house.pools.start()
            yield (*two, pools)
            for house in two:
                assert await house.pools.unequal() == {}
                assert sum(house.ledger.balances().values()) == 0
            for name, value in pools.values().items():
                assert sum(house.holds(name) for house in two) == value == pools.rebuilt(name)
            assert verify(pools).verified
    finally:
        for house in two:
            await house.close()


async def until(true: Callable[[], bool]) -> None:
    """Wait until something is so."""
    for _ in range(400):
        if true():
            return
        await asyncio.sleep(0.01)
    raise AssertionError("it never came about")


def test_it_is_what_the_house_asks_for(tmp_path: Path) -> None:
    house = Pooled("lisboa", tmp_path / "l.sqlite3", lambda: None, [pool()])  # type: ignore[arg-type,return-value]
    keeper: PoolKeeper = house.pools
    assert keeper.values() == {"grande": 1_000}
    asyncio.run(house.close())


@pytest.mark.law(LAW, "ir/316")
@run_async
async def test_bets_are_delivered_and_the_start_is_entered(tmp_path: Path) -> None:
    async with houses(tmp_path) as (lisboa, porto, pools):
        assert lisboa.ledger.balance("bank:pools@EUR") == -1_000 and lisboa.holds("grande") == 1_000
        await porto.bet("m1-1", grande=7)
        porto.pools.poke()
        await until(lambda: porto.pools.values()["grande"] == 1_007)
        last = pools.entries("grande", newest_first=True)[0]
        assert (last.house, last.key, last.amount) == ("porto", "m1-1/0", 7)
        assert last.facts == {"table": "m1", "player": "ana"}
        await until(lambda: lisboa.pools.values()["grande"] == 1_007)  # by itself
        assert porto.ledger.balance("bank:pools@EUR") == 0 and porto.holds("grande") == 7


@pytest.mark.law("pt-217-2007/maquinas-automaticas/5", "ir/307")
@run_async
async def test_a_claim_first_delivers_what_is_outstanding(tmp_path: Path) -> None:
    async with houses(tmp_path, start=False) as (lisboa, porto, _pools):
        await lisboa.bet("m1-1", grande=50)
        await porto.bet("m1-1", grande=70)
        assert await porto.win("m1-2", "grande", "1/10") == 107
        assert await lisboa.pools.claim("grande", "m1-9/0", amount=20) == 20
        await lisboa.paid("m1-9", "grande", 20)
        assert await porto.win("m1-3", "grande") == 1_070 - 107 + 50 - 20
        assert porto.player() == 107 + 993 and porto.holds("grande") == 70 - 1_100
        assert await porto.pools.dues("grande") == await lisboa.pools.dues("grande")
        assert (await lisboa.pools.dues("grande"))["lisboa"] > 900
    assert lisboa.pools.values() == {"grande": 1_000}


@run_async
async def test_a_house_that_died_does_nothing_twice(tmp_path: Path) -> None:
    async with houses(tmp_path, pool(must_hit_by=1_010)) as (_lisboa, porto, pools):
        for n in range(20):
            await porto.bet(f"m1-{n}", grande=3)
        await porto.pools.unequal()
        fell = [e for e in pools.entries("grande") if e.kind == "win"]
        assert len(fell) >= 5 and porto.player() == -sum(e.amount for e in fell)
        with pools._store.writing() as raw:  # as if it had died before it reported how far it came
            raw.exec_driver_sql("DELETE FROM marks")
            raw.exec_driver_sql("DELETE FROM acknowledged")
        again = side.HousePools("porto", lambda: Pools.open(str(tmp_path / "pools.sqlite3")),
                                porto.ledger, [pool(must_hit_by=1_010)])
        again.attach(porto.books.commit)
        heard: list[Any] = []
        again.on_hit = heard.append
        entries = porto.ledger.head()[0]
        await again.start()
        await again.stop()
        assert [hit.cents for hit in heard] == [-e.amount for e in fell]
        assert porto.ledger.head()[0] == entries
        assert len([e for e in pools.entries("grande") if e.kind == "contribution"]) == 20
        assert not pools.hits("porto")


@pytest.mark.law("ir/305", "pt-217-2007/maquinas-automaticas/6", "ir/308")
@run_async
async def test_what_moves_between_pools_moves_in_the_ledgers(tmp_path: Path) -> None:
    mini = pool("mini", ceiling=1_050, overflow="grande", seeded_by="porto", model="x")
    async with houses(tmp_path, mini, pool(), pool("nova", start=0),
                      start=False) as (lisboa, porto, pools):
        await porto.bet("m1-1", mini=80)
        await lisboa.bet("m1-1", mini=5)
        for house in (porto, lisboa, porto):
            await house.pools.unequal()
        assert (porto.holds("mini"), porto.holds("grande")) == (1_050, 30)
        assert await porto.win("m1-2", "grande") == 1_035
        pools.transfer("grande", "nova", **FIRE)
        await porto.bet("m1-3", grande=4)
        for house in (lisboa, porto):
            await house.pools.unequal()
        assert porto.holds("nova") == 30 + 4 - 1_035 and porto.holds("grande") == 0
        assert pools.value("nova") == 1_004
        due = pools.dues("nova")["lisboa"]
        assert due == 1_005
        pools.settle("nova", "lisboa", "porto", due, "transfer 7")
    assert lisboa.ledger is not porto.ledger


@pytest.mark.law("ir/307")
@run_async
async def test_what_houses_settle_is_entered_on_both_sides(tmp_path: Path) -> None:
    async with houses(tmp_path) as (lisboa, porto, pools):
        await porto.win("m1-1", "grande")
        pools.settle("grande", "lisboa", "porto", 1_000, "transfer 7")
        for house in (lisboa, porto):
            assert await house.pools.unequal() == {}
        assert porto.ledger.balance("settled:lisboa@EUR") == -1_000 and porto.holds("grande") == 0
        assert lisboa.ledger.balance("settled:porto@EUR") == 1_000
        assert lisboa.holds("grande") == 1_000


@run_async
async def test_a_book_that_cannot_be_reached_is_waited_for(tmp_path: Path) -> None:
    book, open_ = str(tmp_path / "pools.sqlite3"), False

    def reach() -> Pools:
        if not open_:
            raise Unreachable("nobody there")
        return Pools.open(book)

    house = Pooled("lisboa", tmp_path / "l.sqlite3", reach, [pool()])
    try:
        await house.pools.start()
        await house.bet("m1-1", grande=9)
        house.pools.poke()
        asked = asyncio.create_task(house.win("m1-2", "grande", "1/2"))
        await asyncio.sleep(0.2)
        assert not asked.done() and house.pools.values() == {"grande": 1_000}
        open_ = True
        assert await asked == 504
        await until(lambda: house.pools.values()["grande"] == 505)
        assert house.holds("grande") == 505
        await house.pools.stop()
        late = asyncio.create_task(house.pools.claim("grande", "m1-3/0"))
        await asyncio.sleep(0.1)
        assert not late.done()  # it is asked again when the house is open
        late.cancel()
    finally:
        await house.close()
    fresh = Pooled("lisboa", tmp_path / "l.sqlite3", reach, [pool(start=7)])
    with pytest.raises(PoolRefused, match="another definition"):
        await fresh.pools.start()
    await fresh.close()


@run_async
async def test_a_bet_for_an_unknown_pool_holds_up_no_other(tmp_path: Path) -> None:
    async with houses(tmp_path) as (_lisboa, porto, pools):
        for n in range(3):
            await porto.bet(f"m1-{n}", nova=5, grande=1)
        with pytest.raises(PoolRefused, match="'nova'"):
            await porto.pools.unequal()
        assert pools.value("grande") == 1_003
        assert pools.last_delivered("porto") == 0
        pools.define(pool("nova", start=0))
        assert await porto.pools.unequal() == {}
        assert pools.values() == {"grande": 1_003, "nova": 15}


@pytest.mark.law("ir/309")
@run_async
async def test_a_claim_that_no_coup_paid_is_seen_and_given_back(tmp_path: Path) -> None:
    async with houses(tmp_path) as (_lisboa, porto, pools):
        assert await porto.pools.claim("grande", "m1-1/0") == 1_000
        assert await porto.pools.unequal() == {"grande": (-1_000, 0)}
        assert await porto.pools.give_back("grande", "m1-1/0") == 1_000
        assert pools.value("grande") == 2_000


@run_async
async def test_play_that_feeds_no_pool_is_not_read_again(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(side, "BEHIND", 30)
    monkeypatch.setattr(side, "PAGE", 10)
    async with houses(tmp_path) as (_lisboa, porto, pools):
        await porto.bet("m1-0", grande=3)
        for n in range(70):
            await porto.tell(f"m1-{n + 1}", [])
        assert await porto.pools.unequal() == {}
        assert porto.ledger.head()[0] - 40 < pools.last_delivered("porto") <= porto.ledger.head()[0]
        # What no bet tells is delivered all the same: it is somebody's.
        await porto.books.commit(Entry(kind="house", transfers=(
            Transfer("by hand", "bank:m1@EUR", "pool:grande@EUR", 2, LAW),)))
        assert await porto.pools.unequal() == {}
        assert pools.value("grande") == 1_005


@run_async
async def test_an_abandoned_side_delivers_nothing_more_and_the_next_one_does(
        tmp_path: Path) -> None:
    async with houses(tmp_path) as (_lisboa, porto, pools):
        porto.pools.abandon()
        await porto.bet("m1-1", grande=7)
        porto.pools.poke()
        with pytest.raises(Unreachable):
            await porto.pools.unequal()
        assert pools.value("grande") == 1_000 and porto.holds("grande") == 7
        await porto.pools.start()
        await until(lambda: pools.value("grande") == 1_007)


@run_async
async def test_a_house_without_books_does_not_start(tmp_path: Path) -> None:
    house = Pooled("lisboa", tmp_path / "l.sqlite3", lambda: Pools.open(str(tmp_path / "p")))
    loose = side.HousePools("lisboa", lambda: Pools.open(str(tmp_path / "p")), house.ledger)
    with pytest.raises(RuntimeError, match="attach"):
        await loose.start()
    house.books.close()
    await house.pools.start()
    with pytest.raises(LedgerError):
        await house.books.commit(Entry(kind="house"))
    await house.close()
