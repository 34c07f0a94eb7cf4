"""Every bet of a table as plain data, for the rules page and the API."""

from __future__ import annotations

from typing import Any

from sabot.families.blackjack.code import Book, Cite
from sabot.law import given
from sabot.money import Odds
from sabot.procedure.table import Table


def pays(what: str, odds: Odds | str, law: Cite) -> dict[str, Any]:
    """One line of what a bet pays."""
    return {"for": what, "odds": str(odds), "law": law[0]}


def menu(book: Book, table: Table) -> list[dict[str, Any]]:
    """Main bet, insurance, additional bets and the jackpot: limits, odds and clauses."""
    c, code = book.laws(table), book.code(table)
    main = [pays("blackjack", code.blackjack_pays, c.blackjack),
            pays("win", code.win_pays, c.won), pays("tie", "0:1", c.tie)]
    if code.special:
        main.append(pays("special", code.special_pays, c.special))
    if code.five:
        main.append(pays("five cards", code.five_pays, c.five))
    found: list[dict[str, Any]] = [{
        "bet": "main", "law": c.bet[0], "minimum": table.minimum, "maximum": table.maximum,
        "unit": code.unit, "pays": main}]
    if code.insure_to:
        found.append({
            "bet": "insurance", "law": c.insure[0],
            "minimum": max(1, table.minimum * code.insure_from // 100),
            "maximum": table.maximum * code.insure_to // 100, "unit": 1,
            "pays": [pays("bank blackjack", code.insurance_pays, c.insurance_won)]})
    lines = {
        "pair": [("any pair", code.pair_pays, c.any_pair_pays)],
        "sevens": [("two sevens", code.two_sevens_pays, c.two_sevens),
                   ("two sevens of one suit", code.two_suited_pays, c.two_suited),
                   ("three sevens", code.three_sevens_pays, c.three_sevens),
                   ("three sevens of one suit", code.three_suited_pays, c.three_suited)],
        "over": [("over 13", code.thirteen_pays, c.thirteen_pays)],
        "under": [("under 13", code.thirteen_pays, c.thirteen_pays)],
        "perfect": [("mixed pair", code.mixed_pays, c.mixed_pair),
                    ("colour pair", code.colour_pays, c.colour_pair),
                    ("perfect pair", code.perfect_pays, c.perfect_pair_pays)],
    }
    for side in code.sides:
        of = lines.get(side.spot) or [(
            f"{side.streak} wins in a row", Odds(code.streak_pays[side.streak - 2]),
            c.streak_pays[side.streak - 2])]
        found.append({"bet": side.spot, "law": side.law[0], "minimum": code.side_low,
                      "maximum": code.side_high, "unit": table.unit,
                      "pays": [pays(*line) for line in of]})
    jackpot = code.jackpot
    if jackpot is not None:
        found.append({
            "bet": "jackpot", "law": c.chip[0], "minimum": jackpot.chip, "maximum": jackpot.chip,
            "unit": jackpot.chip, "rate": jackpot.rate, "start": jackpot.start,
            "pays": [pays(prize.name, f"{prize.share} %" if prize.share else f"{prize.times}x",
                          c.jackpot_lines.get(prize.name, c.jackpot_prize))
                     for prize in jackpot.prizes]})
    given(*(bet["law"] for bet in found), *(one["law"] for bet in found for one in bet["pays"]))
    return found
