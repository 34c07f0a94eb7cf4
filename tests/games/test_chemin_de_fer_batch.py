"""Many duels of chemin de fer in compiled code move the money that the engine moves."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

from sabot import games
from sabot.equipment.streams import Stream
from sabot.families.baccarat.values import points, value
from sabot.families.shoe.shoe import InUse
from sabot.games.chemin_de_fer.chances.duel import FREE, banker_bounds, ponto_bounds
from sabot.games.chemin_de_fer.chances.engine import CoupPlayer, Tape
from sabot.games.chemin_de_fer.drawing import NONE
from sabot.games.chemin_de_fer.parts import _kernel
from sabot.gym.table import make_table
from sabot.procedure import Event
from sabot.procedure.table import Table

GAME = games.game("chemin-de-fer")


class Repeats(CoupPlayer):
    """The players of the engine, who decide as at a compiled table; the cents of each coup."""

    def __init__(self, table: Table, decisions: Iterator[str]) -> None:
        super().__init__(GAME.coup, table, _kernel(table))
        self.decisions = decisions

    def nets(self, stream: Stream, count: int, fresh: bool) -> Iterator[int]:
        """The ponto's net cents in each of ``count`` coups."""
        tape, shoe = Tape(stream, fresh), InUse()
        for _ in range(count):
            self.play = self.play._replace(banco=next(self.decisions) == "banco")
            net, carry = self.net_cents(InUse() if fresh else shoe, tape)
            shoe = carry.shoe
            yield net

    def _ponto(self, cards: list[str], tape: Tape) -> str:
        total = points(cards)
        if total >= 8:
            return "show"
        bounds = ponto_bounds(total, self.play.banco)
        draws = next(self.decisions) == "draw" if bounds == FREE else bool(bounds[0])
        return "card" if draws else "no"

    def _banker(self, events: list[Event], tape: Tape) -> bool:
        against, own = self._hand(events, "ponto"), self._hand(events, "banca")
        third = value(against[2]) if len(against) > 2 else NONE
        bounds = banker_bounds(points(own), third, self.play.banco)
        return next(self.decisions) == "draw" if bounds == FREE else bool(bounds[0])


@pytest.mark.parametrize("fresh", [False, True])
def test_every_coup_moves_what_the_engine_moves(fresh: bool) -> None:
    """Random decisions of both sides, with and without banco, over several shoes."""
    table, lanes = make_table(GAME, shared=True), 3
    assert GAME.simulated.batch
    many = GAME.simulated.batch(table, lanes, fresh=fresh)
    _, masks = many.start(5, 2)
    chance, acts = np.random.default_rng(2), [list[str]() for _ in range(lanes)]
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
        assert paid[lane] == list(player.nets(Stream(5, 2, lane), len(paid[lane]), fresh))
