"""A change of limits that begins with the next bet, by one reading (22, IR 267). The usual one
begins with the next hand, which is another coup."""

from __future__ import annotations

from sabot import regulations as law
from sabot.families.pokertable.betting_terms import lawful
from sabot.families.pokertable.round import Round, Steps
from sabot.families.pokertable.rules import cave, changed, modes
from sabot.money import euros
from sabot.procedure import Call, Detail, Incident
from sabot.procedure.limits import LIMIT
from sabot.regulations import IR

L = law.Section("pt-217-2007/poquer-nao-bancado")

Reportable = tuple[tuple[str, ...], tuple[Detail, ...]]


def reportable(r: Round) -> Reportable:
    """The new limits that may be reported now: a mode of the maximum, and the minimum as its
    amount."""
    if r.readings.limits_begin == "next-hand":
        return (), ()
    kinds = tuple(f"{LIMIT}{mode}" for mode in modes(r.variant))
    low, high, unit = r.table.rules.lowest, r.table.rules.highest, r.table.unit
    least, most = max(low, 2 * unit), min(high or cave(r.table), cave(r.table))
    return kinds, tuple(Detail(kind, low=-(-least // unit) * unit, high=most // unit * unit,
                               unit=unit) for kind in kinds)


def apply_change(r: Round, incident: Incident) -> Steps:
    """The limits change for the bets that follow."""
    mode = incident.kind.removeprefix(LIMIT)
    r.table = changed(r.table, incident.amount, mode)
    r.terms = lawful(r.table, r.variant)
    r.side_acts = None
    r.folk.limits = [euros(r.table.minimum), mode]
    yield Call(L["22"], (L["20-2"], L["21"], IR[267]), call="limits",
               facts={"minimum": euros(r.table.minimum), "limit": mode})
