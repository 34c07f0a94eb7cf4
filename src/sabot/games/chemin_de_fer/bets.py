"""Every bet of a table, for the rules page and the API."""

from __future__ import annotations

from sabot import law
from sabot.games.chemin_de_fer.rules import MOST, least_bank
from sabot.law import cite_clause
from sabot.procedure.menu import MenuBet, MenuPays
from sabot.procedure.table import Table

L = law.Section("pt-217-2007/chemin-de-fer")


def menu(table: Table) -> tuple[MenuBet, ...]:
    """The bank, and what is bet against it: limits, unit, what it pays, clauses. A bank has no
    maximum (35), and nobody bets more than it has (45)."""
    even = (MenuPays(what="won", odds="1:1", law=L["2"]),
            MenuPays(what="tie", odds="0:1", law=L["76"]))
    least, unit = table.minimum, table.unit
    found = (
        MenuBet(bet="bank", law=L["39"], minimum=least_bank(table), maximum=MOST, unit=unit,
                limit_law=L["35"], pays=even),
        *(MenuBet(bet=bet, law=L[rule], minimum=least, maximum=MOST // least * least, unit=least,
                  limit_law=L["36"], pays=even)
          for bet, rule in (("banco", "45"), ("banco-table", "55"), ("punter", "58"))))
    cite_clause(*(L[rule] for rule in ("2", "35", "36", "37", "39", "45", "55", "58", "76")))
    return found
