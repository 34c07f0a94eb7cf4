"""Sessions, where the percentage is charged by the session (7.b): an hour of play, and the hand
under way when it has passed; and the duration of a game (74-2, 98).

A hand has no clock. The clock of the house, or a supervisor where a dealer sits, reports that
thirty minutes, an hour or a game's minutes have passed.
"""

from __future__ import annotations

from fractions import Fraction

from sabot import regulations as law
from sabot.families.pokertable.percentage import HOUR, LATE, of_session
from sabot.families.pokertable.round import CAVE, Round, Steps
from sabot.families.pokertable.rules import cave
from sabot.money import euros
from sabot.probability.people import Commission, HandCommission, SessionCommission
from sabot.procedure import Call, Incident
from sabot.procedure.steps import AFTER, ELAPSED, STARTS
from sabot.procedure.table import Table
from sabot.regulations import IR

L = law.Section("pt-217-2007/poquer-nao-bancado")

BEGUN, CHARGED, CLOSING, OVER = "begun", "charged", "closing", "over"
"""States of a session: newcomers still pay; newcomers no longer pay; its hour has passed, and its
last round is played; it has ended."""

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
    elif r.readings.session_of == "each-player":
        r.session = CLOSING
        holder = r.player(r.hand) if r.dealing and r.hand else ""
        r.folk.last_round = [player for player in r.seats if player and player != holder]
        yield Call(L["7.b-2"], (IR[239],), call="session-closing")
    else:
        r.session = OVER
        yield Call(L["7.b-2"], (IR[239],), call="session-over" if r.dealing else "session-ended")


def had_the_hand(r: Round) -> None:
    """Notes who has the hand in the last round of a session, by the reading that plays one."""
    holder = r.player(r.hand)
    if holder in r.folk.last_round:
        r.folk.last_round.remove(holder)


def end_last_round(r: Round) -> None:
    """Ends a session whose hour has passed once all who sit there have had the hand."""
    if r.session == CLOSING and not any(player in r.seats for player in r.folk.last_round):
        r.session, r.folk.last_round = OVER, []


def duration_clause(r: Round) -> str:
    """The clause under which the house fixes how long a game lasts."""
    return L["98"] if r.variant.antes else L["74-2"]


def start_timer(r: Round) -> Steps:
    """A game with a duration begins: the duration is announced."""
    r.folk.timed = True
    minutes = r.table.rules.duration
    yield Call(duration_clause(r), (IR[265],), call="lasts",
               facts={STARTS: minutes, "minutes": minutes})


def has_minutes(table: Table) -> bool:
    """Whether a game lasts so many minutes, however many sessions these are (74-2, 98, IR 265)."""
    return bool(table.rules.duration and table.rules.readings.duration_in == "minutes")


def number(table: Table) -> int:
    """The number of sessions of a game, 0 for no end; a duration may be so many hours (74-2, 98, IR
    265)."""
    rules = table.rules
    hours: int = rules.duration * 60 // HOUR
    sessions: int = rules.sessions
    return sessions if has_minutes(table) else sessions or hours


def due(r: Round) -> bool:
    """Whether a session must begin before the next hand: where it is charged, and where the game
    has a number of them (74)."""
    rules = r.table.rules
    return bool(rules.percentage == "session" or number(r.table)) and r.session in ("", OVER)


def begin_session(r: Round) -> Steps:
    """A session begins, and all seated players pay for it."""
    r.session, r.charged = BEGUN, []
    r.folk.sessions += 1
    if r.table.rules.percentage != "session":
        r.session = CHARGED
        yield Call(L["7.b-2"], (L["74"], IR[239]), call="session-begins-free", facts={STARTS: 0})
        return
    of_each = r.readings.session_of == "each-player"
    yield Call(L["7.b"], (L["7"], L["7.b-2"], IR[239]),
               call="session-begins-own" if of_each else "session-begins",
               facts={STARTS: 0, **({"rate": r.table.rules.rate} if of_each else
                                    {"amount": euros(price(r.table, cave(r.table)))})})
    for place, player in enumerate(r.seats, 1):
        if player:
            yield from _charge(r, place, L["7.b"])


def charge_newcomer(r: Round, place: int) -> Steps:
    """A player who takes a seat in the first thirty minutes pays too, once per session."""
    if r.session == BEGUN and r.player(place) not in r.charged:
        yield from _charge(r, place, L["7.b-3"])


def price(table: Table, base: int) -> int:
    """The price of a session for a player, in cents, from the stack that the table asks for or the
    player's own (IR 239)."""
    return of_session(base, Fraction(table.rules.rate, 100))


def commission(table: Table) -> Commission:
    """The charge of the house at a table without a bank (7): the ``rate`` in per cent of each hand,
    with its ``cap`` in cents if any, or the price of each session in cents."""
    rules = table.rules
    if rules.percentage == "session":
        return SessionCommission(rate=rules.rate, law=L["7.b"],
                                 cents=price(table, cave(table)))
    return HandCommission(rate=rules.rate, law=L["7.a"], cap=rules.cap)


def _charge(r: Round, place: int, cite: str) -> Steps:
    r.charged.append(r.player(place))
    own = r.readings.session_of == "each-player"
    amount = min(price(r.table, r.cave(place) if own else cave(r.table)), r.cave(place))
    if amount:
        yield r.release("commission", f"{place}{CAVE}", amount, cite, L["9.c"],
                        L["99-2"] if r.variant.antes else L["5-2"], IR[239])
