"""Cards and packs. A card is two characters, rank then suit: ``AS``, ``TD``, ``2C``.

Where people write cards, letters may be small and a ten may be ``10`` (`as_card`).
"""

from __future__ import annotations

from sabot.words import phrase

RANKS = "A23456789TJQK"
SUITS = "SHDC"  # espadas, copas, ouros, paus

UNKNOWN = "??"
"""A face-down card at an attended table that nobody has seen. It is not a card of the pack."""

PACK: tuple[str, ...] = tuple(rank + suit for suit in SUITS for rank in RANKS)
"""The 52 cards in the order of a new pack."""
_SIGNS = str.maketrans("♠♥♦♣", SUITS)
_INDEX = {card: i for i, card in enumerate(PACK)}


def is_card(code: object) -> bool:
    """Whether this is the code of one of the 52 cards."""
    return code in _INDEX


def as_card(code: str) -> str:
    """The card that a person writes: "as", "As" and "A♠" are "AS", "10d" is "TD". Any other text
    comes back as it is."""
    card = code.upper().translate(_SIGNS)
    if card[:2] == "10":
        card = "T" + card[2:]
    return card if card in _INDEX else code


def spellings(card: str) -> tuple[str, ...]:
    """Every way to write a card that `as_card` reads."""
    rank, suit = card[0], card[1]
    ranks = {rank, rank.lower(), *(("10",) if rank == "T" else ())}
    return tuple(sorted(name + letter for name in ranks for letter in (suit, suit.lower())))


def packs(count: int) -> list[str]:
    """The cards of so many packs of 52, in the order of new packs."""
    if count < 1:
        raise ValueError(phrase("a shoe holds at least one pack, not {count}", count=count))
    return list(PACK) * count


def to_bytes(order: list[str]) -> bytes:
    """An order of cards as one byte for each card: the form that is sealed."""
    return bytes(map(_INDEX.__getitem__, order))


def from_bytes(order: bytes) -> list[str]:
    """The inverse of to_bytes; ValueError for a byte without a card."""
    if any(value >= 52 for value in order):
        raise ValueError("a byte of this order stands for no card")
    return [PACK[value] for value in order]
