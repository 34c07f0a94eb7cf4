"""Other lawful tables of a game: one rule changed at a time, and what that is worth."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, UnsetType

from sabot.families.layout.odds_answer import ClothBet
from sabot.odds.answer import PlayClass, Step
from sabot.odds.entry import Bet
from sabot.procedure.game import Game
from sabot.procedure.table import Table
from sabot.reports.odds_report import edge, kind, names_of, odds, usual, usually, waterfall

LEAST = 1e-12
"""A change that is smaller is one of the floats in which it is reckoned."""

# It is Any since rules are structs of their games, whose fields are of any type that JSON has.
Value = Annotated[Any, msgspec.Meta(description=(
    "A value of an option: true or false, a number, a word or a section, as the rules of its game "
    "have it"))]


class Option(msgspec.Struct, frozen=True, kw_only=True):
    """Another lawful value of a rule: the edge with it and the ``change``, of the main bet where no
    ``bet`` is named."""

    rule: str
    name: str
    value: Value
    edge: float
    change: float
    bet: str | UnsetType = UNSET


class Jointly(msgspec.Struct, frozen=True, kw_only=True):
    """Options laid together that each gain the same ``side``."""

    side: Literal["player", "house"] = msgspec.field(name="for")
    options: tuple[str, ...]
    edge: float
    change: float


class Varied(msgspec.Struct, frozen=True, kw_only=True):
    """What the rules of a table are worth: each of them from the usual game on (``steps``), every
    other lawful value alone and laid ``together``, and simpler ``classes`` of play. ``rules`` are
    as they are sent."""

    rules: object
    steps: tuple[Step, ...]
    options: tuple[Option, ...] = ()
    together: tuple[Jointly, ...] = ()
    classes: tuple[PlayClass, ...]


class BetWorth(msgspec.Struct, frozen=True, kw_only=True):
    """What another ``value`` of an option changes in the edge of a bet, above 0 for the house, and
    whether a table with it is lawful as it stands."""

    lawful: bool
    bet: str
    value: Value
    names: dict[str, str]
    edge: float
    was: float
    change: float


def varied(game: Game, table: Table, *chosen: str) -> Varied:
    """All that varies the rules of a table of a game with bets, under a class of play or the
    best."""
    found, simpler = options(game, table, *chosen), game.priced.simpler
    joint = together(game, table, found, *chosen) if found else []
    return Varied(
        rules=msgspec.to_builtins(table.rules), steps=waterfall(game, table, *chosen),
        options=tuple(found), together=tuple(joint), classes=simpler(table) if simpler else ())


def options(game: Game, table: Table, *chosen: str) -> list[Option]:
    """Every other lawful value of each rule, alone: the edge of the main bet, and the change; where
    bets lie side by side also of the others."""
    if game.pricing is None or game.pricing.edge is None:
        return []
    def edges(of: Table) -> list[tuple[str, str, float]]:
        if not _laid(game):
            return [("", "", edge(game, of, *chosen))]
        return [(bet.bet, spot, bet.edge_float) for bet in odds(game, of, *chosen).bets
                for spot in _spots(bet)]

    begin = edges(table)
    start, main, rows = {spot: now for _, spot, now in begin}, begin[0][1], list[Option]()
    for name, value in others(game, table):
        other = lawful(game, table, {name: value})
        told = set()
        for bet, spot, now in edges(other) if other is not None else ():
            if now != start.get(spot, now) and bet not in told:
                told.add(bet)
                rows.append(Option(
                    rule=f"{name} = {msgspec.json.encode(value).decode()}", name=name, value=value,
                    edge=now, change=now - start[spot], bet=bet if spot != main else UNSET))
    return rows


def together(game: Game, table: Table, rows: Sequence[Option], *chosen: str) -> list[Jointly]:
    """The options that gain the house, and those that gain the player, laid together: the one that
    is worth most first, and each of the others that is lawful beside those before it and still
    gains the same side."""
    sides: tuple[tuple[Literal["player", "house"], int], ...] = (("player", -1), ("house", 1))
    found = []
    start = edge(game, table, *chosen)
    for side, sign in sides:
        kept: dict[str, Value] = {}
        said: list[str] = []
        best = start
        for row in sorted(rows, key=lambda row: -sign * row.change):
            if row.bet is not UNSET or sign * row.change <= 0 or row.name in kept:
                continue
            other = lawful(game, table, kept | {row.name: row.value})
            if other is None:
                continue
            now = edge(game, other, *chosen)
            if sign * (now - best) > 0:
                kept[row.name], best = row.value, now
                said.append(row.rule)
        if len(kept) > 1:
            found.append(Jointly(side=side, options=tuple(said), edge=best, change=best - start))
    return found


def _spots(bet: Bet) -> tuple[str, ...]:
    """The spots of a cloth that are priced with it under one name, or the name itself."""
    return bet.spots if isinstance(bet, ClothBet) else (bet.bet,)


def _laid(game: Game) -> bool:
    """Whether its bets lie side by side on a cloth."""
    return bool(game.pricing and game.pricing.together)


def lawful(game: Game, table: Table, values: dict[str, Value]) -> Table | None:
    """The table with these rules; None where they are not lawful."""
    other = msgspec.structs.replace(table, rules=msgspec.structs.replace(table.rules, **values))
    had = game.violations(table)  # choices for which nobody has leave yet
    wrong = any(one.what.startswith("rules.") and one not in had for one in game.violations(other))
    return None if wrong else other


def others(game: Game, table: Table) -> list[tuple[str, Value]]:
    """Other values that a rule might have: some of them may not be lawful."""
    choices = game.choices
    found: list[tuple[str, Value]] = []
    for field in msgspec.structs.fields(game.rules):
        now = getattr(table.rules, field.name)
        if field.name in choices:
            values: tuple[Value, ...] = tuple(choices[field.name])
        elif field.type is bool:
            values = (not now,)
        elif field.type is int:
            values = tuple(range(0, 9))
        else:
            values = ()
        found += [(field.name, value) for value in values if value != now]
    return found


def worth(game: Game, name: str) -> list[BetWorth]:
    """What each other value of one rule changes in the edge of each bet, for the game as its
    regulation has it; nothing where no bet of it is priced, or none changes. Bets that only one of
    two tables prices alike are told where they differ. ``lawful``: whether such a table is so as it
    stands, with no leave of an authority."""
    if kind(game) != "bets":
        return []
    table, chosen = usual(game), usually(game)
    was, found = _edges(game, table, chosen), list[BetWorth]()
    for option, value in others(game, table):
        if option != name:
            continue
        other = lawful(game, table, {option: value})
        if other is None and not isinstance(value, bool):
            continue
        of = other or msgspec.structs.replace(
            table, rules=msgspec.structs.replace(table.rules, **{option: value}))
        told: set[str] = set()
        for spot, (many, name_now, now) in _edges(game, of, chosen).items():
            of_many, name_then, before = was.get(spot, (many, name_now, now))
            bet = name_now if many <= of_many else name_then
            if abs(now - before) > LEAST and bet not in told:
                told.add(bet)
                found.append(BetWorth(
                    lawful=other is not None, bet=bet, value=msgspec.to_builtins(value),
                    names=names_of(game, bet), edge=now, was=before, change=now - before))
    return found


def _edges(game: Game, table: Table, chosen: tuple[str, ...]) -> dict[str, tuple[int, str, float]]:
    """Of each spot: how many are priced with it under one name, the name, and the edge."""
    return {spot: (len(_spots(bet)), bet.bet, bet.edge_float)
            for bet in odds(game, table, *chosen).bets for spot in _spots(bet)}
