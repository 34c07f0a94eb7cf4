"""Every bet of a table, for the rules page and the API."""

from __future__ import annotations

from math import gcd

from sabot.families.layout.bets import bounds_by_prize
from sabot.families.layout.round import RuleBook
from sabot.procedure.menu import MenuBet, MenuPays
from sabot.procedure.table import Table
from sabot.regulations import cite_clause


def menu(book: RuleBook, table: Table) -> tuple[MenuBet, ...]:
    """Each bet with its limits, unit, odds and clauses; where players choose the value of their
    chips, for chips of the table's minimum; where the step depends on the number, with the unit of
    which all steps are multiples."""
    table_law = book.table_law(table)
    bets: list[MenuBet] = []
    for kind in table_law.cloth.kinds.values():
        limits = [limit for _, limit in bounds_by_prize(table_law, kind, table.minimum)
                  if limit[0] <= limit[1]]
        if not limits:
            continue
        low, high, unit = (min(low for low, _, _ in limits), max(high for _, high, _ in limits),
                           gcd(*(unit for _, _, unit in limits)))
        cite_clause(kind.bet[0], kind.pay[0], kind.limit[0])
        bets.append(MenuBet(
            bet=kind.name, law=kind.bet[0], minimum=low, maximum=high, unit=unit,
            limit_law=kind.limit[0],
            pays=tuple(MenuPays(what="won", odds=str(odds), law=kind.pay[0])
                       for odds in kind.prizes)))
    return tuple(bets)
