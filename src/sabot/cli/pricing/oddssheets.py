"""Odds that are told in tables and curves, for people and as files.

A game tells them with its odds: ``sheets`` are tables of cells, ``curves`` lines over how often the
other side does something, and its ``odds_words`` name both.
"""

from __future__ import annotations

import csv
import json
import textwrap
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from sabot import games
from sabot.cli.pricing import oddslaid
from sabot.cli.pricing.sheets import (
    FAINT,
    INK,
    PAPER,
    console,
    number,
    percent,
    save,
    sheet,
    table_,
)
from sabot.cli.terminal import heading, say

COLOURS = ("#c96f5e", "#5f9d7c")
FILLS = {"takes": "#9cc5ad", "stays": "#dcae9f", "mixes": "#ecd9a0"}
"""Cells of a chart: go on, do not, one or the other."""


def has(answer: Mapping[str, Any]) -> bool:
    """Whether a game tells such tables."""
    return bool(answer.get("sheets"))


def _words(answer: Mapping[str, Any]) -> Mapping[str, str]:
    pricing = games.game(answer["game"]).pricing
    found: Mapping[str, str] = pricing.words["en"] if pricing else {}
    return found


def _cell(cell: Mapping[str, Any], words: Mapping[str, str]) -> str:
    if "part" in cell:
        sign = "+" if cell.get("sign") and cell["part"] > 0 else ""
        return sign + percent(cell["part"], cell["places"])
    return words[cell["word"]] if "word" in cell else str(cell["text"])


def show_hand(answer: Mapping[str, Any]) -> None:
    """What one hand should do, what that is worth, and how it ends if it goes on."""
    words = games.game(answer["game"]).words["en"]
    heading(f"{' '.join(answer['hand'])} against {answer['up']}")
    for act, worth in sorted(answer["acts"].items(), key=lambda one: -one[1]["value"]):
        best = "  best" if act == answer["best"] else ""
        say(f"{words.get(f'act.{act}', act):<8} {worth['value']:+.6f} bets{best}", 2)
    cost = answer["cost"]
    say(f"the other choice costs {cost['value']:.6f} bets ({cost['exact']})", 2)
    say(f"of {answer['bank_hands']:,} hands that the bank may have: " + "; ".join(
        f"{words.get(f'result.{end}', end)} {of['ways']:,} ({percent(of['chance'], 2)})"
        for end, of in answer["ends"].items()), 2)


def _plain(cell: Mapping[str, Any], words: Mapping[str, str]) -> str:
    return repr(cell["part"]) if "part" in cell else _cell(cell, words)


def show(answer: Mapping[str, Any]) -> None:
    """The tables and what the curves say."""
    words = _words(answer)
    oddslaid.show_left(dict(answer))
    for one in answer["sheets"]:
        name = f"sheet.{one['name']}"
        heading(words[name])
        say(words[f"{name}.what"])
        table = table_(None, padding=(0, 1), pad_edge=False)
        for at, column in enumerate(one["columns"]):
            table.add_column(words[f"{name}.{column}"], justify="right" if at else "left")
        for row in one["rows"]:
            table.add_row(*(_cell(cell, words) for cell in row))
        console().print(table)
    for curve in answer["curves"]:
        name = f"curve.{curve['name']}"
        heading(words[name])
        mark = "" if curve["mark"] is None else percent(curve["mark"], 2)
        say(words[f"{name}.{curve['says']}"].replace("{mark}", mark))


def write_csv(answer: Mapping[str, Any], writer: Any) -> None:
    """Every choice that is open to either side, with how often it draws and what that gains; of a
    game against the bank its tables, one after another."""
    if "duel" not in answer:
        words = _words(answer)
        for one in answer["sheets"]:
            name = f"sheet.{one['name']}"
            writer.writerow(("table", *(words[f"{name}.{column}"] for column in one["columns"])))
            for row in one["rows"]:
                writer.writerow((one["name"], *(_plain(cell, words) for cell in row)))
        return
    writer.writerow(("game", "side", "hand", "total", "third", "draws", "gain", "often"))
    for game in ("tabled", "banco"):
        for side in ("ponto", "banker"):
            for row in answer["duel"][game][side]:
                third = row.get("third", "")
                writer.writerow((game, side, row["hand"], row["total"],
                                 "none" if third is None else third, row["draws"], row["gain"],
                                 repr(row["often"])))


def write(answer: Mapping[str, Any], out: Path) -> None:
    """The curves as a picture, the open choices as CSV, everything as JSON."""
    if out.suffix == ".json":
        out.write_text(json.dumps(answer, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    elif out.suffix == ".csv":
        with out.open("w", newline="", encoding="utf-8") as file:
            write_csv(answer, csv.writer(file))
    else:
        _draw(answer, out)


def _draw(answer: Mapping[str, Any], out: Path) -> None:
    if not answer["curves"]:
        _draw_chart(answer, out)
        return
    curve, words = answer["curves"][0], _words(answer)
    name = f"curve.{curve['name']}"
    figure, plot = sheet(8.5, 4.6)
    plot.set_facecolor(PAPER)
    for line, colour in zip(curve["lines"], COLOURS, strict=True):
        xs, ys = zip(*line["points"], strict=True)
        plot.plot([100 * number(x) for x in xs], [100 * number(y) for y in ys], color=colour, lw=2)
        plot.text(101, 100 * number(ys[-1]), words[f"{name}.{line['name']}"], color=colour,
                  va="center", fontsize=10.5)
    even = ""
    if curve["mark"] is not None:
        plot.axvline(100 * curve["mark"], color=FAINT, lw=0.8, ls=":")
        even = f" (even at {percent(curve['mark'], 2)})"
    plot.axhline(0, color=INK, lw=0.8)
    for side in ("top", "right"):
        plot.spines[side].set_visible(False)
    plot.set_xlim(0, 100)
    plot.set_xlabel(f"{words[f'{name}.x']}, in hundredths{even}", fontsize=9.5, color=FAINT)
    plot.set_ylabel("gain in hundredths of the stake", fontsize=9.5, color=FAINT)
    plot.set_title(words[name], loc="left", fontsize=12, color=INK)
    save(figure, out)


def _draw_chart(answer: Mapping[str, Any], out: Path) -> None:
    """The table whose cells say what the other choice costs: a square for each choice."""
    from matplotlib.patches import Rectangle
    words = _words(answer)
    one = next(one for one in answer["sheets"]
               if any("cost" in cell for row in one["rows"] for cell in row))
    name, rows, columns = f"sheet.{one['name']}", one["rows"], one["columns"]
    figure, plot = sheet(0.62 * len(columns) + 1.2, 0.36 * len(rows) + 2.2)
    for y, (first, *cells) in enumerate(rows):
        plot.text(-0.15, -y - 0.5, _cell(first, words), ha="right", va="center", fontsize=10,
                  color=INK)
        for x, cell in enumerate(cells):
            plot.add_patch(Rectangle((x + 0.04, -y - 0.95), 0.92, 0.9, linewidth=0,
                                     facecolor=FILLS.get(cell.get("kind", ""), PAPER)))
            plot.text(x + 0.5, -y - 0.5, _cell(cell, words), ha="center", va="center",
                      fontsize=9, color=INK)
    for x, column in enumerate(columns[1:]):
        plot.text(x + 0.5, 0.35, words[f"{name}.{column}"], ha="center", fontsize=10, color=FAINT)
    plot.text(-1.4, 1.25, f"{answer['game']} · {words[name]} · house edge "
              f"{percent(answer['bets'][0]['edge_float'], 4)}", fontsize=13, color=INK)
    said = textwrap.wrap(words[f"{name}.what"], 8 * len(columns))
    for n, line in enumerate(said):
        plot.text(-1.4, -len(rows) - 0.6 - 0.55 * n, line, fontsize=9, color=FAINT)
    plot.set_xlim(-1.5, len(columns) - 1)
    plot.set_ylim(-len(rows) - 0.6 - 0.55 * len(said), 1.9)
    plot.axis("off")
    save(figure, out)
