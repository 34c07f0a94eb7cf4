"""Portaria 217/2007, non-banked poker: what watchers of a table learn of open hands (54, 62)."""

from __future__ import annotations

from typing import Any

import pytest

from sabot.families.pokertable.all_in_equity import Race, race
from sabot.procedure import Deal, Dealer, Incident, Scripted
from support.poker_table import asked, begin, bets, do, evening, hand, law, pack, play_out, table

CAVES = (10_000,) * 4
BOARD = "2S 7H 9D JC 3S"
POCKETS = ("AS AH", "KS KH", "QS QH", "4C 8D")


def race_of(dealer: Dealer, of: str = "holdem", **rules: Any) -> Race | None:
    return race(dealer.record, table(of, **rules))


@law("62", "54", "ir/332")
def test_the_streets_since_the_last_decision_are_told_once_cards_were_turned() -> None:
    dealer = bets(hand(CAVES, POCKETS, BOARD), "a c f c")
    assert dealer.over
    found = race_of(dealer)
    assert found is not None and found.form == "holdem"
    assert found.hands == {"2": ("KS", "KH"), "3": ("QS", "QH"), "4": ("4C", "8D")}
    assert found.boards == ((), ("2S", "7H", "9D"), ("2S", "7H", "9D", "JC"))
    assert found.dead == ()  # what place 1 gave up nobody has seen (54)


@law("62", "ir/332")
def test_nothing_is_told_before_the_cards_are_turned() -> None:
    """At every step of a hand in which all are in before the flop: until the first hand is named
    nobody knows a card of another."""
    dealer = bets(hand(CAVES, POCKETS, BOARD), "a c c c")
    full = [n for n, event in enumerate(dealer.record) if isinstance(event.step, Deal)][-1]
    for n in range(full + 2):
        assert race(dealer.record[:n], table()) is None
    assert race_of(dealer) is not None


@law("62")
@pytest.mark.parametrize("acts", [
    "a f f f",                                # nobody shows
    "c c c k k k k k k k k k k k k k",        # bets until the end
    "c c c k k k k k k k k k a c c c"])       # all-in when the last card lies there
def test_nothing_is_told_where_no_street_ran_without_bets(acts: str) -> None:
    dealer = bets(hand(CAVES, POCKETS, BOARD), acts)
    assert dealer.over and race_of(dealer) is None


@law("62", "97")
@pytest.mark.parametrize(("of", "form", "streets"), [
    ("omaha", "omaha", [0, 3, 4]), ("sintetico", "synthetic", [1, 2, 3, 4])])
def test_each_variant_has_its_own_streets(of: str, form: str, streets: list[int]) -> None:
    dealer = bets(hand(CAVES, of=of), "a c c c")
    found = race_of(dealer, of)
    assert found is not None and found.form == form
    assert [len(board) for board in found.boards] == streets


@law("23-2", "62")
def test_at_a_mixed_table_the_marker_says_what_is_played() -> None:
    cards = " ".join(pack("omaha", [""] * 4))
    dealer = begin(evening(CAVES), table("holdem", second="omaha"), Scripted(cards))
    do(dealer, "time", "Ana: deal-omaha 1")
    bets(dealer, "a c c c")
    found = race_of(dealer, second="omaha")
    assert found is not None and found.form == "omaha"
    assert {len(cards) for cards in found.hands.values()} == {4}


# -- a real table ----------------------------------------------------------------------------------


def real(acts: str, *uncovered: int) -> Dealer:
    """A hand at a real table whose players have uncovered their cards before the first bet."""
    dealer = begin(evening(CAVES, hand=4), table(attended=True),
                   Scripted(" ".join(pack("holdem", POCKETS, BOARD))))
    do(dealer, "time")
    for place in uncovered:
        dealer.report(Incident("uncovered", seat=str(place)))
    return bets(dealer, acts)


@law("71.e", "ir/332")
def test_uncovered_cards_are_seen_but_give_no_chances_while_another_decides() -> None:
    dealer = real("", 1, 2, 3, 4)
    assert asked(dealer)[0] == "3" and race_of(dealer, attended=True) is None
    bets(dealer, "a c c")
    assert race_of(dealer, attended=True) is None
    before = len(dealer.record)
    bets(dealer, "c")
    seen = [len(found.boards) for n in range(before, len(dealer.record))
            if (found := race(dealer.record[:n + 1], table(attended=True)))]
    assert seen == sorted(seen) and set(seen) == {1, 2, 3}


@law("71.e", "54", "ir/332")
def test_cards_that_lay_open_are_nobodys_any_more() -> None:
    """Place 3 has uncovered two queens and gives up: no other can have them."""
    found = race_of(play_out(real("f a c c", 3)), attended=True)
    assert found is not None and found.dead == ("QS", "QH")
    assert set(found.hands) == {"4", "1", "2"}
