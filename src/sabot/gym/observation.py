"""What a player sees, as numbers: one fixed row for each table, every field documented.

All of it is read from the player's own view of the table, which holds nothing that is hidden from
him, and from what is his own. Sums are in minimum bets. The view itself, exact and whole, is told
beside (``info["view"]``).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sabot.equipment import PACK, RANKS
from sabot.gym.actions import Actions
from sabot.gym.names import OWN, seen_from
from sabot.gym.play import Play
from sabot.gym.table_survey import Survey, figures, ordered, spot_of
from sabot.procedure import Deal, Event, Reveal, Shuffle, Turn
from sabot.procedure.visible_events import NO_LABEL, HandLabel

CARD = {card: n for n, card in enumerate(PACK)}
HAND = len(PACK) + 3
HANDS = 4
"""The hands of an own place that are told apart after splits."""
LAST = 10
BOUND = 1e6
Row = NDArray[np.float32]


class Field(NamedTuple):
    """So many numbers of the row, from ``start`` on, and what they mean."""

    name: str
    start: int
    size: int
    means: str


class Gone:
    """The cards that a player has seen leave the shoe since it was shuffled, by rank."""

    def __init__(self) -> None:
        self.ranks: Counter[str] = Counter()
        self.cards = 0

    def tell(self, events: Iterable[Event], player: str) -> None:
        """Take events of a record: only cards that lay open to this player count by their rank."""
        for event in events:
            step = event.step
            if isinstance(step, Shuffle):
                self.ranks.clear()
                self.cards = 0
            elif isinstance(step, Deal):
                self.cards += 1
                if event.card and step.seen_by in ("*", player):
                    self.ranks[event.card[0]] += 1
            elif isinstance(step, Turn):
                self.ranks[event.card[0]] += 1
            elif isinstance(step, Reveal) and step.seen_by in ("*", player):
                self.ranks[step.card[0]] += 1


class Encoding:
    """The row of a table: its ``fields`` in order and its ``size``."""

    def __init__(self, play: Play, found: Survey, actions: Actions) -> None:
        self._acts = {act: n for n, act in enumerate(actions.acts)}
        self._hands = ordered(found.hands)
        self._spots = {spot: n for n, spot in enumerate(ordered(found.spots))}
        self._things = sorted(found.things.items())
        self._figures = sorted(found.figures)
        self._places = play.table.places if len(play.everybody) > 1 else 1
        self._own = HANDS if found.splits else 1
        self.fields: list[Field] = []
        self.size = 0
        self._lay("asked", len(self._acts), "1 for each act that is open now, in the order "
                  + ", ".join(self._acts))
        self._lay("hand", self._own, "1 at the own hand that is asked, the first of it without a "
                  "split")
        self._lay("purse", 1, "the own money beside the table")
        self._lay("staked", 1, "the own money on the table")
        self._lay("coup", 1, "what the coup has won so far, below nothing lost")
        self._lay("place", 1, "the number of the own place, 0 without one")
        cards = ("how many of each of the 52 cards (ace to king of spades, hearts, diamonds, "
                 "clubs), how many face down, the total that the game calls, and 1 where it is "
                 "soft")
        for n in range(self._own):
            self._lay(f"own {n + 1}", HAND, f"the own hand {n + 1}: {cards}")
        for hand in self._hands:
            self._lay(f"hand {hand}", HAND, f"the cards at {hand}: {cards}")
        for n in range(1, self._places):
            self._lay(f"place +{n}", HAND + 1, f"who sits {n} places on: {cards}; then what he has "
                      "on the table")
        self._lay("bets", len(self._spots) + 1, "the own stakes on "
                  + ", ".join([*self._spots, "all other spots"]))
        self._lay("others", 1, "the stakes of all others")
        for thing, numbers in self._things:
            self._lay(f"thrown {thing}", numbers + 1, "1 once it fell and is seen, then what it "
                      "shows")
        self._lay("table", len(self._figures), "what the table shows between coups: "
                  + ", ".join(self._figures))
        self._lay("results", LAST, "what the last coups have won, the latest first")
        self._lay("gone", len(RANKS) + 1, "cards that were seen to leave the shoe since it was "
                  f"shuffled: of each rank {RANKS}, then all that have left it")

    def _lay(self, name: str, size: int, means: str) -> None:
        if size:
            self.fields.append(Field(name, self.size, size, means))
            self.size += size

    def row(self, play: Play, name: str, gone: Gone, began: int, last: list[int]) -> Row:
        """What this player sees. ``began`` is what he had when the coup began, ``last`` what the
        coups before it have won, in cents, the latest last."""
        row = np.zeros(self.size, np.float64)
        at = {field.name: field.start for field in self.fields}
        books, unit = play.books, play.table.minimum
        own, places = play.place.get(name, ""), play.table.places
        view = play.views[name]
        for act, seat in play.choices(name):
            if act in self._acts:
                row[at["asked"] + self._acts[act]] = 1
            target, hand = seen_from(seat, own, places)
            if target == OWN and hand <= self._own and not row[at["hand"]:][:self._own].any():
                row[at["hand"] + hand - 1] = 1
        row[at["purse"]] = books.purse[name] / unit
        row[at["staked"]] = books.staked(name) / unit
        row[at["coup"]] = (books.worth(name) - began) / unit
        row[at["place"]] = float(own or 0)
        for hand_name, cards in view.hands.items():
            target, hand = seen_from(hand_name, own, places)
            where = (f"own {hand}" if target == OWN else
                     f"place {target}" if hand else f"hand {hand_name}")
            if where in at:
                self._hand(row, at[where], cards, view.labels.get(hand_name, NO_LABEL))
        self._bets(row, at, play, name)
        for thing, numbers in self._things:
            fell = view.fell.get(thing)
            if fell is not None:
                row[at[f"thrown {thing}"]] = 1
                shown = fell[:numbers]
                row[at[f"thrown {thing}"] + 1:][:len(shown)] = shown
        shown_now = figures(play.game.shown(play.carry))
        for n, figure in enumerate(self._figures):
            row[at["table"] + n] = shown_now.get(figure, 0.0)
        for n, cents in enumerate(reversed(last[-LAST:])):
            row[at["results"] + n] = cents / unit
        for n, rank in enumerate(RANKS):
            row[at["gone"] + n] = gone.ranks[rank]
        row[at["gone"] + len(RANKS)] = gone.cards
        return np.clip(row, -BOUND, BOUND).astype(np.float32)

    def _hand(self, row: NDArray[np.float64], at: int, cards: list[str | None],
              label: HandLabel) -> None:
        for card in cards:
            row[at + (CARD[card] if card in CARD else len(PACK))] += 1
        if isinstance(label.total, int):
            row[at + len(PACK) + 1] = label.total
        row[at + len(PACK) + 2] = label.soft is True

    def _bets(self, row: NDArray[np.float64], at: dict[str, int], play: Play, name: str) -> None:
        own, places, unit = play.place.get(name, ""), play.table.places, play.table.minimum
        for bet, (owner, cents) in play.books.lying.items():
            target = seen_from(bet, own, places)[0]
            if owner == name:
                spot = self._spots.get(spot_of(target), len(self._spots))
                row[at["bets"] + spot] += cents / unit
                continue
            row[at["others"]] += cents / unit
            where = f"place {target.partition('/')[0]}"
            if where in at:
                row[at[where] + HAND] += cents / unit
