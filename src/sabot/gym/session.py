"""What an environment of one player and one of several share: coups of a `Play` as an episode."""

from __future__ import annotations

from copy import deepcopy
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from sabot import games
from sabot.gym.actions import AMOUNTS, Actions, Amount
from sabot.gym.observation import BOUND, Encoding, Gone, Row
from sabot.gym.play import Play
from sabot.gym.table import lay
from sabot.gym.table_survey import survey
from sabot.procedure import Act, Refusal, describe_offer, offers_for
from sabot.procedure.game import Game
from sabot.procedure.table import Table

IDLE = 20
"""So many coups in a row in which nobody is asked anything end an episode: nobody can play on."""


class Session:
    """A table with its spaces, and the play of the episode that is under way.

    ``coups``: how many an episode has. ``purse``: what each player begins with, in cents.
    """

    def __init__(self, game: str, table: Table | Path | None, players: int, bots: int, *,
                 coups: int, purse: int, buy_in: int, amounts: tuple[Amount, ...] = AMOUNTS,
                 **options: object) -> None:
        self.game: Game = games.game(game)
        if players < 1 or bots < 0 or coups < 1:
            raise ValueError(f"players: found {players}, bots {bots}, coups {coups}; allowed: at "
                             "least one player, no bots or some, at least one coup")
        self.table = lay(self.game, table, shared=players + bots > 1, **options)
        bots = bots or self._company(players)
        most = 1 if self.table.individual else self.table.places
        if players + bots > most:
            raise ValueError(f"{players} players and {bots} bots: this table has {most} places")
        self.names = tuple(f"player_{n}" for n in range(players))
        self.bots = tuple(f"bot_{n}" for n in range(bots))
        self.coups, self.buy_in = coups, buy_in
        self.purse = purse or 1000 * self.table.minimum
        found = survey(self.table, players + bots)
        self.actions = Actions(found, amounts)
        self.begin(0)
        self.encoding = Encoding(self.play, found, self.actions)
        self.bound = BOUND

    def _company(self, players: int) -> int:
        """How many of the house's own sit here too: as many as the game needs and lacks."""
        people = self.game.people
        return max(0, people - players)

    @staticmethod
    def people(game: str) -> int:
        """How many sit together where nothing is said: as many as the game needs, at least two."""
        return max(2, games.game(game).people)

    def begin(self, seed: int) -> None:
        """A new episode, all of whose chance comes from this seed."""
        self.play = Play(self.game, self.table, self.names, self.bots, seed=seed,
                         purse=self.purse, buy_in=self.buy_in)
        self._acts: dict[str, tuple[tuple[object, int], dict[int, Act | None]]] = {}
        self.played = self._idle = 0
        self._decided = False
        self.over = False
        self.last: dict[str, list[int]] = {name: [] for name in self.names}
        self.gone = {name: Gone() for name in self.names}
        self.began = dict.fromkeys(self.names, self.purse)
        self.paid = dict(self.began)

    def advance(self) -> str:
        """Who must decide next; "" when the episode is over."""
        while not self.over:
            name = self.play.advance()
            self._hear()
            if name:
                self._idle = 0
                self._decided = True
                return name
            if not self.play.over:
                break  # nobody can do anything, and no clock runs
            self._count()
        self.over = True
        return ""

    def _hear(self) -> None:
        for name, gone in self.gone.items():
            gone.tell(self.play.news, name)
        self.play.news = []

    def _count(self) -> None:
        """A coup is over; the next one begins unless it was the last of the episode."""
        self.played += 1
        self._idle += 1
        for name in self.names:
            worth = self.play.books.worth(name)
            self.last[name].append(worth - self.began[name])
            self.began[name] = worth
        if (self.played >= self.coups and self._decided) or self._idle >= IDLE:
            self.over = True  # a coup in which nothing was decided is no episode
        else:
            self.play.next_coup()

    def do(self, name: str, action: int) -> Refusal | None:
        """What a player decides, by the index of the action; None, or why it is refused."""
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

    def earned(self, name: str) -> int:
        """What has come to a player since this was asked last, in cents."""
        worth = self.play.books.worth(name)
        cents, self.paid[name] = worth - self.paid[name], worth
        return cents

    def row(self, name: str) -> Row:
        """What a player sees, as numbers (`encode`)."""
        return self.encoding.row(self.play, name, self.gone[name], self.began[name],
                                 self.last[name])

    def mask(self, name: str) -> NDArray[np.int8]:
        """1 for each action that is open to a player now."""
        mask = np.zeros(len(self.actions), np.int8)
        if not self.over:
            mask[list(self.acts(name))] = 1
        return mask

    def view(self, name: str) -> dict[str, Any]:
        """What a player sees, whole: the table, what he is offered, his money in cents."""
        return {"table": msgspec.to_builtins(self.play.views[name].show()),
                "shown": _apart(self.play.game.shown(self.play.carry)),
                "place": self.play.place.get(name, ""),
                "purse": self.play.books.purse[name],
                "offers": [msgspec.to_builtins(describe_offer(offer, name))
                           for offer in offers_for(self.play.dealer.standing, name)]}

    def acts(self, name: str) -> dict[int, Act | None]:
        """What each open action does, by its index."""
        play = self.play
        now = (play.dealer.standing, len(play.passed))
        known = self._acts.get(name)
        if known is None or known[0][0] is not now[0] or known[0][1] != now[1]:
            known = self._acts[name] = (now, self.actions.lawful(play, name))
        return known[1]


def _apart(value: Any) -> Any:
    """Plain values as others that whoever has them may change: as `deepcopy` does, and sooner."""
    kind = type(value)
    if kind is dict:
        return {key: _apart(one) for key, one in value.items()}
    if kind is list:
        return [_apart(one) for one in value]
    return value if kind in _CONSTANT else deepcopy(value)


_CONSTANT = (str, int, bool, float, type(None))
