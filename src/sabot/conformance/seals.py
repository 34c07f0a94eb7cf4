"""Checks that cards are dealt in the sealed order, and that opened orders match their seals."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from sabot.conformance.cases import Case, try_law
from sabot.conformance.chance_sources import seeded_chance
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
    """Cards are dealt in the sealed order, are in one hand each, and are all collected."""
    yield from try_law(game, plan, constant)


class Cards:
    """The cards of an evening: the order in use, the position in it, and the hands."""

    def __init__(self, chance: Live) -> None:
        self.chance = chance
        self.drawn, self.lifted, self.order = 0, 0, list[str]()
        self.opened: set[str] = set()
        self.covered: dict[str, tuple[int, ...]] = {}
        self.hands: dict[str, list[str]] = {}

    def take(self, event: Event, n: int) -> None:
        """Check one event of a coup, with the index ``n``."""
        step = event.step
        match step:
            case Shuffle():
                self.check_shuffle(step, event, n)
            case Open():
                self.check_opening(step, event.opening or {}, n)
            case Deal():
                self.check_deal(step, event.card, n)
            case Cut():
                self.order = self.shoe.order
            case Cover():
                self.covered[event.seal] = event.fell
            case Uncover():
                need(seal_throw(bytes.fromhex(step.nonce), step.fell) == step.seal
                     and self.covered.get(step.seal) == step.fell,
                     "the result under the cover is not the sealed one", n)
            case Shift():
                if self.hands[step.frm].pop(step.index) != step.card:
                    raise Broken(f"{step.card} is taken from {step.frm!r}, but another card is "
                                 "there", n)
                self.hands.setdefault(step.to, []).append(step.card)
            case Part():
                first, second = self.hands.pop(step.hand)
                self.hands[step.into[0]], self.hands[step.into[1]] = [first], [second]
            case Discard():
                for hand in step.hands:
                    if hand not in self.hands:
                        raise Broken(f"the cards of {hand!r} are put away, but there are none", n)
                    del self.hands[hand]
            case _:
                pass

    @property
    def shoe(self) -> Any:
        """The shoe in use."""
        return self.chance.shoe

    def check_shuffle(self, step: Shuffle, event: Event, n: int) -> None:
        """Check that a new order has exactly the cards that the step names."""
        self.drawn, self.lifted, self.order = 0, 0, self.shoe.order
        full_packs = Counter(dict.fromkeys(PACK, step.packs))
        need(event.seal == self.shoe.seal, "the event has another seal than the new shoe", n)
        need(not Counter(step.without) - full_packs, "a card is left out that no pack has", n)
        need(Counter(self.order) == full_packs - Counter(step.without), "the new shoe has other "
                                                                        "cards",
             n)

    def check_opening(self, step: Open, opening: dict[str, str], n: int) -> None:
        """Check that the opened order is the sealed one."""
        need(opening.get("seal") == step.seal, "the opening shows another seal than "
                                               "the step names", n)
        try:
            order = Shoe.opened(opening).order
        except ValueError as error:
            raise Broken(str(error), n) from None
        need(order == self.order, "the opened order is not that of the shoe", n)
        self.opened.add(step.seal)

    def check_deal(self, step: Deal, card: str, n: int) -> None:
        """Check that a card is the next of the order, from the top or the bottom."""
        if step.bottom:
            self.lifted += 1
            expected = self.order[-self.lifted]
        else:
            expected = self.order[self.drawn]
            self.drawn += 1
        if card != expected:
            raise Broken(f"{card} is dealt to {step.to!r}, but {expected} is the next card", n)
        self.hands.setdefault(step.to, []).append(card)


def constant(case: Case) -> None:
    """An evening of one to four coups from one source of chance."""
    game, chance, carry = case.game, seeded_chance(case.seed), None
    cards = Cards(chance)
    for n in range(case.random.randint(1, 4)):
        walk = case.walk(case.seed + n, carry=carry, chance=chance)
        cards.hands = {}
        for n_, event in enumerate(walk.record):
            cards.take(event, n_)
        hands_left = sorted(hand for hand, cards_left in cards.hands.items() if cards_left)
        need(not hands_left, "cards are left after the coup: "
                             f"{', '.join(hands_left)}", len(walk.record))
        carry = walk.dealer.outcome
        shoe, stated = chance.shoe, game.shoe(carry)
        if shoe is None:
            need(not cards.drawn and stated == NO_SHOE, "the carry has a shoe, but there is none")
        elif not stated.seal:  # the shoe was opened, or put away unseen
            need((shoe.seal in cards.opened) == (not game.unopened_clause),
                 "a shoe is no longer used and was not opened" if not game.unopened_clause else
                 "a shoe was opened, which its law forbids", len(walk.record))
        else:
            need(stated == (shoe.seal, cards.drawn, shoe.cut_at, cards.lifted)
                 and (shoe.drawn, shoe.lifted) == (cards.drawn, cards.lifted),
                 f"by the carry {stated.drawn} cards are drawn from the shoe; in fact "
                 f"{cards.drawn} were drawn", len(walk.record))
