"""Makes a world that fails smaller: fewer faults, people and acts, as long as it fails alike."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from tools.worlds.plan import Plan
from tools.worlds.world import Outcome

Play = Callable[[Plan], Outcome]


def failure_kind(wrong: str) -> str:
    """What kind of failure a text tells of: its words without names in quotes, and numbers."""
    return re.sub(r"[\d.:+-]+|'[^']*'|\b[A-Z]\w+'?s?\b", "*", wrong)[:120]


def shrink(outcome: Outcome, play: Play, most: int = 300) -> Outcome:
    """The smallest world that was found to fail in the same way, after at most so many tries."""
    kind, best, tries = failure_kind(outcome.wrong), outcome, 0
    shorter = True
    while shorter:
        shorter = False
        for plan in smaller_plans(best):
            if tries >= most:
                return best
            tries += 1
            found = play(plan)
            if found.wrong and failure_kind(found.wrong) == kind:
                best, shorter = found, True
                break
    return best


def smaller_plans(outcome: Outcome) -> Iterator[Plan]:
    """Worlds with something less, the most first."""
    plan = outcome.plan
    replace = msgspec.structs.replace
    for fault in plan.faults:
        yield replace(plan, faults=_without(plan.faults, fault))
    for person in plan.people:
        yield replace(plan, people=_without(plan.people, person))
    for table in plan.tables:
        if not any(person.table == table for person in plan.people):
            yield replace(plan, tables=_without(plan.tables, table))
    for person in plan.people:
        acts = [n for n in range(person.acts) if (person.name, n) not in plan.left_out]
        size = len(acts)
        while size:
            for start in range(0, len(acts), size):
                left_out = {(person.name, n) for n in acts[start:start + size]}
                yield replace(plan, left_out=plan.left_out | left_out)
            size //= 2


def _without(things: tuple[Any, ...], one: Any) -> tuple[Any, ...]:
    at = things.index(one)
    return things[:at] + things[at + 1:]


def tell_story(outcome: Outcome) -> str:
    """The story of a world, in lines that a person can read. Where it was observed, each moment is
    followed by what has changed at the tables."""
    plan = outcome.plan
    people = ", ".join(f"{one.name} ({one.manner}, at {one.table})" for one in plan.people)
    lines = [f"World {plan.seed}: {people}."]
    before: tuple[str, ...] = ()
    standings = outcome.standings or ((),) * len(outcome.story)
    for moment, standing in zip(outcome.story, standings, strict=True):
        lines.append(f"{moment.at:8.3f}  {moment.what}")
        lines += [f"{'':12}{line}" for line in standing if line not in before]
        before = standing
    return "\n".join(lines)
