"""A chart: the act for every hand against every card of the bank."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sabot.families.blackjack.charts.hand_states import states

STAND, HIT, DOUBLE, SPLIT, SURRENDER, CLAIM = range(6)
ACTS = ("stand", "hit", "double", "split", "surrender", "claim-five")
Acts = NDArray[np.int8]


class Chart(NamedTuple):
    """Acts by the bank's card (its value less 1) and the number of the hand (see `states`).

    ``first`` (10, n): hands of no split; ``first_whole``: the same where the hand may not be split
    (its cards have different ranks, or the place has all its hands). ``after`` (10, 10, n),
    ``after_whole``: hands of a split, by the bank's card and then the value that was split first. A
    surrender or a claim that is not offered is never in a chart. ``insure`` (n,): whether a
    two-card hand is insured. ``evens`` (10,): whether a blackjack takes even money against this
    card.
    """

    first: Acts
    first_whole: Acts
    after: Acts
    after_whole: Acts
    insure: Acts
    evens: Acts


def mimic(stand_on: int = 17) -> Chart:
    """A chart that plays like the bank: no double, split, surrender, insurance or even money."""
    table = states()
    stands = np.where(table.total >= stand_on, STAND, HIT).astype(np.int8)
    first = np.tile(stands, (10, 1))
    after = np.tile(stands, (10, 10, 1))
    after[:, 0] = STAND  # a split ace takes no further card
    return Chart(first, first, after, after, np.zeros(len(stands), np.int8), np.zeros(10, np.int8))
