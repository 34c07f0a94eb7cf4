"""Laws 2, 3, 6, 7 and 8: any coup of any game, under random players and hostile commands."""

from __future__ import annotations

from collections import Counter
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sabot.equipment import PACK, Seeded
from sabot.games import catalogue
from sabot.procedure import (
    Act,
    Attended,
    Cut,
    Deal,
    Discard,
    Event,
    Incident,
    Listen,
    Live,
    Move,
    Open,
    Part,
    Refusal,
    Result,
    Reveal,
    Shift,
    Shuffle,
    TableState,
    TimeOut,
    Turn,
    Void,
    redact,
    replay,
)
from sabot.procedure.game import Game
from sabot.procedure.table import Clocks, Table
from support.random_play import (
    PLAYERS,
    SEEDS,
    Purse,
    Walk,
    accounts,
    examples,
    purse,
    rich,
    seeded,
    short_shoe,
    somebody,
    tables,
    taken,
)

every_game = pytest.mark.parametrize("game", catalogue().values(), ids=catalogue())
MANY = examples(10)
SOME = examples(6)
# Where walks begin that soon take the acts that are rare there.
START = {"blackjack-2001": 2_560, "blackjack-2007": 2_560, "blackjack-online": 2_560}


@every_game
def test_the_tables_that_are_drawn_have_a_short_name(game: Game) -> None:
    """Hypothesis names a strategy whose table is not taken; past thirty thousand characters it
    warns, once in a while and in the midst of a draw, and the draw is then called flaky."""
    assert len(repr(tables(game))) < 1_000


@every_game
@MANY
@given(data=st.data(), seed=SEEDS)
def test_offered_is_accepted_and_nothing_else(game: Game, data: st.DataObject, seed: int) -> None:
    """Laws 2 and 3: asserted at each Listen; a refusal has a clause and changes nothing."""
    walk = Walk(game, data.draw(tables(game)), seed, hostile=True)
    assert walk.dealer.over
    late = walk.dealer.answer(Act("Ana", "sit", "1"))
    assert isinstance(late, Refusal) and late.code == "not-now"


def _laid_out(game: Game, rules: Any) -> tuple[Table, ...]:
    """Tables with these rules: shared, for one player, of one place."""
    shared = Table(game=game.id, name="all", rules=rules, clocks=Clocks(shuffle=0))
    alone = Table(game=game.id, name="all", rules=rules, individual=True)
    return shared, alone, msgspec.structs.replace(shared, places=1), alone


@every_game
def test_walks_take_every_act_of_the_game(game: Game) -> None:
    """So that these laws are tried where they can break: every named act and result occurs."""
    chosen = {name: values[1] for name, values in game.choices.items()
              if name == "jackpot"}
    laid = [_laid_out(game, game.rules(**{**chosen, **one})) for one in game.trial.full or ({},)]
    named = {word for word in game.words["en"] if word.startswith(("act.", "result."))}
    seen: set[str] = set()
    carries: dict[Table, Any] = {}
    for seed in range(START.get(game.id, 0), 5_560):
        if seen >= named:
            break
        table = laid[seed // 4 % len(laid)][seed % 4]
        # Some acts need a coup before this one, some a table that is full.
        carry = carries.get(table) if seed % 128 > 7 else None
        if seed % 16 == 15 and game.trial.rare:  # what evenings seldom come to
            carry = game.trial.rare(table)
        walk = Walk(game, table, seed, carry)
        carries[table] = walk.dealer.outcome
        for event in walk.record:
            if isinstance(event.answer, Act):
                seen.add(f"act.{event.answer.act}")
            elif isinstance(event.step, Result):
                seen.add(f"result.{event.step.result}")
            elif isinstance(event.step, Listen):  # what nobody may do is met where it is refused
                seen |= {f"act.{offer.act}" for offer in event.step.offers
                         if offer.note == "full" and not (offer.high or offer.unit)}
    assert seen == named


@every_game
@SOME
@given(data=st.data(), seed=SEEDS)
def test_every_offer_is_accepted(game: Game, data: st.DataObject, seed: int) -> None:
    """Law 3, one by one: each offer of a Listen is taken on a copy of the coup, at both ends."""
    table = data.draw(tables(game))
    walk = Walk(game, table, seed, stop=data.draw(st.integers(0, 20)))
    if walk.dealer.standing is None:
        return
    listen = walk.dealer.standing
    for offer in filter(somebody, listen.offers):
        who = ([offer.player] if offer.player else offer.players or (*PLAYERS, "Zoe", "Yan"))
        mine = [(player, seat) for player in who if player not in offer.barred
                for seat in offer.spots[:9] if taken(listen, player, offer.act, seat) is offer]
        if not mine:  # what is a player's own stands before it
            continue
        player, seat = mine[0]
        for amount in {offer.low, offer.high} if offer.unit else {0}:
            again = replay(game.coup(table, walk.carry), walk.record, rich(seed + 1))
            told = again.answer(Act(player, offer.act, seat, amount))
            assert not isinstance(told, Refusal), (offer, told)


@every_game
@MANY
@given(data=st.data(), seed=SEEDS)
def test_every_coup_ends(game: Game, data: st.DataObject, seed: int) -> None:
    """Law 6: within the declared bound, also when nobody ever answers after the bets."""
    table = data.draw(tables(game))
    walk = Walk(game, table, seed)
    assert walk.dealer.over and len(walk.record) <= game.steps_bound
    silent = Walk(game, table, seed, stop=8)
    for _ in range(game.steps_bound):
        listen = silent.dealer.standing
        if listen is None:
            break
        silent.dealer.answer(TimeOut(listen.window) if listen.clock else silent.choose())
    assert silent.dealer.over


@every_game
@MANY
@given(data=st.data(), seed=SEEDS)
def test_money_is_conserved(game: Game, data: st.DataObject, seed: int) -> None:
    """Law 7: whole cents, balanced, no bet below nothing at any time and none left at the end."""
    walk = Walk(game, data.draw(tables(game)), seed)
    told, staked = Purse(), Counter[str]()
    for event in walk.record:
        move = told.tell(event)
        if move is None:
            continue
        assert type(move.amount) is int and move.amount > 0
        frm, _ = accounts(move)
        assert not frm.startswith("stake:") or told.held[frm] >= 0, move
        if frm.startswith("player:"):
            assert move.kind == "stake"
            staked[frm] += move.amount
        elif move.kind == "pay":
            assert frm == "bank"
    assert sum(told.held.values()) == 0
    assert told.in_play() == {}
    for name, left in told.held.items():
        assert name.startswith(("player:", "stake:")) or name in (
            "bank", "held", "commission", "gratuity", "jackpot", "ticket")
        assert not name.startswith("player:") or left >= -staked[name]


@every_game
@MANY
@given(data=st.data(), seed=SEEDS, coups=st.integers(1, 4))
def test_things_are_constant(game: Game, data: st.DataObject, seed: int, coups: int) -> None:
    """Law 8: cards leave the sealed order one by one, lie in one hand, and are all collected."""
    table = data.draw(tables(game))
    chance, carry = seeded(seed), None
    drawn, lifted, order = 0, 0, []
    opened: set[str] = set()
    for n in range(coups):
        walk = Walk(game, table, seed + n, carry=carry, chance=chance)
        hands: dict[str, list[str]] = {}
        for event in walk.record:
            step = event.step
            if isinstance(step, Shuffle):
                drawn, lifted, order = 0, 0, chance.shoe.order
                assert event.seal == chance.shoe.seal
                every = Counter(dict.fromkeys(PACK, step.packs))
                assert not Counter(step.without) - every
                assert Counter(order) == every - Counter(step.without)
            elif isinstance(step, Open):
                assert event.opening["seal"] == step.seal
            elif isinstance(step, Deal):
                if step.bottom:
                    lifted += 1
                    assert event.card == order[-lifted]
                else:
                    assert event.card == order[drawn]
                    drawn += 1
                hands.setdefault(step.to, []).append(event.card)
            elif isinstance(step, Cut):
                order = chance.shoe.order
            elif isinstance(step, Shift):
                assert hands[step.frm].pop(step.index) == step.card
                hands.setdefault(step.to, []).append(step.card)
            elif isinstance(step, Part):
                first, second = hands.pop(step.hand)
                hands[step.into[0]], hands[step.into[1]] = [first], [second]
            elif isinstance(step, Discard):
                for hand in step.hands:
                    del hands[hand]
        assert not any(hands.values())
        carry = walk.dealer.outcome
        shoe = chance.shoe
        opened |= {e.step.seal for e in walk.record if isinstance(e.step, Open)}
        if shoe is None:
            assert not drawn and game.shoe(carry) == ("", 0, 0, 0)
        elif not game.shoe(carry).seal:  # its cards were shown and taken away, or no eye sees them
            assert (shoe.seal in opened) == (not game.unopened)
        else:
            assert game.shoe(carry) == (shoe.seal, drawn, shoe.cut_at, lifted)
            assert (shoe.drawn, shoe.lifted) == (drawn, lifted)


@every_game
@MANY
@given(data=st.data(), seed=SEEDS)
def test_a_coup_goes_on_from_any_fault_that_it_names(
        game: Game, data: st.DataObject, seed: int) -> None:
    """Whatever a supervisor may report, at whatever hand: it ends, balances and replays."""
    table = data.draw(tables(game))
    walk = Walk(game, table, seed, faults=0.2)
    assert walk.dealer.over and purse(walk.record).in_play() == {}
    assert replay(game.coup(table, walk.carry), walk.record).record == walk.record
    other = Walk(game, table, seed, stop=data.draw(st.integers(0, 12)))
    if other.dealer.standing is not None:
        refused = other.dealer.report(Incident("no-fault-of-any-game"))
        assert isinstance(refused, Refusal) and refused.code == "no-fault"
        assert refused.accepts == other.dealer.standing.faults


@every_game
@MANY
@given(data=st.data(), seed=SEEDS)
def test_a_real_table_ends_balances_and_replays(
        game: Game, data: st.DataObject, seed: int) -> None:
    """Whatever a croupier enters where the procedure asks him, and whatever goes wrong there: what
    lies on the table can be followed from what is told, and nothing of it stays behind."""
    table = msgspec.structs.replace(data.draw(tables(game)), attended=True)
    if game.violations(table):  # its cards are never real ones
        return
    walk = Walk(game, table, seed, chance=Attended(), unseen=0.7,
                faults=data.draw(st.sampled_from((0, 0.1))))
    assert walk.dealer.over and len(walk.record) <= game.steps_bound
    assert purse(walk.record).in_play() == {}
    state = TableState(game.label)
    for event in walk.record:
        step = event.step
        if isinstance(step, Shift):
            assert state.hands[step.frm][step.index] in (None, step.card)
        elif isinstance(step, Turn | Reveal):
            assert state.hands[step.hand][step.index] is None
        state.fold(redact(event, ""))
    assert state.bets == {} and not any(state.hands.values())
    again = replay(game.coup(table, walk.carry), walk.record)
    assert again.record == walk.record and again.outcome == walk.dealer.outcome


@every_game
@MANY
@given(data=st.data(), seed=SEEDS, stop=st.integers(0, 40))
def test_a_void_of_a_real_table_tells_every_card_home(
        game: Game, data: st.DataObject, seed: int, stop: int) -> None:
    """Wherever the croupier stands, also with a card laid aside: no card is forgotten."""
    table = msgspec.structs.replace(data.draw(tables(game)), attended=True)
    if game.violations(table):
        return
    walk = Walk(game, table, seed, chance=Attended(), unseen=0.7, faults=0.2, stop=stop)
    walk.dealer.void("a fault")
    state = TableState(game.label)
    for event in walk.record:
        state.fold(redact(event, ""))
    assert walk.dealer.over and not any(state.hands.values())


def due(events: list[Event]) -> tuple[str, ...]:
    """The movements of a jackpot that is paid though the coup was voided: the game was played."""
    kinds = [e.step.kind for e in events if isinstance(e.step, Move)]
    return ("jackpot", "jackpot-due", "hand-pay") if "jackpot-due" in kinds else ("jackpot",)


@every_game
@MANY
@given(data=st.data(), seed=SEEDS, stop=st.integers(0, 25))
def test_a_void_refunds_what_is_in_play(
        game: Game, data: st.DataObject, seed: int, stop: int) -> None:
    """At any Listen a void returns each stake in play to its player, or holds it for him, and
    nothing else."""
    walk = Walk(game, data.draw(tables(game)), seed, stop=stop)
    before = purse(walk.record)
    in_play = before.in_play()
    if walk.dealer.over:
        assert walk.dealer.void("late") == [] and in_play == {}
        return
    events = walk.dealer.void("a fault")
    assert walk.dealer.over and events[0].void == "a fault"
    moved = [e.step for e in events if isinstance(e.step, Move)]
    if game.purse:  # what was bet goes back to what its player has on the table
        moved = [m for m in moved if m.kind not in ("travel", *due(events))]
        assert {m.kind for m in moved} <= {"refund", "hold", "hand-pay"}
        owed, back = Counter[str](), Counter[str]()
        for bet, amount in in_play.items():
            owed[before.owners[f"stake:{bet}"]] += amount
        for m in moved:
            back[f"player:{m.player}"] += m.amount
        assert back == owed
    else:
        assert len(moved) == len(in_play) and {m.kind for m in moved} <= {"refund", "hold"}
        # A bet on a row of coups waits for the next one: this one does not count.
        assert all("/streak" in m.bet for m in moved if m.kind == "hold")
        assert {m.bet: m.amount for m in moved} == in_play
        assert all(f"player:{m.player}" == before.owners[f"stake:{m.bet}"] for m in moved)
    assert purse(walk.record).in_play() == {}
    assert isinstance(walk.dealer.answer(Act("Ana", "sit", "1")), Refusal)
    assert replay(game.coup(walk.table, walk.carry), walk.record).record == walk.record


@every_game
@SOME
@given(data=st.data(), seed=SEEDS, cards=st.integers(0, 20))
def test_a_shoe_that_runs_out_voids_the_coup(
        game: Game, data: st.DataObject, seed: int, cards: int) -> None:
    """Whatever card is missing, every stake in play returns and the record replays."""
    table = data.draw(tables(game))
    opening = game.opening(table)
    shoe = short_shoe(seed, cards)

    class Short(Live):
        def resolve(self, step: object) -> object:
            if isinstance(step, Cut):
                return None
            if isinstance(step, Shuffle):
                if step.packs == 1:
                    shoe.order = [card for card in shoe.order if card not in step.without]
                return shoe.seal
            return super().resolve(step)

    walk = Walk(game, table, seed, carry=opening, chance=Short(Seeded(seed), shoe))
    assert walk.dealer.over
    assert purse(walk.record).in_play() == {}
    voids = [e.void for e in walk.record if e.void]
    assert voids in ([], ["shoe-exhausted"])
    assert voids or len([e for e in walk.record if e.card]) <= cards
    assert replay(game.coup(table, opening), walk.record).record == walk.record


def test_a_void_says_its_cause() -> None:
    assert Void("power").cause == str(Void("power")) == "power"
