"""The tables that belong together, and how groups of them are shared out among nodes.

A law may tie tables of a game to each other: one seat for each player, a waiting list, a queue for
machines of a type, chips that are good at one table alone, no advice to who sits at any of them.
Such tables, and those that pay into pools, are run by one node, so that everything which looks at
several tables looks at its own.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Mapping
from typing import NamedTuple

from sabot.games import game
from sabot.house.money.jackpot_claims import pool_of
from sabot.procedure.table import Table

DESK = "front-desk"
"""The group without tables: its node does what concerns the whole house, such as new guests."""
POOLS = "pools"
"""The group of the tables that pay into pools; its node follows the pool book."""


def groups_of(tables: Mapping[str, Table]) -> dict[str, tuple[str, ...]]:
    """Return the groups in which tables are run, by name, with the front desk."""
    groups: dict[str, list[str]] = {}
    shared: dict[str, str] = {}  # the group of each game whose tables are tied
    for table in tables.values():
        if pool_of(table):
            shared[table.game] = POOLS
    for table_id, table in tables.items():
        name = shared.get(table.game) or (
            f"game {table.game}" if _tied(table) else f"table {table_id}")
        groups.setdefault(name, []).append(table_id)
    return {DESK: (), **{name: tuple(groups[name]) for name in sorted(groups)}}


def _tied(table: Table) -> bool:
    """Whether a law ties the tables of this game to each other."""
    played = game(table.game)
    laws = played.conduct.laws
    return bool("one-table" in laws or "advice" in laws or table.list or played.cabinet
                or played.chips_clause)


class Share(NamedTuple):
    """What a node should take and, where the nodes are uneven, the groups of which it should give
    one up, those of the fewest tables first."""

    take: tuple[str, ...] = ()
    give_up: tuple[str, ...] = ()


def share_out(groups: Mapping[str, Collection[str]], owners: Mapping[str, str],
              nodes: Collection[str], me: str) -> Share:
    """Share groups out evenly by their numbers of tables. ``owners`` are the living nodes that run
    groups now. All nodes that see the same come to the same result."""
    size = {name: max(1, len(tables)) for name, tables in groups.items()}
    load = dict.fromkeys(sorted(nodes), 0)
    for name, node in owners.items():
        if node in load:
            load[node] += size[name]
    if me not in load:
        return Share()
    take = []
    for name in sorted(groups.keys() - owners.keys(), key=lambda name: (-size[name], name)):
        node = min(load, key=lambda node: (load[node], _order(name, node)))
        load[node] += size[name]
        if node == me:
            take.append(name)
    least = min(load.values())
    mine = [name for name, node in owners.items() if node == me]
    spare = sorted((name for name in mine if load[me] - size[name] >= least + size[name]),
                   key=lambda name: (size[name], name))
    return Share(tuple(take), () if take else tuple(spare))


def _order(name: str, node: str) -> bytes:
    return hashlib.sha256(f"{name} {node}".encode()).digest()
