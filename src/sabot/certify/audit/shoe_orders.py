"""Checks of the sealed orders of shoes, with and without the key of the house."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from sabot.equipment import Shoe
from sabot.error_texts import error_text
from sabot.ledger import Record
from sabot.words import phrase

if TYPE_CHECKING:
    from sabot.ledger import Books


class UnreadableShoe:
    """A shoe whose order cannot be read: deals are counted, and compared with the order if the
    journal opens it later."""

    def __init__(self, cards: Counter[str]) -> None:
        self.left = Counter(cards)
        self.size = cards.total()
        self.deals: list[tuple[int, int, int, str]] = []  # entry, place in the order, count, card

    def __len__(self) -> int:
        return self.size

    def count_deal(self, seq: int, place: int, dealt_before: int, card: str) -> str:
        """Count a card, the next after ``dealt_before`` others; return what was possible: this card
        if one is left, else a text."""
        if dealt_before >= self.size:
            return phrase("no card")
        if not self.left[card]:
            return phrase("a card that is still among the {n} of the shoe", n=self.size)
        self.left[card] -= 1
        self.deals.append((seq, place, dealt_before + 1, card))
        return card

    def wrong_deals(self, order: list[str]) -> Iterator[tuple[int, int, str, str]]:
        """The deals that differ from the order: entry, number in the shoe, card, expected card."""
        for seq, place, nth, card in self.deals:
            expected = order[place % len(order)] if len(order) == self.size \
                else phrase("no card")
            if card != expected:
                yield seq, nth, card, expected


class _Shoe(msgspec.Struct):
    shoe: str = ""
    cause: str = ""


class _HouseEntry(msgspec.Struct):
    house: list[_Shoe] = []


def abandoned_shoe(record: Record) -> str | None:
    """The seal of the shoe that the house gives up in this entry, or None."""
    if record.kind != "house":
        return None
    try:
        entry = msgspec.json.decode(record.body, type=_HouseEntry)
    except msgspec.MsgspecError:
        return None
    return next((shoe.shoe for shoe in entry.house if shoe.shoe), None)


class Discrepancy(NamedTuple):
    """Something stored that is wrong: its entry, what was found and what was expected."""

    seq: int
    what: str
    found: str
    expected: str


def check_orders(books: Books, entries: Mapping[str, int],
                 over: Collection[str]) -> tuple[list[Discrepancy], int]:
    """Check every stored order of a shoe against its seal and its entry.

    Args:
        books: The database.
        entries: The entry of each order, by seal.
        over: The seals of finished shoes, whose orders must be open.

    Return the discrepancies, and the number of orders that cannot be opened without the key.
    """
    discrepancies, unopened = [], 0
    for order in books.orders():
        what = phrase("the order sealed {seal}", seal=order.seal[:16])
        expected = entries.get(order.seal)
        if expected is not None and order.seq != expected:
            discrepancies.append(Discrepancy(
                expected, what, phrase("of entry {entry}", entry=order.seq),
                phrase("of entry {entry}", entry=expected)))
        seq = expected or order.seq
        if order.opening is not None:
            if not _matches_seal(order.opening):
                discrepancies.append(Discrepancy(
                    seq, what, phrase("another order"), phrase("an order that matches its seal")))
        elif order.why is not None and order.why.altered:
            discrepancies.append(Discrepancy(seq, what, error_text(order.why),
                                             phrase("the order that was sealed")))
        elif order.seal in over:
            discrepancies.append(Discrepancy(seq, what, phrase("an order that is sealed"),
                                             phrase("an open order: its shoe is over")))
        else:
            unopened += 1
    return discrepancies, unopened


def _matches_seal(opening: dict[str, str]) -> bool:
    try:
        Shoe.opened(opening)
    except ValueError:
        return False
    return True
