"""A hand played elsewhere is judged by our regulation only where its reader asks for it."""

from __future__ import annotations

import random
import re
from collections import Counter
from dataclasses import replace

import pytest
from pokerkit import (
    Automation,
    HandHistory,
    Mode,
    NoLimitTexasHoldem,
    PotLimitOmahaHoldem,
)

from sabot.families.pokertable import phh, phh_replay
from sabot.families.pokertable.phh_accounts import OWN
from sabot.families.pokertable.phh_replay import Decision
from sabot.hands import Hand, HandError, read
from sabot.hands.law import departures_from_law

POKER = "pt-217-2007/poquer-nao-bancado"
CHECKS = "p3 cc, p4 cc"
BOARD = f"d db 2c7d9h, {CHECKS}, d db Js, {CHECKS}, d db 4s, {CHECKS}"


def hand(actions: str, *, variant: str = "NT", blinds: str = "[10, 20, 0, 0]",
         stacks: str = "[1000, 1000, 1000, 1000]", more: str = "") -> Hand:
    count = stacks.count(",") + 1
    sizes = "small_bet = 20\nbig_bet = 40" if variant.startswith("F") else "min_bet = 20"
    antes = "" if "antes" in more else f"antes = {[0] * count}"
    [read_hand] = read(f"""
variant = "{variant}"
blinds_or_straddles = {blinds}
{sizes}
starting_stacks = {stacks}
actions = [{", ".join(f'"{action}"' for action in actions.split(", "))}]
{antes}
{more}
""")
    return read_hand


def clauses(judged: Hand) -> list[tuple[str, int]]:
    return [(departure.clause.removeprefix(f"{POKER}/"), departure.action)
            for departure in judged.departures()]


def test_a_hand_that_our_law_would_have_played_in_the_same_way_departs_nowhere() -> None:
    judged = hand("p3 cc, p4 cbr 60, p1 f, p2 f, p3 f")
    assert judged.play().agrees and judged.departures() == ()


def test_a_fourth_raise_is_refused_where_three_are_allowed() -> None:
    """Elsewhere it stands, and nothing is said unless somebody asks."""
    raises = "p3 cbr 40, p4 cbr 60, p1 cbr 80, p2 cbr 100"
    judged = hand(f"{raises}, p3 f, p4 f, p1 f")
    assert judged.play().notes == ()
    [departure] = judged.departures()
    assert (departure.clause, departure.action) == (f"{POKER}/87", 4)
    assert departure.text == "action 4: 'p2 cbr 100' is refused: no further raise is open to p2"


def test_between_two_players_raises_are_not_limited() -> None:
    raises = "p3 cbr 40, p4 cbr 60, p1 f, p2 f, p3 cbr 80, p4 cbr 100, p3 cbr 120"
    assert hand(f"{raises}, p4 f").departures() == ()


def test_the_players_who_must_sit_and_the_bets_before_the_cards() -> None:
    two = hand("p2 f", blinds="[10, 20]", stacks="[1000, 1000]")
    assert clauses(two) == [("24", 0)]
    straddle = hand("p4 f, p1 f, p2 f", blinds="[10, 20, 40, 0]")
    assert clauses(straddle) == [("81", 0)]
    small = hand("p3 f, p4 f, p1 f", blinds="[5, 20, 0, 0]")
    [departure] = small.departures()
    assert departure.text == "p1 posts 5 before the cards: 10 is due"
    assert clauses(small) == [("82", 0)]
    assert clauses(hand("p3 f, p4 f, p1 f", more="antes = [5, 5, 5, 5]")) == [("81", 0)]


def test_games_that_our_law_does_not_have() -> None:
    assert ("21", 0) in clauses(hand("p3 f, p4 f, p1 f", variant="FT"))
    assert ("65", 0) in clauses(hand("p3 f, p4 f, p1 f", variant="PO/8"))
    twice = hand("d dh p3 AsAh, d dh p4 KsKc, p3 cbr 1000, p4 cc, p1 f, p2 f, d db 2c7h4s, "
                 "d db Js, d db 9s", more='_boards = ["Kd"]')
    assert ("45", 0) in clauses(twice)


def test_an_all_in_hand_wins_a_proportion_of_the_pot() -> None:
    """Elsewhere p1 wins a main pot of 170 with 50 chips; by 49 and 50 their bet, and of the 220
    chips of the others the proportion of their 50 to the 100 that these bet: 160."""
    judged = hand("d dh p1 AsAh, d dh p3 KsKc, d dh p4 QsQc, p3 cbr 100, p4 cc, p1 cc, p2 f, "
                  + BOARD + ", p1 sm -, p3 sm -, p4 sm -", stacks="[50, 1000, 1000, 1000]")
    assert judged.play().winnings == (170, 0, 100, 0)
    [departure] = judged.departures()
    assert departure.clause == f"{POKER}/50"
    assert departure.text == ("the pot is divided otherwise: p1 gets 170 here and 160 by the law, "
                              "p3 gets 100 here and 110 by the law")


def test_equal_hands_get_whole_minimum_bets() -> None:
    """A pot of 230 is 115 each elsewhere; by 67 no part is below the minimum bet of 20: 120 and
    110."""
    judged = hand("d dh p3 AsKh, d dh p4 AcKd, p3 cbr 100, p4 cc, p1 f, p2 f, " + BOARD
                  + ", p3 sm -, p4 sm -")
    assert judged.play().winnings == (0, 0, 115, 115)
    [departure] = judged.departures()
    assert departure.clause == f"{POKER}/67"
    assert "p3 gets 115 here and 120 by the law" in departure.text


def test_a_house_that_takes_more_than_five_per_cent() -> None:
    judged = hand("p3 cbr 100, p4 cc, p1 f, p2 f, d db 2c7d9h, p3 cbr 100, p4 f",
                  more="_rake = 12\nwinnings = [0, 0, 218, 0]")
    assert judged.play().agrees
    assert clauses(judged) == [("7.a", 0)]


def test_the_limit_of_the_pot_is_that_of_omaha() -> None:
    """21.b and 86 allow a pot-limit raise; more is refused elsewhere already."""
    assert hand("p3 cbr 70, p4 f, p1 f, p2 f", variant="PO").departures() == ()


def test_a_hand_of_our_own_tables_is_played_by_the_law_anyway() -> None:
    own = hand("p3 cc, p4 f, p1 f, p2 cc, d db 2c7d9h, p2 cbr 20, p3 f",
               more='_terms = {law = "pt-217-2007", unit = 1}')
    assert own.played_here and own.departures() == ()


def test_a_law_without_this_game_is_refused_by_name() -> None:
    with pytest.raises(HandError, match="'pt-805-2015'; pt-217-2007 can be named"):
        hand("p3 f, p4 f, p1 f").departures("pt-805-2015")


def test_judging_a_hand_does_not_change_how_it_is_played() -> None:
    """The terms of the table are those used elsewhere before and after each judged act."""
    judged = hand("p3 cbr 40, p4 cbr 60, p1 cbr 80, p2 cbr 100, p3 f, p4 f, p1 f")
    seen: list[str] = []

    def watch(decision: Decision) -> None:
        seen.append(decision.round.terms.shares)

    assert phh_replay.replay(judged.record, watch).stacks == phh_replay.replay(judged.record).stacks
    assert set(seen) == {"side-pots"} and len(seen) == 7
    judged.departures()
    assert judged.play().stacks[1] == 1180


# -- the judge and the table of the law ------------------------------------------------------------


def random_hand(seed: int) -> phh.Hand:
    """A hand of four to eight players that PokerKit plays, with many raises and some short stacks;
    the blinds are 10 and 20, and nobody has less."""
    chance = random.Random(seed)
    count = chance.randint(4, 8)
    kind = chance.choice((NoLimitTexasHoldem, PotLimitOmahaHoldem))
    stacks = [chance.choice((20, 40, chance.randint(20, 300), chance.randint(200, 3000)))
              for _ in range(count)]
    game = kind(tuple(Automation), False, [0] * count, [10, 20] + [0] * (count - 2), 20,
                mode=Mode.CASH_GAME)
    random.seed(seed)  # the pack
    state = game(stacks, count)
    while state.status:
        draw = chance.random()
        if draw < 0.4 and state.can_complete_bet_or_raise_to():
            least, most = (state.min_completion_betting_or_raising_to_amount,
                           state.max_completion_betting_or_raising_to_amount)
            assert least is not None and most is not None
            state.complete_bet_or_raise_to(
                chance.choice((least, least, most, chance.randint(least, most))))
        elif draw < 0.5 and state.checking_or_calling_amount:
            state.fold()
        else:
            state.check_or_call()
    return phh.read(HandHistory.from_game_state(game, state,
                                                finishing_stacks=list(state.stacks)).dumps())


def at_a_table_of_the_law(foreign: phh.Hand) -> phh.Hand:
    """The same acts at a table of the law without percentage, with the limit of the hand."""
    limit = "pot" if foreign.variant == "PO" else "cave"
    return replace(foreign, finishing=None, more={OWN: {
        "law": "pt-217-2007", "limit": limit, "unit": phh.number(foreign.unit), "rate": 0}})


@pytest.mark.more_of("700")
@pytest.mark.parametrize("hands", [60, 700])
def test_the_judge_decides_as_the_table_of_the_law_does(hands: int) -> None:
    """The first act that the judge refuses is the one that stops the engine under the law's own
    terms; where it refuses none, the engine comes to the chips that the judge says, to the cent."""
    kinds: Counter[str] = Counter()
    for seed in range(hands):
        foreign = random_hand(seed)
        departures = departures_from_law(foreign, "pt-217-2007")
        refused = [departure for departure in departures if departure.action]
        try:
            lawful = phh_replay.replay(at_a_table_of_the_law(foreign))
        except phh.BadHand as stopped:
            assert refused and f"action {refused[0].action}:" in str(stopped), seed
            kinds["refused"] += 1
            continue
        assert not refused, (seed, refused)
        got = {name: (ours, theirs) for departure in departures for name, ours, theirs in
               re.findall(r"(p\d+) gets (\S+) here and (\S+) by the law", departure.text)}
        elsewhere = phh_replay.replay(foreign)
        for place, (ours, theirs) in enumerate(zip(elsewhere.got, lawful.got, strict=True), 1):
            if ours == theirs:
                assert f"p{place}" not in got, seed
            else:
                assert got[f"p{place}"] == (phh.chips(ours), phh.chips(theirs)), seed
        kinds["divided otherwise" if got else "the same"] += 1
    assert min(kinds[kind] for kind in ("refused", "divided otherwise", "the same")) > hands // 30
