"""The one seam for chance: what answers a Shuffle, a Deal, an Open, a Throw, a Turn, a Handle. A
Claim is answered by who keeps the pool, and so always later.

``Live`` draws from a source of chance and is used for play (operating system) and for reproducible
or random tests (seeded). ``Scripted`` deals the cards and throws that a test wrote down.
``Attended`` waits for a croupier to say what the real cards and dice did. Replay needs none: the
recorded answers are fed back.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final, Protocol, assert_never

from sabot.equipment import PACK, UNKNOWN, EmptyShoe, NoncedSource, Shoe, is_card, seal_throw
from sabot.procedure.steps import (
    NOBODY,
    ChanceStep,
    Claim,
    Cover,
    Covered,
    Cut,
    Deal,
    Handle,
    Incident,
    Open,
    Reply,
    Shuffle,
    Throw,
    Turn,
)

ATTENDED = "attended"
"""What stands for the seal of a shoe shuffled by hand: nobody can open it."""

LATER: Final = object()
"""The answer of a resolver that must first be told: the dealer waits for ``enter``."""


class Resolver(Protocol):
    """Answers the steps that only chance can answer."""

    def resolve(self, step: ChanceStep) -> Reply: ...


class Live:
    """Draws from real shoes; keeps the shoe in use, which the table owns between coups.

    ``hears`` is who answers a Handle that asks for a word, such as the clock of a house; where
    there is none, nothing is said.
    """

    def __init__(self, source: NoncedSource, shoe: Shoe | None = None,
                 hears: Callable[[Handle], str | None] | None = None) -> None:
        self.source = source
        self.shoe = shoe
        self.hears = hears

    def resolve(self, step: ChanceStep) -> Reply:
        match step:
            case Deal():
                shoe = self.shoe
                if shoe is None:
                    raise EmptyShoe("no shoe has been shuffled")
                return shoe.lift() if step.bottom else shoe.draw()
            case Throw():
                return self._throw(step)
            case Cover():
                fell, nonce = self._throw(step), self.source.nonce()
                return Covered(fell, seal_throw(nonce, fell), nonce.hex())
            case Shuffle():
                self.shoe = Shoe.shuffled(step.packs, self.source, step.without)
                return self.shoe.seal
            case Cut():
                if self.shoe is None:
                    raise EmptyShoe("no shoe has been shuffled")
                return self.shoe.cut(step.at)
            case Handle():
                return self.hears(step) if self.hears else None
            case Claim():
                return LATER
            case Open():
                if self.shoe is None or self.shoe.seal != step.seal:
                    raise EmptyShoe(f"the shoe sealed {step.seal} is not on the table")
                return self.shoe.opening()
            case Turn():
                raise TypeError("a card of this shoe is known: none is turned up to be entered")
            case _ as never:
                assert_never(never)

    def _throw(self, step: Throw | Cover) -> tuple[int, ...]:
        return tuple(step.first + self.source.below(sides) for sides in step.sides)


class ScriptEnds(RuntimeError):
    """The coup asked for a card beyond those that the test wrote down."""


class Scripted:
    """Deals the cards that a test lists, in order; its shoe has the seal "scripted".

    ``throws`` are the answers to Throw and Cover. An Incident may stand among either; a Handle
    takes the next one when its kind is among the step's faults. ``words`` are the answers of the
    Handles that ask for a word, each taken by the next one that allows it. A card that nobody sees
    may be unknown ("??"); the card that a Turn shows is listed where it is turned up.
    """

    def __init__(self, cards: str | Iterable[str | Incident] = (),
                 throws: Iterable[tuple[int, ...] | Incident] = (),
                 words: Iterable[str] = ()) -> None:
        self.cards = list(cards.split() if isinstance(cards, str) else cards)
        self.throws = list(throws)
        self.words = list(words)
        if wrong := [c for c in self.cards
                     if not (isinstance(c, Incident) or is_card(c) or c == UNKNOWN)]:
            raise ValueError(f"{wrong[0]!r} is no card; a card is one of {' '.join(PACK[:5])} ...")
        self.dealt = 0
        self.thrown = 0

    def resolve(self, step: ChanceStep) -> Reply:
        match step:
            case Deal() | Turn():
                if self.dealt >= len(self.cards):
                    raise ScriptEnds(f"the script ends after {self.dealt} cards")
                card = self.cards[self.dealt]
                if card == UNKNOWN and (isinstance(step, Turn) or step.seen_by != NOBODY):
                    raise ValueError(f"card {self.dealt + 1} of the script lies open: it is not ??")
                self.dealt += 1
                return card
            case Handle():
                return self._handle(step)
            case Claim():
                return LATER
            case Throw() | Cover():
                if self.thrown >= len(self.throws):
                    raise ScriptEnds(f"the script ends after {self.thrown} throws")
                self.thrown += 1
                fell = self.throws[self.thrown - 1]
                if isinstance(step, Throw) or isinstance(fell, Incident):
                    return fell
                return Covered(fell, "scripted", "")
            case Shuffle():
                return "scripted"
            case Cut():
                return None
            case Open():
                return {"seal": "scripted"}
            case _ as never:
                assert_never(never)

    def _handle(self, step: Handle) -> Incident | str | None:
        following = self.cards[self.dealt] if self.dealt < len(self.cards) else None
        if isinstance(following, Incident) and following.kind in step.faults:
            self.dealt += 1
            return following
        if self.words and self.words[0] in step.answers:
            return self.words.pop(0)
        return None


class Attended:
    """Real cards, dice and wheels: what they did is entered by a croupier, one fact at a time, and
    so is that he has done what a Handle tells him to do.

    A shoe shuffled by hand has no seal that could be opened; it is called "attended".
    """

    def resolve(self, step: ChanceStep) -> Reply:
        match step:
            case Shuffle():
                return ATTENDED
            case Cut():
                return None
            case Open():
                return {"seal": ATTENDED}
            case Deal() | Turn() | Throw() | Cover() | Handle() | Claim():
                return LATER
            case _ as never:
                assert_never(never)
