"""Published figures of the usual game, held against the count of all deals.

`published.toml` has each figure with the digits of its source and the source that was read. The
usual game compares equal hands card by card and never looks at suits: what 6.j adds is told beside.
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
from sabot.games.no_draw_poker.chances.chip import chip as odds_of_chip
from sabot.games.no_draw_poker.chances.terms import FIRST, times
from sabot.games.no_draw_poker.rules import LINES, PAYS, SECOND, JackpotRules, Prize
from sabot.odds.answer import PublishedFigure
from sabot.odds.published import Source, compare_figure, read


class Played(msgspec.Struct, frozen=True, kw_only=True):
    """Figures of a source for a play (see `figure`), and why they may not agree."""

    source: str
    play: str
    figures: dict[str, str]
    why: str = ""


class OfChip(msgspec.Struct, frozen=True, kw_only=True):
    """Figures of a source for the chip of a jackpot with these prizes (see `chip`)."""

    source: str
    prizes: dict[str, int]
    figures: dict[str, str]
    why: str = ""


class File(msgspec.Struct, frozen=True, kw_only=True):
    """`published.toml`."""

    source: tuple[Source, ...]
    figure: tuple[Played, ...]
    jackpot: tuple[OfChip, ...]


@cache
def table() -> File:
    """The file as it stands."""
    return read(files("sabot.games.no_draw_poker.chances").joinpath("published.toml").read_text(
        "utf-8"), File)


def usual() -> Law:
    """The game of print: Caribbean stud poker with the prizes of rule 6."""
    return Law(no_draw(suited_high=False),
               tuple(FIRST + SECOND * times(PAYS[name]) for name in LINES), 1, SECOND)


def figure(one: PricedPlay, what: str, digits: int) -> str:
    """A figure of a play with so many digits."""
    if what == "lost":
        return str(one.lost)
    value = {"edge": one.edge, "risk": one.risk, "calls": one.calls}[what]
    return f"{100 * float(value):.{digits}f}"


def chip(prizes: Mapping[str, int], what: str, digits: int) -> str:
    """A figure of the chip of a jackpot with these fixed prizes, and with a tenth of the pool and
    all of it for the two highest combinations."""
    scale = tuple(Prize(name=name, times=prizes[name]) for name in LINES if name in prizes)
    jackpot = JackpotRules(prizes=(*scale, Prize(name="straight-flush", share=10),
                                   Prize(name="royal", share=100)))
    told = odds_of_chip(solve(usual()).played[BEST], jackpot)
    even, fixed = Fraction(told.even or 0) / 100, Fraction(told.fixed)
    found = {"even": even, "fixed": fixed, "rest": 10_000 * 100 * (1 - fixed) / even}
    return f"{float(found[what]):.{digits}f}"


def against_published() -> tuple[PublishedFigure, ...]:
    """Every published figure beside ours."""
    sources, played = {source.key: source for source in table().source}, solve(usual()).played
    rows = []

    def row(entry: Played | OfChip, what: str, rules: str, here: str) -> None:
        agrees = here == entry.figures[what]
        rows.append(
            compare_figure(
                sources[entry.source],
                f"{what}, {rules}",
                entry.figures[what],
                here,
                agrees=agrees,
                because="" if agrees else entry.why,
            )
        )

    for entry in table().figure:
        for what, published in entry.figures.items():
            row(entry, what, f"play={entry.play}",
                figure(played[entry.play], what, digits(published)))
    for of_chip in table().jackpot:
        rules = " ".join(f"{name}={times}" for name, times in of_chip.prizes.items())
        for what, published in of_chip.figures.items():
            row(of_chip, what, f"jackpot {rules}",
                chip(of_chip.prizes, what, digits(published)))
    return tuple(rows)


def digits(published: str) -> int:
    """How many stand behind the point."""
    return len(published.partition(".")[2])
