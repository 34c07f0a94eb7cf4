"""The book of the pools that a simulated house shares: away for a time, or asked twice, and with
answers that are lost after the book has done what was asked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from pathlib import Path
from random import Random
from typing import Any

from sabot.cli.operating.serve import DEFAULT_HOUSE
from sabot.equipment import Seeded
from sabot.house.money.pools import HousePools
from sabot.ledger import Ledger, Unreachable
from sabot.pools import Pool, Pools
from sabot.pools.store import Store
from sabot.pools.walk import verify

REQUESTS = frozenset({"contribute", "claim", "give_back", "acknowledge", "note_mirrored", "define"})
"""What changes the book; each request has a key and is done once."""

_WON = Pool(name="lusitania", share="1/5", start=1_000, seeded_by=DEFAULT_HOUSE,
            houses=(DEFAULT_HOUSE,), model="Lusitânia", bets=(5, 10))
_MUST_HIT = Pool(name="litoral", share="1/5", start=1_000, seeded_by=DEFAULT_HOUSE,
                 houses=(DEFAULT_HOUSE,), model="Litoral", bets=(10, 25, 50), must_hit_by=1_100)
JACKPOTS: Mapping[str, tuple[Pool, str]] = {
    "azulejo": (_MUST_HIT, "any"), "costa": (_WON, "net")}
"""The pool to which each model of a machine belongs in worlds, and the symbol of which three in a
line win it. One of the pools also falls by itself, at a secret sum."""


class PoolBook:
    """The book, and what is wrong with it now. It outlives the house.

    ``away``: it cannot be reached. ``twice``: each request arrives twice. ``trouble`` is the share
    of requests whose answer is lost; of claims it is three times as many.
    """

    def __init__(self, file: Path, chance: Random, clock: Callable[[], int], trouble: float
                 ) -> None:
        self._file, self._chance, self._clock, self._trouble = file, chance, clock, trouble
        self.away = self.twice = False
        self.calls: Counter[str] = Counter()
        self.pools = [pool for pool, _ in JACKPOTS.values()]
        self.wrong = ""

    def heal(self) -> None:
        """Nothing goes wrong any more."""
        self.away = self.twice = False
        self._trouble = 0.0

    def for_house(self, ledger: Ledger, life: str) -> HousePools:
        """The pools as one life of the house uses them."""
        return HousePools(DEFAULT_HOUSE, lambda: self._open(life), ledger, self.pools)

    def _open(self, life: str) -> Any:
        if self.away:
            raise Unreachable("the pools are away")
        return _Unreliable(self, Pools(Store(f"sqlite:///{self._file}"), self._clock,
                                       Seeded(life, "pools")))

    def ask(self, name: str, call: Callable[[], Any]) -> Any:
        """The answer to a call of the house, with what is wrong with the book now."""
        if self.away or (self._trouble and self._chance.random() < self._trouble / 4):
            self.calls[f"{name}, not arrived"] += 1
            raise Unreachable("the pools are away")
        answer = call()
        if name not in REQUESTS:
            return answer
        if self.twice:
            self.calls[f"{name}, twice"] += 1
            again = call()
            if name == "claim" and again != answer:
                self.wrong = f"a prize was claimed twice: {answer}, then {again}"
        lost = self._trouble * (3 if name == "claim" else 1)  # prizes are rare
        if lost and self._chance.random() < lost:
            self.calls[f"{name}, answer lost"] += 1
            raise Unreachable("the answer of the pools is lost")
        self.calls[name] += 1
        return answer

    async def check(self, pools: HousePools) -> str:
        """What is wrong with the book, or differs from the journal of the house, at rest; or ""."""
        if self.wrong:
            return self.wrong
        with Pools(Store(f"sqlite:///{self._file}"), self._clock) as book:
            finding = verify(book)
        if not finding.verified:
            return f"the book of the pools does not verify: {finding.faults[0]}"
        for name, (in_book, in_journal) in (await pools.unequal()).items():
            return f"the pool {name} holds {in_book} in its book and {in_journal} in the journal"
        return ""


class _Unreliable:
    """One house's side of an open book."""

    def __init__(self, book: PoolBook, pools: Pools) -> None:
        self._book, self._pools = book, pools

    def __getattr__(self, name: str) -> Any:
        method = getattr(self._pools, name)
        if name == "close":
            return method

        def ask(*args: Any, **named: Any) -> Any:
            return self._book.ask(name, lambda: method(*args, **named))

        return ask
