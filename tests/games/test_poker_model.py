"""Portaria 217/2007, non-banked poker: random hands of two to eleven players beside a reckoning
made from the text alone (`pokerlaw`): what is offered, who shows when, who is paid, to the cent."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sabot.equipment import PACK
from sabot.families.poker.hands import best
from sabot.families.pokertable.round import Folk
from sabot.families.pokertable.variant import VARIANTS, Variant
from sabot.procedure import Act, Deal, Dealer, Refusal, Scripted, TimeOut
from support.poker_by_text import Hand, House
from support.poker_table import (
    NAMES,
    begin,
    caves,
    evening,
    law,
    percentage_taken,
    refusal_of,
    shows,
    steps,
    table,
    window,
)
from support.random_play import examples

DECISIONS = ("fold", "check", "call", "bet", "raise", "all-in")
CHIPS = ((1_000, 100), (1_000, 500), (600, 200), (2_500, 500), (200, 100))
"""Minimum and unit of a table; the half of a minimum may be no whole chip."""
KINDS = ("holdem", "holdem", "omaha", "sintetico")


def offers_of(dealer: Dealer, unit: int) -> tuple[int, dict[str, tuple[int, int, int]]]:
    """Who is asked, and what they may do, as the program says."""
    assert dealer.standing is not None
    found: dict[str, tuple[int, int, int]] = {}
    seat = 0
    for one in dealer.standing.offers:
        if one.act == "fold":
            seat, player = int(one.seat), one.player
        if one.act in DECISIONS and one.player == player and player not in one.barred:
            assert not one.high or one.unit == unit
            found[one.act] = (one.low, one.high, one.cost)
    return seat, found


def deck(dice: Random, variant: Variant) -> list[str]:
    """A shuffled pack; every other time high cards come first, so that equal hands are many."""
    cards = [card for card in PACK if card[0] in variant.ranking.ranks]
    dice.shuffle(cards)
    if dice.random() < 0.5:
        cards.sort(key=lambda card: -variant.ranking.ranks.index(card[0]) // 4)
    return cards


class Evening:
    """One hand from a seed: table, caves, who rests, owes or must bet, cards, decisions."""

    def __init__(self, seed: int, **rules: Any) -> None:
        dice = self.dice = Random(seed)
        of = dice.choice(KINDS)
        self.variant = variant = VARIANTS[of]
        chosen = {"limit": dice.choice(("cave", "cave", "pot", "half-pot",
                                        "cave" if variant.antes else "total")),
                  "counts": 2 if variant.antes else dice.randint(1, 3),
                  "shares": dice.choice(("proportion", "side-pots")),
                  "tied": dice.choice(("part", "part", "lost")),
                  "rate": dice.choice((0, 1, 5)), "cap": dice.choice((0, 0, 333)), **rules}
        least, unit = dice.choice(CHIPS)
        self.house = House(variant.places, least, unit, antes=variant.antes, **chosen)
        at = table(of, minimum=least, unit=unit, **chosen)
        seated = sorted(dice.sample(range(variant.places), dice.choice(
            (variant.places, dice.randint(4, variant.places)))))
        odd = dice.choice((1, 100))  # caves in cents, or in chips
        sums = [dice.choice((least, least + odd, least * 17 // 10, least * 5 + odd
                             * dice.randint(0, 70), least * 20, least + dice.randint(0, 900) * 100,
                             10**7)) for _ in seated]
        have = dict(zip(seated, sums, strict=True))
        resting = dice.sample(seated, dice.choice((0, 0, 1, len(seated) - 2, len(seated) - 3)))
        plays = [n + 1 for n in seated if n not in resting]
        owed = {n: least * dice.randint(1, 6) // 2 for n in plays if dice.random() < 0.2}
        unbet = {n for n in plays if dice.random() < 0.1}
        if variant.antes:
            owed, unbet = {}, set()
        folk = Folk(resting={NAMES[n]: 2 for n in resting}, rested=[NAMES[n] for n in resting],
                    owed={NAMES[n - 1]: cents for n, cents in owed.items()},
                    unbet={NAMES[n - 1]: 5 for n in unbet})
        before = dice.randint(1, variant.places)
        start = min(plays, key=lambda n: (n - before - 1) % variant.places)
        self.hand = Hand(self.house, {n: have[n - 1] for n in plays}, start, owed, unbet)
        carry = evening([have.get(n, 0) for n in range(variant.places)], of, hand=before,
                        folk=folk)
        self.total = sum(sums)
        self.rest = {n + 1: have[n] for n in resting}
        self.dealer = begin(carry, at, Scripted(deck(dice, variant)))
        self.asked = self.raised = 0
        self.wild = dice.choice((1, 5, 20))

    def played(self) -> Evening:
        """To the end: at every question program and text must offer the same."""
        while not self.dealer.over and not window(self.dealer).startswith("turn"):
            self.dealer.answer(TimeOut(window(self.dealer)))
        self.hand.first_bets()
        while not self.dealer.over:
            seat, found = offers_of(self.dealer, self.house.unit)
            assert (seat, found) == (self.hand.asked(), self.hand.may(seat))
            self.asked += 1
            self.tries(seat, found)
            act, amount = self.chooses(found)
            reply = self.dealer.answer(Act(NAMES[seat - 1], act, str(seat), amount))
            assert not isinstance(reply, Refusal), reply
            self.hand.acts(seat, act, amount)
            self.raised = max(self.raised, self.hand.raises)
        assert not self.hand.asked(), "the text has somebody still to ask"
        return self

    def chooses(self, found: dict[str, tuple[int, int, int]]) -> tuple[str, int]:
        weight = {"fold": 2 if "call" in found else 0.2, "check": 6, "call": 8, "bet": self.wild,
                  "raise": self.wild, "all-in": 0.5}
        act = self.dice.choices(list(found), [weight[one] for one in found])[0]
        low, high, _ = found[act]
        unit = self.house.unit
        most = min(high, low + self.dice.choice((0, 1_000, 5_000, 10**9)))
        return act, low and low + self.dice.randint(0, (most - low) // unit) * unit

    def tries(self, seat: int, found: dict[str, tuple[int, int, int]]) -> None:
        """Something that the text does not allow is refused."""
        who, act = NAMES[seat - 1], "raise" if self.hand.level else "bet"
        low, high, _ = found.get(act, (0, 0, 0))
        unit = self.house.unit
        sums = (low - unit, high + unit, low + 50) if low else (self.house.least, unit, 10**7)
        refusal_of(self.dealer, f"{who}: {act} {seat} {self.dice.choice(sums)}")
        if no := [one for one in DECISIONS if one not in found and one not in ("bet", "raise")]:
            refusal_of(self.dealer, f"{who}: {self.dice.choice(no)} {seat}")
        other = self.dice.choice([n for n in self.hand.cave if n != seat])
        refusal_of(self.dealer, f"{NAMES[other - 1]}: {self.dice.choice(DECISIONS)} {other} 1000")

    def groups(self) -> tuple[list[list[int]], list[bool]]:
        """The hands in play by what they are worth, and whether equal ones share equally."""
        cards: dict[str, list[str]] = {}
        for event in self.dealer.record:
            if isinstance(event.step, Deal):
                cards.setdefault(event.step.to, []).append(event.card)
        live, v = self.hand.live, self.variant
        if len(live) == 1:
            return [live], [False]
        worth = {n: best(cards[str(n)], cards["board"], v.ranking, v.use)[0] for n in live}
        values = sorted(set(worth.values()), reverse=True)
        return ([[n for n in live if worth[n] == value] for value in values],
                [v.antes and value.category != "high" for value in values])


SEEDS = st.integers(0, 2**48)
RULES = pytest.mark.parametrize("rules", [
    {"shares": "proportion"}, {"shares": "side-pots"}, {"limit": "pot"}, {"limit": "half-pot"}],
    ids=lambda rules: " ".join(rules.values()))


@law("7.a", "7.a-2", "36", "38-2", "39", "40", "42", "47-2", "48", "49-2", "50", "65-2", "66",
     "67", "67-2", "81", "84", "85", "86", "87", "88", "89", "90", "104", "108-2", "ir/232",
     "ir/234", "ir/235", "ir/236", "ir/237", "ir/292", "ir/294", "ir/297")
@RULES
@examples(60)
@given(seed=SEEDS)
def test_a_hand_is_offered_and_paid_as_the_text_reckons_it(rules: dict[str, Any],
                                                           seed: int) -> None:
    seen = Evening(seed, **rules).played()
    left = caves(seen.dealer)
    due = seen.hand.pays(*seen.groups())
    assert {n: left.get(n, 0) for n in due} == due
    assert {n: left.get(n, 0) for n in seen.rest} == seen.rest
    assert sum(left.values()) + percentage_taken(seen.dealer) == seen.total


@law("62-2", "ir/320")
@examples(60)
@given(seed=SEEDS)
def test_who_began_the_last_round_of_betting_shows_first(seed: int) -> None:
    seen = Evening(seed, limit="cave").played()
    hand = seen.hand
    if len(hand.live) == 1:
        assert not shows(seen.dealer)
        return
    after = hand.hand if hand.house.antes else hand.turn(hand.hand % hand.house.places + 1)[0]
    first = hand.opened or after % hand.house.places + 1
    assert shows(seen.dealer) == [str(n) for n in hand.turn(first)]


def test_the_hands_that_are_tried_have_everything_in_them() -> None:
    """What the reckoning is for occurs: two players, eleven, all-ins, ties, missed bets."""
    found: set[str] = set()
    for seed in range(120):
        seen = Evening(seed).played()
        hand, (groups, _) = seen.hand, seen.groups()
        found |= {f"{len(hand.cave)} players", f"limit {hand.house.limit} {hand.house.counts}"}
        found |= {"all-in"} if any(not hand.cave[n] for n in hand.live) else set()
        found |= {"tie"} if len(groups) > 1 and len(groups[0]) > 1 else set()
        found |= {"dead"} if any(hand.dead.values()) else set()
        found |= {"forced"} if hand.forced else set()
        found |= {"unseen"} if len(hand.live) == 1 else set()
        found |= {"many raises"} if seen.raised > 3 else set()
        found |= {"cut"} if steps(seen.dealer, Deal) and percentage_taken(seen.dealer) else set()
    wanted = {*(f"{n} players" for n in range(2, 12)), "all-in", "tie", "dead", "forced",
              "unseen", "many raises", "cut", *(f"limit pot {n}" for n in (1, 2, 3))}
    assert wanted <= found, wanted - found
