"""The content of a dossier, independent of the form in which it is written.

Texts of clauses and of interpretations are in the reader's language where they are held in it;
``lang`` says in which one they are. Sums are cents.
"""

from __future__ import annotations

from typing import Any

import msgspec

from sabot.probability.par import ParSheet
from sabot.probability.people import Cost


class AmendmentNotHeld(msgspec.Struct, frozen=True, kw_only=True):
    """An act that changed the regulation and that the register does not hold."""

    act: str
    what: str


class Head(msgspec.Struct, frozen=True, kw_only=True):
    """What table this is. ``state`` is the state of the regulation, ``digest`` that of the table,
    ``program`` the version, ``day`` when the dossier was written and ``file`` the name of the table
    file, "" for the plain table of a game. ``buy_in`` is what a player brings, 0 for no maximum, in
    games where that is limited."""

    name: str
    game: str
    game_name: str
    individual: bool
    regulation: str
    section: str
    state: str
    since: str
    until: str
    dates: str
    read: str
    amendments: tuple[AmendmentNotHeld, ...]
    program: str
    digest: str
    file: str
    day: str
    currency: str
    buy_in: tuple[int, int] | None


class Point(msgspec.Struct, frozen=True, kw_only=True):
    """A violation, or a note on a lawful table: the key that it concerns (``what``), its clause
    with its text, and what was ``found`` and is ``allowed``; ``said`` is the text of a note.
    ``options`` are those that are only demonstrated."""

    what: str
    clause: str
    text: str
    lang: str
    found: str = ""
    allowed: str = ""
    said: str = ""
    options: tuple[str, ...] = ()


class OptionLine(msgspec.Struct, frozen=True, kw_only=True):
    """An option with its value and its default, and the clauses that concern it. ``label`` is its
    name in words, "" where the game has none. ``kind`` is "money", "range" for the limits of a bet
    (minimum and maximum), or "" for a plain value. ``same``: it has its default."""

    name: str
    label: str
    kind: str
    value: Any
    default: Any
    same: bool
    clauses: tuple[str, ...]


class AuthorisationLine(msgspec.Struct, frozen=True, kw_only=True):
    """A consent of the authority, with the clause that requires it and its text."""

    option: str
    clause: str
    text: str
    lang: str
    by: str
    reference: str
    requested: str
    effective: str
    demonstration: bool


class Worth(msgspec.Struct, frozen=True, kw_only=True):
    """The edge of a bet with another value of an option, and the edge at this table."""

    value: Any
    lawful: bool
    bet: str
    edge: float
    was: float


class Weighed(msgspec.Struct, frozen=True, kw_only=True):
    """A figure of the register for another reading: the edge of a bet by the usual reading and by
    the other one, with the rules that select the other."""

    bet: str
    rules: str
    ours: str
    other: str


class ReadingLine(msgspec.Struct, frozen=True, kw_only=True):
    """An interpretation that the table follows. ``departs``: the table chose another reading than
    the usual one. ``worth`` prices the other values of its option at this table; ``priced`` is
    False where the odds of this table are not computed."""

    id: str
    title: str
    says: str
    lang: str
    moves: str
    clauses: tuple[str, ...]
    option: str
    value: Any
    default: Any
    departs: bool
    weighed: tuple[Weighed, ...]
    worth: tuple[Worth, ...]
    priced: bool


class OfferedBet(msgspec.Struct, frozen=True, kw_only=True):
    """A bet that the table offers: its limits, what it pays for one unit, and its clauses."""

    bet: str
    name: str
    minimum: int
    maximum: int
    unit: int
    pays: tuple[str, ...]
    clauses: tuple[str, ...]


class PricedBet(msgspec.Struct, frozen=True, kw_only=True):
    """The odds of a bet: the edge, as a fraction where it is ``exact``, else with a proven bound of
    its error; the chances to win, to get the stake back and to lose; the deviation of one unit;
    ``pays``, each gain that is possible, the smallest first."""

    bet: str
    name: str
    exact: str
    edge: float
    bound: float
    win: float
    push: float
    lose: float
    deviation: float
    pays: tuple[str, ...]


class OddsPart(msgspec.Struct, frozen=True, kw_only=True):
    """What playing at the table costs. ``kind`` is "bets", "machines", "people" or "" where nothing
    is priced; ``missing`` says why there is nothing: "unlawful", or "unpriced" for a reading whose
    odds are not computed."""

    kind: str
    missing: str
    offered: tuple[OfferedBet, ...]
    bets: tuple[PricedBet, ...]
    unpriced: tuple[str, ...]
    sheets: tuple[ParSheet, ...]
    cost: Cost | None


class ClauseLine(msgspec.Struct, frozen=True, kw_only=True):
    """A clause of the section with its state; ``why`` it is outside the program; the golden
    ``round`` that shows it, "" where none does, and then the ``tests`` that do."""

    id: str
    rule: str
    kind: str
    text: str
    note: str
    lang: str
    state: str
    why: str
    readings: tuple[str, ...]
    round: str
    tests: tuple[str, ...]


class RoundText(msgspec.Struct, frozen=True, kw_only=True):
    """A golden round in full, and the clauses of the dossier that refer to it."""

    n: int
    name: str
    title: str
    place: str
    clauses: tuple[str, ...]
    text: str


class Dossier(msgspec.Struct, frozen=True, kw_only=True):
    """Everything about a table, in the language ``lang``."""

    lang: str
    head: Head
    violations: tuple[Point, ...]
    notes: tuple[Point, ...]
    table: tuple[OptionLine, ...]
    rules: tuple[OptionLine, ...]
    authorisations: tuple[AuthorisationLine, ...]
    readings: tuple[ReadingLine, ...]
    odds: OddsPart
    clauses: tuple[ClauseLine, ...]
    rounds: tuple[RoundText, ...]

    @property
    def lawful(self) -> bool:
        """Whether the regulation allows the table."""
        return not self.violations
