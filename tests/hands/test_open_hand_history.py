"""Hands of the Open Hand History standard: its fields, its acts, and what is refused."""

from __future__ import annotations

import json
import re
from decimal import Decimal
from typing import Any

import pytest

from sabot.hands import Hand, HandError, read, read_each

CARDS = {0: "Ah Ac", 1: "Kh Kd", 2: "7c 2s"}


def act(player: int, action: str, amount: float = 0, cards: str = "") -> dict[str, Any]:
    return {"action_number": 1, "player_id": player, "action": action, "amount": amount,
            "is_allin": False, **({"cards": cards.split()} if cards else {})}


def street(name: str, cards: str, *actions: dict[str, Any]) -> dict[str, Any]:
    return {"id": 0, "street": name, "cards": cards.split(), "actions": list(actions)}


def history(**changes: Any) -> dict[str, Any]:
    """Three players; the button raises to 6 and calls 20 on the flop; the small blind has aces and
    wins 52, of which the house takes 2."""
    posts = (act(0, "Post SB", 1), act(1, "Post BB", 2))
    hand: dict[str, Any] = {
        "spec_version": "1.4.6", "site_name": "Ria", "game_number": "7", "table_name": "One",
        "game_type": "Holdem", "bet_limit": {"bet_type": "NL", "bet_cap": 0}, "table_size": 6,
        "currency": "EUR", "dealer_seat": 5, "small_blind_amount": 1, "big_blind_amount": 2.00,
        "ante_amount": 0, "start_date_utc": "2026-11-02T20:15:00Z", "network_name": None,
        "players": [{"id": n, "seat": seat, "name": name, "starting_stack": 100.0}
                    for n, (seat, name) in enumerate(((1, "Ana"), (3, "Rui"), (5, "Eva")))],
        "rounds": [
            street("Preflop", "", *posts, act(0, "Dealt Cards", cards=CARDS[0]),
                   act(2, "Raise", 6), act(0, "Call", 5), act(1, "Fold")),
            street("Flop", "2c 7d 9h", act(0, "Bet", 19), act(2, "Call", 19)),
            street("Turn", "Js", act(0, "Check"), act(2, "Check")),
            street("River", "4s", act(0, "Check"), act(2, "Check")),
            street("Showdown", "", act(0, "Shows Cards", cards=CARDS[0]), act(2, "Mucks Cards"))],
        "pots": [{"number": 0, "amount": 52, "rake": 2,
                  "player_wins": [{"player_id": 0, "win_amount": 50}]}]}
    return {"ohh": {**hand, **changes}}


def one(*hands: dict[str, Any]) -> Hand:
    [hand] = read("\n\n".join(json.dumps(hand, indent=1) for hand in hands))
    return hand


def test_a_hand_comes_to_its_own_chips() -> None:
    hand = one(history())
    assert (hand.source, hand.heading, hand.game) == ("Open Hand History", "7", "NT")
    result = hand.play()
    assert result.agrees and result.compared and result.rake == 2
    assert result.stacks == tuple(map(Decimal, ("125", "98", "75")))
    assert read(hand.to_phh())[0].record == hand.record


def test_the_sum_of_a_raise_is_what_the_player_adds() -> None:
    """The small blind calls the raise to 20 of a player who had bet 6, which is 14 more."""
    hand = one(history(rounds=[
        street("Preflop", "", act(0, "Post SB", 1), act(1, "Post BB", 2), act(2, "Raise", 6),
               act(0, "Raise", 11), act(1, "Fold"), act(2, "Raise", 14), act(0, "Fold"))],
        pots=[{"amount": 26, "player_wins": [{"player_id": 2, "win_amount": 26}]}]))
    assert "p3 cbr 20" in hand.record.actions
    assert hand.play().agrees and hand.play().stacks[2] == 114


def test_posts_of_every_kind_are_paid() -> None:
    """An ante, a dead blind, the blind of a player who joins and a straddle."""
    hand = one(history(rounds=[
        street("Preflop", "", act(0, "Post Ante", 0.5), act(1, "Post Ante", 0.5),
               act(2, "Post Ante", 0.5), act(0, "Post SB", 1), act(1, "Post BB", 2),
               act(2, "Straddle", 4), act(0, "Post Dead", 1), act(0, "Fold"), act(1, "Fold"))],
        pots=[{"amount": 5.5 + 2, "player_wins": [{"player_id": 2, "win_amount": 7.5}]}]))
    assert hand.play().agrees and hand.play().stacks[2] == Decimal("105")
    joined = one(history(rounds=[
        street("Preflop", "", act(0, "Post SB", 1), act(1, "Post BB", 2),
               act(2, "Post Extra Blind", 2), act(2, "Check"), act(0, "Fold"), act(1, "Fold"))],
        pots=[]))
    assert joined.record.blinds == (100, 200, -200) and joined.play().stacks[2] == 103


def test_a_street_that_is_dealt_again_is_another_board() -> None:
    boards = [street(name, cards) for name, cards in (
        ("Flop", "2c 7d 9h"), ("Turn", "Js"), ("River", "4s"), ("Flop", "Kc Ks 3d"),
        ("Turn", "3h"), ("River", "8d"))]
    hand = one(history(flags=["Run_It_Twice"], rounds=[
        street("Preflop", "", act(0, "Post SB", 1), act(1, "Post BB", 2), act(2, "Fold"),
               act(0, "Raise", 99), act(1, "Call", 98)), *boards,
        street("Showdown", "", act(0, "Shows Cards", cards=CARDS[0]),
               act(1, "Shows Cards", cards=CARDS[1]))],
        pots=[{"amount": 200, "rake": 0, "player_wins": [
            {"player_id": 0, "win_amount": 100}, {"player_id": 1, "win_amount": 100}]}]))
    assert hand.record.further_boards == [["KC", "KS", "3D", "3H", "8D"]]
    assert hand.play().agrees and hand.play().stacks == (100, 100, 100)


def test_files_of_many_hands_are_objects_one_after_the_other_or_a_list() -> None:
    bad = history(game_type="Stud")
    text = json.dumps(history()) + "\n\n" + json.dumps(bad) + "\n" + json.dumps([history()])
    kinds = [type(hand) for _, hand in read_each(text)]
    assert kinds == [Hand, HandError, Hand]


@pytest.mark.parametrize(("changes", "expected"), [
    ({"game_type": "Stud"}, "'Stud NL' is not played here; Holdem FL, Holdem NL"),
    ({"players": []}, "actions: there is no player 0"),
    ({"players": [{"id": 0, "seat": 1, "name": "A", "starting_stack": 1.005}]},
     "starting_stack: '1.005' is not a sum: at most two decimals, not negative, at most "),
    ({"players": [{"id": 0, "seat": 1, "name": "A", "starting_stack": 10**13}]},
     "starting_stack: '10000000000000' is not a sum: at most two decimals, not negative, at most "),
    ({"players": [{"id": n, "seat": n, "name": "A", "starting_stack": 1} for n in (1, 2)]},
     "players: two have the same number or the same name"),
    ({"players": [{"id": n, "seat": 1, "name": f"A{n}", "starting_stack": 1} for n in range(3)]},
     "two players have the same seat"),
    ({"players": [{"id": n, "seat": n, "name": f"A{n}", "starting_stack": 1} for n in range(12)]},
     "players: 12; 2 to 11 may play"),
    ({"players": [{"id": n, "seat": n, "name": f"\x1b[3{n}mA", "starting_stack": 100}
                  for n in range(3)]},
     "different names of printable characters"),
    ({"big_blind_amount": 0, "rounds": [street("Preflop", "", act(0, "Post Ante", 1))]},
     "big blind: it must be above 0"),
    ({"dealer_seat": None}, "not an Open Hand History"),
    ({"rounds": [street("Fourth street", "")]}, "'Fourth street' is no street"),
    ({"rounds": [street("Flop", "2c 7d")]}, "rounds: 2 common cards where 3 come"),
    ({"rounds": [street("Preflop", "", act(0, "Calls", 2))]}, "actions: 'Calls' is not read"),
    ({"rounds": [street("Preflop", "", act(0, "Dealt Cards", cards="Xx"))]}, "'Xx' is not a card"),
    ({"pots": [{"amount": 5, "player_wins": [{"player_id": 9}]}]}, "pots: there is no player 9"),
])
def test_what_cannot_be_read_is_refused_with_its_reason(changes: dict[str, Any], expected: str
                                                        ) -> None:
    with pytest.raises(HandError, match=re.escape(expected)):
        one(history(**changes))


def test_what_was_found_and_what_is_allowed_are_values_of_an_error() -> None:
    with pytest.raises(HandError) as stud:
        one(history(game_type="Stud"))
    assert stud.value.found == "Stud NL" and "Holdem FL, Holdem NL" in stud.value.allowed
    with pytest.raises(HandError) as street_name:
        one(history(rounds=[street("Third", "")]))
    assert street_name.value.found == "Third"
    assert street_name.value.allowed == "Preflop, Flop, Turn, River, Showdown"


def test_a_heading_is_printed_without_what_a_terminal_would_obey() -> None:
    assert one(history(game_number="7\x1b[31m")).heading == "7[31m"


@pytest.mark.parametrize(("text", "expected"), [
    ('{"ohh": {', "not readable JSON: Expecting property name"),
    ('{"a": 1}\n', "not an Open Hand History: the object has no field ohh"),
    ('{"ohh": {"dealer_seat": 1' + "0" * 5000 + "}}", "a number of thousands of digits"),
    ("[" * 100_000 + "{", "is not known"), ('{"a":' * 100_000, "nested too deep")])
def test_what_is_no_history_ends_without_a_traceback(text: str, expected: str) -> None:
    with pytest.raises(HandError, match=re.escape(expected)):
        read(text + "\n")
