"""``sabot law compare``: the blackjack regulations compared point by point."""

from __future__ import annotations

import difflib
from collections.abc import Sequence

from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from sabot.certify import compare
from sabot.cli.language import language, rendered
from sabot.cli.terminal import print_json, say_line, stop, width
from sabot.words import phrase, render, to_plain


def show(names: Sequence[str], show_all: bool, as_json: bool) -> None:
    """Print what each game's regulation says on each point.

    Of several named games only the differences, unless ``show_all``.
    """
    known = [game.id for game in compare.blackjacks()]
    for name in names:
        if name not in known:
            similar = difflib.get_close_matches(name, known, n=1) or known
            stop(phrase("{name!r} cannot be compared; allowed: {games}", name=name,
                        games=", ".join(similar)))
    lines = compare.compare(dict.fromkeys(names))
    if len(names) > 1 and not show_all:
        lines = [line for line in lines if line.differs]
    if as_json:
        print_json([{**to_plain(line), "differs": line.differs} for line in lines])
        return
    if not lines:
        say_line("these regulations say the same on every point")
        return
    console = Console(width=width(), highlight=False)
    console.print(_table(lines, names))
    console.print(Text(rendered(phrase(
        "In brackets: the rules of each regulation; IR n: sabot law ir/n."))))


def _table(lines: Sequence[compare.Line], names: Sequence[str]) -> Table:
    table = Table(box=None, pad_edge=False, show_edge=False, header_style="bold")
    table.add_column("", max_width=30)
    for name in lines[0].said:
        table.add_column(name, ratio=1)
    group, lang = "", language()
    for line in lines:
        if line.group != group:
            group = line.group
            table.add_row(Text(render(group, lang), style="bold"))
        moment = group.startswith(compare.MOMENTS_HEAD)
        table.add_row(Padding(Text(render(line.title, lang)), (0, 0, 0, 2)),
                      *(Text(render(compare.cell(statement, moment), lang))
                        for statement in line.said.values()))
    return table
