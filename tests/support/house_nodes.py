"""Several nodes of one house, each with its doors in a thread, over a real database and broker."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager

import msgspec
import uvicorn

from sabot.equipment import Seeded
from sabot.games import game
from sabot.house import House
from sabot.house.nodes.channel import channel_at
from sabot.ledger.shared_ledger import SharedLedger
from sabot.ledger.wallet import Wallet
from sabot.procedure.table import Table
from sabot.web.app import create_app
from sabot.web.auth import Signer
from sabot.web.nodes import OpenNode, node_of
from support.open_house import ALONE, KEY, MACHINE, SHARED, Doors, table

TABLES = {"shared": SHARED, "alone": ALONE, "door": MACHINE,
          **{f"more-{n}": SHARED.replace("Shared", f"More {n}") for n in range(4)}}
PATIENT = 30.0  # seconds of silence that no busy machine causes
SILENCE = 8.0  # for tests in which a node falls silent


class NodeDoors(Doors):
    """One node; ``silence``: the seconds after which others give it up."""

    node: OpenNode

    def __init__(self, database: str, broker: str, name: str, tables: Mapping[str, Table],
                 silence: float = PATIENT, wallet: Wallet | None = None) -> None:
        self.url, self._broker, self.name, self._silence = database, broker, name, silence
        self.signer = Signer(KEY)
        self._visitors = []
        self._tables = dict(tables)
        self._wallet = wallet

    def __enter__(self) -> NodeDoors:
        self._open()
        return self

    def _run(self, opened: threading.Event) -> None:
        async def serve() -> None:
            self.loop = asyncio.get_running_loop()
            ledger, nodes = SharedLedger.join(self.url, self.name, "rules-1",
                                              silence=self._silence)
            self.ledger = ledger
            self.house = House(ledger, self._tables, source=Seeded(1), wallet=self._wallet)
            self.app = create_app(self.house, self.signer, rate_per_minute=100_000, shipped=False)
            self.node = node_of(self.house, self.app, ledger, nodes,
                                channel_at(self._broker, nodes.channel_name()))
            self.server = uvicorn.Server(uvicorn.Config(
                self.node.door, log_level="error", lifespan="off", timeout_graceful_shutdown=5))
            await self.node.start()
            opened.set()
            try:
                await self.server.serve([self._listening])
            finally:
                await self.node.stop()

        asyncio.run(serve())

    def silence(self) -> None:
        """Give no more signs of life, and look at nobody: as a process that was stopped."""
        async def stop() -> None:
            self.node.node.abandon()
        self.run(stop)

    def runs(self) -> set[str]:
        """The tables that it runs."""
        return set(self.house.open_rooms.here)


def until(condition: Callable[[], object], seconds: float = 30) -> None:
    """Wait until a condition holds."""
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "it did not come to pass"
        time.sleep(0.02)


@contextmanager
def two_nodes(database: str, broker: str, *, silence: float = PATIENT, wallet: Wallet | None = None,
              second: str = "", more: Mapping[str, str] = {}, without: str = ""
              ) -> Iterator[tuple[NodeDoors, NodeDoors]]:
    """Two nodes of a house that share its tables out evenly, and ``more`` tables, ``without`` one
    of them. With a ``wallet`` they play for money. ``second`` is the address at which the second
    one reaches the database, where it is another."""
    tables = {name: table(text) for name, text in {**TABLES, **more}.items() if name != without}
    if wallet is not None:
        tables = {name: msgspec.structs.replace(table, demo=False)
                  for name, table in tables.items() if not game(table.game).cabinet}
    with NodeDoors(database, broker, "a", tables, silence, wallet) as a, \
            NodeDoors(second or database, broker, "b", tables, silence, wallet) as b:
        until(lambda: all(node.node.node.settled and node.node.node.others for node in (a, b)))
        yield a, b
