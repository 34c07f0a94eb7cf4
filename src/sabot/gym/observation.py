"""What a player sees, as a fixed row of numbers with documented fields.

Everything comes from the player's own view of the table, without hidden cards, and from their own
money. Sums are in minimum bets. The exact view is in ``info["view"]``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sabot.equipment import PACK, RANKS
from sabot.gym.actions import Actions
from sabot.gym.copying import copy_attributes
from sabot.gym.names import OWN, seen_from
from sabot.gym.open_offers import OpenOffers
from sabot.gym.play import Play
from sabot.gym.table_survey import Survey, figures, sort_names, spot_of
from sabot.procedure import Deal, Event, Reveal, Shuffle, Turn
from sabot.procedure.visible_events import NO_LABEL, HandLabel

CARD = {card: n for n, card in enumerate(PACK)}
HAND_SIZE = len(PACK) + 3
HANDS = 4
"""The maximum number of own hands (after splits) with their own fields."""
LAST_RESULTS = 10
BOUND = 1e6
Row = NDArray[np.float32]


class Field(NamedTuple):
    """``size`` numbers of the row from ``start`` on, and their meaning."""

    name: str
    start: int
    size: int
    means: str


class SeenCards:
    """The cards that a player has seen leave the shoe since the last shuffle, by rank."""

    def __init__(self) -> None:
        self.ranks: Counter[str] = Counter()
        self.cards = 0

    def copy(self) -> SeenCards:
        """An independent copy."""
        return copy_attributes(self)

    def add(self, events: Iterable[Event], player: str) -> None:
        """Add events of a record; only cards that this player could see count by rank."""
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
    """The layout of the row of a table: its ``fields`` in order and its ``size``."""

    def __init__(self, play: Play, survey: Survey, actions: Actions) -> None:
        self._acts = {act: n for n, act in enumerate(actions.acts)}
        self._hands = sort_names(survey.hands)
        self._spots = {spot: n for n, spot in enumerate(sort_names(survey.spots))}
        self._things = sorted(survey.things.items())
        self._figures = sorted(survey.figures)
        self._places = play.table.places if len(play.everybody) > 1 else 1
        self._own = HANDS if survey.splits else 1
        self.fields: list[Field] = []
        self.size = 0
        self._add_field("asked", len(self._acts), "1 for each act that is open now, in the order "
                        + ", ".join(self._acts))
        self._add_field("hand", self._own, "1 at the own hand that is asked, the first of it "
                                           "without a "
                  "split")
        self._add_field("purse", 1, "the own money that is not on the table")
        self._add_field("staked", 1, "the own money on the table")
        self._add_field("coup", 1, "the net result of the coup so far")
        self._add_field("place", 1, "the number of the own place, 0 for none")
        cards = ("how many of each of the 52 cards (ace to king of spades, hearts, diamonds, "
                 "clubs), how many face down, the total that the game calls, and 1 where it is "
                 "soft")
        for n in range(self._own):
            self._add_field(f"own {n + 1}", HAND_SIZE, f"the own hand {n + 1}: {cards}")
        for hand in self._hands:
            self._add_field(f"hand {hand}", HAND_SIZE, f"the cards at {hand}: {cards}")
        for n in range(1, self._places):
            self._add_field(f"place +{n}", HAND_SIZE + 1,
                            f"who sits {n} places on: {cards}; then their money on the table")
        self._add_field("bets", len(self._spots) + 1, "the own stakes on "
                        + ", ".join([*self._spots, "all other spots"]))
        self._add_field("others", 1, "the stakes of all others")
        for thing, numbers in self._things:
            self._add_field(f"thrown {thing}", numbers + 1,
                            "1 once the result is seen, then its numbers")
        self._add_field("table", len(self._figures), "what the table shows between coups: "
                        + ", ".join(self._figures))
        self._add_field("results", LAST_RESULTS, "the net results of the last coups, the latest "
                                                 "first")
        self._add_field("gone", len(RANKS) + 1, "cards that were seen to leave the shoe since it "
                                                "was "
                  f"shuffled: of each rank {RANKS}, then all that have left it")

        self._starts = {field.name: field.start for field in self.fields}
        self._bet_fields: dict[str, dict[str, tuple[int, int]]] = {}
        self._figures_seen: tuple[object, list[float]] = None, []

    def _add_field(self, name: str, size: int, means: str) -> None:
        if size:
            self.fields.append(Field(name, self.size, size, means))
            self.size += size

    def row(
        self, play: Play, name: str, seen_cards: SeenCards, began_with: int, last_results: list[int]
    ) -> Row:
        """The row of a player.

        Args:
            play: The table in play.
            name: The player.
            seen_cards: The cards that they have seen leave the shoe.
            began_with: Their money in cents when the coup began.
            last_results: The net results of earlier coups in cents, the latest last.
        """
        row = np.zeros(self.size, np.float64)
        starts, books, unit = self._starts, play.money, play.table.minimum
        own_place, places = play.place.get(name, ""), play.table.places
        view, offers = play.view(name), play.open_offers(name)
        for act in offers.acts:
            if act in self._acts:
                row[starts["asked"] + self._acts[act]] = 1
        hand = self._asked_hand(offers, own_place, places)
        if hand:
            row[starts["hand"] + hand - 1] = 1
        row[starts["purse"]] = books.purse[name] / unit
        row[starts["staked"]] = books.staked(name) / unit
        row[starts["coup"]] = (books.worth(name) - began_with) / unit
        row[starts["place"]] = float(own_place or 0)
        for hand_name, cards in view.hands.items():
            target, hand = seen_from(hand_name, own_place, places)
            field_name = (f"own {hand}" if target == OWN else
                          f"place {target}" if hand else f"hand {hand_name}")
            if field_name in starts:
                self._hand(row, starts[field_name], cards, view.labels.get(hand_name, NO_LABEL))
        self._bets(row, starts, play, name)
        for thing, numbers in self._things:
            numbers_thrown = view.fell.get(thing)
            if numbers_thrown is not None:
                row[starts[f"thrown {thing}"]] = 1
                values_ = numbers_thrown[:numbers]
                row[starts[f"thrown {thing}"] + 1:][:len(values_)] = values_
        if self._figures:
            at = starts["table"]
            row[at:at + len(self._figures)] = self._figures_of(play)
        for n, cents in enumerate(reversed(last_results[-LAST_RESULTS:])):
            row[starts["results"] + n] = cents / unit
        if seen_cards.cards or seen_cards.ranks:
            for n, rank in enumerate(RANKS):
                row[starts["gone"] + n] = seen_cards.ranks[rank]
            row[starts["gone"] + len(RANKS)] = seen_cards.cards
        return row.clip(-BOUND, BOUND).astype(np.float32)

    def _asked_hand(self, offers: OpenOffers, own_place: str, places: int) -> int:
        """The own hand that is asked, the first of it; 0 for none."""
        for _, seat in offers.placed:
            target, hand = seen_from(seat, own_place, places)
            if target == OWN and hand <= self._own:
                return hand
        return 0

    def _figures_of(self, play: Play) -> list[float]:
        """What the table shows between coups; it does not change during one."""
        if self._figures_seen[0] is not play.carry:
            shown_now = figures(play.game.public_state(play.carry))
            self._figures_seen = play.carry, [shown_now.get(figure, 0.0)
                                              for figure in self._figures]
        return self._figures_seen[1]

    def _hand(self, row: NDArray[np.float64], start: int, cards: list[str | None],
              label: HandLabel) -> None:
        for card in cards:
            row[start + (CARD[card] if card in CARD else len(PACK))] += 1
        if isinstance(label.total, int):
            row[start + len(PACK) + 1] = label.total
        row[start + len(PACK) + 2] = label.soft is True

    def _bets(
        self, row: NDArray[np.float64], starts: dict[str, int], play: Play, name: str
    ) -> None:
        own_place, unit = play.place.get(name, ""), play.table.minimum
        fields = self._bet_fields.setdefault(own_place, {})
        bets, others = starts["bets"], starts["others"]
        for bet, (owner, cents) in play.money.bets.items():
            if bet not in fields:
                fields[bet] = self._fields_of(bet, own_place, play.table.places)
            spot, of_place = fields[bet]
            if owner == name:
                row[bets + spot] += cents / unit
                continue
            row[others] += cents / unit
            if of_place >= 0:
                row[of_place] += cents / unit

    def _fields_of(self, bet: str, own_place: str, places: int) -> tuple[int, int]:
        """The number of the spot of a bet, and where the stakes of its place stand, -1 nowhere."""
        target = seen_from(bet, own_place, places)[0]
        of_place = self._starts.get(f"place {target.partition('/')[0]}", -1)
        return (self._spots.get(spot_of(target), len(self._spots)),
                of_place + HAND_SIZE if of_place >= 0 else -1)
