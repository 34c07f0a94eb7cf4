"""The odds of a game or of a table, computed in the background."""

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

from sabot import regulations as law
from sabot.games import catalogue
from sabot.house import House, HouseError
from sabot.house.catalogue.lobby import buy_in_limits
from sabot.house.schemas import AllOf, AnyOf
from sabot.house.shared_views import Rules, Words
from sabot.probability.answer import Answer, members
from sabot.probability.liability import Owed, Unlimited
from sabot.probability.par import ParSheet
from sabot.probability.people import Census, Cost
from sabot.procedure.game import Game
from sabot.procedure.table import Table
from sabot.reports import odds_report as study
from sabot.reports.odds_report import Follows, GameOdds, OddsHead, PricedBets
from sabot.results import Results
from sabot.web.api import player_of
from sabot.web.daemon_executor import DaemonExecutor
from sabot.web.route_policies import ANYBODY, GIVES, HttpRequest, LateType, policy
from sabot.web.shipped_odds import Edge, compute_edge, shipped_edge, shipped_line
from sabot.words import phrase

log = structlog.get_logger("sabot.probability")

KEPT_RESULTS = 128  # results in memory; bets have two each
MAX_WAITING = 8  # requests for other work that may wait

Name = Annotated[str, QueryParameter(max_length=80)]
Key = tuple[str, ...]
P = ParamSpec("P")
T = TypeVar("T")


class Pricer:
    """Prices each set of rules once, in its own executor; later requests wait for the same result.

    Only rules that the house plays and strategies that a game declares are priced, so that visitors
    cannot cause endless work. Results are stored in ``results``. With ``shipped``, figures that
    come with the program are shown until they are computed here.
    """

    def __init__(self, results: Results | None = None, *, shipped: bool = False,
                 executor: Callable[[str], Executor] = DaemonExecutor) -> None:
        self._thread = executor("odds")
        self._long = executor("odds-long")
        self._results = results or Results()
        self._shipped = shipped
        self._waiting = 0
        # Any, since each result has the type requested with its key.
        self._found: dict[Key, asyncio.Future[Any]] = {}
        self._edges: dict[tuple[str, bytes], Edge | None] = {}
        self._shipped_edges: dict[tuple[str, bytes], Edge | None] = {}
        self._shipped_lines: dict[str, GameOdds] = {}
        self._edging: asyncio.Task[None] | None = None
        self._lines: dict[str, GameOdds] = {}
        self._listing: asyncio.Task[None] | None = None
        self.doing = ""

    async def price(self, game: Game, table: Table, strategy: str) -> PricedBets:
        """Return the odds of a game's bets, and what follows from them."""
        rules, chosen = msgspec.json.encode(table.rules).decode(), (strategy,) if strategy else ()
        answer = await self.once(("bets", game.id, rules, strategy), game.priced.answer,
                                 study.odds, game, table, *chosen)
        follows = await self.once(("follows", game.id, rules, strategy), Follows, study.follows,
                                  game, table, answer, *chosen)
        return PricedBets(answer, follows)

    async def once(self, key: Key, kind: type[T], work: Callable[P, T], *args: P.args,
                   **kwargs: P.kwargs) -> T:
        """Return the result of a computation, done once for all who ask with this key."""
        future = self._asked(self._thread, key, kind, partial(work, *args, **kwargs))
        # A visitor who goes away must not cancel it for the others.
        return await asyncio.shield(future)

    def answer_or_start(self, game: Game, table: Table) -> Answer | None:
        """Return the odds of a game's bets under its best play; None while they are computed."""
        strategy = game.priced.classes[0] if game.priced.classes else ""
        rules, chosen = msgspec.json.encode(table.rules).decode(), (strategy,) if strategy else ()
        future = self._asked(self._thread, ("bets", game.id, rules, strategy), game.priced.answer,
                             partial(study.odds, game, table, *chosen))
        if not future.done():
            return None
        return None if future.cancelled() or future.exception() else future.result()

    def result_or_start(self, key: Key, kind: type[T], work: Callable[P, T], *args: P.args,
                        **kwargs: P.kwargs) -> T | None:
        """Return the result of a computation that takes minutes, or None while it runs in a thread
        for long work."""
        future = self._asked(self._long, key, kind, partial(work, *args, **kwargs))
        return future.result() if future.done() else None

    def _asked(self, thread: Executor, key: Key, kind: type[T], work: Callable[[], T]
               ) -> asyncio.Future[T]:
        future = self._found.pop(key, None)
        if future is None or (future.done() and (future.cancelled() or future.exception())):
            future = asyncio.wrap_future(
                thread.submit(self._results.get_or_compute, key, kind, work))
        self._found[key] = future
        while len(self._found) > KEPT_RESULTS:
            del self._found[next(iter(self._found))]
        return future

    def edges(self, tables: Mapping[str, tuple[Game, Table]]) -> dict[str, Edge]:
        """Return the known edges of the best bets by table; the others are computed in the thread,
        one table at a time, so that requests for odds wait for one at most."""
        keys = {name: (game.id, msgspec.json.encode(table.rules))
                for name, (game, table) in tables.items() if game.pricing and game.pricing.edge}
        missing = {key: tables[name] for name, key in keys.items() if key not in self._edges}
        if missing and (self._edging is None or self._edging.done()):
            # Those that are shown already come last.
            ordered = sorted(missing.items(), key=lambda one: bool(self._shipped_edge(*one)))
            self._edging = asyncio.get_running_loop().create_task(self._counts(dict(ordered)))
        known = {name: self._edges[key] if key in self._edges else
                 self._shipped_edge(key, tables[name]) for name, key in keys.items()}
        return {name: edge for name, edge in known.items() if edge}

    def _shipped_edge(self, key: tuple[str, bytes], played: tuple[Game, Table]) -> Edge | None:
        """Return the edge that comes with the program for these rules, if there is one."""
        if not self._shipped:
            return None
        if key not in self._shipped_edges:
            self._shipped_edges[key] = shipped_edge(*played)
        return self._shipped_edges[key]

    def counting(self, game: Game, table: Table) -> bool:
        """Whether the edge of a table is not known yet; one that failed is not computed again."""
        key = game.id, msgspec.json.encode(table.rules)
        return key not in self._edges and not self._shipped_edge(key, (game, table))

    async def _counts(self, missing: dict[tuple[str, bytes], tuple[Game, Table]]) -> None:
        for key, (game, table) in missing.items():
            try:
                self._edges[key] = await asyncio.wrap_future(self._thread.submit(
                    partial(
                        self._results.get_or_compute, ("edge", key[0], key[1].decode()), Edge,
                        compute_edge, game, table)))
                self._compare(game.id, self._shipped_edge(key, (game, table)), self._edges[key])
            except Exception:  # one table's odds are not worth those of the others
                log.exception("the edge of a table failed", game=game.id)
                self._edges[key] = None

    def lines(self) -> dict[str, GameOdds]:
        """Return the known one-line odds by game; the others are computed one game at a time, and
        ``doing`` says which of those that are not shown yet."""
        games = [game for game in catalogue().values() if study.kind(game)]
        if self._shipped and not self._shipped_lines:
            self._shipped_lines = {game.id: line for game in games if (line := shipped_line(game))}
        missing = [game for game in games if game.id not in self._lines]
        missing.sort(key=lambda game: game.id in self._shipped_lines)
        if missing and (self._listing is None or self._listing.done()):
            self.doing = "" if missing[0].id in self._shipped_lines else missing[0].id
            self._listing = asyncio.get_running_loop().create_task(self._list(missing))
        known = self._shipped_lines | self._lines
        return {game.id: known[game.id] for game in games if game.id in known}

    def _compare(self, name: str, shipped: object, computed: object) -> None:
        """Note a figure that came with the program and that its code computes otherwise."""
        if shipped is not None and shipped != computed:
            log.warning("the code computes other odds than came with the program", game=name)

    async def _list(self, missing: list[Game]) -> None:
        for game in missing:
            self.doing = "" if game.id in self._shipped_lines else game.id
            try:
                self._lines[game.id] = await self.once(("line", game.id), GameOdds, study.brief,
                                                       game)
                self._compare(game.id, self._shipped_lines.get(game.id), self._lines[game.id])
            except Exception:  # one game's odds are not worth those of the others
                log.exception("the odds of a game failed", game=game.id)
                self._lines[game.id] = msgspec.structs.replace(
                    GameOdds(**msgspec.structs.asdict(study.head(game))), kind="")
        self.doing = ""

    async def ask(self, work: Callable[..., T], *args: object) -> T:
        """Return the result of other quick work, which is not stored; HouseError while too many
        requests wait."""
        if self._waiting >= MAX_WAITING:
            raise HouseError("busy", "too many requests now; try again in a moment", status=503)
        self._waiting += 1
        try:
            return await asyncio.wrap_future(self._thread.submit(work, *args))
        finally:
            self._waiting -= 1

    async def close(self) -> None:
        """Cancel what is being priced."""
        for task in (self._edging, self._listing):
            if task:
                task.cancel()
        for thread in (self._thread, self._long):
            thread.shutdown(wait=False, cancel_futures=True)


class TableEdges(msgspec.Struct, frozen=True, kw_only=True):
    """The lowest and the highest edge of the best bet at the tables of a game in this house."""

    lowest: float
    highest: float
    tables: int


class EveryOdds(msgspec.Struct, frozen=True, kw_only=True):
    """The games whose line is known, the one being computed, and how many are ``left``. ``here``
    are, by game, the known edges of the tables of this house, whose rules may differ from the
    regulation's defaults."""

    games: list[GameOdds]
    here: dict[str, TableEdges]
    doing: str
    left: int


class PricedTable(msgspec.Struct, frozen=True, kw_only=True):
    """The table that is priced, its limits in cents; ``brings`` are the minimum and maximum buy-in
    when the maximum does not limit a bet."""

    id: str
    name: str
    minimum: int
    maximum: int
    brings: list[int] | msgspec.UnsetType = msgspec.UNSET


class Odds(OddsHead, frozen=True, kw_only=True):
    """The header of odds of any kind: the rules that are priced, and their words."""

    keeps: str
    rules: Rules
    words: Words
    table: PricedTable | None


class MachineOdds(msgspec.Struct, frozen=True, kw_only=True):
    """The PAR sheet of each model, or of a table's model."""

    sheets: tuple[ParSheet, ...]


class PeopleOdds(msgspec.Struct, frozen=True, kw_only=True):
    """What the house charges people who play against each other, the form in which hands are
    compared, and how many hands there are of each combination: of ``five`` cards, and of a
    ``deal``, null while these are counted, which may take minutes."""

    cost: Cost
    equity: str
    five: Census
    deal: Census | None


class BankOwes(msgspec.Struct, frozen=True, kw_only=True):
    """The maximum that the bank may have to pay in one coup; null when the game does not say."""

    most: Owed | None


class BankUnlimited(msgspec.Struct, frozen=True, kw_only=True):
    """Nothing limits what the bank may have to pay in one coup."""

    most: Unlimited


def _response_types() -> AnyOf:
    """Return the type of /api/odds: for bets, the answers of the games in the catalogue."""
    answers = dict.fromkeys(game.pricing.answer for game in catalogue().values() if game.pricing)
    return AnyOf((*(AllOf((Odds, answer, Follows, AnyOf((BankOwes, BankUnlimited))))
                    for answer in answers),
                  AllOf((Odds, MachineOdds)), AllOf((Odds, PeopleOdds))))


def _game_and_table(house: House, table_id: str, game_id: str) -> tuple[Game, Table, str]:
    """Return the requested game and table; for a game alone, its default table."""
    if table_id:
        desk = house.room(table_id.split("~")[0]).desk
        return desk.game, desk.table, table_id.split("~")[0]
    game = catalogue().get(game_id)
    if game is None:
        raise HouseError("no-game", phrase("there is no game {game} here; the catalogue has "
                                           "{catalogue}", game=repr(game_id),
                                           catalogue=", ".join(catalogue())), status=404,
                         facts={"asked": game_id})
    return game, study.default_table(game), ""


def _refuse_seated_player(house: House, request: HttpRequest, game: Game) -> None:
    """Raise HouseError when a clause forbids advice at a game and the player sits at it."""
    if clause := _advice_clause(house, request, game):
        law.cite_clause(clause)
        raise HouseError("at-a-table", "you are seated at a table of this game, where players get "
                         "no advice: leave your seat before you read its odds", law=clause,
                         status=409)


def _advice_clause(house: House, request: HttpRequest, game: Game) -> str:
    """Return the clause that forbids helping the person who asks, because they sit at a table of
    the game; "" for none."""
    clause, player = game.conduct.laws.get("advice", ""), player_of(request)
    sits = player and any(player.id in room.desk.seats for room in house.rooms.values()
                          if room.desk.game is game)
    return clause if sits else ""


@get("/api/odds", opt=policy(ANYBODY, 404, 409) | {GIVES: LateType(_response_types)})
async def odds(request: HttpRequest, table: Name = "", game: Name = "", strategy: Name = ""
               ) -> dict[str, object]:
    """The odds of a table, or of a game by its default rules. ``kind`` "bets": edge of each bet,
    best play, the effect of each rule, sessions, and the maximum that the bank may have to pay in
    one coup; an edge above 0 favours the house. "machines": the PAR sheet of each model. "people":
    what the house charges people who play against each other, and how many hands there are of each
    combination."""
    house: House = request.app.state.house
    if bool(table) == bool(game):
        raise HouseError("form", "ask for either a table or a game", status=400)
    played, priced_table, table_id = _game_and_table(house, table, game)
    kind = study.kind(played)
    if not kind:
        raise HouseError("no-odds", phrase("the odds of {id} are not computed yet", id=played.id),
                         status=404)
    known = played.pricing.classes if played.pricing else ()
    if strategy and strategy not in known:
        raise HouseError("no-strategy", phrase("there is no strategy {strategy}; the strategies "
                                               "are {known}", strategy=repr(strategy),
                                               known=", ".join(known)), status=404)
    _refuse_seated_player(house, request, played)
    pricer: Pricer = request.app.state.pricer
    common = Odds(
        **msgspec.structs.asdict(study.head(played)),
        keeps=played.lost_bets_to,
        rules=msgspec.to_builtins(priced_table.rules),
        words=study.words(played),
        table=PricedTable(
            id=table_id, name=priced_table.name, minimum=priced_table.minimum,
            maximum=priced_table.maximum,
            brings=buy_in_limits(priced_table, played) or msgspec.UNSET)
        if table_id
        else None,
    )
    if played.pricing is not None:
        most = played.pricing.liability
        # What the bank may owe depends on this table's limits, so it is not stored.
        return members(common, *await pricer.price(
            played, priced_table, strategy or (known[0] if known else ""))) | {
                "most": msgspec.to_builtins(most(priced_table)) if most else None}
    if played.cabinet is not None:
        rules = msgspec.json.encode(priced_table.rules).decode() if table_id else ""
        return members(common, MachineOdds(sheets=await pricer.once(
            ("par", played.id, rules), tuple[ParSheet, ...], played.cabinet.par,
            priced_table if table_id else None)))
    if played.hands is not None:
        hands, ranking = played.hands, played.hands.ranking(priced_table)
        return members(common, PeopleOdds(
            cost=hands.cost(priced_table), equity=hands.equity_form,
            five=await pricer.once(("five", played.id, ranking), Census, hands.hand_counts["five"],
                                   priced_table),
            deal=pricer.result_or_start(("deal", played.id, ranking), Census,
                                        hands.hand_counts["deal"], priced_table)))
    raise AssertionError(kind)


@get("/api/odds/games")
async def lines(request: HttpRequest) -> EveryOdds:
    """Every game of the catalogue in one line: the cheapest and the most expensive bet, or what the
    house charges people who play against each other. Games not computed yet are ``left``, and the
    game being computed is ``doing``: ask again. A game whose odds must not be shown to players
    who sit at it gives the ``barred`` clause."""
    house: House = request.app.state.house
    pricer: Pricer = request.app.state.pricer
    known = pricer.lines()
    listed = [GameOdds(**msgspec.structs.asdict(study.head(game)), barred=barred) if (
                barred := _advice_clause(house, request, game)) else known[name]
            for name, game in catalogue().items() if name in known]
    left = sum(bool(study.kind(game)) for game in catalogue().values()) - len(known)
    edges: dict[str, list[float]] = {}
    for table_id, edge in known_edges(request)[0].items():
        edges.setdefault(house.room(table_id).desk.game.id, []).append(edge.edge_float)
    here = {name: TableEdges(lowest=min(of), highest=max(of), tables=len(of))
            for name, of in edges.items()}
    return EveryOdds(games=listed, here=here, doing=pricer.doing, left=left)


@get("/api/edges")
async def edges(request: HttpRequest) -> dict[str, Edge]:
    """The edge of the best bet by table, above 0 for the house, exactly as in /api/odds; tables not
    computed yet are left out, and computed meanwhile. A player who sits where advice is forbidden
    gets no table of that game."""
    return known_edges(request)[0]


def known_edges(request: HttpRequest) -> tuple[dict[str, Edge], list[str]]:
    """Return the known edges, and the tables whose edge is being computed."""
    house: House = request.app.state.house
    tables = {}
    for name in house.tables:
        desk = house.room(name).desk
        pricing = desk.game.pricing
        if pricing and pricing.edge and not _advice_clause(house, request, desk.game):
            tables[name] = desk.game, desk.table
    pricer: Pricer = request.app.state.pricer
    known = pricer.edges(tables)
    return known, [name for name in tables if name not in known and pricer.counting(*tables[name])]
