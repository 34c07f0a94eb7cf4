"""``sabot serve --nodes 2`` over a PostgreSQL server that is restarted, or dies for good and is
followed by its standby, while people play."""

from __future__ import annotations

import asyncio
import os
import signal
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from support import own_servers
from support.house_processes import PLAYERS, House, house, play, until
from support.own_servers import Forwarder, postgres_pair, postgres_server

pytestmark = [pytest.mark.soak, pytest.mark.postgres, pytest.mark.xdist_group("nodes"),
              pytest.mark.timeout(300)]


@pytest.fixture
def servers() -> None:
    if why := own_servers.missing():
        if os.environ.get("SABOT_REQUIRE_ALL") == "1":
            pytest.fail(why, pytrace=False)
        pytest.skip(why)


async def evening(house: House, harm: Callable[[], None]) -> None:
    """Play while harm is done to the server; the house must go on by itself."""
    await until(house.even)
    stop = asyncio.Event()
    players = [asyncio.create_task(play(house, seed, stop)) for seed in range(PLAYERS)]
    try:
        begun = time.monotonic()
        await until(lambda: house.goes_on(begun))
        before = len(house.done)
        await until(lambda: len(house.done) > before + 20)
        epochs, since = house.query("SELECT node, epoch FROM nodes"), time.monotonic()
        await asyncio.to_thread(harm)
        ready = time.monotonic()
        await until(lambda: house.goes_on(ready))
        print(f"\nthe server was away for {ready - since:.1f} s; all tables went on "
              f"{house.goes_on(ready):.1f} s after it was there again; epochs {epochs} then "
              f"{house.query('SELECT node, epoch FROM nodes')}; {len(house.done)} acks")
    finally:
        stop.set()
        await asyncio.gather(*players)


@pytest.mark.usefixtures("servers")
def test_a_house_goes_on_when_its_server_is_restarted(tmp_path: Path, nats: str) -> None:
    with postgres_server() as server:
        with house(tmp_path, server.url(), nats) as open_house:
            asyncio.run(evening(open_house, server.restart))
        open_house.check_books()


@pytest.mark.usefixtures("servers")
def test_nodes_wait_for_a_server_that_is_away_for_long(tmp_path: Path, nats: str) -> None:
    """Longer than a silent node is waited for; and one node has to start anew meanwhile."""
    with postgres_server() as server:
        def restart_slowly() -> None:
            server.stop("fast")
            os.kill(next(iter(open_house.nodes().values())), signal.SIGKILL)
            time.sleep(10)
            server.start()

        with house(tmp_path, server.url(), nats) as open_house:
            asyncio.run(evening(open_house, restart_slowly))
        open_house.check_books()


@pytest.mark.usefixtures("servers")
@pytest.mark.parametrize("form", ["an address that moves", "an address of both"])
@pytest.mark.parametrize("how", ["killed", "stopped"])
def test_a_standby_that_is_promoted_has_all_that_was_acknowledged(
        tmp_path: Path, nats: str, form: str, how: str) -> None:
    with postgres_pair() as (primary, standby), Forwarder(primary.port) as forwarder:
        def fail_over() -> None:
            if how == "killed":
                primary.kill()
            else:
                primary.stop("immediate")
            standby.promote()
            forwarder.move(standby.port)

        url = primary.url(port=forwarder.port) if form == "an address that moves" else (
            f"postgresql://house@/house?host=127.0.0.1:{primary.port}&host=127.0.0.1:"
            f"{standby.port}&target_session_attrs=read-write")
        with house(tmp_path, url, nats) as open_house:
            asyncio.run(evening(open_house, fail_over))
        open_house.check_books(standby.url())
