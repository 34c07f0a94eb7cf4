"""``sabot par``: what a gaming machine returns, exactly."""

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
from sabot.cli.pricing.render import FAINT, INK, PAPER, console, pages, percent, save, sheet, table_
from sabot.cli.terminal import heading, put, say, stop, whole
from sabot.families.machine.file import parsed, read_values, shipped
from sabot.families.machine.par_report import par
from sabot.families.machine.spins import TooMany
from sabot.odds.par import BetReturn, CoinBets, LeastReturn, PaidCombination, ParSheet
from sabot.procedure.table import table_from_values

if TYPE_CHECKING:
    from matplotlib.figure import Figure

PARTS = {"lines": "lines", "ways": "ways", "scatters": "scatters", "free": "free games",
         "hold": "hold and respin", "ladder": "ladder"}
SIMPLE = {"stop": "who takes the first of a ladder", "climb": "who climbs a ladder to its end",
          "cards": "who holds pairs and what pays, else nothing"}
SUFFIXES = (".svg", ".png", ".pdf", ".html")
BIG = 1 << 20  # bytes of a file
MOST_BARS = 40
LINES = 56  # of a page


class Listed(NamedTuple):
    """A list of a sheet."""

    title: str
    heads: Sequence[str]
    rows: Sequence[Sequence[str]]


@click.command(short_help="what a gaming machine returns, exactly")
@click.argument("model", metavar="MODEL")
@click.option("--lines", "--coins", "bet", type=whole(1, 1000),
              help="lines that are played, or coins of a machine of cards: all of them if not said")
@click.option("--out", type=click.Path(path_type=Path, dir_okay=False),
              help="write the sheet: .html or .pdf, or its picture: .svg or .png")
@click.option("--json", "as_json", is_flag=True, help="for programs")
def command(model: str, bet: int | None, out: Path | None, as_json: bool) -> None:
    """Print the PAR sheet of a machine: return, hits, spread, and what each part of it pays.

    MODEL is a file of TOML or JSON, the file of a machine's table, or a model that comes with the
    program: azulejo, cinco, costa, vindima. Every figure is counted over all results of the reels,
    or all hands of the cards; nothing is simulated. Where the player may choose, he is taken to
    choose best, and what simpler play returns stands beside it.

    \b
    As JSON: {"model", "version", "identity", "kind", "bet", "returned", "hit", "variance",
    "parts": {NAME: {"returned"}}, "combinations": [...], "bands": [...], "volatility": {"index",
    "intervals"}, "readings": {"share", "base", "whole"}, "every_bet": [...]}; of a table also
    "coins": {CENTS: [[lines, coins on each, cents]]}, and where a share of each bet goes to a
    jackpot "won_by" in "readings" and "every_bet": which bets can win it, "all", "some" or "none",
    and "won_from": the least of them in cents. Fractions are texts "a/b"; NAME_float stands
    beside each.
    """
    sheet_at = _asked(model)
    try:
        told = sheet_at(bet or 0)
    except (ValueError, TooMany) as wrong:
        stop(str(wrong))
    if out is not None:
        _write(told, out)
        say(f"written to {out}")
    elif as_json:
        put(msgspec.to_builtins(told, str_keys=True))
    else:
        _show(told)


def _asked(name: str) -> Callable[[int], ParSheet]:
    """The sheet at a bet of what is asked for: of a model, or of the machine of a table."""
    known = shipped()
    if name in known:
        return partial(par, known[name])
    path = Path(name)
    if not path.is_file():
        stop(f"there is no file {name!r}, and no model of this name: {', '.join(known)}")
    try:
        if path.stat().st_size > BIG:
            stop(f"{name} is larger than {BIG} bytes: no model is")
        values = parsed(path.read_text("utf-8"))
    except (OSError, UnicodeDecodeError) as wrong:
        stop(f"{name} cannot be read: {wrong}")
    if isinstance(values, dict) and "game" in values:
        return _at_table(name, values)
    found = read_values(values) if isinstance(values, dict) else [values]
    if isinstance(found, list):
        stop(f"{name} is no model:\n" + "\n".join(
            f"  {one.where}: found {one.found}; allowed: {one.allowed}" for one in found))
    return partial(par, found)


def _at_table(name: str, values: dict[str, object]) -> Callable[[int], ParSheet]:
    """The sheet of the machine of a table's file, which may be unlawful but must be one."""
    table, wrong = table_from_values(values, lambda game_id: games.game(game_id).rules)
    cabinet = games.game(table.game).cabinet if table is not None else None
    if table is not None and cabinet is None:
        stop(f"{name} is a table of {table.game}, which is no machine")
    if table is not None and not wrong:
        wrong = [one for one in games.game(table.game).violations(table)
                 if one.what.startswith(("rules.model", "rules.reels", "rules.cards",
                                         "rules.jackpot.share")) and not one.clause]
    if table is None or cabinet is None or wrong:
        stop(f"{name} is no machine:\n" + "\n".join(f"  {one}" for one in wrong))
    return partial(cabinet.par_at, table)


# -- at the terminal -------------------------------------------------------------------------------


def _facts(told: ParSheet) -> list[tuple[str, str]]:
    """The figures of the head of a sheet, in words."""
    bet = told.bet
    unit = {"lines": f"{bet} line{'s' * (bet > 1)}, a coin on each",
            "ways": f"{bet} coins, every way pays",
            "cards": f"{bet} coins, the best cards held"}[told.kind]
    facts = [("bet", unit), ("return", percent(told.returned_float)),
             ("games that pay", percent(told.hit_float, 3)),
             ("standard deviation", f"{told.deviation:.3f} bets")]
    if told.cycle and told.top:
        facts.insert(1, ("results", f"{told.cycle:,}".replace(",", " ")))
        once = f"{told.top.once_in:,.0f}".replace(",", " ")
        facts.append(("highest prize", f"{told.top.bets:g} bets, once in {once} games"))
    facts.append(("volatility index", f"{told.volatility.index:.3f} bets (90 %)"))
    if told.readings.share != "0":
        mine = _played(told)
        facts.append(("to jackpots", percent(float(Fraction(told.readings.share)))
                      + {"all": "", "none": ", which this bet can never win"}.get(
                          mine.won_by or "",
                          f", which bets of {_money(mine.won_from or 0)} or more can win")))
    return [*facts, ("identity", told.identity[:16])]


def _played(told: ParSheet) -> BetReturn:
    """What is told of the bet that a sheet is of."""
    return next(one for one in told.every_bet if one.bet == told.bet)


def _lawful(told: ParSheet) -> str:
    """What the eighty per cent of the law say to the least return of all bets."""
    found = told.readings
    required = f"{100 * Fraction(found.required)} %"
    base, whole = (_reaches(one, required) for one in (found.base, found.whole))
    law = found.laws
    if found.share == "0":
        return f"every bet returns {base} ({law[0]})"
    can = {"all": "", "some": " where the bet can win them", "none": ", which no bet can win"}
    return (f"every bet returns {base} by its plan of prizes alone ({law[0]}), {whole} with what "
            f"goes to jackpots{can[found.won_by or 'all']} ({law[1]}); the first decides (IR 313)")


def _reaches(found: LeastReturn, required: str) -> str:
    what = "at least" if found.lawful else "LESS THAN"
    return f"{percent(found.least_float)} or more: {what} {required}"


def _show(told: ParSheet) -> None:
    heading(f"{told.model} {told.version}")
    for name, value in _facts(told):
        say(f"{name:>20}  {value}")
    _show_bets(told)
    if told.parts:
        table = table_("what each part returns", pad_edge=False)
        for name in ("part", "of the bet", "begins once in"):
            table.add_column(name, justify="left" if name == "part" else "right", no_wrap=True)
        for name, part in told.parts.items():
            begins = (told.begins or {}).get(name)
            table.add_row(_part(told, name), percent(part.returned_float, 3),
                          f"{begins.once_in:.1f} games" if begins else "")
        console().print(table)
    left = "" if told.kind == "cards" else ", in a row from the left; scatters anywhere"
    table = table_(f"prizes, in coins for one coin{left}", pad_edge=False)
    for name in ("combination", "pays", "chance", "once in"):
        table.add_column(name, justify="left" if name == "combination" else "right", no_wrap=True)
    for one in told.combinations:
        table.add_row(_combination(one), str(one.coins), percent(one.chance_float, 5),
                      f"{one.once_in:,.1f}".replace(",", " "))
    console().print(table)
    _rows(SPREAD, GAMES, _intervals(told))
    if told.bands:
        _rows("what a game pays without features, in bets", BANDS, _bands(told))
    if told.ladder and told.ladder.choice:
        say("best play on the ladder: " + "; ".join(_stops(told.ladder.stops)))
    say(_lawful(told))


def _show_bets(told: ParSheet) -> None:
    """What each bet returns, and what it costs."""
    heads, rows = _bets(told)
    if len(rows) > 1 or len(heads) > 4:
        _rows("each bet", heads, rows)
    if told.coins:
        _rows("what each bet costs", *_costs(told, told.coins))


def _rows(title: str, heads: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    heading(title)
    table = table_(None, pad_edge=False)
    for head in heads:
        table.add_column(head, justify="right", no_wrap=len(head) < 20)
    for row in rows:
        table.add_row(*row)
    console().print(table)


SPREAD = "return of so many games, 90 of 100 times (by the normal law)"
GAMES = ("games", "from", "to")
BANDS = ("from", "below", "chance", "once in")
COSTS = ("coin", "lines", "coins on each", "costs")


def _bets(told: ParSheet) -> tuple[list[str], list[list[str]]]:
    """Each bet with what it returns, with jackpots and to simpler players where there are any."""
    simple = list(told.every_bet[0].simple)
    shared = told.readings.share != "0"
    unit = {"lines": "lines", "ways": "coins", "cards": "coins"}[told.kind]
    heads = [unit, "returns", *["with jackpot"] * shared, "games that pay", "deviation",
             *(SIMPLE[name] for name in simple)]
    return heads, [[str(one.bet), percent(one.returned_float),
                    *([_with(one)] if shared else []), percent(one.hit_float, 3),
                    f"{one.deviation:.3f}",
                    *(percent(one.simple[name].returned_float) for name in simple)]
                   for one in told.every_bet]


def _with(one: BetReturn) -> str:
    """What a bet returns with the jackpot, and from which cost on where that decides."""
    since = f" from {_money(one.won_from or 0)} on" if one.won_by == "some" else ""
    return percent(one.whole_float) + since


def _costs(told: ParSheet, coins: CoinBets) -> tuple[list[str], list[list[str]]]:
    """What each bet costs, by the worth of a coin, and whether it can win the jackpot."""
    since = {one.bet: one.won_from for one in told.every_bet}
    shared = told.readings.share != "0"

    def can(level: int, cents: int) -> str:
        least = since.get(level)
        return "no" if not isinstance(least, int) or cents < least else "yes"
    rows = [[_money(coin), str(lines), str(stake), _money(cents),
             *[can(stake if told.kind == "cards" else lines, cents)] * shared]
            for coin, bets in coins.items() for lines, stake, cents in bets]
    return [*COSTS, *["can win the jackpot"] * shared], rows


def _money(cents: int) -> str:
    return f"{cents // 100}.{cents % 100:02}"


def _intervals(told: ParSheet) -> list[list[str]]:
    """Within what bounds the return of so many games lies."""
    return [[f"{one.games:,}".replace(",", " "), percent(one.low, 2), percent(one.high, 2)]
            for one in told.volatility.intervals]


def _bands(told: ParSheet) -> list[list[str]]:
    """How often a game pays so many bets."""
    return [[str(one.least) if one.below != 0 else "nothing", str(one.below or ""),
             percent(one.chance_float, 5), f"{1 / one.chance_float:,.1f}".replace(",", " ")]
            for one in told.bands or ()]


def _part(told: ParSheet, name: str) -> str:
    return PARTS[told.kind if name == "lines" else name]


def _combination(one: PaidCombination) -> str:
    return one.name if one.many is UNSET else f"{one.many} × {one.name}"


def _stops(stops: Sequence[int | None]) -> list[str]:
    return [f"step {n}: {'go on' if least is None else f'stop with {least} bets or more'}"
            for n, least in enumerate(stops, start=2)]


# -- on paper --------------------------------------------------------------------------------------


def _write(told: ParSheet, out: Path) -> None:
    if out.suffix not in SUFFIXES:
        stop(f"--out: found {out.suffix or 'no ending'}; allowed: {', '.join(SUFFIXES)}")
    try:
        if out.suffix == ".html":
            from sabot.cli.pricing.par_html import page
            out.write_text(page(told, _facts(told), _lawful(told), _tables(told)), "utf-8")
        elif out.suffix == ".pdf":
            pages([_picture(told), *_listed(told)], out)
        else:
            save(_picture(told), out)
    except OSError as wrong:
        stop(f"{out} cannot be written: {wrong}")


def _picture(told: ParSheet) -> Figure:
    """The sheet as one figure: its head, the parts of the return, the chances of the prizes."""
    figure, axes = sheet(8.3, 11.0)
    axes.axis("off")
    axes.set_title(f"{told.model} {told.version}", loc="left", fontsize=18, color=INK)
    for n, (name, value) in enumerate(_facts(told)):
        axes.text(0, 0.97 - 0.024 * n, name, transform=axes.transAxes, fontsize=9, color=FAINT)
        axes.text(0.26, 0.97 - 0.024 * n, value, transform=axes.transAxes, fontsize=9, color=INK)
    parts = {_part(told, name): part.returned_float
             for name, part in (told.parts or {}).items()}
    if parts and told.readings.share != "0" and _played(told).won_by != "none":
        parts["jackpots"] = float(Fraction(told.readings.share))
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
    shown = sorted(told.combinations, key=lambda one: one.chance_float)
    shown = [one for one in shown if one.coins][-MOST_BARS:]
    chances.barh(range(len(shown)), [one.chance_float for one in shown], color="#2f6b4f")
    chances.set_xscale("log")
    chances.set_yticks(range(len(shown)), [
        f"{_combination(one)}: {one.coins}" for one in shown])
    chances.tick_params(labelsize=7)
    chances.set_xlabel("chance of each prize", fontsize=8)
    axes.text(0, 0, "\n".join(wrap(_lawful(told), 108)), va="top", transform=axes.transAxes,
              fontsize=8, color=INK)
    return figure


def _tables(told: ParSheet) -> list[Listed]:
    """The lists of a sheet beside its picture."""
    found = [Listed("each bet", *_bets(told)), Listed(
        SPREAD, GAMES, _intervals(told))]
    if told.bands:
        found.append(Listed("what a game pays without features, in bets", BANDS, _bands(told)))
    if told.coins:
        found.append(Listed("what each bet costs", *_costs(told, told.coins)))
    return found


def _listed(told: ParSheet) -> list[Figure]:
    """The lists of a sheet as further pages."""
    lines: list[tuple[Sequence[str], bool]] = []
    for title, heads, rows in _tables(told):
        lines += [((title,), True), (heads, True), *((row, False) for row in rows), ((), True)]
    found = []
    for first in range(0, len(lines), LINES):
        figure, axes = sheet(8.3, 11.0)
        axes.axis("off")
        for n, (cells, head) in enumerate(lines[first:first + LINES]):
            for at, cell in enumerate(cells):
                said = "\n".join(wrap(cell, 18)) if head and at else cell
                axes.text(0.15 * at, 1 - (n + 1) / LINES, said, transform=axes.transAxes,
                          fontsize=8, va="bottom", color=FAINT if head else INK)
        found.append(figure)
    return found
