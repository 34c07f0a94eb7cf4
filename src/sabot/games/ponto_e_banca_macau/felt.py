"""The drawing of ponto e banca/Macau."""

from __future__ import annotations

from sabot import regulations as law
from sabot.families.baccarat.clauses import CONTINUOUS, DOUBLE, seating
from sabot.families.baccarat.felt import felt as draw_felt
from sabot.games.ponto_e_banca_macau.rules import REGULATION
from sabot.procedure.felt import LayoutFelt
from sabot.procedure.table import Table
from sabot.regulations import cite_clause

L = law.Section("pt-217-2007/bacara-ponto-e-banca-macau")

PRINTED = {"ponto": "PONTO 閒", "banca": "BANCA 莊", "tie": "EMPATE 和",
           "pair/ponto": "閒對\nPAR DO PONTO", "pair/banca": "莊對\nPAR DA BANCA"}
"""Printed in the two languages of the tables in Macau."""


def felt(table: Table) -> LayoutFelt:
    """The bets (11), the marked places of the cards (16), the numbered places (2, 12), and the
    place of played cards: a box (6), or the corner of a shuffling shoe at a double table (5.b)."""
    corner = table.rules.shuffler == CONTINUOUS and table.rules.table == DOUBLE
    played_cards = L["5.b"] if corner else L["6-3"]
    cite_clause(L["2"], L["12"], L["16"], played_cards)
    return draw_felt(
        REGULATION.cloth(table), table, seating(table), places=L["2"], standing=L["12"],
        cards=L["16"], roads=L["9-2"], box=played_cards, corner=corner, printed=PRINTED)
