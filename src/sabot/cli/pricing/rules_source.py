"""The rules to price, from the options of `sabot odds`."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from sabot import families
from sabot.cli.options import rule_values, table_for
from sabot.cli.terminal import reason, stop
from sabot.errors import SabotError
from sabot.library.pricing_source import (
    PricingSource,
    catalogue_game,
    general_source,
    table_source,
)
from sabot.words import phrase


def pricing_source(
    game_id: str, options: tuple[str, ...], path: Path | None, cards_options: Mapping[str, str]
) -> PricingSource:
    """The rules of a game or a family with these options.

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
        stop(phrase("{option} is only for games of the catalogue in which cards alone decide",
                    option=next(iter(cards_options))))
    if path is not None:
        stop(phrase("{name} has general rules; a table file needs a game of the catalogue",
                    name=name))
    values = rule_values(general, options, strategy=" | ".join(general.STRATEGIES))
    chosen = values.pop("strategy", "")
    try:
        return general_source(general, values, chosen)
    except SabotError as error:
        stop(reason(error))


def _table(
    game_id: str, options: tuple[str, ...], path: Path | None, cards_options: Mapping[str, str]
) -> PricingSource:
    try:
        game = catalogue_game(game_id)
    except SabotError as unknown:
        stop(reason(unknown))
    table = table_for(game, path, options, sums=True)
    if game.pricing is None:
        stop(phrase("the odds of {game} are not available", game=game.id))
    for option, text in cards_options.items():
        if game.pricing.cards_left is None:
            stop(phrase("the odds of {game} cannot be computed from the cards left: leave out "
                        "{option}", game=game.id, option=option))
        try:
            return table_source(game, table, **{option.removeprefix("--"): text})
        except SabotError as error:
            stop(phrase("{option}: {why}", option=option, why=reason(error)))
    return table_source(game, table)
