"""The odds of any game of the catalogue: of its bets, of its machines, or of games among
players."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from operator import attrgetter
from typing import Concatenate, Literal, NamedTuple, ParamSpec, Protocol, TypeVar

import msgspec
from msgspec import UNSET, UnsetType

from sabot import regulations as law
from sabot.families.blackjack.pricing.odds_answer import CardBet
from sabot.families.jackpot.chip import ChipOdds
from sabot.families.layout.odds_answer import ClothBet
from sabot.families.poker.no_draw_answer import NoDrawBet
from sabot.probability import forecast
from sabot.probability.answer import Answer, Step
from sabot.probability.entry import Bet
from sabot.probability.forecast import SessionForecast
from sabot.probability.par import ParSheet
from sabot.probability.people import Cost
from sabot.procedure.game import Game
from sabot.procedure.in_force import InForce
from sabot.procedure.table import Table

SESSIONS = (70, 280, 1000)  # coups: an hour, an evening, a month of evenings
ROUNDS_AN_HOUR = 70  # coups an hour


P = ParamSpec("P")
T = TypeVar("T")


class ResultCache(Protocol):
    """A cache of results that took long to compute (`sabot.results.Results`)."""

    def get_or_compute(
        self,
        key: tuple[str, ...],
        kind: type[T],
        work: Callable[P, T],
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> T:
        """The cached result for the key, else ``work(*args, **kwargs)``."""
        ...


_cache: ResultCache | None = None


def set_cache(cache: ResultCache | None) -> None:
    """Set the cache for the odds of all games; None for no cache."""
    global _cache
    _cache = cache


def odds(game: Game, table: Table, *chosen: str) -> Answer:
    """The odds of every bet of a table, for a class of play (default: the best)."""
    return _cached(game, "odds", game.priced.answer, game.priced.odds, table, *chosen)


def edge(game: Game, table: Table, *chosen: str) -> float:
    """The edge of a table's main bet; LookupError if the game has none."""
    if game.priced.edge is None:
        raise LookupError(f"{game.id} has no edge of a main bet")
    return float(_cached(game, "edge", float, game.priced.edge, table, *chosen))


def waterfall(game: Game, table: Table, *chosen: str) -> tuple[Step, ...]:
    """What each rule of a table adds to its edge; () if the game has no waterfall."""
    steps = game.priced.waterfall
    return _cached(game, "waterfall", tuple[Step, ...], steps, table, *chosen) if steps else ()


def sheets(game: Game, table: Table | None) -> tuple[ParSheet, ...]:
    """The PAR sheet of a table's machine; without a table those of all models.

    LookupError if the game has no machines.
    """
    if game.cabinet is None:
        raise LookupError(f"{game.id} has no machines")
    return _cached(game, "par", tuple[ParSheet, ...], game.cabinet.par, table)


L = TypeVar("L", Table, Table | None)


def _cached(game: Game, name: str, kind: type[T], work: Callable[Concatenate[L, P], T], table: L,
            *args: P.args, **kwargs: P.kwargs) -> T:
    """The result of a game's pricing function, from the cache if there is one."""
    if _cache is None or not _is_own_code(work):
        return work(table, *args, **kwargs)
    unnamed = msgspec.structs.replace(table, name="") if table is not None else None
    key = (game.id, name, msgspec.json.encode(unnamed).decode(), *map(str, args))
    return _cache.get_or_compute(key, kind, work, table, *args, **kwargs)


def _is_own_code(work: object) -> bool:
    """Whether this is a function of the program, whose code is part of the cache's key."""
    return str(getattr(getattr(work, "func", work), "__module__", "")).startswith("sabot.")


Kind = Literal["bets", "machines", "people", ""]


def kind(game: Game) -> Kind:
    """What is priced of a game: "bets", "machines", "people" (the cost of a game among players, and
    its hands), or "" for nothing."""
    return "bets" if game.pricing else "machines" if game.cabinet else \
        "people" if game.hands else ""


class Follows(msgspec.Struct, frozen=True, kw_only=True):
    """Figures derived from the odds: the edge of each class of play, what each rule adds, and
    sessions of the main bet in hundredths of the stake, with ``hands`` coups an hour."""

    classes: dict[str, float]
    waterfall: tuple[Step, ...]
    sessions: tuple[SessionForecast, ...]
    hands: int


class PricedBets(NamedTuple):
    """The odds of a game's bets, and the derived figures."""

    answer: Answer
    follows: Follows


def bets(game: Game, table: Table, *chosen: str) -> PricedBets:
    """The odds of a table's bets with the derived figures."""
    answer = odds(game, table, *chosen)
    return PricedBets(answer, follows(game, table, answer, *chosen))


def follows(game: Game, table: Table, answer: Answer, *chosen: str) -> Follows:
    """The derived figures of a table's odds for a class of play (default: the best)."""
    main = answer.bets[0]
    # In hundredths of the bet, so that it holds for every stake.
    distribution = forecast.distribution(main.net, 100)
    return Follows(
        classes={name: edge(game, table, name) for name in game.priced.classes}
        if game.priced.edge else {},
        waterfall=waterfall(game, table, *chosen),
        sessions=tuple(forecast.of_session(distribution, coups, -100 * main.edge_float)
                       for coups in SESSIONS),
        hands=ROUNDS_AN_HOUR)


def words(game: Game) -> dict[str, dict[str, str]]:
    """The words of a game for its odds: acts and their letters, bets, pricing; by language."""
    pricing_words = game.pricing.words if game.pricing else {}
    return {lang: {key: text for key, text in words.items() if key.startswith(
                ("act.", "key.", "bet.", "rule.", "category."))} | dict(pricing_words.get(lang, {}))
            for lang, words in game.words.items()}


class BetSummary(msgspec.Struct, frozen=True, kw_only=True):
    """A bet (or a model of a machine) in one line: the share of each stake that is ``kept``,
    exactly if known, and the deviation."""

    bet: str
    names: dict[str, str]
    exact: str
    kept: float
    deviation: float


class OddsHead(msgspec.Struct, frozen=True, kw_only=True):
    """The head of a game's odds: names, currency, regulation, and what is priced (`kind`)."""

    game: str
    names: dict[str, str]
    currency: str
    section: str
    regulation: str
    in_force: InForce
    kind: str


class GameOdds(OddsHead, frozen=True, kw_only=True):
    """A game in one line: the cheapest and the most expensive of ``many`` bets, or the ``cost`` of
    a game among players; or the clause that bars its odds for the reader (``barred``). ``keeps`` is
    how the house is paid if it has no edge, else ""."""

    keeps: str | UnsetType = UNSET
    barred: str | UnsetType = UNSET
    cost: Cost | UnsetType = UNSET
    best: BetSummary | UnsetType = UNSET
    worst: BetSummary | UnsetType = UNSET
    many: int | UnsetType = UNSET


def head(game: Game) -> OddsHead:
    """The head of a game's odds."""
    return OddsHead(
        game=game.id, names=dict(game.names), currency=game.currency, section=game.section,
        regulation=law.document(game.section).short, in_force=InForce.of(game), kind=kind(game))


def default_table(game: Game) -> Table:
    """A table of the game with default rules."""
    return Table(game=game.id, name="", rules=game.rules())


def default_class(game: Game) -> tuple[str, ...]:
    """The default class of play: the first declared, which is the best; () if there are none."""
    return game.pricing.classes[:1] if game.pricing else ()


def best(bets: Sequence[Bet]) -> Bet:
    """The cheapest bet: the first, or another bet of a layout that may be placed alone."""
    first, *more = bets
    return min((first, *(bet for bet in more if isinstance(bet, ClothBet) and not bet.beside)),
               key=lambda bet: Fraction(bet.edge))


def chip_of(bet: Bet) -> ChipOdds | None:
    """The odds of a jackpot chip, if the bet is one."""
    return bet.jackpot or None if isinstance(bet, CardBet | NoDrawBet) else None


def brief(game: Game) -> GameOdds:
    """A game in one line, with default rules: the cheapest and the most expensive bet with the best
    play, or model of a machine; for a game among players what the house keeps. ``kept``, a share of
    each stake, is compared."""
    table, kind_, by_edge = default_table(game), kind(game), attrgetter("kept")
    line = GameOdds(**msgspec.structs.asdict(head(game)), keeps=game.lost_bets_to)
    if game.hands is not None and kind_ == "people":
        return msgspec.structs.replace(line, cost=game.hands.cost(table))
    if kind_ == "machines":
        bets_ = [BetSummary(bet=sheet.model, names={}, exact="", kept=1 - sheet.returned_float,
                            deviation=sheet.deviation) for sheet in sheets(game, None)]
        best_bet = min(bets_, key=by_edge)
    else:
        priced = odds(game, table, *default_class(game)).bets
        bets_ = [BetSummary(bet=bet.bet, names=names_of(game, bet.bet),
                            exact=bet.edge if bet.exact else "", kept=bet.edge_float,
                            deviation=bet.variance_float ** 0.5) for bet in priced]
        best_bet = bets_[priced.index(best(priced))]
    return msgspec.structs.replace(
        line, best=best_bet, worst=max(bets_, key=by_edge), many=len(bets_)
    )


def names_of(game: Game, bet: str) -> dict[str, str]:
    """The names of a bet by language, as far as the game has words for it."""
    return {lang: name for lang, texts in words(game).items()
            if (name := texts.get(f"odds.{bet}") or texts.get(f"bet.{bet}"))}
