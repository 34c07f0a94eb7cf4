"""Cussec at its table: the file, the dice under their dome, every refusal, and random layouts."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sabot.equipment import Seeded, seal_throw
from sabot.games import game
from sabot.games.cussec.spots import cloth
from sabot.procedure import (
    Call,
    Cover,
    Handle,
    Incident,
    Listen,
    Live,
    Menu,
    Move,
    Refusal,
    Scripted,
    Throw,
    Uncover,
    redact,
)
from sabot.procedure.table import Table
from sabot.procedure.visible_events import ShownCover
from support.dice_coups import (
    begin,
    breaks,
    by_bet,
    check,
    do,
    expected,
    lawful,
    nets,
    random_bets,
    read,
    refusal_of,
    stakes,
    steps,
)

GAME = game("cussec")
ALONE = {"kind": "individual"}


def law(*rules: str) -> Any:
    """The law mark of rules of cussec; ``ir/4`` stays as it is."""
    return pytest.mark.law(*(r if r.startswith("ir/") else f"{GAME.section}/{r}" for r in rules))


def at(rules: str = "", **keys: Any) -> Table:
    return lawful("cussec", rules, **keys)


# -- the table and its file ------------------------------------------------------------------------


@law("2", "2-2", "3", "7", "5-5", "ir/155")
def test_the_cloth_shows_every_chance_once_and_the_shaker_above_it() -> None:
    drawn = GAME.felt(at(places=4))
    wide, high = drawn.size
    assert drawn.shape == "layout" and wide > high, "a rectangle, and one cloth"
    spots = [zone.spot for zone in drawn.zones]
    assert sorted(spots) == sorted(cloth().spots) and len(spots) == 2 + 6 + 15 + 6 + 7 + 14
    assert drawn.dice.count == 3 and drawn.dice.cover
    assert drawn.lights.law == f"{GAME.section}/5-5"
    assert drawn.lit["2-2-2"] == ("single/2", "double/2", "triple/2", "triple/any", "total/6")
    assert [one.place for one in drawn.places] == ["1", "2", "3", "4"]


@law("1.b")
def test_dice_have_an_edge_of_twelve_to_fifteen_millimetres() -> None:
    for edge in (12, 13, 15):
        assert at(f"edge = {edge}").rules.edge == edge
    for edge in (11, 16):
        assert breaks("cussec", f"edge = {edge}") == {"rules.edge": "1.b"}


@law("ir/153")
def test_the_limits_are_the_table_s_unless_a_chance_has_its_own() -> None:
    table = at("triple = { minimum = 1, maximum = 20 }\ntotal = { maximum = 50 }", maximum=100)
    found = {bet.bet: (bet.minimum, bet.maximum) for bet in GAME.bets(table)}
    assert found.pop("triple") == (100, 2_000)
    assert {found.pop(kind) for kind in list(found) if kind.startswith("total")} == {(500, 5_000)}
    assert set(found.values()) == {(500, 10_000)} and len(found) == 6
    assert breaks("cussec", "pair = { maximum = 4 }") == {"rules.pair": "ir/153"}
    assert breaks("cussec", minimum=0) == {"minimum": "ir/153"}
    assert breaks("cussec", maximum=4) == {"maximum": "ir/153"}


@law("ir/151")
def test_one_to_ten_places_and_each_player_has_one() -> None:
    assert at(places=10).places == 10
    assert breaks("cussec", places=11) == breaks("cussec", places=0) == {"places": "ir/151"}
    assert breaks("cussec", places_per_player=2) == {"places_per_player": "ir/151"}


@law("ir/123")
def test_the_most_that_the_bank_may_pay_leaves_room_for_the_least_bet_everywhere() -> None:
    assert at("exposure = 950").rules.exposure == 95_000  # 190 times 5
    assert breaks("cussec", "exposure = 949") == {"rules.exposure": "ir/123"}
    assert at("exposure = 325\ntriple = { minimum = 1 }").rules.exposure == 32_500


def test_every_word_of_a_file_that_is_none_is_said() -> None:
    found = read("cussec", "simpel = 3\ntriple = 5")
    assert isinstance(found, list)
    assert {one.what for one in found} == {"rules.simpel", "rules.triple"}


@law("8.c", "ir/138")
def test_dice_that_are_alike_raise_the_prize_of_another_number_only_by_the_other_reading() -> None:
    for reading, won in (("its-number", 500), ("any-alike", 1_000)):
        table = at(f'readings = {{ single_pays = "{reading}" }}')
        for throw, prize in (((3, 5, 5), won), ((3, 3, 5), 1_000), ((3, 3, 3), 1_500),
                             ((3, 4, 5), 500), ((5, 5, 5), -500)):
            dealer = do(begin(table, Scripted(throws=[throw])), "Ana: sit 1",
                        "Ana: bet single/3 500", "time")
            assert nets(dealer) == {"Ana": prize}, (reading, throw)


# -- the dice under the dome -----------------------------------------------------------------------


@law("1", "4", "4-2", "5-6", "ir/154")
def test_three_dice_fall_before_the_bets_and_nobody_is_told_what() -> None:
    dealer = begin(at(), Live(Seeded(7, "cussec")))
    record = dealer.record
    covered = next(event for event in record if isinstance(event.step, Cover))
    assert covered.step.sides == (6, 6, 6) and covered.step.first == 1
    assert [h.what for h in steps(dealer, Handle)] == ["cover-dome", "press-lever", "light"]
    assert isinstance(record[-1].step, Listen), "only now may bets be made"
    for eyes in ("Ana", ""):
        assert redact(covered, eyes) == ShownCover(f"{GAME.section}/4", "dice", covered.seal)
    do(dealer, "Ana: sit 1", "Ana: bet big 500", "time")
    shown = steps(dealer, Uncover)[0]
    assert shown.fell == covered.fell and shown.seal == covered.seal
    assert seal_throw(bytes.fromhex(shown.nonce), shown.fell) == covered.seal


@law("ir/154")
def test_the_dice_do_not_depend_on_the_bets() -> None:
    fell = set()
    for bets in ((), ("Ana: bet big 50000", "Ana: bet triple/6 50000"), ("Ana: bet small 500",)):
        dealer = do(begin(at(**ALONE), Live(Seeded(11, "cussec"))), "Ana: sit 1", *bets)
        fell.add(next(event.fell for event in dealer.record if isinstance(event.step, Cover)))
    assert len(fell) == 1


@law("1", "5-6", "ir/154")
def test_a_croupier_enters_real_dice_when_the_dome_is_lifted() -> None:
    table = at(attended=True)
    dealer = do(begin(table, Scripted(throws=[(6, 6, 5)])), "Ana: sit 1", "Ana: bet single/6 500",
                "time")
    assert steps(dealer, Cover) == [] and steps(dealer, Uncover) == []
    thrown = steps(dealer, Throw)[0]
    assert thrown.sides == (6, 6, 6) and thrown.first == 1 and thrown.faults == ("stacked",)
    assert nets(dealer) == {"Ana": 1_000}


@law("5", "5-2", "5-3", "5-4", "5-5", "11", "11-2")
def test_the_order_of_a_play_and_of_the_next() -> None:
    table = at()
    dealer = do(begin(table, Scripted(throws=[(6, 6, 5)])), "Ana: sit 1", "Rui: sit 2",
                "Ana: bet big 1000", "Rui: bet total/17 500", "time")
    names = [getattr(step, "what", "") or getattr(step, "call", "") or type(step).__name__
             for step in (event.step for event in dealer.record) if not isinstance(step, Move)]
    assert names[-10:] == ["bell", "no-more-bets", "lift-dome", "Uncover", "result-big",
                           "light-zones", "pay-prizes", "pays", "pays", "play-over"]
    lit = next(step for step in steps(dealer, Handle) if step.what == "light-zones")
    assert lit.facts["spots"] == ["big", "single/5", "single/6", "pair/5-6", "double/6", "total/17"]
    moves = [n for n, event in enumerate(dealer.record) if isinstance(event.step, Move)]
    over = next(n for n, event in enumerate(dealer.record)
                if getattr(event.step, "what", "") == "play-over")
    assert moves[-1] < over == len(dealer.record) - 1
    then = begin(table, carry=dealer.outcome)
    first = then.record[0].step
    assert first.what == "cover-dome" and f"{GAME.section}/11-2" in first.also


# -- stacked dice ----------------------------------------------------------------------------------


def stacked(*acts: str) -> Any:
    table = at(attended=True)
    chance = Scripted(throws=[Incident("stacked"), (1, 1, 2)])
    return do(begin(table, chance), "Ana: sit 1", "Rui: sit 2", "Ana: bet small 1000",
              "Rui: bet big 1000", "time", *acts)


@law("6", "6-2")
def test_after_stacked_dice_bets_are_kept_changed_or_withdrawn() -> None:
    dealer = stacked("Ana: bet small 4000", "Rui: clear big", "time")
    assert [call.call for call in steps(dealer, Call)][:2] == ["no-more-bets", "null-throw"]
    assert [h.what for h in steps(dealer, Handle)].count("press-lever") == 2
    assert nets(dealer) == {"Ana": 4_000, "Rui": 0}
    assert nets(stacked("time")) == {"Ana": 1_000, "Rui": -1_000}
    back = next(move for move in steps(dealer, Move) if move.kind == "return")
    assert (back.player, back.law) == ("Rui", f"{GAME.section}/6-2")
    windows = list(dict.fromkeys(step.window for step in steps(dealer, Listen)))
    assert len(windows) == 2, "a clock of their own"


@law("6")
def test_a_void_play_is_no_result() -> None:
    dealer = stacked("time")
    assert GAME.public_state(dealer.outcome)["results"] == ["1-1-2"]
    assert dealer.outcome.throws == 2, "but the dice were thrown twice"


# -- refusals --------------------------------------------------------------------------------------


@law("7", "8", "ir/153")
def test_what_is_not_a_bet_is_refused() -> None:
    dealer = do(begin(at(maximum=100)), "Ana: sit 1")
    for spot in ("total/3", "total/18", "single/0", "single/7", "pair/1-1", "pair/2-1",
                 "triple/7", "double/0", "small/1", "straight/17"):
        code, _ = refusal_of(dealer, f"Ana: bet {spot} 500")
        assert code == "not-offered", spot
    assert refusal_of(dealer, "Ana: bet small 499") == ("below-minimum", "ir/153")
    assert refusal_of(dealer, "Ana: bet total/4 10100") == ("above-maximum", "ir/153")
    assert refusal_of(dealer, "Ana: bet total/4 550") == ("off-unit", "ir/153")
    assert refusal_of(dealer, "Ana: bet small -500")[0] == "below-minimum"
    assert refusal_of(dealer, "Rui: bet small 500")[0] in ("not-yours", "not-your-turn")
    menu = steps(dealer, Menu)[0]
    assert (menu.law, menu.also) == (f"{GAME.section}/7", (f"{GAME.section}/8",))


@law("5-2", "ir/152")
def test_nothing_is_bet_after_the_call_and_before_it_all_is_taken_back() -> None:
    dealer = do(begin(at(), Scripted(throws=[(1, 2, 3)])), "Ana: sit 1", "Rui: sit 2",
                "Rui: bet small 500", "Ana: bet small 1000", "Ana: bet small 500",
                "Ana: clear-all table")
    back = [move for move in steps(dealer, Move) if move.kind == "return"]
    assert {move.law for move in back} == {"ir/152"} and sum(m.amount for m in back) == 1_000
    do(dealer, "time")
    assert refusal_of(dealer, "Ana: bet small 500")[0] == "not-now"
    assert nets(dealer) == {"Rui": 500, "Ana": 0}


def test_a_play_without_bets_waits_without_a_clock() -> None:
    dealer = do(begin(at()), "Ana: sit 1")
    assert dealer.standing is not None and not dealer.standing.clock


# -- what every throw is worth ---------------------------------------------------------------------


def prize(spot: str, fell: tuple[int, ...]) -> int:
    """What a bet of one wins by rules 7 to 9 of the act, independently; 0 when it loses."""
    name, _, which = spot.partition("/")
    total, triple = sum(fell), fell[0] == fell[1] == fell[2]
    if name == "small":
        return 1 if 4 <= total <= 10 and not triple else 0
    if name == "big":
        return 1 if 11 <= total <= 17 and not triple else 0
    if name == "single":
        return sum(pips == int(which) for pips in fell)
    if name == "pair":
        one, other = map(int, which.split("-"))
        return 5 if one in fell and other in fell else 0
    if name == "double":
        return (0, 0, 10, 30)[fell.count(int(which))]
    if spot == "triple/any":
        return 32 if triple else 0
    if name == "triple":
        return 190 if triple and fell[0] == int(which) else 0
    table = {4: 65, 5: 32, 6: 19, 7: 12, 8: 8, 9: 7, 10: 6}
    return table[min(total, 21 - total)] if total == int(which) else 0


@law("7", "7.a", "7.b", "7.c", "7.d", "7.e", "7.f", "7.g", "7.h", "8", "8.a", "8.b", "8.c", "8.d",
     "8.e", "8.f", "8.g", "8.h", "9", "10")
@pytest.mark.parametrize("fell", [(3, 3, 3), (1, 2, 6), (6, 6, 5), (2, 5, 2), (1, 1, 2)])
def test_every_bet_of_the_cloth_at_once(fell: tuple[int, ...]) -> None:
    spots = list(cloth().spots)
    dealer = do(begin(at(**ALONE), Scripted(throws=[fell])), "Ana: sit 1",
                *(f"Ana: bet {spot} 500" for spot in spots), "Ana: open table")
    assert by_bet(dealer) == {f"1/{spot}": 500 * prize(spot, fell) or -500 for spot in spots}
    collected = {move.bet: move.law for move in steps(dealer, Move) if move.kind == "collect"}
    nine = {bet for bet, clause in collected.items() if clause == f"{GAME.section}/9"}
    assert nine == ({"1/small", "1/big"} if len(set(fell)) == 1 else set())


def test_every_spot_by_every_throw() -> None:
    for fell in product(range(1, 7), repeat=3):
        for spot in cloth().spots:
            assert expected(cloth(), spot, fell, 1) == (prize(spot, fell) or -1), (spot, fell)


@settings(max_examples=25, deadline=None, derandomize=True)
@given(seed=st.integers(0, 2**32), fell=st.tuples(*[st.integers(1, 6)] * 3),
       exposure=st.sampled_from((0, 0, 0, 2_000)))
def test_random_layouts(seed: int, fell: tuple[int, ...], exposure: int) -> None:
    """Money is conserved, the record tells itself again, and each bet has the fate of the cloth."""
    table = at(f"exposure = {exposure}", places=8, maximum=100)
    dealer = random_bets(table, seed, [fell])
    check(dealer, table)
    lying = stakes(dealer)
    assert {bet: net for bet, net in by_bet(dealer).items() if bet in lying} == {
        bet: expected(cloth(), bet.partition("/")[2], fell, cents)
        for bet, cents in lying.items()}
    paid = sum(move.amount for move in steps(dealer, Move) if move.kind == "pay")
    assert not exposure or paid <= exposure * 100


def test_a_fault_that_is_none_is_refused() -> None:
    dealer = do(begin(at(attended=True)), "Ana: sit 1")
    assert isinstance(dealer.report(Incident("stacked")), Refusal)
