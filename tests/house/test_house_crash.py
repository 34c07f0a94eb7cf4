"""A house killed with SIGKILL under play: nothing that was acknowledged is lost or paid twice."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from sabot.house.people.players import Player
from support.house_evening import Evening, table
from support.killed_house import Killer

QUICK = """
game = "blackjack-online"
name = "Quick"
minimum = 2
maximum = 200
places = 4
[clocks]
betting = 3
decision = 4
insurance = 2
between = 0
[rules]
packs = 4
warning_card = 150
"""
TABLES = {"quick": table(QUICK)}
PLAYERS = 4


def kills(folder: Path, seed: int, count: int, format: int) -> list[str]:
    killer = Killer(f"sqlite:///{folder / 'house.sqlite3'}", seed, TABLES, PLAYERS, format)
    asyncio.run(killer.prepare())
    found = []
    for _ in range(count):
        killer.play_and_kill()
        found.append(asyncio.run(killer.check()))
    assert len(killer.acked) > 3 * count
    return found


@pytest.mark.more_of("1-1", "2-1", "2-2")
@pytest.mark.parametrize("format", [1, 2])
@pytest.mark.parametrize("seed", [1, 2])
def test_a_killed_house_keeps_its_word(tmp_path: Path, seed: int, format: int) -> None:
    found = kills(tmp_path, seed, 10, format)
    assert "resumed" in found and set(found) <= {"resumed", "between", "fresh"}


@pytest.mark.soak
@pytest.mark.timeout(7200)
def test_a_house_killed_two_thousand_times(tmp_path: Path) -> None:
    for seed in range(20):
        folder = tmp_path / str(seed)
        folder.mkdir()
        kills(folder, 100 + seed, 100, 1 + seed % 2)


def test_a_player_is_found_again_after_a_kill(tmp_path: Path) -> None:
    killer = Killer(f"sqlite:///{tmp_path / 'house.sqlite3'}", 5, TABLES, PLAYERS)
    asyncio.run(killer.prepare())
    killer.play_and_kill()

    async def look() -> Player | None:
        async with Evening(killer.url, tables=TABLES) as evening:
            return evening.house.player(killer.players[0])
    assert asyncio.run(look()) is not None
