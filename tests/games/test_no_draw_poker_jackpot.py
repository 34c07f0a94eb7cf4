"""The jackpot of no-draw poker: its chip, its pool, and prizes that are shared."""

from __future__ import annotations

from typing import Any

import pytest

from sabot.procedure import (
    Call,
    Deal,
    Dealer,
    Discard,
    Handle,
    Move,
    Result,
    Reveal,
    Scripted,
    Turn,
)
from support.dice_coups import breaks, do, nets, read, refusal_of, steps
from support.no_draw_plays import (
    ACE_KING,
    GAME,
    JACKPOT,
    LOW,
    WORD,
    at,
    begin,
    carry_with,
    enter,
    pack_of,
    play_out,
    real,
)

ROYAL, ROYAL_H = "AS KS QS JS TS", "AH KH QH JH TH"
FLUSH, FLUSH_H = "KS 9S 7S 5S 3S", "KH 9H 7H 5H 3H"
FOUR, STRAIGHT_FLUSH = "9S 9D 9H 9C 2S", "8D 7D 6D 5D 4D"
START = 1_000_000


def law(*rules: str) -> Any:
    """The law mark of rules of the game; ``ir/4`` stays as it is."""
    return pytest.mark.law(*(r if r.startswith("ir/") else f"{GAME.section}/{r}" for r in rules))


def prizes(dealer: Dealer) -> list[tuple[str, int]]:
    """What the pool paid, in the order in which it did: the box and the sum."""
    return [(s.bet.partition("/")[0], s.amount) for s in steps(dealer, Move) if s.kind == "jackpot"]


def pools(dealer: Dealer) -> list[tuple[str, int]]:
    """What went into the pool."""
    return [(s.kind, s.amount) for s in steps(dealer, Move) if s.kind in ("contribute", "seed")]


def laws_of(dealer: Dealer) -> list[str]:
    """The clauses under which the pool paid."""
    return [s.law.removeprefix(f"{GAME.section}/") for s in steps(dealer, Move)
            if s.kind == "jackpot"]


@law("3", "3-2", "16-5", "8")
def test_the_chip_has_a_space_of_its_own_and_is_optional() -> None:
    assert not GAME.felt(at()).jackpot and len(GAME.felt(at()).spots) == 1
    felt = GAME.felt(at(JACKPOT))
    assert felt.spots[-1].spot == "jackpot" and felt.jackpot.start == START
    table = at(JACKPOT)
    dealer = Dealer(GAME.coup(table, carry_with(("Ana", "Rui"))),
                    Scripted(pack_of([LOW, LOW], LOW)))
    assert refusal_of(dealer, "Ana: bet 1/jackpot 100")[0] == "not-offered", "first the main game"
    do(dealer, "Ana: bet 1 500", "Rui: bet 2 500")
    assert refusal_of(dealer, "Ana: bet 1/jackpot 200") == ("above-maximum", "8")
    assert refusal_of(dealer, "Ana: bet 1/jackpot 50") == ("below-minimum", "8")
    do(dealer, "Ana: bet 1/jackpot 100", "time", "Ana: pass 1", "Rui: pass 2")
    assert nets(dealer) == {"Ana": -600, "Rui": -500, "": 0}


@law("16-5")
def test_only_players_of_the_main_game_play_for_it() -> None:
    dealer = Dealer(GAME.coup(at(JACKPOT), carry_with(("Ana", "Rui"))),
                    Scripted(pack_of([LOW], LOW)))
    do(dealer, "Ana: bet 1 500", "Ana: bet 1/jackpot 100", "Rui: bet 2 500", "Ana: clear 1")
    assert nets(dealer) == {"Ana": 0, "Rui": -500}, "the chip goes back with the bet"
    do(dealer, "Ana: bet 1 500", "Ana: bet 1/jackpot 100", "Ana: clear 1/jackpot", "Rui: clear 2")
    do(dealer, "time", "Ana: pass 1")
    assert nets(dealer) == {"Ana": -500, "Rui": 0, "": 0}


@law("4", "4.a", "16-7")
def test_chips_are_collected_before_the_deal_by_the_machine() -> None:
    dealer = begin(at(JACKPOT), [LOW, LOW], LOW, chips=("Rui",))
    order = [e.step for e in dealer.record]
    collects = next(n for n, s in enumerate(order)
                    if isinstance(s, Handle) and s.what == "collect-chips")
    assert order[collects].law == f"{GAME.section}/4.a"
    assert order[collects].facts == {"pool": START + 60}, "what the display shows"
    call = max(n for n, s in enumerate(order[:collects]) if isinstance(s, Call))
    assert order[call].call == "no-more-bets"
    assert not [s for s in order[call:collects] if isinstance(s, Deal)]
    assert not [s for s in steps(dealer, Handle) if s.what == "marker"]


@law("4.b", "4.b-2")
def test_chips_collected_by_hand_are_replaced_by_markers() -> None:
    dealer = begin(at(f"{JACKPOT}\nmanual = true"), [LOW, LOW, LOW], LOW, chips=("Ana", "Eva"))
    acts = [(s.what, s.seat, s.law.rpartition("/")[2]) for s in steps(dealer, Handle)]
    assert acts == [("collect-chips", "", "4.b"), ("marker", "1/jackpot", "4.b-2"),
                    ("marker", "3/jackpot", "4.b-2")]


@law("3-3", "8")
def test_the_increment_goes_to_the_pool_and_the_rest_to_the_bank() -> None:
    dealer = play_out([LOW, LOW], ACE_KING, "pass pass", table=at(f"{JACKPOT}\nrate = 85"),
                      chips=("Ana", "Rui"))
    assert pools(dealer) == [("seed", START), ("contribute", 85), ("contribute", 85)]
    assert dealer.outcome.pool == START + 170
    collected = {s.bet: s.amount for s in steps(dealer, Move) if s.kind == "collect"}
    assert collected == {"1": 500, "2": 500, "1/jackpot": 15, "2/jackpot": 15}
    for rate in (0, 101):
        found = breaks(GAME.id, f"{JACKPOT}\nrate = {rate}\n{WORD}", maximum=125)
        assert found == {"rules.jackpot.rate": "3-3"}
    assert breaks(GAME.id, f"[rules.jackpot]\nchip = 0\n{WORD}", maximum=125)[
        "rules.jackpot.chip"] == "8"


@law("8", "9")
def test_figures_and_scale_need_the_authority_s_word() -> None:
    found = read(GAME.id, JACKPOT, maximum=125)
    assert isinstance(found, list)
    assert {one.clause.rpartition("/")[2] for one in found} == {"8", "9"}


@law("9", "12.a")
@pytest.mark.parametrize(("prizes", "rule"), [
    ('[{name = "royals", share = 100}]', "9"), ('[{name = "royal", times = 5, share = 100}]', "9"),
    ('[{name = "royal", share = 101}]', "9"), ("[]", "9"),
    ('[{name = "full", times = 5}, {name = "flush", share = 100}]', "12.a"),
    ('[{name = "flush", times = 5}, {name = "full", times = 5}, {name = "royal", share = 100}]',
     "12.a"), ('[{name = "flush", times = 5}]', "12.a"),
    ('[{name = "flush", share = 100}, {name = "royal", share = 100}]', "12.a")])
def test_a_scale_grows_with_the_combination_to_the_remainder(prizes: str, rule: str) -> None:
    found = breaks(GAME.id, f"{JACKPOT}\nprizes = {prizes}\n{WORD}", maximum=125)
    assert rule in found.values()


@law("10", "ir/187")
def test_the_pool_begins_with_ten_thousand_chips_and_again_when_its_highest_prize_falls() -> None:
    assert breaks(GAME.id, f"[rules.jackpot]\nchip = 2\nstart = 19999\n{WORD}", maximum=125) == {
        "rules.jackpot.start": "10"}
    assert at("[rules.jackpot]\nchip = 2\nstart = 20000").rules.jackpot.start == 2_000_000
    table = at(JACKPOT)
    dealer = play_out([ROYAL], LOW, table=table, chips=("Ana",))
    assert prizes(dealer) == [("1", START + 60)]
    assert pools(dealer)[-1] == ("seed", START) and dealer.outcome.pool == START
    small = play_out([FOUR], LOW, table=table, chips=("Ana",))
    assert small.outcome.pool == START + 60 - 50_000, "a smaller prize leaves it as it is"
    again = play_out([FOUR], LOW, table=at(f"{JACKPOT}\nrefill = true"), chips=("Ana",))
    assert again.outcome.pool == START


@law("ir/187")
def test_the_bank_tops_up_a_fixed_prize_that_the_pool_does_not_hold() -> None:
    carry = carry_with(("Ana",), pool=20_000)
    dealer = play_out([FOUR], LOW, table=at(JACKPOT), chips=("Ana",), carry=carry)
    assert pools(dealer) == [("contribute", 60), ("seed", 50_000 - 20_060), ("seed", START)]
    assert prizes(dealer) == [("1", 50_000)]


@law("9", "11")
@pytest.mark.parametrize("bank", [LOW, ACE_KING, "AC AD AH KC KD"])
def test_prizes_are_paid_whether_or_not_the_bank_plays_or_wins(bank: str) -> None:
    dealer = play_out([FLUSH, "2S 3D 5S 6H 8C"], bank, "call pass", table=at(JACKPOT),
                      chips=("Ana",))
    assert prizes(dealer) == [("1", 5_000)] and laws_of(dealer) == ["9"]


@law("11", "9")
def test_a_winning_hand_lies_open_until_it_is_paid() -> None:
    dealer = play_out([FLUSH, "2S 3D 5S 6H 8C"], LOW, table=at(JACKPOT), chips=("Ana", "Rui"))
    order = [e.step for e in dealer.record]
    shown = [n for n, s in enumerate(order)
             if isinstance(s, Reveal) and s.hand == "1" and s.seen_by == "*"]
    paid = next(n for n, s in enumerate(order) if isinstance(s, Move) and s.kind == "jackpot")
    taken = [(hand, n) for n, s in enumerate(order) if isinstance(s, Discard) for hand in s.hands]
    gone = dict(taken)
    assert len(gone) == len(taken), "each hand is collected once"
    assert len(shown) == 5 and shown[-1] < paid < gone["1"]
    assert order[gone["1"]].law == f"{GAME.section}/11"
    assert not [s for s in order if isinstance(s, Reveal) and s.hand == "2" and s.seen_by == "*"], \
        "a hand that wins nothing is not shown to a bank that stays out"


@law("ir/187", "9")
def test_who_passed_or_has_no_chip_gets_no_prize() -> None:
    dealer = play_out([ROYAL, ROYAL_H], LOW, "pass call", table=at(JACKPOT), chips=("Ana",))
    assert prizes(dealer) == [] and dealer.outcome.pool == START + 60


@law("12", "12.a")
def test_prizes_are_paid_from_the_smallest_and_the_highest_takes_what_is_left() -> None:
    dealer = play_out([ROYAL, FLUSH_H, STRAIGHT_FLUSH], LOW, table=at(JACKPOT),
                      chips=("Ana", "Rui", "Eva"))
    pool = START + 180
    tenth = (pool - 5_000) // 10
    assert prizes(dealer) == [("2", 5_000), ("3", tenth), ("1", pool - 5_000 - tenth)]
    assert laws_of(dealer) == ["12.a"] * 3


@law("12.b", "12")
def test_winners_of_the_highest_prize_divide_what_is_left() -> None:
    dealer = play_out([ROYAL, FLUSH_H[:-2] + "2H", "AD KD QD JD TD"], LOW, table=at(JACKPOT),
                      chips=("Ana", "Rui", "Eva"))
    each = (START + 180 - 5_000) // 2
    assert prizes(dealer) == [("2", 5_000), ("1", each), ("3", each)]
    assert laws_of(dealer) == ["12.a", "12.b", "12.b"]
    odd = play_out([ROYAL, ROYAL_H, "AD KD QD JD TD"], LOW, chips=("Ana", "Rui", "Eva"),
                   table=at(f"{JACKPOT}\nrate = 61"))
    each, left = divmod(START + 183, 3)
    assert prizes(odd) == [("1", each), ("2", each), ("3", each)] and left == 1
    assert odd.outcome.pool == START + left, "a cent that cannot be divided stays"


@law("12.c", "12", "ir/187")
def test_winners_of_the_same_fixed_prize_divide_it() -> None:
    dealer = play_out([FLUSH, FLUSH_H, FOUR.replace("2S", "2C")], LOW, table=at(JACKPOT),
                      chips=("Ana", "Rui", "Eva"))
    assert prizes(dealer) == [("1", 2_500), ("2", 2_500), ("3", 50_000)]
    assert laws_of(dealer) == ["12.c", "12.c", "12.a"]
    assert [s.hand for s in steps(dealer, Result) if s.result == "jackpot"] == [
        "1/jackpot", "2/jackpot", "3/jackpot"]


@law("11")
def test_at_a_real_table_hands_with_a_chip_are_turned_up_when_the_bank_stays_out() -> None:
    dealer = real(2, rules=JACKPOT)
    enter(dealer, *["??"] * 14, "TC", "done")
    do(dealer, "Ana: call 1", "Rui: pass 2")
    enter(dealer, *["2C", "4D", "6H", "8S"])
    assert isinstance(dealer.awaited, Turn) and dealer.awaited.hand == "1"
    enter(dealer, *FLUSH.split())
    assert dealer.over and prizes(dealer) == [("1", 5_000)]


@law("9", "3-3", "8")
def test_the_chip_and_its_scale_stand_in_the_list_of_bets() -> None:
    chip = GAME.bets(at(f"{JACKPOT}\nrate = 70"))[-1]
    assert (chip.bet, chip.minimum, chip.maximum, chip.rate) == (
        "jackpot", 100, 100, 70)
    assert [(one.what, one.odds) for one in chip.pays][-2:] == [
        ("jackpot straight-flush", "10 %"), ("jackpot royal", "100 %")]
    assert all(f"pays.{one.what}" in GAME.words["pt"] for one in chip.pays)


@law("12.a")
def test_a_part_of_the_pool_may_be_the_smaller_prize() -> None:
    """Three of a kind: a hundredth, about a hundred euros; a flush: five hundred chips."""
    scale = ('prizes = [{name = "three", share = 1}, {name = "flush", times = 500}, '
             '{name = "royal", share = 100}]')
    dealer = play_out([FLUSH, "9S 9D 9H 2C 4C"], LOW, table=at(f"{JACKPOT}\n{scale}"),
                      chips=("Ana", "Rui"))
    assert prizes(dealer) == [("2", (START + 120) // 100), ("1", 50_000)]
