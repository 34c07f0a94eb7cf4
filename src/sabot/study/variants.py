"""Other lawful tables of a game: one rule changed at a time, and what that is worth."""

from __future__ import annotations

from typing import Any

import msgspec

from sabot.procedure.game import Game
from sabot.procedure.table import Table
from sabot.study.priced import edge, kind, names_of, odds, usual, usually

LEAST = 1e-12
"""A change that is smaller is one of the floats in which it is reckoned."""


def options(game: Game, table: Table, *chosen: str) -> list[dict[str, Any]]:
    """Every other lawful value of each rule, alone: the edge of the main bet, and the change; where
    bets lie side by side also of the others."""
    if game.pricing is None or game.pricing.edge is None:
        return []
    def edges(of: Table) -> list[tuple[str, str, float]]:
        if not _laid(game):
            return [("", "", edge(game, of, *chosen))]
        found: list[dict[str, Any]] = odds(game, of, *chosen)["bets"]
        return [(bet["bet"], spot, bet["edge_float"]) for bet in found for spot in bet["spots"]]

    begin = edges(table)
    start, main, rows = {spot: now for _, spot, now in begin}, begin[0][1], []
    for name, value in others(game, table):
        other = lawful(game, table, {name: value})
        told = set()
        for bet, spot, now in edges(other) if other is not None else ():
            if now != start.get(spot, now) and bet not in told:
                told.add(bet)
                row = {"rule": f"{name} = {msgspec.json.encode(value).decode()}", "name": name,
                       "value": value, "edge": now, "change": now - start[spot]}
                rows.append(row | ({"bet": bet} if spot != main else {}))
    return rows


def _laid(game: Game) -> bool:
    """Whether its bets lie side by side on a cloth."""
    return bool(game.pricing and game.pricing.together)


def lawful(game: Game, table: Table, values: dict[str, Any]) -> Table | None:
    """The table with these rules; None where they are not lawful."""
    other = msgspec.structs.replace(table, rules=msgspec.structs.replace(table.rules, **values))
    had = game.violations(table)  # choices for which nobody has leave yet
    wrong = any(one.what.startswith("rules.") and one not in had for one in game.violations(other))
    return None if wrong else other


def others(game: Game, table: Table) -> list[tuple[str, Any]]:
    """Other values that a rule might have: some of them may not be lawful."""
    choices = game.choices
    found: list[tuple[str, Any]] = []
    for field in msgspec.structs.fields(game.rules):
        now = getattr(table.rules, field.name)
        if field.name in choices:
            values: tuple[Any, ...] = tuple(choices[field.name])
        elif field.type is bool:
            values = (not now,)
        elif field.type is int:
            values = tuple(range(0, 9))
        else:
            values = ()
        found += [(field.name, value) for value in values if value != now]
    return found


def worth(game: Game, name: str) -> list[dict[str, Any]]:
    """What each other value of one rule changes in the edge of each bet, for the game as its
    regulation has it; nothing where no bet of it is priced, or none changes. Bets that only one of
    two tables prices alike are told where they differ. ``lawful``: whether such a table is so as it
    stands, with no leave of an authority."""
    if kind(game) != "bets":
        return []
    table, chosen = usual(game), usually(game)
    was, found = _edges(game, table, chosen), []
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
                found.append({"lawful": other is not None, "bet": bet,
                              "value": msgspec.to_builtins(value),
                              "names": names_of(game, bet), "edge": now, "was": before,
                              "change": now - before})
    return found


def _edges(game: Game, table: Table, chosen: tuple[str, ...]) -> dict[str, tuple[int, str, float]]:
    """Of each spot: how many are priced with it under one name, the name, and the edge."""
    priced = ((bet, bet.get("spots") or (bet["bet"],))
              for bet in odds(game, table, *chosen)["bets"])
    return {spot: (len(spots), bet["bet"], bet["edge_float"])
            for bet, spots in priced for spot in spots}
