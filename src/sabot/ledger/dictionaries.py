"""What coups of each game tell, as a sample: the dictionary with which its bodies are packed.

The sample of a game lies in its folder (``journal.zst``), packed itself. ``python -m
sabot.ledger.dictionaries DATABASE ...`` takes them anew from the journals of these databases, some
of what each game told in them. A journal keeps the samples that it was written with, so that a new
one makes no old journal unreadable.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from functools import cache
from importlib import resources
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import msgspec
import zstandard

if TYPE_CHECKING:
    from sabot.ledger.books import Books

FILE = "journal.zst"
LONGEST = 32_000
"""Bytes of a sample: one three times as long packs a twentieth better."""
SEED = 7


@cache
def sample(game_id: str) -> bytes:
    """The sample of a game; b"" for a game that has none."""
    file = resources.files("sabot.games") / game_id.replace("-", "_") / FILE
    try:
        return zstandard.ZstdDecompressor().decompress(file.read_bytes())
    except FileNotFoundError:
        return b""


def told(books: Books) -> Iterator[tuple[str, bytes]]:
    """What was told in a journal: the game, and a body."""
    games: dict[str, str] = {}
    for record in books.walk():
        if record.kind == "begin":
            games[record.coup] = msgspec.json.decode(record.body)["game"]
        if record.coup in games:
            yield games[record.coup], record.body


def choose(bodies: Iterable[bytes]) -> bytes:
    """Some of these bodies, by chance and always the same, as long as they fit into a sample."""
    left, chosen = LONGEST, []
    mixed = sorted(bodies)
    Random(SEED).shuffle(mixed)
    for body in mixed:
        if len(body) <= left:
            chosen.append(body)
            left -= len(body)
    return b"".join(chosen)


def main(databases: Iterable[str]) -> None:
    from sabot.ledger.ledger import Ledger
    found: dict[str, list[bytes]] = {}
    for url in databases:
        with Ledger.open(url, create=False, readonly=True) as books:
            for game_id, body in told(books):
                found.setdefault(game_id, []).append(body)
    for game_id, bodies in sorted(found.items()):
        taken = choose(bodies)
        packed = zstandard.ZstdCompressor(level=19).compress(taken)
        folder = Path(str(resources.files("sabot.games"))) / game_id.replace("-", "_")
        (folder / FILE).write_bytes(packed)
        print(f"{game_id}: {len(taken)} of {sum(map(len, bodies))} bytes, {len(packed)} packed")


if __name__ == "__main__":
    main(sys.argv[1:])
