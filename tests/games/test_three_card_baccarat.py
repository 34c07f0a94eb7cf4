"""3-card baccarat at its table: the file, the list, hidden cards, locked stakes, real cards."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sabot.equipment import PACK, Seeded, packs
from sabot.families.baccarat.ranks import of_rank, rank
from sabot.families.layout.cloth import LOST, STAYS
from sabot.games import game
from sabot.games.three_card_baccarat import exposure
from sabot.games.three_card_baccarat.clauses import COMBINATIONS
from sabot.games.three_card_baccarat.coup import note
from sabot.games.three_card_baccarat.spots import cloth
from sabot.money import Odds
from sabot.procedure import (
    Act,
    Attended,
    Call,
    Cut,
    Deal,
    Dealer,
    Discard,
    Handle,
    Incident,
    Listen,
    Live,
    Menu,
    Move,
    Refusal,
    Result,
    Scripted,
    TimeOut,
    encode,
    redact,
    replay,
)
from sabot.procedure.table import Table
from support.dice_coups import bets_of, breaks, by_bet, do, lawful, nets, refusal_of, steps

GAME = game("three-card-baccarat")
ALONE = {"kind": "individual"}
BOX = "packs = 1"


def law(*rules: str) -> Any:
    """The law mark of rules of the game; ``ir/4`` stays as it is."""
    return pytest.mark.law(*(r if r.startswith("ir/") else f"{GAME.section}/{r}" for r in rules))


def at(rules: str = "", **keys: Any) -> Table:
    return lawful(GAME.id, rules, **keys)


def begin(table: Table, cards: str = "", carry: Any = None, chance: Any = None) -> Dealer:
    """A hand up to its first question, with these cards."""
    return Dealer(GAME.coup(table, GAME.opening(table) if carry is None else carry),
                  chance or Scripted(cards.replace("|", " ")))


def alone(cards: str, *bets: str, rules: str = BOX, carry: Any = None, **keys: Any) -> Dealer:
    """A hand of one player from a box; with a carry they sit and the cards lie ready."""
    table = at(rules, **ALONE, **keys)
    dealer = begin(table, cards, carry)
    if carry is None:
        do(dealer, "Ana: sit 1")
    if carry is None or table.rules.boxed:
        do(dealer, "Ana: no-cut 1")
    return do(dealer, *(f"Ana: bet {bet}" for bet in bets), "Ana: deal table")


# -- the table and its file ------------------------------------------------------------------------


@law("1.1", "2.1-2", "ir/218")
def test_one_pack_in_a_box_or_more_in_a_shoe() -> None:
    assert at(BOX).rules.boxed and not at("packs = 2").rules.boxed and at("packs = 8")
    assert breaks(GAME.id, "packs = 0") == breaks(GAME.id, "packs = 9") == {"rules.packs": "1.1"}
    for behind in (30, 40):
        assert at(f"warning = {behind}", places=7).rules.warning == behind
    for behind in (29, 41):
        assert breaks(GAME.id, f"warning = {behind}", places=5) == {"rules.warning": "2.1-2"}
    assert at(f"{BOX}\nwarning = 5").rules.boxed, "a box has no second white card"
    assert breaks(GAME.id, "warning = 33", places=10) == {"rules.warning": "ir/218"}
    assert at("warning = 34", places=10), "one card, and three for each of eleven"


@law("4.1", "ir/217", "ir/219")
def test_one_to_ten_places_and_each_player_has_one() -> None:
    assert at(places=10).places == 10 and at(places=1).places == 1
    assert breaks(GAME.id, places=11) == breaks(GAME.id, places=0) == {"places": "ir/217"}
    assert breaks(GAME.id, BOX, places=11) == {"places": "ir/217"}
    assert breaks(GAME.id, places_per_player=2) == {"places_per_player": "ir/219"}
    assert breaks(GAME.id, 'cards_to = "all"') == {"rules.cards_to": "4.1"}


@law("ir/217")
def test_limits_are_the_house_s_and_stakes_are_paid_in_whole_cents() -> None:
    table = at("tie = { maximum = 50 }\nparity = { minimum = 10 }", maximum=100)
    found = {bet.bet: (bet.minimum, bet.maximum) for bet in GAME.bets(table)}
    assert found == {"hand": (500, 10_000), "tie": (500, 5_000), "odd": (1_000, 10_000),
                     "even": (1_000, 10_000), "figures": (500, 10_000), "points": (500, 10_000)}
    units = {bet.bet: bet.unit for bet in GAME.bets(at(minimum="0.05", unit="0.05"))}
    assert units == {"hand": 20, "odd": 20, "even": 20, "tie": 5, "figures": 5, "points": 5}
    assert breaks(GAME.id, "hand = { maximum = 4 }") == {"rules.hand": "ir/217"}
    assert breaks(GAME.id, minimum="0.10", maximum="0.15", unit="0.05") == {"maximum": "ir/217"}
    assert breaks(GAME.id, minimum=0) == {"minimum": "ir/217"}
    assert breaks(GAME.id, maximum=4) == {"maximum": "ir/217"}


@law("4.1", "8", "8.1", "8.2", "ir/217")
@pytest.mark.parametrize("places", [1, 5, 6, 10])
def test_the_cloth_shows_every_bet_once_and_a_box_for_the_cards_of_each(places: int) -> None:
    felt = GAME.felt(at(places=places))
    spots = [f"{kind}/{n}" for kind in ("hand", "tie") for n in range(1, places + 1)]
    spots += ["odd", "even", "figures", *(f"points/{n}" for n in range(10))]
    for drawn in (felt, felt.tall):
        assert sorted(zone.spot for zone in drawn.zones) == sorted(spots)
        assert set(drawn.cards) == {"bank", *(str(n) for n in range(1, places + 1))}
        width, height = drawn.size
        for box in drawn.cards.values():
            assert box.x >= 0 and box.x + box.w <= width and box.y + box.h <= height
    assert [one.place for one in felt.places] == [str(n) for n in range(1, places + 1)]


def test_every_word_of_a_file_that_is_none_is_said() -> None:
    assert breaks(GAME.id, "zero = true") == {"rules.zero": ""}


# -- the list --------------------------------------------------------------------------------------


def listed() -> list[tuple[int, int]]:
    """Points and figures of the annexed list, written here independently, from the highest."""
    return [(0, 3), *((points, count) for points in range(9, -1, -1) for count in (2, 1, 0))]


@law("annex", "5.1", "5.1-2", "5.2", "5.2-2", "5.2-3", *(f"annex.{n}" for n in range(1, 32)))
def test_every_three_cards_have_the_rank_that_the_list_gives_them() -> None:
    """Each combination of one pack is dealt to the banker, announced, and counted."""
    order = {one: n for n, one in enumerate(listed(), start=1)}
    found: Counter[int] = Counter()
    dealt: dict[int, tuple[str, ...]] = {}
    for cards in combinations(PACK, 3):
        count = sum(card[0] in "KQJ" for card in cards)
        pips = sum("A23456789".find(card[0]) + 1 for card in cards)
        expected = order[(pips % 10 if count < 3 else 0, count)]
        assert rank(cards) == expected and of_rank(expected) == listed()[expected - 1]
        found[expected] += 1
        dealt.setdefault(expected, cards)
    one = (264, 960, 988, 264, 912, 988)
    assert [found[n] for n in range(1, 32)] == [220, *one * 5]
    for number, cards in dealt.items():
        burn = next(card for card in PACK if card not in cards)
        calls = [step for step in steps(alone(f"{burn} {' '.join(cards)}", "odd 500"), Call)
                 if step.seat == "bank"]
        assert [step.law for step in calls] == [f"{GAME.section}/annex.{number}"]
        points, count = listed()[number - 1]
        assert calls[0].call == f"figures-{count}" and calls[0].facts["points"] == points


@law("5.1-2", "annex.29", "annex.31")
def test_a_ten_is_nothing_and_no_figure() -> None:
    assert [rank(cards) for cards in (("TS", "TH", "TD"), ("KS", "TH", "TD"), ("KS", "KH", "TD"),
                                      ("KS", "KH", "KD"))] == [31, 30, 29, 1]


# -- what a hand is worth --------------------------------------------------------------------------


def prize(spot: str, ranks: tuple[int, ...], zero: bool) -> Fraction | None:
    """What a bet of one wins net by 6 to 10 of the act, independently; None: it stays."""
    kind, _, which = spot.partition("/")
    points, count = listed()[ranks[0] - 1]
    net = Fraction(95, 100)
    if kind in ("hand", "tie"):
        mine = ranks[int(which)]
        if kind == "tie":
            return Fraction(20) if mine == ranks[0] else Fraction(-1)
        return None if mine == ranks[0] else net if mine < ranks[0] else Fraction(-1)
    if kind == "figures":
        return Fraction(16) if count == 3 else Fraction(-1)
    if kind == "points":
        won = points == int(which) and (count < 3 or zero)
        return Fraction(8) if won else Fraction(-1)
    if count == 3:
        return None
    return net if points % 2 == (kind == "odd") else Fraction(-1)


@law("6", "7", "7.1", "8.1.a", "8.1.b", "8.1-2", "8.2.a", "8.2.b", "8.3", "9", "9.1", "9.2", "9.3",
     "9.4", "9.5", "10", "ir/216")
@pytest.mark.parametrize("zero", [False, True])
@pytest.mark.parametrize(("cards", "ranks"), [
    ("KS KC | JH JD | 9D 9C", (2, 2)),
    ("KS KC | JH JD | 9D 8C", (5, 2)),
    ("2S KC | JH JD | 9D QC", (1, 27)),
    ("KS TC | QH TD | QD TH", (31, 1)),
    ("KS KC | QH JD | QD QS", (1, 1)),
    ("7S KC | 9H 2D | 7D AC", (21, 22)),
])
def test_every_bet_of_the_cloth_at_once(zero: bool, cards: str, ranks: tuple[int, ...]) -> None:
    table_rules = f"packs = 2\nzero_with_figures = {str(zero).lower()}"
    spots = list(cloth(1, zero, 1).spots)
    dealer = alone(f"3S 3H | {cards}", *(f"{spot} 2000" for spot in
                                         sorted(spots, key=lambda s: s.startswith("tie"))),
                   rules=table_rules)
    worth = {spot: prize(spot, ranks, zero) for spot in spots}
    decided = {f"1/{spot}": int(net * 2000) for spot, net in worth.items() if net is not None}
    found = by_bet(dealer)
    assert {bet: found[bet] for bet in decided} == decided
    held = {bet for bet, _, _ in dealer.outcome.held}
    assert held == {f"1/{spot}" for spot, net in worth.items() if net is None}
    charged = {move.bet: move.amount for move in steps(dealer, Move) if move.kind == "commission"}
    won = {spot for spot, net in worth.items() if net and net > 0}
    assert charged == {f"1/{spot}": 100 for spot in won & {"hand/1", "odd", "even"}}


def test_every_bet_by_every_rank() -> None:
    for zero in (False, True):
        layout = cloth(2, zero, 2)
        for bank in range(1, 32):
            for mine in range(1, 32):
                for spot in layout.spots:
                    fate = layout.fate_of(spot, None, (bank, mine, mine))
                    net = prize(spot, (bank, mine, mine), zero)
                    if net is None:
                        assert fate == STAYS
                    elif net < 0:
                        assert fate == LOST
                    else:
                        assert isinstance(fate, Odds) and fate.ratio == net


def test_the_most_that_a_hand_may_cost_is_the_worst_of_all_hands() -> None:
    """Against every banker's hand and every outcome at each place, one by one."""
    table = at(places=3)
    carry = GAME.opening(table)
    lying = {"1/hand/1": ("Ana", 2_000), "1/tie/1": ("Ana", 500), "2/hand/1": ("Rui", 60_000),
             "2/odd": ("Rui", 4_000), "3/points/7": ("Eva", 500), "3/figures": ("Eva", 900),
             "1/hand/2": ("Ana", 1_000)}
    layout = cloth(3)

    def paid(ranks: tuple[int, ...]) -> int:
        fates = {bet: layout.fate(None, bet.partition("/")[2], ranks) for bet in lying}
        return sum(fate.pays(lying[bet][1]) for bet, fate in fates.items()
                   if isinstance(fate, Odds))

    worst = max(paid((bank, one, two, 0)) for bank in range(1, 32) for one in range(1, 32)
                for two in range(1, 32))
    assert exposure(table, carry, lying) == worst
    assert exposure(table, carry, {"1/figures": ("Ana", 500)}) == 8_000
    assert exposure(table, carry, {"1/tie/2": ("Ana", 500)}) == 10_000
    assert exposure(table, carry, {}) == 0


# -- the cards -------------------------------------------------------------------------------------


@law("2.2-2", "4.1", "ir/211", "ir/212")
def test_three_passes_face_down_and_nobody_sees_a_card_before_it_is_turned_up() -> None:
    table = at("packs = 2", places=3)
    dealer = begin(table, chance=Live(Seeded(5, "three")))
    do(dealer, "Ana: sit 2", "Rui: sit 3", "time", "time", "Ana: bet hand/3 500",
       "Ana: bet hand/1 500", "Rui: bet odd 500", "time")
    deals = [step for step in steps(dealer, Deal) if step.to != "burn"]
    assert [step.to for step in deals] == ["1", "3", "bank"] * 3
    assert all(step.seen_by == "" for step in steps(dealer, Deal))
    shown = next(n for n, event in enumerate(dealer.record)
                 if type(event.step).__name__ == "Reveal")
    for eyes in ("Ana", "Rui", ""):
        views = [redact(event, eyes) for event in dealer.record[:shown]]
        assert all(not getattr(one, "card", "") for one in views)
    up = [event.step.hand for event in dealer.record if type(event.step).__name__ == "Reveal"]
    assert up == ["1"] * 3 + ["3"] * 3 + ["bank"] * 3
    assert [step.seat for step in steps(dealer, Call) if step.call.startswith("figures")] == [
        "1", "3", "bank"]
    assert steps(dealer, Discard)[-1].hands == ("1", "3", "bank")


@law("2.2", "2.3", "3.2")
@pytest.mark.parametrize("count", [1, 2, 8])
def test_the_cards_that_are_removed(count: int) -> None:
    """As many as packs before the first hand; then one with a shoe, and as before with a box."""
    table = at(f"packs = {count}", **ALONE)
    chance = Live(Seeded(9, "three"))
    dealer = do(begin(table, chance=chance), "Ana: sit 1", "Ana: no-cut 1", "Ana: bet odd 500",
                "Ana: deal table")
    burned = [step.law for step in steps(dealer, Deal) if step.to == "burn"]
    assert burned == [f"{GAME.section}/2.2"] * count
    then = begin(table, carry=dealer.outcome, chance=chance)
    if count == 1:
        do(then, "Ana: no-cut 1")
    if not dealer.outcome.held:
        do(then, "Ana: bet odd 500")
    do(then, "Ana: deal table")
    burned = [step.law for step in steps(then, Deal) if step.to == "burn"]
    assert burned == [f"{GAME.section}/{'2.2' if count == 1 else '2.3'}"]


@law("2.1", "2.1-3", "ir/116")
def test_whoever_wants_to_cuts_first() -> None:
    table = at("packs = 2", places=3)
    chance = Live(Seeded(1, "three"))
    dealer = do(begin(table, chance=chance), "Ana: sit 1", "Rui: sit 3", "Eva: sit 2")
    assert dealer.standing is not None and dealer.standing.window == "cut"
    assert refusal_of(dealer, "Rui: cut 3 9") == ("below-minimum", "2.1")
    assert refusal_of(dealer, "Rui: cut 3 95") == ("above-maximum", "2.1")
    assert refusal_of(dealer, "Rui: cut 1 50")[0] == "not-yours"
    do(dealer, "Eva: no-cut 2")
    assert refusal_of(dealer, "Eva: cut 2 50")[0] in ("not-yours", "not-your-turn")
    do(dealer, "Rui: cut 3 50")
    assert [step.at for step in steps(dealer, Cut)] == [50]
    assert steps(dealer, Handle)[-1].what == "load-shoe"
    assert chance.shoe is not None and chance.shoe.cut_at == 50


@law("2.1", "ir/116")
def test_the_banker_cuts_when_each_of_them_declines() -> None:
    dealer = do(begin(at(BOX, places=2)), "Ana: sit 1", "Rui: sit 2", "Rui: no-cut 2",
                "Ana: no-cut 1")
    assert [step.call for step in steps(dealer, Call)][:1] == ["house-cuts"]
    assert [step.at for step in steps(dealer, Cut)] == [26]
    assert steps(dealer, Handle)[-1].what == "load-box"


def shoe_at(table: Table, drawn: int, **more: Any) -> Any:
    """A carry with Ana at place 1 and a shoe from which so many cards have left."""
    from sabot.families.shoe.shoe import InUse
    in_use = InUse("scripted", drawn, 52, coups=3, **more)
    return msgspec.structs.replace(GAME.opening(table), shoe=in_use,
                                   seats=("Ana", *[""] * (table.places - 1)))


@law("3.1", "3.1-3", "2.1-2", "ir/218")
def test_the_white_card_makes_a_hand_the_last_and_the_cards_are_shuffled_after_it() -> None:
    table = at("packs = 2\nwarning = 30", **ALONE)
    hand = "5C | KS KC | 4H 4D | 5D 6C"
    for drawn, expected in ((66, []), (67, []), (68, ["last-coup"]), (74, ["last-coup"])):
        # The banker's last card is the seventh: it leaves 31, then 30, before the white card.
        dealer = begin(table, hand, shoe_at(table, drawn))
        do(dealer, "Ana: bet hand/1 500", "Ana: deal table")
        calls = [step.call for step in steps(dealer, Call) if step.call == "last-coup"]
        assert calls == expected, drawn
        assert len(steps(dealer, Result)) == 1
        then = begin(table, "", dealer.outcome)
        first = then.record[0].step
        assert (getattr(first, "what", "") == "collect-shoe") == bool(expected)
        if expected:
            assert first.law == f"{GAME.section}/3.1" and then.outcome is None


@law("3.1-3")
def test_the_house_may_shuffle_after_any_hand() -> None:
    for rules, anew in (("packs = 2", False), ("packs = 2\nshuffle_each_hand = true", True)):
        table = at(rules, **ALONE)
        dealer = begin(table, "", shoe_at(table, 20))
        laws = [step.law for step in steps(dealer, Handle) if step.what == "collect-shoe"]
        assert laws == ([f"{GAME.section}/3.1-3"] if anew else [])


@law("3.1-3")
def test_a_supervisor_has_the_cards_shuffled_while_bets_lie() -> None:
    table = at("packs = 2", **ALONE)
    dealer = do(begin(table, "5C 6C | KC | JD | 9C", shoe_at(table, 20)), "Ana: bet odd 500")
    assert not isinstance(dealer.report(Incident("reshuffle")), Refusal)
    assert refusal_of(dealer, "Ana: bet odd 1000")[0] == "not-offered"
    do(dealer, "Ana: cut 1 30", "Ana: bet odd 1000", "Ana: deal table")
    assert len([step for step in steps(dealer, Deal) if step.to == "burn"]) == 2
    assert nets(dealer) == {"Ana": 950}


@law("3.1-3")
def test_cards_that_were_shown_are_never_dealt_again() -> None:
    """A shuffle that is stopped half way begins anew with the next hand."""
    table = at("packs = 2", attended=True)
    dealer = begin(table, carry=shoe_at(table, 20), chance=Attended())
    dealer.report(Incident("reshuffle"))
    dealer.void("power failure")
    assert dealer.over and dealer.outcome.shoe.last
    then = begin(table, "", dealer.outcome)
    assert then.record[0].step.what == "collect-shoe"


# -- locked stakes ---------------------------------------------------------------------------------


TIE = "3S 3H | KS KC | 4H 4D | 5D 5C"
FIGURES = "3S 3H | KC | JD | QC"


@law("7.2", "ir/219")
def test_a_stake_after_a_tie_can_only_grow() -> None:
    carry = alone(TIE, "hand/1 1000", rules="packs 2".replace(" ", " = ")).outcome
    table = at("packs = 2", **ALONE)
    dealer = begin(table, "3D | 9S KC | JH 4D | QD 6C", carry)
    assert refusal_of(dealer, "Ana: clear hand/1") == ("barred", "7.2")
    assert refusal_of(dealer, "Ana: bet hand/1 500") == ("below-minimum", "7.2")
    assert refusal_of(dealer, "Ana: leave 1") == ("barred", "7.2")
    assert refusal_of(dealer, "Ana: clear-all table")[0] == "not-offered"
    do(dealer, "Ana: bet hand/1 3000", "Ana: bet hand/1 1000", "Ana: bet hand/1 2000",
       "Ana: deal table")
    assert nets(dealer)["Ana"] == 1900 + 1000  # a thousand had lain there already
    assert dealer.outcome.held == ()


@law("7.2-2", "8.1-3", "ir/215")
@pytest.mark.parametrize("raised", [True, False])
def test_odd_and_even_after_three_figures(raised: bool) -> None:
    rules = f"packs = 2\nparity_raised = {str(raised).lower()}"
    carry = alone(FIGURES, "odd 1000", rules=rules).outcome
    assert carry.held == (("1/odd", "Ana", 1000),)
    dealer = begin(at(rules, **ALONE), "3D | KC | JD | 9C", carry)
    assert refusal_of(dealer, "Ana: clear odd") == ("barred", "8.1-3")
    assert refusal_of(dealer, "Ana: leave 1") == ("barred", "8.1-3")
    if raised:
        assert refusal_of(dealer, "Ana: bet odd 500") == ("below-minimum", "8.1-3")
        do(dealer, "Ana: bet odd 3000", "Ana: bet odd 1000")
    else:
        assert refusal_of(dealer, "Ana: bet odd 3000") == ("barred", "8.1-3")
    do(dealer, "Ana: bet even 500", "Ana: deal table")
    assert nets(dealer)["Ana"] == 1000 + 950 - 500


@law("7.2", "3.2", "8.1-3")
def test_locked_stakes_outlast_shuffles_and_a_table_laid_out_anew() -> None:
    carry = alone("5S | KS KC | QH QD | JD JC", "hand/1 1000", "odd 1000").outcome
    assert {bet for bet, *_ in carry.held} == {"1/hand/1", "1/odd"}
    table = at(BOX, places=2)
    again = GAME.reset_carry(table, carry)
    assert again.held == carry.held and again.seats == ("Ana", "") and again.shoe is None
    dealer = do(begin(table, "5S | 9S KC | QH 2D | JD AC", again), "Ana: no-cut 1", "time")
    assert nets(dealer)["Ana"] == 1950 + 1950 and dealer.outcome.held == ()


@law("7.2", "ir/219")
def test_a_stake_waits_on_a_place_that_the_table_has_no_more() -> None:
    table = at("packs = 2", places=3)
    carry = msgspec.structs.replace(
        GAME.opening(table), seats=("", "", "Ana"), held=(("3/hand/3", "Ana", 1000),))
    smaller = at("packs = 2", places=1)
    again = GAME.reset_carry(smaller, carry)
    dealer = begin(smaller, "3D 3S | 9S KC | JH 4D | QD 6C", again)
    do(dealer, "Ana: no-cut 3")
    assert refusal_of(dealer, "Ana: bet hand/2 500")[0] == "not-offered"
    do(dealer, "Ana: bet hand/3 2000", "time")
    assert [step.hand for step in steps(dealer, Result)] == ["3"]
    assert nets(dealer)["Ana"] == 1000 + 1900


@law("ir/24", "7.2")
def test_a_void_leaves_what_was_locked_and_a_removed_table_gives_all_back() -> None:
    carry = alone(TIE, "hand/1 1000", rules="packs = 2").outcome
    table = at("packs = 2", **ALONE)
    for cause, held, back in (("power failure", (("1/hand/1", "Ana", 1000),), 500),
                              ("table-removed", (), 1500)):
        dealer = do(begin(table, "", carry), "Ana: bet hand/1 1500")
        dealer.void(cause)
        assert dealer.outcome.held == held
        refunds = [move.amount for move in steps(dealer, Move) if move.kind == "refund"]
        assert refunds == [back]


# -- tie bets --------------------------------------------------------------------------------------


@law("8.3-2", "ir/213")
def test_a_tie_bet_needs_somebody_s_main_bet_on_its_place() -> None:
    table = at("packs = 2", places=3)
    dealer = do(begin(table, "3D 3S | KS KC | 4H 4D | 5D 5C"), "Ana: sit 1", "Rui: sit 2", "time",
                "time")
    for place in (1, 2, 3):
        assert refusal_of(dealer, f"Ana: bet tie/{place} 500") == ("barred", "8.3-2")
    do(dealer, "Rui: bet hand/3 1000", "Ana: bet tie/3 500")
    assert refusal_of(dealer, "Ana: bet tie/1 500") == ("barred", "8.3-2")
    do(dealer, "time")
    assert nets(dealer)["Ana"] == 10_000
    assert dealer.outcome.held == (("2/hand/3", "Rui", 1000),)


@law("8.3-2", "ir/213")
def test_a_tie_bet_whose_main_bet_is_gone_goes_back_when_the_bets_are_closed() -> None:
    table = at("packs = 2", places=2)
    dealer = do(begin(table, "3D 3S | KC | JD | 9C"), "Ana: sit 1", "Rui: sit 2", "time",
                "Rui: bet hand/2 1000", "Ana: bet tie/2 500", "Rui: clear hand/2",
                "Rui: bet odd 500", "time")
    back = [move for move in steps(dealer, Move) if move.bet == "1/tie/2"]
    assert [(move.kind, move.amount) for move in back] == [("stake", 500), ("return", 500)]
    assert back[1].law == f"{GAME.section}/8.3-2"
    assert [step.to for step in steps(dealer, Deal) if step.to != "burn"] == ["bank"] * 3
    assert "Ana" not in dealer.outcome.last, "what went back is no bet to repeat"


@law("8.3-2")
def test_bets_of_the_last_hand_are_repeated_with_the_main_bet_first() -> None:
    carry = alone("3S 3H | 9S KC | JH 4D | QD 6C", "hand/1 1000", "tie/1 500",
                  rules="packs = 2").outcome
    dealer = begin(at("packs = 2", **ALONE), "3D | 9S KC | JH 4D | QD 6C", carry)
    do(dealer, "Ana: repeat table", "Ana: deal table")
    assert by_bet(dealer) == {"1/hand/1": 950, "1/tie/1": -500}


@law("8.3-2")
def test_a_tie_bet_alone_is_not_repeated_where_nobody_s_main_bet_lies() -> None:
    table = at("packs = 2", places=2)
    carry = msgspec.structs.replace(shoe_at(table, 20), last={"Ana": {"tie/2": 500}})
    dealer = begin(table, "", carry)
    assert refusal_of(dealer, "Ana: repeat table")[0] == "not-offered"
    do(dealer, "Rui: sit 2", "Rui: bet hand/2 500", "Ana: repeat table")
    assert [move.bet for move in steps(dealer, Move)] == ["2/hand/2", "1/tie/2"]


# -- places and refusals ---------------------------------------------------------------------------


@law("4.2", "4.3", "ir/219", "ir/210")
def test_one_place_and_no_change_while_a_hand_is_played() -> None:
    table = at("packs = 2", places=3, attended=True)
    dealer = begin(table, chance=Attended())
    do(dealer, "Ana: sit 1", "time")
    while dealer.standing is None or dealer.standing.window == "cut":
        if dealer.awaited is not None:
            dealer.enter("done")
        else:
            do(dealer, "Ana: no-cut 1")
    assert refusal_of(dealer, "Ana: sit 2") == ("barred", "4.3")
    do(dealer, "Ana: bet hand/2 500", "Ana: bet hand/3 500", "time")
    assert dealer.awaited is not None, "a card is due"
    for act in ("Ana: sit 2", "Ana: leave 1", "Rui: sit 2", "Ana: bet hand/1 500",
                "Ana: clear hand/2"):
        assert refusal_of(dealer, act)[0] == "not-now"


@law("8", "8.2.b", "ir/217")
def test_what_is_not_a_bet_is_refused() -> None:
    dealer = do(begin(at(BOX, maximum=100, **ALONE)), "Ana: sit 1", "Ana: no-cut 1")
    for spot in ("hand/0", "hand/2", "tie/2", "points/10", "points/-1", "bank", "hand", "odd/1"):
        assert refusal_of(dealer, f"Ana: bet {spot} 500")[0] == "not-offered", spot
    no = dealer.answer(Act("Ana", "bet", "hand/2", 500))
    assert isinstance(no, Refusal) and no.text == "bet is not open at hand/2, but at hand/1"
    assert refusal_of(dealer, "Ana: bet hand/1 400") == ("below-minimum", "ir/217")
    assert refusal_of(dealer, "Ana: bet hand/1 10100") == ("above-maximum", "ir/217")
    assert refusal_of(dealer, "Ana: bet odd 550") == ("off-unit", "ir/217")
    menu = steps(dealer, Menu)[0]
    assert (menu.law, menu.also) == (f"{GAME.section}/8", (f"{GAME.section}/4.2",))


@law("ir/210")
def test_without_a_bet_no_card_leaves_the_shoe() -> None:
    table = at("packs = 2", places=2)
    dealer = do(begin(table), "Ana: sit 1", "Rui: sit 2", "time", "Rui: bet hand/2 500",
                "Ana: bet tie/2 500", "Rui: clear hand/2", "time")
    assert dealer.over and steps(dealer, Deal) == [] and dealer.outcome.shoe.coups == 0
    assert dealer.outcome.results == ()


# -- real cards ------------------------------------------------------------------------------------


def real(cards: str, *acts: str, places: int = 2, carry: Any = None, words: tuple[str, ...] = ()
         ) -> Dealer:
    """A hand of a real table: cards as a croupier enters them, ``!KIND:CARD`` for a fault."""
    tokens = [Incident(*token[1:].partition(":")[::2]) if token[0] == "!" else token
              for token in cards.replace("|", " ").split()]
    table = at("packs = 2", places=places, attended=True)
    dealer = begin(table, carry=carry, chance=Scripted(tokens, words=words))
    return do(dealer, *acts)


SIT = ("Ana: sit 1", "Rui: sit 2", "time", "Ana: bet hand/1 1000", "Rui: bet hand/2 1000", "time")


@law("2.5")
@pytest.mark.parametrize("fault", ["!exposed:KD", "!exposed KD"])
def test_an_exposed_card_counts(fault: str) -> None:
    """Also where its name is asked for once more; all see it at once."""
    dealer = real(f"3S 3H | ?? {fault} ?? | ?? ?? ?? | ?? ?? ?? | 4H 5D 9S JH QD 2C 9D 9C", *SIT)
    assert [step.call for step in steps(dealer, Call)].count("exposed-good") == 1
    at_card = next(n for n, event in enumerate(dealer.record)
                   if getattr(event.step, "call", "") == "exposed-good")
    views = [redact(event, "Ana") for event in dealer.record[:at_card + 2]]
    assert any(getattr(one, "card", "") == "KD" for one in views)
    assert [(step.hand, step.result) for step in steps(dealer, Result)] == [
        ("1", "won"), ("2", "won")]
    assert nets(dealer) == {"Ana": 950, "Rui": 950}


@law("2.4")
def test_a_card_at_the_wrong_place_goes_to_whom_it_is_due() -> None:
    for cards in ("3S 3H | ?? !misplaced ?? ?? | ?? ?? ?? | ?? ?? ?? | 4H 5D 9S KD JH QD 2C 9D 9C",
                  "3S 3H | ?? !misplaced:KD ?? | ?? ?? ?? | ?? ?? ?? | 4H 5D 9S JH QD 2C 9D 9C",
                  "3S 3H | ?? ?? ?? | ?? ?? ?? | ?? ?? ?? | !misplaced 4H 5D 9S KD JH QD 2C 9D 9C"):
        dealer = real(cards, *SIT)
        assert [step.call for step in steps(dealer, Call)].count("corrected") == 1
        assert nets(dealer) == {"Ana": 950, "Rui": 950}


@law("2.4-2", "ir/214")
@pytest.mark.parametrize("cards", [
    "!beyond-repair", "KS !beyond-repair:KD", "?? ?? ?? | ?? !beyond-repair",
    "?? ?? ?? | ?? ?? ?? | ?? ?? ?? | !beyond-repair"])
def test_cancelled_cards_decide_nothing(cards: str) -> None:
    dealer = real(f"3S 3H | {cards}", *SIT)
    assert [step.call for step in steps(dealer, Call)][-1] == "cancelled"
    assert nets(dealer) == {"Ana": 0, "Rui": 0} and steps(dealer, Result) == []
    assert dealer.outcome.held == () and dealer.outcome.results == ()
    lying: set[str] = set()
    for event in dealer.record:
        came = event.card or (event.incident.card if event.incident else "")
        if isinstance(event.step, Deal) and came:
            lying.add(event.step.to)
        elif isinstance(event.step, Discard):
            lying -= set(event.step.hands)
    assert lying == set(), "no card is left on the table"


@law("2.4-2", "ir/214", "7.2")
def test_a_locked_stake_is_not_freed_by_a_wrong_deal() -> None:
    table = at("packs = 2", places=2, attended=True)
    carry = msgspec.structs.replace(shoe_at(table, 20), held=(("1/hand/1", "Ana", 1000),))
    dealer = real("3S | !beyond-repair", "Ana: bet hand/1 3000", "time", carry=carry)
    assert dealer.outcome.held == (("1/hand/1", "Ana", 1000),)
    assert nets(dealer) == {"Ana": 0}


@law("3.1", "3.1-2")
@pytest.mark.parametrize("word", ["fit", "replaced"])
def test_cards_are_looked_at_before_they_are_shuffled_again(word: str) -> None:
    table = at("packs = 2", places=2, attended=True)
    dealer = real("", carry=shoe_at(table, 20, last=True), words=(word,))
    handled = [step.what for step in steps(dealer, Handle)]
    assert handled[:2] == ["collect-shoe", "look-at-cards"]
    assert ("replace-packs" in handled) == (word == "replaced")


@law("3.1")
def test_a_real_white_card_is_told_by_the_croupier() -> None:
    dealer = real("3S 3H | ?? !warning-card ?? ?? | ?? ?? ?? | ?? ?? ?? | "
                  "4H 5D 9S KD JH QD 2C 9D 9C", *SIT)
    assert [step.call for step in steps(dealer, Call)].count("last-coup") == 1
    assert dealer.outcome.shoe.last
    deals = [event.step for event in dealer.record if isinstance(event.step, Deal)]
    assert all("warning-card" not in step.faults for step in deals[5:])


def test_a_digital_table_knows_no_faults_of_cards() -> None:
    dealer = alone("5C | KS KC | 4H 4D | 5D 6C", "hand/1 500")
    assert all(step.faults == () for step in steps(dealer, Deal))
    assert "count-cards" not in [step.what for step in steps(dealer, Handle)]


# -- random hands ----------------------------------------------------------------------------------


@settings(max_examples=40, deadline=None, derandomize=True)
@given(seed=st.integers(0, 2**32), count=st.sampled_from((1, 2, 6)), zero=st.booleans())
def test_random_evenings(seed: int, count: int, zero: bool) -> None:
    """Several hands in a row: money is conserved, records tell themselves again, each bet has the
    fate that the act gives it, and what stays is what the next hand finds."""
    draw = Random(seed)
    table = at(f"packs = {count}\nzero_with_figures = {str(zero).lower()}", places=5, maximum=100)
    cards = packs(8)
    draw.shuffle(cards)
    if draw.random() < 0.5:  # ties and three figures come often
        cards.sort(key=lambda card: card[0] not in "KQJ9" and draw.random() < 0.7)
    chance = Scripted(cards)
    carry: Any = GAME.opening(table)
    for _ in range(4):
        dealer = begin(table, carry=carry, chance=chance)
        before = {bet: cents for bet, _, cents in carry.held}
        if not any(carry.seats):
            do(dealer, *(f"{player}: sit {n}" for n, player in enumerate(("Ana", "Rui", "Eva"), 1)),
               "time")
        if dealer.standing is not None and dealer.standing.window == "cut":
            do(dealer, "time")
        for player in ("Ana", "Rui", "Eva") * 3:
            assert isinstance(dealer.standing, Listen)
            barred = {spot for offer in dealer.standing.offers if player in offer.barred
                      and offer.act == "bet" for spot in offer.spots}
            offer, spot = draw.choice([one for one in bets_of(dealer.standing, player)
                                       if one[1] not in barred])
            first, last = -(-offer.low // offer.unit), offer.high // offer.unit
            do(dealer, f"{player}: bet {spot} {offer.unit * draw.randint(first, last)}")
        dealer.answer(TimeOut("bets"))
        assert dealer.over
        again = replay(GAME.coup(table, carry), dealer.record)
        assert encode(again.record) == encode(dealer.record) and again.outcome == dealer.outcome
        _settled(dealer, before, zero)
        carry = dealer.outcome


def _settled(dealer: Dealer, before: dict[str, int], zero: bool) -> None:
    """Each bet that lay at the call met the fate of the ranks that were announced."""
    stakes, ranks, called = Counter(before), {"bank": 0}, False
    for event in dealer.record:
        step = event.step
        if isinstance(step, Call) and step.call == "no-more-bets":
            called = True
        elif isinstance(step, Call) and step.call.startswith("figures"):
            ranks[step.seat] = 1 + COMBINATIONS.index(step.law)
        elif isinstance(step, Move) and step.kind in ("stake", "return") and not (
                called and ranks["bank"]):
            stakes[step.bet] += step.amount if step.kind == "stake" else -step.amount
    fell = (ranks["bank"], *(ranks.get(str(n), 0) for n in range(1, 6)))
    found = by_bet(dealer)
    held = {bet: cents for bet, _, cents in dealer.outcome.held}
    for bet, cents in stakes.items():
        if not cents:
            continue
        worth = prize(bet.partition("/")[2], fell, zero)
        new = cents - before.get(bet, 0)
        assert held.get(bet, 0) == (cents if worth is None else 0), bet
        assert found.get(bet, 0) == -new + (0 if worth is None else cents + int(worth * cents)), bet
    assert dealer.outcome.results[0] == note(fell[0])
