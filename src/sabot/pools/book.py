"""The reading side of the pool ledger: what pools hold, who holds it, and what was won."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

import msgspec
import sqlalchemy as sa

from sabot.pools import schema
from sabot.pools.dues import Dues
from sabot.pools.entry import Hit, PoolEntry, hit_of
from sabot.pools.page import Standing, decode_pool, decode_standing, unknown_pool
from sabot.pools.pool import Pool
from sabot.pools.store import Store
from sabot.regulations import IR, cite_clause

_E = schema.entries.c
_P = schema.pools.c
_PAGE = 1_000
MIRRORED = ("start", "overflow", "win", "transfer", "settlement")
"""The kinds of entry that a house's ledger must follow."""


def entry_of(row: sa.RowMapping) -> PoolEntry:
    """A stored entry."""
    return PoolEntry(pool=row["pool"], seq=row["seq"], kind=row["kind"], house=row["house"],
                     key=row["key"], amount=row["amount"], at=row["at"], law=row["law"],
                     facts=msgspec.json.decode(row["facts"]), prev=row["prev"], hash=row["hash"])


class Book:
    """Everything that can be read. Any thread may read, also while others write."""

    def __init__(self, store: Store) -> None:
        self._store = store

    @contextmanager
    def moment(self) -> Iterator[sa.Connection]:
        """A connection that sees the pool ledger at one moment."""
        with self._store.reading() as connection:
            yield connection

    def damage(self) -> str:
        """What the database itself finds wrong with its file; "" for nothing."""
        return self._store.damage()

    def _standing(self, connection: sa.Connection, name: str) -> Standing:
        row = connection.execute(
            sa.select(*schema.pools.c).where(_P.name == name)).mappings().first()
        if row is None:
            raise unknown_pool(name)
        return decode_standing(row)

    def pools(self) -> dict[str, Pool]:
        """The definitions of all pools by their names, including transferred ones."""
        with self._store.reading() as connection:
            rows = connection.execute(sa.select(_P.name, _P.definition).order_by(_P.name))
            return {name: decode_pool(definition) for name, definition in rows}

    def value(self, name: str) -> int:
        """The cents that a pool holds."""
        with self._store.reading() as connection:
            return self._standing(connection, name).value

    def values(self) -> dict[str, int]:
        """The cents that each pool holds."""
        with self._store.reading() as connection:
            rows = connection.execute(sa.select(_P.name, _P.value).order_by(_P.name))
            return {row[0]: row[1] for row in rows}

    def successors(self) -> dict[str, str]:
        """The pools whose money went to another (6), each with that other pool."""
        with self._store.reading() as connection:
            rows = connection.execute(sa.select(_P.name, _P.successor).where(_P.successor != ""))
            return {row[0]: row[1] for row in rows}

    def rebuilt(self, name: str) -> int:
        """What a pool holds, added up from its entries."""
        with self._store.reading() as connection:
            self._standing(connection, name)
            return sum(self._holdings(connection, name).values())

    def entries(self, name: str, *, after: int = 0, limit: int | None = None,
                newest_first: bool = False) -> list[PoolEntry]:
        """The entries of a pool after a number, in order or the newest first."""
        query = sa.select(schema.entries).where(_E.pool == name, _E.seq > after)
        query = query.order_by(_E.seq.desc() if newest_first else _E.seq).limit(limit)
        with self._store.reading() as connection:
            self._standing(connection, name)
            return [entry_of(row) for row in connection.execute(query).mappings()]

    # -- by house ---------------------------------------------------------------------------------

    def holdings(self, name: str) -> dict[str, int]:
        """What each house's ledger holds of this pool; the sum is the value of the pool."""
        with self._store.reading() as connection:
            self._standing(connection, name)
            return self._holdings(connection, name)

    @staticmethod
    def _holdings(connection: sa.Connection, name: str) -> dict[str, int]:
        rows = connection.execute(
            sa.select(_E.house, sa.func.sum(_E.amount)).where(_E.pool == name)
            .group_by(_E.house).order_by(_E.house))
        return {house: int(amount) for house, amount in rows}

    def dues(self, name: str) -> dict[str, int]:
        """What each house owes the others for prizes that they paid; negative for what they owe it.
        The sum is zero (`sabot.pools.dues`)."""
        cite_clause(IR[307])
        with self._store.reading() as connection:
            self._standing(connection, name)
            return self._dues(connection, name).owed()

    @staticmethod
    def _dues(connection: sa.Connection, name: str) -> Dues:
        definition = connection.execute(
            sa.select(_P.definition).where(_P.name == name)).scalar_one()
        book, after = Dues(payer_bears=decode_pool(definition).borne_by == "payer"), 0
        while rows := connection.execute(
                sa.select(schema.entries).where(_E.pool == name, _E.seq > after)
                .order_by(_E.seq).limit(_PAGE)).mappings().all():
            for row in rows:
                book.enter(entry_of(row))
            after = rows[-1]["seq"]
        return book

    def hits(self, house: str) -> list[Hit]:
        """The prizes that bets of a house won by a secret sum and that it has not acknowledged."""
        a = schema.acknowledged.c
        query = (sa.select(schema.entries)
                 .join_from(schema.entries, schema.acknowledged,
                            sa.and_(a.pool == _E.pool, a.seq == _E.seq), isouter=True)
                 .where(_E.house == house, _E.kind == "win", a.seq.is_(None))
                 .order_by(_E.at, _E.pool, _E.seq))
        with self._store.reading() as connection:
            entries = [entry_of(row) for row in connection.execute(query).mappings()]
        return [hit_of(e) for e in entries if e.fell]

    def last_delivered(self, house: str) -> int:
        """The last entry of the house's ledger that was delivered; 0 for none."""
        return self._marks(house).get("ledger", 0)

    def _marks(self, house: str) -> Counter[str]:
        m = schema.marks.c
        with self._store.reading() as connection:
            rows = connection.execute(sa.select(m.what, m.seq).where(m.house == house))
            return Counter({row[0]: row[1] for row in rows})

    def feed(self, house: str, limit: int = 500) -> list[PoolEntry]:
        """The next entries of a house that its ledger must follow, pool by pool in order."""
        marks = self._marks(house)
        entries: list[PoolEntry] = []
        with self._store.reading() as connection:
            for name in connection.execute(sa.select(_P.name).order_by(_P.name)).scalars():
                query = (sa.select(schema.entries)
                         .where(_E.house == house, _E.kind.in_(MIRRORED), _E.pool == name,
                                _E.seq > marks[f"pool:{name}"])
                         .order_by(_E.seq).limit(limit - len(entries)))
                entries += [entry_of(row) for row in connection.execute(query).mappings()]
                if len(entries) >= limit:
                    break
        return entries
