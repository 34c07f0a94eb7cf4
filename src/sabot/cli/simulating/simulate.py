"""``sabot simulate``: play many coups and report what they returned."""

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
from sabot.cli.simulating.plan import SimulationPlan, plan_general_rules, plan_table
from sabot.cli.simulating.progress import show_progress
from sabot.cli.terminal import NO, WRONG_USE, heading, print_json, say, stop, whole_number
from sabot.odds.tally import Histogram, Kernel, Tally
from sabot.simulate import (
    Aim,
    BadCheckpoint,
    Blocks,
    Figures,
    NoCluster,
    Run,
    WorkersLost,
    crew,
    figures,
    hourly,
    load,
    run,
    version,
)

STOPPED = 130  # exit status of an interrupted program
NOTHING_TO_REPORT = "stopped before there was anything to report"
MIN_PRECISION = 1e-7  # a smaller one would take too many coups
BINS = 24


def precision(_: click.Context, __: click.Parameter, text: str | None) -> float | None:
    """Parse ``0.01%`` or ``0.0001``, a share of the stake."""
    if text is None:
        return None
    number, percent = text.strip().removesuffix("%"), text.strip().endswith("%")
    try:
        value = float(number) / (100 if percent else 1)
    except ValueError:
        raise click.BadParameter(f"{text!r} is not a share of the stake, such as 0.01%") from None
    if not MIN_PRECISION <= value < 1:
        raise click.BadParameter(f"found {text!r}; allowed: from {MIN_PRECISION:.5%} to less than "
                                 "100 % of the stake")
    return value


@contextlib.contextmanager
def interruptible() -> Iterator[Callable[[], bool]]:
    """A function that returns whether SIGINT or SIGTERM came; a second SIGINT ends the program."""
    signals: list[int] = []

    def handle(number: int, _: FrameType | None) -> None:
        if signals and number == signal.SIGINT:
            raise KeyboardInterrupt
        signals.append(number)

    old_handlers = {
        number: signal.signal(number, handle) for number in (signal.SIGINT, signal.SIGTERM)
    }
    try:
        yield lambda: bool(signals)
    finally:
        for number, handler in old_handlers.items():
            signal.signal(number, handler)


@click.command(short_help="play many rounds and report what they returned")
@click.argument("game_id", metavar="GAME")
@click.option("--coups", type=whole_number(2, 10 ** 15), help="how many coups (rounds) to play")
@click.option("--until", metavar="PART", callback=precision,
              help="stop when half of the 99 % interval is below this share of the stake, such as "
                   "0.01%")
@click.option("--seed", type=whole_number(0, 2 ** 63 - 1), default=0, show_default=True,
              help="the seed of the shoes")
@click.option("--strategy", metavar="NAME|FILE",
              help="best (the default), total, two-card, zero-memory, mimic, or a chart file")
@click.option("--seats", type=whole_number(1, 9), default=1, show_default=True,
              help="how many places play, each at the minimum")
@click.option("--fresh", is_flag=True, help="play each coup from a full shoe")
@click.option("--engine", is_flag=True, help="use the (slow) reference engine instead of the "
                                             "game's kernel")
@click.option("--workers", type=whole_number(1, 256), default=1, show_default=True,
              help="how many processes; the result is the same for any number")
@click.option("--cluster", metavar="ADDR",
              help="the address of a Dask scheduler, or local to start one here")
@click.option("--checkpoint", "file", metavar="FILE", type=click.Path(path_type=Path),
              help="save the state in this file, and continue from it")
@click.option("--pace", type=whole_number(1, 1000), default=60, show_default=True,
              help="coups an hour, for the figures by the hour")
@click.option("--bets", metavar="NAME,...", default="", callback=side_bets.parse_names,
              help="side bets with each main bet: all, or pair,streak2,jackpot,insurance...; on a "
                   'layout the bets of each throw: "straight/17=5 red=10"')
@table_option
@set_option
@click.option("--json", "as_json", is_flag=True, help="print JSON")
def command(game_id: str, coups: int | None, until: float | None, seed: int, strategy: str | None,
            seats: int, fresh: bool, engine: bool, workers: int, cluster: str | None,
            file: Path | None, pace: int, bets: tuple[str, ...], path: Path | None,
            options: tuple[str, ...], as_json: bool) -> None:
    """Play many coups of GAME and report the mean return for each unit of the initial stakes.

    GAME is a game of the catalogue, or blackjack for its general rules, with each coup from full
    packs (`sabot simulate blackjack --set help` lists them). In games that nobody can play alone,
    the house's players play each other; --seats is their number.

    The simulation ends after --coups, or at the precision --until; with both, at whichever comes
    first. Ctrl+C ends it early and reports what is known so far.

    \b
    As JSON: {"game", "rules", "strategy", "seed", "coups", "shoes", "mean", "edge",
    "standard_error", "interval_95", "interval_99", "interval_999": [low, high], "deviation",
    "skewness", "independent", "unit", "seats", "fresh", "outcomes", "counts", "histogram",
    "parts", "per_hour", "block", "blocks", "complete", "lost", "kernel", "exact", "bets":
    {bet: {"times", "mean", "standard_error", "interval_99", "exact": [{"bet", "mean", "given",
    "errors"}], "lines"}}, "version", "seconds", "coups_per_second"}. Only the last two and "lost"
    depend on the machine; "exact" is the mean return from a full shoe, if known.
    Exit status: 0 done, 1 a worker failed, 2 wrong use, 130 interrupted.
    """
    if coups is None and until is None and "help" not in options:
        raise click.UsageError("give --coups or --until.")
    general = families.load_general(game_id)
    try:
        if general is not None and hasattr(general, "kernel"):
            if path is not None or engine or bets:
                stop(f"{game_id} has general rules: --table, --engine and --bets need a game of "
                     "the "
                     "catalogue")
            plan = plan_general_rules(game_id, general, options, strategy, seats, fresh)
        else:
            plan = plan_table(game_id, path, options, strategy, seats, fresh, engine, bets)
    except KeyboardInterrupt:  # the best play was still being computed
        stop(NOTHING_TO_REPORT, STOPPED)
    kernel, rules = plan.kernel, plan.rules
    empty_run = Blocks(game=game_id, rules=rules, strategy=plan.description, kernel=kernel.identity,
                    seed=seed, block=kernel.size, version=version())
    aim = Aim(coups, until)
    try:
        start_run = load(file, empty_run) if file is not None else empty_run
        if coups is not None and start_run.tally.coups > coups:
            stop(f"{file} already has {start_run.tally.coups} coups, more than --coups {coups}: "
                 "give "
                 "at least as many")
        with (
            interruptible() as interrupted,
            crew(kernel, workers, cluster, compiled=plan.compiled) as team,
            show_progress(kernel.unit, aim, start_run.tally.coups) as watch,
        ):
            start = time.perf_counter()
            result = run(kernel, start_run, aim, team, file=file, watch=watch, stop=interrupted)
            seconds = max(time.perf_counter() - start, 1e-9)
    except BadCheckpoint as error:
        stop(str(error), WRONG_USE)
    except (NoCluster, WorkersLost) as error:
        hint = f"; the state is saved in {file}" if file is not None and file.exists() else ""
        stop(f"{error}{hint}", WRONG_USE if isinstance(error, NoCluster) else NO)
    if result.tally.coups < 2:
        stop(NOTHING_TO_REPORT, STOPPED)
    numbers = figures(result.tally, kernel.unit)
    answer = _answer(result, numbers, kernel, pace)
    bet_results = side_bets.simulated_bets(result.tally, kernel, plan.priced) \
        if getattr(kernel, "stakes", None) else {}
    answer["bets"] = side_bets.encode_bets(bet_results)
    if as_json:
        print_json(
            {
                "game": game_id,
                "rules": rules,
                "strategy": plan.description,
                "seed": seed,
                **answer,
                "exact": plan.mean,
                "seats": seats,
                "fresh": fresh,
                "version": empty_run.version,
                "seconds": round(seconds, 3),
                "coups_per_second": round((numbers.coups - start_run.tally.coups) / seconds),
            }
        )
    else:
        coups_text = "throws" if plan.span == "series" else \
            f"coups from {numbers.shoes} {plan.span}{'s' * (numbers.shoes != 1)}"
        say(f"{game_id}, {numbers.coups} {coups_text}, seed {seed}")
        say(f"Strategy: {plan.description}.")
        _report(plan, result.tally, numbers, answer)
        if plan.mean is not None:
            _exact(plan, numbers, plan.mean, fresh)
        side_bets.show(bet_results, "each bet" if plan.on_layout else "side bets")
        click.echo(f"  {(numbers.coups - start_run.tally.coups) / seconds:,.0f} coups/s")
        if file is not None:
            say(f"{file} has {result.whole.tally.coups} coups, from which --checkpoint continues.")
    if not result.complete:
        click.echo("sabot: stopped before the end; these are the results so far", err=True)
        raise SystemExit(STOPPED)


def _answer(result: Run, numbers: Figures, kernel: Kernel, pace: int) -> dict[str, Any]:
    tally = result.tally
    return {
        "coups": numbers.coups, "shoes": numbers.shoes, "mean": numbers.mean,
        "edge": -numbers.mean, "standard_error": numbers.error,
        **{f"interval_{level}": list(numbers.interval(level)) for level in ("95", "99", "999")},
        "deviation": numbers.deviation, "skewness": numbers.skewness, "independent": numbers.by,
        "unit": kernel.unit, "outcomes": outcomes(tally),
        "counts": tally.counts, "histogram": tally.nets, "parts": tally.parts,
        "per_hour": hourly(numbers, kernel.unit, pace),
        "block": result.whole.block, "blocks": result.whole.blocks, "complete": result.complete,
        "lost": result.lost, "kernel": kernel.identity}


def outcomes(tally: Tally) -> dict[str, float]:
    """How often a coup left the player ahead, even and behind."""
    counts = {"ahead": 0, "even": 0, "behind": 0}
    for net, times in tally.nets.items():
        counts["ahead" if net > 0 else "behind" if net < 0 else "even"] += times
    return {name: times / tally.coups for name, times in counts.items()}


def _exact(plan: SimulationPlan, numbers: Figures, exact: float, fresh: bool) -> None:
    """Print the exact mean return and the distance of the simulated one."""
    errors = (numbers.mean - exact) / numbers.error if numbers.error else 0.0
    shoes = "" if fresh or plan.span != "shoe" or numbers.shoes == numbers.coups else \
        ", the effect of shoes that are not full included"
    heading("exact, from a full shoe" if plan.span == "shoe" else "exact, in the long run")
    click.echo(f"  mean return     {exact:+.6f}")
    say(f"the simulated mean is {abs(errors):.2f} standard errors "
        f"{'above' if errors > 0 else 'below'} "
        f"it{shoes}", 2)


def _report(plan: SimulationPlan, tally: Tally, numbers: Figures, answer: dict[str, Any]) -> None:
    unit = plan.kernel.unit
    click.echo(f"  mean return     {numbers.mean:+.6f} for each unit of the initial stake")
    click.echo(f"  edge            {-numbers.mean:+.4%} for {plan.edge_for}")
    sample = "coup" if numbers.by == "coup" or numbers.shoes == numbers.coups else plan.span
    click.echo(f"  standard error  {numbers.error:.6f} (each {sample} taken as independent)")
    for level, name in (("95", "95 %"), ("99", "99 %"), ("999", "99.9 %")):
        low, high = numbers.interval(level)
        click.echo(f"  {name + ' interval':<15} {low:+.6f} to {high:+.6f}")
    click.echo(f"  deviation       {numbers.deviation:.6f} of one coup")
    hour = answer["per_hour"]
    click.echo(f"  in an hour      {plan.money(round(-hour['loss']))} on average, deviation "
               f"{plan.money(round(hour['deviation']))}: {hour['coups']} coups at "
               f"{plan.money(unit)}")
    heading("outcomes")
    for name, part in answer["outcomes"].items():
        click.echo(f"  {name:<24} {part:.4%}")
    for name, times in tally.counts.items():
        if "/" in name:  # a side bet, reported below
            continue
        if name == "staked":
            click.echo(f"  {'staked':<24} {times / unit / tally.coups:.6f} units in a coup, edge "
                       f"{-tally.total / times:+.4%} of them")
        else:
            click.echo(f"  {name:<24} {times / tally.coups:.4%}")
    heading("net result of a coup, in units")
    for name, times in histogram_rows(tally.nets, unit):
        part = times / tally.coups
        click.echo(f"  {name:>16} {part:9.4%}  {'#' * round(40 * part)}".rstrip())


def histogram_rows(nets: Histogram, unit: int) -> list[tuple[str, int]]:
    """The histogram in units: the most frequent results, and the count of all others."""
    frequent = sorted(sorted(nets, key=lambda net: (-nets[net], net))[:BINS])
    lines = [(f"{net / unit:+.4g}" if net else "0", nets[net]) for net in frequent]
    rest = sum(times for net, times in nets.items() if net not in set(frequent))
    return [*lines, ("others", rest)] if rest else lines
