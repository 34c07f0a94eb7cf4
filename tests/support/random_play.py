"""Random tables of any game of the catalogue for tests that draw by Hypothesis; who plays at them
is in `sabot.conformance`."""

from __future__ import annotations

import sys
from random import Random

from hypothesis import settings
from hypothesis import strategies as st

from sabot.conformance.random_tables import priced_readings, try_draw
from sabot.procedure.game import Game
from sabot.procedure.table import Table

SEEDS = st.integers(0, 2**32)
LONG = "--soak" in sys.argv


def examples(number: int) -> settings:
    """So many lawful tables are tried for each game, the same ones each time; a soak tries sixty
    times as many, and others each time."""
    return settings(max_examples=number * 60 if LONG else number, deadline=None,
                    derandomize=not LONG)


def tables(game: Game) -> st.SearchStrategy[Table]:
    """Any lawful table of a game, as `sabot.conformance` draws it, with readings whose odds are
    computed."""
    def drawn(random: Random) -> Table | None:
        return try_draw(game, random, priced_readings(game))

    found: st.SearchStrategy[Table] = st.randoms(use_true_random=False).map(drawn).filter(
        lambda table: table is not None)  # type: ignore[assignment]
    return found
