"""How the documentation is built."""

from pathlib import Path
from typing import Any

from sabot import __version__

project = "Sabot"
copyright = "2026, the Sabot authors"
release = version = __version__
extensions = ["myst_parser", "sphinx.ext.autodoc"]
html_theme = "furo"
exclude_patterns = ["_build"]
myst_heading_anchors = 3
autodoc_member_order = "bysource"
suppress_warnings = ["myst.xref_missing"]


def _draw(app: object) -> None:
    """The pictures of the page for those who learn."""
    import numpy as np

    import sabot.gym
    from sabot import games, pictures
    from sabot.gym.table import lay

    drawn, chance = Path(__file__).parent / "_drawn", np.random.default_rng(5)
    one = sabot.gym.env("blackjack-online", coups=50)
    _, info = one.reset(seed=7)
    for _ in range(400):  # until the hand is worth a look
        own = info["view"]["table"]["hands"].get("1", {}).get("cards", [])
        if len(own) == 3:
            break
        _, _, over, _, info = one.step(int(chance.choice(np.flatnonzero(info["action_mask"]))))
        if over:
            _, info = one.reset()
    pictures.table(one.session.table, info["view"]).save(drawn / "table.svg")
    many = sabot.gym.aec("holdem", players=5, coups=50)
    many.reset(seed=5)
    for _ in range(400):
        name = many.agent_selection
        seen = many.session.view(name)
        if len(seen["table"]["hands"].get("board", {}).get("cards", [])) > 2:
            break
        mask = many.observe(name)["action_mask"]
        calm = [n for n in np.flatnonzero(mask) if many.actions[n].act in ("call", "check")]
        many.step(int(calm[0] if calm else chance.choice(np.flatnonzero(mask))))
    pictures.table(many.session.table, seen).save(drawn / "holdem.svg")
    pictures.hand("AH TD ??").save(drawn / "hand.svg")
    cussec = games.game("cussec")
    pictures.odds(cussec.priced.odds(lay(cussec)), 12).save(drawn / "odds.svg")


def setup(app: Any) -> None:
    """What is done before the pages are read."""
    app.connect("builder-inited", _draw)
