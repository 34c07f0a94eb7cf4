"""What a page of odds tells of any game of the catalogue, as plain data: by what a game declares of
its chances it is one of bets, of machines, or of people who play one another."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any, Literal, Protocol

import msgspec

from sabot import law
from sabot.odds import forecast
from sabot.procedure.capabilities import Data
from sabot.procedure.game import Game
from sabot.procedure.table import Table

SESSIONS = (70, 280, 1000)  # coups: an hour, an evening, a month of evenings
HANDS = 70  # coups an hour


class Keeper(Protocol):
    """Keeps results that took long to compute (`sabot.results.Results`)."""

    def kept(self, key: tuple[str, ...], work: Callable[..., Any], *given: Any) -> Any: ...


_keeper: Keeper | None = None


def keep_in(keeper: Keeper | None) -> None:
    """From now on what games say of their odds is looked for there first, and kept there."""
    global _keeper
    _keeper = keeper


def odds(game: Game, table: Table, *chosen: str) -> Data:
    """Every bet of a table priced, under a class of play or the best."""
    found: Data = _kept(game, "odds", game.priced.odds, table, *chosen)
    return found


def edge(game: Game, table: Table, *chosen: str) -> float:
    """The edge of a table's main bet; LookupError where the game says none."""
    if game.priced.edge is None:
        raise LookupError(f"{game.id} says no edge of its main bet")
    return float(_kept(game, "edge", game.priced.edge, table, *chosen))


def waterfall(game: Game, table: Table, *chosen: str) -> list[Data]:
    """What each rule of a table adds to its edge; nothing where the game does not say."""
    steps = game.priced.waterfall
    found: list[Data] = _kept(game, "waterfall", steps, table, *chosen) if steps else []
    return found


def sheets(game: Game, table: Table | None) -> list[Data]:
    """The sheet of a table's machine; without a table those of all models."""
    if game.cabinet is None:
        raise LookupError(f"{game.id} has no machines")
    found: list[Data] = _kept(game, "par", game.cabinet.par, table)
    return found


def _kept(game: Game, name: str, work: Callable[..., Any], table: Table | None, *given: str) -> Any:
    """What a game says under one of its capabilities, from the keeper where there is one."""
    if _keeper is None or not _of_the_program(work):
        return work(table, *given)
    laid = msgspec.structs.replace(table, name="") if table is not None else None
    return _keeper.kept((game.id, name, msgspec.json.encode(laid).decode(), *given),
                        work, table, *given)


def _of_the_program(work: Any) -> bool:
    """Whether this is code of the program, which a keeper knows by its content."""
    return str(getattr(getattr(work, "func", work), "__module__", "")).startswith("sabot.")


Kind = Literal["bets", "machines", "people", ""]


def kind(game: Game) -> Kind:
    """What is priced of a game: its "bets", its "machines", or among "people" what the house keeps
    and what hands there are; "" where nothing is."""
    return "bets" if game.pricing else "machines" if game.cabinet else \
        "people" if game.hands else ""


def bets(game: Game, table: Table, strategy: str = "") -> dict[str, Any]:
    """What the game says of its bets, and what follows for a session of the first of them."""
    chosen = (strategy,) if strategy else ()
    found = odds(game, table, *chosen)
    main = found["bets"][0]
    return found | {
        "bets": [bet | {"skewness": forecast.skewness(bet["net"])} for bet in found["bets"]],
        "classes": {name: edge(game, table, name) for name in game.priced.classes}
        if game.priced.edge else {},
        "waterfall": waterfall(game, table, *chosen),
        # In hundredths of the bet, so that every table reads its own sums from them.
        "sessions": [forecast.of_session(forecast.distribution(main["net"], 100), coups,
                                         -100 * main["edge_float"]) for coups in SESSIONS],
        "hands": HANDS,
    }


def words(game: Game) -> dict[str, dict[str, str]]:
    """The words of a game that its odds need: acts and their letters, bets, what is priced."""
    more = game.pricing.words if game.pricing else {}
    return {lang: {key: text for key, text in words.items() if key.startswith(
                ("act.", "key.", "bet.", "rule.", "category."))} | dict(more.get(lang, {}))
            for lang, words in game.words.items()}


def head(game: Game) -> dict[str, Any]:
    """What stands above the odds of a game: its names, its money, its regulation."""
    return {"game": game.id, "names": game.names, "currency": game.currency,
            "section": game.section, "regulation": law.document(game.section).short,
            "in_force": game.in_force.told()}


def usual(game: Game) -> Table:
    """A table of the game as its regulation has it, with no choice of a house."""
    return Table(game=game.id, name="", rules=game.rules())


def usually(game: Game) -> tuple[str, ...]:
    """The class of play by which a game is priced where none is asked for: the first that it
    declares, its best; nothing where there is nothing to decide."""
    return game.pricing.classes[:1] if game.pricing else ()


def best(bets: list[dict[str, Any]]) -> dict[str, Any]:
    """The bet that costs least: the first, or another that lies on a cloth by itself."""
    first, *more = bets
    return min((first, *(bet for bet in more if bet.get("spots") and not bet.get("beside"))),
               key=lambda bet: Fraction(bet["edge"]))


def brief(game: Game) -> dict[str, Any]:
    """A game in one line, by its default rules: of bets at the best play the one that costs least
    and the one that costs most; of machines the model that keeps least and the one that keeps most;
    among people what the house keeps. ``kept`` is what is compared, a part of each stake."""
    table, of = usual(game), kind(game)
    line: dict[str, Any] = {**head(game), "kind": of, "keeps": game.keeps}
    if game.hands is not None and of == "people":
        return line | {"cost": game.hands.cost(table)}
    if of == "machines":
        found = [{"bet": sheet["model"], "names": {}, "exact": "",
                  "kept": 1 - sheet["returned_float"], "deviation": sheet["deviation"]}
                 for sheet in sheets(game, None)]
    else:
        priced = odds(game, table, *usually(game))["bets"]
        found = [{"bet": bet["bet"], "names": names_of(game, bet["bet"]),
                  "exact": bet["edge"] if "bound" not in bet else "", "kept": bet["edge_float"],
                  "deviation": bet["variance_float"] ** 0.5} for bet in priced]
        least = found[priced.index(best(priced))]
        return line | {"best": least, "worst": max(found, key=_of_stake), "many": len(found)}
    return line | {"best": min(found, key=_of_stake), "worst": max(found, key=_of_stake),
                   "many": len(found)}


def _of_stake(one: dict[str, Any]) -> float:
    kept: float = one["kept"]
    return kept


def names_of(game: Game, bet: str) -> dict[str, str]:
    """What a bet is called, by language, where the game has a word for it."""
    return {lang: said for lang, own in words(game).items()
            if (said := own.get(f"odds.{bet}") or own.get(f"bet.{bet}"))}
