"""A world that is kept as a test is one line of `kept.toml`, which reads back as the same plan."""

from __future__ import annotations

import tomllib

from tools.worlds.kept import decode_plan, kept_line, load_kept_worlds
from tools.worlds.plan import FaultPlan, PersonPlan, Plan


def test_a_plan_reads_back_from_its_line() -> None:
    plan = Plan(7, 60.0, ("tejo",), (PersonPlan("Ana", "honest", "tejo", 12),
                                     PersonPlan("O'Neil", "hasty", "tejo", 3)),
                (FaultPlan("kill", 4.5, 1.25),), left_out=frozenset({("Ana", 3), ("Ana", 1)}))
    line = kept_line(plan, 'Ana was told "1" and \'2\'')
    assert "\n" not in line
    (title, text), = tomllib.loads(line).items()
    assert title == '7: Ana was told "1" and \'2\''
    assert decode_plan(text) == plan


def test_the_same_plan_gives_the_same_line() -> None:
    acts = [("Ana", n) for n in range(20)]
    lines = {kept_line(Plan(1, 60.0, ("a",), (), (), left_out=frozenset(order)), "")
             for order in (acts, acts[::-1])}
    assert len(lines) == 1


def test_every_kept_world_can_be_read() -> None:
    assert all(plan.people for plan in load_kept_worlds().values())
