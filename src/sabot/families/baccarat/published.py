"""Published figures of baccarat, held against counts of every deal.

`published.toml` has each figure with the digits of its source and the source that was read. A
figure agrees if it is ours rounded to those digits; edges and chances are hundredths. Here they are
worked out from the counts alone, without the cloth by which the tables pay: a second way to the
same edges. ``open`` are figures that were read too and do not agree; they are told as such.
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
from sabot.odds.answer import PublishedFigure
from sabot.odds.published import Source, compare_figure, read


class Counted(msgspec.Struct, frozen=True, kw_only=True):
    """Figures of a source for so many packs, by what they are of (see `figures`); ``why`` they do
    not agree where they are told as open."""

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
    """The file as it stands."""
    return read(files("sabot.families.baccarat").joinpath("published.toml").read_text("utf-8"),
                File)


@cache
def figures(packs: int) -> dict[str, Fraction]:
    """Every figure that a source may give, for full packs: counts, and hundredths."""
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
    found = {"place wins ways": Fraction(wins), "place ties ways": Fraction(ties),
             "place wins chance": Fraction(100 * wins, deals),
             "place ties chance": Fraction(100 * ties, deals),
             "place edge of a hand": Fraction(100 * wins, 20 * deals),
             "tie bet edge": Fraction(100 * (deals - 21 * ties), deals)}
    one, sets = three_card.law(full(packs)), comb(52 * packs, 3)
    points = [0] * 10
    for number, ways in enumerate(one[1:], start=2):
        points[of_rank(number)[0]] += ways
    for name, ways, pays in (("three figures", one[0], 16),
                             ("points 0 with figures", points[0] + one[0], 8),
                             *((f"points {n}", points[n], 8) for n in range(10))):
        found |= {f"{name} ways": Fraction(ways), f"{name} chance": Fraction(100 * ways, sets),
                  f"{name} edge": Fraction(100 * (sets - (pays + 1) * ways), sets)}
    return found


def rounded(published: str, value: Fraction) -> str:
    """Our figure with the digits of a published one."""
    digits = len(published.partition(".")[2])
    return f"{float(value):.{digits}f}" if digits else str(value)


def against_published() -> tuple[PublishedFigure, ...]:
    """Every published figure beside ours."""
    rows, sources = [], {source.key: source for source in table().source}
    for entry in (*table().figure, *table().open):
        for what, published in entry.figures.items():
            here = rounded(published, figures(entry.packs)[what])
            rows.append(
                compare_figure(
                    sources[entry.source],
                    f"{what}, packs={entry.packs}",
                    published,
                    here,
                    agrees=here == published,
                    because=entry.why,
                )
            )
    return tuple(rows)
