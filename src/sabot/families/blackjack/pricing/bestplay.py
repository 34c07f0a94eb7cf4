"""The best play as rows for readers: each hand against each card of the bank."""

from __future__ import annotations

import numpy as np

from sabot.families.blackjack.charts.chart import ACTS, SPLIT
from sabot.families.blackjack.charts.hand_states import SUITED, states
from sabot.families.blackjack.pricing.exact import IMPOSSIBLE
from sabot.families.blackjack.pricing.expected_values import Worth
from sabot.families.blackjack.pricing.odds_answer import ChartCell, ChartException, ChartRow

UPS = (2, 3, 4, 5, 6, 7, 8, 9, 10, 1)
NAMES = {1: "A", **{n: str(n) for n in range(2, 10)}, 10: "T"}


def _cell(worths: dict[int, float]) -> ChartCell:
    """The best act, with the second best and the cost of taking it."""
    ranked = sorted(worths, key=lambda act: -worths[act])
    best = ranked[0]
    if len(ranked) == 1:
        return ChartCell(act=ACTS[best], worth=worths[best], second="", cost=0.0)
    return ChartCell(act=ACTS[best], worth=worths[best], second=ACTS[ranked[1]],
                     cost=worths[best] - worths[ranked[1]])


def chart_by_cards(price: Worth) -> tuple[ChartRow, ...]:
    """A row for every two cards; 6-7, 6-8 and 7-8 of one suit have their own row where they may
    earn a prize."""
    table = states()
    against = {upcard.up: upcard for upcard in price.against}
    rows = []
    for a in range(1, 11):
        for b in range(a, 11):
            if (a, b) == (1, 10):
                continue
            hands = [(int(table.two[a - 1, b - 1]), "")]
            if price.terms.special and (a, b) in SUITED:
                hands.append((table.plain + 2 * SUITED.index((a, b)), " of one suit"))
            for hand, suffix in hands:
                cells = []
                for up in UPS:
                    upcard = against[up]
                    worths = {act: float(upcard.each[hand, act]) for act in range(len(ACTS))
                              if upcard.each[hand, act] > IMPOSSIBLE + 1
                              and (act != SPLIT or a == b)}
                    cells.append(_cell(worths))
                kind = "pair" if a == b else "soft" if a == 1 else "hard"
                rows.append(ChartRow(kind=kind, name=f"{NAMES[a]},{NAMES[b]}{suffix}",
                                     cells=tuple(cells)))
    return tuple(rows)


def chart_by_total(price: Worth) -> tuple[ChartRow, ...]:
    """A row for every total of two cards, hard and soft, and for every pair.

    The worth of an act is its mean over the two-card hands of that total, weighted by their
    chances.
    """
    table = states()
    groups: dict[tuple[str, int], list[int]] = {}
    for a in range(1, 11):
        for b in range(a, 11):
            hand = int(table.two[a - 1, b - 1])
            total = int(table.total[hand])
            if total == 21:
                continue
            if a == b:
                groups.setdefault(("pair", a), []).append(hand)
            if a != b or a in (5, 10):
                groups.setdefault(("soft" if a == 1 else "hard", total), []).append(hand)
    against = {upcard.up: upcard for upcard in price.against}
    rows = []
    for kind, number in sorted(groups, key=lambda g: ("hard", "soft", "pair").index(g[0]) * 100
                               + (g[1] if g != ("pair", 1) else 11)):
        cells = []
        for up in UPS:
            upcard = against[up]
            weight: dict[int, float] = {}
            for deal in upcard.deals:
                weight[deal.hand] = weight.get(deal.hand, 0.0) + deal.chance
            hands = [h for h in groups[kind, number] if weight.get(h, 0) > 0] or \
                groups[kind, number]
            weights = np.array([weight.get(h, 1.0) for h in hands])
            worths = {}
            for act in range(len(ACTS)):
                column = upcard.each[hands, act]
                if (column > IMPOSSIBLE + 1).all() and (act != SPLIT or kind == "pair"):
                    worths[act] = float(weights @ column / weights.sum())
            cells.append(_cell(worths))
        name = f"{NAMES[number]},{NAMES[number]}" if kind == "pair" else str(number)
        rows.append(ChartRow(kind=kind, name=name, cells=tuple(cells)))
    return tuple(rows)


def exceptions(price: Worth) -> tuple[ChartException, ...]:
    """Two-card hands whose best play differs from the row of their total."""
    totals = {(row.kind, row.name): row for row in chart_by_total(price)}
    table = states()
    entries = []
    for row in chart_by_cards(price):
        if row.kind == "pair":
            continue
        a, b = (next(n for n, name in NAMES.items() if name == part)
                for part in row.name.split(" ")[0].split(","))
        total = str(int(table.total[table.two[a - 1, b - 1]]))
        usual = totals[row.kind, total]
        for up, cell, common in zip(UPS, row.cells, usual.cells, strict=True):
            if cell.act != common.act:
                entries.append(ChartException(hand=row.name, against=NAMES[up], best=cell.act,
                                              by_total=common.act, cost=cell.cost))
    return tuple(entries)
