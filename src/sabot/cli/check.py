"""``sabot check``: what is unlawful in a table file, and why."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

import click
import msgspec

from sabot import games, law
from sabot.cli.games import in_words
from sabot.cli.terminal import NO, heading, put, say, stop
from sabot.money import euros
from sabot.procedure.table import Table, Violation


def read(path: Path) -> Table | list[Violation]:
    """The table in a file, or all that is wrong with it; ends with status 2 when it cannot be
    read at all."""
    try:
        text = path.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        why = error.strerror if isinstance(error, OSError) else "it is not text in UTF-8"
        stop(f"cannot read {path}: {why}")
    return games.read_table(text)


def tell(wrong: list[Violation], err: bool = False) -> None:
    """Each violation with the text of the rule that it breaks."""
    for violation in wrong:
        click.echo(f"  {violation}", err=err)
        if violation.clause.startswith("ir/"):
            click.echo(f"      {law.interpretation(violation.clause).ours}", err=err)
        elif violation.clause:
            click.echo(f"      {law.row(violation.clause).text}", err=err)


def not_yet(table: Table, day: str) -> list[Violation]:
    """The authorisations of a table that are not effective on an ISO day."""
    leave = games.game(table.game).conduct.leave
    return [Violation(leave(one.option), f"authorisations[{n}].effective",
                      one.effective, f"{day} or a day before")
            for n, one in enumerate(table.authorisations, start=1) if one.effective > day]


def notes_of(found: Table | list[Violation]) -> list[dict[str, str]]:
    """What is lawful in a table and yet worth a word: each with its clause."""
    part = games.game(found.game).parts.get("notes") if isinstance(found, Table) else None
    return part(found) if part else []


@click.command(short_help="what is unlawful in a table file")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--on", "day", type=click.DateTime(["%Y-%m-%d"]), metavar="DATE",
              help="a day on which the table is to be open: its authorisations must be effective")
@click.option("--json", "as_json", is_flag=True, help="for programs")
def command(file: Path, day: datetime | None, as_json: bool) -> None:
    """Say whether the table in FILE is lawful, and if not, what in it is not and under which rule.

    \b
    As JSON: {"file", "lawful", "violations": [{"clause", "what", "found", "allowed"}], "notes":
    [{"clause", "what", "text"}]}: what is lawful and yet costs the house money; and with --on
    {"on", "in_force"}: whether the game's regulation is in force on that day.
    Exit status: 0 lawful, 1 unlawful, 2 the file cannot be read.
    """
    found = read(file)
    on = day.date().isoformat() if day else ""
    wrong = found if isinstance(found, list) else not_yet(found, on) if on else []
    period = games.game(found.game).in_force if on and isinstance(found, Table) else None
    if as_json:
        told = {"file": str(file), "lawful": not wrong, "violations": msgspec.to_builtins(wrong),
                "notes": notes_of(found)}
        put({**told, "on": on, "in_force": period.on(on)} if period else told)
    elif isinstance(found, Table) and not wrong:
        heading(f"{file}: lawful{f' on {on}' if on else ''}")
        unit = games.game(found.game).bets(found)[0]["unit"]
        kind = "individual" if found.individual else "multi-player"
        say(f"{found.name}: {found.game}, {kind}, {found.places} places, "
            f"{euros(found.minimum)} to {euros(found.maximum)} in steps of {euros(unit)}")
    else:
        many = "s" if len(wrong) > 1 else ""
        heading(f"{file}: not lawful{f' on {on}' if on else ''}, {len(wrong)} point{many}")
        tell(wrong)
    if not as_json:
        for note in notes_of(found):
            say(f"note: {note['what']}: {note['text']} ({note['clause']})")
    if period and not as_json and not period.on(on):
        say(f"{period.act} is not in force on {on}: {in_words(period.told())}")
    if wrong:
        raise SystemExit(NO)
