"""The cards left in a shoe, by rank, and how they are written as text.

For card counters: a shoe that is no longer full has different odds. Suits do not matter at
baccarat.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from sabot.equipment.cards import PACK, RANKS, as_card, is_card
from sabot.words import phrase

Left = tuple[int, ...]
"""The cards of each rank, in the order of `equipment.cards.RANKS`: ace to nine, ten, J, Q, K."""

SUITS = len(PACK) // len(RANKS)
SEPARATED = re.compile(r"[\s,;]+")


class Shoe(NamedTuple):
    """The shoe of a table: its packs, the cards burned at its start and before each later coup, and
    the cards behind the cut card, 0 where each coup is dealt from all cards."""

    packs: int
    first: int
    burn: int
    behind: int


def full(packs: int) -> Left:
    """All cards of a number of packs."""
    if packs < 1:
        raise ValueError(phrase("a shoe holds at least one pack, not {packs}", packs=packs))
    return (SUITS * packs,) * len(RANKS)


def by_value(left: Left) -> Left:
    """The cards of each value: 0 (ten and figures), 1 (ace), 2 to 9."""
    return sum(left[9:]), *left[:9]


def by_rank(left: Left) -> dict[str, int]:
    """The number of cards of each rank, by its letter."""
    return dict(zip(RANKS, left, strict=True))


def _rank(word: str) -> int:
    name = word.upper()
    at = RANKS.find("T" if name == "10" else name) if name else -1
    if at < 0 or (len(name) > 1 and name != "10"):
        raise ValueError(phrase("{word} is not a rank; the ranks are {ranks}", word=repr(word),
                                ranks=" ".join(RANKS)))
    return at


def _count(text: str, where: str) -> int:
    if not re.fullmatch(r"[0-9]{1,6}", text):
        raise ValueError(phrase("{where}: {text} is not a number of cards", where=where,
                                text=repr(text)))
    return int(text)


def remaining(text: str, packs: int, least: int) -> Left:
    """The shoe that ``A=20 2=24`` describes: the cards left of the named ranks, and all cards of
    the others. ValueError for anything else, and when fewer than ``least`` cards are left."""
    left, named = list(full(packs)), set[int]()
    for word in filter(None, SEPARATED.split(text)):
        rank, equals, many = word.partition("=")
        if not equals:
            raise ValueError(phrase("{word} is not RANK=CARDS, for example A={left}",
                                    word=repr(word), left=left[0] - 1))
        at = _rank(rank)
        if at in named:
            raise ValueError(phrase("{ranks} is named twice", ranks=RANKS[at]))
        named.add(at)
        if _count(many, word) > left[at]:
            raise ValueError(phrase("{word}: {packs} packs have {left} cards of a rank",
                                    word=word, packs=packs, left=left[at]))
        left[at] = _count(many, word)
    if not named:
        raise ValueError(phrase("no rank is named, for example A={left}", left=left[0] - 1))
    return _enough(tuple(left), least)


def without(text: str, packs: int, least: int) -> Left:
    """The shoe without the cards that were seen: ``AS KD 7`` or ``7=3``, by card, by rank, or
    several of a rank. ValueError for anything else, for a card that is not left, and when too few
    are."""
    left, gone = list(full(packs)), dict[str, int]()
    words = [word for word in SEPARATED.split(text) if word]
    if not words:
        raise ValueError("no card is named, for example AS KD 7=3")
    for word in words:
        rank, equals, typed = word.partition("=")
        many = _count(typed, word) if equals else 1
        card = as_card(rank)
        if is_card(card):
            gone[card] = gone.get(card, 0) + many
            if gone[card] > packs:
                raise ValueError(phrase("{word}: {packs} packs have {packs} such cards",
                                        word=word, packs=packs))
            rank = card[0]
        at = _rank(rank)
        left[at] -= many
        if left[at] < 0:
            raise ValueError(phrase("{word}: {packs} packs have {suits} cards of a rank",
                                    word=word, packs=packs, suits=SUITS * packs))
    return _enough(tuple(left), least)


def _enough(left: Left, least: int) -> Left:
    if sum(left) < least:
        raise ValueError(phrase("{left} cards are left; a coup may take {least}", left=sum(left),
                                least=least))
    return left
