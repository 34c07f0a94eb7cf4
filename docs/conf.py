"""Configuration of Sphinx."""

import sys
from pathlib import Path
from typing import Any

from sabot import __version__

project = "Sabot"
copyright = "2026, the Sabot authors"
release = version = __version__
extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon"]
html_theme = "furo"
exclude_patterns = ["_build", "notebooks"]
myst_heading_anchors = 3
autodoc_member_order = "bysource"
suppress_warnings = ["myst.xref_missing"]


def _draw(app: object) -> None:
    """Draw the pictures of the page on reinforcement learning."""
    import numpy as np

    import sabot.gym
    from sabot import games, pictures
    from sabot.gym.table import make_table

    drawn, rng = Path(__file__).parent / "_drawn", np.random.default_rng(5)
    env = sabot.gym.env("blackjack-online", coups=50)
    _, info = env.reset(seed=7)
    for _ in range(400):  # until the player has three cards
        cards = info["view"]["table"]["hands"].get("1", {}).get("cards", [])
        if len(cards) == 3:
            break
        _, _, over, _, info = env.step(int(rng.choice(np.flatnonzero(info["action_mask"]))))
        if over:
            _, info = env.reset()
    pictures.table(env.session.table, info["view"]).save(drawn / "table.svg")
    table = sabot.gym.aec("holdem", players=5, coups=50)
    table.reset(seed=5)
    for _ in range(400):
        name = table.agent_selection
        view = table.session.view(name)
        if len(view["table"]["hands"].get("board", {}).get("cards", [])) > 2:
            break
        mask = table.observe(name)["action_mask"]
        passive = [n for n in np.flatnonzero(mask) if table.actions[n].act in ("call", "check")]
        table.step(int(passive[0] if passive else rng.choice(np.flatnonzero(mask))))
    pictures.table(table.session.table, view).save(drawn / "holdem.svg")
    pictures.hand("AH TD ??").save(drawn / "hand.svg")
    cussec = games.game("cussec")
    pictures.odds(cussec.priced.odds(make_table(cussec)), 12).save(drawn / "odds.svg")


def _write_notebooks(app: object) -> None:
    """Turn the tutorial notebooks into pages."""
    folder = Path(__file__).parent
    sys.path.insert(0, str(folder.parent))
    from tools.pages.notebooks import write_pages
    write_pages(folder / "notebooks", folder / "_notebooks")


def setup(app: Any) -> None:
    """Draw the pictures and write the pages of the notebooks before Sphinx reads the pages."""
    app.connect("builder-inited", _draw)
    app.connect("builder-inited", _write_notebooks)
