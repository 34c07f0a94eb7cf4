"""``sabot check``: check whether a table file is lawful."""

from __future__ import annotations

import json
from datetime import datetime
from pathlib import Path

import click
import msgspec

from sabot import games, law
from sabot.cli.games import in_words
from sabot.cli.language_option import lang_option
from sabot.cli.options import (
    apply_options,
    find_game,
    read,
    set_option,
    show_violations,
    table_option,
)
from sabot.cli.terminal import NO, heading, print_json, say, stop
from sabot.procedure.capabilities import Note
from sabot.procedure.game import Game
from sabot.procedure.table import Table, Violation
from sabot.reports.readings_followed import Followed, followed


def not_yet_effective(table: Table, day: str) -> list[Violation]:
    """Violations for the authorisations of a table that are not effective on an ISO day."""
    leave = games.game(table.game).conduct.leave
    return [
        Violation(
            leave(authorisation.option), f"authorisations[{n}].effective", authorisation.effective,
            f"{day} or a day before")
        for n, authorisation in enumerate(table.authorisations, start=1)
        if authorisation.effective > day
    ]


def notes_of(table: Table | list[Violation]) -> list[Note]:
    """Notes on lawful settings that the operator should know, each with its clause."""
    if not isinstance(table, Table):
        return []
    game = games.game(table.game)
    notes = game.notes(table) if game.notes else []
    return [*_demonstration(table, game), *notes]


def _demonstration(table: Table, game: Game) -> list[Note]:
    """One note for each clause whose authorisation is only demonstrated."""
    by_clause: dict[str, list[str]] = {}
    for option in table.demonstrated:
        by_clause.setdefault(game.conduct.leave(option), []).append(option)
    return [Note(clause, "authorisations",
                 f"a demonstration: no authority has authorised {', '.join(options)}")
            for clause, options in by_clause.items()]


def load_table_file(file: Path, options: tuple[str, ...]) -> Table | list[Violation]:
    """The table in a file, with these options, or its violations."""
    values = read(file)
    if options:
        apply_options(find_game(str(values.get("game"))), values, options)
    return games.read_values(values)


@click.command(short_help="check whether a table file is lawful")
@click.argument("file", required=False, type=click.Path(path_type=Path))
@table_option
@set_option
@click.option("--on", "day", type=click.DateTime(["%Y-%m-%d"]), metavar="DATE",
              help="a day on which the table will be open: its authorisations must be effective by "
                   "then")
@click.option("--readings", "show_readings", is_flag=True,
              help="list the interpretations of the regulation that the table follows")
@lang_option("the language of clauses and interpretations; those that are not held in it are "
             "shown in English")
@click.option("--json", "as_json", is_flag=True, help="print JSON")
def command(file: Path | None, path: Path | None, options: tuple[str, ...], day: datetime | None,
            show_readings: bool, lang: str, as_json: bool) -> None:
    """Check whether the table in FILE is lawful, and list every violation with its rule.

    Notes name settings that are lawful but cost the house money, or are for demonstration only.
    With --on it also checks whether the game's regulation is in force on that day. With --readings
    it lists how the ambiguous clauses of the regulation are read at this table.

    \b
    As JSON: {"file", "lawful", "violations": [{"clause", "what", "found", "allowed"}], "notes":
    [{"clause", "what", "text"}], "readings": [{"id", "moves", "option", "value", "default"}]}; with
    --on also {"on", "in_force"}.
    Exit status: 0 lawful, 1 unlawful, 2 the file cannot be read.
    """
    file = file or path
    if file is None or (path and path != file):
        stop("give one table file: sabot check FILE")
    table = load_table_file(file, options)
    on = day.date().isoformat() if day else ""
    violations = table if isinstance(table, list) else not_yet_effective(table, on) if on else []
    game = None if isinstance(table, list) else games.game(table.game)
    period = game.in_force if on and game else None
    readings = [] if isinstance(table, list) else followed(table)
    if as_json:
        answer = {
            "file": str(file),
            "lawful": not violations,
            "violations": msgspec.to_builtins(violations),
            "notes": msgspec.to_builtins(notes_of(table)),
            "readings": msgspec.to_builtins(readings),
        }
        print_json({**answer, "on": on, "in_force": period.on(on)} if period else answer)
    elif isinstance(table, Table) and game is not None and not violations:
        heading(f"{file}: lawful{f' on {on}' if on else ''}")
        kind = "individual" if table.individual else "multi-player"
        places = f"{table.places} place{'' if table.places == 1 else 's'}"
        say(f"{table.name}: {table.game}, {kind}, {places}, {_limits(table, game)} in steps of "
            f"{game.money(game.bets(table)[0].unit)}{_buy_in(table, game)}")
        if table.closes:
            say(f"open from {table.gaming_day} to {table.closes} ({table.time_zone})")
    else:
        plural = "s" if len(violations) > 1 else ""
        heading(f"{file}: not lawful{f' on {on}' if on else ''}, {len(violations)} point{plural}")
        show_violations(violations, lang=lang)
    if not as_json:
        for note in notes_of(table):
            say(f"note: {note.what}: {note.text} ({note.clause})")
        _show_readings(readings, show_readings, lang)
    if period and not as_json and not period.on(on):
        say(f"{period.act} is not in force on {on}: {in_words(period)}")
    if violations:
        raise SystemExit(NO)


def _show_readings(readings: list[Followed], in_full: bool, lang: str) -> None:
    """Print how many readings a table follows and those that it chose, or all of them in full."""
    if not readings:
        return
    chosen = [reading for reading in readings if reading.chosen]
    say(f"readings: {len(readings)} interpretations of the regulation apply"
        f"{'' if in_full else ' (--readings lists them)'}"
        f"{'; this table chooses another reading than the usual one:' if chosen else ''}")
    for reading in readings if in_full else chosen:
        option = f"  {reading.option} = {json.dumps(reading.value)}" if reading.option else ""
        usual = f" (usually {json.dumps(reading.default)})" if reading.chosen else ""
        say(f"{reading.id}{option}{usual}", 2)
        if in_full:
            paragraph = law.interpretation(reading.id).paragraph(lang)
            say(f"{paragraph.title}. {paragraph.says}", 4)


def _limits(table: Table, game: Game) -> str:
    """The limits of bets, or the minimum alone if no bet has a maximum."""
    if game.purse and game.purse.buy_in:
        return f"bets from {game.money(table.minimum)}"
    return f"{game.money(table.minimum)} to {game.money(table.maximum)}"


def _buy_in(table: Table, game: Game) -> str:
    """The buy-in, if the table's maximum limits the buy-in and not the bets."""
    if game.purse is None or game.purse.buy_in is None:
        return ""
    low, high = game.purse.buy_in(table)
    return (f", caves of {game.money(low)}" if low == high else
            f", caves of {game.money(low)} {f'to {game.money(high)}' if high else 'or more'}")
