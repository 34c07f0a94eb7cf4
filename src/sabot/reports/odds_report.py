"""What a page of odds tells of any game of the catalogue: by what a game declares of its chances it
is one of bets, of machines, or of people who play one another."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from operator import attrgetter
from typing import Concatenate, Literal, NamedTuple, ParamSpec, Protocol, TypeVar

import msgspec
from msgspec import UNSET, UnsetType

from sabot import law
from sabot.families.blackjack.pricing.odds_answer import CardBet
from sabot.families.jackpot.chip import ChipOdds
from sabot.families.layout.odds_answer import ClothBet
from sabot.families.poker.no_draw_answer import NoDrawBet
from sabot.odds import forecast
from sabot.odds.answer import Answer, Step
from sabot.odds.entry import Bet
from sabot.odds.forecast import SessionForecast
from sabot.odds.par import ParSheet
from sabot.odds.people import Cost
from sabot.procedure.game import Game
from sabot.procedure.in_force import InForce
from sabot.procedure.table import Table

SESSIONS = (70, 280, 1000)  # coups: an hour, an evening, a month of evenings
ROUNDS_AN_HOUR = 70  # coups an hour


P = ParamSpec("P")
T = TypeVar("T")


class ResultCache(Protocol):
    """Keeps results that took long to compute (`sabot.results.Results`)."""

    def get_or_compute(
        self,
        key: tuple[str, ...],
        kind: type[T],
        work: Callable[P, T],
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> T: ...


_cache: ResultCache | None = None


def set_cache(cache: ResultCache | None) -> None:
    """From now on what games say of their odds is looked for there first, and kept there."""
    global _cache
    _cache = cache


def odds(game: Game, table: Table, *chosen: str) -> Answer:
    """Every bet of a table priced, under a class of play or the best."""
    return _cached(game, "odds", game.priced.answer, game.priced.odds, table, *chosen)


def edge(game: Game, table: Table, *chosen: str) -> float:
    """The edge of a table's main bet; LookupError where the game says none."""
    if game.priced.edge is None:
        raise LookupError(f"{game.id} says no edge of its main bet")
    return float(_cached(game, "edge", float, game.priced.edge, table, *chosen))


def waterfall(game: Game, table: Table, *chosen: str) -> tuple[Step, ...]:
    """What each rule of a table adds to its edge; nothing where the game does not say."""
    steps = game.priced.waterfall
    return _cached(game, "waterfall", tuple[Step, ...], steps, table, *chosen) if steps else ()


def sheets(game: Game, table: Table | None) -> tuple[ParSheet, ...]:
    """The sheet of a table's machine; without a table those of all models."""
    if game.cabinet is None:
        raise LookupError(f"{game.id} has no machines")
    return _cached(game, "par", tuple[ParSheet, ...], game.cabinet.par, table)


L = TypeVar("L", Table, Table | None)


def _cached(game: Game, name: str, kind: type[T], work: Callable[Concatenate[L, P], T], table: L,
            *args: P.args, **kwargs: P.kwargs) -> T:
    """What a game says under one of its capabilities, from the keeper where there is one."""
    if _cache is None or not _is_own_code(work):
        return work(table, *args, **kwargs)
    unnamed = msgspec.structs.replace(table, name="") if table is not None else None
    key = (game.id, name, msgspec.json.encode(unnamed).decode(), *map(str, args))
    return _cache.get_or_compute(key, kind, work, table, *args, **kwargs)


def _is_own_code(work: object) -> bool:
    """Whether this is code of the program, which a keeper knows by its content."""
    return str(getattr(getattr(work, "func", work), "__module__", "")).startswith("sabot.")


Kind = Literal["bets", "machines", "people", ""]


def kind(game: Game) -> Kind:
    """What is priced of a game: its "bets", its "machines", or among "people" what the house keeps
    and what hands there are; "" where nothing is."""
    return "bets" if game.pricing else "machines" if game.cabinet else \
        "people" if game.hands else ""


class Follows(msgspec.Struct, frozen=True, kw_only=True):
    """What follows from the odds of bets: the edge of each class of play, what each rule adds to
    it, and sessions of the main bet in hundredths of the stake, with so many ``hands`` an hour."""

    classes: dict[str, float]
    waterfall: tuple[Step, ...]
    sessions: tuple[SessionForecast, ...]
    hands: int


class PricedBets(NamedTuple):
    """What a game answers of its bets, and what follows."""

    answer: Answer
    follows: Follows


def bets(game: Game, table: Table, *chosen: str) -> PricedBets:
    """What the game says of its bets, and what follows for a session of the first of them."""
    answer = odds(game, table, *chosen)
    return PricedBets(answer, follows(game, table, answer, *chosen))


def follows(game: Game, table: Table, answer: Answer, *chosen: str) -> Follows:
    """What follows from the odds of a table's bets under a class of play, or the best."""
    main = answer.bets[0]
    # In hundredths of the bet, so that every table reads its own sums from them.
    distribution = forecast.distribution(main.net, 100)
    return Follows(
        classes={name: edge(game, table, name) for name in game.priced.classes}
        if game.priced.edge else {},
        waterfall=waterfall(game, table, *chosen),
        sessions=tuple(forecast.of_session(distribution, coups, -100 * main.edge_float)
                       for coups in SESSIONS),
        hands=ROUNDS_AN_HOUR)


def words(game: Game) -> dict[str, dict[str, str]]:
    """The words of a game that its odds need: acts and their letters, bets, what is priced."""
    pricing_words = game.pricing.words if game.pricing else {}
    return {lang: {key: text for key, text in words.items() if key.startswith(
                ("act.", "key.", "bet.", "rule.", "category."))} | dict(pricing_words.get(lang, {}))
            for lang, words in game.words.items()}


class OneBet(msgspec.Struct, frozen=True, kw_only=True):
    """A bet in one line: what is ``kept`` of each stake, exactly where it is known so, and how far
    results spread. Of machines it is a model."""

    bet: str
    names: dict[str, str]
    exact: str
    kept: float
    deviation: float


class OddsHead(msgspec.Struct, frozen=True, kw_only=True):
    """What stands above the odds of a game: its names, its money, its regulation, and what is
    priced of it: its "bets", its "machines", or among "people" what the house keeps."""

    game: str
    names: dict[str, str]
    currency: str
    section: str
    regulation: str
    in_force: InForce
    kind: str


class GameOdds(OddsHead, frozen=True, kw_only=True):
    """A game in one line: the bet that costs least and the one that costs most of so ``many``, or
    among people the ``cost``; or the clause under which its odds are ``barred`` to who asks.
    ``keeps`` is how the house is paid for its room, "" where it has an edge."""

    keeps: str | UnsetType = UNSET
    barred: str | UnsetType = UNSET
    cost: Cost | UnsetType = UNSET
    best: OneBet | UnsetType = UNSET
    worst: OneBet | UnsetType = UNSET
    many: int | UnsetType = UNSET


def head(game: Game) -> OddsHead:
    """What stands above the odds of a game."""
    return OddsHead(
        game=game.id, names=dict(game.names), currency=game.currency, section=game.section,
        regulation=law.document(game.section).short, in_force=InForce.of(game), kind=kind(game))


def default_table(game: Game) -> Table:
    """A table of the game as its regulation has it, with no choice of a house."""
    return Table(game=game.id, name="", rules=game.rules())


def default_class(game: Game) -> tuple[str, ...]:
    """The class of play by which a game is priced where none is asked for: the first that it
    declares, its best; nothing where there is nothing to decide."""
    return game.pricing.classes[:1] if game.pricing else ()


def best(bets: Sequence[Bet]) -> Bet:
    """The bet that costs least: the first, or another that lies on a cloth by itself."""
    first, *more = bets
    return min((first, *(bet for bet in more if isinstance(bet, ClothBet) and not bet.beside)),
               key=lambda bet: Fraction(bet.edge))


def chip_of(bet: Bet) -> ChipOdds | None:
    """What is known of the chip of a jackpot, where a bet is one."""
    return bet.jackpot or None if isinstance(bet, CardBet | NoDrawBet) else None


def brief(game: Game) -> GameOdds:
    """A game in one line, by its default rules: of bets at the best play the one that costs least
    and the one that costs most; of machines the model that keeps least and the one that keeps most;
    among people what the house keeps. ``kept`` is what is compared, a part of each stake."""
    table, kind_, by_edge = default_table(game), kind(game), attrgetter("kept")
    line = GameOdds(**msgspec.structs.asdict(head(game)), keeps=game.keeps)
    if game.hands is not None and kind_ == "people":
        return msgspec.structs.replace(line, cost=game.hands.cost(table))
    if kind_ == "machines":
        bets_ = [OneBet(bet=sheet.model, names={}, exact="", kept=1 - sheet.returned_float,
                        deviation=sheet.deviation) for sheet in sheets(game, None)]
        best_bet = min(bets_, key=by_edge)
    else:
        priced = odds(game, table, *default_class(game)).bets
        bets_ = [OneBet(bet=bet.bet, names=names_of(game, bet.bet),
                        exact=bet.edge if bet.exact else "", kept=bet.edge_float,
                        deviation=bet.variance_float ** 0.5) for bet in priced]
        best_bet = bets_[priced.index(best(priced))]
    return msgspec.structs.replace(
        line, best=best_bet, worst=max(bets_, key=by_edge), many=len(bets_)
    )


def names_of(game: Game, bet: str) -> dict[str, str]:
    """What a bet is called, by language, where the game has a word for it."""
    return {lang: name for lang, texts in words(game).items()
            if (name := texts.get(f"odds.{bet}") or texts.get(f"bet.{bet}"))}
