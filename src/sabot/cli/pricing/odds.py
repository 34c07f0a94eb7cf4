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
import msgspec

from sabot import families, games
from sabot.cli.options import set_option, table_option
from sabot.cli.pricing import (
    bankroll,
    layout_bets,
    odds_tables,
    rules_source,
    sheet_answers,
    unbanked,
)
from sabot.cli.pricing.bankroll import PlanRequest
from sabot.cli.pricing.render import write_json
from sabot.cli.pricing.rules_source import PricingSource
from sabot.cli.terminal import print_json, say, stop, whole_number
from sabot.families.blackjack.pricing.odds_answer import ChartAnswer
from sabot.families.layout.odds_answer import ClothAnswer
from sabot.odds.answer import members
from sabot.odds.sheets import SheetAnswer


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


@click.command(short_help="compute the exact odds of a game")
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
              help='the best play of one hand, in games with one decision: "AS KD 9H 4C 2S"')
@click.option("--up", "up", metavar="CARD", help="with --hand: the bank's open card")
@click.option("--against", "against", metavar="published", help="compare with published figures")
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
              help="write the chart (with --vary the waterfall) to a file: .svg .png .csv .json")
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
        unbanked.show(request.game_id, request.path, request.all_options, request.as_json)
        return
    priced = _check_request(request)
    if request.chart is not None:
        _chart_file(request, priced, request.chart)
    elif request.against is not None:
        _against_published(request, request.against)
    elif request.hand is not None or request.up is not None:
        _one_hand(request, priced)
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
        stop(f"{next(iter(cards_options))} is for the odds of one coup: leave out --vary and "
             "--against")
    if strategy is not None and priced.strategy_option not in ("", strategy):
        stop(f"the strategy is set twice: {priced.strategy_option} and {strategy}")
    if strategy is not None and strategy not in priced.strategies:
        stop(f"{request.game_id} has no class of strategies {strategy!r}; allowed: "
             f"{', '.join(priced.strategies) or 'none'}")
    if out is not None and out.suffix not in (".svg", ".png", ".csv", ".json"):
        stop(f"cannot write a file such as {out.name!r}; allowed: .svg .png .csv .json")
    if request.as_json and request.as_csv:
        stop("give --json or --csv, not both")
    for file in (out, request.chart):
        if file is not None and not file.parent.is_dir():
            stop(f"cannot write {file}: there is no folder {file.parent}")
    return priced


@contextmanager
def _writing(file: Path) -> Iterator[None]:
    """End with status 2 if a file cannot be written."""
    try:
        yield
    except OSError as error:
        stop(f"cannot write {file}: {error.strerror}")


def _every_bet(request: Request, priced: PricingSource) -> None:
    """Print all bets, and the chart of the best play; --out writes them to a file."""
    answer, game_id = priced.price(*request.play_class(priced)), request.game_id
    if request.cards and isinstance(answer, SheetAnswer):
        stop(f"{game_id} has no chart of two cards; use --strategy cards")
    if request.cards and not isinstance(answer, ChartAnswer):
        stop(f"{game_id} has no chart, because there is nothing to decide")
    for name, why in answer.not_priced.items():
        click.echo(f"sabot: not priced: {name}: {why}", err=True)
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
        stop(f"no chart of {game_id} can be simulated: " + (
            "there is nothing to decide in this game" if priced.table is not None else
            "this needs a game of the catalogue"))
    with _writing(file):
        file.write_text(priced.chart(*request.play_class(priced)), encoding="utf-8")
    say(f"{file}: the best play of {game_id}, for sabot simulate {game_id} --strategy {file}")


def _combined_bets(request: Request, priced: PricingSource, text: str) -> None:
    """Print the odds of several combined bets."""
    game_id, plan_request = request.game_id, request.plan_request
    if priced.together is None or priced.table is None:
        stop(f"--bets is for games with a layout, which {game_id} does not have")
    if request.stake is not None:
        stop("--bets sets the stakes: leave --stake out")
    try:
        combined = priced.together(text)
    except ValueError as error:
        stop(f"--bets: {error}")
    money, plan = games.game(game_id).money, None
    if plan_request.wanted:
        net = tuple(
            (str(Fraction(cents, combined.staked)), chance) for cents, chance in combined.net
        )
        plan = bankroll.plan(net, combined.edge_float, priced.table, plan_request._replace(
            stake=f"{combined.staked // 100}.{combined.staked % 100:02}"))
    answer = {"game": game_id, "rules": priced.rules, **members(combined),
              **({"plan": msgspec.to_builtins(plan)} if plan else {})}
    if request.out is not None:
        with _writing(request.out):
            if request.out.suffix == ".json":
                write_json(answer, request.out)
            else:
                layout_bets.write(combined, request.out, games.game(game_id).names["en"], money)
    if request.as_csv:
        layout_bets.write_outcomes(combined, csv.writer(sys.stdout))
    elif request.as_json:
        print_json(answer)
    else:
        layout_bets.show_together(combined, money)
        bankroll.show(plan, None, True)


def _one_hand(request: Request, priced: PricingSource) -> None:
    """Print the best play of one hand against the bank's open card."""
    if priced.advice is None:
        stop(f"{request.game_id} has no advice for one hand: leave out --hand and --up")
    if request.hand is None or request.up is None:
        stop("give --hand (the player's cards) and --up (the bank's open card) together")
    try:
        advice = priced.advice(request.hand, request.up)
    except ValueError as error:
        stop(f"--hand, --up: {error}")
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
            odds_tables.write_waterfall(varied.steps, request.out)
    if request.as_json:
        print_json(members(varied))
    elif request.as_csv:
        odds_tables.write_variants(varied, csv.writer(sys.stdout))
    else:
        odds_tables.show_variants(varied)


def _against_published(request: Request, source: str) -> None:
    """Compare with published figures; status 1 if one differs without an explanation."""
    if source != "published":
        stop(f"{source!r} cannot be compared with; allowed: published")
    general, game = families.load_general(request.game_id), games.catalogue().get(request.game_id)
    compare = general.against_published if general else (
        game.pricing.published if game is not None and game.pricing else None)
    if compare is None:
        game_ids = [game_.id for game_ in games.catalogue().values()
                    if game_.pricing and game_.pricing.published]
        stop(f"there are no published figures for {request.game_id}; allowed: "
             f"{', '.join((*families.general_families(), *game_ids))}")
    rows = compare()
    if request.as_json:
        print_json(msgspec.to_builtins(rows))
    else:
        odds_tables.show_published(rows)
    if any(not row.agrees and not row.because for row in rows):
        say("A figure differs without an explanation.")
        raise SystemExit(1)
