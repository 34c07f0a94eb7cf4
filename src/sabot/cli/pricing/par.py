"""``sabot par``: the PAR sheet of a gaming machine."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import partial
from pathlib import Path
from textwrap import wrap
from typing import TYPE_CHECKING, NamedTuple

import click
import msgspec
from msgspec import UNSET

from sabot import games
from sabot.cli.pricing.render import (
    FAINT,
    INK,
    PAPER,
    console,
    new_figure,
    new_table,
    pages,
    percent,
    save,
)
from sabot.cli.terminal import heading, print_json, say, stop, whole_number
from sabot.families.machine.file import model_from_values, parse_file, shipped_models
from sabot.families.machine.par_report import par_sheet
from sabot.families.machine.spins import TooMany
from sabot.odds.par import BetReturn, CoinBets, LeastReturn, PaidCombination, ParSheet
from sabot.procedure.table import table_from_values

if TYPE_CHECKING:
    from matplotlib.figure import Figure

PARTS = {"lines": "lines", "ways": "ways", "scatters": "scatters", "free": "free games",
         "hold": "hold and respin", "ladder": "ladder"}
SIMPLE_PLAYS = {"stop": "players who stop at the first prize "
                        "of a ladder", "climb": "players who climb a ladder to its end",
                "cards": "players who hold only pairs and paying cards"}
SUFFIXES = (".svg", ".png", ".pdf", ".html")
MAX_BYTES = 1 << 20  # bytes of a file
MAX_BARS = 40
LINES_PER_PAGE = 56  # of a page


class TableOfSheet(NamedTuple):
    """A table of a sheet: title, column heads, rows."""

    title: str
    heads: Sequence[str]
    rows: Sequence[Sequence[str]]


@click.command(short_help="compute what a gaming machine returns")
@click.argument("model", metavar="MODEL")
@click.option("--lines", "--coins", "bet", type=whole_number(1, 1000),
              help="the number of lines, or of coins at a video poker machine (default: all)")
@click.option("--out", type=click.Path(path_type=Path, dir_okay=False),
              help="write the sheet (.html or .pdf) or a picture of it (.svg or .png)")
@click.option("--json", "as_json", is_flag=True, help="print JSON")
def command(model: str, bet: int | None, out: Path | None, as_json: bool) -> None:
    """Compute the PAR sheet of a gaming machine: return, hit rate, spread, and each part's return.

    MODEL is a TOML or JSON file, the file of a machine's table, or a model that comes with the
    program: azulejo, cinco, costa, vindima. All figures are exact: they are counted over all
    results of the reels, or all hands. Players are assumed to choose best; the return of simpler
    play is shown too.

    \b
    As JSON: {"model", "version", "identity", "kind", "bet", "returned", "hit", "variance",
    "parts": {NAME: {"returned"}}, "combinations": [...], "bands": [...], "volatility": {"index",
    "intervals"}, "readings": {"share", "base", "whole"}, "every_bet": [...]}; of a table also
    "coins": {CENTS: [[lines, coins on each, cents]]}, and where a share of each bet goes to a
    jackpot "won_by" in "readings" and "every_bet": which bets can win it, "all", "some" or "none",
    and "won_from": the smallest of them in cents. Fractions are texts "a/b", also as
    NAME_float.
    """
    sheet_for_bet = _sheet_source(model)
    try:
        report = sheet_for_bet(bet or 0)
    except (ValueError, TooMany) as error:
        stop(str(error))
    if out is not None:
        _write(report, out)
        say(f"written to {out}")
    elif as_json:
        print_json(msgspec.to_builtins(report, str_keys=True))
    else:
        _show(report)


def _sheet_source(name: str) -> Callable[[int], ParSheet]:
    """A function from a bet to the sheet, for a model or for the machine of a table."""
    models = shipped_models()
    if name in models:
        return partial(par_sheet, models[name])
    path = Path(name)
    if not path.is_file():
        stop(f"{name!r} is neither a file nor a model; the models are {', '.join(models)}")
    try:
        if path.stat().st_size > MAX_BYTES:
            stop(f"{name} is too large for a model; allowed: {MAX_BYTES} bytes")
        values = parse_file(path.read_text("utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        stop(f"{name} cannot be read: {error}")
    if isinstance(values, dict) and "game" in values:
        return _at_table(name, values)
    model_ = model_from_values(values) if isinstance(values, dict) else [values]
    if isinstance(model_, list):
        stop(f"{name} is not a model:\n" + "\n".join(
            f"  {violation.where}: found {violation.found}; allowed: "
            f"{violation.allowed}" for violation in model_))
    return partial(par_sheet, model_)


def _at_table(name: str, values: dict[str, object]) -> Callable[[int], ParSheet]:
    """The sheets of the machine of a table file; the table may be unlawful."""
    table, violations = table_from_values(values, lambda game_id: games.game(game_id).rules)
    cabinet = games.game(table.game).cabinet if table is not None else None
    if table is not None and cabinet is None:
        stop(f"{name} is a table of {table.game}, which is not a machine")
    if table is not None and not violations:
        violations = [violation for violation in games.game(table.game).violations(table)
                      if violation.what.startswith(("rules.model", "rules.reels", "rules.cards",
                                              "rules.jackpot.share")) and not violation.clause]
    if table is None or cabinet is None or violations:
        stop(f"{name} is not a "
             "machine:\n" + "\n".join(f"  {violation}" for violation in violations))
    return partial(cabinet.par_at, table)


# -- at the terminal -------------------------------------------------------------------------------


def _facts(report: ParSheet) -> list[tuple[str, str]]:
    """The figures at the head of a sheet, as name and text."""
    bet = report.bet
    unit = {"lines": f"{bet} line{'s' * (bet > 1)}, a coin on each",
            "ways": f"{bet} coins, every way pays",
            "cards": f"{bet} coins, the best cards held"}[report.kind]
    facts = [("bet", unit), ("return", percent(report.returned_float)),
             ("games that pay", percent(report.hit_float, 3)),
             ("standard deviation", f"{report.deviation:.3f} bets")]
    if report.cycle and report.top:
        facts.insert(1, ("results", f"{report.cycle:,}".replace(",", " ")))
        games_between = f"{report.top.once_in:,.0f}".replace(",", " ")
        facts.append(("highest prize", f"{report.top.bets:g} bets, once in {games_between} games"))
    facts.append(("volatility index", f"{report.volatility.index:.3f} bets (90 %)"))
    if report.readings.share != "0":
        bet_return = _bet_of_sheet(report)
        facts.append(("to jackpots", percent(float(Fraction(report.readings.share)))
                      + {"all": "", "none": ", which this bet can never win"}.get(
                          bet_return.won_by or "",
                          f", which bets of {_money(bet_return.won_from or 0)} or more can win")))
    return [*facts, ("identity", report.identity[:16])]


def _bet_of_sheet(report: ParSheet) -> BetReturn:
    """The figures of the bet of a sheet."""
    return next(bet_return for bet_return in report.every_bet if bet_return.bet == report.bet)


def _lawful_text(report: ParSheet) -> str:
    """The smallest return of all bets compared with the 80 per cent that the law requires."""
    readings = report.readings
    required = f"{100 * Fraction(readings.required)} %"
    by_prizes, with_jackpots = (
        _compare_return(reading, required) for reading in (readings.base, readings.whole)
    )
    law = readings.laws
    if readings.share == "0":
        return f"every bet returns {by_prizes} ({law[0]})"
    suffixes = {"all": "", "some": " where the bet can win them", "none": ", which no bet can win"}
    return (f"every bet returns {by_prizes} by its plan of prizes alone ({law[0]}), "
            f"{with_jackpots} with what "
            f"goes to jackpots{suffixes[readings.won_by or 'all']} ({law[1]}); the first decides "
            "(IR 313)")


def _compare_return(reading: LeastReturn, required: str) -> str:
    comparison = "at least" if reading.lawful else "LESS THAN"
    return f"{percent(reading.least_float)} or more: {comparison} {required}"


def _show(report: ParSheet) -> None:
    heading(f"{report.model} {report.version}")
    for name, value in _facts(report):
        say(f"{name:>20}  {value}")
    _show_bets(report)
    if report.parts:
        table = new_table("what each part returns", pad_edge=False)
        for name in ("part", "of the bet", "begins once in"):
            table.add_column(name, justify="left" if name == "part" else "right", no_wrap=True)
        for name, part in report.parts.items():
            begins = (report.begins or {}).get(name)
            table.add_row(_part(report, name), percent(part.returned_float, 3),
                          f"{begins.once_in:.1f} games" if begins else "")
        console().print(table)
    suffix = "" if report.kind == "cards" else ", in a row from the left; scatters anywhere"
    table = new_table(f"prizes, in coins for one coin{suffix}", pad_edge=False)
    for name in ("combination", "pays", "chance", "once in"):
        table.add_column(name, justify="left" if name == "combination" else "right", no_wrap=True)
    for combination in report.combinations:
        table.add_row(
            _combination(combination), str(combination.coins), percent(combination.chance_float, 5),
            f"{combination.once_in:,.1f}".replace(",", " "))
    console().print(table)
    _show_table(SPREAD, GAMES, _intervals(report))
    if report.bands:
        _show_table("what a game pays without features, in bets", BANDS, _bands(report))
    if report.ladder and report.ladder.choice:
        say("best play on the ladder: " + "; ".join(_describe_stops(report.ladder.stops)))
    say(_lawful_text(report))


def _show_bets(report: ParSheet) -> None:
    """Print what each bet returns, and what it costs."""
    heads, rows = _bets(report)
    if len(rows) > 1 or len(heads) > 4:
        _show_table("each bet", heads, rows)
    if report.coins:
        _show_table("what each bet costs", *_costs(report, report.coins))


def _show_table(title: str, heads: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    heading(title)
    table = new_table(None, pad_edge=False)
    for head in heads:
        table.add_column(head, justify="right", no_wrap=len(head) < 20)
    for row in rows:
        table.add_row(*row)
    console().print(table)


SPREAD = "return of so many games, 90 of 100 times (by the normal law)"
GAMES = ("games", "from", "to")
BANDS = ("from", "below", "chance", "once in")
COSTS = ("coin", "lines", "coins on each", "costs")


def _bets(report: ParSheet) -> tuple[list[str], list[list[str]]]:
    """The table of bets: returns, with jackpots and for simpler play if there are any."""
    simple_plays = list(report.every_bet[0].simple)
    has_jackpot = report.readings.share != "0"
    unit = {"lines": "lines", "ways": "coins", "cards": "coins"}[report.kind]
    heads = [unit, "returns", *["with jackpot"] * has_jackpot, "games that pay", "deviation",
             *(SIMPLE_PLAYS[name] for name in simple_plays)]
    return heads, [
        [
            str(bet_return.bet),
            percent(bet_return.returned_float),
            *([_return_with_jackpot(bet_return)] if has_jackpot else []),
            percent(bet_return.hit_float, 3),
            f"{bet_return.deviation:.3f}",
            *(percent(bet_return.simple[name].returned_float) for name in simple_plays),
        ]
        for bet_return in report.every_bet
    ]


def _return_with_jackpot(bet_return: BetReturn) -> str:
    """The return of a bet with the jackpot, and from which cost on, if that matters."""
    suffix = f" from {_money(bet_return.won_from or 0)} on" if bet_return.won_by == "some" else ""
    return percent(bet_return.whole_float) + suffix


def _costs(report: ParSheet, coins: CoinBets) -> tuple[list[str], list[list[str]]]:
    """The table of costs by coin value, and whether each bet can win the jackpot."""
    won_from = {bet_return.bet: bet_return.won_from for bet_return in report.every_bet}
    has_jackpot = report.readings.share != "0"

    def can_win(level: int, cents: int) -> str:
        from_cents = won_from.get(level)
        return "no" if not isinstance(from_cents, int) or cents < from_cents else "yes"
    rows = [[_money(coin), str(lines), str(stake), _money(cents),
             *[can_win(stake if report.kind == "cards" else lines, cents)] * has_jackpot]
            for coin, bets in coins.items() for lines, stake, cents in bets]
    return [*COSTS, *["can win the jackpot"] * has_jackpot], rows


def _money(cents: int) -> str:
    return f"{cents // 100}.{cents % 100:02}"


def _intervals(report: ParSheet) -> list[list[str]]:
    """The bounds of the return of so many games."""
    return [
        [
            f"{interval.games:,}".replace(",", " "),
            percent(interval.low, 2),
            percent(interval.high, 2),
        ]
        for interval in report.volatility.intervals
    ]


def _bands(report: ParSheet) -> list[list[str]]:
    """How often a game pays in each band of bets."""
    return [[str(band.least) if band.below != 0 else "nothing", str(band.below or ""),
             percent(band.chance_float, 5), f"{1 / band.chance_float:,.1f}".replace(",", " ")]
            for band in report.bands or ()]


def _part(report: ParSheet, name: str) -> str:
    return PARTS[report.kind if name == "lines" else name]


def _combination(combination: PaidCombination) -> str:
    return (
        combination.name
        if combination.many is UNSET
        else f"{combination.many} × {combination.name}"
    )


def _describe_stops(stops: Sequence[int | None]) -> list[str]:
    return [f"step {n}: {'go on' if threshold is None else f'stop with {threshold} bets or more'}"
            for n, threshold in enumerate(stops, start=2)]


# -- on paper --------------------------------------------------------------------------------------


def _write(report: ParSheet, out: Path) -> None:
    if out.suffix not in SUFFIXES:
        stop(f"--out: found {out.suffix or 'no suffix'}; allowed: {', '.join(SUFFIXES)}")
    try:
        if out.suffix == ".html":
            from sabot.cli.pricing.par_html import page

            out.write_text(
                page(report, _facts(report), _lawful_text(report), _tables(report)), "utf-8"
            )
        elif out.suffix == ".pdf":
            pages([_picture(report), *_table_pages(report)], out)
        else:
            save(_picture(report), out)
    except OSError as error:
        stop(f"{out} cannot be written: {error}")


def _picture(report: ParSheet) -> Figure:
    """The sheet as one figure: its head, the parts of the return, the chances of the prizes."""
    figure, axes = new_figure(8.3, 11.0)
    axes.axis("off")
    axes.set_title(f"{report.model} {report.version}", loc="left", fontsize=18, color=INK)
    for n, (name, value) in enumerate(_facts(report)):
        axes.text(0, 0.97 - 0.024 * n, name, transform=axes.transAxes, fontsize=9, color=FAINT)
        axes.text(0.26, 0.97 - 0.024 * n, value, transform=axes.transAxes, fontsize=9, color=INK)
    parts = {_part(report, name): part.returned_float
             for name, part in (report.parts or {}).items()}
    if parts and report.readings.share != "0" and _bet_of_sheet(report).won_by != "none":
        parts["jackpots"] = float(Fraction(report.readings.share))
    if parts:
        bars = axes.inset_axes((0.26, 0.59, 0.74, 0.08), facecolor=PAPER)
        left = 0.0
        colours = ("#2f6b4f", "#b08d3c", "#7a3b3b", "#3b5a7a", "#6b5b8a")
        for (name, part), colour in zip(parts.items(), colours, strict=False):
            bars.barh([0], [100 * part], left=left, color=colour, label=f"{name} {100 * part:.2f}")
            left += 100 * part
        bars.axvline(80, color=INK, linewidth=1, linestyle=":")
        bars.set_xlim(0, 100)
        bars.set_yticks([])
        bars.set_xlabel("per cent of the bet", fontsize=8)
        bars.tick_params(labelsize=8)
        bars.legend(fontsize=7, ncols=5, loc="lower left", bbox_to_anchor=(0, 1.0), frameon=False)
    chances = axes.inset_axes((0.26, 0.06, 0.74, 0.46 if parts else 0.7),
                              facecolor=PAPER)
    combinations = sorted(report.combinations, key=lambda combination: combination.chance_float)
    combinations = [combination for combination in combinations if combination.coins][-MAX_BARS:]
    chances.barh(
        range(len(combinations)),
        [combination.chance_float for combination in combinations],
        color="#2f6b4f",
    )
    chances.set_xscale("log")
    chances.set_yticks(range(len(combinations)), [
        f"{_combination(combination)}: {combination.coins}" for combination in combinations])
    chances.tick_params(labelsize=7)
    chances.set_xlabel("chance of each prize", fontsize=8)
    axes.text(0, 0, "\n".join(wrap(_lawful_text(report), 108)), va="top", transform=axes.transAxes,
              fontsize=8, color=INK)
    return figure


def _tables(report: ParSheet) -> list[TableOfSheet]:
    """The tables of a sheet."""
    tables = [TableOfSheet("each bet", *_bets(report)), TableOfSheet(
        SPREAD, GAMES, _intervals(report))]
    if report.bands:
        tables.append(TableOfSheet("what a game pays without features, in "
                                   "bets", BANDS, _bands(report)))
    if report.coins:
        tables.append(TableOfSheet("what each bet costs", *_costs(report, report.coins)))
    return tables


def _table_pages(report: ParSheet) -> list[Figure]:
    """The tables of a sheet as pages."""
    lines: list[tuple[Sequence[str], bool]] = []
    for title, heads, rows in _tables(report):
        lines += [((title,), True), (heads, True), *((row, False) for row in rows), ((), True)]
    figures = []
    for first in range(0, len(lines), LINES_PER_PAGE):
        figure, axes = new_figure(8.3, 11.0)
        axes.axis("off")
        for n, (cells, head) in enumerate(lines[first:first + LINES_PER_PAGE]):
            for column, cell in enumerate(cells):
                text = "\n".join(wrap(cell, 18)) if head and column else cell
                axes.text(
                    0.15 * column, 1 - (n + 1) / LINES_PER_PAGE, text, transform=axes.transAxes,
                    fontsize=8, va="bottom", color=FAINT if head else INK)
        figures.append(figure)
    return figures
