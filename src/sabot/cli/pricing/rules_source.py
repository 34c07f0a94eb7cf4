"""The rules to price: a table of a game of the catalogue, or the general rules of a family."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import msgspec

from sabot import families, games
from sabot.cli.options import rule_values, table_for
from sabot.cli.terminal import stop
from sabot.odds.answer import Answer, HandAdvice, Together
from sabot.odds.liability import Most
from sabot.procedure.capabilities import CardsLeft, OfPlay
from sabot.procedure.game import Game
from sabot.procedure.table import Table
from sabot.reports import odds_report as study
from sabot.reports import variants
from sabot.reports.variants import Varied


@dataclass(frozen=True)
class PricingSource:
    """The pricing functions of one set of rules; None where there is none (see `Pricing`).

    ``rules`` are plain data; ``table`` is None for general rules; ``strategy_option`` is the
    class of play given with --set strategy; ``chart`` writes the play of a class.
    """

    rules: object
    strategies: tuple[str, ...]
    price: OfPlay[Answer]
    varied: OfPlay[Varied]
    table: Table | None = None
    strategy_option: str = ""
    most: Callable[[], Most] | None = None
    chart: OfPlay[str] | None = None
    together: Callable[[str], Together] | None = None
    advice: Callable[[str, str], HandAdvice] | None = None


def pricing_source(
    game_id: str, options: tuple[str, ...], path: Path | None, cards_options: Mapping[str, str]
) -> PricingSource:
    """The pricing functions of a game or a family with these options.

    ``cards_options`` has the text of --left or --seen by option. Ends with status 2 for wrong
    options.
    """
    return _family(game_id, options, path, cards_options) or _table(
        game_id, options, path, cards_options
    )


def _family(name: str, options: tuple[str, ...], path: Path | None, cards_options: Mapping[str, str]
            ) -> PricingSource | None:
    general = families.load_general(name)
    if general is None:
        return None
    if cards_options:
        stop(f"{next(iter(cards_options))} is only for games of the catalogue in which cards alone "
             "decide")
    if path is not None:
        stop(f"{name} has general rules; a table file needs a game of the catalogue")
    values = rule_values(general, options, strategy=" | ".join(general.STRATEGIES))
    chosen = values.pop("strategy", "")
    if chosen and chosen not in general.STRATEGIES:
        stop(f"{chosen!r} is not a value for strategy; allowed: "
             f"{', '.join(general.STRATEGIES)}")
    try:
        terms = general.parse_terms(values)
    except ValueError as error:
        stop(str(error))
    classes = tuple(general.STRATEGIES)
    if chosen:
        classes = (chosen, *(name for name in classes if name != chosen))
    rules = general.describe_terms(terms)
    return PricingSource(
        rules, classes, partial(general.price, terms),
        lambda *of: Varied(rules=rules, steps=general.waterfall(terms, *of),
                           classes=general.simpler(terms)), strategy_option=chosen)


def _odds_of_cards_left(
    game: Game, table: Table, cards_options: Mapping[str, str]
) -> CardsLeft | None:
    """The odds from the cards left; None for a full shoe."""
    for option, text in cards_options.items():
        parse = game.priced.cards_left
        if parse is None:
            stop(f"the odds of {game.id} cannot be computed from the cards left: "
                 f"leave out {option}")
        try:
            return parse(table, text, option == "--seen")
        except ValueError as error:
            stop(f"{option}: {error}")
    return None


def _table(
    game_id: str, options: tuple[str, ...], path: Path | None, cards_options: Mapping[str, str]
) -> PricingSource:
    try:
        game = games.game(game_id)
    except games.UnknownGame as unknown:
        similar = difflib.get_close_matches(game_id, families.general_families(), n=1, cutoff=0.8)
        stop(f"there is no game {game_id!r}; perhaps {similar[0]}, the general rules" if similar
             else str(unknown.args[0]))
    table = table_for(game, path, options, sums=True)
    pricing, chart = game.pricing, game.simulation.write_chart if game.simulation else None
    if pricing is None:
        stop(f"the odds of {game.id} are not available")
    cards_left = _odds_of_cards_left(game, table, cards_options)
    together = pricing.together and partial(pricing.together, table)
    return PricingSource(
        msgspec.to_builtins(table.rules), pricing.classes,
        cards_left.odds if cards_left else partial(study.odds, game, table),
        partial(variants.vary, game, table), table,
        most=pricing.liability and partial(pricing.liability, table),
        chart=partial(chart, table, game.id) if chart else None,
        together=cards_left.together if cards_left else together,
        advice=pricing.advice and partial(pricing.advice, table))
