"""Every act and every result that has a word occurs, and what occurs has a word."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from sabot.conformance.findings import Broken, Finding, Plan, name_of, noted
from sabot.conformance.random_players import Walk
from sabot.procedure import Act, Listen, Result
from sabot.procedure.game import Game
from sabot.procedure.table import Clocks, Table

WALKS = 556
"""So many walks for each coup of the plan look for what is rare."""
LEAST = 5_560
"""As many coups at least are walked before an act counts as one that never occurs."""


def check(game: Game, plan: Plan) -> Iterator[Finding]:
    """So that the other laws are tried where they can break: every named act and result occurs."""
    found: list[Finding] = []
    with noted(found, game, name_of(every_one_occurs), plan.seed, (), plan.coups):
        every_one_occurs(game, plan)
    yield from found


def every_one_occurs(game: Game, plan: Plan) -> None:
    """Walk until every act and result that has a word was met, at tables of every kind."""
    chosen = {name: values[1] for name, values in game.choices.items() if name == "jackpot"}
    laid = [laid_out(game, game.rules(**{**chosen, **one})) for one in game.trial.full or ({},)]
    named = {word for word in game.words["en"] if word.startswith(("act.", "result."))}
    seen: set[str] = set()
    carries: dict[Table, Any] = {}
    begin = plan.seed + game.trial.begin
    for seed in range(begin, begin + max(LEAST, WALKS * plan.coups)):
        if seen >= named:
            break
        table = laid[seed // 4 % len(laid)][seed % 4]
        # Some acts need a coup before this one, some a table that is full.
        carry = carries.get(table) if seed % 128 > 7 else None
        if seed % 16 == 15 and game.trial.rare:  # what evenings seldom come to
            carry = game.trial.rare(table)
        walk = Walk(game, table, seed, carry)
        carries[table] = walk.dealer.outcome
        plan.done["coups"] += 1
        plan.done["steps"] += len(walk.record)
        seen |= met(walk)
    if nameless := sorted(seen - named):
        raise Broken(f"no word for {', '.join(nameless)}, which occurs")
    if never := sorted(named - seen):
        raise Broken(f"{', '.join(never)} never occurs in {plan.done['coups']} coups: a word that "
                     "is not needed, or what Game.trial should lead to")


def met(walk: Walk) -> set[str]:
    """The acts and results of a coup, by the keys of their words."""
    found: set[str] = set()
    for event in walk.record:
        if isinstance(event.answer, Act):
            found.add(f"act.{event.answer.act}")
        elif isinstance(event.step, Result):
            found.add(f"result.{event.step.result}")
        elif isinstance(event.step, Listen):  # what nobody may do is met where it is refused
            found |= {f"act.{offer.act}" for offer in event.step.offers
                      if offer.note == "full" and not (offer.high or offer.unit)}
    return found


def laid_out(game: Game, rules: Any) -> tuple[Table, ...]:
    """Tables with these rules: shared, for one player, of one place."""
    shared = Table(game=game.id, name="all", rules=rules, clocks=Clocks(shuffle=0))
    alone = Table(game=game.id, name="all", rules=rules, individual=True)
    return shared, alone, msgspec.structs.replace(shared, places=1), alone
