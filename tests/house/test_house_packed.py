"""What a night tells is stored five times smaller with the dictionary of its game."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from sabot.certify import samples
from sabot.games import catalogue
from sabot.ledger import dictionaries
from sabot.ledger.packing import Packer
from support.random_night import Night, one_of_each, shipped

TABLES = one_of_each()
FEW = ("blackjack-macau", "holdem", "machines", "french-roulette")


def test_every_game_has_a_sample_of_what_it_tells() -> None:
    for game_id in catalogue():
        found = dictionaries.sample(game_id)
        assert found.startswith(b'{') and b'"events":[' in found, game_id
        assert len(found) <= dictionaries.LONGEST + len(dictionaries.KEPT)
    assert dictionaries.sample("no-such-game") == b""


@pytest.mark.more_of(*(name for name in TABLES if name not in FEW))
@pytest.mark.parametrize("game", sorted(TABLES))
def test_a_night_that_no_sample_is_of_takes_a_fifth(game: str, tmp_path: Path) -> None:
    night, packer = Night(tmp_path, {"one": shipped(TABLES[game])}, 9), Packer()
    packer.add(1, dictionaries.sample(game))

    async def play() -> list[tuple[str, bytes]]:
        async with night:
            await night.begin()
            for _ in range(40):
                await night.step()
            return list(samples.told(night.ledger))

    bodies = [body for _, body in asyncio.run(play())]
    stored = [packer.pack(body, 1) for body in bodies]
    assert [packer.unpack(one) for one in stored] == bodies
    whole, small = sum(map(len, bodies)), sum(map(len, stored))
    assert 5 * small < whole, f"{whole / small:.1f}"
