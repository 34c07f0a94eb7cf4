"""The eighty per cent of the law at every bet of a machine."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import msgspec
import pytest

from sabot.families.machine import minimum_return
from sabot.families.machine.draw import Draw, DrawSheet
from sabot.families.machine.drawhands import every_hand
from sabot.families.machine.file import approvals, shipped_models
from sabot.families.machine.minimum_return import (
    LEAST,
    Reading,
    bets,
    describe_readings,
    least_return,
    readings,
    return_to_player,
)
from sabot.families.machine.model import Ladder, Model, Rung, Symbol
from sabot.families.machine.par import Sheet
from sabot.families.poker import no_draw
from sabot.families.poker.hands import STANDARD, strength

TWO = Model(name="two", version="1", window=(2,), lines=((1,), (2,)), taken=(1, 2),
            reels=("A B B",), weights=((3, 1, 1),), pays={"A": {"1": 2}, "B": {"1": 1}})


def test_the_least_of_all_bets_is_told_with_its_bet() -> None:
    """Of five results three stop with A on the first line, and one with A on the second."""
    assert return_to_player(TWO, 1) == Fraction(8, 5)
    assert least_return(TWO) == (Fraction(8 + 6, 10), 2)
    costa = shipped_models()["costa"]
    assert isinstance(costa, Model)
    assert bets(costa) == (1, 5, 10, 20)
    assert least_return(costa)[0] == min(Sheet(costa, lines).returned for lines in costa.taken)
    cinco = shipped_models()["cinco"]
    assert bets(cinco) == (1, 2, 3, 4, 5)
    assert least_return(cinco)[1] == 1 and return_to_player(cinco, 5) > return_to_player(cinco, 1)


def test_a_share_for_the_jackpot_counts_in_the_one_reading_and_not_in_the_other() -> None:
    short = msgspec.structs.replace(TWO, reels=("A B B B",), pays={"A": {"1": 3}},
                                    symbols={"B": Symbol()}, weights=())
    assert least_return(short) == (Fraction(3, 4), 1)
    assert least_return(short)[0] < LEAST <= least_return(short, Fraction(1, 20))[0]


def test_a_return_is_counted_once_for_each_model(monkeypatch: pytest.MonkeyPatch) -> None:
    counted: list[tuple[Any, ...]] = []

    def sheet(*asked: Any) -> Sheet:
        counted.append(asked)
        return Sheet(*asked)

    monkeypatch.setattr(minimum_return, "_known", {})
    monkeypatch.setattr(minimum_return, "Sheet", sheet)
    assert return_to_player(TWO, 2) == return_to_player(msgspec.structs.replace(TWO), 2)
    other = msgspec.structs.replace(TWO, pays={"A": {"1": 1}, "B": {"1": 1}})
    assert return_to_player(other, 2) == 1
    assert counted == [(TWO, 2), (other, 2)]


@pytest.mark.law("pt-217-2007/maquinas-automaticas/2", "pt-217-2007/maquinas-automaticas/3",
                 "pt-217-2007/maquinas-automaticas/4")
def test_both_readings_are_told_and_the_one_that_asks_for_more_decides() -> None:
    short = msgspec.structs.replace(TWO, reels=("A B B B",), pays={"A": {"1": 3}},
                                    symbols={"B": Symbol()}, weights=())
    assert readings(short, Fraction(1, 20)) == (
        Reading(1, Fraction(3, 4), Fraction(4, 5), {}),
        Reading(2, Fraction(3, 4), Fraction(4, 5), {}))
    found = describe_readings(short, Fraction(1, 20))
    assert (found.base.least, found.base.lawful) == ("3/4", False)
    assert (found.whole.least, found.whole.lawful) == ("4/5", True)
    assert describe_readings(short, Fraction(1, 21)).whole.lawful is False
    enough = msgspec.structs.replace(short, reels=("A B B B B",), pays={"A": {"1": 4}})
    assert describe_readings(enough).base.lawful is True


def test_who_climbs_by_a_simple_rule_gets_what_every_way_up_gives() -> None:
    """A ladder of three rungs followed by hand: it pays 1 or 2, then 1 more in one of two cases,
    then 3 more in one of two, and its end takes everything."""
    ladder = Ladder(scatter="S", least=1, choice=True, lost=True, rungs=(
        Rung(pays={"1": 1, "2": 1}), Rung(pays={"1": 1}, ends=1), Rung(pays={"3": 1}, ends=1)))
    model = Model(name="up", version="1", window=(1,), lines=((1,),), reels=("A S",),
                  pays={"A": {"1": 1}}, symbols={"S": Symbol(scatter=True)}, ladder=ladder)
    (found,) = readings(model)
    half = Fraction(1, 2)
    at_once = Fraction(3, 2)
    to_the_end = (half * half) * (half * (1 + 1 + 3) + half * (2 + 1 + 3))
    # with 1 the second rung is worth (1 + 1 + 3) / 4 = 5/4 > 1, with 2 it is 6/4 < 2: stop
    best = half * Fraction(5, 4) + half * 2
    assert found.simple == {"stop": half * (1 + at_once), "climb": half * (1 + to_the_end)}
    assert found.base == half * (1 + best)


def test_who_plays_cards_by_a_simple_rule_gets_less_than_the_best() -> None:
    cinco = shipped_models()["cinco"]
    assert isinstance(cinco, Draw)
    simple = DrawSheet(cinco, 5, simple=True)
    found = readings(cinco)[-1]
    assert found.simple == {"cards": simple.returned}
    assert LEAST < simple.returned < found.base
    assert sum(simple.chances.values()) == 1


def test_who_plays_cards_by_a_simple_rule_keeps_pairs_and_what_pays_whole() -> None:
    """Every hand that only suits and ranks of the held cards decide, by its definition."""
    cinco = shipped_models()["cinco"]
    assert isinstance(cinco, Draw)
    known = every_hand(52)
    some = range(0, len(known.cards), 997)
    masks = DrawSheet(cinco, 5).holds(simple=True, chosen=list(some))
    poor = msgspec.structs.replace(cinco, bonus={}, pays={"four": 25, "high-pair": 1})
    other = DrawSheet(poor, 5).holds(simple=True, chosen=list(some))
    for at, mine, theirs in zip(some, masks, other, strict=True):
        cards = [no_draw.name(card, STANDARD) for card in known.cards[at].tolist()]
        ranks = [card[0] for card in cards]
        pairs = {card for card in cards if ranks.count(card[0]) > 1}
        whole = strength(cards, STANDARD).category in (
            "straight", "flush", "straight-flush", "royal")
        holds = [{card for i, card in enumerate(cards) if hold >> i & 1}
                 for hold in (int(mine), int(theirs))]
        assert holds == [{*cards} if whole else pairs, pairs]


def test_what_an_approval_says_was_counted() -> None:
    """Each figure that stands in an approval, counted anew; one of each bet, and no other."""
    for model in shipped_models().values():
        approved = approvals()[model.identity].returned
        assert {int(bet): Fraction(part) for bet, part in approved.items()} == {
            bet: minimum_return.figures(model, bet).returned for bet in minimum_return.bets(model)}


@pytest.mark.law("ir/312")
def test_the_eighty_per_cent_are_those_of_who_plays_best() -> None:
    """A machine of cards is measured by the best play; a simple rule returns less."""
    cinco = shipped_models()["cinco"]
    least, bet = minimum_return.least_return(cinco)
    assert isinstance(cinco, Draw)
    assert least == DrawSheet(cinco, bet).returned >= minimum_return.LEAST
    assert least > minimum_return.figures(cinco, bet).simple["cards"]
