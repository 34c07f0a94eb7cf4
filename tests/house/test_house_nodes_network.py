"""Two nodes of a house in two networks: the links of one are cut, packets are lost without a word,
and after a while the links are whole again, while people play at both."""

from __future__ import annotations

import asyncio
import os
import shutil
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest

from support import cut_network, own_servers
from support.cut_network import NETWORK, Link, network
from support.house_processes import (
    ALONE_AT,
    PLAYERS,
    Doors,
    NodeProcess,
    play,
    until,
    write_tables,
)
from support.own_servers import broker_server, postgres_server
from support.served_house import free_port

pytestmark = [pytest.mark.soak, pytest.mark.postgres, pytest.mark.xdist_group("nodes"),
              pytest.mark.timeout(300)]

SHORT, LONG = 1.0, 8.0
"""Seconds without packets: fewer and more than those after which a silent node is given up."""
_WATCH = """
CREATE TABLE watched (seq bigint, process text, epoch bigint);
CREATE FUNCTION watch() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  INSERT INTO watched SELECT new.seq, current_setting('application_name'), epoch
    FROM nodes WHERE node = 'far' AND current_setting('application_name') LIKE 'far%';
  RETURN NULL;
END $$;
CREATE TRIGGER watch AFTER INSERT ON journal FOR EACH ROW EXECUTE FUNCTION watch();
"""
"""Note the epoch of the node ``far`` in which each of its processes stores an entry."""


class TwoNetworks(Doors):
    """A house of a node ``near`` on this machine, and a node ``far`` in a network of its own."""

    def __init__(self, database: str, doors: Sequence[str], far: NodeProcess,
                 links: dict[str, Link]) -> None:
        super().__init__(database, doors)
        self.far, self.links = far, links

    def of_far(self) -> list[str]:
        """The tables of one player that the node ``far`` runs."""
        return [name for name in ALONE_AT if self.owners().get(f"table {name}") == "far"]


@pytest.fixture
def servers() -> None:
    why = cut_network.missing() or own_servers.missing()
    if why:
        if os.environ.get("SABOT_REQUIRE_ALL") == "1":
            pytest.fail(why, pytrace=False)
        pytest.skip(why)


@contextmanager
def two_networks(folder: Path, broker: str) -> Iterator[TwoNetworks]:
    """A house in two networks with servers of its own; in the end its books are checked."""
    with network("doors", "database", "broker") as net, \
            postgres_server([NETWORK]) as server, broker_server(broker, folder) as broker_port:
        hosts = {"near": "127.0.0.1", "far": net.links["doors"].there}
        ports = {node: free_port() for node in hosts}
        options = write_tables(folder)

        def serve(node: str, life: int, database: str, channel: str) -> list[str]:
            return [sys.executable, "-m", "sabot", "serve", "--node", node, *options,
                    "--host", hosts[node], "--port", str(ports[node]),
                    "--database", f"{server.url(database)}?application_name={node}-{life}",
                    "--channel", f"{broker}://{channel}:{broker_port}",
                    "--log", str(folder / f"{node}.log")]

        def near(life: int) -> Sequence[str]:
            return serve("near", life, "127.0.0.1", "127.0.0.1")

        def far(life: int) -> Sequence[str]:
            return net.command(*serve("far", life, net.links["database"].here,
                                      net.links["broker"].here))

        with NodeProcess(folder, near), NodeProcess(folder, far) as process:
            house = TwoNetworks(server.url(), [f"http://{hosts[node]}:{ports[node]}"
                                               for node in hosts], process, net.links)
            try:
                asyncio.run(until(house.even))
                server.query(_WATCH)
                yield house
            finally:
                for link in net.links.values():  # or the node cannot take its leave
                    link.heal()
        house.check_books()
        for process_name, epochs in server.query(
                "SELECT process, array_agg(DISTINCT epoch) FROM watched GROUP BY process"):
            assert len(epochs) == 1, f"{process_name} has stored in {epochs}"


@contextmanager
def cut(links: Sequence[Link]) -> Iterator[float]:
    """Cut links for a while."""
    for link in links:
        link.cut()
    try:
        yield time.monotonic()
    finally:
        for link in links:
            link.heal()


async def cut_off(house: TwoNetworks, which: Sequence[str], seconds: float) -> None:
    """Cut links of the node ``far`` at least for a time, and wait until all play goes on."""
    near, far = house.doors
    tables = house.of_far()
    with cut([house.links[name] for name in which]) as since:
        await asyncio.sleep(seconds)
        if seconds == LONG and "database" in which:  # the other node runs its tables
            await until(lambda: house.goes_on(since, near, tables))
        elif seconds == LONG:  # it plays on for those who came in at its own door
            await until(lambda: house.goes_on(since, far, tables))
            assert house.of_far() == tables
    healed = time.monotonic()
    await until(lambda: house.goes_on(healed, near) and house.goes_on(healed, far))
    print(f"\n{' and '.join(which)} cut off for {healed - since:.1f} s: its tables went on at the "
          f"other door after {house.goes_on(since, near, tables):.1f} s, at its own after "
          f"{house.goes_on(since, far, tables):.1f} s; all tables at its own door "
          f"{house.goes_on(healed, far):.1f} s after the links were whole; "
          f"{house.far.statuses}, {len(house.done)} acknowledged")


@pytest.mark.parametrize(("which", "broker"), [
    (("database",), "nats"), (("broker",), "nats"), (("database", "broker"), "nats"),
    (("broker",), "redis"), (("database", "broker"), "redis")])
@pytest.mark.usefixtures("servers")
def test_a_node_whose_packets_are_lost_comes_back(
        tmp_path: Path, which: Sequence[str], broker: str) -> None:
    if shutil.which(f"{broker}-server") is None:
        pytest.skip(f"{broker}-server is not installed")

    async def evening(house: TwoNetworks) -> None:
        stop = asyncio.Event()
        players = [asyncio.create_task(play(house, seed, stop)) for seed in range(PLAYERS)]
        begun = time.monotonic()
        try:
            await until(lambda: all(house.goes_on(begun, door) for door in house.doors))
            for seconds in (SHORT, LONG):
                await until(lambda: house.even() and house.of_far())
                await cut_off(house, which, seconds)
        finally:
            stop.set()
            await asyncio.gather(*players)

    with two_networks(tmp_path, broker) as house:
        asyncio.run(evening(house))
    if "database" in which:
        assert house.far.statuses == [3], "its epoch has ended once, and it has started again"
    else:
        assert not house.far.statuses
