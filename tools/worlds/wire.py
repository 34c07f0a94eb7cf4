"""The channel between the nodes of a simulated house, in virtual time."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from contextvars import copy_context
from random import Random

from sabot.house.nodes.channel import PAUSE, Receive
from tools.worlds.processes import Process


class Wire:
    """The broker that carries messages from node to node, those of one to another in order or not
    at all. What goes wrong now: ``late`` seconds at most are added to the way of each, ``loss`` is
    the share that is lost and ``twice`` that which comes twice; while it is ``away`` all are lost.
    """

    def __init__(self, chance: Random) -> None:
        self.late = self.loss = self.twice = 0.0
        self.away = False
        self.carried = self.lost = 0
        self._chance = chance
        self._context = copy_context()
        self._nodes: dict[str, tuple[Process, Receive]] = {}
        self._arrivals: defaultdict[tuple[Process, str], float] = defaultdict(float)

    def heal(self) -> None:
        """Nothing goes wrong any more."""
        self.late = self.loss = self.twice = 0.0
        self.away = False

    def connect(self, node: str, process: Process, receive: Receive) -> None:
        """Deliver the messages to a node to this process."""
        self._nodes[node] = process, receive

    def disconnect(self, node: str, process: Process) -> None:
        """Deliver nothing more to a process."""
        if node in self._nodes and self._nodes[node][0] is process:
            del self._nodes[node]

    def send(self, process: Process, node: str, message: bytes) -> None:
        """Carry a message of a process to a node."""
        if self.away or self._chance.random() < self.loss:
            self.lost += 1
            return
        self._carry(process, node, message)
        if self._chance.random() < self.twice:
            self._carry(process, node, message)

    def _carry(self, process: Process, node: str, message: bytes) -> None:
        loop = asyncio.get_running_loop()
        way = self._chance.uniform(0.0005, 0.02) + self.late * self._chance.random()
        at = max(self._arrivals[process, node] + 1e-6, loop.time() + way)
        self._arrivals[process, node] = at
        loop.call_at(at, self._arrive, node, message, context=self._context.copy())

    def _arrive(self, node: str, message: bytes) -> None:
        process, receive = self._nodes.get(node, (None, None))
        if process is None or receive is None or process.ended:
            self.lost += 1
            return
        self.carried += 1
        asyncio.get_running_loop().call_soon(receive, message, context=process.context)


class SimulatedChannel:
    """The channel of one process (`sabot.house.nodes.channel.Channel`)."""

    def __init__(self, wire: Wire, process: Process) -> None:
        self._wire, self._process = wire, process
        self._node = ""

    async def open(self, node: str, receive: Receive) -> None:
        """Take part as this node, as soon as the broker is there."""
        while self._wire.away:
            await asyncio.sleep(PAUSE)
        self._node = node
        self._wire.connect(node, self._process, receive)

    def send(self, node: str, message: bytes) -> None:
        """Send a message to a node, if possible."""
        self._wire.send(self._process, node, message)

    async def close(self) -> None:
        """Take part no more."""
        self._wire.disconnect(self._node, self._process)
