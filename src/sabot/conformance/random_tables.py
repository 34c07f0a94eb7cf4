"""Random lawful tables of a game."""

from __future__ import annotations

from collections.abc import Collection
from random import Random
from typing import Any, Literal, get_args, get_origin, get_type_hints

import msgspec

from sabot.conformance.findings import Broken
from sabot.procedure.game import Game
from sabot.procedure.table import Authorisation, Money, Table

DRAWS = 200
"""The number of tries to find a lawful table."""

# Every possible authorisation, effective for a long time.
ALLOWED = tuple(Authorisation(option=str(n), by="the authority", reference="1",
                              requested="2020-01-01", effective="2020-01-08")
                for n in (*range(1, 22), 38, 40, 43))


def draw_table(game: Game, random: Random, readings: Collection[str] | None = None) -> Table:
    """A random lawful table of a game; Broken if none is found. ``readings`` are the options of
    ``rules.readings`` that may have another value than the usual one (default: all)."""
    for _ in range(DRAWS):
        if (table := try_draw(game, random, readings)) is not None:
            return table
    raise Broken(f"of {DRAWS} tables with random rules none is lawful")


def try_draw(game: Game, random: Random, readings: Collection[str] | None = None
             ) -> Table | None:
    """A table with random rules; unlawful ones are reset to their defaults. None if it is still
    unlawful. ``readings``: see `draw_table`."""
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
    rules |= _sums(game, random, minimum, unit) | _readings(game, random, readings)
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


def _sums(game: Game, random: Random, minimum: int, unit: int) -> dict[str, Any]:
    """Random sums of money for the rules that are one, and for parts that consist of sums, as the
    limits of one bet; about half of the tables have none."""
    if random.random() < 0.5:
        return {}
    sums: dict[str, Any] = {}
    hints = get_type_hints(game.rules, include_extras=True)
    for name, kind in hints.items():
        if random.random() < 0.5:
            continue
        if kind is Money:
            sums[name] = minimum * random.choice((1, 2, 10, 100, 1_000, 10_000))
        elif isinstance(kind, type) and issubclass(kind, msgspec.Struct):
            parts = get_type_hints(kind, include_extras=True)
            if all(part is Money for part in parts.values()):
                first = minimum + unit * random.randint(0, 3)
                rising = (first * k for k in sorted(random.choices(range(1, 31), k=len(parts))))
                sums[name] = kind(**dict(zip(parts, rising, strict=True)))
    return sums


def priced_readings(game: Game) -> frozenset[str]:
    """The readings of a game whose odds are computed, or that change none."""
    kind = get_type_hints(game.rules).get("readings")
    return frozenset() if kind is None else frozenset(
        field.name for field in msgspec.structs.fields(kind)) - kind.UNPRICED


def _readings(game: Game, random: Random, allowed: Collection[str] | None) -> dict[str, Any]:
    """Random readings of the ambiguous clauses: the usual ones at a third of the tables, and else
    each field with another value at a third."""
    kind = get_type_hints(game.rules).get("readings")
    if kind is None or random.random() < 1 / 3:
        return {}
    values = {}
    for field in msgspec.structs.fields(kind):
        if random.random() < 1 / 3 and (allowed is None or field.name in allowed):
            values[field.name] = random.choice(_values(game, field))
    return {"readings": kind(**values)} if values else {}


def _values(game: Game, field: msgspec.structs.FieldInfo) -> list[Any]:
    """The values to try for one option."""
    if field.name in game.choices:
        return list(game.choices[field.name])
    if isinstance(field.default, bool):
        return [False, True]
    if get_origin(field.type) is Literal:
        return list(get_args(field.type))
    if isinstance(field.default, int):
        return sorted({field.default, *range(9), 20, 80, 2 * field.default})
    return []


def _options(game: Game) -> dict[str, list[Any]]:
    """The values to try for each rule of a game."""
    fields = msgspec.structs.fields(game.rules)
    return {field.name: values for field in fields if (values := _values(game, field))}


def default_table(game: Game, name: str) -> Table:
    """A table of a game with default rules, for several players."""
    times = (game.limit_ratios or (30,))[0]
    return Table(game=game.id, name=name, rules=game.rules(), minimum=500, maximum=500 * times,
                 unit=100, places=game.places or 3)
