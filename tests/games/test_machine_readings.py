"""Machines: each reading that a machine may choose, beside the usual one."""

from __future__ import annotations

import msgspec
import pytest
from test_machines import GAME, REELS, ROW, lawful, leave, own, play_game, unlawful

from sabot.families.machine.features import climb, never_stop, stop_at_once
from sabot.families.machine.file import shipped_models
from sabot.families.machine.model import Model, Symbol
from sabot.families.machine.return_readings import judged_return, least_climb
from sabot.procedure import Act, Call, Dealer, Incident, Move, Scripted

TWO = """
[rules.reels]
name = "Two"
version = "1"
window = [2, 2]
lines = [[1, 1], [2, 2]]
taken = [1, 2]
reels = ["a b", "a b"]
weights = [[3, 1], [3, 1]]
[rules.reels.symbols]
b = {}
[rules.reels.pays]
a = { 2 = 2 }
"""


@pytest.mark.law(f"{ROW}/2", "ir/312")
def test_the_eighty_per_cent_are_those_of_the_best_play_or_of_the_least() -> None:
    rules = 'coins = ["0.10"]\nreadings = { return_of = "%s" }\nmodel = "%s"'
    lawful(rules % ("best-play", "azulejo"))
    (wrong,) = unlawful(rules % ("least-play", "azulejo"))
    assert wrong.clause == f"{ROW}/2" and float(wrong.found.split()[3]) < 79.38
    lawful(rules % ("best-play", "cinco"))
    (wrong,) = unlawful(rules % ("least-play", "cinco"))
    assert wrong.clause == "ir/312" and wrong.found.startswith("cards")
    ladder = shipped_models()["azulejo"].ladder  # type: ignore[union-attr]
    assert ladder and least_climb(ladder) <= min(
        climb(ladder, stops(ladder)).mean for stops in (stop_at_once, never_stop))


@pytest.mark.law(f"{ROW}/2", "ir/313")
def test_a_jackpot_comes_on_top_or_counts() -> None:
    """Twelve coins of sixteen are 75 %; a tenth of every bet goes to the jackpot."""
    jackpot = 'jackpot = { share = "1/10", symbol = "a", count = 2 }\n'
    text = REELS.format(prize=12) + leave(own(12))
    (wrong,) = unlawful(jackpot + text)
    assert wrong.found.startswith("a return of 75.0000 %")
    lawful("readings = { jackpot_counts = true }\n" + jackpot + text)
    unlawful("readings = { jackpot_counts = true }\n" + text)


@pytest.mark.law(f"{ROW}/2", "ir/314")
def test_each_bet_returns_it_or_all_together() -> None:
    """One line returns 112.5 %, two return 62.5 %: of three coins on one game each, 79.17 %."""
    both = Model(name="Two", version="1", window=(2, 2), lines=((1, 1), (2, 2)), taken=(1, 2),
                 reels=("a b", "a b"), weights=((3, 1), (3, 1)), symbols={"b": Symbol()},
                 pays={"a": {"2": 2}})
    (wrong,) = unlawful('readings = { return_over = "all-bets" }\n' + TWO + leave(both))
    assert wrong.found == "a return of 79.1667 % with all bets together"
    more = msgspec.structs.replace(both, weights=((31, 9), (31, 9)))
    usual, other = judged_return(more), judged_return(more, together=True)
    assert usual and other and float(usual[0]) < 0.8 < float(other[0])
    text = TWO.replace("[[3, 1], [3, 1]]", "[[31, 9], [31, 9]]") + leave(more)
    unlawful(text)
    lawful('readings = { return_over = "all-bets" }\n' + text)


@pytest.mark.law("ir/322")
@pytest.mark.parametrize(("reading", "mine"), [("player", 0), ("whoever-sits", 1_000)])
def test_credit_is_the_player_s_or_that_of_whoever_sits(reading: str, mine: int) -> None:
    table = lawful(f'readings = {{ credit_of = "{reading}" }}')
    dealer = Dealer(GAME.coup(table, GAME.opening(table)), Scripted())
    dealer.answer(Act("Ana", "sit", "1"))
    dealer.answer(Act("Ana", "insert", "1", 1_000))
    dealer.answer(Act("Ana", "leave", "1"))
    assert dealer.over and sum(cents for _, cents in dealer.outcome.held.values()) == mine
    after = Dealer(GAME.coup(table, dealer.outcome), Scripted())
    after.answer(Act("Bo", "sit", "1"))
    assert after.standing is not None
    assert ("cash-out" in {offer.act for offer in after.standing.offers}) is bool(mine)
    if mine:
        after.answer(Act("Bo", "cash-out", "1"))
        moved = [(e.step.kind, e.step.player, e.step.amount) for e in after.record
                 if isinstance(e.step, Move)]
        assert moved[-3:] == [("award", "Bo", mine), ("stake", "Bo", mine), ("return", "Bo", mine)]
        assert after.outcome.meters.credit == 0


@pytest.mark.law(f"{ROW}/1.a", f"{ROW}/13", "ir/324")
def test_a_ticket_is_a_means_of_payment_or_none() -> None:
    for reading, printed in (("true", True), ("false", False)):
        table = lawful(f"readings = {{ tickets = {reading} }}")
        dealer = Dealer(GAME.coup(table, GAME.opening(table)), Scripted())
        dealer.answer(Act("Ana", "sit", "1"))
        dealer.answer(Act("Ana", "insert", "1", 1_000))
        assert dealer.standing is not None
        assert ("ticket" in {offer.act for offer in dealer.standing.offers}) is printed
        assert ("ticket" in dealer.standing.faults) is printed


@pytest.mark.law(f"{ROW}/9-2", "ir/326")
@pytest.mark.parametrize("kind", ["meters-failed", "door-opened"])
def test_a_game_under_way_at_a_broken_machine_may_be_void(kind: str) -> None:
    table = lawful('model = "azulejo"\ncoins = ["0.10"]\nreadings = { broken_game = "void" }')
    dealer = play_game(table, [(28, 30, 40), (2,)], Act("Ana", "spin", "1x1x10"))
    before = dealer.outcome if dealer.over else None
    assert before is None
    dealer.report(Incident(kind, seat="1"))
    assert dealer.over and dealer.outcome.meters.bets == 0
    assert [e.step.call for e in dealer.record if isinstance(e.step, Call)][-2:] == [
        "out-of-order", "void"]
    assert dealer.outcome.stopped and dealer.outcome.meters.door == (kind == "door-opened")
    again = Dealer(GAME.coup(table, dealer.outcome), Scripted())
    assert again.standing is not None
    assert {offer.act for offer in again.standing.offers} == {"leave"}
