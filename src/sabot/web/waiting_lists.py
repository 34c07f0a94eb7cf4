"""Lists of several tables: who waits, who plays where, and what players do about it."""

from __future__ import annotations

from typing import Annotated

import msgspec
from litestar import get, post
from litestar.params import FromPath, JSONBody

from sabot.house.seating.waiting_lists import ListTold
from sabot.web.api import house_of, must_play, player_of
from sabot.web.route_policies import PLAYER, Ask, door
from sabot.web.staff import Reason, member


class Change(msgspec.Struct, forbid_unknown_fields=True):
    """The table of the list to which a player asks to go."""

    to: Annotated[str, msgspec.Meta(max_length=200)]


@get("/api/lists")
async def lists(request: Ask) -> list[ListTold]:
    """Every list with its tables and how many wait; ``you``: what I have to do with it."""
    player = player_of(request)
    return house_of(request).lists.told(player.id if player else "")


@post("/api/lists/{list_id:str}/register", status_code=200, opt=door(PLAYER, 404))
async def register(request: Ask, list_id: FromPath[str]) -> ListTold:
    """Put me on a list (8.a): I wait for the draw, or go to a table that is in play."""
    return await house_of(request).lists.register(must_play(request), list_id)


@post("/api/lists/{list_id:str}/leave", status_code=200, opt=door(PLAYER, 404, 409))
async def leave(request: Ask, list_id: FromPath[str]) -> ListTold:
    """Take me off a list."""
    return await house_of(request).lists.leave(must_play(request), list_id)


@post("/api/lists/{list_id:str}/move", status_code=200, opt=door(PLAYER, 404, 409))
async def move(request: Ask, list_id: FromPath[str],
               data: JSONBody[Change]) -> ListTold:
    """Let me change to another table of my list, where the law allows it (26)."""
    return await house_of(request).lists.move(must_play(request), list_id, data.to)


@post("/api/staff/lists/{list_id:str}/draw", status_code=200, opt=door("draw", 404, 409))
async def draw(request: Ask, list_id: FromPath[str],
               data: JSONBody[Reason]) -> ListTold:
    """Hold the draw among those who wait (25)."""
    return await house_of(request).lists.draw(member(request), list_id, data.reason)


ROUTES = [lists, register, leave, move, draw]
