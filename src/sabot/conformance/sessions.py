"""What sessions count adds up: bets and prizes, apart from money brought in."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sabot.conformance.cases import Case, tried
from sabot.conformance.findings import Broken, Finding, Plan, need
from sabot.conformance.random_tables import usual
from sabot.house.table.session import Session, after_coup, tally, was_dealt
from sabot.procedure import Event, Move, gain
from sabot.procedure.game import Game

COUPS, MOST = 4, 60
"""As many coups at least make an evening, and no more than so many until somebody has bet."""
OF_A_MACHINE = 40
"""A machine is often left at once."""


def check(game: Game, plan: Plan) -> Iterator[Finding]:
    """The net of a session is what its player's own account gained, with what lies on the table
    still; where money is brought first, that is neither a bet nor a prize."""
    yield from tried(game, plan, add_up, 2, at=lambda of: usual(of, "sums"))


def add_up(case: Case) -> None:
    """An evening, until somebody has bet."""
    game = case.game
    purses = game.purse.names if game.purse else ()
    carry: Any = None
    sessions: dict[str, Session] = {}
    own: dict[str, int] = {}
    tips: dict[str, int] = {}
    # Where all must agree to play few coups come to it.
    least = OF_A_MACHINE if game.cabinet else COUPS
    for more in range(MOST):
        if more >= least and any(one.staked for one in sessions.values()):
            break
        walk = case.walk(100 * case.seed + more, carry=carry)
        record, carry = walk.dealer.record, walk.dealer.outcome
        lies = _counted(record, own, tips)
        sums = tally(record, purses)
        for player in {*own, *sums}:
            before = sessions.get(player) or Session(
                id="", player=player, table="t", game=game.id, started=0.0, idle_since=0.0)
            one = sessions[player] = after_coup(before, sums.get(player), was_dealt(record), 0.0)
            _adds_up(one, own.get(player, 0), lies.get(player, 0), tips.get(player, 0),
                     bool(purses), more)
    need(any(one.staked for one in sessions.values()), f"in {MOST} coups nobody has bet")


def _counted(record: list[Event], own: dict[str, int], tips: dict[str, int]) -> dict[str, int]:
    """What each player gained and gave in a coup is added; what lies on the table still."""
    lies = dict[str, int]()
    for event in record:
        if isinstance(move := event.step, Move):
            own[move.player] = own.get(move.player, 0) + gain(move)
            if move.kind == "ticket":  # a ticket is its player's own, wherever it is kept
                own[move.player] += move.amount
            if move.kind == "hold":
                lies[move.player] = lies.get(move.player, 0) + move.amount
            if move.kind == "gratuity":
                tips[move.player] = tips.get(move.player, 0) + move.amount
    return lies


def _adds_up(one: Session, own: int, there: int, tips: int, purses: bool, coup: int) -> None:
    of = f"after coup {coup} the session of {one.player}"
    if one.net != own + there:
        raise Broken(f"{of} has a net of {one.net} cents; {own} went to their account and {there} "
                     "lie on the table")
    need(one.given == tips, f"{of} counts {one.given} cents of tips, and {tips} were given")
    need(min(one.staked, one.won, one.brought, one.taken, one.given) >= 0,
         f"{of} counts less than nothing")
    if purses:
        need(one.brought + one.net - one.taken == there and one.held == 0,
             f"{of}: what was brought and not taken, with the net, is not what lies there")
    else:
        need(not one.brought and not one.taken, f"{of} counts money that nobody brought")
