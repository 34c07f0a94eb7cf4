"""Registers the environments with Gymnasium as ``sabot/<game>-v0``."""

from __future__ import annotations

import gymnasium

from sabot import games

SINGLE = "sabot.gym.single_agent:SabotEnv"


def register() -> None:
    """Register every game of the catalogue that is not registered yet."""
    for game_id in games.ids():
        name = f"sabot/{game_id}-v0"
        if name not in gymnasium.registry:
            gymnasium.register(id=name, entry_point=SINGLE, kwargs={"game": game_id})
