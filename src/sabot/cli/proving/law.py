"""``sabot law``: show a clause, search the register, or report what the tests exercise."""

from __future__ import annotations

import difflib
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click
import msgspec

from sabot import extras, games
from sabot import regulations as law
from sabot.certify import coverage
from sabot.cli.language import Command, lang_option
from sabot.cli.proving.show_clause import ClauseView, kind_name
from sabot.cli.proving.verify import database_of, database_option
from sabot.cli.terminal import (
    heading,
    padded,
    print_json,
    say,
    say_line,
    stop,
    warn,
    whole_number,
)
from sabot.error_texts import error_text
from sabot.ledger import LedgerError
from sabot.regulations.published_clauses import PublishedTexts, own_rule
from sabot.words import LANGS, Verbatim, joined, phrase, plural, render, to_plain

if TYPE_CHECKING:
    from sabot.house.archive.clause_search import CoupCitation
    from sabot.ledger import Ledger

SHOWN_TESTS = 12
COUPS = 10
ENTRIES = 20_000


def _last_coverage() -> coverage.Coverage | None:
    try:
        run = coverage.last()
    except coverage.UnreadableCoverage as error:
        stop(error_text(error))
    if run is None:
        warn("sabot: no coverage of a test run is stored here; `make test` writes it")
    return run


@click.command(short_help="show a clause of the regulations, or search them", cls=Command)
@click.argument("words", nargs=-1)
@click.option("--json", "as_json", is_flag=True, help="print JSON")
@click.option("--all", "show_all", is_flag=True, help="compare: also show points without a "
                                                      "difference")
@click.option("--coups", is_flag=True,
              help="list the last coups of a journal in which the clause was applied")
@click.option("--last", type=whole_number(1, 10**9), default=ENTRIES, show_default=True,
              help="--coups: how many of the newest entries of the journal to search")
@click.option("--texts", type=click.Path(exists=True, file_okay=False, path_type=Path),
              metavar="DIR",
              help="folder of the published regulations as text files: show the published text of "
              "a clause, or without WORDS which clauses are not found in them")
@click.option("--tables", type=click.Path(exists=True, file_okay=False, path_type=Path),
              metavar="DIR", help="impact: a folder of table files, of which those that the draft "
                                  "concerns are listed")
@click.option("--on", "day", type=click.DateTime(["%Y-%m-%d"]), metavar="DATE",
              help="show the clause as it is in force on that day")
@click.option("-o", "--output", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE",
              help="dossier: the file to write, .html or .pdf")
@lang_option("the language of clauses; those that are not held in it are shown in English")
@database_option
def command(words: tuple[str, ...], as_json: bool, show_all: bool, coups: bool, last: int,
            texts: Path | None, tables: Path | None, day: datetime | None,
            output: Path | None, lang: str, database: str | None) -> None:
    """Show a clause of the regulations, or search them.

    WORDS may be: the id of a row (pt-805-2015/blackjack-online/15.e), of an interpretation (ir/4),
    of a document or of a section; words to search for; `coverage`, which counts what the tests
    exercise; `compare`, which compares all blackjack regulations, or `compare GAME GAME`, which
    shows where two of them differ. Without WORDS the documents and their sections are listed.

    `diff A B` shows what changed between two states of the law, and what each change is worth in
    the odds. A state is a document or a section (pt-1364-2001/blackjack), on a day
    (pt-217-2007@2015-12-01), or the file of an amending act. `impact FILE` shows what a draft
    amendment touches: rows, code, tests, tables and odds. docs/amendments.md has the form of such a
    file.

    `dossier TABLE -o FILE` writes everything about a table for an inspector into one document,
    FILE.html or FILE.pdf: the law that applies, options, authorisations, readings, odds, clauses
    and golden rounds. TABLE is a table file, or the id of a game for its plain table.

    With --coups the last coups of a house's journal in which the clause was applied are listed,
    newest first. With --texts the published text of a clause is shown below ours. The files have
    the country and the number of the regulation in their names, as pt-portaria-217-2007.txt.

    \b
    A clause as JSON: {"id", "kind", "text", "note", "state", "cited": [{"module", "name", "line"}],
    "tests", "rounds": [{"name", "title"}], "interpretations", "options": [[game, option]], ...}.
    Coverage as JSON is an object: document, then game, then
    {"rows": n, "exercised": n, "outside": n, "open": n, "oracle": n}; "oracle" counts the rows with
    which an oracle, a reference written from the published text alone, compared what was played.
    Exit status: 0 done, 1 --coups found none or the table of a dossier is unlawful, 2 wrong use.
    """
    if coups:
        _coups(words, database, last, as_json, lang)
    elif not words and texts:
        _not_found(PublishedTexts(texts), as_json)
    elif not words:
        _overview(as_json, lang)
    elif words == ("coverage",):
        _coverage(as_json, lang)
    elif words[0] == "diff":
        from sabot.cli.proving import dated_law
        dated_law.show_diff(words[1:], lang, as_json)
    elif words[0] == "dossier":
        from sabot.cli.proving import dossier
        dossier.write_dossier(words[1:], output, lang)
    elif words[0] == "impact":
        from sabot.cli.proving import dated_law
        dated_law.show_impact(words[1:], tables, _last_coverage(), lang, as_json)
    elif day and len(words) == 1:
        from sabot.cli.proving import dated_law
        dated_law.show_on(words[0], day.date().isoformat(), lang, as_json)
    elif words[0] == "compare":
        from sabot.cli.proving import compare
        compare.show(words[1:], show_all, as_json)
    elif len(words) == 1 and law.current(words[0]) != words[0]:
        if not as_json:
            say(phrase("{clause} is no rule of the published text: earlier versions cited it for "
                       "an interpretation, which is shown instead.", clause=words[0]))
        _clause(law.current(words[0]), as_json, lang)
    elif len(words) == 1 and (words[0] in law.rows() or words[0].startswith("ir/")):
        _clause(words[0], as_json, lang, PublishedTexts(texts) if texts else None)
    elif len(words) == 1 and law.find(words[0]):
        _list(law.find(words[0]), as_json, lang)
    else:
        _search(" ".join(words), as_json, lang)


def _overview(as_json: bool, lang: str) -> None:
    sections = {d.key: {key: len(rows) for key, rows in law.sections().items()
                        if key.split("/")[0] == d.key} for d in law.documents().values()}
    if as_json:
        print_json([{"document": d.key, "title": d.title, "published": d.published,
                     "replaced_by": d.replaced_by, "read": d.read,
                     "amendments": [{"act": amendment.act, "what": dict(zip(
                         LANGS, amendment.what, strict=True))} for amendment in d.amendments],
                     "sections": [{"section": key, "rows": rows}
                                  for key, rows in sections[d.key].items()]}
                    for d in law.documents().values()])
        return
    for d in law.documents().values():
        heading(f"{d.key}  {d.title_in(lang)[0]} ({d.published})")
        for key, rows in sections[d.key].items():
            say_line(phrase("{section} {rows} rows", section=f"{key:<44}", rows=f"{rows:>4}"), 2)
        if d.read:
            say(phrase("Read in part: {what}.", what=d.read), 2)
        for amendment in d.amendments:
            what = dict(zip(LANGS, amendment.what, strict=True))[lang]
            say(phrase("As first published; not held: {act} ({what}).", act=amendment.act,
                       what=what), 2)
    say_line(phrase("{n} interpretations: ir/1 to ir/{last}", n=len(law.interpretations()),
                    last=max(law.interpretations())))


def _coverage(as_json: bool, lang: str) -> None:
    run = _last_coverage()
    table = coverage.tally(run)
    if as_json:
        print_json(table)
        return
    if run is not None:
        say_line(phrase("the tests of {date}, version {version}", date=run.date,
                        version=run.version))

    def in_columns(document: str, game: str, *counts: str) -> str:
        return "".join([padded(render(document, lang), 14), padded(render(game, lang), 30),
                        *(padded(render(count, lang), columns_, right=True)
                          for count, columns_ in zip(counts, (6, 11, 9, 6, 8), strict=True))])

    heading(in_columns(phrase("document"), phrase("game"), phrase("rows"), phrase("exercised"),
                       phrase("outside"), phrase("open"), phrase("oracle")))

    def show_line(document: str, game: str, counts: dict[str, int]) -> None:
        say_line(in_columns(document, game, *(str(counts[count]) for count in (
            "rows", "exercised", "outside", "open", "oracle"))))

    for document, lines in table.items():
        for game, counts in lines.items():
            show_line(document, Verbatim(game), counts)
        if len(lines) > 1:
            show_line(document, phrase("all its games"), coverage.totals(lines.values()))
    show_line(phrase("all"), "", coverage.totals(
        counts for lines in table.values() for counts in lines.values()))
    played = {game.section for game in games.catalogue().values()}
    show_line("", phrase("of the games in the catalogue"), coverage.totals(
        table[key.split("/")[0]][law.sections()[key][0].game] for key in played))
    if run is None:
        return
    for key in sorted(played):
        for lack, rules in coverage.lacking(run, key).items():
            click.echo()
            heading(phrase("{section}: no {lack} ({n})", section=key, lack=lack, n=len(rules)))
            say(", ".join(rules), 2)


def _not_found(texts: PublishedTexts, as_json: bool) -> None:
    """List the clauses of the register that are not found in published texts."""
    if not texts.files:
        stop("no file in the folder has the country and the number of a regulation in its name, as "
             "pt-portaria-217-2007.txt")
    missing = texts.missing()
    own = sum(own_rule(row.rule) == row.rule and row.document in texts.files
              for row in law.rows().values())
    if as_json:
        print_json({"files": {key: file.name for key, file in texts.files.items()}, "clauses": own,
                    "not_found": missing})
        return
    for key, file in texts.files.items():
        say(f"{key}  {file.name}")
    say(phrase("{n} of {all} clauses found.", n=own - len(missing), all=own))
    for clause in missing:
        say(phrase("not found: {clause}", clause=clause), 2)


def _clause(row_id: str, as_json: bool, lang: str, texts: PublishedTexts | None = None) -> None:
    try:
        if row_id.startswith("ir/"):
            law.interpretation(row_id)
    except law.UnknownClause as unknown:
        stop(error_text(unknown))
    description = coverage.describe(row_id, _last_coverage(), lang)
    passage = texts.passage(law.row(row_id)) if texts and row_id in law.rows() else None
    if as_json:
        published = {"published": passage and passage._asdict()} if texts else {}
        print_json({**description.data, **published})
        return
    ClauseView(lang).show(description, passage, with_texts=texts is not None)


def _coups(words: tuple[str, ...], database: str | None, last: int, as_json: bool, lang: str
           ) -> None:
    """List the last coups of a journal in which a clause was applied."""
    if len(words) != 1:
        stop("--coups takes one clause: sabot law --coups pt-805-2015/blackjack-online/15.a")
    words = (law.current(words[0]),)
    try:
        law.interpretation(words[0]) if words[0].startswith("ir/") else law.row(words[0])
    except law.UnknownClause as unknown:
        stop(error_text(unknown))
    extras.require("house", "sabot law --coups")
    from sabot.house.archive import clause_search
    from sabot.ledger import Ledger

    try:
        with Ledger.open(database_of(database), create=False, readonly=True) as ledger:
            result = clause_search.search_house(ledger, words[0], COUPS, last)
            lines = {} if as_json else {
                coup.id: _lines(ledger, coup, lang) for coup in result.coups}
    except LedgerError as error:
        stop(error_text(error))
    if as_json:
        print_json(to_plain(result))
        return
    for coup in result.coups:
        steps = len(coup.steps) + coup.more
        heading(plural("{coup}  {game}, {n} step", "{coup}  {game}, {n} steps", steps,
                       coup=coup.id, game=coup.game))
        for line in lines[coup.id]:
            click.echo(line)
        if coup.more:
            say_line(phrase("and {n} more", n=coup.more), 2)
    say(phrase("{coups} in the last {looked} entries of the journal; sabot replay COUP shows one. "
               "--last searches further back.", coups=plural("{n} coup", "{n} coups",
                                                             len(result.coups))
               if result.coups else phrase("No coups"), looked=result.looked))
    if not result.coups:
        raise SystemExit(1)


def _lines(ledger: Ledger, coup: CoupCitation, lang: str) -> list[str]:
    """The matching steps of a coup, in the form and with the numbers of `sabot replay`."""
    from sabot.cli.proving import replay
    try:
        begin, events = replay.read_coup(replay.coup_records(ledger, coup.id))
        lines = {line.index: line for line in replay.describe_events(begin, events, lang)}
    except (msgspec.ValidationError, msgspec.DecodeError, LookupError) as error:
        unreadable = phrase("it cannot be read ({why}); sabot verify reports the fault",
                            why=error_text(error))
        return [f"  {render(unreadable, lang)}"]
    section = games.game(begin.game).section
    return [replay.format_line(lines[at], section) for at in coup.lines]


def _list(rows: list[law.Row], as_json: bool, lang: str) -> None:
    if as_json:
        print_json([{**row._asdict(), **row.wording(lang)._asdict()} for row in rows])
        return
    for row in rows:
        heading(f"{row.id}  ({kind_name(row.kind, lang)})")
        say(row.wording(lang).text, 2)


def _search(words: str, as_json: bool, lang: str) -> None:
    rows = law.search(words, lang)
    if rows:
        _list(rows, as_json, lang)
        return
    known = [*law.rows(), *law.sections(), *law.documents(), "coverage", "compare", "diff",
             "dossier", "impact"]
    similar = difflib.get_close_matches(words, known, n=3, cutoff=0.5)
    similar += [row.id for row in law.rows().values()
             if row.rule == words.rpartition("/")[2] and row.document == words.split("/")[0]]
    if similar:
        stop(phrase("the register has no row {words!r}, and no row contains these words; the "
                    "nearest are {near}", words=words, near=joined(dict.fromkeys(similar))))
    stop(phrase("the register has no row {words!r}, and no row contains these words; `sabot law` "
                "lists documents and sections", words=words))
