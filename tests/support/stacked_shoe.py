"""A shoe whose first cards a test has chosen; the house shuffles, seals and cuts it as any."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from sabot.equipment import Seeded
from sabot.equipment.chance import shuffle
from sabot.equipment.shoe import packs


class Stacked(Seeded):
    """Chance that puts chosen cards where a new shoe of so many packs is dealt from.

    ``at`` is how many cards are cut away before them.
    """

    def __init__(self, cards: str, count: int, at: int = 0) -> None:
        super().__init__(1)
        fresh = packs(count)
        wanted = cards.split()
        rest = shuffle(list((Counter(fresh) - Counter(wanted)).elements()), Seeded(1))
        order = rest[:at] + wanted + rest[at:]
        self._picks = {len(fresh): list(_picks(fresh, order))}

    def each_below(self, limits: Iterable[int]) -> list[int]:
        asked = list(limits)
        return self._picks.get(asked[0], []) if len(asked) > 1 and asked[0] in self._picks \
            else super().each_below(asked)


def _picks(fresh: list[str], order: list[str]) -> Iterable[int]:
    """The draws with which a fair shuffle of the fresh cards comes out in this order."""
    now = list(fresh)
    for i in range(len(now) - 1, 0, -1):
        j = now.index(order[i])
        yield j
        now[i], now[j] = now[j], now[i]
