"""Several players at one table (PettingZoo), asked in turn or all at the same time."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.error import ResetNeeded
from gymnasium.utils import seeding
from numpy.typing import NDArray
from pettingzoo import AECEnv, ParallelEnv

from sabot.games.make_table import TableSource
from sabot.gym.actions import AMOUNTS, WAIT, Action, Amount
from sabot.gym.arguments import check_number
from sabot.gym.observation import Field
from sabot.gym.session import Session

STEPS = 10_000
Observation = dict[str, NDArray[Any]]
"""A row of numbers and a mask."""
Info = dict[str, Any]
"""Additional plain values of an observation."""


class _MultiPlayerTable:
    """Common parts of both forms: the session, the spaces, the infos."""

    metadata: dict[str, Any]
    render_mode: str | None = None

    def _prepare(self, game: str, table: TableSource | None, players: int, bots: int, coups: int,
                 steps: int, purse: int, buy_in: int, amounts: tuple[Amount, ...],
                 options: dict[str, object]) -> None:
        count = Session.people(game) if players == 0 else players
        self.session = Session(game, table, count, bots, coups=coups, purse=purse, buy_in=buy_in,
                               amounts=amounts, **options)
        self.steps, self._decisions = check_number("steps", steps, 1), 0
        self._random = seeding.np_random()[0]
        self.possible_agents = list(self.session.names)
        self.agents: list[str] = []
        bound, size = self.session.bound, self.session.encoding.size
        action_count = len(self.session.actions)
        self._observation_spaces = {
            name: spaces.Dict(
                {
                    "observation": spaces.Box(-bound, bound, (size,), np.float32),
                    "action_mask": spaces.Box(0, 1, (action_count,), np.int8),
                }
            )
            for name in self.possible_agents
        }
        self._action_spaces = {name: spaces.Discrete(action_count) for name in self.possible_agents}

    @property
    def actions(self) -> list[Action]:
        """The list of actions."""
        return self.session.actions.table

    @property
    def fields(self) -> list[Field]:
        """The fields of an observation."""
        return self.session.encoding.fields

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The space of a row of numbers (`fields`) and the mask of open actions."""
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The space of indices into `actions`."""
        return self._action_spaces[agent]

    def _begin(self, seed: int | None) -> None:
        if seed is not None:
            self._random = seeding.np_random(seed)[0]
        self.session.begin(int(self._random.integers(2**63)))
        self.agents = list(self.possible_agents)
        self._decisions = 0

    def _check_begun(self) -> None:
        if not self.agents:
            raise ResetNeeded("no episode is under way: call reset")

    def _check_action(self, action: Any) -> int:
        return check_number("action", action, 0, len(self.actions) - 1)

    def _observe(self, name: str, asked: bool) -> Observation:
        """The observation of a player. A player who is not asked may only wait."""
        mask = self.session.mask(name) if asked else np.zeros(len(self.session.actions), np.int8)
        if not mask.any():
            mask[WAIT] = 1
        return {"observation": self.session.row(name), "action_mask": mask}

    def _info(self, name: str) -> Info:
        return {"view": self.session.view(name), "coups": self.session.played}

    def close(self) -> None:
        """Nothing to close."""

    def render(self) -> None:
        """Not supported."""


class TurnEnv(_MultiPlayerTable, AECEnv):  # type: ignore[misc]
    """Players who are asked in turn, whenever the table waits for them.

    See `aec`. The mask is in the observation; an action that is not open is refused, changes
    nothing and is reported in ``infos[agent]["refusal"]``. """

    def __init__(self, game: str, *, table: TableSource | None, players: int, bots: int,
                 coups: int, steps: int, purse: int, buy_in: int, amounts: tuple[Amount, ...],
                 options: dict[str, object]) -> None:
        super().__init__()
        self.metadata = {"name": f"sabot_{game}_v0", "render_modes": [], "is_parallelizable": False}
        self._prepare(game, table, players, bots, coups, steps, purse, buy_in, amounts, options)

    def reset(self, seed: int | None = None, options: dict[str, object] | None = None) -> None:
        """Begin a new episode; the same seed gives the same cards."""
        self._begin(seed)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, Info] = {name: {} for name in self.agents}
        self.agent_selection = self.session.advance() or self.agents[0]
        if self.session.over:  # nobody can play
            self.terminations = dict.fromkeys(self.agents, True)
        self.infos = {name: self._info(name) for name in self.agents}

    def observe(self, agent: str) -> Observation:
        """The current observation of a player."""
        return self._observe(agent, agent == self.agent_selection and not self.session.over)

    def step(self, action: Any) -> None:
        """Act for the selected player; None if their episode is over."""
        self._check_begun()
        name = self.agent_selection
        if self.terminations[name] or self.truncations[name]:
            self._was_dead_step(action)
            return
        action = self._check_action(action)
        self._cumulative_rewards[name] = 0.0
        refusal = self.session.act_on(name, action)
        self._decisions += 1
        next_player = self.session.advance()
        unit = self.session.table.minimum
        for agent in self.agents:
            self.rewards[agent] = self.session.earnings(agent) / unit
            self.infos[agent] = (
                self._info(agent) if agent == next_player or self.session.over else {}
            )
        if refusal is not None:
            self.infos[name]["refusal"] = refusal.text
        self._accumulate_rewards()
        if self.session.over:
            self.terminations = dict.fromkeys(self.agents, True)
        elif self._decisions >= self.steps:
            self.truncations = dict.fromkeys(self.agents, True)
        self.agent_selection = next_player or self.agents[0]
        self._deads_step_first()


class SimultaneousEnv(_MultiPlayerTable, ParallelEnv):  # type: ignore[misc]
    """Players who all act in the same step; only the actions of those who are asked count.

    See `parallel`. A step asks everybody who can decide in the current window. Their actions are
    taken in the order of the table as long as the window lasts; if the question changes meanwhile,
    they are asked again in the next step. A player who is not asked may only wait.
    """

    def __init__(self, game: str, *, table: TableSource | None, players: int, bots: int,
                 coups: int, steps: int, purse: int, buy_in: int, amounts: tuple[Amount, ...],
                 options: dict[str, object]) -> None:
        self.metadata = {"name": f"sabot_{game}_v0", "render_modes": []}
        self._prepare(game, table, players, bots, coups, steps, purse, buy_in, amounts, options)
        self._players_asked: set[str] = set()

    def reset(self, seed: int | None = None, options: dict[str, object] | None = None
              ) -> tuple[dict[str, Observation], dict[str, Info]]:
        """Begin a new episode; the same seed gives the same cards."""
        self._begin(seed)
        self._ask()
        return ({name: self._observe(name, name in self._players_asked) for name in self.agents},
                {name: self._info(name) for name in self.agents})

    def _ask(self) -> None:
        """Ask everybody who has an open action and has not passed."""
        play = self.session.play
        first = self.session.advance()
        self._players_asked = {name for name in self.agents if first and name not in play.passed
                               and play.choices(name)}

    def step(self, actions: dict[str, int | np.int64]) -> tuple[
            dict[str, Observation], dict[str, float], dict[str, bool], dict[str, bool],
            dict[str, Info]]:
        """Act for all players. ValueError where a player who is asked has no action."""
        self._check_begun()
        if missing := self._players_asked - actions.keys():
            raise ValueError(f"actions: found none of {', '.join(sorted(missing))}; allowed: one "
                             "for each agent")
        play, agents = self.session.play, list(self.agents)
        standing = play.dealer.standing
        window = (self.session.played, standing.window if standing else "")
        refused: dict[str, str] = {}
        for name in agents:
            standing_now = play.dealer.standing
            if name not in self._players_asked or self.session.over or standing_now is None \
                    or (self.session.played, standing_now.window) != window:
                continue
            refusal = self.session.act_on(name, self._check_action(actions[name]))
            if refusal is not None:
                refused[name] = refusal.text
        self._decisions += 1
        self._ask()
        over = self.session.over
        truncated = not over and self._decisions >= self.steps
        unit = self.session.table.minimum
        rewards = {name: self.session.earnings(name) / unit for name in agents}
        infos = {name: self._info(name) for name in agents}
        for name, text in refused.items():
            infos[name]["refusal"] = text
        observations = {name: self._observe(name, name in self._players_asked) for name in agents}
        if over or truncated:
            self.agents = []
        return (
            observations,
            rewards,
            dict.fromkeys(agents, over),
            dict.fromkeys(agents, truncated),
            infos,
        )


def aec(game: str, *, table: TableSource | None = None, players: int = 0, bots: int = 0,
        coups: int = 1, steps: int = STEPS, purse: int = 0, buy_in: int = 0,
        amounts: tuple[Amount, ...] = AMOUNTS, **options: object) -> TurnEnv:
    """Several players at one table, asked in turn (PettingZoo's AEC).

    ``players`` is their number, 0 for as many as the game needs, at least two. For the other
    options see `sabot.gym.SabotEnv`. A player's reward is the change of their money, in minimum
    bets. """
    return TurnEnv(game, table=table, players=players, bots=bots, coups=coups, steps=steps,
                   purse=purse, buy_in=buy_in, amounts=amounts, options=options)


def parallel(game: str, *, table: TableSource | None = None, players: int = 0, bots: int = 0,
             coups: int = 1, steps: int = STEPS, purse: int = 0, buy_in: int = 0,
             amounts: tuple[Amount, ...] = AMOUNTS, **options: object) -> SimultaneousEnv:
    """The same with the actions of all players in one step (PettingZoo's parallel form)."""
    return SimultaneousEnv(game, table=table, players=players, bots=bots, coups=coups, steps=steps,
                           purse=purse, buy_in=buy_in, amounts=amounts, options=options)
