"""The tables that worlds may have: those that come with the program, and the same with croupiers;
and what may have changed in their files when a house opens again."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from functools import cache
from random import Random

import msgspec

from sabot.cli.operating.serve import load_tables
from sabot.conformance.random_tables import try_draw
from sabot.games import game
from sabot.procedure.table import Table


@cache
def house_tables() -> Mapping[str, Table]:
    """The tables that a world may have, by name: all that are shipped, and each table for several
    people again as one with real cards, where the law has such tables."""
    shipped = load_tables(None)[0]
    tables = dict(sorted((*shipped.items(), *_attended(shipped))))
    return tables


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
