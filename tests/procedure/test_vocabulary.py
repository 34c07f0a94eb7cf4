"""Each word of the vocabulary at work in a coup of a few lines."""

from __future__ import annotations

from collections.abc import Callable, Generator
from itertools import permutations
from typing import Any

import pytest

from sabot.equipment import Seeded, Shoe, seal_throw
from sabot.procedure import (
    FLOWS,
    NOBODY,
    Act,
    AnyStep,
    Attended,
    Call,
    Cover,
    Cut,
    Deal,
    Dealer,
    Incident,
    Listen,
    Live,
    Offer,
    Refusal,
    Result,
    Reveal,
    Scripted,
    Shuffle,
    Stakes,
    TableState,
    Throw,
    TimeOut,
    Uncover,
    Void,
    decode,
    encode,
    flows,
    gather,
    in_play,
    redact,
    replay,
)
from sabot.procedure.resolvers import ScriptEnds
from sabot.procedure.visible_events import NO_LABEL, ShownDeal, ShownListen, ShownThrow
from support.wire import wire

LAW = "pt-217-2007/roleta-francesa/13"
Steps = Generator[AnyStep, Any, Any]


def state_seen(dealer: Dealer, eyes: str = "") -> TableState:
    state = TableState(lambda hand, cards, calls: NO_LABEL)
    for event in dealer.record:
        state.fold(redact(event, eyes))
    return state


def same(coup: Callable[[], Steps], dealer: Dealer) -> Dealer:
    """The dealer again, from the bytes of its record."""
    again = replay(coup(), decode(encode(dealer.record)))
    assert again.record == dealer.record
    assert again.outcome == dealer.outcome
    return again


def spin() -> Steps:
    while isinstance(fell := (yield Throw(
            LAW, thing="ball", sides=(37,), faults=("foreign-object",))), Incident):
        yield Call(LAW, call="null-coup", facts={"cause": fell.kind})
    return fell[0]


def dice() -> Steps:
    return (yield Throw(LAW, thing="dice", sides=(6, 6), first=1))


# -- throws ----------------------------------------------------------------------------------------


def test_a_throw_is_answered_by_one_number_for_each_thing() -> None:
    seen = {Dealer(dice(), Live(Seeded(n))).outcome for n in range(600)}
    assert seen == {(a, b) for a in range(1, 7) for b in range(1, 7)}


def test_a_throw_is_recorded_replayed_and_told_to_everybody() -> None:
    dealer = Dealer(spin(), Scripted(throws=[(17,)]))
    assert dealer.outcome == 17
    same(spin, dealer)
    assert state_seen(dealer).show().fell == {"ball": [17]}


def test_an_incident_answers_a_throw_and_the_coup_goes_on_from_it() -> None:
    dealer = Dealer(spin(), Scripted(throws=[Incident("foreign-object"), (0,)]))
    assert dealer.outcome == 0
    assert [type(event.step) for event in dealer.record] == [Throw, Call, Throw]
    shown = redact(dealer.record[0], "")
    assert isinstance(shown, ShownThrow) and shown.incident == "foreign-object"
    same(spin, dealer)


def test_a_script_that_is_too_short_says_so() -> None:
    chance = Scripted()
    with pytest.raises(ScriptEnds, match="the script ends after 0 throws"):
        chance.resolve(Throw(LAW, thing="wheel", sides=(37,), first=0))


def covered() -> Steps:
    """Dice shaken out of sight before the bets, as cussec has them."""
    fell, seal, nonce = yield Cover(LAW, thing="dice", sides=(6, 6, 6), first=1)
    yield Listen(LAW, offers=(Offer("bet", "small", LAW, low=100, high=500, unit=100),),
                 window="bets", clock="betting", default="no-more-bets")
    yield Uncover(LAW, thing="dice", fell=fell, seal=seal, nonce=nonce)


def test_a_covered_throw_is_sealed_before_the_bets_and_hidden_until_it_is_uncovered() -> None:
    dealer = Dealer(covered(), Live(Seeded(3)))
    fell, seal = dealer.record[0].fell, dealer.record[0].seal
    for eyes in ("", "ana"):
        assert wire(redact(dealer.record[0], eyes)) == {
            "step": "cover", "law": LAW, "thing": "dice", "seal": seal}
        assert state_seen(dealer, eyes).fell == {"dice": None}
    dealer.answer(TimeOut("bets"))
    shown = redact(dealer.record[-1], "")
    assert isinstance(shown, Uncover) and shown.fell == fell
    assert seal_throw(bytes.fromhex(shown.nonce), fell) == seal
    assert state_seen(dealer).fell == {"dice": fell}
    same(covered, dealer)


# -- real tables -----------------------------------------------------------------------------------


def test_at_a_real_table_the_croupier_enters_what_the_ball_did() -> None:
    dealer = Dealer(spin(), Attended())
    assert isinstance(dealer.awaited, Throw) and not dealer.over and not dealer.record
    refused = dealer.enter((37,))
    assert isinstance(refused, Refusal) and refused.code == "no-throw"
    assert "from 0 to 36" in refused.text and not dealer.record
    assert isinstance(dealer.enter("KH"), Refusal)
    unknown = dealer.enter(Incident("earthquake"))
    assert isinstance(unknown, Refusal) and unknown.accepts == ("foreign-object",)
    assert not isinstance(dealer.enter(Incident("foreign-object")), Refusal)
    assert isinstance(dealer.awaited, Throw) and not dealer.over
    dealer.enter((36,))
    assert dealer.over and dealer.outcome == 36
    late = dealer.enter((36,))
    assert isinstance(late, Refusal) and late.code == "not-now"
    same(spin, dealer)


def test_a_record_that_ends_at_a_real_card_goes_on_when_the_card_comes() -> None:
    def two() -> Steps:
        return [(yield Deal(LAW, to="1")), (yield Deal(LAW, to="1"))]

    dealer = Dealer(two(), Attended())
    refused = dealer.enter("1H")
    assert isinstance(refused, Refusal) and refused.code == "no-card"
    dealer.enter("KH")
    again = replay(two(), dealer.record, Attended())
    again.enter("2C")
    assert again.outcome == ["KH", "2C"]
    assert replay(two(), dealer.record, Scripted("9D")).outcome == ["KH", "9D"]


def test_a_new_shoe_is_cut_once_and_its_seal_still_opens() -> None:
    live = Live(Seeded(1))

    def cut() -> Steps:
        yield Shuffle(LAW, packs=1, warning=7)
        yield Cut(LAW, at=10)
        return (yield Deal(LAW, to="1"))

    dealer = Dealer(cut(), live)
    assert live.shoe is not None
    assert dealer.outcome == live.shoe.order[0]
    again = Shoe.opened(live.shoe.opening(), drawn=1)
    assert (again.order, again.seal, again.draw()) == (
        live.shoe.order, live.shoe.seal, live.shoe.order[1])
    assert sorted(again.order) == sorted(Shoe.shuffled(1, Seeded(2)).order)
    with pytest.raises(ValueError, match="not cut"):
        live.shoe.cut(5)
    same(cut, dealer)


# -- cards of a player's own -----------------------------------------------------------------------


def hand_of_ana() -> Steps:
    card = yield Deal(LAW, to="1", seen_by="ana")
    act = "show" if card[0] in "89" else "card"
    yield Listen(LAW, offers=(Offer(act, "1", LAW, "ana"),), window="1", clock="decision",
                 default=act, default_law=LAW)
    yield Reveal(LAW, hand="1", index=0, card=card)


def test_a_card_dealt_to_one_player_is_told_to_no_other() -> None:
    dealer = Dealer(hand_of_ana(), Scripted("9H"))
    assert state_seen(dealer, "ana").hands == {"1": ["9H"]}
    assert state_seen(dealer, "rui").hands == state_seen(dealer, "").hands == {"1": [None]}
    dealer.answer(Act("ana", "show", "1"))
    assert state_seen(dealer, "rui").hands == {"1": ["9H"]}


def test_a_card_that_one_player_looks_at_is_turned_up_for_them_alone() -> None:
    def looked() -> Steps:
        card = yield Deal(LAW, to="1", seen_by=NOBODY)
        yield Reveal(LAW, hand="1", index=0, card=card, seen_by="ana")
        yield Listen(LAW, offers=(Offer("show", "1", LAW, "ana"),), window="1")
        yield Reveal(LAW, hand="1", index=0, card=card)

    dealer = Dealer(looked(), Scripted("9H"))
    assert state_seen(dealer, "ana").hands == {"1": ["9H"]}
    assert [redact(dealer.record[1], eyes) for eyes in ("rui", "")] == [None, None]
    dealer.answer(Act("ana", "show", "1"))
    assert state_seen(dealer, "rui").hands == {"1": ["9H"]}
    assert "seen_by" not in str([redact(event, "ana") for event in dealer.record])


def test_neither_offers_nor_default_nor_refusals_tell_others_what_a_player_holds() -> None:
    """Two coups that differ only in a card of Ana's are the same to Rui, in every word."""
    natural, low = Dealer(hand_of_ana(), Scripted("9H")), Dealer(hand_of_ana(), Scripted("2H"))
    for eyes in ("", "rui"):
        assert ([redact(event, eyes) for event in natural.record]
                == [redact(event, eyes) for event in low.record])
    for act in ("show", "card", "fold"):
        refusal = natural.answer(Act("rui", act, "1"))
        assert refusal == low.answer(Act("rui", act, "1"))
        assert isinstance(refusal, Refusal) and refusal.code == "not-yours"
    mine = redact(natural.record[-1], "ana")
    assert isinstance(mine, ShownListen) and mine.default == "show"


# -- many spots, many claims -----------------------------------------------------------------------


def test_one_offer_serves_many_spots_and_only_those_named() -> None:
    def cloth() -> Steps:
        spots = tuple(f"pleno/{n}" for n in range(37))
        yield Listen(LAW, offers=(Offer("bet", "", LAW, low=100, high=3000, unit=100, seats=spots,
                                        players=("ana", "rui")),), window="bets")

    dealer = Dealer(cloth(), Scripted())
    for act, code in ((Act("ana", "bet", "pleno/37", 100), "not-offered"),
                      (Act("ana", "bet", "", 100), "not-offered"),
                      (Act("eva", "bet", "pleno/17", 100), "not-yours"),
                      (Act("rui", "bet", "pleno/17", 50), "below-minimum")):
        refused = dealer.answer(act)
        assert isinstance(refused, Refusal) and refused.code == code, act
    seen = wire(redact(dealer.record[0], "rui"))
    assert "players" not in seen["offers"][0]
    assert wire(redact(dealer.record[0], "eva"))["offers"] == []
    assert not isinstance(dealer.answer(Act("rui", "bet", "pleno/36", 100)), Refusal)


def banco() -> Steps:
    order = ("ana", "rui", "eva")

    def ask(heard: dict[str, Act]) -> Listen | None:
        left = [player for player in order if player not in heard]
        offers = tuple(Offer(act, "banco", LAW, player) for player in left
                       for act in ("banco", "no"))
        return Listen(LAW, offers=offers, window="banco", clock="betting") if left else None

    heard = yield from gather(ask)
    claims = [player for player in order if player in heard and heard[player].act == "banco"]
    yield Result(LAW, hand="banco", result=claims[0] if claims else "nobody")
    return claims[0] if claims else ""


def test_priority_and_never_the_order_of_arrival_decides_between_claims() -> None:
    says = {"eva": "banco", "rui": "banco", "ana": "no"}
    for order in permutations(says):
        dealer = Dealer(banco(), Scripted())
        for player in order:
            dealer.answer(Act(player, says[player], "banco"))
        assert dealer.outcome == "rui", order
    dealer = Dealer(banco(), Scripted())
    dealer.answer(Act("eva", "banco", "banco"))
    twice = dealer.answer(Act("eva", "no", "banco"))
    assert isinstance(twice, Refusal) and twice.code == "not-yours"
    dealer.answer(TimeOut("banco"))
    assert dealer.outcome == "eva"
    same(banco, dealer)


# -- money among players ---------------------------------------------------------------------------


def balances(dealer: Dealer) -> dict[str, int]:
    """What each account gained; a player's account is under their name."""
    sums: dict[str, int] = {}
    for _, move in flows(dealer.record):
        for role, sign in zip(FLOWS[move.kind], (-1, 1), strict=True):
            name = move.player if role == "player" else role
            sums[name] = sums.get(name, 0) + sign * move.amount
    assert sum(sums.values()) == 0
    return {name: gain for name, gain in sums.items() if gain}


def player_bank(win: bool) -> Steps:
    r = Stakes()
    yield r.stake("bank", "ana", 1000, LAW)
    yield r.stake("3", "rui", 600, LAW)
    try:
        yield Listen(LAW, offers=(Offer("go", "bank", LAW, "ana"),), window="go")
    except Void:
        yield from r.refund(LAW)
        return {}
    if win:
        yield r.take("3", "bank", LAW)
        yield r.release("commission", "bank", 30, LAW)
    else:
        yield r.award("bank", "rui", 600, LAW)
        yield r.release("return", "3", 600, LAW)
    return (yield from r.hold(LAW))


def test_a_player_is_the_bank_and_what_it_wins_is_held_for_the_next_coup() -> None:
    dealer = Dealer(player_bank(True), Scripted())
    dealer.answer(Act("ana", "go", "bank"))
    assert dealer.outcome == {"bank": ("ana", 1570)}
    assert balances(dealer) == {"ana": -1000, "rui": -600, "commission": 30, "held": 1570}
    assert state_seen(dealer).bets == {}

    def again() -> Steps:
        r = Stakes()
        yield from r.resume(dealer.outcome, LAW)
        yield r.release("return", "bank", r.staked("bank"), LAW)

    following = Dealer(again(), Scripted())
    assert balances(following) == {"held": -1570, "ana": 1570}


def test_what_is_in_play_belongs_to_whoever_staked_it() -> None:
    dealer = Dealer(player_bank(False), Scripted())
    assert in_play(dealer.record) == {"ana": 1000, "rui": 600}
    dealer.answer(Act("ana", "go", "bank"))
    awarded = next(i for i, move in flows(dealer.record) if move.kind == "award")
    assert in_play(dealer.record[:awarded + 1]) == {"ana": 400, "rui": 600}
    assert in_play(dealer.record) == {}
    won = Dealer(player_bank(True), Scripted())
    won.answer(Act("ana", "go", "bank"))
    taken = next(i for i, move in flows(won.record) if move.kind == "take")
    assert in_play(won.record[:taken + 1]) == {"ana": 1600}


def test_a_player_who_is_the_bank_pays_out_of_what_they_staked() -> None:
    dealer = Dealer(player_bank(False), Scripted())
    dealer.answer(Act("ana", "go", "bank"))
    assert balances(dealer) == {"ana": -1000, "rui": 600, "held": 400}
    r = Stakes()
    r.stake("bank", "ana", 100, LAW)
    with pytest.raises(ValueError, match="101 cents cannot leave bank, on which 100 lie"):
        r.award("bank", "rui", 101, LAW)


def test_a_void_coup_gives_every_stake_back_to_whose_it_is() -> None:
    dealer = Dealer(player_bank(True), Scripted())
    assert state_seen(dealer).bets == {"bank": 1000, "3": 600}
    dealer.void("power")
    assert dealer.over and balances(dealer) == {} and state_seen(dealer).bets == {}
    same(lambda: player_bank(True), dealer)


def test_everything_dealt_to_nobody_stays_hidden_with_its_incident() -> None:
    def face_up() -> Steps:
        return (yield Deal(LAW, to="bank", seen_by=NOBODY))

    dealer = Dealer(face_up(), Scripted([Incident("face-up", card="4C")]))
    shown = redact(dealer.record[0], "ana")
    assert isinstance(shown, ShownDeal) and not shown.card and shown.incident == "face-up"
    assert dealer.outcome == Incident("face-up", card="4C")
