"""Every bet of a table, for the rules page and the API."""

from __future__ import annotations

from sabot.families.layout.bets import bounds
from sabot.families.layout.round import RuleBook
from sabot.law import cite_clause
from sabot.procedure.menu import MenuBet, MenuPays
from sabot.procedure.table import Table


def menu(book: RuleBook, table: Table) -> tuple[MenuBet, ...]:
    """Each bet with its limits, unit, odds and clauses; where players choose the value of their
    chips, for chips of the table's minimum."""
    table_law = book.table_law(table)
    bets: list[MenuBet] = []
    for kind in table_law.cloth.kinds.values():
        low, high, unit = bounds(table_law, kind, table.minimum)
        if low > high:
            continue
        cite_clause(kind.bet[0], kind.pay[0], kind.limit[0])
        bets.append(MenuBet(
            bet=kind.name, law=kind.bet[0], minimum=low, maximum=high, unit=unit,
            limit_law=kind.limit[0],
            pays=tuple(MenuPays(what="won", odds=str(odds), law=kind.pay[0])
                       for odds in kind.prizes)))
    return tuple(bets)
