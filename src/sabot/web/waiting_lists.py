"""Waiting lists of several tables, for players and staff."""

from __future__ import annotations

from typing import Annotated

import msgspec
from litestar import get, post
from litestar.params import FromPath, JSONBody

from sabot.house.seating.waiting_lists import ListView
from sabot.web.api import house_of, player_of, require_player
from sabot.web.route_policies import PLAYER, HttpRequest, policy
from sabot.web.staff import Reason, require_member


class Change(msgspec.Struct, forbid_unknown_fields=True):
    """The table of the list to which a player asks to go."""

    to: Annotated[str, msgspec.Meta(max_length=200)]


@get("/api/lists")
async def lists(request: HttpRequest) -> list[ListView]:
    """Every waiting list with its tables and how many wait; ``you``: my situation."""
    player = player_of(request)
    return house_of(request).waiting_lists.describe(player.id if player else "")


@post("/api/lists/{list_id:str}/register", status_code=200, opt=policy(PLAYER, 404))
async def register(request: HttpRequest, list_id: FromPath[str]) -> ListView:
    """Put me on a list (8.a): I wait for the draw, or go to a table in play."""
    return await house_of(request).waiting_lists.register(require_player(request), list_id)


@post("/api/lists/{list_id:str}/leave", status_code=200, opt=policy(PLAYER, 404, 409))
async def leave(request: HttpRequest, list_id: FromPath[str]) -> ListView:
    """Take me off a list."""
    return await house_of(request).waiting_lists.leave(require_player(request), list_id)


@post("/api/lists/{list_id:str}/move", status_code=200, opt=policy(PLAYER, 404, 409))
async def move(request: HttpRequest, list_id: FromPath[str],
               data: JSONBody[Change]) -> ListView:
    """Let me change to another table of my list, when the law allows it (26)."""
    return await house_of(request).waiting_lists.move(require_player(request), list_id, data.to)


@post("/api/staff/lists/{list_id:str}/draw", status_code=200, opt=policy("draw", 404, 409))
async def draw(request: HttpRequest, list_id: FromPath[str],
               data: JSONBody[Reason]) -> ListView:
    """Hold the draw among those who wait (25)."""
    return await house_of(request).waiting_lists.draw(require_member(request), list_id, data.reason)


ROUTES = [lists, register, leave, move, draw]
