"""Forbidden conduct that a supervisor of a real table reports (5, 6, 98), and other reports while
players are asked (107)."""

from __future__ import annotations

from sabot import regulations as law
from sabot.games.chemin_de_fer import people
from sabot.games.chemin_de_fer.round import Round, Steps
from sabot.procedure import Call, Detail, Incident
from sabot.regulations import IR

L = law.Section("pt-217-2007/chemin-de-fer")

DAMAGED, MARKED, ADVISED = "damaged-card", "marked", "advised"
"""A card is damaged; a player marked or damaged a card; a player advised another one."""
OF_PLAYERS = (MARKED, ADVISED)
KINDS = (DAMAGED, *OF_PLAYERS)


def reportable(r: Round) -> tuple[str, ...]:
    """The incidents that may be reported while players are asked."""
    return (*people.reportable(r), *conduct_kinds(r))


def conduct_kinds(r: Round) -> tuple[str, ...]:
    """The conduct that may be reported: at a real table only."""
    if not r.table.attended:
        return ()
    return OF_PLAYERS if r.spoilt else KINDS


def details(r: Round) -> tuple[Detail, ...]:
    """The places that a report of conduct may name: those of seated and standing players."""
    if not r.table.attended:
        return ()
    places = tuple(r.place(player) for player in (*r.seats, *r.standing) if player)
    return tuple(Detail(kind, places) for kind in OF_PLAYERS)


def process_report(r: Round, incident: Incident) -> Steps:
    """Act on a report of a supervisor while players are asked."""
    if incident.kind == ADVISED:
        yield Call(L["98"], (IR[347],), call="no-advice", seat=incident.seat)
    elif incident.kind in KINDS:
        if incident.kind == MARKED:
            yield Call(L["6"], (L["5"], IR[347]), call="no-marking", seat=incident.seat)
        if not r.spoilt:
            r.spoilt = True
            r.shoe.last |= r.readings.spoilt_pack == "ends-shoe"
            yield Call(L["5"], (IR[347],), call="pack-spoilt" if r.shoe.last else "pack-noted")
    else:
        yield from people.process_report(r, incident)
