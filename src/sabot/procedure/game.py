"""What a game declares about itself; everything else in the house is built from it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from sabot.procedure.dealer import Coup
from sabot.procedure.table import Table, Violation
from sabot.procedure.view import Label


@dataclass(frozen=True)
class Conduct:
    """What the house owes the player around the coups, each with the clause that orders it.

    ``idle_seconds`` without a bet at an individual table, or more than ``missed_coups`` in a row
    at a shared one, let the house invite the player to leave; ``grace_seconds`` or
    ``grace_coups`` after the warning the session ends.
    """

    idle_seconds: int
    missed_coups: int
    grace_seconds: int
    grace_coups: int
    laws: dict[str, str]


@dataclass(frozen=True)
class Game:
    """A game of the catalogue.

    ``coup(table, carry)`` is the procedure; ``opening(table)`` the carry of the first coup;
    ``carry`` its type. ``violations(table)`` says what the regulation forbids in a table.
    ``shown(carry)`` is what of the carry lies open on the table; ``label`` names a hand;
    ``seats(carry)`` the player at each place ("" where free); ``shoe(carry)`` the seal of the shoe
    in use and how many cards have left it; ``steps_bound`` more events than any coup can have,
    changes of bets aside.
    ``felt(table)`` is the cloth as data; ``bets(table)`` every bet with its limits and odds.
    ``words`` are the croupier's calls and the names of acts and results by language.
    """

    id: str
    section: str
    names: dict[str, str]
    rules: type[Any]
    carry: type[Any]
    opening: Callable[[Table], Any]
    coup: Callable[[Table, Any], Coup]
    violations: Callable[[Table], list[Violation]]
    felt: Callable[[Table], dict[str, Any]]
    bets: Callable[[Table], list[dict[str, Any]]]
    shown: Callable[[Any], dict[str, Any]]
    label: Label
    conduct: Conduct
    seats: Callable[[Any], tuple[str, ...]]
    shoe: Callable[[Any], tuple[str, int]]
    steps_bound: int
    words: dict[str, dict[str, str]] = field(default_factory=dict)
    parts: dict[str, Any] = field(default_factory=dict)
