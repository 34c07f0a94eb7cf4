"""Published figures of the usual game, compared with the count of all deals.

`published.toml` has each figure with the digits of its source, and the source. The usual game
compares equal hands card by card and ignores suits; the effect of 6.j is stated separately.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from importlib.resources import files

import msgspec

from sabot.families.poker.hands import no_draw
from sabot.families.poker.no_draw import Law
from sabot.families.poker.no_draw_plays import BEST, PricedPlay, solve
from sabot.games.no_draw_poker.chances.chip import chip_odds
from sabot.games.no_draw_poker.chances.terms import FIRST, times
from sabot.games.no_draw_poker.rules import LINES, PAYS, SECOND, JackpotRules, Prize
from sabot.probability.answer import PublishedFigure
from sabot.probability.published import Source, compare_figure, read


class Played(msgspec.Struct, frozen=True, kw_only=True):
    """Figures of a source for a strategy (see `figure`), and the reason if they do not agree."""

    source: str
    play: str
    figures: dict[str, str]
    why: str = ""


class OfChip(msgspec.Struct, frozen=True, kw_only=True):
    """Figures of a source for the chip of a jackpot with these prizes (see `chip_figure`)."""

    source: str
    prizes: dict[str, int]
    figures: dict[str, str]
    why: str = ""


class File(msgspec.Struct, frozen=True, kw_only=True):
    """The content of `published.toml`."""

    source: tuple[Source, ...]
    figure: tuple[Played, ...]
    jackpot: tuple[OfChip, ...]


@cache
def table() -> File:
    """The parsed file."""
    return read(files("sabot.games.no_draw_poker.chances").joinpath("published.toml").read_text(
        "utf-8"), File)


def usual() -> Law:
    """The published game: Caribbean stud poker with the prizes of rule 6."""
    return Law(no_draw(suited_high=False),
               tuple(FIRST + SECOND * times(PAYS[name]) for name in LINES), 1, SECOND)


def figure(play: PricedPlay, name: str, digits: int) -> str:
    """A figure of a strategy with this number of decimals."""
    if name == "lost":
        return str(play.lost)
    value = {"edge": play.edge, "risk": play.risk, "calls": play.calls}[name]
    return f"{100 * float(value):.{digits}f}"


def chip_figure(prizes: Mapping[str, int], name: str, digits: int) -> str:
    """A figure of the chip of a jackpot with these fixed prizes, and with a tenth of the pool and
    the whole pool for the two highest combinations."""
    scale = tuple(Prize(name=line, times=prizes[line]) for line in LINES if line in prizes)
    jackpot = JackpotRules(prizes=(*scale, Prize(name="straight-flush", share=10),
                                   Prize(name="royal", share=100)))
    odds = chip_odds(solve(usual()).played[BEST], jackpot)
    even, fixed = Fraction(odds.even or 0) / 100, Fraction(odds.fixed)
    values = {"even": even, "fixed": fixed, "rest": 10_000 * 100 * (1 - fixed) / even}
    return f"{float(values[name]):.{digits}f}"


def against_published() -> tuple[PublishedFigure, ...]:
    """Every published figure with ours."""
    sources, played = {source.key: source for source in table().source}, solve(usual()).played
    rows = []

    def row(entry: Played | OfChip, name: str, rules: str, ours: str) -> None:
        agrees = ours == entry.figures[name]
        rows.append(
            compare_figure(
                sources[entry.source], f"{name}, {rules}", entry.figures[name], ours, agrees=agrees,
                because="" if agrees else entry.why)
        )

    for entry in table().figure:
        for name, published in entry.figures.items():
            row(entry, name, f"play={entry.play}",
                figure(played[entry.play], name, digits(published)))
    for of_chip in table().jackpot:
        rules = " ".join(f"{line}={times}" for line, times in of_chip.prizes.items())
        for name, published in of_chip.figures.items():
            row(of_chip, name, f"jackpot {rules}",
                chip_figure(of_chip.prizes, name, digits(published)))
    return tuple(rows)


def digits(published: str) -> int:
    """The number of decimals of a published figure."""
    return len(published.partition(".")[2])
