"""The odds of a game or of a table, computed beside the tables and never in their way."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Annotated, Any

import msgspec
from litestar import Request, get
from litestar.params import QueryParameter

from sabot import law
from sabot.games import catalogue
from sabot.house import House, HouseError
from sabot.odds import forecast
from sabot.procedure.game import Game
from sabot.procedure.table import Table

KEPT = 64  # priced rules
WAITING = 8  # questions that are asked beside
SESSIONS = (70, 280, 1000)  # coups: an hour, an evening, a month of evenings
HANDS = 70  # coups an hour

Name = Annotated[str, QueryParameter(max_length=80)]


class Pricer:
    """Prices each set of rules once, in a thread of its own; who asks meanwhile waits for it.

    Nothing but rules that the house plays and classes of play that a game declares is priced, so
    that nobody can make it work without end.
    """

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="odds")
        self._waiting = 0
        self._found: dict[tuple[str, bytes, str], asyncio.Future[dict[str, Any]]] = {}

    async def price(self, game: Game, table: Table, strategy: str) -> dict[str, Any]:
        """What the game says of its bets; nobody who asks may change it."""
        key = game.id, msgspec.json.encode(table.rules), strategy
        asked = self._found.pop(key, None)
        if asked is None or (asked.done() and (asked.cancelled() or asked.exception())):
            asked = asyncio.get_running_loop().run_in_executor(
                self._thread, _priced, game, table, strategy)
        self._found[key] = asked
        while len(self._found) > KEPT:
            del self._found[next(iter(self._found))]
        # A visitor who goes away does not take it from the others.
        return await asyncio.shield(asked)

    async def ask(self, work: Callable[..., dict[str, Any]], *given: Any) -> dict[str, Any]:
        """The answer of some other work of a moment, which is not kept; HouseError while so much
        waits that a visitor would give up."""
        if self._waiting >= WAITING:
            raise HouseError("busy", "too many ask for this now; try again in a moment", status=503)
        self._waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._thread, work, *given)
        finally:
            self._waiting -= 1

    async def close(self) -> None:
        """What is being priced is let go."""
        self._thread.shutdown(wait=False, cancel_futures=True)


def _priced(game: Game, table: Table, strategy: str) -> dict[str, Any]:
    chosen = (strategy,) if strategy else ()
    found: dict[str, Any] = game.parts["odds"](table, *chosen)
    edge, waterfall = game.parts.get("edge"), game.parts.get("waterfall")
    main = found["bets"][0]
    return found | {
        "bets": [bet | {"skewness": forecast.skewness(bet["net"])} for bet in found["bets"]],
        "classes": {name: edge(table, name) for name in game.parts.get("classes", ())}
        if edge else {},
        "waterfall": waterfall(table, *chosen) if waterfall else [],
        # In hundredths of the bet, so that every table reads its own sums from them.
        "sessions": [forecast.of_session(forecast.distribution(main["net"], 100), coups,
                                         -100 * main["edge_float"]) for coups in SESSIONS],
        "hands": HANDS,
    }


def _asked(house: House, table_id: str, game_id: str) -> tuple[Game, Table, str]:
    """The game and the table that are meant; a game alone as its regulation has it by default."""
    if table_id:
        desk = house.room(table_id.split("~")[0]).desk
        return desk.game, desk.table, table_id.split("~")[0]
    game = catalogue().get(game_id)
    if game is None:
        raise HouseError("no-game", f"there is no game {game_id!r} here; the catalogue has "
                         f"{', '.join(catalogue())}", status=404)
    return game, Table(game=game.id, name="", rules=game.rules()), ""


def _words(game: Game) -> dict[str, dict[str, str]]:
    """The words of a game that its odds need: acts and their letters, bets, what is priced."""
    more = game.parts.get("odds_words", {})
    return {lang: {key: text for key, text in words.items()
                   if key.startswith(("act.", "key.", "bet.", "rule."))} | more.get(lang, {})
            for lang, words in game.words.items() if lang != "keys"}


@get("/api/odds")
async def odds(request: Request[Any, Any, Any], table: Name = "", game: Name = "",
               strategy: Name = "") -> dict[str, Any]:
    """The odds of a table or of a game by its default rules: edge of each bet, best play, what each
    rule is worth, sessions, and what the bank may have to pay in one coup. An edge above 0 favours
    the house."""
    house: House = request.app.state.house
    if bool(table) == bool(game):
        raise HouseError("form", "ask for a table or for a game, one of them", status=400)
    played, laid, table_id = _asked(house, table, game)
    if "odds" not in played.parts:
        raise HouseError("no-odds", f"no odds of {played.id} are computed yet", status=404)
    known = tuple(played.parts.get("classes", ()))
    if strategy and strategy not in known:
        raise HouseError("no-strategy", f"{strategy!r} is no class of play; known are "
                         f"{', '.join(known)}", status=404)
    pricer: Pricer = request.app.state.pricer
    found = await pricer.price(played, laid, strategy or (known[0] if known else ""))
    most = played.parts.get("most")
    return {
        "game": played.id, "names": played.names, "currency": played.currency,
        "regulation": law.document(played.section).short,
        "in_force": played.in_force.told(), "rules": msgspec.to_builtins(laid.rules),
        "words": _words(played), "table": {
            "id": table_id, "name": laid.name, "minimum": laid.minimum, "maximum": laid.maximum,
        } if table_id else None,
        # Of the limits of this table and not of its rules alone: not among what is kept.
        "most": most(laid) if most else None, **found}
