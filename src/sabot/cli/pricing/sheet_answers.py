"""Odds in the form of tables and curves (`SheetAnswer`), printed and drawn."""

from __future__ import annotations

import csv
import textwrap
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import UNSET

from sabot import games
from sabot.cli.language import language, rendered
from sabot.cli.pricing import layout_bets
from sabot.cli.pricing.render import (
    FAINT,
    INK,
    PAPER,
    console,
    new_figure,
    new_table,
    number,
    percent,
    save,
)
from sabot.cli.terminal import heading, labelled, say
from sabot.probability.answer import HandAdvice
from sabot.probability.sheets import SheetAnswer, in_words
from sabot.words import phrase

if TYPE_CHECKING:
    from _csv import Writer

COLOURS = ("#c96f5e", "#5f9d7c")
FILLS = {"takes": "#9cc5ad", "stays": "#dcae9f", "mixes": "#ecd9a0"}
"""Colours of cells in a chart: go on, do not, either."""


def _words(game_id: str) -> Mapping[str, str]:
    pricing = games.game(game_id).pricing
    return pricing.words[language()] if pricing else {}


def show_hand(game_id: str, answer: HandAdvice) -> None:
    """Print the value of every act of one hand, and how it may end."""
    words = games.game(game_id).words[language()] if game_id in games.ids() else {}

    def named(key: str) -> str:
        return words.get(key) or rendered(key.partition(".")[2])

    heading(phrase("{hand} against {up}", hand=" ".join(answer.hand), up=answer.up))
    for act, value_ in sorted(answer.acts.items(), key=lambda item: -item[1].value):
        value = phrase("{value:+.6f} bets  best" if act == answer.best else "{value:+.6f} bets",
                       value=value_.value)
        say(f"{labelled(named(f'act.{act}'), 10)} {rendered(value)}", 2)
    if answer.bank_hands is UNSET:
        if len(answer.acts) > 1:
            say(phrase("the second best choice costs {value:.6f} bets", value=answer.cost.value), 2)
        say(phrase("the bank ends with: {ends}", ends=rendered("; ").join(
            f"{named(f'result.{end}')} {percent(ending.chance, 2)}"
            for end, ending in answer.ends.items())), 2)
        return
    say(phrase("the other choice costs {value:.6f} bets ({exact})",
               value=answer.cost.value, exact=answer.cost.exact), 2)
    say(phrase("of {hands:,} hands that the bank may have: {ends}", hands=answer.bank_hands,
               ends=rendered("; ").join(f"{named(f'result.{end}')} {ending.ways:,} "
                              f"({percent(ending.chance, 2)})"
                              for end, ending in answer.ends.items())), 2)


def show(game_id: str, answer: SheetAnswer) -> None:
    """Print the tables and a sentence on each curve."""
    words = _words(game_id)
    layout_bets.show_cards_left(answer.cards_left)
    for sheet_ in answer.sheets:
        name = f"sheet.{sheet_.name}"
        heading(words[name])
        say(words[f"{name}.what"])
        table = new_table(None, padding=(0, 1), pad_edge=False)
        for column_number, column in enumerate(sheet_.columns):
            table.add_column(
                words[f"{name}.{column}"], justify="right" if column_number else "left"
            )
        for row in sheet_.rows:
            table.add_row(*(in_words(cell, words) for cell in row))
        console().print(table)
    for curve in answer.curves:
        name = f"curve.{curve.name}"
        heading(words[name])
        mark_text = "" if curve.mark is None else percent(curve.mark, 2)
        say(words[f"{name}.{curve.says}"].replace("{mark}", mark_text))


def write_csv(game_id: str, answer: SheetAnswer, writer: Writer) -> None:
    """Write everything as one CSV table."""
    writer.writerows(answer.lines(_words(game_id)))


def write(game_id: str, answer: SheetAnswer, out: Path) -> None:
    """Write the first curve, or the chart, as a picture; or everything as CSV."""
    if out.suffix == ".csv":
        with out.open("w", newline="", encoding="utf-8") as file:
            write_csv(game_id, answer, csv.writer(file))
    else:
        _draw(game_id, answer, out)


def _draw(game_id: str, answer: SheetAnswer, out: Path) -> None:
    if not answer.curves:
        _draw_chart(game_id, answer, out)
        return
    curve, words = answer.curves[0], _words(game_id)
    name = f"curve.{curve.name}"
    figure, plot = new_figure(8.5, 4.6)
    plot.set_facecolor(PAPER)
    for line, colour in zip(curve.lines, COLOURS, strict=True):
        xs, ys = zip(*line.points, strict=True)
        plot.plot([100 * number(x) for x in xs], [100 * number(y) for y in ys], color=colour, lw=2)
        plot.text(101, 100 * number(ys[-1]), words[f"{name}.{line.name}"], color=colour,
                  va="center", fontsize=10.5)
    even = ""
    if curve.mark is not None:
        plot.axvline(100 * curve.mark, color=FAINT, lw=0.8, ls=":")
        even = rendered(phrase(" (even at {share})", share=percent(curve.mark, 2)))
    plot.axhline(0, color=INK, lw=0.8)
    for side in ("top", "right"):
        plot.spines[side].set_visible(False)
    plot.set_xlim(0, 100)
    plot.set_xlabel(rendered(phrase("{what}, in hundredths{even}", what=words[f"{name}.x"],
                                    even=even)), fontsize=9.5, color=FAINT)
    plot.set_ylabel(rendered("gain in hundredths of the stake"), fontsize=9.5, color=FAINT)
    plot.set_title(words[name], loc="left", fontsize=12, color=INK)
    save(figure, out)


def _draw_chart(game_id: str, answer: SheetAnswer, out: Path) -> None:
    """Draw the table with the costs of the other choice, one square for each cell."""
    from matplotlib.patches import Rectangle
    words = _words(game_id)
    sheet_ = next(sheet_ for sheet_ in answer.sheets
                  if any(cell.cost is not UNSET for row in sheet_.rows for cell in row))
    name, rows, columns = f"sheet.{sheet_.name}", sheet_.rows, sheet_.columns
    figure, plot = new_figure(0.62 * len(columns) + 1.2, 0.36 * len(rows) + 2.2)
    for y, (first, *cells) in enumerate(rows):
        plot.text(-0.15, -y - 0.5, in_words(first, words), ha="right", va="center", fontsize=10,
                  color=INK)
        for x, cell in enumerate(cells):
            plot.add_patch(Rectangle((x + 0.04, -y - 0.95), 0.92, 0.9, linewidth=0,
                                     facecolor=FILLS.get(cell.kind or "", PAPER)))
            plot.text(x + 0.5, -y - 0.5, in_words(cell, words), ha="center", va="center",
                      fontsize=9, color=INK)
    for x, column in enumerate(columns[1:]):
        plot.text(x + 0.5, 0.35, words[f"{name}.{column}"], ha="center", fontsize=10, color=FAINT)
    plot.text(-1.4, 1.25, rendered(phrase(
        "{game} · {play} · house edge {edge}", game=game_id, play=words[name],
        edge=percent(answer.bets[0].edge_float, 4))), fontsize=13, color=INK)
    remarks = textwrap.wrap(words[f"{name}.what"], 8 * len(columns))
    for n, line in enumerate(remarks):
        plot.text(-1.4, -len(rows) - 0.6 - 0.55 * n, line, fontsize=9, color=FAINT)
    plot.set_xlim(-1.5, len(columns) - 1)
    plot.set_ylim(-len(rows) - 0.6 - 0.55 * len(remarks), 1.9)
    plot.axis("off")
    save(figure, out)
