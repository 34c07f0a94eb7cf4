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

import httpx
import pytest
import sqlalchemy as sa
from crowd import evening_of
from evening import Evening, Screen, played, row

import sabot
from sabot.certify.verify import verify
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
            for _ in range(200):
                with contextlib.suppress(httpx.TransportError):
                    httpx.get(f"http://127.0.0.1:{port}/health")
                    break
                time.sleep(0.1)
            name = sa.make_url(server).database
            _ask("SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                 f"WHERE datname = '{name}' AND pid <> pg_backend_pid()")
            with contextlib.suppress(httpx.TransportError):
                for _ in range(3):
                    told = httpx.post(f"http://127.0.0.1:{port}/api/session", json={},
                                      headers={"X-Sabot": "1"})
                    assert told.status_code == 503 and told.json()["code"] in ("not-stored",
                                                                              "books")
            _, said = house.communicate(timeout=30)
            assert house.returncode == 3 and "the house is closed" in said
            assert "Traceback" not in said
        finally:
            house.kill()
