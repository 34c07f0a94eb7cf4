"""What sessions count adds up in every game: bets and prizes, apart from money brought in."""

from __future__ import annotations

import pytest

from sabot.games import catalogue
from sabot.house.table.session import Session, after_coup, tally, was_dealt
from sabot.procedure import Move, gain
from sabot.procedure.game import Game
from sabot.procedure.table import Table
from support.random_play import Walk


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("of", catalogue().values(), ids=list(catalogue()))
def test_what_is_staked_won_and_brought_adds_up(of: Game, seed: int) -> None:
    """The net of a session is what its player's own account gained, with what lies on the table
    still; where money is brought first, what lies there is what was brought and not taken, with
    the net, and neither a bet nor a prize."""
    times = (of.times or (30,))[0]
    table = Table(game=of.id, name="sums", rules=of.rules(), minimum=500, maximum=500 * times,
                  unit=100, places=of.places or 3)
    purses, carry = of.purse.names if of.purse else (), None
    sessions: dict[str, Session] = {}
    own: dict[str, int] = {}
    tips: dict[str, int] = {}
    for more in range(60):
        # A machine is often left at once, and where all must agree to play few coups come to it.
        if more >= (40 if of.id == "machines" else 4) and any(
                one.staked for one in sessions.values()):
            break
        walk = Walk(of, table, 100 * seed + more, carry)
        record, carry, lies = walk.dealer.record, walk.dealer.outcome, dict[str, int]()
        for event in record:
            if isinstance(move := event.step, Move):
                own[move.player] = own.get(move.player, 0) + gain(move)
                if move.kind == "ticket":  # a ticket is its player's own, wherever it is kept
                    own[move.player] += move.amount
                if move.kind == "hold":
                    lies[move.player] = lies.get(move.player, 0) + move.amount
                if move.kind == "gratuity":
                    tips[move.player] = tips.get(move.player, 0) + move.amount
        sums = tally(record, purses)
        for player in {*own, *sums}:
            before = sessions.get(player) or Session(
                id="", player=player, table="t", game=of.id, started=0.0, idle_since=0.0)
            one = sessions[player] = after_coup(before, sums.get(player), was_dealt(record), 0.0)
            there = lies.get(player, 0)
            assert one.net == own.get(player, 0) + there
            assert one.given == tips.get(player, 0)
            assert min(one.staked, one.won, one.brought, one.taken, one.given) >= 0
            if purses:
                assert one.brought + one.net - one.taken == there
                assert one.held == 0
            else:
                assert not one.brought and not one.taken
    assert any(one.staked for one in sessions.values())
