"""Compiled throws of a layout: the same as throws played one by one, and the exact mean."""

from __future__ import annotations

import pickle
from collections import Counter

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sabot import games
from sabot.certify.kernel_equality import any_chart, difference
from sabot.cli.options import table_for
from sabot.equipment.streams import Stream
from sabot.families.layout.chain import combine
from sabot.families.layout.cloth import Cloth
from sabot.families.layout.kernel import Player, kernel
from sabot.families.layout.repeated_bets import Laying, thrown_again
from sabot.games.american_roulette.spots import cloth as american
from sabot.games.banca_francesa.spots import cloth as banca
from sabot.games.craps.spots import POINTS, required_bet
from sabot.games.craps.spots import cloth as craps
from sabot.games.cussec.spots import cloth as cussec
from sabot.games.french_roulette.spots import cloth as french
from sabot.probability.tally import tally_shoes
from sabot.simulation.figures import figures, of_bet
from support.random_play import examples, tables

EVERY = {"pass": 1000, "odds/pass": 1000, "come": 500, "dont-come": 600, "place/6": 600,
         "hard/8": 100, "field": 100, **{f"odds/come/{n}": 500 for n in POINTS}}
LAID: list[tuple[Cloth, dict[str, int]]] = [
    (american(), {"series/grande": 900, "neighbours-5/17": 500, "straight/17": 200, "red": 1000}),
    (french(), {"dozens/1-2": 1000}), (cussec(), {"single/3": 100, "double/3": 200, "small": 300}),
    (banca(), {"aces": 100, "small": 500, "line/big": 300}),
    (craps(), {"dont-pass": 1200, "odds/dont-pass": 1200}), (craps(), EVERY)]
each = pytest.mark.parametrize(("cloth", "bets"), LAID)


def player_of(cloth: Cloth, bets: dict[str, int]) -> Player:
    return kernel(Laying(cloth, tuple(bets.items()), required_bet), "as laid")


def by_hand(cloth: Cloth, bets: dict[str, int], count: int) -> list[list[int]]:
    """Throws one by one with the same words of the stream, in series until nothing lies."""
    laying, stream = Laying(cloth, tuple(bets.items()), required_bet), Stream(3, 5)
    state, lying, again = cloth.states[0], laying.first, thrown_again(cloth)
    series: list[list[int]] = [[]]
    while sum(map(len, series)) < count:
        fell = cloth.outcomes[stream.draws(len(cloth.outcomes), 1)[0]]
        nets, left = laying.thrown(state, lying, fell)
        if again[cloth.number[fell]]:
            lying = left
            continue
        series[-1].append(sum(nets.values()))
        state = cloth.after(state, fell)
        if not left and state == cloth.states[0]:
            series.append([])
        lying = laying.renewed(state, left)
    return [one for one in series if one]


@each
def test_a_block_is_what_its_throws_return_one_by_one(cloth: Cloth, bets: dict[str, int]) -> None:
    player = player_of(cloth, bets)
    tally, series = player.block(3, 5, 3000), by_hand(cloth, bets, 3000)
    counted = tally_shoes(series)
    assert not tally.wrong()
    assert (tally.coups, tally.shoes, tally.nn, tally.ns, tally.ss, tally.nets) == (
        counted.coups, counted.shoes, counted.nn, counted.ns, counted.ss, counted.nets)
    assert player.each(3, 5, 3000) == [net for one in series for net in one]


def test_high_stakes_do_not_run_over() -> None:
    """The same throws with a hundred times the stakes: every square has four more noughts."""
    bets = {"pass": 10_000, "odds/pass": 10_000, "place/6": 60_000, "total/2": 10_000}
    small = player_of(craps(), bets).block(1, 1, 3_000_000)
    high = {spot: 100 * cents for spot, cents in bets.items()}
    large = player_of(craps(), high).block(1, 1, 3_000_000)
    assert large.ss == 10 ** 4 * small.ss > 2 ** 63
    assert (large.ns, large.nn, large.total) == (100 * small.ns, small.nn, 100 * small.total)
    assert not large.wrong()
    with pytest.raises(ValueError, match="too high to be summed"):
        player_of(craps(), {spot: 10 * cents for spot, cents in high.items()})


@each
def test_a_shorter_block_is_the_beginning_of_a_longer_one(cloth: Cloth, bets: dict[str, int]
                                                          ) -> None:
    player = player_of(cloth, bets)
    assert player.each(1, 2, 300) == player.each(1, 2, 500)[:300]
    assert player.block(1, 2, 300).nets == dict(sorted(Counter(player.each(1, 2, 300)).items()))


@each
def test_the_mean_of_many_throws_is_the_exact_one(cloth: Cloth, bets: dict[str, int]) -> None:
    player, laying = player_of(cloth, bets), Laying(cloth, tuple(bets.items()), required_bet)
    found = figures(player.block(11, 0, 4_000_000), player.unit)
    assert laying.mean is not None
    assert abs(found.mean - laying.mean) < 4.5 * found.error


def test_the_mean_of_one_bet_is_its_edge_for_each_throw() -> None:
    """Bets laid again as soon as they are decided return in the long run mean over duration."""
    for cloth, spot, state in ((craps(), "pass", 0), (craps(), "place/9", 0),
                               (cussec(), "pair/1-2", None)):
        exact = combine(cloth, {spot: 500}, state)
        assert Laying(cloth, ((spot, 500),)).mean == pytest.approx(
            float(exact.net.mean / exact.throws / 500))
    assert Laying(banca(), (("aces", 500),)).mean == pytest.approx(-1 / 63)  # a coup decides


@each
def test_what_each_bet_returned_adds_up_and_is_its_exact_mean(cloth: Cloth, bets: dict[str, int]
                                                              ) -> None:
    tally = player_of(cloth, bets).block(13, 0, 2_000_000)
    each_bet = {spot: of_bet(tally.parts[f"bet/{spot}"], stake) for spot, stake in bets.items()}
    assert tally.total == sum(net * times for part in tally.parts.values()
                              for net, times in part.items())
    for spot, found in each_bet.items():
        state = next(at for at in cloth.states if cloth.open(at, spot))
        exact = combine(cloth, {spot: bets[spot]}, state).net.mean / bets[spot]
        if spot not in ("odds/pass", "odds/dont-pass"):  # what these pay depends on the point
            assert found is not None and abs(found.mean - float(exact)) < 4.5 * found.error, spot


def test_what_is_laid_before_a_throw() -> None:
    laying = Laying(craps(), tuple(EVERY.items()), required_bet)
    assert {spot for spot, *_ in laying.first} == {"pass", "place/6", "hard/8", "field"}
    come = laying.renewed(5, (("come/4", "come/4", 500), ("pass", "pass", 1000)))
    assert {spot for spot, *_ in come} == {
        "pass", "odds/pass", "come", "come/4", "odds/come/4", "dont-come", "place/6", "hard/8",
        "field"}
    assert laying.unit == 1800
    assert Laying(craps(), (("come", 500),)).unit == 500


def test_a_kernel_can_be_sent_and_is_told_from_another() -> None:
    player = player_of(craps(), {"pass": 1000})
    sent = pickle.loads(pickle.dumps(player))
    assert sent.identity == player.identity and sent.block(1, 1, 100) == player.block(1, 1, 100)
    others = (player_of(craps(), {"pass": 2000}), player_of(craps(2), {"dont-pass": 1000}),
              player_of(craps(), {"dont-pass": 1000}), player_of(french(), {"red": 1000}))
    assert len({player.identity, *(other.identity for other in others)}) == 5


LAYOUTS = tuple(game.id for game in games.catalogue().values()
                if game.pricing and game.pricing.cloth)


@pytest.mark.parametrize("game_id", LAYOUTS)
@pytest.mark.parametrize("seed", range(4))
def test_the_engine_returns_the_same_to_the_cent_for_each_throw(game_id: str, seed: int) -> None:
    """The same throws, the same bets laid again before each, by the compiled loop and by the
    procedure of the law."""
    game = games.game(game_id)
    table = table_for(game, None, (), sums=True)
    bets = any_chart(game, table, seed)
    assert difference(game, table, bets, 60, seed=7, number=seed) is None, bets


@pytest.mark.parametrize("game_id", LAYOUTS)
@settings(examples(6), suppress_health_check=list(HealthCheck))
@given(data=st.data(), seed=st.integers(0, 2**32))
def test_so_it_does_at_any_lawful_table(game_id: str, data: st.DataObject, seed: int) -> None:
    game = games.game(game_id)
    table = data.draw(tables(game))
    try:
        bets = any_chart(game, table, seed)
    except ValueError:  # limits may leave no bet that is always open
        return
    assert difference(game, table, bets, 25, seed=seed) is None, bets


def test_bets_that_make_too_many_positions_are_refused_in_words(
        monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sabot.families.layout.repeated_bets.MOST", 20)
    with pytest.raises(ValueError, match="take fewer"):
        player_of(craps(), EVERY)
