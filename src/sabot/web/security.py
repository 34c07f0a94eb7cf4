"""Refuses foreign origins, floods and oversized bodies before anything is read."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

from litestar.connection import ASGIConnection, Request
from litestar.datastructures import MutableScopeHeaders
from litestar.exceptions import SerializationException
from litestar.middleware.rate_limit import DURATION_VALUES, CacheObject, RateLimitMiddleware
from litestar.serialization import decode_json, encode_json
from litestar.stores.base import Store
from litestar.types import Message, Receive, Scope, Send

from sabot.house.clock import Clock

MAX_BODY = 16_384
SOCKET_RATE = 20.0   # messages a second, in the long run
SOCKET_BURST = 60.0

HEADERS = {
    "Content-Security-Policy": (
        "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
        "connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'"),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "X-Frame-Options": "DENY",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}


FOR_FILES = {"X-Content-Type-Options": HEADERS["X-Content-Type-Options"]}
"""The headers of a script, a style, a font or a sound under its versioned address. The others say
how a document is to be treated, and on eighty files they would weigh as much as the words of a
page."""
_FILES = ("text/javascript", "text/css", "font/", "audio/", "application/json")
FRAMED = "/table.html"
"""The only page that a page of this house, `tables.html`, may show in a frame."""
OWN_FRAMES = {
    "Content-Security-Policy": HEADERS["Content-Security-Policy"].replace(
        "frame-ancestors 'none'", "frame-ancestors 'self'"),
    "X-Frame-Options": "SAMEORIGIN",
}


async def add_headers(message: Message, scope: Scope) -> None:
    """Put the security headers on every response: pages, files and errors too."""
    if message["type"] == "http.response.start":
        headers = MutableScopeHeaders.from_message(message)
        is_file = "immutable" in headers.get("cache-control", "") and \
            headers.get("content-type", "").startswith(_FILES)
        own = OWN_FRAMES if scope.get("path") == FRAMED else {}
        for name, value in (FOR_FILES if is_file else {**HEADERS, **own}).items():
            headers[name] = value


def same_origin(connection: ASGIConnection[Any, Any, Any, Any]) -> bool:
    """Whether a request comes from a page of this house; a client without Origin is not a page."""
    origin = connection.headers.get("origin")
    if origin is None:
        return True
    return urlsplit(origin).netloc == connection.headers.get("host", "")


class BoundedRequest(Request[Any, Any, Any]):
    """A request whose JSON may be nested more deeply than it can be read: SerializationException,
    as for any other body that is not what it should be."""

    async def json(self) -> Any:
        """Return the body, decoded."""
        try:
            return await super().json()
        except RecursionError as error:
            raise SerializationException("it is nested too deeply") from error


class RequestLimit(RateLimitMiddleware):
    """Limits requests per minute from one address, by the clock of the house, which goes on as time
    does when somebody sets that of the machine."""

    _clock: Clock

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request that is within the limit."""
        self._clock = scope["litestar_app"].state.house.clock
        await super().__call__(scope, receive, send)

    async def retrieve_cached_history(self, key: str, store: Store) -> CacheObject:
        """Return the requests of the present window, or of a new one."""
        now, known = int(self._clock.now()), await store.get(key)
        if known and (window := CacheObject(**decode_json(known))).reset > now:
            return window
        return CacheObject(history=[], reset=now + DURATION_VALUES[self.unit])

    async def set_cached_history(self, key: str, cache_object: CacheObject, store: Store) -> None:
        """Count a request."""
        cache_object.history = [int(self._clock.now()), *cache_object.history]
        await store.set(key, encode_json(cache_object), expires_in=DURATION_VALUES[self.unit])

    def create_response_headers(self, cache_object: CacheObject) -> dict[str, str]:
        """Return what a response says of the limit."""
        headers = super().create_response_headers(cache_object)
        left = cache_object.reset - int(self._clock.now())
        return {**headers, self.config.rate_limit_reset_header_key: str(left)}


class Bucket:
    """A token bucket: a rate of messages per second in the long run, and a burst. ``now`` returns
    the time of the connection's loop in seconds."""

    def __init__(self, now: Callable[[], float], rate: float = SOCKET_RATE,
                 burst: float = SOCKET_BURST) -> None:
        self._now = now
        self._rate = rate
        self._burst = burst
        self._tokens = burst
        self._at = now()

    def take(self) -> bool:
        """Whether one more message may pass now."""
        now = self._now()
        self._tokens = min(self._burst, self._tokens + (now - self._at) * self._rate)
        self._at = now
        if self._tokens < 1:
            return False
        self._tokens -= 1
        return True
