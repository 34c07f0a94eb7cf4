"""Machines: options that change what the house does around the games."""

from __future__ import annotations

from pathlib import Path

import pytest
from test_house_machines import ROW, machine
from test_house_meters import Books, wrong
from test_house_several import taken
from test_house_tickets import printed

from sabot.certify.audit.verify import verify
from sabot.house import HouseError
from sabot.house.staff import cashier
from support.house_evening import Evening, run_async


def with_reading(reading: str, number: str = "1") -> object:
    """A machine that chooses a reading."""
    return machine(number, more=f"readings = {{ {reading} }}")


@pytest.mark.law(f"{ROW}/1.a", f"{ROW}/13", "ir/317")
@pytest.mark.parametrize(("reading", "passes"), [("bearer", True), ("printer", False)])
@run_async
async def test_a_ticket_is_for_who_brings_it_or_who_printed_it(
        tmp_path: Path, reading: str, passes: bool) -> None:
    chosen = f'redeemed_by = "{reading}"'
    tables = {"m": with_reading(chosen, "0001"), "n": with_reading(chosen, "0002")}
    async with Evening(tmp_path, tables=tables) as evening:
        ana, ticket = await printed(evening)
        bo = await evening.guest("Bo")
        clerk = await evening.staff("Rui", "cashier")
        await bo.must("sit", "1", table="n")
        if passes:
            await bo.must("redeem", ticket["code"], table="n")
            return
        no = await bo.refused("redeem", ticket["code"], table="n")
        assert (no.code, no.law) == ("not-your-ticket", f"{ROW}/1.a")
        with pytest.raises(HouseError, match="only the player who printed"):
            await cashier.redeem_ticket(evening.house, clerk, ticket["code"], bo.id)
        await cashier.redeem_ticket(evening.house, clerk, ticket["code"])
        assert ana.balance == 100_000


@pytest.mark.law(f"{ROW}/12", "ir/318")
@pytest.mark.parametrize(("reading", "free"), [
    ("while-nobody-waits", True), ("never-the-last", False)])
@run_async
async def test_the_last_free_machine_may_be_a_second_one_or_not(
        tmp_path: Path, reading: str, free: bool) -> None:
    chosen = f'second_machine = "{reading}"'
    tables = {f"m{n}": with_reading(chosen, f"{n}") for n in (1, 2, 3)}
    async with Evening(tmp_path, tables=tables) as evening:
        ana, bo = await evening.guest("Ana"), await evening.guest("Bo")
        await taken(evening, ana, "m1", "m2")
        if free:
            await taken(evening, ana, "m3")
            return
        no = await ana.refused("sit", "1", table="m3")
        assert no.code == "several" and "last free machine" in no.text
        await taken(evening, bo, "m3")


@pytest.mark.law("ir/322")
@run_async
async def test_credit_that_is_left_is_that_of_whoever_sits_down(tmp_path: Path) -> None:
    tables = {"m": with_reading('credit_of = "whoever-sits"')}
    async with Evening(tmp_path, tables=tables) as evening:
        ana, bo = await evening.guest("Ana"), await evening.guest("Bo")
        await taken(evening, ana, "m")
        await ana.must("leave", "1", table="m")
        await evening.later(1)
        await evening.reopen()
        await bo.must("sit", "1", table="m")
        await bo.must("leave", "1", table="m")
        await evening.later(1)
        await bo.must("sit", "1", table="m")
        await bo.must("cash-out", "1", table="m")
        assert (ana.balance, bo.balance) == (99_000, 101_000)
        assert not wrong(evening)
        found = verify(evening.ledger)
        assert found.verified, found.fault


@pytest.mark.law(f"{ROW}/9-2", "ir/327")
@pytest.mark.parametrize("reading", ["closed", "open"])
@run_async
async def test_a_machine_with_wrong_meters_is_closed_or_open(
        tmp_path: Path, reading: str) -> None:
    table = with_reading(f'wrong_meters = "{reading}"')
    async with Evening(tmp_path, tables={"m": table}) as evening:
        ana = await evening.guest("Ana")
        await ana.must("sit", "1", table="m")
        await ana.must("insert", "1", 1_000, table="m")
        await ana.must("spin", "20x1x5", table="m")
        await evening.later(1)
        await evening.kill()
        Books(evening.url).run(
            "update balances set amount = amount - 25 where account = 'bank:m@EUR'")
        await evening.open()
        assert set(wrong(evening)) == {"bank:m@EUR"}
        if reading == "open":
            await ana.must("spin", "20x1x5", table="m")
        else:
            await ana.refused("spin", "20x1x5", table="m")
