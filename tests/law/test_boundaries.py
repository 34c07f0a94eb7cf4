"""Where a rule ends, for rules whose figure is a condition: what one step further would be."""

from __future__ import annotations

from typing import Any

import pytest

from sabot import games
from sabot.procedure import (
    Act,
    Deal,
    Dealer,
    Listen,
    Move,
    Refusal,
    Scripted,
    TimeOut,
    offers_for,
)
from sabot.procedure.table import Table

GAME = games.game("blackjack-online")
ONLINE = GAME.section
TEN = 1000


def table(kind: str = "individual", **rules: Any) -> Table:
    text = "".join(f"{key} = {str(value).lower()}\n" for key, value in rules.items())
    table = games.read_table(f'game = "{GAME.id}"\nname = "T"\nkind = "{kind}"\nplaces = 3\n'
                             f"minimum = 5\nmaximum = 500\n[rules]\n{text}")
    assert isinstance(table, Table), table
    return table


def play_hand(cards: str, *acts: str, at: Table | None = None) -> Dealer:
    """One hand of Ana's with ten euros on it, and Ana's act ("double 1")."""
    at = at or table()
    dealer = Dealer(GAME.coup(at, GAME.opening(at)), Scripted(cards))
    for act in ("sit 1", "bet 1 1000", "deal table", *acts):
        name, seat, *amount = act.split()
        reply = dealer.answer(Act("Ana", name, seat, *map(int, amount)))
        assert not isinstance(reply, Refusal), reply
    return dealer


def moves(dealer: Dealer, kind: str) -> list[int]:
    return [e.step.amount for e in dealer.record
            if isinstance(e.step, Move) and e.step.kind == kind]


def acts_offered(dealer: Dealer) -> set[str]:
    return {offer.act for offer in offers_for(dealer.standing, "Ana")}


@pytest.mark.law(f"{ONLINE}/14")
def test_who_sits_without_a_bet_gets_no_card() -> None:
    at = table("multi")
    dealer = Dealer(GAME.coup(at, GAME.opening(at)), Scripted("TS 9D 8S 8D"))
    for act in (Act("Ana", "sit", "1"), Act("Rui", "sit", "2"), Act("Ana", "bet", "1", TEN)):
        assert not isinstance(dealer.answer(act), Refusal)
    assert isinstance(dealer.standing, Listen)
    dealer.answer(TimeOut(dealer.standing.window))
    assert {e.step.to for e in dealer.record if isinstance(e.step, Deal)} == {"1", "bank"}


@pytest.mark.law(f"{ONLINE}/24", f"{ONLINE}/22", f"{ONLINE}/21-3")
def test_a_split_hand_may_do_what_rules_15_and_22_give_and_not_surrender() -> None:
    first = play_hand("8S 6D 8H TC", at=table())
    assert acts_offered(first) == {"hit", "stand", "split", "surrender"}
    again = play_hand("8S 6D 8H TC 8D", "split 1")
    assert acts_offered(again) == {"hit", "stand", "split"}


@pytest.mark.law(f"{ONLINE}/24-2")
@pytest.mark.parametrize(("act", "staked", "cards"), [
    ("hit", [TEN], 3), ("double", [TEN, TEN], 3), ("split", [TEN, TEN], 3),
    ("surrender", [TEN], 2)])
def test_the_option_chosen_is_what_happens(act: str, staked: list[int], cards: int) -> None:
    dealer = play_hand("5S 6D 5H TC 9D 8H 2C 7D TS", f"{act} 1")
    assert moves(dealer, "stake") == staked
    mine = [e for e in dealer.record if isinstance(e.step, Deal) and e.step.to != "bank"]
    assert len(mine) == cards
    if act == "surrender":
        assert moves(dealer, "return") == [TEN // 2]


@pytest.mark.law(f"{ONLINE}/32", f"{ONLINE}/25.h", f"{ONLINE}/25.a")
def test_what_each_bet_pays_is_told() -> None:
    main, insurance = GAME.bets(table())
    assert {prize.what: prize.odds for prize in main.pays} == {
        "blackjack": "3:2", "win": "1:1", "tie": "0:1", "special": "3:1"}
    assert insurance.pays[0].odds == "2:1"


@pytest.mark.withheld("ir/4", f"{ONLINE}/8.a.ii")
def test_no_ace_is_fixed_where_the_house_admits_every_double() -> None:
    """Ace and eight doubled to a two are 21 and not 11."""
    dealer = play_hand("AS 6D 8H TC 2D 5C", "double 1", at=table(double_any=True))
    assert moves(dealer, "pay") == []
    assert moves(dealer, "return") == [2 * TEN], "21 against 21: a tie"


@pytest.mark.law("ir/14", f"{ONLINE}/28")
def test_a_void_coup_gives_back_every_stake_in_play() -> None:
    dealer = play_hand("8S 6D 8H TC 3D 2C 5H", "split 1", "double 1.1")
    dealer.void("power")
    assert sum(moves(dealer, "refund")) == sum(moves(dealer, "stake")) == 3 * TEN
