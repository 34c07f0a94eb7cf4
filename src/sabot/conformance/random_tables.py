"""Random lawful tables of a game."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec

from sabot.conformance.findings import Broken
from sabot.procedure.game import Game
from sabot.procedure.table import Authorisation, Table

DRAWS = 200
"""The number of tries to find a lawful table."""

# Every possible authorisation, effective for a long time.
ALLOWED = tuple(Authorisation(option=str(n), by="the authority", reference="1",
                              requested="2020-01-01", effective="2020-01-08")
                for n in (*range(1, 22), 38, 40, 43))


def draw_table(game: Game, random: Random) -> Table:
    """A random lawful table of a game; Broken if none is found."""
    for _ in range(DRAWS):
        if (table := try_draw(game, random)) is not None:
            return table
    raise Broken(f"of {DRAWS} tables with random rules none is lawful")


def try_draw(game: Game, random: Random) -> Table | None:
    """A table with random rules; unlawful ones are reset to their defaults. None if it is still
    unlawful."""
    rules = {name: random.choice(values) for name, values in _options(game).items()}
    unit = random.choice((2, 100, 500))
    minimum = unit * random.randint(1, 5)
    individual = random.random() < 0.5
    places = game.places or random.randint(1, 9)
    fields: dict[str, Any] = {
        "authorisations": ALLOWED, "places": places,
        "places_per_player": random.randint(1, places),
        "individual": individual, "unit": unit, "minimum": minimum,
        "maximum": minimum * random.choice(game.limit_ratios or range(1, 101)),
    }
    table = Table(game=game.id, name="walk", rules=game.rules(**rules), **fields)
    for _ in range(3):
        for broken in game.violations(table):
            name = broken.what.removeprefix("rules.").partition(".")[0]
            rules.pop(name, None)
            limits = ("unit", "minimum", "maximum")
            for field in limits if name in limits else (name,):
                fields.pop(field, None)
                if field == "maximum" and game.limit_ratios:  # the law fixes the maximum
                    fields[field] = fields.get("minimum", 500) * game.limit_ratios[0]
        table = Table(game=game.id, name="walk", rules=game.rules(**rules), **fields)
    if any(
        broken.what == "places" for broken in game.violations(table)
    ):  # the law fixes the number of places
        fields.pop("places", None)
        table = Table(game=game.id, name="walk", rules=game.rules(), **fields)
    return None if game.violations(table) else table


def _options(game: Game) -> dict[str, list[Any]]:
    """The values to try for each rule of a game."""
    options: dict[str, list[Any]] = {}
    for field in msgspec.structs.fields(game.rules):
        if field.name in game.choices:
            options[field.name] = list(game.choices[field.name])
        elif isinstance(field.default, bool):
            options[field.name] = [False, True]
        elif isinstance(field.default, int):
            options[field.name] = sorted({field.default, *range(9), 20, 80, 2 * field.default})
    return options


def default_table(game: Game, name: str) -> Table:
    """A table of a game with default rules, for several players."""
    times = (game.limit_ratios or (30,))[0]
    return Table(game=game.id, name=name, rules=game.rules(), minimum=500, maximum=500 * times,
                 unit=100, places=game.places or 3)
