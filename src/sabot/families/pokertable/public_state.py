"""The public state of a poker table between two hands, and the carry of a table that is opened
again."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from sabot import regulations as law
from sabot.families.pokertable.betting_terms import lawful
from sabot.families.pokertable.round import CAVE, Carry, Folk
from sabot.families.pokertable.rules import MOST, cave, most, usable_places
from sabot.families.pokertable.variant import Variant
from sabot.procedure.menu import MenuBet, MenuPays
from sabot.procedure.table import Table
from sabot.procedure.visible_events import NO_LABEL, HandLabel
from sabot.regulations import IR, cite_clause

L = law.Section("pt-217-2007/poquer-nao-bancado")


def describe_carry(carry: Carry) -> dict[str, Any]:
    """The last pots, the place that has the hand and each player's stack; how many wait for a
    place, who rests, and the state of the session."""
    cite_clause(L["29"], L["52"], L["8.a"], L["13"])
    folk = carry.folk
    return {"results": list(carry.results), "law": L["65"],
            "hand": str(carry.hand) if carry.hand else "", "variant": carry.variant,
            "waiting": len(folk.booked), "session": carry.session, "sessions": folk.sessions,
            "resting": [str(n) for n, player in enumerate(carry.seats, start=1)
                        if player in folk.resting], "halted": carry.halted,
            "caves": {bet.removesuffix(CAVE): cents for bet, _, cents in carry.held
                      if bet.endswith(CAVE)}}


def reopen(table: Table, carry: Carry) -> Carry:
    """The carry of a table that is opened again: money on it keeps its player and place, and
    players who wait for a seat, or asked for another, still do (8.a, 12)."""
    mine, f = {player for _, player, _ in carry.held}, carry.folk
    since = sorted({hands for _, hands in f.booked})
    folk = Folk(
        limits=f.limits, previous=f.previous,
        booked=[(player, since.index(hands) - len(since)) for player, hands in f.booked],
        moves=[(player, place) for player, place in f.moves
               if player in mine and place <= table.places],
        resting={player: hands for player, hands in f.resting.items() if player in mine},
        rested=[player for player in f.rested if player in mine])
    return msgspec.structs.replace(
        carry, seats=tuple(player if player in mine else "" for player in carry.seats),
        folk=folk, results=(), hands=0, warned={})


def crowded_carry(variant: Variant, table: Table) -> Carry:
    """A carry that is rare in play: every place is taken, so newcomers go on the waiting list."""
    names = tuple(f"Player {n}" for n in range(1, usable_places(table, variant.places) + 1))
    free = ("",) * (variant.places - len(names))
    return Carry(names + free, tuple((f"{n}{CAVE}", name, cave(table))
                              for n, name in enumerate(names, start=1)), hand=1, hands=1)


def with_stakes(carry: Carry, stakes: Mapping[str, tuple[str, int]], pool: int) -> Carry:
    """The carry with the stakes that the accounts of the table hold."""
    return msgspec.structs.replace(
        carry, held=tuple((bet, player, cents) for bet, (player, cents) in stakes.items()))


def label(hand: str, cards: list[str | None], calls: tuple[str, ...]) -> HandLabel:
    """A poker hand has no score: the cards speak, with the common ones (63)."""
    return NO_LABEL


def menu(variant: Variant, table: Table) -> tuple[MenuBet, ...]:
    """The bets with their limits, unit and clauses. The pot pays, not the house (1)."""
    even = (MenuPays(what="won", odds="1:1", law=L["65"]),)
    top = MOST // table.unit * table.unit
    terms = lawful(table, variant)
    first_bets = [("ante", L["102"], terms.ante)] if variant.antes else \
        [("small-bet", L["82"], terms.small), ("big-bet", L["83"], terms.big)]
    buy_in_clause, raise_clause = (L["28"], L["20-2"]) if variant.antes else (L["78"], L["86"])
    # A house that reads 20 as optional still fixes its minimum (IR 351).
    least_of = L["20"] if table.rules.minimum_share else IR[351]
    cite_clause(L["1"], L["20-2"], least_of, raise_clause, *(clause for _, clause, _ in first_bets))
    return (
        MenuBet(bet="cave", law=L["75"] if not variant.antes else L["98"], minimum=cave(table),
                maximum=most(table) or top, unit=table.unit, limit_law=buy_in_clause, pays=even),
        *(MenuBet(bet=bet, law=clause, minimum=least, maximum=least, unit=table.unit,
                  limit_law=clause, pays=even) for bet, clause, least in first_bets),
        MenuBet(bet="raise", law=L["39.d"], minimum=table.minimum, maximum=top, unit=table.unit,
                limit_law=raise_clause, pays=even))
