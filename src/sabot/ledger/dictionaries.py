"""What coups of each game tell, as a sample: the dictionary with which its bodies are packed.

The sample of a game lies in its folder (``journal.zst``), packed itself; `sabot.certify.samples`
takes them. A journal keeps the samples that it was written with, so that a new one makes no old
journal unreadable.
"""

from __future__ import annotations

from functools import cache
from importlib import resources

import zstandard

FILE = "journal.zst"
LONGEST = 32_000
"""Bytes of a sample: one three times as long packs a twentieth better."""
KEPT = (b'{"documents":[["coup","x-1:p_0123456789abcdef","\xff"],["session","x:p_0123456789abcdef:'
        b'1761000901000","\xff"]],"state":"\xff"}\x00')
"""What an entry keeps beside the journal, as it is packed with a body: the end of each sample."""


@cache
def sample(game_id: str) -> bytes:
    """The sample of a game; b"" for a game that has none."""
    file = resources.files("sabot.games") / game_id.replace("-", "_") / FILE
    try:
        return zstandard.ZstdDecompressor().decompress(file.read_bytes()) + KEPT
    except FileNotFoundError:
        return b""
