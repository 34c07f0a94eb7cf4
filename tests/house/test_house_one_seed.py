"""A house takes time, chance, secrets and its commit thread from outside: the same of each, and the
same acts, make the same journal."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from sabot.equipment import Seeded
from sabot.house import House
from sabot.house.world import GroupStore
from sabot.ledger import Entry, InsufficientFunds, Ledger, LedgerError, Repeated, Stored
from support.house_evening import Evening, empty_file, run_async


class AtOnce:
    """Commits without a thread, each entry by itself."""

    broken = ""
    trouble: LedgerError | None = None

    def __init__(self, purse: GroupStore) -> None:
        self.purse = purse

    async def commit(self, entry: Entry) -> Stored | Repeated | InsufficientFunds:
        (outcome,) = self.purse.commit([entry])
        assert isinstance(outcome, Stored | Repeated | InsufficientFunds)
        return outcome

    def hurry(self) -> None:
        """Nothing is ever in doubt."""

    def close(self) -> None:
        """Nothing waits."""


class OneSeed(Evening):
    """A house in which nothing comes from the machine."""

    seed = 1

    async def open(self) -> House:
        url = empty_file(Path(self.url.removeprefix("sqlite:///")))
        self.ledger = Ledger.open(url, clock=lambda: int(1000 * self.clock.now()))
        self.house = House(self.ledger, self.tables, clock=self.clock, commits=AtOnce,
                           source=Seeded(self.seed, "cards"),
                           entropy=Seeded(self.seed, "ids"))
        await self.house.start()
        return self.house


async def night(where: Path, seed: int) -> Sequence[str]:
    """The digests of the journal of a night."""
    where.mkdir()
    house = OneSeed(where)
    house.seed = seed
    async with house as evening:
        ana, rui = await evening.guest("Ana"), await evening.guest()
        await evening.house.sign_ins.sign_in_player(ana.player)
        await ana.do("sit", "1", key="a")
        await rui.do("sit", "2", key="r")
        for n in range(3):
            await ana.do("bet", "1", 1000, key=f"a{n}")
            await rui.do("bet", "2", 500, key=f"r{n}")
            for _ in range(12):
                await evening.later(15)
        await evening.house.complain(ana.player, "shared", "", "the lamp is too bright")
        await ana.end(key="end")
        assert any(record.kind == "play" for record in evening.ledger.entries())
        return [record.hash for record in evening.ledger.entries()]


@run_async
async def test_one_seed_makes_one_journal(tmp_path: Path) -> None:
    one = await night(tmp_path / "one", 7)
    assert one == await night(tmp_path / "again", 7)
    assert one != await night(tmp_path / "other", 8)
