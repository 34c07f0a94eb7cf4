"""The gate: no game is shown while a rule of its law is open.

``python -m sabot.certify.gate`` reads the coverage of the last test run and ends with 1 when a game
of the catalogue has rows that no test exercises and that are not outside software with a reason.
"""

from __future__ import annotations

import sys

from sabot.certify import coverage
from sabot.games import catalogue


def main() -> int:
    """0 when every game's section is closed; otherwise the open rows, on stderr, and 1."""
    found = coverage.last()
    if found is None:
        print("no test run has left its coverage; run the tests first", file=sys.stderr)
        return 1
    status = 0
    for game in catalogue().values():
        rows = coverage.open_rows(found, game.section)
        for row, lacks in rows:
            print(f"{row.id} lacks a {lacks}: {row.text}", file=sys.stderr)
        print(f"{game.id}: {len(rows)} of the rows of {game.section} are open")
        status = 1 if rows else status
    return status


if __name__ == "__main__":
    raise SystemExit(main())
