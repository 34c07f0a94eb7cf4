"""Odds of bets on a layout, printed and drawn: all bets, or several combined."""

from __future__ import annotations

import csv
from collections.abc import Callable, Sequence
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

import click
from msgspec import UNSET

from sabot.cli.computed import bet_name, outcome_name
from sabot.cli.language import ENGLISH, language, rendered
from sabot.cli.pricing.render import (
    FAINT,
    INK,
    PAPER,
    add_column,
    console,
    new_figure,
    new_table,
    number,
    percent,
    save,
)
from sabot.cli.terminal import columns, heading, labelled, say, say_line
from sabot.families.layout.odds_answer import ClothAnswer, ClothBet
from sabot.probability.answer import Outcome, Together
from sabot.words import phrase, plural

if TYPE_CHECKING:
    from _csv import Writer

FormatMoney = Callable[[int], str]
SHADES = {"red": "#b5483a", "black": "#2b2f2c", "green": "#3f7a56", "": "#6e8f7d"}


COLUMNS = ("bet", "spots", "edge", "edge_decided", "throws", "edge_throw", "p_win", "p_push",
           "p_lose", "variance")


def show_cards_left(cards_left: dict[str, int]) -> None:
    """Print the cards that are left, unless the shoe is full."""
    if cards_left:
        say(phrase("of the {n} cards that are left: {cards}", n=sum(cards_left.values()),
                   cards=" ".join(f"{rank}={number_}" for rank, number_ in cards_left.items())))


THINGS = {
    "throw": ("throws", "a throw",
              "Throws: the mean number until the bet is decided; a throw: the edge for each.",
              "The next throw", "net on the next throw, {unit}"),
    "coup": ("coups", "a coup",
             "Coups: the mean number until the bet is decided; a coup: the edge for each.",
             "The next coup", "net on the next coup, {unit}")}
"""For what decides bets: columns of the table of bets, its note, and titles for the next one."""


def show_bets(game_id: str, entries: Sequence[ClothBet], by: str) -> None:
    """Print every bet with its payout, chances and edges; ``by`` is what decides: "throw" or
    "coup"."""
    has_decided = any(entry.edge_decided is not UNSET for entry in entries)
    lasts_longer = any(entry.throws is not UNSET for entry in entries)
    table = new_table(None, padding=(0, 1), pad_edge=False)
    add_column(table, "bet", no_wrap=language() != ENGLISH)
    for name in ("spots", "pays", "wins", "edge", ""):
        add_column(table, name, justify="right")
    for name in (("decided",) if has_decided else ()) + (THINGS[by][:2] if lasts_longer else ()):
        add_column(table, name, justify="right")
    for entry in entries:
        pays = [gain for gain, _ in entry.net if Fraction(gain) > 0]
        row = [bet_name(game_id, entry.bet), str(len(entry.spots)), rendered(" or ").join(pays),
               percent(number(entry.p_win), 3), entry.edge, percent(entry.edge_float, 3)]
        if has_decided:
            row.append(entry.edge_decided or "")
        if lasts_longer:
            row += [f"{number(entry.throws or '1'):.2f}",
                    percent(number(entry.edge_throw or entry.edge), 3)]
        table.add_row(*row)
    console().print(table)
    notes = ["Pays: net winnings to 1, plus the stake. Edge: of each stake."]
    if has_decided:
        notes.append("Decided: of each stake that is won or lost.")
    if lasts_longer:
        notes.append(THINGS[by][2])
    say(" ".join(map(rendered, notes)))


def show_together(game_id: str, answer: Together, money: FormatMoney) -> None:
    """Print the odds of combined bets: the next throw, and the result when all are decided."""
    show_cards_left(answer.left or {})
    heading("The bets")
    for spot, cents in answer.bets.items():
        click.echo(f"  {spot:<24} {money(cents):>12}")
    click.echo(f"  {labelled('in all', 24)} {money(answer.staked):>12}")
    lasting = any(row.stays for row in answer.outcomes)
    heading(THINGS[answer.by][3])
    for chance, net, stays, names in group_outcomes(answer.outcomes):
        rest = phrase(", {sum} stays", sum=money(stays)) if lasting else ""
        outcomes = ", ".join(outcome_name(game_id, name) for name in names)
        line = f"{percent(chance, 3):>10}  {format_net(net, money)}{rendered(rest)}: {outcomes}"
        if columns(line) > len(line):  # Chinese: a paragraph would lose the blanks at its beginning
            say_line(line, 2)
        else:
            say(line, 2)
    heading("Until all bets are decided" if lasting else "Together")
    click.echo(f"  {labelled('edge', 9)} {answer.edge:<24} {percent(answer.edge_float, 5)}")
    mean = phrase("{sum}  (deviation {deviation})",
                  sum=format_net(float(Fraction(answer.mean)), money),
                  deviation=money(round(answer.deviation)))
    click.echo(f"  {labelled('mean', 9)} {rendered(mean)}")
    for name, chance_of in (("p_win", answer.p_win), ("p_push", answer.p_push),
                            ("p_lose", answer.p_lose)):
        click.echo(f"  {labelled(name, 9)} {_if_short(chance_of):<24} {number(chance_of):.6f}")
    if lasting:
        average = phrase("{n} on average", n=f"{number(answer.throws):.4f}")
        click.echo(f"  {labelled(THINGS[answer.by][0], 9)} {rendered(average)}")
    say_line(phrase("  from {low} to {high}", low=format_net(answer.low, money),
                     high=format_net(answer.high, money)))


def _if_short(fraction: str) -> str:
    return fraction if len(fraction) <= 24 else ""


def format_net(cents: float, money: FormatMoney) -> str:
    """A net result as text with its sign."""
    return ("+" if cents > 0 else "") + money(round(cents))


def group_outcomes(rows: Sequence[Outcome]) -> list[tuple[float, int, int, list[str]]]:
    """Outcomes grouped by result, the best first: chance, net, cents that stay, names."""
    groups: dict[tuple[int, int], list[Outcome]] = {}
    for row in rows:
        groups.setdefault((row.net, row.stays), []).append(row)
    return [(float(sum((Fraction(row.chance) for row in group), Fraction(0))), net, stays,
             [row.outcome for row in group])
            for (net, stays), group in sorted(groups.items(), reverse=True)]


def write_rows(entries: Sequence[ClothBet], writer: Writer) -> None:
    """Write one CSV row for each bet; fractions are exact."""
    writer.writerow(COLUMNS)
    for entry in entries:
        writer.writerow((
            entry.bet, " ".join(entry.spots), entry.edge, entry.edge_decided or entry.edge,
            entry.throws or "1", entry.edge_throw or entry.edge, entry.p_win, entry.p_push,
            entry.p_lose, entry.variance))


def write_bets(game_id: str, answer: ClothAnswer, out: Path) -> None:
    """Write the edges of all bets as a picture or as CSV."""
    if out.suffix == ".csv":
        with out.open("w", newline="", encoding="utf-8") as file:
            write_rows(answer.bets, csv.writer(file))
    else:
        _draw_bets(game_id, answer.bets, out)


def _draw_bets(game_id: str, entries: Sequence[ClothBet], out: Path) -> None:
    bets = sorted(entries, key=lambda entry: entry.edge_float)[::-1]
    figure, plot = new_figure(8.5, 0.3 * len(bets) + 1.3)
    plot.set_facecolor(PAPER)
    for y, entry in enumerate(bets):
        edge = 100 * entry.edge_float
        plot.barh(y, edge, height=0.66, color="#c96f5e" if edge > 0 else "#5f9d7c")
        plot.text(max(edge, 0), y, f"  {entry.edge}   {edge:.3f} %", va="center", fontsize=9,
                  color=INK)
    plot.set_yticks(range(len(bets)), [bet_name(game_id, entry.bet) for entry in bets],
                    fontsize=9.5)
    plot.axvline(0, color=INK, lw=0.8)
    for side in ("top", "right", "left"):
        plot.spines[side].set_visible(False)
    plot.tick_params(axis="y", length=0)
    low, high = plot.get_xlim()
    plot.set_xlim(low, high + 0.28 * (high - low))
    plot.set_xlabel(rendered("house edge in hundredths of the stake"), fontsize=9.5, color=FAINT)
    plot.set_title(rendered(phrase("{game}: the house edge of each bet", game=game_id)), loc="left",
                   fontsize=12, color=INK)
    save(figure, out)


def write_outcomes(answer: Together, writer: Writer) -> None:
    """Write the result of each outcome in cents as CSV."""
    writer.writerow(("outcome", "chance", "net", "stays"))
    writer.writerows((row.outcome, row.chance, row.net, row.stays) for row in answer.outcomes)


def write(answer: Together, out: Path, title: str, money: FormatMoney) -> None:
    """Write the result of each outcome as a picture or as CSV."""
    if out.suffix == ".csv":
        with out.open("w", newline="", encoding="utf-8") as file:
            write_outcomes(answer, csv.writer(file))
    else:
        _draw(answer, out, title, money)


def _draw(answer: Together, out: Path, title: str, money: FormatMoney) -> None:
    rows = answer.outcomes
    width = max(7.5, 0.34 * len(rows) + 2)
    figure, plot = new_figure(width, 4.6)
    plot.set_facecolor(PAPER)
    nets = [row.net / 100 for row in rows]
    for x, (row, net) in enumerate(zip(rows, nets, strict=True)):
        plot.bar(x, net, width=0.74, color=SHADES.get(row.colour, SHADES[""]))
        if not net:
            plot.plot([x - 0.37, x + 0.37], [0, 0], color=SHADES.get(row.colour, SHADES[""]),
                      lw=3)
    long_names = any(len(row.outcome) > 2 for row in rows)
    plot.set_xticks(range(len(rows)), [row.outcome for row in rows], fontsize=9,
                    rotation=60 if long_names else 0, ha="right" if long_names else "center")
    plot.axhline(0, color=INK, lw=0.8)
    for side in ("top", "right", "bottom"):
        plot.spines[side].set_visible(False)
    plot.tick_params(axis="x", length=0)
    plot.yaxis.grid(visible=True, color="#e4dfd2", lw=0.7)
    plot.set_axisbelow(True)
    plot.set_xlim(-0.8, len(rows) - 0.2)
    plot.set_ylabel(rendered(phrase(THINGS[answer.by][4], unit=money(0).split()[-1])), fontsize=9.5,
                    color=FAINT)
    bets_text = "  ".join(f"{spot} {money(cents)}" for spot, cents in answer.bets.items())
    if len(title) + len(bets_text) > 8.5 * width:  # letters for an inch
        bets_text = rendered(plural("1 bet, {sum} in all", "{n} bets, {sum} in all",
                                    len(answer.bets), sum=money(answer.staked)))
    plot.set_title(f"{title}: {bets_text}", loc="left", fontsize=12, color=INK, pad=24)
    figures = phrase("house edge {edge} · ahead {ahead} · from {low} to {high}",
                     edge=percent(answer.edge_float, 3), ahead=percent(number(answer.p_win), 2),
                     low=format_net(answer.low, money), high=format_net(answer.high, money))
    plot.text(0, 1.02, rendered(figures), transform=plot.transAxes, fontsize=9.5, color=FAINT)
    save(figure, out)
