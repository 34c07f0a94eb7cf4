"""The compression dictionary of each game for the bodies of its entries.

It is in the folder of the game (``journal.zst``), packed itself; `tools.dictionaries` trains it on
entries of the game. A journal stores the dictionaries that it was written with, so that old
journals stay readable when a dictionary is replaced.
"""

from __future__ import annotations

from functools import cache

import sqlalchemy as sa

from sabot.games import text
from sabot.ledger.compression import ALONE, Packer
from sabot.ledger.records import read_bytes

FILE = "journal.zst"
MAX_BYTES = 16_000
"""The size of a dictionary: one twice as long packs a twentieth better."""


@cache
def packed_dictionary(game_id: str) -> bytes:
    """The dictionary of a game as a journal stores it; b"" for a game without one."""
    data = text(game_id, FILE)
    return ALONE + data if data is not None else b""


def read_stored(connection: sa.Connection, table: sa.Table, known: dict[str, int], packer: Packer
                ) -> None:
    """Add to ``known`` and to the packer the dictionaries of a journal that are not known yet."""
    c = table.c
    for no, name, body in connection.execute(
            sa.select(c.no, c.name, c.body).where(c.no > max(known.values(), default=0))
            .order_by(c.no)):
        known[name] = no
        packer.add(no, read_bytes(body))
