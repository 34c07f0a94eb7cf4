"""Pools: each reading that the file of a pool may choose, beside the usual one."""

from __future__ import annotations

from fractions import Fraction

import pytest

from sabot.house.money.pools import ledger_transfer
from sabot.ledger.postings import Accounts
from sabot.money import EURO
from sabot.pools import Authorisation, Pool, PoolRefused, Pools, read, verify
from support.pools_for_tests import faults, feed, pool, row

FILE = """
name = "grande"
share = "1/100"
start = 100
seeded_by = "lisboa"
houses = ["lisboa"]
model = "azulejo"
bets = [1]
"""


@pytest.mark.law("ir/305")
def test_money_above_the_ceiling_goes_to_another_pool_or_back_to_the_house(sqlite: str) -> None:
    full = read(FILE + 'ceiling = 101\nwhen_full = "stops"')
    assert isinstance(full, Pool)
    assert "overflow" in faults(read(FILE + 'ceiling = 101\nwhen_full = "stops"\noverflow = "x"'))
    assert "overflow" in faults(read(FILE + "ceiling = 101"))
    assert "when_full" in faults(read(FILE + 'when_full = "never"'))
    with Pools.open(sqlite) as pools:
        pools.define(pool("maior"))
        pools.define(pool("usual", ceiling=10_100, overflow="maior"))
        pools.define(full)
        for name in ("usual", "grande"):
            feed(pools, "lisboa", name, f"{name}/1", 70)
            feed(pools, "lisboa", name, f"{name}/2", 50)
        assert pools.values() == {"maior": 10_020, "usual": 10_100, "grande": 10_100}
        (gone,) = [e for e in pools.entries("grande") if e.kind == "overflow"]
        assert (gone.amount, gone.law) == (-20, "ir/305")
        names = Accounts(EURO)
        moved = ledger_transfer(gone, names)
        assert moved and (moved.frm, moved.to, moved.amount) == (
            names.pool("grande"), names.bank("pools"), 20)
        assert verify(pools).verified


@pytest.mark.law("ir/306")
def test_a_pool_falls_by_a_secret_sum_only_where_its_file_says_so(sqlite: str) -> None:
    with Pools.open(sqlite) as pools:
        pools.define(pool("secret", must_hit_by=10_010))
        pools.define(pool("shown"))
        assert feed(pools, "lisboa", "secret", "a", 10)
        assert not feed(pools, "lisboa", "shown", "a", 10)


@pytest.mark.law(row("4"), row("5"), "ir/307")
@pytest.mark.parametrize(("reading", "owed"), [
    ("parts", {"lisboa": 10_000, "porto": -10_000}), ("payer", {})])
def test_a_prize_is_borne_by_each_house_or_by_the_one_that_pays(
        sqlite: str, reading: str, owed: dict[str, int]) -> None:
    with Pools.open(sqlite) as pools:
        pools.define(pool(borne_by=reading))
        feed(pools, "porto", "grande", "a", 500)
        assert pools.claim("porto", "grande", "w", Fraction(1)) == 10_500
        assert pools.dues("grande") == owed
        pools.claim("lisboa", "grande", "half", Fraction(1, 2))
        assert sum(pools.dues("grande").values()) == 0 and verify(pools).verified


@pytest.mark.law(row("6"), "ir/308")
@pytest.mark.parametrize(("reading", "serves"), [("failing-others", False), ("always", True)])
def test_an_authorisation_serves_failing_others_or_always(
        sqlite: str, reading: str, serves: bool) -> None:
    leave = Authorisation(reference="7/26", day="2026-11-01")
    with Pools.open(sqlite) as pools:
        pools.define(pool(authorisation_serves=reading))
        pools.define(pool("same"))
        pools.define(pool("other", model="costa"))
        if serves:
            with pytest.raises(PoolRefused):
                pools.transfer("grande", "other", cause="a fire", by="Rui")
            assert pools.transfer("grande", "other", cause="a fire", by="Rui",
                                  authorisation=leave) == 10_000
            return
        with pytest.raises(PoolRefused, match="same has"):
            pools.transfer("grande", "other", cause="a fire", by="Rui", authorisation=leave)


@pytest.mark.law("ir/309")
@pytest.mark.parametrize(("reading", "holds"), [("pool", 10_500), ("house", 9_450)])
def test_the_prize_of_a_void_game_goes_back_or_stays_with_the_house(
        sqlite: str, reading: str, holds: int) -> None:
    with Pools.open(sqlite) as pools:
        pools.define(pool(void_prize=reading))
        feed(pools, "porto", "grande", "a", 500)
        assert pools.claim("porto", "grande", "w", Fraction(1, 10)) == 1_050
        before = pools.dues("grande")
        assert pools.give_back("porto", "grande", "w") == 1_050
        assert pools.give_back("porto", "grande", "w") == 1_050, "once"
        assert pools.value("grande") == holds and verify(pools).verified
        assert pools.dues("grande") == ({} if reading == "pool" else before)
        with pytest.raises(PoolRefused, match="void"):
            pools.claim("porto", "grande", "w", Fraction(1, 10))


def test_a_definition_with_the_usual_readings_is_stored_without_them() -> None:
    assert b"borne_by" not in pool().encode()
    assert b'"borne_by":"payer"' in pool(borne_by="payer").encode()
    assert pool().digest() != pool(when_full="stops").digest()
