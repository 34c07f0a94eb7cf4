"""The objects on the table: cards, packs, the shoe, and the sources of chance."""

from sabot.equipment.cards import PACK, RANKS, SUITS, UNKNOWN, as_card, is_card, packs
from sabot.equipment.chance import SYSTEM, Entropy, Seeded, Source, System, shuffle, token_text
from sabot.equipment.shoe import EmptyShoe, NoncedSource, Shoe, seal, seal_throw

__all__ = [
    "PACK", "RANKS", "SUITS", "SYSTEM", "UNKNOWN", "EmptyShoe", "Entropy", "NoncedSource", "Seeded",
    "Shoe", "Source", "System", "as_card", "is_card", "packs", "seal", "seal_throw", "shuffle",
    "token_text",
]
