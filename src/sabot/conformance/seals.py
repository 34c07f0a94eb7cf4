"""Cards leave a sealed order one by one, and what is opened proves its seal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from sabot.conformance.cases import Case, tried
from sabot.conformance.chance_sources import seeded
from sabot.conformance.findings import Broken, Finding, Plan, need
from sabot.equipment import PACK
from sabot.equipment.shoe import Shoe, seal_throw
from sabot.procedure import (
    Cover,
    Cut,
    Deal,
    Discard,
    Event,
    Live,
    Open,
    Part,
    Shift,
    Shuffle,
    Uncover,
)
from sabot.procedure.game import NO_SHOE, Game


def check(game: Game, plan: Plan) -> Iterator[Finding]:
    """Cards leave the sealed order one by one, lie in one hand, and are all collected."""
    yield from tried(game, plan, constant)


class Cards:
    """The cards of an evening: the order in use, how far it has come, and the hands."""

    def __init__(self, chance: Live) -> None:
        self.chance = chance
        self.drawn, self.lifted, self.order = 0, 0, list[str]()
        self.opened: set[str] = set()
        self.covered: dict[str, tuple[int, ...]] = {}
        self.hands: dict[str, list[str]] = {}

    def take(self, event: Event, n: int) -> None:
        """Take one event of a coup, the one with the number ``n``."""
        step = event.step
        match step:
            case Shuffle():
                self.shuffled(step, event, n)
            case Open():
                self.proven(step, event.opening or {}, n)
            case Deal():
                self.dealt(step, event.card, n)
            case Cut():
                self.order = self.shoe.order
            case Cover():
                self.covered[event.seal] = event.fell
            case Uncover():
                need(seal_throw(bytes.fromhex(step.nonce), step.fell) == step.seal
                     and self.covered.get(step.seal) == step.fell,
                     "what lay under the cover is not what was sealed", n)
            case Shift():
                if self.hands[step.frm].pop(step.index) != step.card:
                    raise Broken(f"{step.card} is taken from {step.frm!r}, where another lies", n)
                self.hands.setdefault(step.to, []).append(step.card)
            case Part():
                first, second = self.hands.pop(step.hand)
                self.hands[step.into[0]], self.hands[step.into[1]] = [first], [second]
            case Discard():
                for hand in step.hands:
                    if hand not in self.hands:
                        raise Broken(f"the cards of {hand!r} are put away, and there are none", n)
                    del self.hands[hand]
            case _:
                pass

    @property
    def shoe(self) -> Any:
        return self.chance.shoe

    def shuffled(self, step: Shuffle, event: Event, n: int) -> None:
        """A new order, of just the cards that the step names."""
        self.drawn, self.lifted, self.order = 0, 0, self.shoe.order
        every = Counter(dict.fromkeys(PACK, step.packs))
        need(event.seal == self.shoe.seal, "another seal is told than the new shoe has", n)
        need(not Counter(step.without) - every, "a card is left out that is in no pack", n)
        need(Counter(self.order) == every - Counter(step.without), "the new shoe has other cards",
             n)

    def proven(self, step: Open, opening: dict[str, str], n: int) -> None:
        """What is laid open is the order that was sealed."""
        need(opening.get("seal") == step.seal, "another seal is laid open than the step names", n)
        try:
            order = Shoe.opened(opening).order
        except ValueError as error:
            raise Broken(str(error), n) from None
        need(order == self.order, "the order that is laid open is not that of the shoe", n)
        self.opened.add(step.seal)

    def dealt(self, step: Deal, card: str, n: int) -> None:
        """A card comes from where the order has come to, at its head or from below."""
        if step.bottom:
            self.lifted += 1
            due = self.order[-self.lifted]
        else:
            due = self.order[self.drawn]
            self.drawn += 1
        if card != due:
            raise Broken(f"{card} is dealt to {step.to!r}, and {due} is next", n)
        self.hands.setdefault(step.to, []).append(card)


def constant(case: Case) -> None:
    """An evening of one to four coups from one source of chance."""
    game, chance, carry = case.game, seeded(case.seed), None
    cards = Cards(chance)
    for n in range(case.random.randint(1, 4)):
        walk = case.walk(case.seed + n, carry=carry, chance=chance)
        cards.hands = {}
        for at, event in enumerate(walk.record):
            cards.take(event, at)
        left = sorted(hand for hand, held in cards.hands.items() if held)
        need(not left, f"cards are left after the coup: {', '.join(left)}", len(walk.record))
        carry = walk.dealer.outcome
        shoe, says = chance.shoe, game.shoe(carry)
        if shoe is None:
            need(not cards.drawn and says == NO_SHOE, "the carry has a shoe, and there is none")
        elif not says.seal:  # its cards were shown and taken away, or no eye sees them
            need((shoe.seal in cards.opened) == (not game.unopened),
                 "a shoe that is used no more is not laid open" if not game.unopened else
                 "a shoe is laid open that its law keeps shut", len(walk.record))
        else:
            need(says == (shoe.seal, cards.drawn, shoe.cut_at, cards.lifted)
                 and (shoe.drawn, shoe.lifted) == (cards.drawn, cards.lifted),
                 f"the carry says that the shoe stands at {says.drawn} cards, and "
                 f"{cards.drawn} were drawn", len(walk.record))
