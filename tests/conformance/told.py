"""Plays seeded coups of a game in a process of its own and prints the digest of their records."""

from __future__ import annotations

import sys

from walks import Walk, seeded

from sabot.games import game
from sabot.procedure import digest, encode
from sabot.procedure.table import Table


def main(game_id: str) -> None:
    of = game(game_id)
    table = Table(game=of.id, name="told", rules=of.rules())
    chance, carry, parts = seeded(7), None, []
    for n in range(25):
        walk = Walk(of, table, n, carry=carry, chance=chance, hostile=True)
        carry = walk.dealer.outcome
        parts.append(encode(walk.record))
    print(digest(*parts))


if __name__ == "__main__":
    main(sys.argv[1])
