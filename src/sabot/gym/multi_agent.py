"""Several players at one table, as PettingZoo has it: asked one after the other, or all at once."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding
from numpy.typing import NDArray
from pettingzoo import AECEnv, ParallelEnv

from sabot.gym.actions import AMOUNTS, WAIT, Action, Amount
from sabot.gym.observation import Field
from sabot.gym.session import Session
from sabot.procedure.table import Table

STEPS = 10_000
Seen = dict[str, NDArray[Any]]
"""A row of numbers and a mask."""
Info = dict[str, Any]
"""What is told beside an observation: plain values, as the protocol of environments has it."""


class _Table:
    """What both forms share: the session, the spaces, what a player is told."""

    metadata: dict[str, Any]
    render_mode: str | None = None

    def _lay(self, game: str, table: Table | Path | None, players: int, bots: int, coups: int,
             steps: int, purse: int, buy_in: int, amounts: tuple[Amount, ...],
             options: dict[str, object]) -> None:
        people = Session.people(game) if players == 0 else players
        self.session = Session(game, table, people, bots, coups=coups, purse=purse, buy_in=buy_in,
                               amounts=amounts, **options)
        self.steps, self._taken, self._chance = steps, 0, seeding.np_random()[0]
        self.possible_agents = list(self.session.names)
        self.agents: list[str] = []
        bound, size = self.session.bound, self.session.encoding.size
        many = len(self.session.actions)
        self._seen = {name: spaces.Dict({
            "observation": spaces.Box(-bound, bound, (size,), np.float32),
            "action_mask": spaces.Box(0, 1, (many,), np.int8)}) for name in self.possible_agents}
        self._does = {name: spaces.Discrete(many) for name in self.possible_agents}

    @property
    def actions(self) -> list[Action]:
        """What each index does."""
        return self.session.actions.table

    @property
    def fields(self) -> list[Field]:
        """What each number of an observation means."""
        return self.session.encoding.fields

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """A row of numbers (`fields`) and the mask of the actions that are open."""
        return self._seen[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """An index into `actions`."""
        return self._does[agent]

    def _begin(self, seed: int | None) -> None:
        if seed is not None:
            self._chance = seeding.np_random(seed)[0]
        self.session.begin(int(self._chance.integers(2**63)))
        self.agents = list(self.possible_agents)
        self._taken = 0

    def _sees(self, name: str, asked: bool) -> Seen:
        """What a player sees. Of whom nothing is asked only to wait is open."""
        mask = self.session.mask(name) if asked else np.zeros(len(self.session.actions), np.int8)
        if not mask.any():
            mask[WAIT] = 1
        return {"observation": self.session.row(name), "action_mask": mask}

    def _told(self, name: str) -> Info:
        return {"view": self.session.view(name), "coups": self.session.played}

    def close(self) -> None:
        """Nothing is held open."""

    def render(self) -> None:
        """There is no picture of all that everybody sees."""


class Turns(_Table, AECEnv):  # type: ignore[misc]
    """Players who are asked one after the other, each when the table waits for him.

    See `aec`. The mask is in the observation; what is not open is refused, changes nothing and is
    told in ``infos[agent]["refusal"]``.
    """

    def __init__(self, game: str, *, table: Table | Path | None, players: int, bots: int,
                 coups: int, steps: int, purse: int, buy_in: int, amounts: tuple[Amount, ...],
                 options: dict[str, object]) -> None:
        super().__init__()
        self.metadata = {"name": f"sabot_{game}_v0", "render_modes": [], "is_parallelizable": False}
        self._lay(game, table, players, bots, coups, steps, purse, buy_in, amounts, options)

    def reset(self, seed: int | None = None, options: dict[str, object] | None = None) -> None:
        """A new episode; the same seed gives the same cards."""
        self._begin(seed)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, Info] = {name: {} for name in self.agents}
        self.agent_selection = self.session.advance() or self.agents[0]
        if self.session.over:  # nobody can play at all
            self.terminations = dict.fromkeys(self.agents, True)
        self.infos = {name: self._told(name) for name in self.agents}

    def observe(self, agent: str) -> Seen:
        """What a player sees now."""
        return self._sees(agent, agent == self.agent_selection and not self.session.over)

    def step(self, action: Any) -> None:
        """The player whose turn it is decides; None for one whose episode is over."""
        name = self.agent_selection
        if self.terminations[name] or self.truncations[name]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[name] = 0.0
        refused = self.session.do(name, int(action))
        self._taken += 1
        following = self.session.advance()
        unit = self.session.table.minimum
        for one in self.agents:
            self.rewards[one] = self.session.earned(one) / unit
            self.infos[one] = self._told(one) if one == following or self.session.over else {}
        if refused is not None:
            self.infos[name]["refusal"] = refused.text
        self._accumulate_rewards()
        if self.session.over:
            self.terminations = dict.fromkeys(self.agents, True)
        elif self._taken >= self.steps:
            self.truncations = dict.fromkeys(self.agents, True)
        self.agent_selection = following or self.agents[0]
        self._deads_step_first()


class AtOnce(_Table, ParallelEnv):  # type: ignore[misc]
    """Players who all say at once what they do; only whoever is asked is heard.

    See `parallel`. A step asks everybody who can decide in the window that stands: each is heard in
    the order of the table as long as the window lasts; what has meanwhile become another question
    is asked again in the next step. Of whom nothing is asked only to wait is open.
    """

    def __init__(self, game: str, *, table: Table | Path | None, players: int, bots: int,
                 coups: int, steps: int, purse: int, buy_in: int, amounts: tuple[Amount, ...],
                 options: dict[str, object]) -> None:
        self.metadata = {"name": f"sabot_{game}_v0", "render_modes": []}
        self._lay(game, table, players, bots, coups, steps, purse, buy_in, amounts, options)
        self._asked: set[str] = set()

    def reset(self, seed: int | None = None, options: dict[str, object] | None = None
              ) -> tuple[dict[str, Seen], dict[str, Info]]:
        """A new episode; the same seed gives the same cards."""
        self._begin(seed)
        self._ask()
        return ({name: self._sees(name, name in self._asked) for name in self.agents},
                {name: self._told(name) for name in self.agents})

    def _ask(self) -> None:
        """Who can decide now: everybody to whom something is open and who has not passed."""
        play = self.session.play
        first = self.session.advance()
        self._asked = {name for name in self.agents if first and name not in play.passed
                       and play.choices(name)}

    def step(self, actions: dict[str, int | np.int64]) -> tuple[
            dict[str, Seen], dict[str, float], dict[str, bool], dict[str, bool],
            dict[str, Info]]:
        """Everybody decides."""
        play, there = self.session.play, list(self.agents)
        standing = play.dealer.standing
        window = (self.session.played, standing.window if standing else "")
        refused: dict[str, str] = {}
        for name in there:
            now = play.dealer.standing
            if name not in self._asked or self.session.over or now is None \
                    or (self.session.played, now.window) != window:
                continue
            said = self.session.do(name, int(actions[name]))
            if said is not None:
                refused[name] = said.text
        self._taken += 1
        self._ask()
        over = self.session.over
        late = not over and self._taken >= self.steps
        unit = self.session.table.minimum
        rewards = {name: self.session.earned(name) / unit for name in there}
        told = {name: self._told(name) for name in there}
        for name, text in refused.items():
            told[name]["refusal"] = text
        seen = {name: self._sees(name, name in self._asked) for name in there}
        if over or late:
            self.agents = []
        return (seen, rewards, dict.fromkeys(there, over), dict.fromkeys(there, late), told)


def aec(game: str, *, table: Table | Path | None = None, players: int = 0, bots: int = 0,
        coups: int = 1, steps: int = STEPS, purse: int = 0, buy_in: int = 0,
        amounts: tuple[Amount, ...] = AMOUNTS, **options: object) -> Turns:
    """Several players at one table, asked one after the other (PettingZoo's AEC).

    ``players``: how many, 0 for as many as the game needs and at least two. For the rest see
    `sabot.gym.SabotEnv`. Every player's reward is what has changed of his money, in minimum bets.
    """
    return Turns(game, table=table, players=players, bots=bots, coups=coups, steps=steps,
                 purse=purse, buy_in=buy_in, amounts=amounts, options=options)


def parallel(game: str, *, table: Table | Path | None = None, players: int = 0, bots: int = 0,
             coups: int = 1, steps: int = STEPS, purse: int = 0, buy_in: int = 0,
             amounts: tuple[Amount, ...] = AMOUNTS, **options: object) -> AtOnce:
    """The same with everybody's actions in one step (PettingZoo's parallel form)."""
    return AtOnce(game, table=table, players=players, bots=bots, coups=coups, steps=steps,
                  purse=purse, buy_in=buy_in, amounts=amounts, options=options)
