"""``sabot simulate``: many coups by the reference engine, and what they returned."""

from __future__ import annotations

import contextlib
import importlib
import importlib.util
import multiprocessing
import time
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from pathlib import Path

import click
import msgspec

from sabot.cli.options import find_game, set_option, table_for, table_option
from sabot.cli.terminal import put, say, stop
from sabot.simulate import STRATEGY, simulate


@contextlib.contextmanager
def workers_of(workers: int, cluster: str | None) -> Iterator[tuple[Executor | None, int]]:
    """Where the shoes are played, and how many tasks to keep under way there."""
    if cluster is not None:
        if importlib.util.find_spec("distributed") is None:
            stop("--cluster needs dask.distributed, which is not installed here; "
                 "--workers uses the processors of this machine")
        with importlib.import_module("distributed").Client(cluster) as client:
            yield client.get_executor(), 4 * max(1, len(client.scheduler_info()["workers"]))
    elif workers > 1:
        context = multiprocessing.get_context("spawn")
        with ProcessPoolExecutor(workers, mp_context=context) as pool:
            yield pool, 2 * workers
    else:
        yield None, 1


@click.command(short_help="play many coups and report what they returned")
@click.argument("game_id", metavar="GAME")
@click.option("--coups", type=click.IntRange(min=2), required=True, help="how many")
@click.option("--seed", type=int, default=0, show_default=True, help="which shoes")
@click.option("--workers", type=click.IntRange(min=1), default=1, show_default=True,
              help="processes; the result is the same for any number")
@click.option("--cluster", metavar="ADDR", help="the address of a Dask scheduler")
@table_option
@set_option
@click.option("--json", "as_json", is_flag=True, help="for programs")
def command(game_id: str, coups: int, seed: int, workers: int, cluster: str | None,
            path: Path | None, options: tuple[str, ...], as_json: bool) -> None:
    """Play many coups of GAME with the reference engine under a simple strategy, and report what
    they returned for each unit of the initial stake.

    \b
    As JSON: {"game", "rules", "strategy", "seed", "coups", "shoes", "mean", "edge",
    "standard_error", "interval_99": [low, high], "deviation", "independent", "seconds",
    "coups_per_second"}. Only the last two depend on the machine.
    """
    game = find_game(game_id)
    table = table_for(game, path, options, sums=True)
    with workers_of(workers, cluster) as (executor, ahead):
        start = time.perf_counter()
        found = simulate(game.id, table, coups, seed, executor, ahead)
        seconds = time.perf_counter() - start
    low, high = found.interval
    if as_json:
        put({"game": game.id, "rules": msgspec.to_builtins(table.rules), "strategy": STRATEGY,
             "seed": seed, "coups": found.coups, "shoes": found.shoes, "mean": found.mean,
             "edge": -found.mean, "standard_error": found.error, "interval_99": [low, high],
             "deviation": found.deviation, "independent": found.by,
             "seconds": round(seconds, 3), "coups_per_second": round(coups / seconds)})
        return
    say(f"{game.id}, {found.coups} coups from {found.shoes} shoes, seed {seed}")
    say(f"Strategy: {STRATEGY}.")
    click.echo(f"  mean return     {found.mean:+.6f} for each unit of the initial stake")
    click.echo(f"  standard error  {found.error:.6f} (each {found.by} taken as independent)")
    click.echo(f"  99 % interval   {low:+.6f} to {high:+.6f}")
    click.echo(f"  deviation       {found.deviation:.6f} of one coup")
    click.echo(f"  {coups / seconds:,.0f} coups/s")
