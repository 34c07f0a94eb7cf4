"""Machines at the staff door: lamps, meters, last games, and the credit that staff give back."""

from __future__ import annotations

from typing import Annotated, Any

from litestar import Request, get, post
from litestar.params import FromPath, JSONBody, QueryParameter

from sabot.house import attending, floor
from sabot.web.api import house_of
from sabot.web.staff import Reason, member


@get("/api/staff/machines")
async def machines(request: Request[Any, Any, Any]) -> list[dict[str, Any]]:
    """Every machine: number, model, lamp, credit, all meters and which of them are wrong, the last
    game, its jackpot, what it has returned beside what it returns exactly.

    ``lamp`` is "free", "play", "hand-pay", "out", "meters" or "closed". ``plan.apart`` is how many
    standard errors lie between the two returns; "exact" is null while it is counted.
    """
    member(request, "tables")
    return floor.machines(house_of(request), request.app.state.plans)


@get("/api/staff/machines/{table_id:str}")
async def machine(request: Request[Any, Any, Any], table_id: FromPath[str],
                  games: Annotated[int, QueryParameter(ge=1, le=100)] = 10) -> dict[str, Any]:
    """One machine with its last games from the journal: bet, prize, credit before and after, what
    won and every window that was shown (14)."""
    member(request, "tables")
    return await floor.machine(house_of(request), table_id, request.app.state.plans, games)


@post("/api/staff/machines/{table_id:str}/give-back", status_code=200)
async def give_back(request: Request[Any, Any, Any], table_id: FromPath[str],
                    data: JSONBody[Reason]) -> dict[str, Any]:
    """Give a player what lies for him in a machine that is closed or out of order; the cents."""
    house = house_of(request)
    cents = await attending.give_back(house, member(request, "fault"), table_id, data.reason)
    return {"given": cents, "law": floor.gives(house, table_id)}


ROUTES = [machines, machine, give_back]
