"""Checks that every coup ends, whatever players do and whatever goes wrong."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from sabot.conformance.accounts import accounts_after
from sabot.conformance.cases import Case, try_law
from sabot.conformance.findings import Broken, Finding, Plan, need
from sabot.procedure import (
    Attended,
    Incident,
    Refusal,
    Reveal,
    Shift,
    TableState,
    TimeOut,
    Turn,
    redact,
    replay,
)
from sabot.procedure.game import Game


def check(game: Game, plan: Plan) -> Iterator[Finding]:
    """A coup ends within the declared number of steps, also if nobody answers; after every fault
    that a step names; at a real table, whatever its croupier enters."""
    yield from try_law(game, plan, within_its_bound)
    yield from try_law(game, plan, after_faults)
    yield from try_law(game, plan, at_a_real_table)


def within_its_bound(case: Case) -> None:
    """The coup ends within the declared bound, also if nobody answers after the bets."""
    bound, walk = case.game.steps_bound, case.walk()
    need(walk.dealer.over, "the coup does not end", len(walk.record))
    need(len(walk.record) <= bound, f"the coup has {len(walk.record)} events; steps_bound allows "
         f"{bound}", len(walk.record))
    silent = case.walk(stop=8)
    for _ in range(bound):
        listen = silent.dealer.standing
        if listen is None:
            break
        silent.dealer.answer(TimeOut(listen.window) if listen.clock else silent.choose())
    need(silent.dealer.over, "the coup does not end if nobody answers", len(silent.record))


def after_faults(case: Case) -> None:
    """With any fault a supervisor may report, the coup ends, balances and replays."""
    game, table = case.game, case.table
    walk = case.walk(faults=0.2, eager=True)
    need(walk.dealer.over, "the coup does not end after a fault", len(walk.record))
    _nothing_stays(accounts_after(walk.record).in_play(), len(walk.record))
    need(replay(game.coup(table, walk.carry), walk.record).record == walk.record,
         "the coup with its faults has another record when it is replayed")
    other = case.walk(stop=case.random.randint(0, 12))
    if other.dealer.standing is not None:
        answer = other.dealer.report(Incident("no-fault-of-any-game"))
        need(isinstance(answer, Refusal) and answer.code == "no-fault"
             and answer.accepts == other.dealer.standing.faults,
             "a fault that the step does not name is accepted, or its refusal does not list those "
             "that it names",
             len(other.record))


def at_a_real_table(case: Case) -> None:
    """At a real table, with any input of the croupier and any fault, the shown events are
    consistent, and nothing stays on the table."""
    game = case.game
    table = msgspec.structs.replace(case.table, attended=True)
    if game.violations(table):  # the game has no real tables
        return
    walk = case.walk(table=table, chance=Attended(), unseen=0.7,
                     faults=case.random.choice((0, 0.1)), eager=case.random.random() < 0.5)
    need(walk.dealer.over, "the coup does not end", len(walk.record))
    need(len(walk.record) <= game.steps_bound, f"the coup has {len(walk.record)} events; "
         f"steps_bound allows {game.steps_bound}", len(walk.record))
    _nothing_stays(accounts_after(walk.record).in_play(), len(walk.record))
    state = TableState(game.label)
    for n, event in enumerate(walk.record):
        step = event.step
        if isinstance(step, Shift) and state.hands[step.frm][step.index] not in (None, step.card):
            raise Broken(f"{step.card} is taken from {step.frm!r}, but another card is there", n)
        if isinstance(step, Turn | Reveal) and state.hands[step.hand][step.index] is not None:
            raise Broken(f"a card of {step.hand!r} is turned up that is already face up", n)
        state.fold(redact(event, ""))
    need(state.bets == {}, "bets are left on the table after the coup", len(walk.record))
    need(not any(state.hands.values()), "cards are left on the table "
                                        "after the coup", len(walk.record))
    replayed = replay(game.coup(table, walk.carry), walk.record)
    need(replayed.record == walk.record and replayed.outcome == walk.dealer.outcome,
         "the coup of a real table has another record when it is replayed")


def _nothing_stays(in_play: dict[str, int], step: int) -> None:
    """Broken if a stake is left on the table after a coup."""
    if in_play:
        raise Broken(f"stakes are left on the table, in cents: {in_play}", step)
