"""The house over PostgreSQL: the same evenings, and what only a server can do to it."""

from __future__ import annotations

import asyncio
import contextlib
import os
import socket
import subprocess
import sys
import time
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import sqlalchemy as sa
from crowd import evening_of
from evening import Evening, Screen, played, row
from test_house_meters import ROW as METERS
from test_house_meters import games, machine, wrong
from test_house_poker_kill import kills
from test_house_tickets import printed, two

import sabot
from sabot.certify.verify import verify
from sabot.house import recalls
from sabot.house.messages import Ack, Refused

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
@played
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


@played
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
        assert evening.ledger.balance(f"ticket:{ticket['number']}") == 0
        assert verify(evening.ledger).verified


def test_a_hand_of_all_ins_outlives_a_kill(server: str) -> None:
    kills(server, 3, 6)


@played
async def test_a_server_that_goes_away_stops_the_house_until_it_is_opened_again(
        server: str) -> None:
    async with Evening(server, cards=["TS 9H QD TC"]) as evening:
        ana = await evening.guest()
        await ana.must("sit", "1")
        name = sa.make_url(server).database
        _ask("SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
             f"WHERE datname = '{name}' AND pid <> pg_backend_pid()")
        no = await ana.do("bet", "1", 1000, key="b")
        assert isinstance(no, Refused) and no.code in ("not-stored", "uncertain")
        await evening.reopen()
        assert isinstance(await ana.do("bet", "1", 1000, key="b"), Ack)
        assert ana.balance == 99_000


def test_a_served_house_whose_database_breaks_ends_with_a_word(server: str,
                                                               tmp_path: Path) -> None:
    """Nobody knows then what was stored: only opening the books again can tell."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    env = {**os.environ, "PYTHONPATH": str(Path(sabot.__file__).parents[1]),
           "SABOT_VAR": str(tmp_path)}
    with subprocess.Popen(
            [sys.executable, "-c", "from sabot.cli import main; main()", "serve", "--port",
             str(port), "--database", server], env=env, stderr=subprocess.PIPE, text=True) as house:
        try:
            for _ in range(900):
                with contextlib.suppress(httpx.TransportError):
                    httpx.get(f"http://127.0.0.1:{port}/health", verify=False)
                    break
                time.sleep(0.1)
            name = sa.make_url(server).database
            _ask("SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                 f"WHERE datname = '{name}' AND pid <> pg_backend_pid()")
            with contextlib.suppress(httpx.TransportError):
                for _ in range(3):
                    told = httpx.post(f"http://127.0.0.1:{port}/api/session", json={},
                                      headers={"X-Sabot": "1"}, verify=False)
                    assert told.status_code == 503 and told.json()["code"] in ("not-stored",
                                                                              "books")
            _, said = house.communicate(timeout=30)
            assert house.returncode == 3 and "the house is closed" in said
            assert "Traceback" not in said
        finally:
            house.kill()


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
                told = [(one.number, one.facts["before"], one.facts["bet"])
                        for one in recalls.games(books, recalls.find(books, "7"))]
            assert told[-1] == (1, 10_000, 100)
            return moved, told
    assert asyncio.run(read(server)) == asyncio.run(read(tmp_path))
