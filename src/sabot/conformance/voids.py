"""A coup that is voided, wherever it stands: stakes, cards and shoe."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from random import Random
from typing import Any

import msgspec

from sabot.conformance.accounts import Purse, purse
from sabot.conformance.cases import Case, tried
from sabot.conformance.chance_sources import seeded, short_shoe
from sabot.conformance.findings import Broken, Finding, Plan, need
from sabot.equipment import Seeded
from sabot.procedure import (
    Act,
    Attended,
    Cut,
    Deal,
    Event,
    Live,
    Move,
    Open,
    Refusal,
    Shuffle,
    TableState,
    encode,
    redact,
    replay,
)
from sabot.procedure.game import Game, ShoeAt
from sabot.procedure.steps import ChanceStep
from sabot.procedure.table import Table

AT_MOST = 12
"""So many questions of a coup are taken at which it is voided."""
CAUSE = "a fault"


def check(game: Game, plan: Plan) -> Iterator[Finding]:
    """At any question a void returns each stake in play and nothing else; of a real table no card
    is forgotten; a shoe that runs out voids the coup; the shoe stands where its cards left it."""
    yield from tried(game, plan, refunded)
    yield from tried(game, plan, without_cards)
    yield from tried(game, plan, of_a_real_table)
    yield from tried(game, plan, anywhere, 3)


def refunded(case: Case) -> None:
    """At any Listen a void returns each stake in play to its player, or holds it for them, and
    nothing else."""
    game = case.game
    walk = case.walk(stop=case.random.randint(0, 25))
    before, at = purse(walk.record), len(walk.record)
    in_play = before.in_play()
    if walk.dealer.over:
        need(walk.dealer.void("late") == [] and in_play == {}, "a coup that is over is voided", at)
        return
    events = walk.dealer.void(CAUSE)
    need(walk.dealer.over, "the coup goes on after it was voided", at)
    need(events[0].void == CAUSE, "the void does not say its cause", at)
    moved = [e.step for e in events if isinstance(e.step, Move)]
    if game.purse:  # what was bet goes back to what its player has on the table
        _back_to_purses(before, in_play, [m for m in moved
                                          if m.kind not in ("travel", *_due(events))], at)
    else:
        for m in moved:
            if m.kind not in ("refund", "hold"):
                raise Broken(f"a void moves {m.amount} cents of {m.bet!r} as {m.kind!r}", at)
            # A bet on a row of coups waits for the next one: this one does not count.
            if m.kind == "hold" and "/streak" not in m.bet:
                raise Broken(f"a void holds the bet {m.bet!r}, which is decided by one coup", at)
            if f"player:{m.player}" != before.owners.get(f"stake:{m.bet}"):
                raise Broken(f"a void gives {m.bet!r} to {m.player}, whose it is not", at)
        back = {m.bet: m.amount for m in moved}
        if back != in_play or len(moved) != len(in_play):
            raise Broken(f"a void returns {back}, and {in_play} lies on the table, in cents", at)
    need(purse(walk.record).in_play() == {}, "a void leaves stakes on the table", at)
    need(isinstance(walk.dealer.answer(Act("Ana", "sit", "1")), Refusal),
         "an act is accepted after the void", at)
    need(replay(game.coup(walk.table, walk.carry), walk.record).record == walk.record,
         "the coup with its void is told otherwise when it is replayed", at)


def _back_to_purses(before: Purse, in_play: dict[str, int], moved: list[Move], at: int) -> None:
    """Each player gets back what was bet, whichever bets it lay on."""
    need({m.kind for m in moved} <= {"refund", "hold", "hand-pay"},
         "a void moves money otherwise than back", at)
    owed, back = Counter[str](), Counter[str]()
    for bet, amount in in_play.items():
        owed[before.owners[f"stake:{bet}"]] += amount
    for m in moved:
        back[f"player:{m.player}"] += m.amount
    if back != owed:
        raise Broken(f"a void returns {dict(back)}, and {dict(owed)} was bet, in cents", at)


def _due(events: Iterable[Event]) -> tuple[str, ...]:
    """The movements of a jackpot that is paid though the coup was voided: the game was played."""
    kinds = [e.step.kind for e in events if isinstance(e.step, Move)]
    return ("jackpot", "jackpot-due", "hand-pay") if "jackpot-due" in kinds else ("jackpot",)


def of_a_real_table(case: Case) -> None:
    """Wherever the croupier stands, also with a card laid aside: no card is forgotten."""
    table = msgspec.structs.replace(case.table, attended=True)
    if case.game.violations(table):
        return
    walk = case.walk(table=table, chance=Attended(), unseen=0.7, faults=0.2,
                     stop=case.random.randint(0, 40))
    at = len(walk.record)
    walk.dealer.void(CAUSE)
    state = TableState(case.game.label)
    for event in walk.record:
        state.fold(redact(event, ""))
    need(walk.dealer.over, "the coup goes on after it was voided", at)
    left = sorted(hand for hand, cards in state.hands.items() if any(cards))
    need(not any(state.hands.values()), "a void leaves cards on the table, in "
         f"{', '.join(left or map(repr, filter(state.hands.get, state.hands)))}", at)


class Short(Live):
    """Chance from a shoe of few cards, whatever is shuffled."""

    def resolve(self, step: ChanceStep) -> Any:
        if isinstance(step, Cut):
            return None
        if isinstance(step, Shuffle) and self.shoe is not None:
            if step.packs == 1:
                self.shoe.order = [card for card in self.shoe.order if card not in step.without]
            return self.shoe.seal
        return super().resolve(step)


def without_cards(case: Case) -> None:
    """Whatever card is missing, every stake in play returns and the record replays."""
    game, table, cards = case.game, case.table, case.random.randint(0, 20)
    opening = game.opening(table)
    walk = case.walk(carry=opening, chance=Short(Seeded(case.seed), short_shoe(case.seed, cards)))
    need(walk.dealer.over, "the coup does not end where the shoe does", len(walk.record))
    if left := purse(walk.record).in_play():
        raise Broken(f"a shoe that runs out leaves stakes on the table: {left}", len(walk.record))
    voids = [e.void for e in walk.record if e.void]
    need(voids in ([], ["shoe-exhausted"]), f"the coup is voided for {voids}", len(walk.record))
    need(voids or len([e for e in walk.record if e.card]) <= cards,
         "more cards are dealt than there are", len(walk.record))
    need(replay(game.coup(table, opening), walk.record).record == walk.record,
         "a coup whose shoe ran out is told otherwise when it is replayed")


# -- the shoe --------------------------------------------------------------------------------------


def shoe_after(at: ShoeAt, record: Iterable[Event]) -> ShoeAt:
    """The shoe as it stands once these events were told."""
    for event in record:
        step = event.step
        if isinstance(step, Shuffle):
            at = ShoeAt(event.seal, 0)
        elif isinstance(step, Cut):
            at = at._replace(cut=step.at)
        elif isinstance(step, Deal) and step.bottom:
            at = at._replace(lifted=at.lifted + 1)
        elif isinstance(step, Deal):
            at = at._replace(drawn=at.drawn + 1)
        elif isinstance(step, Open) and step.seal == at.seal:
            at = ShoeAt("", 0)
    return at


def anywhere(case: Case) -> None:
    """Also what the coup itself learns only from the answer: the next coup, and who verifies the
    journal, find the shoe that was told."""
    voided_everywhere(case.game, case.table, case.seed, case=case)


def voided_everywhere(game: Game, table: Table, seed: int, coups: int = 3,
                      most: int = AT_MOST, case: Case | None = None) -> int:
    """Void each coup of an evening at its questions, ``most`` of them; at how many it was. Broken
    where a shoe is not where its cards left it, or the coup is told otherwise when it is replayed.
    """
    case = case or Case(game, table, seed, Random(seed))
    random, chance, carry, many = Random(seed), seeded(seed), None, 0
    for n in range(coups):
        walk = case.walk(seed + n, carry=carry, chance=chance, faults=random.choice((0, 0.1)))
        carry = walk.dealer.outcome
        answers = [at for at, event in enumerate(walk.record) if event.step is None]
        for at in random.sample(answers, min(most, len(answers))):
            dealer = replay(game.coup(table, walk.carry), walk.record[:at])
            if dealer.standing is None:
                continue
            window = dealer.standing.window
            dealer.void(CAUSE)
            many += 1
            shoe = game.shoe(dealer.outcome)
            if shoe.seal or not game.unopened:
                told = shoe_after(game.shoe(walk.carry), dealer.record)
                if shoe != told:
                    raise Broken(f"voided at {window!r} the carry has the shoe at {tuple(shoe)}, "
                                 f"and it was told at {tuple(told)}", at)
            again = replay(game.coup(table, walk.carry), dealer.record)
            if encode(again.record) != encode(dealer.record) or not again.over:
                raise Broken(f"voided at {window!r} the coup is told otherwise when it is "
                             "replayed", at)
            if again.outcome != dealer.outcome:
                raise Broken(f"voided at {window!r} the coup leaves another carry when it is "
                             "replayed", at)
    return many
