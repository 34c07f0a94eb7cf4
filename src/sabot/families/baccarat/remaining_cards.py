"""The cards left in a shoe, by rank, and how they are written as text.

For card counters: a shoe that is no longer full has different odds. Suits do not matter at
baccarat.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from sabot.equipment.cards import PACK, RANKS, is_card

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
        raise ValueError(f"a shoe holds at least one pack, not {packs}")
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
        raise ValueError(f"{word!r} is not a rank; the ranks are {' '.join(RANKS)}")
    return at


def _count(text: str, where: str) -> int:
    if not re.fullmatch(r"[0-9]{1,6}", text):
        raise ValueError(f"{where}: {text!r} is not a number of cards")
    return int(text)


def remaining(text: str, packs: int, least: int) -> Left:
    """The shoe that ``A=20 2=24`` describes: the cards left of the named ranks, and all cards of
    the others. ValueError for anything else, and when fewer than ``least`` cards are left."""
    left, named = list(full(packs)), set[int]()
    for word in filter(None, SEPARATED.split(text)):
        rank, equals, many = word.partition("=")
        if not equals:
            raise ValueError(f"{word!r} is not RANK=CARDS, for example A={left[0] - 1}")
        at = _rank(rank)
        if at in named:
            raise ValueError(f"{RANKS[at]} is named twice")
        named.add(at)
        if _count(many, word) > left[at]:
            raise ValueError(f"{word}: {packs} packs have {left[at]} cards of a rank")
        left[at] = _count(many, word)
    if not named:
        raise ValueError(f"no rank is named, for example A={left[0] - 1}")
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
        card = rank.upper().replace("10", "T")
        if is_card(card):
            gone[card] = gone.get(card, 0) + many
            if gone[card] > packs:
                raise ValueError(f"{word}: {packs} packs have {packs} such cards")
            rank = card[0]
        at = _rank(rank)
        left[at] -= many
        if left[at] < 0:
            raise ValueError(f"{word}: {packs} packs have {SUITS * packs} cards of a rank")
    return _enough(tuple(left), least)


def _enough(left: Left, least: int) -> Left:
    if sum(left) < least:
        raise ValueError(f"{sum(left)} cards are left; a coup may take {least}")
    return left
