"""``sabot odds``: the exact odds of the bets of a game, and how it is best played."""

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
from sabot.cli.pricing.bankroll import Planned
from sabot.cli.pricing.render import write_json
from sabot.cli.pricing.rules_source import Priced
from sabot.cli.terminal import put, say, stop, whole
from sabot.families.blackjack.pricing.odds_answer import ChartAnswer
from sabot.families.layout.odds_answer import ClothAnswer
from sabot.odds.answer import members
from sabot.odds.sheets import SheetAnswer


@dataclass(frozen=True)
class Asked:
    """What was asked, each under the name of its option (below); ``laid`` is that of --bets."""

    game_id: str
    packs: int | None
    path: Path | None
    options: tuple[str, ...]
    strategy: str | None
    cards: bool
    vary: bool
    laid: str | None
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
    def rules(self) -> tuple[str, ...]:
        """Every OPTION=VALUE that was said."""
        return (*self.options, *((f"packs={self.packs}",) if self.packs is not None else ()))

    @property
    def gone(self) -> dict[str, str]:
        """Which cards are left, or have gone, by the option that says so."""
        if self.left is not None:
            return {"--left": self.left}
        return {"--seen": self.seen} if self.seen is not None else {}

    @property
    def planned(self) -> Planned:
        """What is asked of a session, a purse and a bank."""
        return Planned(self.hands, self.coups, self.stake, self.purse, self.bank, self.risk)

    def chosen(self, priced: Priced) -> tuple[str, ...]:
        """The class of play in which is priced; nothing where there are none."""
        return (self.strategy or priced.strategies[0],) if priced.strategies else ()


@click.command(short_help="the exact odds of a game")
@click.argument("game_id", metavar="GAME")
@click.option("--packs", type=int, help="the same as --set packs=N")
@table_option
@set_option
@click.option("--strategy", metavar="CLASS", help="how the player plays: a class of strategies")
@click.option("--cards", is_flag=True, help="the chart of every two cards, with what others cost")
@click.option("--vary", is_flag=True, help="what each rule and each lawful option is worth")
@click.option("--bets", "laid", metavar="BETS",
              help='what bets return together: "straight/17=5 red=10"')
@click.option("--left", "left", metavar="CARDS",
              help='which cards are left in the shoe: "A=20 2=24", all of the other ranks')
@click.option("--seen", "seen", metavar="CARDS",
              help='which cards have gone from it: "AS KD 7=3"')
@click.option("--hand", "hand", metavar="CARDS",
              help='what one hand should do, where cards are looked at once: "AS KD 9H 4C 2S"')
@click.option("--up", "up", metavar="CARD", help="with --hand: the bank's open card")
@click.option("--against", "against", metavar="published", help="held against published figures")
@click.option("--hands", type=whole(1, 10_000), default=70, show_default=True,
              help="coups an hour, for what an hour costs")
@click.option("--session", "coups", type=click.IntRange(1, 100_000), metavar="N",
              help="what N coups with one stake return")
@click.option("--stake", metavar="SUM", help="the stake of a session; the table's minimum, else 10")
@click.option("--purse", metavar="SUM", help="the chance that a player's purse fails in N coups")
@click.option("--bank", metavar="SUM", help="the chance that a house's capital is ever lost to it")
@click.option("--risk", type=click.FloatRange(0, 1, min_open=True, max_open=True), metavar="CHANCE",
              help="the capital that keeps the house's ruin to this chance")
@click.option("--out", "out", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE",
              help="write the chart, or with --vary the waterfall: .svg .png .csv .json")
@click.option("--chart", "chart", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE",
              help="write the play as a file that `sabot simulate --strategy FILE` plays")
@click.option("--json", "as_json", is_flag=True, help="for programs")
@click.option("--csv", "as_csv", is_flag=True,
              help="the chart of every two cards as CSV, with --vary its tables")
def command(**given: Any) -> None:  # what click has read: the fields of `Asked`
    """Give the exact odds of the bets of GAME. An edge above 0 favours the house.

    GAME is a game of the catalogue, at any lawful table, or a family whose general rules can be
    priced: blackjack. `sabot odds blackjack --set help` lists its rules.

    \b
    As JSON: {"game", "rules", "strategy", "bets": [{"bet", "edge", "edge_float", "p_win",
    "p_push", "p_lose", "variance", "variance_float", "skewness", "net": [[result, chance]],
    "given"}], "left": {rank: cards}, "chart", "two_cards", "exceptions",
    "not_priced": {bet: why}, "plan", "most"}.
    Exact values are fractions; where a value is a float, "bound" is a proven limit of its error.
    With --vary: {"rules", "steps": [{"rule", "alone", "change", "edge"}], "options": [{"rule",
    "name", "value", "edge", "change", "bet"}], "together": [{"for", "options", "edge", "change"}],
    "classes": [{"class", "rule", "edge", "change"}]}.
    With --bets: {"game", "rules", "bets": {spot: cents}, "state", "staked", "edge", "mean",
    "variance", "deviation", "throws", "p_win", "p_push", "p_lose", "low", "high", "net":
    [[cents, chance]], "outcomes": [{"outcome", "chance", "net", "stays", "colour"}], "plan"}.
    With --hand: {"game", "rules", "hand", "up", "combination", "best", "acts": {act: {"exact",
    "value"}}, "cost", "bank_hands", "ends": {end: {"ways", "chance"}}}.
    Where people play one another: "duel": {"tabled", "banco": {"value", "value_float", "sole",
    "ponto", "banker": [{"hand", "total", "third", "draws", "draws_float", "gain", "gain_float",
    "often", "each"}]}, "five", "exploited"}, "sheets", "curves".
    Where the house has no bank: {"game", "rules", "kind", "bets": []} and, of "machines", "sheets":
    those of sabot par; of "people" "cost": {"of", "rate", "cap", "pots": [{"pot", "kept"}]} and
    "five", "deal": {"deals", "combinations": [{"name", "many", "chance"}]}.
    """
    asked = Asked(**given)
    if unbanked.tells(asked.game_id):
        unbanked.show(asked.game_id, asked.path, asked.rules, asked.as_json)
        return
    priced = _priced(asked)
    if asked.chart is not None:
        _chart_file(asked, priced, asked.chart)
    elif asked.against is not None:
        _against_published(asked, asked.against)
    elif asked.hand is not None or asked.up is not None:
        _one_hand(asked, priced)
    elif asked.vary:
        _variants(asked, priced)
    elif asked.laid is not None:
        _bets_together(asked, priced, asked.laid)
    else:
        _every_bet(asked, priced)


def _priced(asked: Asked) -> Priced:
    """The rules that are asked about; ends with status 2 where something contradicts them, or
    something else that was asked."""
    if asked.left is not None and asked.seen is not None:
        stop("--left and --seen both say which cards are left: give one of them")
    gone, strategy, out = asked.gone, asked.strategy, asked.out
    priced = rules_source.priced(asked.game_id, asked.rules, asked.path, gone)
    if gone and (asked.vary or asked.against is not None):
        stop(f"{next(iter(gone))} is for the odds of one coup: leave --vary and --against out")
    if strategy is not None and priced.named not in ("", strategy):
        stop(f"the strategy is given twice: {priced.named} and {strategy}")
    if strategy is not None and strategy not in priced.strategies:
        stop(f"{strategy!r} is no class of strategies for {asked.game_id}; known are "
             f"{', '.join(priced.strategies) or 'none'}")
    if out is not None and out.suffix not in (".svg", ".png", ".csv", ".json"):
        stop(f"{out.name!r} is no kind of file that is written here; known are .svg .png .csv "
             ".json")
    if asked.as_json and asked.as_csv:
        stop("--json and --csv are two answers: ask for one of them")
    for file in (out, asked.chart):
        if file is not None and not file.parent.is_dir():
            stop(f"cannot write {file}: there is no folder {file.parent}")
    return priced


@contextmanager
def _written(file: Path) -> Iterator[None]:
    """Ends with status 2 where a file cannot be written."""
    try:
        yield
    except OSError as error:
        stop(f"cannot write {file}: {error.strerror}")


def _every_bet(asked: Asked, priced: Priced) -> None:
    """All bets in a table, or with the chart of how they are played; --out: as a file."""
    found, game_id = priced.price(*asked.chosen(priced)), asked.game_id
    if asked.cards and isinstance(found, SheetAnswer):
        stop(f"{game_id} has no chart of two cards: --strategy cards decides by them")
    if asked.cards and not isinstance(found, ChartAnswer):
        stop(f"there is nothing to decide in {game_id}: it has no chart")
    for name, why in found.not_priced.items():
        click.echo(f"sabot: not priced: {name}: {why}", err=True)
    main, planned = found.bets[0], asked.planned
    answer = odds_tables.OddsAnswer(
        game_id, priced.rules, found, priced.most() if priced.most else None,
        bankroll.plan(main.net, main.edge_float, priced.table, planned) if planned.wanted else None)
    if asked.out is not None:
        with _written(asked.out):
            odds_tables.write_chart(answer, asked.out)
    if asked.as_csv and isinstance(found, ClothAnswer):
        layout_bets.write_rows(found.bets, csv.writer(sys.stdout))
    elif asked.as_csv and isinstance(found, SheetAnswer):
        sheet_answers.write_csv(game_id, found, csv.writer(sys.stdout))
    elif asked.as_csv:
        odds_tables.write_csv(found, csv.writer(sys.stdout))
    elif asked.as_json:
        put(answer.data)
    else:
        odds_tables.show(answer, asked.cards, asked.hands)


def _chart_file(asked: Asked, priced: Priced, file: Path) -> None:
    """The play as a file that a simulation plays."""
    game_id = asked.game_id
    if priced.chart is None:
        stop(f"no chart of {game_id} can be simulated: " + (
            "there is nothing to decide in this game" if priced.table is not None else
            "that is for a game of the catalogue"))
    with _written(file):
        file.write_text(priced.chart(*asked.chosen(priced)), encoding="utf-8")
    say(f"{file}: the best play of {game_id}, for sabot simulate {game_id} --strategy {file}")


def _bets_together(asked: Asked, priced: Priced, text: str) -> None:
    """Several bets laid together."""
    game_id, planned = asked.game_id, asked.planned
    if priced.together is None or priced.table is None:
        stop(f"the bets of {game_id} do not lie together on a layout; --bets is for games whose "
             "bets lie on a cloth")
    if asked.stake is not None:
        stop("--bets says what is staked: leave --stake out")
    try:
        found = priced.together(text)
    except ValueError as wrong:
        stop(f"--bets: {wrong}")
    money, plan = games.game(game_id).money, None
    if planned.wanted:
        net = tuple((str(Fraction(cents, found.staked)), chance) for cents, chance in found.net)
        plan = bankroll.plan(net, found.edge_float, priced.table, planned._replace(
            stake=f"{found.staked // 100}.{found.staked % 100:02}"))
    answer = {"game": game_id, "rules": priced.rules, **members(found),
              **({"plan": msgspec.to_builtins(plan)} if plan else {})}
    if asked.out is not None:
        with _written(asked.out):
            if asked.out.suffix == ".json":
                write_json(answer, asked.out)
            else:
                layout_bets.write(found, asked.out, games.game(game_id).names["en"], money)
    if asked.as_csv:
        layout_bets.write_outcomes(found, csv.writer(sys.stdout))
    elif asked.as_json:
        put(answer)
    else:
        layout_bets.show_together(found, money)
        bankroll.show(plan, None, True)


def _one_hand(asked: Asked, priced: Priced) -> None:
    """What one hand should do against the bank's open card."""
    if priced.advice is None:
        stop(f"no hand of {asked.game_id} is looked at by itself: leave --hand and --up out")
    if asked.hand is None or asked.up is None:
        stop("--hand and --up go together: the player's cards, and the bank's open one")
    try:
        found = priced.advice(asked.hand, asked.up)
    except ValueError as wrong:
        stop(f"--hand, --up: {wrong}")
    if asked.as_json:
        put({"game": asked.game_id, "rules": priced.rules, **members(found)})
    else:
        sheet_answers.show_hand(asked.game_id, found)


def _variants(asked: Asked, priced: Priced) -> None:
    """What each rule and each lawful option is worth."""
    varied = priced.varied(*asked.chosen(priced))
    if not varied.steps and not varied.options:
        stop("there is nothing to vary in the rules of this game")
    if asked.out is not None:
        with _written(asked.out):
            odds_tables.write_waterfall(varied.steps, asked.out)
    if asked.as_json:
        put(members(varied))
    elif asked.as_csv:
        odds_tables.write_variants(varied, csv.writer(sys.stdout))
    else:
        odds_tables.show_variants(varied)


def _against_published(asked: Asked, what: str) -> None:
    """Published figures beside ours; status 1 where one neither agrees nor is explained."""
    if what != "published":
        stop(f"{what!r} is nothing to hold odds against; known is: published")
    general, game = families.load_general(asked.game_id), games.catalogue().get(asked.game_id)
    made = general.against_published if general else (
        game.pricing.published if game is not None and game.pricing else None)
    if made is None:
        known = [one.id for one in games.catalogue().values()
                 if one.pricing and one.pricing.published]
        stop(f"no published figures are kept for {asked.game_id}; they are for "
             f"{', '.join((*families.general_families(), *known))}")
    rows = made()
    if asked.as_json:
        put(msgspec.to_builtins(rows))
    else:
        odds_tables.show_published(rows)
    if any(not row.agrees and not row.because for row in rows):
        say("A figure neither agrees nor is explained.")
        raise SystemExit(1)
