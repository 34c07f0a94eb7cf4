"""The shoe (sabot), its seal and the discard tray.

The order of a shoe exists before the bets. It is *sealed*: the SHA-256 of a 256-bit nonce and the
order is published before anybody bets, and nonce and order are published when the shoe ends.
Without the nonce, trial could find the last few cards.
"""

from __future__ import annotations

import hashlib
import hmac
from collections import Counter
from collections.abc import Iterable
from typing import Protocol

from sabot.equipment.cards import from_bytes, packs, to_bytes
from sabot.equipment.chance import Source, shuffle

NONCE_BYTES = 32


class NoncedSource(Source, Protocol):
    """A source that also gives the 32 random bytes of a seal."""

    def nonce(self) -> bytes:
        """A new random nonce for the seal."""


class EmptyShoe(RuntimeError):
    """A card was requested from a shoe that has none left."""


def seal(nonce: bytes, order: list[str]) -> str:
    """The seal of an order: hex SHA-256 of nonce then order, one byte a card."""
    if len(nonce) != NONCE_BYTES:
        raise ValueError(f"a seal needs a nonce of {NONCE_BYTES} bytes, not {len(nonce)}")
    return hashlib.sha256(nonce + to_bytes(order)).hexdigest()


def seal_throw(nonce: bytes, fell: tuple[int, ...]) -> str:
    """The seal of a covered throw: hex SHA-256 of nonce then each number in two bytes."""
    if len(nonce) != NONCE_BYTES:
        raise ValueError(f"a seal needs a nonce of {NONCE_BYTES} bytes, not {len(nonce)}")
    return hashlib.sha256(nonce + b"".join(n.to_bytes(2, "big") for n in fell)).hexdigest()


class Shoe:
    """A sealed order of cards and how many of them have been drawn.

    ``opening()`` is what anybody needs to check the seal; it is published only when the shoe ends.
    """

    def __init__(self, nonce: bytes, order: list[str], drawn: int = 0) -> None:
        self.nonce = nonce
        self.order = order
        self.drawn = drawn
        self.lifted = 0
        self.cut_at = 0
        self.seal = seal(nonce, order)

    @classmethod
    def shuffled(cls, count: int, source: NoncedSource, without: Iterable[str] = ()) -> Shoe:
        """So many packs, without the cards ``without``, shuffled and sealed."""
        cards = packs(count)
        if outside := Counter(without):
            if missing := outside - Counter(cards):
                raise ValueError(f"{count} packs have no {' '.join(missing.elements())} to leave "
                                 "out")
            left = Counter(cards) - outside
            cards = [card for card in packs(1) for _ in range(left[card])]
        return cls(source.nonce(), shuffle(cards, source))

    def draw(self) -> str:
        """The next card."""
        drawn = self.drawn
        if drawn + self.lifted >= len(self.order):
            raise EmptyShoe(f"all {len(self.order)} cards have left the shoe")
        self.drawn = drawn + 1
        return self.order[drawn]

    def lift(self) -> str:
        """The last card, taken from the bottom."""
        if not self.left:
            raise EmptyShoe(f"all {len(self.order)} cards have left the shoe")
        self.lifted += 1
        return self.order[-self.lifted]

    def cut(self, at: int) -> None:
        """Put the first ``at`` cards behind the others, before any is drawn. The seal stays."""
        if self.drawn or self.lifted or self.cut_at or not 0 < at < len(self.order):
            raise ValueError(f"a new shoe of {len(self.order)} cards is not cut at {at}")
        self.order = self.order[at:] + self.order[:at]
        self.cut_at = at

    @property
    def left(self) -> int:
        """How many cards are left."""
        return len(self.order) - self.drawn - self.lifted

    @property
    def sealed(self) -> list[str]:
        """The order that is sealed: that before the shoe was cut."""
        back = len(self.order) - self.cut_at
        return self.order[back:] + self.order[:back] if self.cut_at else self.order

    def opening(self) -> dict[str, str]:
        """Nonce and sealed order in hex, as `opened` takes them, and the cut position."""
        opening = {
            "seal": self.seal,
            "nonce": self.nonce.hex(),
            "order": to_bytes(self.sealed).hex(),
        }
        return {**opening, "cut": str(self.cut_at)} if self.cut_at else opening

    @classmethod
    def opened(cls, opening: dict[str, str], drawn: int = 0) -> Shoe:
        """The shoe of an opening; ValueError when it does not match its seal."""
        shoe = cls(bytes.fromhex(opening["nonce"]), from_bytes(bytes.fromhex(opening["order"])))
        if not hmac.compare_digest(shoe.seal, opening["seal"]):
            raise ValueError("the opened order does not fit its seal")
        if "cut" in opening:
            shoe.cut(int(opening["cut"]))
        shoe.drawn = drawn
        return shoe
