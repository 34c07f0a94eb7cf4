"""The network between a client and the house, and one web socket over it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextvars import copy_context
from random import Random
from typing import Any

import msgspec

WINDOW = 64 * 1024
"""Characters that a client has not read and that the house may still send; then it waits. A client
may have less room (``window``)."""
LOST, GOING_AWAY = 1006, 1012  # codes with which a connection ends without a frame


class Cut(OSError):
    """The line is gone."""


class Network:
    """What happens to messages now: ``late`` seconds at most are added to the way of each, and
    ``loss`` is the share of them that is lost."""

    def __init__(self) -> None:
        self.late = 0.0
        self.loss = 0.0

    def delay(self, chance: Random) -> float:
        """The seconds that a message travels."""
        return chance.uniform(0.002, 0.15) + self.late * chance.random()

    def loses(self, chance: Random) -> bool:
        """Whether a message is lost."""
        return chance.random() < self.loss


class Line:
    """Both ends of one web socket. The house has the ASGI functions `receive` and `send`; the
    client sends with `say` and reads with `hear`. The order is kept. ``sent`` is given each message
    of the house as it leaves. A message that is lost is never followed by another one: the line is
    silent in both directions until it ends. A half open line delivers nothing more to the client
    and does not say so. ``code`` and ``reason`` are those of the house's close frame."""

    def __init__(self, network: Network, chance: Random, sent: Callable[[str], None]) -> None:
        self._network, self._chance, self._sent = network, chance, sent
        self._context = copy_context()  # of the way, which belongs to neither end
        self._to_house: asyncio.Queue[str | None] = asyncio.Queue()
        self._to_client: asyncio.Queue[str | None] = asyncio.Queue()
        self._arrivals = [0.0, 0.0]
        self._begun = self._closed = False
        self._unread = 0
        self.window = WINDOW
        self._read = asyncio.Event()
        self.half_open = self.silent = self.cut = False
        self.code, self.reason = 0, ""

    # -- the end of the house ---------------------------------------------------------------------

    async def receive(self) -> dict[str, Any]:
        """Return the next message of the client, as an ASGI server gives it."""
        if not self._begun:
            self._begun = True
            return {"type": "websocket.connect"}
        text = None if self._closed else await self._to_house.get()
        if text is None:
            return {"type": "websocket.disconnect", "code": self.code or LOST}
        return {"type": "websocket.receive", "text": text}

    async def send(self, message: dict[str, Any]) -> None:
        """Send a message of the house, as an ASGI server takes it."""
        if self.cut:
            raise Cut
        if self._closed:
            raise RuntimeError(f"{message['type']} after the connection was closed")
        if message["type"] == "websocket.send":
            while self._unread > self.window and not self.cut:
                self._read.clear()
                await self._read.wait()
            self._sent(message["text"])
            self._unread += len(message["text"])
            self._travel(1, self._to_client, message["text"])
        elif message["type"] == "websocket.close":
            self._closed = True
            self.code, self.reason = message["code"], message.get("reason", "")
            self._travel(1, self._to_client, None)

    # -- the end of the client --------------------------------------------------------------------

    def say(self, message: msgspec.Struct | str) -> None:
        """Send a message to the house; a text goes as it is."""
        if not self.cut:
            text = message if isinstance(message, str) else msgspec.json.encode(message).decode()
            self._travel(0, self._to_house, text)

    @property
    def is_over(self) -> bool:
        """Whether one of its ends has ended it."""
        return self.cut or self._closed

    async def hear(self) -> str | None:
        """Return the next message of the house; None when the line is closed."""
        text = await self._to_client.get()
        if text is not None:
            self._unread -= len(text)
            self._read.set()
        return text

    def end(self, code: int = 0) -> None:
        """Cut the line: what has not arrived is lost. ``code`` is what the house reads of it."""
        if not self.cut:
            self.cut = True
            self.code = self.code or code
            self._read.set()
            self._to_house.put_nowait(None)
            self._to_client.put_nowait(None)

    # -- the way ----------------------------------------------------------------------------------

    def _travel(self, way: int, queue: asyncio.Queue[str | None], text: str | None) -> None:
        """Deliver a message after its delay, never before one that was sent earlier."""
        loop = asyncio.get_running_loop()
        if self._network.loses(self._chance) and not self.silent:
            self.silent = True
            loop.call_later(self._chance.uniform(1, 8), self.end, context=self._context)
        at = max(self._arrivals[way] + 1e-6, loop.time() + self._network.delay(self._chance))
        self._arrivals[way] = at
        loop.call_at(at, self._arrive, way, queue, text, context=self._context)

    def _arrive(self, way: int, queue: asyncio.Queue[str | None], text: str | None) -> None:
        if not (self.cut or self.silent or (self.half_open and way == 1)):
            queue.put_nowait(text)
