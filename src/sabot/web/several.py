"""Types of machines at the doors: what is free of each, and who waits (12)."""

from __future__ import annotations

from typing import Any

from litestar import Request, get, post
from litestar.params import FromPath

from sabot.web.api import house_of, must_play, player_of


@get("/api/machines")
async def machines(request: Request[Any, Any, Any]) -> list[dict[str, Any]]:
    """Every type of machine (same model, coins and limits) with its machines, which are free and
    how many wait; ``you``: those that I use, whether I wait, was asked to give one up, and the
    seconds that are left to me."""
    player = player_of(request)
    return house_of(request).several.told(player.id if player else "")


@post("/api/machines/{table_id:str}/ask", status_code=200)
async def ask(request: Request[Any, Any, Any], table_id: FromPath[str]) -> dict[str, Any]:
    """Ask for a machine like this one where none is free (12): I wait in the list of its type, and
    who uses several of it is asked to give one up."""
    return await house_of(request).several.ask(must_play(request), table_id)


@post("/api/machines/{table_id:str}/leave", status_code=200)
async def leave(request: Request[Any, Any, Any], table_id: FromPath[str]) -> dict[str, Any]:
    """Wait no more for a machine like this one."""
    return await house_of(request).several.leave(must_play(request), table_id)


ROUTES = [machines, ask, leave]
