"""``sabot serve --nodes 2``: two real processes, killed, stopped and replaced while people play."""

from __future__ import annotations

import asyncio
import os
import signal
from pathlib import Path

import pytest

from support.house_processes import PLAYERS, House, house, play, until


@pytest.mark.more
@pytest.mark.timeout(600)
@pytest.mark.postgres
def test_nothing_is_lost_when_nodes_are_killed_stopped_and_replaced(
        tmp_path: Path, postgres: str, nats: str) -> None:
    async def evening(house: House) -> None:
        await until(house.even)
        stop = asyncio.Event()
        players = [asyncio.create_task(play(house, seed, stop)) for seed in range(PLAYERS)]
        for harm in ("kill", "stop", "replace", "back ends", "kill"):
            before = len(house.done)
            await until(lambda before=before: len(house.done) > before + 20)
            await do(house, harm)
            before = len(house.done)
            await until(lambda before=before: len(house.done) > before + 20)
            await until(house.even)
        stop.set()
        await asyncio.gather(*players)

    async def do(house: House, harm: str) -> None:
        pid = next(iter(house.nodes().values()))
        if harm == "kill":
            os.kill(pid, signal.SIGKILL)
        elif harm == "replace":
            os.kill(pid, signal.SIGTERM)
        elif harm == "stop":
            os.kill(pid, signal.SIGSTOP)
            await asyncio.sleep(4)
            os.kill(pid, signal.SIGCONT)
        else:
            await asyncio.to_thread(house.query, "SELECT pg_terminate_backend(pid) FROM "
                                    "pg_stat_activity WHERE datname = current_database() AND pid "
                                    "<> pg_backend_pid()")

    with house(tmp_path, postgres, nats) as open_house:
        asyncio.run(evening(open_house))
    open_house.check_books()
    assert len(open_house.done) > 200
