"""Whole models with all their features: what is counted is what every way to go on pays."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings

from sabot.families.machine import minimum_return
from sabot.families.machine.model import Model
from sabot.families.machine.par import Sheet
from support.machine_models import exact_return, featured, features

ALL = {"lines", "lines taken", "ways", "falls", "weights", "groups", "scatters that pay",
       "wild times", "free", "free reels", "again", "once", "hold", "full", "ladder", "choice",
       "lost", "kept", "respin", "without a limit", "by coins", "anywhere", "fixed",
       "from the right", "own symbols", "once a line", "added", "given order", "any order",
       "expanding"}


@pytest.mark.more
def test_counting_finds_what_every_game_and_feature_pays() -> None:
    """And every feature occurs in the models that are drawn."""
    met: Counter[str] = Counter()

    @settings(max_examples=120, deadline=None, derandomize=True)
    @given(featured())
    def hold(model: Model) -> None:
        met.update(features(model))
        for bet in minimum_return.bets(model):
            lines = 0 if model.ways and not model.by_coins else bet
            sheet = Sheet(model, lines)
            assert sheet.returned == exact_return(model, lines) >= 0
            assert min(sheet.parts.values(), default=0) >= 0 <= sheet.variance
            assert 0 <= sheet.hit <= 1
            assert sheet.returned == minimum_return.return_to_player(model, bet)

    hold()
    assert {*met} == ALL, met
