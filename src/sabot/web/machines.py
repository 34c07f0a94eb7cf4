"""Machines for staff: lamps, meters, last games, and the return of a player's credit."""

from __future__ import annotations

from typing import Annotated

import msgspec
from litestar import get, post
from litestar.params import FromPath, JSONBody, QueryParameter

from sabot.house.staff import croupier, machine_floor
from sabot.house.staff.machine_floor import Machine, MachineGames
from sabot.web.api import house_of
from sabot.web.route_policies import HttpRequest, policy
from sabot.web.staff import Reason, require_member


class CreditReturned(msgspec.Struct, frozen=True, kw_only=True):
    """The cents returned to a player, and the clause for it."""

    given: int
    law: str


@get("/api/staff/machines", opt=policy("tables"))
async def machines(request: HttpRequest) -> list[Machine]:
    """Every machine: number, model, lamp, credit, all meters and which of them are wrong, the last
    game, its jackpot, and its return next to the exact return.

    ``lamp`` is "free", "play", "hand-pay", "out", "meters" or "closed". ``plan.apart`` is how many
    standard errors lie between the two returns; "exact" is null while it is computed.
    """
    require_member(request)
    return machine_floor.describe_machines(house_of(request), request.app.state.plans)


@get("/api/staff/machines/{table_id:str}", opt=policy("tables", 404))
async def machine(request: HttpRequest, table_id: FromPath[str],
                  games: Annotated[int, QueryParameter(ge=1, le=100)] = 10) -> MachineGames:
    """One machine with its last games from the journal: bet, prize, credit before and after, what
    won and every window that was shown (14)."""
    require_member(request)
    return await machine_floor.describe_machine(
        house_of(request), table_id, request.app.state.plans, games)


@post("/api/staff/machines/{table_id:str}/give-back", status_code=200,
      opt=policy("fault", 404, 409))
async def give_back(
    request: HttpRequest, table_id: FromPath[str], data: JSONBody[Reason]) -> CreditReturned:
    """Return a player's credit from a machine that is closed or out of order; the cents."""
    house = house_of(request)
    cents = await croupier.give_back(house, require_member(request), table_id, data.reason)
    return CreditReturned(given=cents, law=machine_floor.give_back_clause(house, table_id))


ROUTES = [machines, machine, give_back]
