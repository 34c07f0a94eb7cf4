"""Lawful tables of a game, drawn by chance."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec

from sabot.conformance.findings import Broken
from sabot.procedure.game import Game
from sabot.procedure.table import Authorisation, Table

DRAWS = 200
"""A game of which so many draws make no lawful table has none that anybody will lay out."""

# Whatever the authority may be asked to allow was asked for and allowed long ago.
ALLOWED = tuple(Authorisation(option=str(n), by="the authority", reference="1",
                              requested="2020-01-01", effective="2020-01-08")
                for n in (*range(1, 22), 38, 40, 43))


def drawn(game: Game, random: Random) -> Table:
    """Some lawful table of a game; Broken where none is found."""
    for _ in range(DRAWS):
        if (table := draw(game, random)) is not None:
            return table
    raise Broken(f"of {DRAWS} tables drawn by chance from the fields of its rules none is lawful")


def draw(game: Game, random: Random) -> Table | None:
    """A table whose options are drawn from the fields of the game's rules; None where it is not
    lawful, though an option that the regulation does not allow goes back to its default."""
    rules = {name: random.choice(values) for name, values in _options(game).items()}
    unit = random.choice((2, 100, 500))
    minimum = unit * random.randint(1, 5)
    individual = random.random() < 0.5
    places = game.places or random.randint(1, 9)
    made: dict[str, Any] = {
        "authorisations": ALLOWED, "places": places,
        "places_per_player": random.randint(1, places),
        "individual": individual, "unit": unit, "minimum": minimum,
        "maximum": minimum * random.choice(game.times or range(1, 101)),
    }
    table = Table(game=game.id, name="walk", rules=game.rules(**rules), **made)
    for _ in range(3):
        for broken in game.violations(table):
            name = broken.what.removeprefix("rules.").partition(".")[0]
            rules.pop(name, None)
            limits = ("unit", "minimum", "maximum")
            for one in limits if name in limits else (name,):
                made.pop(one, None)
                if one == "maximum" and game.times:  # no usual table is lawful
                    made[one] = made.get("minimum", 500) * game.times[0]
        table = Table(game=game.id, name="walk", rules=game.rules(**rules), **made)
    if any(broken.what == "places" for broken in game.violations(table)):  # of so many sides
        made.pop("places", None)
        table = Table(game=game.id, name="walk", rules=game.rules(), **made)
    return None if game.violations(table) else table


def _options(game: Game) -> dict[str, list[Any]]:
    """What each option of a game may be."""
    found: dict[str, list[Any]] = {}
    for field in msgspec.structs.fields(game.rules):
        if field.name in game.choices:
            found[field.name] = list(game.choices[field.name])
        elif isinstance(field.default, bool):
            found[field.name] = [False, True]
        elif isinstance(field.default, int):
            found[field.name] = sorted({field.default, *range(9), 20, 80, 2 * field.default})
    return found


def usual(game: Game, name: str) -> Table:
    """A table of a game with no choice made, for several players."""
    times = (game.times or (30,))[0]
    return Table(game=game.id, name=name, rules=game.rules(), minimum=500, maximum=500 * times,
                 unit=100, places=game.places or 3)
