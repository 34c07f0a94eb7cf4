"""Cards and packs. A card is two characters, rank then suit: ``AS``, ``TD``, ``2C``."""

from __future__ import annotations

RANKS = "A23456789TJQK"
SUITS = "SHDC"  # espadas, copas, ouros, paus

UNKNOWN = "??"
"""A face-down card at an attended table that nobody has seen. It is not a card of the pack."""

PACK: tuple[str, ...] = tuple(rank + suit for suit in SUITS for rank in RANKS)
"""The 52 cards in the order of a new pack."""
_INDEX = {card: i for i, card in enumerate(PACK)}


def is_card(code: object) -> bool:
    """Whether this is the code of one of the 52 cards."""
    return code in _INDEX


def packs(count: int) -> list[str]:
    """The cards of so many packs of 52, in the order of new packs."""
    if count < 1:
        raise ValueError(f"a shoe holds at least one pack, not {count}")
    return list(PACK) * count


def to_bytes(order: list[str]) -> bytes:
    """An order of cards as one byte for each card: the form that is sealed."""
    return bytes(map(_INDEX.__getitem__, order))


def from_bytes(order: bytes) -> list[str]:
    """The inverse of to_bytes; ValueError for a byte without a card."""
    if any(value >= 52 for value in order):
        raise ValueError("a byte of this order stands for no card")
    return [PACK[value] for value in order]
