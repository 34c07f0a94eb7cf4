"""The laws of play again, over thousands of random tables: only with ``--soak``."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sabot.games import catalogue
from sabot.procedure import decode, encode, replay
from sabot.procedure.game import Game
from support.random_play import SEEDS, Walk, purse, rich, seeded, tables


@pytest.mark.soak
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("game", catalogue().values(), ids=catalogue())
@settings(max_examples=5_000, deadline=None)
@given(data=st.data(), seed=SEEDS, plenty=st.booleans())
def test_thousands_of_coups(game: Game, data: st.DataObject, seed: int, plenty: bool) -> None:
    """Hostile players at any lawful table: the coup ends, balances and replays to its bytes."""
    table = data.draw(tables(game))
    walk = Walk(game, table, seed, chance=rich(seed) if plenty else seeded(seed), hostile=True)
    told = purse(walk.record)
    assert walk.dealer.over and len(walk.record) <= game.steps_bound
    assert told.in_play() == {} and sum(told.held.values()) == 0
    stored = encode(walk.record)
    assert encode(replay(game.coup(table, walk.carry), decode(stored)).record) == stored
