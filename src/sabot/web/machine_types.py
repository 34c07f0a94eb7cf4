"""Types of machines for players: which are free, and who waits (12)."""

from __future__ import annotations

from litestar import get, post
from litestar.params import FromPath

from sabot.house.seating.machine_queue import MachineType
from sabot.web.api import house_of, player_of, require_player
from sabot.web.route_policies import PLAYER, HttpRequest, policy


@get("/api/machines")
async def machines(request: HttpRequest) -> list[MachineType]:
    """Every type of machine (same model, coins and limits) with its machines, which are free and
    how many players wait; ``you``: the machines I use, whether I wait or was asked to give one up,
    and my remaining seconds."""
    player = player_of(request)
    return house_of(request).machine_queue.describe(player.id if player else "")


@post("/api/machines/{table_id:str}/ask", status_code=200, opt=policy(PLAYER, 404, 409))
async def ask(request: HttpRequest, table_id: FromPath[str]) -> MachineType:
    """Ask for a machine like this one when none is free (12): I wait in the queue of its type, and
    players who use several of it are asked to give one up."""
    return await house_of(request).machine_queue.ask(require_player(request), table_id)


@post("/api/machines/{table_id:str}/leave", status_code=200, opt=policy(PLAYER, 404))
async def leave(request: HttpRequest, table_id: FromPath[str]) -> MachineType:
    """Stop waiting for a machine like this one."""
    return await house_of(request).machine_queue.leave(require_player(request), table_id)


ROUTES = [machines, ask, leave]
