"""A coup that waits for the prize of a pool is told it by the pool's keeper, once and for ever.

The claim is stored before it is asked, and has the same key whenever it is asked again: after a
crash the keeper answers what it answered before.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from fractions import Fraction
from typing import Protocol

import msgspec
import structlog

from sabot.games import game
from sabot.house.ports import AnyTable, HasClock, HasPools, HasTables, PoolKeeper, TableService
from sabot.house.table.versioned_events import Proposal
from sabot.law import Section, cite_clause
from sabot.ledger import LedgerError
from sabot.money import EURO, euros
from sabot.procedure import Claim
from sabot.procedure.table import Table

L = Section("pt-217-2007/maquinas-automaticas")
AGAIN = 0.5  # seconds until a keeper that does not answer is asked again

log = structlog.get_logger("sabot.claims")


def pool_of(table: Table) -> str:
    """The pool that a table shares with others, by its name; "" where it shares none."""
    jackpot = getattr(table.rules, "jackpot", None)
    return getattr(jackpot, "pool", "")


def _start_of(table: Table) -> int:
    """The start that a table's file says of its pool, in cents; 0 where it leaves it to the pool.
    """
    start = game(table.game).pool.start
    return start(table) if start else 0


def _share_of(table: Table) -> Fraction:
    """What part of each bet a table gives to its pool; 0 where bets for it are made apart."""
    share = game(table.game).pool.share
    return share(table) if share else Fraction(0)


def check_pools(tables: Mapping[str, Table], keeper: PoolKeeper | None) -> None:
    """ValueError unless every pool that a table feeds is kept somewhere."""
    known = keeper.starts() if keeper else {}
    for table_id, table in tables.items():
        name, start, currency = pool_of(table), _start_of(table), game(table.game).currency
        if name and currency != EURO:
            raise ValueError(f"table {table_id} is played in {currency} and feeds the pool "
                             f"{name!r}, which is one of euros")
        if name and name not in known:
            raise ValueError(f"table {table_id} feeds the pool {name!r}, which this house does "
                             f"not know; it knows {', '.join(known) or 'none'}")
        share = _share_of(table)
        if name and keeper and share and share != keeper.shares()[name]:
            raise ValueError(f"table {table_id} gives {share} of each bet to the pool {name!r}, "
                             f"which takes {keeper.shares()[name]}")
        if name and start and start != known[name]:
            raise ValueError(f"table {table_id} says that the pool {name!r} begins with "
                             f"{euros(start)}; it begins with {euros(known[name])}")


class PoolCard(msgspec.Struct, frozen=True, kw_only=True):
    """A pool that tables share: the cents that it holds and begins with, its share of each bet as a
    fraction, and the tables of this house that feed it."""

    pool: str
    cents: int
    start: int
    share: str
    tables: list[str]
    law: str


class _Feeds(HasPools, HasTables, Protocol):
    """Tables that feed pools."""


class _Host(HasClock, HasPools, Protocol):
    """What a claim needs of the house."""


def describe_pools(house: _Feeds) -> list[PoolCard]:
    """The pools that tables of this house feed, with what each holds now and where."""
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
    """Set right what void coups had claimed; while the books or those of the pools are away, again
    and again, at last when the house opens."""
    while not table.closed:
        try:
            if cents := await keeper.set_right():
                log.info("what void coups had claimed went back", cents=cents)
            return
        except LedgerError as error:
            log.error("what void coups had claimed is still to go back", error=str(error))
            await asyncio.sleep(AGAIN)
        except Exception:
            log.exception("what void coups had claimed is still to go back")
            return


def pool_values(keeper: PoolKeeper | None, table: Table) -> dict[str, int]:
    """What the pool of a table holds, by its name, as its keeper last said; nothing for a table
    that shares none."""
    name = pool_of(table)
    if not name or keeper is None:
        return {}
    cite_clause(L["5"])
    return {name: keeper.values()[name]}


class JackpotClaims(TableService):
    """What the coup of one table asks of the keeper of pools."""

    def __init__(self, table: AnyTable, host: _Host) -> None:
        self.table = table
        self.host = host
        self.feeds = bool(pool_of(table.desk.table))
        self._task: asyncio.Task[None] | None = None

    def on_open(self, table: AnyTable) -> None:
        """The coup may wait for a pool since before."""
        self.check()

    def on_stored(self, table: AnyTable, proposal: Proposal) -> None:
        """It may feed a pool, or its coup wait for one."""
        self.check()

    async def on_void(self, table: AnyTable, *, refunded: bool) -> None:
        """What was claimed for the coup, or is being claimed, goes back."""
        self._voided()

    def on_close(self, table: AnyTable) -> None:
        """Ask no more; a claim that is open is asked again when the house is."""
        if self._task is not None:
            self._task.cancel()

    def check(self) -> None:
        """Something was stored at the table: it may feed a pool, or its coup wait for one."""
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
        """The claim that the coup waits for, and its key."""
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
            self.check()  # the coup may claim another part at once

    async def _ask(self) -> None:
        waits, keeper = self._waits(), self.host.pools
        if waits is None:
            return
        step, key = waits
        if keeper is None:
            raise LookupError(f"this house has no pools, and the coup claims {step.pool}")
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
            raise LedgerError("what the pool pays could not be stored; it is asked again")
