"""What a draft amendment touches: rows, code, tests, golden rounds, options, tables and odds."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

import msgspec

from sabot import games
from sabot import regulations as law
from sabot.certify.coverage import Coverage
from sabot.procedure.game import Game
from sabot.procedure.table import Table
from sabot.regulations import dated, evidence
from sabot.regulations.dated import AmendingAct, Change
from sabot.reports import regulation_report
from sabot.reports.outside_rows import outside
from sabot.reports.readings_followed import followed

ODDS = (".pricing.", ".chances.", ".kernel.", ".odds.")
"""Parts of the names of modules that compute odds or play compiled rounds."""
PRICED_KINDS = {"bet", "payout", "decision", "object", "jackpot"}
"""The kinds of rows whose figures, in the rules of a game or on its layout, the odds read."""


class Place(msgspec.Struct, frozen=True, kw_only=True):
    """A place in the code: module, line, and the name of the function, class or value."""

    module: str
    line: int
    name: str


class TouchedRow(msgspec.Struct, frozen=True, kw_only=True):
    """A row that the draft changes, and all that depends on it.

    ``before`` and ``after`` are its words, "" where there is none. ``code`` cites it; ``odds`` are
    those places that compute odds, or values that the odds read. ``tests`` and ``rounds`` name it;
    ``compared`` is how often an oracle compared it in the last run of the tests, null without one.
    ``interpretations`` read it and ``options`` choose between their readings. ``outside``: the
    program does not perform it.
    """

    id: str
    does: dated.Does
    before: str
    after: str
    code: tuple[Place, ...]
    odds: tuple[Place, ...]
    tests: tuple[str, ...]
    rounds: tuple[str, ...]
    compared: int | None
    interpretations: tuple[str, ...]
    options: tuple[str, ...]
    outside: str


class TouchedTable(msgspec.Struct, frozen=True, kw_only=True):
    """A table of a game whose law the draft changes: options of it that choose a reading of a
    changed row, as ``rules.NAME = value``."""

    file: str
    name: str
    game: str
    options: tuple[str, ...]


class Impact(msgspec.Struct, frozen=True, kw_only=True):
    """What a draft touches. ``games`` are those of the sections that it changes; ``odds`` those of
    them whose odds read a changed row."""

    document: str
    title: str
    since: str
    rows: tuple[TouchedRow, ...]
    games: tuple[str, ...]
    odds: tuple[str, ...]
    tables: tuple[TouchedTable, ...]


class OpenTable(NamedTuple):
    """A table with the name of its file."""

    file: str
    table: Table


def impact(act: AmendingAct, tables: Iterable[OpenTable] = (), coverage: Coverage | None = None,
           lang: str = "en") -> Impact:
    """What an act would touch, with these tables of a house."""
    touched = tuple(_row(act, change, coverage, lang) for change in act.change)
    sections = {act.id_of(change.row).rpartition("/")[0] for change in act.change}
    concerned = [game for game in games.catalogue().values() if game.section in sections]
    return Impact(
        document=act.document, title=act.title, since=act.since, rows=touched,
        games=tuple(game.id for game in concerned),
        odds=tuple(game.id for game in concerned if _prices(game, touched)),
        tables=tuple(_tables(act, concerned, tables)))


def _row(act: AmendingAct, change: Change, coverage: Coverage | None, lang: str) -> TouchedRow:
    row_id = act.id_of(change.row)
    # A row that is added has no code yet: what cites its neighbour is where it belongs.
    cited = act.id_of(change.after) if change.does == "add" else row_id
    known = law.rows().get(row_id)
    places = tuple(_places(cited))
    beyond = outside().get(row_id)
    kind = change.kind or (known.kind if known else "")
    readings = [entry.id for entry in law.interpretations().values() if cited in entry.clauses]
    return TouchedRow(
        id=row_id, does=change.does,
        before=known.wording(lang).text if known else "",
        after=change.text.get(lang) or change.text.get("en", ""),
        code=places, odds=tuple(place for place in places if _in_odds(place, kind)),
        tests=tuple(evidence.tests(cited)),
        rounds=tuple(round_.name for round_ in evidence.rounds(cited)),
        compared=None if coverage is None else coverage.compared.get(row_id, 0),
        interpretations=tuple(readings),
        options=tuple(f"{game}: rules.{option}"
                      for game, option in regulation_report.options(cited)),
        outside=beyond.reason if beyond is not None else "")


def _places(clause: str) -> Iterator[Place]:
    """Where the code cites a clause, and where a family reads a field that cites it."""
    if clause not in law.rows():
        return
    for citation in law.citations(clause):
        yield Place(module=citation.module, line=citation.line, name=citation.name)
        for module, line in law.readers(citation.module, citation.name):
            yield Place(module=module, line=line, name=citation.name)


def _in_odds(place: Place, kind: str) -> bool:
    """Whether odds depend on a place that cites a row of a kind: a module that computes them, or a
    figure of the rules or of the layout, which they read."""
    return any(part in f"{place.module}." for part in ODDS) or (
        kind in PRICED_KINDS and place.module.endswith((".rules", ".spots"))
        and place.name.partition(".")[0].isupper())


def _prices(game: Game, touched: Iterable[TouchedRow]) -> bool:
    """Whether odds of a game are computed and read a changed row of its section."""
    return (game.pricing is not None or game.cabinet is not None) and any(
        row.odds and row.id.startswith(f"{game.section}/") for row in touched)


def _tables(act: AmendingAct, concerned: Iterable[Game], tables: Iterable[OpenTable]
            ) -> Iterator[TouchedTable]:
    ids = {game.id for game in concerned}
    changed = {act.id_of(change.row) for change in act.change}
    for file, table in tables:
        if table.game in ids:
            options = [f"rules.{reading.option} = {msgspec.json.encode(reading.value).decode()}"
                       for reading in followed(table) if reading.option
                       and changed & set(law.interpretation(reading.id).clauses)]
            yield TouchedTable(file=file, name=table.name, game=table.game,
                               options=tuple(options))
