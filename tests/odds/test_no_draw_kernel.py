"""Compiled coups of no-draw poker: the same as single coups, and the exact figures."""

from __future__ import annotations

import math
import pickle
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sabot import games
from sabot.certify.kernel_equality import any_chart, difference
from sabot.equipment.streams import Stream
from sabot.families.poker.no_draw import Counts, counts
from sabot.families.poker.no_draw_plays import PLAYS, solve
from sabot.games.no_draw_poker.chances.engine import Tape
from sabot.games.no_draw_poker.chances.terms import law_of
from sabot.games.no_draw_poker.round import opening
from sabot.games.no_draw_poker.rules import JackpotRules, Prize, Rules
from sabot.probability.tally import Tally, merge
from sabot.procedure.table import Table

GAME = games.game("no-draw-poker")
SURE = 4.5  # standard errors: one false alarm in 150,000 figures


def table(minimum: int = 1000, **rules: Any) -> Table:
    """A shared table that is nobody's: prices and simulations need no leave."""
    return Table(game=GAME.id, name="", minimum=minimum, maximum=25 * minimum, places=7,
                 individual=False, rules=Rules(**rules))


@pytest.fixture(scope="module", autouse=True)
def hand_counts() -> Iterator[Counts]:
    """The count of our own ranking: while somebody holds it, it is made once."""
    found = counts(law_of(table()).ranking)
    yield found


LOW = JackpotRules(prizes=(Prize(name="high", times=1), Prize(name="pair", times=3),
                           Prize(name="three", share=5), Prize(name="flush", share=100)),
                   start=1_000_000, rate=85, refill=True)
PARTS_FIRST = JackpotRules(prizes=(
    Prize(name="high", times=1), Prize(name="pair", share=1), Prize(name="two-pair", times=200),
    Prize(name="three", share=100)))
"""A part of the pool that is a smaller prize than a fixed one."""
TABLES = st.builds(
    table, minimum=st.sampled_from([100, 500, 1000]), suited_high=st.booleans(),
    flush_all=st.booleans(), pair_all=st.booleans(), shuffler=st.booleans(),
    cap_in_order=st.booleans(), prize_cap=st.sampled_from([0, 0, 1001, 3000, 7777, 50_000]),
    jackpot=st.sampled_from([None, JackpotRules(), LOW, PARTS_FIRST, msgspec.structs.replace(
        LOW, refill=False, prizes=LOW.prizes[1:])]))


@settings(max_examples=25, deadline=None)
@given(TABLES, st.integers(1, 7), st.integers(0, 2 ** 30))
def test_every_box_returns_what_the_engine_pays(at: Table, seats: int, seed: int) -> None:
    bets = ("jackpot",) if at.rules.jackpot else ()
    chart = any_chart(GAME, at, seed)
    assert difference(GAME, at, chart, 60, seats=seats, seed=seed, bets=bets) is None


@pytest.mark.soak
@settings(max_examples=400, deadline=None)
@given(TABLES, st.integers(1, 7), st.integers(0, 2 ** 30))
def test_every_box_returns_what_the_engine_pays_for_long(at: Table, seats: int, seed: int
                                                         ) -> None:
    bets = ("jackpot",) if at.rules.jackpot else ()
    chart = any_chart(GAME, at, seed)
    assert difference(GAME, at, chart, 2000, seats=seats, seed=seed, bets=bets) is None


@pytest.mark.parametrize("play", ["best", "ranks", "rules", "match"])
def test_a_priced_play_is_that_of_the_engine(play: str) -> None:
    at = table()
    chart = GAME.simulated.strategies[play](at).chart
    assert difference(GAME, at, chart, 500, seats=7, seed=3) is None


def played(kernel: Any, coups: int) -> Tally:
    """So many coups."""
    found, left = [], coups
    while left > 0:
        found.append(kernel.block(2007, len(found), min(left, kernel.size)))
        left -= found[-1].coups
    return merge(found)


def agrees(at: Table, play: str, coups: int) -> None:
    """What is simulated against what is exact: the mean, and every result of a coup."""
    strategy = GAME.simulated.strategies[play](at)
    kernel = GAME.simulated.kernel(at, strategy.chart)
    tally, exact = played(kernel, coups), solve(law_of(at)).played[play]
    n, unit = tally.coups, kernel.unit
    assert strategy.mean == -float(exact.edge)
    spread = math.sqrt(exact.distribution(unit).variance / n)
    assert abs(tally.total / n + unit * exact.edge) < SURE * spread
    for gain, chance in exact.net().items():
        seen, p = tally.nets.get(int(gain * unit), 0) / n, float(chance)
        assert abs(seen - p) < SURE * math.sqrt(p * (1 - p) / n) + 10 / n, str(gain)
    assert abs(tally.counts.get("passes", 0) / n + float(exact.calls) - 1) < SURE / math.sqrt(n)
    assert tally.counts["staked"] == unit * (3 * n - 2 * tally.counts.get("passes", 0))


@pytest.mark.parametrize("play", PLAYS)
def test_what_is_exact_is_what_is_played(play: str) -> None:
    agrees(table(), play, 2_000_000)


@pytest.mark.parametrize("rules", [
    {"suited_high": False}, {"flush_all": False, "pair_all": False},
    {"prize_cap": 2500}, {"prize_cap": 2500, "cap_in_order": True}])
def test_what_is_exact_is_what_is_played_by_other_rules(rules: dict[str, Any]) -> None:
    agrees(table(**rules), "best", 2_000_000)


@pytest.mark.soak
@pytest.mark.parametrize("rules", [{}, {"suited_high": False},
                                   {"flush_all": False, "pair_all": False}])
def test_what_is_exact_is_what_is_played_for_long(rules: dict[str, Any]) -> None:
    agrees(table(**rules), "best", 500_000_000)


def test_the_lines_of_the_jackpot_come_as_often_as_they_should() -> None:
    at = table(jackpot=JackpotRules())
    strategy = GAME.simulated.strategies["best"](at)
    kernel = GAME.simulated.kernel(at, strategy.chart, bets=("all",))
    tally = played(kernel, 4_000_000)
    priced = next(bet for bet in GAME.priced.odds(at).bets if bet.bet == "jackpot")
    for line in priced.jackpot.lines:
        p, n = float(Fraction(line.chance)), tally.coups
        seen = tally.counts.get(f"jackpot/{line.name}", 0)
        assert abs(seen - n * p) < SURE * math.sqrt(n * p) + 6
    nets = tally.parts["bet/jackpot"]
    assert sum(nets.values()) == tally.coups and nets[-100] > 0 and nets[4900] > 0
    alone = GAME.simulated.kernel(at, strategy.chart)
    assert played(alone, 100_000).nets == played(kernel, 100_000).nets


def test_a_block_is_the_same_in_parts_and_elsewhere() -> None:
    at = table(jackpot=LOW)
    kernel = GAME.simulated.kernel(at, any_chart(GAME, at, 4), seats=3, bets=("jackpot",))
    there = pickle.loads(pickle.dumps(kernel))
    assert there.block(1, 2, 3000) == kernel.block(1, 2, 3000)
    assert kernel.each(1, 2, 50) == kernel.each(1, 2, 70_000)[:50]
    assert not kernel.block(1, 2, 3000).wrong()
    assert there.identity == kernel.identity
    others = [GAME.simulated.kernel(at, any_chart(GAME, at, 4), seats=3),
              GAME.simulated.kernel(at, any_chart(GAME, at, 5), seats=3, bets=("jackpot",)),
              GAME.simulated.kernel(table(500, jackpot=LOW), any_chart(GAME, at, 4), seats=3,
                                   bets=("jackpot",))]
    assert len({kernel.identity, *(one.identity for one in others)}) == 4


class Laid(Tape):
    """The cards of one coup as this test chose them."""

    def begin(self) -> None:
        ranks = "TJQKA", "56789"
        boxes = [[rank + suit for rank in ranks[0]] for suit in "SHDC"] + [
            [rank + suit for rank in ranks[1]] for suit in "SHD"]
        self.hands = {str(n): hand for n, hand in enumerate(boxes, start=1)} | {
            "bank": ["2S", "2H", "3D", "4C", "9C"]}


@pytest.mark.parametrize(("rules", "most"), [
    ({}, (4 * 201 + 3 * 101) * 25_000), ({"prize_cap": 1_000_000}, 1_000_000)])
def test_the_most_that_a_table_pays_can_come(rules: dict[str, Any], most: int) -> None:
    """Four royal flushes and three straight flushes against a pair, each with the highest bet."""
    at = table(**rules)
    assert GAME.priced.liability(at).table == most
    high = msgspec.structs.replace(at, minimum=at.maximum)
    kernel = GAME.simulated.kernel(high, GAME.simulated.strategies["blind"](at).chart, seats=7)
    player = GAME.simulated.engine(GAME.coup, high, kernel)
    nets, _, _ = player._play_round(opening(high), Laid(Stream(1, 1), [], 7))
    assert most - 14 < sum(nets) <= most


@pytest.mark.parametrize("seed", range(4))
def test_one_box_alone_has_a_loop_of_its_own(seed: int) -> None:
    """The same coups, listed one by one and counted."""
    at = table(suited_high=seed < 2)
    kernel = GAME.simulated.kernel(at, any_chart(GAME, at, seed))
    nets = Counter(net for (net,) in kernel.each(8, seed, 30_000))
    assert kernel.block(8, seed, 30_000).nets == dict(sorted(nets.items()))


def test_what_a_table_does_not_allow_is_refused_in_words() -> None:
    kernel, at = GAME.simulated.kernel, table()
    for wrong, words in (({"seats": 8}, "7 boxes, not 8"),
                         ({"bets": ("jackpot",)}, "not an additional bet"),
                         ({"bets": ("pair",)}, "not an additional bet")):
        with pytest.raises(ValueError, match=words):
            kernel(at, **wrong)
