"""The odds of games that have no bets against a bank: machines, and people who play one another."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import click
import msgspec
from click.core import ParameterSource

from sabot.cli.options import table_for
from sabot.cli.pricing.render import console, percent, table_
from sabot.cli.terminal import heading, put, say, stop
from sabot.games import catalogue
from sabot.odds.par import ParSheet
from sabot.odds.people import Census, Cost, SessionCost
from sabot.procedure.game import Game
from sabot.reports import odds_report

ASKED = {"game_id": "", "path": "--table", "options": "--set", "packs": "--packs",
         "as_json": "--json"}
"""What may be asked of them; everything else is about bets."""


def tells(game_id: str) -> bool:
    """Whether the odds of a game are told here."""
    game = catalogue().get(game_id)
    return game is not None and odds_report.kind(game) in ("machines", "people")


def show(game_id: str, path: Path | None, options: tuple[str, ...], as_json: bool) -> None:
    """What each model of a machine returns; or what the house keeps of people who play one another,
    and how many hands there are of each combination."""
    game = catalogue()[game_id]
    _only_asked(game)
    table = table_for(game, path, options, sums=True)
    own = path is not None or bool(options)
    head = {"game": game_id, "kind": odds_report.kind(game),
            "rules": msgspec.to_builtins(table.rules), "bets": []}
    if game.hands is None:
        sheets = odds_report.sheets(game, table if own else None)
        if as_json:
            put(head | {"sheets": msgspec.to_builtins(sheets)})
        else:
            _machines(sheets)
        return
    cost = game.hands.cost(table)
    counted = {name: count() for name, count in game.hands.counts.items()}
    if as_json:
        put(head | {"cost": msgspec.to_builtins(cost)} | msgspec.to_builtins(counted))
    else:
        _people(game, cost, counted)


def _only_asked(game: Game) -> None:
    context = click.get_current_context()
    for name in context.params:
        if name not in ASKED and context.get_parameter_source(name) == ParameterSource.COMMANDLINE:
            known = ", ".join(filter(None, ASKED.values()))
            stop(f"there are no bets against a bank in {game.id}: "
                 f"--{name.removeprefix('as_').replace('_', '-')} asks about bets; here are "
                 f"{known}")


def _machines(sheets: Sequence[ParSheet]) -> None:
    heading("What each model returns at its largest bet")
    table = table_(None, pad_edge=False)
    for name in ("model", "returns", "keeps", "games that pay", "deviation", "highest prize"):
        table.add_column(name, justify="left" if name == "model" else "right", no_wrap=True)
    for sheet in sheets:
        table.add_row(sheet.model, percent(sheet.returned_float),
                      percent(1 - sheet.returned_float), percent(sheet.hit_float, 3),
                      f"{sheet.deviation:.3f} bets",
                      f"{sheet.top.bets:g} bets" if sheet.top else _largest(sheet))
    console().print(table)
    say("The sheet of a model, with every combination: sabot par MODEL.")


def _largest(sheet: ParSheet) -> str:
    return f"{max(one.coins for one in sheet.combinations) / sheet.bet:g} bets"


def _people(game: Game, cost: Cost, counted: Mapping[str, Census]) -> None:
    heading("What the house keeps")
    if isinstance(cost, SessionCost):
        say(f"{cost.rate} per cent of {game.money(cost.cave)} for each session of "
            f"{cost.seconds // 60} minutes: {game.money(cost.cents)} of each player "
            f"({cost.law})")
    else:
        most = f", at most {game.money(cost.cap)}" if cost.cap else ""
        say(f"{cost.rate} per cent of the payments of each hand{most} ({cost.law})")
        say("; ".join(f"of a pot of {game.money(one.pot)} {game.money(one.kept)}"
                      for one in cost.pots), 2)
    words = game.words["en"]
    for name, title in (("five", "Five cards of the pack"), ("deal", "A deal and its whole board")):
        found = counted[name]
        heading(f"{title}: {found.deals:,} hands".replace(",", " "))
        table = table_(None, pad_edge=False)
        for head in ("combination", "hands", "chance", "once in"):
            table.add_column(head, justify="left" if head == "combination" else "right",
                             no_wrap=True)
        for one in found.combinations:
            table.add_row(words[f"category.{one.name}"],
                          f"{one.many:,}".replace(",", " "), percent(one.chance_float, 5),
                          f"{one.once_in:,.2f}".replace(",", " "))
        console().print(table)
    say("What hands win against one another: sabot equity.")
