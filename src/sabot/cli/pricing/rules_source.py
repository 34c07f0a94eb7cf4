"""The rules whose odds are asked for: a table of a game of the catalogue, or the general rules of a
family; and what can be asked of either."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import msgspec

from sabot import families, games
from sabot.cli.options import rules_of, table_for
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
class Priced:
    """What can be asked of one set of rules, as far as they can answer: see `Pricing`.

    ``rules`` are as they are sent; ``table``: None for general rules; ``named``: the class of play
    that was named among the rules; ``chart``: the play of a class as a file.
    """

    rules: object
    strategies: tuple[str, ...]
    price: OfPlay[Answer]
    varied: OfPlay[Varied]
    table: Table | None = None
    named: str = ""
    most: Callable[[], Most] | None = None
    chart: OfPlay[str] | None = None
    together: Callable[[str], Together] | None = None
    advice: Callable[[str, str], HandAdvice] | None = None


def priced(game_id: str, options: tuple[str, ...], path: Path | None, gone: Mapping[str, str]
           ) -> Priced:
    """What can be asked of a game or a family with these options. ``gone``: which cards are left,
    or have gone, by the option that says so."""
    return _family(game_id, options, path, gone) or _table(game_id, options, path, gone)


def _family(name: str, options: tuple[str, ...], path: Path | None, gone: Mapping[str, str]
            ) -> Priced | None:
    general = families.load_general(name)
    if general is None:
        return None
    if gone:
        stop(f"{next(iter(gone))} is for a game of the catalogue that cards alone decide")
    if path is not None:
        stop(f"{name} is a family of rules; a table file belongs to a game of the catalogue")
    given = rules_of(general, options, strategy=" | ".join(general.STRATEGIES))
    chosen = given.pop("strategy", "")
    if chosen and chosen not in general.STRATEGIES:
        stop(f"{chosen!r} is no value for strategy: it may be one of "
             f"{', '.join(general.STRATEGIES)}")
    try:
        terms = general.parse_terms(given)
    except ValueError as error:
        stop(str(error))
    classes = tuple(general.STRATEGIES)
    if chosen:
        classes = (chosen, *(name for name in classes if name != chosen))
    told = general.describe_terms(terms)
    return Priced(
        told, classes, partial(general.price, terms),
        lambda *of: Varied(rules=told, steps=general.waterfall(terms, *of),
                           classes=general.simpler(terms)), named=chosen)


def _left(game: Game, table: Table, gone: Mapping[str, str]) -> CardsLeft | None:
    """The odds from the cards that are left; None for a full shoe."""
    for option, text in gone.items():
        left = game.priced.cards_left
        if left is None:
            stop(f"the odds of {game.id} are not computed from the cards that are left: "
                 f"leave {option} out")
        try:
            return left(table, text, option == "--seen")
        except ValueError as wrong:
            stop(f"{option}: {wrong}")
    return None


def _table(game_id: str, options: tuple[str, ...], path: Path | None, gone: Mapping[str, str]
           ) -> Priced:
    try:
        game = games.game(game_id)
    except games.UnknownGame as unknown:
        near = difflib.get_close_matches(game_id, families.general_families(), n=1, cutoff=0.8)
        stop(f"there is no game {game_id!r}; perhaps {near[0]}, the general rules" if near
             else str(unknown.args[0]))
    table = table_for(game, path, options, sums=True)
    pricing, chart = game.pricing, game.simulation.write_chart if game.simulation else None
    if pricing is None:
        stop(f"no odds of {game.id} are computed yet")
    left = _left(game, table, gone)
    together = pricing.together and partial(pricing.together, table)
    return Priced(
        msgspec.to_builtins(table.rules), pricing.classes,
        left.odds if left else partial(study.odds, game, table),
        partial(variants.varied, game, table), table,
        most=pricing.most and partial(pricing.most, table),
        chart=partial(chart, table, game.id) if chart else None,
        together=left.together if left else together,
        advice=pricing.advice and partial(pricing.advice, table))
