"""Runs a law on many cases: a random table, and coups of one seed at it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Any

from sabot.conformance.findings import MAX_FINDINGS, Finding, Plan, collecting, name_of
from sabot.conformance.random_players import Walk
from sabot.conformance.random_tables import draw_table, priced_readings
from sabot.procedure.game import Game
from sabot.procedure.table import Table


@dataclass
class Case:
    """A game, a table and a seed; ``random`` is for other draws of a law, ``walks`` has the walks
    so far."""

    game: Game
    table: Table
    seed: int
    random: Random
    walks: list[Walk] = field(default_factory=list)

    def walk(self, seed: int | None = None, *, table: Table | None = None, **options: Any) -> Walk:
        """A walk with this seed (default: that of the case); ``options`` are those of `Walk`."""
        walk = Walk(self.game, table or self.table, self.seed if seed is None else seed, **options)
        self.walks.append(walk)
        return walk


def try_law(game: Game, plan: Plan, law: Callable[[Case], None], of_ten: int = 10, *,
          table_of: Callable[[Game], Table] | None = None, priced: bool = False
          ) -> Iterator[Finding]:
    """Try a law on the cases of a plan and yield the first few findings.

    ``of_ten`` is the number of cases for each ten coups of the plan; ``table_of`` makes the table,
    which is random by default; ``priced``: with readings whose odds are computed.
    """
    name, reported = name_of(law), 0
    for seed in plan.seeds(of_ten):
        findings: list[Finding] = []
        table: list[Table] = []
        walks: list[Walk] = []
        with collecting(findings, game, name, seed, table):
            random = Random(f"{name} {seed}")
            table.append(table_of(game) if table_of else draw_table(
                game, random, priced_readings(game) if priced else None))
            law(Case(game, table[0], seed, random, walks))
        plan.done["tables"] += 1
        plan.done["coups"] += len(walks)
        plan.done["steps"] += sum(len(walk.record) for walk in walks)
        yield from findings
        reported += len(findings)
        if reported >= MAX_FINDINGS:
            return
