"""Answers HEAD like GET, without the body, on every route."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from litestar import Litestar

Send = Callable[[Any], Awaitable[None]]


class WithHeads(Litestar):
    """An application that answers HEAD on every route."""

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Handle one ASGI connection."""
        if scope["type"] == "http" and scope["method"] == "HEAD":
            scope, send = {**scope, "method": "GET"}, _without_body(send)
        await super().__call__(scope, receive, send)


def _without_body(send: Send) -> Send:
    async def send_heads(message: Any) -> None:
        await send({**message, "body": b""} if message["type"] == "http.response.body"
                   else message)
    return send_heads
