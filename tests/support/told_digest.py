"""Plays seeded coups of games; in a process of its own it prints the digests of their records."""

from __future__ import annotations

import sys
import traceback

from sabot.games import game
from sabot.procedure import digest, encode
from sabot.procedure.table import Table
from support.random_play import LONG, Walk, seeded


def told(game_id: str) -> str:
    """The digest of the records of some seeded coups of a game."""
    of = game(game_id)
    table = Table(game=of.id, name="told", rules=of.rules())
    chance, carry, parts = seeded(7), None, []
    for n in range(25 if LONG else 8):
        walk = Walk(of, table, n, carry=carry, chance=chance, hostile=True)
        carry = walk.dealer.outcome
        parts.append(encode(walk.record))
    return digest(*parts)


if __name__ == "__main__":
    for game_id in filter(lambda one: not one.startswith("--"), sys.argv[1:]):
        try:
            print(game_id, told(game_id), flush=True)
        except Exception:  # the digest of this game is missing then; those of the others are told
            traceback.print_exc()
