"""Plays worlds that nobody has played yet, until one goes wrong.

``python -m tools.worlds.nightly``. The first seed is taken from the time, unless it is given. The
world that went wrong is made smaller and told, with the line that keeps it as a test.
"""

from __future__ import annotations

import itertools
import time

import click

from tools.worlds.__main__ import shrink_and_tell
from tools.worlds.batch import Density, play_many, tell_wrong, usual_jobs
from tools.worlds.playing import fix_hash_seed, house_tables, play_seed

EVERY = 1_000
"""After so many worlds the density is reported."""


@click.command()
@click.option("--first", type=int, default=None, help="the first seed (default: from the time)")
@click.option("--hours", type=float, default=0.0,
              help="end after so many hours (default: only at a fault)")
@click.option("--jobs", type=click.IntRange(1), default=usual_jobs, help="how many processes")
def main(first: int | None, hours: float, jobs: int) -> None:
    """Play worlds until one goes wrong."""
    begins = int(time.time()) * 1_000 if first is None else first
    until = time.monotonic() + 3600 * hours if hours else float("inf")
    density = Density()
    click.echo(f"worlds from seed {begins}")
    for world in play_many(itertools.count(begins), jobs):
        density.add(world)
        if world.wrong or density.worlds % EVERY == 0 or time.monotonic() > until:
            click.echo("\n".join(density.lines()))
        if world.wrong:
            click.echo(tell_wrong(world))
            shrink_and_tell(play_seed(world.seed, house_tables()))
            raise SystemExit(1)
        if time.monotonic() > until:
            return


if __name__ == "__main__":
    fix_hash_seed()
    main()
