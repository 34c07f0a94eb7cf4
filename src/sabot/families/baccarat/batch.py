"""The cards of many tables of baccarat, each with a shoe of its own: the same cards as in the
kernels of one table (`loop`)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from sabot.equipment.arrays import Flags, Ints, Numbers, Octets, Words
from sabot.equipment.streams import lanes
from sabot.families.baccarat import batch_loop as loop
from sabot.families.baccarat.exact import OUTCOMES
from sabot.families.baccarat.kernel import against, law, of_hands, of_sides, ranks
from sabot.families.baccarat.loop import SIZE, WORD
from sabot.families.baccarat.ranks import LOWEST
from sabot.families.baccarat.remaining_cards import Shoe
from sabot.families.layout.cloth import Fell
from sabot.words import phrase


class _Shoes:
    """A shoe at each of many tables; ``left`` has the cards that have not left each of them."""

    def __init__(self, shoe: Shoe, deck: Numbers, n: int, fresh: bool, naturals_end: bool = True
                 ) -> None:
        self.law = law(shoe, fresh, naturals_end)
        self.left: Ints = np.full(n, self.law[SIZE], np.int32)
        self._deck = deck.astype(np.uint8)
        self._streams: Words = np.zeros((n, 4), np.uint64)
        self._cards: Octets = np.zeros((n, 0), np.uint8)
        self._at: Numbers = np.zeros((n, loop.SHOE), np.int64)

    def start(self, seed: int, number: int) -> None:
        """Begin with new packs, and the cards of stream ``number`` of the seed."""
        n = len(self.left)
        self._streams = lanes(seed, number, n)
        self._cards = np.tile(self._deck, (n, 1))
        self._at = np.zeros((n, loop.SHOE), np.int64)
        self.left[:] = self.law[SIZE]


class Sides(_Shoes):
    """Ponto against banca."""

    columns = 1
    falls: Sequence[Fell] = OUTCOMES

    def __init__(self, shoe: Shoe, n: int, fresh: bool, naturals_end: bool) -> None:
        super().__init__(shoe, of_sides(shoe.packs), n, fresh, naturals_end)
        self._against = against()

    def place(self, spot: str) -> int:
        """The column that decides a spot: there is one."""
        return 0

    def fell(self, column: int, number: int) -> Fell:
        """The points of both sides and their pairs."""
        return self.falls[number]

    def throw(self, throwing: Flags, at_place: Numbers, outcomes: Ints) -> None:
        """Deal a coup at the tables in ``throwing``."""
        loop.deal_sides(self.law, self._streams, self._cards, self._at, self._against, throwing,
                        outcomes, self.left, np.zeros(WORD, np.uint64))


class Places(_Shoes):
    """The bank's hand of three cards against those of the places; ``also``: a place that gets cards
    without a bet, 0 for none. ValueError where a coup may need more cards than a shoe has left."""

    falls: Sequence[Fell] = tuple((bank + 1, own + 1) for bank in range(LOWEST)
                                  for own in range(LOWEST))

    def __init__(self, shoe: Shoe, n: int, fresh: bool, places: int, place: Callable[[str], int],
                 also: int) -> None:
        super().__init__(shoe, of_hands(shoe.packs), n, fresh)
        need = 3 * (places + 1) + shoe.burn
        if not fresh and shoe.behind and need > shoe.behind:
            raise ValueError(phrase("a coup of {n} places takes {need} cards, and {behind} may be "
                                    "left: play fewer places", n=places, need=need,
                                    behind=shoe.behind))
        self.columns, self._also, self._place = places + 1, also, place
        self._ranks = ranks()
        self._room = np.zeros(self.columns, np.int64), np.zeros(WORD, np.uint64)

    def place(self, spot: str) -> int:
        """The place whose hand decides a spot, 0 for the bank's alone."""
        return self._place(spot)

    def fell(self, column: int, number: int) -> Fell:
        """The rank of the bank's hand and that of the place."""
        bank, own = self.falls[number]
        return (bank, *(0,) * (column - 1), own) if column else (bank,)

    def throw(self, throwing: Flags, at_place: Numbers, outcomes: Ints) -> None:
        """Deal a coup at the tables in ``throwing``."""
        loop.deal_places(self.law, self._streams, self._cards, self._at, self._ranks, self._also,
                         at_place, throwing, outcomes, self.left, *self._room)
