"""What lies open at a table of chemin de fer between two coups, and one that is laid out anew."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from sabot import law
from sabot.families.baccarat.roads import roads
from sabot.families.shoe.shoe import InUse
from sabot.games.chemin_de_fer.round import BANK, GARAGE, Carry, place_of
from sabot.games.chemin_de_fer.rules import least_bank
from sabot.law import cite_clause
from sabot.procedure.table import Table

L = law.Section("pt-217-2007/chemin-de-fer")


def shown(carry: Carry) -> dict[str, Any]:
    """The last coups, whose the hand is, what lies in the bank and beside it, who waits; people by
    their place."""
    cite_clause(L["39-2"], L["34"])
    bank = sum(cents for bet, _, cents in carry.held if bet.startswith(BANK))
    aside = sum(cents for bet, _, cents in carry.held if bet.startswith(GARAGE))
    told: dict[str, Any] = {
        "results": list(carry.results), "law": L["96.b"],
        "banker": place_of(carry.seats, carry.standing, carry.banker), "bank": bank,
        "garage": aside, "wins": carry.wins, "roads": roads(carry.results[::-1]),
        "standing": sum(map(bool, carry.standing)), "waiting": len(carry.booked)}
    if carry.associate:
        told["associate"] = place_of(carry.seats, carry.standing, carry.associate)
    if carry.closing:
        told["closing"] = carry.closing
    return told


def reopen(table: Table, carry: Carry) -> Carry:
    """The carry of a table laid out anew: money that lies on it keeps its player, and the place
    from which he put it there."""
    mine = {player for _, player, _ in carry.held}
    return msgspec.structs.replace(
        carry, seats=tuple(player if player in mine else "" for player in carry.seats),
        standing=tuple(player if player in mine else "" for player in carry.standing),
        booked=(), skips=(), novices=(), shufflers=(), risen={}, stood={}, lost={}, placed=True,
        closing="", shoe=InUse(), results=(), spoilt=False)


def renew(carry: Carry) -> Carry:
    """Those who stood in the order of their arrival, as release 0.1.0 left them, each behind a seat
    now: the first behind seat 1, the second behind seat 2, and so on (IR 344)."""
    return msgspec.structs.replace(carry, placed=True)


def banked(carry: Carry, held: Mapping[str, tuple[str, int]], pool: int) -> Carry:
    """The carry with the stakes that the accounts of the table hold."""
    kept = tuple((bet, player, cents) for bet, (player, cents) in held.items())
    if BANK in held:
        return msgspec.structs.replace(carry, held=kept)
    return msgspec.structs.replace(carry, held=kept, banker="", associate="", due="first")


def rare(table: Table) -> Carry:
    """What an evening comes to only now and then: a banker who has won his third coup (34), against
    bets that did not cover his bank (46), for those who try every act of the game."""
    seats = ("Ana", "Rui", "Eva", "Gil", "Bea", "", "", "", "")
    return Carry(
        seats, shoe=InUse("sealed", drawn=30, coups=3, shown=True), placed=True, banker="Ana",
        due="won", regular=1, before="Ana", coups=3, wins=3,
        won=2 * least_bank(table), cut=2,
        held=((BANK, "Ana", 8 * least_bank(table)),))
