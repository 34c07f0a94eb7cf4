"""Samples of what each game tells, by which its journals are packed: ``python -m
sabot.certify.samples DATABASE ...`` takes them anew from these journals, some of what each game
told in them, and writes them into the folders of the games (`sabot.ledger.dictionaries`)."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from importlib import resources
from pathlib import Path
from random import Random

import msgspec
import zstandard

from sabot.ledger import Books, Ledger
from sabot.ledger.dictionaries import FILE, LONGEST

SEED = 7


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
