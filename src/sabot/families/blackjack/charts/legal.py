"""Which acts a law leaves open to a hand, as far as its cards and the bank's decide it."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from sabot.families.blackjack.charts.chart import (
    ACTS,
    CLAIM,
    DOUBLE,
    HIT,
    SPLIT,
    STAND,
    SURRENDER,
    Chart,
)
from sabot.families.blackjack.charts.hand_states import SUITED, states, suited
from sabot.families.blackjack.rules.hand import LIMIT
from sabot.families.blackjack.rules.pricing_rules import ANY, Terms

Open = NDArray[np.bool_]


def may_double(terms: Terms, totals: tuple[int, ...]) -> Open:
    """The hands that may double where these totals may (by number)."""
    table = states()
    pair = table.size == 2
    if not totals:
        return np.zeros(len(pair), np.bool_)
    if totals == ANY:
        return np.array(pair)
    low, high = totals
    fits: Open = pair & (table.hard >= low) & (table.hard <= high)
    if not terms.fixes_ace:
        fits &= table.cards[:, 0] == 0
    return fits


def _there(up: int, split: int | None) -> Open:
    """The hands that can be: a split hand has the card that was split, and the bank shows the
    missing card of a suited pair only where it is of that rank."""
    table = states()
    found = np.ones(len(table.size), np.bool_) if split is None else table.cards[:, split - 1] > 0
    for one, other in SUITED:
        found[table.plain + suited(one, other, True)] &= up == LIMIT - one - other
    return np.asarray(found)


@lru_cache(maxsize=512)
def acts(terms: Terms, up: int, split: int | None, may_split: bool) -> Open:
    """What is open to each hand against the bank's card ``up``: (act, number).

    ``split`` is the value that was split first, None for a hand of no split; ``may_split`` whether
    a pair may be split (once more). Of a hand that is not asked only standing is open. It is kept,
    and only to be read: charts are held against the same law again and again.
    """
    table = states()
    first = split is None
    one_card = split == 1 and not terms.hit_aces  # an ace that was split has one more card
    there = _there(up, split)
    asked = there & (table.size >= 2) & (table.total < 21)
    five = there & (table.size == 5) & (terms.five and up != 1)
    found = np.zeros((len(ACTS), len(table.size)), np.bool_)
    found[STAND] = (table.total > terms.must_hit) | ~asked | one_card
    found[HIT] = asked & (not one_card)
    if not one_card or terms.double_aces:
        found[DOUBLE] = asked & may_double(terms, terms.double if first else terms.double_split)
    if may_split and terms.max_hands != 1:
        found[SPLIT] = asked & (table.twin > 0)
        if not first:
            found[SPLIT] &= (table.twin == split) & (
                terms.resplit_aces if split == 1 else terms.resplit)
    if first and terms.surrender != "none":
        found[SURRENDER] = asked & (table.size == 2) & (
            up != 1 or terms.surrender != "early-not-ace")
    if not one_card:
        found[CLAIM] = five
    found.flags.writeable = False
    return found


def asked(found: Open) -> Open:
    """The hands with something to decide among these `acts`, be it only that they must hit."""
    return np.asarray(found[1:].any(axis=0))


def contexts(terms: Terms, chart: Chart) -> list[tuple[str, NDArray[np.int8], Open]]:
    """Each row of a chart: its name, its acts by number, and what is open there.

    What a chart says of hands that are not `asked` is nothing.
    """
    rows = []
    for up in range(1, 11):
        for name, table, may in (("first", chart.first, True),
                                 ("first_whole", chart.first_whole, False)):
            rows.append((f"{name}[{up}]", table[up - 1], acts(terms, up, None, may)))
        for name, deep, may in (("after", chart.after, True),
                                ("after_whole", chart.after_whole, False)):
            for split in range(1, 11):
                rows.append((f"{name}[{up}][{split}]", deep[up - 1, split - 1],
                             acts(terms, up, split, may)))
    return rows


def drawn(terms: Terms, chance: np.random.Generator) -> Chart:
    """Any lawful chart: each cell one of the acts that are open, whatever comes of it."""
    n = len(states().size)

    def row(up: int, split: int | None, may: bool) -> NDArray[np.int8]:
        liking = chance.random((len(ACTS), n)) * acts(terms, up, split, may)
        return np.asarray(liking.argmax(axis=0), dtype=np.int8)

    ups, splits = range(1, 11), range(1, 11)
    return Chart(
        np.array([row(up, None, True) for up in ups]),
        np.array([row(up, None, False) for up in ups]),
        np.array([[row(up, split, True) for split in splits] for up in ups]),
        np.array([[row(up, split, False) for split in splits] for up in ups]),
        chance.integers(0, 2, n).astype(np.int8), chance.integers(0, 2, 10).astype(np.int8))
