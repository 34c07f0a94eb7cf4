"""``sabot odds``: the exact odds and the best play of a game."""

from __future__ import annotations

import csv
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

import click

from sabot import extras, families, games
from sabot.cli.computed import bet_name, translated
from sabot.cli.language import Command, language
from sabot.cli.options import set_option, table_option
from sabot.cli.pricing import (
    bankroll,
    documents,
    layout_bets,
    odds_documents,
    odds_tables,
    rules_source,
    sheet_answers,
    unbanked,
)
from sabot.cli.pricing.bankroll import PlanRequest
from sabot.cli.pricing.render import picture_language, write_json
from sabot.cli.terminal import print_json, reason, say, stop, warn, whole_number
from sabot.families.blackjack.pricing.odds_answer import ChartAnswer
from sabot.families.layout.odds_answer import ClothAnswer
from sabot.library.pricing_source import PricingSource
from sabot.probability.answer import members
from sabot.probability.sheets import SheetAnswer
from sabot.words import phrase, to_plain

PICTURES = (".svg", ".png", ".csv", ".json")


@dataclass(frozen=True)
class Request:
    """The options of the command, under the names of its parameters."""

    game_id: str
    packs: int | None
    path: Path | None
    options: tuple[str, ...]
    strategy: str | None
    cards: bool
    vary: bool
    bets: str | None
    left: str | None
    seen: str | None
    hand: str | None
    up: str | None
    against: str | None
    hands: int
    coups: int | None
    stake: str | None
    purse: str | None
    bank: str | None
    risk: float | None
    out: Path | None
    chart: Path | None
    as_json: bool
    as_csv: bool

    @property
    def all_options(self) -> tuple[str, ...]:
        """Every OPTION=VALUE, including --packs."""
        return (*self.options, *((f"packs={self.packs}",) if self.packs is not None else ()))

    @property
    def cards_options(self) -> dict[str, str]:
        """The option that names the cards left or seen, with its text; {} for neither."""
        if self.left is not None:
            return {"--left": self.left}
        return {"--seen": self.seen} if self.seen is not None else {}

    @property
    def plan_request(self) -> PlanRequest:
        """The request for a session, a purse and a bank."""
        return PlanRequest(self.hands, self.coups, self.stake, self.purse, self.bank, self.risk)

    def play_class(self, priced: PricingSource) -> tuple[str, ...]:
        """The class of play to price; () if the rules have none."""
        return (self.strategy or priced.strategies[0],) if priced.strategies else ()


@click.command(short_help="compute the exact odds of a game", cls=Command)
@click.argument("game_id", metavar="GAME")
@click.option("--packs", type=int, help="same as --set packs=N")
@table_option
@set_option
@click.option("--strategy", metavar="CLASS", help="the class of strategies with which the player "
                                                  "plays")
@click.option("--cards", is_flag=True, help="show the chart for every two cards, with the cost of "
                                            "the next best act")
@click.option("--vary", is_flag=True, help="show what each rule and each lawful option is worth")
@click.option("--bets", metavar="BETS",
              help='the odds of combined bets: "straight/17=5 red=10"')
@click.option("--left", "left", metavar="CARDS",
              help='the cards left in the shoe: "A=20 2=24"; other ranks are complete')
@click.option("--seen", "seen", metavar="CARDS",
              help='the cards that have left the shoe: "AS KD 7=3"')
@click.option("--hand", "hand", metavar="CARDS",
              help='the value of every act of one hand: "3,3", or "AS KD 9H 4C 2S"')
@click.option("--up", "up", metavar="CARD", help="with --hand: the bank's open card")
@click.option("--against", "against", metavar="published|CARD",
              help="compare with published figures; with --hand: the same as --up")
@click.option("--hands", type=whole_number(1, 10_000), default=70, show_default=True,
              help="coups an hour, for the cost of an hour")
@click.option("--session", "coups", type=click.IntRange(1, 100_000), metavar="N",
              help="forecast N coups with one stake")
@click.option("--stake", metavar="SUM", help="the stake of each coup (default: the table's "
                                             "minimum, else 10)")
@click.option("--purse", metavar="SUM", help="the chance that a player loses this sum within the "
                                             "session (default: 1000 coups)")
@click.option("--bank", metavar="SUM", help="the chance that a house with this capital is ever "
                                            "ruined")
@click.option("--risk", type=click.FloatRange(0, 1, min_open=True, max_open=True), metavar="CHANCE",
              help="the capital with which the house is ruined with this chance")
@click.option("--out", "out", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE",
              help="write the chart (with --vary the waterfall) to a file: .svg .png .csv .json; "
                   "or all figures as a document: .html .pdf .xlsx")
@click.option("--chart", "chart", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE",
              help="write the best play to a file, for `sabot simulate --strategy FILE`")
@click.option("--json", "as_json", is_flag=True, help="print JSON")
@click.option("--csv", "as_csv", is_flag=True,
              help="print the chart for every two cards, or with --vary its tables, as CSV")
def command(**values: Any) -> None:  # the fields of `Request`
    """Compute the exact odds of the bets of GAME. An edge above 0 favours the house.

    GAME is a game of the catalogue, at any lawful table, or blackjack for its general rules
    (`sabot odds blackjack --set help` lists them).

    \b
    As JSON: {"game", "rules", "strategy", "bets": [{"bet", "edge", "edge_float", "p_win",
    "p_push", "p_lose", "variance", "variance_float", "skewness", "net": [[result, chance]],
    "given"}], "left": {rank: cards}, "chart", "two_cards", "exceptions",
    "not_priced": {bet: why}, "plan", "most"}.
    Exact values are fractions; if a value is a float, "bound" is a proven limit of its error.
    With --vary: {"rules", "steps": [{"rule", "alone", "change", "edge"}], "options": [{"rule",
    "name", "value", "edge", "change", "bet"}], "together": [{"for", "options", "edge", "change"}],
    "classes": [{"class", "rule", "edge", "change"}]}.
    With --bets: {"game", "rules", "bets": {spot: cents}, "state", "staked", "edge", "mean",
    "variance", "deviation", "throws", "p_win", "p_push", "p_lose", "low", "high", "net":
    [[cents, chance]], "outcomes": [{"outcome", "chance", "net", "stays", "colour"}], "plan"}.
    With --hand: {"game", "rules", "hand", "up", "combination", "best", "acts": {act: {"exact",
    "value"}}, "cost", "bank_hands", "ends": {end: {"ways", "chance"}}}.
    If players play each other: "duel": {"tabled", "banco": {"value", "value_float", "sole",
    "ponto", "banker": [{"hand", "total", "third", "draws", "draws_float", "gain", "gain_float",
    "often", "each"}]}, "five", "exploited"}, "sheets", "curves".
    If the house has no bank: {"game", "rules", "kind", "bets": []} and, of "machines", "sheets":
    those of sabot par; of "people" "cost": {"of", "rate", "cap", "pots": [{"pot", "kept"}]} and
    "five", "deal": {"deals", "combinations": [{"name", "many", "chance"}]}.
    Exit status: 0 done, 1 a published figure differs without an explanation, 2 wrong use.
    """
    request = Request(**values)
    if unbanked.handles(request.game_id):
        unbanked.show(request.game_id, request.path, request.all_options, request.as_json,
                      request.out)
        return
    priced = _check_request(request)
    if request.chart is not None:
        _chart_file(request, priced, request.chart)
    elif request.hand is not None or request.up is not None:
        _one_hand(request, priced)
    elif request.against is not None:
        _against_published(request, request.against)
    elif request.vary:
        _variants(request, priced)
    elif request.bets is not None:
        _combined_bets(request, priced, request.bets)
    else:
        _every_bet(request, priced)


def _check_request(request: Request) -> PricingSource:
    """The rules to price; ends with status 2 for options that contradict them or each other."""
    if request.left is not None and request.seen is not None:
        stop("give --left or --seen, not both")
    cards_options, strategy, out = request.cards_options, request.strategy, request.out
    priced = rules_source.pricing_source(
        request.game_id, request.all_options, request.path, cards_options
    )
    if cards_options and (request.vary or request.against is not None):
        stop(phrase("{option} is for the odds of one coup: leave out --vary and --against",
                    option=next(iter(cards_options))))
    if strategy is not None and priced.chosen not in ("", strategy):
        stop(phrase("the strategy is set twice: {first} and {second}",
                    first=priced.chosen, second=strategy))
    if strategy is not None and strategy not in priced.strategies:
        stop(phrase("{game} has no class of strategies {strategy!r}; allowed: {allowed}",
                    game=request.game_id, strategy=strategy,
                    allowed=", ".join(priced.strategies) or "none"))
    if out is not None and out.suffix not in (*PICTURES, *documents.SUFFIXES):
        stop(phrase("cannot write a file such as {name!r}; allowed: {allowed}",
                    name=out.name, allowed=" ".join((*PICTURES, *documents.SUFFIXES))))
    if out is not None and out.suffix in (".svg", ".png"):
        extras.require("plots", f"sabot odds --out FILE{out.suffix}")
    if request.as_json and request.as_csv:
        stop("give --json or --csv, not both")
    for file in (out, request.chart):
        if file is not None and not file.parent.is_dir():
            stop(phrase("cannot write {file}: there is no folder {folder}",
                        file=file, folder=file.parent))
    return priced


@contextmanager
def _writing(file: Path) -> Iterator[None]:
    """Say on the error stream that a file was written; end with status 2 if it cannot be."""
    try:
        with picture_language():
            yield
    except OSError as error:
        stop(phrase("cannot write {file}: {why}", file=file, why=error.strerror or ""))
    warn(phrase("written to {file}", file=file))


def _every_bet(request: Request, priced: PricingSource) -> None:
    """Print all bets, and the chart of the best play; --out writes them to a file."""
    answer, game_id = priced.price(*request.play_class(priced)), request.game_id
    if request.cards and isinstance(answer, SheetAnswer):
        stop(phrase("{game} has no chart of two cards; use --strategy cards", game=game_id))
    if request.cards and not isinstance(answer, ChartAnswer):
        stop(phrase("{game} has no chart, because there is nothing to decide", game=game_id))
    for name, why in answer.not_priced.items():
        warn(phrase("sabot: not priced: {bet}: {why}", bet=bet_name(game_id, name),
                    why=translated(why)))
    main, plan_request = answer.bets[0], request.plan_request
    odds_answer = odds_tables.OddsAnswer(
        game_id,
        priced.rules,
        answer,
        priced.most() if priced.most else None,
        bankroll.plan(main.net, main.edge_float, priced.table, plan_request)
        if plan_request.wanted
        else None,
    )
    if request.out is not None:
        with _writing(request.out):
            if request.out.suffix in documents.SUFFIXES:
                documents.write_document(odds_documents.of_odds(odds_answer), request.out)
            else:
                odds_tables.write_chart(odds_answer, request.out)
    if request.as_csv and isinstance(answer, ClothAnswer):
        layout_bets.write_rows(answer.bets, csv.writer(sys.stdout))
    elif request.as_csv and isinstance(answer, SheetAnswer):
        sheet_answers.write_csv(game_id, answer, csv.writer(sys.stdout))
    elif request.as_csv:
        odds_tables.write_csv(answer, csv.writer(sys.stdout))
    elif request.as_json:
        print_json(odds_answer.data)
    else:
        odds_tables.show(odds_answer, request.cards, request.hands)


def _chart_file(request: Request, priced: PricingSource, file: Path) -> None:
    """Write the best play to a file for simulations."""
    game_id = request.game_id
    if priced.chart is None:
        stop(phrase("no chart of {game} can be simulated: there is nothing to decide in this game",
                    game=game_id) if priced.table is not None else
             phrase("no chart of {game} can be simulated: this needs a game of the catalogue",
                    game=game_id))
    with _writing(file):
        file.write_text(priced.chart(*request.play_class(priced)), encoding="utf-8")
    say(phrase("{file}: the best play of {game}, for sabot simulate {game} --strategy {file}",
               file=file, game=game_id))


def _combined_bets(request: Request, priced: PricingSource, text: str) -> None:
    """Print the odds of several combined bets."""
    game_id, plan_request = request.game_id, request.plan_request
    if priced.together is None or priced.table is None:
        stop(phrase("--bets is for games with a layout, which {game} does not have", game=game_id))
    if request.stake is not None:
        stop("--bets sets the stakes: leave --stake out")
    try:
        combined = priced.together(text)
    except ValueError as error:
        stop(phrase("--bets: {why}", why=reason(error)))
    money, plan = games.game(game_id).money, None
    if plan_request.wanted:
        net = tuple(
            (str(Fraction(cents, combined.staked)), chance) for cents, chance in combined.net
        )
        plan = bankroll.plan(net, combined.edge_float, priced.table, plan_request._replace(
            stake=f"{combined.staked // 100}.{combined.staked % 100:02}"))
    answer = {"game": game_id, "rules": priced.rules, **members(combined),
              **({"plan": to_plain(plan)} if plan else {})}
    if request.out is not None:
        with _writing(request.out):
            if request.out.suffix == ".json":
                write_json(answer, request.out)
            elif request.out.suffix in documents.SUFFIXES:
                documents.write_document(odds_documents.of_together(game_id, combined), request.out)
            else:
                layout_bets.write(combined, request.out, games.game(game_id).names[language()],
                                  money)
    if request.as_csv:
        layout_bets.write_outcomes(combined, csv.writer(sys.stdout))
    elif request.as_json:
        print_json(answer)
    else:
        layout_bets.show_together(game_id, combined, money)
        bankroll.show(game_id, plan, None, True)


def _one_hand(request: Request, priced: PricingSource) -> None:
    """Print the best play of one hand against the bank's open card."""
    if priced.advice is None:
        stop(phrase("{game} has no advice for one hand: leave out --hand and --up",
                    game=request.game_id))
    up = request.up or request.against
    if request.hand is None or up is None:
        stop("give --hand (the player's cards) and --up (the bank's open card) together")
    try:
        advice = priced.advice(request.hand, up)
    except ValueError as error:
        stop(phrase("--hand, --up: {why}", why=reason(error)))
    if request.as_json:
        print_json({"game": request.game_id, "rules": priced.rules, **members(advice)})
    else:
        sheet_answers.show_hand(request.game_id, advice)


def _variants(request: Request, priced: PricingSource) -> None:
    """Print what each rule and each lawful option is worth."""
    varied = priced.varied(*request.play_class(priced))
    if not varied.steps and not varied.options:
        stop("there is nothing to vary in the rules of this game")
    if request.out is not None:
        with _writing(request.out):
            if request.out.suffix in documents.SUFFIXES:
                documents.write_document(odds_documents.of_variants(request.game_id, varied),
                                         request.out)
            else:
                odds_tables.write_waterfall(varied.steps, request.out)
    if request.as_json:
        print_json(members(varied))
    elif request.as_csv:
        odds_tables.write_variants(varied, csv.writer(sys.stdout))
    else:
        odds_tables.show_variants(request.game_id, varied)


def _against_published(request: Request, source: str) -> None:
    """Compare with published figures; status 1 if one differs without an explanation."""
    if source != "published":
        stop(phrase("{source!r} cannot be compared with; allowed: published", source=source))
    general, game = families.load_general(request.game_id), games.catalogue().get(request.game_id)
    compare = general.against_published if general else (
        game.pricing.published if game is not None and game.pricing else None)
    if compare is None:
        game_ids = [game_.id for game_ in games.catalogue().values()
                    if game_.pricing and game_.pricing.published]
        stop(phrase("there are no published figures for {game}; allowed: {allowed}",
                    game=request.game_id,
                    allowed=", ".join((*families.general_families(), *game_ids))))
    rows = compare()
    if request.as_json:
        print_json(to_plain(rows))
    else:
        odds_tables.show_published(rows)
    if any(not row.agrees and not row.because for row in rows):
        say("A figure differs without an explanation.")
        raise SystemExit(1)
