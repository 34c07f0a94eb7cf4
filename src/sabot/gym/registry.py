"""Registers the environments with Gymnasium. An id has the same spaces alone and in a vector.

| id | environment | in a vector |
|---|---|---|
| ``sabot/<game>-compiled-v0`` | `CompiledEnv` | `TableBatch` |
| ``sabot/<game>-selfplay-v0`` | - | `PokerBatch` |
| ``sabot/<game>-v0`` | `SabotEnv` | as many, one after another |

The pokers have self-play where the other games have compiled tables. Games are not imported here.
"""

from __future__ import annotations

from typing import NoReturn

import gymnasium

from sabot import games
from sabot.families.pokertable.variant import VARIANTS

PLACE = "sabot.gym"


def register() -> None:
    """Register every game of the catalogue that is not registered yet."""
    for game_id in games.ids():
        _register(f"sabot/{game_id}-v0", "single_agent:SabotEnv", "single_agent:vector_env",
                  game_id)
        if game_id in VARIANTS:
            _register(f"sabot/{game_id}-selfplay-v0", "registry:refuse_self_play",
                      "poker_batch:vector_env", game_id)
        else:
            _register(f"sabot/{game_id}-compiled-v0", "compiled_env:CompiledEnv",
                      "table_batch:vector_env", game_id)


def _register(name: str, single: str, vector: str, game: str) -> None:
    if name not in gymnasium.registry:
        gymnasium.register(id=name, entry_point=f"{PLACE}.{single}",
                           vector_entry_point=f"{PLACE}.{vector}", kwargs={"game": game})


def refuse_self_play(game: str, **options: object) -> NoReturn:
    """ValueError: an environment of Gymnasium has one player."""
    raise ValueError(f"sabot/{game}-selfplay-v0 is a vector environment: use gymnasium.make_vec, "
                     "or sabot.gym.SelfPlayPoker for one table")
