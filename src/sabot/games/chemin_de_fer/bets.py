"""The bets of a table, for the rules page and the API."""

from __future__ import annotations

from sabot import regulations as law
from sabot.games.chemin_de_fer.rules import MAX_BANK, minimum_bank
from sabot.procedure.menu import MenuBet, MenuPays
from sabot.procedure.table import Table
from sabot.regulations import cite_clause

L = law.Section("pt-217-2007/chemin-de-fer")


def menu(table: Table) -> tuple[MenuBet, ...]:
    """The bank and the bets against it: limits, unit, odds, clauses. A bank has no maximum (35); no
    bet may exceed it (45)."""
    even = (MenuPays(what="won", odds="1:1", law=L["2"]),
            MenuPays(what="tie", odds="0:1", law=L["76"]))
    minimum, unit = table.minimum, table.unit
    entries = (
        MenuBet(
            bet="bank", law=L["39"], minimum=minimum_bank(table), maximum=MAX_BANK, unit=unit,
            limit_law=L["35"], pays=even),
        *(
            MenuBet(
                bet=bet, law=L[rule], minimum=minimum, maximum=MAX_BANK // minimum * minimum,
                unit=minimum, limit_law=L["36"], pays=even)
            for bet, rule in (("banco", "45"), ("banco-table", "55"), ("punter", "58"))
        ),
    )
    cite_clause(*(L[rule] for rule in ("2", "35", "36", "37", "39", "45", "55", "58", "76")))
    return entries
