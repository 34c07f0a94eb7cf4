"""No-draw poker at a real table: errors in the deal, conduct, and cards that nobody has entered."""

from __future__ import annotations

from typing import Any

import pytest

from sabot.equipment import UNKNOWN
from sabot.procedure import (
    ALL,
    NOBODY,
    RISES,
    Attended,
    Call,
    Deal,
    Dealer,
    Discard,
    Handle,
    Incident,
    Move,
    Refusal,
    Result,
    Reveal,
    Turn,
    encode,
    replay,
)
from support.dice_coups import do, nets, refusal_of, steps
from support.no_draw_plays import (
    ACE_KING,
    GAME,
    JACKPOT,
    LOW,
    at,
    begin,
    carry_with,
    enter,
    real,
    report,
)

UNSEEN = [UNKNOWN] * 5


def law(*rules: str) -> Any:
    """The law mark of rules of the game; ``ir/4`` stays as it is."""
    return pytest.mark.law(*(r if r.startswith("ir/") else f"{GAME.section}/{r}" for r in rules))


def calls(dealer: Dealer) -> list[tuple[str, str]]:
    """What was called, and for whom."""
    return [(step.call, step.seat) for step in steps(dealer, Call)]


def asked(hands: int = 2, *, rules: str = "", **options: Any) -> Dealer:
    """A real table whose first player is asked; nobody knows the cards but the open one, an ace."""
    dealer = real(hands, rules=rules, **options)
    return enter(dealer, *[UNKNOWN] * (5 * hands + 4), "AC", "done")


# -- cards that only their players have seen -------------------------------------------------------


@law("17", "18", "18-4")
def test_players_look_at_real_cards_and_the_croupier_enters_them_when_they_are_turned_up() -> None:
    dealer = asked(2)
    assert not steps(dealer, Reveal), "the program has nothing to show"
    do(dealer, "Ana: call 1", "Rui: pass 2")
    assert isinstance(dealer.awaited, Turn)
    enter(dealer, "KD", "7H", "5S", "3C")
    assert dealer.awaited.hand == "1", "the hand of who passed is never entered"
    enter(dealer, "2S", "2D", "4H", "6C", "8S")
    assert dealer.over and nets(dealer) == {"Ana": 1500, "Rui": -500}
    again = replay(GAME.coup(at(attended=True), carry_with(("Ana", "Rui"))), dealer.record)
    assert encode(again.record) == encode(dealer.record)


# -- errors in the deal ----------------------------------------------------------------------------


@law("19", "ir/186")
@pytest.mark.parametrize("kind", ["exposed", "miscount"])
@pytest.mark.parametrize("card", ["", "KH"])
def test_any_error_in_the_deal_voids_the_play_for_the_whole_table(kind: str, card: str) -> None:
    dealer = enter(real(2, rules=JACKPOT), UNKNOWN, Incident(kind, card))
    assert dealer.over and ("annulled", "") in calls(dealer)
    assert nets(dealer) == {"Ana": 0, "Rui": 0, "": 0}, "chips that were collected go back too"
    assert {s.kind for s in steps(dealer, Move)} == {"stake", "seed", "refund"}
    places_dealt = {s.to for s in steps(dealer, Deal)} - {"burn"}
    gone = {hand for s in steps(dealer, Discard) for hand in s.hands} - {"burn"}
    assert gone == (places_dealt if card else {"1"})


@law("19")
def test_a_wrong_number_of_cards_is_found_before_anybody_looks() -> None:
    dealer = enter(real(1), *[UNKNOWN] * 9, "AC")
    assert isinstance(dealer.awaited, Handle) and dealer.awaited.what == "count-cards"
    enter(dealer, Incident("miscount"))
    assert dealer.over and ("see-your-hand", "") not in calls(dealer)
    assert nets(dealer) == {"Ana": 0}


@law("19-2", "ir/186")
@pytest.mark.parametrize("named", [True, False])
def test_a_card_of_the_bank_uncovered_before_the_last_is_its_open_one(named: bool) -> None:
    dealer = enter(real(1), UNKNOWN, UNKNOWN, UNKNOWN)
    enter(dealer, Incident("exposed", "KH" if named else ""))
    if not named:
        assert isinstance(dealer.awaited, Deal) and dealer.awaited.seen_by == ALL
        enter(dealer, "KH")
    assert calls(dealer)[-1] == ("open-card", "bank")
    enter(dealer, *[UNKNOWN] * 5)
    last = dealer.awaited
    assert isinstance(last, Deal) and (last.to, last.seen_by) == ("bank", NOBODY), "face down"
    enter(dealer, UNKNOWN, "done")
    do(dealer, "Ana: call 1")
    enter(dealer, "AC")
    assert dealer.awaited.index == 2, "the open card is not turned up again"
    enter(dealer, "7H", "5S", "3C")
    enter(dealer, "2S", "2D", "4H", "6C", "8S")
    assert dealer.over and nets(dealer) == {"Ana": 1500}


@law("19-2", "ir/186")
def test_a_second_card_of_the_bank_voids_the_play() -> None:
    dealer = enter(real(1), UNKNOWN, Incident("exposed", "KH"), UNKNOWN)
    enter(dealer, Incident("exposed", "QH"))
    assert dealer.over and ("annulled", "") in calls(dealer) and nets(dealer) == {"Ana": 0}


@law("16-9", "19")
def test_the_last_card_lies_open_so_that_it_cannot_be_exposed() -> None:
    dealer = enter(real(1), *[UNKNOWN] * 9)
    assert isinstance(dealer.awaited, Deal) and dealer.awaited.faults == ("miscount",)
    reply = dealer.enter(Incident("exposed"))
    assert isinstance(reply, Refusal) and reply.code == "no-fault"


# -- conduct ---------------------------------------------------------------------------------------


@law("17-4", "17-6", "20.b", "ir/188")
def test_who_shows_their_cards_loses_their_bets() -> None:
    dealer = report(asked(2, rules=JACKPOT), "showed", "1")
    assert calls(dealer)[-1] == ("cards-stay-down", "1")
    assert dealer.standing is not None and dealer.standing.offers[0].seat == "2"
    do(dealer, "Rui: call 2")
    enter(dealer, "KD", "7H", "5S", "3C", "2S", "2D", "4H", "6C", "8S")
    assert dealer.over and nets(dealer)["Ana"] == -600
    assert [s.result for s in steps(dealer, Result) if s.hand == "1"] == ["lost"]
    late = do(asked(2), "Ana: call 1")
    report(late, "showed", "1")
    do(late, "Rui: pass 2")
    enter(late, "KD", "7H", "5S", "3C")
    assert late.over
    taken = {s.bet: s.amount for s in steps(late, Move) if s.kind == "collect"}
    assert taken == {"1": 500, "1/second": 1000, "2": 500}, "the second bet too"


@law("17-5", "ir/188")
def test_who_has_passed_may_not_show_their_cards_and_has_nothing_to_lose() -> None:
    dealer = report(do(asked(2), "Ana: pass 1"), "showed", "1")
    assert calls(dealer)[-1] == ("passed-cards-stay-down", "1")
    do(dealer, "Rui: pass 2")
    enter(dealer, "KD", "7H", "5S", "3C")
    assert nets(dealer) == {"Ana": -500, "Rui": -500} and dealer.outcome.breaches == {"Ana": 1}


@law("20", "20.a", "20.b", "21", "23")
def test_what_players_are_forbidden_is_called_and_nothing_else_happens() -> None:
    dealer = asked(2)
    for kind, seat, call in (("spoke", "2", ("silence", "2")), ("advised", "", ("no-advice", "")),
                             ("wagered", "1", ("no-side-bets", "1")),
                             ("showed", "bank", ("cards-stay-down", ""))):
        report(dealer, kind, seat)
        assert calls(dealer)[-1] == call
        assert dealer.standing is not None and dealer.standing.offers[0].seat == "1"
    cited = {step.call: step.law.rpartition("/")[2] for step in steps(dealer, Call)}
    assert (cited["silence"], cited["no-advice"], cited["no-side-bets"]) == ("20.a", "21", "23")
    do(dealer, "Ana: pass 1", "Rui: pass 2")
    enter(dealer, "KD", "7H", "5S", "3C")
    assert dealer.outcome.breaches == {"Rui": 1} and dealer.outcome.seats[:2] == ("Ana", "Rui")


@law("20-2", "ir/188")
def test_a_continued_breach_ends_the_play_of_who_commits_it() -> None:
    dealer = asked(2, carry=carry_with(("Ana", "Rui"), breaches={"Rui": 1}))
    report(dealer, "spoke", "2")
    do(dealer, "Ana: pass 1", "Rui: call 2")
    enter(dealer, "KD", "7H", "5S", "3C", "2S", "2D", "4H", "6C", "8S")
    assert nets(dealer)["Rui"] == 1500, "the play is played to its end"
    out = steps(dealer, Call)[-1]
    assert (out.call, out.facts) == ("may-not-play", {RISES: 2})
    carry = dealer.outcome
    assert carry.seats[:2] == ("Ana", "") and carry.barred == ("Rui",)
    again = Dealer(GAME.coup(at(attended=True), carry), Attended())
    while again.awaited is not None:
        enter(again, "2D" if getattr(again.awaited, "to", "") else "done")
    assert refusal_of(again, "Rui: sit 2") == ("barred", "20-2")
    assert do(again, "Eva: sit 2").standing is not None, "others may"


@law("24")
def test_packs_are_replaced_entirely_once_a_card_is_damaged() -> None:
    table = at(attended=True)
    early = Dealer(GAME.coup(table, carry_with(("Ana",))), Attended())
    while early.awaited is not None:
        enter(early, "2D" if getattr(early.awaited, "to", "") else "done")
    report(early, "damaged")
    assert calls(early)[-1] == ("damaged", "")
    do(early, "Ana: bet 1 500", "time")
    enter(early, *[UNKNOWN] * 9, "AC", "done")
    do(early, "Ana: pass 1")
    enter(early, "KD", "7H", "5S", "3C")
    assert early.outcome.spoilt
    again = Dealer(GAME.coup(table, early.outcome), Attended())
    assert isinstance(again.awaited, Handle) and again.awaited.what == "replace-packs"
    while again.awaited is not None:
        enter(again, "2D" if getattr(again.awaited, "to", "") else "done")
    do(again, "Ana: bet 1 500", "time")
    enter(again, *[UNKNOWN] * 9, "AC", "done")
    do(again, "Ana: pass 1")
    enter(again, "KD", "7H", "5S", "3C")
    assert not again.outcome.spoilt


@pytest.mark.parametrize("kind", ["showed", "spoke", "advised", "wagered"])
def test_none_of_it_can_be_reported_where_nobody_watches(kind: str) -> None:
    reply = begin(at(), [ACE_KING], LOW).report(Incident(kind))
    assert isinstance(reply, Refusal) and reply.code == "no-fault"
