"""What can be priced: a table of a game of the catalogue, or the general rules of a family."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial

from sabot import families, games
from sabot.error_texts import error_text
from sabot.errors import SabotError
from sabot.families import General, Terms
from sabot.library import arguments
from sabot.probability.answer import Answer, HandAdvice, PlayClass, Step, Together
from sabot.probability.liability import Most
from sabot.procedure.capabilities import CardsLeft, OfPlay
from sabot.procedure.game import Game
from sabot.procedure.table import Table
from sabot.reports import odds_report, variants
from sabot.reports.variants import Varied
from sabot.words import phrase, to_plain


@dataclass(frozen=True)
class PricingSource:
    """The pricing functions of one set of rules; None where there is none (see `Pricing`).

    ``rules`` are plain data; ``table`` is None for general rules; ``chart`` writes the play of a
    class. ``strategies`` are the classes of play, by default the first; ``chosen`` is the one that
    was given with the rules, "" for none.
    """

    rules: object
    strategies: tuple[str, ...]
    price: OfPlay[Answer]
    varied: OfPlay[Varied]
    table: Table | None = None
    chosen: str = ""
    most: Callable[[], Most] | None = None
    chart: OfPlay[str] | None = None
    together: Callable[[str], Together] | None = None
    advice: Callable[[str, str], HandAdvice] | None = None


def catalogue_game(name: str) -> Game:
    """The game with this id; SabotError names similar ids, and general rules of a similar name."""
    arguments.text("game", name)
    try:
        return games.game(name)
    except games.UnknownGame as unknown:
        similar = difflib.get_close_matches(name.strip().casefold(), families.general_families(),
                                            n=1, cutoff=0.8)
        raise SabotError(phrase("there is no game {game!r}; perhaps {similar}, the general rules",
                                game=name, similar=similar[0])
                         if similar else error_text(unknown)) from None


def general_source(general: General, values: Mapping[str, str], chosen: str = ""
                   ) -> PricingSource:
    """The general rules of a family, with these values, and a class of play; SabotError for what is
    not allowed."""
    if chosen and chosen not in general.STRATEGIES:
        raise SabotError(phrase("{chosen!r} is not a value for strategy; allowed: {allowed}",
                                chosen=chosen, allowed=", ".join(general.STRATEGIES)))
    try:
        terms = general.parse_terms(values)
    except ValueError as error:
        raise SabotError(error_text(error)) from error
    rules = general.describe_terms(terms)
    return PricingSource(
        rules, tuple(dict.fromkeys((*((chosen,) if chosen else ()), *general.STRATEGIES))),
        partial(general.price, terms),
        partial(_vary_general, rules, terms, general.waterfall, general.simpler),
        chosen=chosen, advice=partial(general.advice, terms))


def _vary_general(rules: object, terms: Terms, waterfall: Callable[..., tuple[Step, ...]],
                  simpler: Callable[[Terms], tuple[PlayClass, ...]], *of: str) -> Varied:
    return Varied(rules=rules, steps=waterfall(terms, *of), classes=simpler(terms))


def table_source(game: Game, table: Table, *, left: str | None = None, seen: str | None = None
                 ) -> PricingSource:
    """A table of a game that has prices. ``left`` are the cards that are left in the shoe, ``seen``
    those that have gone; SabotError where they are not possible."""
    pricing, chart = game.priced, game.simulation.write_chart if game.simulation else None
    cards_left = None
    if (cards := seen if left is None else left) is not None:
        cards_left = _cards_left(game, table, cards, left is None)
    together = pricing.together and partial(pricing.together, table)
    return PricingSource(
        to_plain(table.rules), pricing.classes,
        cards_left.odds if cards_left else partial(odds_report.odds, game, table),
        partial(variants.vary, game, table), table,
        most=pricing.liability and partial(pricing.liability, table),
        chart=partial(chart, table, game.id) if chart else None,
        together=cards_left.together if cards_left else together,
        advice=pricing.advice and partial(pricing.advice, table))


def _cards_left(game: Game, table: Table, text: str, seen: bool) -> CardsLeft:
    """The odds from the cards that are left."""
    parse = game.priced.cards_left
    if parse is None:
        raise SabotError(phrase("the odds of {game} cannot be computed from the cards left",
                                game=game.id))
    try:
        return parse(table, text, seen)
    except ValueError as error:
        raise SabotError(error_text(error)) from error


__all__ = ["PricingSource", "catalogue_game", "general_source", "table_source"]
