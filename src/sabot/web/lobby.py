"""The whole gaming room in one answer, and the search."""

from __future__ import annotations

from typing import Annotated

import msgspec
from litestar import get
from litestar.params import QueryParameter

from sabot.games import catalogue
from sabot.house import House, HouseError
from sabot.house.catalogue.intro import GameIntro, game_intro
from sabot.house.catalogue.lobby import GameCard, OpenSession, TableCard
from sabot.house.catalogue.search import SearchIndex, SearchResult
from sabot.house.seating.machine_queue import MachineType
from sabot.house.seating.waiting_lists import ListView
from sabot.web import odds
from sabot.web.api import Lang, PlayerAccount, describe_player, house_of, player_of
from sabot.web.route_policies import ANYBODY, HttpRequest, policy
from sabot.web.shipped_odds import Edge
from sabot.words import phrase

Word = Annotated[str, QueryParameter(max_length=80)]


class GamingRoom(msgspec.Struct, frozen=True, kw_only=True):
    """The whole gaming room: ``edges`` are the known edges of the best bets by table, ``counting``
    the tables whose edge is being computed, ``me`` is null for a visitor who is not a player."""

    games: list[GameCard]
    tables: list[TableCard]
    edges: dict[str, Edge]
    counting: list[str]
    lists: list[ListView]
    machines: list[MachineType]
    me: PlayerAccount | None
    playing: list[OpenSession]


@get("/api/lobby")
async def lobby(request: HttpRequest) -> GamingRoom:
    """The whole gaming room: every game of the catalogue, every table with its seats, waiting lists
    and types of machines, who I am and where I play, and the known edges of the best bets;
    ``counting`` are the tables whose edge is being computed."""
    house = house_of(request)
    player = player_of(request)
    mine = player.id if player else ""
    edges, counting = odds.known_edges(request)
    return GamingRoom(
        games=house.lobby_cards.games(),
        tables=house.lobby_cards.tables(),
        edges=edges,
        counting=counting,
        lists=house.waiting_lists.describe(mine),
        machines=house.machine_queue.describe(mine),
        me=describe_player(house, player) if player else None,
        playing=house.lobby_cards.playing(mine) if mine else [],
    )


@get("/api/find")
async def find(request: HttpRequest, q: Word = "", lang: Lang = "en") -> SearchResult:
    """Games, tables and clauses by a few letters of a word, in any of the languages, with or
    without accents: the ids of games and tables, for games the matching word when it is not their
    name, and the first clauses whose text matches, in the language ``lang``."""
    house: House = house_of(request)
    finder: SearchIndex = request.app.state.finder
    return finder.find(q, house, lang)


@get("/api/intro", opt=policy(ANYBODY, 404))
async def intro(game: Word) -> GameIntro:
    """What a newcomer reads of a game: one sentence, and the steps of a round, each with its clause
    and a picture."""
    played = catalogue().get(game)
    if played is None:
        raise HouseError("no-game", phrase("there is no game {game} here; the catalogue has "
                                           "{catalogue}", game=repr(game),
                                           catalogue=", ".join(catalogue())), status=404,
                         facts={"asked": game})
    return game_intro(played)


ROUTES = [lobby, find, intro]
