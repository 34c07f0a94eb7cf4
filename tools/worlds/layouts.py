"""The tables that worlds may have: those that come with the program, with jackpots that fall often,
and the same with croupiers; and what may have changed in their files when a house opens again."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from functools import cache
from random import Random

import msgspec

from sabot.cli.operating.serve import load_tables
from sabot.conformance.random_tables import try_draw
from sabot.games import game
from sabot.house.live.room import Room
from sabot.house.money.jackpot_claims import pool_of
from sabot.house.table.switches import base_of
from sabot.procedure.table import Table
from tools.worlds.pool_books import JACKPOTS


@cache
def house_tables() -> Mapping[str, Table]:
    """The tables that a world may have, by name: all that are shipped, and each table for several
    people again as one with real cards, where the law has such tables."""
    shipped = load_tables(None)[0]
    shipped |= {name: _generous(table) for name, table in shipped.items() if pool_of(table)}
    tables = dict(sorted((*shipped.items(), *_attended(shipped))))
    return tables


def _generous(table: Table) -> Table:
    """A table with a pool that takes much of each bet and falls often."""
    pool, symbol = JACKPOTS[table.rules.model]
    jackpot = msgspec.structs.replace(table.rules.jackpot, pool=pool.name, share=pool.share,
                                      symbol=symbol, count=3, least=0)
    return msgspec.structs.replace(table, rules=msgspec.structs.replace(
        table.rules, jackpot=jackpot))


def _attended(tables: Mapping[str, Table]) -> Iterator[tuple[str, Table]]:
    for name, table in tables.items():
        if table.kind != "multi" or table.list or game(table.game).cabinet is not None:
            continue
        real = msgspec.structs.replace(table, attended=True, bots=0)
        if not game(table.game).violations(real):
            yield f"{name}-attended", real


@cache
def for_money(table: Table) -> Table | None:
    """A table as it is played for an operator's money; None where that would be unlawful."""
    real = msgspec.structs.replace(table, demo=False, bots=0)
    return None if game(table.game).violations(real) else real


def change(tables: Mapping[str, Table], rooms: Mapping[str, Room], others: Mapping[str, Table],
           chance: Random, *, only_remove: bool = False) -> tuple[dict[str, Table], str]:
    """The tables after somebody has changed their files while the house was closed, and in words
    what they did. ``rooms`` are those that were there, ``others`` tables that could be added."""
    if not only_remove:
        return edit(tables, others, chance)
    staked = {base_of(room.desk.id) for room in rooms.values()
              if room.desk.betting and room.desk.at_stake} & tables.keys()
    return remove(tables, staked, chance)


def remove(tables: Mapping[str, Table], staked: Collection[str], chance: Random
           ) -> tuple[dict[str, Table], str]:
    """The tables without one, and what was done in words: one at which something is staked, if
    there is one."""
    name = chance.choice(sorted(staked) or sorted(tables))
    return ({one: table for one, table in tables.items() if one != name},
            f"the table {name} is removed")


def edit(tables: Mapping[str, Table], others: Mapping[str, Table], chance: Random
         ) -> tuple[dict[str, Table], str]:
    """The tables after somebody has edited their files, and in words what they did. ``others`` are
    tables that could be added. Every table stays lawful."""
    changed, name = dict(tables), chance.choice(sorted(tables))
    what = chance.choice(("limits", "clocks", "rules", "added", "removed"))
    table = tables[name]
    free = sorted(others.keys() - tables.keys())
    if what == "removed" and len(tables) > 1:
        del changed[name]
        return changed, f"the table {name} is removed"
    if what == "added" and free:
        new = chance.choice(free)
        changed[new] = others[new]
        return changed, f"the table {new} is added"
    if what == "clocks":
        clocks = msgspec.structs.replace(table.clocks, decision=chance.randint(5, 15),
                                         betting=chance.randint(5, 15))
        return _lawful(changed, name, msgspec.structs.replace(table, clocks=clocks), "clocks")
    if what == "rules":
        for _ in range(20):
            drawn = try_draw(game(table.game), chance, readings=())
            if drawn is not None:
                return _lawful(changed, name, msgspec.structs.replace(table, rules=drawn.rules),
                               "rules")
    times = chance.choice((2, 3))
    return _lawful(changed, name, msgspec.structs.replace(
        table, minimum=table.minimum * times, maximum=table.maximum * times), "limits")


def _lawful(tables: dict[str, Table], name: str, table: Table, what: str
            ) -> tuple[dict[str, Table], str]:
    """The tables with one changed, unless that would be unlawful."""
    if game(table.game).violations(table):
        return tables, "nothing is changed in the files"
    return {**tables, name: table}, f"the {what} of {name} are changed"
