"""A client at a table, and its unread messages."""

from __future__ import annotations

import asyncio

from sabot.house import metrics
from sabot.house.table.messages import encoder

OUTBOX = 128


class Viewer:
    """One client at a table, by a sign-in of its player. ``outbox`` are its unread messages;
    ``closed`` once it was dropped."""

    def __init__(self, player: str, sign_in: str = "") -> None:
        self.player = player
        self.sign_in = sign_in
        self.outbox: asyncio.Queue[bytes | None] = asyncio.Queue()
        self.closed = False
        self.close_reason: tuple[int, str] | None = None

    def send(self, message: object) -> bool:
        """Queue a message; False when the client reads too slowly and must reconnect."""
        return self.send_encoded(encoder.encode(message))

    def send_encoded(self, message: bytes) -> bool:
        """Queue a message that is encoded already, as `send`."""
        if self.closed:
            return False
        if self.outbox.qsize() >= OUTBOX:
            self.drop()
            return False
        self.outbox.put_nowait(message)
        return True

    def dismiss(self, code: int, reason: str) -> None:
        """Close this client after its queued messages; ``code`` is the close code."""
        if not self.closed:
            self.closed = True
            self.close_reason = (code, reason)
            self.outbox.put_nowait(None)

    def drop(self, *, slow: bool = True) -> None:
        """Close this client at once, and discard its unread messages."""
        if self.closed:
            return
        self.closed = True
        if slow:
            metrics.SLOW.inc()
        while not self.outbox.empty():
            self.outbox.get_nowait()
        self.outbox.put_nowait(None)
