"""The page of the blackjacks compared: ``python -m tools.pages.compared FILE`` writes it."""

from __future__ import annotations

import sys
from pathlib import Path

from sabot import law
from sabot.certify import compare


def render_page() -> str:
    """The comparison of all blackjacks as the page of the documentation."""
    every = compare.blackjacks()
    lines = [
        "# The blackjacks compared", "",
        "Made by `python -m tools.pages.compared` from the rules, codes and clauses of the games:",
        "do not edit. `sabot law compare GAME GAME` shows what differs between two of them. In",
        "brackets are the rules of each regulation; IR are the readings of "
        "`law/interpretations.toml`.", "",
        *(f"- **{game.id}**: {law.document(game.section).title}" for game in every)]
    group = ""
    for line in compare.compare():
        if line.group != group:
            group = line.group
            lines += ["", f"## {group}", "", f"| | {' | '.join(line.said)} |",
                      f"|---|{'---|' * len(line.said)}"]
        moment = group.startswith("Moments")
        cells = (compare.cell(said, moment) for said in line.said.values())
        lines.append(f"| {line.title} | {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(render_page(), "utf-8")
