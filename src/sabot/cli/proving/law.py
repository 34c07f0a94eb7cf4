"""``sabot law``: show a clause, search the register, or report what the tests exercise."""

from __future__ import annotations

import difflib
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click
import msgspec

from sabot import games, law
from sabot.certify import coverage
from sabot.cli.language_option import lang_option
from sabot.cli.proving import compare, replay
from sabot.cli.proving.verify import database_of, database_option
from sabot.cli.terminal import heading, print_json, say, stop, whole_number
from sabot.law.published_clauses import Passage, PublishedTexts, own_rule
from sabot.ledger import Ledger, LedgerError
from sabot.reports import golden_rounds, regulation_report
from sabot.words import LANGS

if TYPE_CHECKING:
    from sabot.house.archive.clause_search import CoupCitation

SHOWN_TESTS = 12
COUPS = 10
ENTRIES = 20_000


def _last_coverage() -> coverage.Coverage | None:
    try:
        run = coverage.last()
    except coverage.UnreadableCoverage as error:
        stop(str(error))
    if run is None:
        click.echo("sabot: no coverage of a test run is stored here; `make test` writes it",
                   err=True)
    return run


@click.command(short_help="show a clause of the regulations, or search them")
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
@lang_option("the language of clauses; those that are not held in it are shown in English")
@database_option
def command(words: tuple[str, ...], as_json: bool, show_all: bool, coups: bool, last: int,
            texts: Path | None, lang: str, database: str | None) -> None:
    """Show a clause of the regulations, or search them.

    WORDS may be: the id of a row (pt-805-2015/blackjack-online/15.e), of an interpretation (ir/4),
    of a document or of a section; words to search for; `coverage`, which counts what the tests
    exercise; `compare`, which compares all blackjack regulations, or `compare GAME GAME`, which
    shows where two of them differ. Without WORDS the documents and their sections are listed.

    With --coups the last coups of a house's journal in which the clause was applied are listed,
    newest first. With --texts the published text of a clause is shown below ours. The files have
    the country and the number of the regulation in their names, as pt-portaria-217-2007.txt.

    \b
    A clause as JSON: {"id", "kind", "text", "note", "state", "cited": [{"module", "name", "line"}],
    "tests", "rounds": [{"name", "title"}], "interpretations", "options": [[game, option]], ...}.
    Coverage as JSON is an object: document, then game, then
    {"rows": n, "exercised": n, "outside": n, "open": n}.
    Exit status: 0 done, 1 --coups found none, 2 wrong use.
    """
    if coups:
        _coups(words, database, last, as_json)
    elif not words and texts:
        _not_found(PublishedTexts(texts), as_json)
    elif not words:
        _overview(as_json, lang)
    elif words == ("coverage",):
        _coverage(as_json)
    elif words[0] == "compare":
        compare.show(words[1:], show_all, as_json)
    elif len(words) == 1 and law.current(words[0]) != words[0]:
        if not as_json:
            say(f"{words[0]} is no rule of the published text: earlier versions cited it for an "
                "interpretation, which is shown instead.")
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
        heading(f"{d.key}  {d.title} ({d.published})")
        for key, rows in sections[d.key].items():
            click.echo(f"  {key:<44} {rows:>4} rows")
        if d.read:
            say(f"Read in part: {d.read}.", 2)
        for amendment in d.amendments:
            what = dict(zip(LANGS, amendment.what, strict=True))[lang]
            say(f"As first published; not held: {amendment.act} ({what}).", 2)
    click.echo(f"{len(law.interpretations())} interpretations: ir/1 to "
               f"ir/{max(law.interpretations())}")


def _coverage(as_json: bool) -> None:
    run = _last_coverage()
    table = coverage.tally(run)
    if as_json:
        print_json(table)
        return
    if run is not None:
        click.echo(f"the tests of {run.date}, version {run.version}")
    heading(f"{'document':<14}{'game':<30}{'rows':>6}{'exercised':>11}{'outside':>9}{'open':>6}")

    def show_line(document: str, game: str, counts: dict[str, int]) -> None:
        click.echo(f"{document:<14}{game:<30}{counts['rows']:>6}{counts['exercised']:>11}"
                   f"{counts['outside']:>9}{counts['open']:>6}")

    for document, lines in table.items():
        for game, counts in lines.items():
            show_line(document, game, counts)
        if len(lines) > 1:
            show_line(document, "all its games", coverage.totals(lines.values()))
    show_line(
        "all", "", coverage.totals(counts for lines in table.values() for counts in lines.values())
    )
    played = {game.section for game in games.catalogue().values()}
    show_line("", "of the games in the catalogue", coverage.totals(
        table[key.split("/")[0]][law.sections()[key][0].game] for key in played))
    if run is None:
        return
    for key in sorted(played):
        for lack, rules in coverage.lacking(run, key).items():
            click.echo()
            heading(f"{key}: no {lack} ({len(rules)})")
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
    say(f"{own - len(missing)} of {own} clauses found.")
    for clause in missing:
        say(f"not found: {clause}", 2)


def _clause(row_id: str, as_json: bool, lang: str, texts: PublishedTexts | None = None) -> None:
    try:
        if row_id.startswith("ir/"):
            law.interpretation(row_id)
    except law.UnknownClause as unknown:
        stop(str(unknown.args[0]))
    description = coverage.describe(row_id, _last_coverage(), lang)
    passage = texts.passage(law.row(row_id)) if texts and row_id in law.rows() else None
    if as_json:
        published = {"published": passage and passage._asdict()} if texts else {}
        print_json({**description.data, **published})
        return
    if isinstance(description.entry, regulation_report.ReadingEntry):
        _show_interpretation(description.entry)
    else:
        _show_row(row_id, description.entry)
        if texts:
            _show_published(passage)
    _show_citations(description.cited)
    for game, option in description.options:
        say(f"The option {option} of {game} depends on it; sabot odds {game} --vary shows what it "
            "is worth if the game's bets are priced.")
    _show_tests(description.tests, description.perturbations)
    named_tests = description.entry.tests
    if named_tests and not description.tests:  # no run is known here, or only one of other tests
        say(f"Named by {len(named_tests)} test{'s' * (len(named_tests) > 1)}:")
        for test in named_tests[:SHOWN_TESTS]:
            click.echo(f"  {test}")
    _show_rounds(description.entry.rounds)


def _show_citations(cited: Sequence[law.Citation]) -> None:
    """Where the code cites a clause, and where the citing definitions are read."""
    say("Cited in:" if cited else "Cited in: no module")
    for citation in cited[:SHOWN_TESTS]:
        click.echo(f"  {_file(citation.module)}:{citation.line}  {citation.name}".rstrip())
        for module, line in law.readers(citation.module, citation.name):
            click.echo(f"    read in {_file(module)}:{line}")
    if len(cited) > SHOWN_TESTS:
        click.echo(f"  and {len(cited) - SHOWN_TESTS} more")


def _file(module: str) -> str:
    return f"{module.replace('.', '/')}.py"


def _show_row(row_id: str, entry: regulation_report.ClauseEntry) -> None:
    heading(f"{entry.id}  ({entry.kind})")
    say(law.document(row_id).title)
    say()
    say(entry.text)
    if entry.note:
        say(f"Note: {entry.note}", 2)
    for reading in entry.interpretations:
        say(f"{reading.id}  {reading.title}: {reading.says}", 2)
    say()
    say(f"State: {entry.state}.")
    if entry.outside:
        say(f"Outside software ({entry.outside.reason}): {entry.outside.meaning}.")


def _show_published(passage: Passage | None) -> None:
    """The published text of a clause, in each language of publication."""
    if passage is None:
        say("Published text: not found in this folder.")
        return
    say(f"Published text of {passage.row}:")
    for paragraphs in passage.texts.values():
        for paragraph in paragraphs:
            say(paragraph, 2)


def _show_interpretation(entry: regulation_report.ReadingEntry) -> None:
    heading(f"{entry.id}  {entry.title}")
    for clause in entry.clauses:
        say(clause, 2)
    say()
    say(entry.says)
    for effect in entry.weighed:
        rules = ", ".join(f"{name} = {value}" for name, value in effect["rules"].items())
        say(f"{effect['game']} with {rules}: the edge of {effect['bet']} would be "
            f"{effect['other']} instead of {effect['ours']}", 2)
    if entry.option:
        say(f"The option {entry.option} of a table file selects the other reading.")
    say()


def _show_tests(tests: Sequence[str] | None, patches: int | None) -> None:
    if tests is None:
        say("Exercised: unknown, because no coverage of a test run is stored.")
        return
    perturbations = f"{patches} perturbation{'s' * (patches != 1)} of it known."
    if tests:
        say(f"Exercised by {len(tests)} test{'s' * (len(tests) > 1)} of the last run; "
            f"{perturbations}")
    else:
        say("No test of the last run exercised it (the run may not have included its tests); "
            f"{perturbations}")
    for test in tests[:SHOWN_TESTS]:
        click.echo(f"  {test}")
    if len(tests) > SHOWN_TESTS:
        click.echo(f"  and {len(tests) - SHOWN_TESTS} more")


def _show_rounds(rounds: Sequence[regulation_report.RoundOf]) -> None:
    if not rounds:
        say("No golden round shows it.")
        return
    say(f"Shown by {len(rounds)} golden round{'s' * (len(rounds) > 1)}:")
    for round_ in rounds[:SHOWN_TESTS]:
        click.echo(f"  {golden_rounds.place(round_.name)}: {round_.title}")
    if len(rounds) > SHOWN_TESTS:
        click.echo(f"  and {len(rounds) - SHOWN_TESTS} more")


def _coups(words: tuple[str, ...], database: str | None, last: int, as_json: bool) -> None:
    """List the last coups of a journal in which a clause was applied."""
    if len(words) != 1:
        stop("--coups takes one clause: sabot law --coups pt-805-2015/blackjack-online/15.a")
    words = (law.current(words[0]),)
    try:
        law.interpretation(words[0]) if words[0].startswith("ir/") else law.row(words[0])
    except law.UnknownClause as unknown:
        stop(str(unknown.args[0]))
    from sabot.house.archive import clause_search
    try:
        with Ledger.open(database_of(database), create=False, readonly=True) as ledger:
            result = clause_search.search_house(ledger, words[0], COUPS, last)
            lines = {} if as_json else {coup.id: _lines(ledger, coup) for coup in result.coups}
    except LedgerError as error:
        stop(str(error))
    if as_json:
        print_json(msgspec.to_builtins(result))
        return
    for coup in result.coups:
        steps = len(coup.steps) + coup.more
        heading(f"{coup.id}  {coup.game}, {steps} step{'s' * (steps != 1)}")
        for line in lines[coup.id]:
            click.echo(line)
        if coup.more:
            click.echo(f"  and {coup.more} more")
    say(f"{len(result.coups) or 'No'} coup{'s' * (len(result.coups) != 1)} in the last "
        f"{result.looked} entries of the journal; sabot replay COUP shows one. "
        f"--last searches further back.")
    if not result.coups:
        raise SystemExit(1)


def _lines(ledger: Ledger, coup: CoupCitation) -> list[str]:
    """The matching steps of a coup, in the form and with the numbers of `sabot replay`."""
    try:
        begin, events = replay.read_coup(replay.coup_records(ledger, coup.id))
        lines = {line.index: line for line in replay.describe_events(begin, events, "en")}
    except (msgspec.ValidationError, msgspec.DecodeError, LookupError) as error:
        return [f"  it cannot be read ({error}); sabot verify reports the fault"]
    section = games.game(begin.game).section
    return [replay.format_line(lines[at], section) for at in coup.lines]


def _list(rows: list[law.Row], as_json: bool, lang: str) -> None:
    if as_json:
        print_json([{**row._asdict(), **row.wording(lang)._asdict()} for row in rows])
        return
    for row in rows:
        heading(f"{row.id}  ({row.kind})")
        say(row.wording(lang).text, 2)


def _search(words: str, as_json: bool, lang: str) -> None:
    rows = law.search(words, lang)
    if rows:
        _list(rows, as_json, lang)
        return
    known = [*law.rows(), *law.sections(), *law.documents(), "coverage", "compare"]
    similar = difflib.get_close_matches(words, known, n=3, cutoff=0.5)
    similar += [row.id for row in law.rows().values()
             if row.rule == words.rpartition("/")[2] and row.document == words.split("/")[0]]
    hint = f"; the nearest are {', '.join(dict.fromkeys(similar))}" if similar else \
        "; `sabot law` lists documents and sections"
    stop(f"the register has no row {words!r}, and no row contains these words{hint}")
