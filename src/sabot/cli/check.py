"""``sabot check``: what is unlawful in a table file, and why."""

from __future__ import annotations

from pathlib import Path

import click
import msgspec

from sabot import games, law
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


@click.command(short_help="what is unlawful in a table file")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="for programs")
def command(file: Path, as_json: bool) -> None:
    """Say whether the table in FILE is lawful, and if not, what in it is not and under which rule.

    \b
    As JSON: {"file", "lawful", "violations": [{"clause", "what", "found", "allowed"}]}.
    Exit status: 0 lawful, 1 unlawful, 2 the file cannot be read.
    """
    found = read(file)
    wrong = [] if isinstance(found, Table) else found
    if as_json:
        put({"file": str(file), "lawful": not wrong, "violations": msgspec.to_builtins(wrong)})
    elif isinstance(found, Table):
        heading(f"{file}: lawful")
        kind = "individual" if found.individual else "multi-player"
        say(f"{found.name}: {found.game}, {kind}, {found.places} places, "
            f"{euros(found.minimum)} to {euros(found.maximum)} in steps of {euros(found.unit)}")
    else:
        heading(f"{file}: not lawful, {len(wrong)} point{'s' if len(wrong) > 1 else ''}")
        tell(wrong)
    if wrong:
        raise SystemExit(NO)
