"""Reinforcement learning environments for every game of the catalogue (Gymnasium, PettingZoo).

``pip install sabot[gym]`` installs both libraries. `compiled` is one player at one table in
compiled code, `batch` thousands of such tables, `PokerBatch` the same for poker, where every player
is the learner's. `env` is one player at a table of the engine, with every act of the law
(Gymnasium), `aec` and `parallel` are several (PettingZoo). Importing this package registers
``sabot/<game>-v0`` (`env`) and ``sabot/<game>-compiled-v0`` or, of the pokers,
``sabot/<game>-selfplay-v0``; ``gymnasium.make("sabot.gym:sabot/<game>-v0")`` imports it by itself.

`new_state` is any game as a sequential game with explicit chance, whose states are copied and
stored. `game_tree`, `solve` and `exploitability` compute equilibria of small games and measure
them; `best_response` is what a blackjack chart loses.
"""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from sabot import extras

if TYPE_CHECKING:
    from sabot.gym.charts import best_response
    from sabot.gym.compiled_env import CompiledEnv, compiled
    from sabot.gym.equilibria import exploitability, game_tree, solve
    from sabot.gym.multi_agent import aec, parallel
    from sabot.gym.poker_batch import PokerBatch, SelfPlayPoker
    from sabot.gym.poker_turns import PokerTurns
    from sabot.gym.single_agent import SabotEnv, env
    from sabot.gym.state import CHANCE, TERMINAL, State, new_state
    from sabot.gym.table_batch import BlackjackBatch, TableBatch, batch

__all__ = ["CHANCE", "TERMINAL", "BlackjackBatch", "CompiledEnv", "PokerBatch", "PokerTurns",
           "SabotEnv", "SelfPlayPoker", "State", "TableBatch", "aec", "batch", "best_response",
           "compiled", "env", "exploitability", "game_tree", "new_state", "parallel", "register",
           "solve"]

_MODULES = {
    "CHANCE": "state",
    "TERMINAL": "state",
    "BlackjackBatch": "table_batch",
    "CompiledEnv": "compiled_env",
    "PokerBatch": "poker_batch",
    "PokerTurns": "poker_turns",
    "SabotEnv": "single_agent",
    "SelfPlayPoker": "poker_batch",
    "State": "state",
    "TableBatch": "table_batch",
    "aec": "multi_agent",
    "batch": "table_batch",
    "best_response": "charts",
    "compiled": "compiled_env",
    "env": "single_agent",
    "exploitability": "equilibria",
    "game_tree": "equilibria",
    "new_state": "state",
    "parallel": "multi_agent",
    "solve": "equilibria",
}


def __getattr__(name: str) -> Any:
    if name not in _MODULES:
        raise AttributeError(f"sabot.gym has no {name!r}; it has {', '.join(__all__)}")
    extras.require("gym", f"sabot.gym.{name}")
    return getattr(import_module(f"sabot.gym.{_MODULES[name]}"), name)


def register() -> None:
    """Register ``sabot/<game>-v0`` of every game with Gymnasium, unless it is registered already.

    Importing this package does this if Gymnasium is installed.
    """
    from sabot.gym.registry import register as register_all
    register_all()


if find_spec("gymnasium"):
    register()
