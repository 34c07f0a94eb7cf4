"""``sabot odds``: the exact odds of the bets of a game, and how it is best played."""

from __future__ import annotations

import csv
import sys
from pathlib import Path
from typing import Any

import click
import msgspec

from sabot import families
from sabot.cli import oddsplan, oddsview
from sabot.cli.options import find_game, set_option, table_for, table_option
from sabot.cli.terminal import put, say, stop, whole
from sabot.procedure.game import Game
from sabot.procedure.table import Table


@click.command(short_help="the exact odds of a game")
@click.argument("game_id", metavar="GAME")
@click.option("--packs", type=int, help="the same as --set packs=N")
@table_option
@set_option
@click.option("--strategy", metavar="CLASS", help="how the player plays: a class of strategies")
@click.option("--cards", is_flag=True, help="the chart of every two cards, with what others cost")
@click.option("--vary", is_flag=True, help="what each rule and each lawful option is worth")
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
@click.option("--csv", "as_csv", is_flag=True, help="the chart of every two cards as CSV")
def command(game_id: str, packs: int | None, path: Path | None, options: tuple[str, ...],
            strategy: str | None, cards: bool, vary: bool, against: str | None, hands: int,
            coups: int | None, stake: str | None, purse: str | None, bank: str | None,
            risk: float | None, out: Path | None, chart: Path | None, as_json: bool,
            as_csv: bool) -> None:
    """Give the exact odds of the bets of GAME. An edge above 0 favours the house.

    GAME is a game of the catalogue, at any lawful table, or a family whose general rules can be
    priced: blackjack. `sabot odds blackjack --set help` lists its rules.

    \b
    As JSON: {"game", "rules", "strategy", "bets": [{"bet", "edge", "edge_float", "p_win",
    "p_push", "p_lose", "variance", "variance_float", "net": [[result, chance]], "given"}],
    "chart", "two_cards", "exceptions", "not_priced": {bet: why}, "plan", "most"}.
    Exact values are fractions; where a value is a float, "bound" is a proven limit of its error.
    """
    if packs is not None:
        options = (*options, f"packs={packs}")
    priced = _family(game_id, options, path) or _table(game_id, options, path)
    strategies = priced.strategies
    if strategy is not None and strategy not in strategies:
        stop(f"{strategy!r} is no class of strategies for {game_id}; known are "
             f"{', '.join(strategies) or 'none'}")
    chosen = (strategy or strategies[0],) if strategies else ()
    if out is not None and out.suffix not in (".svg", ".png", ".csv", ".json"):
        stop(f"{out.name!r} is no kind of file that is written here; known are .svg .png .csv "
             ".json")
    if chart is not None:
        if priced.chart is None:
            stop(f"no chart of {game_id} can be simulated: that is for a game of the catalogue")
        chart.write_text(priced.chart(*chosen), encoding="utf-8")
        say(f"{chart}: the best play of {game_id}, for sabot simulate {game_id} --strategy {chart}")
        return
    if against is not None:
        _against(game_id, against, as_json)
        return
    if vary:
        _vary(priced, chosen, out, as_json)
        return
    found = priced.price(*chosen)
    for name, why in found.get("not_priced", {}).items():
        click.echo(f"sabot: not priced: {name}: {why}", err=True)
    answer = {"game": game_id, "rules": priced.rules, **found}
    if priced.table is not None and priced.most is not None:
        answer["most"] = priced.most()
    if any(asked is not None for asked in (coups, stake, purse, bank, risk)):
        answer["plan"] = oddsplan.plan(found["bets"][0], priced.table, coups=coups, stake=stake,
                                       purse=purse, bank=bank, risk=risk, hands=hands)
    if out is not None:
        oddsview.write_chart(answer, out)
    if as_csv:
        oddsview.write_csv(found.get("two_cards", []), csv.writer(sys.stdout))
    elif as_json:
        put(answer)
    else:
        oddsview.show(answer, cards, hands)


class Priced(msgspec.Struct, frozen=True):
    """What can be asked of one set of rules."""

    rules: Any
    strategies: tuple[str, ...]
    price: Any
    waterfall: Any = None
    options: Any = None
    simpler: Any = None
    table: Table | None = None
    most: Any = None
    chart: Any = None


def _family(name: str, options: tuple[str, ...], path: Path | None) -> Priced | None:
    general = families.general(name)
    if general is None:
        return None
    if path is not None:
        stop(f"{name} is a family of rules; a table file belongs to a game of the catalogue")
    if "help" in options:
        for rule, of in general.RULES.items():
            click.echo(f"  {rule:<20} {of.allowed}")
        raise SystemExit(0)
    given = {}
    for option in options:
        rule, equals, value = (part.strip() for part in option.partition("="))
        if not equals:
            stop(f"{option!r} is not OPTION=VALUE, for example packs=8")
        given[rule] = value
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
                  simpler=lambda: general.simpler(terms))


def _table(game_id: str, options: tuple[str, ...], path: Path | None) -> Priced:
    game = find_game(game_id)
    table = table_for(game, path, options, sums=True)
    if "odds" not in game.parts:
        stop(f"no odds of {game.id} are computed yet")
    waterfall, chart = game.parts.get("waterfall"), game.parts.get("write_chart")
    return Priced(
        msgspec.to_builtins(table.rules), tuple(game.parts.get("classes", ())),
        lambda *chosen: game.parts["odds"](table, *chosen),
        (lambda *chosen: waterfall(table, *chosen)) if waterfall else None,
        lambda *chosen: _options(game, table, *chosen),
        (lambda: game.parts["simpler"](table)) if "simpler" in game.parts else None,
        table, (lambda: game.parts["most"](table)) if "most" in game.parts else None,
        (lambda *chosen: chart(table, game.id, *chosen)) if chart else None)


def _options(game: Game, table: Table, *chosen: str) -> list[dict[str, Any]]:
    """Every other lawful value of each rule, alone: the edge of the main bet, and the change."""
    edge = game.parts.get("edge")
    if edge is None:
        return []
    start = edge(table, *chosen)
    rows = []
    for name, value in _variants(game, table):
        other = msgspec.structs.replace(
            table, rules=msgspec.structs.replace(table.rules, **{name: value}))
        if any(wrong.what.startswith("rules.") for wrong in game.violations(other)):
            continue
        found = edge(other, *chosen)
        if found != start:
            rows.append({"rule": f"{name} = {msgspec.json.encode(value).decode()}",
                         "edge": found, "change": found - start})
    return rows


def _variants(game: Game, table: Table) -> list[tuple[str, Any]]:
    """Other values that a rule might have: some of them may not be lawful."""
    choices = game.parts.get("choices", {})
    found: list[tuple[str, Any]] = []
    for field in msgspec.structs.fields(game.rules):
        now = getattr(table.rules, field.name)
        if field.name in choices:
            values: tuple[Any, ...] = tuple(choices[field.name])
        elif field.type is bool:
            values = (not now,)
        elif field.type is int:
            values = tuple(range(0, 9))
        else:
            values = ()
        found += [(field.name, value) for value in values if value != now]
    return found


def _vary(priced: Priced, chosen: tuple[str, ...], out: Path | None, as_json: bool) -> None:
    steps = priced.waterfall(*chosen) if priced.waterfall else []
    options = priced.options(*chosen) if priced.options else []
    simpler = priced.simpler() if priced.simpler else []
    if not steps and not options:
        stop("there is nothing to vary in the rules of this game")
    if out is not None:
        oddsview.write_waterfall(steps, out)
    if as_json:
        put({"rules": priced.rules, "steps": steps, "options": options, "classes": simpler})
        return
    oddsview.show_variants(steps, options, simpler)


def _against(game_id: str, what: str, as_json: bool) -> None:
    if what != "published":
        stop(f"{what!r} is nothing to hold odds against; known is: published")
    general = families.general(game_id)
    if general is None or not hasattr(general, "against_published"):
        stop(f"no published figures are kept for {game_id}; they are for "
             f"{', '.join(families.generals())}")
    rows = general.against_published()
    if as_json:
        put(rows)
    else:
        oddsview.show_published(rows)
    if any(not row["agrees"] and not row["because"] for row in rows):
        say("A figure neither agrees nor is explained.")
        raise SystemExit(1)
