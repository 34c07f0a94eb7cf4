"""Every game of the catalogue as a game of OpenSpiel, where ``pyspiel`` is installed.

`load` makes one game, with any table and options, and `continuation` one that begins at a state.
`register` gives OpenSpiel the names
``sabot_<game>`` (hyphens become underscores), so that its own tools load them by name:
``pyspiel.load_game("sabot_blackjack_online(coups=2)")``.

Returns are in minimum bets of the table. A game is declared as one of general sum, because the
house takes part of the money; ``zero_sum`` declares it otherwise, for algorithms that ask for that.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

try:
    import pyspiel  # type: ignore[import-not-found, unused-ignore]
except ModuleNotFoundError:
    raise ModuleNotFoundError("pyspiel is not installed: pip install open_spiel",
                              name="pyspiel") from None

from sabot import games
from sabot.gym.observation import BOUND, Row
from sabot.gym.state import State, new_state

CHANCE_OUTCOMES = 1 << 12
"""More than the number of any outcome of chance: cards are below 52, and a die, a wheel or a reel
of the games has far fewer sides."""
PARAMETERS = {"players": 0, "coups": 1, "steps": 200, "purse": 0, "buy_in": 0, "table": "",
              "zero_sum": False}
"""The parameters of a registered game, with their defaults; ``table`` is the path of a table
file. They are those of `sabot.gym.new_state`."""


class OpenSpielGame(pyspiel.Game):  # type: ignore[misc]
    """A table with the settings of its episodes; see `load`."""

    def __init__(self, first: State, kind: Any, parameters: dict[str, Any]) -> None:
        self.first = first
        settings = first.settings
        purse = settings.purse / first.table.minimum
        super().__init__(kind, pyspiel.GameInfo(
            num_distinct_actions=len(first.actions), max_chance_outcomes=CHANCE_OUTCOMES,
            num_players=settings.players, min_utility=-purse, max_utility=BOUND,
            utility_sum=0.0 if kind.utility == pyspiel.GameType.Utility.ZERO_SUM else None,
            max_game_length=settings.steps), parameters)

    def new_initial_state(self) -> OpenSpielState:
        """The first state of an episode."""
        return OpenSpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        """What a player knows, as a row of numbers and as text."""
        if params:
            raise ValueError(f"observers take no parameters; found {params}")
        return Observer(self)


class OpenSpielState(pyspiel.State):  # type: ignore[misc]
    """A `State` as OpenSpiel wants it."""

    def __init__(self, game: OpenSpielGame) -> None:
        super().__init__(game)
        self.state = game.first.clone()

    def current_player(self) -> int:
        """The player who decides, or what OpenSpiel has for chance and the end."""
        return self.state.current_player()

    def is_terminal(self) -> bool:
        """Whether the episode is over."""
        return self.state.is_terminal()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The outcomes of chance with their probabilities."""
        outcomes = self.state.chance_outcomes()
        if outcomes[-1][0] >= CHANCE_OUTCOMES:
            raise ValueError(f"an outcome of chance: found the number {outcomes[-1][0]}; allowed: "
                             f"below {CHANCE_OUTCOMES}")
        return [(outcome, float(chance)) for outcome, chance in outcomes]

    def returns(self) -> list[float]:
        """What each player has won, in minimum bets; zero before the end."""
        if not self.state.is_terminal():
            return [0.0] * self.state.players
        minimum = self.state.table.minimum
        return [cents / minimum for cents in self.state.returns()]

    def _legal_actions(self, player: int) -> list[int]:
        return self.state.legal_actions() if player == self.state.current_player() else []

    def _apply_action(self, action: int) -> None:
        self.state.apply(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return self.state.action_text(action) if self.state.is_chance() else str(action)
        return str(self.state.actions[action])

    def __str__(self) -> str:
        return str(self.state)


class Observer:
    """Observations of a player in the form that OpenSpiel asks for."""

    def __init__(self, game: OpenSpielGame) -> None:
        size = sum(field.size for field in game.first.fields)
        self.tensor: Row = np.zeros(size, np.float32)
        self.dict = {field.name: self.tensor[field.start:field.start + field.size]
                     for field in game.first.fields}

    def set_from(self, state: OpenSpielState, player: int) -> None:
        """Write what the player knows into the numbers."""
        self.tensor[:] = state.state.information_state(player).row

    def string_from(self, state: OpenSpielState, player: int) -> str:
        """What the player knows as text."""
        return state.state.information_text(player)


def load(game: str, *, zero_sum: bool = False, **options: Any) -> OpenSpielGame:
    """A game of OpenSpiel; the options are those of `sabot.gym.new_state`."""
    return continuation(new_state(game, **options), zero_sum=zero_sum)


def continuation(state: State, *, zero_sum: bool = False) -> OpenSpielGame:
    """The continuation of a state as a game of OpenSpiel."""
    return OpenSpielGame(state.clone(), _kind(state.table.game, zero_sum), {})


def register() -> list[str]:
    """Register every game of the catalogue that is not registered yet; the names of all."""
    registered = set(pyspiel.registered_names())
    names = []
    for game_id in games.ids():
        names.append(f"sabot_{game_id.replace('-', '_')}")
        if names[-1] not in registered:
            pyspiel.register_game(_kind(game_id, False), _maker(game_id))
    return names


def _maker(game_id: str) -> Any:
    """What OpenSpiel calls to make a game from its parameters."""
    class RegisteredGame(OpenSpielGame):
        """A game that is loaded by its name."""

        def __init__(self, params: dict[str, Any] | None = None) -> None:
            chosen = {**PARAMETERS, **(params or {})}
            zero_sum, path = chosen.pop("zero_sum"), chosen.pop("table")
            first = new_state(game_id, table=Path(path) if path else None, **chosen)
            super().__init__(first, _kind(game_id, zero_sum), params or {})
    return RegisteredGame


def _kind(game_id: str, zero_sum: bool) -> Any:
    """The type of a game in the terms of OpenSpiel."""
    kinds, game = pyspiel.GameType, games.game(game_id)
    return kinds(
        short_name=f"sabot_{game_id.replace('-', '_')}", long_name=game.names["en"],
        dynamics=kinds.Dynamics.SEQUENTIAL, chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kinds.Information.IMPERFECT_INFORMATION,
        utility=kinds.Utility.ZERO_SUM if zero_sum else kinds.Utility.GENERAL_SUM,
        reward_model=kinds.RewardModel.TERMINAL, max_num_players=100, min_num_players=1,
        provides_information_state_string=True, provides_information_state_tensor=True,
        provides_observation_string=True, provides_observation_tensor=True,
        provides_factored_observation_string=False, parameter_specification=PARAMETERS)
