"""Portaria 217/2007, non-banked poker: hands of up to eleven players whose caves are anything, who
try what the rules forbid whenever they are asked."""

from __future__ import annotations

from random import Random
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sabot.equipment import PACK
from sabot.families.poker.hands import best
from sabot.families.pokertable.pots import BETS, EQUAL, divide
from sabot.families.pokertable.variant import VARIANTS
from sabot.procedure import Act, Call, Deal, Dealer, Discard, Move, Refusal, Scripted, TimeOut
from support.poker_table import (
    asked,
    begin,
    caves,
    evening,
    law,
    percentage_taken,
    steps,
    table,
    window,
)
from support.random_play import examples

DECISIONS = ("fold", "check", "call", "bet", "raise", "all-in")


class Seen(NamedTuple):
    """A hand that was played, and what the test counted beside it."""

    dealer: Dealer
    caves: list[int]
    bets: dict[int, int]
    folded: set[int]
    turns: int
    refusals: int


def forbidden(dealer: Dealer, dice: Random) -> list[Act]:
    """What nobody may do now: out of turn, for others, too little, too much, at the wrong time."""
    seat, player = asked(dealer)
    others = [(str(n), name) for n, name in enumerate(dealer_seats(dealer), 1)
              if name and name != player]
    found = [Act(name, act, place, 1_000 if act in ("bet", "raise") else 0)
             for place, name in others for act in ("call", "check", "raise", "fold", "all-in")]
    found += [Act(name, act, seat, 0) for _, name in others for act in ("call", "fold", "all-in")]
    found += [Act(player, act, others[0][0], 0) for act in ("fold", "call", "check")]
    found += [Act(player, "leave", seat), Act(player, "top-up", seat, 20_000),
              Act(player, "sit", "10", 50_000)]
    found += [Act("Zeca", "sit", "10", 19_000), Act("Zeca", "sit", seat, 50_000)]
    mine = {o.act: o for o in dealer.standing.offers if o.player == player}
    for act in ("bet", "raise"):
        if act in mine:
            low, high, unit = mine[act].low, mine[act].high, mine[act].unit
            found += [Act(player, act, seat, cents)
                      for cents in (low - unit, high + unit, low + 1, 0, -low, 10**12)]
            if player in mine[act].barred:  # three raises have been made (87)
                found.append(Act(player, act, seat, low))
        else:
            found.append(Act(player, act, seat, 1_000))
    found += [Act(player, act, seat) for act in ("check", "call") if act not in mine]
    return dice.sample(found, min(6, len(found)))


def dealer_seats(dealer: Dealer) -> list[str]:
    """Who plays in this hand, by place."""
    seats = [""] * 11
    for step in steps(dealer, Deal):
        if step.to.isdecimal():
            seats[int(step.to) - 1] = step.seen_by
    return seats


def evening_of(seed: int, of: str, **rules: Any) -> Seen:
    """One hand, all of it from a seed: caves, cards, decisions, attempts."""
    dice = Random(seed)
    variant = VARIANTS[of]
    people = dice.randint(4, variant.places - (variant.places == 10))
    at = table(of, minimum=1_000, unit=100, rate=dice.choice((0, 3, 5)), **rules)
    start = [dice.choice((1_000, 1_700, 3_050, 10_000, 40_000, 250_001,
                          dice.randint(1_000, 99_999))) for _ in range(people)]
    pack = [card for card in PACK if card[0] in variant.ranking.ranks]
    dealer = begin(evening(start, of, hand=dice.randint(0, people)), at,
                   Scripted(" ".join(dice.sample(pack, len(pack)))))
    folded: set[int] = set()
    turns = refusals = 0
    wild = dice.choice((1, 4, 12))
    while not dealer.over:
        assert dealer.standing is not None
        if not window(dealer).startswith("turn"):
            dealer.answer(TimeOut(window(dealer)))
            continue
        for act in forbidden(dealer, dice):
            before = len(dealer.record)
            assert isinstance(dealer.answer(act), Refusal), act
            assert len(dealer.record) == before
            refusals += 1
        turns += 1
        seat, player = asked(dealer)
        open_ = {o.act: o for o in dealer.standing.offers
                 if o.player == player and player not in o.barred and o.act in DECISIONS}
        weights = {"fold": 1, "check": 6, "call": 6, "bet": wild, "raise": wild, "all-in": 1}
        act = dice.choices(list(open_), [weights[name] for name in open_])[0]
        one = open_[act]
        amount = 0
        if one.low:
            top = min(one.high, one.low + dice.choice((0, 3_000, 10**9)))
            amount = one.low + dice.randint(0, (top - one.low) // one.unit) * one.unit
        reply = dealer.answer(Act(player, act, seat, amount))
        assert not isinstance(reply, Refusal), reply
        if act == "fold":
            folded.add(int(seat))
    put = dict.fromkeys(range(1, people + 1), 0)
    for step in steps(dealer, Move):
        if step.into.endswith("/pot") and step.kind == "travel":
            put[int(step.into.split("/")[0])] += step.amount
    return Seen(dealer, start, put, folded, turns, refusals)


GAMES = pytest.mark.parametrize(("of", "rules"), [
    ("holdem", {}), ("holdem", {"limit": "pot", "counts": 3}), ("omaha", {"limit": "pot"}),
    ("omaha", {"limit": "half-pot", "shares": "side-pots"}), ("sintetico", {}),
    ("sintetico", {"shares": "side-pots"})])
SEEDS = st.integers(0, 2**32)
MANY = examples(15)


@GAMES
@MANY
@given(seed=SEEDS)
def test_whatever_is_tried_not_a_cent_is_made_or_lost(of: str, rules: dict[str, Any],
                                                      seed: int) -> None:
    seen = evening_of(seed, of, **rules)
    assert seen.refusals >= seen.turns
    left = caves(seen.dealer)
    assert sum(left.values()) + percentage_taken(seen.dealer) == sum(seen.caves)
    assert all(left.get(n, 0) >= cave - seen.bets[n] for n, cave in enumerate(seen.caves, 1))


@law("48", "49")
@GAMES
@MANY
@given(seed=SEEDS)
def test_who_is_in_has_bet_alike_or_is_all_in(of: str, rules: dict[str, Any], seed: int) -> None:
    """Before each common card and before the showdown (48), but for those who are all-in (49)."""
    seen = evening_of(seed, of, **rules)
    put = dict.fromkeys(seen.bets, 0)
    live = set(put)
    for event in seen.dealer.record:
        step = event.step
        if isinstance(step, Move) and step.kind == "travel" and step.into.endswith("/pot"):
            put[int(step.into.split("/")[0])] += step.amount
        elif isinstance(step, Discard) and step.law.endswith("/39.a"):
            live.discard(int(step.hands[0]))
        elif (isinstance(step, Deal) and step.to == "board") or (
                isinstance(step, Call) and step.law.endswith(("/65", "/38-2", "/49-2"))):
            able = {put[n] for n in live if put[n] < seen.caves[n - 1]}
            if len(live) > 1:
                assert len(able) < 2, put
                assert not able or max(able) >= max(put[n] for n in live), put


@law("38", "49-2", "50", "66", "67", "104", "ir/232", "ir/234", "ir/235")
@GAMES
@MANY
@given(seed=SEEDS)
def test_the_pot_goes_to_who_shows_the_best_cards(of: str, rules: dict[str, Any],
                                                  seed: int) -> None:
    """Bets, cards and who gave up are read from the events, and divided independently."""
    seen = evening_of(seed, of, **rules)
    variant = VARIANTS[of]
    hands: dict[str, list[str]] = {}
    for event in seen.dealer.record:
        if isinstance(event.step, Deal):
            hands.setdefault(event.step.to, []).append(event.card)
    live = [n for n in seen.bets if n not in seen.folded]
    groups = [live]
    if len(live) > 1:
        worth = {n: best(hands[str(n)], hands["board"], variant.ranking, variant.use)[0]
                 for n in live}
        groups = [[n for n in live if worth[n] == value]
                  for value in sorted(set(worth.values()), reverse=True)]
    start = seen.dealer.outcome.hand
    due = divide(seen.bets, seen.folded, groups, start, variant.places, 1_000,
                 reading=rules.get("shares", "proportion"), ties=EQUAL if variant.equal else BETS)
    left = caves(seen.dealer)
    taken = {n: cave - seen.bets[n] + due.back.get(n, 0) + due.won.get(n, 0) - left.get(n, 0)
             for n, cave in enumerate(seen.caves, 1)}
    assert all(cents == 0 for n, cents in taken.items() if n not in due.won)
    assert all(cents >= 0 for cents in taken.values())
    assert sum(taken.values()) == percentage_taken(seen.dealer) <= due.pot * 5 // 100
