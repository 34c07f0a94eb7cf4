"""A kernel for games that nobody plays alone: the house's players with the reference engine.

Each player has their own redacted view, and is asked in the order of the places; if none acts, the
clock answers. The net result of a coup is what all players together lose to the table.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

import msgspec

from sabot import games
from sabot.equipment import Seeded
from sabot.probability.tally import Tally, tally_shoes
from sabot.procedure import (
    Act,
    Dealer,
    Live,
    Move,
    Refusal,
    Reveal,
    TableState,
    TimeOut,
    Turn,
    offers_for,
    redact,
)
from sabot.procedure.capabilities import Bot, Dice
from sabot.procedure.game import Game
from sabot.procedure.steps import ALL, FLOWS, Carry
from sabot.procedure.table import Table
from sabot.words import phrase

EVENING = 50  # coups, after which all begin again with a new buy-in
TABLE_INCOME = ("commission", "collect")
"""The movements by which the table takes money."""


class HousePlayers:
    """Players of the house at one table."""

    def __init__(self, game: Game, table: Table, names: Sequence[str], dice: Dice,
                 bots: Sequence[Bot] = ()) -> None:
        self.game, self.table, self.names, self.dice = game, table, names, dice
        if game.bot is None:
            raise ValueError(phrase("the house has no players for {id}", id=game.id))
        if game.preparation is not None:
            game.preparation.prepare()
        self.bots: dict[str, Bot] = dict(zip(names, bots or [game.bot] * len(names), strict=True))

    def coup(self, carry: Carry, chance: Live) -> Dealer:
        """Play one coup from its carry; return the dealer at its end."""
        ahead = self.game.preparation
        if ahead is not None and ahead.needed_soon():
            ahead.prepare()
        dealer = Dealer(self.game.coup(self.table, carry), chance)
        views = {name: TableState(self.game.label) for name in self.names}
        shown_events = 0
        while dealer.standing is not None:
            for event in dealer.record[shown_events:]:
                for name, view in views.items():
                    view.fold(redact(event, name))
            shown_events = len(dealer.record)
            answer = self._next(dealer, views)
            events = dealer.answer(answer)
            if isinstance(events, Refusal):
                raise RuntimeError(phrase("{id} refused {answer}: {text}", id=self.game.id,
                                          answer=answer, text=events.text))
        return dealer

    def _next(self, dealer: Dealer, views: dict[str, TableState]) -> Act | TimeOut:
        """The act of the first player who acts, else the clock."""
        assert dealer.standing is not None
        for name in self.names:
            offers = tuple(offers_for(dealer.standing, name))
            if not offers:
                continue
            sit_offer = next((offer for offer in offers if offer.act == "sit"), None)
            if sit_offer is not None:
                return Act(name, "sit", sit_offer.spots[0], sit_offer.least)
            act = self.bots[name](self.table, name, views[name], offers, self.dice)
            if act is not None:
                return act
        return TimeOut(dealer.standing.window)


def count_coup(dealer: Dealer, counts: Counter[str], pot: str = "") -> int:
    """The net result of all players of a coup in cents (negative: what the table kept).

    Added to ``counts``: whether cards were revealed, and what went into the ``pot``, the bets whose
    names end so.
    """
    net, revealed = 0, 0
    for event in dealer.record:
        step = event.step
        if type(step) is Move:
            if step.kind in TABLE_INCOME:
                net -= step.amount
            elif FLOWS[step.kind][0] == "bank":
                net += step.amount
            elif pot and step.kind == "travel" and step.into.endswith(pot):
                counts["staked"] += step.amount
        elif isinstance(step, Turn) or (isinstance(step, Reveal) and step.seen_by == ALL):
            revealed = 1
    counts["shown"] += revealed
    return net


@dataclass(frozen=True)
class Together:
    """A number of the house's players at a table, as a kernel."""

    game_id: str
    table: Table
    players: int
    size: int = EVENING

    @property
    def strategy(self) -> str:
        """The strategy in words."""
        return (f"{self.players} of the house's own players, each in the style of their place; the "
                f"mean is what all of them lose together, in minimum bets, {EVENING} coups an "
                "evening")

    @property
    def unit(self) -> int:
        """The stake in which means are given, in cents."""
        return self.table.minimum

    @cached_property
    def identity(self) -> str:
        """What is played, as a text that changes with the result."""
        encoded = msgspec.json.encode((self.game_id, self.table, self.players), order="sorted")
        return f"company {hashlib.sha256(encoded).hexdigest()[:16]}"

    def block(self, seed: int, number: int, size: int) -> Tally:
        """Play a block of coups."""
        counts: Counter[str] = Counter()
        evenings = [list(self._evening(f"{number}.{first}", seed, min(EVENING, size - first),
                                       counts))
                    for first in range(0, size, EVENING)]
        return tally_shoes(evenings, dict(sorted(counts.items())))

    def _evening(self, number: str, seed: int, hands: int, counts: Counter[str]) -> Iterator[int]:
        game, chance = games.game(self.game_id), Live(Seeded(seed, number))
        names = [f"player-{n}" for n in range(1, self.players + 1)]
        players = HousePlayers(game, self.table, names, Seeded(seed, f"dice {number}").below)
        carry = game.opening(self.table)
        for _ in range(hands):
            dealer = players.coup(carry, chance)
            carry = dealer.outcome
            yield count_coup(dealer, counts, game.hands.pot if game.hands else "")
