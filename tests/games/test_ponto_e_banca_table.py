"""Both ponto e banca at their table: the file, the cards, limits that players share, hostility."""

from __future__ import annotations

from itertools import product
from random import Random
from typing import Any

import msgspec
import pytest

from sabot.equipment import Seeded
from sabot.families.baccarat.clauses import Seating
from sabot.families.baccarat.coup import label
from sabot.families.baccarat.values import points
from sabot.games import game
from sabot.procedure import (
    Act,
    Attended,
    Call,
    Deal,
    Dealer,
    Discard,
    Handle,
    Incident,
    Live,
    Move,
    Refusal,
    Reveal,
    Scripted,
    Shuffle,
    TimeOut,
    Turn,
    redact,
)
from sabot.procedure.table import Table
from sabot.procedure.visible_events import NO_LABEL, HandLabel, ShownDeal
from support.dice_coups import bets_of, breaks, do, lawful, nets, read, refusal_of, steps

PLAIN, MACAU = "ponto-e-banca", "ponto-e-banca-macau"
BOTH = pytest.mark.parametrize("of", [PLAIN, MACAU])
LIMITS: dict[str, dict[str, Any]] = {
    PLAIN: {"minimum": 5, "maximum": 350, "places": 9},
    MACAU: {"minimum": 5, "maximum": 500, "places": 9}}
ALONE = "dealer_alone = true\n"
SHOE = {"seal": "scripted", "drawn": 20, "at": 156}
NAMES = ("Ana", "Rui", "Eva", "Gil", "Bea", "Leo", "Ivo")


def law(*rules: str) -> Any:
    """The law mark of rules that both sections have, under the same numbers; ``ir/4`` stays."""
    return pytest.mark.law(*(row for r in rules for row in (
        (r,) if r.startswith("ir/") else [f"{game(of).section}/{r}" for of in (PLAIN, MACAU)])))


def only(of: str, *rules: str) -> Any:
    """The law mark of rules of one of them."""
    return pytest.mark.law(*(r if r.startswith("ir/") else f"{game(of).section}/{r}"
                             for r in rules))


def at(of: str, rules: str = "", **keys: Any) -> Table:
    return lawful(of, rules, **LIMITS[of] | keys)


def sat(table: Table, *players: str, chance: Any = None, **carry: Any) -> Dealer:
    """A coup with these players at the first places, from a shoe in use."""
    this_game = game(table.game)
    seats = (*players, *("",) * (table.places - len(players)))
    shoe = carry.pop("shoe", SHOE)
    carried = msgspec.convert({"seats": seats, "shoe": shoe, **carry}, this_game.carry)
    return Dealer(this_game.coup(table, carried),
                  Live(Seeded(5, "x")) if chance is None else chance)


# -- the table and its file ------------------------------------------------------------------------


@law("1-2", "2")
@BOTH
def test_seats_and_packs_follow_the_kind_of_table(of: str) -> None:
    for table, seats, places, packs in (("single", 7, 13, 6), ("single", 9, 17, 6),
                                        ("double", 6, 22, 8), ("double", 7, 26, 8)):
        new_table = at(of, f'{ALONE}table = "{table}"\nseats = {seats}', places=places)
        dealer = sat(new_table, "Ana", "Rui", shoe=None)
        do(dealer, "Ana: cut 1 10")
        assert [step.packs for step in steps(dealer, Shuffle)] == [packs]
        drawn = game(of).felt(new_table).places
        assert len(drawn) == places
        assert {one.side for one in drawn} == ({1, 2} if table == "double" else {1})
    for table, seats in (("single", 6), ("single", 10), ("double", 5), ("double", 8)):
        found = breaks(of, f'table = "{table}"\nseats = {seats}', **LIMITS[of] | {"places": 12})
        assert found["rules.seats"] == "2"


@law("2", "12", "ir/195")
@BOTH
def test_places_are_the_seats_and_what_gaps_the_house_opens(of: str) -> None:
    for places in (7, 10, 13):
        assert at(of, places=places).places == places
    assert breaks(of, **LIMITS[of] | {"places": 6}) == {"places": "2"}
    assert breaks(of, **LIMITS[of] | {"places": 14}) == {"places": "12"}
    keys = LIMITS[of] | {"places": 23}
    assert breaks(of, 'table = "double"\nseats = 6', **keys) == {"places": "12"}
    found = breaks(of, **LIMITS[of] | {"places_per_player": 2})
    assert list(found) == ["places_per_player"]


@law("12", "ir/195")
@BOTH
def test_a_table_for_one_player_has_seats_and_no_gaps(of: str) -> None:
    keys = LIMITS[of] | {"kind": "individual"}
    assert at(of, **keys | {"places": 1}).places == 1
    assert at(of, **keys | {"places": 7}).places == 7
    for rules, places in (("", 8), ("seats = 9", 10), ('table = "double"\nseats = 6', 13)):
        assert breaks(of, rules, **keys | {"places": places}) == {"places": "12"}
        assert at(of, rules, **keys | {"places": places - 1}).places == places - 1


@law("12", "ir/195", "4-3")
def test_a_gap_lies_behind_the_seat_before_it() -> None:
    single, double = Seating(7, 1), Seating(6, 2)
    assert (single.seated, single.gaps, double.seated, double.gaps) == (7, 6, 12, 10)
    assert [single.seat_of(n) for n in (1, 7, 8, 13)] == [0, 0, 1, 6]
    assert [double.seat_of(n) for n in (12, 13, 17, 18, 22)] == [0, 1, 5, 7, 11]
    assert single.order(10) == [1, 8, 2, 9, 3, 10, 4, 5, 6, 7]


@law("5", "20", "ir/197")
@BOTH
def test_choices_of_the_house_are_those_of_the_law(of: str) -> None:
    assert breaks(of, 'shuffler = "other"', **LIMITS[of]) == {"rules.shuffler": "5"}
    assert breaks(of, 'deduction = "6%"', **LIMITS[of]) == {"rules.deduction": "20"}
    assert breaks(of, 'table = "triple"', **LIMITS[of]) == {"rules.table": "2"}
    for cards in (10, 14):
        assert at(of, f"warning = {cards}").rules.warning == cards
    for cards in (9, 15):
        assert breaks(of, f"warning = {cards}", **LIMITS[of]) == {"rules.warning": "ir/197"}


@only(PLAIN, "21", "21-2", "21-3", "ir/204")
def test_maxima_are_exact_multiples() -> None:
    assert breaks(PLAIN, **LIMITS[PLAIN] | {"maximum": 345}) == {"maximum": "21"}
    assert breaks(PLAIN, **LIMITS[PLAIN] | {"maximum": 355}) == {"maximum": "21"}
    for name, times, row in (("tie", 15, "21-2"), ("pair", 8, "21-3")):
        own = f"pairs = true\n{name} = {{minimum = 10, maximum = {10 * times}}}"
        table = at(PLAIN, own)
        bets = {bet.bet: bet for bet in game(PLAIN).bets(table)}
        assert (bets[name].minimum, bets[name].maximum) == (1000, 1000 * times)
        found = breaks(PLAIN, own.replace(str(10 * times), str(10 * times - 1)), **LIMITS[PLAIN])
        assert found == {f"rules.{name}": row}


@law("20.a", "20.b", "ir/204")
@BOTH
def test_the_minimum_pays_in_whole_cents(of: str) -> None:
    keys = LIMITS[of] | {"minimum": "5.10", "maximum": "357", "unit": "0.10"}
    assert breaks(of, 'deduction = "5%"', **keys) == {"minimum": "ir/204"}
    assert at(of, 'deduction = "50%"', **keys).minimum == 510
    assert at(of, **keys).unit == at(of, 'deduction = "none"', **keys).unit == 10


@only(MACAU, "22", "24", "25")
def test_the_amount_leaves_room_for_every_chance() -> None:
    keys = LIMITS[MACAU] | {"maximum": 40}
    assert breaks(MACAU, **keys) == {"maximum": "24"}
    assert at(MACAU, **keys | {"maximum": 50}).maximum == 5000
    assert breaks(MACAU, "pairs = true", **keys | {"maximum": 50}) == {"maximum": "25"}
    bets = {bet.bet: bet.maximum for bet in game(MACAU).bets(at(MACAU, "pairs = true"))}
    assert bets == {"ponto": 50_000, "banca": 50_000, "tie": 5_000, "pair": 4_000}


@law("2", "5.b", "6-3", "11-2", "12", "16")
@BOTH
def test_the_cloth_has_places_boxes_cards_and_room_for_the_roads(of: str) -> None:
    table = at(of, 'pairs = true\ntable = "double"\nseats = 6', places=22)
    drawn = game(of).felt(table)
    spots = ["banca", "pair/banca", "pair/ponto", "ponto", "tie"]
    assert sorted(zone.spot for zone in drawn.zones) == spots
    assert [one.stands for one in drawn.places][10:14] == ["", "", "1", "2"]
    for way in (drawn, drawn.tall):
        wide, high = way.size
        for side in ("ponto", "banca"):
            box = way.cards[side]
            third = box.third
            assert box.law == f"{game(of).section}/16" and third.w > third.h
            assert third.x >= box.x + box.w and third.x + third.w <= wide
            assert box.y >= 0 and box.y + box.h <= high
        assert way.roads.w <= wide and way.roads.h <= high
    assert drawn.box.law.endswith("/6-3") and not drawn.corner
    corner = game(of).felt(at(of, 'table = "double"\nseats = 6\nshuffler = "continuous"',
                              places=22))
    assert corner.box.law.endswith("/5.b") and corner.corner


@law("9-2")
def test_a_side_is_labelled_with_what_can_be_seen_of_it() -> None:
    assert label("ponto", ["9S", "7D", None], ()) == HandLabel(total=6)
    assert label("banca", [None, None], ()) == label("burn", ["9S"], ()) == NO_LABEL


# -- the cards -------------------------------------------------------------------------------------


@law("6", "6-3", "7", "13-3", "4-4")
@BOTH
def test_a_whole_shoe(of: str) -> None:
    """Eight cards are burned, then one before each coup but the first; when twelve are left the
    coup is the last, and what the shoe held adds up."""
    table = at(of, ALONE)
    this_game = game(of)
    chance = Live(Seeded(11, of))
    carry: Any = this_game.opening(table)
    drawn, coups, last = 0, 0, False
    while not last:
        dealer = Dealer(this_game.coup(table, carry), chance)
        if not coups:
            do(dealer, "Ana: sit 1", "time", "time")
            assert [s.to for s in steps(dealer, Deal)] == ["burn"] * 8
        do(dealer, "Ana: bet ponto 500", "time")
        dealt = [s.to for s in steps(dealer, Deal)]
        if coups:
            assert dealt.count("burn") == 1
        before, drawn = drawn, drawn + len(dealt)
        last = any(s.call == "last-coup" for s in steps(dealer, Call))
        assert last == (before <= 300 < drawn)
        carry, coups = dealer.outcome, coups + 1
        assert carry.shoe.drawn == drawn and len(carry.results) == coups
    dealer = Dealer(this_game.coup(table, carry), chance)
    assert [s.packs for s in steps(dealer, Shuffle)] == [6]
    do(dealer, "Ana: no-cut 1")
    assert dealer.asked is not None and dealer.asked.window == "bets"
    do(dealer, "Ana: bet ponto 500", "time")
    assert len(dealer.outcome.results) == 1 and dealer.outcome.shoe.coups == 1


@law("5", "5.a", "5.c", "ir/205", "13-3")
@BOTH
def test_a_shuffling_shoe_never_ends(of: str) -> None:
    """No cut, no warning card, none of the eight; the same packs are shuffled for each coup."""
    table = at(of, f'{ALONE}shuffler = "continuous"')
    this_game, chance, carry = game(of), Live(Seeded(3, of)), game(of).opening(at(of))
    for coup in range(4):
        dealer = Dealer(this_game.coup(table, carry), chance)
        if not coup:
            do(dealer, "Ana: sit 1")
        do(dealer, "Ana: bet banca 500", "time")
        assert dealer.over and not any(s.call == "last-coup" for s in steps(dealer, Call))
        shuffled, = steps(dealer, Shuffle)
        assert (shuffled.packs, shuffled.warning, shuffled.without) == (6, 0, ())
        assert [s.to for s in steps(dealer, Deal)].count("burn") == min(coup, 1)
        carry = dealer.outcome
    assert len(carry.results) == 4


@law("5.c", "5.b")
@BOTH
def test_cards_wait_in_the_corner_until_they_can_go_back(of: str) -> None:
    table = at(of, f'{ALONE}shuffler = "continuous"')
    cards = ["KS", "7D", "6H", "KC", "6S", "AS", "7D", "7H", "KC"]
    chance = Scripted(cards, words=["corner", "back"])
    dealer = sat(table, "Ana", chance=chance, shoe=None)
    do(dealer, "Ana: bet ponto 500", "time")
    out = dealer.outcome.shoe.out
    assert sorted(out) == sorted(cards[:len(out)]) and len(out) >= 4
    again = Dealer(game(of).coup(table, dealer.outcome), Scripted("AD KS 7D 6H KC", words=["back"]))
    assert steps(again, Shuffle)[0].without == tuple(sorted(out))
    do(again, "Ana: bet ponto 500", "time")
    assert again.outcome.shoe.out == ()


@law("5.c")
@BOTH
def test_a_machine_with_too_few_cards_for_a_coup_is_given_back_those_of_the_corner(of: str) -> None:
    table = at(of, f'{ALONE}shuffler = "continuous"')
    six = [rank + suit for suit in "SHDC" for rank in "A23456789TJQK"] * 6
    for out, waits in ((305, 305), (306, 0)):
        shoe = {"seal": "scripted", "drawn": 5, "coups": 60, "out": six[:out]}
        dealer = sat(table, "Ana", chance=Scripted("AD KS 7D 6H KC", words=["back"]), shoe=shoe)
        assert [len(step.without) for step in steps(dealer, Shuffle)] == [waits]
        handled = [step.what for step in steps(dealer, Handle)]
        assert handled == ([] if waits else ["return-cards"])


@law("13-2", "15", "15-4")
@BOTH
def test_only_who_handles_the_cards_sees_them(of: str) -> None:
    """Until they show them nobody else has the cards in any form; banca's come after ponto's."""
    dealer = sat(at(of), "Ana", "Rui", "Eva", chance=Scripted("KS 7D 6H KC"))
    do(dealer, "Ana: bet ponto 1000", "Rui: bet banca 500", "time")
    assert dealer.asked is not None and dealer.asked.window == "show:ponto:2"
    for eyes, seen in (("Ana", ["KS", "6H"]), ("Rui", ["7D", "KC"]), ("Eva", []), ("", [])):
        views = [redact(event, eyes) for event in dealer.record if isinstance(event.step, Deal)]
        assert [one.card for one in views if isinstance(one, ShownDeal) and one.card] == seen
    assert refusal_of(dealer, "Rui: show banca") == ("not-your-turn", "15-4")
    do(dealer, "Ana: show ponto")
    assert [s.hand for s in steps(dealer, Reveal)] == ["ponto", "ponto"]
    do(dealer, "Rui: show banca")
    assert dealer.over and nets(dealer) == {"Ana": -1000, "Rui": 500}


@law("15", "15-2", "15-3", "ir/201")
@BOTH
def test_whose_the_cards_are_under_any_bets(of: str) -> None:
    """Against a plain statement of the rule, with bets, refusals and places drawn."""
    table = at(of)
    for seed in range(40):
        draw = Random(seed)
        players = NAMES[:draw.randint(2, 7)]
        dealer = sat(table, *players, chance=Live(Seeded(seed, "h")))
        stakes: dict[str, int] = {}
        declined = set()
        for place, player in enumerate(players, start=1):
            if draw.random() < 0.4:
                do(dealer, f"{player}: leave-cards {place}")
                declined.add(player)
            if draw.random() < 0.8:
                stakes[player] = 500 * draw.randint(1, 3)
                do(dealer, f"{player}: bet ponto {stakes[player]}")
        if not stakes:
            continue
        do(dealer, "time")
        ranked = sorted((p for p in stakes if p not in declined),
                        key=lambda p: (-stakes[p], players.index(p)))
        seats_called = [s.seat for s in steps(dealer, Call) if s.call == "cards-to-ponto"]
        assert seats_called == [str(players.index(p) + 1) for p in ranked[:1]]


@law("13", "13-2", "13-4")
@BOTH
def test_coups_follow_the_tables(of: str) -> None:
    """Many coups against the rules written independently, with the money of every bet."""
    table = at(of, f"{ALONE}pairs = true")
    for seed in range(60):
        dealer = sat(table, "Ana", chance=Live(Seeded(seed, "t")), shoe=None)
        do(dealer, "time", "Ana: bet ponto 500", "Ana: bet banca 1000", "Ana: bet tie 500",
           "Ana: bet pair/ponto 500", "Ana: bet pair/banca 500", "time")
        hands: dict[str, list[str]] = {"ponto": [], "banca": [], "burn": []}
        for event in dealer.record:
            if isinstance(event.step, Deal):
                hands[event.step.to].append(event.card)
        ponto, banca = hands["ponto"], hands["banca"]
        p, b = points(ponto[:2]), points(banca[:2])
        if p > 7 or b > 7:
            assert len(ponto) == len(banca) == 2
        else:
            assert len(ponto) == 2 + (p < 6)
        order = [s.to for s in steps(dealer, Deal) if s.to != "burn"]
        assert order[:4] == ["ponto", "banca"] * 2 and len(order) <= 6
        assert order[4:] == ["ponto"] * (len(ponto) - 2) + ["banca"] * (len(banca) - 2)
        p, b = points(ponto), points(banca)
        net = 0 if p == b else 500 - 1000 if p > b else 1000 - 500
        net += 4000 if p == b else -500
        net += sum(5500 if hand[0][0] == hand[1][0] else -500 for hand in (ponto, banca))
        assert nets(dealer) == {"Ana": net}


@law("17-2", "20", "20.a", "20.b", "ir/200")
@BOTH
def test_what_the_house_keeps_of_a_win_on_banca(of: str) -> None:
    """Five hundredths of every win, or half of those with five, where the house has chosen so, else
    nothing; of no other prize."""
    for deduction, due in (("5%", {5: 50, 6: 50}), ("50%", {5: 500}), ("none", {}), ("", {})):
        chosen = f'deduction = "{deduction}"' if deduction else ""
        for total, cards in ((5, "4S 5D KH KC KD"), (6, "4S 6D KH KC KD")):
            table = at(of, ALONE + chosen)
            dealer = sat(table, "Ana", chance=Scripted(cards))
            do(dealer, "Ana: bet banca 1000", "time")
            commission = [m.amount for m in steps(dealer, Move) if m.kind == "commission"]
            assert commission == [due.get(total)] * (total in due)
            assert nets(dealer) == {"Ana": 1000 - due.get(total, 0)}
        tie = sat(at(of, f"{ALONE}pairs = true\n{chosen}"), "Ana",
                  chance=Scripted("3S KD 3H 7C"))
        do(tie, "Ana: bet pair/ponto 500", "time")
        assert nets(tie) == {"Ana": 5500}


# -- faults ----------------------------------------------------------------------------------------


@law("8", "14", "14-2", "ir/202")
@BOTH
def test_faults_of_the_dealing_at_a_real_table(of: str) -> None:
    """Each at each of the first four cards, with the croupier entering them."""
    table = at(of, ALONE, attended=True)
    for at_card, kind in product(range(4), ("face-up", "wrong-side", "mixed-up")):
        dealer = sat(table, "Ana", chance=Attended())
        do(dealer, "Ana: bet ponto 500", "time")
        for n, card in enumerate(("KS", "7D", "6H", "KC")):
            assert isinstance(dealer.awaited, Deal)
            fact = Incident(kind, card) if n == at_card else "??"
            assert not isinstance(dealer.enter(fact), Refusal)
            if kind == "mixed-up" and n == at_card:
                break
            if n == at_card and kind == "wrong-side":
                assert isinstance(dealer.awaited, Handle) and dealer.awaited.what == "put-right"
                dealer.enter("done")
        if kind == "mixed-up":
            assert dealer.over and nets(dealer) == {"Ana": 0}
            continue
        while isinstance(dealer.awaited, Turn):
            n = ("ponto", "banca").index(dealer.awaited.hand) + 2 * dealer.awaited.index
            assert n != at_card
            dealer.enter(("KS", "7D", "6H", "KC")[n])
        assert isinstance(dealer.awaited, Handle) and dealer.awaited.what == "compare"
        dealer.enter("done")
        while isinstance(dealer.awaited, Handle):
            dealer.enter("done")
        assert dealer.over and nets(dealer) == {"Ana": -500}


@law("14", "ir/202")
@BOTH
def test_a_card_too_many_counts_for_nothing(of: str) -> None:
    dealer = sat(at(of, ALONE), "Ana", chance=Scripted(
        ["KS", "7D", "6H", "KC", Incident("too-many", "3D", seat="ponto")]))
    do(dealer, "Ana: bet ponto 500", "time")
    assert nets(dealer) == {"Ana": -500} and dealer.outcome.shoe.drawn == 25
    assert dealer.outcome.results == ("B7-6",)


@law("3")
@BOTH
def test_a_damaged_card_replaces_every_pack(of: str) -> None:
    dealer = sat(at(of, ALONE), "Ana", chance=Live(Seeded(2, "d")), results=("P8-6",), shoe=None)
    do(dealer, "time", "Ana: bet ponto 500")
    assert dealer.standing is not None and dealer.standing.faults == ("damaged-card",)
    dealer.report(Incident("damaged-card"))
    assert [s.what for s in steps(dealer, Handle)].count("new-packs") == 1
    assert len(steps(dealer, Shuffle)) == 2
    do(dealer, "time", "time")
    assert dealer.over and len(dealer.outcome.results) == 1


# -- what players share ----------------------------------------------------------------------------


def total(stakes: dict[tuple[str, str], int], spot: str) -> int:
    """What all have on a spot."""
    return sum(cents for (_, at), cents in stakes.items() if at == spot)


@only(MACAU, "21", "22", "23", "24", "25", "11-4", "ir/207", "ir/208", "ir/209")
@pytest.mark.parametrize("together", [False, True])
def test_the_caps_hold_whatever_many_players_do(together: bool) -> None:
    """Seven players bet, change and take back whatever is open to them: after each act the caps
    hold, and every sum beyond what fits is refused with the most that does."""
    table = at(MACAU, f"pairs = true\npairs_together = {str(together).lower()}", places=7)
    for seed in range(12):
        draw = Random(seed)
        dealer = sat(table, *NAMES)
        stakes: dict[tuple[str, str], int] = {}

        for _ in range(60):
            assert dealer.standing is not None
            player = draw.choice(NAMES)
            if (lies := [spot for (p, spot) in stakes if p == player]) and draw.random() < 0.3:
                spot = draw.choice(lies)
                reply = dealer.answer(Act(player, "clear", spot))
                if isinstance(reply, Refusal):
                    assert reply.law.endswith("/23")
                    mine = stakes[player, spot]
                    other = total(stakes, "banca" if spot == "ponto" else "ponto")
                    assert other - (total(stakes, spot) - mine) > 50_000
                else:
                    del stakes[player, spot]
            else:
                offer, spot = draw.choice(bets_of(dealer.standing, player))
                amount = offer.unit * draw.randint(-(-offer.low // offer.unit),
                                                   offer.high // offer.unit)
                most = Act(player, "bet", spot, 10**9)
                over = dealer.answer(most)
                assert isinstance(over, Refusal) and over.accepts
                do(dealer, f"{player}: bet {spot} {amount}")
                stakes[player, spot] = amount
            assert abs(total(stakes, "ponto") - total(stakes, "banca")) <= 50_000
            assert total(stakes, "tie") <= 5_000
            pairs = (total(stakes, "pair/ponto"), total(stakes, "pair/banca"))
            assert sum(pairs) <= 4_000 if together else max(pairs) <= 4_000
            for one in NAMES:
                p, b = stakes.get((one, "ponto")), stakes.get((one, "banca"))
                assert not (p and b) or abs(p - b) >= 500
        do(dealer, "time")


@only(MACAU, "23", "ir/207")
def test_a_refusal_says_how_much_still_fits() -> None:
    dealer = sat(at(MACAU), "Ana", "Rui")
    do(dealer, "Ana: bet ponto 40000")
    reply = dealer.answer(Act("Rui", "bet", "ponto", 20_000))
    assert isinstance(reply, Refusal) and reply.accepts == (10_000,)
    assert reply.law == f"{game(MACAU).section}/23" and "100.00 €" in reply.text
    do(dealer, "Rui: bet ponto 10000")
    assert refusal_of(dealer, "Eva: bet ponto 500")[0] in (
        "not-offered", "not-yours", "not-your-turn")


@only(PLAIN, "12", "12-2", "12-3", "ir/196")
def test_who_stands_never_has_more_than_the_seat_leaves() -> None:
    """Ana sits, Eva stands at her seat: whatever they do, both together keep within the maximum,
    and Eva has nothing where Ana has nothing."""
    table = at(PLAIN, "pairs = true", places=9)
    for seed in range(12):
        draw = Random(seed)
        dealer = sat(table, "Ana", "Rui", "", "", "", "", "", "Eva")
        stakes: dict[str, dict[str, int]] = {"Ana": {}, "Eva": {}}
        for _ in range(50):
            assert dealer.standing is not None
            player = draw.choice(("Ana", "Eva"))
            if stakes[player] and draw.random() < 0.3:
                do(dealer, f"{player}: clear {draw.choice(list(stakes[player]))}")
            elif found := [(offer, spot) for offer, spot in bets_of(dealer.standing, player)
                           if player == "Ana" or spot in stakes["Ana"]]:
                offer, spot = draw.choice(found)
                amount = offer.unit * draw.randint(-(-offer.low // offer.unit),
                                                   offer.high // offer.unit)
                do(dealer, f"{player}: bet {spot} {amount}")
            stakes = {"Ana": {}, "Eva": {}}
            for move in steps(dealer, Move):
                place, _, spot = move.bet.partition("/")
                mine = stakes["Ana" if place == "1" else "Eva"]
                mine[spot] = mine.get(spot, 0) + move.amount * (1 if move.kind == "stake" else -1)
            stakes = {who: {spot: cents for spot, cents in bets.items() if cents}
                      for who, bets in stakes.items()}
            for spot, cents in stakes["Eva"].items():
                most = {"ponto": 35_000, "banca": 35_000, "tie": 7_500}.get(spot, 4_000)
                assert cents > 0 and spot in stakes["Ana"] and cents + stakes["Ana"][spot] <= most
        dealer.answer(TimeOut("bets"))


@law("18-2", "ir/203")
@BOTH
def test_after_a_tie_the_same_bets_can_be_laid_again(of: str) -> None:
    table = at(of, ALONE)
    first = sat(table, "Ana", chance=Scripted("KS KD 6H 6C"))
    do(first, "Ana: bet ponto 1000", "Ana: bet banca 500", "time")
    assert nets(first) == {"Ana": 0} and first.outcome.results == ("T6-6",)
    again = Dealer(game(of).coup(table, first.outcome), Scripted("AS KS KD 7H 6C"))
    do(again, "Ana: repeat table", "time")
    assert nets(again) == {"Ana": 500}


@law("12-4")
@BOTH
def test_no_bet_after_the_call(of: str) -> None:
    dealer = sat(at(of), "Ana", "Rui", chance=Scripted("KS 7D 6H KC"))
    do(dealer, "Ana: bet ponto 1000", "time")
    assert refusal_of(dealer, "Rui: bet banca 500")[0] == "not-your-turn"
    assert refusal_of(dealer, "Ana: bet ponto 2000")[0] == "not-offered"
    assert [s for s in steps(dealer, Call) if s.call == "no-more-bets"]
    assert not steps(dealer, Discard)


@only(MACAU, "23", "11-4")
def test_where_nothing_fits_the_limit_that_stops_it_is_named() -> None:
    """Ana has one side, and others the whole of the other: it is not her own bet that is in the
    way."""
    dealer = sat(at(MACAU), "Ana", "Rui")
    do(dealer, "Ana: bet ponto 50000", "Rui: bet banca 100000")
    assert refusal_of(dealer, "Ana: bet banca 30000") == ("full", "23")
    do(dealer, "Rui: bet banca 50000")
    assert refusal_of(dealer, "Ana: bet banca 50000") == ("above-maximum", "11-4")


@only(MACAU, "24", "25")
def test_a_table_file_is_told_how_much_its_parts_need() -> None:
    for maximum, pairs, says in ((49, "false", ["50.00 €"]), (62, "true", ["63.00 €"]),
                                 (20, "true", ["50.00 €", "63.00 €"])):
        found = read(MACAU, f"pairs = {pairs}", **LIMITS[MACAU] | {"maximum": maximum})
        assert isinstance(found, list)
        assert [one.allowed.split(",")[0] for one in found] == [f"at least {sum_}" for sum_ in says]
    assert at(MACAU, "pairs = true", maximum=63).maximum == 6300


@only(MACAU, "23", "ir/207")
def test_who_has_both_sides_may_take_back_all_unless_others_rest_on_it() -> None:
    """Each of Ana's bets rests on the other, and none of another player's on either: together they
    go. Where Rui's bet rests on one of Ana's, Ana's stays."""
    dealer = sat(at(MACAU), "Ana", "Rui")
    own = ("Ana: bet ponto 50000", "Ana: bet banca 100000", "Ana: bet ponto 150000")
    do(dealer, *own)
    assert refusal_of(dealer, "Ana: clear ponto")[1] == "23"
    assert refusal_of(dealer, "Ana: clear banca")[1] == "23"
    do(dealer, "Ana: clear-all table", *own, "Rui: bet banca 50000")
    do(dealer, "Ana: clear-all table", *own[:1], "Rui: bet banca 100000")
    assert refusal_of(dealer, "Ana: leave 1") == ("barred", "23")
    do(dealer, "Ana: bet ponto 100000", "Ana: bet banca 40000", "Ana: clear-all table")
    back = [step for step in steps(dealer, Move) if step.kind == "return"]
    assert (back[-1].bet, back[-1].amount) == ("1/banca", 40_000)
    assert refusal_of(dealer, "Ana: clear ponto") == ("barred", "23")
    do(dealer, "Ana: bet ponto 50000", "Rui: clear banca", "Ana: leave 1")
