"""A strategy as the text of a file, parsed and written.

::

    {"game": "no-draw-poker", "from": "AKQJ2",
     "hands": {"AK": "", "AKQ": "AK", "AKQ9": "AK23456", "AS KD QH 9C 4S": "7C 7D"}}

``from`` is the weakest hand that goes on against every open card: five ranks without a combination,
the highest first, or a combination ("pair"). Weaker hands pass, except those in ``hands``. There a
hand is named by its ranks, or by the first of them, and goes on against open cards of the given
ranks; or by its five cards, which stand for all hands that differ only in the names of the suits,
and goes on against the given cards. The longest name that fits decides.
"""

from __future__ import annotations

import itertools
import json
from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from sabot.equipment.arrays import Words
from sabot.equipment.cards import SUITS, as_card
from sabot.families.poker.hands import Ranking, strength
from sabot.families.poker.no_draw import (
    HAND,
    MIXED,
    THREE,
    name,
    number,
    row,
    strengths,
)
from sabot.families.poker.no_draw_plays import solve
from sabot.games.no_draw_poker.chances.charts import NONE, Chart, rename_suits
from sabot.games.no_draw_poker.chances.loop import CALL, LOOK, PASS, PATTERNS
from sabot.games.no_draw_poker.chances.terms import law_of
from sabot.games.no_draw_poker.rules import LINES, ranking
from sabot.probability.tally import Strategy
from sabot.procedure.table import Table, parse_error_text
from sabot.words import phrase

KNOWN = ("game", "from", "hands")


def format_chart(table: Table, game: str, play: str) -> str:
    """A priced strategy as the text of a file; `parse_chart` reads it."""
    law = law_of(table)
    solution, known = solve(law), strengths(law.ranking)
    calls, ranks = solution.calls[play], law.ranking.ranks
    lacks = solution.strength[calls != solution.free]
    first = int(lacks.max()) + 1 if len(lacks) else 0
    least = known.of[first]
    head = {"game": game, "from": "".join(ranks[place] for place in least.kickers[:HAND])
            if not least.rank else least.category}
    hands: dict[str, str] = {}
    under = np.flatnonzero((solution.strength < first) & (calls != 0))
    by_ranks: dict[str, list[int]] = {}
    for at in under.tolist():
        key = "".join(ranks[card // len(SUITS)] for card in solution.cards[at][::-1])
        by_ranks.setdefault(key, []).append(at)
    for key, members in by_ranks.items():
        ups = {_by_rank(int(calls[at]), int(solution.free[at]), ranks) for at in members}
        complete = sum(solution.times[at] for at in members) == len(SUITS) ** HAND - len(SUITS)
        if len(ups) == 1 and None not in ups and complete:
            hands[key] = str(ups.pop())
            continue
        for at in members:
            cards = " ".join(name(int(card), law.ranking) for card in solution.cards[at][::-1])
            hands[cards] = " ".join(name(card, law.ranking) for card in range(len(ranks) * 4)
                                    if int(calls[at]) >> card & 1)
    return json.dumps({**head, "hands": hands}, indent=1) + "\n"


def _by_rank(calls: int, free: int, ranks: str) -> str | None:
    """The ranks of open cards against which a hand goes on; None if suits matter."""
    against = ""
    for place, rank in enumerate(ranks):
        possible, goes = (cards >> 4 * place & 0xF for cards in (free, calls))
        if goes not in (0, possible):
            return None
        against += rank if goes else ""
    return against


def parse_chart(table: Table, text: str) -> Strategy:
    """The strategy of a file's text; ValueError names the first fault."""
    try:
        values = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise ValueError(phrase("not JSON: {why}",
                                why=parse_error_text(error))) from None
    if not isinstance(values, dict):
        raise ValueError("the file must be an object")
    if more := sorted(set(values) - set(KNOWN)):
        raise ValueError(phrase("{more} is not a part of a chart; allowed: {known}",
                                more=repr(more[0]), known=", ".join(KNOWN)))
    if values.get("game", table.game) != table.game:
        raise ValueError(phrase("this chart is for {game}", game=repr(values["game"])))
    order, hands = ranking(table.rules), values.get("hands", {})
    if not isinstance(hands, dict):
        raise ValueError("hands is an object with hands as keys")
    return Strategy(_build_chart(order, _first(order, values.get("from", "pair")), hands),
                    "as the chart in the file says")


def _first(order: Ranking, weakest: object) -> int:
    """The number of the weakest hand that always goes on."""
    known = strengths(order)
    if weakest in LINES[1:]:
        lowest = order.order.index(weakest)
        return next(at for at, hand in enumerate(known.of) if hand.rank >= lowest)
    cards = [str(rank) + suit for rank, suit in zip(
        weakest if isinstance(weakest, str) else "", "SHDCS", strict=False)]
    try:
        if not isinstance(weakest, str) or len(weakest) != HAND:
            raise ValueError
        first = strength(cards, order)
    except ValueError:
        raise ValueError(phrase("from: {weakest} is not a hand; allowed: five ranks such as AKJ83, "
                                "or one of {lines}", weakest=repr(str(weakest)[:40]),
                                lines=", ".join(LINES[1:]))) from None
    return next(at for at, hand in enumerate(known.of) if (hand.rank, hand.kickers[:HAND]) >= (
        first.rank, first.kickers[:HAND]))


class NamedHands(NamedTuple):
    """The hands of a file with the open cards against which they go on, a bit for each: by their
    first ranks (``ranks``), and by ranks and suits, the lowest rank first (``cards``)."""

    ranks: dict[str, int]
    cards: dict[str, list[tuple[tuple[int, ...], int]]]


def _build_chart(order: Ranking, first: int, hands: Mapping[str, object]) -> Chart:
    known, named = strengths(order), _parse_hands(order, hands)
    decides = np.where(np.arange(len(known.of)) < first, PASS, CALL).astype(np.uint8)
    places = np.full(len(known.codes), NONE, np.int32)
    masks: list[Words] = []
    for ranks in itertools.combinations(range(len(order.ranks)), HAND):
        key = "".join(order.ranks[place] for place in reversed(ranks))
        fits = max((prefix for prefix in named.ranks if key.startswith(prefix)), key=len,
                   default=None)
        own, at = named.cards.get(key, []), row(ranks)
        numbers = [int(known.codes[at, kind]) for kind in (MIXED, THREE)]
        if numbers[0] >= first or (fits is None and not own):
            continue
        usual = named.ranks[fits] if fits is not None else 0
        mine = np.full(PATTERNS, usual, np.uint64)
        if own:
            suits = np.array([hand for hand, _ in own])
            calls = np.array([against for _, against in own], np.uint64)
            for other in itertools.permutations(range(len(SUITS))):
                patterns = (np.array(other)[suits] << 2 * np.arange(HAND)).sum(1)
                mine[patterns] = rename_suits(calls, other)
        places[at] = len(masks)
        masks.append(mine)
        decides[numbers] = LOOK
    return Chart(decides, places, np.concatenate(masks) if masks else np.zeros(1, np.uint64),
                 "as the chart in the file says")


def _parse_hands(order: Ranking, hands: Mapping[str, object]) -> NamedHands:
    parsed, pack = NamedHands({}, {}), set(order.pack)
    for hand, against in hands.items():
        if not isinstance(against, str):
            example = "7C 7D" if " " in hand else "AK7"
            raise ValueError(phrase("{hand}: the open cards are text, such as {example}",
                                    hand=hand, example=example))
        if " " not in hand:
            if unknown := [rank for rank in against if rank not in order.ranks]:
                raise ValueError(phrase("{hand}: {unknown} is not a rank; allowed: {ranks}",
                                        hand=hand, unknown=repr(unknown[0]), ranks=order.ranks))
            places = [order.ranks.find(rank) for rank in hand]
            if not 1 <= len(hand) <= HAND or -1 in places or \
                    places != sorted(set(places), reverse=True):
                raise ValueError(phrase("{hand} is not a hand; allowed: its ranks, the highest "
                                        "first, such as AKQ, or its five cards", hand=repr(hand)))
            parsed.ranks[hand] = sum(0xF << len(SUITS) * order.ranks.index(rank)
                                     for rank in set(against))
            continue
        own, open_cards = (list(map(as_card, text.split())) for text in (hand, against))
        value = strength(own, order)
        if value.rank:
            raise ValueError(phrase("{hand}: a hand in this list has no combination; this is "
                                    "{category}", hand=hand, category=value.category))
        if unknown := [card for card in open_cards if card not in pack]:
            raise ValueError(phrase("{hand}: {unknown} is not a card", hand=hand,
                                    unknown=repr(unknown[0])))
        cards = sorted(number(card, order) for card in own)
        key = "".join(order.ranks[card // len(SUITS)] for card in reversed(cards))
        parsed.cards.setdefault(key, []).append((
            tuple(card % len(SUITS) for card in cards),
            sum(1 << number(card, order) for card in set(open_cards))))
    return parsed
