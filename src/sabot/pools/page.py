"""The pools that one transaction changes: locked, changed, and written at its end."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple, TypedDict

import msgspec
import sqlalchemy as sa

from sabot import regulations as law
from sabot.equipment import NoncedSource
from sabot.pools import schema
from sabot.pools.entry import GENESIS, OWN, Facts, Hit, Part, PoolEntry, hit_of, link, seal_sum
from sabot.pools.errors import PoolRefused
from sabot.pools.pool import Pool
from sabot.procedure.record import canonical
from sabot.regulations import IR, cite_clause
from sabot.words import phrase

L = law.Section("pt-217-2007/maquinas-automaticas")

_P = schema.pools.c
_ROW = (_P.name, _P.definition, _P.seq, _P.hash, _P.value, _P.trigger, _P.nonce, _P.successor)
_BATCH = 500  # keys in one query


class Standing(msgspec.Struct, kw_only=True):
    """The state of a locked pool; ``trigger`` is the secret sum at which it falls."""

    pool: Pool
    seq: int = 0
    hash: str = GENESIS
    value: int = 0
    trigger: int | None = None
    nonce: str | None = None
    successor: str = ""


def decode_standing(row: sa.RowMapping) -> Standing:
    """The state of a stored pool."""
    return Standing(pool=decode_pool(row["definition"]), seq=row["seq"], hash=row["hash"],
                    value=row["value"], trigger=row["trigger"], nonce=row["nonce"],
                    successor=row["successor"])


def next_pools(s: Standing) -> set[str]:
    """The pool to which the money of this pool goes on, if there is one."""
    return {s.successor or s.pool.overflow} - {""}


def decode_pool(definition: bytes) -> Pool:
    """The definition of a stored pool."""
    return msgspec.json.decode(definition, type=Pool)


def unknown_pool(name: str) -> PoolRefused:
    """The refusal for a pool that does not exist."""
    return PoolRefused("unknown", phrase("there is no pool {name}", name=repr(name)))


class Bettor(NamedTuple):
    """Whose bet brings money: the table and player, and the key of the contribution."""

    table: str = ""
    player: str = ""
    cause: str = ""


OwnMoney = dict[str, int] | None
"""The houses whose money it is, where it does not all belong to the house that holds it."""
BET_KINDS = ("contribution", "overflow")
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


class RouteChanged(Exception):
    """The next pools changed before they were locked: the transaction must begin again."""


class Page:
    """Named pools and those to which their money can go on, locked in the order of their names."""

    def __init__(self, connection: sa.Connection, names: Iterable[str], clock: Callable[[], int],
                 source: NoncedSource) -> None:
        self._connection = connection
        self._clock = clock
        self._source = source
        self._rows: list[_Row] = []
        self.hits: list[Hit] = []
        query = (sa.select(*_ROW).where(_P.name.in_(self._reachable(set(names)))).order_by(_P.name)
                 .with_for_update())
        self.at: dict[str, Standing] = {
            row["name"]: decode_standing(row) for row in connection.execute(query).mappings()}
        if not self.at.keys() >= {to for s in self.at.values() for to in next_pools(s)}:
            raise RouteChanged

    def _reachable(self, names: set[str]) -> set[str]:
        """The named pools and every pool to which their money can go on."""
        routes: dict[str, set[str]] = {}
        while missing := names - routes.keys():
            rows = self._connection.execute(sa.select(*_ROW).where(_P.name.in_(missing)))
            for s in map(decode_standing, rows.mappings().all()):
                routes[s.pool.name] = next_pools(s)
            for name in sorted(missing - routes.keys()):
                raise unknown_pool(name)
            names = names.union(*routes.values())
        return names

    def known_requests(self, house: str, keys: Iterable[tuple[str, str]]
                       ) -> dict[tuple[str, str], sa.RowMapping]:
        """The rows of those requests (pool, key) of a house that the pool ledger has."""
        requests = list(dict.fromkeys(keys))
        e = schema.entries.c
        rows: dict[tuple[str, str], sa.RowMapping] = {}
        for first in range(0, len(requests), _BATCH):
            batch = requests[first:first + _BATCH]
            query = sa.select(schema.entries).where(
                e.house == house, e.pool.in_({pool for pool, _ in batch}),
                e.key.in_({key for _, key in batch}))
            rows |= {(row["pool"], row["key"]): row
                     for row in self._connection.execute(query).mappings()}
        return rows

    # -- what happens -----------------------------------------------------------------------------

    def add(self, name: str, kind: str, house: str, amount: int, law: str, key: str = "",
            **facts: object) -> PoolEntry:
        """Add an entry at the end of a pool's chain; without a ``key`` it gets one."""
        s = self.at[name]
        s.seq += 1
        s.value += amount
        e = PoolEntry(pool=name, seq=s.seq, kind=kind, house=house, amount=amount, law=law,
                      key=key or f"{OWN}{s.seq}", at=self._clock(), facts=facts, prev=s.hash)
        encoded = canonical(facts)
        s.hash = link(e.prev, e, encoded)
        self._rows.append({"pool": name, "seq": e.seq, "kind": kind, "house": house, "key": e.key,
                           "amount": amount, "at": e.at, "law": law, "facts": encoded,
                           "prev": e.prev, "hash": s.hash})
        cite_clause(law)
        return e

    def open(self, pool: Pool) -> None:
        """Open a new pool: its definition, then its start."""
        self.at[pool.name] = Standing(pool=pool)
        self.add(pool.name, "open", pool.seeded_by, 0, pool.law, definition=pool.digest())
        self.start(pool.name)

    def start(self, name: str) -> None:
        """A pool begins or restarts: its start is paid in, its secret sum drawn and sealed."""
        s = self.at[name]
        seal = {}
        if s.pool.must_hit_by:
            s.trigger = s.pool.start + 1 + self._source.below(s.pool.must_hit_by - s.pool.start)
            nonce = self._source.nonce()
            s.nonce = nonce.hex()
            seal = {"seal": seal_sum(nonce, s.trigger)}
        self.add(name, "start", s.pool.seeded_by, s.pool.start, IR[316], **seal)

    def opening(self, s: Standing) -> Facts:
        """What opens the seal of a secret sum that no longer counts."""
        if s.trigger is None:
            return {}
        opened = {"trigger": s.trigger, "nonce": s.nonce}
        s.trigger = s.nonce = None
        return {"opens": opened}

    def receive(self, name: str, kind: str, house: str, amount: int, law: str, bettor: Bettor,
                key: str = "", own: OwnMoney = None, **facts: object) -> None:
        """Money comes into a pool. In a transferred pool it goes on, and so does what a bet brings
        above the ceiling. A bet that reaches the secret sum wins the prize."""
        if own is not None:
            facts["own"] = own
        e = self.add(name, kind, house, amount, law, key, table=bettor.table, player=bettor.player,
                     **facts)
        s = self.at[name]
        if s.successor:
            self.pass_on(name, s.successor, "transfer", house, amount, IR[308], bettor, own)
        elif kind in BET_KINDS and s.pool.ceiling and s.value > s.pool.ceiling:
            above = min(amount, s.value - s.pool.ceiling)
            if s.pool.when_full == "stops":  # it goes back to the house
                self.add(name, "overflow", house, -above, IR[305], to="")
            else:
                self.pass_on(name, s.pool.overflow, "overflow", house, above, IR[305], bettor)
        elif kind in BET_KINDS and s.trigger is not None and s.value >= s.trigger:
            prize = self.add(
                name, "win", house, -s.value, IR[306], cause=bettor.cause, reached=e.seq,
                table=bettor.table, player=bettor.player, **self.opening(s))
            self.hits.append(hit_of(prize))
            self.start(name)

    def pass_on(
        self,
        name: str,
        to: str,
        kind: str,
        house: str,
        amount: int,
        law: str,
        bettor: Bettor,
        own: OwnMoney = None,
        **facts: object,
    ) -> None:
        """Money of a pool goes on to another: two entries, each naming the other pool. ``own`` says
        whose money it is, where it does not all belong to the house that holds it."""
        if own is not None:
            facts["own"] = own
        out = self.add(name, kind, house, -amount, law, "", to=to, **facts)
        self.receive(to, kind, house, amount, law, bettor, own=own, origin=out.id)

    def win(self, name: str, house: str, part: Part, key: str) -> int:
        """The house that pays a prize takes it out. Returns its cents. A pool that was won whole
        restarts, and what could not be divided stays in it."""
        s = self.at[name]
        cents = part.of(s.value)
        won_whole = part.whole(cents, s.value)
        facts = part.facts | self.opening(s) if won_whole else part.facts
        self.add(name, "win", house, -cents, L["5"], key, **facts)
        if won_whole:
            self.start(name)
        return cents

    # -- writing ----------------------------------------------------------------------------------

    def write(self) -> None:
        """Write all changes, within the transaction."""
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
                    "name": name, "definition": s.pool.encode(), **row})
            else:
                self._connection.execute(
                    sa.update(schema.pools).where(_P.name == name).values(**row))
        self._connection.execute(sa.insert(schema.entries), self._rows)
