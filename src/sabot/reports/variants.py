"""The value of each rule of a table: the edge with every other lawful value."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, UnsetType

from sabot.families.layout.odds_answer import ClothBet
from sabot.probability.answer import PlayClass, Step
from sabot.probability.entry import Bet
from sabot.procedure.game import Game
from sabot.procedure.readings import Readings, other_readings
from sabot.procedure.table import Table
from sabot.reports.odds_report import (
    default_class,
    default_table,
    edge,
    kind,
    names_of,
    odds,
    waterfall,
)

MIN_CHANGE = 1e-12
"""Smaller changes are rounding errors."""

# Any, because the fields of rules may have any JSON type.
Value = Annotated[Any, msgspec.Meta(description=(
    "A value of an option: true or false, a number, a word or a section, as the rules of its game "
    "have it"))]


class Option(msgspec.Struct, frozen=True, kw_only=True):
    """Another lawful value of a rule: the edge with it, and the change, of the named ``bet``
    (default: the main bet)."""

    rule: str
    name: str
    value: Value
    edge: float
    change: float
    bet: str | UnsetType = UNSET


class Jointly(msgspec.Struct, frozen=True, kw_only=True):
    """Combined options that each favour the same ``side``."""

    side: Literal["player", "house"] = msgspec.field(name="for")
    options: tuple[str, ...]
    edge: float
    change: float


class Varied(msgspec.Struct, frozen=True, kw_only=True):
    """What the rules of a table are worth: step by step from the usual game (``steps``), every
    other lawful value alone and combined (``together``), and simpler ``classes`` of play. ``rules``
    are plain data."""

    rules: object
    steps: tuple[Step, ...]
    options: tuple[Option, ...] = ()
    together: tuple[Jointly, ...] = ()
    classes: tuple[PlayClass, ...]


class BetWorth(msgspec.Struct, frozen=True, kw_only=True):
    """What another ``value`` of an option changes in the edge of a bet (above 0 favours the house),
    and whether a table with it is lawful."""

    lawful: bool
    bet: str
    value: Value
    names: dict[str, str]
    edge: float
    was: float
    change: float


def vary(game: Game, table: Table, *chosen: str) -> Varied:
    """What the rules of a table are worth, for a class of play (default: the best)."""
    options_, simpler = options(game, table, *chosen), game.priced.class_values
    joint_options = together(game, table, options_, *chosen) if options_ else []
    return Varied(
        rules=msgspec.to_builtins(table.rules), steps=waterfall(game, table, *chosen),
        options=tuple(options_), together=tuple(joint_options),
        classes=simpler(table) if simpler else ())


def options(game: Game, table: Table, *chosen: str) -> list[Option]:
    """Every other lawful value of each rule alone, with the edge and the change of the main bet; on
    a layout of all bets."""
    if game.pricing is None or game.pricing.edge is None:
        return []
    def edges(table_: Table) -> list[tuple[str, str, float]]:
        if not _on_layout(game):
            return [("", "", edge(game, table_, *chosen))]
        return [(bet.bet, spot, bet.edge_float) for bet in odds(game, table_, *chosen).bets
                for spot in _spots(bet)]

    base = edges(table)
    start, main, rows = {spot: edge_now for _, spot, edge_now in base}, base[0][1], list[Option]()
    for name, value in others(game, table):
        other = lawful(game, table, {name: value})
        listed = set()
        for bet, spot, edge_now in edges(other) if other is not None else ():
            if edge_now != start.get(spot, edge_now) and bet not in listed:
                listed.add(bet)
                rows.append(
                    Option(
                        rule=f"{name} = {msgspec.json.encode(value).decode()}", name=name,
                        value=value, edge=edge_now, change=edge_now - start[spot],
                        bet=bet if spot != main else UNSET)
                )
    return rows


def together(game: Game, table: Table, rows: Sequence[Option], *chosen: str) -> list[Jointly]:
    """The options that favour the house, and those that favour the player, combined: the most
    valuable first, then each further one that is lawful with them and still favours the side."""
    sides: tuple[tuple[Literal["player", "house"], int], ...] = (("player", -1), ("house", 1))
    joint = []
    start = edge(game, table, *chosen)
    for side, sign in sides:
        values: dict[str, Value] = {}
        rules: list[str] = []
        best = start
        for row in sorted(rows, key=lambda row: -sign * row.change):
            if row.bet is not UNSET or sign * row.change <= 0 or row.name in values:
                continue
            other = lawful(game, table, values | {row.name: row.value})
            if other is None:
                continue
            now = edge(game, other, *chosen)
            if sign * (now - best) > 0:
                values[row.name], best = row.value, now
                rules.append(row.rule)
        if len(values) > 1:
            joint.append(Jointly(side=side, options=tuple(rules), edge=best, change=best - start))
    return joint


def _spots(bet: Bet) -> tuple[str, ...]:
    """The spots of a layout that are priced under this bet's name, or the name itself."""
    return bet.spots if isinstance(bet, ClothBet) else (bet.bet,)


def _on_layout(game: Game) -> bool:
    """Whether the bets of the game are on a layout."""
    return bool(game.pricing and game.pricing.together)


def lawful(game: Game, table: Table, values: dict[str, Value]) -> Table | None:
    """The table with these rules; None if they are unlawful."""
    other = with_values(table, values)
    known_violations = game.violations(table)  # missing authorisations are ignored
    is_unlawful = any(
        violation.what.startswith("rules.") and violation not in known_violations
        for violation in game.violations(other)
    )
    return None if is_unlawful else other


def with_values(table: Table, values: Mapping[str, Value]) -> Table:
    """The table with these rules; "readings.NAME" is a reading of an ambiguous clause."""
    rules = table.rules
    for name, value in values.items():
        part, _, reading = name.partition(".")
        new = msgspec.structs.replace(getattr(rules, part), **{reading: value}) if reading \
            else value
        rules = msgspec.structs.replace(rules, **{part: new})
    return msgspec.structs.replace(table, rules=rules)


def others(game: Game, table: Table) -> list[tuple[str, Value]]:
    """Other possible values of each rule, and of each reading that is priced; some may be unlawful.
    """
    choices = game.choices
    values_: list[tuple[str, Value]] = []
    for field in msgspec.structs.fields(game.rules):
        current = getattr(table.rules, field.name)
        if isinstance(current, Readings):
            values_ += [(f"{field.name}.{reading}", value)
                        for reading, others_ in other_readings(current).items()
                        if reading not in current.UNPRICED for value in others_]
            continue
        if field.name in choices:
            values: tuple[Value, ...] = tuple(choices[field.name])
        elif field.type is bool:
            values = (not current,)
        elif field.type is int:
            values = tuple(range(0, 9))
        else:
            values = ()
        values_ += [(field.name, value) for value in values if value != current]
    return values_


def worth(game: Game, name: str, at: Table | None = None) -> list[BetWorth]:
    """What each other value of one rule changes in the edge of each bet, for a table (by default
    the default table); [] if no bets are priced or none changes.

    ``lawful`` says whether such a table is lawful without an authorisation.
    """
    if kind(game) != "bets":
        return []
    table, chosen = at or default_table(game), default_class(game)
    base, worths = _edges(game, table, chosen), list[BetWorth]()
    for option, value in others(game, table):
        if option != name:
            continue
        other = lawful(game, table, {option: value})
        if other is None and not isinstance(value, bool):
            continue
        changed = other or with_values(table, {option: value})
        listed: set[str] = set()
        for spot, (count, name_now, edge_now) in _edges(game, changed, chosen).items():
            count_then, name_then, edge_then = base.get(spot, (count, name_now, edge_now))
            bet = name_now if count <= count_then else name_then
            if abs(edge_now - edge_then) > MIN_CHANGE and bet not in listed:
                listed.add(bet)
                worths.append(
                    BetWorth(
                        lawful=other is not None, bet=bet, value=msgspec.to_builtins(value),
                        names=names_of(game, bet), edge=edge_now, was=edge_then,
                        change=edge_now - edge_then)
                )
    return worths


def _edges(game: Game, table: Table, chosen: tuple[str, ...]) -> dict[str, tuple[int, str, float]]:
    """By spot: how many spots share its name, the name, and the edge."""
    return {spot: (len(_spots(bet)), bet.bet, bet.edge_float)
            for bet in odds(game, table, *chosen).bets for spot in _spots(bet)}
