"""The gate: fails while a rule of a game's law is open.

``python -m tools.proof.gate`` reads the coverage of the last test run and ends with 1 when a game
of the catalogue has rows that no test exercises and that are not outside software with a reason.
With names of games it checks only these.
"""

from __future__ import annotations

import argparse
import sys
import textwrap
from collections.abc import Sequence

from sabot import regulations as law
from sabot.certify import coverage
from sabot.games import catalogue


def main(games: Sequence[str] = ()) -> int:
    """Return 0 if no section has open rows; otherwise print them on stderr and return 1."""
    last_coverage = coverage.last()
    if last_coverage is None:
        print("no coverage of a test run is stored; run the tests first", file=sys.stderr)
        return 1
    status = 0
    for game in [catalogue()[name] for name in games] or catalogue().values():
        open_rules = coverage.lacking(last_coverage, game.section)
        for lack, rules in open_rules.items():
            print(textwrap.fill(f"{game.section}: no {lack} ({len(rules)}): {', '.join(rules)}",
                                100, subsequent_indent="  ", break_long_words=False,
                                break_on_hyphens=False), file=sys.stderr)
            status = 1
        print(f"{game.id}: {sum(map(len, open_rules.values()))} of the "
              f"{len(law.sections()[game.section])} rows of {game.section} are open")
    return status


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        description="Fails while a rule of a game's law is open.")
    parser.add_argument("games", nargs="*", metavar="GAME", help="only these games")
    asked = parser.parse_args().games
    if unknown := [name for name in asked if name not in catalogue()]:
        parser.error(f"no such game: {', '.join(unknown)}; the games are {', '.join(catalogue())}")
    raise SystemExit(main(asked))
