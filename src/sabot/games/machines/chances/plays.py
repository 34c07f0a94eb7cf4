"""Strategies for a machine: the bet, the cards to hold, the rung at which a ladder is left."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import NamedTuple

import numpy as np

from sabot.equipment.streams import Stream
from sabot.families.machine import minimum_return
from sabot.families.machine.draw import Draw
from sabot.families.machine.drawhands import HAND, PACK
from sabot.families.machine.drawkernel import Holds
from sabot.families.machine.features import Stops, never_stop, stop_at_once
from sabot.families.machine.file import AnyModel
from sabot.families.machine.model import Model
from sabot.games.machines.rules import Bet, bets_of, model_of
from sabot.probability.tally import Strategy
from sabot.procedure.table import Table

BEST, SIMPLE, CLIMB = "best", "simple", "climb"
PLAYS = {BEST: "best", SIMPLE: "simple", CLIMB: "best"}
"""The strategies known by name, each with its rule for holding cards."""

HOLD_WORDS = {BEST: "those that return most", SIMPLE: "pairs and what pays, else none"}


class Play(NamedTuple):
    """A strategy for a machine: the ``bet``, the ``stops`` of a ladder (None for the highest mean),
    and the cards to hold, by the name of a rule (``cards``) or by ``holds`` if given."""

    bet: Bet
    stops: Stops | None = None
    cards: str = BEST
    holds: Holds | None = None


def minimum_bet(table: Table) -> Bet:
    """The cheapest bet of a machine; of bets with the same cost, the one with the most lines."""
    return min(bets_of(table).values(), key=lambda bet: (bet.cost, -bet.lines))


def format_play(model: AnyModel, play: Play) -> str:
    """A strategy in words: its bet, and its decisions after it."""
    bet = play.bet
    all_ways = isinstance(model, Model) and model.ways
    many = bet.stake * (bet.lines if all_ways else 1)
    text = f"{many} coin{'s' * (many > 1)} of {bet.coin / 100:.2f}"
    if bet.lines > 1 and not all_ways:
        text = f"{bet.lines} lines with {text} on each"
    if isinstance(model, Draw):
        rule = "as a chart says" if play.holds is not None else HOLD_WORDS[play.cards]
        return f"{text}; cards held: {rule}"
    ladder = model.ladder
    if not ladder or not ladder.choice:
        return text
    known = {None: "with the highest mean", stop_at_once(ladder): "never past its first rung",
             never_stop(ladder): "to its end"}
    return f"{text}; a ladder climbed {known.get(play.stops, 'as a chart says')}"


def chart_of(name: str, table: Table) -> Play:
    """The minimum bet with a strategy by name: the best play, the simple one (pairs are held, the
    first prize of a ladder is taken), or a ladder climbed to its end."""
    model = model_of(table.rules)
    stops: Stops | None = None
    if isinstance(model, Model) and model.ladder and model.ladder.choice:
        stops = {SIMPLE: stop_at_once(model.ladder), CLIMB: never_stop(model.ladder)}.get(name)
    return Play(minimum_bet(table), stops, PLAYS[name])


def strategy(name: str, table: Table) -> Strategy:
    """A strategy by name, with its expected net result per unit bet."""
    model, chart = model_of(table.rules), chart_of(name, table)
    return Strategy(chart, format_play(model, chart), float(_return_of(model, chart.bet, name) - 1))


def _return_of(model: AnyModel, bet: Bet, name: str) -> Fraction:
    figures = minimum_return.figures(model, minimum_return.bet_of(model, bet.lines, bet.stake))
    key = {SIMPLE: "cards" if isinstance(model, Draw) else "stop", CLIMB: "climb"}.get(name, "")
    return figures.simple.get(key, figures.returned)


def random_play(table: Table, seed: int) -> Play:
    """A random strategy, for tests of the kernel."""
    chance = np.random.default_rng(Stream(seed, 0).word())
    model, bets = model_of(table.rules), list(bets_of(table).values())
    bet = bets[chance.integers(len(bets))]
    if isinstance(model, Draw):
        return Play(bet, holds=chance.integers(0, 1 << HAND, math.comb(PACK, HAND), np.uint8))
    rungs = len(model.ladder.rungs) - 1 if model.ladder else 0
    some = [int(at) if at < 9 else None for at in chance.integers(0, 12, rungs)]
    return Play(bet, tuple(some))
