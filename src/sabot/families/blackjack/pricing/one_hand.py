"""The value of every act of one hand of blackjack against one card of the bank.

The values are those of `expected_values`: from a full shoe without the cards of the hand and the
bank's card, each act followed by the best play. Where the bank looks for a blackjack before it asks
for decisions, they hold for a hand that is asked: the bank has none.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from sabot.families.blackjack.charts.chart import ACTS, SPLIT
from sabot.families.blackjack.charts.hand_states import BUST, SUITED, States, states, suited_offset
from sabot.families.blackjack.pricing.exact import IMPOSSIBLE, NATURAL
from sabot.families.blackjack.pricing.expected_values import UpCardValues, Worth, worth
from sabot.families.blackjack.rules.pricing_rules import Terms, pricing_terms
from sabot.families.blackjack.rules.table_law import RuleBook
from sabot.probability.answer import ActWorth, HandAdvice, HandEnd
from sabot.procedure.table import Table
from sabot.words import phrase

_CARD = re.compile(r"(10|[2-9TJQKA])([SHDC♠♥♦♣]?)", re.IGNORECASE)
_VALUES = {"A": 1, "10": 10, "T": 10, "J": 10, "Q": 10, "K": 10}
ENDS = ("17", "18", "19", "20", "21", "blackjack", "bust")
"""The names of the bank's results, in the order of their chances."""


class _Card(NamedTuple):
    rank: str
    suit: str

    def __str__(self) -> str:
        return self.rank + self.suit

    @property
    def value(self) -> int:
        return _VALUES.get(self.rank) or int(self.rank)


def _cards(text: str) -> list[_Card]:
    """The cards of a text such as "3,3", "A 6" or "6h 7h"; ValueError for anything else."""
    cards = []
    for word in re.split(r"[\s,]+", text.strip()):
        if (match := _CARD.fullmatch(word)) is None:
            raise ValueError(phrase("found {word!r}; allowed: cards such as 3, T, K or 7h, with "
                                    "commas between them", word=word))
        rank = match[1].upper()
        cards.append(_Card("T" if rank == "10" else rank, match[2].upper()))
    return cards


def advice(book: RuleBook, table: Table, hand: str, up: str) -> HandAdvice:
    """The value of every act of a hand at a table: see `advice_under`."""
    return advice_under(pricing_terms(book.table_law(table)), hand, up)


def advice_under(terms: Terms, hand: str, up: str) -> HandAdvice:
    """The value of every act of a hand, given as text, against the bank's card.

    Suits are only needed where 6, 7 and 8 of one suit win a prize. ValueError for cards that the
    shoe does not have, and for a hand that has nothing to decide.
    """
    cards, bank_card, against, number, table, price = _question(terms, hand, up)
    values = _values(price, table, against, number, cards)
    best, *others = sorted(values, key=lambda act: -values[act])
    total, soft = int(table.total[number]), bool(table.soft[number])
    pair = bool(table.twin[number])
    return HandAdvice(
        hand=tuple(map(str, cards)), up=str(bank_card),
        combination=f"{'pair, ' if pair else ''}{'soft' if soft else 'hard'} {total}",
        best=ACTS[best], acts={ACTS[act]: ActWorth(value=values[act]) for act in values},
        cost=ActWorth(value=values[best] - values[others[0]] if others else 0.0),
        ends={name: HandEnd(chance=float(chance)) for name, chance in zip(
            ENDS, _bank_results(terms, against, number), strict=True)})


class _Question(NamedTuple):
    """A hand against a card of the bank: the cards, and where their values stand."""

    cards: list[_Card]
    bank_card: _Card
    against: UpCardValues
    number: int
    table: States
    price: Worth


def _question(terms: Terms, hand: str, up: str) -> _Question:
    """What is asked; ValueError for cards that the shoe does not have, and for a hand that has
    nothing to decide."""
    cards, bank_cards = _cards(hand), _cards(up)
    if len(bank_cards) != 1:
        raise ValueError(phrase("found {n} cards of the bank; allowed: 1", n=len(bank_cards)))
    table, price = states(), worth(terms)
    against = next((values for values in price.against if values.up == bank_cards[0].value), None)
    number = _hand_number(terms, table, cards, bank_cards[0])
    if against is None:
        raise ValueError(phrase("the shoe has no {card}", card=bank_cards[0].rank))
    _check_shoe(terms, cards, bank_cards[0])
    return _Question(cards, bank_cards[0], against, number, table, price)


def values_of_acts(terms: Terms, hand: str, up: str) -> dict[str, float]:
    """The value of each act of a hand in units of the first bet, as `advice_under` has them."""
    cards, _, against, number, table, price = _question(terms, hand, up)
    return {ACTS[act]: value
            for act, value in _values(price, table, against, number, cards).items()}


def _hand_number(terms: Terms, table: States, cards: list[_Card], up: _Card) -> int:
    """The state of a hand; ValueError where it has fewer than two cards or counts 21 or more."""
    if len(cards) < 2:
        raise ValueError("found 1 card; allowed: 2 or more")
    number = int(table.one[cards[0].value - 1])
    for card in cards[1:]:
        number = int(table.next[number, card.value - 1]) if number != BUST else BUST
    if number == BUST or int(table.total[number]) >= 21:
        points = sum(card.value for card in cards) if number == BUST else 21
        raise ValueError(phrase("found a hand of {points}; allowed: less than 21, since there is "
                                "nothing to decide from 21 on", points=points))
    pair = tuple(sorted(card.value for card in cards))
    suits = {card.suit for card in cards}
    if terms.special and pair in SUITED and len(suits) == 1 and suits != {""}:
        third = 21 - sum(pair)
        return table.plain + suited_offset(*pair, up.value == third and up.suit in suits)
    return number


def _check_shoe(terms: Terms, cards: list[_Card], up: _Card) -> None:
    """ValueError where the shoe has fewer of a rank."""
    ranks = [card.rank for card in (*cards, up)]
    for rank in ranks:
        if ranks.count(rank) > 4 * terms.packs:
            raise ValueError(phrase("found {n} cards of the rank {rank}; the shoe has {most}",
                                    n=ranks.count(rank), rank=rank, most=4 * terms.packs))


def _asked_after_look(terms: Terms, up: int) -> bool:
    """Whether the bank has looked for a blackjack before it asks for this decision."""
    return terms.peek and up in (1, 10) and not terms.surrender.startswith("early")


def _values(price: Worth, table: States, against: UpCardValues, number: int, cards: list[_Card]
            ) -> dict[int, float]:
    """The value of each open act in units of the first bet."""
    each = against.each[number]
    values = {act: float(each[act]) for act in range(len(ACTS)) if each[act] > IMPOSSIBLE + 1}
    same = cards[0].rank == cards[1].rank or not price.terms.split_rank
    if len(cards) != 2 or not table.twin[number] or not same:
        values.pop(SPLIT, None)
    if _asked_after_look(price.terms, against.up):
        natural = float(against.natural[number])
        values = {act: (value + natural) / (1 - natural) for act, value in values.items()}
    return values


def _bank_results(terms: Terms, against: UpCardValues, number: int) -> list[float]:
    """The chances of the bank's results in the order of `ENDS`."""
    chances = [float(chance) for chance in against.bank[number]]
    if _asked_after_look(terms, against.up):
        natural, chances[NATURAL] = chances[NATURAL], 0.0
        chances = [chance / (1 - natural) for chance in chances]
    return chances

