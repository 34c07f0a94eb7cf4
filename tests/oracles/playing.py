"""Random rounds as plain data, for the oracles. Only this module, `playing_machines` and the tests
know the program."""

from __future__ import annotations

import ast
import importlib
import json
import sys
from collections.abc import Callable, Collection, Iterator
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any

import msgspec
import playing_machines
from judging import Judge, Round

from sabot.conformance.random_players import Walk
from sabot.conformance.random_tables import draw_table
from sabot.equipment import Seeded
from sabot.games import catalogue
from sabot.procedure import Attended, Deal, Live, Shuffle, Throw
from sabot.procedure.game import Game
from sabot.procedure.table import Table

FOLDER = Path(__file__).parent
ROUNDS_AT_A_TABLE = 6
ORDINARY, FAULTS, ATTENDED = 0.5, 0.25, 0.15
"""The shares of tables whose cards come from an ordinary shuffled shoe, at which croupiers report
faults, and at which they enter real cards."""
AIMED = 0.3
"""The share of the other rounds that are played again with what an oracle wants to be thrown."""
ARRANGED = 0.4
"""The share of the other tables at which an oracle that names hands has them dealt."""


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


Begin = Callable[[dict[str, Any], Random], dict[str, Any]]
"""The state of a table before its first round, drawn from that of a new one."""


CHANGED = 0.3
"""The share of rounds after which the house changes the limits, where it may."""


def with_new_limits(game: Game, table: Table, random: Random) -> Table:
    """The table of the next round: sometimes with other lawful limits."""
    part = game.limits
    if part is None or random.random() > CHANGED:
        return table
    minimum = table.unit * random.randint(2, max(2, 2 * table.minimum // table.unit))
    new = part.changed(table, minimum, random.choice(part.modes))
    return table if game.violations(new) else new


Meet = Callable[[Random], list[list[str]]]
"""Hands of one pack that shall meet in a round, that of the bank first."""


class Arranged(Live):
    """A source of cards that deals hands which an oracle names: the first to the bank, the others
    to players in the order of the deal. All else comes at random from the rest of the pack."""

    def __init__(self, meet: Meet, random: Random) -> None:
        super().__init__(Seeded(random.randrange(2**32)))
        self.meet, self.random = meet, random
        self.hands: list[list[str]] = []
        self.due: dict[str, list[str]] = {}

    def resolve(self, step: Any) -> Any:
        """The reply to a step of chance."""
        if isinstance(step, Shuffle):
            bank, *self.hands = self.meet(self.random)
            self.due = {"bank": bank}
        elif isinstance(step, Deal) and self.shoe is not None:
            if step.to.isdigit() and step.to not in self.due and self.hands:
                self.due[step.to] = self.hands.pop()
            self.place_on_top(self.due.get(step.to))
        return super().resolve(step)

    def place_on_top(self, hand: list[str] | None) -> None:
        """Let the next card of the shoe be one of this hand; for None, one of no named hand."""
        assert self.shoe is not None
        order, top = self.shoe.order, self.shoe.drawn
        named = {card for cards in (*self.hands, *self.due.values()) for card in cards}
        wanted = hand.pop() if hand else next(
            (card for card in order[top:] if card not in named), order[top])
        at = order.index(wanted)
        order[top], order[at] = order[at], order[top]


Aim = Callable[[Round, Random], list[int]]
"""What shall be thrown in a round that was played."""


class Aimed(Live):
    """A source of chance of which every throw gives the same."""

    def __init__(self, fell: tuple[int, ...]) -> None:
        super().__init__(Seeded(0))
        self.fell = fell

    def resolve(self, step: Any) -> Any:
        """The reply to a step of chance."""
        return self.fell if isinstance(step, Throw) else super().resolve(step)


def as_round(walk: Walk) -> Round:
    """What was played, as plain data."""
    return Round(walk.game.id, msgspec.to_builtins(walk.table), msgspec.to_builtins(walk.carry),
                 [msgspec.to_builtins(event) for event in walk.record],
                 msgspec.to_builtins(walk.dealer.outcome) if walk.dealer.over else None)


def rounds(game: Game, count: int, seed: int, readings: Collection[str] = (),
           begin: Begin | None = None, meet: Meet | None = None, aim: Aim | None = None
           ) -> Iterator[Round]:
    """Random rounds of a game at random lawful tables, several in a row at each.

    Half of the tables deal from an ordinary shoe, the others from one that is rich in what decides;
    at a quarter of them croupiers report faults. Where the regulation allows it, croupiers enter
    real cards at some. ``readings`` are the options in ``rules.readings`` that tables may set;
    ``begin`` draws the state in which a table with real cards begins; ``meet`` draws hands that
    are dealt at some of the others; ``aim`` says what is thrown when some rounds are played again.
    """
    if game.id == "machines":
        yield from playing_machines.rounds(game, count, seed)
        return
    played, number = 0, seed
    while played < count:
        random = Random(f"{game.id} {number}")
        table = draw_table(game, random, readings)
        carry: Any = game.opening(table)
        faults = 0.05 if random.random() < FAULTS else 0.0
        attended = msgspec.structs.replace(table, attended=True)
        real = random.random() < ATTENDED and not game.violations(attended)
        if real:
            table = attended
            if begin is not None:
                begun = begin(msgspec.to_builtins(carry), Random(f"begin {game.id} {number}"))
                carry = msgspec.convert(begun, game.carry)
        aims = Random(f"aim {game.id} {number}")
        limits = Random(f"limits {game.id} {number}")
        # One source for all rounds of a table: a shoe goes on from round to round.
        chance = Attended() if real else \
            Live(Seeded(random.randrange(2**32))) if random.random() < ORDINARY else None
        if meet is not None and not real:
            hands = Random(f"meet {game.id} {number}")
            chance = Arranged(meet, hands) if hands.random() < ARRANGED else chance
        for _ in range(ROUNDS_AT_A_TABLE):
            drawn = random.randrange(2**32)
            walk = Walk(game, table, drawn, carry, chance, faults=faults)
            if aim is not None and not real and aims.random() < AIMED:
                fell = Aimed(tuple(aim(as_round(walk), aims)))
                walk = Walk(game, table, drawn, carry, fell, faults=faults)
            yield as_round(walk)
            played += 1
            if not walk.dealer.over or played == count:
                break
            carry = walk.dealer.outcome
            table = with_new_limits(game, table, limits)
        number += 1


def judge(oracle: ModuleType, count: int, seed: int = 0, stop: bool = False) -> Judge:
    """Let an oracle judge random rounds of every game of its section; with ``stop`` until the
    first round that differs."""
    verdict = Judge()
    for game in catalogue().values():
        if game.section == oracle.SECTION:
            of_oracle = {hook: getattr(oracle, hook, None) for hook in ("begin", "meet", "aim")}
            for played in rounds(game, count, seed, getattr(oracle, "READINGS", ()), **of_oracle):
                oracle.judge(played, verdict)
                if stop and verdict.differences:
                    return verdict
    return verdict


def show(game_id: str, count: str = "1", seed: str = "0") -> None:
    """Print rounds of a game as an oracle gets them: a line for each event."""
    for played in rounds(catalogue()[game_id], int(count), int(seed)):
        print(f"table {json.dumps(played.table)}\nbefore {json.dumps(played.before)}")
        for at, event in enumerate(played.events):
            print(at, json.dumps(event, ensure_ascii=False))
        print(f"after {json.dumps(played.after)}\n")


def main(section: str, count: str = "200", seed: str = "0", stop: str = "") -> int:
    """Judge rounds of a section and print what differs; 1 if anything does. With a fourth
    argument, ``stop``, the first round that differs is the last."""
    oracle = oracles()[section]
    verdict = judge(oracle, int(count), int(seed), stop=bool(stop))
    for difference in verdict.differences[:50]:
        print(f"{difference.rule}: found {difference.found!r}, expected {difference.expected!r} "
              f"(event {difference.at})")
    idle = [rule for rule in oracle.RULES if not verdict.held[rule]]
    print(f"{section}: {sum(verdict.held.values())} comparisons of {len(verdict.held)} rules, "
          f"{len(verdict.differences)} differ; not compared: {', '.join(idle) or 'none'}")
    return bool(verdict.differences)


if __name__ == "__main__":
    raise SystemExit(show(*sys.argv[2:]) if sys.argv[1] == "show" else main(*sys.argv[1:]))
