"""Many machines in compiled code pay what the engine pays, game by game."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

from sabot import games
from sabot.equipment.streams import Stream
from sabot.families.machine.file import shipped_models
from sabot.games.machines.cards import ALL
from sabot.games.machines.chances.engine import PLAYER, CoupPlayer
from sabot.games.machines.chances.kernel import Machine
from sabot.games.machines.parts import _kernel
from sabot.games.machines.round import SEAT
from sabot.gym.table import make_table
from sabot.procedure import Act, Event, Listen, TimeOut
from sabot.procedure.table import Table

GAME = games.game("machines")


class Repeats(CoupPlayer):
    """The player of the engine who decides as at a compiled machine."""

    def __init__(self, table: Table, decisions: Iterator[str]) -> None:
        kernel = _kernel(table)
        assert isinstance(kernel, Machine)
        super().__init__(GAME.coup, table, kernel)
        self.decisions = decisions
        self.spin = ""

    def _answer(self, listen: Listen, events: list[Event]) -> Act | TimeOut:
        offers = {offer.act: offer for offer in listen.offers if PLAYER not in offer.barred}
        if "climb" in offers:
            return Act(PLAYER, next(self.decisions), SEAT)
        if "draw" in offers:
            held = next(self.decisions).removeprefix("hold ")
            return Act(PLAYER, "draw", ALL if held == "1-2-3-4-5" else held)
        if "sit" in offers:
            return Act(PLAYER, "sit", SEAT)
        self.spin = self.spin or next(self.decisions).removeprefix("spin ")
        if "spin" in offers and self.spin in offers["spin"].spots:
            spin, self.spin = self.spin, ""
            return Act(PLAYER, "spin", spin)
        insert = offers["insert"]
        return Act(PLAYER, "insert", SEAT,
                   insert.low + (insert.high - insert.low) // insert.unit * insert.unit)


@pytest.mark.parametrize("model", shipped_models())
def test_every_game_pays_what_the_engine_pays(model: str) -> None:
    """Random bets, rungs and holds at three machines of each model of the program."""
    table, lanes = make_table(GAME, model=model), 3
    assert GAME.simulated.batch
    many = GAME.simulated.batch(table, lanes)
    _, masks = many.start(7, 1)
    chance, acts = np.random.default_rng(1), [list[str]() for _ in range(lanes)]
    paid = [list[int]() for _ in range(lanes)]
    for _ in range(300):
        chosen = (chance.random(masks.shape) * masks).argmax(1)
        _, masks, cents, over, refused, _ = many.step(chosen)
        assert not refused.any() and not cents[~over].any()
        for lane in range(lanes):
            acts[lane].append(many.decisions[chosen[lane]])
            if over[lane]:
                paid[lane].append(int(cents[lane]))
    for lane in range(lanes):
        player = Repeats(table, iter(acts[lane]))
        assert paid[lane] == [net for net, in player.coups(Stream(7, 1, lane), len(paid[lane]))]
