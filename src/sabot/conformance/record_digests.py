"""Prints the digests of the records of seeded coups; run by `records` in another process.

``python -m sabot.conformance.record_digests COUPS GAME ...``
"""

from __future__ import annotations

import sys
import traceback

from sabot.conformance.records import records_digest
from sabot.games import game

if __name__ == "__main__":
    for game_id in sys.argv[2:]:
        try:
            print(game_id, records_digest(game(game_id), int(sys.argv[1])), flush=True)
        except Exception:  # then only the digest of this game is missing
            traceback.print_exc()
