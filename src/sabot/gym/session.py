"""Episodes of coups, shared by the environments for one player and for several."""

from __future__ import annotations

from copy import deepcopy
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from sabot import games
from sabot.gym.actions import AMOUNTS, Actions, Amount
from sabot.gym.observation import BOUND, Encoding, Row, SeenCards
from sabot.gym.play import Play
from sabot.gym.table import make_table
from sabot.gym.table_survey import survey
from sabot.procedure import Act, Refusal, describe_offer, offers_for
from sabot.procedure.game import Game
from sabot.procedure.table import Table

IDLE = 20
"""After this many coups without a question an episode ends, because nobody can play."""


class Session:
    """A table with its spaces, and the play of the current episode.

    ``coups`` is the length of an episode; ``purse`` the money of each player at its start, in
    cents. """

    def __init__(self, game: str, table: Table | Path | None, players: int, bots: int, *,
                 coups: int, purse: int, buy_in: int, amounts: tuple[Amount, ...] = AMOUNTS,
                 **options: object) -> None:
        self.game: Game = games.game(game)
        if players < 1 or bots < 0 or coups < 1:
            raise ValueError(f"players: found {players}, bots {bots}, coups {coups}; allowed: at "
                             "least 1 player, 0 or more bots, at least 1 coup")
        self.table = make_table(self.game, table, shared=players + bots > 1, **options)
        bots = bots or self._needed_bots(players)
        places = 1 if self.table.individual else self.table.places
        if players + bots > places:
            raise ValueError(f"{players} players and {bots} bots: this table has {places} places")
        self.names = tuple(f"player_{n}" for n in range(players))
        self.bots = tuple(f"bot_{n}" for n in range(bots))
        self.coups, self.buy_in = coups, buy_in
        self.purse = purse or 1000 * self.table.minimum
        survey_ = survey(self.table, players + bots)
        self.actions = Actions(survey_, amounts)
        self.begin(0)
        self.encoding = Encoding(self.play, survey_, self.actions)
        self.bound = BOUND

    def _needed_bots(self, players: int) -> int:
        """How many bots the game needs in addition to the players."""
        people = self.game.players_needed
        return max(0, people - players)

    @staticmethod
    def people(game: str) -> int:
        """The default number of players: as many as the game needs, at least two."""
        return max(2, games.game(game).players_needed)

    def begin(self, seed: int) -> None:
        """Begin a new episode with this seed."""
        self.play = Play(self.game, self.table, self.names, self.bots, seed=seed,
                         purse=self.purse, buy_in=self.buy_in)
        self._acts: dict[str, tuple[tuple[object, int], dict[int, Act | None]]] = {}
        self.played = self._idle = 0
        self._decided = False
        self.over = False
        self.last_results: dict[str, list[int]] = {name: [] for name in self.names}
        self.seen_cards = {name: SeenCards() for name in self.names}
        self.began_with = dict.fromkeys(self.names, self.purse)
        self.rewarded = dict(self.began_with)

    def advance(self) -> str:
        """The player who must decide next; "" if the episode is over."""
        while not self.over:
            name = self.play.advance()
            self._update_seen_cards()
            if name:
                self._idle = 0
                self._decided = True
                return name
            if not self.play.over:
                break  # nobody can act, and no clock runs
            self._end_coup()
        self.over = True
        return ""

    def _update_seen_cards(self) -> None:
        for name, cards in self.seen_cards.items():
            cards.add(self.play.new_events, name)
        self.play.new_events = []

    def _end_coup(self) -> None:
        """End a coup, and begin the next unless the episode is over."""
        self.played += 1
        self._idle += 1
        for name in self.names:
            worth = self.play.money.worth(name)
            self.last_results[name].append(worth - self.began_with[name])
            self.began_with[name] = worth
        if (self.played >= self.coups and self._decided) or self._idle >= IDLE:
            self.over = True  # an episode has at least one decision
        else:
            self.play.next_coup()

    def act_on(self, name: str, action: int) -> Refusal | None:
        """Do a player's action, given by index; return None or the refusal."""
        lawful = self.acts(name)
        if action not in lawful:
            return Refusal("not-offered", "", f"{self.actions.table[action]} is not open now",
                           {"action": int(action)}, tuple(str(self.actions.table[n])
                                                          for n in sorted(lawful)[:20]))
        act = lawful[action]
        if act is None:
            self.play.wait(name)
            return None
        return self.play.act(act)

    def earnings(self, name: str) -> int:
        """The change of a player's money since the last call, in cents."""
        worth = self.play.money.worth(name)
        cents, self.rewarded[name] = worth - self.rewarded[name], worth
        return cents

    def row(self, name: str) -> Row:
        """The observation of a player as numbers."""
        return self.encoding.row(self.play, name, self.seen_cards[name], self.began_with[name],
                                 self.last_results[name])

    def mask(self, name: str) -> NDArray[np.int8]:
        """The mask of a player's actions: 1 if open now."""
        mask = np.zeros(len(self.actions), np.int8)
        if not self.over:
            mask[list(self.acts(name))] = 1
        return mask

    def view(self, name: str) -> dict[str, Any]:
        """The full view of a player: the table, their offers, their money in cents."""
        return {"table": msgspec.to_builtins(self.play.views[name].show()),
                "shown": _copy_plain(self.play.game.public_state(self.play.carry)),
                "place": self.play.place.get(name, ""),
                "purse": self.play.money.purse[name],
                "offers": [msgspec.to_builtins(describe_offer(offer, name))
                           for offer in offers_for(self.play.dealer.standing, name)]}

    def acts(self, name: str) -> dict[int, Act | None]:
        """The act of each open action, by index."""
        play = self.play
        key = (play.dealer.standing, len(play.passed))
        cached = self._acts.get(name)
        if cached is None or cached[0][0] is not key[0] or cached[0][1] != key[1]:
            cached = self._acts[name] = (key, self.actions.lawful(play, name))
        return cached[1]


def _copy_plain(value: Any) -> Any:
    """A copy of plain values, like `deepcopy` but faster."""
    kind = type(value)
    if kind is dict:
        return {key: _copy_plain(item) for key, item in value.items()}
    if kind is list:
        return [_copy_plain(item) for item in value]
    return value if kind in _CONSTANT else deepcopy(value)


_CONSTANT = (str, int, bool, float, type(None))
