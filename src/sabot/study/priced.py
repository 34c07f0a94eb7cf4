"""What a page of odds tells of any game of the catalogue, as plain data: by what a game declares of
its chances it is one of bets, of machines, or of people who play one another."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any, Protocol

import msgspec

from sabot import law
from sabot.odds import forecast
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


def part(game: Game, name: str, table: Table | None, *given: str) -> Any:
    """What a game says of a table under one of its parts that price: "odds", "edge", "waterfall",
    "par"; plain data. ``given`` is a class of play, or nothing."""
    said = game.parts[name]
    if _keeper is None or not _of_the_program(said):
        return said(table, *given)
    laid = msgspec.structs.replace(table, name="") if table is not None else None
    return _keeper.kept((game.id, name, msgspec.json.encode(laid).decode(), *given),
                        said, table, *given)


def _of_the_program(said: Any) -> bool:
    """Whether a part is code of the program, which a keeper knows by its content."""
    return str(getattr(getattr(said, "func", said), "__module__", "")).startswith("sabot.")


def kind(game: Game) -> str:
    """What is priced of a game: its "bets", its "machines", or among "people" what the house keeps
    and what hands there are; "" where nothing is."""
    declared = (("odds", "bets"), ("par", "machines"), ("cost", "people"))
    return next((name for part, name in declared if part in game.parts), "")


def bets(game: Game, table: Table, strategy: str = "") -> dict[str, Any]:
    """What the game says of its bets, and what follows for a session of the first of them."""
    chosen = (strategy,) if strategy else ()
    found: dict[str, Any] = part(game, "odds", table, *chosen)
    main = found["bets"][0]
    return found | {
        "bets": [bet | {"skewness": forecast.skewness(bet["net"])} for bet in found["bets"]],
        "classes": {name: part(game, "edge", table, name) for name in game.parts.get("classes", ())}
        if "edge" in game.parts else {},
        "waterfall": part(game, "waterfall", table, *chosen) if "waterfall" in game.parts else [],
        # In hundredths of the bet, so that every table reads its own sums from them.
        "sessions": [forecast.of_session(forecast.distribution(main["net"], 100), coups,
                                         -100 * main["edge_float"]) for coups in SESSIONS],
        "hands": HANDS,
    }


def words(game: Game) -> dict[str, dict[str, str]]:
    """The words of a game that its odds need: acts and their letters, bets, what is priced."""
    more = game.parts.get("odds_words", {})
    return {lang: {key: text for key, text in words.items() if key.startswith(
                ("act.", "key.", "bet.", "rule.", "category."))} | more.get(lang, {})
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
    return tuple(game.parts.get("classes", ()))[:1]


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
    line: dict[str, Any] = {**head(game), "kind": of, "keeps": game.parts.get("keeps", "")}
    if of == "people":
        cost = game.parts["cost"](table)
        return line | {"cost": cost}
    if of == "machines":
        found = [{"bet": sheet["model"], "names": {}, "exact": "",
                  "kept": 1 - sheet["returned_float"], "deviation": sheet["deviation"]}
                 for sheet in part(game, "par", None)]
    else:
        priced = part(game, "odds", table, *usually(game))["bets"]
        found = [{"bet": bet["bet"], "names": names_of(game, bet["bet"]),
                  "exact": bet["edge"] if "bound" not in bet else "", "kept": bet["edge_float"],
                  "deviation": bet["variance_float"] ** 0.5} for bet in priced]
        least = found[priced.index(best(priced))]
        return line | {"best": least, "worst": max(found, key=_kept), "many": len(found)}
    return line | {"best": min(found, key=_kept), "worst": max(found, key=_kept),
                   "many": len(found)}


def _kept(one: dict[str, Any]) -> float:
    kept: float = one["kept"]
    return kept


def names_of(game: Game, bet: str) -> dict[str, str]:
    """What a bet is called, by language, where the game has a word for it."""
    return {lang: said for lang, own in words(game).items()
            if (said := own.get(f"odds.{bet}") or own.get(f"bet.{bet}"))}
