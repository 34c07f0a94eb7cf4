"""The one seam for chance: what answers a Shuffle, a Deal and an Open.

``Live`` draws from a source of chance and is used for play (operating system) and for reproducible
or random tests (seeded). ``Scripted`` deals the cards that a test wrote down. Replay needs none:
the recorded answers are fed back.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Protocol

from sabot.equipment import PACK, EmptyShoe, NoncedSource, Shoe, is_card
from sabot.procedure.steps import Deal, Open, Shuffle, Step


class Resolver(Protocol):
    """Answers the steps that only chance can answer."""

    def resolve(self, step: Step) -> Any: ...


class Live:
    """Draws from real shoes; keeps the shoe in use, which the table owns between coups."""

    def __init__(self, source: NoncedSource, shoe: Shoe | None = None) -> None:
        self.source = source
        self.shoe = shoe

    def resolve(self, step: Step) -> Any:
        if isinstance(step, Deal):
            if self.shoe is None:
                raise EmptyShoe("no shoe has been shuffled")
            return self.shoe.draw()
        if isinstance(step, Shuffle):
            self.shoe = Shoe.shuffled(step.packs, self.source)
            return self.shoe.seal
        if isinstance(step, Open):
            if self.shoe is None or self.shoe.seal != step.seal:
                raise EmptyShoe(f"the shoe sealed {step.seal} is not on the table")
            return self.shoe.opening()
        raise TypeError(f"chance does not answer {type(step).__name__}")


class ScriptEnds(RuntimeError):
    """The coup asked for a card beyond those that the test wrote down."""


class Scripted:
    """Deals the cards that a test lists, in order; its shoe has the seal "scripted"."""

    def __init__(self, cards: str | Iterable[str]) -> None:
        self.cards = list(cards.split() if isinstance(cards, str) else cards)
        if wrong := [card for card in self.cards if not is_card(card)]:
            raise ValueError(f"{wrong[0]!r} is no card; a card is one of {' '.join(PACK[:5])} ...")
        self.dealt = 0

    def resolve(self, step: Step) -> Any:
        if isinstance(step, Deal):
            if self.dealt >= len(self.cards):
                raise ScriptEnds(f"the script ends after {self.dealt} cards")
            self.dealt += 1
            return self.cards[self.dealt - 1]
        if isinstance(step, Shuffle):
            return "scripted"
        if isinstance(step, Open):
            return {"seal": "scripted"}
        raise TypeError(f"chance does not answer {type(step).__name__}")
