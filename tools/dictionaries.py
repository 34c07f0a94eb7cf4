"""Dictionaries by which journals are packed: ``python -m tools.dictionaries DATABASE ...``
trains one for each game on what was told in these journals of the second format, and writes them
into the folders of the games (`sabot.ledger.dictionaries`)."""

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


def told(books: Books) -> Iterator[tuple[str, bytes]]:
    """What was told in a journal, as it is packed: the game, and the bytes."""
    games: dict[str, str] = {}
    for record in books.walk():
        if record.kind == "begin":
            games[record.coup] = msgspec.json.decode(record.body)["game"]
        if record.coup in games:
            yield games[record.coup], join_kept(record.body, record.kept)[0]


def train(bodies: Iterable[bytes]) -> bytes:
    """A dictionary of zstandard for such bytes, always the same for the same ones."""
    mixed: list[bytes | bytearray | memoryview] = [*sorted(bodies)]
    Random(SEED).shuffle(mixed)
    return zstandard.train_dictionary(MAX_BYTES, mixed, level=LEVEL, dict_id=1).as_bytes()


def main(databases: Iterable[str]) -> None:
    found: dict[str, list[bytes]] = {}
    for url in databases:
        with Ledger.open(url, create=False, readonly=True) as books:
            for game_id, body in told(books):
                found.setdefault(game_id, []).append(body)
    for game_id, bodies in sorted(found.items()):
        packed = zstandard.ZstdCompressor(level=19).compress(train(bodies))
        folder = Path(str(resources.files("sabot.games"))) / game_id.replace("-", "_")
        (folder / FILE).write_bytes(packed)
        print(f"{game_id}: {sum(map(len, bodies))} bytes of {len(bodies)} entries; "
              f"the dictionary has {len(packed)}")


if __name__ == "__main__":
    main(sys.argv[1:])
