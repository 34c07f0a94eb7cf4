"""``sabot simulate``: play many coups and report what they returned."""

from __future__ import annotations

import contextlib
import signal
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from types import FrameType
from typing import Any

import click

from sabot import families
from sabot.cli.computed import count_name, translated
from sabot.cli.language import Command, rendered
from sabot.cli.options import find_game, rule_values, set_option, table_for, table_option
from sabot.cli.simulating import side_bets
from sabot.cli.simulating.progress import show_progress
from sabot.cli.terminal import (
    NO,
    WRONG_USE,
    bad_parameter,
    columns,
    heading,
    labelled,
    print_json,
    reason,
    say,
    say_line,
    stop,
    usage_error,
    warn,
    whole_number,
)
from sabot.equipment.compiled import expect_work, has_compiler
from sabot.errors import SabotError
from sabot.library.simulation_plan import SimulationPlan, plan_general_rules, plan_table
from sabot.probability.tally import Histogram, Kernel, Tally
from sabot.simulation import (
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
from sabot.simulation.preparation import prepare, seconds_of
from sabot.words import phrase, plural

SPANS = {"shoe": ("{n} shoe", "{n} shoes"), "evening": ("{n} evening", "{n} evenings"),
         "game": ("{n} game", "{n} games")}
SAMPLES = {"coup": "each coup taken as independent", "shoe": "each shoe taken as independent",
           "series": "each series taken as independent",
           "evening": "each evening taken as independent",
           "game": "each game taken as independent"}
"""Within what coups depend on each other: so many of them, and that they are taken as independent.
"""
FIGURES = ("mean return", "standard error", "99.9 % interval")
"""The longest names of figures."""
STOPPED = 130  # exit status of an interrupted program
NOTHING_TO_REPORT = "stopped before there was anything to report"
MIN_PRECISION = 1e-7  # a smaller one would take too many coups
BINS = 24
MENTIONED = 1.0  # seconds of compilation from which on they are printed


def precision(_: click.Context, __: click.Parameter, text: str | None) -> float | None:
    """Parse ``0.01%`` or ``0.0001``, a share of the stake."""
    if text is None:
        return None
    number, percent = text.strip().removesuffix("%"), text.strip().endswith("%")
    try:
        value = float(number) / (100 if percent else 1)
    except ValueError:
        raise bad_parameter(phrase("{text!r} is not a share of the stake, such as 0.01%",
                                   text=text)) from None
    if not MIN_PRECISION <= value < 1:
        raise bad_parameter(phrase("found {text!r}; allowed: from {least:.5%} to less than 100 % "
                                   "of the stake", text=text, least=MIN_PRECISION))
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


@click.command(short_help="play many rounds and report what they returned", cls=Command)
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
    "errors"}], "lines"}}, "version", "seconds", "preparation_seconds", "coups_per_second"}. Only
    the last three and "lost" depend on the machine; "exact" is the mean return from a full shoe, if
    known.
    Exit status: 0 done, 1 a worker failed, 2 wrong use, 130 interrupted.
    """
    if coups is None and until is None and "help" not in options:
        raise usage_error("give --coups or --until.")
    general = families.load_general(game_id)
    try:
        if general is not None and hasattr(general, "kernel"):
            if path is not None or engine or bets:
                stop(phrase("{game} has general rules: --table, --engine and --bets need a "
                            "game of the catalogue", game=game_id))
            plan = plan_general_rules(game_id, general, rule_values(general, options), strategy,
                                      seats, fresh)
        else:
            game = find_game(game_id)
            table = table_for(game, path, options, sums=True, shared=seats > 1)
            plan = plan_table(game, table, strategy, seats, fresh, engine, bets)
    except SabotError as error:
        stop(reason(error))
    except KeyboardInterrupt:  # the best play was still being computed
        stop(NOTHING_TO_REPORT, STOPPED)
    kernel, rules = plan.kernel, plan.rules
    empty_run = Blocks(game=game_id, rules=rules, strategy=plan.description, kernel=kernel.identity,
                    seed=seed, block=kernel.size, version=version())
    aim = Aim(coups, until)
    if plan.compiled:
        expect_work(seconds_of(kernel) * (coups or kernel.size))
    try:
        start_run = load(file, empty_run) if file is not None else empty_run
        if coups is not None and start_run.tally.coups > coups:
            stop(phrase("{file} already has {coups} coups, more than --coups {asked}: give at "
                        "least as many", file=file, coups=start_run.tally.coups, asked=coups))
        prepared = prepare(kernel, min(kernel.size, coups or kernel.size)) if plan.compiled \
            else None
        with (
            interruptible() as interrupted,
            crew(kernel, workers, cluster, compiled=plan.compiled and has_compiler()) as team,
            show_progress(kernel.unit, aim, start_run.tally.coups) as watch,
        ):
            start = time.perf_counter()
            result = run(kernel, start_run, aim, team, file=file, watch=watch, stop=interrupted)
            seconds = max(time.perf_counter() - start, 1e-9)
    except BadCheckpoint as error:
        stop(reason(error), WRONG_USE)
    except (NoCluster, WorkersLost) as error:
        status = WRONG_USE if isinstance(error, NoCluster) else NO
        stop(phrase("{why}; the state is saved in {file}", why=reason(error), file=file)
             if file is not None and file.exists() else reason(error), status)
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
                "preparation_seconds": round(prepared.seconds if prepared else 0.0, 3),
                "coups_per_second": round((numbers.coups - start_run.tally.coups) / seconds),
            }
        )
    else:
        spans = plural("1 throw", "{n} throws", numbers.coups) if plan.span == "series" else \
            plural("1 coup from {spans}", "{n} coups from {spans}", numbers.coups,
                   spans=plural(*SPANS[plan.span], numbers.shoes))
        say(phrase("{game}, {coups}, seed {seed}", game=game_id, coups=spans, seed=seed))
        say(phrase("Strategy: {description}.", description=translated(plan.description)))
        _report(plan, result.tally, numbers, answer)
        if plan.mean is not None:
            _exact(plan, numbers, plan.mean, fresh)
        side_bets.show(game_id, bet_results, "each bet" if plan.on_layout else "side bets")
        say_line(phrase("  {n:,.0f} coups/s",
                         n=(numbers.coups - start_run.tally.coups) / seconds))
        if prepared and prepared.compiled and prepared.seconds > MENTIONED:
            say_line(phrase("  compiled in {seconds:.1f} s", seconds=prepared.seconds))
        if file is not None:
            say(phrase("{file} has {coups} coups, from which --checkpoint continues.",
                       file=file, coups=result.whole.tally.coups))
    if not result.complete:
        warn("sabot: stopped before the end; these are the results so far")
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
    _figure("mean return", f"{exact:+.6f}")
    say(phrase("the simulated mean is {errors:.2f} standard errors above it{shoes}",
               errors=abs(errors), shoes=shoes) if errors > 0 else
        phrase("the simulated mean is {errors:.2f} standard errors below it{shoes}",
               errors=abs(errors), shoes=shoes), 2)


def _report(plan: SimulationPlan, tally: Tally, numbers: Figures, answer: dict[str, Any]) -> None:
    unit = plan.kernel.unit
    _figure("mean return", phrase("{mean:+.6f} for each unit of the initial stake",
                                  mean=numbers.mean))
    _figure("edge", phrase("{edge:+.4%} for {who}", edge=-numbers.mean, who=plan.edge_for))
    sample = "coup" if numbers.by == "coup" or numbers.shoes == numbers.coups else plan.span
    _figure("standard error", phrase("{error:.6f} ({sample})", error=numbers.error,
                                     sample=SAMPLES[sample]))
    for level, name in (("95", "95 % interval"), ("99", "99 % interval"),
                        ("999", "99.9 % interval")):
        low, high = numbers.interval(level)
        _figure(name, phrase("{low} to {high}", low=f"{low:+.6f}", high=f"{high:+.6f}"))
    _figure("deviation", phrase("{deviation:.6f} of one coup", deviation=numbers.deviation))
    hour = answer["per_hour"]
    _figure("in an hour", phrase("{sum} on average, deviation {deviation}: {n} coups at {stake}",
                                 sum=plan.money(round(-hour["loss"])),
                                 deviation=plan.money(round(hour["deviation"])), n=hour["coups"],
                                 stake=plan.money(unit)))
    heading("outcomes")
    wide = _wide(24, map(count_name, tally.counts))
    for name, part in answer["outcomes"].items():
        click.echo(f"  {labelled(name, wide)} {part:.4%}")
    for name, times in tally.counts.items():
        if "/" in name:  # a side bet, reported below
            continue
        if name == "staked":
            staked = phrase("{n:.6f} units in a coup, edge {edge:+.4%} of them",
                            n=times / unit / tally.coups, edge=-tally.total / times)
            click.echo(f"  {labelled('staked', wide)} {rendered(staked)}")
        else:
            click.echo(f"  {labelled(count_name(name), wide)} {times / tally.coups:.4%}")
    heading("net result of a coup, in units")
    for name, times in histogram_rows(tally.nets, unit):
        part = times / tally.coups
        click.echo(f"  {labelled(name, 16, right=True)} {part:9.4%}  "
                   f"{'#' * round(40 * part)}".rstrip())


def _figure(name: str, value: str) -> None:
    """Print a figure with its name."""
    click.echo(f"  {labelled(name, _wide(15, FIGURES))} {rendered(value)}")


def _wide(least: int, names: Iterable[str]) -> int:
    """The width of a column with these names."""
    return max(least, *(columns(rendered(name)) for name in names))


def histogram_rows(nets: Histogram, unit: int) -> list[tuple[str, int]]:
    """The histogram in units: the most frequent results, and the count of all others."""
    frequent = sorted(sorted(nets, key=lambda net: (-nets[net], net))[:BINS])
    lines = [(f"{net / unit:+.4g}" if net else "0", nets[net]) for net in frequent]
    rest = sum(times for net, times in nets.items() if net not in set(frequent))
    return [*lines, ("others", rest)] if rest else lines
