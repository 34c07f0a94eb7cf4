"""Sources of chance for walks: a given list of cards, or a seed."""

from __future__ import annotations

from random import Random
from typing import Any

from sabot.equipment import PACK, RANKS, EmptyShoe, Seeded, Shoe, packs
from sabot.procedure import Cover, Covered, Cut, Deal, Handle, Live, Open, Shuffle, Throw


class Tape:
    """Chance from a list of cards, under a constant seal; throws come from a seed.

    ``covered`` is the seed of covered throws.
    """

    def __init__(self, cards: list[str], dealt: int = 0, throws: int = 0, covered: int = 0) -> None:
        self.cards = cards
        self.hidden: list[tuple[int, Deal | Cover]] = []
        self.dealt = dealt
        self.throws, self.covered = Random(throws), Random(covered)
        self.pack = list(PACK)

    def rest(self, covered: int = 0) -> Tape:
        """The rest of this tape, for a copy of the coup."""
        other = Tape(self.cards, self.dealt, covered=covered)
        other.throws.setstate(self.throws.getstate())
        other.pack = self.pack
        return other

    def resolve(self, step: Any) -> Any:
        """The reply to a chance step."""
        if isinstance(step, Shuffle):
            self.pack = [card for card in PACK if step.packs > 1 or card not in step.without]
            if len(set(self.cards)) == len(self.cards):  # single pack: some cards may be left out
                self.cards = [card for card in self.cards if card in self.pack]
            return "sealed"
        if isinstance(step, Open):
            return {"seal": "sealed"}
        if isinstance(step, Cut | Handle):
            return None
        if isinstance(step, Throw):
            return random_throw(self.throws, step)
        if isinstance(step, Cover):
            self.hidden.append((-1, step))
            return Covered(random_throw(self.covered, step), "sealed", "")
        if step.seen_by != "*":
            self.hidden.append((self.dealt, step))
        if self.dealt >= len(self.cards):
            raise EmptyShoe("the tape has ended")
        self.dealt += 1
        card = self.cards[self.dealt - 1]
        return card if card in self.pack else self.pack[PACK.index(card) % len(self.pack)]


def random_throw(chance: Random, step: Throw | Cover) -> tuple[int, ...]:
    """A random result of a throw."""
    return tuple(step.first + chance.randrange(sides) for sides in step.sides)


def seeded_chance(seed: int) -> Live:
    """The house's source of chance, from a seed."""
    return Live(Seeded(seed, "walk"))


def rich_tape(seed: int) -> Tape:
    """Four packs with a few ranks on top, so that pairs, blackjacks and prizes are frequent."""
    random = Random(seed)
    ranks = random.choice(("A", "AKT", "7", "678", "A23", ""))
    ranks += "".join(random.sample(RANKS, random.randint(0, 5)))
    cards = packs(4)
    random.shuffle(cards)
    return Tape(sorted(cards, key=lambda card: card[0] not in ranks and random.random() < 0.9),
                throws=seed)


def shuffled_pack(seed: int) -> list[str]:
    """The 52 cards in a random order, from a seed."""
    cards = list(PACK)
    Random(seed).shuffle(cards)
    return cards


def short_shoe(seed: int, length: int) -> Shoe:
    """A shoe with only ``length`` cards."""
    return Shoe(bytes(32), shuffled_pack(seed)[:length])
