"""Machines of two houses that share a superjackpot, played in rooms: what they bet is in the pool,
who wins it is paid all of it, and a house that is killed in between pays the same."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from sabot.certify.audit.verify import verify
from sabot.house import House
from sabot.house.money.jackpot_claims import describe_pools
from sabot.house.money.pools import HousePools
from sabot.ledger import Ledger, Unreachable
from sabot.pools import Pools
from sabot.pools import verify as verify_pools
from support.house_evening import Evening, Guest, played, table
from support.pooled_house import HOUSES, pool

ROW = "pt-217-2007/maquinas-automaticas"
MACHINE = table("""
game = "machines"
name = "Machine"
places = 1
minimum = "0.05"
maximum = "20.00"
[clocks]
between = 0
[rules]
number = "1"
model = "costa"
coins = ["0.05", "0.25"]
jackpot = { share = "3/40", symbol = "SYMBOL", count = 2, pool = "grande" }
""".replace("SYMBOL", "gull"))


class Sharing(Evening):
    """An evening at a house that shares pools; ``shut``: their book cannot be reached."""

    def __init__(self, name: str, folder: Path, seed: int) -> None:
        super().__init__(f"sqlite:///{folder / name}.sqlite3", tables={"m": MACHINE}, seed=seed)
        self.name, self.book, self.shut = name, str(folder / "pools.sqlite3"), False
        self.by = 0

    def reach(self) -> Pools:
        if self.shut:
            raise Unreachable("nobody there")
        return Pools.open(self.book)

    async def open(self) -> House:
        self.ledger = Ledger.open(self.url, busy_ms=50)
        self.keeper = HousePools(self.name, self.reach, self.ledger,
                                 [pool(share="3/40", must_hit_by=self.by)])
        self.house = House(self.ledger, self.tables, clock=self.clock, source=self.source,
                           pools=self.keeper)
        self.keeper.attach(self.house.books.commit)
        await self.house.start()
        await self.settle()
        return self.house

    async def kill(self) -> None:
        assert self.keeper._task is not None
        self.keeper._task.cancel()
        await super().kill()

    async def spun(self) -> None:
        """Wait until the game that is played has ended."""
        for _ in range(1_000):
            await self.later(0)
            if self.desk("m").awaited is None:
                return
            await asyncio.sleep(0.01)
        raise AssertionError("the pool does not answer")


def falls(evening: Any) -> int:
    return sum(p.transfer.frm == "pool:grande@EUR" for p in evening.ledger.postings())


@pytest.mark.law(f"{ROW}/4", f"{ROW}/5")
@played
async def test_two_houses_share_a_superjackpot(tmp_path: Path) -> None:
    two = [Sharing(name, tmp_path, seed) for seed, name in enumerate(HOUSES, start=9)]
    for evening in two:
        await evening.open()
    guests: list[Guest] = []
    for evening in two:
        guests.append(await evening.guest("Ana"))
        await guests[-1].must("sit", "1", table="m")
        await guests[-1].must("insert", "1", 10_000, table="m")
    games = 0
    while games < 10 or not all(falls(evening) for evening in two):
        games += 1
        for evening, ana in zip(two, guests, strict=True):
            await ana.must("spin", "5x1x5", table="m")
            if games % 5 == 3:
                await evening.reopen()
            await evening.spun()
    for evening, ana in zip(two, guests, strict=True):
        meters = evening.desk("m").carry.meters
        assert meters.games == games
        assert meters.contributed == games * 25 * 3 // 40
        await ana.must("cash-out", "1", table="m")
        await evening.spun()
        assert await evening.keeper.unequal() == {}
        assert verify(evening.ledger).verified
    with Pools.open(str(tmp_path / "pools.sqlite3")) as book:
        assert verify_pools(book).verified
        won = -sum(e.amount for e in book.entries("grande") if e.kind == "win")
        put = sum(e.amount for e in book.entries("grande") if e.amount > 0)
        assert book.value("grande") == put - won
        assert {e.law for e in book.entries("grande")} == {f"{ROW}/4", f"{ROW}/5", "ir/316"}
    for evening in two:
        await evening.close()


@played
async def test_a_game_that_won_waits_for_a_book_that_is_away(tmp_path: Path) -> None:
    async with Sharing("lisboa", tmp_path, 5) as evening:
        ana = await evening.guest("Ana")
        await ana.must("sit", "1", table="m")
        await ana.must("insert", "1", 10_000, table="m")
        evening.shut = True
        await evening.reopen()
        spins = 0
        while evening.desk("m").awaited is None:
            await ana.must("spin", "5x1x5", table="m")
            await evening.later(0)
            spins += 1
        await asyncio.sleep(0.2)
        assert evening.desk("m").awaited is not None and not falls(evening)
        await evening.reopen()  # it still waits, for the same prize
        evening.shut = False
        await evening.spun()
        assert falls(evening) == 1
        won = next(p.transfer.amount for p in evening.ledger.postings()
                   if p.transfer.frm == "pool:grande@EUR")
        assert won == 1_000 + spins * 25 * 3 // 40
        assert await evening.keeper.unequal() == {}


@pytest.mark.law(f"{ROW}/5")
@played
async def test_who_looks_at_a_machine_sees_what_the_pool_holds(tmp_path: Path) -> None:
    """At its start, in the lobby's list, and as soon as a bet has reached it, on every page."""
    async with Sharing("lisboa", tmp_path, 1) as evening:
        ana, rui = await evening.guest("Ana"), await evening.guest("Rui")
        await ana.must("sit", "1", table="m")
        await ana.must("insert", "1", 5_000, table="m")
        screens = [await ana.look("m"), await rui.look("m")]
        before = next(m for m in screens[0].messages if m["t"] == "snapshot")["shown"]["pools"][
            "grande"]
        assert [one.cents for one in describe_pools(evening.house)] == [before]
        await ana.must("spin", "20x2x25", table="m")
        await evening.spun()
        for _ in range(300):
            if evening.keeper.values()["grande"] != before:
                break
            await asyncio.sleep(0.01)
        now = evening.keeper.values()["grande"]
        assert now != before
        for screen in screens:
            screen.read()
            heard = [m for m in screen.messages if m["t"] == "pools"]
            assert heard[-1]["values"] == {"grande": now}
        (one,) = describe_pools(evening.house)
        assert (one.pool, one.cents, one.tables) == ("grande", now, ["m"])


@pytest.mark.law("ir/309", f"{ROW}/5")
@played
async def test_what_a_void_game_had_claimed_goes_back(tmp_path: Path) -> None:
    """Voided while the pool ledger cannot be reached: the claim is answered later, and goes
    back."""
    async with Sharing("lisboa", tmp_path, 1) as evening:
        ana = await evening.guest("Ana")
        await ana.must("sit", "1", table="m")
        await ana.must("insert", "1", 50_000, table="m")
        evening.shut = True
        assert evening.keeper._pools is not None
        evening.keeper._pools.close()
        evening.keeper._pools = None
        while evening.desk("m").awaited is None:
            await ana.do("spin", "20x1x5", table="m")
            await evening.later(0)
        room, before = evening.house.room("m"), evening.keeper.values()["grande"]
        await room.ask(lambda: room.void("a fault"))
        evening.shut = False
        returned = False
        for _ in range(1_500):  # the claim is answered first, to a game that is void
            await asyncio.sleep(0.01)
            with Pools.open(evening.book, readonly=True) as book:
                returned = [e.kind for e in book.entries("grande")][-1] == "return"
            if returned:
                break
        assert returned and evening.keeper.values()["grande"] >= before
        assert await evening.keeper.unequal() == {}
        assert verify(evening.ledger).verified


@pytest.mark.law("ir/306", f"{ROW}/4")
@played
async def test_who_makes_the_pool_reach_its_secret_sum_is_paid_and_told(tmp_path: Path) -> None:
    """It lies between the start and one cent more: the first bet reaches it."""
    evening = Sharing("lisboa", tmp_path, 1)
    evening.by = 1_001
    async with evening:
        ana = await evening.guest("Ana")
        await ana.must("sit", "1", table="m")
        await ana.must("insert", "1", 5_000, table="m")
        screen, before = await ana.look("m"), ana.balance
        await ana.must("spin", "20x1x5", table="m")
        await evening.spun()
        for _ in range(500):
            if screen.notices("pool-won"):
                break
            await asyncio.sleep(0.01)
        (notice,) = screen.notices("pool-won")
        assert notice["facts"]["pool"] == "grande" and notice["law"] == "ir/306"
        assert ana.balance >= before + notice["facts"]["cents"] >= before + 1_001
