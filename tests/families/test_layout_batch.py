"""Many tables of a layout in compiled code: every bet that is open is accepted by the engine, and
every throw pays what the engine pays, to the cent."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, reject, settings
from hypothesis import strategies as st

from sabot import games
from sabot.equipment.streams import Stream
from sabot.families.pokertable.variant import VARIANTS
from sabot.gym.table import make_table
from sabot.procedure.game import Game
from sabot.procedure.table import Table
from support.layout_tables import (
    EngineTable,
    tape_of_places,
    tape_of_sides,
    tape_of_throws,
)
from support.plain_tables import BLACKJACKS
from support.random_play import examples, tables

TAPES: dict[str, Any] = {
    **dict.fromkeys(("american-roulette", "banca-francesa", "craps", "cussec", "fantan",
                     "french-roulette"), tape_of_throws),
    **dict.fromkeys(("ponto-e-banca", "ponto-e-banca-macau"), tape_of_sides),
    "three-card-baccarat": tape_of_places,
}


def compare(game: Game, table: Table, tape: Any, *, lanes: int, steps: int, seed: int,
            fresh: bool = False) -> int:
    """Random decisions at compiled tables and at tables of the engine; the number of throws."""
    many = game.simulated.batch(table, lanes, fresh=fresh)  # type: ignore[misc]
    views, masks = many.start(seed, 3)
    engines = [EngineTable(game, table, tape(game, table, Stream(seed, 3, lane)), fresh=fresh)
               for lane in range(lanes)]
    columns = {name: at for at, name in enumerate(many.columns)}
    chance, throws = np.random.default_rng(seed), 0
    for _ in range(steps):
        ready = (chance.random(lanes) < 0.3) & (masks[:, 0] == 1)
        acts = np.where(ready, 0, (chance.random(masks.shape) * masks).argmax(1))
        views, masks, cents, over, refused, last = many.step(acts)
        assert not refused.any()
        for lane, engine in enumerate(engines):
            if acts[lane] == 0:
                throws += 1
                assert cents[lane] == engine.throw(), (lane, engine.dealer.record)
                assert over[lane] == (not engine.lying)
                shown = last[lane] if over[lane] else views[lane]
                assert {name: int(shown[at]) for name, at in columns.items()
                        if at > 2 and shown[at]} == engine.lying
                assert views[lane][columns["state"]] == (engine.carry.state or 0)
            else:
                assert cents[lane] == 0 and not over[lane]
                _, spot, _ = many.decisions[acts[lane]].split(" ")
                engine.bet(spot, int(views[lane][columns[spot]]))
    return throws


def test_every_game_of_compiled_tables_is_compared_with_the_engine() -> None:
    """The layouts here, the blackjacks in `tests/gym/test_gym_batch.py`, each other game in a file
    of its own, and the pokers, whose players all decide, in `tests/families/test_poker_kernel.py`.
    """
    elsewhere = {
        *BLACKJACKS,
        "chemin-de-fer",  # tests/games/test_chemin_de_fer_batch.py
        "machines",       # tests/families/machine/test_machine_batch.py
        "no-draw-poker",  # tests/games/test_no_draw_poker_batch.py
    }
    compiled = {game_id for game_id in games.ids()
                if (play := games.game(game_id).simulation) and play.batch}
    assert compiled == elsewhere | set(TAPES)
    assert set(games.ids()) - compiled == set(VARIANTS)


@pytest.mark.parametrize("game_id", TAPES)
def test_every_throw_pays_what_the_engine_pays(game_id: str) -> None:
    game = games.game(game_id)
    assert compare(game, make_table(game), TAPES[game_id], lanes=4, steps=60, seed=1) > 20


@pytest.mark.more
@pytest.mark.parametrize("game_id", TAPES)
@settings(examples(8), suppress_health_check=list(HealthCheck))
@given(data=st.data(), seed=st.integers(0, 2**32), fresh=st.booleans())
def test_so_it_does_at_any_lawful_table(game_id: str, data: st.DataObject, seed: int,
                                        fresh: bool) -> None:
    game = games.game(game_id)
    table = data.draw(tables(game))
    try:
        compare(game, table, TAPES[game_id], lanes=2, steps=30, seed=seed, fresh=fresh)
    except ValueError as refused:
        assert re.search("allowed at many tables|play fewer places|not computed", str(refused))
        reject()


def test_pairs_that_share_a_limit_and_need_another_bet() -> None:
    """Ponto e banca/Macau with both readings at once (25, IR 206): what opens late closes again."""
    game = games.game("ponto-e-banca-macau")
    table = make_table(game, pairs=True, pairs_together=True, minimum=5, maximum=500,
                       readings={"pair_beside": True})
    assert compare(game, table, tape_of_sides, lanes=6, steps=150, seed=2) > 100
