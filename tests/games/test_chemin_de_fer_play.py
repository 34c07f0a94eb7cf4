"""Portaria 217/2007, chemin de fer: who goes banco, who sees which card, and coups put together
again."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, combinations_with_replacement, permutations
from math import comb, prod
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sabot.equipment import PACK, Seeded
from sabot.families.baccarat.values import points
from sabot.games.chemin_de_fer import drawing
from sabot.procedure import (
    Act,
    Dealer,
    Discard,
    Event,
    Incident,
    Live,
    Move,
    Offer,
    Refusal,
    Result,
    Scripted,
    TableState,
    TimeOut,
    offers_for,
    redact,
)
from sabot.procedure.visible_events import ShownListen
from sabot.regulations import interpretations
from support.chemin_table import (
    GAME,
    banking,
    begin,
    calls,
    do,
    handles,
    may,
    nets,
    offer,
    refusal_of,
    table,
)

SEATED = "Ana Rui Eva Gil Bea"
STANDING = "Leo Ivo"
PUNTERS = ("Rui", "Eva", "Gil", "Bea", "Leo", "Ivo")
"""In the order of priority, where Ana banks."""


def law(*rules: str) -> Any:
    """The law mark of the rules of this game; ``ir/240`` stays as it is."""
    return pytest.mark.law(*(r if r.startswith("ir/") else f"{GAME.section}/{r}" for r in rules))


def coup(cards: str = "2S " * 20, *, attended: bool = False, **fields: Any) -> Dealer:
    """Ana goes on with a bank of 100 euros."""
    carry = banking("Ana", 10_000, SEATED, STANDING, **{"due": "void", **fields})
    return do(begin(carry, table(attended=attended), cards), "Ana: continue 1")


def raced(wills: dict[str, str], arrivals: tuple[str, ...], **fields: Any) -> str:
    """Who has the bank when these people declare, each up to their limit, whoever is quicker; ""
    where nobody has. Each declares the least that still puts them first."""
    dealer = coup(**fields)
    while (listen := dealer.standing) is not None and listen.window.startswith("banco"):
        act = next((act for player in arrivals
                    if (act := _declares(offers_for(listen, player), player, wills)) is not None),
                   None)
        reply = dealer.answer(act or TimeOut(listen.window))
        assert not isinstance(reply, Refusal), reply
    lying = {bet: player for bet, (player, _) in _stakes(dealer).items() if bet != "bank"}
    assert len(lying) <= 1
    return next(iter(lying.values()), "")


def _declares(offers: list[Offer], player: str, wills: dict[str, str]) -> Act | None:
    mine = {offer.act: offer for offer in offers if offer.player == player}
    if not wills.get(player):
        return None
    wanted = ("banco-table",) if wills[player] == "table" else (
        "banco-table", "suivi", "banco", "banco-alone")
    for act in wanted:
        if act in mine:
            return Act(player, act, mine[act].seat, mine[act].low)
    return None


def _stakes(dealer: Dealer) -> dict[str, tuple[str, int]]:
    from sabot.procedure import Owners
    return Owners().fold(dealer.record).lying


def first(wills: dict[str, str], suivi: str = "", tabled: str = "") -> str:
    """Who has the bank by the ladder, without the program: the whole bank before half of it,
    suivi and the table's player of the coup before first, seats before who stands, by order."""
    def rung(player: str) -> tuple[int, int, int, int]:
        alone = wills[player] == "alone"
        return (alone, 2 * (alone and player == suivi) + (alone and player == tabled),
                player not in STANDING.split(), -PUNTERS.index(player))
    willing = [player for player in PUNTERS if wills.get(player)
               and not (wills[player] == "table" and player == tabled)]
    return max(willing, key=rung, default="")


@law("48", "49", "50", "51", "55", "56", "56-2", "56-3", "57", "ir/240")
@settings(max_examples=60, deadline=None, derandomize=True)
@given(wills=st.fixed_dictionaries({player: st.sampled_from(("", "", "table", "alone"))
                                    for player in PUNTERS}),
       arrivals=st.permutations(PUNTERS), suivi=st.sampled_from(("", *PUNTERS)),
       tabled=st.sampled_from(("", *PUNTERS)))
def test_the_ladder_and_not_the_quicker_decides(
        wills: dict[str, str], arrivals: list[str], suivi: str, tabled: str) -> None:
    """Any wills, any order of arrival: the same player has the bank, and nobody else has money
    on it."""
    tabled = "" if suivi else tabled
    assert raced(wills, tuple(arrivals), suivi=suivi, tabled=tabled) == first(wills, suivi, tabled)


@law("48", "49", "50", "56", "56-2", "56-3")
def test_every_order_of_arrival_gives_the_same_winner() -> None:
    """All 120 orders of five who want the bank, each otherwise."""
    wills = {"Rui": "table", "Gil": "table", "Bea": "alone", "Leo": "alone", "Ivo": "table"}
    assert {raced(wills, order) for order in permutations(wills)} == {"Bea"}
    wills = {"Eva": "table", "Gil": "table", "Leo": "alone", "Ivo": "alone"}
    assert {raced(wills, order) for order in permutations(wills)} == {"Leo"}
    wills = {"Gil": "table", "Rui": "table", "Ivo": "table", "Leo": "table"}
    assert {raced(wills, order) for order in permutations(wills)} == {"Rui"}


@law("48", "96.a-3")
def test_who_let_it_pass_may_still_answer_another() -> None:
    """Rui has said no; when Gil, who sits behind, goes banco, Rui is asked again."""
    dealer = do(coup(), "Rui: no-banco 2")
    assert not may(dealer, "Rui")
    do(dealer, "Gil: banco 4")
    assert set(may(dealer, "Rui")) == {"banco", "no-banco"}
    assert not may(dealer, "Bea") and not may(dealer, "Gil")


@law("89-2", "45")
def test_who_passed_the_hand_after_a_tie_is_not_asked_for_banco() -> None:
    carry = banking("Ana", 10_000, SEATED, STANDING, due="tie")
    dealer = do(begin(carry), "Ana: pass-hand 1", "Rui: take-level 2", "Rui: alone 2")
    assert not may(dealer, "Ana") and may(dealer, "Eva")
    assert refusal_of(dealer, "Ana: banco 1") == ("barred", "89-2")


@law("31-2", "45")
def test_an_associate_bets_nothing_against_their_own_bank() -> None:
    carry = banking("Ana", 10_000, SEATED, STANDING, due="void", associate="Gil")
    dealer = do(begin(carry), "Ana: continue 1")
    assert not may(dealer, "Gil") and may(dealer, "Bea")
    assert refusal_of(dealer, "Gil: banco 4") == ("barred", "31-2")


@law("61", "95", "92-2")
def test_who_has_no_priority_keeps_their_place_in_all_else() -> None:
    """Rui changed seat; of equal bets the cards are still for the nearest seat, and bets are
    paid by places. Only banco and a passed hand go by priority."""
    dealer = do(coup("7S 6H TD TC", skips=("Rui",)), "Gil: no-banco 4", "time", "Gil: bet 4 2000",
                "Rui: bet 2 2000", "time", "time", "Rui: no 2")
    paid = [e.step.player for e in dealer.record
            if isinstance(e.step, Move) and e.step.kind == "award"]
    assert dealer.over and paid == ["Rui", "Gil"]


@law("76")
def test_after_a_tie_a_bet_stays_goes_back_or_is_lowered_before_others_bet() -> None:
    held = (("bank", "Ana", 10_000), ("2", "Rui", 10_000))
    carry = banking("Ana", 10_000, SEATED, STANDING, due="tie")
    begun = msgspec.structs.replace(carry, held=held)
    dealer = do(begin(begun), "Ana: continue 1")
    assert may(dealer, "Rui") == {"done", "clear", "bet"} and not may(dealer, "Gil")
    assert refusal_of(dealer, "Rui: bet 2 10000")[0] == "above-maximum"
    do(dealer, "Rui: bet 2 4000")
    assert _stakes(dealer)["2"] == ("Rui", 4000)
    assert offer(dealer, "Gil", "bet").high == 6000
    assert offer(dealer, "Rui", "bet").high == 10_000


# -- who sees what ---------------------------------------------------------------------------------


def seen(dealer: Dealer, eyes: str) -> dict[str, list[str | None]]:
    state = TableState(GAME.label)
    for event in dealer.record:
        state.fold(redact(event, eyes))
    return state.hands


@law("63", "64")
def test_the_ponto_alone_sees_their_cards_until_they_are_shown() -> None:
    dealer = do(coup("2S 3H AD 4C TH"), "time", "Gil: bet 4 2000", "time", "time")
    assert seen(dealer, "Gil") == {"ponto": ["2S", "AD"], "banca": [None, None]}
    for eyes in (*PUNTERS, "Ana", ""):
        if eyes != "Gil":
            assert seen(dealer, eyes) == {"ponto": [None, None], "banca": [None, None]}
    do(dealer, "Gil: card 4")
    shown = [event for event in dealer.record if isinstance(event.step, Result)]
    assert shown and dealer.over


@law("105.e", "64")
def test_cards_that_pass_are_seen_by_who_receives_them_too() -> None:
    dealer = do(coup("2S 3H AD 4C TH"), "time", "Gil: bet 4 2000", "Rui: bet 2 1000", "time",
                "time", "time", "time")
    assert seen(dealer, "Rui")["ponto"] == ["2S", "AD"] and not may(dealer, "Gil")
    assert seen(dealer, "Bea")["ponto"] == [None, None]
    do(dealer, "Rui: card 2")
    assert nets(dealer)["Gil"] == -2000 and nets(dealer)["Rui"] == -1000


@law("99")
def test_advice_is_told_to_who_asked_alone() -> None:
    dealer = do(coup("2S 3H AD 4C TH"), "time", "Gil: bet 4 2000", "time", "time",
                "Gil: ask-advice 4")
    assert dealer.standing is not None
    assert [(o.act, o.note) for o in offers_for(dealer.standing, "Gil")] == [("card", "table")]
    views = [redact(event, "Rui") for event in dealer.record]
    assert "table" not in [o.note for t in views if isinstance(t, ShownListen) for o in t.offers]


# -- coups put together again ----------------------------------------------------------------------


def scores(dealer: Dealer) -> tuple[int, int]:
    results = {e.step.hand: e.step.facts["total"] for e in dealer.record
               if isinstance(e.step, Result)}
    return results["ponto"], results["banca"]


def hands(seed: int) -> list[str]:
    cards = list(PACK)
    Random(seed).shuffle(cards)
    return cards


@law("71", "67.d", "64.b", "64.c")
@settings(max_examples=150, deadline=None, derandomize=True)
@given(seed=st.integers(0, 2**20))
def test_a_false_draw_put_right_ends_as_if_the_table_had_been_kept(seed: int) -> None:
    """The same shoe, once played by the table and once with a false draw of the ponto: both sides
    end with the same scores, and every other card is burnt."""
    first, second, third, fourth, *more = hands(seed)
    score = points([first, third])
    if score in (5, 8, 9):
        return
    right = "card" if score < 5 else "no"
    correct = do(coup(" ".join([first, second, third, fourth, *more[:3]])), "time",
                 "Gil: bet 4 2000", "time", "time", f"Gil: {right} 4")
    while correct.standing is not None:  # a free cell: the table says draw
        do(correct, "Ana: draw 1")
    wrong = "no" if right == "card" else "card"
    bank = points([second, fourth])
    drawn = [] if bank in (8, 9) else more[:1] if wrong == "card" else []
    letter = "F" if bank in (8, 9) else drawing.banker_letter(bank, drawn[0] if drawn else "")
    drawn = more[:len(drawn) + (letter != "F")]
    script = ["??", second, "??", fourth, *drawn, first, third, *more[len(drawn):3]]
    false = do(coup(" ".join(script), attended=True), "time", "Gil: bet 4 2000", "time", "time",
               f"Gil: {wrong} 4")
    while not false.over:
        do(false, "Ana: draw 1")
    assert scores(false) == scores(correct)
    assert nets(false) == nets(correct)


@law("106.b")
@settings(max_examples=100, deadline=None, derandomize=True)
@given(seed=st.integers(0, 2**20), drawn=st.sampled_from(("none", "one", "two")))
def test_a_card_called_by_mistake_changes_no_score(seed: int, drawn: str) -> None:
    """
    """
    first, second, third, fourth, *more = hands(seed)
    if points([first, third]) not in (6, 7) or points([second, fourth]) > 7:
        return
    cards = [first, second, third, fourth]
    correct = do(coup(" ".join([*cards, *more[:2]])), "time", "Gil: bet 4 2000", "time", "time",
                 "Gil: no 4")
    chance = Scripted([*cards, Incident("called-card"), *more[:3]], words=[drawn])
    carry = banking("Ana", 10_000, SEATED, STANDING, due="void")
    wrong = do(begin(carry, table(attended=True), chance=chance), "Ana: continue 1", "time",
               "Gil: bet 4 2000", "time", "time", "Gil: no 4")
    assert scores(wrong) == scores(correct)


@law("104.l")
def test_complaints_end_when_the_cards_are_in_the_deposit() -> None:
    """Paid and put away: both are so with the collecting of the cards (73)."""
    dealer = do(coup("2S 3H 2D 4C 9H"), "time", "Gil: bet 4 2000", "time", "time", "Gil: card 4")
    events: list[Event] = dealer.record
    at = next(i for i, e in enumerate(events)
              if isinstance(e.step, Discard) and "ponto" in e.step.hands)
    assert GAME.complaint_open is not None
    assert GAME.complaint_open(events[:at]) and not GAME.complaint_open(events[:at + 1])


@law("104.g", "2", "ir/251")
@pytest.mark.parametrize("ties", [False, True])
@pytest.mark.parametrize(("third", "has"), [(g, b) for g in range(10) for b in range(10)])
def test_a_banker_at_fault_neither_draws_nor_ties_with_seven_or_eight(
        third: int, has: int, ties: bool) -> None:
    """The ponto has a ten, a king and one card more than it should; the banker stands."""
    cards = ["TS", "TH", "KD", _card(has, "C"), Incident("ponto-more"), _card(third, "S")]
    dealt = do(begin(banking("Ana", 10_000, SEATED, due="void"),
                     table(attended=True, seven_eight_tie=ties), chance=Scripted(cards)),
               "Ana: continue 1", "time", "Gil: bet 4 2000", "time", "time")
    if has < 7:
        assert may(dealt, "Ana") == {"draw", "stand"}
        do(dealt, "Ana: stand 1")
    assert dealt.over  # with 7 or more nothing is asked
    won = "T" if third == has and (ties or has not in (7, 8)) else "P" if third >= has else "B"
    assert dealt.outcome.results[0][0] == won
    paid = {"P": 2000, "B": -2000, "T": -2000}[won]  # after a tie the bet lies there
    assert nets(dealt)["Gil"] == paid
    assert (("4", "Gil", 2000) in dealt.outcome.held) == (won == "T")


def _card(points_: int, suit: str) -> str:
    """A card that counts so much."""
    return f"{'QA23456789'[points_]}{suit}"


def test_how_often_an_equal_seven_or_eight_is_given_to_the_ponto() -> None:
    """Of three cards for the ponto and two for the banker from six packs, as the record says."""
    packs, found, all_ = [96, *[24] * 9], 0, comb(312, 3) * comb(309, 2)
    for ponto in combinations_with_replacement(range(10), 3):
        mine = Counter(ponto)
        ways = prod(comb(packs[v], n) for v, n in mine.items())
        high = max(sum(some) % 10 for n in (2, 3) for some in combinations(ponto, n))
        for bank in combinations_with_replacement(range(10), 2):
            if sum(bank) % 10 == high and high in (7, 8):
                found += ways * prod(comb(packs[v] - mine[v], n) for v, n in Counter(bank).items())
    assert f"{100 * found / all_:.4f} times" in interpretations()[251].odds


@law("98", "6", "5", "ir/347")
def test_conduct_with_cards_is_reported_at_a_real_table_only() -> None:
    """While decisions are taken too; of a pack that gives way once, and of who is there."""
    carry = banking("Ana", 10_000, SEATED, "Leo", due="void")
    unattended = do(begin(carry), "Ana: continue 1", "Rui: banco 2")
    assert unattended.standing is not None and not unattended.standing.faults
    real = do(begin(carry, table(attended=True), "2S 5H AD TC 4S"), "Ana: continue 1",
              "Rui: banco 2")
    assert refusal_of(real, "report advised")[0] == "fault-place"
    do(real, "report advised 2", "report marked 3", "report marked 3")
    assert refusal_of(real, "report damaged-card")[0] == "no-fault"
    assert calls(real)[-4:] == ["no-advice 2", "no-marking 3", "pack-spoilt", "no-marking 3"]
    assert "card" in may(real, "Rui")
    do(real, "Rui: card 2", "report advised 5", "Ana: stand 1")
    assert real.outcome.shoe.last and real.outcome.spoilt and real.outcome.results
    new = do(begin(real.outcome, table(attended=True)), *["time"] * 5)
    assert handles(new)[:2] == ["replace-pack", "spread-used-packs"]
    reopened = GAME.reopen(table(), real.outcome)
    assert not reopened.spoilt


# -- by itself -------------------------------------------------------------------------------------


def test_four_players_of_the_house_play_an_evening_by_themselves() -> None:
    """Each acts from its own offers and what its own eyes see; none is ever refused, and no coup
    waits for them."""
    at, names, dice = table(), ("b1", "b2", "b3", "b4"), Random(3)
    chance, carry, seen_acts = Live(Seeded(3, "bots")), GAME.opening(table()), set()
    for _ in range(120):
        dealer = Dealer(GAME.coup(at, carry), chance)
        for _ in range(400):
            if dealer.over:
                break
            act = next((act for name in names if (act := _bot(dealer, at, name, dice))), None)
            assert dealer.standing is not None
            reply = dealer.answer(act or TimeOut(dealer.standing.window))
            assert not isinstance(reply, Refusal), reply
            seen_acts.add(act.act if act else "time")
        assert dealer.over
        carry = dealer.outcome
    assert {"banco", "bet", "card", "no", "show", "bank", "continue"} <= seen_acts
    assert carry.results


def _bot(dealer: Dealer, at: Any, name: str, dice: Random) -> Act | None:
    offers = offers_for(dealer.standing, name)
    sit = next((o for o in offers if o.act == "sit"), None)
    if sit is not None:
        return Act(name, "sit", sit.spots[0])
    view = TableState(GAME.label)
    for event in dealer.record:
        view.fold(redact(event, name))
    act: Act | None = GAME.bot(at, name, view, tuple(offers), dice.randrange)
    return act
