"""How shoes change the mean: warning card, places, a shuffle for each coup.

``python -m benchmarks.study docs/simulation.md --coups 1000000000 --workers 2`` plays that many
coups of each table below by the best play of a full shoe, and writes the figures between the two
marks of that page. For one number of coups they are the same on every machine.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import NamedTuple

import msgspec

from sabot.cli.options import find_game, table_for
from sabot.simulation import Aim, Blocks, crew, figures, run, version

BEGIN, END = "<!-- made by benchmarks.study -->\n", "<!-- until here -->\n"
SEED = 11


class Case(NamedTuple):
    """A table: its game, the options that differ from the plain ones, places played, and a
    description."""

    game: str
    words: str
    options: tuple[str, ...] = ()
    seats: int = 1
    fresh: bool = False


CASES = (
    Case("blackjack-2007", "one place", fresh=True),
    Case("blackjack-2007", "one place, alone: warning card in the middle"),
    Case("blackjack-2007", "3 places", seats=3),
    Case("blackjack-2007", "7 places", ("places=7",), seats=7),
    *(Case("blackjack-online", f"warning card {cards} from the end" if cards < 312 else
           "shuffled for each coup", ("places=4", "packs=6", f"warning_card={cards}"))
      for cards in (52, 104, 208, 312)),
    Case("blackjack-macau", "warning card 52 from the end", ("warning_card=52",)),
    Case("blackjack-macau", "shuffled for each coup", ("shuffle_each_hand=true",)),
)


def line(case: Case, coups: int, workers: int) -> str:
    """Format the return of a case as a row of the page's table."""
    game = find_game(case.game)
    table = table_for(game, None, case.options, sums=True, shared=case.seats > 1)
    strategy = game.simulated.strategies["best"](table)
    kernel = game.simulated.kernel(table, strategy.chart, seats=case.seats, fresh=case.fresh)
    begun = Blocks(game=game.id, rules=msgspec.to_builtins(table.rules), strategy=strategy.words,
                   kernel=kernel.identity, seed=SEED, block=kernel.size, version=version())
    with crew(kernel, workers, compiled=True) as people:
        tally = run(kernel, begun, Aim(coups), people).tally
    found = figures(tally, kernel.unit)
    off = found.mean - strategy.mean
    words = case.words + (", a full shoe for each coup" if case.fresh else "")
    return (f"| `{game.id}` | {words} | {tally.coups / tally.shoes:.2f} | {found.mean:+.6f} | "
            f"{found.error:.6f} | {strategy.mean:+.6f} | {off:+.6f} | {off / found.error:+.1f} |\n")


def page(coups: int, workers: int) -> str:
    """Render the whole table of the page."""
    text = (f"{coups} coups of each line, seed {SEED}:\n\n"
            "| | | coups of a shoe | mean | standard error | exact, full shoe | difference | "
            "in errors |\n|---|---|---|---|---|---|---|---|\n")
    for case in CASES:
        text += (row := line(case, coups, workers))
        print(row, end="", flush=True)
    return text


def write(file: Path, coups: int, workers: int) -> None:
    """Replace the table between the marks of a page; ValueError if it has none."""
    before, _, rest = file.read_text("utf-8").partition(BEGIN)
    _, end, after = rest.partition(END)
    if not end:
        raise ValueError(f"{file} has not the marks {BEGIN.strip()} and {END.strip()}")
    file.write_text(before + BEGIN + page(coups, workers) + END + after, "utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(prog="benchmarks.study")
    parser.add_argument("file", type=Path, help="the page that has the two marks")
    parser.add_argument("--coups", type=int, default=20_000_000)
    parser.add_argument("--workers", type=int, default=1)
    asked = parser.parse_args()
    try:
        write(asked.file, asked.coups, asked.workers)
    except (OSError, ValueError) as error:
        parser.error(str(error))


if __name__ == "__main__":
    main()
