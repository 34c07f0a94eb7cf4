"""Checks that each act and result that has a word occurs, and that each one that occurs has a
word."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from sabot.conformance.findings import Broken, Finding, Plan, collecting, name_of
from sabot.conformance.random_players import Walk
from sabot.procedure import Act, Listen, Result
from sabot.procedure.game import Game
from sabot.procedure.table import Clocks, Table

WALKS_PER_COUP = 556
"""Walks for each coup of the plan, to find rare acts."""
MIN_WALKS = 5_560
"""The minimum number of walks before an act counts as never occurring."""


def check(game: Game, plan: Plan) -> Iterator[Finding]:
    """Every act and result with a word occurs, so that the other laws are tried on all of them."""
    findings: list[Finding] = []
    with collecting(findings, game, name_of(every_one_occurs), plan.seed, (), plan.coups):
        every_one_occurs(game, plan)
    yield from findings


def every_one_occurs(game: Game, plan: Plan) -> None:
    """Walk at tables of every kind until every act and result with a word has occurred."""
    jackpot_choice = {name: values[1] for name, values in game.choices.items() if name == "jackpot"}
    tables = [
        trial_tables(game, game.rules(**{**jackpot_choice, **rules_}))
        for rules_ in game.trial.full or ({},)
    ]
    words_of_game = {word for word in game.words["en"] if word.startswith(("act.", "result."))}
    seen: set[str] = set()
    carries: dict[Table, Any] = {}
    begin = plan.seed + game.trial.begin
    for seed in range(begin, begin + max(MIN_WALKS, WALKS_PER_COUP * plan.coups)):
        if seen >= words_of_game:
            break
        table = tables[seed // 4 % len(tables)][seed % 4]
        # Some acts need a coup before this one, some a table that is full.
        carry = carries.get(table) if seed % 128 > 7 else None
        if seed % 16 == 15 and game.trial.rare:  # states that evenings seldom reach
            carry = game.trial.rare(table)
        walk = Walk(game, table, seed, carry)
        carries[table] = walk.dealer.outcome
        plan.done["coups"] += 1
        plan.done["steps"] += len(walk.record)
        seen |= acts_and_results(walk)
    if without_word := sorted(seen - words_of_game):
        raise Broken(f"{', '.join(without_word)} occurs and has no word")
    if unseen := sorted(words_of_game - seen):
        raise Broken(f"{', '.join(unseen)} never occurs in {plan.done['coups']} coups: either its "
                     "word is not needed, or Game.trial must make it occur")


def acts_and_results(walk: Walk) -> set[str]:
    """The keys of the words of all acts and results in a coup."""
    keys: set[str] = set()
    for event in walk.record:
        if isinstance(event.answer, Act):
            keys.add(f"act.{event.answer.act}")
        elif isinstance(event.step, Result):
            keys.add(f"result.{event.step.result}")
        elif isinstance(event.step, Listen):  # acts that are only listed to be refused count too
            keys |= {f"act.{offer.act}" for offer in event.step.offers
                     if offer.note == "full" and not (offer.high or offer.unit)}
    return keys


def trial_tables(game: Game, rules: Any) -> tuple[Table, ...]:
    """Tables with these rules: shared, for one player, of one place."""
    shared = Table(game=game.id, name="all", rules=rules, clocks=Clocks(shuffle=0))
    alone = Table(game=game.id, name="all", rules=rules, individual=True)
    return shared, alone, msgspec.structs.replace(shared, places=1), alone
