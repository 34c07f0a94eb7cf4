"""Video poker with wild cards and special four of a kind: every combination by its definition."""

from __future__ import annotations

import itertools
import random
from fractions import Fraction

import msgspec
import pytest

from sabot.families.machine.draw import (
    FIVE,
    FOUR_WILD,
    PAIR,
    WILD_ROYAL,
    Draw,
    DrawSheet,
    FourOf,
    card_name,
    faults,
    prizes_by_hand,
)
from sabot.families.machine.drawhands import JOKER, PACK, every_hand
from sabot.families.machine.drawkernel import CardPlayer
from sabot.families.poker.hands import STANDARD, strength

DEUCES = Draw(
    name="deuces", version="1", wild="2", bonus={"royal": 800},
    pays={"three": 1, "straight": 2, "flush": 2, "full": 3, "four": 5, "straight-flush": 9,
          "five": 15, "wild-royal": 25, "four-wild": 200, "royal": 250})
JOKERS = Draw(
    name="joker", version="1", joker=True, pair="K", bonus={"royal": 800},
    pays={"high-pair": 1, "two-pair": 1, "three": 2, "straight": 3, "flush": 5, "full": 7,
          "four": 20, "straight-flush": 50, "wild-royal": 100, "five": 200, "royal": 250})
QUADS = Draw(
    name="quads", version="1", four_of={
        "aces": FourOf(ranks="A"), "aces-low": FourOf(ranks="A", kickers="234"),
        "low": FourOf(ranks="234")},
    pays={"high-pair": 1, "two-pair": 1, "three": 3, "straight": 5, "flush": 7, "full": 10,
          "four": 50, "low": 80, "aces": 160, "aces-low": 400, "straight-flush": 50, "royal": 250})


@pytest.mark.parametrize("model, cards, prize", [
    (DEUCES, "AS KS QS JS TS", "royal"),
    (DEUCES, "AS KS QS 2H TS", "wild-royal"),
    (DEUCES, "2S 2H 2D 2C TS", "four-wild"),      # more than five of a kind
    (DEUCES, "9S 9H 9D 2C 2S", "five"),
    (DEUCES, "3S 4S 2S 6S 7S", "straight-flush"),
    (DEUCES, "9S 9H 2D 2C KS", "four"),
    (DEUCES, "9S 9H KD KC 2S", "full"),
    (DEUCES, "AS 3H 4D 5C 2S", "straight"),       # the ace below
    (DEUCES, "9S 9H KD QC 2S", "three"),
    (DEUCES, "9S 8H KD QC 3S", "no-prize"),
    (DEUCES, "AS AH KD KC 9S", "no-prize"),       # two pair pay nothing
    (JOKERS, f"{JOKER} KS 9H 4D 3C", "high-pair"),
    (JOKERS, f"{JOKER} QS 9H 4D 3C", "no-prize"),
    (JOKERS, f"{JOKER} 9S 9H 9D 9C", "five"),
    (JOKERS, f"{JOKER} AS KS QS JS", "wild-royal"),
    (QUADS, "AS AH AD AC 4S", "aces-low"),
    (QUADS, "AS AH AD AC 9S", "aces"),
    (QUADS, "3S 3H 3D 3C 9S", "low"),
    (QUADS, "9S 9H 9D 9C 3S", "four"),
])
def test_a_hand_pays_as_what_pays_most_of_what_it_makes(model: Draw, cards: str, prize: str
                                                        ) -> None:
    assert model.prize(cards.split()) == prize
    assert model.pay(cards.split(), 1) == model.pays.get(prize, 0)


@pytest.mark.parametrize("wilds", [1, 2])
def test_a_wild_card_stands_for_any_card(wilds: int) -> None:
    """Against every card that each wild one can stand for, the same twice too."""
    chance = random.Random(wilds)
    pack = [card for card in STANDARD.pack if card[0] != "2"]
    for _ in range(40):
        plain = chance.sample(pack, 5 - wilds)
        if chance.random() < .5:  # near each other, so that there is something to find
            plain = chance.sample([card for card in pack if card[1] == "S"][4:], 5 - wilds)
        names = set()
        for stands in itertools.product(STANDARD.pack, repeat=wilds):
            ranks = [card[0] for card in (*plain, *stands)]
            if max(map(ranks.count, ranks)) == 5:
                names.add(FIVE)
                continue
            hand = strength([*plain, *stands], STANDARD, distinct=False)
            high = hand.category == "pair" and hand.kickers[0] >= STANDARD.ranks.index("J")
            names.add(PAIR if high else hand.category)
        if "royal" in names:  # is a straight flush too
            names.add("straight-flush")
        if "straight-flush" in names:
            names |= {"straight", "flush"}
        deuces = ["2S", "2H"][:wilds]
        ours = {WILD_ROYAL: "royal"}
        found = {ours.get(name, name) for name in DEUCES.combinations_of([*plain, *deuces])}
        lower = {"pair", "high", FOUR_WILD}  # a high pair is a pair, and nobody asks for less
        assert found - lower >= names - lower
        assert {name for name in found if name in DEUCES.pays} == {
            name for name in names if name in DEUCES.pays or name == FIVE}


@pytest.mark.parametrize("model", [DEUCES, JOKERS, QUADS], ids=["deuces", "joker", "quads"])
def test_every_hand_is_classified_as_its_definition_says(model: Draw) -> None:
    hands, prizes = every_hand(model.kinds.size), prizes_by_hand(model)
    some = random.Random(5).sample(range(len(hands.cards)), 4_000)
    with_joker = range(len(hands.cards) - 2_000, len(hands.cards), 7) if model.joker else ()
    for at in (*some, *with_joker):
        cards = [card_name(card) for card in hands.cards[at].tolist()]
        assert model.outcomes[prizes[at]] == model.prize(cards), cards


def test_hands_that_differ_in_the_names_of_suits_are_counted_once() -> None:
    assert every_hand(PACK).times.sum() == len(every_hand(PACK).cards) == 2_598_960
    assert every_hand(PACK + 1).times.sum() == len(every_hand(PACK + 1).cards) == 2_869_685


def test_what_a_hold_returns_is_what_every_draw_returns() -> None:
    sheet = DrawSheet(JOKERS)
    hand = f"KS QS {JOKER} 9H 2D".split()
    pack = [*STANDARD.pack, JOKER]
    left = [card for card in pack if card not in hand]
    table = JOKERS.pay_table(5)
    values = sheet.values_of(hand)
    for hold in (("KS", "QS", JOKER), ("KS", JOKER, "9H"), ("QS", "9H", "2D")):
        draws = [[*hold, *drawn] for drawn in itertools.combinations(left, 2)]
        mean = Fraction(sum(table.get(JOKERS.prize(draw), 0) for draw in draws), len(draws))
        assert next(value for one, value in values.items() if {*one} == {*hold}) == mean


def test_games_with_a_joker_return_what_the_sheet_says() -> None:
    sheet, tally = DrawSheet(JOKERS, 5), CardPlayer(JOKERS, 5).block(2, 1, 200_000)
    for name, chance in sheet.chances.items():
        spread = (200_000 * float(chance)) ** .5
        assert abs(tally.counts.get(name, 0) - 200_000 * chance) < 5 * spread + 1


def test_the_order_of_a_file_does_not_matter() -> None:
    """Two models with the same identity pay the same hands."""
    turned = msgspec.structs.replace(QUADS, pays=dict(reversed(QUADS.pays.items())),
                                     four_of=dict(reversed(QUADS.four_of.items())))
    assert turned.identity == QUADS.identity and turned.outcomes == QUADS.outcomes
    assert DrawSheet(turned, 5).returned == DrawSheet(QUADS, 5).returned


def test_all_faults_of_wild_cards_are_reported() -> None:
    wrong = msgspec.structs.replace(
        DEUCES, wild="1", joker=False, pays={"five": 1, "four-wild": 2, "nobody": 3},
        four_of={"full": FourOf(ranks="A"), "none": FourOf(ranks=""),
                 "kick": FourOf(ranks="A", kickers="X")})
    assert [fault.where for fault in faults(wrong)] == [
        "wild", "four_of.full", "four_of.none.ranks", "four_of.kick.kickers", "pays.nobody"]
    plain = msgspec.structs.replace(DEUCES, wild="")
    assert [fault.where for fault in faults(plain)] == [
        "pays.five", "pays.wild-royal", "pays.four-wild"]
    assert not [*faults(DEUCES), *faults(JOKERS), *faults(QUADS)]
