"""Random rounds as plain data, for the oracles. Only this module and the tests know the program."""

from __future__ import annotations

import ast
import importlib
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any

import msgspec
from judging import Judge, Round

from sabot.conformance.random_players import Walk
from sabot.conformance.random_tables import draw_table
from sabot.equipment import Seeded
from sabot.games import catalogue
from sabot.procedure import Live
from sabot.procedure.game import Game

FOLDER = Path(__file__).parent
ROUNDS_AT_A_TABLE = 6
ORDINARY, FAULTS = 0.5, 0.25
"""The shares of tables whose cards come from an ordinary shuffled shoe, and at which croupiers
report faults."""


def oracles() -> dict[str, ModuleType]:
    """The oracles by the section that they judge: every module ``oracle_*.py`` of this folder."""
    modules = [importlib.import_module(path.stem) for path in sorted(FOLDER.glob("oracle_*.py"))]
    return {module.SECTION: module for module in modules}


def imports(module: ModuleType) -> set[str]:
    """The names of all modules that an oracle imports."""
    assert module.__file__
    names = set[str]()
    for node in ast.walk(ast.parse(Path(module.__file__).read_text("utf-8"))):
        if isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            names.add(node.module or "")
    return names


def rounds(game: Game, count: int, seed: int) -> Iterator[Round]:
    """Random rounds of a game at random lawful tables, several in a row at each.

    Half of the tables deal from an ordinary shoe, the others from one that is rich in what decides;
    at a quarter of them croupiers report faults.
    """
    played, number = 0, seed
    while played < count:
        random = Random(f"{game.id} {number}")
        table = draw_table(game, random)
        carry: Any = game.opening(table)
        faults = 0.05 if random.random() < FAULTS else 0.0
        for _ in range(ROUNDS_AT_A_TABLE):
            chance = Live(Seeded(random.randrange(2**32))) if random.random() < ORDINARY else None
            walk = Walk(game, table, random.randrange(2**32), carry, chance, faults=faults)
            yield Round(game.id, msgspec.to_builtins(table), msgspec.to_builtins(carry),
                        [msgspec.to_builtins(event) for event in walk.record],
                        msgspec.to_builtins(walk.dealer.outcome) if walk.dealer.over else None)
            played += 1
            if not walk.dealer.over or played == count:
                break
            carry = walk.dealer.outcome
        number += 1


def judge(oracle: ModuleType, count: int, seed: int = 0) -> Judge:
    """Let an oracle judge random rounds of every game of its section."""
    verdict = Judge()
    for game in catalogue().values():
        if game.section == oracle.SECTION:
            for played in rounds(game, count, seed):
                oracle.judge(played, verdict)
    return verdict


def show(game_id: str, count: str = "1", seed: str = "0") -> None:
    """Print rounds of a game as an oracle gets them: a line for each event."""
    for played in rounds(catalogue()[game_id], int(count), int(seed)):
        print(f"table {json.dumps(played.table)}\nbefore {json.dumps(played.before)}")
        for at, event in enumerate(played.events):
            print(at, json.dumps(event, ensure_ascii=False))
        print(f"after {json.dumps(played.after)}\n")


def main(section: str, count: str = "200", seed: str = "0") -> int:
    """Judge rounds of a section and print what differs; 1 if anything does."""
    oracle = oracles()[section]
    verdict = judge(oracle, int(count), int(seed))
    for difference in verdict.differences[:50]:
        print(f"{difference.rule}: found {difference.found!r}, expected {difference.expected!r} "
              f"(event {difference.at})")
    idle = [rule for rule in oracle.RULES if not verdict.held[rule]]
    print(f"{section}: {sum(verdict.held.values())} comparisons of {len(verdict.held)} rules, "
          f"{len(verdict.differences)} differ; not compared: {', '.join(idle) or 'none'}")
    return bool(verdict.differences)


if __name__ == "__main__":
    raise SystemExit(show(*sys.argv[2:]) if sys.argv[1] == "show" else main(*sys.argv[1:]))
