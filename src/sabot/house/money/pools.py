"""The house's side of the pools: what its tables added is delivered, what falls due is entered.

The ledger of the house and the book of the pools are two databases. A bet's part of a pool is in
the ledger first, in the account ``pool:NAME``, and is delivered from there until the book has it;
what happens in the book to this house (a start that it puts in, what overflows, a prize that fell,
what rule 6 moves) is there first and is entered in the ledger. Each has a key for ever, so that
nothing is lost or done twice, whenever either process dies.
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

PERIOD = 1.0     # seconds until the book is looked at again though nobody poked
PATIENCE = 5.0   # the most seconds between two attempts
PAGE = 500       # entries of the ledger that are delivered at once
BEHIND = 2_000   # entries without a bet for a pool after which the mark is kept all the same
_ENTERED = "pool/"  # what the keys of transfers begin with that are entered from the book

log = structlog.get_logger("sabot.pools")
Done = TypeVar("Done")
Commit = Callable[[Entry], Awaitable[Any]]


class HousePools:
    """The pools as one house knows them: delivers, claims, enters. One task, any number of tables.

    ``name`` is what the pools call this house; ``open`` opens their book, in a thread and whenever
    that is needed; ``defined`` are the pools that this house opens if they are not open. A house is
    attached before the start: its ledger is read, and what is entered goes through its books.
    ``told`` hears of each prize that fell to a bet of this house, once it is entered.
    """

    def __init__(self, name: str, open: Callable[[], Pools], ledger: Ledger,
                 defined: Iterable[Pool] = ()) -> None:
        self.name = name
        self.ledger = ledger
        self.defined = {one.name: one for one in defined}
        self._names = ledger.accounts(EURO)  # the law knows pools of euros alone
        self.told: Callable[[Hit], None] | None = None
        self.shown: Callable[[], None] | None = None
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
        """How entries reach the ledger: ``Books.commit`` of the house."""
        self._commit = commit

    def values(self) -> Mapping[str, int]:
        """The cents in each pool, as the book last said; what a pool starts with before it did."""
        return self._values

    def starts(self) -> Mapping[str, int]:
        """What each pool begins with, in cents."""
        return {one.name: one.start for one in self.defined.values()}

    def shares(self) -> Mapping[str, Fraction]:
        """What part of each bet each pool takes."""
        return {one.name: one.rate for one in self.defined.values()}

    def poke(self) -> None:
        """Something may be there to deliver."""
        self._stirred.set()

    async def start(self) -> None:
        """Open the pools and catch up if their book can be reached; go on until it can."""
        if self._commit is None:
            raise RuntimeError("attach the books of the house first")
        self._stopping = self._closed = False
        try:
            await self._once()
            await self.set_right()
        except LedgerError as error:
            log.error("the book of the pools is not open", error=str(error))
        self._task = asyncio.create_task(self._run(), name="pools")

    async def stop(self) -> None:
        """Deliver what there is if the book can be reached, then nothing more."""
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

    async def claim(self, pool: str, key: str, part: str = "1", amount: int = 0,
                    among: int = 1) -> int:
        """The cents that a pool pays under this key, the same for ever: a ``part`` of it, or
        ``amount`` cents, in equal parts ``among`` so many. What the house has not delivered yet is
        in it. Waits until the book answers; PoolRefused for what it will not do."""
        async def ask() -> int:
            async with self._turn:
                pools = await self._deliver()
                return await asyncio.to_thread(pools.claim, self.name, pool, key,
                                               amount or Fraction(part), among)

        cents = await self._until_answered("a claim", ask)
        self.poke()
        return cents

    async def give_back(self, pool: str, key: str) -> int:
        """The prize claimed under this key goes back: its coup is void and paid nobody."""
        async def ask() -> int:
            pools = await self._opened()
            return await asyncio.to_thread(pools.give_back, self.name, pool, key)

        cents = await self._until_answered("a prize of a void coup", ask)
        self.poke()
        return cents

    async def set_right(self) -> int:
        """Give back what was claimed for coups that are void and paid nobody (ir/309); the cents.

        A claim may be answered while its coup is voided, or a moment after, and the house may die
        in between: what shows in the end is a prize that the book has paid and the ledger never.
        """
        back = 0
        for name in await self.unequal():
            for key in await asyncio.to_thread(self._unpaid, name):
                back += await self.give_back(name, key)
        return back

    def _unpaid(self, name: str) -> list[str]:
        """The keys under which void coups of this house have claimed a prize that none paid."""
        assert self._pools is not None
        found, account = [], self._names.pool(name)
        entries = self._pools.entries(name)
        returned = {e.facts.get("of") for e in entries if e.kind == "return"}
        for e in entries:
            if e.kind != "win" or e.house != self.name or e.fell or e.seq in returned:
                continue
            told = self.ledger.entries(coup=e.key.rpartition("/")[0])
            paid = any(p.transfer.frm == account for record in told
                       for p in self.ledger.postings(after=record.seq - 1, upto=record.seq))
            if not paid and any(record.kind == "void" for record in told):
                found.append(e.key)
        return found

    async def dues(self, pool: str) -> dict[str, int]:
        """House -> what it owes the others for prizes of this pool; below nothing, what they owe
        it."""
        return await asyncio.to_thread((await self._opened()).dues, pool)

    async def unequal(self) -> dict[str, tuple[int, int]]:
        """Pool -> what the book says that this house holds and what its ledger does, where they
        differ once all is delivered and entered: a prize was claimed that no coup has paid yet."""
        await self._once()
        pools = await self._opened()

        def compare() -> dict[str, tuple[int, int]]:
            held = {name: pools.holdings(name).get(self.name, 0) for name in pools.pools()}
            owner = self._names.owner
            there = {owner(name): cents for name, cents in self.ledger.balances(POOL).items()}
            both = {name: (held.get(name, 0), there.get(name, 0))
                    for name in held.keys() | there.keys()}
            return {name: pair for name, pair in sorted(both.items()) if pair[0] != pair[1]}

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
            except Exception as error:  # what waits is written down; this task must live
                wait = min(PATIENCE, 2 * wait or 0.1)
                expected = isinstance(error, LedgerError | PoolRefused)
                log.error("the pools are not up to date", error=str(error), again=wait,
                          exc_info=not expected)
                if not self._stopping:
                    await asyncio.sleep(wait)

    async def _once(self) -> None:
        """Deliver, enter, and look what the pools hold."""
        async with self._turn:
            pools = await self._deliver()
            await self._enter(pools)
            values = await asyncio.to_thread(pools.values)
        changed, self._values = values != self._values, values
        if changed and self.shown is not None:
            self.shown()

    async def _until_answered(self, what: str, ask: Callable[[], Awaitable[Done]]) -> Done:
        wait = 0.05
        while True:
            try:
                return await ask()
            except LedgerError as error:
                log.error(f"{what} waits for the book of the pools", error=str(error), again=wait)
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
            while waiting:  # a pool comes after the one to which its money goes on
                names = {one.name for one in waiting}
                ready = [one for one in waiting if one.overflow not in names]
                for one in ready or waiting:
                    pools.define(one)
                waiting = [one for one in waiting if one not in (ready or waiting)]
            self._mark = self._kept = pools.marked(self.name)
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
        """Everything that the ledger holds now; PoolRefused once all that is lawful is delivered.

        What is refused stays in the ledger, and is tried again with all that came after it.
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
                for one in bets:
                    with suppress(PoolRefused):
                        pools.contribute(self.name, [one])
            else:
                self._mark = upto
            mark = upto
        if refused is not None:
            raise refused

    def _bets(self, after: int, upto: int) -> list[Contribution]:
        """What the entries of the ledger after one and up to another add to pools."""
        came: dict[int, list[Transfer]] = {}
        for posting in self.ledger.postings(after=after, upto=upto, into=POOL):
            if not posting.transfer.key.startswith(_ENTERED):
                came.setdefault(posting.seq, []).append(posting.transfer)
        if not came:
            return []
        first, owner = min(came) - 1, self._names.owner
        found = []
        for record in self.ledger.entries(since_seq=first, limit=upto - first):
            moved = came.pop(record.seq, [])
            if not moved:
                continue
            told = decode_body(record.kind, record.body)
            whose = [e.step.player for e in told.events if isinstance(e.step, Move)
                     and e.step.kind == "contribute" and e.step.into] if told else []
            if len(whose) != len(moved):  # no bet told it: it is nobody's
                whose = [""] * len(moved)
            found += [Contribution(owner(t.to), t.key, t.amount, record.table, player)
                      for t, player in zip(moved, whose, strict=True)]
        return found

    # -- from the book to the ledger --------------------------------------------------------------

    async def _enter(self, pools: Pools) -> None:
        assert self._commit is not None
        while news := await asyncio.to_thread(pools.feed, self.name):
            due = {e.id: moved for e in news if (moved := entered(e, self._names)) is not None}
            known = await asyncio.to_thread(self.ledger.stored_keys, [t.key for t in due.values()])
            moves = tuple(t for t in due.values() if t.key not in known)
            if moves:
                await self._commit(Entry(kind="house", transfers=moves, body=canonical(
                    {"pools": [e.id for e in news if e.id in due]})))
            for e in news:
                if e.fell:
                    await asyncio.to_thread(pools.acknowledge, self.name, e.id)
                    if self.told is not None:
                        self.told(hit_of(e))
            await asyncio.to_thread(pools.mirrored, self.name, {e.pool: e.seq for e in news})


def entered(e: PoolEntry, names: Accounts) -> Transfer | None:
    """How the ledger of its house follows an entry of a pool; None for what is there already, such
    as a prize that a coup pays, or the first of two entries that move money between pools."""
    here, key = names.pool(e.pool), _ENTERED + e.id
    frm, to = here, here
    if e.kind == "start":
        frm = names.bank("pools")
    elif e.fell:
        to = names.player(e.facts["player"])
    elif e.kind == "settlement":
        frm = names.named("settled", e.facts["origin"]) if "origin" in e.facts else here
        to = here if "origin" in e.facts else names.named("settled", e.facts["to"])
    elif "origin" in e.facts:
        frm = names.pool(e.facts["origin"].rpartition("/")[0])
    if frm == to or not e.amount:
        return None
    if e.amount < 0 and to == here:  # what a house is owed goes along: the other way round
        frm, to = to, frm
    return Transfer(key, frm, to, abs(e.amount), e.law)
