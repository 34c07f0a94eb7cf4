"""Blackjack: what the options that choose another reading of a clause change.

Each test plays the same cards with the usual reading and with the other one.
"""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from sabot.families.blackjack import label
from sabot.games import game
from sabot.games.blackjack_online.rules import violations
from sabot.procedure import Deal, Dealer, Incident, Move, Reveal, Scripted
from sabot.procedure.table import Table
from support.blackjack_table import Played, law, shared, solo, table

SEATS = ("Ana", "Rui", "", "", "", "")
floor = pytest.mark.parametrize("name", ["blackjack-2001", "blackjack-2007"])


def rules(name: str, readings: dict[str, Any], **more: Any) -> Any:
    """House rules with these readings."""
    return msgspec.convert({"readings": readings, **more}, game(name).rules)


def online(readings: dict[str, Any]) -> Any:
    return rules("blackjack-online", readings).readings


class Floor(Played):
    """A round of a casino floor: Ana holds place 1 and Rui place 2, and the bets are in cents."""

    def __init__(self, name: str, cards: str | list[Any], readings: dict[str, Any],
                 seats: tuple[str, ...] = SEATS, carry: dict[str, Any] | None = None,
                 attended: bool = False, **more: Any) -> None:
        at = Table(game=name, name="test", rules=rules(name, readings, **more), places=6,
                   maximum=15_000, places_per_player=2, attended=attended)
        plain = {"seal": "scripted", "drawn": 20, "shown": True, "warning": 50, "cutter": 1}
        before = game(name).carry(seats, **(plain | (carry or {})))
        self.dealer = Dealer(game(name).coup(at, before), Scripted(cards))
        self.refused = None

    def players(self, act: str) -> set[str]:
        """The players who may do this now."""
        standing = self.dealer.standing
        return {o.player for o in (standing.offers if standing else ()) if o.act == act}


def begun(name: str, cards: Any, readings: dict[str, Any], *acts: str, **more: Any) -> Floor:
    """Ana has bet ten euros on place 1 and the cards are dealt, after these bets of others."""
    play = Floor(name, cards, readings, **more)
    play.do("Ana: bet 1 1000", *acts)
    while play.dealer.standing is not None and play.dealer.standing.window.startswith(
            ("bets", "late")):
        play.do("time")
    return play


# -- online ----------------------------------------------------------------------------------------


@law("15.a", "ir/1")
@pytest.mark.parametrize(("reading", "total"), [("fewest-cards", 14), ("stands", 5)])
def test_a_player_who_does_not_answer_takes_cards_or_stands(reading: str, total: int) -> None:
    play = shared(2, "2S TH 7D 3H 8H TC 9H", readings=online({"silent": reading}))
    play.do("time", "stand 2")
    assert play.result("1").facts["total"] == total


@law("25.i", "ir/3")
@pytest.mark.parametrize(("reading", "prize"), [("initial-bet", 3000), ("all-bets", 6000)])
def test_a_special_prize_multiplies_the_first_bet_or_all_of_it(reading: str, prize: int) -> None:
    play = solo("6S 7D 7S 9C 8S TC", "double 1", double_any=True,
                readings=online({"special_multiplies": reading}))
    assert play.moves("pay", "1/special") == [prize]


@law("8.a.ii", "ir/4")
@pytest.mark.parametrize(("reading", "total"), [("needed", 21), ("every", 11)])
def test_a_double_that_needs_no_ace_at_1_keeps_it_there_or_not(reading: str, total: int) -> None:
    play = solo("AS 7D 5H TC 5S", "double 1", double_any=True,
                readings=online({"doubles_fix": reading}))
    assert play.result("1").facts["total"] == total


@law("25.a", "15.e", "ir/8")
@pytest.mark.parametrize(("reading", "prize", "lost"), [("to-player", 5, 1), ("to-house", 4, 2)])
def test_whose_half_a_cent_is(reading: str, prize: int, lost: int) -> None:
    """A bet of 3 cents wins 4.50 cents with a blackjack, and costs 1.50 cents by surrender."""
    cents = {"unit": 1, "minimum": 2, "maximum": 200, "readings": online({"half_cents": reading})}
    assert solo("AS 7D KH TC", bet=3, **cents).moves("pay", "1") == [prize]
    assert solo("TS 7D 6H TC", "surrender 1", bet=3, **cents).moves("collect", "1") == [lost]
    assert solo("AS 7D KH TC", bet=4, **cents).moves("pay", "1") == [6], "nothing to round"


@law("9", "ir/8")
def test_only_a_table_that_rounds_takes_stakes_of_one_cent() -> None:
    assert any(fault.what == "unit" for fault in violations(table(unit=1)))
    rounds = online({"half_cents": "to-house"})
    assert not [fault for fault in violations(table(unit=1, minimum=2, readings=rounds))
                if fault.what in ("unit", "minimum")]
    assert [fault.clause for fault in violations(table(unit=1, minimum=1, readings=rounds))
            if fault.what == "minimum"] == ["ir/8"]


@law("20.c", "ir/7")
@pytest.mark.parametrize(("reading", "cards", "returned"), [
    ("second-card", 2, []), ("bank-plays", 3, []), ("returned", 2, [500])])
def test_what_the_bank_does_where_only_an_insurance_is_left(
        reading: str, cards: int, returned: list[int]) -> None:
    play = solo("TS AD 6H 4C TC 5D", "insure 1 500", "hit 1",
                readings=online({"insured_left": reading}))
    assert play.over and len(play.cards("bank")) == cards
    assert play.moves("return", "1/insurance") == returned
    assert bool(play.steps(Reveal)) is (reading != "returned")


@law("15.e", "ir/9")
@pytest.mark.parametrize(("reading", "offered"), [
    ("first-decision", False), ("any-decision", True)])
def test_surrender_after_a_card(reading: str, offered: bool) -> None:
    play = solo("2S 7D 6H TC 8S", readings=online({"surrender_at": reading}))
    assert "surrender" in play.offers("1")
    assert ("surrender" in play.do("hit 1").offers("1")) is offered
    if offered:
        assert play.do("surrender 1").net() == -500


@law("15", "15.f", "ir/10")
@pytest.mark.parametrize("plays", [True, False])
def test_an_insured_hand_is_played_or_stays_as_dealt(plays: bool) -> None:
    play = solo("2S AD 6H 9C TC", "insure 1 500", readings=online({"insured_plays": plays}))
    assert play.over is not plays


@law("2.b", "9", "ir/13")
@pytest.mark.parametrize(("reading", "offered"), [("initial-bets", True), ("all-bets", False)])
def test_who_has_bet_the_maximum_doubles_or_not(reading: str, offered: bool) -> None:
    play = solo("5S 7D 6H TC", maximum=1000, readings=online({"maximum_limits": reading}))
    assert ("double" in play.offers("1")) is offered
    less = solo("5S 7D 6H TC", maximum=2000, readings=online({"maximum_limits": reading}))
    assert "double" in less.offers("1")


@law("2.b", "9", "ir/392")
@pytest.mark.parametrize(("reading", "refused"), [("each-place", False), ("all-places", True)])
def test_a_maximum_for_each_place_or_for_all_places_of_a_player(
        reading: str, refused: bool) -> None:
    readings = online({"maximum_counts": reading})
    play = Played(table(maximum=1000, places_per_player=2, readings=readings), "2C")
    play.do("sit 1", "Ana: sit 2", "bet 1 1000", "Ana: bet 2 500")
    assert (play.refused is not None) is refused
    if play.refused is not None:
        assert play.refused.law == "pt-805-2015/blackjack-online/2.b"
    # What a double adds is not counted, whatever the maximum counts.
    assert "double" in solo("5S 7D 6H TC", maximum=1000, readings=readings).offers("1")


@law("15.a", "15.c", "ir/391")
@pytest.mark.parametrize(("reading", "offered"), [("draw", False), ("first-cards-draw", True)])
def test_eleven_of_three_cards_online(reading: str, offered: bool) -> None:
    play = solo("2S 7D 3H TC 6H", readings=online({"low_hands": reading}))
    assert "stand" not in play.offers("1")
    assert ("stand" in play.do("hit 1").offers("1")) is offered


@law("2.b", "ir/13")
@pytest.mark.parametrize(("reading", "refused"), [("initial-bets", False), ("all-bets", True)])
def test_the_maximum_limits_each_bet_or_all_of_a_player(reading: str, refused: bool) -> None:
    play = Played(table(maximum=1000, places_per_player=2,
                        readings=online({"maximum_limits": reading})), "2C")
    play.do("sit 1", "Ana: sit 2", "bet 1 1000", "Ana: bet 2 500")
    assert (play.refused is not None) is refused


@law("27", "28", "ir/14")
@pytest.mark.parametrize(("reading", "net"), [("undecided", -1000), ("every-bet", 0)])
def test_a_void_round_gives_back_a_bet_that_was_lost_or_not(reading: str, net: int) -> None:
    play = shared(2, "TS TH 7D 6H 8H TC TD", "hit 1", readings=online({"void_undoes": reading}))
    play.dealer.void("the light went out")
    assert (play.net(), play.net("Rui")) == (net, 0)


@law("15", "6", "ir/12")
def test_places_decide_in_order_or_as_they_answer() -> None:
    cards = "TS TH 7D 2H 3H TC 5D 6D 9D"
    usual = shared(2, cards, "hit 1")
    assert usual.do("hit 2").refused and usual.cards("1") == ["TS", "2H", "5D"]
    play = shared(2, cards, readings=online({"decision_order": "arrival"}))
    assert {offer.seat for offer in play.dealer.standing.offers} == {"1", "2"}
    play.do("hit 2", "hit 1", "stand 2")
    assert (play.cards("2"), play.cards("1")) == (["TH", "3H", "5D"], ["TS", "2H", "6D"])
    assert not play.over and set(play.offers()) == {"hit", "stand"}
    assert play.do("time").over and play.result("1").facts["total"] == 18


@law("15", "ir/12")
def test_split_hands_and_silence_where_places_answer_as_they_like() -> None:
    play = shared(2, "8S TH 7D 8H 3H TC 2D TD 9D 2C 4S",
                  readings=online({"decision_order": "arrival"}))
    play.do("split 1")
    assert {offer.seat for offer in play.dealer.standing.offers} == {"1.1", "2"}
    play.do("time", "time")
    assert play.over and len(play.cards("1.2")) == 1


@law("25.i", "ir/16")
@pytest.mark.parametrize(("reading", "paid"), [("with-bets", []), ("at-once", [3000])])
def test_when_a_special_prize_is_paid(reading: str, paid: list[int]) -> None:
    play = shared(2, "7S TH 9D 7H 8H TC 7D", "hit 1", readings=online({"special_paid": reading}))
    assert not play.over and play.moves("pay", "1/special") == paid
    assert play.do("stand 2").moves("pay", "1/special") == [3000]


@law("25.a", "ir/18")
@pytest.mark.parametrize(("reading", "won"), [("tens-and-figures", 1500), ("figures", 1000)])
def test_an_ace_with_a_ten(reading: str, won: int) -> None:
    for cards, prize in (("AS 7D TH KC", won), ("AS 7D KH TC", 1500)):
        play = solo(cards, readings=online({"blackjack_of": reading}))
        assert play.over and play.net() == prize


# -- casino floors ---------------------------------------------------------------------------------


@pytest.mark.law("ir/24")
@floor
@pytest.mark.parametrize(("reading", "net"), [("undecided", -1000), ("every-bet", 0)])
def test_a_void_round_of_a_floor(name: str, reading: str, net: int) -> None:
    play = begun(name, "TS TH 7D 6H 8H TC TD", {"void_undoes": reading}, "Rui: bet 2 1000")
    play.do("time", "hit 1").dealer.void("the light went out")
    assert (play.net(), play.net("Rui")) == (net, 0)


@pytest.mark.law("pt-1364-2001/blackjack/13", "ir/26")
@pytest.mark.parametrize(("reading", "late"), [
    ("own-card", True), ("first-card", False), ("own-card-always", True)])
def test_bets_after_the_first_card_of_another_place(reading: str, late: bool) -> None:
    play = Floor("blackjack-2001", "TS TH 7D 6H 8H TC", {"bets_until": reading})
    window = play.do("Ana: bet 1 1000", "time").dealer.standing.window
    assert window.startswith("late") is late


@pytest.mark.law("pt-1364-2001/blackjack/48-2", "ir/26")
@pytest.mark.parametrize(("reading", "late"), [("own-card", False), ("own-card-always", True)])
def test_bets_after_the_call_of_a_jackpot_table(reading: str, late: bool) -> None:
    play = Floor("blackjack-2001", "TS TH 7D 6H 8H TC", {"bets_until": reading}, jackpot={})
    window = play.do("Ana: bet 1 1000", "time").dealer.standing.window
    assert window.startswith("late") is late
    assert "no-more-bets" in play.calls()


@pytest.mark.law("pt-1364-2001/blackjack/45-2", "ir/26")
def test_a_chip_goes_back_where_its_bet_is_taken_back_after_the_call() -> None:
    play = Floor("blackjack-2001", "TH 7D 8H TC", {"bets_until": "own-card-always"}, jackpot={})
    play.do("Ana: bet 1 1000", "Rui: bet 2 1000", "Rui: bet 2/jackpot 100", "time", "Rui: clear 2")
    while not play.over:
        play.do("time")
    assert play.net("Rui") == 0 and not play.moves("jackpot")


@pytest.mark.law("ir/27")
@floor
@pytest.mark.parametrize(("reading", "asks"), [("next-player", True), ("supervisor", False)])
def test_after_a_player_who_does_not_cut(name: str, reading: str, asks: bool) -> None:
    play = Floor(name, "2C", {"cut_passes": reading}, carry={"last": True, "cutter": 0})
    window = play.do("Ana: no-cut 1").dealer.standing.window
    assert window == ("cut:2" if asks else "bets")
    assert ("house-cuts" in play.calls()) is not asks


@pytest.mark.law("ir/31")
@floor
@pytest.mark.parametrize(("reading", "first"), [
    ("always", {"Ana", "Rui"}), ("after-holder", {"Ana"})])
def test_others_insure_before_the_holder_or_after(
        name: str, reading: str, first: set[str]) -> None:
    play = begun(name, "TS AD 6H 9C TC", {"insure_beside": reading}, "Rui: bet 1 1000")
    assert play.players("insure") == first
    assert play.do("Ana: insure 1 500").players("insure") == {"Rui"}
    other = begun(name, "TS AD 6H 9C TC", {"insure_beside": reading}, "Rui: bet 1 1000")
    other.do("Ana: no-insurance 1")
    assert ("Rui" in other.players("insure")) is (reading == "always")


@pytest.mark.law("ir/32")
@floor
@pytest.mark.parametrize(("reading", "asked"), [("earliest", True), ("nobody", False)])
def test_equal_bets_of_people_without_a_place(name: str, reading: str, asked: bool) -> None:
    play = Floor(name, "TS 2S 7D 6H 3H 9C 9H TC TD", {"equal_bets": reading})
    play.do("Ana: bet 1 1000", "Eva: bet 3 1000", "Gil: bet 3 1000", "time")
    while play.dealer.standing.window.startswith("late"):
        play.do("time")
    assert ("Eva" in play.players("surrender")) is asked
    play.do("time", "stand 1")
    assert play.over is not asked
    if not asked:
        assert play.result("3").facts["total"] == 14


@pytest.mark.law("ir/33")
@floor
@pytest.mark.parametrize(("reading", "asked"), [("choose", True), ("bound", False)])
def test_others_on_a_vacant_place(name: str, reading: str, asked: bool) -> None:
    play = Floor(name, "5S 7D 6H 9C 8H TC", {"vacant_others": reading})
    play.do("Ana: bet 3 2000", "Rui: bet 3 1000", "time")
    while play.dealer.standing.window.startswith("late"):
        play.do("time")
    assert ("Rui" in play.do("Ana: double 3").players("follow")) is asked


@pytest.mark.law("ir/34")
@floor
@pytest.mark.parametrize(("reading", "cards"), [("if-due", 2), ("to-bank", 3)])
def test_a_bank_that_needs_no_card_and_an_unseen_one(name: str, reading: str, cards: int) -> None:
    play = begun(name, ["TS", "7D", "9H", "??", "??", "TC", "6D"],
                 {"unasked_card": reading}, attended=True)
    play.dealer.report(Incident("misdrawn-unseen"))
    play.do("Ana: stand 1")
    result = play.result("bank")
    assert (result.result, result.facts["total"]) == (
        ("stands", 17) if cards == 2 else ("bust", 23))


@pytest.mark.law("ir/36")
@floor
@pytest.mark.parametrize(("reading", "own", "result"), [
    ("loses", "8H", "won"), ("distance", "8H", "lost"), ("distance", "KH", "lost"),
    ("distance", "AH", "blackjack")])
def test_a_bank_with_22(name: str, reading: str, own: str, result: str) -> None:
    play = begun(name, f"TS TD {own} 6C 6D", {"bank_over": reading})
    while not play.over:
        play.do("Ana: stand 1")
    assert play.result("1").result == result


@pytest.mark.law("ir/37")
@floor
@pytest.mark.parametrize(("reading", "offered"), [("value", True), ("rank", False)])
def test_a_king_and_a_ten(name: str, reading: str, offered: bool) -> None:
    for cards, splits in (("KS 7D TH 9C", offered), ("KS 7D KH 9C", True)):
        assert ("split" in begun(name, cards, {"split_by": reading}).offers("1")) is splits


@pytest.mark.law("ir/39")
@floor
@pytest.mark.parametrize(("reading", "asked"), [("every-split", True), ("first-split", False)])
def test_others_at_a_second_split(name: str, reading: str, asked: bool) -> None:
    play = begun(name, "8S 7D 8H 9C 8C 9H TH", {"follow": reading}, "Rui: bet 1 1000")
    play.do("Ana: split 1")
    assert play.players("follow") == {"Rui"}
    play.do("Rui: no-follow 1.1", "Rui: no-follow 1", "Ana: split 1.1")
    assert ("Rui" in play.players("follow")) is asked


@pytest.mark.law("ir/40")
@floor
@pytest.mark.parametrize(("reading", "offered"), [("first-two", False), ("any", True)])
def test_three_cards_of_a_split_hand(name: str, reading: str, offered: bool) -> None:
    play = begun(name, "2S 7D 2H TC 3H 4H 2D 5D", {"double_split_cards": reading})
    play.do("Ana: split 1", "Ana: hit 1.1")
    assert ("double" in play.offers("1.1")) is offered
    if offered:
        play.do("Ana: double 1.1")
        assert set(play.offers("1.1")) == {"hit"}, "11: it goes on, and is doubled once"


@pytest.mark.law("ir/41")
@floor
@pytest.mark.parametrize(("reading", "total", "call"), [
    ("one", 20, "ace-fixed"), ("every", 10, "aces-fixed")])
def test_an_ace_that_a_double_draws(name: str, reading: str, total: int, call: str) -> None:
    play = begun(name, "AS 7D 8H TC AH", {"doubled_aces": reading}).do("Ana: double 1")
    assert play.result("1").facts["total"] == total and call in play.calls()
    assert label("1", ["AS", "8H", "AH"], [call]).total == total


@pytest.mark.law("ir/43")
@floor
@pytest.mark.parametrize(("reading", "window"), [("together", "surrender"), ("in-turn", "1:1")])
def test_surrender_is_asked_of_all_or_of_each(name: str, reading: str, window: str) -> None:
    play = begun(name, "TS TH 7D 6H 8H TC 5D", {"surrender_asked": reading}, "Rui: bet 2 1000")
    assert play.dealer.standing.window == window
    if reading == "in-turn":
        assert "surrender" in play.do("Ana: stand 1").offers("2")


@pytest.mark.law("ir/44")
@floor
@pytest.mark.parametrize(("reading", "asked"), [("all-bets", {"Ana"}), ("own-bet", {"Ana", "Rui"})])
def test_whose_bets_a_surrender_and_even_money_concern(
        name: str, reading: str, asked: set[str]) -> None:
    own = reading == "own-bet"
    play = begun(name, "TS 7D 6H TC 5D", {"surrender_binds": reading}, "Rui: bet 1 1000")
    assert play.players("surrender") == asked
    play.do("Ana: surrender 1")
    assert (play.net(), play.over) == (-500, not own)
    if own:
        play.do("Rui: play-on 1", "Rui: stand 1")
    assert play.net("Rui") == (-1000 if own else -500)
    other = begun(name, "TS AD AH KC", {"surrender_binds": reading}, "Rui: bet 1 1000")
    assert other.players("even-money") == asked
    other.do("Ana: even-money 1", *(("time",) if own else ()))
    assert other.over
    assert (other.net(), other.net("Rui")) == (1000, 0 if own else 1000)


@pytest.mark.law("pt-1364-2001/blackjack/43.c", "ir/46")
@pytest.mark.parametrize(("reading", "prize"), [("not-one-suit", 25_000), ("no-two-alike", 10_000)])
def test_three_aces_of_which_two_share_a_suit(reading: str, prize: int) -> None:
    play = begun("blackjack-2001", "AS 7D AS 9C AH 9D TC 2C", {"aces_differ": reading},
                 "Ana: bet 1/jackpot 100", jackpot={})
    play.do("Ana: split 1")
    while not play.over:
        play.do("time")
    assert play.moves("jackpot") == [prize]


@pytest.mark.law("ir/47")
@floor
@pytest.mark.parametrize(("reading", "seeds", "paid"), [
    ("pool-and-bank", [1440], 2500), ("bank", [2500], 2500), ("pool", [], 1060)])
def test_who_pays_a_fixed_prize_that_the_pool_does_not_hold(
        name: str, reading: str, seeds: list[int], paid: int) -> None:
    play = begun(name, "AS 7D AH 9C 9D TC 2C", {"jackpot_pays": reading},
                 "Ana: bet 1/jackpot 100", carry={"pool": 1000}, jackpot={})
    while not play.over:
        play.do("time")
    assert play.moves("jackpot") == [paid]
    assert play.moves("seed")[:1] == seeds or reading == "pool"


@pytest.mark.law("ir/48")
@floor
@pytest.mark.parametrize(("reading", "refused"), [("each-player", True), ("each-place", False)])
def test_a_second_chip_of_a_player(name: str, reading: str, refused: bool) -> None:
    play = Floor(name, "2C", {"chips": reading}, seats=("Ana", "Ana", "", "", "", ""),
                 jackpot={})
    play.do("Ana: bet 1 1000", "Ana: bet 2 1000", "Ana: bet 1/jackpot 100",
            "Ana: bet 2/jackpot 100")
    assert (play.refused is not None) is refused
    assert play.do("Ana: bet 1/jackpot 100").refused is not None


@pytest.mark.law("ir/51")
@floor
@pytest.mark.parametrize(("reading", "offered"), [("initial-bets", True), ("all-bets", False)])
def test_a_double_at_the_maximum_of_a_place(name: str, reading: str, offered: bool) -> None:
    play = Floor(name, "5S 7D 6H TC", {"maximum_limits": reading})
    play.do("Ana: bet 1 15000", "time")
    while play.dealer.standing.window.startswith("late"):
        play.do("time")
    assert ("double" in play.offers("1")) is offered


@pytest.mark.law("ir/88")
@floor
@pytest.mark.parametrize(("reading", "total"), [("fewest-cards", 14), ("stands", 5)])
def test_a_silent_player_of_a_floor(name: str, reading: str, total: int) -> None:
    play = begun(name, "2S 7D 3H TC 9H TD", {"silent": reading})
    while not play.over:
        play.do("time")
    assert play.result("1").facts["total"] == total


@pytest.mark.law("ir/95")
@floor
@pytest.mark.parametrize(("reading", "stays"), [("others-bet", True), ("no-bets", False)])
def test_bets_beside_a_holder_who_has_none(name: str, reading: str, stays: bool) -> None:
    play = Floor(name, "TS TH 7D 6H 8H TC", {"absent_holder": reading})
    assert (play.do("Rui: bet 1 1000").refused is None) is stays
    play.do("Ana: bet 1 1000", "Rui: bet 1 1000")
    assert play.refused is None
    play.do("Ana: clear 1", "Rui: bet 2 1000", "time")
    while play.dealer.standing is not None and play.dealer.standing.window.startswith("late"):
        play.do("time")
    dealt = {step.to for step in play.steps(Deal)}
    assert ("1" in dealt) is stays and "2" in dealt


@pytest.mark.law("ir/96")
@floor
@pytest.mark.parametrize(("reading", "returned"), [("returned", [500]), ("stays", [])])
def test_the_insurance_of_a_bet_that_took_even_money(
        name: str, reading: str, returned: list[int]) -> None:
    play = begun(name, "TS AD AH KC", {"paid_insurance": reading}, "Rui: bet 1 1000")
    play.do("Rui: insure 1 500", "Ana: even-money 1")
    bet = next(move.bet for move in play.steps(Move, kind="stake", player="Rui")
               if move.bet.endswith("insurance"))
    won = 1000 if reading == "stays" else 0
    assert play.moves("pay", bet) == ([won] if won else [])
    assert play.moves("return", bet)[:1] == (returned or [500])
    assert play.net("Rui") == 1000 + won


@pytest.mark.law("ir/97")
@floor
@pytest.mark.parametrize(("reading", "offered"), [("may-surrender", True), ("plays-on", False)])
def test_surrender_after_a_card_against_the_wish(name: str, reading: str, offered: bool) -> None:
    play = begun(name, ["TS", "7D", "6H", "??", "5D", "TC", "6D"],
                 {"misdrawn": reading}, attended=True)
    assert "surrender" in play.offers("1")
    play.dealer.report(Incident("misdrawn-seen"))
    assert ("surrender" in play.offers("1")) is offered


@pytest.mark.law("ir/390")
@floor
@pytest.mark.parametrize("shuffler", ["", "continuous", "batch"])
@pytest.mark.parametrize(("reading", "burned"), [("each-shuffle", 0), ("each-round", 1)])
def test_a_card_is_burned_for_each_shoe_or_in_each_round(
        name: str, shuffler: str, reading: str, burned: int) -> None:
    play = Floor(name, "2S 3S", {"burns": reading}, shuffler=shuffler,
                 carry={"loaded": bool(shuffler)})
    deals = [step for step in play.steps(Deal) if step.to == "burn"]
    assert len(deals) == (1 if shuffler == "batch" else burned)
    if burned and shuffler != "batch":
        assert "ir/390" in deals[0].also


@pytest.mark.law("ir/28")
@floor
@pytest.mark.parametrize(("reading", "seen_by"), [("face-down", ""), ("face-up", "*")])
def test_a_burned_card_lies_face_down_or_face_up(name: str, reading: str, seen_by: str) -> None:
    play = Floor(name, "2S 3S", {"burns": "each-round", "burned_card": reading})
    assert [step.seen_by for step in play.steps(Deal)] == [seen_by]


@pytest.mark.law("ir/391")
@floor
@pytest.mark.parametrize(("reading", "first", "later"), [
    ("draw", False, False), ("first-cards-draw", False, True), ("may-stand", True, True)])
def test_which_hands_of_eleven_may_stand(
        name: str, reading: str, first: bool, later: bool) -> None:
    play = begun(name, "2S 7D 3H TC 5H", {"low_hands": reading})
    assert ("stand" in play.offers("1")) is first
    assert ("stand" in play.do("hit 1").offers("1")) is later
    split = begun(name, "3S 7D 3H TC 5H 9H", {"low_hands": reading}).do("split 1")
    assert ("stand" in split.offers("1.1")) is later


@pytest.mark.law("ir/391")
@floor
@pytest.mark.parametrize(("reading", "total"), [
    ("draw", 20), ("first-cards-draw", 10), ("may-stand", 5)])
def test_a_silent_player_whose_hand_may_stand(name: str, reading: str, total: int) -> None:
    play = begun(name, "2S 7D 3H TC 5H TH 9D", {"low_hands": reading})
    while not play.over:
        play.do("time")
    assert play.result("1").facts["total"] == total
