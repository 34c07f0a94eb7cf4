"""The jackpot of the two Portuguese floors: what its pool holds, and who is paid what out of it."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sabot.equipment import PACK
from sabot.games import game, read_table
from sabot.ledger.postings import FIRST
from sabot.procedure import Act, Deal, Dealer, Discard, Listen, Move, Result, Scripted, TimeOut
from sabot.procedure.table import Table

OLD, NEW = game("blackjack-2001"), game("blackjack-2007")
CHIP = 100
START = 1_000_000
LEAVE = "".join(f"""[[authorisations]]
option = "{rule}"
by = "IGJ"
reference = "1"
requested = 2007-03-05
effective = 2007-03-26
""" for rule in ("38", "40", "43"))
HALF = """
[[rules.jackpot.prizes]]
name = "two"
cards = 2
times = 40
[[rules.jackpot.prizes]]
name = "three"
cards = 3
alike = "colour"
times = 9000
[[rules.jackpot.prizes]]
name = "four"
cards = 4
alike = "suit"
share = 50
"""


def table(which: Any, jackpot: str = "", rules: str = "") -> Table:
    new_table = read_table(f'''
game = "{which.id}"
name = "mesa"
minimum = 5
maximum = 150
places = 6
{LEAVE}[rules]
{rules}
[rules.jackpot]
rate = 60
{jackpot}
''')
    assert isinstance(new_table, Table), new_table
    return new_table


def scale(cards: list[str], which: str) -> tuple[str, int]:
    """What the first cards of a place win, by the letter of 43: a name and a number of chips."""
    aces = next((n for n, card in enumerate(cards[:4]) if card[0] != "A"), len(cards[:4]))
    suits = [card[1] for card in cards[:4]]
    if which == "half":  # the scale of the table file above
        if aces == 4 and len(set(suits)) == 1:
            return "four", 0
        if aces >= 3 and len({suit in "HD" for suit in suits[:3]}) == 1:
            return "three", 9000
        return ("two", 40) if aces >= 2 else ("", 0)
    if aces == 4 and len({suit in "HD" for suit in suits}) == 1:
        return "aces-4", 0
    if aces >= 3:
        return ("aces-3-suit", 2500) if len(set(suits[:3])) == 1 else ("aces-3", 250)
    if aces >= 2:
        return ("aces-2-suit", 100) if suits[0] == suits[1] else ("aces-2", 25)
    return "", 0


class Hands:
    """People who like to split and to draw, and a shoe with many aces."""

    def __init__(self, which: Any, at: Table, seed: int) -> None:
        self.game, self.table, self.random = which, at, Random(seed)
        self.carry = which.opening(at)
        suits = self.random.choice(("S", "SC", "HD", "SHDC"))
        self.aces = [f"A{suit}" for suit in suits]
        self.accounts: Counter[str] = Counter()

    def card(self) -> str:
        return self.random.choice(self.aces if self.random.random() < 0.85 else PACK)

    def play(self, no: int, void: int = 1000) -> Dealer:
        """One coup, its transfers posted; the void after so many answers, if it lasts so long."""
        dealer = Dealer(self.game.coup(self.table, self.carry),
                        Scripted([self.card() for _ in range(300)]))
        answers = 0
        while not dealer.over:
            answers += 1
            if answers > void:
                dealer.void("a fault")
                break
            reply = dealer.answer(self.answer(dealer.standing))
            assert isinstance(reply, list), reply
        for transfer in FIRST.transfers("mesa", f"mesa-{no}", 0, dealer.record):
            self.accounts[transfer.frm] -= transfer.amount
            self.accounts[transfer.to] += transfer.amount
        self.carry = dealer.outcome
        return dealer

    def answer(self, listen: Listen | None) -> Act | TimeOut:
        assert listen is not None
        if listen.window == "seats":
            return TimeOut("seats") if listen.clock else Act("Ana", "sit", "1")
        offers = [(o, seat) for o in listen.offers for seat in o.spots]
        if listen.window == "bets":
            free = [seat for o, seat in offers if o.act == "sit" and seat in ("2", "3")]
            if free and self.random.random() < 0.7:
                return Act({"2": "Rui", "3": "Eva"}[free[0]], "sit", free[0])
            want = [(o, seat) for o, seat in offers if o.player and o.act == "bet"
                    and not any(c.act == "clear" and seat in c.spots for c, _ in offers)]
            if not want:  # with a machine nobody had to sit down for the cut
                return TimeOut(listen.window) if listen.clock else Act("Ana", "sit", "1")
        else:
            want = [(o, seat) for o, seat in offers if o.act in ("split", "hit", "surrender")]
            if self.random.random() < 0.2 or not want:
                return TimeOut(listen.window) if listen.clock else Act(
                    offers[0][0].player, offers[0][0].act, offers[0][1])
            want = [(o, seat) for o, seat in want if o.act == "split" and "." not in seat] or [
                (o, seat) for o, seat in want if o.act != "split"]
            if not want:
                return TimeOut(listen.window)
        offer, seat = self.random.choice(want)
        return Act(offer.player, offer.act, seat, offer.low)


def first_cards(dealer: Dealer) -> dict[str, list[str]]:
    """The cards of each place in the order in which they came to it, whatever the hand."""
    found: dict[str, list[str]] = {}
    for event in dealer.record:
        if isinstance(event.step, Deal) and event.step.to[0].isdigit():
            found.setdefault(event.step.to.partition(".")[0], []).append(event.card)
    return found


def moves_of(dealer: Dealer, kind: str) -> list[Move]:
    return [e.step for e in dealer.record if isinstance(e.step, Move) and e.step.kind == kind]


MANY = settings(max_examples=60, deadline=None, derandomize=True)


@pytest.mark.law(*(f"{g.section}/{n}" for g in (OLD, NEW) for n in (
    "40", "42", "43", "44", "46", "49", "50", "50.a", "50.b")), *(
    f"{OLD.section}/43.{letter}" for letter in "abcde"), "ir/45", "ir/46", "ir/47")
def test_the_pool_is_the_sum_of_what_went_in_and_out() -> None:
    """In the record, in the carry and in the ledger, over several coups; each prize is the one that
    the cards of the place have earned."""
    tops: Counter[str] = Counter()

    @MANY
    @given(seed=st.integers(0, 2**32), half=st.sampled_from(("old", "new", "half")),
           voids=st.lists(st.sampled_from((1000, 1000, 12, 8)), min_size=4, max_size=6))
    def runs(seed: int, half: str, voids: list[int]) -> None:
        at = table(OLD if half == "old" else NEW, HALF if half == "half" else "",
                   'shuffler = "continuous"' if seed % 2 else "")
        hands = Hands(OLD if half == "old" else NEW, at, seed)
        for no, void in enumerate(voids):
            opening = hands.carry.pool
            dealer = hands.play(no, void)
            put, seeds, paid = (sum(m.amount for m in moves_of(dealer, kind))
                                for kind in ("contribute", "seed", "jackpot"))
            closing = opening + put + seeds - paid
            assert hands.carry.pool == closing, "in the carry"
            assert hands.accounts[FIRST.jackpot("mesa")] == closing, "in the ledger"
            assert hands.accounts[FIRST.stake(f"mesa-{no}")] == 0, "a chip is not forgotten"
            if any(event.void for event in dealer.record):
                assert put == paid == 0
                refunds = {m.bet: m.amount for m in moves_of(dealer, "refund")}
                chips = {m.bet for m in moves_of(dealer, "stake") if m.bet.endswith("/jackpot")}
                assert all(refunds.get(bet) == CHIP for bet in chips - {
                    m.bet for m in moves_of(dealer, "return")})
                continue
            tops.update(check(dealer, opening, half))
            stay_open(dealer)
            assert closing >= 0

    runs()
    assert {"aces-4", "aces-3", "aces-3-suit", "aces-2", "aces-2-suit", "four", "three", "two",
            "shared"} <= set(tops), f"the coups of this test were too tame: {tops}"


def check(dealer: Dealer, opening: int, half: str) -> list[str]:
    """Each prize of one coup against the letter of the scale; the names of the lines that won."""
    cards = first_cards(dealer)
    chips = {m.bet.partition("/")[0]: m for m in moves_of(dealer, "contribute")}
    assert {m.amount for m in chips.values()} <= {60}
    won = {place: line for place in chips if (line := scale(cards[place], half))[0]}
    lines = {r.hand.partition("/")[0]: r.facts["for"] for e in dealer.record
             if isinstance(r := e.step, Result) and r.result == "jackpot"}
    assert lines == {place: name for place, (name, _) in won.items()}
    tops = [place for place, (_, times) in won.items() if not times]
    prizes = moves_of(dealer, "jackpot")
    fixed = {place: times * CHIP for place, (_, times) in won.items() if times}
    assert {m.bet.partition("/")[0]: m.amount for m in prizes[:len(fixed)]} == fixed
    assert [m.amount for m in prizes[:len(fixed)]] == sorted(fixed.values()), "smallest first"
    left = max(0, (opening or START) + 60 * len(chips) - sum(fixed.values()))
    if tops:
        part = left // 2 if half == "half" else left
        assert [m.amount for m in prizes[len(fixed):]] == [part // len(tops)] * len(tops)
    else:
        assert len(prizes) == len(fixed)
    return [name for name, _ in won.values()] + ["shared"] * (len(tops) > 1)


def stay_open(dealer: Dealer) -> None:
    """By the letter of 49: no card of a place that wins is collected before its prize is paid."""
    steps = [e.step for e in dealer.record]
    for place in {m.bet.partition("/")[0] for m in moves_of(dealer, "jackpot")}:
        paid = next(i for i, step in enumerate(steps)
                    if isinstance(step, Move) and step.kind == "jackpot"
                    and step.bet == f"{place}/jackpot")
        home = [i for i, step in enumerate(steps) if isinstance(step, Discard)
                and any(hand.partition(".")[0] == place for hand in step.hands)]
        assert home and min(home) > paid, f"the cards of place {place} went too soon"


def one(which: Any, cards: str, *acts: str, pool: int = START, jackpot: str = "") -> Dealer:
    """A coup of Ana at place 6, alone, with a chip."""
    at = table(which, jackpot)
    carry = which.carry(("", "", "", "", "", "Ana"), seal="scripted", drawn=20, shown=True,
                        pool=pool)
    dealer = Dealer(which.coup(at, carry), Scripted(cards))
    for act in ("bet 6 1000", "bet 6/jackpot 100", "time", *acts):
        words = act.split()
        reply = dealer.answer(
            TimeOut(dealer.standing.window if dealer.standing else "") if words == ["time"] else
            Act("Ana", words[0], words[1], int(words[2]) if len(words) > 2 else 0))
        assert isinstance(reply, list), reply
    assert dealer.over
    return dealer


BOTH = pytest.mark.parametrize("which", [OLD, NEW], ids=["2001", "2007"])


@pytest.mark.law(f"{OLD.section}/43.a", f"{OLD.section}/44", f"{NEW.section}/44", "ir/47")
@BOTH
def test_after_the_top_prize_the_starting_value_is_put_in_again(which: Any) -> None:
    dealer = one(which, "AH 9D AD 9C AH AD", "split 6", "time", "time", pool=1_234_567)
    assert [m.amount for m in moves_of(dealer, "jackpot")] == [1_234_627]
    assert [m.amount for m in moves_of(dealer, "seed")] == [START] and dealer.outcome.pool == START


@pytest.mark.law(f"{OLD.section}/42", f"{NEW.section}/42", "ir/45")
@BOTH
def test_a_fifth_card_never_counts_and_the_fourth_does(which: Any) -> None:
    assert lines(one(which, "AH 9D AD 9C 2S AD AH 5S", "split 6", "split 6.2", "time")) == [
        "aces-2"]
    assert lines(one(which, "AH 9D AD 9C AD AH 7S 8S", "split 6", "split 6.1", "time")) == [
        "aces-4"]


def lines(dealer: Dealer) -> list[Any]:
    """The lines of the scale that were paid."""
    return [r.facts["for"] for e in dealer.record if isinstance(r := e.step, Result)
            and r.result == "jackpot"]


@pytest.mark.law(f"{OLD.section}/42", f"{NEW.section}/42", "ir/45")
@BOTH
def test_a_drawn_card_counts_where_the_table_says_so_and_nowhere_else(which: Any) -> None:
    """Aces that are not split: the third and the fourth are drawn, the fifth card is late."""
    drawn = ("AH 9D AD 9C AD AH 7S", "hit 6", "hit 6", "hit 6")
    late = ("AH 9D AD 9C 2S AD AH 5S", "hit 6", "hit 6", "hit 6", "hit 6")
    assert lines(one(which, *drawn)) == lines(one(which, *late)) == ["aces-2"]
    assert lines(one(which, *drawn, jackpot="drawn_cards = true")) == ["aces-4"]
    assert lines(one(which, *late, jackpot="drawn_cards = true")) == ["aces-2"]


@pytest.mark.law(f"{OLD.section}/44", f"{NEW.section}/44")
@BOTH
def test_the_starting_value_is_put_in_once(which: Any) -> None:
    first = one(which, "TS 9D 9S 9C", "stand 6", pool=0)
    assert [m.amount for m in moves_of(first, "seed")] == [START]
    assert first.outcome.pool == START + 60
    assert moves_of(one(which, "TS 9D 9S 9C", "stand 6", pool=7), "seed") == []


@pytest.mark.law("ir/24", f"{OLD.section}/46")
def test_a_void_coup_gives_the_chip_back_and_leaves_the_pool_alone() -> None:
    at = table(OLD)
    carry = OLD.carry(("", "", "", "", "", "Ana"), seal="scripted", drawn=20, shown=True,
                      pool=START)
    dealer = Dealer(OLD.coup(at, carry), Scripted("AH 9D AD 9C"))
    for act in (Act("Ana", "bet", "6", 1000), Act("Ana", "bet", "6/jackpot", CHIP),
                TimeOut("bets")):
        dealer.answer(act)
    dealer.void("power failure")
    assert {m.bet: m.amount for m in moves_of(dealer, "refund")} == {"6": 1000, "6/jackpot": CHIP}
    assert dealer.outcome.pool == START and not moves_of(dealer, "contribute")
