"""The dictionary of each game, with which the bodies of its entries are packed.

It lies in the folder of the game (``journal.zst``), packed itself; `tools.dictionaries`
trains it on what was told at tables of the game. A journal keeps those that it was written with,
so that a new one makes no old journal unreadable.
"""

from __future__ import annotations

from functools import cache

from sabot.games import text
from sabot.ledger.compression import ALONE

FILE = "journal.zst"
LONGEST = 16_000
"""Bytes of a dictionary: one twice as long packs a twentieth better."""


@cache
def packed(game_id: str) -> bytes:
    """The dictionary of a game as a journal stores it: packed as a body is. b"" for a game that has
    none."""
    found = text(game_id, FILE)
    return ALONE + found if found is not None else b""
