"""``sabot check``: check whether a table file is lawful."""

from __future__ import annotations

import json
from datetime import datetime
from pathlib import Path

import click
import msgspec

from sabot import games
from sabot import regulations as law
from sabot.cli.games import in_words
from sabot.cli.language import Command, lang_option
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
from sabot.regulations import dated
from sabot.reports.readings_followed import Followed, followed
from sabot.words import Phrase, Verbatim, key_text, phrase, plural, to_plain


def not_yet_effective(table: Table, day: str) -> list[Violation]:
    """Violations for the authorisations of a table that are not effective on an ISO day."""
    leave = games.game(table.game).conduct.leave
    return [
        Violation(
            leave(authorisation.option), f"authorisations[{n}].effective", authorisation.effective,
            phrase("{day} or a day before", day=day))
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
                 phrase("a demonstration: no authority has authorised {options}",
                        options=", ".join(options)))
            for clause, options in by_clause.items()]


def load_table_file(file: Path, options: tuple[str, ...]) -> Table | list[Violation]:
    """The table in a file, with these options, or its violations."""
    values = read(file)
    if options:
        apply_options(find_game(str(values.get("game"))), values, options)
    return games.read_values(values)


@click.command(short_help="check whether a table file is lawful", cls=Command)
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
    With --on it checks by the law of that day, and whether the game's regulation is in force then.
    With --readings it lists how the ambiguous clauses of the regulation are read at this table.

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
    game = None if isinstance(table, list) else games.game(table.game)
    violations = table if isinstance(table, list) else []
    if on and game is not None and isinstance(table, Table):
        state = dated.state(law.document(game.section).key, on)
        table = msgspec.structs.replace(table, law_since=state.amended)
        violations = [*game.violations(table), *not_yet_effective(table, on)]
    period = game.in_force if on and game else None
    readings = [] if isinstance(table, list) else followed(table)
    if as_json:
        answer = {
            "file": str(file),
            "lawful": not violations,
            "violations": to_plain(violations),
            "notes": to_plain(notes_of(table)),
            "readings": to_plain(readings),
        }
        print_json({**answer, "on": on, "in_force": period.on(on)} if period else answer)
    elif isinstance(table, Table) and game is not None and not violations:
        heading(phrase("{file}: lawful on {day}", file=str(file), day=on) if on else
                phrase("{file}: lawful", file=str(file)))
        say(phrase("{name}: {game}, {kind}, {places}, {limits}", name=Verbatim(table.name),
                   game=Verbatim(table.game),
                   kind={"individual": "individual", "private": "private",
                         "multi": "multi-player"}[table.kind],
                   places=plural("1 place", "{n} places", table.places),
                   limits=_limits(table, game)))
        if table.closes:
            say(phrase("open from {opens} to {closes} ({zone})", opens=table.gaming_day,
                       closes=table.closes, zone=table.time_zone))
    else:
        points = plural("1 point", "{n} points", len(violations))
        heading(phrase("{file}: not lawful on {day}, {points}", file=str(file), day=on,
                       points=points) if on else
                phrase("{file}: not lawful, {points}", file=str(file), points=points))
        show_violations(violations)
    if not as_json:
        for note in notes_of(table):
            say(phrase("note: {what}: {text} ({clause})", what=key_text(note.what), text=note.text,
                       clause=note.clause))
        _show_readings(readings, show_readings, lang)
    if period and not as_json and not period.on(on):
        say(phrase("{act} is not in force on {day}: {when}", act=period.act, day=on,
                   when=in_words(period, lang)))
    if violations:
        raise SystemExit(NO)


def _show_readings(readings: list[Followed], in_full: bool, lang: str) -> None:
    """Print how many readings a table follows and those that it chose, or all of them in full."""
    if not readings:
        return
    chosen = [reading for reading in readings if reading.chosen]
    say(plural("readings: 1 interpretation of the regulation applies",
               "readings: {n} interpretations of the regulation apply", len(readings)) if in_full
        else plural("readings: 1 interpretation of the regulation applies (--readings shows it)",
                    "readings: {n} interpretations of the regulation apply (--readings lists them)",
                    len(readings)))
    if chosen:
        say("this table chooses another reading than the usual one:")
    for reading in readings if in_full else chosen:
        option = f"  {reading.option} = {json.dumps(reading.value)}" if reading.option else ""
        say(phrase("{reading} (usually {value})", reading=f"{reading.id}{option}",
                   value=json.dumps(reading.default)) if reading.chosen else
            f"{reading.id}{option}", 2)
        if in_full:
            paragraph = law.interpretation(reading.id).paragraph(lang)
            say(f"{paragraph.title}. {paragraph.says}", 4)


def _limits(table: Table, game: Game) -> Phrase:
    """The limits of bets, or the minimum and the buy-in if no bet has a maximum."""
    unit, low, high = (game.money(amount) for amount in (
        game.bets(table)[0].unit, table.minimum, table.maximum))
    if game.purse is None or game.purse.buy_in is None:
        return phrase("{low} to {high} in steps of {unit}", low=low, high=high, unit=unit)
    bets = phrase("bets from {low} in steps of {unit}", low=low, unit=unit)
    least, most = game.purse.buy_in(table)
    if least == most:
        return phrase("{bets}, caves of {sum}", bets=bets, sum=game.money(least))
    if not most:
        return phrase("{bets}, caves of {sum} or more", bets=bets, sum=game.money(least))
    return phrase("{bets}, caves of {low} to {high}", bets=bets, low=game.money(least),
                  high=game.money(most))
