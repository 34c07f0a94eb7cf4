"""The odds in a dossier: the bets of a table, and what other values of its options are worth."""

from __future__ import annotations

from fractions import Fraction

import msgspec
from msgspec import UNSET

from sabot import regulations as law
from sabot.probability.entry import Bet
from sabot.procedure.game import Game
from sabot.procedure.readings import NotPriced, option_path
from sabot.procedure.table import Table
from sabot.reports import odds_report, variants
from sabot.reports.dossier.content import (
    OddsPart,
    OfferedBet,
    PricedBet,
    ReadingLine,
    Weighed,
    Worth,
)
from sabot.reports.readings_followed import Followed, followed


def odds_part(game: Game, table: Table, lang: str, lawful: bool) -> OddsPart:
    """The odds of a table; of an unlawful one nothing is priced."""
    kind, missing = odds_report.kind(game), "" if lawful else "unlawful"
    bets: tuple[PricedBet, ...] = ()
    unpriced: tuple[str, ...] = ()
    if lawful and kind == "bets":
        try:
            answer = odds_report.odds(game, table, *odds_report.default_class(game))
        except NotPriced:
            missing = "unpriced"
        else:
            bets = tuple(_priced(game, bet, lang) for bet in answer.bets)
            unpriced = tuple(bet_name(game, bet, lang) for bet in answer.not_priced)
    return OddsPart(
        kind=kind, missing=missing, bets=bets, unpriced=unpriced,
        offered=tuple(_offered(game, table, lang)) if lawful else (),
        sheets=odds_report.sheets(game, table) if lawful and kind == "machines" else (),
        cost=game.hands.cost(table) if lawful and kind == "people" and game.hands else None)


def bet_name(game: Game, bet: str, lang: str) -> str:
    """The name of a bet in a language; its code where the game has no word for it."""
    whole = odds_report.names_of(game, bet).get(lang)
    if whole or "/" not in bet:
        return whole or bet
    return " / ".join(odds_report.names_of(game, part).get(lang, part) for part in bet.split("/"))


def _offered(game: Game, table: Table, lang: str) -> list[OfferedBet]:
    return [
        OfferedBet(
            bet=bet.bet, name=bet_name(game, bet.bet, lang), minimum=bet.minimum,
            maximum=bet.maximum, unit=bet.unit,
            pays=tuple(dict.fromkeys(prize.odds for prize in bet.pays)),
            clauses=tuple(dict.fromkeys((
                bet.law, *(prize.law for prize in bet.pays),
                *((bet.limit_law,) if bet.limit_law else ())))))
        for bet in game.bets(table)
    ]


def _priced(game: Game, bet: Bet, lang: str) -> PricedBet:
    gains = sorted({Fraction(units) for units, _ in bet.net if Fraction(units) > 0})
    return PricedBet(
        bet=bet.bet, name=bet_name(game, bet.bet, lang), exact=bet.edge if bet.exact else "",
        edge=bet.edge_float, bound=0.0 if bet.bound is UNSET else bet.bound,
        win=float(Fraction(bet.p_win)), push=float(Fraction(bet.p_push)),
        lose=float(Fraction(bet.p_lose)), deviation=bet.variance_float ** 0.5,
        pays=tuple(map(str, gains)))


def readings(game: Game, table: Table, lang: str, lawful: bool) -> tuple[ReadingLine, ...]:
    """The interpretations that a table follows, those where it departs from the usual one first."""
    lines = [_reading(game, table, entry, lang, lawful) for entry in followed(table)]
    return tuple(sorted(lines, key=lambda line: not line.departs))


def _reading(game: Game, table: Table, entry: Followed, lang: str, lawful: bool) -> ReadingLine:
    record = law.interpretation(entry.id)
    paragraph = record.paragraph(lang)
    path, priced, worth = option_path(game.rules, entry.option), True, list[Worth]()
    if entry.option and lawful and entry.moves != "neither":
        try:
            worth = [
                Worth(value=line.value, lawful=line.lawful, edge=line.edge, was=line.was,
                      bet=bet_name(game, line.bet, lang))
                for line in variants.worth(game, ".".join(path), table)]
        except NotPriced:
            priced = False
    return ReadingLine(
        id=entry.id, title=paragraph.title, says=paragraph.says, lang=paragraph.lang,
        moves=entry.moves, clauses=record.clauses, option=".".join(path), value=entry.value,
        default=entry.default, departs=entry.chosen, priced=priced, worth=tuple(worth),
        weighed=tuple(
            Weighed(bet=bet_name(game, effect["bet"], lang),
                    rules=", ".join(f"{name} = {msgspec.json.encode(value).decode()}"
                                    for name, value in effect["rules"].items()),
                    ours=str(effect["ours"]), other=str(effect["other"]))
            for effect in record.weighed if effect["game"] == game.id))
