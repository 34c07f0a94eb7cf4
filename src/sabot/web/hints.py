"""Hints for practice at a table of one's own, computed in the background from the player's view.

They are given where nobody else plays: at an individual table, at a private one, where only house
players sit, and at a machine. A clause that forbids anybody to advise players
(``laws["advice"]``) also forbids them here. Clauses by which players may not advise one another
or influence the play of others bind players among themselves; nobody else plays at these tables.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import Executor
from typing import Any, NamedTuple

import msgspec
import structlog
from litestar import get
from litestar.params import FromPath

from sabot import regulations as law
from sabot.house import House, HouseError, Room
from sabot.house.catalogue.lobby import plays_alone
from sabot.house.table.desk import Desk
from sabot.house.table.mailbox import run_in_turn
from sabot.procedure import Event, redact
from sabot.procedure.game import Game
from sabot.procedure.hints import NOTHING, Hint, Seen
from sabot.procedure.readings import NotPriced, require_priced
from sabot.procedure.table import Table
from sabot.procedure.visible_events import ShownListen
from sabot.web.api import require_player
from sabot.web.daemon_executor import DaemonExecutor
from sabot.web.odds import Pricer
from sabot.web.route_policies import PLAYER, HttpRequest, policy

WAIT = 1.5
"""Seconds for which a request waits for a hint; then the page asks again."""
MAX_WAITING = 32
"""Hints that may be under way; further requests are asked to come again."""

log = structlog.get_logger("sabot.hints")


class TableHints(msgspec.Struct, frozen=True, kw_only=True):
    """What acts and bets cost on average at a table of one's own, from one's own view: at which
    version of the table (``v``) and in which coup. ``hint`` is null while it is being computed: ask
    again."""

    table: str
    v: int
    coup: str
    hint: Hint | None


class Coach:
    """Computes hints in an executor of its own, so that neither play nor the odds wait for them.
    """

    def __init__(self, executor: Callable[[str], Executor] = DaemonExecutor) -> None:
        self._thread = executor("hints")
        self._under_way: dict[str, asyncio.Future[Hint | None]] = {}

    async def hint(self, who: str, game: Game, table: Table, seen: Seen, pricer: Pricer
                   ) -> Hint | None:
        """Return the hint of a moment; None while it takes longer than a request waits. Each player
        has one at a time: another one begins when the last is done."""
        work = game.hints
        try:
            require_priced(table.rules)
        except NotPriced:
            return NOTHING  # this table has a reading whose odds are not computed
        if work is None:
            return NOTHING
        before = self._under_way.get(who)
        if before is not None and not before.done():
            return None
        if len(self._under_way) >= MAX_WAITING:
            self._under_way = {name: of for name, of in self._under_way.items() if not of.done()}
            if len(self._under_way) >= MAX_WAITING:
                return None
        answer = pricer.answer_or_start(game, table) if game.pricing else None
        future = asyncio.wrap_future(
            self._thread.submit(_compute, work, game.id, table, seen, answer))
        self._under_way[who] = future
        done, _ = await asyncio.wait([future], timeout=WAIT)
        return future.result() if done else None

    async def close(self) -> None:
        """Cancel what is being computed."""
        self._thread.shutdown(wait=False, cancel_futures=True)


def _compute(work: Callable[[Table, Seen, Any], Hint | None], game: str, table: Table, seen: Seen,
             answer: Any) -> Hint | None:
    try:
        return work(table, seen, answer)
    except Exception:  # a hint is not worth an error on the page of a table
        log.exception("a hint failed", game=game)
        return NOTHING


def own_room(house: House, table_id: str, player: str) -> Room:
    """Return the table at which a player plays alone; HouseError where others may play, or where
    the law forbids advice."""
    base = table_id.split("~")[0]
    desk = house.room(base).desk
    if clause := desk.game.conduct.laws.get("advice", ""):
        law.cite_clause(clause)
        raise HouseError("no-advice", "nobody may tell players of this game how to play: there "
                         "are no hints at its tables", law=clause, status=409)
    if not plays_alone(desk.table, desk.game):
        raise HouseError("shared-table", "there are hints only at a table of your own, where "
                         "nobody else plays", status=409)
    room = house.rooms.get(f"{base}~{player.removeprefix('p_')}") if desk.table.has_copies \
        else house.rooms.get(base)
    if room is None or (not desk.table.has_copies
                        and any(seat and seat != player for seat in room.desk.seats)):
        raise HouseError("not-at-table", "there are hints only for whoever is at the table",
                         status=409)
    return room


class Moment(NamedTuple):
    """A moment of a table: its version and coup, the table as it is played, and what a player sees.
    """

    v: int
    coup: str
    played: Table
    seen: Seen


async def look_in_turn(room: Room, player: str) -> Moment:
    """Return what a player sees of a table between two of its jobs: what a job has begun and not
    stored yet is no part of it."""
    async def look() -> Moment:
        desk = room.desk
        return Moment(desk.state.version, desk.state.coup, desk.playing, seen_at(desk, player))
    return await run_in_turn(room.ask, look)


def seen_at(desk: Desk, player: str) -> Seen:
    """Return what a player sees of a table: nothing else is known to a hint."""
    view = desk.layout.views.get(player, desk.layout.view)
    listen = desk.layout.menus.expand(desk.dealer.asked) \
        if desk.dealer and desk.dealer.asked else None
    question = redact(Event(listen), player) if listen is not None else None
    return Seen(state=view.copy(), mine=desk.layout.owners.of(player),
                offers=question.offers if isinstance(question, ShownListen) else (),
                public=desk.game.public_state(desk.carry))


@get("/api/tables/{table_id:str}/hints", opt=policy(PLAYER, 404, 409))
async def hints(request: HttpRequest, table_id: FromPath[str]) -> TableHints:
    """What the acts and bets that are open to me cost on average, from what I see, at a table of my
    own: the cost of each act against the best one, the price of each bet, and of a call. Refused at
    tables that others share, and where a clause forbids advice."""
    house: House = request.app.state.house
    player = require_player(request)
    room = own_room(house, table_id, player.id)
    coach: Coach = request.app.state.coach
    now = await look_in_turn(room, player.id)
    hint = await coach.hint(
        player.id, room.desk.game, now.played, now.seen, request.app.state.pricer)
    return TableHints(table=room.desk.id, v=now.v, coup=now.coup, hint=hint)
