"""What nobody may do with cards or say of them, as a supervisor of a real table reports it (5, 6,
98), and what else is reported while people are asked (107)."""

from __future__ import annotations

from sabot import law
from sabot.games.chemin_de_fer import people
from sabot.games.chemin_de_fer.round import Round, Steps
from sabot.law import IR
from sabot.procedure import Call, Detail, Incident

L = law.Section("pt-217-2007/chemin-de-fer")

DAMAGED, MARKED, ADVISED = "damaged-card", "marked", "advised"
"""A card is no longer perfect; somebody marked or damaged one; somebody advised another player."""
OF_PLAYERS = (MARKED, ADVISED)
KINDS = (DAMAGED, *OF_PLAYERS)


def faults(r: Round) -> tuple[str, ...]:
    """What may be reported while people are asked: conduct at a real table only."""
    return (*people.faults(r), *kinds(r))


def kinds(r: Round) -> tuple[str, ...]:
    """What may be reported of cards and players."""
    if not r.table.attended:
        return ()
    return OF_PLAYERS if r.spoilt else KINDS


def details(r: Round) -> tuple[Detail, ...]:
    """Whom a report of conduct may concern: everybody who sits or stands there."""
    if not r.table.attended:
        return ()
    places = tuple(r.place(player) for player in (*r.seats, *r.standing) if player)
    return tuple(Detail(kind, places) for kind in OF_PLAYERS)


def reported(r: Round, incident: Incident) -> Steps:
    """What a supervisor reports while people are asked."""
    if incident.kind == ADVISED:
        yield Call(L["98"], (IR[347],), call="no-advice", seat=incident.seat)
    elif incident.kind in KINDS:
        if incident.kind == MARKED:
            yield Call(L["6"], (L["5"], IR[347]), call="no-marking", seat=incident.seat)
        if not r.spoilt:
            r.spoilt = r.shoe.last = True
            yield Call(L["5"], (IR[347],), call="pack-spoilt")
    else:
        yield from people.reported(r, incident)
