"""Every bet of a table, for the rules page and the API."""

from __future__ import annotations

from sabot.families.blackjack.rules.cites import Cite
from sabot.families.blackjack.rules.sidebets import prize_lines
from sabot.families.blackjack.rules.table_law import RuleBook
from sabot.money import Odds
from sabot.procedure.menu import MenuBet, MenuPays, clauses
from sabot.procedure.table import Table
from sabot.regulations import cite_clause


def pays_line(name: str, odds: Odds | str, law: Cite) -> MenuPays:
    """One line of what a bet pays."""
    return MenuPays(what=name, odds=str(odds), law=law[0])


def menu(book: RuleBook, table: Table) -> tuple[MenuBet, ...]:
    """The main bet, insurance, additional bets and the jackpot: limits, odds and clauses."""
    c, table_law = book.laws(table), book.table_law(table)
    main = [pays_line("blackjack", table_law.blackjack_pays, c.blackjack),
            pays_line("win", table_law.win_pays, c.won), pays_line("tie", "0:1", c.tie)]
    if table_law.special is not None:
        main.append(pays_line("special", table_law.special.pays, c.special))
    if table_law.five:
        main.append(pays_line("five cards", table_law.five_pays, c.five))
    entries = [MenuBet(bet="main", law=c.bet[0], minimum=table.minimum, maximum=table.maximum,
                       unit=table_law.unit, pays=tuple(main))]
    insurance = table_law.insurance
    if insurance is not None:
        entries.append(MenuBet(
            bet="insurance", law=c.insure[0],
            minimum=max(1, table.minimum * insurance.low // 100),
            maximum=table.maximum * insurance.high // 100, unit=1,
            pays=(pays_line("bank blackjack", insurance.pays, c.insurance_won),)))
    for side in table_law.sides:
        entries.append(MenuBet(
            bet=side.spot, law=side.law[0], minimum=table_law.side_low, maximum=table_law.side_high,
            unit=table.unit,
            pays=tuple(pays_line(listed, odds, law) for listed, _, odds, law in prize_lines(side))))
    jackpot = table_law.jackpot
    if jackpot is not None:
        entries.append(
            MenuBet(
                bet="jackpot",
                law=c.chip[0],
                minimum=jackpot.chip,
                maximum=jackpot.chip,
                unit=jackpot.chip,
                rate=jackpot.rate,
                start=jackpot.start,
                pays=tuple(
                    pays_line(prize.name, f"{prize.share} %" if prize.share else f"{prize.times}x",
                              c.jackpot_lines.get(prize.name, c.jackpot_prize))
                    for prize in jackpot.prizes
                ),
            )
        )
    bets = tuple(entries)
    cite_clause(*clauses(bets))
    return bets
