"""The last results of a table, for everybody: they say nothing about the next one."""

from __future__ import annotations

from litestar import get
from litestar.params import FromPath

from sabot.house.archive.past_throws import PastResults
from sabot.house.errors import HouseError
from sabot.house.table.switches import base_of
from sabot.web.api import house_of, player_of
from sabot.web.route_policies import ANYBODY, HttpRequest, policy


@get("/api/tables/{table_id:str}/past", opt=policy(ANYBODY, 404))
async def past(request: HttpRequest, table_id: FromPath[str]) -> PastResults:
    """The last 500 results of a table where something is thrown or dealt for bets on a layout, the
    newest first: numbers of the wheel, dice, counters, points. At an individual table those of my
    own copy."""
    house, player = house_of(request), player_of(request)
    room = house.room(base_of(table_id))
    own = f"{room.desk.id}~{player.id.removeprefix('p_')}" if player else ""
    results = house.archive.past_throws.at(own if own in house.rooms else room.desk.id)
    if results is None:
        raise HouseError("no-past", "no results are counted at this table", status=404)
    return results


ROUTES = [past]
