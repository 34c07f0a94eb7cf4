"""``sabot law compare``: the blackjack regulations compared point by point."""

from __future__ import annotations

import difflib
from collections.abc import Sequence

import click
import msgspec
from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from sabot.certify import compare
from sabot.cli.terminal import print_json, stop, width


def show(names: Sequence[str], show_all: bool, as_json: bool) -> None:
    """Print what each game's regulation says on each point.

    Of several named games only the differences, unless ``show_all``.
    """
    known = [game.id for game in compare.blackjacks()]
    for name in names:
        if name not in known:
            similar = difflib.get_close_matches(name, known, n=1) or known
            stop(f"{name!r} cannot be compared; allowed: {', '.join(similar)}")
    lines = compare.compare(dict.fromkeys(names))
    if len(names) > 1 and not show_all:
        lines = [line for line in lines if line.differs]
    if as_json:
        print_json([{**msgspec.to_builtins(line), "differs": line.differs} for line in lines])
        return
    if not lines:
        click.echo("these regulations say the same on every point")
        return
    console = Console(width=width(), highlight=False)
    console.print(_table(lines, names))
    console.print(Text("In brackets: the rules of each regulation; IR n: sabot law ir/n."))


def _table(lines: Sequence[compare.Line], names: Sequence[str]) -> Table:
    table = Table(box=None, pad_edge=False, show_edge=False, header_style="bold")
    table.add_column("", max_width=30)
    for name in lines[0].said:
        table.add_column(name, ratio=1)
    group = ""
    for line in lines:
        if line.group != group:
            group = line.group
            table.add_row(Text(group, style="bold"))
        moment = group.startswith("Moments")
        table.add_row(Padding(Text(line.title), (0, 0, 0, 2)),
                      *(Text(compare.cell(statement, moment)) for statement in line.said.values()))
    return table
