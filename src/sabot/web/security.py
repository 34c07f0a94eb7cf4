"""What the doors refuse before anything is read: foreign origins, floods, oversized bodies."""

from __future__ import annotations

import time
from typing import Any
from urllib.parse import urlsplit

from litestar.connection import ASGIConnection
from litestar.datastructures import ResponseHeader

MAX_BODY = 16_384
SOCKET_RATE = 20.0   # messages a second, in the long run
SOCKET_BURST = 60.0

HEADERS = [
    ResponseHeader(name="Content-Security-Policy", value=(
        "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
        "connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; "
        "form-action 'self'")),
    ResponseHeader(name="X-Content-Type-Options", value="nosniff"),
    ResponseHeader(name="Referrer-Policy", value="no-referrer"),
    ResponseHeader(name="X-Frame-Options", value="DENY"),
    ResponseHeader(name="Cross-Origin-Opener-Policy", value="same-origin"),
    ResponseHeader(name="Permissions-Policy", value="camera=(), microphone=(), geolocation=()"),
]


def same_origin(connection: ASGIConnection[Any, Any, Any, Any]) -> bool:
    """Whether a request comes from a page of this house; a client without Origin is no page."""
    origin = connection.headers.get("origin")
    if origin is None:
        return True
    return urlsplit(origin).netloc == connection.headers.get("host", "")


class Bucket:
    """A token bucket: so many messages a second in the long run, so many at once."""

    def __init__(self, rate: float = SOCKET_RATE, burst: float = SOCKET_BURST) -> None:
        self._rate = rate
        self._burst = burst
        self._tokens = burst
        self._at = time.monotonic()

    def take(self) -> bool:
        """Whether one more message may pass now."""
        now = time.monotonic()
        self._tokens = min(self._burst, self._tokens + (now - self._at) * self._rate)
        self._at = now
        if self._tokens < 1:
            return False
        self._tokens -= 1
        return True
