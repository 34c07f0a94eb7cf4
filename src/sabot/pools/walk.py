"""Verifies the chain of every pool: digests, sums, seals, and the money that goes between pools.

The first entry that does not fit is named, with what was found and what was expected.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
import sqlalchemy as sa

from sabot import regulations as law
from sabot.pools import schema
from sabot.pools.book import Book
from sabot.pools.entry import GENESIS, KINDS, PoolEntry, link, part_of, seal_sum
from sabot.pools.page import BET_KINDS, Standing, decode_standing
from sabot.words import phrase

L = law.Section("pt-217-2007/maquinas-automaticas")

_E = schema.entries.c
_PAGE = 1_000


PAIRED = ("transfer", "settlement")
"""Kinds whose entries come in pairs: a single one may leave a pool negative."""


class PoolFault(msgspec.Struct, frozen=True):
    """The first entry of a pool that does not fit; ``seq`` is its number, 0 the pool itself."""

    pool: str
    seq: int
    what: str
    found: str
    expected: str

    def __str__(self) -> str:
        return (f"pool {self.pool}, entry {self.seq}: {self.what}: found {self.found}; expected "
                f"{self.expected}")


class PoolFinding(msgspec.Struct, frozen=True, kw_only=True):
    """The result of a verification: how many entries of which pools, what each holds, and the first
    fault of each pool."""

    verified: bool
    entries: int
    values: dict[str, int]
    faults: tuple[PoolFault, ...] = ()


_Passage = tuple[str, str, int, str]


class _Mismatch(Exception):
    def __init__(self, what: str, found: object, expected: object) -> None:
        self.details = (what, *(one if isinstance(one, str) else str(one)
                                for one in (found, expected)))


def verify(book: Book, name: str = "") -> PoolFinding:
    """Verify every pool, or the one of this name, as the pool ledger is at one moment.

    Money that goes from pool to pool is compared only where all pools are verified.
    """
    faults: dict[str, PoolFault] = {}
    values: dict[str, int] = {}
    walks: list[_Walk] = []
    if damage := book.damage():
        faults[""] = PoolFault("", 0, "the file of the database", damage, "no damage")
    with book.moment() as connection:
        rows = connection.execute(
            sa.select(*schema.pools.c).order_by(schema.pools.c.name)).mappings().all()
        stored = {row["name"] for row in rows}
        for pool in connection.execute(sa.select(_E.pool).distinct()).scalars():
            if pool not in stored:
                faults[pool] = PoolFault(pool, 1, "its entries", "no pool of this name", "one")
        if name and name not in stored:
            faults[name] = PoolFault(name, 0, "the pool", "nothing", "a pool of this name")
        for row in rows:
            at: str = row["name"]
            if name and at != name:
                continue
            walk = _Walk(at)
            walks.append(walk)
            try:
                walk.run(decode_standing(row), _rows(connection, at))
            except _Mismatch as misfit:
                faults[at] = PoolFault(at, walk.at, *misfit.details)
            except (msgspec.DecodeError, KeyError, TypeError, ValueError) as error:
                faults[at] = PoolFault(at, walk.at, "what it says", repr(error),
                                       "what an entry of its kind says")
            values[at] = walk.value
    if not name:
        for fault in _check_passages(walks):
            if fault.pool not in faults or fault.seq < faults[fault.pool].seq:
                faults[fault.pool] = fault
    return PoolFinding(verified=not faults, entries=sum(w.seq for w in walks), values=values,
                       faults=tuple(faults[pool_name] for pool_name in sorted(faults)))


def _rows(connection: sa.Connection, name: str) -> Iterator[sa.RowMapping]:
    after: int | None = None
    while True:
        query = sa.select(schema.entries).where(_E.pool == name).order_by(_E.seq).limit(_PAGE)
        rows = connection.execute(
            query if after is None else query.where(_E.seq > after)).mappings().all()
        if not rows:
            return
        yield from rows
        after = rows[-1]["seq"]


def _check_passages(walks: list[_Walk]) -> Iterator[PoolFault]:
    """Whatever leaves a pool for another must arrive there, once."""
    left = {f"{walk.name}/{seq}": passage for walk in walks for seq, passage in walk.left.items()}
    for walk in walks:
        for at, (origin, *arrived) in walk.arrived.items():
            if left.pop(origin, None) != (walk.name, *arrived):
                yield PoolFault(walk.name, at, "where it comes from", origin,
                                "one entry by which this sum left for this pool")
    for origin, (to, *_) in left.items():
        pool, _, seq = origin.rpartition("/")
        yield PoolFault(pool, int(seq), "where it goes", "nothing that arrived",
                        f"an entry of {to} by which this sum arrived")


class _Walk:
    """One pass over a pool; its state is the sum of the entries so far."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.seq = 0
        self.at = 0  # the entry that is looked at
        self.hash = GENESIS
        self.value = 0
        self.left: dict[int, _Passage] = {}   # seq -> to, house, amount, kind
        self.arrived: dict[int, _Passage] = {}   # seq -> origin, house, amount, kind
        self._seal: str | None = None
        self._peak = 0                               # the highest value after a bet
        self._reached = 0                            # the same before the last bet
        self._claimed: dict[int, int] = {}
        self._next: tuple[str, str, int] | None = None   # kind, house, amount that must follow
        self._successor = ""

    def run(self, s: Standing, lines: Iterator[sa.RowMapping]) -> None:
        self.s = s
        if s.pool.name != self.name:
            raise _Mismatch("its definition", phrase("that of {name}", name=s.pool.name),
                            phrase("that of {name}", name=self.name))
        for row in lines:
            self._check_row(row)
        self.at = self.seq + 1
        if self._next is not None:
            raise _Mismatch("the end of its entries", phrase("entry {seq}", seq=self.seq),
                            _entry_text(self._next))
        _expect_equal("the end of its entries", (self.seq, self.hash), (s.seq, s.hash))
        _expect_equal("its value", s.value, self.value)
        self._check_value()
        _expect_equal("where its money goes on to", s.successor, self._successor)
        seal = (None if s.trigger is None or s.nonce is None
                else seal_sum(bytes.fromhex(s.nonce), s.trigger))
        _expect_equal("the seal of its secret sum", seal, self._seal)

    def _check_row(self, row: sa.RowMapping) -> None:
        self.at = self.seq + 1
        _expect_equal("the number of the entry", row["seq"], self.at)
        _expect_equal("the digest of the entry before", row["prev"], self.hash)
        raw = row["facts"] if isinstance(row["facts"], bytes) else str(row["facts"]).encode()
        e = PoolEntry(pool=row["pool"], seq=row["seq"], kind=row["kind"], house=row["house"],
                      key=row["key"], amount=row["amount"], at=row["at"], law=row["law"], facts={},
                      prev=row["prev"])
        _expect_equal("the digest of the entry", row["hash"], link(row["prev"], e, raw))
        e = msgspec.structs.replace(e, facts=msgspec.json.decode(raw))
        self.seq, self.hash = e.seq, row["hash"]
        if (e.seq == 1) != (e.kind == "open") or e.kind not in KINDS:
            raise _Mismatch("what happened", e.kind, "open" if e.seq == 1 else "; ".join(KINDS[1:]))
        due, self._next = self._next, None
        if due is not None and (e.kind, e.house, e.amount) != due:
            raise _Mismatch(
                "what follows", _entry_text((e.kind, e.house, e.amount)), _entry_text(due)
            )
        if due is None and (e.kind == "start" or (e.kind == "settlement" and "to" not in e.facts)):
            raise _Mismatch("what happened", e.kind, "an entry that can follow the one before it")
        before = self.value
        self.value += e.amount
        if e.kind not in PAIRED:
            self._check_value()
        getattr(self, f"_{e.kind}")(e, before)
        if e.facts.get("to") and e.kind != "settlement":
            self.left[e.seq] = (e.facts["to"], e.house, -e.amount, e.kind)
        if "origin" in e.facts and e.kind != "settlement":
            self.arrived[e.seq] = (e.facts["origin"], e.house, e.amount, e.kind)

    def _check_value(self) -> None:
        if self.value < 0:
            raise _Mismatch("what the pool holds", phrase("{value} cents", value=self.value),
                            "0 or more")

    # -- by kind ----------------------------------------------------------------------------------

    def _open(self, e: PoolEntry, before: int) -> None:
        _expect_equal("the definition of the pool", self.s.pool.digest(), e.facts["definition"])
        self._expect_start()

    def _expect_start(self) -> None:
        self._next = ("start", self.s.pool.seeded_by, self.s.pool.start)

    def _start(self, e: PoolEntry, before: int) -> None:
        self._seal, self._peak = e.facts.get("seal"), 0
        _expect_equal("whether a secret sum is sealed", self._seal is not None,
                      bool(self.s.pool.must_hit_by))

    def _contribution(self, e: PoolEntry, before: int) -> None:
        if e.amount <= 0 or e.house not in self.s.pool.houses:
            raise _Mismatch("a contribution", phrase("{amount} cents of {house}",
                                                     amount=e.amount, house=e.house),
                            phrase("more than nothing, of {houses}",
                                   houses=', '.join(self.s.pool.houses)))
        self._expect_after_arrival(e)

    def _expect_after_arrival(self, e: PoolEntry) -> None:
        """What must follow money that came in."""
        over = self.value - self.s.pool.ceiling
        if self._successor:
            self._next = ("transfer", e.house, -e.amount)
        elif e.kind in BET_KINDS:
            if self.s.pool.ceiling and over > 0:
                self._next = ("overflow", e.house, -min(e.amount, over))
            self._reached, self._peak = self._peak, max(self._peak, self.value)

    def _overflow(self, e: PoolEntry, before: int) -> None:
        if "origin" in e.facts:
            self._expect_after_arrival(e)
        elif e.facts["to"] != ("" if "of" in e.facts else self.s.pool.overflow) or e.amount >= 0:
            raise _Mismatch("an overflow",
                            phrase("{amount} cents to {pool}", amount=e.amount, pool=e.facts["to"]),
                            phrase("less than nothing, to {pool}",
                                   pool=self.s.pool.overflow or "no pool"))

    def _transfer(self, e: PoolEntry, before: int) -> None:
        if "origin" in e.facts:
            self._expect_after_arrival(e)
            return
        if not self._successor and e.law == L["6"]:
            self._successor = e.facts["to"]
            self._check_opening(e, self._peak, None)
        _expect_equal("where its money goes on to", e.facts["to"], self._successor)

    def _win(self, e: PoolEntry, before: int) -> None:
        if e.fell:
            _expect_equal("the prize", -e.amount, before)
            self._check_opening(e, self._reached, before)
            self._expect_start()
            return
        part = part_of(e.facts)
        if part is None:
            raise _Mismatch("a prize", "one that was neither claimed nor won by "
                                       "a secret sum", "one that was")
        due = part.of(before)
        _expect_equal(f"a prize of {part.part}", -e.amount, due)
        self._claimed[e.seq] = due
        if part.whole(due, before):
            self._check_opening(e, self._peak, None)
            self._expect_start()

    def _check_opening(self, e: PoolEntry, below: int, reached: int | None) -> None:
        """The seal is opened, with a sum that no earlier bet had reached, or that this one did."""
        if self._seal is None:
            return
        opens = e.facts["opens"]
        trigger = opens["trigger"]
        _expect_equal("the seal", seal_sum(bytes.fromhex(opens["nonce"]), trigger), self._seal)
        low, high = self.s.pool.start + 1, self.s.pool.must_hit_by
        if not low <= trigger <= high:
            raise _Mismatch("the secret sum", trigger, phrase("{low} to {high}", low=low,
                                                              high=high))
        if below >= trigger or (reached is not None and reached < trigger):
            raise _Mismatch("the secret sum", trigger,
                            phrase("more than {below}", below=below) if reached is None
                            else phrase("more than {below}, up to {reached}", below=below,
                                        reached=reached))
        self._seal = None

    def _return(self, e: PoolEntry, before: int) -> None:
        _expect_equal("a prize that came back", e.amount, self._claimed.pop(e.facts["of"], None))
        self._expect_after_arrival(e)
        if self.s.pool.void_prize == "house" and not self._successor:
            self._next = ("overflow", e.house, -e.amount)

    def _settlement(self, e: PoolEntry, before: int) -> None:
        if "to" in e.facts:
            self._next = ("settlement", e.facts["to"], -e.amount)


def _expect_equal(what: str, found: object, expected: object) -> None:
    if found != expected:
        raise _Mismatch(what, found, expected)


def _entry_text(entry: tuple[str, str, int]) -> str:
    kind, house, amount = entry
    return f"{kind} of {amount} cents by {house}"
