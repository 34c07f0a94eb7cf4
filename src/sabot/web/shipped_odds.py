"""Exact odds that come with the program, so that a new house shows its figures at once.

``shipped_odds.json`` holds the edges of the tables that come with the program and one line for each
game. A figure is looked up by the digest of its game and of the values of its rules. It is shown
until the house has computed it with its own code, which decides.
``python -m tools.pages.shipped_odds`` writes the file; `tests/odds/test_shipped_odds.py` compares
it with what the code computes.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from importlib import resources
from typing import Any

import msgspec
from msgspec import UnsetType

from sabot.families.layout.odds_answer import ClothBet
from sabot.games import catalogue
from sabot.house.shared_views import Names
from sabot.probability.entry import Bet
from sabot.procedure.game import Game
from sabot.procedure.table import Table
from sabot.reports import odds_report as study
from sabot.reports.odds_report import BetSummary, GameOdds
from sabot.words import as_text

FILE = "shipped_odds.json"


class BetEdge(msgspec.Struct, frozen=True, kw_only=True):
    """The edge of a bet, above 0 for the house, as an exact text and as a number, and the bet's
    name."""

    bet: str
    edge: str
    edge_float: float
    names: Names


class Edge(BetEdge, frozen=True, kw_only=True):
    """The edge of the best bet of a table, of ``many`` bets that may be placed alone; ``worst`` is
    the most expensive of them, null when all have the same edge."""

    many: int
    worst: BetEdge | None


class BetFigures(msgspec.Struct, frozen=True, omit_defaults=True, array_like=True):
    """A `BetEdge` without words."""

    bet: str
    edge: str
    edge_float: float


class EdgeFigures(msgspec.Struct, frozen=True):
    """An `Edge` without words, and the table for which it was computed."""

    table: str
    best: BetFigures
    worst: BetFigures | None
    many: int


class LineBet(msgspec.Struct, frozen=True, array_like=True):
    """A `BetSummary` without words."""

    bet: str
    exact: str
    kept: float
    deviation: float


class LineFigures(msgspec.Struct, frozen=True):
    """The figures of a `GameOdds`."""

    game: str
    best: LineBet
    worst: LineBet
    many: int


class ShippedOdds(msgspec.Struct, frozen=True):
    """The figures of the file, by `rules_key`."""

    edges: dict[str, EdgeFigures]
    lines: dict[str, LineFigures]


def rules_key(game: Game, table: Table) -> str:
    """The digest of a game and of the values of a table's rules."""
    rules = msgspec.json.encode(table.rules, enc_hook=as_text)
    return hashlib.sha256(game.id.encode() + b"\n" + rules).hexdigest()[:24]


def compute_edge(game: Game, table: Table) -> Edge:
    """The edge of the best bet of a table with the best play, as the odds page shows it."""
    bets = study.odds(game, table, *study.default_class(game)).bets
    best, alone = study.best(bets), _alone(bets)
    worst = max(alone, key=lambda bet: Fraction(bet.edge))
    equal = all(Fraction(bet.edge) == Fraction(best.edge) for bet in alone)
    return Edge(**_described(game, best), many=len(alone),
                worst=None if equal else BetEdge(**_described(game, worst)))


def _alone(bets: Sequence[Bet]) -> list[Bet]:
    """The bets that may be placed alone."""
    return [bet for bet in bets if not (isinstance(bet, ClothBet) and bet.beside)]


def _described(game: Game, bet: Bet) -> dict[str, Any]:
    return {"bet": bet.bet, "edge": bet.edge, "edge_float": bet.edge_float,
            "names": study.names_of(game, bet.bet)}


def edge_figures(name: str, edge: Edge) -> EdgeFigures:
    """The figures of an edge, as they are stored."""
    worst = edge.worst
    return EdgeFigures(
        name, BetFigures(edge.bet, edge.edge, edge.edge_float),
        BetFigures(worst.bet, worst.edge, worst.edge_float) if worst else None, edge.many)


def line_figures(line: GameOdds) -> LineFigures | None:
    """The figures of a game's line, as they are stored; None for a game without bets against a
    bank, whose line needs no long computation."""
    best, worst = line.best, line.worst
    if isinstance(best, UnsetType) or isinstance(worst, UnsetType):
        return None
    return LineFigures(line.game, _line_bet(best), _line_bet(worst), line.many or 1)


def _line_bet(bet: BetSummary) -> LineBet:
    return LineBet(bet.bet, bet.exact, bet.kept, bet.deviation)


@cache
def load_shipped() -> ShippedOdds:
    """The figures that come with the program."""
    return msgspec.json.decode((resources.files("sabot.web") / FILE).read_bytes(),
                               type=ShippedOdds)


def shipped_edge(game: Game, table: Table) -> Edge | None:
    """The edge of a table with these rules, if it comes with the program."""
    figures = load_shipped().edges.get(rules_key(game, table))
    if figures is None:
        return None
    return Edge(**_named(game, figures.best), many=figures.many,
                worst=BetEdge(**_named(game, figures.worst)) if figures.worst else None)


def _named(game: Game, figures: BetFigures) -> dict[str, Any]:
    return msgspec.structs.asdict(figures) | {"names": study.names_of(game, figures.bet)}


def shipped_line(game: Game) -> GameOdds | None:
    """The line of a game with its default rules, if it comes with the program; that of a game among
    players is computed."""
    if game.hands is not None and study.kind(game) == "people":
        return study.brief(game)
    figures = load_shipped().lines.get(rules_key(game, study.default_table(game)))
    if figures is None:
        return None
    best, worst = (BetSummary(**msgspec.structs.asdict(bet), names=names_in(game, bet.bet))
                   for bet in (figures.best, figures.worst))
    return GameOdds(**msgspec.structs.asdict(study.head(game)), keeps=game.lost_bets_to,
                    best=best, worst=worst, many=figures.many)


def names_in(game: Game, bet: str) -> dict[str, str]:
    """The names of a bet in a game's line: a model of a machine has none."""
    return study.names_of(game, bet) if game.pricing else {}


def stale(shipped: ShippedOdds, tables: dict[str, Table]) -> list[str]:
    """What is wrong with the keys of the file, if these are the tables that come with the program.
    """
    games = catalogue()
    edges = {rules_key(games[table.game], table): name for name, table in tables.items()
             if (pricing := games[table.game].pricing) and pricing.edge}
    lines = {rules_key(game, study.default_table(game)): game.id for game in games.values()
             if study.kind(game) in ("bets", "machines")}
    return [f"{what} of {name} is missing" for what, wanted, have in (
        ("the edge", edges, shipped.edges), ("the line", lines, shipped.lines))
        for key, name in wanted.items() if key not in have] + [
        f"the edge of {figures.table} has a key of other rules"
        for key, figures in shipped.edges.items() if key not in edges] + [
        f"the line of {line.game} has a key of other rules"
        for key, line in shipped.lines.items() if key not in lines]


__all__ = ["FILE", "BetEdge", "Edge", "ShippedOdds", "compute_edge", "edge_figures",
           "line_figures", "load_shipped", "rules_key", "shipped_edge", "shipped_line", "stale"]
