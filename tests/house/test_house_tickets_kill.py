"""A house in another process is killed while one ticket is redeemed at two machines at once."""

from __future__ import annotations

import asyncio
import json
import os
import random
import select
import signal
import sys
from pathlib import Path
from typing import Any

import pytest
from test_house_machines import ROW, machine
from test_house_tickets import printed

from sabot.certify.audit.verify import verify
from sabot.house.books import tickets as tickets_module
from sabot.house.staff import cashier
from sabot.house.table.messages import Ack, ActCommand
from support.house_evening import Evening

pytestmark = pytest.mark.more

LIVES = 12
TABLES = {"m": machine("0001"), "n": machine("0002"), "o": machine("0003")}


async def _life(evening: Evening, tickets: list[dict[str, Any]], people: dict[str, str],
                tell: int) -> None:
    """Each ticket is put into two machines and brought to the cashier, all at once."""
    await evening.open()
    clerk = await evening.staff("Rui", "cashier")

    async def at(table: str, code: str, key: str) -> None:
        done = await evening.house.room_for(table, people[table]).reply_to(
            people[table], ActCommand(key, "redeem", code))
        if isinstance(done, Ack):
            os.write(tell, json.dumps([key, table]).encode() + b"\n")

    async def cash(code: str, key: str) -> None:
        try:
            await cashier.redeem_ticket(evening.house, clerk, code)
        except Exception:
            return
        os.write(tell, json.dumps([key, "cashier"]).encode() + b"\n")

    for ticket in tickets:
        code, key = ticket["code"], ticket["number"]
        ways = [at("n", code, key), at("o", code, key), cash(code, key)]
        random.shuffle(ways)
        await asyncio.gather(*ways)
    os.write(tell, b'"done"\n')


def killed(evening: Evening, tickets: list[dict[str, Any]], people: dict[str, str],
           after: float) -> tuple[dict[str, str], bool]:
    """Where each ticket was redeemed, as far as the house could answer; whether it answered all."""
    listen, tell = os.pipe()
    pid = os.fork()
    if not pid:
        os.close(listen)
        sys.stdout = open(os.devnull, "w")  # noqa: SIM115
        try:
            asyncio.run(_life(evening, tickets, people, tell))
            signal.pause()
        finally:
            os._exit(1)
    os.close(tell)
    heard, buffer = [], b""
    try:  # the kill comes so long after the first answer
        select.select([listen], [], [], 20)
        select.select([], [], [], after)
    finally:
        os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, 0)
    while data := os.read(listen, 65_536):
        buffer += data
    os.close(listen)
    heard = [json.loads(line) for line in buffer.split(b"\n")[:-1]]
    acked: dict[str, str] = {}
    for one in heard:
        if one != "done":
            assert acked.setdefault(one[0], one[1]) == one[1], "twice"
    return acked, "done" in heard


@pytest.mark.timeout(180)
@pytest.mark.law(f"{ROW}/1.a", f"{ROW}/13", "ir/324")
def test_a_ticket_is_redeemed_once_whenever_the_house_is_killed(tmp_path: Path) -> None:
    """What was acknowledged is so, nothing is so twice, and what is open is worth its sum."""
    seeds, cut = random.Random(7), 0
    for life in range(LIVES):
        where = tmp_path / str(life)
        where.mkdir()
        evening = Evening(where, tables=TABLES, seed=life, format=1 + life % 2)

        async def prepare(evening: Evening = evening) -> tuple[list[dict[str, Any]],
                                                               dict[str, str]]:
            async with evening:
                bo, cy = await evening.guest("Bo"), await evening.guest("Cy")
                await bo.must("sit", "1", table="n")
                await cy.must("sit", "1", table="o")
                return ([(await printed(evening, f"A{n}", 500))[1] for n in range(8)],
                        {"n": bo.id, "o": cy.id})

        tickets, people = asyncio.run(prepare())
        acked, done = killed(Evening(evening.url, tables=TABLES, seed=life), tickets, people,
                             seeds.random() * 0.06)
        cut += not done

        async def left(url: str = evening.url, tickets: Any = tickets, acked: Any = acked) -> None:
            async with Evening(url, tables=TABLES) as after:
                for ticket in tickets:
                    number = ticket["number"]
                    stored, worth = (
                        tickets_module.find_ticket(after.ledger, number),
                        tickets_module.worth(after.ledger, number),
                    )
                    assert stored is not None and worth == (0 if stored.where else 500)
                    assert acked.get(number, stored.where) == stored.where
                redeemed = 500 * sum(
                    1 for t in tickets_module.tickets(after.ledger) if t.where in "no" and t.where
                )
                assert sum(after.ledger.balances("stake:").values()) == redeemed
                found = verify(after.ledger)
                assert found.verified, found.fault

        asyncio.run(left())
    assert cut > LIVES // 3, "the kill comes in the midst of it"
