"""What a world is made of, decided by its seed alone."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Literal, get_args

import msgspec

from sabot.house.money.jackpot_claims import pool_of
from sabot.procedure.table import Table
from tools.worlds.layouts import for_money

Manner = Literal["honest", "hasty", "hostile", "slow", "restless"]
"""Honest: takes what is offered. Hasty: presses twice, what was offered before, and sends requests
twice. Hostile: sends anything. Slow: reads late. Restless: leaves and comes back, has two windows.
"""
MANNERS: tuple[Manner, ...] = get_args(Manner)

Role = Literal["player", "croupier", "supervisor", "cashier", "inspector"]
"""What somebody does in the house: they play, or they work there."""

FaultKind = Literal["kill", "kill-in-group", "kill-in-request", "lost-answer", "full-disk",
                    "slow-disk", "away", "lines-cut", "half-open", "late", "lossy",
                    "clock-forward", "clock-back", "restart", "slow-threads", "files",
                    "wallet-away", "wallet-slow", "wallet-lies", "wallet-kill", "pools-away",
                    "pools-twice"]
"""Kill: the process ends. Kill in a group: it ends after some of a group's writes; in a request:
while one that changes something is under way. Lost answer: a group is stored and the answer is
lost. Full disk, slow disk, database away: for a time. Lines cut: all of them. Half open: a client
gets nothing and notices nothing. Late, lossy: messages and answers come late, or some are lost, for
a time. The clock jumps. A restart. Slow threads: what runs in a thread returns late. Files: a
restart with changed table files, of all nodes where there are several. The wallet is away, is slow,
or gives answers that it may not give; or the process ends once the wallet has taken money, before
the house knows. The pools are away, or get each request twice; all of it for a time."""
FAULTS: tuple[FaultKind, ...] = get_args(FaultKind)

NodeFaultKind = Literal["stop", "cut-off", "replace", "no-database", "channel-late",
                        "channel-lossy", "channel-away", "channel-twice"]
"""What goes wrong with nodes beside that. Stop: a process runs nothing for a time, then goes on.
Cut off: a node does not reach the database, for a time; no database: none does. Replace: a node
closes, and one of another name takes its place. The channel between the nodes is late, loses some
messages, is away, or brings some twice."""
NODE_FAULTS: tuple[FaultKind | NodeFaultKind, ...] = (
    *get_args(NodeFaultKind), "kill", "kill-in-group", "kill-in-request", "lost-answer",
    "full-disk", "slow-disk", "lines-cut", "half-open", "late", "lossy", "slow-threads",
    "wallet-away", "wallet-slow", "wallet-lies", "wallet-kill")


class PersonPlan(msgspec.Struct, frozen=True):
    """Somebody who comes to the house, the table where they play or work ("" for all of them), and
    how many acts they try."""

    name: str
    manner: Manner
    table: str
    acts: int
    role: Role = "player"


class FaultPlan(msgspec.Struct, frozen=True):
    """What goes wrong, when (virtual seconds), and for how long or how far."""

    kind: FaultKind | NodeFaultKind
    at: float
    size: float


def clock_jump(fault: FaultPlan) -> float:
    """The seconds by which somebody sets a clock."""
    return fault.size * 60 * (1 if fault.kind == "clock-forward" else -1)


class Plan(msgspec.Struct, frozen=True):
    """A world. With ``money`` it has an operator's wallet, otherwise demo credits. ``left_out`` are
    acts that are not done: (name of a person, number of the act). The house has so many ``nodes``.

    Each person has a stream of random numbers of their own, and each act one of its own, so that
    leaving somebody or something out changes nothing else.
    """

    seed: int
    seconds: float
    tables: tuple[str, ...]
    people: tuple[PersonPlan, ...]
    faults: tuple[FaultPlan, ...]
    money: bool = False
    left_out: frozenset[tuple[str, int]] = frozenset()
    nodes: int = 1

    def stream(self, *of: object) -> Random:
        """The random numbers of something in this world."""
        return Random("/".join(map(str, (self.seed, *of))))


CLOCKS_SET = 0.4
"""In how many worlds of nodes somebody sets clocks."""
POOLED, POOLED_NODES = 0.15, 0.4
"""In how many worlds of one process, and of nodes, that are not played for money there is one table
more, which pays into a pool."""
FILES_CHANGED = 0.3
"""In how many worlds of nodes all nodes close and open again with changed table files."""
NAMES = ("Ana", "Rui", "Bea", "Gil", "Eva", "Leo", "Ida", "Tom", "Mia", "Ivo", "Zoe", "Abel")
COMPANY = frozenset({"chemin-de-fer", "holdem", "omaha", "sintetico"})
"""Games that several people play with one another."""


def plan_of(seed: int, tables: Mapping[str, Table], *, seconds: float = 60.0) -> Plan:
    """The plan of a seed: five to nine people at three tables of different games, those who work
    there, and one to three faults. ``tables`` are those that the house can lay out. Successive
    seeds take the games in turn for their first table. Some worlds with a table for one player last
    five times as long, so that people sit idle, and some have one table more, with a pool."""
    chance = Random(f"plan/{seed}")
    money = chance.random() < 0.25
    laid_out = {name: table for name, table in tables.items()
                if not money or for_money(table) is not None}
    chosen = _tables(chance, seed, laid_out)
    pools = Random(f"plan/{seed}/pools")
    if not money and pools.random() < POOLED:
        chosen = (_pooled(tables, chosen, pools), *chosen)
    long = chance.random() < 0.2 and any(laid_out[name].individual for name in chosen)
    people = _players(chance, chosen, laid_out) + _staff(chance, chosen, laid_out)
    pooled = any(pool_of(laid_out[name]) for name in chosen)
    kinds = [kind for kind in FAULTS
             if money or not kind.startswith("wallet-") if pooled or not kind.startswith("pools-")]
    # Where there is a wallet, half of what goes wrong goes wrong there.
    kinds += 3 * [kind for kind in kinds if kind.startswith("wallet-")]
    duration = 5 * seconds if long else seconds
    faults = [FaultPlan(chance.choice(kinds), round(chance.uniform(4, duration - 8), 3),
                        round(chance.uniform(1, 8), 3)) for _ in range(chance.randint(1, 3))]
    return Plan(seed, duration, chosen, people, tuple(sorted(faults, key=lambda one: one.at)),
                money)


def plan_of_nodes(seed: int, tables: Mapping[str, Table], nodes: int, *, seconds: float = 60.0
                  ) -> Plan:
    """The plan of a seed for a house of several nodes: four tables of different games, five to
    eight people, those who work there, and one to four faults. In some of them there is a fifth
    table that pays into a pool, and in some the table files change while all nodes are closed."""
    chance = Random(f"plan/{seed}/nodes/{nodes}")
    money = chance.random() < 0.3
    laid_out = {name: table for name, table in tables.items()
                if not pool_of(table) and (not money or for_money(table) is not None)}
    chosen = _tables(chance, seed, laid_out, others=3)
    kinds = [kind for kind in NODE_FAULTS if money or not kind.startswith("wallet-")]
    pools = Random(f"plan/{seed}/nodes/{nodes}/pools")
    if not money and pools.random() < POOLED_NODES:
        laid_out = dict(tables)
        chosen = (_pooled(tables, chosen, pools), *chosen)
        kinds += 2 * list[FaultKind | NodeFaultKind](["pools-away", "pools-twice"])
    # Half of what goes wrong goes wrong with a node.
    kinds += 2 * list[FaultKind | NodeFaultKind](
        ["kill", "kill-in-group", "stop", "stop", "cut-off", "replace"])
    faults = [FaultPlan(chance.choice(kinds), round(chance.uniform(6, seconds - 8), 3),
                        round(chance.uniform(1, 8), 3)) for _ in range(chance.randint(1, 4))]
    clocks = Random(f"plan/{seed}/nodes/{nodes}/clocks")
    if clocks.random() < CLOCKS_SET:
        faults += [FaultPlan(clocks.choice(("clock-forward", "clock-back")),
                             round(clocks.uniform(2, seconds - 20), 3),
                             round(clocks.uniform(0.2, 8), 3)) for _ in range(nodes)]
    files = Random(f"plan/{seed}/nodes/{nodes}/files")
    if files.random() < FILES_CHANGED:
        faults.append(FaultPlan("files", round(files.uniform(10, seconds - 20), 3), 1.0))
    return Plan(seed, seconds, chosen,
                _players(chance, chosen, laid_out) + _staff(chance, chosen, laid_out),
                tuple(sorted(faults, key=lambda one: one.at)), money, nodes=nodes)


def _pooled(tables: Mapping[str, Table], chosen: tuple[str, ...], chance: Random) -> str:
    """A table that pays into a pool and is not one of those that are ``chosen``."""
    return chance.choice([name for name in tables if pool_of(tables[name]) and name not in chosen])


def _tables(chance: Random, seed: int, tables: Mapping[str, Table], others: int = 2
            ) -> tuple[str, ...]:
    """A table and so many ``others`` of different games; sometimes all tables of a waiting list."""
    games = sorted({table.game for table in tables.values()})
    first = games[seed % len(games)]
    beside = chance.sample([game for game in games if game != first], others)
    chosen = [chance.choice(sorted(name for name, table in tables.items() if table.game == game))
              for game in (first, *beside)]
    for name in tuple(chosen):
        if tables[name].list and chance.random() < 0.5:
            chosen += [other for other, table in sorted(tables.items())
                       if table.list == tables[name].list and other not in chosen]
    return tuple(chosen)


def _players(chance: Random, chosen: tuple[str, ...], tables: Mapping[str, Table]
             ) -> tuple[PersonPlan, ...]:
    """Who plays: at a table whose game needs company, four more."""
    places = [chosen[n % len(chosen)] for n in range(6)]
    company = [name for name in chosen
               if tables[name].game in COMPANY and tables[name].kind == "multi"]
    places = places[:chance.randint(5, 6)] + [
        chance.choice(company or chosen) for _ in range(6 if company else chance.randint(0, 2))]
    return tuple(PersonPlan(name, "honest" if n < 2 else chance.choice(MANNERS), table,
                            chance.randint(10, 30))
                 for n, (name, table) in enumerate(zip(NAMES, places, strict=False)))


def _staff(chance: Random, chosen: tuple[str, ...], tables: Mapping[str, Table]
           ) -> tuple[PersonPlan, ...]:
    """Who works there: a croupier at each attended table, a cashier where machines are, and some
    days a supervisor and an inspector."""
    staff = [PersonPlan(f"Croupier {n}", "honest", name, 600, "croupier")
             for n, name in enumerate(chosen, 1) if tables[name].attended]
    lists = any(tables[name].list for name in chosen)
    machines = any(tables[name].game == "machines" for name in chosen)
    if machines or chance.random() < 0.1:
        staff.append(PersonPlan("Cashier", "honest", "", chance.randint(5, 20), "cashier"))
    if lists or chance.random() < 0.6:
        staff.append(PersonPlan("Supervisor", "honest", "", chance.randint(2, 8), "supervisor"))
    if chance.random() < 0.3:
        staff.append(PersonPlan("Inspector", "honest", "", chance.randint(2, 6), "inspector"))
    return tuple(staff)
