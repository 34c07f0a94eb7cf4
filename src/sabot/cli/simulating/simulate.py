"""``sabot simulate``: many coups, and what they returned."""

from __future__ import annotations

import contextlib
import signal
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FrameType
from typing import Any

import click

from sabot import families
from sabot.cli.options import set_option, table_option
from sabot.cli.simulating import side_bets
from sabot.cli.simulating.plan import SimulationPlan, general_way, table_way
from sabot.cli.simulating.progress import watching
from sabot.cli.terminal import NO, WRONG_USE, heading, put, say, stop, whole
from sabot.odds.tally import Histogram, Kernel, Tally
from sabot.simulate import (
    Aim,
    Blocks,
    Deadly,
    Figures,
    NoCluster,
    Run,
    Unfit,
    crew,
    figures,
    hourly,
    load,
    run,
    version,
)

STOPPED = 130  # as a program ends that was interrupted
NOTHING = "stopped before there was anything to report"
LEAST = 1e-7  # a precision below this would take more coups than anybody plays
BINS = 24


def precision(_: click.Context, __: click.Parameter, typed: str | None) -> float | None:
    """``0.01%`` or ``0.0001``: a part of the stake."""
    if typed is None:
        return None
    number, percent = typed.strip().removesuffix("%"), typed.strip().endswith("%")
    try:
        found = float(number) / (100 if percent else 1)
    except ValueError:
        raise click.BadParameter(f"{typed!r} is no part of the stake, such as 0.01%") from None
    if not LEAST <= found < 1:
        raise click.BadParameter(f"{typed!r}: from {LEAST:.5%} to less than 100 % of the stake")
    return found


@contextlib.contextmanager
def interruptible() -> Iterator[Callable[[], bool]]:
    """Whether Ctrl-C (or a polite kill) came; a second one ends the program as ever."""
    came: list[int] = []

    def note(number: int, _: FrameType | None) -> None:
        if came and number == signal.SIGINT:
            raise KeyboardInterrupt
        came.append(number)

    before = {one: signal.signal(one, note) for one in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield lambda: bool(came)
    finally:
        for one, handler in before.items():
            signal.signal(one, handler)


@click.command(short_help="play many coups and report what they returned")
@click.argument("game_id", metavar="GAME")
@click.option("--coups", type=whole(2, 10 ** 15), help="how many")
@click.option("--until", metavar="PART", callback=precision,
              help="stop when half of the 99 % interval is below this part of the stake: 0.01%")
@click.option("--seed", type=whole(0, 2 ** 63 - 1), default=0, show_default=True,
              help="which shoes")
@click.option("--strategy", metavar="NAME|FILE",
              help="best (if left out), total, two-card, zero-memory, mimic, or a chart's file")
@click.option("--seats", type=whole(1, 9), default=1, show_default=True,
              help="places played, each at the minimum")
@click.option("--fresh", is_flag=True, help="a full shoe for each coup")
@click.option("--engine", is_flag=True, help="the reference engine, where a game has a kernel")
@click.option("--workers", type=whole(1, 256), default=1, show_default=True,
              help="the result is the same for any number")
@click.option("--cluster", metavar="ADDR",
              help="the address of a Dask scheduler, or local for one made here")
@click.option("--checkpoint", "file", metavar="FILE", type=click.Path(path_type=Path),
              help="keep what is done in this file, and go on from it")
@click.option("--pace", type=whole(1, 1000), default=60, show_default=True,
              help="coups in an hour, for the figures of an hour")
@click.option("--bets", metavar="NAME,...", default="", callback=side_bets.names,
              help="bets beside each main bet: all, or pair,streak2,jackpot,insurance...; on a "
                   'layout those that are laid: "straight/17=5 red=10"')
@table_option
@set_option
@click.option("--json", "as_json", is_flag=True, help="for programs")
def command(game_id: str, coups: int | None, until: float | None, seed: int, strategy: str | None,
            seats: int, fresh: bool, engine: bool, workers: int, cluster: str | None,
            file: Path | None, pace: int, bets: tuple[str, ...], path: Path | None,
            options: tuple[str, ...], as_json: bool) -> None:
    """Play many coups of GAME and report what they returned for each unit of the first stakes.

    Where nobody plays alone, the house's own players play one another, as many as --seats.

    --coups or --until says when it is enough; with both, whichever comes first. Ctrl-C ends it
    early with what is known so far.

    GAME is a game of the catalogue, or a family whose general rules are played: blackjack, each
    coup from full packs. `sabot simulate blackjack --set help` lists its rules.

    \b
    As JSON: {"game", "rules", "strategy", "seed", "coups", "shoes", "mean", "edge",
    "standard_error", "interval_95", "interval_99", "interval_999": [low, high], "deviation",
    "skewness", "independent", "unit", "seats", "fresh", "outcomes", "counts", "histogram",
    "parts", "per_hour", "block", "blocks", "complete", "lost", "kernel", "exact", "bets":
    {bet: {"times", "mean", "standard_error", "interval_99", "exact": [{"bet", "mean", "given",
    "errors"}], "lines"}}, "version", "seconds", "coups_per_second"}. Only the last two and "lost"
    depend on the machine; "exact" is the mean return from a full shoe where it is known.
    """
    if coups is None and until is None and "help" not in options:
        raise click.UsageError("--coups or --until must say when it is enough.")
    general = families.load_general(game_id)
    try:
        if general is not None and hasattr(general, "kernel"):
            if path is not None or engine or bets:
                stop(f"{game_id} is a family of rules: --table, --engine and --bets are for a game "
                     "of the catalogue")
            way = general_way(game_id, general, options, strategy, seats, fresh)
        else:
            way = table_way(game_id, path, options, strategy, seats, fresh, engine, bets)
    except KeyboardInterrupt:  # the best play was still being computed
        stop(NOTHING, STOPPED)
    kernel, rules = way.kernel, way.rules
    wanted = Blocks(game=game_id, rules=rules, strategy=way.words, kernel=kernel.identity,
                    seed=seed, block=kernel.size, version=version())
    aim = Aim(coups, until)
    try:
        begun = load(file, wanted) if file is not None else wanted
        if coups is not None and begun.tally.coups > coups:
            stop(f"{file} has {begun.tally.coups} coups already, more than --coups {coups}: ask "
                 "for as many or for more")
        with interruptible() as interrupted, crew(kernel, workers, cluster, compiled=way.compiled) \
                as people, watching(kernel.unit, aim, begun.tally.coups) as watch:
            start = time.perf_counter()
            found = run(kernel, begun, aim, people, file=file, watch=watch, stop=interrupted)
            seconds = max(time.perf_counter() - start, 1e-9)
    except Unfit as error:
        stop(str(error), WRONG_USE)
    except (NoCluster, Deadly) as error:
        kept = f"; {file} has what was done" if file is not None and file.exists() else ""
        stop(f"{error}{kept}", WRONG_USE if isinstance(error, NoCluster) else NO)
    if found.tally.coups < 2:
        stop(NOTHING, STOPPED)
    numbers = figures(found.tally, kernel.unit)
    told = _told(found, numbers, kernel, pace)
    returned = side_bets.told(found.tally, kernel, way.priced) \
        if getattr(kernel, "stakes", None) else {}
    told["bets"] = side_bets.plain(returned)
    if as_json:
        put({"game": game_id, "rules": rules, "strategy": way.words, "seed": seed,
             **told, "exact": way.mean, "seats": seats, "fresh": fresh, "version": wanted.version,
             "seconds": round(seconds, 3),
             "coups_per_second": round((numbers.coups - begun.tally.coups) / seconds)})
    else:
        coups_told = "throws" if way.span == "series" else \
            f"coups from {numbers.shoes} {way.span}{'s' * (numbers.shoes != 1)}"
        say(f"{game_id}, {numbers.coups} {coups_told}, seed {seed}")
        say(f"Strategy: {way.words}.")
        _report(way, found.tally, numbers, told)
        if way.mean is not None:
            _exact(way, numbers, way.mean, fresh)
        side_bets.show(returned, "each bet" if way.laid else "beside the main bet")
        click.echo(f"  {(numbers.coups - begun.tally.coups) / seconds:,.0f} coups/s")
        if file is not None:
            say(f"{file} has {found.whole.tally.coups} coups to go on from.")
    if not found.complete:
        click.echo("sabot: stopped before the end; this is what was known", err=True)
        raise SystemExit(STOPPED)


def _told(found: Run, numbers: Figures, kernel: Kernel, pace: int) -> dict[str, Any]:
    tally = found.tally
    return {
        "coups": numbers.coups, "shoes": numbers.shoes, "mean": numbers.mean,
        "edge": -numbers.mean, "standard_error": numbers.error,
        **{f"interval_{level}": list(numbers.interval(level)) for level in ("95", "99", "999")},
        "deviation": numbers.deviation, "skewness": numbers.skewness, "independent": numbers.by,
        "unit": kernel.unit, "outcomes": outcomes(tally),
        "counts": tally.counts, "histogram": tally.nets, "parts": tally.parts,
        "per_hour": hourly(numbers, kernel.unit, pace),
        "block": found.whole.block, "blocks": found.whole.blocks, "complete": found.complete,
        "lost": found.lost, "kernel": kernel.identity}


def outcomes(tally: Tally) -> dict[str, float]:
    """How often a coup left the player ahead, even and behind."""
    part = {"ahead": 0, "even": 0, "behind": 0}
    for net, times in tally.nets.items():
        part["ahead" if net > 0 else "behind" if net < 0 else "even"] += times
    return {name: times / tally.coups for name, times in part.items()}


def _exact(way: SimulationPlan, numbers: Figures, exact: float, fresh: bool) -> None:
    """The exact figure, of a full shoe where there is one, and how far the simulated one is off."""
    off = (numbers.mean - exact) / numbers.error if numbers.error else 0.0
    shoes = "" if fresh or way.span != "shoe" or numbers.shoes == numbers.coups else \
        ", the effect of shoes that are not full included"
    heading("exact, from a full shoe" if way.span == "shoe" else "exact, in the long run")
    click.echo(f"  mean return     {exact:+.6f}")
    say(f"the simulated mean is {abs(off):.2f} standard errors {'above' if off > 0 else 'below'} "
        f"it{shoes}", 2)


def _report(way: SimulationPlan, tally: Tally, numbers: Figures, told: dict[str, Any]) -> None:
    unit = way.kernel.unit
    click.echo(f"  mean return     {numbers.mean:+.6f} for each unit of the initial stake")
    click.echo(f"  edge            {-numbers.mean:+.4%} for {way.keeps}")
    by = "coup" if numbers.by == "coup" or numbers.shoes == numbers.coups else way.span
    click.echo(f"  standard error  {numbers.error:.6f} (each {by} taken as independent)")
    for level, name in (("95", "95 %"), ("99", "99 %"), ("999", "99.9 %")):
        low, high = numbers.interval(level)
        click.echo(f"  {name + ' interval':<15} {low:+.6f} to {high:+.6f}")
    click.echo(f"  deviation       {numbers.deviation:.6f} of one coup")
    hour = told["per_hour"]
    click.echo(f"  in an hour      {way.money(round(-hour['loss']))} on average, deviation "
               f"{way.money(round(hour['deviation']))}: {hour['coups']} coups at "
               f"{way.money(unit)}")
    heading("outcomes")
    for name, part in told["outcomes"].items():
        click.echo(f"  {name:<24} {part:.4%}")
    for name, times in tally.counts.items():
        if "/" in name:  # of a bet beside, which is told below
            continue
        if name == "staked":
            click.echo(f"  {'staked':<24} {times / unit / tally.coups:.6f} units in a coup, edge "
                       f"{-tally.total / times:+.4%} of them")
        else:
            click.echo(f"  {name:<24} {times / tally.coups:.4%}")
    heading("net result of a coup, in units")
    for name, times in binned(tally.nets, unit):
        part = times / tally.coups
        click.echo(f"  {name:>16} {part:9.4%}  {'#' * round(40 * part)}".rstrip())


def binned(nets: Histogram, unit: int) -> list[tuple[str, int]]:
    """The histogram in units: each result, or where there are too many the frequent ones and how
    often the others came."""
    often = sorted(sorted(nets, key=lambda net: (-nets[net], net))[:BINS])
    lines = [(f"{net / unit:+.4g}" if net else "0", nets[net]) for net in often]
    rest = sum(times for net, times in nets.items() if net not in set(often))
    return [*lines, ("others", rest)] if rest else lines
