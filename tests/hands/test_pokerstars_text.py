"""Hands in the text of PokerStars: every kind of line, and what each means for the chips."""

from __future__ import annotations

import re
from decimal import Decimal
from pathlib import Path

import pytest

from sabot.hands import Hand, HandError, read, read_each

SIDE_POTS = """\
PokerStars Hand #101:  Hold'em No Limit (€0.50/€1.00 EUR) - 2026/11/02 20:15:00 WET
Table 'Ave II' 6-max Seat #4 is the button
Seat 1: Ana: B (€100 in chips)
Seat 2: Rui (€20 in chips)
Seat 4: Eva (€60.50 in chips)
Seat 5: Gil (€80 in chips)
Gil: posts small blind €0.50
Ana: B: posts big blind €1
Bea: sits out
*** HOLE CARDS ***
Dealt to Eva [Kh Kd]
Leo joins the table at seat #6
Rui: raises €2 to €3
Eva: raises €57.50 to €60.50 and is all-in
Gil said, "Rui: folds"
Gil: folds
Ana: B is disconnected
Ana: B: calls €59.50
Rui: calls €17 and is all-in
*** FLOP *** [2c 7d 9h]
*** TURN *** [2c 7d 9h] [Js]
*** RIVER *** [2c 7d 9h Js] [4s]
*** SHOW DOWN ***
Ana: B: shows [Qh Qs] (a pair of Queens)
Eva: shows [Kh Kd] (a pair of Kings)
Eva collected €80 from side pot
Rui: shows [Ah Ac] (a pair of Aces)
Rui collected €58.50 from main pot
*** SUMMARY ***
Total pot €141.50 Main pot €60.50. Side pot €81. | Rake €3
Board [2c 7d 9h Js 4s]
Seat 1: Ana: B (big blind) showed [Qh Qs] and lost with a pair of Queens
Seat 2: Rui showed [Ah Ac] and won (€58.50) with a pair of Aces
Seat 4: Eva (button) showed [Kh Kd] and won (€80) with a pair of Kings
Seat 5: Gil (small blind) folded before Flop
"""
TWICE = """\
PokerStars Hand #102: Omaha Pot Limit ($1/$2 USD) - 2026/11/02 20:20:00 WET
Table 'Ave II' 6-max Seat #1 is the button
Seat 1: Ana ($40.01 in chips)
Seat 2: Rui ($40 in chips)
Rui: posts big blind $2
Ana: posts small blind $1
*** HOLE CARDS ***
Dealt to Ana [Ah Ad 5c 6c]
Ana: raises $4 to $6
Rui: raises $12 to $18
Ana: raises $22.01 to $40.01 and is all-in
Rui: calls $22 and is all-in
Uncalled bet ($0.01) returned to Ana
*** FIRST FLOP *** [2c 7d 9h]
*** FIRST TURN *** [2c 7d 9h] [Js]
*** FIRST RIVER *** [2c 7d 9h Js] [4s]
*** SECOND FLOP *** [3c Td Kc]
*** SECOND TURN *** [3c Td Kc] [3s]
*** SECOND RIVER *** [3c Td Kc 3s] [8h]
*** FIRST SHOW DOWN ***
Rui: shows [Kh Ks Qd Qh] (a pair of Kings)
Ana: shows [Ah Ad 5c 6c] (a pair of Aces)
Ana collected $39 from pot
*** SECOND SHOW DOWN ***
Rui: shows [Kh Ks Qd Qh] (a full house, Kings full of Threes)
Ana: shows [Ah Ad 5c 6c] (two pair, Aces and Threes)
Rui collected $39 from pot
*** SUMMARY ***
Total pot $80 | Rake $2
Hand was run twice
FIRST Board [2c 7d 9h Js 4s]
SECOND Board [3c Td Kc 3s 8h]
Seat 1: Ana (button) (small blind) showed [Ah Ad 5c 6c] and won ($39) with a pair of Aces
Seat 2: Rui (big blind) showed [Kh Ks Qd Qh] and lost, and won ($39)
"""
TOURNAMENT = """\
PokerStars Hand #103: Tournament #900, $10+$1 USD Hold'em No Limit - Level V (50/100) - 2026/11/02
Table '900 3' 9-max Seat #2 is the button
Seat 2: Ana (5000 in chips)
Seat 3: Rui (2000 in chips)
Seat 5: Eva (70 in chips) is sitting out
Seat 8: Gil (3000 in chips, $5 bounty)
Ana: posts the ante 10
Rui: posts the ante 10
Eva: posts the ante 10
Gil: posts the ante 10
Rui: posts small blind 50
Eva: posts big blind 60 and is all-in
*** HOLE CARDS ***
Dealt to Gil [9c 9d]
Gil: calls 100
Ana: folds
Rui: calls 50
Eva: folds
*** FLOP *** [2h 7c Jd]
Rui: checks
Gil: bets 150
Rui: folds
Uncalled bet (150) returned to Gil
Gil collected 300 from pot
Gil: doesn't show hand
Eva finished the tournament in 9th place
*** SUMMARY ***
Total pot 300 | Rake 0
"""
HIGH_LOW = """\
PokerStars Hand #104: Omaha Hi/Lo Limit ($1/$2 USD) - 2026/11/02 20:30:00 WET
Table 'Ave III' 6-max Seat #6 is the button
Seat 1: Ana ($50 in chips)
Seat 3: Rui ($50 in chips)
Seat 6: Eva ($50 in chips)
Ana: posts small blind $0.50
Rui: posts big blind $1
*** HOLE CARDS ***
Eva: raises $1 to $2
Ana: folds
Rui: calls $1
*** FLOP *** [As 4d 8c]
Rui: checks
Eva: bets $1
Rui: raises $1 to $2
Eva: calls $1
*** TURN *** [As 4d 8c] [Kh]
Rui: bets $2
Eva: calls $2
*** RIVER *** [As 4d 8c Kh] [Kd]
Rui: bets $2
Eva: calls $2
*** SHOW DOWN ***
Rui: shows [2c 3c Qh Js] (HI: a pair of Kings; LO: 8,4,3,2,A)
Eva: shows [Ac Ad Th 9h] (HI: a full house, Aces full of Kings)
Eva collected $8 from pot
Rui collected $7.75 from pot
*** SUMMARY ***
Total pot $16.50 | Rake $0.75
Board [As 4d 8c Kh Kd]
Seat 3: Rui (big blind) showed [2c 3c Qh Js] and won ($7.75)
Seat 6: Eva (button) showed [Ac Ad Th 9h] and won ($8)
"""
POSTS = """\
PokerStars Hand #105: Hold'em No Limit (50/100) - 2026/11/02 20:35:00 WET
Table 'Play' 9-max (Play Money) Seat #1 is the button
Seat 1: Ana (10000 in chips)
Seat 2: Rui (10000 in chips)
Seat 3: Eva (10000 in chips)
Seat 4: Gil (10000 in chips)
Seat 5: Bea (10000 in chips)
Seat 6: Leo (10000 in chips)
Rui: posts small blind 50
Eva: posts big blind 100
Bea: posts small & big blinds 150
Leo: posts big blind 100
Gil: posts straddle 200
*** HOLE CARDS ***
Bea: calls 100
Leo: folds
Ana: folds
Rui: folds
Eva: folds
Gil: checks
*** FLOP *** [2h 7c Jd]
Gil: bets 300
Bea: folds
Uncalled bet (300) returned to Gil
Gil collected 700 from pot
*** SUMMARY ***
Total pot 700 | Rake 0
"""
GG = """\
Poker Hand #OM106: PLO ($1/$2) - 2026/11/02 20:40:00
Table 'Ria' 6-max Seat #3 is the button
Seat 1: a1b2c3 ($1,250 in chips)
Seat 3: Hero ($200 in chips)
Seat 4: d4e5f6 ($100 in chips)
a1b2c3: posts big blind $2
d4e5f6: posts small blind $1
Hero: posts missed blind $1
Hero: posts big blind $2
*** HOLE CARDS ***
Dealt to a1b2c3
Dealt to Hero [Ah Ad 5c 6c]
Dealt to d4e5f6
Hero: raises $6 to $8
d4e5f6: folds
a1b2c3: calls $6
*** FLOP *** [2c 7d 9h]
a1b2c3: checks
Hero: bets $18
a1b2c3: get an all-in insurance (premium ($1) for ($10))
a1b2c3: folds
Uncalled bet ($18) returned to Hero
*** SHOWDOWN ***
Hero collected $16.90 from pot
*** SUMMARY ***
Total pot $18 | Rake $0.90 | Jackpot $0.20 | Bingo $0
Seat 1: a1b2c3 (big blind) folded on the Flop
Seat 3: Hero (button) collected ($16.90)
"""


def one(text: str) -> Hand:
    [hand] = read(text)
    return hand


def chips(*stacks: str) -> tuple[Decimal, ...]:
    return tuple(map(Decimal, stacks))


def test_side_pots_are_won_by_the_hands_that_reach_them() -> None:
    """The house takes 3 euros of two pots; a name has a colon, and chat does not fold a hand."""
    hand = one(SIDE_POTS)
    assert [player.name for player in hand.players] == ["Gil", "Ana: B", "Rui", "Eva"]
    result = hand.play()
    assert result.agrees and result.notes == ()
    assert result.pot == Decimal("141.50") and result.rake == 3
    assert result.winnings == chips("0", "0", "60.50", "81")
    assert result.stacks == chips("79.50", "39.50", "58.50", "80")


@pytest.mark.parametrize(("text", "stacks"), [
    (TWICE, ("39", "39.01")), (TOURNAMENT, ("1890", "0", "3190", "4990")),
    (HIGH_LOW, ("49.50", "49.75", "50")), (POSTS, ("9950", "9900", "10500", "9750", "9900",
                                                   "10000"))])
def test_every_kind_of_hand_comes_to_its_own_chips(text: str, stacks: tuple[str, ...]) -> None:
    """A board dealt twice; a blind that is all in and folds; high and low hands with a fixed limit;
    a straddle, a dead blind and the post of somebody who joins."""
    hand = one(text)
    result = hand.play()
    assert result.agrees, result.differences
    assert result.stacks == chips(*stacks) and result.compared


@pytest.mark.parametrize("line", ["Chooses to EV Cashout", "Pays Cashout Risk ($0.10)",
                                  "Pays Cashout Fee ($1)", "Receives Cashout ($16.20)"])
def test_a_cash_out_is_a_bet_with_the_room(line: str) -> None:
    """It changes no chips of the table."""
    name = re.findall(r"Seat \d+: (.+) \(", GG)[0]
    (hand,) = read(GG.replace("*** SUMMARY", f"{name}: {line}\n*** SUMMARY"))
    assert hand.play() == read(GG)[0].play()


def test_the_text_of_ggpoker_is_read_too() -> None:
    """What it takes for a jackpot is taken by the house; other cards are not named; its head may
    name the blinds of another level."""
    for text in (GG, GG.replace("($1/$2)", "($2/$4)")):
        hand = one(text)
        result = hand.play()
        assert (hand.source, hand.heading, hand.record.least) == ("GGPoker", "OM106", 200)
        assert result.agrees and result.rake == Decimal("1.10")
        assert result.stacks == chips("99", "1242", "207.90")
    dropped = GG.replace("*** FLOP", "Cash Drop to Pot : total $5\n*** FLOP")
    with pytest.raises(HandError, match=r"the room adds \$5 to the pot: no player has paid it"):
        one(dropped)
    with pytest.raises(HandError, match="'PLO-5' is not played here"):
        one(GG.replace("PLO (", "PLO-5 ("))


@pytest.mark.parametrize("text", [SIDE_POTS, TWICE, TOURNAMENT, HIGH_LOW, POSTS, GG])
def test_a_hand_is_written_as_phh_without_loss(text: str) -> None:
    hand = one(text)
    again = one(hand.to_phh())
    assert again.record == hand.record and again.source == "PHH"
    assert again.play() == hand.play()


def test_the_field_of_a_file_keeps_what_the_format_has_no_field_for() -> None:
    text = one(TWICE).to_phh()
    assert '_boards = ["3cTdKc3s8h"]' in text and "_rake = 2" in text and "_pot = 80" in text
    assert '_unit = 0.01' in text and 'currency = "USD"' in text
    assert 'variant = "FO/8"' in one(HIGH_LOW).to_phh()


@pytest.mark.parametrize(("wrong", "right", "expected"), [
    ("Eva collected €80 from", "Eva collected €79 from", "Eva collects 81, the file says 79"),
    ("Total pot €141.50", "Total pot €140.50", "the pot is 141.50, the file says 140.50"),
    ("Rui collected €58.50", "Ana: B collected €58.50", "Rui collects 60.50, the file says 0")])
def test_every_difference_is_reported(wrong: str, right: str, expected: str) -> None:
    assert wrong in SIDE_POTS
    result = one(SIDE_POTS.replace(wrong, right)).play()
    assert not result.agrees and expected in result.differences


@pytest.mark.parametrize(("change", "expected"), [
    (("Hold'em No Limit (€0.50", "Razz Limit (€0.50"), "'Razz Limit' is not played here"),
    (("Hold'em No Limit (€0.50", "5 Card Omaha Pot Limit (€0.50"), "'5 Card Omaha Pot Limit' is"),
    (("Hold'em No Limit (€0.50", "6+ Hold'em No Limit (€0.50"), "6+ Hold'em No Limit\" is not"),
    (("No Limit (€0.50", "Pot Limit Pre-Flop, No Limit Post-Flop (€0.50"),
     "\"Hold'em Pot Limit Pre-Flop, No Limit Post-Flop\" is not played here"),
    (("(€0.50/€1.00 EUR)", ""), "the head names no blinds, or no button"),
    (("Seat 2: Rui (€20 in", "Seat 2: Rui (€0 in"), "Rui is dealt in without chips"),
    (("Seat #4 is the button", ""), "the head names no blinds, or no button"),
    (("Gil: folds\nAna", "Gil: dances\nAna"), "the line 'Gil: dances' is not understood"),
    (("Gil said, \"Rui: folds\"", "Gil shouts"), "the line 'Gil shouts' is not understood"),
    (("Gil said, \"Rui: folds\"", "Hand cancelled"), "the hand was cancelled"),
    (("Rui (€20 in chips)", "Rui (€20.001 in chips)"),
     "€20.001: '20.001' is not a sum: at most two decimals, not negative, at most "),
    (("[2c 7d 9h]\n", "\n"), "'*** FLOP ***' has no cards"),
    (("Seat 5: Gil (€80 in chips)\n", ""), "the line 'Gil: posts small blind €0.50' is not"),
    (("Eva: shows [Kh Kd]", "Eva: shows [Kh Kd Ks]"), "Eva has 3 cards, but 2 are dealt"),
    (("shows [Kh Kd]", "shows [Kh 1d]"), "'1d' is not a card"),
    (("raises €2 to €3", "raises €2 to €300"), "Rui pays more than they have: 20"),
    (("Ana: B: calls €59.50", "Ana: B: bets €0.50"), "Ana: B bets less than they have bet")])
def test_what_cannot_be_read_is_refused_with_its_reason(change: tuple[str, str], expected: str
                                                        ) -> None:
    assert change[0] in SIDE_POTS
    with pytest.raises(HandError, match=re.escape(expected)):
        one(SIDE_POTS.replace(*change))


def test_a_refused_raise_says_what_is_allowed() -> None:
    with pytest.raises(HandError) as refused:
        one(SIDE_POTS.replace("raises €2 to €3", "raises €0.50 to €1.50").replace(
            "calls €17", "calls €18.50")).play()
    assert refused.value.found == "p3 cbr 1.50"
    assert refused.value.allowed == "a bet or a raise is to 2 at least and to 20 at most"


def test_an_act_out_of_turn_is_refused_when_it_is_played() -> None:
    text = SIDE_POTS.replace("Rui: raises €2 to €3\n", "").replace("calls €17", "calls €20")
    with pytest.raises(HandError, match=r"action 5: 'p4 cbr 60.50', but it is the turn of p3"):
        one(text).play()


def test_a_file_of_many_hands_continues_after_one_that_cannot_be_read(tmp_path: Path) -> None:
    """In any encoding in which the program of the rooms wrote it."""
    text = "\n\n\n".join((SIDE_POTS, TWICE.replace("Omaha Pot Limit", "Badugi Limit"), TOURNAMENT))
    hands = dict(read_each(text))
    assert list(hands) == ["101", "102", "103"]
    assert isinstance(hands["102"], HandError) and isinstance(hands["103"], Hand)
    with pytest.raises(HandError, match=r"\[102\]: 'Badugi Limit' is not played here"):
        read(text)
    for encoding in ("utf-8", "utf-8-sig", "utf-16", "cp1252"):
        path = tmp_path / encoding
        path.write_bytes(SIDE_POTS.encode(encoding))
        assert read(path)[0].record == one(SIDE_POTS).record


def test_a_bet_that_nobody_matched_goes_back_though_an_old_file_does_not_say_so() -> None:
    """Files of before 2011 have no line for it."""
    result = one(POSTS.replace("Uncalled bet (300) returned to Gil\n", "")).play()
    assert result.agrees and result.stacks[2] == 10_500


def test_a_capped_game_is_played_with_the_capped_stacks() -> None:
    text = POSTS.replace("(50/100)", "(50/100 - 2000 Cap - )")
    result = one(text).play()
    assert result.agrees and result.stacks == chips("1950", "1900", "2500", "1750", "1900", "2000")


def test_blinds_that_the_ante_left_nothing_for_are_called_in_full() -> None:
    """The file has no line of such a blind; the calls say how high it was."""
    text = TOURNAMENT.replace("Eva (70 in", "Eva (10 in").replace(
        "Eva: posts big blind 60 and is all-in\n", "").replace("Eva: folds\n", "").replace(
        "Gil collected 300 from pot", "Gil: shows [9c 9d] (a pair)\nGil collected 200 from side "
        "pot\nEva: shows [As Kd] (high card)\nGil collected 40 from main pot").replace(
        "Total pot 300", "Total pot 240").replace("Gil: doesn't show hand\n", "").replace(
        "Uncalled bet (150) returned to Gil\n", "Uncalled bet (150) returned to Gil\n"
        "*** TURN *** [2h 7c Jd] [3s]\n*** RIVER *** [2h 7c Jd 3s] [3d]\n")
    result = one(text).play()
    assert result.agrees, result.differences
    assert result.stacks == chips("1890", "0", "3130", "4990")
    assert result.rules == ("BIG_BLIND_IN_FULL",)
