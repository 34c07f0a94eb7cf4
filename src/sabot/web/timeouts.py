"""Timeouts of connections.

A client that opens a connection and sends nothing, or sends it very slowly, or does not read its
answer, occupies a place. Each of these has a timeout, after which the client gets an answer, if
possible, and the connection is closed. The house's own work has no limit here. Table sockets
are pinged by the server (`configure`), and a client that does not read is dropped by its room.
"""

from __future__ import annotations

import asyncio
from typing import Any, NamedTuple

from uvicorn.protocols.http.h11_impl import H11Protocol

_SAID = b"the request did not arrive in time\n"
_LATE = (b"HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Type: text/plain\r\n"
         b"Content-Length: %d\r\n\r\n%s" % (len(_SAID), _SAID))


class Patience(NamedTuple):
    """Timeouts in seconds: until the ``head`` of a request has come, until its ``body`` has come,
    until some of an answer is read (``taken``), and for a socket's ``sign`` of life."""

    head: float = 10.0
    body: float = 20.0
    taken: float = 30.0
    sign: float = 20.0

    @property
    def look(self) -> float:
        """How often a connection is checked."""
        return max(0.01, min(self) / 4)


class PatientProtocol(H11Protocol):
    """A connection that is closed when it waits for the client too long."""

    patience = Patience()

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Start the timeouts."""
        super().connection_made(transport)
        self._phase: tuple[Any, ...] = ("head", id(None))
        self._since = self.loop.time()
        self._speaks = True
        self._look_later()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop the timeouts."""
        self._looking.cancel()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Note the new data."""
        self._speaks = True
        super().data_received(data)
        self._notice()

    def _look_later(self) -> None:
        self._looking = self.loop.call_later(self.patience.look, self._look)

    def _waits_for(self) -> tuple[Any, ...]:
        """Return what this connection waits for now, and a value that changes when some of it
        arrives."""
        if unsent := self.transport.get_write_buffer_size():
            return "taken", unsent
        cycle: Any = self.cycle
        if cycle is not None and not cycle.response_complete:
            return ("body", id(cycle)) if cycle.more_body else ("", id(cycle))
        # Between two requests the server itself counts, until the next one has begun.
        return ("head", id(cycle)) if self._speaks else ("", id(cycle))

    def _notice(self) -> None:
        now_waits = self._waits_for()
        if now_waits[0] in ("", "body"):
            self._speaks = False  # the head has come; the next one begins with new data
        if now_waits != self._phase:
            self._phase, self._since = now_waits, self.loop.time()

    def _look(self) -> None:
        if self.transport.get_protocol() is not self:
            return  # a table socket by now, which has its own checks
        self._notice()
        self._look_later()
        phase = self._phase[0]
        if not phase or self.loop.time() - self._since < getattr(self.patience, phase):
            return
        if phase == "taken":
            self.transport.abort()
        elif not self.transport.is_closing():
            cycle: Any = self.cycle
            if cycle is None or not cycle.response_started or cycle.response_complete:
                self.transport.write(_LATE)
            self.transport.close()


def protocol_with(patience: Patience) -> type[PatientProtocol]:
    """Return a connection protocol with these timeouts."""
    return type("PatientProtocol", (PatientProtocol,), {"patience": patience})
