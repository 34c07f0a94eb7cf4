"""One compiled poker table for PettingZoo: its players are asked in turn."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv

from sabot.families.pokertable.kernel.hands import AMOUNTS, Amount
from sabot.games.make_table import TableSource
from sabot.gym.poker_batch import SelfPlayPoker


class PokerTurns(AECEnv):  # type: ignore[misc]
    """`SelfPlayPoker` as an environment of PettingZoo (AEC): an episode is one hand, and
    ``player_0`` sits at the first place. The options are those of `PokerBatch`.

    An observation has ``observation``, the columns of `PokerBatch`, and ``action_mask``. A decision
    that is not open changes nothing and is reported in ``infos[agent]["refusal"]``.
    """

    render_mode: str | None = None

    def __init__(self, game: str = "holdem", *, players: int = 6,
                 table: TableSource | None = None, buy_in: int | Sequence[int] = 0,
                 amounts: Sequence[Amount] = AMOUNTS, **options: object) -> None:
        super().__init__()
        self.metadata = {"name": f"sabot_{game}_turns_v0", "render_modes": [],
                         "is_parallelizable": False}
        self.game = SelfPlayPoker(game, players=players, table=table, buy_in=buy_in,
                                  amounts=amounts, **options)
        self.possible_agents = [f"player_{n}" for n in range(players)]
        self.agents: list[str] = []
        row, many = self.game.observation_space, len(self.game.decisions)
        self._observations = {name: spaces.Dict({
            "observation": spaces.Box(row.low, row.high, row.shape, np.int32),
            "action_mask": spaces.Box(0, 1, (many,), np.int8)}) for name in self.possible_agents}
        self._actions = {name: spaces.Discrete(many) for name in self.possible_agents}

    @property
    def columns(self) -> tuple[str, ...]:
        """The columns of an observation."""
        return self.game.columns

    @property
    def decisions(self) -> tuple[str, ...]:
        """The decisions, by index."""
        return self.game.decisions

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The space of a row of numbers and of the mask of open decisions."""
        return self._observations[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The space of indices into `decisions`."""
        return self._actions[agent]

    def reset(self, seed: int | None = None, options: dict[str, object] | None = None) -> None:
        """Begin the next hand, or with a ``seed`` the first of a new game. A hand under way is
        left, and a new game begins."""
        self.agents = list(self.possible_agents)
        if seed is None and not self.game.over:
            self.game.forget()
        self.game.reset(seed=seed)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {name: {} for name in self.agents}
        self.agent_selection = self.possible_agents[self.game.player]

    def observe(self, agent: str) -> dict[str, NDArray[Any]]:
        """What a player sees; nothing is open to one who is not asked, and after the hand."""
        asked = agent == self.agent_selection and not self.game.over
        mask = self.game.mask.copy() if asked else np.zeros(len(self.decisions), np.int8)
        return {"observation": self.game.view_of(self.possible_agents.index(agent)),
                "action_mask": mask}

    def step(self, action: Any) -> None:
        """Decide for the selected player; None if the hand is over."""
        name = self.agent_selection
        if self.terminations[name]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[name] = 0.0
        self.infos[name] = {}
        try:
            _, won, over = self.game.step(action)
        except ValueError as refusal:
            self.infos[name]["refusal"] = str(refusal)
            return
        self.rewards = dict(zip(self.possible_agents, won.tolist(), strict=True))
        self._accumulate_rewards()
        if over:
            self.terminations = dict.fromkeys(self.agents, True)
            self.agent_selection = self.agents[0]
        else:
            self.agent_selection = self.possible_agents[self.game.player]
        self._deads_step_first()

    def render(self) -> None:
        """Not supported."""

    def close(self) -> None:
        """Nothing to close."""
