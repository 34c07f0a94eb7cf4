"""Episodes of coups, shared by the environments for one player and for several."""

from __future__ import annotations

from copy import deepcopy
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from sabot import games
from sabot.games.make_table import TableSource
from sabot.gym.actions import AMOUNTS, Actions, Amount
from sabot.gym.arguments import check_number
from sabot.gym.copying import copy_attributes
from sabot.gym.observation import BOUND, Encoding, Row, SeenCards
from sabot.gym.play import Play
from sabot.gym.table import make_table
from sabot.gym.table_survey import survey
from sabot.gym.views import View
from sabot.procedure import Act, Refusal
from sabot.procedure.game import Game

IDLE = 20
"""After this many coups without a question an episode ends, because nobody can play."""


class Session:
    """A table with its spaces, and the play of the current episode.

    ``coups`` is the length of an episode; ``purse`` the money of each player at its start, in
    cents. """

    def __init__(self, game: str, table: TableSource | None, players: int, bots: int, *,
                 coups: int, purse: int, buy_in: int, amounts: tuple[Amount, ...] = AMOUNTS,
                 **options: object) -> None:
        self.game: Game = games.game(game)
        for name, number, least in (("players", players, 1), ("bots", bots, 0),
                                    ("coups", coups, 1), ("purse", purse, 0),
                                    ("buy_in", buy_in, 0)):
            check_number(name, number, least)
        self.table = make_table(self.game, table, shared=players + bots > 1, **options)
        bots = bots or self._needed_bots(players)
        places = 1 if self.table.individual else self.table.places
        if players + bots > places:
            raise ValueError(f"players: found {players}, with {bots} bots; allowed: {places} "
                             "together at this table")
        self.names = tuple(f"player_{n}" for n in range(players))
        self.bots = tuple(f"bot_{n}" for n in range(bots))
        self.coups, self.buy_in = coups, buy_in
        self.purse = purse or 1000 * self.table.minimum
        if self.game.preparation is not None:
            self.game.preparation.prepare()
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
        """The player who must decide next; "" if the episode is over or chance must be entered."""
        while not self.over:
            name = self.play.advance()
            self._update_seen_cards()
            if name:
                self._idle = 0
                self._decided = True
                return name
            if self.play.dealer.awaited is not None:
                return ""
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
        try:
            act = self.act_of(name, action)
        except LookupError:
            return Refusal("not-offered", "", f"{self.actions.table[action]} is not open now",
                           {"action": int(action)}, tuple(str(self.actions.table[n])
                                                          for n in sorted(self.acts(name))[:20]))
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
        if self.over:
            return np.zeros(len(self.actions), np.int8)
        return self.actions.open_mask(self.play, name)

    def view(self, name: str) -> View:
        """The full view of a player: the table, their offers, their money in cents."""
        return View(self.play, name)

    def act_of(self, name: str, action: int) -> Act | None:
        """The act of an open action, None for waiting; LookupError where it is not open."""
        return self.actions.act_of(action, self.play, name)

    def acts(self, name: str) -> dict[int, Act | None]:
        """The act of each open action, by index."""
        play = self.play
        key = (play.dealer.standing, len(play.passed))
        cached = self._acts.get(name)
        if cached is None or cached[0][0] is not key[0] or cached[0][1] != key[1]:
            cached = self._acts[name] = (key, self.actions.lawful(play, name))
        return cached[1]


    def __deepcopy__(self, memo: dict[int, object]) -> Self:
        """A session at the same place. The table and its spaces are shared: they never change."""
        copy = copy_attributes(self)
        copy.play = deepcopy(self.play, memo)
        copy._acts = dict(self._acts)
        copy.last_results = {name: list(cents) for name, cents in self.last_results.items()}
        copy.seen_cards = {name: cards.copy() for name, cards in self.seen_cards.items()}
        return copy

    def __getstate__(self) -> dict[str, object]:
        return {**vars(self), "game": self.game.id, "_acts": {}}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self.game = games.game(state["game"])
