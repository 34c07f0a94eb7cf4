"""The gaming room in one answer, and what is found by a few letters of a word."""

from __future__ import annotations

from typing import Annotated

import msgspec
from litestar import get
from litestar.params import QueryParameter

from sabot.house import House
from sabot.house.catalogue.lobby import GameCard, Playing, TableCard
from sabot.house.catalogue.search import Found, SearchIndex
from sabot.house.seating.machine_queue import MachineType
from sabot.house.seating.waiting_lists import ListTold
from sabot.web import odds
from sabot.web.api import Me, house_of, player_of, seen_as
from sabot.web.route_policies import Ask

Word = Annotated[str, QueryParameter(max_length=80)]


class GamingRoom(msgspec.Struct, frozen=True, kw_only=True):
    """The whole gaming room: ``edges`` those of the best bets by table as far as they are known,
    ``counting`` the tables whose edge is being counted, ``me`` null for who is no player."""

    games: list[GameCard]
    tables: list[TableCard]
    edges: dict[str, odds.Edge]
    counting: list[str]
    lists: list[ListTold]
    machines: list[MachineType]
    me: Me | None
    playing: list[Playing]


@get("/api/lobby")
async def lobby(request: Ask) -> GamingRoom:
    """The whole gaming room: every game of the catalogue, every table with its seats, lists of
    players and types of machines, who I am and where I play, and the edges of the best bets as far
    as they are known; ``counting`` are the tables whose edge is being counted."""
    house = house_of(request)
    player = player_of(request)
    mine = player.id if player else ""
    edges, counting = odds.priced(request)
    return GamingRoom(
        games=house.cards.games(), tables=house.cards.tables(), edges=edges, counting=counting,
        lists=house.lists.told(mine), machines=house.several.told(mine),
        me=seen_as(house, player) if player else None,
        playing=house.cards.playing(mine) if mine else [])


@get("/api/find")
async def find(request: Ask, q: Word = "") -> Found:
    """Games, tables and clauses by a few letters of a word, in any of the languages, with or
    without accents: the ids of games and tables, for games with the word that was found where it is
    not their name, and the first clauses whose text has it."""
    house: House = house_of(request)
    finder: SearchIndex = request.app.state.finder
    return finder.find(q, house)


ROUTES = [lobby, find]
