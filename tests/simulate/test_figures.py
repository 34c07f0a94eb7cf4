"""What the sums of a tally mean, against the plain formulas and against what is known of a coin."""

from __future__ import annotations

import math
import statistics

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sabot.probability.tally import merge, tally_shoes
from sabot.simulation import figures, hourly
from sabot.simulation.figures import ENOUGH_SHOES
from support.coin_kernel import Coin

nets = st.lists(st.integers(-50, 50), min_size=2, max_size=60).filter(lambda n: len(set(n)) > 1)
loaded = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])  # other work beside


@loaded
@given(nets)
def test_mean_deviation_and_skewness_are_those_of_the_coups(results: list[int]) -> None:
    found = figures(tally_shoes([results]), 10)
    scaled = [net / 10 for net in results]
    mean, spread = statistics.fmean(scaled), statistics.pstdev(scaled)
    assert found.mean == pytest.approx(mean, abs=1e-12)
    assert found.deviation == pytest.approx(statistics.stdev(scaled))
    assert found.skewness == pytest.approx(
        statistics.fmean(((x - mean) / spread) ** 3 for x in scaled), abs=1e-9)
    assert found.by == "coup" and not found.known
    assert found.error == pytest.approx(statistics.stdev(scaled) / math.sqrt(len(results)))


def test_from_a_hundred_shoes_on_the_error_is_that_of_a_ratio_over_shoes() -> None:
    """The textbook's estimator, written out shoe by shoe (Cochran, Sampling Techniques, 2.11)."""
    shoes = [[(7 * i + 3 * j * j) % 11 - 5 for j in range(1 + i % 4)] for i in range(ENOUGH_SHOES)]
    found = figures(tally_shoes(shoes), 1)
    n = sum(map(len, shoes))
    mean = sum(map(sum, shoes)) / n
    off = sum((sum(s) - mean * len(s)) ** 2 for s in shoes)
    assert found.by == "shoe"
    assert found.error == pytest.approx(
        math.sqrt(off * ENOUGH_SHOES / (ENOUGH_SHOES - 1)) / n)


def test_coups_that_win_together_count_as_the_few_they_are() -> None:
    """Ten coups of one shoe that all fall alike say no more than one."""
    shoes = [[100 if i % 2 else -100] * 10 for i in range(200)]
    together, apart = figures(tally_shoes(shoes), 100), figures(
        tally_shoes([net] for shoe in shoes for net in shoe), 100)
    assert together.error == pytest.approx(apart.error * math.sqrt(10), rel=0.01)


def test_intervals_hold_the_truth_as_often_as_they_say() -> None:
    """Four hundred simulations of a coin whose mean is known."""
    true, held = 2 * 0.493 - 1, {"95": 0, "99": 0, "999": 0}
    for seed in range(400):
        found = figures(merge(Coin().block(seed, n, 1000) for n in range(2)), 100)
        for level in held:
            low, high = found.interval(level)
            held[level] += low <= true <= high
    assert 368 <= held["95"] <= 392 and held["99"] >= 390 and held["999"] >= 397


def test_an_hour() -> None:
    found = figures(tally_shoes([[100, -100, -100, -100]]), 100)
    hour = hourly(found, 100, 64)
    assert hour["loss"] == pytest.approx(64 * 50)
    assert hour["deviation"] == pytest.approx(8 * 100)
