"""The odds of games without a bank: gaming machines, and games among players."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import click
from click.core import ParameterSource

from sabot.cli.language import language, rendered
from sabot.cli.options import table_for
from sabot.cli.pricing import documents
from sabot.cli.pricing.documents import Cell, Document, DocumentTable, Figure, write_document
from sabot.cli.pricing.render import add_column, console, new_table, percent, write_json
from sabot.cli.terminal import heading, print_json, say, stop
from sabot.games import catalogue
from sabot.probability.par import ParSheet
from sabot.probability.people import Census, Cost, SessionCost
from sabot.procedure.game import Game
from sabot.reports import odds_report
from sabot.words import phrase, to_plain

ALLOWED_OPTIONS = {"game_id": "", "path": "--table", "options": "--set", "packs": "--packs",
                   "out": "--out", "as_json": "--json"}
SUFFIXES = (*documents.SUFFIXES, ".json")
"""The options allowed for these games; all others are about bets."""


def handles(game_id: str) -> bool:
    """Return whether this module handles the game."""
    game = catalogue().get(game_id)
    return game is not None and odds_report.kind(game) in ("machines", "people")


def show(game_id: str, path: Path | None, options: tuple[str, ...], as_json: bool,
         out: Path | None) -> None:
    """Print what each model of a machine returns; or what the house keeps from players who play
    each other, and how many hands each combination has. Writes it to a file where one is given."""
    game = catalogue()[game_id]
    _check_options(game)
    if out is not None and out.suffix not in SUFFIXES:
        stop(phrase("cannot write a file such as {name!r}; allowed: {allowed}", name=out.name,
                    allowed=" ".join(SUFFIXES)))
    table = table_for(game, path, options, sums=True)
    is_chosen = path is not None or bool(options)
    head = {"game": game_id, "kind": odds_report.kind(game),
            "rules": to_plain(table.rules), "bets": []}
    if game.hands is None:
        sheets = odds_report.sheets(game, table if is_chosen else None)
        answer = head | {"sheets": to_plain(sheets)}
        if out is not None:
            _write(answer, _document(game, sheets), out)
        if as_json:
            print_json(answer)
        else:
            _machines(sheets)
        return
    cost = game.hands.cost(table)
    counted = {name: count(table) for name, count in game.hands.hand_counts.items()}
    answer = head | {"cost": to_plain(cost)} | to_plain(counted)
    if out is not None:
        _write(answer, _document_of_people(game, counted), out)
    if as_json:
        print_json(answer)
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
            option = "--" + name.removeprefix("as_").replace("_", "-")
            stop(phrase("{game} has no bets against a bank, so there is no {option}; allowed: "
                        "{allowed}", game=game.id, option=option, allowed=known))


def _machines(sheets: Sequence[ParSheet]) -> None:
    heading("What each model returns at its largest bet")
    table = new_table(None, pad_edge=False)
    for name in ("model", "returns", "keeps", "games that pay", "deviation", "highest prize"):
        add_column(table, name, justify="left" if name == "model" else "right", no_wrap=True)
    for sheet in sheets:
        table.add_row(sheet.model, percent(sheet.returned_float),
                      percent(1 - sheet.returned_float), percent(sheet.hit_float, 3),
                      rendered(phrase("{n} bets", n=f"{sheet.deviation:.3f}")),
                      rendered(phrase("{n} bets", n=f"{_largest(sheet):g}")))
    console().print(table)
    say("The sheet of a model, with every combination: sabot par MODEL.")


def _write(answer: object, document: Document, out: Path) -> None:
    try:
        if out.suffix == ".json":
            write_json(answer, out)
        else:
            write_document(document, out)
    except OSError as error:
        stop(phrase("cannot write {file}: {why}", file=out, why=error.strerror or ""))


def _document(game: Game, sheets: Sequence[ParSheet]) -> Document:
    """What each model of a machine returns, with the exact fractions."""
    rows: list[list[Cell]] = [
        [sheet.model, Figure(sheet.returned_float, sheet.returned, in_percent=True),
         Figure(sheet.hit_float, sheet.hit, in_percent=True), Figure(sheet.deviation),
         Figure(_largest(sheet))] for sheet in sheets]
    heads = ("model", "returns", "games that pay", "deviation in bets", "highest prize in bets")
    return Document(game.names[language()], [], [
        DocumentTable("What each model returns at its largest bet", heads, rows)])


def _document_of_people(game: Game, counts: Mapping[str, Census]) -> Document:
    """How many hands each combination has."""
    words = game.words[language()]
    return Document(game.names[language()], [], [DocumentTable(
        title, ("combination", "hands", "chance", "once in"), [
            [words[f"category.{entry.name}"], entry.many,
             Figure(entry.chance_float, entry.chance, in_percent=True), Figure(entry.once_in)]
            for entry in counts[name].combinations]) for name, title in CENSUSES])


CENSUSES = (("five", "Five cards of the pack"), ("deal", "A deal and its whole board"))
"""The hands that are counted, and their titles."""


def _largest(sheet: ParSheet) -> float:
    """The highest prize in bets."""
    return sheet.top.bets if sheet.top else \
        max(combination.coins for combination in sheet.combinations) / sheet.bet


def _people(game: Game, cost: Cost, counts: Mapping[str, Census]) -> None:
    heading("What the house keeps")
    if isinstance(cost, SessionCost):
        say(phrase("{rate} per cent of {cave} for each session of {minutes} minutes: {sum} of "
                   "each player ({law})",
                   rate=cost.rate, cave=game.money(cost.cave), minutes=cost.seconds // 60,
                   sum=game.money(cost.cents), law=cost.law))
    else:
        cap = phrase(", at most {sum}", sum=game.money(cost.cap)) if cost.cap else ""
        say(phrase("{rate} per cent of the payments of each hand{cap} ({law})",
                   rate=cost.rate, cap=cap, law=cost.law))
        say("; ".join(rendered(phrase("of a pot of {pot} {kept}", pot=game.money(entry.pot),
                                      kept=game.money(entry.kept))) for entry in cost.pots), 2)
    words = game.words[language()]
    for name, title in CENSUSES:
        census = counts[name]
        heading(phrase("{title}: {n} hands", title=title,
                       n=f"{census.deals:,}".replace(",", " ")))
        table = new_table(None, pad_edge=False)
        for head in ("combination", "hands", "chance", "once in"):
            add_column(table, head, justify="left" if head == "combination" else "right",
                       no_wrap=True)
        for entry in census.combinations:
            table.add_row(words[f"category.{entry.name}"],
                          f"{entry.many:,}".replace(",", " "), percent(entry.chance_float, 5),
                          f"{entry.once_in:,.2f}".replace(",", " "))
        console().print(table)
    say("What hands win against one another: sabot equity.")
