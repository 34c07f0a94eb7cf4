"""Random and hostile play through the door of a room: what must hold whatever is sent.

One to seven players send offered acts, nonsense, other people's acts and repeated keys; lines
break and come back, time passes, the supervisor voids, the house is killed and opened again.
"""

from __future__ import annotations

import asyncio
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from crowd import evening_of
from evening import row
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st


@pytest.mark.law(row("6"))
@settings(max_examples=8, deadline=None, suppress_health_check=list(HealthCheck),
          derandomize=True)
@given(seed=st.integers(0, 2 ** 32), players=st.integers(1, 7))
def test_whatever_players_send_the_house_holds(seed: int, players: int) -> None:
    with TemporaryDirectory() as folder:
        asyncio.run(evening_of(seed, players, 130, Path(folder), kills=True))


@pytest.mark.parametrize("seed", range(2))
def test_a_long_evening_of_seven(seed: int, tmp_path: Path) -> None:
    assert asyncio.run(evening_of(seed, 7, 500, tmp_path, kills=False)) > 5


@pytest.mark.soak
@pytest.mark.timeout(3600)
def test_many_evenings(tmp_path: Path) -> None:
    for seed in range(300):
        folder = tmp_path / str(seed)
        folder.mkdir()
        asyncio.run(evening_of(seed, 1 + seed % 7, 600, folder, kills=True))
