"""Every coup ends, whoever answers and whatever goes wrong."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from sabot.conformance.accounts import purse
from sabot.conformance.cases import Case, tried
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
    """Within the bound that the game declares, also where nobody answers; from every fault that a
    step names; at a real table, whatever its croupier enters."""
    yield from tried(game, plan, within_its_bound)
    yield from tried(game, plan, after_faults)
    yield from tried(game, plan, at_a_real_table)


def within_its_bound(case: Case) -> None:
    """Within the declared bound, also when nobody ever answers after the bets."""
    bound, walk = case.game.steps_bound, case.walk()
    need(walk.dealer.over, "the coup does not end", len(walk.record))
    need(len(walk.record) <= bound, f"the coup has {len(walk.record)} events, and steps_bound says "
         f"{bound}", len(walk.record))
    silent = case.walk(stop=8)
    for _ in range(bound):
        listen = silent.dealer.standing
        if listen is None:
            break
        silent.dealer.answer(TimeOut(listen.window) if listen.clock else silent.choose())
    need(silent.dealer.over, "the coup does not end where nobody answers", len(silent.record))


def after_faults(case: Case) -> None:
    """Whatever a supervisor may report, at whatever hand: it ends, balances and replays."""
    game, table = case.game, case.table
    walk = case.walk(faults=0.2, eager=True)
    need(walk.dealer.over, "the coup does not end after a fault", len(walk.record))
    _nothing_stays(purse(walk.record).in_play(), len(walk.record))
    need(replay(game.coup(table, walk.carry), walk.record).record == walk.record,
         "the coup with its faults is told otherwise when it is replayed")
    other = case.walk(stop=case.random.randint(0, 12))
    if other.dealer.standing is not None:
        refused = other.dealer.report(Incident("no-fault-of-any-game"))
        need(isinstance(refused, Refusal) and refused.code == "no-fault"
             and refused.accepts == other.dealer.standing.faults,
             "a fault that no step names is not refused with those that it names",
             len(other.record))


def at_a_real_table(case: Case) -> None:
    """Whatever a croupier enters where the procedure asks them, and whatever goes wrong there: what
    lies on the table can be followed from what is told, and nothing of it stays behind."""
    game = case.game
    table = msgspec.structs.replace(case.table, attended=True)
    if game.violations(table):  # its cards are never real ones
        return
    walk = case.walk(table=table, chance=Attended(), unseen=0.7,
                     faults=case.random.choice((0, 0.1)), eager=case.random.random() < 0.5)
    need(walk.dealer.over, "the coup does not end", len(walk.record))
    need(len(walk.record) <= game.steps_bound, f"the coup has {len(walk.record)} events, and "
         f"steps_bound says {game.steps_bound}", len(walk.record))
    _nothing_stays(purse(walk.record).in_play(), len(walk.record))
    state = TableState(game.label)
    for n, event in enumerate(walk.record):
        step = event.step
        if isinstance(step, Shift) and state.hands[step.frm][step.index] not in (None, step.card):
            raise Broken(f"{step.card} is taken from {step.frm!r}, where another card lies", n)
        if isinstance(step, Turn | Reveal) and state.hands[step.hand][step.index] is not None:
            raise Broken(f"a card of {step.hand!r} is turned up that lies open", n)
        state.fold(redact(event, ""))
    need(state.bets == {}, "bets lie on the table after the coup", len(walk.record))
    need(not any(state.hands.values()), "cards lie on the table after the coup", len(walk.record))
    again = replay(game.coup(table, walk.carry), walk.record)
    need(again.record == walk.record and again.outcome == walk.dealer.outcome,
         "the coup of a real table is told otherwise when it is replayed")


def _nothing_stays(in_play: dict[str, int], step: int) -> None:
    """No stake is left on the table after a coup."""
    if in_play:
        raise Broken(f"stakes are left on the table, in cents: {in_play}", step)
