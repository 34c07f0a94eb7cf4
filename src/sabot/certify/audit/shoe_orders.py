"""The sealed orders of shoes: what can be said of them with and without the key of the house."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from typing import NamedTuple

import msgspec

from sabot.equipment import Shoe
from sabot.ledger import Books, Record


class Unread:
    """A shoe whose order cannot be read: what was dealt from it is counted, and held against the
    order where the journal opens it later."""

    def __init__(self, cards: Counter[str]) -> None:
        self.left = Counter(cards)
        self.size = cards.total()
        self.deals: list[tuple[int, int, int, str]] = []  # entry, place in the order, count, card

    def __len__(self) -> int:
        return self.size

    def dealt(self, seq: int, place: int, gone: int, card: str) -> str:
        """Take note of a card, the next after ``gone`` others; what may lie there at all: this
        card, as long as there is one left of it."""
        if gone >= self.size:
            return "no card"
        if not self.left[card]:
            return f"a card of which the {self.size} of the shoe hold one more"
        self.left[card] -= 1
        self.deals.append((seq, place, gone + 1, card))
        return card

    def misdealt(self, order: list[str]) -> Iterator[tuple[int, int, str, str]]:
        """The cards that did not lie in the order where they were dealt from: the entry, which card
        of the shoe it was, the card, and the one that was due."""
        for seq, place, nth, card in self.deals:
            due = order[place % len(order)] if len(order) == self.size else "no card"
            if card != due:
                yield seq, nth, card, due


class _Shoe(msgspec.Struct):
    shoe: str = ""
    cause: str = ""


class _Said(msgspec.Struct):
    house: list[_Shoe] = []


def given_up(record: Record) -> str | None:
    """The seal of the shoe that an entry of the house gives up, or None."""
    if record.kind != "house":
        return None
    try:
        said = msgspec.json.decode(record.body, type=_Said)
    except msgspec.MsgspecError:
        return None
    return next((one.shoe for one in said.house if one.shoe), None)


class Wrong(NamedTuple):
    """A stored order that does not fit: the entry that brought it, what was found and expected."""

    seq: int
    what: str
    found: str
    expected: str


def check_orders(books: Books, entries: Mapping[str, int],
                 over: Collection[str]) -> tuple[list[Wrong], int]:
    """Every stored order of a shoe against its seal and against the entry that brought it, by
    seal; and how many cannot be opened with the key that is here. Those of shoes that are
    ``over``, and were not given up, need none."""
    wrong, closed = [], 0
    for order in books.orders():
        what, due = f"the order sealed {order.seal[:16]}", entries.get(order.seal)
        if due is not None and order.seq != due:
            wrong.append(Wrong(due, what, f"of entry {order.seq}", f"of entry {due}"))
        seq = due or order.seq
        if order.opening is not None:
            if not _fits(order.opening):
                wrong.append(Wrong(seq, what, "another order", "an order that fits its seal"))
        elif order.why is not None and order.why.altered:
            wrong.append(Wrong(seq, what, str(order.why), "the order that was sealed"))
        elif order.seal in over:
            wrong.append(Wrong(seq, what, "an order that is sealed",
                               "one that lies open: its shoe is over"))
        else:
            closed += 1
    return wrong, closed


def _fits(opening: dict[str, str]) -> bool:
    try:
        Shoe.opened(opening)
    except ValueError:
        return False
    return True
