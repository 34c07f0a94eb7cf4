"""Trains the dictionaries that compress journals: ``python -m tools.dictionaries DATABASE ...``.

It trains one for each game on the entries of these journals of the second format, and writes them
into the folders of the games (`sabot.ledger.dictionaries`).
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from importlib import resources
from pathlib import Path
from random import Random

import msgspec
import zstandard

from sabot.ledger import Books, Ledger
from sabot.ledger.compression import join_kept
from sabot.ledger.dictionaries import FILE, MAX_BYTES

SEED, LEVEL = 7, 9


def game_entries(books: Books) -> Iterator[tuple[str, bytes]]:
    """The entries of coups in a journal, as they are compressed: the game, and the bytes."""
    games: dict[str, str] = {}
    for record in books.walk():
        if record.kind == "begin":
            games[record.coup] = msgspec.json.decode(record.body)["game"]
        if record.coup in games:
            yield games[record.coup], join_kept(record.body, record.kept)[0]


def train(bodies: Iterable[bytes]) -> bytes:
    """A zstandard dictionary for these bytes; the same bytes give the same dictionary."""
    mixed: list[bytes | bytearray | memoryview] = [*sorted(bodies)]
    Random(SEED).shuffle(mixed)
    return zstandard.train_dictionary(MAX_BYTES, mixed, level=LEVEL, dict_id=1).as_bytes()


def main(databases: Iterable[str]) -> None:
    """Train and write the dictionaries of all games in these databases."""
    by_game: dict[str, list[bytes]] = {}
    for url in databases:
        with Ledger.open(url, create=False, readonly=True) as books:
            for game_id, body in game_entries(books):
                by_game.setdefault(game_id, []).append(body)
    for game_id, bodies in sorted(by_game.items()):
        packed = zstandard.ZstdCompressor(level=19).compress(train(bodies))
        folder = Path(str(resources.files("sabot.games"))) / game_id.replace("-", "_")
        (folder / FILE).write_bytes(packed)
        print(f"{game_id}: {sum(map(len, bodies))} bytes of {len(bodies)} entries; "
              f"the dictionary has {len(packed)}")


if __name__ == "__main__":
    main(sys.argv[1:])
