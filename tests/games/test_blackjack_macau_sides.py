"""Blackjack of Macau, articles 13 to 20: additional bets, streaks, splits; what they are worth."""

from __future__ import annotations

import json
from fractions import Fraction
from functools import cache
from itertools import permutations, product
from pathlib import Path
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner

from sabot.cli import main
from sabot.equipment import PACK, RANKS
from sabot.games import game
from sabot.games.blackjack_macau.odds import advantage_notes
from sabot.games.blackjack_macau.rules import Rules
from sabot.probability.entry import Bet
from sabot.procedure import (
    Act,
    Dealer,
    Incident,
    Move,
    Refusal,
    Result,
    Scripted,
    TimeOut,
)
from sabot.procedure.steps import REMOVED, SESSION_ENDS
from sabot.procedure.table import Table
from support.demonstration_choices import with_choices

GAME = game("blackjack-macau")
WIN, LOSS = "AS 9D KS 8C", "TS TD 9S JD"


def law(*rows: str) -> Any:
    """The mark of these rows of the regulation; ``ir/4`` stays as it is."""
    return pytest.mark.law(*(row if row.startswith("ir/") else f"{GAME.section}/{row}"
                             for row in rows))


def table(**rules: Any) -> Table:
    """A table with these choices, each allowed or not."""
    attended = rules.pop("attended", False)
    return Table(game=GAME.id, name="test", rules=Rules(**rules), places=6, minimum=500,
                 maximum=50_000, attended=attended, places_per_player=6)


class Evening:
    """Coup after coup at one table, with the cards of one script."""

    def __init__(self, cards: str, *seats: str, **rules: Any) -> None:
        self.at = table(**rules)
        carry = msgspec.structs.replace(
            GAME.opening(self.at), seats=(*seats, *[""] * (6 - len(seats))), seal="00", drawn=60,
            shown=True)
        self.chance = Scripted(cards)
        self.dealer = Dealer(GAME.coup(self.at, carry), self.chance)
        self.refused: Refusal | None = None

    def do(self, *acts: str) -> Evening:
        """Acts such as ``Ana: bet 1 1000``; "time" runs out; "next" begins another coup."""
        for act in acts:
            who, _, what = act.rpartition(": ")
            words = what.split()
            reply: Any = None
            if what == "time":
                assert self.dealer.standing is not None
                reply = self.dealer.answer(TimeOut(self.dealer.standing.window))
            elif what == "next":
                self.dealer = Dealer(GAME.coup(self.at, self.dealer.outcome), self.chance)
            else:
                amount = int(words[2]) if len(words) > 2 else 0
                reply = self.dealer.answer(Act(who, words[0], words[1], amount))
            self.refused = reply if isinstance(reply, Refusal) else None
        return self

    def moves(self, bet: str) -> list[tuple[str, int]]:
        """What moved on a bet in this coup."""
        return [(e.step.kind, e.step.amount) for e in self.dealer.record
                if isinstance(e.step, Move) and e.step.bet == bet]

    def results(self, bet: str) -> list[str]:
        return [e.step.result for e in self.dealer.record
                if isinstance(e.step, Result) and e.step.hand == bet]

    def refusal(self, act: str) -> str:
        """The row under which an act is refused now."""
        self.do(act)
        assert self.refused is not None, f"{act} was taken"
        return self.refused.law.removeprefix(f"{GAME.section}/")


# -- streaks ---------------------------------------------------------------------------------------


@law("13.5.(2).v", "ir/73")
def test_streak_bets_stay_as_they_are_until_they_are_decided() -> None:
    evening = Evening(f"{WIN} {WIN} {WIN}", "Ana", winning_streak=True).do(
        "Ana: bet 1 1000", "Ana: bet 1/streak2 500", "Ana: bet 1/streak2 1000",
        "Ana: bet 1/streak3 500", "Ana: clear 1/streak3", "time")
    assert evening.dealer.outcome.held == (("1/streak2", "Ana", 1000),)
    assert evening.dealer.outcome.streaks == {"1": 1}
    evening.do("next", "Ana: bet 1 1000")
    for act in ("clear 1/streak2", "bet 1/streak2 500", "bet 1/streak3 500"):
        assert evening.refusal(f"Ana: {act}") == "13.5.(2).v"
    evening.do("time")
    assert evening.moves("1/streak2")[1:] == [("pay", 3000), ("return", 1000)]
    assert evening.dealer.outcome.streaks == {}, "the button is free again"
    evening.do("next", "Ana: bet 1 1000", "Ana: bet 1/streak5 500")
    assert evening.refused is None


@law("13.5.(2).vi")
def test_a_bettor_who_leaves_out_a_coup_loses_their_streak() -> None:
    """Even where the place is played by others, and where nobody plays it at all."""
    for bettors in (("Ana: bet 1 1000", "Rui: bet 2 1000"), ("Rui: bet 2 1000",)):
        evening = Evening(f"{WIN} {' '.join([WIN, WIN])}", "Gil", "Rui", winning_streak=True,
                          decides="seated").do(
            "Ana: bet 1 1000", "Ana: bet 1/streak2 500", "time")
        assert evening.dealer.outcome.held == (("1+1/streak2", "Ana", 500),)
        cards = "AS AH 9D KS KH 8C" if len(bettors) == 2 else WIN
        evening.chance = Scripted(cards)
        evening.do("next", *bettors, "time")
        stays = len(bettors) == 2
        assert evening.results("1+1/streak2") == (["won"] if stays else ["lost"])
        assert evening.dealer.outcome.held == ()


@law("13.5.(2).v", "ir/58")
def test_a_streak_laid_in_a_cancelled_coup_cannot_be_taken_back() -> None:
    evening = Evening("", "Ana", winning_streak=True, attended=True)
    evening.chance = Scripted(["TS", "9D", Incident("beyond-repair"), *WIN.split()])
    evening.dealer = Dealer(GAME.coup(evening.at, msgspec.structs.replace(
        GAME.opening(evening.at), seats=("Ana", *[""] * 5), seal="00", drawn=60, shown=True)),
        evening.chance)
    evening.do("Ana: bet 1 1000", "Ana: bet 1/streak2 500", "time")
    assert evening.moves("1") == [("stake", 1000), ("refund", 1000)]
    assert evening.moves("1/streak2") == [("stake", 500), ("hold", 500)]
    assert evening.dealer.outcome.streaks == {"1": 0}
    evening.do("next", "Ana: bet 1 1000")
    assert evening.refusal("Ana: clear 1/streak2") == "13.5.(2).v"


@law("13.5.(2).v", "ir/110")
def test_a_void_coup_leaves_a_streak_as_a_cancelled_one_does() -> None:
    evening = Evening(f"{WIN} 5H 9D 9C {WIN}", "Ana", winning_streak=True).do(
        "Ana: bet 1 1000", "Ana: bet 1/streak2 500", "time", "next", "Ana: bet 1 1000", "time")
    evening.dealer.void("power failure")
    assert evening.moves("1") == [("stake", 1000), ("refund", 1000)]
    assert evening.moves("1/streak2") == [("resume", 500), ("hold", 500)]
    assert evening.dealer.outcome.streaks == {"1": 1}
    evening.do("next", "Ana: bet 1 1000", "time")
    assert evening.results("1/streak2") == ["won"]


@law("ir/24")
def test_a_streak_of_which_no_card_was_dealt_goes_back() -> None:
    evening = Evening("", "Ana", winning_streak=True).do(
        "Ana: bet 1 1000", "Ana: bet 1/streak2 500")
    evening.dealer.void("power failure")
    assert evening.moves("1/streak2") == [("stake", 500), ("refund", 500)]
    assert evening.dealer.outcome.held == () and evening.dealer.outcome.streaks == {}


@law("ir/24")
@pytest.mark.parametrize("cause", [REMOVED, SESSION_ENDS])
def test_a_streak_goes_back_when_no_hand_can_follow(cause: str) -> None:
    evening = Evening(f"{WIN} 5H 9D 9C", "Ana", winning_streak=True).do(
        "Ana: bet 1 1000", "Ana: bet 1/streak2 500", "time", "next", "Ana: bet 1 1000", "time")
    evening.dealer.void(cause)
    assert evening.moves("1/streak2") == [("resume", 500), ("refund", 500)]
    assert evening.dealer.outcome.held == () and evening.dealer.outcome.streaks == {}


def test_a_button_without_a_stake_is_taken_away() -> None:
    """A coup that cannot be replayed gives all stakes back: its streaks end with them."""
    carry = msgspec.structs.replace(GAME.opening(table()), streaks={"1": 2, "3": 0})
    assert GAME.hold_stakes is not None
    assert GAME.hold_stakes(carry, {}, 0).streaks == {}
    assert GAME.hold_stakes(carry, {"3+1/streak4": ("Eva", 500)}, 0).streaks == {"3": 0}


@law("16.7.1", "ir/79")
def test_one_win_among_ties_moves_the_button() -> None:
    """Won one, tied one: more won than lost, though not the majority of the hands."""
    evening = Evening("8S 9D 8D TS 9C 9H", "Ana", winning_streak=True).do(
        "Ana: bet 1 1000", "Ana: bet 1/streak3 500", "time", "Ana: split 1", "Ana: stand 1.1",
        "Ana: stand 1.2")
    assert evening.results("1.1") == ["tie"] and evening.results("1.2") == ["lost"]
    evening = Evening("8S 9D 8D TS 9C 8H", "Ana", winning_streak=True).do(
        "Ana: bet 1 1000", "Ana: bet 1/streak3 500", "time", "Ana: split 1", "Ana: stand 1.1",
        "Ana: stand 1.2")
    assert evening.results("1.1") == ["won"] and evening.results("1.2") == ["tie"]
    assert evening.dealer.outcome.streaks == {"1": 1}


@law("19.1", "13.5.(2)", "ir/73")
def test_five_cards_count_as_a_win() -> None:
    evening = Evening("2S 9D 3S 2C 3C 4D TC", "Ana", winning_streak=True).do(
        "Ana: bet 1 1000", "Ana: bet 1/streak2 500", "time", "Ana: hit 1", "Ana: hit 1",
        "Ana: hit 1", "Ana: claim-five 1")
    assert evening.dealer.outcome.streaks == {"1": 1}


# -- additional bets -------------------------------------------------------------------------------


@law("13", "ir/68")
def test_one_kind_for_each_bettor_and_place() -> None:
    evening = Evening(WIN, "Ana", "Rui", any_pair=True, sevens=True,
                      over_under=True, winning_streak=True)
    evening.do("Ana: bet 1 1000", "Rui: bet 2 1000", "Ana: bet 1/pair 500")
    assert evening.refusal("Ana: bet 1/sevens 500") == "13"
    assert evening.refusal("Ana: bet 1/streak2 500") == "13"
    evening.do("Ana: bet 2/pair 500", "Rui: bet 2/sevens 500")
    assert evening.refused is None, "another place, and another bettor"
    assert evening.refusal("Rui: bet 2/over 500") == "13"


@law("ir/85")
def test_limits_of_additional_bets() -> None:
    evening = Evening(WIN, "Ana", any_pair=True, side_maximum=3).do("Ana: bet 1 1000")
    for amount, lawful in ((400, False), (500, True), (1500, True), (1600, False)):
        evening.do(f"Ana: bet 1/pair {amount}")
        assert (evening.refused is None) == lawful
    assert evening.refusal("Ana: bet 1/pair 1600") == "ir/85"


@law("ir/85", "20.1.1")
def test_each_bettor_may_bet_the_maximum() -> None:
    evening = Evening(WIN, "Ana").do("Ana: bet 1 50000", "Rui: bet 1 50000", "Eva: bet 1 50000")
    assert evening.refused is None, "the first procedure knows no number of bettors"
    assert evening.refusal("Eva: bet 1 50100") == "ir/85"


@law("13.1.(1)", "13.3", "13.4", "18.2")
def test_a_hand_that_is_surrendered_face_down_is_shown_to_those_who_bet_on_it() -> None:
    evening = Evening("JS TS 9D JH 9S 8C", "Ana", "Rui", procedure=1, any_pair=True).do(
        "Ana: bet 1 1000", "Rui: bet 2 1000", "Rui: bet 1/pair 500", "time", "Ana: surrender 1")
    assert evening.moves("1+1/pair")[1:] == [("pay", 5500)]
    names = [type(e.step).__name__ for e in evening.dealer.record]
    assert names.count("Reveal") == 2


# -- article 20 ------------------------------------------------------------------------------------


@law("20.1.2")
def test_the_fourth_bettor_is_refused_and_the_three_may_change_their_bets() -> None:
    evening = Evening(WIN, "Ana", "", "", "Gil", decides="nearest").do(
        "Rui: bet 1 1000", "Eva: bet 1 1000", "Leo: bet 1 1000")
    assert evening.refusal("Ana: bet 1 1000") == "20.1.2", "though Ana holds the place"
    assert evening.refusal("Gil: bet 1 1000") == "20.1.2"
    assert evening.refusal("Zoe: bet 1 1000") == "20.1.2"
    evening.do("Eva: bet 1 2000", "Leo: clear 1", "Gil: bet 1 1000")
    assert evening.refused is None


@law("5.2.3.(8)", "ir/85")
def test_who_finds_the_table_full_is_told_so() -> None:
    evening = Evening(WIN, "Ana", "Rui", procedure=3, table_maximum="20.00").do("Ana: bet 1 1800")
    assert evening.refusal("Rui: bet 2 500") == "5.2.3.(8)"
    assert evening.refusal("Ana: bet 1 2100") == "5.2.3.(8)"
    evening.do("Ana: bet 1 1500", "Rui: bet 2 500")
    assert evening.refused is None


@law("20.1", "16.6", "ir/78", "ir/82")
def test_who_did_not_follow_a_split_loses_one_bet_like_the_others() -> None:
    evening = Evening("8S TD 8D 6S TC 6C TH AC", "Ana").do(
        "Ana: bet 1 1000", "Rui: bet 1 2000", "time", "Ana: split 1", "Rui: no-follow 1.1",
        "Ana: hit 1.1", "Ana: hit 1.2")
    assert evening.moves("1.1+1") == [("collect", 2000)]
    assert evening.moves("1.1") == [("collect", 1000)]
    assert evening.moves("1.2") == [("stake", 1000), ("collect", 1000), ("restore", 1000)]


# -- what the bets are worth -----------------------------------------------------------------------


def price(of: Table) -> tuple[Bet, ...]:
    """The priced bets of a table."""
    return game("blackjack-macau").priced.odds(of).bets


def edges(**rules: Any) -> dict[str, Fraction]:
    return {bet.bet: Fraction(bet.edge) for bet in price(table(**rules))}


ALL = {"any_pair": True, "sevens": True, "over_under": True, "perfect_pair": True}


@pytest.mark.more
@law("ir/69", "ir/71", "ir/72", "14.1", "14.3", "14.4")
def test_the_edges_that_the_readings_name() -> None:
    six, eight = edges(**ALL), edges(packs=8, **ALL)
    assert (six["pair"], eight["pair"]) == (Fraction(35, 311), Fraction(43, 415))
    assert (six["over"], eight["over"]) == (Fraction(265, 4043), Fraction(353, 5395))
    assert (six["under"], eight["under"]) == (Fraction(407, 4043), Fraction(543, 5395))
    assert (six["perfect"], eight["perfect"]) == (Fraction(31, 311), Fraction(33, 415))
    six = edges(thirteen_ace="any", perfect_pair_all=True, **ALL)
    eight = edges(packs=8, thirteen_ace="any", perfect_pair_all=True, **ALL)
    assert (six["over"], eight["over"]) == (Fraction(-791, 4043), Fraction(-211, 1079))
    assert (six["under"], eight["under"]) == (Fraction(407, 4043), Fraction(543, 5395))
    assert (six["perfect"], eight["perfect"]) == (Fraction(-24, 311), Fraction(-42, 415))


@pytest.mark.more
@pytest.mark.parametrize(("packs", "aces", "gains"), [
    (4, False, Fraction(-5067923, 630827517)),
    (6, False, Fraction(6441677613, 336868157405)),
    (8, False, Fraction(583561627217, 17789438306913)),
    (4, True, Fraction(-33188651, 4836344297)), (6, True, Fraction(530490173, 25912935185)),
    (8, True, Fraction(234329751973, 6842091656505))])
def test_what_further_pairs_bring_who_splits_them_all(
        packs: int, aces: bool, gains: Fraction) -> None:
    """Pairs paid again, four hands at most, and no card but the second of each hand: the figures
    that the interpretation names, and those of a house with leave to let aces be split once."""
    @cache
    def more(alike: int, left: int, waiting: int, hands: int, again: bool) -> Fraction:
        """What the hands bring that wait for their second card."""
        if not waiting:
            return Fraction(0)
        pair, split = Fraction(alike, left), again and hands < 4
        return pair * (11 + more(alike - 1, left - 1, waiting + (1 if split else -1),
                                 hands + split, again) if alike else 0) + (
            1 - pair) * more(alike, left - 1, waiting - 1, hands, again)

    size, alike = 52 * packs, 4 * packs
    one = Fraction(alike * (alike - 1), size * (size - 1))
    brings = sum(one * (11 + more(alike - 2, size - 2, 2, 2, aces or rank != "A"))
                 for rank in RANKS)
    assert brings - (1 - 13 * one) == gains
    assert edges(packs=packs, any_pair=True, resplit_aces=aces)["pair-split"] == -gains


@pytest.mark.parametrize("packs", [1, 6])
def test_further_pairs_where_the_bank_looks_first(packs: int) -> None:
    """Every pair against every two cards of the bank: after its Black Jack nothing is split."""
    left = dict.fromkeys(RANKS, 4 * packs)
    brings = Fraction(0)

    def draw(rank: str) -> Fraction:
        chance = Fraction(left[rank], sum(left.values()))
        left[rank] -= 1
        return chance

    for pair, up, hole in product(RANKS, repeat=3):
        chance = draw(pair) * draw(pair) * draw(up) * draw(hole)
        ends = {up, hole} & {"A"} and {up, hole} & set("TJQK")
        further = Fraction(2 * left[pair], sum(left.values()))
        brings += chance * 11 * (1 if ends else 1 + further)
        for rank in (pair, pair, up, hole):
            left[rank] += 1
    lost = 1 - Fraction(4 * packs - 1, 52 * packs - 1)
    found = edges(packs=packs, procedure=3, any_pair=True, resplit=False,
                  resplit_aces=False)
    assert found["pair-split"] == lost - brings


@law("14.2", "14.2.1", "14.2.2", "14.2.3", "14.2.4", "ir/70")
def test_the_sevens_counted_one_by_one() -> None:
    """Three packs: every order of three cards, of which only those with two sevens first matter."""
    cards = sorted(PACK * 3)
    sevens = [n for n, card in enumerate(cards) if card[0] == "7"]
    pays = {split: Fraction(0) for split in (True, False)}
    every = Fraction(1, len(cards) * (len(cards) - 1) * (len(cards) - 2))
    for first, second in permutations(sevens, 2):
        for third in range(len(cards)):
            if third in (first, second):
                continue
            suits = [cards[n][1] for n in (first, second, third)]
            two = 150 if suits[0] == suits[1] else 50
            three = 5000 if len(set(suits)) == 1 else 500
            pays[False] += every * (two + 1)
            pays[True] += every * ((three if cards[third][0] == "7" else two) + 1)
    found = edges(packs=3, sevens=True)
    assert found["sevens"] == 1 - pays[True]
    assert found["sevens-unsplit"] == 1 - pays[False]
    looked = edges(packs=3, sevens=True, procedure=3)["sevens"]
    assert found["sevens"] < looked < found["sevens-unsplit"], "a Black Jack comes before a split"


@law("12.1", "15")
def test_what_else_has_a_price() -> None:
    assert edges()["insurance"] == Fraction(23, 311)
    assert set(edges()) == {"main", "insurance", "special"}
    assert set(edges(special_prizes=False)) == {"main", "insurance"}


def test_a_streak_is_a_chain_of_wins() -> None:
    """Ties leave the button where it is, so that each further win has the chance w / (w + l)."""
    by_bet = {entry.bet: entry for entry in price(table(winning_streak=True))}
    lost, tied, won = by_bet["main"].place
    assert lost + tied + won == pytest.approx(1, abs=1e-9)
    for n, pays in ((2, 3), (3, 8), (4, 18), (5, 38)):
        chance = (won / (won + lost)) ** n
        assert by_bet[f"streak{n}"].edge_float == pytest.approx(1 - (pays + 1) * chance, abs=1e-12)


@law("ir/71", "ir/72", "13.3", "14.4")
def test_a_table_that_gives_money_away_is_told_so(tmp_path: Path) -> None:
    """`sabot check` finds it lawful, and says what each such bet brings its player, exactly."""
    text = """game = "blackjack-macau"
name = "Generous"
minimum = 5
maximum = 500
places = 6
[rules]
over_under = true
perfect_pair = true
{}
[[authorisations]]
option = "14"
by = "DICJ"
reference = "1"
requested = 2026-03-02
effective = 2026-03-06
"""

    def file_text(more: str) -> str:
        """The file, with leave that somebody has given."""
        return with_choices(text.format(more)).replace("demonstration = true\n", "")

    file = tmp_path / "generous.toml"
    file.write_text(file_text('thirteen_ace = "any"\nperfect_pair_all = true'))
    answer = json.loads(CliRunner().invoke(main, ["check", str(file), "--json"]).stdout)
    assert answer["lawful"]
    assert [(n["clause"].rpartition("/")[2], n["what"]) for n in answer["notes"]] == [
        ("13.3", "rules.thirteen_ace"), ("14.4", "rules.perfect_pair_all")]
    over, perfect = (n["text"] for n in answer["notes"])
    assert "a gain of 791/4043 of the stake on average (19.56%)" in over and "ir/71" in over
    assert "a gain of 24/311 of the stake on average (7.72%)" in perfect and "ir/72" in perfect
    output = CliRunner().invoke(main, ["check", str(file)]).output
    assert " ".join(output.split()).count("is to the player's advantage") == 2
    file.write_text(file_text(""))
    answer = json.loads(CliRunner().invoke(main, ["check", str(file), "--json"]).stdout)
    assert answer["lawful"] and answer["notes"] == []


@law("13.1.(2)", "ir/69")
def test_only_what_is_offered_is_noted() -> None:
    assert advantage_notes(table(thirteen_ace="any", perfect_pair_all=True)) == []
    [pair] = advantage_notes(table(any_pair=True))
    assert pair.what == "rules.pair_pays_once" and pair.clause.endswith("/13.1.(2)")
    assert "(2.05%) with 6 packs, where every pair is split" in pair.text
    assert advantage_notes(table(any_pair=True, pair_pays_once=True)) == []
    assert advantage_notes(table(any_pair=True, packs=4)) == [], (
        "with four packs the bank keeps 0.69 %"
    )
    assert [n.what for n in advantage_notes(table(thirteen_ace="any", over_under=True))] == [
        "rules.thirteen_ace"]


@law("ir/71")
def test_sabot_odds_says_for_whom_a_bet_is() -> None:
    words = ["odds", "blackjack-macau", "--set", "over_under=true"]
    plain = CliRunner().invoke(main, words).output
    assert "265/4043" in plain and plain.count("advantage") == 1  # of the main bet
    output = CliRunner().invoke(main, [*words, "--set", "thirteen_ace=any"]).output
    assert "the player gains 791/4043 of the stake" in " ".join(output.split())
