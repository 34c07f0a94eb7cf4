"""Exact odds of the bets of a game: `odds` and its results."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial
from math import sqrt
from typing import TYPE_CHECKING

from msgspec import UNSET

from sabot import families
from sabot.errors import SabotError, as_sabot_error, wrong
from sabot.families.layout.odds_answer import ClothBet
from sabot.library import arguments
from sabot.library.display import MAX_BARS, Number, frame, html_table, percent
from sabot.library.pricing_source import (
    PricingSource,
    catalogue_game,
    general_source,
    table_source,
)
from sabot.library.tables import Option, Table, find_game, rule_texts, table_of
from sabot.pictures import Bar, Picture, bars
from sabot.probability import forecast
from sabot.probability.answer import Answer, HandAdvice, Together
from sabot.probability.distribution import Distribution
from sabot.probability.entry import Bet
from sabot.probability.forecast import SessionForecast
from sabot.probability.par import ParSheet
from sabot.reports import odds_report
from sabot.words import phrase

if TYPE_CHECKING:
    import pandas

SHOWN_BETS = 24
"""The bets of a picture."""
REPR_BETS = 6
"""The bets of a line."""
MAX_SESSION = 100_000
"""The coups of a session whose exact distribution is computed."""


@dataclass(frozen=True)
class PricedBet:
    """A bet with its price, in units of the stake.

    ``edge`` is what the house keeps of each stake on average, negative for what the bettor gains.
    ``p_win``, ``p_push`` and ``p_lose`` are chances; of a game at a machine ``p_win`` is that of
    any prize. ``variance`` and ``skewness`` are those of the net result (machines: no skewness).
    Figures are fractions where they are known exactly (``exact``); otherwise they are floats and
    the edge is right to ``bound``. ``outcomes`` has each net result with its chance.
    ``conditions`` says under which conditions the price holds, ``spots`` where the bet can be made
    on a layout.

    >>> import sabot
    >>> bet = sabot.odds("american-roulette")["straight"]
    >>> bet.edge, bet.p_win
    (Fraction(1, 37), Fraction(1, 37))
    """

    name: str
    edge: Number
    p_win: Number
    p_push: Number
    p_lose: Number
    variance: Number
    skewness: float | None
    outcomes: tuple[tuple[Number, Number], ...] = field(repr=False)
    conditions: str = field(repr=False)
    spots: tuple[str, ...] = field(default=(), repr=False)
    bound: float = 0.0

    @property
    def exact(self) -> bool:
        """Whether the figures are fractions."""
        return isinstance(self.edge, Fraction)

    @property
    def edge_float(self) -> float:
        """The edge as a float."""
        return float(self.edge)

    @property
    def deviation(self) -> float:
        """The standard deviation of the net result, in stakes."""
        return sqrt(self.variance)

    def distribution(self, stake: int) -> Distribution:
        """The net result of a stake in cents, with the chance of each value; SabotError where a
        result is not whole cents."""
        stake = arguments.cents("stake", stake)
        if not self.outcomes:
            raise SabotError(phrase("the net results of {bet} are not listed: simulate it instead",
                                    bet=self.name))
        with as_sabot_error():
            return Distribution.of_units(dict(self.outcomes), stake)

    def session(self, coups: int, stake: int = 1000) -> SessionForecast:
        """A session of so many equal stakes, in cents: its mean, deviation, quantiles and the
        chance to be ahead, from the exact distribution of the sum.

        >>> import sabot
        >>> evening = sabot.odds("american-roulette")["red"].session(100)
        >>> round(evening.ahead, 4)
        0.3553
        """
        coups = arguments.whole("coups", coups, 1, MAX_SESSION)
        with as_sabot_error():
            return forecast.of_session(self.distribution(stake), coups, -self.edge_float * stake)


@dataclass(frozen=True, repr=False)
class Odds:
    """The odds of the bets of a table, the main bet first; a sequence of `PricedBet`.

    ``strategy`` is the class of play under which they hold, "" where nothing is to be decided;
    ``strategies`` are all classes. ``not_priced`` has bets without a price, each with the reason.
    ``table`` is None for general rules. Index by position, by the name of a bet, or by a spot of
    it ("red").
    """

    game: str
    strategy: str
    strategies: tuple[str, ...]
    bets: tuple[PricedBet, ...]
    not_priced: Mapping[str, str]
    table: Table | None = field(repr=False)
    answer: Answer | None = field(repr=False)
    """The whole answer of the game, with charts of best play where it has decisions; None for
    machines."""
    _source: Callable[[], PricingSource] | None = field(default=None, repr=False, compare=False)

    def __len__(self) -> int:
        return len(self.bets)

    def __iter__(self) -> Iterator[PricedBet]:
        return iter(self.bets)

    def __getitem__(self, bet: int | str) -> PricedBet:
        if not isinstance(bet, str):
            return arguments.item("bet", self.bets, bet)
        for priced in self.bets:
            if bet == priced.name or bet in priced.spots:
                return priced
        raise wrong("bet", bet, ", ".join(priced.name for priced in self.bets))

    def __repr__(self) -> str:
        edges = [f"{bet.name} {percent(bet.edge)}" for bet in self.bets[:REPR_BETS]]
        if len(self.bets) > REPR_BETS:
            edges.append(f"... {len(self.bets)} bets")
        strategy = f", strategy={self.strategy!r}" if self.strategy else ""
        return f"Odds({self.game!r}{strategy}, edges: {', '.join(edges)})"

    @property
    def main(self) -> PricedBet:
        """The main bet of the game."""
        return self.bets[0]

    @property
    def edge(self) -> Number:
        """The edge of the main bet."""
        return self.main.edge

    def together(self, bets: str) -> Together:
        """Several bets at once, written "SPOT=SUM SPOT=SUM": what they return after the next throw
        or coup and until all are decided. SabotError for games without a layout.

        >>> import sabot
        >>> sabot.odds("american-roulette").together("straight/17=5 red=10").edge
        '1/37'
        """
        arguments.text("bets", bets)
        together = self._source().together if self._source else None
        if together is None:
            raise SabotError(phrase("several bets together are for games with a layout, which "
                                    "{game} does not have", game=self.game))
        with as_sabot_error():
            return together(bets)

    def hand(self, cards: str, against: str) -> HandAdvice:
        """The value of every act of one hand against the bank's card, in bets. `SabotError` for
        games without such decisions.

        >>> import sabot
        >>> advice = sabot.odds("blackjack", packs=6).hand("8,8", against="10")
        >>> advice.best, round(advice.acts["split"].value, 4)
        ('split', -0.5157)
        """
        arguments.text("cards", cards)
        arguments.text("against", against)
        advice = self._source().advice if self._source else None
        if advice is None:
            raise SabotError(phrase("{game} has no hand to decide against a card of the bank",
                                    game=self.game))
        with as_sabot_error():
            return advice(cards, against)

    def to_frame(self) -> pandas.DataFrame:
        """The bets as a data frame, with floats; needs pandas."""
        return frame({"bet": bet.name, "edge": bet.edge_float, "p_win": float(bet.p_win),
                      "p_push": float(bet.p_push), "p_lose": float(bet.p_lose),
                      "deviation": bet.deviation, "skewness": bet.skewness, "exact": bet.exact}
                     for bet in self.bets)

    def plot(self, most: int = SHOWN_BETS) -> Picture:
        """The edges as bars, to the right for the house; at most so many bets."""
        most = arguments.whole("most", most, 1, MAX_BARS)
        return bars([Bar(bet.name, bet.edge_float, percent(bet.edge, 3), bet.edge_float <= 0)
                     for bet in self.bets[:most]], "the edge of each bet in hundredths of it")

    def _repr_html_(self) -> str:
        return html_table(
            ("bet", "edge", "wins", "ties", "exact edge"),
            [(bet.name, percent(bet.edge), percent(bet.p_win), percent(bet.p_push),
              str(bet.edge) if bet.exact else f"± {bet.bound:.0e}") for bet in self.bets],
            f"{self.game}{f', {self.strategy}' if self.strategy else ''}")


def odds(game: str | Table, *, strategy: str = "", left: str = "", seen: str = "",
         **rules: Option) -> Odds:
    """The exact odds of every bet of a game.

    ``game`` is the id of a game, a `Table`, or "blackjack" for its general rules; ``rules`` are
    those of `Table`. ``strategy`` is the class of play, by default the best. ``left`` names the
    cards that are left in the shoe, ``seen`` those that have gone ("AS KD 7=3"), in games where
    cards alone decide. `SabotError` for what does not exist or is not lawful, with the clause.

    >>> import sabot
    >>> sabot.odds("cussec")["small"].edge
    Fraction(1, 36)
    >>> round(sabot.odds("blackjack-2007", packs=4).edge, 6)
    0.001629
    """
    for what, words in (("strategy", strategy), ("left", left), ("seen", seen)):
        arguments.text(what, words)
    if left and seen:
        raise SabotError("give the cards left or the cards seen, not both")
    if isinstance(game, str) and game in families.general_families():
        return _general(game, strategy, left or seen, rules)
    if not isinstance(game, Table):
        catalogue_game(game)
    table = table_of(game, rules)
    played = find_game(table.game)
    if played.cabinet is not None:
        return _machines(table, bool(rules) or isinstance(game, Table))
    if played.pricing is None:
        raise SabotError(phrase("{game} has no bets against a bank: see sabot.equity for what "
                                "hands win, and Table.house_share for what the house keeps",
                                game=table.game))
    return _price(table.game, table, strategy, partial(_table_source, table, left, seen))


def _table_source(table: Table, left: str, seen: str) -> PricingSource:
    return table_source(find_game(table.game), table.house_table, left=left or None,
                        seen=seen or None)


def _general_source(name: str, rules: Mapping[str, str]) -> PricingSource:
    general = families.load_general(name)
    assert general is not None
    return general_source(general, rules)


def _general(name: str, strategy: str, cards: str, rules: Mapping[str, Option]) -> Odds:
    """The odds under the general rules of a family."""
    if cards:
        raise SabotError(phrase("the odds of {game} cannot be computed from the cards left",
                                game=name))
    return _price(name, None, strategy, partial(_general_source, name, rule_texts(rules)))


def _price(game: str, table: Table | None, strategy: str,
           make_source: Callable[[], PricingSource]) -> Odds:
    """What a source prices, of a class of play, by default the best."""
    source = make_source()
    if strategy and strategy not in source.strategies:
        raise wrong("strategy", strategy, ", ".join(source.strategies) or "none")
    with as_sabot_error():
        answer = source.price(*((strategy,) if strategy else ()))
    return Odds(game, answer.strategy, source.strategies,
                tuple(_priced_bet(bet) for bet in answer.bets), dict(answer.not_priced), table,
                answer, make_source)


def _priced_bet(bet: Bet) -> PricedBet:
    exact = bet.exact

    def number(text: str, value: float) -> Number:
        return Fraction(text) if exact else value

    return PricedBet(
        bet.bet, number(bet.edge, bet.edge_float),
        _number(bet.p_win), _number(bet.p_push), _number(bet.p_lose),
        number(bet.variance, bet.variance_float), bet.skewness,
        tuple((Fraction(units), _number(chance)) for units, chance in bet.net),
        bet.conditions, bet.spots if isinstance(bet, ClothBet) else (),
        0.0 if bet.bound is UNSET else bet.bound)


def _number(value: str | float) -> Number:
    """A chance of an answer: a fraction as text, or a float as text or number."""
    if isinstance(value, float):
        return value
    return float(value) if set(value) & set(".e") else Fraction(value)


def _machines(table: Table, chosen: bool) -> Odds:
    """Each bet of a machine: that of a table, or those of every model."""
    sheets = odds_report.sheets(find_game(table.game), table.house_table if chosen else None)
    return Odds(table.game, "", (), tuple(bet for sheet in sheets for bet in machine_bets(sheet)),
                {}, table, None)


def machine_bets(sheet: ParSheet) -> list[PricedBet]:
    """The bets of a PAR sheet as priced bets. The net results of a game are not listed."""
    unit = "coin" if sheet.kind == "cards" else "line"
    return [PricedBet(
        f"{sheet.model}, {bet.bet} {unit if bet.bet == 1 else unit + 's'}",
        1 - Fraction(bet.returned), Fraction(bet.hit), Fraction(0), 1 - Fraction(bet.hit),
        bet.deviation ** 2, None, (), sheet.identity) for bet in sheet.every_bet]
