"""Portaria 217/2007, banca francesa and cussec: the readings of ambiguous clauses that a table may
choose."""

from __future__ import annotations

from typing import Any

import pytest

from sabot.games import game
from sabot.procedure import Act, Attended, Call, Dealer, Handle, Incident, Move, Scripted, TimeOut
from sabot.procedure.table import Table
from support.dice_coups import begin, breaks, by_bet, do, lawful, nets, refusal_of, steps

BANCA, CUSSEC = game("banca-francesa"), game("cussec")


def law(of: Any, *rules: str) -> Any:
    """The law mark of rules of a game; ``ir/4`` stays as it is."""
    return pytest.mark.law(*(r if r.startswith("ir/") else f"{of.section}/{r}" for r in rules))


def chosen(of: Any, rules: str = "", **readings: Any) -> Table:
    """A table with these readings."""
    values = ", ".join(f"{name} = {str(value).lower() if isinstance(value, bool) else repr(value)}"
                       for name, value in readings.items())
    return lawful(of.id, f"{rules}\nreadings = {{ {values} }}", attended=of is BANCA)


def thrown(at: Table, *throws: tuple[int, ...] | Incident, bets: tuple[str, ...]) -> Dealer:
    """A coup with these bets of Ana and these throws, up to the next question."""
    return do(begin(at, Scripted(throws=throws)), "Ana: sit 1",
              *(f"Ana: bet {bet}" for bet in bets), "time")


def moves(dealer: Dealer, kind: str) -> dict[str, int]:
    """The cents of the movements of a kind, by bet."""
    return {move.bet: move.amount for move in steps(dealer, Move) if move.kind == kind}


def calls(dealer: Dealer) -> list[str]:
    return [call.call for call in steps(dealer, Call)]


@law(BANCA, "9", "ir/133")
def test_other_sums_decide_nothing_or_all_bets_lose() -> None:
    bets = ("aces 500", "small 500", "line/big 1000")
    again = thrown(chosen(BANCA, other_sums="decide-nothing"), (4, 4, 4), (1, 2, 2), bets=bets)
    assert again.over and by_bet(again)["1/small"] == 500
    lost = thrown(chosen(BANCA, other_sums="lose"), (4, 4, 4), bets=bets)
    assert lost.over and nets(lost) == {"Ana": -1_500} and "no-chance" in calls(lost)
    edges = {bet.bet: bet.edge
             for bet in BANCA.priced.odds(chosen(BANCA, other_sums="lose")).bets}
    assert edges["small"] == edges["line-big"] == "77/108"


@law(BANCA, "8", "8.a", "ir/118")
def test_after_a_null_throw_bets_stay_or_may_be_changed() -> None:
    stay = thrown(chosen(BANCA, after_null="bets-stay"), Incident("touched"), (1, 2, 2),
                  bets=("small 500",))
    assert stay.over and nets(stay) == {"Ana": 500}
    for lie in ("may-change", "until-rest"):
        dealer = thrown(chosen(BANCA, after_null="may-change", bets_that_lie=lie),
                        Incident("touched"), (5, 5, 5), bets=("small 500",))
        if lie == "until-rest":
            do(dealer, "time")
        assert dealer.standing is not None and dealer.standing.window == "bets:1"
        do(dealer, "Ana: clear small", "Ana: bet big 500", "time")
        if lie == "until-rest":
            assert dealer.standing.window == "late:dice:1"
            do(dealer, "time")
        assert dealer.over and nets(dealer) == {"Ana": 500}
        assert calls(dealer).count("no-more-bets") == 2


@law(BANCA, "8", "8.a", "7.b", "ir/161")
def test_after_a_void_throw_dice_are_thrown_again_or_bets_go_back() -> None:
    for kind in ("touched", "cocked"):
        back = thrown(chosen(BANCA, void_throw="bets-back"), Incident(kind),
                      bets=("small 500", "line/big 1000"))
        assert back.over and nets(back) == {"Ana": 0}
        assert moves(back, "return") == {"1/small": 500, "1/line/big": 1_000}
        assert not back.outcome.results


@law(BANCA, "7.d", "ir/156")
def test_bets_that_are_spared_go_back_or_stay_and_without_a_chance_all_go_back() -> None:
    lifted, bets = Incident("lifted", fell=(1, 2, 2)), ("small 500", "big 1000")
    back = thrown(chosen(BANCA, spared_bets="back"), lifted, bets=bets)
    assert by_bet(back) == {"1/small": 500, "1/big": 0} and not moves(back, "hold")
    stay = thrown(chosen(BANCA, spared_bets="stay"), lifted, bets=bets)
    assert moves(stay, "hold") == {"1/big": 1_000} and by_bet(stay)["1/small"] == 500
    later = do(begin(chosen(BANCA, spared_bets="stay"), Scripted(throws=[(5, 5, 5)]),
                     stay.outcome), "time")
    assert moves(later, "resume") == {"1/big": 1_000} and moves(later, "pay") == {"1/big": 1_000}
    no_chance = (Incident("lifted", fell=(4, 4, 4)), Incident("lifted", fell=(0, 9)))
    for fault in no_chance:
        over = thrown(chosen(BANCA, spared_bets="all-back"), fault, bets=bets)
        assert over.over and moves(over, "return") == {"1/small": 500, "1/big": 1_000}


@law(BANCA, "11", "11-3", "ir/157")
def test_the_limits_of_a_line_count_or_only_tens_do() -> None:
    for reading, at_stake in (("limits-too", 700), ("only-tens", 500)):
        values = {"minimum": 7, "maximum": 700, "unit": 1}
        at = lawful("banca-francesa", f'readings = {{ line_counts = "{reading}" }}', **values)
        dealer = thrown(at, (1, 2, 2), bets=("line/small 1900",))
        assert nets(dealer) == {"Ana": at_stake}
    least = lawful("banca-francesa", 'readings = { line_counts = "only-tens" }', minimum=1,
                   maximum=100)
    assert refusal_of(do(begin(least), "Ana: sit 1"), "Ana: bet line/small 800")[0]
    assert breaks("banca-francesa", 'readings = { line_counts = "only-tens" }', minimum=1,
                  maximum=4) == {"rules.readings.line_counts": "ir/157"}


@law(BANCA, "ir/159")
def test_each_chance_has_its_own_minimum_or_all_have_one() -> None:
    own = "aces = { minimum = 10, maximum = 60 }"
    assert lawful("banca-francesa", own)
    assert breaks("banca-francesa", f"{own}\nreadings = {{ one_minimum = true }}") == {
        "rules.aces": "ir/159"}
    assert lawful("banca-francesa", "aces = { maximum = 30 }\nreadings = { one_minimum = true }")


@law(BANCA, "5", "ir/160")
def test_a_player_s_word_is_enough_or_a_suspicion_must_be_founded() -> None:
    for reading, words, seized in (("word", (), True), ("well-founded", ("founded",), True),
                                   ("well-founded", ("unfounded",), False)):
        dealer = begin(chosen(BANCA, complaint=reading), Scripted(words=words))
        dealer.report(Incident("complaint"))
        handled = [step.what for step in steps(dealer, Handle)]
        assert ("seize-set" in handled) == ("cost" in calls(dealer)) == seized
        assert ("weigh-complaint" in handled) == (reading == "well-founded")


@pytest.mark.parametrize("of", [
    pytest.param(BANCA, id="banca", marks=law(BANCA, "9", "ir/152")),
    pytest.param(CUSSEC, id="cussec", marks=law(CUSSEC, "4-2", "ir/152"))])
def test_until_the_call_a_bet_may_be_changed_or_stays(of: Any) -> None:
    free = do(begin(chosen(of, bets_that_lie="may-change")), "Ana: sit 1", "Ana: bet small 1000")
    do(free, "Ana: bet small 500", "Ana: clear small", "Ana: leave 1")
    bound = do(begin(chosen(of, bets_that_lie="stay")), "Ana: sit 1", "Ana: bet small 1000")
    assert refusal_of(bound, "Ana: bet small 500")[0] == "below-minimum"
    for act in ("clear small", "leave 1"):
        assert refusal_of(bound, f"Ana: {act}")[1] == "ir/152"
    do(bound, "Ana: bet small 1500", "Ana: bet big 500")


@law(CUSSEC, "6-2", "ir/152")
def test_after_stacked_dice_what_lies_may_be_changed_by_either_reading() -> None:
    at = lawful("cussec", 'readings = { bets_that_lie = "stay" }', attended=True)
    dealer = thrown(at, Incident("stacked"), (1, 1, 2), bets=("small 500",))
    do(dealer, "Ana: clear small")


@law(BANCA, "7.a", "ir/152")
def test_bets_are_open_until_the_dice_come_to_rest_by_another_reading() -> None:
    at = chosen(BANCA, bets_that_lie="until-rest")
    dealer = thrown(at, (1, 2, 2), bets=("big 500",))
    assert dealer.standing is not None and dealer.standing.window == "late:dice"
    assert [step.what for step in steps(dealer, Handle)][-1] == "throw-dice"
    do(dealer, "Ana: bet small 500", "time")
    assert dealer.over and nets(dealer) == {"Ana": 0}


@law(CUSSEC, "7", "ir/153")
def test_limits_of_cussec_are_free_or_those_of_banca_francesa_or_none() -> None:
    triple = "triple = { minimum = 5, maximum = 100 }"
    assert lawful("cussec", triple)
    tied = 'readings = { proportions = "banca-francesa" }'
    assert breaks("cussec", f"{triple}\n{tied}") == {"rules.triple": "ir/153"}
    seated = do(begin(lawful("cussec", tied)), "Ana: sit 1", "Ana: bet triple/1 3000")
    assert refusal_of(seated, "Ana: bet triple/2 3500") == ("above-maximum", "ir/153")
    assert lawful("cussec", f"simple = {{ minimum = 5, maximum = 1000 }}\n{tied}")
    assert breaks("cussec", f"simple = {{ minimum = 5, maximum = 1005 }}\n{tied}") == {
        "rules.simple": "ir/153"}
    none = 'readings = { proportions = "no-maximum" }'
    do(begin(lawful("cussec", none)), "Ana: sit 1", "Ana: bet triple/1 900000000")
    assert breaks("cussec", f"{triple}\n{none}") == {"rules.triple": "ir/153"}


@pytest.mark.parametrize("of", [
    pytest.param(BANCA, id="banca", marks=law(BANCA, "14", "ir/121")),
    pytest.param(CUSSEC, id="cussec", marks=law(CUSSEC, "10", "ir/121"))])
def test_a_winning_stake_goes_back_or_plays_on(of: Any) -> None:
    at = chosen(of, winning_stake="plays-on")
    first = thrown(lawful(of.id), (1, 2, 2), bets=("small 500",))
    assert not moves(first, "hold")
    first = thrown(at, (1, 2, 2), bets=("small 500",))
    assert moves(first, "hold") == {"1/small": 500}
    assert not moves(thrown(at, (1, 2, 2), bets=("small 500", "big 500")), "hold").get("1/big")
    later = do(begin(at, Scripted(throws=[(5, 5, 5) if of is BANCA else (4, 5, 5)]),
                     first.outcome), "time")
    assert moves(later, "resume") == moves(later, "collect") == {"1/small": 500}


@law(BANCA, "14", "ir/121")
def test_the_chips_of_a_line_go_back() -> None:
    dealer = thrown(chosen(BANCA, winning_stake="plays-on"), (1, 2, 2), bets=("line/small 1000",))
    assert not moves(dealer, "hold") and nets(dealer) == {"Ana": 500}


@law(BANCA, "ir/24")
def test_a_void_coup_also_returns_what_was_collected() -> None:
    for reading, restored in (("undecided", {}), ("every-bet", {"1/big": 500})):
        at = chosen(BANCA, void_undoes=reading)
        dealer = Dealer(BANCA.coup(at, BANCA.opening(at)), Attended())
        while dealer.standing is None:
            dealer.enter("done")
        for act in (Act("Ana", "sit", "1"), Act("Ana", "bet", "small", 500),
                    Act("Ana", "bet", "big", 500), TimeOut("bets")):
            dealer.answer(act)
        while getattr(dealer.awaited, "what", "") != "pay-prizes":
            dealer.enter("done" if isinstance(dealer.awaited, Handle) else (1, 2, 2))
        dealer.void("power failure")
        assert moves(dealer, "refund") == {"1/small": 500}
        assert moves(dealer, "restore") == restored, reading


@pytest.mark.parametrize("of", [
    pytest.param(BANCA, id="banca", marks=law(BANCA, "ir/151")),
    pytest.param(CUSSEC, id="cussec", marks=law(CUSSEC, "ir/151"))])
def test_as_many_play_as_the_table_states_or_whoever_comes(of: Any) -> None:
    assert refusal_of(do(begin(lawful(of.id, places=1)), "Ana: sit 1"), "Rui: sit 2")
    at = lawful(of.id, 'readings = { places_for = "all-comers" }', places=1)
    dealer = do(begin(at, Scripted(throws=[(1, 2, 2)])), "Ana: sit 1", "Rui: sit 2",
                "Rui: bet small 500", "time")
    assert nets(dealer) == {"Rui": 500}
    owed = of.priced.liability
    assert owed is not None and owed(at).table == 40 * owed(at).place
