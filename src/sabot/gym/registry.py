"""The environments' names, as Gymnasium knows them: ``sabot/<game>-v0``."""

from __future__ import annotations

import gymnasium

from sabot import games

SINGLE = "sabot.gym.single_agent:SabotEnv"


def register() -> None:
    """Every game of the catalogue that is not known yet."""
    for game_id in games.ids():
        name = f"sabot/{game_id}-v0"
        if name not in gymnasium.registry:
            gymnasium.register(id=name, entry_point=SINGLE, kwargs={"game": game_id})
