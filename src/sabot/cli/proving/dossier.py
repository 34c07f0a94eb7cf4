"""``sabot law dossier``: the dossier of a table for an inspector, as one document."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from pathlib import Path

from sabot import extras, games
from sabot.certify.dossier import chapters, html
from sabot.certify.dossier.blocks import Document
from sabot.cli.options import read, show_violations
from sabot.cli.proving.check import notes_of
from sabot.cli.terminal import NO, say_line, stop, warn
from sabot.error_texts import error_text
from sabot.procedure.table import Table, Violation
from sabot.reports.dossier.gather import dossier
from sabot.simulation import program_version
from sabot.words import phrase, plural

MINIMUM = 1000  # cents, of the plain table of a game


def write_dossier(words: tuple[str, ...], output: Path | None, lang: str) -> None:
    """Write the dossier of a table file, or of the plain table of a game."""
    if len(words) != 1 or output is None:
        stop("give a table and a file to write: sabot law dossier TABLE --lang pt -o FILE.html "
             "(or FILE.pdf); TABLE is a table file or the id of a game")
    write = _form(output)
    table, violations, file = _table(words[0])
    if output.exists() and Path(words[0]).exists() and output.samefile(words[0]):
        stop(phrase("{file} is the table file itself; give another name", file=str(output)))
    content = dossier(table, violations, notes_of(violations or table), lang, file=file,
                      program=program_version.version(), day=date.today().isoformat())
    try:
        write(chapters.document(content), output)
    except OSError as error:
        stop(phrase("cannot write {file}: {why}", file=str(output), why=error_text(error)))
    say_line(phrase("{file}: {clauses} clauses, {readings} readings, {rounds} golden rounds",
                    file=str(output), clauses=len(content.clauses),
                    readings=len(content.readings), rounds=len(content.rounds)))
    if violations:
        warn(phrase("sabot: the table is not lawful, and its dossier says so ({points})",
                    points=plural("1 point", "{n} points", len(violations))))
        raise SystemExit(NO)


def _form(output: Path) -> Callable[[Document, Path], None]:
    """How a file of this name is written."""
    match output.suffix.lower():
        case ".html" | ".htm":
            return lambda document, file: _write_text(html.page(document), file)
        case ".pdf":
            extras.require("plots", "sabot law dossier -o FILE.pdf")
            from sabot.certify.dossier import pdf  # a large library
            return pdf.write
    stop(phrase("{file} ends in {ending!r}: a dossier is .html or .pdf", file=str(output),
                ending=output.suffix or "nothing"))


def _write_text(text: str, file: Path) -> None:
    file.write_text(text, "utf-8")


def _table(name: str) -> tuple[Table, list[Violation], str]:
    """A table with its violations and the name of its file, "" for the plain table of a game."""
    path = Path(name)
    if not path.exists() and name in games.ids():
        game = games.game(name)
        plain = games.plain(game, MINIMUM, shared=game.players_needed > 1)
        if not isinstance(plain, Table):
            stop(phrase("{game} has no plain table; give a table file", game=name), NO)
        return plain, [], ""
    if not path.exists() and not path.suffix:
        stop(phrase("there is no table file {name!r}, and no game of this id; the games are "
                    "{games}", name=name, games=", ".join(games.ids())))
    values = read(path)
    table = games.read_values(values)
    if isinstance(table, Table):
        return table, [], path.name
    violations, form = table, games.read_form(values)
    if form.table is None or form.faults:
        warn(phrase("sabot: {file} cannot be read:", file=str(path)))
        show_violations(violations, err=True)
        raise SystemExit(2)
    return form.table, violations, path.name
