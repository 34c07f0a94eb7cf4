"""Hands of other programs, as the format says them: short stacks, two players, odd chips, winnings,
files of many hands. What cannot be known is refused with its reason, and never guessed."""

from __future__ import annotations

import re

import pytest

from sabot.families.pokertable import histories, phh, phh_replay
from sabot.families.pokertable.phh import BadHand, Hand

MANY = """
[1]
variant = 'NT'
antes = [0, 0]
blinds_or_straddles = [5, 10]
min_bet = 10
starting_stacks = [1284.44, 2043.58]
actions = ['d dh p1 ????', 'd dh p2 ????', 'p2 f']
winnings = [15, 0]
hand = 8

[2]
variant = 'NS'
antes = [0, 0]
blinds_or_straddles = [5, 10]
small_bet = 10
big_bet = 20
starting_stacks = [100, 100]
actions = []

[3]
variant = 'NT'
antes = [0, 0]
blinds_or_straddles = [5, 10]
min_bet = 10
starting_stacks = [2038.58, 1289.44]
actions = ['d dh p1 ????', 'd dh p2 ????', 'p2 cc', 'p1 cbr 30', 'p2 cc', 'd db 8d4d5d',
  'p1 cbr 45', 'p2 cc', 'd db Tc', 'p1 cbr 122', 'p2 cc', 'd db 8c', 'p1 cc', 'p2 cbr 394', 'p1 f']
winnings = [0, 393.25]
hand = 9
"""


def hand(stacks: str, actions: str, /, **more: str) -> Hand:
    """A hand of blinds of 1 and 2 unless it says otherwise; its actions are parted by commas."""
    count = stacks.count(",") + 1
    fields = {"variant": '"NT"', "antes": str([0] * count),
              "blinds_or_straddles": str([1, 2, *[0] * (count - 2)]), "min_bet": "2",
              "starting_stacks": f"[{stacks}]",
              "actions": str([one.strip() for one in actions.split(",")]), **more}
    return phh.read("\n".join(f"{key} = {value}" for key, value in fields.items()))


def after(one: Hand) -> list[float]:
    return [cents / 100 for cents in phh_replay.replay(one).stacks]


THREE = "d dh p1 7h2c, d dh p2 KsKd, d dh p3 AsAd"
BOARD = "d db 3c4d9h, d db Jc, d db 8s"


@pytest.mark.parametrize(("stacks", "actions", "more", "chips"), [
    # p1's small blind is all in, and has the best hand.
    ("1, 100, 100", "d dh p1 AsAd, d dh p2 7h2c, d dh p3 QsQd, p3 cbr 100, p2 cc, p1 sm AsAd, "
     f"p2 sm 7h2c, p3 sm QsQd, {BOARD}", {}, [3, 0, 198]),
    # The button calls with less than the big blind.
    ("100, 100, 1", f"{THREE}, p3 cc, p1 cc, p2 cc, d db 3c4d9h, p1 cc, p2 cc, d db Jc, p1 cc, "
     "p2 cc, d db 8s, p1 cc, p2 cc, p1 sm 7h2c, p2 sm KsKd, p3 sm AsAd", {}, [98, 100, 3]),
    # Two of three have one chip; what p1 is still asked changes nothing.
    ("100, 1, 1", f"{THREE}, p3 cc, p1 cc, p1 sm 7h2c, p2 sm KsKd, p3 sm AsAd, {BOARD}", {},
     [99, 0, 3]),
    # A big blind of one chip is called with one: the largest bet is matched.
    ("100, 1, 100", f"{THREE}, p3 cc, p1 f, {BOARD}, p2 sm KsKd, p3 sm AsAd", {}, [99, 0, 102]),
    # An ante takes the whole stack: it wins antes, and no blind.
    ("2, 100, 100", f"{THREE.replace('7h2c', 'JsJh')}, p3 cc, p2 cc, d db 3c4d9h, p2 cc, p3 cc, "
     "d db Jc, p2 cc, p3 cc, d db 8s, p2 cc, p3 cc, p1 sm JsJh, p2 sm KsKd, p3 sm AsAd",
     {"antes": "[2, 2, 2]"}, [6, 96, 100]),
    # One chip of an ante of two wins all antes, and where they are trimmed as much of each.
    ("1, 100, 100", f"{THREE.replace('7h2c', 'JsJh')}, p3 cc, p2 cc, d db 3c4d9h, p2 cc, p3 cc, "
     "d db Jc, p2 cc, p3 cc, d db 8s, p2 cc, p3 cc, p1 sm JsJh, p2 sm KsKd, p3 sm AsAd",
     {"antes": "[2, 2, 2]"}, [5, 96, 100]),
    ("1, 100, 100", f"{THREE.replace('7h2c', 'JsJh')}, p3 cc, p2 cc, d db 3c4d9h, p2 cc, p3 cc, "
     "d db Jc, p2 cc, p3 cc, d db 8s, p2 cc, p3 cc, p1 sm JsJh, p2 sm KsKd, p3 sm AsAd",
     {"antes": "[2, 2, 2]", "ante_trimming_status": "true"}, [3, 96, 102]),
    # Of two players the second has the button and the small blind, and speaks first.
    ("100, 100", "p2 f", {}, [101, 99]),
    ("100, 100", "p2 f", {"antes": "[0, 3]"}, [101, 99]),
    # A straddle on the button: its left speaks first. One that is posted by who comes in is none.
    ("100, 100, 100, 100", "p1 f, p2 f, p3 f", {"blinds_or_straddles": "[1, 2, 0, 4]"},
     [99, 98, 100, 103]),
    ("100, 100, 100, 100", "p3 f, p4 cbr 6, p1 f, p2 f", {"blinds_or_straddles": "[1, 2, 0, -2]"},
     [99, 98, 100, 103]),
    # Whole chips are not halved, and those with hundredths are.
    ("100, 100, 100", "d dh p1 7h2c, d dh p2 AcKd, d dh p3 AdKc, p3 cbr 5, p1 f, p2 cc, "
     "d db 2d7s9h, p2 cc, p3 cc, d db Jc, p2 cc, p3 cc, d db 3c, p2 cc, p3 cc, p2 sm AcKd, p3 sm -",
     {},
     [99, 101, 100]),
    ("100, 100, 100.50", "d dh p1 7h2c, d dh p2 AcKd, d dh p3 AdKc, p3 cbr 5, p1 f, p2 cc, "
     "d db 2d7s9h, p2 cc, p3 cc, d db Jc, p2 cc, p3 cc, d db 3c, p2 cc, p3 cc, p2 sm AcKd, p3 sm -",
     {}, [99, 100.5, 101]),
    # Blanks, comments and empty actions say nothing.
    ("100, 100", "  p2   f  # they think for long, , # over", {}, [101, 99]),
])
def test_a_hand_is_read_as_the_format_says(
        stacks: str, actions: str, more: dict[str, str], chips: list[float]) -> None:
    found = hand(stacks, actions, **more)
    assert after(found) == chips
    assert phh.read(phh.write(found)) == found


def test_all_ins_of_less_than_a_raise_that_come_to_one_let_others_raise_again() -> None:
    raised = "p3 cbr 20, p4 cbr 30, p5 cbr 44, p1 f, p2 f, p3 cbr 100"
    one = hand("100, 100, 400, 30, 44", f"d dh p3 AsAd, d dh p4 KsKd, d dh p5 QsQd, {raised}, "
               f"{BOARD}, p3 sm AsAd, p4 sm KsKd, p5 sm QsQd")
    with pytest.raises(BadHand, match=r"'p3 cbr 100' is refused"):
        after(one)  # nobody is left who has anything to match it with
    other = hand("100, 300, 400, 30, 44", "p3 cbr 20, p4 cbr 30, p5 cbr 44, p1 f, p2 cc, "
                 "p3 cbr 100, p2 f, d dh p3 AsAd, d dh p4 KsKd, d dh p5 QsQd, "
                 f"{BOARD}, p3 sm AsAd, p4 sm KsKd, p5 sm QsQd")
    assert after(other) == [99, 256, 400 + 30 + 44 + 1 + 44, 0, 0]
    short = hand("100, 300, 400, 30, 100", "p3 cbr 20, p4 cbr 30, p5 f, p1 f, p2 cc, p3 cbr 100")
    with pytest.raises(BadHand, match=r"'p3 cbr 100' is refused"):
        after(short)


def test_who_shows_their_cards_as_dealt_has_shown_them() -> None:
    played = f"d dh p1 AsAd, d dh p2 KsKd, p2 cbr 100, p1 cc, {BOARD}, p2 sm KsKd, p1 sm "
    assert after(hand("100, 100", played + "-")) == [200, 0]
    assert list(histories.render_text(hand("100, 100", played + "-")))[-1] == "p1 shows AsAd"
    assert list(histories.render_text(hand("100, 100", "p2 sm -")))[-1] == "p2 mucks"
    assert after(hand("100, 100", played + "??Ad")) == [0, 200]
    assert after(hand("100, 100", played)) == [0, 200]


def test_a_side_pot_is_won_by_who_alone_may_win_it() -> None:
    """p1 is all in and shows; the side pot is p2's and p3's. Where one of them has folded it is the
    other's, shown or not; where both are there and neither shows, nobody knows whose it is."""
    dealt = "d dh p1 AsAd, d dh p2 ????, d dh p3 ????, p3 cbr 20, p1 cc, p2 cc, d db 3c4d9h, "
    folded = hand("10, 100, 100", dealt + "p2 cc, p3 cbr 30, p2 f, d db Jc, d db 8s, p1 sm AsAd, "
                                          "p3 sm")
    assert after(folded) == [30, 80, 100]
    both = hand("10, 100, 100", dealt + "p2 cc, p3 cc, d db Jc, p2 cc, p3 cc, d db 8s, p2 cc, "
                                        "p3 cc, p1 sm AsAd, p2 sm, p3 sm")
    with pytest.raises(BadHand, match="p2 and p3 have not shown their cards: the winner of 20 of"):
        after(both)


def test_a_short_big_blind_may_be_called_in_full() -> None:
    """Where the file tells what came of it; without that a call matches the largest bet."""
    actions = (f"{THREE}, p3 cc, p1 cc, d db 3c4d9h, p1 cc, p3 cc, d db Jc, p1 cc, p3 cc, d db 8s, "
               "p1 cc, p3 cc, p1 sm 7h2c, p2 sm KsKd, p3 sm AsAd")
    usual = hand("100, 1, 100", actions)
    assert after(usual) == [99, 0, 102]
    full = hand("100, 1, 100", actions, finishing_stacks="[98, 0, 103]")
    played = phh_replay.replay(full)
    assert not played.differences(full)
    assert played.notes(full) == ["the big bet is called in full, though its player had less"]


@pytest.mark.parametrize(("stacks", "expected"), [
    ("[99, 102, 99]", "p2 has 101, the file says 102; p3 has 100, the file says 99"),
    ("[99, 101, 99]", "p3 has 100, the file says 99; a house may have taken these 1, but the file "
                      "does not say so")])
def test_stacks_that_differ_are_said(stacks: str, expected: str) -> None:
    found = hand("100, 100, 100", "d dh p1 7h2c, d dh p2 AcKd, d dh p3 AdKc, p3 cbr 5, p1 f, p2 cc,"
                 "d db 2d7s9h, p2 cc, p3 cc, d db Jc, p2 cc, p3 cc, d db 3c, p2 cc, p3 cc, "
                 "p2 sm AcKd, p3 sm AdKc", finishing_stacks=stacks)
    assert phh_replay.replay(found).differences(found) == expected
    of_file = hand("100, 100, 100", "p3 f, p1 f", finishing_stacks="[99, 100.50, 100]", rake="0.50")
    assert not phh_replay.replay(of_file).differences(of_file)


@pytest.mark.parametrize(("winnings", "expected", "notes"), [
    ("[0, 2, 0]", "", []),      # without the chip of the big blind that nobody matched
    ("[0, 3, 0]", "", []),      # with it
    ("[999, 0, 0]", "p1 collects 0, the file says 999; p2 collects 2, the file says 0", []),
    ("[0, 2.85, 0]", "", ["the winnings of the file are 0.15 less than the pots, which a house may "
                          "have taken"]),
    ("[0, 1, 0]", "p2 collects 2, the file says 1", []),  # half of it is no rake
])
def test_winnings_are_compared(winnings: str, expected: str, notes: list[str]) -> None:
    found = hand("100, 100, 100", "p3 f, p1 f", winnings=winnings)
    played = phh_replay.replay(found)
    assert (played.differences(found), played.notes(found)) == (expected, notes)


def test_a_file_of_many_hands_is_read_one_by_one() -> None:
    found = list(phh.read_all(MANY))
    assert [heading for heading, _ in found] == ["1", "2", "3"]
    first, second, third = (one for _, one in found)
    assert isinstance(first, Hand) and after(first) == [1289.44, 2038.58]
    assert isinstance(second, BadHand) and str(second) == (
        "variant 'NS' (no-limit short-deck hold'em) is not played here; NT, FT, PO, FO/8, PT, NO, "
        "FO, NO/8, PO/8 are")
    assert isinstance(third, Hand) and not phh_replay.replay(third).differences(third)
    with pytest.raises(BadHand, match="3 hands under headings, but one hand is expected"):
        phh.read(MANY)
    with pytest.raises(BadHand, match="not readable TOML"):
        list(phh.read_all("[1]\nvariant"))
    assert [str(why) for _, why in phh.read_all("")] == ["there is no hand: the file is empty"]
    assert len(list(phh.read_all("[1]\n" + "[2]\n"))) == 2


@pytest.mark.parametrize(("more", "expected"), [
    ({"starting_stacks": "[inf, 100, 100]"}, "'inf' is an unknown stack"),
    ({"ante_trimming_status": "1"}, "ante_trimming_status: must be true or false"),
    ({"small_bet": "1", "bring_in": "2"}, "bring_in, small_bet: not a field of NT"),
    ({"variant": '"F7S/8"'}, "seven card stud high-low"),
    ({"winnings": "[1, 2]"}, "winnings: 2 sums for 3 players"),
    ({"winnings": "[1, 2, -1]"}, "not negative, at most"),
    ({"blinds_or_straddles": "[1, 2, 0.001]"}, "at most two decimals, at most"),
    ({"rake": '"much"'}, "rake: 'much' is not a sum"),
    ({"actions": '["p1 pb"]'}, "action 1: 'p1 pb' is not an action"),
    ({"actions": '["d db 2c3c4c", "d db 5c", "d db 6c", "d db 7c"]'},
     "the cards of a second board belong in the field _boards"),
    ({"actions": '["p3 cbr 9999999999999999.5"]'}, "action 1"),
])
def test_what_is_not_known_is_refused_with_its_reason(more: dict[str, str], expected: str) -> None:
    with pytest.raises(BadHand, match=re.escape(expected)):
        found = hand("100, 100, 100", "p3 f, p1 f", **more)
        phh_replay.replay(found).differences(found)


def test_names_that_are_not_known_are_left_out() -> None:
    found = hand("100, 100, 100", "p3 f, p1 f", players='["", "Bob", ""]', venu='"Ria"', _own="1")
    assert [found.name(n) for n in (1, 2, 3)] == ["p1", "Bob", "p3"]
    assert phh.read(phh.write(found)) == found
    assert phh_replay.replay(found).notes(found) == [
        "the format has no field 'venu'; it is ignored"]
