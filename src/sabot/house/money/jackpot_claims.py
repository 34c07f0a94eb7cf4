"""Claims pool prizes for coups that wait for one, each exactly once.

A claim is stored before it is sent and always has the same key: after a crash the pool keeper gives
the same answer again.
"""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Mapping
from fractions import Fraction
from typing import Protocol

import msgspec
import structlog

from sabot.games import game
from sabot.house.ports import AnyTable, HasClock, HasPools, HasTables, PoolKeeper, TableService
from sabot.house.table.versioned_events import Proposal
from sabot.ledger import LedgerError
from sabot.money import EURO, euros
from sabot.procedure import Claim
from sabot.procedure.table import Table
from sabot.regulations import Section, cite_clause

L = Section("pt-217-2007/maquinas-automaticas")
AGAIN = 0.5  # seconds until a keeper that does not answer is asked again

log = structlog.get_logger("sabot.claims")


def pool_of(table: Table) -> str:
    """Return the name of the pool that a table shares with others; "" when it shares none."""
    jackpot = getattr(table.rules, "jackpot", None)
    return getattr(jackpot, "pool", "")


def _start_of(table: Table) -> int:
    """Return the start that a table's file gives for its pool, in cents; 0 when the pool decides.
    """
    start = game(table.game).pool.start
    return start(table) if start else 0


def _share_of(table: Table) -> Fraction:
    """Return the share of each bet that a table gives to its pool; 0 when bets for it are made
    separately."""
    share = game(table.game).pool.share
    return share(table) if share else Fraction(0)


def check_pools(tables: Mapping[str, Table], keeper: PoolKeeper | None) -> None:
    """Raise ValueError unless every pool that a table feeds has a keeper."""
    known = keeper.starts() if keeper else {}
    for table_id, table in tables.items():
        name, start, currency = pool_of(table), _start_of(table), game(table.game).currency
        if name and currency != EURO:
            raise ValueError(f"table {table_id} is played in {currency} and feeds the pool "
                             f"{name!r}, which is in euros")
        if name and name not in known:
            raise ValueError(f"table {table_id} feeds the pool {name!r}, which this house does "
                             f"not know; it knows {', '.join(known) or 'none'}")
        share = _share_of(table)
        if name and keeper and share and share != keeper.shares()[name]:
            raise ValueError(f"table {table_id} gives {share} of each bet to the pool {name!r}, "
                             f"which takes {keeper.shares()[name]}")
        if name and start and start != known[name]:
            raise ValueError(f"by the file of table {table_id} the pool {name!r} begins with "
                             f"{euros(start)}; it begins with {euros(known[name])}")


class PoolCard(msgspec.Struct, frozen=True, kw_only=True):
    """A pool that tables share: its value and start in cents, its share of each bet as a fraction,
    and the tables of this house that feed it."""

    pool: str
    cents: int
    start: int
    share: str
    tables: list[str]
    law: str


class _Feeds(HasPools, HasTables, Protocol):
    """What describing pools needs of the house."""


class _Host(HasClock, HasPools, Protocol):
    """What a claim needs of the house."""


def pays_into_pool(tables: Mapping[str, Table], of: Collection[str]) -> bool:
    """Whether one of these tables pays into a pool."""
    return any(pool_of(tables[table_id]) for table_id in of)


def describe_pools(house: _Feeds) -> list[PoolCard]:
    """Describe the pools that tables of this house feed."""
    keeper = house.pools
    fed: dict[str, list[str]] = {}
    for table_id, table in house.tables.items():
        if name := pool_of(table):
            fed.setdefault(name, []).append(table_id)
    if keeper is None or not fed:
        return []
    cite_clause(L["4"], L["5"])
    return [PoolCard(pool=name, cents=keeper.values()[name], start=keeper.starts()[name],
                     share=str(keeper.shares()[name]), tables=sorted(fed[name]), law=L["5"])
            for name in sorted(fed)]


_RUNNING: set[asyncio.Task[None]] = set()


async def _return_void_claims(keeper: PoolKeeper, table: AnyTable) -> None:
    """Return what void coups had claimed. It retries while the journal or the pool book is away;
    the last retry is when the house opens."""
    while not table.closed:
        try:
            if cents := await keeper.set_right():
                log.info("claims of void coups were returned", cents=cents)
            return
        except LedgerError as error:
            log.error("claims of void coups are not returned yet", error=str(error))
            await asyncio.sleep(AGAIN)
        except Exception:
            log.exception("claims of void coups are not returned yet")
            return


def pool_values(keeper: PoolKeeper | None, table: Table) -> dict[str, int]:
    """Return the value of a table's pool by its name, as its keeper last reported; {} for a table
    without one."""
    name = pool_of(table)
    if not name or keeper is None:
        return {}
    cite_clause(L["5"])
    return {name: keeper.values()[name]}


class JackpotClaims(TableService):
    """The pool claims of one table."""

    def __init__(self, table: AnyTable, host: _Host) -> None:
        self.table = table
        self.host = host
        self.feeds = bool(pool_of(table.desk.table))
        self._task: asyncio.Task[None] | None = None

    def on_open(self, table: AnyTable) -> None:
        """Check the coup: it may have been waiting for a pool before the house closed."""
        self.check()

    def on_stored(self, table: AnyTable, proposal: Proposal) -> None:
        """Check the coup: it may feed a pool, or wait for one."""
        self.check()

    async def on_void(self, table: AnyTable, *, refunded: bool) -> None:
        """Return what was claimed for the coup, or is being claimed."""
        self._voided()

    def on_close(self, table: AnyTable) -> None:
        """Stop; an open claim is sent again when the house reopens."""
        if self._task is not None:
            self._task.cancel()

    def check(self) -> None:
        """Wake the pool keeper, and start a claim when the coup waits for one."""
        if self.feeds and (keeper := self.host.pools) is not None:
            keeper.poke()
        if self._task is None and not self.table.closed and self._waits() is not None:
            self._task = asyncio.create_task(self._ask(), name=f"claim-{self.table.desk.id}")
            self._task.add_done_callback(self._done)

    def _voided(self) -> None:
        if self.feeds and (keeper := self.host.pools) is not None:
            task = asyncio.create_task(_return_void_claims(keeper, self.table),
                                       name=f"void-{self.table.desk.id}")
            _RUNNING.add(task)
            task.add_done_callback(_RUNNING.discard)

    def _waits(self) -> tuple[Claim, str] | None:
        """Return the claim that the coup waits for, and its key; None when it waits for none."""
        desk = self.table.desk
        if not isinstance(desk.awaited, Claim) or desk.dealer is None:
            return None
        return desk.awaited, f"{desk.state.coup}/{len(desk.dealer.record)}"

    def _done(self, task: asyncio.Task[None]) -> None:
        self._task = None
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("a claim failed", table=self.table.desk.id, error=repr(error))
            asyncio.get_running_loop().call_later(AGAIN, self.check)
        elif not task.cancelled():
            self.check()  # the coup may need another claim at once

    async def _ask(self) -> None:
        waits, keeper = self._waits(), self.host.pools
        if waits is None:
            return
        step, key = waits
        if keeper is None:
            raise LookupError(f"this house has no pools, but the coup claims {step.pool}")
        cents = await keeper.claim(step.pool, key, step.part, step.amount, step.among)

        async def tell() -> bool:
            if self._waits() == waits:
                desk = self.table.desk
                proposal = desk.propose_enter(cents, self.host.clock.now(), step.pool)
                if isinstance(proposal, Proposal):
                    return await self.table.store(proposal) is not None
                log.error("a claim is refused", table=desk.id, text=proposal.text)
            else:
                self._voided()
            return True

        if await self.table.ask(tell) is not True:
            raise LedgerError("the pool's prize could not be stored; the claim is repeated")
