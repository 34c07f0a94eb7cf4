"""The pools that one transaction changes: locked, told what happens, written at its end."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple, TypedDict

import msgspec
import sqlalchemy as sa

from sabot import law
from sabot.equipment import NoncedSource
from sabot.law import IR, cite_clause
from sabot.pools import schema
from sabot.pools.entry import GENESIS, OWN, Facts, Hit, Part, PoolEntry, hit_of, link, seal_sum
from sabot.pools.errors import PoolRefused
from sabot.pools.pool import Pool
from sabot.procedure.record import canonical

L = law.Section("pt-217-2007/maquinas-automaticas")

_P = schema.pools.c
_ROW = (_P.name, _P.definition, _P.seq, _P.hash, _P.value, _P.trigger, _P.nonce, _P.successor)
_BATCH = 500  # keys that are looked up at once


class Standing(msgspec.Struct, kw_only=True):
    """Where a locked pool stands; ``trigger`` is the secret sum at which it falls."""

    pool: Pool
    seq: int = 0
    hash: str = GENESIS
    value: int = 0
    trigger: int | None = None
    nonce: str | None = None
    successor: str = ""


def standing(row: sa.RowMapping) -> Standing:
    """Where a stored pool stands."""
    return Standing(pool=decoded(row["definition"]), seq=row["seq"], hash=row["hash"],
                    value=row["value"], trigger=row["trigger"], nonce=row["nonce"],
                    successor=row["successor"])


def onward(s: Standing) -> set[str]:
    """The pool to which money of this one goes on, if there is one."""
    return {s.successor or s.pool.overflow} - {""}


def decoded(definition: bytes) -> Pool:
    """The definition of a stored pool."""
    return msgspec.json.decode(definition, type=Pool)


def unknown(name: str) -> PoolRefused:
    """There is no such pool."""
    return PoolRefused("unknown", f"there is no pool {name!r}")


class Who(NamedTuple):
    """Whose bet brings money: its table and player, and the key of the contribution."""

    table: str = ""
    player: str = ""
    cause: str = ""


Own = dict[str, int] | None
OF_BETS = ("contribution", "overflow")
"""The kinds of money that bets bring."""


class _Row(TypedDict):
    """An entry as it is stored."""

    pool: str
    seq: int
    kind: str
    house: str
    key: str
    amount: int
    at: int
    law: str
    facts: bytes
    prev: str
    hash: str


class MovedOn(Exception):
    """Where money goes on to changed before it was locked: the transaction begins anew."""


class Page:
    """Named pools and those to which their money can go on, locked in the order of their names."""

    def __init__(self, connection: sa.Connection, names: Iterable[str], clock: Callable[[], int],
                 source: NoncedSource) -> None:
        self._connection = connection
        self._clock = clock
        self._source = source
        self._rows: list[_Row] = []
        self.hits: list[Hit] = []
        query = (sa.select(*_ROW).where(_P.name.in_(self._reach(set(names)))).order_by(_P.name)
                 .with_for_update())
        self.at: dict[str, Standing] = {
            row["name"]: standing(row) for row in connection.execute(query).mappings()}
        if not self.at.keys() >= {to for s in self.at.values() for to in onward(s)}:
            raise MovedOn

    def _reach(self, names: set[str]) -> set[str]:
        """The pools named and every one to which their money can go on."""
        found: dict[str, set[str]] = {}
        while missing := names - found.keys():
            rows = self._connection.execute(sa.select(*_ROW).where(_P.name.in_(missing)))
            for s in map(standing, rows.mappings().all()):
                found[s.pool.name] = onward(s)
            for name in sorted(missing - found.keys()):
                raise unknown(name)
            names = names.union(*found.values())
        return names

    def known(self, house: str, keys: Iterable[tuple[str, str]]
              ) -> dict[tuple[str, str], sa.RowMapping]:
        """Those of the requests (pool, key) of a house that the book has: their rows."""
        wanted = list(dict.fromkeys(keys))
        e = schema.entries.c
        found: dict[tuple[str, str], sa.RowMapping] = {}
        for first in range(0, len(wanted), _BATCH):
            some = wanted[first:first + _BATCH]
            query = sa.select(schema.entries).where(
                e.house == house, e.pool.in_({pool for pool, _ in some}),
                e.key.in_({key for _, key in some}))
            found |= {(row["pool"], row["key"]): row
                      for row in self._connection.execute(query).mappings()}
        return found

    # -- what happens -----------------------------------------------------------------------------

    def add(self, name: str, kind: str, house: str, amount: int, law: str, key: str = "",
            **facts: object) -> PoolEntry:
        """One entry at the end of a pool's chain; without a ``key`` it has one of its own."""
        s = self.at[name]
        s.seq += 1
        s.value += amount
        e = PoolEntry(pool=name, seq=s.seq, kind=kind, house=house, amount=amount, law=law,
                      key=key or f"{OWN}{s.seq}", at=self._clock(), facts=facts, prev=s.hash)
        told = canonical(facts)
        s.hash = link(e.prev, e, told)
        self._rows.append({"pool": name, "seq": e.seq, "kind": kind, "house": house, "key": e.key,
                           "amount": amount, "at": e.at, "law": law, "facts": told,
                           "prev": e.prev, "hash": s.hash})
        cite_clause(law)
        return e

    def open(self, pool: Pool) -> None:
        """A new pool: its definition, then its start."""
        self.at[pool.name] = Standing(pool=pool)
        self.add(pool.name, "open", pool.seeded_by, 0, pool.law, definition=pool.digest())
        self.start(pool.name)

    def start(self, name: str) -> None:
        """A pool begins, or begins anew: its start is put in, its secret sum drawn and sealed."""
        s = self.at[name]
        seal = {}
        if s.pool.must_hit_by:
            s.trigger = s.pool.start + 1 + self._source.below(s.pool.must_hit_by - s.pool.start)
            nonce = self._source.nonce()
            s.nonce = nonce.hex()
            seal = {"seal": seal_sum(nonce, s.trigger)}
        self.add(name, "start", s.pool.seeded_by, s.pool.start, IR[316], **seal)

    def opening(self, s: Standing) -> Facts:
        """What opens the seal of a secret sum that counts no more."""
        if s.trigger is None:
            return {}
        told = {"trigger": s.trigger, "nonce": s.nonce}
        s.trigger = s.nonce = None
        return {"opens": told}

    def receive(self, name: str, kind: str, house: str, amount: int, law: str, who: Who,
                key: str = "", own: Own = None, **facts: object) -> None:
        """Money comes into a pool. What reaches a pool that was transferred goes on; so does what a
        bet brings above the ceiling, and a bet that reaches the secret sum has the prize."""
        if own is not None:
            facts["own"] = own
        e = self.add(name, kind, house, amount, law, key, table=who.table, player=who.player,
                     **facts)
        s = self.at[name]
        if s.successor:
            self.pass_on(name, s.successor, "transfer", house, amount, IR[308], who, own)
        elif kind in OF_BETS and s.pool.ceiling and s.value > s.pool.ceiling:
            self.pass_on(name, s.pool.overflow, "overflow", house,
                         min(amount, s.value - s.pool.ceiling), IR[305], who)
        elif kind in OF_BETS and s.trigger is not None and s.value >= s.trigger:
            won = self.add(name, "win", house, -s.value, IR[306], cause=who.cause, reached=e.seq,
                           table=who.table, player=who.player, **self.opening(s))
            self.hits.append(hit_of(won))
            self.start(name)

    def pass_on(self, name: str, to: str, kind: str, house: str, amount: int, law: str, who: Who,
                own: Own = None, **facts: object) -> None:
        """Money of a pool goes on to another: two entries, of which each names the other pool.
        ``own``: whose it is, where it is not all the house's that holds it."""
        if own is not None:
            facts["own"] = own
        out = self.add(name, kind, house, -amount, law, "", to=to, **facts)
        self.receive(to, kind, house, amount, law, who, own=own, origin=out.id)

    def win(self, name: str, house: str, part: Part, key: str) -> int:
        """A prize is taken out by the house that pays it; its cents. A pool that was won whole
        begins anew, and what could not be divided stays in it."""
        s = self.at[name]
        cents = part.of(s.value)
        anew = part.whole(cents, s.value)
        facts = part.facts | self.opening(s) if anew else part.facts
        self.add(name, "win", house, -cents, L["5"], key, **facts)
        if anew:
            self.start(name)
        return cents

    # -- writing ----------------------------------------------------------------------------------

    def write(self) -> None:
        """Write all that happened, within the transaction."""
        if not self._rows:
            return
        changed = {row["pool"] for row in self._rows}
        opened = {row["pool"] for row in self._rows if row["kind"] == "open"}
        for name in sorted(changed):
            s = self.at[name]
            row = {"seq": s.seq, "hash": s.hash, "value": s.value, "trigger": s.trigger,
                   "nonce": s.nonce, "successor": s.successor}
            if name in opened:
                self._connection.execute(sa.insert(schema.pools), {
                    "name": name, "definition": s.pool.encoded(), **row})
            else:
                self._connection.execute(
                    sa.update(schema.pools).where(_P.name == name).values(**row))
        self._connection.execute(sa.insert(schema.entries), self._rows)
