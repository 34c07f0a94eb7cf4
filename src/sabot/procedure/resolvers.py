"""The one seam for chance: what answers a Shuffle, a Deal, an Open, a Throw and a Cover.

``Live`` draws from a source of chance and is used for play (operating system) and for reproducible
or random tests (seeded). ``Scripted`` deals the cards and throws that a test wrote down.
``Attended`` waits for a croupier to say what the real cards and dice did. Replay needs none: the
recorded answers are fed back.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final, Protocol

from sabot.equipment import PACK, EmptyShoe, NoncedSource, Shoe, is_card, seal_throw
from sabot.procedure.steps import Cover, Covered, Cut, Deal, Incident, Open, Shuffle, Step, Throw

LATER: Final = object()
"""The answer of a resolver that must first be told: the dealer waits for ``enter``."""


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
        if isinstance(step, Throw):
            return self._throw(step)
        if isinstance(step, Cover):
            fell, nonce = self._throw(step), self.source.nonce()
            return Covered(fell, seal_throw(nonce, fell), nonce.hex())
        if isinstance(step, Shuffle):
            self.shoe = Shoe.shuffled(step.packs, self.source)
            return self.shoe.seal
        if isinstance(step, Cut):
            if self.shoe is None:
                raise EmptyShoe("no shoe has been shuffled")
            return self.shoe.cut(step.at)
        if isinstance(step, Open):
            if self.shoe is None or self.shoe.seal != step.seal:
                raise EmptyShoe(f"the shoe sealed {step.seal} is not on the table")
            return self.shoe.opening()
        raise TypeError(f"chance does not answer {type(step).__name__}")

    def _throw(self, step: Throw | Cover) -> tuple[int, ...]:
        return tuple(step.first + self.source.below(sides) for sides in step.sides)


class ScriptEnds(RuntimeError):
    """The coup asked for a card beyond those that the test wrote down."""


class Scripted:
    """Deals the cards that a test lists, in order; its shoe has the seal "scripted".

    ``throws`` are the answers to Throw and Cover. An Incident may stand among either.
    """

    def __init__(self, cards: str | Iterable[str | Incident] = (),
                 throws: Iterable[tuple[int, ...] | Incident] = ()) -> None:
        self.cards = list(cards.split() if isinstance(cards, str) else cards)
        self.throws = list(throws)
        if wrong := [c for c in self.cards if not isinstance(c, Incident) and not is_card(c)]:
            raise ValueError(f"{wrong[0]!r} is no card; a card is one of {' '.join(PACK[:5])} ...")
        self.dealt = 0
        self.thrown = 0

    def resolve(self, step: Step) -> Any:
        if isinstance(step, Deal):
            if self.dealt >= len(self.cards):
                raise ScriptEnds(f"the script ends after {self.dealt} cards")
            self.dealt += 1
            return self.cards[self.dealt - 1]
        if isinstance(step, Throw | Cover):
            if self.thrown >= len(self.throws):
                raise ScriptEnds(f"the script ends after {self.thrown} throws")
            self.thrown += 1
            fell = self.throws[self.thrown - 1]
            if isinstance(step, Throw) or isinstance(fell, Incident):
                return fell
            return Covered(fell, "scripted", "")
        if isinstance(step, Shuffle):
            return "scripted"
        if isinstance(step, Cut):
            return None
        if isinstance(step, Open):
            return {"seal": "scripted"}
        raise TypeError(f"chance does not answer {type(step).__name__}")


class Attended:
    """Real cards, dice and wheels: what they did is entered by a croupier, one fact at a time.

    A shoe shuffled by hand has no seal that could be opened; it is called "attended".
    """

    def resolve(self, step: Step) -> Any:
        if isinstance(step, Shuffle):
            return "attended"
        if isinstance(step, Cut):
            return None
        if isinstance(step, Open):
            return {"seal": "attended"}
        return LATER
