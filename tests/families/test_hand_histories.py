"""Hands played elsewhere pay the same chips here, and hands played here are exported."""

from __future__ import annotations

import json
import os
import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from sabot.equipment import Seeded
from sabot.families.pokertable import histories, phh, phh_replay
from sabot.families.pokertable.phh import BadHand, Hand
from sabot.games import game
from sabot.procedure import Act, Dealer, Live, TimeOut
from sabot.procedure.table import Table
from support.poker_evenings import evening

ELSEWHERE = Path(os.environ.get("SABOT_HANDS", Path(__file__).parents[3] / "shared" / "hands")
                 ) / "real_hands.jsonl"
IVEY = """
variant = "NT"
ante_trimming_status = true
antes = [0, 0, 0]
blinds_or_straddles = [500, 1000, 0]
min_bet = 1000
starting_stacks = [100000, 200000, 50000]
actions = [
  "d dh p1 AcKh", "d dh p2 ????", "d dh p3 7h6h",
  "p3 cbr 3000 # opens", "p1 cbr 9000", "p2 f", "p3 cc",
  "d db Js7c6d", "p1 cbr 15000", "p3 cbr 41000", "p1 cc",
  "d db 2c", "d db Kd", "p1 sm AcKh", "p3 sm 7h6h",
]
players = ["Ann", "Bob", "Cyd"]
finishing_stacks = [50000, 199000, 101000]
"""


def test_a_hand_of_the_format_is_read_written_and_played() -> None:
    hand = phh.read(IVEY)
    assert (hand.name(2), hand.blinds, hand.stacks[0]) == ("Bob", (50_000, 100_000, 0), 10_000_000)
    assert hand.more == {"ante_trimming_status": True}
    played = phh_replay.replay(hand)
    assert played.stacks == hand.finishing and played.differences(hand) == ""
    again = phh.read(phh.write(hand))
    assert again == hand


def test_the_stacks_that_differ_are_named() -> None:
    hand = phh.read(IVEY.replace("[50000, 199000, 101000]", "[50000, 199000.50, 100999.50]"))
    assert phh_replay.replay(hand).differences(hand) == (
        "Bob has 199000, the file says 199000.50; Cyd has 101000, the file says 100999.50")


@pytest.mark.parametrize(("change", "expected"), [
    (('"NT"', '"FB"'), "'FB' (fixed-limit badugi) is not played here; NT, FT, PO, "),
    (('"NT"', '"XX"'), "'XX' is not played here; NT, FT, PO, "),
    (("min_bet = 1000\n", ""), "missing fields: min_bet"),
    (("antes = [0, 0, 0]", "antes = [0, 0]"), "antes: 2 sums for 3 players"),
    (("antes = [0, 0, 0]", "antes = [0, 0, 0.001]"), "at most two decimals"),
    (("antes = [0, 0, 0]", "antes = [0, 0, -1]"), "not negative, at most"),
    (("p2 f", "p2 folds"), "action 6: 'p2 folds' is not an action"),
    (("p2 f", "p3 f"), "action 6: 'p3 f', but it is the turn of p2"),
    (("p1 cbr 9000", "p1 cbr 4000"), "action 5: 'p1 cbr 4000' is refused"),
    (("p1 cbr 9000", "p1 cbr 900000"), "is refused"),
    (("p1 cbr 9000", "p1 cbr many"), "'many' is not a sum"),
    (("Js7c6d", "Js7c6x"), "'6x' is not a card"),
    (("Js7c6d", "Js7c6h"), "the same card twice: 6h"),
    (('"d dh p3 7h6h"', '"d dh p4 7h6h"'), "no player 'p4' among 3"),
    (("d dh p2 ????", "d dh p2 8c8d8h"), "8c8d8h: at most 2 cards are dealt there"),
    (('"p3 cbr 41000", "p1 cc",', ""), "the actions end while p3 must decide"),
    (('"p3 sm 7h6h"', '"p3 cc"'), "comes after the end of the hand"),
    (('"Bob"', '"Ann"'), "players: must be 3 different names"),
    (("variant =", "variant"), "not readable TOML"),
    (("[100000, 200000, 50000]", "7"), "starting_stacks: must be a list of sums"),
    (("[100000, 200000, 50000]", '["1", 2, 3]'), "starting_stacks: '1' is not a sum"),
    (("[100000, 200000, 50000]", "[1e999999, 2, 3]"), "at most 1000000000000"),
    (("[100000, 200000, 50000]", "[nan, 2, 3]"), "'NaN' is not a sum"),
    (("[100000, 200000, 50000]", "[100000, 0, 50000]"), "every player must have chips"),
    (("[50000, 199000, 101000]", "[50000]"), "finishing_stacks: 1 sums for 3 players"),
    (('"NT"', '["NT"]'), "is not played here"),
    (('["Ann", "Bob", "Cyd"]', "5"), "players: must be 3 different names"),
    (('"Ann"', r'"\u001b[31mAnn"'), "printable characters"),
    (("min_bet = 1000", "min_bet = 0"), "min_bet: it must be above 0"),
    (("min_bet = 1000", f"min_bet = {'9' * 5000}"), "a number has thousands of digits"),
    (("min_bet = 1000", f"min_bet = {'[' * 20_000}"), "lists are nested too deep"),
    (("min_bet = 1000", "min_bet = 1000\n" + "# much\n" * 10_000), "at most 50000 characters"),
    (("p2 f", "p0 f"), "'p0 f' is not an action"),
    (("p2 f", "p9 f"), "no player 'p9' among 3"),
    (("p2 f", f"p{'9' * 5000} f"), "is not an action"),
    (("p2 f", "d f"), "'d f' is not an action"),
    (("d db 2c", "d db"), "'d db' is not an action"),
    (("p1 cbr 9000", "p1 cbr 9_000"), "'9_000' is not a sum"),
    (("p1 cbr 9000", "p1 cbr 1e999999999"), "is not a sum"),
    (("d dh p1 AcKh", "d dh p1 AcAc"), "action 1: the same card twice: Ac"),
    (("d dh p2 ????", "d dh p1 2c3c"), "action 2: p1 already has cards"),
    (("p1 sm AcKh", "p1 sm 2h3h"), "action 14: 2h3h are shown, but AcKh were dealt"),
    (("p1 sm AcKh", "p1 sm Ac"), "action 14: Ac are shown, but AcKh were dealt"),
    (('"d db Js7c6d", ', ""), "comes after 3 common cards, but the file deals 0 before it"),
    (('"d db Kd", ', ""), "the file deals 4 common cards, but the hand has 5"),
])
def test_what_is_no_hand_is_refused_in_words(change: tuple[str, str], expected: str) -> None:
    assert change[0] in IVEY
    with pytest.raises(BadHand, match=re.escape(expected)):
        phh_replay.replay(phh.read(IVEY.replace(*change)))


def test_a_hand_is_written_as_it_can_be_read() -> None:
    """Names and fields of any letters, dates, tables, sums beyond what a float holds."""
    text = IVEY.replace('"Bob"', r'"B\"ó\\b"').replace("[50000, 199000, 101000]",
                                                       "[900719925474.93, 1, 2.10]")
    hand = phh.read(text + r"""
when = 1979-05-27
"a \n b" = {x = [1.5, true], "y z" = "\u0007"}
""")
    assert phh.read(phh.write(hand)) == hand
    assert "900719925474.93" in phh.write(hand) and "\x07" not in phh.write(hand)


@pytest.mark.parametrize("muck", ["p1 sm", "p1 sm ????", "p1 sm ??Kh"])
def test_who_does_not_show_their_cards_has_lost_to_who_does(muck: str) -> None:
    """Ann has called and does not show, by choice or because the cards are not known: Cyd
    wins with any cards."""
    worse = IVEY.replace("7h6h", "2s3s")
    assert phh_replay.replay(phh.read(worse)).stacks[2] == 0
    for text in (worse.replace("p1 sm AcKh", muck),
                 worse.replace("d dh p1 AcKh", "d dh p1 ????").replace('"p1 sm AcKh", ', "")):
        assert phh_replay.replay(phh.read(text)).stacks == (5_000_000, 19_900_000, 10_100_000)


@pytest.mark.parametrize(("change", "expected"), [
    ((("AcKh", "????"), ("7h6h", "????")), "no player has shown their cards"),
    ((("d db 2c", "d db ??"),), "not all common cards are known")])
def test_who_won_is_not_guessed(change: tuple[tuple[str, str], ...], expected: str) -> None:
    text = IVEY
    for one, other in change:
        text = text.replace(one, other)
    with pytest.raises(BadHand, match=expected):
        phh_replay.replay(phh.read(text))


@pytest.mark.parametrize(("blinds", "first"), [
    ("[500, 1000, 0, 0]", 3), ("[500, 1000, 2000, 0]", 4), ("[500, 1000, 2000, 4000]", 1),
    ("[500, 1000, 0, 1000]", 3), ("[0, 0, 0, 0]", 1)])
def test_who_speaks_first_comes_after_the_straddles(blinds: str, first: int) -> None:
    """A blind of somebody who comes back is no straddle; without blinds the first may check."""
    says = "cc" if "5" not in blinds else "f"
    hand = phh.read(f"""
variant = "NT"
antes = [0, 0, 0, 0]
blinds_or_straddles = {blinds}
min_bet = 1000
starting_stacks = [100000, 100000, 100000, 100000]
actions = ["p{first} {says}"]
""")
    with pytest.raises(BadHand, match=f"the actions end while p{first % 4 + 1} must decide"):
        phh_replay.replay(hand)


# -- hands that were played ------------------------------------------------------------------------


@cache
def elsewhere() -> list[dict[str, Any]]:
    if not ELSEWHERE.is_file():
        pytest.skip(f"no hands of elsewhere at {ELSEWHERE}")
    lines = [json.loads(line) for line in ELSEWHERE.read_text("utf-8").splitlines()]
    return [line for line in lines if "meta" not in line]


def hand_of_line(line: dict[str, Any]) -> Hand:
    """A hand of the file of hands as one of the format."""
    def cents(sums: list[float]) -> tuple[int, ...]:
        return tuple(round(one * 100) for one in sums)
    actions = [f"d dh p{n} {own}" for n, own in enumerate(line["hole"], start=1)
               if own and "?" not in own]
    for n, street in enumerate(line["acts"].split("|")):
        if n:
            actions.append(f"d db {line['board'][n - 1]}")
        for token in street.split():
            player, act, total = re.fullmatch(r"(\d+)([fcr])(.*)", token).groups()  # type: ignore[union-attr]
            what = {"f": "f", "c": "cc", "r": f"cbr {total}"}[act]
            actions.append(f"p{player} {what}")
    if (dealt := line["acts"].count("|")) < len(line["board"]):
        actions += [f"d db {cards}" for cards in line["board"][dealt:]]
    return Hand(line["v"], cents(line["antes"]), cents(line["blinds"]),
                round(line["min_bet"] * 100), cents(line["stacks"]), tuple(actions),
                finishing=cents(line["fin"]))


def test_real_hands_come_to_the_same_chips() -> None:
    """Hands of an experiment, of a final table and of television, each with its odd chips."""
    wrong = {line["id"]: differences for line in elsewhere() for hand in [hand_of_line(line)]
             if (differences := phh_replay.replay(hand).differences(hand))}
    assert not wrong and len(elsewhere()) == 2353
    assert {line["v"] for line in elsewhere()} == {"NT", "PO"}


# -- hands that were played here -------------------------------------------------------------------


@pytest.mark.parametrize("game_id", ["holdem", "omaha"])
def test_a_hand_played_here_is_told_and_read_again(game_id: str) -> None:
    """Every hand as all eyes see it: its text reads back, and its stacks are those of the caves."""
    hands = 0
    for table, dealer in evening(game_id):
        try:
            hand = histories.history(dealer.record, table, histories.ALL_EYES)
        except BadHand as why:
            assert "no hand was dealt" in str(why)
            continue
        hands += 1
        assert phh.read(phh.write(hand)) == hand
        held = {bet: cents for bet, _, cents in dealer.outcome.held}
        seats = dealer.outcome.seats
        assert hand.finishing == tuple(held.get(f"{seats.index(name) + 1}/cave", 0)
                                       for name in hand.players)
        assert sum(hand.stacks) == sum(hand.finishing)
        streets = [one.removeprefix("d db ") for one in hand.actions if one.startswith("d db ")]
        assert [len(street) // 2 for street in streets] == [3, 1, 1][:len(streets)]
        lines = list(histories.render_text(hand))
        assert len(lines) >= len(hand.stacks) + 3
        chinese = histories.render_text(hand, "zh")
        assert ["\uff1a" in line for line in chinese] == [True] * len(lines)
    assert hands > 5


@pytest.mark.law("pt-217-2007/poquer-nao-bancado/11")
def test_who_was_moved_by_lot_before_the_first_hand_acts_in_its_history() -> None:
    """Seats are drawn when caves lie on the table already: four go all in, from wherever."""
    of = game("holdem")
    table = Table(game="holdem", name="Ria", minimum=200, places=10,
                  rules=of.rules(rate=0, limit="cave", minimum_share=False))
    dealer = Dealer(of.coup(table, of.opening(table)), Live(Seeded(11)))
    names = ("Ana", "Rui", "Eva", "Gil")
    for n, name in enumerate(names, start=1):
        dealer.answer(Act(name, "sit", str(n), 4_000))
    assert dealer.standing is not None
    dealer.answer(TimeOut(dealer.standing.window))
    for act in ("all-in", "call", "call", "call"):
        assert dealer.standing is not None
        one = next(o for o in dealer.standing.offers if o.act == act)
        dealer.answer(Act(one.player, act, one.seat))
    hand = histories.history(dealer.record, table, histories.ALL_EYES)
    assert dealer.over and set(hand.players) == set(names)
    assert dealer.outcome.seats[:4] != names
    assert [one.split(" ", 1)[1] for one in hand.actions if one[0] == "p" and " sm" not in one] \
        == ["cbr 40", "cc", "cc", "cc"]


@pytest.mark.law("pt-217-2007/poquer-nao-bancado/54")
def test_a_history_shows_nobody_s_cards_but_one_s_own_and_those_that_were_shown() -> None:
    for table, dealer in evening("holdem", 25):
        try:
            whole = histories.history(dealer.record, table, histories.ALL_EYES)
        except BadHand:
            continue
        for eyes in ("", *whole.players):
            seen = histories.history(dealer.record, table, eyes)
            assert [one for one in seen.actions if " sm " in one] \
                == [one for one in whole.actions if " sm " in one]
            for n, name in enumerate(whole.players, start=1):
                own = next(one for one in seen.actions if one.startswith(f"d dh p{n} "))
                assert ("?" not in own) == (name == eyes), (eyes, own)
