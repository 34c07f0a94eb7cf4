"""The odds of a game, of rules one by one and of combined bets as documents."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sabot import games
from sabot.cli.computed import act_name, bet_name, outcome_name, translated
from sabot.cli.language import language, rendered
from sabot.cli.pricing.documents import Cell, Document, DocumentTable, Figure
from sabot.cli.pricing.odds_tables import UPS, OddsAnswer
from sabot.cli.pricing.render import number
from sabot.families.blackjack.pricing.odds_answer import ChartAnswer, ChartRow
from sabot.probability.answer import Together
from sabot.probability.entry import Bet
from sabot.probability.sheets import SheetAnswer, in_words
from sabot.reports.variants import Varied
from sabot.words import phrase

EXACT_BETS = ("bet", "edge", "p_win", "p_push", "p_lose", "variance", "skewness")


def of_odds(odds: OddsAnswer) -> Document:
    """Every bet with its figures, and the chart or the tables of a game that has them."""
    answer = odds.answer
    tables = [DocumentTable("bets", EXACT_BETS, [_bet_row(odds.game, bet) for bet in answer.bets])]
    if isinstance(answer, ChartAnswer):
        tables += list(_charts(odds.game, answer.chart))
    if isinstance(answer, SheetAnswer):
        tables += list(_sheets(odds.game, answer))
    notes = [rendered(phrase("{bet}: {conditions}", bet=bet_name(odds.game, bet.bet),
                             conditions=translated(bet.conditions))) for bet in answer.bets[:1]]
    notes += [rendered(phrase("{bet} is not priced: {why}", bet=bet_name(odds.game, name),
                              why=translated(why))) for name, why in answer.not_priced.items()]
    return Document(_title(odds.game), notes, tables)


def _title(game_id: str) -> str:
    game = games.catalogue().get(game_id)
    return game.names[language()] if game else game_id


def _bet_row(game_id: str, bet: Bet) -> list[Cell]:
    def figure(text: str | float, in_percent: bool) -> Figure:
        return Figure(number(text), text if isinstance(text, str) else "", in_percent)

    return [bet_name(game_id, bet.bet),
            Figure(bet.edge_float, bet.edge if isinstance(bet.edge, str) else "", True),
            figure(bet.p_win, True), figure(bet.p_push, True), figure(bet.p_lose, True),
            Figure(bet.variance_float, bet.variance if isinstance(bet.variance, str) else ""),
            Figure(bet.skewness)]


def _charts(game_id: str, rows: Sequence[ChartRow]) -> Iterator[DocumentTable]:
    """The best play: one table for each kind of hand."""
    for kind, title in (("hard", "Hard totals"), ("soft", "Soft totals"), ("pair", "Pairs")):
        of_kind = [[row.name, *(act_name(game_id, cell.act) for cell in row.cells)]
                   for row in rows if row.kind == kind]
        if of_kind:
            yield DocumentTable(title, ("", *UPS), of_kind)


def _sheets(game_id: str, answer: SheetAnswer) -> Iterator[DocumentTable]:
    pricing = games.game(game_id).pricing
    words = pricing.words[language()] if pricing else {}
    for sheet in answer.sheets:
        name = f"sheet.{sheet.name}"
        rows: list[list[Cell]] = [
            [Figure(cell.part, in_percent=True) if isinstance(cell.part, float) else
             in_words(cell, words) for cell in row] for row in sheet.rows]
        yield DocumentTable(words[name], [words[f"{name}.{column}"] for column in sheet.columns],
                            rows)


def of_variants(game_id: str, varied: Varied) -> Document:
    """What each rule and each option is worth."""
    tables = []
    if varied.steps:
        tables.append(DocumentTable(
            "From the usual game to this one", ("rule", "alone", "in turn", "edge"),
            [[step.names[language()], Figure(step.alone, in_percent=True),
              Figure(step.change, in_percent=True), Figure(step.edge, in_percent=True)]
             for step in varied.steps]))
    if varied.options:
        tables.append(DocumentTable(
            "Other lawful tables, one option at a time", ("option", "bet", "change", "edge"),
            [[option.rule, bet_name(game_id, option.bet) if option.bet else "",
              Figure(option.change, in_percent=True), Figure(option.edge, in_percent=True)]
             for option in varied.options]))
    if varied.classes:
        tables.append(DocumentTable(
            "Simpler ways to play", ("class of play", "costs", "edge"),
            [[translated(play.rule), Figure(play.change, in_percent=True),
              Figure(play.edge, in_percent=True)] for play in varied.classes]))
    return Document(_title(game_id),
                    [rendered("In hundredths of the initial bet; above 0 favours the house.")],
                    tables)


def of_together(game_id: str, answer: Together) -> Document:
    """The odds of combined bets, with the result of each outcome."""
    figures: list[list[Cell]] = [
        [rendered("edge"), Figure(answer.edge_float, answer.edge, True)],
        [rendered("p_win"), Figure(number(answer.p_win), answer.p_win, True)],
        [rendered("p_push"), Figure(number(answer.p_push), answer.p_push, True)],
        [rendered("p_lose"), Figure(number(answer.p_lose), answer.p_lose, True)]]
    outcomes: list[list[Cell]] = [
        [outcome_name(game_id, row.outcome), Figure(number(row.chance), row.chance, True),
         row.net, row.stays] for row in answer.outcomes]
    return Document(_title(game_id), [], [
        DocumentTable("The bets", ("bet", "cents"),
                      [[spot, cents] for spot, cents in answer.bets.items()]),
        DocumentTable("Together", ("", "value"), figures),
        DocumentTable("outcomes", ("outcome", "chance", "net, in cents", "stays, in cents"),
                      outcomes)])
