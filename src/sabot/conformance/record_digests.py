"""Tells seeded coups of games: in a process of its own it prints the digests of their records.

``python -m sabot.conformance.record_digests COUPS GAME ...``
"""

from __future__ import annotations

import sys
import traceback

from sabot.conformance.records import told
from sabot.games import game

if __name__ == "__main__":
    for game_id in sys.argv[2:]:
        try:
            print(game_id, told(game(game_id), int(sys.argv[1])), flush=True)
        except Exception:  # the digest of this game is missing then; those of the others are told
            traceback.print_exc()
