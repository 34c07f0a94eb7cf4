"""``sabot odds``: the exact odds of the bets of a game, and how it is best played."""

from __future__ import annotations

import csv
import difflib
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Any

import click
import msgspec

from sabot import families, games
from sabot.cli.options import rules_of, set_option, table_for, table_option
from sabot.cli.pricing import oddselse, oddslaid, oddsplan, oddssheets, oddsview
from sabot.cli.terminal import put, say, stop, whole
from sabot.odds import forecast
from sabot.procedure.game import Game
from sabot.procedure.table import Table
from sabot.study import priced as study
from sabot.study import variants


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
def command(game_id: str, packs: int | None, path: Path | None, options: tuple[str, ...],
            strategy: str | None, cards: bool, vary: bool, laid: str | None, left: str | None,
            seen: str | None, hand: str | None, up: str | None, against: str | None, hands: int,
            coups: int | None, stake: str | None, purse: str | None, bank: str | None,
            risk: float | None, out: Path | None, chart: Path | None, as_json: bool, as_csv: bool
            ) -> None:
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
    if packs is not None:
        options = (*options, f"packs={packs}")
    if oddselse.tells(game_id):
        oddselse.show(game_id, path, options, as_json)
        return
    if left is not None and seen is not None:
        stop("--left and --seen both say which cards are left: give one of them")
    gone = {"--left": left} if left is not None else {"--seen": seen} if seen is not None else {}
    priced = _family(game_id, options, path, gone) or _table(game_id, options, path, gone)
    if gone and (vary or against is not None):
        stop(f"{next(iter(gone))} is for the odds of one coup: leave --vary and --against out")
    strategies = priced.strategies
    if strategy is not None and priced.said not in ("", strategy):
        stop(f"the strategy is given twice: {priced.said} and {strategy}")
    if strategy is not None and strategy not in strategies:
        stop(f"{strategy!r} is no class of strategies for {game_id}; known are "
             f"{', '.join(strategies) or 'none'}")
    chosen = (strategy or strategies[0],) if strategies else ()
    if out is not None and out.suffix not in (".svg", ".png", ".csv", ".json"):
        stop(f"{out.name!r} is no kind of file that is written here; known are .svg .png .csv "
             ".json")
    if as_json and as_csv:
        stop("--json and --csv are two answers: ask for one of them")
    for file in (out, chart):
        if file is not None and not file.parent.is_dir():
            stop(f"cannot write {file}: there is no folder {file.parent}")
    if chart is not None:
        if priced.chart is None:
            stop(f"no chart of {game_id} can be simulated: " + (
                "there is nothing to decide in this game" if priced.table is not None else
                "that is for a game of the catalogue"))
        with _written(chart):
            chart.write_text(priced.chart(*chosen), encoding="utf-8")
        say(f"{chart}: the best play of {game_id}, for sabot simulate {game_id} --strategy {chart}")
        return
    if against is not None:
        _against(game_id, against, as_json)
        return
    if hand is not None or up is not None:
        _hand(game_id, priced, hand, up, as_json)
        return
    if vary:
        _vary(priced, chosen, out, as_json, as_csv)
        return
    if laid is not None:
        _price_bets_together(game_id, priced, laid, out=out, as_json=as_json, as_csv=as_csv,
                             coups=coups, stake=stake, purse=purse, bank=bank, risk=risk,
                             hands=hands)
        return
    found = priced.price(*chosen)
    if cards and oddssheets.has(found):
        stop(f"{game_id} has no chart of two cards: --strategy cards decides by them")
    if cards and not found.get("two_cards"):
        stop(f"there is nothing to decide in {game_id}: it has no chart")
    for name, why in found.get("not_priced", {}).items():
        click.echo(f"sabot: not priced: {name}: {why}", err=True)
    bets = [{**bet, "skewness": forecast.skewness(bet["net"])} for bet in found["bets"]]
    answer = {"game": game_id, "rules": priced.rules, **found, "bets": bets}
    if priced.table is not None and priced.most is not None:
        answer["most"] = priced.most()
    if any(asked is not None for asked in (coups, stake, purse, bank, risk)):
        answer["plan"] = oddsplan.plan(found["bets"][0], priced.table, coups=coups, stake=stake,
                                       purse=purse, bank=bank, risk=risk, hands=hands)
    if out is not None:
        with _written(out):
            oddsview.write_chart(answer, out)
    if as_csv and oddslaid.is_layout(answer):
        oddslaid.write_rows(found["bets"], csv.writer(sys.stdout))
    elif as_csv and oddssheets.has(answer):
        oddssheets.write_csv(answer, csv.writer(sys.stdout))
    elif as_csv:
        oddsview.write_csv(found.get("two_cards", []), csv.writer(sys.stdout))
    elif as_json:
        put(answer)
    else:
        oddsview.show(answer, cards, hands)


@contextmanager
def _written(file: Path) -> Iterator[None]:
    """Ends with status 2 where a file cannot be written."""
    try:
        yield
    except OSError as error:
        stop(f"cannot write {file}: {error.strerror}")


def _price_bets_together(game_id: str, priced: Priced, text: str, *, out: Path | None,
                         as_json: bool, as_csv: bool, stake: str | None, hands: int,
                         **asked: Any) -> None:
    """Several bets laid together."""
    if priced.together is None or priced.table is None:
        stop(f"the bets of {game_id} do not lie together on a layout; --bets is for games whose "
             "bets lie on a cloth")
    if stake is not None:
        stop("--bets says what is staked: leave --stake out")
    try:
        found = priced.together(text)
    except ValueError as wrong:
        stop(f"--bets: {wrong}")
    answer = {"game": game_id, "rules": priced.rules, **found}
    money = games.game(game_id).money
    if any(one is not None for one in asked.values()):
        net = [[str(Fraction(cents, found["staked"])), chance] for cents, chance in found["net"]]
        answer["plan"] = oddsplan.plan(
            {"net": net, "edge_float": found["edge_float"]}, priced.table, hands=hands,
            stake=f"{found['staked'] // 100}.{found['staked'] % 100:02}", **asked)
    if out is not None:
        with _written(out):
            oddslaid.write(answer, out, games.game(game_id).names["en"], money)
    if as_csv:
        oddslaid.write_outcomes(answer, csv.writer(sys.stdout))
    elif as_json:
        put(answer)
    else:
        oddslaid.show_together(answer, money)
        oddsplan.show(answer)


def _hand(game_id: str, priced: Priced, hand: str | None, up: str | None, as_json: bool) -> None:
    """What one hand should do against the bank's open card."""
    if priced.advice is None:
        stop(f"no hand of {game_id} is looked at by itself: leave --hand and --up out")
    if hand is None or up is None:
        stop("--hand and --up go together: the player's cards, and the bank's open one")
    try:
        found = priced.advice(hand, up)
    except ValueError as wrong:
        stop(f"--hand, --up: {wrong}")
    answer = {"game": game_id, "rules": priced.rules, **found}
    if as_json:
        put(answer)
    else:
        oddssheets.show_hand(answer)


class Priced(msgspec.Struct, frozen=True):
    """What can be asked of one set of rules."""

    rules: Any
    strategies: tuple[str, ...]
    price: Any
    waterfall: Any = None
    options: Any = None
    jointly: Any = None
    simpler: Any = None
    table: Table | None = None
    most: Any = None
    chart: Any = None
    together: Any = None
    said: str = ""
    advice: Any = None


def _family(name: str, options: tuple[str, ...], path: Path | None, gone: dict[str, str]
            ) -> Priced | None:
    general = families.general(name)
    if general is None:
        return None
    if gone:
        stop(f"{next(iter(gone))} is for a game of the catalogue that cards alone decide")
    if path is not None:
        stop(f"{name} is a family of rules; a table file belongs to a game of the catalogue")
    given = rules_of(general, options, strategy=" | ".join(general.STRATEGIES))
    chosen = given.pop("strategy", "")
    if chosen and chosen not in general.STRATEGIES:
        stop(f"{chosen!r} is no value for strategy: it may be one of "
             f"{', '.join(general.STRATEGIES)}")
    try:
        terms = general.terms_with(given)
    except ValueError as error:
        stop(str(error))
    classes = tuple(general.STRATEGIES)
    if chosen:
        classes = (chosen, *(name for name in classes if name != chosen))
    return Priced(general.told(terms), classes,
                  lambda *of: general.price(terms, *of),
                  lambda *of: general.waterfall(terms, *of),
                  simpler=lambda: general.simpler(terms), said=chosen)


def _left(game: Game, table: Table, gone: dict[str, str]) -> Any:
    """The cards that are left, as the game's odds take them; None for a full shoe."""
    for option, text in gone.items():
        left = game.priced.cards_left
        if left is None:
            stop(f"the odds of {game.id} are not computed from the cards that are left: "
                 f"leave {option} out")
        try:
            return left.read(table, text, option == "--seen")
        except ValueError as wrong:
            stop(f"{option}: {wrong}")
    return None


def _table(game_id: str, options: tuple[str, ...], path: Path | None, gone: dict[str, str]
           ) -> Priced:
    try:
        game = games.game(game_id)
    except games.UnknownGame as unknown:
        near = difflib.get_close_matches(game_id, families.generals(), n=1, cutoff=0.8)
        stop(f"there is no game {game_id!r}; perhaps {near[0]}, the general rules" if near
             else str(unknown.args[0]))
    table = table_for(game, path, options, sums=True)
    pricing, chart = game.pricing, game.simulation.write_chart if game.simulation else None
    if pricing is None:
        stop(f"no odds of {game.id} are computed yet")
    left, of_left = _left(game, table, gone), pricing.cards_left
    odds: Any = partial(study.odds, game, table)
    together: Any = pricing.together and partial(pricing.together, table)
    if of_left is not None and left is not None:
        odds = partial(of_left.odds, table, left)
        together = of_left.together and partial(of_left.together, table, left)
    return Priced(
        msgspec.to_builtins(table.rules), pricing.classes, odds,
        pricing.waterfall and partial(study.waterfall, game, table),
        partial(variants.options, game, table),
        lambda rows, *chosen: _jointly(game, table, rows, *chosen),
        pricing.simpler and partial(pricing.simpler, table),
        table, pricing.most and partial(pricing.most, table),
        chart and partial(chart, table, game.id), together,
        advice=pricing.advice and partial(pricing.advice, table))


def _jointly(game: Game, table: Table, rows: list[dict[str, Any]], *chosen: str
             ) -> list[dict[str, Any]]:
    """The options that gain the house, and those that gain the player, laid together: the one that
    is worth most first, and each of the others that is lawful beside those before it and still
    gains the same side."""
    found = []
    for side, sign in (("player", -1), ("house", 1)):
        kept: dict[str, Any] = {}
        said: list[str] = []
        start = edge = study.edge(game, table, *chosen)
        for row in sorted(rows, key=lambda row: -sign * row["change"]):
            if "bet" in row:
                continue
            if sign * row["change"] <= 0 or row["name"] in kept:
                continue
            other = variants.lawful(game, table, kept | {row["name"]: row["value"]})
            if other is None:
                continue
            now = study.edge(game, other, *chosen)
            if sign * (now - edge) > 0:
                kept[row["name"]], edge = row["value"], now
                said.append(row["rule"])
        if len(kept) > 1:
            found.append({"for": side, "options": said, "edge": edge, "change": edge - start})
    return found


def _vary(priced: Priced, chosen: tuple[str, ...], out: Path | None, as_json: bool,
          as_csv: bool) -> None:
    steps = priced.waterfall(*chosen) if priced.waterfall else []
    options = priced.options(*chosen) if priced.options else []
    together = priced.jointly(options, *chosen) if options and priced.jointly else []
    simpler = priced.simpler() if priced.simpler else []
    if not steps and not options:
        stop("there is nothing to vary in the rules of this game")
    if out is not None:
        with _written(out):
            oddsview.write_waterfall(steps, out)
    if as_json:
        put({"rules": priced.rules, "steps": steps, "options": options,
             "together": together, "classes": simpler})
        return
    if as_csv:
        oddsview.write_variants(steps, options, together, simpler, csv.writer(sys.stdout))
        return
    oddsview.show_variants(steps, options, together, simpler)


def _against(game_id: str, what: str, as_json: bool) -> None:
    if what != "published":
        stop(f"{what!r} is nothing to hold odds against; known is: published")
    general, game = families.general(game_id), games.catalogue().get(game_id)
    made = getattr(general, "against_published", None) or (
        game.pricing.published if game is not None and game.pricing else None)
    if made is None:
        known = [one.id for one in games.catalogue().values()
                 if one.pricing and one.pricing.published]
        stop(f"no published figures are kept for {game_id}; they are for "
             f"{', '.join((*families.generals(), *known))}")
    rows = made()
    if as_json:
        put(rows)
    else:
        oddsview.show_published(rows)
    if any(not row["agrees"] and not row["because"] for row in rows):
        say("A figure neither agrees nor is explained.")
        raise SystemExit(1)
