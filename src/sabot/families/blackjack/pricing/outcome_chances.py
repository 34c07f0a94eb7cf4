"""How a hand may end, and how often it ends so against each result of the bank."""

from __future__ import annotations

import numpy as np

from sabot.equipment.arrays import Bytes, Floats
from sabot.equipment.compiled import compiled
from sabot.families.blackjack.charts.chart import CLAIM, DOUBLE, HIT
from sabot.families.blackjack.charts.hand_states import States
from sabot.families.blackjack.pricing.exact import Law

LOST, PUSHED, WON, CLAIMED = range(4)
DOUBLED, PRIZED = 4, 8  # what is added to the number of an event
EVENTS = 16


@compiled
def ends(law: Law, packs: int, up: int, left: Floats, table: States, bank: Floats, acts: Bytes,
         reach: Floats, start: Floats, out: Floats, held: Floats) -> None:
    """Add to ``out[result of the bank, event]`` how hands end that come up as ``reach`` says.

    ``start``: the chances of the two-card hands alone. ``held`` (7, events, 10), where it is not
    empty: adds the cards of each value that they have then, times the chance; of the card with
    which a hand goes over 21 its mean, whatever the bank's result.
    """
    fatal = np.zeros(10)
    cards, size, hard, total = table.cards, table.size, table.hard, table.total
    after, twin, plain = table.next, table.twin, table.plain
    shoe = 0.0
    over = np.zeros(7)
    for v in range(10):
        shoe += left[v]
    for index in range(len(reach)):
        # Suited hands first: what they earn is taken from the hands that they become.
        hand = plain + index if index < 6 else index - 6
        chance = reach[hand]
        if chance <= 0.0 or (hand >= plain and start[hand] <= 0.0):
            continue
        act = acts[hand]
        rest = shoe - size[hand]
        own = start[hand]
        if act in (HIT, DOUBLE):
            if act == DOUBLE:
                chance = own
            for r in range(7):
                over[r] = chance * bank[hand, r]
            fatal[:] = 0.0
            for v in range(10):
                there = left[v] - cards[hand, v]
                if there <= 0.0:
                    continue
                p = chance * there / rest
                then = after[hand, v]
                if then < 0:
                    fatal[v] = p
                    continue
                for r in range(7):  # what is left of the bank's chances belongs to what is over 21
                    over[r] -= p * bank[then, r]
                prized = 0.0
                if law.prize > 0.0:
                    if twin[hand] == 7 and v == 6:
                        prized = p
                    elif hand >= plain and hard[then] == 21 and v != 0 and size[then] == 3:
                        k = hand - plain
                        third = 7 if k < 2 else 6 if k < 4 else 5
                        if v == third:
                            if up == third + 1:
                                prized = p * (packs - k % 2) / (4.0 * packs - 1.0)
                            else:
                                prized = p * 0.25
                if act == DOUBLE:
                    points = total[then]
                    if cards[hand, 0] > 0 and not (law.low == 0 and law.high == 21):
                        points = hard[then] + (10 if v == 0 and hard[then] <= 11 else 0)
                    _meet(out, bank[then], p - prized, points, DOUBLED, held, cards[then])
                    _meet(out, bank[then], prized, points, DOUBLED + PRIZED, held, cards[then])
                elif prized > 0.0:  # 21 in three cards: it stands
                    _meet(out, bank[then], prized, 21, PRIZED, held, cards[then])
                    reach[then] -= prized
            event = LOST + (DOUBLED if act == DOUBLE else 0)
            busts = fatal.sum()
            for r in range(7):
                lost = max(over[r], 0.0)
                out[r, event] += lost
                if len(held) and busts > 0.0:
                    for v in range(10):
                        held[r, event, v] += lost * (cards[hand, v] + fatal[v] / busts)
        elif hand < plain or own > 0.0:
            if act == CLAIM:
                for r in range(7):
                    out[r, CLAIMED] += chance * bank[hand, r]
                    if len(held):
                        for v in range(10):
                            held[r, CLAIMED, v] += chance * bank[hand, r] * cards[hand, v]
            else:
                _meet(out, bank[hand], chance, total[hand], 0, held, cards[hand])


@compiled
def _meet(out: Floats, bank: Floats, chance: float, points: int, kind: int, held: Floats,
          cards: Bytes) -> None:
    if chance <= 0.0:
        return
    for r in range(7):
        if r == 5:
            event = LOST
        elif r == 6 or r + 17 < points:
            event = WON
        elif r + 17 > points:
            event = LOST
        else:
            event = PUSHED
        out[r, event + kind] += chance * bank[r]
        if len(held):
            for v in range(10):
                held[r, event + kind, v] += chance * bank[r] * cards[v]
