"""What a baccarat game declares for pricing and simulation: a layout with the cards of a shoe."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

import msgspec

from sabot.families.baccarat import exact, remaining_cards, three_card
from sabot.families.baccarat.clauses import BANCA, CONTINUOUS, DOUBLE, ON_FIVE, PART, Pile
from sabot.families.baccarat.odds_words import ODDS
from sabot.families.baccarat.ranks import LOWEST, of_rank
from sabot.families.baccarat.readings import naturals_end
from sabot.families.baccarat.remaining_cards import Left, Shoe
from sabot.families.layout.cloth import Cloth, Fell
from sabot.families.layout.declare import Cards, Chances, alone, chances
from sabot.families.layout.round import RuleBook
from sabot.families.layout.shared_limits import Shared, nothing_shared
from sabot.probability.answer import PublishedFigure, Step, step
from sabot.procedure.table import Table

if TYPE_CHECKING:
    from sabot.equipment.streams import Stream
    from sabot.families.baccarat.kernel import Places, Sides, Tape
    from sabot.families.layout.batch import Source
    from sabot.families.layout.repeated_bets import Laying

LEAST = 6
"""The cards that a coup needs: three for each side, or two hands of three."""

Packs = Callable[[Table], Shoe]


def _read(shoe: Packs, table: Table, text: str | None, seen: bool) -> Left:
    packs = shoe(table).packs
    if text is None:
        return remaining_cards.full(packs)
    return (remaining_cards.without if seen else remaining_cards.remaining)(text, packs, LEAST)


def _published() -> tuple[PublishedFigure, ...]:
    from sabot.families.baccarat.published import against_published
    return against_published()


# -- ponto against banca ---------------------------------------------------------------------------


FIRST = ("o jogo mais corrente: oito baralhos, 5 % dos prémios da banca",
         "the usual game: eight packs, 5 % commission on banca wins",
         "通行打法：八副牌，莊贏抽佣百分之五")
USUAL = {"table": DOUBLE, "shuffler": "", "deduction": PART}
"""The most common rules worldwide, as far as they change the edge of banca."""
STEPS = {
    "table": {"single": ("mesa simples: seis baralhos", "a single table: six packs",
                         "單檯：六副牌"),
              "double": ("mesa dupla: oito baralhos", "a double table: eight packs",
                         "雙檯：八副牌")},
    "shuffler": {"batch": ("baralhador automático", "shuffled by a machine", "自動洗牌機"),
                 "continuous": ("sabot baralhador automático: seis baralhos",
                                "a shuffling shoe: six packs", "自動洗派牌機：六副牌")},
    "deduction": {"none": ("sem dedução dos prémios", "no commission", "免佣"),
                  "50%": ("dedução de metade do prémio da banca com 5, e nada dos outros",
                          "half the prize when banca wins with 5; no other commission",
                          "莊家以五點贏只派一半彩金，其餘免佣")},
}
"""The words for each value of a rule."""


def side_chances(book: RuleBook, pile: Pile, five: int, *, shared: bool = False,
                 limits: Callable[[Table], Shared] = nothing_shared) -> Chances:
    """The chances of a ponto e banca. ``five``: the points of banca with which half may be
    deducted; ``shared``: all players share the limits of a table; ``limits``: those that the bets
    of one player share."""
    shoe = partial(_shoe, pile)
    cards = Cards(partial(_read, shoe), remaining_cards.by_rank, partial(_sides, five),
                  partial(_side_kernel, shoe), partial(_tape, shoe), partial(_side_deals, shoe))
    return chances(book, first=BANCA, cards=cards, words=ODDS, shared=shared, limits=limits,
                   waterfall=lambda edge: partial(waterfall, edge), published=_published)


def _shoe(pile: Pile, table: Table) -> Shoe:
    rules = table.rules
    return Shoe(pile.packs(table), pile.burned, pile.burns,
                0 if rules.shuffler == CONTINUOUS else rules.warning)


def _sides(five: int, table: Table, cloth: Cloth, cards: Left) -> Cloth:
    halved = five if table.rules.deduction == ON_FIVE else -1
    return replace(cloth, weigh=partial(exact.weigh, cards, naturals_end=naturals_end(table)),
                   label=partial(label_sides, halved))


def label_sides(halved: int, fell: Fell, spots: Collection[str]) -> str:
    """The label of an outcome for bets on these spots; ``halved``: the points of banca with which
    half of its prize is deducted, -1 for none."""
    ponto, banca, ponto_pair, banca_pair = fell
    words = ["a tie" if ponto == banca else "ponto wins" if ponto > banca else "banca wins"]
    if banca == halved > ponto and "banca" in spots:
        words[0] += f" with {banca}"
    pairs = [side for side, has in (("ponto", ponto_pair), ("banca", banca_pair))
             if has and f"pair/{side}" in spots]
    if pairs:
        words.append("both pairs" if len(pairs) > 1 else f"a pair of {pairs[0]}")
    return " and ".join(words)


def _side_kernel(shoe: Packs, table: Table, laying: Laying, words: str, fresh: bool) -> Sides:
    from sabot.families.baccarat.kernel import sides
    return sides(shoe(table), laying, words, fresh, naturals_end(table))


def _side_deals(shoe: Packs, table: Table, n: int, fresh: bool) -> Source:
    from sabot.families.baccarat.batch import Sides
    return Sides(shoe(table), n, fresh, naturals_end(table))


def _tape(shoe: Packs, table: Table, stream: Stream, laying: Laying) -> Tape:
    from sabot.families.baccarat.kernel import Tape
    return Tape(stream, shoe(table).packs, LEAST)


# -- hands of three cards --------------------------------------------------------------------------


def hand_chances(book: RuleBook, shoe: Packs, place: Callable[[str], int], *, first: str = "hand",
                 beside: Callable[[str], str] = alone, everybody: Callable[[Table], bool],
                 together: Callable[[Table], bool]) -> Chances:
    """The chances of a game of hands of three cards. ``place`` is the place whose hand decides on a
    spot, 0 for the bank's alone; ``everybody``: a player gets cards even without a bet there;
    ``together``: each hand gets its three cards at once."""
    cards = Cards(partial(_read, shoe), remaining_cards.by_rank, partial(_hands, place),
                  partial(_hand_kernel, shoe, everybody),
                  partial(_hand_tape, shoe, everybody, together),
                  partial(_hand_deals, shoe, everybody, place))
    return chances(book, first=first, cards=cards, beside=beside, words=ODDS,
                   published=_published)


def _hands(place: Callable[[str], int], table: Table, cloth: Cloth, cards: Left) -> Cloth:
    return replace(cloth, weigh=partial(three_card.weigh, cards), place=place, ranks=LOWEST,
                   places=max(map(place, cloth.spots)), label=partial(label_hands, place))


def label_hands(place: Callable[[str], int], fell: Fell, spots: Collection[str]) -> str:
    """The label of the hands of an outcome, for bets on these spots."""
    bank, *hands = fell
    words = []
    if any(not place(spot) for spot in spots):
        points, figures = of_rank(bank)
        words.append("three figures" if figures == three_card.CARDS else f"bank {points}")
    mine = {n: "ties" if hand == bank else "wins" if hand < bank else "loses"
            for n, hand in enumerate(hands, start=1)
            if hand and any(place(spot) == n for spot in spots)}
    if len(mine) > 1 and len(set(mine.values())) == 1:
        mine = {0: next(iter(mine.values()))}
    words += [f"place {n} {end}" if n else f"every place {end}" for n, end in mine.items()]
    return " and ".join(words)


def _also(everybody: Callable[[Table], bool], table: Table) -> tuple[str, ...]:
    """The spots of places that get cards without a bet: that of the one player."""
    return ("hand/1",) if everybody(table) else ()


def _hand_kernel(shoe: Packs, everybody: Callable[[Table], bool], table: Table, laying: Laying,
                 words: str, fresh: bool) -> Places:
    from sabot.families.baccarat.kernel import places
    return places(shoe(table), laying, _also(everybody, table), words, fresh)


def _hand_tape(shoe: Packs, everybody: Callable[[Table], bool],
               together: Callable[[Table], bool], table: Table, stream: Stream, laying: Laying
               ) -> Tape:
    from sabot.families.baccarat.kernel import Tape
    place = laying.cloth.place
    assert place is not None
    dealt = {place(spot) for spot in (*laying.stakes, *_also(everybody, table))} | {0}
    return Tape(stream, shoe(table).packs, three_card.CARDS * len(dealt),
                len(dealt) if together(table) else 0)


def _hand_deals(shoe: Packs, everybody: Callable[[Table], bool], place: Callable[[str], int],
                table: Table, n: int, fresh: bool) -> Source:
    from sabot.families.baccarat.batch import Places
    return Places(shoe(table), n, fresh, table.places, place, int(everybody(table)))


# -- what each rule is worth -----------------------------------------------------------------------


def waterfall(edge: Callable[[Table], float], table: Table, strategy: str = ""
              ) -> tuple[Step, ...]:
    """What each rule adds to the edge of banca, from the usual game to this table."""
    def priced(values: Mapping[str, str]) -> float:
        rules = msgspec.structs.replace(table.rules, **values)
        return edge(msgspec.structs.replace(table, rules=rules))

    values, begin = dict(USUAL), priced(USUAL)
    rows = [step(FIRST, alone=0.0, change=0.0, edge=begin)]
    for name, texts in STEPS.items():
        mine = {name: getattr(table.rules, name)}
        if mine[name] == USUAL[name]:
            continue
        values |= mine
        now = priced(values)
        rows.append(step(texts[mine[name]], alone=priced(USUAL | mine) - begin,
                         change=now - rows[-1].edge, edge=now))
    return tuple(rows)
