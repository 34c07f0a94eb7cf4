"""The house over PostgreSQL: the same evenings, and what only a server can do to it."""

from __future__ import annotations

import asyncio
import os
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from test_house_meters import ROW as METERS
from test_house_meters import games, machine, wrong
from test_house_poker_kill import kills
from test_house_tickets import printed, two

from sabot.certify.audit.verify import verify
from sabot.house.table import game_recall
from sabot.house.table.messages import Ack, Refused
from sabot.ledger import Ledger, Occupied
from support.hostile_players import evening_of
from support.house_evening import Evening, Screen, row, run_async

SERVER = sa.make_url(os.environ.get("SABOT_TEST_POSTGRES", "postgresql://root@127.0.0.1:5432/test")
                     ).set(drivername="postgresql+psycopg")

pytestmark = pytest.mark.postgres


def _ask(statement: str) -> None:
    engine = sa.create_engine(SERVER, isolation_level="AUTOCOMMIT")
    try:
        with engine.connect() as connection:
            connection.execute(sa.text(statement))
    finally:
        engine.dispose()


@pytest.fixture
def server() -> Iterator[str]:
    """An empty database of its own."""
    name = f"sabot_house_{uuid.uuid4().hex[:12]}"
    _ask(f"CREATE DATABASE {name}")
    try:
        yield SERVER.set(database=name).render_as_string(hide_password=False)
    finally:
        _ask(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")


@pytest.mark.law(row("6"))
def test_a_hostile_evening(server: str) -> None:
    assert asyncio.run(evening_of(7, 4, 200, server, kills=True)) > 3


@pytest.mark.law(row("30"))
@run_async
async def test_an_open_coup_goes_on_after_a_kill(server: str) -> None:
    async with Evening(server, cards=["TS 9H QD TC"]) as evening:
        ana = await evening.guest()
        screen = await ana.look()
        await ana.must("sit", "1")
        bet = await ana.do("bet", "1", 1000, key="b")
        await evening.later(15)
        screen.read()
        await evening.reopen()
        assert evening.house.recovered["shared"] == "resumed"
        again = Screen(ana.room(), ana.id)
        again.state = screen.state
        await again.enter(screen.version)
        assert again.last["listen"] == screen.last["listen"]
        assert await ana.do("bet", "1", 1000, key="b") == bet
        await ana.must("stand", "1")
        assert ana.balance == 101_000 and verify(evening.ledger).verified


@run_async
async def test_a_ticket_is_redeemed_once(server: str) -> None:
    """At two machines at once: the account of the ticket decides, and the loser hears of it."""
    async with Evening(server, tables=two()) as evening:
        _, ticket = await printed(evening)
        people = {at: await evening.guest(at) for at in ("m", "n")}
        for at, who in people.items():
            await who.must("sit", "1", table=at)
        answers = await asyncio.gather(*(
            who.do("redeem", ticket["code"], table=at) for at, who in people.items()))
        won = [answer for answer in answers if isinstance(answer, Ack)]
        lost = [answer for answer in answers if isinstance(answer, Refused)]
        assert len(won) == 1 and lost[0].code == "ticket-redeemed"
        await evening.reopen()
        assert evening.house.codes.code(ticket["number"]) == ticket["code"]
        assert evening.ledger.balance(f"ticket:{ticket['number']}@EUR") == 0
        assert verify(evening.ledger).verified


@pytest.mark.more
@pytest.mark.parametrize("format", [1, 2])
def test_a_hand_of_all_ins_outlives_a_kill(server: str, format: int) -> None:
    kills(server, 3, 6, format)


@run_async
async def test_lines_that_the_server_ends_are_opened_again(server: str) -> None:
    async with Evening(server, cards=["TS 9H QD TC"]) as evening:
        ana = await evening.guest()
        await ana.must("sit", "1")
        name = sa.make_url(server).database
        for amount in (1_000, 2_000):
            _ask("SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                 f"WHERE datname = '{name}' AND pid <> pg_backend_pid()")
            assert isinstance(await ana.do("bet", "1", amount), Ack)
            with pytest.raises(Occupied):
                Ledger.open(server)
        assert ana.balance == 98_000
        await evening.reopen()
        assert ana.balance == 98_000 and verify(evening.ledger).verified


@pytest.mark.law(f"{METERS}/9-2", f"{METERS}/14")
def test_meters_are_read_from_both_databases(server: str, tmp_path: Path) -> None:
    """What moved, kind by kind, is the same from both databases; games are recalled from it too."""
    async def read(where: str | Path) -> Any:
        async with Evening(where, tables={"m": machine()}, seed=5) as evening:
            await games(evening, 3)
            await evening.reopen()
            assert not wrong(evening)
            moved = evening.ledger.flows(["m"])["m"]
            assert moved["stake", "bank"] == (300, 3)
            with evening.ledger.snapshot() as books:
                recalled = [(one.number, one.facts["before"], one.facts["bet"])
                            for one in game_recall.games(
                                books, game_recall.find_machine(books, "7"))]
            assert recalled[-1] == (1, 10_000, 100)
            return moved, recalled
    assert asyncio.run(read(server)) == asyncio.run(read(tmp_path))
