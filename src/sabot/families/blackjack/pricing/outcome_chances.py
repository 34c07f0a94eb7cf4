"""How a hand may end, and the chance of each ending against each result of the bank."""

from __future__ import annotations

import numpy as np

from sabot.equipment.arrays import Bytes, Floats
from sabot.equipment.compiled import compiled
from sabot.families.blackjack.charts.chart import CLAIM, DOUBLE, HIT
from sabot.families.blackjack.charts.hand_states import States
from sabot.families.blackjack.pricing import whole_arrays
from sabot.families.blackjack.pricing.numeric_law import Law

LOST, PUSHED, WON, CLAIMED = range(4)
DOUBLED, PRIZED = 4, 8  # added to the number of an event
EVENTS = 16


@compiled
def add_endings(law: Law, packs: int, up: int, left: Floats, table: States, bank: Floats,
                acts: Bytes, reach: Floats, start: Floats, out: Floats, cards_held: Floats) -> None:
    """Add to ``out[result of the bank, event]`` the endings of hands that come up as ``reach``
    says.

    ``start``: the chances of the two-card hands alone. ``cards_held`` (7, events, 10), if not
    empty: add the cards of each value that they then have, times the chance; for the card that
    takes a hand over 21 its mean, whatever the bank's result.
    """
    fatal = np.zeros(10)
    cards, size, hard, total = table.cards, table.size, table.hard, table.total
    after, twin, plain = table.next, table.twin, table.plain
    shoe = 0.0
    over = np.zeros(7)
    for v in range(10):
        shoe += left[v]
    for index in range(len(reach)):
        # Suited hands first: their prizes are taken from the hands that they become.
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
                copies = left[v] - cards[hand, v]
                if copies <= 0.0:
                    continue
                p = chance * copies / rest
                next_hand = after[hand, v]
                if next_hand < 0:
                    fatal[v] = p
                    continue
                for r in range(7):  # the rest of the bank's chances belongs to hands over 21
                    over[r] -= p * bank[next_hand, r]
                prized = 0.0
                if law.prize > 0.0:
                    if twin[hand] == 7 and v == 6:
                        prized = p
                    elif (
                        hand >= plain and hard[next_hand] == 21 and v != 0 and size[next_hand] == 3
                    ):
                        k = hand - plain
                        third = 7 if k < 2 else 6 if k < 4 else 5
                        if v == third:
                            if up == third + 1:
                                prized = p * (packs - k % 2) / (4.0 * packs - 1.0)
                            else:
                                prized = p * 0.25
                if act == DOUBLE:
                    points = total[next_hand]
                    if cards[hand, 0] > 0 and not (law.low == 0 and law.high == 21):
                        points = hard[next_hand] + (10 if v == 0 and hard[next_hand] <= 11 else 0)
                    _add_result(out, bank[next_hand], p - prized, points, DOUBLED, cards_held,
                                cards[next_hand])
                    _add_result(out, bank[next_hand], prized, points, DOUBLED + PRIZED, cards_held,
                                cards[next_hand])
                elif prized > 0.0:  # 21 in three cards: it stands
                    _add_result(
                        out, bank[next_hand], prized, 21, PRIZED, cards_held, cards[next_hand]
                    )
                    reach[next_hand] -= prized
            event = LOST + (DOUBLED if act == DOUBLE else 0)
            busts = fatal.sum()
            for r in range(7):
                lost = max(over[r], 0.0)
                out[r, event] += lost
                if len(cards_held) and busts > 0.0:
                    for v in range(10):
                        cards_held[r, event, v] += lost * (cards[hand, v] + fatal[v] / busts)
        elif hand < plain or own > 0.0:
            if act == CLAIM:
                for r in range(7):
                    out[r, CLAIMED] += chance * bank[hand, r]
                    if len(cards_held):
                        for v in range(10):
                            cards_held[r, CLAIMED, v] += chance * bank[hand, r] * cards[hand, v]
            else:
                _add_result(out, bank[hand], chance, total[hand], 0, cards_held, cards[hand])


@compiled
def _add_result(out: Floats, bank: Floats, chance: float, points: int, kind: int,
                cards_held: Floats, cards: Bytes) -> None:
    """Add one hand of these points against each result of the bank."""
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
        if len(cards_held):
            for v in range(10):
                cards_held[r, event + kind, v] += chance * bank[r] * cards[v]


add_endings.in_plain(whole_arrays.add_endings)
