"""``sabot check``: what is unlawful in a table file, and why."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

import click
import msgspec

from sabot import games
from sabot.cli.games import in_words
from sabot.cli.options import find_game, put, read, set_option, table_option, tell
from sabot.cli.terminal import NO, heading, say, stop
from sabot.cli.terminal import put as as_data
from sabot.procedure.capabilities import Note
from sabot.procedure.game import Game
from sabot.procedure.table import Table, Violation


def not_yet(table: Table, day: str) -> list[Violation]:
    """The authorisations of a table that are not effective on an ISO day."""
    leave = games.game(table.game).conduct.leave
    return [Violation(leave(one.option), f"authorisations[{n}].effective",
                      one.effective, f"{day} or a day before")
            for n, one in enumerate(table.authorisations, start=1) if one.effective > day]


def notes_of(found: Table | list[Violation]) -> list[Note]:
    """What is lawful in a table and yet worth a word: each with its clause."""
    if not isinstance(found, Table):
        return []
    made = games.game(found.game)
    notes = made.notes(found) if made.notes else []
    return [*_demonstrated(found, made), *notes]


def _demonstrated(found: Table, made: Game) -> list[Note]:
    """That a table has its consents from nobody, each clause that asks for them once."""
    by: dict[str, list[str]] = {}
    for option in found.demonstrated:
        by.setdefault(made.conduct.leave(option), []).append(option)
    return [Note(clause, "authorisations",
                 f"a demonstration: no authority has given leave for {', '.join(options)}")
            for clause, options in by.items()]


def found_in(file: Path, options: tuple[str, ...]) -> Table | list[Violation]:
    """The table in a file, with these options, or all that is wrong with it."""
    values = read(file)
    if options:
        put(find_game(str(values.get("game"))), values, options)
    return games.read_values(values)


@click.command(short_help="what is unlawful in a table file")
@click.argument("file", required=False, type=click.Path(path_type=Path))
@table_option
@set_option
@click.option("--on", "day", type=click.DateTime(["%Y-%m-%d"]), metavar="DATE",
              help="a day on which the table is to be open: its authorisations must be effective")
@click.option("--json", "as_json", is_flag=True, help="for programs")
def command(file: Path | None, path: Path | None, options: tuple[str, ...], day: datetime | None,
            as_json: bool) -> None:
    """Say whether the table in FILE is lawful, and if not, what in it is not and under which rule.

    \b
    As JSON: {"file", "lawful", "violations": [{"clause", "what", "found", "allowed"}], "notes":
    [{"clause", "what", "text"}]}: what is lawful and yet costs the house money, or stands there
    for a demonstration only; and with --on
    {"on", "in_force"}: whether the game's regulation is in force on that day.
    Exit status: 0 lawful, 1 unlawful, 2 the file cannot be read.
    """
    file = file or path
    if file is None or (path and path != file):
        stop("one table file is checked at a time: sabot check FILE")
    found = found_in(file, options)
    on = day.date().isoformat() if day else ""
    wrong = found if isinstance(found, list) else not_yet(found, on) if on else []
    made = None if isinstance(found, list) else games.game(found.game)
    period = made.in_force if on and made else None
    if as_json:
        told = {"file": str(file), "lawful": not wrong, "violations": msgspec.to_builtins(wrong),
                "notes": msgspec.to_builtins(notes_of(found))}
        as_data({**told, "on": on, "in_force": period.on(on)} if period else told)
    elif isinstance(found, Table) and made is not None and not wrong:
        heading(f"{file}: lawful{f' on {on}' if on else ''}")
        kind = "individual" if found.individual else "multi-player"
        places = f"{found.places} place{'' if found.places == 1 else 's'}"
        say(f"{found.name}: {found.game}, {kind}, {places}, {_limits(found, made)} in steps of "
            f"{made.money(made.bets(found)[0].unit)}{_brought(found, made)}")
        if found.closes:
            say(f"open from {found.gaming_day} to {found.closes} ({found.time_zone})")
    else:
        many = "s" if len(wrong) > 1 else ""
        heading(f"{file}: not lawful{f' on {on}' if on else ''}, {len(wrong)} point{many}")
        tell(wrong)
    if not as_json:
        for note in notes_of(found):
            say(f"note: {note.what}: {note.text} ({note.clause})")
    if period and not as_json and not period.on(on):
        say(f"{period.act} is not in force on {on}: {in_words(period)}")
    if wrong:
        raise SystemExit(NO)


def _limits(table: Table, made: Game) -> str:
    """The limits of bets; where no bet has a maximum in money, the least bet."""
    if made.purse and made.purse.brings:
        return f"bets from {made.money(table.minimum)}"
    return f"{made.money(table.minimum)} to {made.money(table.maximum)}"


def _brought(table: Table, made: Game) -> str:
    """What players bring to the game, where the maximum of the table limits no bet."""
    if made.purse is None or made.purse.brings is None:
        return ""
    least, most = made.purse.brings(table)
    return (f", caves of {made.money(least)}" if least == most else
            f", caves of {made.money(least)} {f'to {made.money(most)}' if most else 'or more'}")
