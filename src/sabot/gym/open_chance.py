"""Chance that is entered: every card and every number of a coup is a node of its own.

Nothing is drawn in advance. A shuffle is no node: the shoe is the multiset of the cards that are
left in it, and each card that leaves it is a draw from that multiset. Since every order of a
shuffled shoe is equally likely, whichever way it is cut and from whichever end a card is taken,
this gives each sequence of cards the same probability as shuffling first. A throw of several
objects is one node for each of them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from typing import assert_never

from sabot.equipment import PACK, EmptyShoe, Seeded, Shoe
from sabot.equipment.cards import packs
from sabot.procedure import (
    Claim,
    Cover,
    Cut,
    Deal,
    Handle,
    Live,
    Open,
    Shuffle,
    Throw,
    Turn,
)
from sabot.procedure.resolvers import LATER
from sabot.procedure.steps import ChanceStep, Reply

SEAL = "open"
"""The seal of a shoe without an order, and of a covered throw that was entered."""
FIRST_OF_RANK = {card[0]: card for card in reversed(PACK)}


class OpenShoe(Shoe):
    """The multiset of the cards that are still in a shoe."""

    def __init__(self, cards: Counter[str]) -> None:
        self.nonce, self.order = b"", []
        self.drawn = self.lifted = self.cut_at = 0
        self.seal = SEAL
        self.inside = cards

    @property
    def left(self) -> int:
        """How many cards are left."""
        return self.inside.total()

    def take(self, card: str, *, bottom: bool) -> None:
        """Take out this card; ValueError where none of it is left."""
        if not self.inside[card]:
            raise ValueError(f"no {card} is left in the shoe")
        self.inside[card] -= 1
        if bottom:
            self.lifted += 1
        else:
            self.drawn += 1

    def copy(self) -> OpenShoe:
        """An independent copy."""
        copy = OpenShoe(self.inside.copy())
        copy.drawn, copy.lifted = self.drawn, self.lifted
        return copy


class OpenChance(Live):
    """Leaves every card and every throw to be entered.

    ``cards``: the cards of a study, of which every new shoe consists in place of the packs that the
    law prescribes; none for those of the law. Without ``suits`` every card is the first of its rank
    in `PACK`: a suit that was seen would say which cards others have.
    """

    def __init__(self, cards: Sequence[str] = (), *, suits: bool = True) -> None:
        super().__init__(Seeded(0, "open"))
        self.suits = suits
        self.cards = tuple(map(self.card, cards))
        self.thrown: tuple[int, ...] = ()
        """The numbers of the throw in progress that were already entered."""

    def card(self, card: str) -> str:
        """The card that stands for this one."""
        return card if self.suits else FIRST_OF_RANK[card[0]]

    def resolve(self, step: ChanceStep) -> Reply:
        """LATER for a card and a throw; EmptyShoe where no card or shoe is left."""
        match step:
            case Deal():
                if not isinstance(self.shoe, OpenShoe) or not self.shoe.left:
                    raise EmptyShoe("all cards have left the shoe")
                return LATER
            case Throw() | Cover():
                return LATER
            case Shuffle():
                inside = Counter(map(self.card, self.cards or packs(step.packs))) \
                    - Counter(map(self.card, step.without))
                self.shoe = OpenShoe(inside)
                return SEAL
            case Cut():
                return None
            case Open():
                return {"seal": SEAL}
            case Turn() | Handle() | Claim():
                return super().resolve(step)
            case _ as never:
                assert_never(never)

    def outcomes(self, step: Deal | Throw | Cover, reserved: Counter[str] | None = None
                 ) -> list[tuple[int, Fraction]]:
        """The possible outcomes of the step that waits, each with its probability: the number of a
        card in `PACK`, or the number that the next object shows. ``reserved`` cards stay in the
        shoe for later."""
        if isinstance(step, Throw | Cover):
            sides = step.sides[len(self.thrown)]
            return [(step.first + n, Fraction(1, sides)) for n in range(sides)]
        inside = self._open_shoe().inside - (reserved or Counter())
        left = inside.total()
        return [(n, Fraction(inside[card], left)) for n, card in enumerate(PACK) if inside[card]]

    def _open_shoe(self) -> OpenShoe:
        if not isinstance(self.shoe, OpenShoe):
            raise EmptyShoe("no shoe has been shuffled")
        return self.shoe

    def take(self, step: Deal, card: str) -> None:
        """Take out of the shoe the card that this step deals."""
        self._open_shoe().take(card, bottom=step.bottom)

    def __deepcopy__(self, memo: dict[int, object]) -> OpenChance:
        """A copy with a shoe of its own."""
        copy = OpenChance(self.cards, suits=self.suits)
        copy.thrown = self.thrown
        if isinstance(self.shoe, OpenShoe):
            copy.shoe = self.shoe.copy()
        return copy
