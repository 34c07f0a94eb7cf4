"""The house's side of the pools: delivers what its tables add, and enters what the pool book
reports.

The ledger of the house and the pool book are two databases. A bet's part of a pool is first in the
ledger, in the account ``pool:NAME``, and is delivered to the book from there. What the book does to
this house (a start that it pays in, an overflow, a prize that fell, what rule 6 moves) is first in
the book and is then entered in the ledger. Each has a permanent key, so that nothing is lost or
done twice when a process dies.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Mapping
from contextlib import suppress
from fractions import Fraction
from typing import Any, TypeVar

import structlog

from sabot.ledger import Entry, Ledger, LedgerError, Unreachable
from sabot.ledger.postings import POOL, Accounts
from sabot.ledger.references import decode_body
from sabot.money import EURO, Transfer
from sabot.pools import Contribution, Hit, Pool, PoolEntry, PoolRefused, Pools
from sabot.pools.entry import hit_of
from sabot.procedure import Move, canonical

PERIOD = 1.0     # seconds until the book is read again without a poke
PATIENCE = 5.0   # longest wait in seconds between two attempts
PAGE = 500       # entries of the ledger that are delivered at once
BEHIND = 2_000   # entries without a contribution after which the mark is stored anyway
_ENTERED = "pool/"  # prefix of the keys of transfers entered from the book

log = structlog.get_logger("sabot.pools")
Done = TypeVar("Done")
Commit = Callable[[Entry], Awaitable[Any]]


class HousePools:
    """The pools as one house uses them: delivers, claims, enters. One task serves any number of
    tables.

    ``name`` is this house's name in the pools. ``open`` opens the pool book; it runs in a thread.
    ``defined`` are the pools that this house opens if they are not open. Attach a house before the
    start: its ledger is read, and entries are committed through it. ``on_hit`` is called for each
    prize that fell to a bet of this house, once it is entered; ``on_values`` when values have
    changed.
    """

    def __init__(self, name: str, open: Callable[[], Pools], ledger: Ledger,
                 defined: Iterable[Pool] = ()) -> None:
        self.name = name
        self.ledger = ledger
        self.defined = {pool.name: pool for pool in defined}
        self._names = ledger.accounts(EURO)  # pools are always in euros
        self.on_hit: Callable[[Hit], None] | None = None
        self.on_values: Callable[[], None] | None = None
        self._open = open
        self._pools: Pools | None = None
        self._commit: Commit | None = None
        self._values = dict(self.starts())
        self._mark = self._kept = 0
        self._stirred = asyncio.Event()
        self._stopping = self._closed = False
        self._turn = asyncio.Lock()
        self._task: asyncio.Task[None] | None = None

    # -- what a house asks of it ------------------------------------------------------------------

    def attach(self, commit: Commit) -> None:
        """Set the function that commits entries to the ledger: ``Committer.commit`` of the house.
        """
        self._commit = commit

    def values(self) -> Mapping[str, int]:
        """Return the cents in each pool, as last reported; before that, its start."""
        return self._values

    def starts(self) -> Mapping[str, int]:
        """Return the start of each pool, in cents."""
        return {pool.name: pool.start for pool in self.defined.values()}

    def shares(self) -> Mapping[str, Fraction]:
        """Return the share of each bet that each pool takes."""
        return {pool.name: pool.rate for pool in self.defined.values()}

    def poke(self) -> None:
        """Wake the task: there may be something to deliver."""
        self._stirred.set()

    async def start(self) -> None:
        """Open the pools and catch up if the book can be reached; retry until it can."""
        if self._commit is None:
            raise RuntimeError("attach the books of the house first")
        self._stopping = self._closed = False
        try:
            await self._once()
            await self.set_right()
        except LedgerError as error:
            log.error("the pool book is not open", error=str(error))
        self._task = asyncio.create_task(self._run(), name="pools")

    async def stop(self) -> None:
        """Deliver what is there if the book can be reached, then stop."""
        if self._task is not None:
            self._stopping = True
            self._stirred.set()
            with suppress(TimeoutError, asyncio.CancelledError):
                await asyncio.wait_for(self._task, PATIENCE)
            self._task = None
        self._closed = True
        if self._pools is not None:
            self._pools.close()
            self._pools = None

    def abandon(self) -> None:
        """Stop at once, as if the process were killed: what is delivered and entered stays."""
        self._stopping = self._closed = True
        if self._task is not None:
            self._task.cancel()
            self._task = None
        if self._pools is not None:
            self._pools.close()
            self._pools = None

    async def claim(self, pool: str, key: str, part: str = "1", amount: int = 0,
                    among: int = 1) -> int:
        """Return the cents that a pool pays under this key, always the same: a ``part`` of it, or
        ``amount`` cents, in equal parts ``among`` so many. Undelivered contributions are included.
        Waits until the book answers; PoolRefused when the book refuses."""
        async def ask() -> int:
            async with self._turn:
                pools = await self._deliver()
                return await asyncio.to_thread(pools.claim, self.name, pool, key,
                                               amount or Fraction(part), among)

        cents = await self._until_answered("a claim", ask)
        self.poke()
        return cents

    async def give_back(self, pool: str, key: str) -> int:
        """Return the prize claimed under this key: its coup is void and paid nobody."""
        async def ask() -> int:
            pools = await self._opened()
            return await asyncio.to_thread(pools.give_back, self.name, pool, key)

        cents = await self._until_answered("a prize of a void coup", ask)
        self.poke()
        return cents

    async def set_right(self) -> int:
        """Return claims of void coups that paid nobody (ir/309); the sum in cents.

        A claim may be answered while its coup is voided, or just after, and the house may die in
        between. The trace of that is a prize that the book has paid and the ledger has not.
        """
        returned = 0
        for name in await self.unequal():
            for key in await asyncio.to_thread(self._unpaid, name):
                returned += await self.give_back(name, key)
        return returned

    def _unpaid(self, name: str) -> list[str]:
        """Return the keys of claims by void coups of this house that were never paid out."""
        assert self._pools is not None
        keys, account = [], self._names.pool(name)
        entries = self._pools.entries(name)
        returned = {e.facts.get("of") for e in entries if e.kind == "return"}
        for e in entries:
            if e.kind != "win" or e.house != self.name or e.fell or e.seq in returned:
                continue
            records = self.ledger.entries(coup=e.key.rpartition("/")[0])
            paid = any(p.transfer.frm == account for record in records
                       for p in self.ledger.postings(after=record.seq - 1, upto=record.seq))
            if not paid and any(record.kind == "void" for record in records):
                keys.append(e.key)
        return keys

    async def dues(self, pool: str) -> dict[str, int]:
        """Return by house what it owes the others for prizes of this pool; negative when they owe
        it."""
        return await asyncio.to_thread((await self._opened()).dues, pool)

    async def unequal(self) -> dict[str, tuple[int, int]]:
        """Return by pool what this house holds according to the book and to its ledger, where they
        differ after all is delivered and entered: a claimed prize has not been paid yet."""
        await self._once()
        pools = await self._opened()

        def compare() -> dict[str, tuple[int, int]]:
            in_book = {name: pools.holdings(name).get(self.name, 0) for name in pools.pools()}
            owner = self._names.owner
            in_ledger = {owner(name): cents for name, cents in self.ledger.balances(POOL).items()}
            pairs = {name: (in_book.get(name, 0), in_ledger.get(name, 0))
                     for name in in_book.keys() | in_ledger.keys()}
            return {name: pair for name, pair in sorted(pairs.items()) if pair[0] != pair[1]}

        return await asyncio.to_thread(compare)

    # -- the task ---------------------------------------------------------------------------------

    async def _run(self) -> None:
        wait = 0.0
        while not self._stopping:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._stirred.wait(), 0 if wait else PERIOD)
            self._stirred.clear()
            try:
                await self._once()
                wait = 0.0
            except Exception as error:  # the work is in the ledger; this task must survive
                wait = min(PATIENCE, 2 * wait or 0.1)
                expected = isinstance(error, LedgerError | PoolRefused)
                log.error("the pools are not up to date", error=str(error), again=wait,
                          exc_info=not expected)
                if not self._stopping:
                    await asyncio.sleep(wait)

    async def _once(self) -> None:
        """Deliver, enter, and read the values."""
        async with self._turn:
            pools = await self._deliver()
            await self._enter(pools)
            values = await asyncio.to_thread(pools.values)
        changed, self._values = values != self._values, values
        if changed and self.on_values is not None:
            self.on_values()

    async def _until_answered(self, subject: str, ask: Callable[[], Awaitable[Done]]) -> Done:
        wait = 0.05
        while True:
            try:
                return await ask()
            except LedgerError as error:
                log.error(
                    f"{subject} waits for the pool book", error=str(error), again=wait)
                await asyncio.sleep(wait)
                wait = min(PATIENCE, 2 * wait)

    async def _opened(self) -> Pools:
        if self._closed:
            raise Unreachable("the house has closed its side of the pools")
        if self._pools is None:
            self._pools = await asyncio.to_thread(self._open_book)
        return self._pools

    def _open_book(self) -> Pools:
        pools = self._open()
        try:
            waiting = list(self.defined.values())
            while waiting:  # define a pool after the pool that receives its overflow
                names = {pool.name for pool in waiting}
                ready = [pool for pool in waiting if pool.overflow not in names]
                for pool in ready or waiting:
                    pools.define(pool)
                waiting = [pool for pool in waiting if pool not in (ready or waiting)]
            self._mark = self._kept = pools.last_delivered(self.name)
        except BaseException:
            pools.close()
            raise
        return pools

    # -- from the ledger to the book --------------------------------------------------------------

    async def _deliver(self) -> Pools:
        pools = await self._opened()
        await asyncio.to_thread(self._deliver_all, pools)
        return pools

    def _deliver_all(self, pools: Pools) -> None:
        """Deliver everything that the ledger holds now; PoolRefused after all lawful contributions
        are delivered.

        Refused contributions stay in the ledger and are tried again with all later ones.
        """
        refused: PoolRefused | None = None
        head, mark = self.ledger.head()[0], self._mark
        while mark < head:
            upto = min(head, mark + PAGE)
            bets = self._bets(mark, upto)
            if refused is None and (bets or upto - self._kept >= BEHIND):
                try:
                    pools.contribute(self.name, bets, mark=upto)
                    self._kept = upto
                except PoolRefused as error:
                    refused = error
            if refused is not None:
                for bet in bets:
                    with suppress(PoolRefused):
                        pools.contribute(self.name, [bet])
            else:
                self._mark = upto
            mark = upto
        if refused is not None:
            raise refused

    def _bets(self, after: int, upto: int) -> list[Contribution]:
        """Return the contributions to pools in a range of ledger entries."""
        transfers: dict[int, list[Transfer]] = {}
        for posting in self.ledger.postings(after=after, upto=upto, into=POOL):
            if not posting.transfer.key.startswith(_ENTERED):
                transfers.setdefault(posting.seq, []).append(posting.transfer)
        if not transfers:
            return []
        first, owner = min(transfers) - 1, self._names.owner
        contributions = []
        for record in self.ledger.entries(since_seq=first, limit=upto - first):
            moved = transfers.pop(record.seq, [])
            if not moved:
                continue
            content = decode_body(record.kind, record.body)
            players = [e.step.player for e in content.events if isinstance(e.step, Move)
                       and e.step.kind == "contribute" and e.step.into] if content else []
            if len(players) != len(moved):  # not from bets: no player gets it
                players = [""] * len(moved)
            contributions += [Contribution(owner(t.to), t.key, t.amount, record.table, player)
                              for t, player in zip(moved, players, strict=True)]
        return contributions

    # -- from the book to the ledger --------------------------------------------------------------

    async def _enter(self, pools: Pools) -> None:
        assert self._commit is not None
        while entries := await asyncio.to_thread(pools.feed, self.name):
            due = {
                e.id: moved for e in entries
                if (moved := ledger_transfer(e, self._names)) is not None}
            known = await asyncio.to_thread(self.ledger.stored_keys, [t.key for t in due.values()])
            moves = tuple(t for t in due.values() if t.key not in known)
            if moves:
                await self._commit(Entry(kind="house", transfers=moves, body=canonical(
                    {"pools": [e.id for e in entries if e.id in due]})))
            for e in entries:
                if e.fell:
                    await asyncio.to_thread(pools.acknowledge, self.name, e.id)
                    if self.on_hit is not None:
                        self.on_hit(hit_of(e))
            upto = {e.pool: e.seq for e in entries}
            await asyncio.to_thread(pools.note_mirrored, self.name, upto)


def ledger_transfer(e: PoolEntry, names: Accounts) -> Transfer | None:
    """Return the ledger transfer for an entry of the pool book; None when the ledger already has
    it, such as a prize that a coup pays, or the first of two entries that move money between pools.
    """
    here, key = names.pool(e.pool), _ENTERED + e.id
    frm, to = here, here
    if e.kind == "start":
        frm = names.bank("pools")
    elif e.kind == "overflow" and not e.facts.get("to", e.pool):
        to = names.bank("pools")
    elif e.fell:
        to = names.player(e.facts["player"])
    elif e.kind == "settlement":
        frm = names.name_of("settled", e.facts["origin"]) if "origin" in e.facts else here
        to = here if "origin" in e.facts else names.name_of("settled", e.facts["to"])
    elif "origin" in e.facts:
        frm = names.pool(e.facts["origin"].rpartition("/")[0])
    if frm == to or not e.amount:
        return None
    if e.amount < 0 and to == here:  # a negative amount moves the other way
        frm, to = to, frm
    return Transfer(key, frm, to, abs(e.amount), e.law)
