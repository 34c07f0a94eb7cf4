"""Compiled coups of chemin de fer at many tables, each of which waits for a decision of the side
whose turn it is. The cards are those of `loop`, from the same stream."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from sabot.equipment.arrays import Bytes, Flags, Numbers, Octets, Shorts, Words, signed
from sabot.equipment.compiled import lean, within
from sabot.equipment.streams import draws
from sabot.games.chemin_de_fer.chances.loop import BEHIND, BURNS, FIRST, FRESH, SIZE

STAKE, PONTO, BANKER = range(3)
"""The phases of a table: the ponto stakes, the ponto decides, the banker decides."""
PHASE, BANCO, TOTAL, LOW, HIGH, THIRD, LEFT, WIDTH = range(8)
"""The columns of a view."""
BET, AGAINST_ALL, DRAW, STAND = range(4)
"""The decisions: a bet, banco, a card, no card."""
NONE, VALUES, NATURAL = 10, 10, 8
AT, A, B, C, D, TAKEN = range(6)
HAND = 6
"""The coup of a table: the place in the shoe, the cards in the order of the deal, and the ponto's
third card."""


class Rules(NamedTuple):
    """``law``: see `loop`. ``stakes``: the cents of a bet and of banco. ``ponto`` and ``banker``:
    what a side must do, by banco, total (and third card): 0 stand, 1 draw, 2 as it likes."""

    law: Numbers
    stakes: Numbers
    ponto: Numbers
    banker: Numbers


class Tables(NamedTuple):
    """The tables: the states of their streams, their shoes, their coups, views and masks."""

    streams: Words
    cards: Octets
    coups: Numbers
    views: Shorts
    masks: Bytes


@within
def _take(t: Tables, i: int, ahead: np.uint64) -> int:
    """Swap the card ``ahead`` places further to the next position, and return it."""
    here = np.uint64(t.coups[i, AT])
    there = here + ahead
    card = t.cards[i, there]
    t.cards[i, there] = t.cards[i, here]
    t.cards[i, here] = card
    t.coups[i, AT] += 1
    return signed(card)


@within
def _draw(r: Rules, t: Tables, i: int, count: int, ahead: Words) -> None:
    draws(t.streams[i], np.uint64(r.law[SIZE] - t.coups[i, AT]), np.uint64(count), ahead)


@within
def _prepare(r: Rules, t: Tables, i: int, ahead: Words) -> None:
    """A new shoe where the last one has ended, with its burned cards."""
    size, at = r.law[SIZE], t.coups[i, AT]
    if r.law[FRESH] or size - at < r.law[BEHIND] or at == size:
        t.coups[i, AT] = 0
        if r.law[BURNS] and not r.law[FRESH]:
            _draw(r, t, i, signed(1), ahead)
            more = (_take(t, i, ahead[0]) >> 4) - r.law[FIRST]
            while more > 0:
                _draw(r, t, i, signed(1), ahead)
                _take(t, i, ahead[0])
                more -= 1


@within
def _points(first: int, second: int) -> int:
    return (first + second) % VALUES


@within
def _show(t: Tables, i: int, phase: int, first: int, second: int, third: int) -> None:
    """Show a side its cards."""
    t.views[i, PHASE] = phase
    t.views[i, TOTAL] = _points(first, second)
    t.views[i, LOW], t.views[i, HIGH] = min(first, second), max(first, second)
    t.views[i, THIRD] = third


@within
def _third(r: Rules, t: Tables, i: int, ahead: Words) -> int:
    """Deal a third card; its points."""
    _draw(r, t, i, signed(1), ahead)
    return _take(t, i, ahead[0]) & 15


@within
def _net(r: Rules, t: Tables, i: int, extra: int) -> int:
    """The ponto's net cents; ``extra``: the points of the banker's third card."""
    ponto = _points(t.coups[i, A], t.coups[i, C])
    if t.coups[i, TAKEN] < NONE:
        ponto = _points(ponto, t.coups[i, TAKEN])
    banca = _points(_points(t.coups[i, B], t.coups[i, D]), extra)
    return (signed(ponto > banca) - signed(ponto < banca)) * signed(r.stakes[t.views[i, BANCO]])


@within
def _after_ponto(r: Rules, t: Tables, i: int, takes: bool, ahead: Words, nets: Numbers) -> bool:
    """Go on once the ponto has decided; return whether the banker decides."""
    t.coups[i, TAKEN] = NONE
    banca = _points(t.coups[i, B], t.coups[i, D])
    if banca >= NATURAL:
        nets[i] = _net(r, t, i, signed(0))
        return False
    if takes:
        t.coups[i, TAKEN] = _third(r, t, i, ahead)
    must = r.banker[(t.views[i, BANCO] * VALUES + banca) * (NONE + 1) + t.coups[i, TAKEN]]
    if must > 1:
        _show(t, i, signed(BANKER), t.coups[i, B], t.coups[i, D], t.coups[i, TAKEN])
        return True
    nets[i] = _net(r, t, i, _third(r, t, i, ahead) if must else signed(0))
    return False


@within
def _begin(r: Rules, t: Tables, i: int, banco: int, ahead: Words, nets: Numbers) -> bool:
    """Deal a coup; return whether a side decides."""
    t.views[i, BANCO] = banco
    _draw(r, t, i, signed(4), ahead)
    for at in range(4):
        t.coups[i, A + at] = _take(t, i, ahead[at]) & 15
    t.coups[i, TAKEN] = NONE
    ponto = _points(t.coups[i, A], t.coups[i, C])
    if ponto >= NATURAL:
        nets[i] = _net(r, t, i, signed(0))
        return False
    must = r.ponto[banco * VALUES + ponto]
    if must > 1:
        _show(t, i, signed(PONTO), t.coups[i, A], t.coups[i, C], signed(0))
        return True
    return _after_ponto(r, t, i, must == 1, ahead, nets)


@lean
def begin(r: Rules, t: Tables, ahead: Words) -> None:
    """Prepare the first coup of every table."""
    for i in range(len(t.views)):
        t.coups[i, AT] = r.law[SIZE]
        _prepare(r, t, i, ahead)
        t.views[i, LEFT] = r.law[SIZE] - t.coups[i, AT]


@lean
def advance(r: Rules, t: Tables, decisions: Numbers, ahead: Words, nets: Numbers, over: Flags,
            refused: Flags, last_views: Shorts) -> None:
    """Apply one decision at each table."""
    for i in range(len(t.views)):
        decision = signed(decisions[i])
        nets[i], over[i], refused[i] = 0, False, False
        if decision < 0 or decision > STAND or t.masks[i, decision] == 0:
            refused[i] = True
            continue
        phase = t.views[i, PHASE]
        if phase == STAKE:
            asks = _begin(r, t, i, decision, ahead, nets)
        elif phase == PONTO:
            asks = _after_ponto(r, t, i, decision == DRAW, ahead, nets)
        else:
            asks = False
            nets[i] = _net(r, t, i, _third(r, t, i, ahead) if decision == DRAW else signed(0))
        t.views[i, LEFT] = r.law[SIZE] - t.coups[i, AT]
        if not asks:
            over[i] = True
            for field in range(WIDTH):
                last_views[i, field] = t.views[i, field]
                t.views[i, field] = 0
            _prepare(r, t, i, ahead)
            t.views[i, LEFT] = r.law[SIZE] - t.coups[i, AT]
        t.masks[i, BET] = t.masks[i, AGAINST_ALL] = not asks
        t.masks[i, DRAW] = t.masks[i, STAND] = asks
