"""Chance for walks: a list of cards under a seal that says nothing of them, or a seed."""

from __future__ import annotations

from random import Random
from typing import Any

from sabot.equipment import PACK, RANKS, EmptyShoe, Seeded, Shoe, packs
from sabot.procedure import Cover, Covered, Cut, Deal, Handle, Live, Open, Shuffle, Throw


class Tape:
    """Chance from a list of cards under a seal that says nothing of them; throws come from a seed.

    ``covered`` is a seed of its own for those that nobody sees.
    """

    def __init__(self, cards: list[str], dealt: int = 0, throws: int = 0, covered: int = 0) -> None:
        self.cards = cards
        self.hidden: list[tuple[int, Deal | Cover]] = []
        self.dealt = dealt
        self.throws, self.covered = Random(throws), Random(covered)
        self.pack = list(PACK)

    def again(self, covered: int = 0) -> Tape:
        """What is left of this tape, for a coup that goes on elsewhere."""
        other = Tape(self.cards, self.dealt, covered=covered)
        other.throws.setstate(self.throws.getstate())
        other.pack = self.pack
        return other

    def resolve(self, step: Any) -> Any:
        """What chance answers to a step."""
        if isinstance(step, Shuffle):
            self.pack = [card for card in PACK if step.packs > 1 or card not in step.without]
            if len(set(self.cards)) == len(self.cards):  # a pack as it is: some cards are not in it
                self.cards = [card for card in self.cards if card in self.pack]
            return "sealed"
        if isinstance(step, Open):
            return {"seal": "sealed"}
        if isinstance(step, Cut | Handle):
            return None
        if isinstance(step, Throw):
            return thrown(self.throws, step)
        if isinstance(step, Cover):
            self.hidden.append((-1, step))
            return Covered(thrown(self.covered, step), "sealed", "")
        if step.seen_by != "*":
            self.hidden.append((self.dealt, step))
        if self.dealt >= len(self.cards):
            raise EmptyShoe("the tape has ended")
        self.dealt += 1
        card = self.cards[self.dealt - 1]
        return card if card in self.pack else self.pack[PACK.index(card) % len(self.pack)]


def thrown(chance: Random, step: Throw | Cover) -> tuple[int, ...]:
    """What the dice or the ball may show."""
    return tuple(step.first + chance.randrange(sides) for sides in step.sides)


def seeded(seed: int) -> Live:
    """The chance of the house, from a seed."""
    return Live(Seeded(seed, "walk"))


def rich(seed: int) -> Tape:
    """Four packs with a few ranks on top, so that pairs, blackjacks and prizes are common."""
    r = Random(seed)
    ranks = r.choice(("A", "AKT", "7", "678", "A23", ""))
    ranks += "".join(r.sample(RANKS, r.randint(0, 5)))
    cards = packs(4)
    r.shuffle(cards)
    return Tape(sorted(cards, key=lambda card: card[0] not in ranks and r.random() < 0.9),
                throws=seed)


def pack(seed: int) -> list[str]:
    """The 52 cards in an order of this seed, each once."""
    cards = list(PACK)
    Random(seed).shuffle(cards)
    return cards


def short_shoe(seed: int, length: int) -> Shoe:
    """The last cards of a shoe."""
    return Shoe(bytes(32), pack(seed)[:length])
