"""Published figures of the usual game, held against the count of all deals.

`published.toml` has each figure with the digits of its source and the source that was read. The
usual game compares equal hands card by card and never looks at suits: what 6.j adds is told beside.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from importlib.resources import files
from typing import Any

from sabot.families.poker.hands import no_draw
from sabot.families.poker.nodraw import Law
from sabot.families.poker.nodrawplay import BEST, Played, solved
from sabot.games.no_draw_poker.chances.chip import chip as odds_of_chip
from sabot.games.no_draw_poker.chances.terms import FIRST, times
from sabot.games.no_draw_poker.rules import LINES, PAYS, SECOND, JackpotRules, Prize

Row = dict[str, Any]


@cache
def table() -> dict[str, Any]:
    """The file as it stands; its sources by their keys."""
    text = files("sabot.games.no_draw_poker.chances").joinpath("published.toml").read_text("utf-8")
    found = tomllib.loads(text)
    found["source"] = {source["key"]: source for source in found["source"]}
    return found


def usual() -> Law:
    """The game of print: Caribbean stud poker with the prizes of rule 6."""
    return Law(no_draw(suited_high=False),
               tuple(FIRST + SECOND * times(PAYS[name]) for name in LINES), 1, SECOND)


def figure(one: Played, what: str, digits: int) -> str:
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
    told = odds_of_chip(solved(usual()).played[BEST], jackpot)["jackpot"]
    even, fixed = Fraction(told["even"]) / 100, Fraction(told["fixed"])
    found = {"even": even, "fixed": fixed, "rest": 10_000 * 100 * (1 - fixed) / even}
    return f"{float(found[what]):.{digits}f}"


def against_published() -> list[Row]:
    """Every published figure beside ours."""
    rows, played = [], solved(usual()).played
    for entry in (*table()["figure"], *table()["jackpot"]):
        source = table()["source"][entry["source"]]
        for what, published in entry["figures"].items():
            digits = len(published.partition(".")[2])
            here = figure(played[entry["play"]], what, digits) if "play" in entry else \
                chip(entry["prizes"], what, digits)
            rules = f"play={entry['play']}" if "play" in entry else "jackpot " + " ".join(
                f"{name}={times}" for name, times in entry["prizes"].items())
            agrees = here == published
            rows.append({
                "rules": f"{what}, {rules}", "published": published, "here": here,
                "source": f"{source['title']}: {source['where']}; read {source['retrieved']}",
                "agrees": agrees, "because": "" if agrees else entry.get("why", "")})
    return rows
