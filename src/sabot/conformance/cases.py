"""A law on one case after another: a table drawn by chance, coups of one seed at it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Any

from sabot.conformance.findings import FIRST, Finding, Plan, name_of, noted
from sabot.conformance.random_players import Walk
from sabot.conformance.random_tables import drawn
from sabot.procedure.game import Game
from sabot.procedure.table import Table


@dataclass
class Case:
    """A game at a table, and a seed; ``random`` is for what else a law draws, ``walks`` what was
    walked so far."""

    game: Game
    table: Table
    seed: int
    random: Random
    walks: list[Walk] = field(default_factory=list)

    def walk(self, seed: int | None = None, *, table: Table | None = None, **how: Any) -> Walk:
        """A walk of this seed, or of another; ``how`` as `Walk` has it."""
        made = Walk(self.game, table or self.table, self.seed if seed is None else seed, **how)
        self.walks.append(made)
        return made


def tried(game: Game, plan: Plan, law: Callable[[Case], None], of_ten: int = 10, *,
          at: Callable[[Game], Table] | None = None) -> Iterator[Finding]:
    """Try a law on the cases of a plan, ``of_ten`` for each ten coups, at tables drawn by chance or
    ``at`` this one: the first few findings."""
    name, told = name_of(law), 0
    for seed in plan.seeds(of_ten):
        found: list[Finding] = []
        table: list[Table] = []
        walks: list[Walk] = []
        with noted(found, game, name, seed, table):
            random = Random(f"{name} {seed}")
            table.append(at(game) if at else drawn(game, random))
            law(Case(game, table[0], seed, random, walks))
        plan.done["tables"] += 1
        plan.done["coups"] += len(walks)
        plan.done["steps"] += sum(len(walk.record) for walk in walks)
        yield from found
        told += len(found)
        if told >= FIRST:
            return
