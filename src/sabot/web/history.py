"""A player's own past: his coups over all games, his sessions, the receipt of a coup."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

from litestar import Request, get
from litestar.params import FromPath, QueryParameter

from sabot.house.history import History, receipt
from sabot.web.api import house_of, must_play

Text = Annotated[str, QueryParameter(max_length=200)]
Entry = Annotated[int, QueryParameter(ge=0, le=2**62)]
Many = Annotated[int, QueryParameter(ge=1, le=200)]


@get("/api/me/history")
async def history(request: Request[Any, Any, Any], before: Entry = 0, limit: Many = 50,
                  game: Text = "", session: Text = "", day: Text = "",
                  zone: Text = "UTC") -> dict[str, Any]:
    """My coups over all games, newest first (31): those of a ``game``, of a ``session``, of a
    ``day`` (2026-11-23) of my time ``zone``. ``next`` is the ``before`` of the page that follows,
    0 for none; ``days`` says what all coups of each day of this page came to, by currency, those of
    the game or the session where one was asked for."""
    mine = History(house_of(request), must_play(request).id, zone)
    return await asyncio.to_thread(mine.page, before=before, limit=limit, game_id=game,
                                   session=session, day=day)


@get("/api/me/sessions")
async def my_sessions(request: Request[Any, Any, Any]) -> list[dict[str, Any]]:
    """My sessions with what was staked and won (33), and the name of the table of each."""
    return await asyncio.to_thread(
        History(house_of(request), must_play(request).id).sessions)


@get("/api/coups/{coup:str}/receipt")
async def one_receipt(request: Request[Any, Any, Any], coup: FromPath[str]) -> dict[str, Any]:
    """A coup of mine as a receipt: every step that I may see with its clause, what it came to, the
    seal, and the table as it was laid out for it, with the digest of its rules."""
    player = must_play(request).id
    return await asyncio.to_thread(receipt, house_of(request), player, coup)


ROUTES = [history, my_sessions, one_receipt]
