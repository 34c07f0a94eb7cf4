"""What a night tells is stored six times smaller with the dictionary of its game."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
import zstandard

from sabot.games import catalogue
from sabot.ledger import dictionaries
from sabot.ledger.compression import Packer, split_kept
from support.random_night import Night, one_of_each, shipped
from tools.dictionaries import game_entries

TABLES = one_of_each()
FEW = ("blackjack-macau", "holdem", "machines", "french-roulette")


def test_every_game_has_a_dictionary_of_what_it_tells() -> None:
    for game_id in catalogue():
        content = Packer().unpack(dictionaries.packed_dictionary(game_id))
        found = zstandard.ZstdCompressionDict(content, dict_type=zstandard.DICT_TYPE_FULLDICT)
        assert found.dict_id() and b'"events":[' in content, game_id
        assert len(content) <= dictionaries.MAX_BYTES
    assert dictionaries.packed_dictionary("no-such-game") == b""


@pytest.mark.more_of(*(name for name in TABLES if name not in FEW))
@pytest.mark.parametrize("game", sorted(TABLES))
def test_a_night_that_no_dictionary_was_trained_on_takes_a_sixth(game: str, tmp_path: Path) -> None:
    night, packer = Night(tmp_path, {"one": shipped(TABLES[game])}, 9, format=2), Packer()
    packer.add(1, dictionaries.packed_dictionary(game))

    async def play() -> list[tuple[str, bytes]]:
        async with night:
            await night.begin()
            for _ in range(40):
                await night.step()
            return list(game_entries(night.ledger))

    bodies = [body for _, body in asyncio.run(play())]
    stored = [packer.pack(body, 1) for body in bodies]
    assert [packer.unpack(one) for one in stored] == bodies
    whole = sum(len(split_kept(body, b"")[0]) for body in bodies)
    small = sum(map(len, stored))
    assert 6 * small < whole, f"{whole / small:.1f}"
