"""The odds of a game or of a table, computed beside the tables and never in their way."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from concurrent.futures import Executor
from functools import partial
from typing import Annotated, Any, ParamSpec, TypeVar

import msgspec
import structlog
from litestar import get
from litestar.params import QueryParameter

from sabot import law
from sabot.games import catalogue
from sabot.house import House, HouseError
from sabot.house.catalogue.lobby import brings
from sabot.house.schemas import AllOf, AnyOf
from sabot.house.shared_views import Names, Rules, Words
from sabot.odds.answer import members
from sabot.odds.liability import Owed, Unlimited
from sabot.odds.par import ParSheet
from sabot.odds.people import Census, Cost
from sabot.procedure.game import Game
from sabot.procedure.table import Table
from sabot.reports import odds_report as study
from sabot.reports.odds_report import Follows, GameOdds, OddsHead, PricedBets
from sabot.results import Results
from sabot.web.api import player_of
from sabot.web.daemon_executor import DaemonExecutor
from sabot.web.route_policies import ANYBODY, GIVES, Ask, Later, door

log = structlog.get_logger("sabot.odds")

KEPT = 128  # what is known of priced rules, of bets twice
WAITING = 8  # questions that are asked beside

Name = Annotated[str, QueryParameter(max_length=80)]
Key = tuple[str, ...]
P = ParamSpec("P")
T = TypeVar("T")


class Pricer:
    """Prices each set of rules once, in a thread of its own; who asks meanwhile waits for it.

    Nothing but rules that the house plays and classes of play that a game declares is priced, so
    that nobody can make it work without end. What was found is kept in ``results``.
    """

    def __init__(self, results: Results | None = None) -> None:
        self._thread = DaemonExecutor("odds")
        self._long = DaemonExecutor("odds-long")
        self._results = results or Results()
        self._waiting = 0
        # Any, since each is of the kind that is asked for under its key.
        self._found: dict[Key, asyncio.Future[Any]] = {}
        self._edges: dict[tuple[str, bytes], Edge | None] = {}
        self._edging: asyncio.Task[None] | None = None
        self._lines: dict[str, GameOdds] = {}
        self._listing: asyncio.Task[None] | None = None
        self.doing = ""

    async def price(self, game: Game, table: Table, strategy: str) -> PricedBets:
        """What the game says of its bets, and what follows."""
        rules, chosen = msgspec.json.encode(table.rules).decode(), (strategy,) if strategy else ()
        answer = await self.once(("bets", game.id, rules, strategy), game.priced.answer,
                                 study.odds, game, table, *chosen)
        follows = await self.once(("follows", game.id, rules, strategy), Follows, study.follows,
                                  game, table, answer, *chosen)
        return PricedBets(answer, follows)

    async def once(self, key: Key, kind: type[T], work: Callable[P, T], *given: P.args,
                   **named: P.kwargs) -> T:
        """What some work finds, done once for all who ask under this key."""
        asked = self._asked(self._thread, key, kind, partial(work, *given, **named))
        # A visitor who goes away does not take it from the others.
        return await asyncio.shield(asked)

    def begun(self, key: Key, kind: type[T], work: Callable[P, T], *given: P.args,
              **named: P.kwargs) -> T | None:
        """The same of work that takes minutes: what it found, or None while it is done, in a thread
        in which nobody waits."""
        asked = self._asked(self._long, key, kind, partial(work, *given, **named))
        return asked.result() if asked.done() else None

    def _asked(self, thread: Executor, key: Key, kind: type[T], work: Callable[[], T]
               ) -> asyncio.Future[T]:
        asked = self._found.pop(key, None)
        if asked is None or (asked.done() and (asked.cancelled() or asked.exception())):
            asked = asyncio.get_running_loop().run_in_executor(
                thread, self._results.kept, key, kind, work)
        self._found[key] = asked
        while len(self._found) > KEPT:
            del self._found[next(iter(self._found))]
        return asked

    def edges(self, tables: Mapping[str, tuple[Game, Table]]) -> dict[str, Edge]:
        """By table what its game says of its best bet, as far as it is known by now; the rest is
        counted in the thread, one table at a time, so that who asks for odds waits for one."""
        keys = {name: (game.id, msgspec.json.encode(table.rules))
                for name, (game, table) in tables.items() if game.pricing and game.pricing.edge}
        left = {key: tables[name] for name, key in keys.items() if key not in self._edges}
        if left and (self._edging is None or self._edging.done()):
            self._edging = asyncio.get_running_loop().create_task(self._counts(left))
        return {name: edge for name, key in keys.items() if (edge := self._edges.get(key))}

    def counting(self, game: Game, table: Table) -> bool:
        """Whether the edge of a table is not known yet; one that failed is not counted again."""
        return (game.id, msgspec.json.encode(table.rules)) not in self._edges

    async def _counts(self, left: dict[tuple[str, bytes], tuple[Game, Table]]) -> None:
        for key, (game, table) in left.items():
            try:
                self._edges[key] = await asyncio.get_running_loop().run_in_executor(
                    self._thread, partial(self._results.kept, ("edge", key[0], key[1].decode()),
                                          Edge, _edge, game, table))
            except Exception:  # one table's odds are not worth those of the others
                log.exception("no edge", game=game.id)
                self._edges[key] = None

    def lines(self) -> dict[str, GameOdds]:
        """By game its odds in one line, as far as they are known by now; the rest is counted, one
        game at a time, and ``doing`` says which."""
        wanted = [game for game in catalogue().values() if study.kind(game)]
        left = [game for game in wanted if game.id not in self._lines]
        if left and (self._listing is None or self._listing.done()):
            self.doing = left[0].id
            self._listing = asyncio.get_running_loop().create_task(self._list(left))
        return {game.id: self._lines[game.id] for game in wanted if game.id in self._lines}

    async def _list(self, left: list[Game]) -> None:
        for game in left:
            self.doing = game.id
            try:
                self._lines[game.id] = await self.once(("line", game.id), GameOdds, study.brief,
                                                       game)
            except Exception:  # one game's odds are not worth those of the others
                log.exception("no line", game=game.id)
                self._lines[game.id] = msgspec.structs.replace(
                    GameOdds(**msgspec.structs.asdict(study.head(game))), kind="")
        self.doing = ""

    async def ask(self, work: Callable[..., T], *given: object) -> T:
        """The answer of some other work of a moment, which is not kept; HouseError while so much
        waits that a visitor would give up."""
        if self._waiting >= WAITING:
            raise HouseError("busy", "too many requests now; try again in a moment", status=503)
        self._waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._thread, work, *given)
        finally:
            self._waiting -= 1

    async def close(self) -> None:
        """What is being priced is let go."""
        for task in (self._edging, self._listing):
            if task:
                task.cancel()
        for thread in (self._thread, self._long):
            thread.shutdown(wait=False, cancel_futures=True)


class Edge(msgspec.Struct, frozen=True, kw_only=True):
    """The edge of the best bet of a table, above 0 for the house, exactly and as a number, and what
    the bet is called."""

    bet: str
    edge: str
    edge_float: float
    names: Names


class EveryOdds(msgspec.Struct, frozen=True, kw_only=True):
    """The games whose line is known, the one that is counted now, and how many are ``left``."""

    games: list[GameOdds]
    doing: str
    left: int


class PricedTable(msgspec.Struct, frozen=True, kw_only=True):
    """The table that is priced, its limits in cents; ``brings`` the least and the most that a
    player brings, where the maximum limits no bet."""

    id: str
    name: str
    minimum: int
    maximum: int
    brings: list[int] | msgspec.UnsetType = msgspec.UNSET


class Odds(OddsHead, frozen=True, kw_only=True):
    """What is said above the odds of any kind: the rules that are priced, and the words of them."""

    keeps: str
    rules: Rules
    words: Words
    table: PricedTable | None


class MachineOdds(msgspec.Struct, frozen=True, kw_only=True):
    """The sheet of each model, or of the one of a table."""

    sheets: tuple[ParSheet, ...]


class PeopleOdds(msgspec.Struct, frozen=True, kw_only=True):
    """What the house keeps of people who play one another, the form in which hands are held against
    one another, and how many hands there are of each combination: of ``five`` cards, and of a
    ``deal``, null while these are counted, which may take minutes."""

    cost: Cost
    equity: str
    five: Census
    deal: Census | None


class BankOwes(msgspec.Struct, frozen=True, kw_only=True):
    """The most that the bank may have to pay in one coup; null where the game does not say."""

    most: Owed | None


class BankUnlimited(msgspec.Struct, frozen=True, kw_only=True):
    """That nothing limits what the bank may have to pay in one coup."""

    most: Unlimited


def _kinds() -> AnyOf:
    """What /api/odds gives, of bets by the answers of the games in the catalogue."""
    answers = dict.fromkeys(game.pricing.answer for game in catalogue().values() if game.pricing)
    return AnyOf((*(AllOf((Odds, answer, Follows, AnyOf((BankOwes, BankUnlimited))))
                    for answer in answers),
                  AllOf((Odds, MachineOdds)), AllOf((Odds, PeopleOdds))))


def _edge(game: Game, table: Table) -> Edge:
    """The edge of the best bet at the best play, as the page of odds has it, and its name."""
    best = study.best(study.odds(game, table, *study.usually(game)).bets)
    return Edge(bet=best.bet, edge=best.edge, edge_float=best.edge_float,
                names=study.names_of(game, best.bet))


def _asked(house: House, table_id: str, game_id: str) -> tuple[Game, Table, str]:
    """The game and the table that are meant; a game alone as its regulation has it by default."""
    if table_id:
        desk = house.room(table_id.split("~")[0]).desk
        return desk.game, desk.table, table_id.split("~")[0]
    game = catalogue().get(game_id)
    if game is None:
        raise HouseError("no-game", f"there is no game {game_id!r} here; the catalogue has "
                         f"{', '.join(catalogue())}", status=404, facts={"asked": game_id})
    return game, study.usual(game), ""


def _not_helped(house: House, request: Ask, game: Game) -> None:
    """Where a clause lets nobody tell players how to play, who sits at such a game reads its odds
    once he has got up."""
    if clause := _seated(house, request, game):
        law.cite_clause(clause)
        raise HouseError("at-a-table", "you are seated at a table of this game, where players get "
                         "no advice: leave your seat before you read its odds", law=clause,
                         status=409)


def _seated(house: House, request: Ask, game: Game) -> str:
    """The clause under which who asks may not be helped: he sits at a table of the game."""
    clause, player = game.conduct.laws.get("advice", ""), player_of(request)
    sits = player and any(player.id in room.desk.seats for room in house.rooms.values()
                          if room.desk.game is game)
    return clause if sits else ""


@get("/api/odds", opt=door(ANYBODY, 404, 409) | {GIVES: Later(_kinds)})
async def odds(request: Ask, table: Name = "", game: Name = "", strategy: Name = ""
               ) -> dict[str, object]:
    """The odds of a table or of a game by its default rules. ``kind`` "bets": edge of each bet,
    best play, what each rule is worth, sessions, and what the bank may have to pay in one coup; an
    edge above 0 favours the house. "machines": the sheet of each model. "people": what the house
    keeps of who play one another, and how many hands there are of each combination."""
    house: House = request.app.state.house
    if bool(table) == bool(game):
        raise HouseError("form", "ask for either a table or a game", status=400)
    played, laid, table_id = _asked(house, table, game)
    kind = study.kind(played)
    if not kind:
        raise HouseError("no-odds", f"the odds of {played.id} are not computed yet", status=404)
    known = played.pricing.classes if played.pricing else ()
    if strategy and strategy not in known:
        raise HouseError("no-strategy", f"there is no strategy {strategy!r}; the strategies are "
                         f"{', '.join(known)}", status=404)
    _not_helped(house, request, played)
    pricer: Pricer = request.app.state.pricer
    common = Odds(
        **msgspec.structs.asdict(study.head(played)), keeps=played.keeps,
        rules=msgspec.to_builtins(laid.rules), words=study.words(played), table=PricedTable(
            id=table_id, name=laid.name, minimum=laid.minimum, maximum=laid.maximum,
            brings=brings(laid, played) or msgspec.UNSET) if table_id else None)
    if played.pricing is not None:
        most = played.pricing.most
        # What the bank may owe is of the limits of this table: not among what is kept.
        return members(common, *await pricer.price(
            played, laid, strategy or (known[0] if known else ""))) | {
                "most": msgspec.to_builtins(most(laid)) if most else None}
    if played.cabinet is not None:
        rules = msgspec.json.encode(laid.rules).decode() if table_id else ""
        return members(common, MachineOdds(sheets=await pricer.once(
            ("par", played.id, rules), tuple[ParSheet, ...], played.cabinet.par,
            laid if table_id else None)))
    if played.hands is not None:
        hands = played.hands
        return members(common, PeopleOdds(
            cost=hands.cost(laid), equity=hands.equity,
            five=await pricer.once(("five", played.id), Census, hands.counts["five"]),
            deal=pricer.begun(("deal", played.id), Census, hands.counts["deal"])))
    raise AssertionError(kind)


@get("/api/odds/games")
async def lines(request: Ask) -> EveryOdds:
    """Every game of the catalogue in one line: the bet that costs least, the one that costs most,
    or what the house keeps of people who play one another. What is not counted yet is ``left``,
    and the game that is counted now ``doing``: ask again. A game whose odds may not be told to who
    sits at it says under which ``barred`` clause."""
    house: House = request.app.state.house
    pricer: Pricer = request.app.state.pricer
    found = pricer.lines()
    told = [GameOdds(**msgspec.structs.asdict(study.head(game)), barred=barred) if (
                barred := _seated(house, request, game)) else found[name]
            for name, game in catalogue().items() if name in found]
    left = sum(bool(study.kind(game)) for game in catalogue().values()) - len(found)
    return EveryOdds(games=told, doing=pricer.doing, left=left)


@get("/api/edges")
async def edges(request: Ask) -> dict[str, Edge]:
    """By table the edge of its best bet, above 0 for the house, as exactly as /api/odds has it;
    tables that are not counted yet are left out, and counted meanwhile. Who sits where nobody may
    be told how to play is told of no table of that game."""
    return priced(request)[0]


def priced(request: Ask) -> tuple[dict[str, Edge], list[str]]:
    """The edges that are known, and the tables whose edge is being counted."""
    house: House = request.app.state.house
    tables = {}
    for name in house.tables:
        desk = house.room(name).desk
        pricing = desk.game.pricing
        if pricing and pricing.edge and not _seated(house, request, desk.game):
            tables[name] = desk.game, desk.table
    pricer: Pricer = request.app.state.pricer
    found = pricer.edges(tables)
    return found, [name for name in tables if name not in found and pricer.counting(*tables[name])]
