"""A house that does nothing but bet on pools and win them: a ledger, its books, its side of the
pools. Its bets are told as a coup tells them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from sabot.house.books.committer import Committer
from sabot.house.books.purse import OwnPurse
from sabot.house.money.pools import HousePools
from sabot.ledger import Document, Entry, Ledger
from sabot.money import EURO
from sabot.pools import Pool, Pools
from sabot.procedure import Event, Move, canonical

HOUSES = ("lisboa", "porto")
LAW = "pt-217-2007/maquinas-automaticas/4"


def pool(name: str = "grande", **other: Any) -> Pool:
    """A superjackpot of two houses that begins with 10.00 €."""
    return Pool(**{"name": name, "share": "1/100", "start": 1_000, "seeded_by": "lisboa",
                   "houses": HOUSES, "model": "azulejo", "bets": (20, 100), **other})


class Pooled:
    """One such house. ``open`` opens the pool ledger; there is no task before `start`."""

    def __init__(self, name: str, ledger: str | Path, open: Callable[[], Pools],
                 defined: Iterable[Pool] = ()) -> None:
        self.name = name
        self.ledger = Ledger.open(str(ledger))
        self.books = Committer(OwnPurse(self.ledger))
        self.pools = HousePools(name, open, self.ledger, defined)
        self.pools.attach(self.books.commit)

    async def bet(self, coup: str, **parts: int) -> None:
        """A coup that adds so many cents to pools."""
        events = [Event(Move(LAW, kind="contribute", bet="1/game", player="ana", amount=cents,
                             into=name)) for name, cents in parts.items()]
        await self.tell(coup, events)

    async def tell(self, coup: str, events: list[Event],
                   documents: Iterable[Document] = ()) -> None:
        await self.books.commit(Entry(
            kind="play", table="m1", coup=coup, body=canonical({"events": events}),
            transfers=self.ledger.accounts(EURO).transfers("m1", coup, 0, events),
            documents=tuple(documents)))

    async def win(self, coup: str, name: str, part: str = "1", amount: int = 0) -> int:
        """A coup that claims a prize and pays it."""
        cents = await self.pools.claim(name, f"{coup}/0", part, amount)
        await self.paid(coup, name, cents)
        return cents

    async def paid(self, coup: str, name: str, cents: int) -> None:
        won = Event(Move(LAW, kind="jackpot", bet="1/credit", player="ana", amount=cents,
                         into=name))
        await self.tell(coup, [won] if cents else [], [Document("claim", coup, body=b"paid")])

    def holds(self, name: str) -> int:
        """What the account of a pool holds here."""
        return self.ledger.balance(self.ledger.accounts(EURO).pool(name))

    def player(self, name: str = "ana") -> int:
        return self.ledger.balance(self.ledger.accounts(EURO).player(name))

    async def close(self) -> None:
        await self.pools.stop()
        self.books.close()
        self.ledger.close()
