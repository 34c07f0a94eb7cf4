"""What is told of one priced bet, the same for every game."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from sabot.words import LANGS

Prizes = list[tuple[Fraction, Fraction]]
"""Chances with what each pays for one unit of the stake."""


def named(texts: Sequence[str]) -> dict[str, Any]:
    """What a priced rule is called: ``names`` in every language, in the order of `LANGS`; ``rule``
    and ``regra`` are English and Portuguese for who reads but one."""
    names = dict(zip(LANGS, texts, strict=True))
    return {"rule": names["en"], "regra": names["pt"], "names": names}


def bet(name: str, prizes: Prizes, lose: Fraction | None = None, **more: Any) -> dict[str, Any]:
    """A bet that pays each of these prizes with its chance, and loses its stake with another: with
    every other, unless ``lose`` is given."""
    win = sum((chance for chance, _ in prizes), Fraction(0))
    lose = 1 - win if lose is None else lose
    net: dict[Fraction, Fraction] = {}
    for chance, pays in (*prizes, (lose, Fraction(-1)), (1 - win - lose, Fraction(0))):
        if chance:
            net[pays] = net.get(pays, Fraction(0)) + chance
    mean = sum((chance * pays for pays, chance in net.items()), Fraction(0))
    variance = sum((chance * pays ** 2 for pays, chance in net.items()), Fraction(0)) - mean ** 2
    return {
        "bet": name, "edge": str(-mean), "edge_float": float(-mean), "p_win": str(win),
        "p_push": str(1 - win - lose), "p_lose": str(lose), "variance": str(variance),
        "variance_float": float(variance),
        "net": [[str(pays), str(net[pays])] for pays in sorted(net)], **more,
    }
