"""Checks that the totals of sessions add up: bets and prizes, without money brought in."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sabot.conformance.cases import Case, try_law
from sabot.conformance.findings import Broken, Finding, Plan, need
from sabot.conformance.random_tables import default_table
from sabot.house.table.session import Session, after_coup, tally, was_dealt
from sabot.procedure import Event, Move, gain
from sabot.procedure.game import Game

MIN_COUPS, MAX_COUPS = 4, 60
"""The minimum number of coups of an evening, and the maximum until somebody has bet."""
MIN_MACHINE_COUPS = 40
"""The same minimum for machines, which are often left at once."""


def check(game: Game, plan: Plan) -> Iterator[Finding]:
    """The net of a session is the gain of the player's account plus what is still on the table;
    money brought in is neither a bet nor a prize."""
    yield from try_law(game, plan, add_up, 2, table_of=lambda game_: default_table(game_, "sums"))


def add_up(case: Case) -> None:
    """Play an evening until somebody has bet, and check each session."""
    game = case.game
    purses = game.purse.bets if game.purse else ()
    carry: Any = None
    sessions: dict[str, Session] = {}
    gains: dict[str, int] = {}
    tips: dict[str, int] = {}
    # At machines few coups have a bet.
    min_coups = MIN_MACHINE_COUPS if game.cabinet else MIN_COUPS
    for n in range(MAX_COUPS):
        if n >= min_coups and any(session.staked for session in sessions.values()):
            break
        walk = case.walk(100 * case.seed + n, carry=carry)
        record, carry = walk.dealer.record, walk.dealer.outcome
        on_table = _count(record, gains, tips)
        tallies = tally(record, purses)
        for player in {*gains, *tallies}:
            before = sessions.get(player) or Session(
                id="", player=player, table="t", game=game.id, started=0.0, idle_since=0.0)
            session = sessions[player] = after_coup(
                before, tallies.get(player), was_dealt(record), 0.0
            )
            _check_session(
                session, gains.get(player, 0), on_table.get(player, 0), tips.get(player, 0),
                bool(purses), n)
    need(any(session.staked for session in sessions.values()), f"nobody bet in {MAX_COUPS} coups")


def _count(record: list[Event], gains: dict[str, int], tips: dict[str, int]) -> dict[str, int]:
    """Add each player's gains and tips of a coup; return what is still on the table."""
    on_table = dict[str, int]()
    for event in record:
        if isinstance(move := event.step, Move):
            gains[move.player] = gains.get(move.player, 0) + gain(move)
            if move.kind == "ticket":  # a ticket belongs to its player
                gains[move.player] += move.amount
            if move.kind == "hold":
                on_table[move.player] = on_table.get(move.player, 0) + move.amount
            if move.kind == "gratuity":
                tips[move.player] = tips.get(move.player, 0) + move.amount
    return on_table


def _check_session(
    session: Session, gain: int, on_table: int, tips: int, purses: bool, coup: int
) -> None:
    where = f"after coup {coup} the session of {session.player}"
    if session.net != gain + on_table:
        raise Broken(f"{where} has a net of {session.net} cents; {gain} went to their account and "
                     f"{on_table} are on the table")
    need(session.given == tips, f"{where} counts {session.given} cents of tips, but {tips} were "
                                "given")
    need(min(session.staked, session.won, session.brought, session.taken, session.given) >= 0,
         f"{where} has a negative count")
    if purses:
        need(session.brought + session.net - session.taken == on_table and session.held == 0,
             f"{where} does not add up: brought + net - taken is not the money on the table")
    else:
        need(not session.brought and not session.taken, f"{where} counts money as brought, which "
                                                        "this game does not have")
