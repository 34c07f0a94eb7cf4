"""The public state of a table between two coups, and the carry of a table that opens again."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from sabot import regulations as law
from sabot.families.baccarat.roads import roads
from sabot.families.shoe.shoe import InUse
from sabot.games.chemin_de_fer.round import BANK, GARAGE, Carry, place_of
from sabot.games.chemin_de_fer.rules import minimum_bank
from sabot.procedure.table import Table
from sabot.regulations import cite_clause

L = law.Section("pt-217-2007/chemin-de-fer")


def public_state(carry: Carry) -> dict[str, Any]:
    """The last coups, the banker, the bank and the garage, how many stand and wait; people are
    named by place."""
    cite_clause(L["39-2"], L["34"])
    bank = sum(cents for bet, _, cents in carry.held if bet.startswith(BANK))
    garage = sum(cents for bet, _, cents in carry.held if bet.startswith(GARAGE))
    state: dict[str, Any] = {
        "results": list(carry.results), "law": L["96.b"],
        "banker": place_of(carry.seats, carry.standing, carry.banker), "bank": bank,
        "garage": garage, "wins": carry.wins, "roads": roads(carry.results[::-1]),
        "standing": sum(map(bool, carry.standing)), "waiting": len(carry.booked)}
    if carry.associate:
        state["associate"] = place_of(carry.seats, carry.standing, carry.associate)
    if carry.closing:
        state["closing"] = carry.closing
    return state


def reopen(table: Table, carry: Carry) -> Carry:
    """The carry of a table that opens again: money on it keeps its player and their place."""
    owners = {player for _, player, _ in carry.held}
    return msgspec.structs.replace(
        carry, seats=tuple(player if player in owners else "" for player in carry.seats),
        standing=tuple(player if player in owners else "" for player in carry.standing),
        booked=(), skips=(), novices=(), shufflers=(), risen={}, stood={}, lost={}, placed=True,
        closing="", shoe=InUse(), results=(), spoilt=False)


def renew(carry: Carry) -> Carry:
    """A carry of release 0.1.0 with standing players in numbered places: the first behind seat 1,
    the second behind seat 2, and so on (IR 344)."""
    return msgspec.structs.replace(carry, placed=True)


def hold_stakes(carry: Carry, stakes: Mapping[str, tuple[str, int]], pool: int) -> Carry:
    """The carry with the stakes in the accounts of the table."""
    held_stakes = tuple((bet, player, cents) for bet, (player, cents) in stakes.items())
    if BANK in stakes:
        return msgspec.structs.replace(carry, held=held_stakes)
    return msgspec.structs.replace(carry, held=held_stakes, banker="", associate="", due="first")


def rare_carry(table: Table) -> Carry:
    """A rare state, for tests that try every act: the banker has won a third coup (34), against
    bets that did not cover the bank (46)."""
    seats = ("Ana", "Rui", "Eva", "Gil", "Bea", "", "", "", "")
    return Carry(
        seats, shoe=InUse("sealed", drawn=30, coups=3, shown=True), placed=True, banker="Ana",
        due="won", regular=1, before="Ana", coups=3, wins=3,
        won=2 * minimum_bank(table), cut=2,
        held=((BANK, "Ana", 8 * minimum_bank(table)),))
