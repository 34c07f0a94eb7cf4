"""Writes the letters of acts to the page on keys: ``python -m tools.pages.keyspage FILE``."""

from __future__ import annotations

import sys
from pathlib import Path

from sabot.games import catalogue
from sabot.words import LANGS

HEAD = "## The letters\n"
FAMILIES = {
    "Blackjack": "blackjack-macau", "Roulette": "american-roulette", "Dice": "craps",
    "Baccarat": "ponto-e-banca", "Chemin de fer": "chemin-de-fer",
    "Poker against the bank": "no-draw-poker", "Poker among players": "sintetico",
    "Machines": "machines"}
"""One game of each family; all games of a family have the same letters."""


def table() -> str:
    """Return a Markdown table: the letters of each family in each language."""
    lines = ["| At | Portuguese | English | Chinese |", "|---|---|---|---|"]
    for family, game in FAMILIES.items():
        words = catalogue()[game].words
        acts = [key.removeprefix("act.") for key in words["en"] if key.startswith("act.")]
        lines.append(f"| {family} | " + " | ".join(
            ", ".join(f"**{words[lang][f'key.{act}']}** {words[lang][f'act.{act}']}"
                      for act in acts) for lang in LANGS) + " |")
    return "\n".join(lines) + "\n"


def main() -> None:
    """Replace the table at the end of the page."""
    page = Path(sys.argv[1])
    before = page.read_text("utf-8").partition(HEAD)[0].rstrip()
    page.write_text(f"""{before}

{HEAD}
One map (`sabot/procedure/keys.toml`) defines the letters of the buttons, the terminal and the
charts of the best play. In every language Z undoes, X clears, A repeats the last bets, and C says
that you are ready, where all the players together can end the time that runs.

{table()}""", "utf-8")


if __name__ == "__main__":
    main()
