"""The channel between the nodes of a house, over NATS or Redis.

A channel carries messages and promises little: one may be lost, or come twice, and messages of one
node to another come in order or not at all. Nothing that matters is only here: who uses it numbers
its messages, and what was missed is read from the journal.
"""

from __future__ import annotations

import asyncio
import contextlib
import socket
from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any, Protocol

import structlog

from sabot.extras import require

WAITING = 4_096
"""Messages that wait to be sent; further ones are lost."""
PAUSE = 0.5
"""Seconds until a broker that is away is tried again."""

CHECK = 2
"""Seconds between two looks whether a broker that is silent is there; after three it is away."""

Receive = Callable[[bytes], None]
log = structlog.get_logger("sabot.channel")


class Channel(Protocol):
    """Carries messages to nodes by their names."""

    async def open(self, node: str, receive: Receive) -> None:
        """Take part as this node: ``receive`` is called with each message to it."""

    def send(self, node: str, message: bytes) -> None:
        """Send a message to a node, as soon as possible, if possible."""

    async def close(self) -> None:
        """Take part no more."""


def channel_at(url: str, house: str) -> Channel:
    """The channel of a house over the broker at ``nats://...`` or ``redis://...``. ``house`` keeps
    apart houses that share a broker. ValueError for another address."""
    scheme = url.partition("://")[0]
    if scheme == "nats":
        return NatsChannel(url, house)
    if scheme in ("redis", "rediss"):
        return RedisChannel(url, house)
    raise ValueError(f"{url!r} is not the address of a broker; give nats://host:port or "
                     "redis://host:port")


class _Broker(ABC):
    """A channel with a task that sends what waits, and that connects again when it fails."""

    def __init__(self, url: str, house: str) -> None:
        self._url = url
        self._prefix = f"sabot.{house}."
        self._waiting: asyncio.Queue[tuple[str, bytes]] = asyncio.Queue(WAITING)
        self._task: asyncio.Task[None] | None = None
        self.lost = 0

    def send(self, node: str, message: bytes) -> None:
        """Send a message to a node; it is lost where too many wait."""
        try:
            self._waiting.put_nowait((self._prefix + node, message))
        except asyncio.QueueFull:
            self.lost += 1

    async def _send_all(self) -> None:
        while True:
            subject, message = await self._waiting.get()
            try:
                await self._publish(subject, message)
            except Exception as error:
                self.lost += 1
                log.warning("a message to a node is lost", to=subject, error=str(error))

    @abstractmethod
    async def _publish(self, subject: str, message: bytes) -> None:
        """Hand a message to the broker."""

    def _start(self) -> None:
        self._task = asyncio.create_task(self._send_all())

    async def _stop(self) -> None:
        if self._task:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)


class NatsChannel(_Broker):
    """A channel over NATS."""

    async def open(self, node: str, receive: Receive) -> None:
        """Take part as this node."""
        require("nodes", "a house of several nodes")
        import nats

        async def on_message(message: Any) -> None:
            receive(message.data)

        self._client = await nats.connect(
            self._url, max_reconnect_attempts=-1, reconnect_time_wait=PAUSE,
            error_cb=_log_error, pending_size=0, ping_interval=CHECK, max_outstanding_pings=2)
        await self._client.subscribe(self._prefix + node, cb=on_message)
        await self._client.flush()
        self._start()

    async def _publish(self, subject: str, message: bytes) -> None:
        await self._client.publish(subject, message)

    async def close(self) -> None:
        """Take part no more."""
        await self._stop()
        await self._client.close()


async def _log_error(error: Exception) -> None:
    log.warning("the broker is away", error=str(error))


def _keepalive() -> dict[int, int]:
    """Return the options of a connection that is given up when the other side answers no more, as
    far as this system has them."""
    options = {"TCP_KEEPIDLE": CHECK, "TCP_KEEPINTVL": CHECK, "TCP_KEEPCNT": 2,
               "TCP_USER_TIMEOUT": 3_000 * CHECK}
    return {getattr(socket, name): value for name, value in options.items()
            if hasattr(socket, name)}


class RedisChannel(_Broker):
    """A channel over the messages of Redis."""

    async def open(self, node: str, receive: Receive) -> None:
        """Take part as this node."""
        require("nodes", "a house of several nodes")
        from redis import asyncio as redis

        self._client = redis.Redis.from_url(
            self._url, socket_connect_timeout=CHECK, socket_keepalive=True,
            socket_keepalive_options=_keepalive())
        self._messages = self._client.pubsub(ignore_subscribe_messages=True)
        while True:
            try:
                await self._messages.subscribe(self._prefix + node)
                break
            except (OSError, self._errors()) as error:
                await _log_error(error)
                await asyncio.sleep(PAUSE)
        self._reading = asyncio.create_task(self._read(receive))
        self._start()

    async def _read(self, receive: Receive) -> None:
        """Read messages; the library subscribes again when it has connected again."""
        empty = 0
        while True:
            try:
                message = await self._messages.get_message(timeout=None)
            except (OSError, self._errors()) as error:
                await _log_error(error)
                await asyncio.sleep(PAUSE)
                continue
            if message is not None:
                empty = 0
                receive(message["data"])
                continue
            empty += 1  # one for each subscription; the library does not tell a lost connection
            if empty > 2:
                empty = 0
                await self._end_connection()
                await asyncio.sleep(PAUSE)

    async def _end_connection(self) -> None:
        """End the connection of the messages, which the system has given up: to the library this
        looks like a message that has not come yet, for ever. It connects again by itself."""
        await _log_error(TimeoutError("the broker does not answer"))
        connection: Any = self._messages.connection
        if connection is not None:
            await connection.disconnect(nowait=True)

    @staticmethod
    def _errors() -> type[Exception]:
        from redis.exceptions import RedisError

        return RedisError

    async def _publish(self, subject: str, message: bytes) -> None:
        await self._client.publish(subject, message)

    async def close(self) -> None:
        """Take part no more."""
        await self._stop()
        self._reading.cancel()
        await asyncio.gather(self._reading, return_exceptions=True)
        with contextlib.suppress(OSError, self._errors()):
            await self._messages.aclose()  # type: ignore[no-untyped-call]
            await self._client.aclose()
