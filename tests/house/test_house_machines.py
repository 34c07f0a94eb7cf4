"""Machines in the house: credit, games, meters, tickets and hand pay, from the books' side."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from sabot.certify.audit.verify import verify
from sabot.procedure import Move
from support.house_evening import Evening, run_async, table

ROW = "pt-217-2007/maquinas-automaticas"


def machine(number: str = "1", model: str = "costa", more: str = "", clocks: str = "") -> Any:
    return table(f"""
game = "machines"
name = "Machine {number}"
places = 1
minimum = "0.05"
maximum = "20.00"
[clocks]
between = 0
{clocks}
[rules]
number = "{number}"
model = "{model}"
coins = ["0.05", "0.25"]
{more}
""")


@pytest.mark.law(f"{ROW}/9", f"{ROW}/14", f"{ROW}/1.a")
@run_async
async def test_what_the_meters_count_is_what_the_books_hold(tmp_path: Path) -> None:
    """Two hundred games: bets, prizes and collection, the credit that lies there, the journal."""
    async with Evening(tmp_path, tables={"m": machine()}) as evening:
        ana = await evening.guest("Ana")
        await ana.must("sit", "1", table="m")
        await ana.must("insert", "1", 10_000, table="m")
        for game in range(60):
            await ana.must("spin", f"{(1, 5, 10, 20)[game % 4]}x1x5", table="m")
            await evening.later(0)
        if True:
            await evening.reopen()
        meters = evening.desk("m").carry.meters
        assert meters.games == 60 and meters.bets == 15 * (1 + 5 + 10 + 20) * 5
        assert meters.collected == 10_000 and meters.prizes > 0
        held = evening.ledger.balance("held:m@EUR") + sum(
            evening.ledger.balances("stake:m-").values())
        assert held == meters.credit == 10_000 - meters.bets + meters.prizes
        assert evening.ledger.balance("bank:m@EUR") == meters.bets - meters.prizes
        await ana.must("cash-out", "1", table="m")
        await evening.later(0)
        assert ana.balance == 100_000 - meters.bets + meters.prizes
        assert evening.desk("m").carry.meters.credit == 0
        assert verify(evening.ledger).verified


@pytest.mark.law(f"{ROW}/3")
@run_async
async def test_a_machine_that_is_given_a_jackpot_begins_it_with_its_start(tmp_path: Path) -> None:
    async with Evening(tmp_path, tables={"m": machine()}) as evening:
        ana = await evening.guest("Ana")
        await ana.must("sit", "1", table="m")
        await ana.must("insert", "1", 1_000, table="m")
        evening.tables["m"] = machine(
            more='jackpot = { share = "1/75", symbol = "lighthouse", count = 3, start = "123.45" }')
        await evening.reopen()
        await ana.must("cash-out", "1", table="m")  # the game that had begun without a jackpot
        await evening.later(1)
        assert [move.amount for move in moves(evening, "seed")] == [12_345]
        assert evening.ledger.balance("jackpot:m@EUR") == 12_345
        found = verify(evening.ledger)
        assert found.verified, found.fault


def moves(evening: Evening, kind: str, table: str = "m") -> list[Move]:
    return [e.step for e in evening.desk(table).dealer.record
            if isinstance(e.step, Move) and e.step.kind == kind]
