"""Any layout of bets of up to eight people, any number: the money adds up, the record replays, and
what is paid is what the cloth says."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sabot.families.layout.declare import cloth_of
from sabot.procedure import Act, Incident, Move, Refusal, replay
from support.roulette_table import AMERICAN, FRENCH, Played, table

PEOPLE = ("Ana", "Rui", "Eva", "Gil", "Bea", "Leo", "Ivo", "Zoe")
MANY = settings(max_examples=12, deadline=None, derandomize=True)


def net(game: Any, at: Any, bets: dict[str, int], number: int) -> int:
    """What bets by spot win on a number, worked out from the numbers alone."""
    cloth = cloth_of(game, at)
    total = 0
    for spot, cents in bets.items():
        chips = sum(n for _, n in cloth.parts(spot))
        for part, n in cloth.parts(spot):
            staked = cents * n // chips
            fate = cloth.fates(part)[cloth.number[(number,)]]
            total += staked * fate.win // fate.per if hasattr(fate, "win") else -staked
    return total


@pytest.mark.parametrize("game", [AMERICAN, FRENCH], ids=["american", "french"])
@MANY
@given(data=st.data())
def test_any_layout_is_paid_as_the_cloth_says(game: Any, data: st.DataObject) -> None:
    draw = data.draw
    cap = draw(st.sampled_from([0, 0, 500_000]), "the most prizes")
    at = table(game, places=8, exposure=cap, apart=draw(st.booleans()), maximum=2_400)
    number = draw(st.integers(0, 36), "the number")
    nulls = [Incident("chip")] * draw(st.integers(0, 2))
    played = Played(at, [*nulls, number])
    spots = sorted(cloth_of(game, at).spots)
    stakes: dict[str, dict[str, int]] = {}
    for place, who in enumerate(PEOPLE[:draw(st.integers(1, 8), "people")], start=1):
        played.do(f"{who}: sit {place}")
        if game is AMERICAN:
            played.do(f"{who}: value {place} {100 * draw(st.integers(1, 24))}")
        for spot in draw(st.lists(st.sampled_from(spots), min_size=1, max_size=6, unique=True)):
            offer = next(o for o in sorted(played.offers("bet", who), key=lambda o: not o.player)
                         if spot in o.spots)
            if offer.note == "full" or offer.low > offer.high:
                continue
            steps = (offer.high - offer.low) // offer.unit
            cents = offer.low + offer.unit * draw(st.integers(0, min(steps, 20)))
            reply = played.dealer.answer(Act(who, "bet", spot, cents))
            assert not isinstance(reply, Refusal), reply
            stakes.setdefault(who, {})[spot] = cents
    if not stakes:
        return
    played.spin()
    for who, bets in stakes.items():
        assert played.net(who) == net(game, at, bets, number)
    assert played.net("bank") == -sum(net(game, at, bets, number) for bets in stakes.values())
    assert played.dealer.outcome.held == () and all(
        type(move.amount) is int and move.amount > 0 for move in played.steps(Move))
    if cap:
        assert sum(move.amount for move in played.steps(Move, kind="pay")) <= cap
    again = replay(game.coup(at, game.opening(at)), played.dealer.record)
    assert again.record == played.dealer.record and again.outcome == played.dealer.outcome
