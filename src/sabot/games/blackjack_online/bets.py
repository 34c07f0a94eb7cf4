"""Every bet of the game: its limits, and what it wins."""

from __future__ import annotations

from sabot.games.blackjack_online.rules import (
    BLACKJACK_PAYS,
    INSURANCE_PART,
    INSURANCE_PAYS,
    SPECIAL_PAYS,
    WIN_PAYS,
)
from sabot.procedure.menu import MenuBet, MenuPays, clauses
from sabot.procedure.table import Table
from sabot.regulations import Section, cite_clause

L = Section("pt-805-2015/blackjack-online")


def catalogue(table: Table) -> tuple[MenuBet, ...]:
    """The bets of a table, for the rules page and the API."""
    main = [MenuPays(what="blackjack", odds=str(BLACKJACK_PAYS), law=L["25.a"]),
            MenuPays(what="win", odds=str(WIN_PAYS), law=L["25.c"]),
            MenuPays(what="tie", odds="0:1", law=L["25.h"])]
    if table.rules.special_prizes:
        main.append(MenuPays(what="special", odds=str(SPECIAL_PAYS), law=L["25.i"]))
    bets: tuple[MenuBet, ...] = (MenuBet(
        bet="main", law=L["9"], minimum=table.minimum, maximum=table.maximum,
        unit=table.unit, pays=tuple(main)),)
    if table.rules.insurance:
        paid = MenuPays(what="bank blackjack", odds=str(INSURANCE_PAYS), law=L["25.f"])
        bets += (MenuBet(bet="insurance", law=L["15.f"], minimum=1,
                         maximum=table.maximum // INSURANCE_PART, unit=1, pays=(paid,)),)
    cite_clause(L["32"], *clauses(bets))
    return bets
