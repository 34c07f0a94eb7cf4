"""A node runs whatever it has the lease of, also when it did not hear that it has it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Collection
from contextlib import asynccontextmanager

import pytest

from sabot.house.books.purse import OwnPurse
from sabot.house.nodes.groups import DESK
from sabot.house.nodes.node import HouseNode
from sabot.ledger import LedgerError
from sabot.ledger.nodes import Lease, Node, Nodes
from sabot.ledger.shared_ledger import SharedLedger
from support.house_evening import run_async
from support.open_house import SHARED, table

pytestmark = [pytest.mark.postgres, pytest.mark.xdist_group("nodes")]


class Tables:
    """A house of one table, which takes it over unless it ``fails``."""

    def __init__(self, ledger: SharedLedger) -> None:
        self.files = {"shared": table(SHARED)}
        self.purse = OwnPurse(ledger)
        self.here: set[str] = set()
        self.fails = False

    async def take_over(self, tables: Collection[str]) -> None:
        if self.fails:
            raise LedgerError("the database is away")
        self.here |= {*tables}

    async def give_up(self, tables: Collection[str]) -> None:
        self.here -= {*tables}

    async def settle_removed_tables(self) -> None:
        pass

    def seal(self) -> None:
        pass

    def looked_at(self, tables: Collection[str]) -> int:
        return 0

    async def catch_up(self) -> None:
        """Nothing is stored that concerns the whole house."""


@asynccontextmanager
async def node_at(postgres: str) -> AsyncIterator[tuple[HouseNode, Tables, Nodes]]:
    ledger, nodes = SharedLedger.join(postgres, "a", "rules-1")
    with ledger:
        house = Tables(ledger)
        node = HouseNode(house, house, nodes, ledger.node, lambda: None, lambda _: None)
        yield node, house, nodes
    

@run_async
async def test_a_lease_whose_answer_is_lost_is_taken_again(
        postgres: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async with node_at(postgres) as (node, house, nodes):
        take = nodes.take

        def lose(me: Node, group: str) -> Lease | None:
            lease = take(me, group)
            if group == DESK:
                return lease
            raise LedgerError("the answer is lost")

        monkeypatch.setattr(nodes, "take", lose)
        with pytest.raises(LedgerError):
            await node.start()
        monkeypatch.undo()
        assert nodes.leases().keys() == {DESK, "table shared"} and not house.here
        await node.start()
        assert house.here == {"shared"}


@run_async
async def test_a_lease_that_could_not_be_given_up_is_taken_again(
        postgres: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async with node_at(postgres) as (node, house, nodes):
        def fail(lease: Lease) -> None:
            raise LedgerError("the database is away")

        house.fails = True
        monkeypatch.setattr(nodes, "leave", fail)
        with pytest.raises(LedgerError):
            await node.start()
        monkeypatch.undo()
        house.fails = False
        assert nodes.leases() and not house.here
        await node.start()
        assert house.here == {"shared"}


@run_async
async def test_a_node_runs_no_table_that_it_is_giving_up(postgres: str) -> None:
    async with node_at(postgres) as (node, house, _):
        await node.start()
        assert node.owner_of("shared") == node.me
        owners = []
        give_up = house.give_up

        async def look(tables: Collection[str]) -> None:
            await give_up(tables)
            owners.append(node.owner_of("shared"))

        house.give_up = look  # type: ignore[method-assign]
        await node._give_up("table shared")
        assert owners == [None] and node.owner_of("shared") is None


@run_async
async def test_a_lease_that_could_not_be_given_up_is_left_to_another_node(
        postgres: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where the other one should take it: it waits as long as the lease stands."""
    async with node_at(postgres) as (node, house, nodes):
        await node.start()
        node.abandon()

        def fail(lease: Lease) -> None:
            raise LedgerError("the disk is full")

        monkeypatch.setattr(nodes, "leave", fail)
        with pytest.raises(LedgerError):
            await node._give_up("table shared")
        monkeypatch.undo()
        assert "table shared" in nodes.leases() and not house.here
        ledger, others = SharedLedger.join(postgres, "b", "rules-1")
        with ledger:
            nodes.give_sign(node.me)
            others.give_sign(ledger.node)
            await node._look()
            assert nodes.leases().keys() == {DESK} and not house.here
