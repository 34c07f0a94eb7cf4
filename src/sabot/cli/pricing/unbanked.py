"""The odds of games without a bank: gaming machines, and games among players."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import click
import msgspec
from click.core import ParameterSource

from sabot.cli.options import table_for
from sabot.cli.pricing.render import console, new_table, percent
from sabot.cli.terminal import heading, print_json, say, stop
from sabot.games import catalogue
from sabot.odds.par import ParSheet
from sabot.odds.people import Census, Cost, SessionCost
from sabot.procedure.game import Game
from sabot.reports import odds_report

ALLOWED_OPTIONS = {"game_id": "", "path": "--table", "options": "--set", "packs": "--packs",
                   "as_json": "--json"}
"""The options allowed for these games; all others are about bets."""


def handles(game_id: str) -> bool:
    """Return whether this module handles the game."""
    game = catalogue().get(game_id)
    return game is not None and odds_report.kind(game) in ("machines", "people")


def show(game_id: str, path: Path | None, options: tuple[str, ...], as_json: bool) -> None:
    """Print what each model of a machine returns; or what the house keeps from players who play
    each other, and how many hands each combination has."""
    game = catalogue()[game_id]
    _check_options(game)
    table = table_for(game, path, options, sums=True)
    is_chosen = path is not None or bool(options)
    head = {"game": game_id, "kind": odds_report.kind(game),
            "rules": msgspec.to_builtins(table.rules), "bets": []}
    if game.hands is None:
        sheets = odds_report.sheets(game, table if is_chosen else None)
        if as_json:
            print_json(head | {"sheets": msgspec.to_builtins(sheets)})
        else:
            _machines(sheets)
        return
    cost = game.hands.cost(table)
    counted = {name: count() for name, count in game.hands.hand_counts.items()}
    if as_json:
        print_json(head | {"cost": msgspec.to_builtins(cost)} | msgspec.to_builtins(counted))
    else:
        _people(game, cost, counted)


def _check_options(game: Game) -> None:
    context = click.get_current_context()
    for name in context.params:
        if (
            name not in ALLOWED_OPTIONS
            and context.get_parameter_source(name) == ParameterSource.COMMANDLINE
        ):
            known = ", ".join(filter(None, ALLOWED_OPTIONS.values()))
            stop(f"{game.id} has no bets against a bank, so there is no "
                 f"--{name.removeprefix('as_').replace('_', '-')}; allowed: {known}")


def _machines(sheets: Sequence[ParSheet]) -> None:
    heading("What each model returns at its largest bet")
    table = new_table(None, pad_edge=False)
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
    return f"{max(combination.coins for combination in sheet.combinations) / sheet.bet:g} bets"


def _people(game: Game, cost: Cost, counts: Mapping[str, Census]) -> None:
    heading("What the house keeps")
    if isinstance(cost, SessionCost):
        say(f"{cost.rate} per cent of {game.money(cost.cave)} for each session of "
            f"{cost.seconds // 60} minutes: {game.money(cost.cents)} of each player "
            f"({cost.law})")
    else:
        cap_text = f", at most {game.money(cost.cap)}" if cost.cap else ""
        say(f"{cost.rate} per cent of the payments of each hand{cap_text} ({cost.law})")
        say("; ".join(f"of a pot of {game.money(entry.pot)} {game.money(entry.kept)}"
                      for entry in cost.pots), 2)
    words = game.words["en"]
    for name, title in (("five", "Five cards of the pack"), ("deal", "A deal and its whole board")):
        census = counts[name]
        heading(f"{title}: {census.deals:,} hands".replace(",", " "))
        table = new_table(None, pad_edge=False)
        for head in ("combination", "hands", "chance", "once in"):
            table.add_column(head, justify="left" if head == "combination" else "right",
                             no_wrap=True)
        for entry in census.combinations:
            table.add_row(words[f"category.{entry.name}"],
                          f"{entry.many:,}".replace(",", " "), percent(entry.chance_float, 5),
                          f"{entry.once_in:,.2f}".replace(",", " "))
        console().print(table)
    say("What hands win against one another: sabot equity.")
