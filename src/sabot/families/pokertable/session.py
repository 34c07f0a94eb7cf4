"""Sessions, where the percentage is charged by the session (7.b): an hour of play, and the hand
under way when it has passed; and the duration of a game (74-2, 98).

A hand has no clock. The clock of the house, or a supervisor where a dealer sits, reports that
thirty minutes, an hour or a game's minutes have passed.
"""

from __future__ import annotations

from fractions import Fraction

from sabot import law
from sabot.families.pokertable.percentage import HOUR, LATE, of_session
from sabot.families.pokertable.round import CAVE, Round, Steps
from sabot.families.pokertable.rules import cave
from sabot.law import IR
from sabot.money import euros
from sabot.odds.people import Commission, HandCommission, SessionCommission
from sabot.procedure import Call, Incident
from sabot.procedure.steps import AFTER, ELAPSED, STARTS
from sabot.procedure.table import Table

L = law.Section("pt-217-2007/poquer-nao-bancado")

BEGUN, CHARGED, OVER = "begun", "charged", "over"
"""States of a session: newcomers still pay; newcomers no longer pay; it has ended."""

HALF, FULL = f"{AFTER}{LATE // 60}", f"{AFTER}{HOUR // 60}"
REPORTS = (HALF, FULL, ELAPSED)
"""The reports of time passed since a session, or the game, began."""
_REPORTED: dict[str, tuple[str, ...]] = {BEGUN: REPORTS, CHARGED: (FULL,)}


def reports(r: Round) -> tuple[str, ...]:
    """The reports of time that are possible now."""
    kinds = _REPORTED.get(r.session, ())
    return (*kinds, ELAPSED) if r.folk.timed and not r.folk.passed else kinds


def apply_report(r: Round, incident: Incident) -> Steps:
    """Time has passed: newcomers no longer pay, or the session or the game ends with this hand."""
    if incident.kind == ELAPSED:
        r.folk.passed = True
        yield Call(duration_clause(r), (IR[265],), call="time-up" if r.dealing else "time-ended")
    elif incident.kind == HALF:
        r.session = CHARGED
        yield Call(L["7.b-3"], (IR[239],), call="session-charged")
    else:
        r.session = OVER
        yield Call(L["7.b-2"], (IR[239],), call="session-over" if r.dealing else "session-ended")


def duration_clause(r: Round) -> str:
    """The clause under which the house fixes how long a game lasts."""
    return L["98"] if r.variant.antes else L["74-2"]


def start_timer(r: Round) -> Steps:
    """A game with a duration begins: the duration is announced."""
    r.folk.timed = True
    minutes = r.table.rules.duration
    yield Call(duration_clause(r), (IR[265],), call="lasts",
               facts={STARTS: minutes, "minutes": minutes})


def due(r: Round) -> bool:
    """Whether a session must begin before the next hand: where it is charged, and where the game
    has a number of them (74)."""
    rules = r.table.rules
    return bool(rules.percentage == "session" or rules.sessions) and r.session in ("", OVER)


def begin_session(r: Round) -> Steps:
    """A session begins, and all seated players pay for it."""
    r.session, r.charged = BEGUN, []
    r.folk.sessions += 1
    if r.table.rules.percentage != "session":
        r.session = CHARGED
        yield Call(L["7.b-2"], (L["74"], IR[239]), call="session-begins-free", facts={STARTS: 0})
        return
    yield Call(L["7.b"], (L["7"], L["7.b-2"], IR[239]), call="session-begins",
               facts={STARTS: 0, "amount": euros(price(r))})
    for place, player in enumerate(r.seats, 1):
        if player:
            yield from _charge(r, place, L["7.b"])


def charge_newcomer(r: Round, place: int) -> Steps:
    """A player who takes a seat in the first thirty minutes pays too, once per session."""
    if r.session == BEGUN and r.player(place) not in r.charged:
        yield from _charge(r, place, L["7.b-3"])


def price(r: Round) -> int:
    """The price of a session per player, in cents."""
    return of_session(cave(r.table), Fraction(r.table.rules.rate, 100))


def commission(table: Table) -> Commission:
    """The charge of the house at a table without a bank (7): the ``rate`` in per cent of each hand,
    with its ``cap`` in cents if any, or the price of each session in cents."""
    rules = table.rules
    if rules.percentage == "session":
        return SessionCommission(rate=rules.rate, law=L["7.b"],
                                 cents=of_session(cave(table), Fraction(rules.rate, 100)))
    return HandCommission(rate=rules.rate, law=L["7.a"], cap=rules.cap)


def _charge(r: Round, place: int, cite: str) -> Steps:
    r.charged.append(r.player(place))
    amount = min(price(r), r.cave(place))
    if amount:
        yield r.release("commission", f"{place}{CAVE}", amount, cite, L["9.c"],
                        L["99-2"] if r.variant.antes else L["5-2"], IR[239])
