"""Portaria 217/2007, synthetic poker: the first bets, the estardilho, common cards from below."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sabot.equipment import PACK, Seeded
from sabot.families.pokertable.rules import violations
from sabot.families.pokertable.variant import HOLDEM, SYNTHETIC_POKER, VARIANTS
from sabot.games import game
from sabot.procedure import (
    Act,
    Cut,
    Deal,
    Dealer,
    Discard,
    Live,
    Move,
    Refusal,
    Reveal,
    Scripted,
    TimeOut,
)
from support.poker_table import (
    SECTION,
    asked,
    begin,
    bets,
    calls,
    caves,
    cited,
    do,
    evening,
    hand,
    law,
    may,
    moves_under,
    nets,
    offer,
    pack,
    percentage_taken,
    play_out,
    refusal_of,
    shows,
    steps,
    table,
    window,
)

OF = "sintetico"
FOUR = (10_000,) * 4


def blind(caves: tuple[int, ...] = FOUR, *announced: str, **rules: Any) -> Dealer:
    """A hand at a table with estardilho, after these announcements; all others make none."""
    dealer = hand(caves, of=OF, minimum=100, estardilho=True, **rules)
    for act in announced:
        do(dealer, *act.split(", "))
        while window(dealer) == act.split(", ")[0].split(": ")[1].split()[0]:
            do(dealer, "time")
    return dealer


# -- the cut, the first bets, the cards ------------------------------------------------------------


@law("95", "96", "35", "102")
def test_twenty_eight_cards_two_for_each_and_a_first_bet_before_them() -> None:
    dealer = hand(FOUR, of=OF, had=1)
    order = [event.step for event in dealer.record]
    paid = [i for i, step in enumerate(order) if isinstance(step, Move) and step.kind == "travel"]
    dealt = [i for i, step in enumerate(order) if isinstance(step, Deal) and step.to != "board"]
    cut = next(i for i, step in enumerate(order) if isinstance(step, Cut))
    assert cut < min(paid) and max(paid) < min(dealt)
    assert moves_under(dealer, "102") == [f"{n}/cave {n}/pot 1000" for n in (2, 3, 4, 1)]
    assert [order[i].to for i in dealt] == ["2", "3", "4", "1"] * 2
    assert len(SYNTHETIC_POKER.without) == 24


@law("100", "101")
@pytest.mark.parametrize(("had", "cuts"), [(0, "4"), (1, "1"), (2, "2"), (4, "4")])
def test_the_player_at_the_right_of_the_hand_cuts(had: int, cuts: str) -> None:
    dealer = begin(evening(FOUR, OF, hand=had), table(OF),
                   Scripted(" ".join(pack(OF, [""] * 4))))
    do(dealer, "time")
    assert window(dealer) == "cut"
    assert [offer.seat for offer in dealer.standing.offers] == [cuts]


@law("100-2", "107", "108")
def test_common_cards_come_one_by_one_from_below_and_none_is_burnt() -> None:
    dealer = hand(FOUR, of=OF)
    for n in range(1, 6):
        common = [step for step in steps(dealer, Deal) if step.to == "board"]
        assert len(common) == n and all(step.bottom for step in common)
        bets(dealer, "k k k k")
    assert dealer.over and not [step for step in steps(dealer, Deal) if step.to == "burn"]


@law("107-2", "108-2", "ir/285")
def test_who_bet_the_most_begins_the_next_round() -> None:
    dealer = hand(FOUR, of=OF)
    order = [asked(dealer)[0]]          # left of the hand, which is place 1
    for words in ("k k k k", "k 1000 c c c", "k k k k", "1000 2000 c c c"):
        bets(dealer, words)
        order.append(asked(dealer)[0])
    assert order == ["2", "2", "3", "3", "4"]


@law("108-2", "ir/285")
def test_after_who_bet_the_most_and_gave_up_comes_the_next() -> None:
    dealer = bets(hand(FOUR, of=OF), "1000 c c c f")
    assert asked(dealer)[0] == "3"
    bets(dealer, "k k k")
    assert asked(dealer)[0] == "3"


@law("108-2", "62-2", "ir/285", "ir/320")
def test_who_bet_the_most_and_has_nothing_left_is_followed_by_the_next() -> None:
    """Place 2 goes in whole with 29: 3 begins the second round, and 4 raises; 4 begins the rest and
    shows first."""
    dealer = bets(hand((10_000, 3_900, 10_000, 10_000), of=OF), "a c c c")
    assert asked(dealer)[0] == "3"
    bets(dealer, "k 1000 c c")
    assert asked(dealer)[0] == "4"
    assert shows(play_out(dealer)) == ["4", "1", "2", "3"]


@law("98", "28", "20-2")
def test_caves_are_of_98_and_raises_of_the_general_rules() -> None:
    dealer = begin(evening(FOUR, OF), table(OF), Scripted("AS"))
    found = offer(dealer, "Ana", "top-up")
    assert found.law.endswith("/98") and dealer.standing.law.endswith("/98")
    assert [step.law for step in steps(do(dealer, "Ana: top-up 1 20000"), Move)
            if step.kind == "stake"] == [found.law]
    laws = {bet.bet: bet.limit_law.rpartition("/")[2] for bet in game(OF).bets(table(OF))}
    assert laws == {"cave": "28", "ante": "102", "raise": "20-2"}
    assert [one.clause.rpartition("/")[2] for one in violations(
        SYNTHETIC_POKER, table(OF, top_up=1))] == ["98"]


@law("112", "95")
@pytest.mark.parametrize(("of", "others"), [
    (OF, range(72, 95)), ("omaha", range(92, 113)), ("holdem", range(95, 113))])
def test_no_variant_is_played_by_the_rules_of_another(of: str, others: range) -> None:
    """Every event, offer and refusal of some evenings at a table of eleven or ten."""
    dice, cited = Random(7), set[str]()
    carry = evening((10_000, 3_000, 10_000, 500, 10_000), of)
    at = table(of, minimum=100, unit=50, rate=5, estardilho=of == OF)
    chance = Live(Seeded(7))
    for _ in range(12):
        dealer = begin(carry, at, chance)
        while not dealer.over:
            named = [o for o in dealer.standing.offers if o.player and not o.barred
                     and o.act not in ("leave", "rest")]
            one = dice.choice([*named, None])
            dealer.answer(Act(one.player, one.act, one.seat, one.least) if one else
                          TimeOut(window(dealer)))
        cited |= set(re.findall(rf"{SECTION}/(\d+)", str([e.step for e in dealer.record])))
        carry = dealer.outcome
    assert not cited & set(map(str, others)) and len(cited) > 30


# -- estardilho ------------------------------------------------------------------------------------


@law("106", "106.a")
def test_nobody_sees_their_cards_before_all_have_been_asked() -> None:
    dealer = hand(FOUR, of=OF, minimum=100, estardilho=True)
    assert window(dealer) == "estardilho"
    assert {step.seen_by for step in steps(dealer, Deal)} == {""} and not steps(dealer, Reveal)
    do(dealer, "time")
    assert {(step.hand, step.seen_by) for step in steps(dealer, Reveal)} == {
        ("1", "Ana"), ("2", "Rui"), ("3", "Eva"), ("4", "Gil")}


@law("106")
def test_without_the_option_cards_are_seen_as_they_come_and_nothing_is_asked() -> None:
    dealer = hand(FOUR, of=OF)
    assert window(dealer).startswith("turn")
    assert {step.seen_by for step in steps(dealer, Deal) if step.to != "board"} == {
        "Ana", "Rui", "Eva", "Gil"}


@law("106")
def test_only_synthetic_poker_has_the_option() -> None:
    assert [one.clause.rpartition("/")[2] for one in violations(
        HOLDEM, table(estardilho=True))] == ["106"]
    assert violations(SYNTHETIC_POKER, table(OF, estardilho=True)) == []


@law("23", "ir/290")
@pytest.mark.parametrize(("of", "second", "broken"), [
    ("holdem", "omaha", []), ("omaha", "holdem", []), ("holdem", "", []),
    ("holdem", "holdem", None),
    ("holdem", OF, ["ir/290"]), (OF, "holdem", ["ir/290"]), ("omaha", "stud", ["23"])])
def test_holdem_and_omaha_are_played_at_one_table(
        of: str, second: str, broken: list[str] | None) -> None:
    found = [one.clause.rpartition("bancado/")[2]
             for one in violations(VARIANTS[of], table(of, second=second))]
    assert bool(found) if broken is None else found == broken


@law("23", "23-2", "ir/291")
def test_who_has_the_hand_names_the_variant_before_the_cards() -> None:
    before = evening(FOUR, variant="omaha")
    at = table("holdem", second="omaha", minimum=100)
    for words, cards in (("Ana: deal-holdem 1", 2), ("Ana: deal-omaha 1", 4), ("time", 4)):
        dealer = begin(before, at, Scripted(" ".join(pack("omaha", [""] * 4))))
        do(dealer, "time")
        assert window(dealer) == "choice" and not steps(dealer, Deal)
        assert refusal_of(dealer, "Rui: deal-omaha 1") == ("not-your-turn", "23-2")
        do(dealer, words)
        assert len([step for step in steps(dealer, Deal) if step.to == "1"]) == cards
        assert calls(dealer) == ["hand 1"]


@law("106.a", "ir/287")
def test_an_estardilho_is_at_least_the_minimum_and_can_be_doubled() -> None:
    """Caves of 99 once the first bet of 1 is paid: at most 49 and a chip of a half."""
    dealer = hand(FOUR, of=OF, minimum=100, estardilho=True)
    found = offer(dealer, "Rui", "estardilho")
    assert (found.low, found.high) == (100, 4_950)
    assert refusal_of(dealer, "Rui: estardilho 2 50") == ("below-minimum", "ir/287")
    assert refusal_of(dealer, "Rui: estardilho 2 5000") == ("above-maximum", "ir/287")


@law("106.a", "106.a-3", "39.c")
def test_the_others_bet_double_and_then_so_does_who_announced() -> None:
    dealer = blind(FOUR, "Rui: estardilho 2 300")
    do(dealer, "time")                               # nobody doubles it unseen
    assert {step.seen_by for step in steps(dealer, Reveal)} == {"Ana", "Eva", "Gil"}
    assert offer(dealer, "Eva", "call").cost == 600
    assert may(dealer, "Eva") >= {"call", "fold"} and "raise" not in may(dealer, "Eva")
    bets(dealer, "c f c")
    assert window(dealer) == "doubles:2" and offer(dealer, "Rui", "call").cost == 300
    bets(dealer, "c")
    put = {n: sum(int(line.split()[-1]) for rule in ("102", "106.a", "39.c")
                  for line in moves_under(dealer, rule) if line.startswith(f"{n}/"))
           for n in range(1, 5)}
    assert put == {1: 700, 2: 700, 3: 700, 4: 100}


@law("106.a-2")
def test_who_gives_up_loses_what_they_advanced() -> None:
    dealer = bets(do(blind(FOUR, "Rui: estardilho 2 300"), "time"), "c f f f")
    assert calls(dealer)[-2:] == ["wins-unseen 3", "main 3 10.00 €"]
    assert nets(dealer, FOUR) == [-100, -400, 600, -100]


@law("106.a-3", "49")
def test_who_announced_may_raise_up_to_their_cave_and_the_others_match_it() -> None:
    """Rui has 50.30, of which 1 is the first bet: the 30 cents go in with the whole cave only."""
    short = (10_000, 5_030, 10_000, 3_000)
    dealer = bets(do(blind(short, "Rui: estardilho 2 300"), "time"), "c c f")
    found = offer(dealer, "Rui", "raise")
    assert (found.low, found.high) == (100, 4_300)
    assert refusal_of(dealer, "Rui: raise 2 4350") == ("above-maximum", "106.a-3")
    bets(dealer, "a")
    assert window(dealer) == "in-double:3" and offer(dealer, "Eva", "call").cost == 4_330
    bets(dealer, "c")
    assert offer(dealer, "Gil", "call").cost == 2_300  # up to what is in Gil's cave
    assert "raise" not in may(dealer, "Gil")


@law("106.b", "ir/288")
def test_a_restardilho_doubles_what_was_advanced_and_all_bet_its_double() -> None:
    dealer = blind(FOUR, "Rui: estardilho 2 300")
    assert refusal_of(dealer, "Rui: restardilho 2")[0] == "not-your-turn"
    do(dealer, "Gil: restardilho 4", "time")
    assert moves_under(dealer, "106.b") == ["4/cave 4/pot 600"]
    costs = []
    for _ in range(4):
        seat, player = asked(dealer)
        costs.append((seat, offer(dealer, player, "call").cost))
        bets(dealer, "c")
    assert costs == [("1", 1_200), ("2", 900), ("3", 1_200), ("4", 600)]


@law("106.b")
def test_who_has_seen_their_cards_doubles_nothing() -> None:
    """While a restardilho may be made, only who makes none has seen a card of their own."""
    dealer = blind(FOUR, "Rui: estardilho 2 300")
    assert window(dealer) == "restardilho" and not steps(dealer, Reveal)


@law("106.a", "106.b", "ir/286")
def test_of_several_the_first_in_the_order_of_places_counts() -> None:
    dealer = hand(FOUR, of=OF, minimum=100, estardilho=True)
    do(dealer, "Ana: estardilho 1 500", "Gil: estardilho 4 400", "Eva: estardilho 3 300", "time")
    assert moves_under(dealer, "106.a") == ["3/cave 3/pot 300"]  # place 1 has the hand, and is last
    do(dealer, "Rui: restardilho 2", "Ana: restardilho 1", "time")
    assert moves_under(dealer, "106.b") == ["1/cave 1/pot 600"]  # the first after place 3


@law("106.c", "49", "38")
def test_caves_that_cannot_match_go_in_whole() -> None:
    short = (10_000, 10_000, 500, 1_300)
    dealer = do(blind(short, "Rui: estardilho 2 300"), "Gil: restardilho 4", "time")
    found = offer(dealer, "Ana", "call")
    assert found.cost == 1_200
    bets(dealer, "c c")
    found = offer(dealer, "Eva", "call")
    assert (found.cost, found.note, found.law.rpartition("/")[2]) == (400, "all-in", "106.c")
    bets(dealer, "c")
    found = offer(dealer, "Gil", "call")      # 13, less the first bet and the 6 advanced
    assert (found.cost, found.note) == (600, "")
    assert "raise" not in may(dealer, "Gil") and "all-in" not in may(dealer, "Gil")


@law("106.a", "106.c")
@pytest.mark.parametrize(("eva", "cost"), [(400, 0), (401, 1), (650, 250), (700, 300)])
def test_who_announced_need_not_double_what_nobody_could_match(eva: int, cost: int) -> None:
    """Rui advances 3, and Eva has 3 to 6 beside the first bet: Rui bets what Eva did. Where that is
    no more than was advanced nothing is asked, so that no clock can cost Rui the pot."""
    dealer = do(blind((10_000, 10_000, eva, 10_000), "Rui: estardilho 2 300"), "time")
    bets(dealer, "c f f")
    if not cost:
        assert dealer.over or not window(dealer).startswith("doubles")
        return
    found = offer(dealer, "Rui", "call")
    assert (found.cost, found.law.rpartition("/")[2]) == (
        cost, "106.a" if eva == 700 else "106.c")
    bets(dealer, "c")
    assert moves_under(play_out(dealer), "48") == []  # nothing comes back


@law("106.a")
def test_who_lets_the_clock_decide_on_an_estardilho_did_not_play() -> None:
    dealer = do(blind(FOUR, "Rui: estardilho 2 300"), "time")
    do(dealer, "time")
    bets(dealer, "c f")
    play_out(dealer)
    assert dealer.outcome.folk.absent == {"Eva": 1}


@law("106.c", "106.b")
@pytest.mark.parametrize(("cave", "left"), [(900, 200), (700, 0)])
def test_who_made_a_restardilho_and_cannot_double_it_adds_what_they_have(
        cave: int, left: int) -> None:
    dealer = do(blind((10_000, 10_000, 10_000, cave), "Rui: estardilho 2 300"),
                "Gil: restardilho 4", "time")
    bets(dealer, "c c c")
    if left:
        found = offer(dealer, "Gil", "call")
        assert (found.cost, found.law.rpartition("/")[2]) == (left, "106.c")
        bets(dealer, "c")
    assert window(dealer).startswith("turn:1")


@law("108-2", "106.a-2", "ir/289")
@pytest.mark.parametrize(("words", "begins"), [("c c c c", "3"), ("c c c f", "4")])
def test_who_announced_begins_the_second_round_unless_they_gave_up(words: str, begins: str) -> None:
    dealer = bets(do(blind(FOUR, "Eva: estardilho 3 300"), "time"), words)
    assert asked(dealer)[0] == "2"      # the first round begins at the left of the hand
    bets(dealer, "k " * (4 - (words[-1] == "f")))
    assert asked(dealer)[0] == begins


# -- whatever is tried -----------------------------------------------------------------------------


@law("48", "106.a", "106.c", "21.c")
@pytest.mark.parametrize("shares", ["proportion", "side-pots"])
@settings(max_examples=40, deadline=None, derandomize=True)
@given(seed=st.integers(0, 2**32))
def test_blind_bets_of_any_caves_make_and_lose_no_cent(shares: str, seed: int) -> None:
    """Up to eleven players announce, double, raise and give up as dice say."""
    dice = Random(seed)
    start = [dice.choice((100, 150, 300, 1_000, 2_030, 10_000)) for _ in range(dice.randint(4, 11))]
    cards = [card for card in PACK if card[0] in SYNTHETIC_POKER.ranking.ranks]
    dealer = begin(evening(start, OF, hand=dice.randint(0, 3)),
                   table(OF, minimum=100, unit=50, estardilho=True, shares=shares),
                   Scripted(" ".join(dice.sample(cards, 28))))
    while not dealer.over:
        assert dealer.standing is not None
        if window(dealer) in ("between", "cut"):
            dealer.answer(TimeOut(window(dealer)))
            continue
        chosen = [o for o in dealer.standing.offers
                  if o.player and o.player not in o.barred
                  and o.act not in ("leave", "top-up", "tip", "change-seat", "rest")]
        one = dice.choice(chosen)
        for wrong in (one.low - one.unit, one.high + one.unit) if one.unit else ():
            assert isinstance(dealer.answer(Act(one.player, one.act, one.seat, wrong)), Refusal)
        amount = one.low + dice.randint(0, (one.high - one.low) // one.unit) * one.unit \
            if one.unit else 0
        if one.cost:
            assert one.cost <= lies(dealer, one.seat, start)
        assert not isinstance(dealer.answer(Act(one.player, one.act, one.seat, amount)), Refusal)
    assert sum(caves(dealer).values()) + percentage_taken(dealer) == sum(start)
    assert "102" in cited(dealer)
    all_alike(dealer, start)


def all_alike(dealer: Dealer, start: list[int]) -> None:
    """Before every common card all who are in have bet the same, or all that they have (48, 49)."""
    put = dict.fromkeys(range(1, len(start) + 1), 0)
    live = set(put)
    for event in dealer.record:
        step = event.step
        if isinstance(step, Move) and step.kind == "travel" and step.into.endswith("/pot"):
            put[int(step.into.split("/")[0])] += step.amount
        elif isinstance(step, Discard) and step.law.endswith("/39.a"):
            live.discard(int(step.hands[0]))
        elif isinstance(step, Deal) and step.to == "board" and len(live) > 1:
            most = max(put[n] for n in live)
            assert {n for n in live if put[n] < most and put[n] < start[n - 1]} == set()


def lies(dealer: Dealer, seat: str, start: list[int]) -> int:
    """What lies before a place while its hand is played."""
    return start[int(seat) - 1] - sum(move.amount for move in steps(dealer, Move)
                                      if move.kind == "travel" and move.bet == f"{seat}/cave")
