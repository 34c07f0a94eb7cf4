"""Many tables of no-draw poker in compiled code pay what the engine pays, round by round."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sabot import games
from sabot.equipment.streams import Stream
from sabot.families.poker.no_draw import name, number
from sabot.games.no_draw_poker.chances.batch import COLUMNS
from sabot.games.no_draw_poker.chances.engine import Tape
from sabot.games.no_draw_poker.round import BANK, opening
from sabot.games.no_draw_poker.rules import ranking
from sabot.gym.table import make_table
from sabot.procedure import Act, Deal, Dealer, Move, Refusal, TimeOut, gain
from sabot.procedure.table import Table
from support.random_play import examples, tables

GAME = games.game("no-draw-poker")
PLAYER = "player"
AT = {column: at for at, column in enumerate(COLUMNS)}


class EngineTable:
    """A table of the reference engine with one player on the first box."""

    def __init__(self, table: Table, stream: Stream) -> None:
        self.table, self.order = table, ranking(table.rules)
        pack = sorted(self.order.pack, key=lambda card: number(card, self.order))
        self.tape, self.carry = Tape(stream, pack, 1), opening(table)

    def _answer(self, act: Act) -> None:
        events = self.dealer.answer(act)
        assert not isinstance(events, Refusal), events.text

    def bet(self, cents: int) -> None:
        """Begin a round with this initial bet."""
        self.tape.begin()
        self.dealer = Dealer(GAME.coup(self.table, self.carry), self.tape)
        assert self.dealer.standing
        if any(offer.act == "sit" and PLAYER not in offer.barred
               for offer in self.dealer.standing.offers) and not self.carry.seats[0]:
            self._answer(Act(PLAYER, "sit", "1"))
        self._answer(Act(PLAYER, "bet", "1", cents))
        if self.table.individual:
            self._answer(Act(PLAYER, "deal", "table"))
        else:
            events = self.dealer.answer(TimeOut("bets"))
            assert not isinstance(events, Refusal)

    def cards(self, hand: str) -> list[str]:
        """The cards of a hand."""
        return [event.card for event in self.dealer.record
                if isinstance(event.step, Deal) and event.step.to == hand]

    def play(self, act: str) -> int:
        """Go on or pass; the net cents of the round."""
        while self.dealer.standing is not None:
            self._answer(Act(PLAYER, act, "1"))
        self.carry = self.dealer.outcome
        return sum(gain(event.step) for event in self.dealer.record
                   if isinstance(event.step, Move))


def compare(table: Table, seed: int, lanes: int, steps: int) -> None:
    """Random decisions at compiled tables and at tables of the engine."""
    assert GAME.simulated.batch
    many = GAME.simulated.batch(table, lanes)
    _, masks = many.start(seed, 2)
    engines = [EngineTable(table, Stream(seed, 2, lane)) for lane in range(lanes)]
    chance = np.random.default_rng(seed)
    for _ in range(steps):
        acts = (chance.random(masks.shape) * masks).argmax(1)
        views, masks, cents, over, refused, _ = many.step(acts)
        assert not refused.any()
        for lane, engine in enumerate(engines):
            act = many.decisions[acts[lane]]
            if over[lane]:
                assert cents[lane] == engine.play(act)
                continue
            assert not cents[lane]
            view = views[lane]
            engine.bet(int(view[AT["bet"]]))
            mine = [name(int(view[AT[f"card {n}"]]) - 1, engine.order) for n in range(1, 6)]
            assert sorted(mine) == sorted(engine.cards("1"))
            assert name(int(view[AT["open"]]) - 1, engine.order) == engine.cards(BANK)[-1]


def test_every_round_pays_what_the_engine_pays() -> None:
    compare(make_table(GAME), 1, 6, 60)


@pytest.mark.more
@settings(examples(10), suppress_health_check=list(HealthCheck))
@given(data=st.data(), seed=st.integers(0, 2**32))
def test_so_it_does_at_any_lawful_table(data: st.DataObject, seed: int) -> None:
    compare(data.draw(tables(GAME)), seed, 2, 40)
