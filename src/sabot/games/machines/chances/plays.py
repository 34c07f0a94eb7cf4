"""Ways to play a machine: which bet, which cards are held, how far a ladder is climbed."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import NamedTuple

import numpy as np

from sabot.equipment.streams import Stream
from sabot.families.machine import minimum_return
from sabot.families.machine.draw import HAND, PACK, Draw
from sabot.families.machine.drawkernel import Holds
from sabot.families.machine.features import Stops, at_once, never
from sabot.families.machine.file import AnyModel
from sabot.families.machine.model import Model
from sabot.games.machines.rules import Bet, bets_of, model_of
from sabot.odds.tally import Strategy
from sabot.procedure.table import Table

BEST, SIMPLE, CLIMB = "best", "simple", "climb"
PLAYS = {BEST: "best", SIMPLE: "simple", CLIMB: "best"}
"""The plays that are known by name, each with how cards are held in it."""


HELD = {BEST: "those that return most", SIMPLE: "pairs and what pays, else none"}


class Play(NamedTuple):
    """How a machine is played: the ``bet``, where a ladder is left (``stops``, None for the highest
    mean), which cards are held by the name of a play or, where there are any, by ``holds``."""

    bet: Bet
    stops: Stops | None = None
    cards: str = BEST
    holds: Holds | None = None


def least(table: Table) -> Bet:
    """The least bet of a machine; of those that cost as much the one with the most lines."""
    return min(bets_of(table).values(), key=lambda bet: (bet.cost, -bet.lines))


def words(model: AnyModel, one: Play) -> str:
    """A play in words: its bet, and what is decided after it."""
    bet = one.bet
    ways = isinstance(model, Model) and model.ways
    many = bet.stake * (bet.lines if ways else 1)
    said = f"{many} coin{'s' * (many > 1)} of {bet.coin / 100:.2f}"
    if bet.lines > 1 and not ways:
        said = f"{bet.lines} lines with {said} on each"
    if isinstance(model, Draw):
        how = "as a chart says" if one.holds is not None else HELD[one.cards]
        return f"{said}; cards held: {how}"
    ladder = model.ladder
    if not ladder or not ladder.choice:
        return said
    known = {None: "with the highest mean", at_once(ladder): "never past its first rung",
             never(ladder): "to its end"}
    return f"{said}; a ladder climbed {known.get(one.stops, 'as a chart says')}"


def chart_of(name: str, table: Table) -> Play:
    """The least bet, played by a name: the best play, the simple one (pairs are held, the first of
    a ladder is taken), or a ladder to its end."""
    model = model_of(table.rules)
    stops: Stops | None = None
    if isinstance(model, Model) and model.ladder and model.ladder.choice:
        stops = {SIMPLE: at_once(model.ladder), CLIMB: never(model.ladder)}.get(name)
    return Play(least(table), stops, PLAYS[name])


def play(name: str, table: Table) -> Strategy:
    """Such a play, and what it is worth."""
    model, chart = model_of(table.rules), chart_of(name, table)
    return Strategy(chart, words(model, chart), float(_returned(model, chart.bet, name) - 1))


def _returned(model: AnyModel, bet: Bet, name: str) -> Fraction:
    found = minimum_return.figures(model, bet.stake if isinstance(model, Draw) else bet.lines)
    key = {SIMPLE: "cards" if isinstance(model, Draw) else "stop", CLIMB: "climb"}.get(name, "")
    return found.simple.get(key, found.returned)


def drawn(table: Table, seed: int) -> Play:
    """Some way to play, by chance."""
    chance = np.random.default_rng(Stream(seed, 0).word())
    model, bets = model_of(table.rules), list(bets_of(table).values())
    bet = bets[chance.integers(len(bets))]
    if isinstance(model, Draw):
        return Play(bet, holds=chance.integers(0, 1 << HAND, math.comb(PACK, HAND), np.uint8))
    rungs = len(model.ladder.rungs) - 1 if model.ladder else 0
    some = [int(at) if at < 9 else None for at in chance.integers(0, 12, rungs)]
    return Play(bet, tuple(some))
