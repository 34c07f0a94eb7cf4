"""Lists of several tables: who waits, who plays where, and what players do about it."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from litestar import Request, get, post
from litestar.params import FromPath, JSONBody

from sabot.web.api import house_of, must_play, player_of
from sabot.web.staff import Reason, member


class Change(msgspec.Struct, forbid_unknown_fields=True):
    """The table of the list to which a player asks to go."""

    to: Annotated[str, msgspec.Meta(max_length=200)]


@get("/api/lists")
async def lists(request: Request[Any, Any, Any]) -> list[dict[str, Any]]:
    """Every list with its tables and how many wait; ``you``: what I have to do with it."""
    player = player_of(request)
    return house_of(request).lists.told(player.id if player else "")


@post("/api/lists/{list_id:str}/register", status_code=200)
async def register(request: Request[Any, Any, Any], list_id: FromPath[str]) -> dict[str, Any]:
    """Put me on a list (8.a): I wait for the draw, or go to a table that is in play."""
    return await house_of(request).lists.register(must_play(request), list_id)


@post("/api/lists/{list_id:str}/leave", status_code=200)
async def leave(request: Request[Any, Any, Any], list_id: FromPath[str]) -> dict[str, Any]:
    """Take me off a list."""
    return await house_of(request).lists.leave(must_play(request), list_id)


@post("/api/lists/{list_id:str}/move", status_code=200)
async def move(request: Request[Any, Any, Any], list_id: FromPath[str],
               data: JSONBody[Change]) -> dict[str, Any]:
    """Let me change to another table of my list, where the law allows it (26)."""
    return await house_of(request).lists.move(must_play(request), list_id, data.to)


@post("/api/staff/lists/{list_id:str}/draw", status_code=200)
async def draw(request: Request[Any, Any, Any], list_id: FromPath[str],
               data: JSONBody[Reason]) -> dict[str, Any]:
    """Hold the draw among those who wait (25)."""
    return await house_of(request).lists.draw(member(request, "draw"), list_id, data.reason)


ROUTES = [lists, register, leave, move, draw]
