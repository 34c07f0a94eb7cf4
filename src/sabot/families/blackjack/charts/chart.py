"""A way to play: what is done with every hand against every card of the bank."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sabot.families.blackjack.charts.hand_states import states

STAND, HIT, DOUBLE, SPLIT, SURRENDER, CLAIM = range(6)
ACTS = ("stand", "hit", "double", "split", "surrender", "claim-five")
Acts = NDArray[np.int8]


class Chart(NamedTuple):
    """Actions by the bank's card (its value less one) and the number of the hand (see `states`).

    ``first`` (10, n): hands that come from no split; ``first_whole`` the same where the hand may
    not be split (its cards have different ranks, or the place has all its hands).
    ``after`` (10, 10, n), ``after_whole``: hands of a split, by the bank's card, then the value
    that was split first.
    A surrender or a claim that is not offered is never in a chart. ``insure`` (n,): whether the
    two-card hand is insured; ``evens`` (10,): whether a blackjack takes even money against this
    card.
    """

    first: Acts
    first_whole: Acts
    after: Acts
    after_whole: Acts
    insure: Acts
    evens: Acts


def mimic(stand_on: int = 17) -> Chart:
    """The chart of one who plays like the bank: no double, no split, nothing beside the bet."""
    table = states()
    stands = np.where(table.total >= stand_on, STAND, HIT).astype(np.int8)
    first = np.tile(stands, (10, 1))
    after = np.tile(stands, (10, 10, 1))
    after[:, 0] = STAND  # an ace that was split has no further card
    return Chart(first, first, after, after, np.zeros(len(stands), np.int8), np.zeros(10, np.int8))
