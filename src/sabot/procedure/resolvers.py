"""Resolvers: the only place where chance enters a coup.

`Live` draws from a source of chance: the operating system for play, or a seeded source for
reproducible tests. `Scripted` deals the cards and throws that a test lists. `Attended` waits until
a croupier enters what the real cards and dice did. A replay needs no resolver: it uses the recorded
answers. The keeper of a pool answers a Claim, and always later.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final, Protocol, assert_never

from sabot.equipment import (
    PACK,
    UNKNOWN,
    EmptyShoe,
    NoncedSource,
    Shoe,
    as_card,
    is_card,
    seal_throw,
)
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
from sabot.words import phrase

ATTENDED = "attended"
"""The seal of a shoe that was shuffled by hand: it cannot be opened."""

LATER: Final = object()
"""The answer of a resolver that does not know the fact yet: the dealer waits for `enter`."""


class Resolver(Protocol):
    """Answers the steps that only chance can answer."""

    def resolve(self, step: ChanceStep) -> Reply:
        """Answer a step of chance."""


class Live:
    """Draws from real shoes, and keeps the shoe in use; between coups the table keeps it.

    ``hears`` answers a Handle that asks a question, such as the clock of a house; without it, such
    a Handle has no answer.
    """

    def __init__(self, source: NoncedSource, shoe: Shoe | None = None,
                 hears: Callable[[Handle], str | None] | None = None) -> None:
        self.source = source
        self.shoe = shoe
        self.hears = hears

    def resolve(self, step: ChanceStep) -> Reply:
        """Draw a card, throw, shuffle, cut or open; EmptyShoe where no card or shoe is left."""
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
                    raise EmptyShoe(phrase("the shoe sealed {seal} is not on the table",
                                           seal=step.seal))
                return self.shoe.opening()
            case Turn():
                raise TypeError(
                    "the cards of this shoe are known: a Turn is only for unknown cards"
                )
            case _ as never:
                assert_never(never)

    def _throw(self, step: Throw | Cover) -> tuple[int, ...]:
        return tuple(step.first + self.source.below(sides) for sides in step.sides)


class ScriptEnds(RuntimeError):
    """The coup needs a card or a throw beyond those that the test lists."""


class Scripted:
    """Deals the cards that a test lists, in order; its shoe has the seal "scripted".

    ``throws`` answer Throw and Cover. Either list may contain an Incident; a Handle takes the next
    one when its kind is in the step's faults. ``words`` answer the Handles that ask a question:
    each word goes to the next Handle that allows it. A card that nobody sees may be unknown ("??");
    the card of a Turn is listed where it is turned up.
    """

    def __init__(self, cards: str | Iterable[str | Incident] = (),
                 throws: Iterable[tuple[int, ...] | Incident] = (),
                 words: Iterable[str] = ()) -> None:
        self.cards = [as_card(card) if isinstance(card, str) else card
                      for card in (cards.split() if isinstance(cards, str) else cards)]
        self.throws = list(throws)
        self.words = list(words)
        if wrong := [c for c in self.cards
                     if not (isinstance(c, Incident) or is_card(c) or c == UNKNOWN)]:
            raise ValueError(phrase("{wrong} is not a card; cards are {pack} ...",
                                    wrong=repr(wrong[0]), pack=" ".join(PACK[:5])))
        self.dealt = 0
        self.thrown = 0

    def resolve(self, step: ChanceStep) -> Reply:
        """The next card, throw or word of the script; ScriptEnds where it has no more."""
        match step:
            case Deal() | Turn():
                if self.dealt >= len(self.cards):
                    raise ScriptEnds(phrase("the script ends after {dealt} cards",
                                            dealt=self.dealt))
                card = self.cards[self.dealt]
                if card == UNKNOWN and (isinstance(step, Turn) or step.seen_by != NOBODY):
                    raise ValueError(phrase("card {dealt} of the script is dealt face up: it "
                                            "cannot be ??", dealt=self.dealt + 1))
                self.dealt += 1
                return card
            case Handle():
                return self._handle(step)
            case Claim():
                return LATER
            case Throw() | Cover():
                if self.thrown >= len(self.throws):
                    raise ScriptEnds(phrase("the script ends after {thrown} throws",
                                            thrown=self.thrown))
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
    """Real cards, dice and wheels: a croupier enters what they did, one fact at a time, and that
    they have done what a Handle asks.

    A shoe that was shuffled by hand has no seal that could be opened; its seal is "attended".
    """

    def resolve(self, step: ChanceStep) -> Reply:
        """LATER for everything that a croupier enters."""
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
