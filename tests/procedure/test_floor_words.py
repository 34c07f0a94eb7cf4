"""The words for what a croupier does at a table, and for what goes wrong there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator
from typing import Any

import pytest

from sabot.equipment import PACK, UNKNOWN, Seeded, Shoe
from sabot.ledger.postings import FIRST
from sabot.procedure import (
    FLOWS,
    NOBODY,
    Act,
    AnyStep,
    Attended,
    Call,
    Deal,
    Dealer,
    Detail,
    Event,
    Handle,
    Incident,
    Listen,
    Live,
    Move,
    Offer,
    Part,
    Refusal,
    ReplayMismatch,
    Result,
    Reveal,
    Scripted,
    Shift,
    Shuffle,
    Stakes,
    TableState,
    TimeOut,
    Turn,
    Void,
    decode,
    encode,
    in_play,
    redact,
    replay,
)
from sabot.procedure.narration import Line, Narrator
from sabot.procedure.refusal_text import REFUSED
from sabot.procedure.view import inspect
from sabot.procedure.visible_events import NO_LABEL, HandLabel, ShownHandle, ShownShuffle
from support.wire import wire

LAW = "pt-217-2007/blackjack/5"
Steps = Generator[AnyStep, Any, Any]
WORDS = {
    "handle.show-cards": "The packs are shown", "handle.burn": "{cards} cards are burnt",
    "handle.lid": "The lid of the shuffler", "answer.lid-open": "it is open",
    "answer.lid-closed": "it is closed", "incident.torn": "a torn card",
    "incident.misdeal": "a card dealt out of turn", "act.cut": "Cut", "note.cards": "cards",
    "bet.pair": "Pair", "bank": "Bank", "act.hit": "Hit",
}


def told(dealer: Dealer, eyes: str = "") -> TableState:
    state = TableState(lambda hand, cards, calls: HandLabel(total=len([c for c in cards if c])))
    for event in dealer.record:
        state.fold(redact(event, eyes))
    return state


def words(dealer: Dealer) -> list[str]:
    teller = Narrator(
        WORDS, lambda hand, cards, calls: HandLabel(total=len([c for c in cards if c]))
    )
    return [line.text for line in teller.lines(dealer.record)]


def same(coup: Callable[[], Steps], dealer: Dealer) -> None:
    """The record, from its bytes, tells the same coup again and comes to the same end."""
    again = replay(coup(), decode(encode(dealer.record)))
    assert again.record == dealer.record
    assert (again.outcome, again.standing) == (dealer.outcome, dealer.standing)


def refused(answer: Any, code: str) -> Refusal:
    assert isinstance(answer, Refusal) and answer.code == code, answer
    return answer


# -- what the croupier does ------------------------------------------------------------------------


def packs_shown() -> Steps:
    return (yield Handle(LAW, what="show-cards", faults=("torn",)))


def test_the_croupier_says_when_he_has_shown_the_packs() -> None:
    dealer = Dealer(packs_shown(), Attended())
    assert isinstance(dealer.awaited, Handle) and not dealer.over
    no = refused(dealer.enter("KH"), "no-answer")
    assert no.accepts == ("done",) and no.law == LAW and not dealer.record
    dealer.enter("done")
    assert dealer.over and dealer.outcome is None
    assert wire(redact(dealer.record[0], "ana")) == {
        "step": "handle", "law": LAW, "what": "show-cards", "seat": "", "facts": {}}
    assert words(dealer) == ["The packs are shown"]
    same(packs_shown, dealer)


@pytest.mark.parametrize("chance", [Live(Seeded(1)), Scripted()])
def test_where_nobody_attends_the_table_it_is_done_at_once(chance: Any) -> None:
    dealer = Dealer(packs_shown(), chance)
    assert dealer.over and dealer.record == [Event(Handle(LAW, what="show-cards",
                                                          faults=("torn",)))]


def test_a_fault_that_is_found_while_the_packs_are_shown() -> None:
    dealer = Dealer(packs_shown(), Attended())
    no = refused(dealer.enter(Incident("misdeal")), "no-fault")
    assert no.accepts == ("torn",) and "continue here: torn" in no.text
    refused(dealer.enter(Incident("torn", card="1H")), "no-card")
    dealer.enter(Incident("torn", card="7H", note="pack 3"))
    assert dealer.outcome == Incident("torn", card="7H", note="pack 3")
    seen = redact(dealer.record[0], "ana")
    assert isinstance(seen, ShownHandle) and seen.incident == "torn"
    assert words(dealer) == ["The packs are shown: a torn card"]
    same(packs_shown, dealer)


def test_a_script_names_the_fault_before_the_cards_that_follow() -> None:
    def burnt() -> Steps:
        found = yield Handle(LAW, what="show-cards", faults=("torn",))
        yield Handle(LAW, what="burn", facts={"cards": 3})
        return found, (yield Deal(LAW, to="1"))

    scripted = Dealer(burnt(), Scripted([Incident("torn"), "KH"]))
    assert scripted.outcome == (Incident("torn"), "KH")
    assert words(scripted)[1] == "3 cards are burnt"
    other = Dealer(burnt(), Scripted([Incident("misdeal"), "KH"]))
    assert other.outcome == (None, Incident("misdeal"))


def lid() -> Steps:
    word = yield Handle(LAW, what="lid", answers=("lid-open", "lid-closed"))
    yield Call(LAW, call=word or "lid-open")
    return word


def test_a_handling_may_ask_for_a_word_and_none_means_the_first() -> None:
    dealer = Dealer(lid(), Attended())
    no = refused(dealer.enter("done"), "no-answer")
    assert no.accepts == ("lid-open", "lid-closed") and "lid-open or lid-closed" in no.text
    dealer.enter("lid-closed")
    assert dealer.outcome == dealer.record[0].word == "lid-closed"
    assert words(dealer)[0] == "The lid of the shuffler: it is closed"
    same(lid, dealer)
    assert Dealer(lid(), Live(Seeded(1))).outcome is None
    assert Dealer(lid(), Scripted(words=["lid-closed"])).outcome == "lid-closed"
    assert Dealer(lid(), Scripted(words=["another-word"])).outcome is None


# -- a card that nobody has seen -------------------------------------------------------------------


def hole() -> Steps:
    card = yield Deal(LAW, to="bank", seen_by=NOBODY)
    if card == UNKNOWN:
        card = yield Turn(LAW, hand="bank", index=0)
    else:
        yield Reveal(LAW, hand="bank", index=0, card=card)
    yield Result(LAW, hand="bank", result="stands")
    return card


def test_at_a_real_table_the_face_down_card_is_unknown_until_it_is_turned_up() -> None:
    dealer = Dealer(hole(), Attended())
    dealer.enter("??")
    assert isinstance(dealer.awaited, Turn) and told(dealer).hands == {"bank": [None]}
    assert "card" not in wire(redact(dealer.record[0], "ana"))
    refused(dealer.enter("??"), "no-card")
    refused(dealer.enter(Incident("torn")), "no-fault")
    dealer.enter("7S")
    assert dealer.outcome == "7S" and told(dealer).hands == {"bank": ["7S"]}
    assert words(dealer)[:2] == ["bank receives a card face down", "bank turns up 7♠: 1"]
    same(hole, dealer)
    assert Dealer(hole(), Scripted("?? 7S")).outcome == "7S"


def test_a_face_down_card_may_be_known_all_the_same() -> None:
    dealer = Dealer(hole(), Attended())
    dealer.enter("7S")
    assert dealer.over and [type(e.step) for e in dealer.record] == [Deal, Reveal, Result]


def test_a_card_that_lies_open_is_never_unknown() -> None:
    def face_up() -> Steps:
        return (yield Deal(LAW, to="1"))

    dealer = Dealer(face_up(), Attended())
    no = refused(dealer.enter("??"), "no-card")
    assert "is face up" in no.text and not dealer.record
    with pytest.raises(ValueError, match="face up"):
        Dealer(face_up(), Scripted("??"))


def test_a_record_goes_on_from_a_card_that_is_still_unknown() -> None:
    dealer = Dealer(hole(), Attended())
    dealer.enter("??")
    again = replay(hole(), decode(encode(dealer.record)), Attended())
    again.enter("AD")
    assert again.outcome == "AD"


# -- a card that is moved --------------------------------------------------------------------------


def put_aside() -> Steps:
    first = yield Deal(LAW, to="bank", seen_by=NOBODY)
    yield Deal(LAW, to="bank")
    yield Shift(LAW, frm="bank", index=0, to="aside", card=first)
    yield Shift(LAW, frm="bank", index=0, to="aside", card="9C")


def test_a_card_goes_aside_and_everybody_sees_it() -> None:
    dealer = Dealer(put_aside(), Scripted("4H 9C"))
    assert told(dealer).hands == {"aside": ["4H", "9C"]} and set(told(dealer).labels) == {"aside"}
    dealer.record.pop()
    assert told(dealer).hands == {"bank": ["9C"], "aside": ["4H"]}
    assert wire(redact(dealer.record[-1], "")) == {
        "step": "shift", "law": LAW, "frm": "bank", "index": 0, "to": "aside", "card": "4H"}
    assert words(dealer)[-1] == "4♥ moves from bank to aside, face up"
    assert "4♥" not in " ".join(words(dealer)[:2])


# -- faults ----------------------------------------------------------------------------------------


def asked() -> Steps:
    yield Deal(LAW, to="1", seen_by="ana")
    heard = yield Listen(LAW, offers=(Offer("hit", "1", LAW, "ana"),), window="1:1",
                         clock="decision", faults=("misdeal", "torn"))
    if isinstance(heard, Incident):
        yield Call(LAW, call="cancelled", seat=heard.seat)
        heard = yield Listen(LAW, offers=(Offer("hit", "1", LAW, "ana"),), window="1:2",
                             clock="decision")
    return heard


def test_a_supervisor_reports_a_fault_while_a_player_is_asked() -> None:
    dealer = Dealer(asked(), Scripted("5C"))
    before = list(dealer.record)
    no = refused(dealer.report(Incident("foreign-object")), "no-fault")
    assert no.accepts == ("misdeal", "torn") and "continue here: misdeal, torn" in no.text
    assert no.law == LAW and dealer.record == before and dealer.standing is not None
    refused(dealer.report(Incident("torn", card="5X")), "no-card")
    events = dealer.report(Incident("misdeal", card="5C", seat="1", note="Rui's mistake"))
    assert not isinstance(events, Refusal)
    assert [type(e.step) for e in events] == [type(None), Call, Listen]
    assert dealer.standing is not None and dealer.standing.window == "1:2"
    same(asked, dealer)
    dealer.answer(Act("ana", "hit", "1"))
    assert dealer.outcome == Act("ana", "hit", "1")
    same(asked, dealer)


def test_a_report_tells_its_kind_and_place_and_never_a_card() -> None:
    dealer = Dealer(asked(), Scripted("5C"))
    dealer.report(Incident("misdeal", card="5C", seat="1", note="Rui's mistake"))
    reported = dealer.record[2]
    for eyes in ("", "ana", "rui"):
        assert wire(redact(reported, eyes)) == {"fault": "misdeal", "seat": "1"}
    assert words(dealer)[2] == "  place 1: a fault is reported: a card dealt out of turn " \
                               "(Rui's mistake)"
    assert "5C" not in str(inspect(reported))
    assert told(dealer, "rui").hands == {"1": [None]}


def test_no_fault_is_reported_while_nobody_is_asked() -> None:
    dealer = Dealer(hole(), Attended())
    refused(dealer.report(Incident("torn")), "not-now")
    done = Dealer(packs_shown(), Scripted())
    refused(done.report(Incident("torn")), "not-now")


def test_where_a_listen_names_no_fault_none_is_taken() -> None:
    dealer = Dealer(asked(), Scripted("5C"))
    dealer.report(Incident("torn"))
    no = refused(dealer.report(Incident("torn")), "no-fault")
    assert no.accepts == () and no.text.endswith("can continue here")


def asked_more() -> Steps:
    """A fault that concerns one of two places, and has a sum."""
    return (yield Listen(
        LAW, offers=(Offer("hit", "1", LAW, "ana"),), window="1:1", faults=("short", "mixed"),
        details=(Detail("short", ("1", "2"), 100, 900, 100), Detail("mixed", ("2",)))))


@pytest.mark.parametrize(("told", "code", "says"), [
    (Incident("short", seat="3", amount=200), "fault-place", "one of the places 1, 2, not '3'"),
    (Incident("short", amount=200), "fault-place", "not ''"),
    (Incident("short", seat="1"), "fault-amount", "1.00 € to 9.00 € in steps of 1.00 €"),
    (Incident("short", seat="1", amount=1000), "fault-amount", "10.00 € was entered"),
    (Incident("short", seat="1", amount=250), "fault-amount", "2.50 € was entered"),
    (Incident("mixed", seat="1"), "fault-place", "not '1'"),
    (Incident("mixed", seat="2", amount=100), "no-amount", "takes no amount")])
def test_what_a_fault_says_besides_its_kind_is_checked(
        told: Incident, code: str, says: str) -> None:
    dealer = Dealer(asked_more(), Scripted())
    no = refused(dealer.report(told), code)
    assert says in no.text and no.law == LAW and len(dealer.record) == 1
    for lang, words in REFUSED.items():
        assert words[f"refused.{code}"], lang


def test_a_fault_with_its_place_and_its_sum_is_taken() -> None:
    dealer = Dealer(asked_more(), Scripted())
    dealer.report(Incident("short", seat="2", amount=300))
    assert dealer.outcome == Incident("short", seat="2", amount=300)
    same(asked_more, dealer)
    for eyes in ("", "ana"):
        assert "details" not in wire(redact(dealer.record[0], eyes))


def test_a_record_with_a_fault_that_the_coup_does_not_know_is_no_record_of_it() -> None:
    dealer = Dealer(asked(), Scripted("5C"))
    dealer.report(Incident("torn"))
    touched = [Event(incident=Incident("other")) if e.step is None else e for e in dealer.record]
    with pytest.raises(ReplayMismatch, match="reports other"):
        replay(asked(), touched)


def test_a_deal_names_the_faults_that_may_come_instead_of_its_card() -> None:
    def deal() -> Steps:
        return (yield Deal(LAW, to="1", faults=("two-cards",)))

    dealer = Dealer(deal(), Attended())
    no = refused(dealer.enter(Incident("torn")), "no-fault")
    assert no.accepts == ("two-cards",)
    dealer.enter(Incident("two-cards", card="7H", seat="1"))
    assert dealer.outcome == Incident("two-cards", card="7H", seat="1")
    same(deal, dealer)


def test_the_card_of_an_incident_lies_in_the_hand_until_it_is_put_aside() -> None:
    def exposed() -> Steps:
        yield Deal(LAW, to="bank")
        for seen_by in ("*", NOBODY):
            bad = yield Deal(LAW, to="bank", seen_by=seen_by, faults=("exposed", "jam"))
            if bad.card:
                yield Shift(LAW, frm="bank", index=1, to="aside", card=bad.card)

    dealer = Dealer(exposed(), Scripted(["4H", Incident("exposed", "KH"),
                                         Incident("exposed", "9C")]))
    jammed = Dealer(exposed(), Scripted(["4H", Incident("jam"), Incident("jam")]))
    assert told(jammed).hands == {"bank": ["4H"]}
    seen = [wire(redact(event, "ana")) for event in dealer.record]
    assert seen[1] == {"step": "deal", "law": LAW, "to": "bank", "card": "KH",
                       "incident": "exposed", "lies": True}
    assert seen[3] == {"step": "deal", "law": LAW, "to": "bank", "incident": "exposed",
                       "lies": True}
    assert told(dealer).hands == {"bank": ["4H"], "aside": ["KH", "9C"]}


# -- shuffles --------------------------------------------------------------------------------------


def test_the_cards_that_lie_outside_are_not_shuffled_in() -> None:
    live = Live(Seeded(4))

    def shuffled() -> Steps:
        return (yield Shuffle(LAW, packs=1, warning=0, without=("KH", "2C")))

    dealer = Dealer(shuffled(), live)
    assert live.shoe is not None and len(live.shoe.order) == 50
    assert Counter(live.shoe.order) == Counter(PACK) - Counter(("KH", "2C"))
    assert Shoe.opened(live.shoe.opening()).order == live.shoe.order
    seen = redact(dealer.record[0], "ana")
    assert isinstance(seen, ShownShuffle) and seen.without == 2 and "KH" not in str(seen)
    assert words(dealer)[0].endswith("; cards left out: 2")
    same(shuffled, dealer)


def test_cards_that_no_pack_has_cannot_lie_outside() -> None:
    with pytest.raises(ValueError, match="1 packs have no KH"):
        Shoe.shuffled(1, Seeded(1), ("KH", "KH"))
    assert Shoe.shuffled(2, Seeded(1)).order == Shoe.shuffled(2, Seeded(1), ()).order


# -- the bets of others on a hand ------------------------------------------------------------------


def shared() -> Steps:
    r = Stakes()
    for bet, player in (("3", "ana"), ("3+1", "rui"), ("3/pair", "ana"), ("3+1/pair", "rui"),
                        ("3+12", "eva"), ("33", "gil")):
        yield r.stake(bet, player, 100, LAW)
    yield Deal(LAW, to="3")
    yield Deal(LAW, to="3")
    try:
        yield r.part("3", ("3.1", "3.2"), LAW)
        yield r.stake("3.2+1", "rui", 100, LAW)
        yield Deal(LAW, to="3.1")
        yield r.part("3.1", ("3.1", "3.3"), LAW)
        yield Listen(LAW, offers=(Offer("hit", "3.1", LAW, "ana"),), window="w", clock="decision")
    except Void:
        yield from r.refund(LAW)
    return dict(r.stakes)


def test_a_split_carries_every_bet_of_the_hand_along() -> None:
    dealer = Dealer(shared(), Scripted("8H 8C 8S"))
    assert told(dealer).bets == {"3.1": 100, "3.1+1": 100, "3/pair": 100, "3+1/pair": 100,
                                 "3.1+12": 100, "33": 100, "3.2+1": 100}
    assert in_play(dealer.record) == {"ana": 200, "rui": 300, "eva": 100, "gil": 100}
    dealer.void("power")
    assert dealer.outcome == {} and in_play(dealer.record) == {} and told(dealer).bets == {}
    refunds = {m.bet: m.player for e in dealer.record
               if isinstance(m := e.step, Move) and m.kind == "refund"}
    assert refunds["3.1+1"] == "rui" and refunds["3.1+12"] == "eva"
    same(shared, dealer)


def test_the_step_is_the_one_that_a_coup_yields_itself() -> None:
    r = Stakes()
    r.stake("3", "ana", 100, LAW)
    assert r.part("3", ("3.1", "3.2"), LAW, "ir/4") == Part(LAW, ("ir/4",), hand="3",
                                                          into=("3.1", "3.2"))
    assert r.stakes == {"3.1": ("ana", 100)}


@pytest.mark.parametrize(("bet", "name"), [
    ("3+1", "place 3, bettor 1"), ("3.1+2", "hand 3.1, bettor 2"),
    ("3+1/pair", "pair of place 3, bettor 1"), ("3/pair", "pair of place 3"),
])
def test_the_bets_of_others_have_names(bet: str, name: str) -> None:
    assert Narrator(WORDS, lambda *_: NO_LABEL).name(bet) == name


def test_a_bettor_is_called_by_the_name_that_the_record_holds() -> None:
    teller = Narrator(WORDS, lambda *_: NO_LABEL, named=True)
    staked = teller.lines([Event(Move(LAW, kind="stake", bet="3+1", player="Rui", amount=500))])
    assert staked[0].text == "Rui: 5.00 € on place 3"
    assert [teller.name(bet) for bet in ("3.2+1", "3+1/pair", "3+2")] == [
        "hand 3.2, Rui", "pair of place 3, Rui", "place 3, bettor 2"]


# -- the pool --------------------------------------------------------------------------------------


def test_a_jackpot_is_fed_by_stakes_and_the_bank_and_pays_players() -> None:
    def pool() -> Steps:
        r = Stakes()
        yield r.stake("3/jackpot", "ana", 100, LAW)
        yield r.release("contribute", "3/jackpot", 100, LAW)
        yield Move(LAW, kind="seed", bet="jackpot", player="", amount=5000)
        yield Move(LAW, kind="jackpot", bet="3/jackpot", player="ana", amount=2500)
        yield Move(LAW, kind="restore", bet="3", player="ana", amount=700)

    dealer = Dealer(pool(), Scripted())
    moved = [tuple(t)[1:4] for t in FIRST.transfers("t1", "c1", 0, dealer.record)]
    assert moved == [("player:ana", "stake:c1", 100), ("stake:c1", "jackpot:t1", 100),
                     ("bank:t1", "jackpot:t1", 5000), ("jackpot:t1", "player:ana", 2500),
                     ("bank:t1", "player:ana", 700)]
    assert [kind for kind, (frm, _) in FLOWS.items() if frm == "jackpot"] == [
        "jackpot", "jackpot-due"]
    assert told(dealer).bets == {} and in_play(dealer.record) == {}
    assert words(dealer)[1:] == [
        "1.00 € on jackpot of place 3 goes to the jackpot",
        "the bank puts 50.00 € into the jackpot",
        "the jackpot pays ana 25.00 € on jackpot of place 3",
        "the bank gives 7.00 € on place 3 back to ana"]


# -- acts that count cards -------------------------------------------------------------------------


def cutting() -> Steps:
    heard = yield Listen(LAW, offers=(Offer("cut", "table", LAW, "ana", low=10, high=302, unit=1,
                                            note="cards"),), window="cut:1", clock="cut")
    return heard


def test_a_cut_counts_cards_and_not_cents() -> None:
    dealer = Dealer(cutting(), Scripted())
    no = refused(dealer.answer(Act("ana", "cut", "table", 9)), "below-minimum")
    assert no.text == "9 refused: from 10 to 302 is allowed; nearest: 10"
    dealer.answer(Act("ana", "cut", "table", 57))
    assert words(dealer) == ["ana may: cut (10 to 302 cards, 5)", "  ana: Cut, 57 cards"]


def test_the_clock_of_the_cut_runs_out_as_any_other() -> None:
    dealer = Dealer(cutting(), Scripted())
    dealer.answer(TimeOut("cut:1"))
    assert dealer.outcome == TimeOut("cut:1")


def test_a_line_has_the_clauses_of_what_the_croupier_does() -> None:
    teller = Narrator(WORDS, lambda *_: NO_LABEL)
    line = teller.line(inspect(Event(Handle(LAW, ("ir/50",), what="show-cards", seat="3"))))
    assert line == Line("place 3: The packs are shown", (LAW, "ir/50"))
