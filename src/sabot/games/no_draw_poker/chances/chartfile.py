"""A way to play as the text of a file.

::

    {"game": "no-draw-poker", "from": "AKQJ2",
     "hands": {"AK": "", "AKQ": "AK", "AKQ9": "AK23456", "AS KD QH 9C 4S": "7C 7D"}}

``from`` is the weakest hand that goes on whatever the bank shows: cards without a combination by
their ranks, the highest first, or a combination ("pair"); what is weaker passes, but for ``hands``.
There a hand is named by its ranks or the first of them, and goes on against open cards of these
ranks; or by its five cards, which stand for all that differ in the names of their suits alone, and
goes on against these cards. The longest name that fits decides.
"""

from __future__ import annotations

import itertools
import json
from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from sabot.equipment.arrays import Words
from sabot.equipment.cards import SUITS
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
from sabot.games.no_draw_poker.chances.charts import NONE, Chart, renamed
from sabot.games.no_draw_poker.chances.loop import CALL, LOOK, PASS, PATTERNS
from sabot.games.no_draw_poker.chances.terms import law_of
from sabot.games.no_draw_poker.rules import LINES, ranking
from sabot.odds.tally import Strategy
from sabot.procedure.table import Table, parse_error_text

KNOWN = ("game", "from", "hands")


def written(table: Table, game: str, play: str) -> str:
    """One of the priced plays as a file that `read` reads."""
    law = law_of(table)
    found, known = solve(law), strengths(law.ranking)
    calls, ranks = found.calls[play], law.ranking.ranks
    lacks = found.strength[calls != found.free]
    first = int(lacks.max()) + 1 if len(lacks) else 0
    least = known.of[first]
    told = {"game": game, "from": "".join(ranks[place] for place in least.kickers[:HAND])
            if not least.rank else least.category}
    hands: dict[str, str] = {}
    under = np.flatnonzero((found.strength < first) & (calls != 0))
    by_ranks: dict[str, list[int]] = {}
    for at in under.tolist():
        key = "".join(ranks[card // len(SUITS)] for card in found.cards[at][::-1])
        by_ranks.setdefault(key, []).append(at)
    for key, members in by_ranks.items():
        ups = {_by_rank(int(calls[at]), int(found.free[at]), ranks) for at in members}
        every = sum(found.times[at] for at in members) == len(SUITS) ** HAND - len(SUITS)
        if len(ups) == 1 and None not in ups and every:
            hands[key] = str(ups.pop())
            continue
        for at in members:
            cards = " ".join(name(int(card), law.ranking) for card in found.cards[at][::-1])
            hands[cards] = " ".join(name(card, law.ranking) for card in range(len(ranks) * 4)
                                    if int(calls[at]) >> card & 1)
    return json.dumps({**told, "hands": hands}, indent=1) + "\n"


def _by_rank(calls: int, free: int, ranks: str) -> str | None:
    """The ranks of open cards against which a hand goes on; None where suits matter."""
    found = ""
    for place, rank in enumerate(ranks):
        there, goes = (cards >> 4 * place & 0xF for cards in (free, calls))
        if goes not in (0, there):
            return None
        found += rank if goes else ""
    return found


def read(table: Table, text: str) -> Strategy:
    """The play of a file's text; ValueError names what is wrong with it."""
    try:
        told = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise ValueError(f"not JSON: {parse_error_text(error)}") from None
    if not isinstance(told, dict):
        raise ValueError("the file must be an object")
    if more := sorted(set(told) - set(KNOWN)):
        raise ValueError(f"{more[0]!r} is no part of a chart; they are {', '.join(KNOWN)}")
    if told.get("game", table.game) != table.game:
        raise ValueError(f"this chart is for {told['game']!r}")
    order, hands = ranking(table.rules), told.get("hands", {})
    if not isinstance(hands, dict):
        raise ValueError("hands is an object by hand")
    return Strategy(_chart(order, _first(order, told.get("from", "pair")), hands),
                    "as the chart in the file says")


def _first(order: Ranking, said: object) -> int:
    """The number of the weakest hand that always goes on."""
    known = strengths(order)
    if said in LINES[1:]:
        return next(at for at, one in enumerate(known.of) if one.rank >= order.order.index(said))
    cards = [str(rank) + suit for rank, suit in zip(
        said if isinstance(said, str) else "", "SHDCS", strict=False)]
    try:
        if not isinstance(said, str) or len(said) != HAND:
            raise ValueError
        held = strength(cards, order)
    except ValueError:
        raise ValueError(f"from: {str(said)[:40]!r} is no hand; it is five ranks such as AKJ83, or "
                         f"one of {', '.join(LINES[1:])}") from None
    return next(at for at, one in enumerate(known.of) if (one.rank, one.kickers[:HAND]) >= (
        held.rank, held.kickers[:HAND]))


class Named(NamedTuple):
    """What a file says of hands: by the first of their ranks, and by ranks and suits, lowest rank
    first, the open cards against which they go on, a bit each."""

    ranks: dict[str, int]
    cards: dict[str, list[tuple[tuple[int, ...], int]]]


def _chart(order: Ranking, first: int, hands: Mapping[str, object]) -> Chart:
    known, named = strengths(order), _named(order, hands)
    decides = np.where(np.arange(len(known.of)) < first, PASS, CALL).astype(np.uint8)
    places = np.full(len(known.codes), NONE, np.int32)
    masks: list[Words] = []
    for ranks in itertools.combinations(range(len(order.ranks)), HAND):
        key = "".join(order.ranks[place] for place in reversed(ranks))
        fits = max((said for said in named.ranks if key.startswith(said)), key=len, default=None)
        own, at = named.cards.get(key, []), row(ranks)
        numbers = [int(known.codes[at, kind]) for kind in (MIXED, THREE)]
        if numbers[0] >= first or (fits is None and not own):
            continue
        usual = named.ranks[fits] if fits is not None else 0
        mine = np.full(PATTERNS, usual, np.uint64)
        if own:
            suits, calls = np.array([one for one, _ in own]), np.array([one for _, one in own],
                                                                       np.uint64)
            for other in itertools.permutations(range(len(SUITS))):
                patterns = (np.array(other)[suits] << 2 * np.arange(HAND)).sum(1)
                mine[patterns] = renamed(calls, other)
        places[at] = len(masks)
        masks.append(mine)
        decides[numbers] = LOOK
    return Chart(decides, places, np.concatenate(masks) if masks else np.zeros(1, np.uint64),
                 "as the chart in the file says")


def _named(order: Ranking, hands: Mapping[str, object]) -> Named:
    found, pack = Named({}, {}), set(order.pack)
    for said, against in hands.items():
        if not isinstance(against, str):
            example = "7C 7D" if " " in said else "AK7"
            raise ValueError(f"{said}: the open cards are text, such as {example}")
        if " " not in said:
            if wrong := [rank for rank in against if rank not in order.ranks]:
                raise ValueError(f"{said}: {wrong[0]!r} is no rank; they are {order.ranks}")
            places = [order.ranks.find(rank) for rank in said]
            if not 1 <= len(said) <= HAND or -1 in places or \
                    places != sorted(set(places), reverse=True):
                raise ValueError(f"{said!r} is no hand; it is named by its ranks, the highest "
                                 "first, such as AKQ, or by its five cards")
            found.ranks[said] = sum(0xF << len(SUITS) * order.ranks.index(rank)
                                    for rank in set(against))
            continue
        held = strength(said.split(), order)
        if held.rank:
            raise ValueError(f"{said}: a hand that is named here has no combination; this is "
                             f"{held.category}")
        if wrong := [card for card in against.split() if card not in pack]:
            raise ValueError(f"{said}: {wrong[0]!r} is no card")
        cards = sorted(number(card, order) for card in said.split())
        key = "".join(order.ranks[card // len(SUITS)] for card in reversed(cards))
        found.cards.setdefault(key, []).append((
            tuple(card % len(SUITS) for card in cards),
            sum(1 << number(card, order) for card in set(against.split()))))
    return found
