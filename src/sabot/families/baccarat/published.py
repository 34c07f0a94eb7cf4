"""Published figures of baccarat, compared with counts of every deal.

`published.toml` has each figure with its source and as many digits as the source gives. A figure
agrees if ours, rounded to those digits, is the same; edges and chances are in hundredths. Here they
are computed from the counts alone, without the cloth that pays at the tables: a second method.
``open`` are published figures that do not agree, with the reason.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from importlib.resources import files
from math import comb

import msgspec

from sabot.families.baccarat import exact, three_card
from sabot.families.baccarat.ranks import LOWEST, of_rank
from sabot.families.baccarat.remaining_cards import full
from sabot.probability.answer import PublishedFigure
from sabot.probability.published import Source, compare_figure, read


class Counted(msgspec.Struct, frozen=True, kw_only=True):
    """The figures of a source for a number of packs, by name (see `figures`); ``why``: the reason
    when they do not agree."""

    source: str
    packs: int
    figures: dict[str, str]
    why: str = ""


class File(msgspec.Struct, frozen=True, kw_only=True):
    """`published.toml`."""

    source: tuple[Source, ...]
    figure: tuple[Counted, ...]
    open: tuple[Counted, ...]


@cache
def table() -> File:
    """The content of `published.toml`."""
    return read(files("sabot.families.baccarat").joinpath("published.toml").read_text("utf-8"),
                File)


@cache
def figures(packs: int) -> dict[str, Fraction]:
    """Every figure that a source may give, by name, for full packs: counts, and hundredths."""
    return {**_sides(packs), **_hands(packs)}


def _sides(packs: int) -> dict[str, Fraction]:
    law = exact.law(full(packs))
    deals = sum(law.values())
    ways = {"banca": 0, "ponto": 0, "tie": 0, "pair": 0}
    wins = [0] * 10
    for (ponto, banca, pair, _), count in law.items():
        ways["tie" if ponto == banca else "ponto" if ponto > banca else "banca"] += count
        ways["pair"] += count * pair
        wins[banca] += count * (banca > ponto)

    def edge(mean: Fraction | int) -> Fraction:
        return Fraction(-100 * mean) / deals

    ahead = ways["ponto"] - ways["banca"]
    return {
        **{f"{name} ways": Fraction(count) for name, count in ways.items()},
        **{f"banca wins with {points} ways": Fraction(wins[points]) for points in (5, 6)},
        **{f"banca half-on-{points} edge": edge(-ahead - Fraction(wins[points], 2))
           for points in (5, 6)},
        "banca 5% edge": edge(-ahead - Fraction(ways["banca"], 20)), "banca edge": edge(-ahead),
        "ponto edge": edge(ahead), "tie edge": edge(9 * ways["tie"] - deals),
        "pair edge": edge(12 * ways["pair"] - deals),
    }


def _hands(packs: int) -> dict[str, Fraction]:
    law, deals = three_card.law(full(packs), 1), comb(52 * packs, 3) * comb(52 * packs - 3, 3)
    wins = sum(ways for at, ways in enumerate(law) if at // LOWEST > at % LOWEST)
    ties = sum(ways for at, ways in enumerate(law) if at // LOWEST == at % LOWEST)
    result = {"place wins ways": Fraction(wins), "place ties ways": Fraction(ties),
              "place wins chance": Fraction(100 * wins, deals),
              "place ties chance": Fraction(100 * ties, deals),
              "place edge of a hand": Fraction(100 * wins, 20 * deals),
              "tie bet edge": Fraction(100 * (deals - 21 * ties), deals)}
    ranks, sets = three_card.law(full(packs)), comb(52 * packs, 3)
    points = [0] * 10
    for number, ways in enumerate(ranks[1:], start=2):
        points[of_rank(number)[0]] += ways
    for name, ways, pays in (("three figures", ranks[0], 16),
                             ("points 0 with figures", points[0] + ranks[0], 8),
                             *((f"points {n}", points[n], 8) for n in range(10))):
        result |= {f"{name} ways": Fraction(ways), f"{name} chance": Fraction(100 * ways, sets),
                   f"{name} edge": Fraction(100 * (sets - (pays + 1) * ways), sets)}
    return result


def format_like(published: str, value: Fraction) -> str:
    """Our figure as text, with as many digits as the published one."""
    digits = len(published.partition(".")[2])
    return f"{float(value):.{digits}f}" if digits else str(value)


def against_published() -> tuple[PublishedFigure, ...]:
    """Every published figure with ours next to it."""
    rows, sources = [], {source.key: source for source in table().source}
    for entry in (*table().figure, *table().open):
        for name, published in entry.figures.items():
            here = format_like(published, figures(entry.packs)[name])
            rows.append(
                compare_figure(
                    sources[entry.source], f"{name}, packs={entry.packs}", published, here,
                    agrees=here == published, because=entry.why)
            )
    return tuple(rows)
