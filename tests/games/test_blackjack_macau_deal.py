"""Blackjack of Macau, articles 1 to 12: what a table may be, what is shown of it, who sees what."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from sabot.equipment import RANKS
from sabot.games import game
from sabot.games.blackjack_macau.rules import Rules
from sabot.procedure import (
    Act,
    Call,
    Deal,
    Dealer,
    Incident,
    Refusal,
    Result,
    Scripted,
    TimeOut,
)
from sabot.procedure.table import Authorisation, Table
from sabot.procedure.view import redact
from sabot.procedure.visible_events import ShownDeal

GAME = game("blackjack-macau")
LEAVE = tuple(Authorisation(option=str(n), by="DICJ", reference="1", requested="2026-01-05",
                            effective="2026-02-05") for n in range(1, 22))


def law(*rows: str) -> Any:
    """The mark of these rows of the regulation; ``ir/4`` stays as it is."""
    return pytest.mark.law(*(row if row.startswith("ir/") else f"{GAME.section}/{row}"
                             for row in rows))


def table(*, places: int = 6, places_per_player: int = 1, minimum: int = 500,
          maximum: int = 50_000, unit: int = 100, leave: tuple[Authorisation, ...] = LEAVE,
          attended: bool = False, **rules: Any) -> Table:
    """A table with these limits and choices, and leave for whatever it chooses."""
    return Table(game=GAME.id, name="test", rules=Rules(**rules), places=places, minimum=minimum,
                 maximum=maximum, unit=unit, places_per_player=places_per_player,
                 authorisations=leave, attended=attended)


def breaks(**options: Any) -> list[tuple[str, str]]:
    """The rows that such a table breaks, each with what is wrong."""
    return [(found.clause.removeprefix(f"{GAME.section}/"), found.what)
            for found in GAME.violations(table(**options))]


class Play:
    """A coup at a table whose shoe is in use, played by words."""

    def __init__(self, cards: str | list[str | Incident], at: Table | None = None,
                 **carry: Any) -> None:
        self.at = at or table()
        opened = GAME.opening(self.at)
        plain = {"seal": "scripted", "drawn": 60, "shown": True, **carry}
        self.dealer = Dealer(GAME.coup(self.at, msgspec.structs.replace(opened, **plain)),
                             Scripted(cards))
        self.refused: Refusal | None = None

    def do(self, *acts: str) -> Play:
        """Acts such as ``Ana: bet 1 1000``; ``time`` runs out; ``report KIND`` of a supervisor."""
        for act in acts:
            who, _, what = act.rpartition(": ")
            words = what.split()
            reply: Any
            if words == ["time"]:
                reply = self.dealer.answer(TimeOut(self.dealer.standing.window))
            elif words[0] == "report":
                reply = self.dealer.report(Incident(words[1]))
            else:
                reply = self.dealer.answer(Act(who, words[0], words[1],
                                               int(words[2]) if len(words) > 2 else 0))
            self.refused = reply if isinstance(reply, Refusal) else None
        return self

    def seen(self, eyes: str) -> dict[str, list[str | None]]:
        """The cards of each hand as these eyes see them when they are dealt."""
        found: dict[str, list[str | None]] = {}
        for event in self.dealer.record:
            shown_event = redact(event, eyes)
            if isinstance(shown_event, ShownDeal):
                found.setdefault(shown_event.to, []).append(shown_event.card or None)
        return found

    def offered(self, seat: str) -> set[str]:
        """What is asked of a hand or place now."""
        return {o.act for o in self.dealer.standing.offers if seat in o.spots}


@law("1.1", "3.1")
def test_a_table_has_six_places_or_more() -> None:
    assert breaks(places=6) == breaks(places=9) == []
    assert breaks(places=5) == [("1.1", "places")]
    play = Play("", table(places=7))
    assert [o.seat for o in play.dealer.standing.offers if o.act == "sit"] == list("1234567")


@law("1.2")
def test_one_pack_or_more() -> None:
    assert breaks(packs=1) == breaks(packs=8) == []
    assert breaks(packs=0) == breaks(packs=9, warning_card=30) == [("1.2", "rules.packs")]


@law("1.3")
def test_a_box_holds_one_pack_and_is_one_of_three_things() -> None:
    assert breaks(packs=1, device="box", procedure=1) == []
    assert breaks(packs=2, device="box", procedure=1) == [("1.3", "rules.packs")]
    assert breaks(device="sleeve") == [("1.3", "rules.device")]


@law("2.1.1-2")
def test_the_second_white_card_is_behind_the_last_thirty_cards_at_least() -> None:
    assert breaks(warning_card=30) == breaks(warning_card=156) == []
    assert breaks(warning_card=29) == [("2.1.1-2", "rules.warning_card")]
    assert breaks(warning_card=157) == [("2.1.1-2", "rules.warning_card")]
    # Where the bank shuffles each time the card is put in all the same; in a box there is none.
    assert breaks(warning_card=29, shuffle_each_hand=True) == [("2.1.1-2", "rules.warning_card")]
    assert breaks(warning_card=0, packs=1) == breaks(warning_card=0, device="shuffler") == []


@law("17.1")
def test_some_double_must_be_open() -> None:
    none = {"double_any": False, "double_split": False}
    assert breaks(**none) == [("17.1", "rules.double_any")]
    assert breaks(**none, double_eleven=True) == []


@law("3.2", "3.3")
def test_the_house_says_how_many_places_a_player_may_have() -> None:
    assert breaks(places_per_player=6) == []
    assert breaks(places_per_player=7) == breaks(places_per_player=0) == [
        ("3.2", "places_per_player")]
    play = Play("", table(places_per_player=2)).do("Ana: sit 1", "Ana: bet 4 1000")
    assert play.do("Ana: bet 1 1000").refused is None
    refused = play.do("Ana: bet 6 1000").refused
    assert refused is not None and refused.law == f"{GAME.section}/3.2"
    refused = play.do("Ana: sit 5").refused
    assert refused is not None and refused.code == "barred"
    assert play.do("Ana: sit 4").refused is None  # Ana bets there already


@law("4.2")
def test_no_card_is_burned_between_hands_from_a_box_nor_before_a_hole_card() -> None:
    box = {"device": "box", "packs": 1, "procedure": 1}
    assert breaks(burn_each="start-and-bank", procedure=1) == []
    assert breaks(burn_each="start", procedure=3) == []
    assert breaks(burn_each="start-and-bank", procedure=3) == [("4.2", "rules.burn_each")]
    assert breaks(burn_each="start", **box) == [("4.2", "rules.burn_each")]
    assert breaks(burn_each="often") == [("4.2", "rules.burn_each")]


@law("5.2", "5.2.2.(1)", "5.2.3.(5)")
def test_one_of_three_procedures() -> None:
    assert breaks(procedure=1) == breaks(procedure=2) == breaks(procedure=3) == []
    assert breaks(procedure=4) == [("5.2", "rules.procedure")]
    box = {"device": "box", "packs": 1}
    assert breaks(procedure=2, **box) == [("5.2.2.(1)", "rules.procedure")]
    assert breaks(procedure=1, **box) == breaks(procedure=3, **box) == []
    assert breaks(procedure=3, face_down="both") == []
    assert breaks(procedure=1, face_down="both") == [("5.2.3.(5)", "rules.face_down")]
    assert breaks(procedure=3, face_down="none") == [("5.2.3.(5)", "rules.face_down")]


@law("5.2.3.(7)", "5.2.3.(8)")
def test_limits_of_the_third_procedure_only() -> None:
    assert breaks(procedure=3, max_hands=4) == breaks(procedure=2, max_hands=6) == []
    assert breaks(procedure=3, max_hands=6) == [("5.2.3.(7)", "rules.max_hands")]
    assert breaks(procedure=3, table_maximum="500.00") == []
    found = [("5.2.3.(8)", "rules.table_maximum")]
    assert breaks(procedure=2, table_maximum="500.00") == found
    assert breaks(procedure=3, table_maximum="499.99") == found
    assert breaks(procedure=3, table_maximum="a lot") == found


@law("5.2.1.(1)", "ir/84")
def test_only_the_holder_of_a_place_sees_their_cards() -> None:
    play = Play("9H 5H TD 8S 6S", table(procedure=1)).do(
        "Ana: sit 1", "Rui: sit 2", "Ana: bet 1 1000", "Rui: bet 2 1000", "Eva: bet 1 2000", "time")
    assert play.seen("Ana") == {"1": ["9H", "8S"], "2": [None, None], "bank": ["TD"]}
    assert play.seen("Rui") == {"1": [None, None], "2": ["5H", "6S"], "bank": ["TD"]}
    assert play.seen("Eva") == play.seen("") == {"1": [None] * 2, "2": [None] * 2, "bank": ["TD"]}


@law("20.1.3-2", "ir/84")
def test_the_holder_turns_their_cards_where_the_highest_bet_decides() -> None:
    play = Play("9H TD 8S", table(procedure=1, decides="highest")).do(
        "Ana: sit 1", "Ana: bet 1 1000", "Eva: bet 1 2000", "time")
    assert play.seen("Ana")["1"] == ["9H", "8S"] and play.seen("Eva")["1"] == [None, None]
    turned = [redact(e, "Eva") for e in play.dealer.record if type(e.step).__name__ == "Reveal"]
    assert [t and t.card for t in turned] == ["9H", "8S"]
    assert {o.player for o in play.dealer.standing.offers} == {"Eva"}


@law("5.2.3.(2)", "5.2.3.(3)")
def test_nobody_sees_the_hole_card_before_it_is_turned() -> None:
    play = Play("9H TD 8S 7C", table(procedure=3)).do("Ana: sit 1", "Ana: bet 1 1000", "time")
    assert play.seen("Ana")["bank"] == ["TD", None]
    assert all("7C" not in str(redact(event, "Ana")) for event in play.dealer.record)


@law("10.3", "12.1", "ir/107")
@pytest.mark.parametrize("rules", [{"procedure": 1}, {"procedure": 3, "face_down": "both"}])
@pytest.mark.parametrize("up", ["TD", "AD", "9D"])
def test_nobody_learns_who_has_a_black_jack_face_down(rules: dict[str, Any], up: str) -> None:
    """Rui and an onlooker see the same whatever Ana holds, up to the bank's cards."""
    views: list[list[Any]] = []
    for first, second in (("AH", "KS"), ("2H", "KS"), ("AH", "9S")):
        cards = ["9C", first] if rules["procedure"] == 1 else [first, "9C"]
        play = Play(f"{first} 9C {up} {second} 8C 9S 7C 7C", table(**rules)).do(
            "Ana: sit 1", "Rui: sit 2", "Ana: bet 1 1000", "Rui: bet 2 1000", "time")
        assert {*cards, second} <= {event.card for event in play.dealer.record if event.card}
        while not play.dealer.over and not any(
                type(event.step).__name__ == "Reveal" for event in play.dealer.record):
            standing = play.dealer.standing
            assert standing is not None
            acts = {o.act: o for o in standing.offers if o.player == "Ana"} or {
                o.act: o for o in standing.offers}
            act = next(a for a in ("wait", "no-insurance", "play-on", "stand") if a in acts)
            play.do(f"{acts[act].player}: {act} {acts[act].seat}")
            assert play.refused is None
        until = next((n for n, event in enumerate(play.dealer.record)
                      if type(event.step).__name__ == "Reveal"), len(play.dealer.record))
        views.append([redact(event, eyes) for event in play.dealer.record[:until]
                      for eyes in ("Rui", "")])
    assert views[0] == views[1] == views[2]


@law("10.3", "ir/107")
def test_a_lone_player_is_asked_only_what_they_may_choose() -> None:
    play = Play("9H TD 8S", msgspec.structs.replace(table(procedure=1), individual=True)).do(
        "Ana: sit 1", "Ana: bet 1 1000", "Ana: deal table")
    assert play.offered("1") >= {"hit", "stand"}, "nobody is there who could learn anything"


@law("ir/106")
def test_the_number_of_places_on_the_cloth_needs_no_leave() -> None:
    choices = tuple(one for one in LEAVE if one.option != "3")
    assert breaks(places=9, places_per_player=9, leave=choices) == []
    assert breaks(places=9, places_per_player=8, leave=choices) == [("21.1", "places_per_player")]


@law("21.1")
def test_the_third_procedure_gives_five_hands_without_leave_for_them() -> None:
    third = tuple(one for one in LEAVE if one.option != "5")
    only = (*third, msgspec.structs.replace(LEAVE[0], option="5.2.3"))
    few = (*third, msgspec.structs.replace(LEAVE[0], option="5.2"))
    assert GAME.book.table_law(table(procedure=3)).max_splits == 4
    assert GAME.book.table_law(table(procedure=2)).max_splits == 3
    again = msgspec.structs.replace(LEAVE[0], option="16.5")
    without = (*(one for one in only if one.option != "16"), again)
    assert breaks(procedure=3, max_hands=5, leave=without) == []
    assert breaks(procedure=3, max_hands=4, leave=few) == []
    plain = {"places_per_player": 6,
             "leave": (*without, msgspec.structs.replace(LEAVE[0], option="5.2"))}
    assert breaks(procedure=2, max_hands=4, **plain) == []
    assert breaks(procedure=2, max_hands=5, **plain) == [("21.1", "rules.max_hands")]
    found = GAME.violations(table(procedure=3, max_hands=4, leave=()))
    assert any("5.2.3.(7)" in one.allowed for one in found)


@law("6.4", "6.4.(1)")
def test_a_card_below_21_and_none_on_it() -> None:
    at = Play("TH TD KS").do("Ana: sit 1", "Ana: bet 1 1000", "time")
    assert at.offered("1") >= {"hit", "stand"}
    full = Play("5H TD 6S TC 7C").do("Ana: sit 1", "Ana: bet 1 1000", "time", "Ana: hit 1")
    assert full.dealer.over


@law("2.2.2")
def test_the_bank_may_shuffle_only_between_hands() -> None:
    play = Play("5C 9H TD 8S 7C").do("Ana: sit 1", "Ana: bet 1 1000")
    assert play.dealer.standing.faults == ("reshuffle",)
    play.do("report reshuffle", "Ana: no-cut 1")
    assert play.dealer.standing.faults == ()  # the cards were shuffled just now
    play.do("time")
    refused = play.do("report reshuffle").refused
    assert refused is not None and refused.code == "no-fault"
    assert play.do("Ana: stand 1").dealer.outcome.drawn == 5
    machine = Play("", table(device="shuffler"))
    assert machine.dealer.standing.faults == ()


@law("3.1")
def test_the_cloth_shows_the_places() -> None:
    shown = GAME.felt(table(places=8)).places
    assert [zone.place for zone in shown] == list("12345678")
    assert {zone.law for zone in shown} == {f"{GAME.section}/3.1"}


@law("6.1")
def test_the_cloth_says_what_the_bank_does_with_soft_17() -> None:
    lettering = [line.text for line in GAME.felt(table()).lettering]
    other = [line.text for line in GAME.felt(table(hit_soft_17=False)).lettering]
    assert any("17 suave" in text for text in lettering)
    assert not any("17 suave" in text for text in other)


@law("12.2", "10.2")
def test_what_the_bets_pay_is_shown() -> None:
    shown = {bet.bet: bet for bet in GAME.bets(table())}
    main = {line.what: line.odds for line in shown["main"].pays}
    assert main["blackjack"] == "3:2" and main["win"] == "1:1"
    assert shown["insurance"].pays[0].odds == "2:1"


@law("5.1.1")
def test_a_croupier_reports_a_card_that_lies_face_up_wherever_it_was_due() -> None:
    """A card due face up that lay face up in the shoe already is invalid too."""
    found = [Incident("exposed", "2C"), *["9H", "TD", "8S", "7C"]]
    reply = Play(found, table(attended=True)).do("Ana: sit 1", "Ana: bet 1 1000", "time")
    cards = [event.step for event in reply.dealer.record if isinstance(event.step, Deal)]
    assert cards and all("exposed" in card.faults for card in cards)
    assert reply.seen("")["1"][-2:] == ["9H", "8S"]


@pytest.mark.law("ir/85")
@pytest.mark.parametrize(("unit", "lawful"), [(1, False), (2, True), (3, False), (100, True)])
def test_stakes_go_in_units_that_pay_in_whole_cents(unit: int, lawful: bool) -> None:
    """3 to 2, half of a bet given up, half of a bet for five cards: an odd cent is none of them."""
    macau = game("blackjack-macau")
    table_of_unit = Table(game=macau.id, name="unit", rules=Rules(), unit=unit, minimum=600 * unit,
                          maximum=6_000 * unit)
    found = [v for v in macau.violations(table_of_unit) if v.what == "unit"]
    assert [v.clause for v in found] == ([] if lawful else ["ir/85"])


@law("8", "8-2", "8-3", "10.1")
@pytest.mark.parametrize("rank", RANKS)
def test_what_each_card_counts_and_which_make_a_black_jack(rank: str) -> None:
    """With a nine, and with an ace: only a ten or a figure makes a Black Jack of it."""
    points = {"A": 11, **dict.fromkeys("TJQK", 10)}.get(rank) or int(rank)
    beside = Play(f"9H 9D {rank}S TC").do("Ana: sit 1", "Ana: bet 1 1000", "time", "Ana: stand 1")
    assert announced(beside, "1") == 9 + points
    with_ace = Play(f"AH 9D {rank}S TC").do("Ana: sit 1", "Ana: bet 1 1000", "time")
    natural = rank in "TJQK"
    assert with_ace.dealer.over == natural, "who has a Black Jack decides nothing"
    if not natural:
        with_ace.do("Ana: stand 1")
    result = next(e.step for e in with_ace.dealer.record
                  if isinstance(e.step, Result) and e.step.hand == "1")
    assert (result.result == "blackjack") == natural
    cited = {one.removeprefix(f"{GAME.section}/") for one in result.also} & {"8", "8-2", "8-3"}
    assert cited == ({"8"} if rank == "A" else {"8", "8-2"} if rank in "JQK" else {"8", "8-3"})


def announced(play: Play, hand: str) -> int:
    """The total that was announced for a hand after the deal."""
    return next(int(e.step.facts["total"]) for e in play.dealer.record
                if isinstance(e.step, Call) and e.step.call.startswith("total")
                and e.step.seat == hand)
