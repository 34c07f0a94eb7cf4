"""The page of published figures: ``python -m tools.pages.published FILE`` writes it down."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from sabot.families.blackjack import general
from sabot.families.blackjack.pricing import published
from sabot.odds.answer import PublishedFigure

HEAD = """\
# Published odds of blackjack

Made by `python -m tools.pages.published` from what `sabot odds blackjack --against published`
finds: do not edit. Each figure has the source that was really read for it; one without is absent.
Rules are options of `sabot odds blackjack`, with insurance=0 and even_money=none. A figure agrees
if it is ours rounded to its digits (sources in single precision: give or take their rounding).
Where it does not, a second method of our own says why.
"""


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


def render_page(rows: Sequence[PublishedFigure] | None = None) -> str:
    """The page; ``rows`` where they are at hand."""
    rows = general.against_published() if rows is None else rows
    agree = sum(row.agrees for row in rows)
    lines = [HEAD, f"{len(rows)} figures and tables of figures: {agree} agree to every digit, "
             f"{len(rows) - agree} differ and are explained below.", ""]
    for source in dict.fromkeys(row.source for row in rows):
        lines += [f"## {source}", "", "| rules | published | here | |", "|---|---|---|---|"]
        lines += ["| " + " | ".join(_cell(cell) for cell in (
            row.rules, row.published, row.here,
            "agrees" if row.agrees else row.because or "**differs**")) + " |"
            for row in rows if row.source == source]
        lines.append("")
    lines += ["## Left open", "", "Read as well, and neither agreed with nor explained to the last "
              "digit; nothing here rests on them.", "", "| source | rules | published | |",
              "|---|---|---|---|"]
    for entry in published.table().open:
        of = published.source(entry.source)
        lines.append(f"| {of.title}: {of.where} | {entry.rules} | {entry.published} | "
                     f"{entry.why} |")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(render_page(), "utf-8")
