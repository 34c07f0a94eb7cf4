"""Reinforcement learning environments for every game of the catalogue (Gymnasium, PettingZoo).

``pip install sabot[gym]`` installs both libraries. `env` is one player at one table (Gymnasium),
`aec` and `parallel` are several players (PettingZoo), `BlackjackBatch` is thousands of blackjack
tables in compiled code. Importing this package registers ``sabot/<game>-v0`` for every game;
``gymnasium.make("sabot.gym:sabot/<game>-v0")`` imports it by itself.
"""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sabot.gym.batch import BlackjackBatch
    from sabot.gym.multi_agent import aec, parallel
    from sabot.gym.single_agent import SabotEnv, env

__all__ = ["BlackjackBatch", "SabotEnv", "aec", "env", "parallel", "register"]

_MODULES = {
    "BlackjackBatch": "batch",
    "SabotEnv": "single_agent",
    "aec": "multi_agent",
    "env": "single_agent",
    "parallel": "multi_agent",
}


def __getattr__(name: str) -> Any:
    if name not in _MODULES:
        raise AttributeError(f"sabot.gym has no {name!r}; it has {', '.join(__all__)}")
    try:
        return getattr(import_module(f"sabot.gym.{_MODULES[name]}"), name)
    except ModuleNotFoundError as missing:
        if (missing.name or "").partition(".")[0] not in ("gymnasium", "pettingzoo"):
            raise
        raise ModuleNotFoundError(f"{missing.name} is not installed: pip install sabot[gym]",
                                  name=missing.name) from None


def register() -> None:
    """Register ``sabot/<game>-v0`` of every game with Gymnasium, unless it is registered already.

    Importing this package does this if Gymnasium is installed.
    """
    from sabot.gym.registry import register as register_all
    register_all()


if find_spec("gymnasium"):
    register()
