"""``sabot par``: the PAR sheet of a gaming machine."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click
from msgspec import UNSET

from sabot import extras, games
from sabot.cli.computed import symbol_name
from sabot.cli.language import Command, rendered
from sabot.cli.pricing.documents import (
    Cell,
    Document,
    DocumentTable,
    Figure,
    write_workbook,
)
from sabot.cli.pricing.paper import PAGE, TextTable, table_pages
from sabot.cli.pricing.render import (
    FAINT,
    INK,
    PAPER,
    add_column,
    console,
    new_figure,
    new_table,
    pages,
    percent,
    picture_language,
    save,
    write_json,
)
from sabot.cli.terminal import (
    columns,
    heading,
    labelled,
    print_json,
    reason,
    say,
    say_line,
    stop,
    whole_number,
    wrap_columns,
)
from sabot.error_texts import error_text
from sabot.families.machine.file import model_from_values, parse_file, shipped_models
from sabot.families.machine.par_report import par_sheet
from sabot.families.machine.spins import TooMany
from sabot.probability.par import BetReturn, CoinBets, LeastReturn, PaidCombination, ParSheet
from sabot.procedure.table import table_from_values
from sabot.words import Phrase, phrase, plural, to_plain

if TYPE_CHECKING:
    from matplotlib.figure import Figure as Page

PARTS = {"lines": "lines", "ways": "ways", "scatters": "scatters", "free": "free games",
         "hold": "hold and respin", "respin": "respins", "ladder": "ladder"}
SIMPLE_PLAYS = {"stop": "players who stop at the first prize "
                        "of a ladder", "climb": "players who climb a ladder to its end",
                "cards": "players who hold only pairs and paying cards"}
SUFFIXES = (".svg", ".png", ".pdf", ".html", ".xlsx", ".json")
JACKPOT = ("rules.jackpot.share", "rules.jackpot.symbol", "rules.jackpot.count")
MAX_BYTES = 1 << 20  # bytes of a file
MAX_BARS = 40


@click.command(short_help="compute what a gaming machine returns", cls=Command)
@click.argument("model", metavar="MODEL")
@click.option("--lines", "--coins", "bet", type=whole_number(1, 1000),
              help="the number of lines, or of coins at a video poker machine (default: all)")
@click.option("--out", type=click.Path(path_type=Path, dir_okay=False),
              help="write the sheet (.html, .pdf, .xlsx or .json) or a picture of it (.svg or "
                   ".png)")
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
        stop(reason(error))
    if out is not None:
        _write(report, out)
        say(phrase("written to {file}", file=out))
    elif as_json:
        print_json(to_plain(report, str_keys=True))
    else:
        _show(report)


def _sheet_source(name: str) -> Callable[[int], ParSheet]:
    """A function from a bet to the sheet, for a model or for the machine of a table."""
    models = shipped_models()
    if name in models:
        return partial(par_sheet, models[name])
    path = Path(name)
    if not path.is_file():
        stop(phrase("{name!r} is neither a file nor a model; the models are {models}",
                    name=name, models=", ".join(models)))
    try:
        if path.stat().st_size > MAX_BYTES:
            stop(phrase("{file} is too large for a model; allowed: {most} bytes",
                        file=name, most=MAX_BYTES))
        values = parse_file(path.read_text("utf-8-sig"))
    except (OSError, UnicodeDecodeError) as error:
        stop(phrase("{file} cannot be read: {why}", file=name, why=error_text(error)))
    if isinstance(values, dict) and "game" in values:
        return _at_table(name, values)
    model_ = model_from_values(values) if isinstance(values, dict) else [values]
    if isinstance(model_, list):
        stop("\n".join((rendered(phrase("{file} is not a model:", file=name)),
                        *(f"  {rendered(fault.sentence)}" for fault in model_))))
    return partial(par_sheet, model_)


def _at_table(name: str, values: dict[str, object]) -> Callable[[int], ParSheet]:
    """The sheets of the machine of a table file; the table may be unlawful."""
    table, violations = table_from_values(values, lambda game_id: games.game(game_id).rules)
    cabinet = games.game(table.game).cabinet if table is not None else None
    if table is not None and cabinet is None:
        stop(phrase("{file} is a table of {game}, which is not a machine",
                    file=name, game=table.game))
    if table is not None and not violations:
        violations = [violation for violation in games.game(table.game).violations(table)
                      if violation.what in JACKPOT or (not violation.clause and violation.what
                      .startswith(("rules.model", "rules.reels", "rules.cards")))]
    if table is None or cabinet is None or violations:
        stop("\n".join((rendered(phrase("{file} is not a machine:", file=name)),
                        *(f"  {rendered(violation.sentence)}" for violation in violations))))
    return partial(cabinet.par_at, table)


# -- at the terminal -------------------------------------------------------------------------------


def _facts(report: ParSheet) -> list[tuple[str, str]]:
    """The figures at the head of a sheet, as name and text."""
    bet = report.bet
    unit = {"lines": plural("1 line, a coin on each", "{n} lines, a coin on each", bet)
            if report.lines is UNSET else
            plural("1 coin; lines played: {lines}", "{n} coins; lines played: {lines}", bet,
                   lines=report.lines),
            "ways": plural("1 coin, every way pays", "{n} coins, every way pays", bet),
            "cards": plural("1 coin, the best cards held", "{n} coins, the best cards held",
                            bet)}[report.kind]
    facts: list[tuple[str, str]] = [
        ("bet", unit), ("return", percent(report.returned_float)),
        *([("return, certain digits", report.bound.digits)] if report.bound else []),
        ("games that pay", percent(report.hit_float, 3)),
        ("standard deviation", phrase("{n} bets", n=f"{report.deviation:.3f}"))]
    if report.cycle and report.top:
        facts.insert(1, ("results", f"{report.cycle:,}".replace(",", " ")))
        games_between = f"{report.top.once_in:,.0f}".replace(",", " ")
        facts.append(("highest prize", phrase("{prize} bets, once in {n} games",
                                              prize=f"{report.top.bets:g}", n=games_between)))
    facts.append(("volatility index",
                  phrase("{n} bets (90 %)", n=f"{report.volatility.index:.3f}")))
    if report.readings.share != "0":
        bet_return = _bet_of_sheet(report)
        share = percent(float(Fraction(report.readings.share)))
        facts.append(("to jackpots", share if bet_return.won_by == "all" else
                      phrase("{share}, which this bet can never win", share=share)
                      if bet_return.won_by == "none" else
                      phrase("{share}, which bets of {sum} or more can win", share=share,
                             sum=_money(bet_return.won_from or 0))))
    facts.append(("identity", report.identity[:16]))
    return [(rendered(name), rendered(value)) for name, value in facts]


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
        return rendered(phrase("every bet returns {share} ({law})", share=by_prizes, law=law[0]))
    suffixes = {"all": "", "some": " where the bet can win them", "none": ", which no bet can win"}
    return rendered(phrase(
        "every bet returns {by_prizes} by its plan of prizes alone ({law}), {with_jackpots} with "
        "what goes to jackpots{who} ({other_law}); the first decides (IR 313)",
        by_prizes=by_prizes, law=law[0], with_jackpots=with_jackpots,
        who=suffixes[readings.won_by or "all"], other_law=law[1]))


def _compare_return(reading: LeastReturn, required: str) -> Phrase:
    share = percent(reading.least_float)
    return phrase("{share} or more: at least {required}", share=share, required=required) \
        if reading.lawful else \
        phrase("{share} or more: LESS THAN {required}", share=share, required=required)


def _show(report: ParSheet) -> None:
    heading(f"{report.model} {report.version}")
    for name, value in _facts(report):
        line = f"{labelled(name, 20, right=True)}  {value}"
        if columns(line) > len(line):  # Chinese: a paragraph would lose the blanks at its beginning
            say_line(line)
        else:
            say(line)
    _show_bets(report)
    if report.parts:
        table = new_table("what each part returns", pad_edge=False)
        for name in ("part", "of the bet", "begins once in"):
            add_column(table, name, justify="left" if name == "part" else "right", no_wrap=True)
        for name, part in report.parts.items():
            begins = (report.begins or {}).get(name)
            table.add_row(_part(report, name), percent(part.returned_float, 3), rendered(
                phrase("{n} games", n=f"{begins.once_in:.1f}")) if begins else "")
        console().print(table)
    table = new_table(_title_of_prizes(report), pad_edge=False)
    for name in ("combination", "pays", "chance", "once in"):
        add_column(table, name, justify="left" if name == "combination" else "right", no_wrap=True)
    for combination in report.combinations:
        table.add_row(
            _combination(report, combination), str(combination.coins),
            percent(combination.chance_float, 5),
            f"{combination.once_in:,.1f}".replace(",", " "))
    console().print(table)
    _show_table(SPREAD, GAMES, _intervals(report))
    if report.bands:
        _show_table("what a game pays without features, in bets", BANDS, _bands(report))
    if report.ladder and report.ladder.choice:
        say(phrase("best play on the ladder: {steps}",
                   steps="; ".join(_describe_stops(report.ladder.stops))))
    say(_lawful_text(report))


def _title_of_prizes(report: ParSheet) -> str:
    """What the prizes of a sheet are counted in."""
    if report.kind == "cards":
        return "prizes, in coins for one coin"
    return "prizes, in coins for the whole bet on a line" if report.lines else \
        "prizes, in coins for one coin, in a row from the left; scatters anywhere"


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
        add_column(table, head, justify="right", no_wrap=len(head) < 15)
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
    unit = "coins" if report.lines else \
        {"lines": "lines", "ways": "coins", "cards": "coins"}[report.kind]
    heads = [unit, "returns", *["with jackpot"] * has_jackpot, "games that pay",
             "deviation in bets", *(SIMPLE_PLAYS[name] for name in simple_plays)]
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
    share = percent(bet_return.whole_float)
    return rendered(phrase("{share} from {sum} on", share=share,
                           sum=_money(bet_return.won_from or 0))) \
        if bet_return.won_by == "some" else share


def _costs(report: ParSheet, coins: CoinBets) -> tuple[list[str], list[list[str]]]:
    """The table of costs by coin value, and whether each bet can win the jackpot."""
    won_from = {bet_return.bet: bet_return.won_from for bet_return in report.every_bet}
    has_jackpot = report.readings.share != "0"

    def can_win(level: int, cents: int) -> str:
        from_cents = won_from.get(level)
        return rendered("no" if not isinstance(from_cents, int) or cents < from_cents else "yes")
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
    return [[str(band.least) if band.below != 0 else rendered("nothing"), str(band.below or ""),
             percent(band.chance_float, 5), f"{1 / band.chance_float:,.1f}".replace(",", " ")]
            for band in report.bands or ()]


def _part(report: ParSheet, name: str) -> str:
    return rendered(PARTS[report.kind if name == "lines" else name])


def _combination(report: ParSheet, combination: PaidCombination) -> str:
    name = symbol_name(report.model, combination.name)
    return name if combination.many is UNSET else f"{combination.many} × {name}"


def _describe_stops(stops: Sequence[int | None]) -> list[str]:
    return [rendered(phrase("step {n}: go on", n=n) if threshold is None else
                     phrase("step {n}: stop with {bets} bets or more", n=n, bets=threshold))
            for n, threshold in enumerate(stops, start=2)]


# -- on paper --------------------------------------------------------------------------------------


def _write(report: ParSheet, out: Path) -> None:
    if out.suffix not in SUFFIXES:
        stop(phrase("{option}: found {found}; allowed: {allowed}", option="--out",
                    found=out.suffix or "no suffix", allowed=", ".join(SUFFIXES)))
    if out.suffix != ".html":
        extras.require("plots", f"sabot par --out FILE{out.suffix}")
    try:
        if out.suffix == ".html":
            from sabot.cli.pricing.par_html import page

            out.write_text(
                page(report, _facts(report), _lawful_text(report), _tables(report),
                     partial(_part, report)), "utf-8")
            return
        if out.suffix == ".json":
            write_json(report, out)
            return
        if out.suffix == ".xlsx":
            write_workbook(_document(report), out)
            return
        with picture_language():
            if out.suffix == ".pdf":
                pages([_picture(report), *table_pages(_tables(report))], out)
            else:
                save(_picture(report), out)
    except OSError as error:
        stop(phrase("{file} cannot be written: {why}", file=out, why=error_text(error)))


def _document(report: ParSheet) -> Document:
    """The sheet as tables of numbers, exact fractions beside."""
    def part(value: float, exact: str) -> Figure:
        return Figure(value, exact, in_percent=True)

    bets: list[list[Cell]] = [
        [bet.bet, part(bet.returned_float, bet.returned), part(bet.whole_float, bet.whole),
         part(bet.hit_float, bet.hit), Figure(bet.deviation)] for bet in report.every_bet]
    figures: list[list[Cell]] = [
        [rendered("return"), part(report.returned_float, report.returned)],
        [rendered("games that pay"), part(report.hit_float, report.hit)],
        [rendered("variance"), Figure(report.variance_float, report.variance)],
        [rendered("standard deviation"), Figure(report.deviation)],
        [rendered("volatility index"), Figure(report.volatility.index)],
    ]
    if report.cycle:
        figures.append([rendered("results"), report.cycle])
    tables = [
        DocumentTable("figures", ("", "value"), figures),
        DocumentTable("each bet", (
            "coins" if report.lines or report.kind != "lines" else "lines", "returns",
            "with jackpot", "games that pay", "deviation in bets"), bets)]
    if report.parts:
        begins = report.begins or {}
        tables.append(DocumentTable(
            "what each part returns", ("part", "of the bet", "begins once in"),
            [[_part(report, name), part(one.returned_float, one.returned),
              Figure(begins[name].once_in) if name in begins else ""]
             for name, one in report.parts.items()]))
    tables.append(DocumentTable(
        "prizes", ("combination", "number", "coins", "chance", "once in"),
        [[symbol_name(report.model, row.name), row.many or "", row.coins,
          part(row.chance_float, row.chance), Figure(row.once_in)] for row in report.combinations]))
    tables.append(DocumentTable(SPREAD, GAMES, [
        [one.games, part(one.low, ""), part(one.high, "")] for one in report.volatility.intervals]))
    if report.wins:
        tables.append(DocumentTable(
            "what a game pays without features", ("coins", "chance"),
            [[int(coins), part(float(Fraction(chance)), chance)]
             for coins, chance in report.wins.items()]))
    if report.symbols:
        tables.append(DocumentTable(
            "symbols of the reels",
            ("symbol", *(phrase("reel {n}", n=n + 1) for n in range(len(report.stops or ())))),
            [[symbol_name(report.model, name), *counts]
             for name, counts in report.symbols.items()]))
    notes = [f"{name}: {value}" for name, value in _facts(report)]
    return Document(f"{report.model} {report.version}", [*notes, _lawful_text(report)], tables)


def _picture(report: ParSheet) -> Page:
    """The sheet as one figure: its head, the parts of the return, the chances of the prizes."""
    figure, axes = new_figure(*PAGE)
    axes.axis("off")
    axes.set_title(f"{report.model} {report.version}", loc="left", fontsize=18, color=INK)
    for n, (name, value) in enumerate(_facts(report)):
        axes.text(0, 0.97 - 0.024 * n, name, transform=axes.transAxes, fontsize=9, color=FAINT)
        axes.text(0.26, 0.97 - 0.024 * n, value, transform=axes.transAxes, fontsize=9, color=INK)
    parts = {_part(report, name): part.returned_float
             for name, part in (report.parts or {}).items()}
    if parts and report.readings.share != "0" and _bet_of_sheet(report).won_by != "none":
        parts[rendered("jackpots")] = float(Fraction(report.readings.share))
    if parts:
        bars = axes.inset_axes((0.26, 0.59, 0.74, 0.08), facecolor=PAPER)
        left = 0.0
        colours = ("#2f6b4f", "#b08d3c", "#7a3b3b", "#3b5a7a", "#6b5b8a")
        for (name, part), colour in zip(parts.items(), colours, strict=False):
            bars.barh([0], [100 * part], left=left, color=colour, label=f"{name} {100 * part:.2f}")
            left += 100 * part
        bars.axvline(80, color=INK, linewidth=1, linestyle=":")
        bars.set_xlim(0, max(100, left))
        bars.set_yticks([])
        bars.set_xlabel(rendered("per cent of the bet"), fontsize=8)
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
        f"{_combination(report, combination)}: {combination.coins}"
        for combination in combinations])
    chances.tick_params(labelsize=7)
    chances.set_xlabel(rendered("chance of each prize"), fontsize=8)
    axes.text(0, 0, "\n".join(wrap_columns(_lawful_text(report), 108)), va="top",
              transform=axes.transAxes, fontsize=8, color=INK)
    return figure


def _tables(report: ParSheet) -> list[TextTable]:
    """The tables of a sheet."""
    tables = [TextTable("each bet", *_bets(report)), TextTable(
        SPREAD, GAMES, _intervals(report))]
    if report.bands:
        tables.append(TextTable("what a game pays without features, in "
                                   "bets", BANDS, _bands(report)))
    if report.coins:
        tables.append(TextTable("what each bet costs", *_costs(report, report.coins)))
    return tables
