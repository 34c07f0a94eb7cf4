"""Checks of a coup that is voided at any time: stakes, cards and shoe."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from random import Random
from typing import Any

import msgspec

from sabot.conformance.accounts import Accounts, accounts_after
from sabot.conformance.cases import Case, try_law
from sabot.conformance.chance_sources import seeded_chance, short_shoe
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
from sabot.procedure.readings import reading
from sabot.procedure.steps import ChanceStep, Step
from sabot.procedure.table import Table

AT_MOST = 12
"""The maximum number of questions of a coup at which it is voided."""
CAUSE = "a fault"


def check(game: Game, plan: Plan) -> Iterator[Finding]:
    """A void returns exactly the stakes in play and leaves no card on a real table; a shoe that
    runs out voids the coup; the shoe afterwards is where the dealt cards left it."""
    yield from try_law(game, plan, refunded)
    yield from try_law(game, plan, without_cards)
    yield from try_law(game, plan, of_a_real_table)
    yield from try_law(game, plan, anywhere, 3)


def refunded(case: Case) -> None:
    """At any Listen a void returns or holds each stake in play for its player, and moves nothing
    else."""
    game = case.game
    walk = case.walk(stop=case.random.randint(0, 25))
    before, at = accounts_after(walk.record), len(walk.record)
    in_play = before.in_play()
    if walk.dealer.over:
        need(walk.dealer.void("late") == [] and in_play == {}, "a coup that is over is voided", at)
        return
    events = walk.dealer.void(CAUSE)
    need(walk.dealer.over, "the coup goes on after it was voided", at)
    need(events[0].void == CAUSE, "the void has no cause, or another one", at)
    moved = [e.step for e in events if isinstance(e.step, Move)]
    if game.purse:  # stakes return to the player's money on the table
        _check_refunds(before, in_play, [m for m in moved
                                         if m.kind not in ("travel", *_jackpot_moves(events))], at)
    else:
        if reading(walk.table.rules, "void_undoes") == "every-bet":
            restored = _sums_of("restore", moved)
            need(restored <= _sums_of("collect", (e.step for e in walk.record)),
                 f"a void gives back more than the bank has collected: {dict(restored)}", at)
            moved = [m for m in moved if m.kind != "restore"]
        for m in moved:
            if m.kind not in ("refund", "hold"):
                raise Broken(f"a void moves {m.amount} cents of {m.bet!r} by a movement of the "
                             f"kind {m.kind!r}", at)
            # A bet on a series of coups waits for the next one.
            if m.kind == "hold" and "/streak" not in m.bet:
                raise Broken(f"a void holds the bet {m.bet!r}, which is decided by one coup", at)
            if f"player:{m.player}" != before.owners.get(f"stake:{m.bet}"):
                raise Broken(f"a void gives {m.bet!r} to {m.player}, who did not bet it", at)
        back = {m.bet: m.amount for m in moved}
        if back != in_play or len(moved) != len(in_play):
            raise Broken(f"a void returns {back}, but {in_play} was on the table, in cents", at)
    need(accounts_after(walk.record).in_play() == {}, "a void leaves stakes on the table", at)
    need(isinstance(walk.dealer.answer(Act("Ana", "sit", "1")), Refusal),
         "an act is accepted after the void", at)
    need(replay(game.coup(walk.table, walk.carry), walk.record).record == walk.record,
         "the voided coup has another record when it is replayed", at)


def _sums_of(kind: str, steps: Iterable[Step | None]) -> Counter[tuple[str, str]]:
    """What moved by movements of a kind, for each bet and player, in cents."""
    sums = Counter[tuple[str, str]]()
    for step in steps:
        if isinstance(step, Move) and step.kind == kind:
            sums[step.bet, step.player] += step.amount
    return sums


def _check_refunds(before: Accounts, in_play: dict[str, int], moved: list[Move], at: int) -> None:
    """Check that each player gets back the sum of their stakes."""
    need({m.kind for m in moved} <= {"refund", "hold", "hand-pay"},
         "a void moves money that it does not return", at)
    expected, refunded = Counter[str](), Counter[str]()
    for bet, amount in in_play.items():
        expected[before.owners[f"stake:{bet}"]] += amount
    for m in moved:
        refunded[f"player:{m.player}"] += m.amount
    if refunded != expected:
        raise Broken(f"a void returns {dict(refunded)}, but {dict(expected)} was bet, in cents", at)


def _jackpot_moves(events: Iterable[Event]) -> tuple[str, ...]:
    """The kinds of movements of a jackpot, which is paid even if the coup is voided."""
    kinds = [e.step.kind for e in events if isinstance(e.step, Move)]
    return ("jackpot", "jackpot-due", "hand-pay") if "jackpot-due" in kinds else ("jackpot",)


def of_a_real_table(case: Case) -> None:
    """A void at a real table leaves no card on it, at any step."""
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
    hands_left = sorted(hand for hand, cards in state.hands.items() if any(cards))
    need(not any(state.hands.values()), "a void leaves cards on the table, in "
         f"{', '.join(hands_left or map(repr, filter(state.hands.get, state.hands)))}", at)


class ShortShoeChance(Live):
    """Chance from a shoe with few cards, whatever is shuffled."""

    def resolve(self, step: ChanceStep) -> Any:
        """Answer a step of chance."""
        if isinstance(step, Cut):
            return None
        if isinstance(step, Shuffle) and self.shoe is not None:
            if step.packs == 1:
                self.shoe.order = [card for card in self.shoe.order if card not in step.without]
            return self.shoe.seal
        return super().resolve(step)


def without_cards(case: Case) -> None:
    """If the shoe runs out at any card, every stake in play returns and the record replays."""
    game, table, cards = case.game, case.table, case.random.randint(0, 20)
    opening = game.opening(table)
    walk = case.walk(
        carry=opening, chance=ShortShoeChance(Seeded(case.seed), short_shoe(case.seed, cards))
    )
    need(walk.dealer.over, "the coup does not end when the shoe is empty", len(walk.record))
    if stakes := accounts_after(walk.record).in_play():
        raise Broken(f"a shoe that runs out leaves stakes on the table: {stakes}", len(walk.record))
    voids = [e.void for e in walk.record if e.void]
    need(voids in ([], ["shoe-exhausted"]), f"the coup is voided for {voids}", len(walk.record))
    need(voids or len([e for e in walk.record if e.card]) <= cards,
         "more cards are dealt than the shoe had", len(walk.record))
    need(replay(game.coup(table, opening), walk.record).record == walk.record,
         "a coup whose shoe ran out has another record when it is replayed")


# -- the shoe --------------------------------------------------------------------------------------


def shoe_after(shoe: ShoeAt, record: Iterable[Event]) -> ShoeAt:
    """The shoe after these events."""
    for event in record:
        step = event.step
        if isinstance(step, Shuffle):
            shoe = ShoeAt(event.seal, 0)
        elif isinstance(step, Cut):
            shoe = shoe._replace(cut=step.at)
        elif isinstance(step, Deal) and step.bottom:
            shoe = shoe._replace(lifted=shoe.lifted + 1)
        elif isinstance(step, Deal):
            shoe = shoe._replace(drawn=shoe.drawn + 1)
        elif isinstance(step, Open) and step.seal == shoe.seal:
            shoe = ShoeAt("", 0)
    return shoe


def anywhere(case: Case) -> None:
    """Voided at any answer, the coup leaves the shoe where its events say."""
    voided_everywhere(case.game, case.table, case.seed, case=case)


def voided_everywhere(game: Game, table: Table, seed: int, coups: int = 3,
                      max_voids: int = AT_MOST, case: Case | None = None) -> int:
    """Void each coup of an evening at up to ``max_voids`` questions; return how many voids.

    Broken if the shoe is not where the dealt cards left it, or the coup replays differently.
    """
    case = case or Case(game, table, seed, Random(seed))
    random, chance, carry, voids = Random(seed), seeded_chance(seed), None, 0
    for n in range(coups):
        walk = case.walk(seed + n, carry=carry, chance=chance, faults=random.choice((0, 0.1)))
        carry = walk.dealer.outcome
        answers = [position for position, event in enumerate(walk.record) if event.step is None]
        for position in random.sample(answers, min(max_voids, len(answers))):
            dealer = replay(game.coup(table, walk.carry), walk.record[:position])
            if dealer.standing is None:
                continue
            window = dealer.standing.window
            dealer.void(CAUSE)
            voids += 1
            shoe = game.shoe(dealer.outcome)
            if shoe.seal or not game.unopened_clause:
                expected = shoe_after(game.shoe(walk.carry), dealer.record)
                if shoe != expected:
                    raise Broken(f"voided at {window!r}, the carry has the shoe at {tuple(shoe)}, "
                                 f"but by its events it is at {tuple(expected)}", position)
            replayed = replay(game.coup(table, walk.carry), dealer.record)
            if encode(replayed.record) != encode(dealer.record) or not replayed.over:
                raise Broken(f"voided at {window!r}, the coup has another record when it is "
                             "replayed", position)
            if replayed.outcome != dealer.outcome:
                raise Broken(f"voided at {window!r}, the coup has another carry when "
                             "it is replayed", position)
    return voids
