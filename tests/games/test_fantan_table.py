"""Fantan at its table: the file, the heap under its cover, every bet by every number, a count that
goes wrong, and random layouts."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sabot import regulations as register
from sabot.equipment import Seeded, seal_throw
from sabot.games import game
from sabot.games.fantan.coup import MAX_HEAP, MIN_HEAP
from sabot.games.fantan.spots import cloth, numbers, rest_of
from sabot.procedure import (
    Call,
    Cover,
    Handle,
    Incident,
    Listen,
    Live,
    Menu,
    Move,
    Scripted,
    Throw,
    Uncover,
    redact,
)
from sabot.procedure.table import Table
from sabot.procedure.visible_events import ShownCover
from sabot.reports import regulation_report
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
    refusal_of,
    stakes,
    steps,
)

GAME = game("fantan")
ALONE = {"kind": "individual"}


def law(*rules: str) -> Any:
    """The law mark of rows of fantan; ``ir/4`` stays as it is."""
    return pytest.mark.law(*(r if r.startswith("ir/") else f"{GAME.section}/{r}" for r in rules))


def at(rules: str = "", **keys: Any) -> Table:
    return lawful("fantan", rules, **{"minimum": 50, "maximum": 5000, "unit": 10} | keys)


def coup_of_ana(left: int, *bets: str, **keys: Any) -> Any:
    """A coup of Ana alone, with a heap that leaves so many."""
    return do(begin(at(**ALONE, **keys), Scripted(throws=[(56 + left,)])), "Ana: sit 1",
              *(f"Ana: bet {bet}" for bet in bets), "Ana: open table")


# -- what its law rests on -------------------------------------------------------------------------


def test_every_row_says_where_it_was_read() -> None:
    """A number of an article stands only where the text with that number was read."""
    rows = register.sections()[GAME.section]
    sources = {row.rule.split(".")[0] for row in rows}
    assert sources == {"58-2004", "178-89", "told"}
    assert all("not a text of law" in row.note for row in rows if row.rule.startswith("told."))
    assert all("Read " in row.note or row.rule == "58-2004.1" for row in rows
               if not row.rule.startswith("told."))
    assert "articles 1, 2 and 3.1 were read" in register.document(GAME.section).read
    is_read = {one.document: one.read for one in regulation_report.documents()}
    assert [document for document, read in is_read.items() if read] == ["mo-fantan"]


# -- the table and its file ------------------------------------------------------------------------


@law("58-2004.1.1")
def test_the_rod_is_of_bamboo_or_of_plastic() -> None:
    assert at().rules.rod == "bamboo" and at('rod = "plastic"').rules.rod == "plastic"
    assert breaks("fantan", 'rod = "brass"') == {"rules.rod": "58-2004.1.1"}


@law("58-2004.1.4", "ir/339")
def test_a_table_has_two_to_four_layouts_and_one_to_ten_places() -> None:
    assert [at(f"layouts = {n}").rules.layouts for n in (2, 3, 4)] == [2, 3, 4]
    for n in (1, 5):
        assert breaks("fantan", f"layouts = {n}") == {"rules.layouts": "58-2004.1.4"}
    assert at(places=10).places == 10
    assert breaks("fantan", places=11) == breaks("fantan", places=0) == {"places": "ir/339"}
    assert breaks("fantan", places_per_player=2) == {"places_per_player": "ir/339"}


@law("ir/340", "ir/337")
def test_the_limits_are_the_house_s_in_steps_that_are_paid_whole() -> None:
    table = at("fan = { maximum = 500 }\nsam_hong = { minimum = 90 }")
    found = {bet.bet: (bet.minimum, bet.maximum, bet.unit) for bet in GAME.bets(table)}
    assert found == {"fan": (5_000, 50_000, 1_000), "nim": (5_000, 500_000, 1_000),
                     "kuoc": (5_000, 500_000, 1_000), "nga": (5_000, 500_000, 1_000),
                     "sam-hong": (9_000, 498_000, 3_000)}
    assert breaks("fantan", "nga = { maximum = 4 }") == {"rules.nga": "ir/340"}
    assert breaks("fantan", minimum=0) == {"minimum": "ir/340"}
    assert breaks("fantan", maximum=4) == {"maximum": "ir/340"}
    assert breaks("fantan", minimum=5, maximum=5) == {"maximum": "ir/340"}, "no step of three"
    dealer = do(begin(table), "Ana: sit 1")
    assert refusal_of(dealer, "Ana: bet fan/1 51000") == ("above-maximum", "ir/340")
    assert refusal_of(dealer, "Ana: bet sam-hong/1-2-3 10000") == ("off-unit", "ir/337")


@law("ir/123")
def test_the_house_may_limit_what_one_coup_costs_it() -> None:
    table = at("exposure = 285")  # three times 100, less its commission
    dealer = do(begin(table), "Ana: sit 1", "Ana: bet fan/1 10000")
    assert refusal_of(dealer, "Ana: bet kuoc/1-2 5000") == ("full", "ir/123")
    do(dealer, "Ana: bet kuoc/2-3 5000")
    assert breaks("fantan", "exposure = 10") == {"rules.exposure": "ir/123"}


@law("58-2004.1.2", "58-2004.1.3", "ir/343", "ir/339")
def test_the_layout_shows_every_bet_once_and_the_heap_with_its_two_covers() -> None:
    drawn = GAME.felt(at(places=4))
    spots = [zone.spot for zone in drawn.zones]
    assert sorted(spots) == sorted(cloth().spots)
    assert Counter(spot.partition("/")[0] for spot in spots) == {
        "fan": 4, "nim": 12, "kuoc": 6, "nga": 12, "sam-hong": 4}
    assert drawn.heap.of == 2 and drawn.heap.by == 4
    assert len(drawn.places) == 4 and drawn.shape == "layout"
    tie = next(zone for zone in drawn.zones if zone.spot == "nga/1-3-2")
    assert tie.counters.wins == (1, 3) and tie.counters.ties == (2,)
    assert set(drawn.lit) == {"1", "2", "3", "4"} and len(drawn.lit["3"]) == 16


# -- the heap under its cover ----------------------------------------------------------------------


@law("58-2004.2", "58-2004.2-2", "58-2004.1.2", "58-2004.1.3", "ir/335")
def test_a_heap_lies_covered_before_the_bets_and_nobody_is_told_its_number() -> None:
    dealer = begin(at(), Live(Seeded(7, "fantan")))
    record = dealer.record
    covered = next(event for event in record if isinstance(event.step, Cover))
    assert [h.what for h in steps(dealer, Handle)] == ["draw-heap", "cover-rest"]
    assert isinstance(record[-1].step, Listen), "only now may bets be made"
    for eyes in ("Ana", ""):
        assert redact(covered, eyes) == ShownCover(f"{GAME.section}/58-2004.2", "counters",
                                                   covered.seal)
    do(dealer, "Ana: sit 1", "Ana: bet kuoc/1-2 5000", "time")
    shown = steps(dealer, Uncover)[0]
    assert shown.fell == covered.fell and shown.seal == covered.seal
    assert seal_throw(bytes.fromhex(shown.nonce), shown.fell) == covered.seal
    called = next(step for step in steps(dealer, Call) if step.call.startswith("left-"))
    assert called.facts == {"left": (shown.fell[0] - 1) % 4 + 1}, "and this heap was counted"


@law("ir/335")
def test_the_heap_does_not_depend_on_the_bets_and_every_rest_is_as_likely() -> None:
    fell = set()
    for bets in ((), ("Ana: bet fan/1 500000",), ("Ana: bet nim/4-1 5000",)):
        dealer = do(begin(at(**ALONE), Live(Seeded(11, "fantan"))), "Ana: sit 1", *bets)
        fell.add(next(event.fell for event in dealer.record if isinstance(event.step, Cover)))
    assert len(fell) == 1
    step = steps(begin(at(), Live(Seeded(1))), Cover)[0]
    heaps = range(step.first, step.first + step.sides[0])
    assert (heaps[0], heaps[-1]) == (MIN_HEAP, MAX_HEAP)
    assert set(Counter(map(rest_of, heaps)).values()) == {len(heaps) // 4}


@law("58-2004.3.1", "ir/334", "told.count", "58-2004.1.1")
@pytest.mark.parametrize(("heap", "fours", "left"), [(57, 14, 1), (58, 14, 2), (59, 14, 3),
                                                     (60, 14, 4), (41, 10, 1), (80, 19, 4)])
def test_a_heap_is_parted_by_fours_and_the_last_batch_is_what_is_left(
        heap: int, fours: int, left: int) -> None:
    dealer = do(begin(at(**ALONE), Scripted(throws=[(heap,)])), "Ana: sit 1",
                f"Ana: bet fan/{left} 5000", "Ana: open table")
    counted = next(step for step in steps(dealer, Handle) if step.what == "count-off")
    assert counted.facts == {"fours": fours, "left": left}
    assert f"{GAME.section}/58-2004.1.1" in counted.also, "with the rod"
    called = next(step for step in steps(dealer, Call) if step.call.startswith("left-"))
    assert called.call == f"left-{left}" and nets(dealer) == {"Ana": 14_250}
    assert GAME.public_state(dealer.outcome)["results"] == [str(left)]


@law("told.bets", "ir/338", "ir/342", "58-2004.1.3")
def test_the_order_of_a_coup() -> None:
    """Bets close before the cover is lifted; lost bets are collected, then each player is paid
    together, and their sum is announced."""
    dealer = do(begin(at(), Scripted(throws=[(58,)])), "Ana: sit 1", "Rui: sit 2",
                "Rui: bet kuoc/1-2 5000", "Ana: bet fan/2 5000", "Ana: bet nim/2-1 5000",
                "Ana: bet fan/1 5000", "time")
    names = [getattr(step, "what", "") or getattr(step, "call", "") or type(step).__name__
             for step in (event.step for event in dealer.record)
             if step is not None and not isinstance(step, Move)]
    assert names[names.index("no-more-bets"):] == [
        "no-more-bets", "lift-cover", "Uncover", "count-off", "left-2", "collect-lost",
        "pay-prizes", "pays", "pays"]
    calls = [(step.seat, step.facts["amount"]) for step in steps(dealer, Call)
             if step.call == "pays"]
    assert calls == [("1", 25_000), ("2", 5_000)]
    assert nets(dealer) == {"Ana": 25_000 - 1_250 - 5_000, "Rui": 4_750}


@law("ir/338", "178-89.6", "178-89.7")
def test_until_the_call_bets_are_made_changed_and_taken_back() -> None:
    dealer = do(begin(at()), "Ana: sit 1", "Rui: sit 2", "Rui: bet kuoc/1-2 5000",
                "Ana: bet fan/1 9000", "Ana: bet fan/1 5000", "Ana: clear-all table")
    back = [move for move in steps(dealer, Move) if move.kind == "return"]
    assert {move.law for move in back} == {"ir/338"} and sum(m.amount for m in back) == 9_000
    menu = steps(dealer, Menu)[0]
    assert menu.law == f"{GAME.section}/178-89.6"
    assert f"{GAME.section}/178-89.7" in menu.also
    for spot in ("fan/0", "fan/5", "nim/1-1", "kuoc/2-1", "nga/1-1-2", "nga/2-1-3", "sam-hong/4"):
        assert refusal_of(dealer, f"Ana: bet {spot} 6000")[0] == "not-offered", spot
    do(dealer, "time")
    assert refusal_of(dealer, "Ana: bet fan/1 5000")[0] == "not-now"


# -- what every number is worth --------------------------------------------------------------------


def worth(spot: str, left: int) -> Fraction:
    """What a bet of one wins by 6 and 7, computed here independently: the prize less five
    per cent, nothing for a tie, and the stake where it loses."""
    kind, _, named = spot.partition("/")
    every = [int(n) for n in named.split("-")]
    prize = {"fan": Fraction(3), "nim": Fraction(2), "kuoc": Fraction(1), "nga": Fraction(1, 2),
             "sam-hong": Fraction(1, 3)}[kind]
    winning = every[:1] if kind == "nim" else every[:2] if kind == "nga" else every
    if left in winning:
        return prize * 95 / 100
    return Fraction(0) if left in every else Fraction(-1)


@law("178-89.6", "178-89.6.kuoc", "178-89.6.a", "178-89.6.b", "178-89.6.c", "178-89.6.d",
     "178-89.7", "178-89.7.fan", "told.nim", "told.kuoc", "told.nga", "told.sam-hong",
     "told.commission", "ir/333", "ir/336", "ir/337", "ir/343")
@pytest.mark.parametrize("left", [1, 2, 3, 4])
def test_every_bet_of_the_layout_at_once(left: int) -> None:
    kinds = Counter((spot.partition("/")[0], spot.count("-")) for spot in cloth().spots)
    assert kinds == {("fan", 0): 4, ("nim", 1): 12, ("kuoc", 1): 6, ("nga", 2): 12,
                     ("sam-hong", 3): 4}
    dealer = coup_of_ana(left, *(f"{spot} 6000" for spot in cloth().spots))
    assert by_bet(dealer) == {f"1/{spot}": 6_000 * worth(spot, left) for spot in cloth().spots}
    moves = steps(dealer, Move)
    prizes = {move.bet: move for move in moves if move.kind == "pay"}
    commissions = {move.bet: move for move in moves if move.kind == "commission"}
    assert prizes.keys() == commissions.keys() and len(prizes) == 16
    for bet, move in commissions.items():
        assert move.amount * 20 == prizes[bet].amount, "five per cent of the prize"
        assert (move.law, move.also) == (f"{GAME.section}/told.commission", ("ir/336",))
    ties = {move.bet: move.law for move in moves if move.kind == "return"
            and move.bet not in prizes}
    assert {bet.split("/")[1] for bet in ties} == {"nim", "nga"} and len(ties) == 6
    assert {law.rpartition("/")[2] for law in ties.values()} == {"178-89.6.b", "178-89.6.c"}
    home = {move.law for move in moves if move.kind == "return" and move.bet in prizes}
    assert home == {f"{GAME.section}/178-89.7"}, "the winning stake is the player's"


@law("ir/336")
def test_a_tie_costs_nothing() -> None:
    assert nets(coup_of_ana(2, "nim/1-2 5000", "nga/1-3-2 5000")) == {"Ana": 0}


@law("ir/343", "178-89.6.kuoc", "178-89.6.b")
def test_numbers_that_lie_opposite_may_stand_together() -> None:
    assert nets(coup_of_ana(3, "kuoc/1-3 5000", "nim/3-1 5000")) == {"Ana": 4_750 + 9_500}


def test_every_spot_by_every_number() -> None:
    for left in range(1, 5):
        for spot in cloth().spots:
            assert expected(cloth(), spot, (left,), 120) == 120 * worth(spot, left), (spot, left)


def test_the_edges_are_exact() -> None:
    """Each chance is fair but for the commission: the edge is five per cent of what it wins."""
    bets = GAME.priced.odds(at()).bets
    assert bets[0].bet == "kuoc"
    assert {bet.bet: bet.edge for bet in bets} == {
        "fan": "3/80", "nim": "1/40", "kuoc": "1/40", "nga": "1/80", "sam-hong": "1/80"}
    for bet in bets:
        wins, ties = numbers(bet.spots[0])
        assert bet.p_win == str(Fraction(len(wins), 4))
        assert bet.p_push == str(Fraction(len(ties), 4))


# -- a real table ----------------------------------------------------------------------------------


@law("told.count", "58-2004.3.1", "ir/335", "ir/334")
def test_a_croupier_enters_what_is_left_of_a_real_heap() -> None:
    dealer = do(begin(at(attended=True), Scripted(throws=[(4,)])), "Ana: sit 1",
                "Ana: bet sam-hong/2-3-4 6000", "time")
    assert steps(dealer, Cover) == [] and steps(dealer, Uncover) == []
    thrown = steps(dealer, Throw)[0]
    assert (thrown.sides, thrown.first, thrown.faults) == ((4,), 1, ("mixed",))
    assert [step.what for step in steps(dealer, Handle)][2:4] == ["lift-cover", "count"]
    assert nets(dealer) == {"Ana": 1_900}


def mixed(*acts: str) -> Any:
    chance = Scripted(throws=[Incident("mixed"), (1,)])
    return do(begin(at(attended=True), chance), "Ana: sit 1", "Rui: sit 2",
              "Ana: bet kuoc/1-2 10000", "Rui: bet fan/3 10000", "time", *acts)


@law("ir/341")
def test_after_a_count_that_goes_wrong_bets_are_kept_changed_or_withdrawn() -> None:
    dealer = mixed("Ana: bet kuoc/1-2 20000", "Rui: clear fan/3", "time")
    assert [call.call for call in steps(dealer, Call)][:2] == ["no-more-bets", "null-count"]
    assert [h.what for h in steps(dealer, Handle)].count("draw-heap") == 2, "a new heap"
    assert nets(dealer) == {"Ana": 19_000, "Rui": 0}
    assert nets(mixed("time")) == {"Ana": 9_500, "Rui": -10_000}
    back = next(move for move in steps(dealer, Move) if move.kind == "return")
    assert (back.player, back.law) == ("Rui", "ir/341")
    assert len(dict.fromkeys(step.window for step in steps(dealer, Listen))) == 2
    assert GAME.public_state(dealer.outcome)["results"] == ["1"] and dealer.outcome.throws == 2


@law("ir/341")
def test_after_a_count_that_goes_wrong_counters_may_be_counted_anew_or_the_bets_return() -> None:
    for reading, won, call in (("counted-anew", {"Ana": 9_500, "Rui": -10_000}, "null-recount"),
                               ("bets-return", {"Ana": 0, "Rui": 0}, "null-coup")):
        chance = Scripted(throws=[Incident("mixed"), (1,)])
        dealer = do(begin(at(f'readings = {{ wrong_count = "{reading}" }}', attended=True), chance),
                    "Ana: sit 1", "Rui: sit 2", "Ana: bet kuoc/1-2 10000",
                    "Rui: bet fan/3 10000", "time")
        assert nets(dealer) == won
        assert dealer.standing is None, "nobody bets again"
        assert call in [step.call for step in steps(dealer, Call)]
        returned = {move.law for move in steps(dealer, Move) if move.kind == "return"}
        assert ("ir/341" in returned) == (reading == "bets-return")


# -- other readings --------------------------------------------------------------------------------


@law("told.commission", "ir/336")
def test_the_commission_may_be_taken_of_the_stake_also_of_a_tie() -> None:
    table = at('readings = { commission = "of-stake" }')
    for left, net in ((1, 10_000 - 250), (2, -250), (3, -5_000)):
        dealer = do(begin(table, Scripted(throws=[(56 + left,)])), "Ana: sit 1",
                    "Ana: bet nim/1-2 5000", "time")
        assert nets(dealer) == {"Ana": net}, left
    assert {bet.bet: bet.edge for bet in GAME.priced.odds(table).bets} == {
        "fan": "1/80", "nim": "1/40", "kuoc": "1/40", "nga": "3/80", "sam-hong": "3/80"}


@law("told.sam-hong", "told.commission", "ir/337")
def test_a_prize_may_be_rounded_down() -> None:
    assert refusal_of(do(begin(at(unit=1)), "Ana: sit 1"), "Ana: bet sam-hong/1-2-3 5200")[0]
    rounded = at('readings = { prizes = "rounded-down" }', unit=1)
    dealer = do(begin(rounded, Scripted(throws=[(57,)])), "Ana: sit 1",
                "Ana: bet sam-hong/1-2-3 5200", "Ana: bet nga/1-2-3 5300", "time")
    paid = {(move.bet, move.kind): move.amount for move in steps(dealer, Move)}
    assert paid["1/sam-hong/1-2-3", "pay"] == 1_733
    assert nets(dealer) == {"Ana": 5_200 * 19 // 60 + 5_300 * 19 // 40}


@law("told.bets", "ir/338")
def test_bets_that_lie_may_have_to_stay() -> None:
    for reading, stays in (("change", False), ("stay", True)):
        dealer = do(begin(at(f'readings = {{ lying_bets = "{reading}" }}')), "Ana: sit 1",
                    "Rui: sit 2", "Rui: bet fan/2 5000", "Ana: bet fan/1 9000")
        if stays:
            for act in ("bet fan/1 5000", "clear fan/1", "leave 1"):
                assert refusal_of(dealer, f"Ana: {act}")[1] == "ir/338", act
            do(dealer, "Ana: bet fan/2 5000")
        else:
            do(dealer, "Ana: bet fan/1 5000", "Ana: clear fan/1")


@law("178-89.6.kuoc", "178-89.6.b", "178-89.6.c", "ir/343")
def test_numbers_that_lie_opposite_may_be_kept_apart() -> None:
    table = at('readings = { two_numbers = "neighbours" }')
    dealer = do(begin(table), "Ana: sit 1")
    for spot in ("kuoc/1-3", "nim/4-2", "nga/2-4-1"):
        assert refusal_of(dealer, f"Ana: bet {spot} 6000")[0] == "not-offered", spot
    do(dealer, "Ana: bet kuoc/1-4 6000", "Ana: bet nga/2-3-1 6000", "Ana: bet sam-hong/1-3-4 6000")
    drawn = Counter(zone.spot.partition("/")[0] for zone in GAME.felt(table).zones)
    assert drawn == {"fan": 4, "nim": 8, "kuoc": 4, "nga": 8, "sam-hong": 4}


# -- random layouts --------------------------------------------------------------------------------


@settings(max_examples=25, deadline=None, derandomize=True)
@given(seed=st.integers(0, 2**32), heap=st.integers(MIN_HEAP, MAX_HEAP),
       exposure=st.sampled_from((0, 0, 0, 20_000)))
def test_random_layouts(seed: int, heap: int, exposure: int) -> None:
    """Money is conserved, the record tells itself again, and each bet has the fate of the cloth."""
    table = at(f"exposure = {exposure}", places=8, maximum=500)
    dealer = random_bets(table, seed, [(heap,)])
    check(dealer, table)
    lying = stakes(dealer)
    assert {bet: net for bet, net in by_bet(dealer).items() if bet in lying} == {
        bet: expected(cloth(), bet.partition("/")[2], (rest_of(heap),), cents)
        for bet, cents in lying.items()}
    won = sum(move.amount for move in steps(dealer, Move) if move.kind == "pay")
    commission = sum(move.amount for move in steps(dealer, Move) if move.kind == "commission")
    assert not exposure or won - commission <= exposure * 100
