"""The end of a game: after its sessions, or for lack of players (24-2, 27, 74-2, 98)."""

from __future__ import annotations

from sabot import regulations as law
from sabot.families.pokertable import absences
from sabot.families.pokertable.round import CAVE, Folk, Round, Steps
from sabot.families.pokertable.session import OVER, duration_clause, end_last_round, number
from sabot.procedure import RISES, Call
from sabot.regulations import IR

L = law.Section("pt-217-2007/poquer-nao-bancado")


def end_sessions(r: Round) -> Steps:
    """After a hand: ends the session, whose players go first in the next (27), and the game after
    all its sessions or minutes (74-2, 98)."""
    end_last_round(r)
    f, limit = r.folk, number(r.table)
    ended = r.session == OVER
    if ended or f.passed:
        f.previous = [player for player in r.seats if player]
        r.session = "" if ended else r.session
    if f.passed or (ended and limit and f.sessions >= limit):
        yield from end_game(r, duration_clause(r), "game-over", IR[265])


def end_game(r: Round, cite: str, word: str, *also: str) -> Steps:
    """The game is over: all players take their stacks."""
    f = r.folk
    for n in range(1, r.places + 1):
        if r.cave(n):
            yield r.release("return", f"{n}{CAVE}", r.cave(n), cite)
    yield Call(cite, also, call=word, facts={RISES: 0})
    for player in filter(None, r.seats):
        absences.forget(r, player)
    r.seats = [""] * r.places
    r.folk = Folk(previous=f.previous, booked=f.booked, limits=f.limits)
    r.hand = r.hands = 0
    r.warned = {}
    r.halted, r.session, r.charged, r.side_acts = False, "", [], None
