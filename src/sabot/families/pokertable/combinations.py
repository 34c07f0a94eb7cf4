"""The clauses of the combinations, and of comparing equal ones (17, 18, 72-2, 95-2, 103, 105)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from sabot import regulations as law
from sabot.families.poker.hands import SYNTHETIC, Ranking, Strength
from sabot.regulations import IR

L = law.Section("pt-217-2007/poquer-nao-bancado")

RANKED = {"royal": L["17.a"], "straight-flush": L["17.b"], "four": L["17.c"], "full": L["17.d"],
          "flush": L["17.e"], "straight": L["17.f"], "three": L["17.g"], "two-pair": L["17.h"],
          "pair": L["17.i"], "high": L["17.j"]}
"""The combinations of hold'em and omaha."""

SYNTHETIC_RANKED = {
    "royal": L["103.a"], "straight-flush": L["103.b"], "four": L["103.c"], "flush": L["103.d"],
    "full": L["103.e"], "straight": L["103.f"], "three": L["103.g"],
    "figures-with-pairs": L["103.h"], "simple-figures": L["103.i"], "two-pair": L["103.j"],
    "pair": L["103.l"], "high": L["103.m"]}

ALIKE = {"four": L["18.a"], "full": L["18.b"], "straight": L["18.c"], "straight-flush": L["18.c"],
         "flush": L["18.d"], "three": L["18.e"], "two-pair": L["18.f"], "pair": L["18.g"],
         "figures-with-pairs": L["105.a"], "simple-figures": L["105.b"], "high": L["17.j"]}
"""The clause that decides between two hands with the same combination."""

FIGURES = {"figures-with-pairs": L["105.a"], "simple-figures": L["105.b"]}
OPEN = frozenset(("flush", "high", "simple-figures"))
"""Combinations that the text does not define completely."""
LOWEST_FIGURE = SYNTHETIC.ranks.index("J")
RUNS = frozenset(("straight", "straight-flush"))


def clauses(ranking: Ranking, value: Strength, categories: Sequence[str]) -> tuple[str, ...]:
    """The clauses of a combination; ``categories`` are the combinations of all hands shown."""
    category = value.category
    no_simple = len(FIGURES.keys() & set(ranking.order)) == 1
    plain = category == "pair" and no_simple and min(value.kickers) >= LOWEST_FIGURE
    ace = category in RUNS and value.kickers[0] in (3, len(ranking.ranks) - 1)
    return _clauses("figures-with-pairs" in ranking.order, category, ace,
                    categories.count(category) > 1, plain)


@lru_cache(maxsize=200)
def _clauses(synthetic: bool, category: str, ace: bool, again: bool, plain: bool
             ) -> tuple[str, ...]:
    """The clauses of a combination; ``ace``: a straight with an ace at either end; ``again``:
    another hand has the same combination; ``plain``: a pair that is no simple figures by the
    reading of the table."""
    if synthetic:
        cites = [L["103"], SYNTHETIC_RANKED[category], FIGURES.get(category, L["105"]), L["105"]]
    else:
        cites = [L["17"], RANKED[category]]
    if ace:
        cites.append(L["95-2"] if synthetic else L["72-2"])
    if again and category in ALIKE:
        cites += [L["18"], ALIKE[category]]
    if category in OPEN or plain:
        cites.append(IR[238])
    return tuple(dict.fromkeys(cites))
