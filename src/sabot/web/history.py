"""A player's own past: coups of all games, sessions, and the receipt of a coup."""

from __future__ import annotations

import asyncio
from typing import Annotated

from litestar import get
from litestar.params import FromPath, QueryParameter

from sabot.house.archive.history import History, Page, Receipt, SessionLine, describe_receipt
from sabot.web.api import house_of, require_player
from sabot.web.route_policies import PLAYER, HttpRequest, policy

Text = Annotated[str, QueryParameter(max_length=200)]
Entry = Annotated[int, QueryParameter(ge=0, le=2**62)]
Many = Annotated[int, QueryParameter(ge=1, le=200)]


@get("/api/me/history", opt=policy(PLAYER, 404))
async def history(request: HttpRequest, before: Entry = 0, limit: Many = 50,
                  game: Text = "", session: Text = "", day: Text = "",
                  zone: Text = "UTC") -> Page:
    """My coups of all games, newest first (31): those of a ``game``, of a ``session``, or of a
    ``day`` (2026-11-23) in my time ``zone``. ``next`` is the ``before`` of the following page, 0
    for none; ``days`` are the sums of all coups of each day on this page, by currency, limited to
    the game or the session requested."""
    mine = History(house_of(request), require_player(request).id, zone)
    return await asyncio.to_thread(mine.page, before=before, limit=limit, game_id=game,
                                   session=session, day=day)


@get("/api/me/sessions", opt=policy(PLAYER))
async def my_sessions(request: HttpRequest) -> list[SessionLine]:
    """My sessions with the sums staked and won (33), and the name of each table."""
    return await asyncio.to_thread(
        History(house_of(request), require_player(request).id).sessions)


@get("/api/coups/{coup:str}/receipt", opt=policy(PLAYER, 404, 409))
async def one_receipt(request: HttpRequest, coup: FromPath[str]) -> Receipt:
    """The receipt of one of my coups: every step that I may see with its clause, the result, the
    seal, and the table as it was configured then, with the digest of its rules."""
    player = require_player(request).id
    return await asyncio.to_thread(describe_receipt, house_of(request), player, coup)


ROUTES = [history, my_sessions, one_receipt]
