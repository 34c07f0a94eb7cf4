"""Exact odds of Macau's side bets, and which readings of the text favour the player."""

from __future__ import annotations

from fractions import Fraction

from sabot.families.blackjack.pricing.odds import price_side_bets
from sabot.games.blackjack_macau.rules import BOOK
from sabot.procedure.capabilities import Note
from sabot.procedure.table import Table
from sabot.regulations import IR, Section, cite_clause
from sabot.words import phrase

L = Section("mo-57-2009/black-jack")

# The readings that favour the player: the option that chooses each, its clause and its record.
GENEROUS = {"over": ("thirteen_ace", L["13.3"], IR[71]),
            "pair-split": ("pair_pays_once", L["13.1.(2)"], IR[69]),
            "perfect": ("perfect_pair_all", L["14.4"], IR[72])}


def advantage_notes(table: Table) -> list[Note]:
    """The bets of a table by which the bank loses, with the exact gain of the bettor."""
    notes = []
    for entry in price_side_bets(BOOK.table_law(table)):
        gain = -Fraction(entry.edge)
        if gain <= 0:
            continue
        field, clause, record = GENEROUS.get(entry.bet, ("packs", L["14"], ""))
        cite_clause(clause, *filter(None, (record,)))
        note = phrase(
            "the bet {bet} is to the player's advantage: a gain of {gain} of the stake on average "
            "({percent}) with {packs} packs, where {conditions}", bet=repr(entry.bet), gain=gain,
            percent=f"{float(gain):.2%}", packs=table.rules.packs, conditions=entry.conditions)
        notes.append(Note(
            clause, f"rules.{field}",
            phrase("{note}; see {clause}", note=note, clause=record) if record else note))
    return notes
