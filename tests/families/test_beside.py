"""The bets beside the main one in the compiled blackjack: as the engine pays them, to the cent, and
as often as their exact chances say."""

from __future__ import annotations

import math
from fractions import Fraction

import msgspec
import numpy as np
import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from sabot import games
from sabot.certify.kernel_equality import any_chart, difference
from sabot.cli.options import plain_table
from sabot.families.blackjack.charts.chart import SPLIT, STAND, Chart, mimic
from sabot.families.blackjack.charts.hand_states import states
from sabot.families.blackjack.kernel import side_bets
from sabot.families.blackjack.pricing.odds import price_side_bets
from sabot.families.blackjack.rules.table_law import Prize
from sabot.games.blackjack_2007.rules import JackpotRules
from sabot.probability.entry import Net
from sabot.probability.tally import merge
from sabot.procedure.table import Table
from support.plain_tables import table_with
from support.random_play import examples, tables

pytestmark = pytest.mark.more

MACAU = games.game("blackjack-macau")
ALL = ("any_pair=true", "sevens=true", "over_under=true", "perfect_pair=true",
       "winning_streak=true", "one_side_bet=false")
SURE = 4.5  # standard errors: one false alarm in 150,000 figures

# Every pair of cards has a line, so that few coups go without one.
SCALE = (Prize(name="any", cards=2, rank="", times=2),
         Prize(name="colour", cards=2, rank="", alike="colour", times=900),
         Prize(name="third", cards=3, rank="", times=9000),
         Prize(name="fourth", cards=4, rank="", times=10_000),
         Prize(name="suit", cards=2, rank="", alike="suit", share=100))


def with_jackpot(share: int, *, shared: bool, refill: bool = False, drawn: bool = False) -> Table:
    """A table of 2007 whose jackpot is often won."""
    table = plain_table(games.game("blackjack-2007"), 1000, (), shared=shared, leave=True)
    assert isinstance(table, Table)
    prizes = (*SCALE[:-1], msgspec.structs.replace(SCALE[-1], share=share))
    jackpot = JackpotRules(refill=refill, drawn_cards=drawn, prizes=prizes)
    return msgspec.structs.replace(
        table, rules=msgspec.structs.replace(table.rules, jackpot=jackpot))


@pytest.mark.parametrize("options", [
    (), ("pair_pays_once=true", "burn_each=start-and-bank", "shuffle_each_hand=true"),
    ("procedure=1", "device=box", "packs=1", "resplit_aces=false"),
    ("procedure=3", "split_by=value", "thirteen_ace=any", "perfect_pair_all=true"),
], ids=" ".join)
@pytest.mark.parametrize("fresh", [False, True])
def test_each_bet_returns_the_same_to_the_cent(options: tuple[str, ...], fresh: bool) -> None:
    table = table_with(MACAU, (*ALL, *options))
    for seats, coups in ((1, 400), (3, 80)):
        chart = any_chart(MACAU, table, seats)
        assert difference(MACAU, table, chart, coups, seats=seats, fresh=fresh,
                          bets=("all", "insurance")) is None


@settings(examples(8), suppress_health_check=list(HealthCheck))
@given(data=st.data(), seed=st.integers(0, 2**32))
def test_so_it_does_at_any_lawful_table(data: st.DataObject, seed: int) -> None:
    table = data.draw(tables(MACAU))
    table_law = MACAU.book.table_law(table)
    bets = side_bets.offered_bets(table_law)
    assume(table_law.sides)
    if table_law.one_side:
        group = data.draw(st.sampled_from(sorted({side.group for side in table_law.sides})))
        bets = tuple(side.spot for side in table_law.sides if side.group == group)
    most = table.places_per_player if table.individual else table.places
    assert difference(MACAU, table, any_chart(MACAU, table, seed), 40, bets=bets, seed=seed,
                      seats=data.draw(st.integers(1, most))) is None


@pytest.mark.parametrize(("share", "shared", "seats", "refill", "drawn"), [
    (100, True, 7, False, False), (30, True, 4, True, True), (30, False, 1, False, False),
    (100, False, 1, False, True)])
@pytest.mark.parametrize("fresh", [False, True])
def test_so_does_the_jackpot_with_its_pool(share: int, shared: bool, seats: int, refill: bool,
                                           drawn: bool, fresh: bool) -> None:
    """Also where cards that a hand draws count."""
    game = games.game("blackjack-2007")
    table = with_jackpot(share, shared=shared, refill=refill, drawn=drawn)
    chart = any_chart(game, table, 2)
    assert difference(game, table, chart, 700, seats=seats, fresh=fresh, bets=("all",)) is None
    lines = [f"jackpot/{line.name}" for line in SCALE]
    tally = game.simulated.kernel(table, chart, seats=seats, bets=("jackpot",)).block(1, 0, 20_000)
    assert all(tally.counts[line] for line in lines)
    assert sum(tally.parts["bet/jackpot"].values()) == 20_000 * seats


@pytest.mark.parametrize(("fresh", "seats"), [(False, 1), (True, 1), (False, 4)])
def test_the_main_bet_is_the_same_with_and_without_them(fresh: bool, seats: int) -> None:
    """The same coups; and the counts of side bets are the sums over single coups."""
    table = table_with(MACAU, ALL)
    chart = MACAU.simulated.strategies["best"](table).chart
    make = MACAU.simulated.kernel
    alone, more = (make(table, chart, seats=seats, fresh=fresh, bets=bets)
                   for bets in ((), ("all",)))
    one, two = alone.block(3, 1, 30_000), more.block(3, 1, 30_000)
    rest = {name: nets for name, nets in two.parts.items() if not name.startswith("bet/")}
    assert msgspec.structs.replace(two, parts=rest) == one
    assert alone.identity != more.identity
    coups = more.each_bet(3, 1, 30_000)
    for bet in more.bets:
        nets = [place[bet] for coup in coups for place in coup if bet in place]
        assert two.parts[f"bet/{bet}"] == {net: nets.count(net) for net in sorted(set(nets))}
    assert merge((two, more.block(3, 2, 100))).parts["bet/pair"] != two.parts["bet/pair"]


def test_who_splits_nothing_has_two_cards_for_the_jackpot() -> None:
    """A player who draws to every pair: three and four cards win only where they count."""
    game, chart = games.game("blackjack-2007"), mimic()
    for drawn in (False, True):
        table = with_jackpot(100, shared=False, drawn=drawn)
        tally = game.simulated.kernel(table, chart, bets=("jackpot",)).block(1, 0, 40_000)
        long = [tally.counts.get(f"jackpot/{line}", 0) for line in ("third", "fourth")]
        assert all(long) if drawn else long == [0, 0]
        assert tally.counts["jackpot/any"]


def splitting() -> Chart:
    """Every pair is split, and no other card is ever taken."""
    table = states()
    acts = np.where(table.twin > 0, SPLIT, STAND).astype(np.int8)
    stands = np.full_like(acts, STAND)
    after = np.zeros((10, 10, len(acts)), np.int8)
    for value in range(2, 11):
        after[:, value - 1] = np.where(table.twin == value, SPLIT, STAND)
    none = np.zeros(len(acts), np.int8)
    return Chart(np.tile(acts, (10, 1)), np.tile(stands, (10, 1)), after, np.zeros_like(after),
                 none, np.zeros(10, np.int8))


def check_chances(net: Net, nets: dict[int, int], stake: int) -> None:
    """A bet's results against its exact chances."""
    times = sum(nets.values())
    for pays, chance in net:
        exact = float(Fraction(chance))
        seen = nets.get(int(Fraction(pays) * stake), 0) / times
        assert abs(seen - exact) < SURE * math.sqrt(exact * (1 - exact) / times) + 1e-9, (
            stake, pays)


@pytest.mark.parametrize("options", [(), ("procedure=3", "perfect_pair_all=true",
                                          "thirteen_ace=any", "packs=2")], ids=["2", "3"])
def test_each_is_won_as_often_as_it_is_priced(options: tuple[str, ...]) -> None:
    table = table_with(MACAU, (*ALL, *options))
    exact = {entry.bet: entry for entry in price_side_bets(MACAU.book.table_law(table))}
    make = MACAU.simulated.kernel
    for chart, ends in ((mimic(), ("", "-unsplit")), (splitting(), ("-split", ""))):
        player = make(table, chart, fresh=True, bets=("all",))
        tally = player.block(9, 0, 400_000)
        for bet, name in (("pair", "pair" + ends[0]), ("sevens", "sevens" + ends[1]),
                          ("perfect", "perfect"), ("over", "over"), ("under", "under")):
            check_chances(exact[name].net, tally.parts[f"bet/{bet}"], player.stakes[bet])


def test_streaks_are_won_as_often_as_they_are_priced() -> None:
    table = table_with(MACAU, ALL)
    player = MACAU.simulated.kernel(table, MACAU.simulated.strategies["best"](table).chart,
                                   fresh=True, bets=("all",))
    tally = player.block(10, 0, 400_000)
    for entry in MACAU.priced.odds(table).bets:
        if entry.bet.startswith("streak"):
            nets = tally.parts[f"bet/{entry.bet}"]
            check_chances(tuple((pays, str(chance)) for pays, chance in entry.net), nets,
                          player.stakes[entry.bet])


def test_an_insurance_that_is_always_taken_wins_as_often_as_an_ace_has_a_ten() -> None:
    game = games.game("blackjack-2007")
    table = table_with(game, ())
    player = game.simulated.kernel(table, fresh=True, bets=("insurance",))
    nets = player.block(2, 0, 400_000).parts["bet/insurance"]
    entry = next(bet for bet in game.priced.odds(table).bets if bet.bet == "insurance")
    check_chances((entry.without_blackjack or entry).net, nets, player.stakes["insurance"])


def test_bets_that_a_table_does_not_have_are_refused() -> None:
    make = MACAU.simulated.kernel
    with pytest.raises(ValueError, match=r"'pair' is not a bet of this table; .* offers insurance"):
        make(table_with(MACAU, ()), bets=("pair",))
    with pytest.raises(ValueError, match="offers no additional bets"):
        make(table_with(MACAU, ()), bets=("all",))
    table = table_with(MACAU, (*ALL, "one_side_bet=true"))
    with pytest.raises(ValueError, match="pair and perfect: this table takes one kind"):
        make(table, bets=("pair", "perfect"))
    assert make(table, bets=("over", "under", "insurance")).bets == ("over", "under", "insurance")
