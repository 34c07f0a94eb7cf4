"""Which acts a law allows for a hand, as far as its cards and the bank's card decide it."""

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
from sabot.families.blackjack.charts.hand_states import SUITED, states, suited_offset
from sabot.families.blackjack.rules.hand import LIMIT
from sabot.families.blackjack.rules.pricing_rules import ANY, Terms

Open = NDArray[np.bool_]


def may_double(terms: Terms, totals: tuple[int, ...]) -> Open:
    """The hands (by number) that may double on these totals."""
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


def _possible_hands(up: int, split: int | None) -> Open:
    """The hands that can occur: a hand of a split has the card that was split, and a suited pair
    counts its missing card as shown only where the bank shows that rank."""
    table = states()
    possible = (
        np.ones(len(table.size), np.bool_) if split is None else table.cards[:, split - 1] > 0
    )
    for first, second in SUITED:
        possible[table.plain + suited_offset(first, second, True)] &= up == LIMIT - first - second
    return np.asarray(possible)


@lru_cache(maxsize=512)
def open_acts(terms: Terms, up: int, split: int | None, may_split: bool) -> Open:
    """The acts that are open to each hand against the bank's card ``up``: (act, number).

    ``split``: the value that was split first, None for a hand of no split. ``may_split``: whether a
    pair may be split (again). A hand that is not asked can only stand. The result is cached and
    read-only.
    """
    table = states()
    unsplit = split is None
    one_card = split == 1 and not terms.hit_aces  # a split ace takes one more card
    possible = _possible_hands(up, split)
    undecided = possible & (table.size >= 2) & (table.total < 21)
    five = possible & (table.size == 5) & (terms.five and up != 1)
    is_open = np.zeros((len(ACTS), len(table.size)), np.bool_)
    is_open[STAND] = (table.total > terms.must_hit) | ~undecided | one_card
    is_open[HIT] = undecided & (not one_card)
    if not one_card or terms.double_aces:
        is_open[DOUBLE] = undecided & may_double(
            terms, terms.double if unsplit else terms.double_split
        )
    if may_split and terms.max_hands != 1:
        is_open[SPLIT] = undecided & (table.twin > 0)
        if not unsplit:
            is_open[SPLIT] &= (table.twin == split) & (
                terms.resplit_aces if split == 1 else terms.resplit)
    if unsplit and terms.surrender != "none":
        is_open[SURRENDER] = undecided & (table.size == 2) & (
            up != 1 or terms.surrender != "early-not-ace")
    if not one_card:
        is_open[CLAIM] = five
    is_open.flags.writeable = False
    return is_open


def to_decide(is_open: Open) -> Open:
    """The hands that have a decision among these open acts, even if all they may do is hit."""
    return np.asarray(is_open[1:].any(axis=0))


def chart_rows(terms: Terms, chart: Chart) -> list[tuple[str, NDArray[np.int8], Open]]:
    """Each row of a chart: its name, its acts by number, and the acts that are open there.

    Acts of hands that have nothing to decide (`to_decide`) mean nothing.
    """
    rows = []
    for up in range(1, 11):
        for name, table, may_split in (("first", chart.first, True),
                                       ("first_whole", chart.first_whole, False)):
            rows.append((f"{name}[{up}]", table[up - 1], open_acts(terms, up, None, may_split)))
        for name, deep, may_split in (("after", chart.after, True),
                                      ("after_whole", chart.after_whole, False)):
            for split in range(1, 11):
                rows.append((f"{name}[{up}][{split}]", deep[up - 1, split - 1],
                             open_acts(terms, up, split, may_split)))
    return rows


def sample_chart(terms: Terms, chance: np.random.Generator) -> Chart:
    """A random legal chart: each cell is one of its open acts."""
    n = len(states().size)

    def row(up: int, split: int | None, may_split: bool) -> NDArray[np.int8]:
        weight = chance.random((len(ACTS), n)) * open_acts(terms, up, split, may_split)
        return np.asarray(weight.argmax(axis=0), dtype=np.int8)

    ups, splits = range(1, 11), range(1, 11)
    return Chart(
        np.array([row(up, None, True) for up in ups]),
        np.array([row(up, None, False) for up in ups]),
        np.array([[row(up, split, True) for split in splits] for up in ups]),
        np.array([[row(up, split, False) for split in splits] for up in ups]),
        chance.integers(0, 2, n).astype(np.int8), chance.integers(0, 2, 10).astype(np.int8))
