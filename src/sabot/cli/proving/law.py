"""``sabot law``: a clause, a search in the register, or how much of it is exercised."""

from __future__ import annotations

import difflib
from collections.abc import Sequence
from typing import TYPE_CHECKING

import click
import msgspec

from sabot import games, law
from sabot.certify import coverage
from sabot.cli.proving import compare, replay
from sabot.cli.proving.verify import database_of, database_option
from sabot.cli.terminal import heading, put, say, stop, whole
from sabot.ledger import Ledger, LedgerError
from sabot.reports import golden_rounds, regulation_report

if TYPE_CHECKING:
    from sabot.house.archive.clause_search import CoupCitation

SHOWN_TESTS = 12
COUPS = 10
ENTRIES = 20_000


def _last() -> coverage.Coverage | None:
    try:
        found = coverage.last()
    except coverage.Unreadable as error:
        stop(str(error))
    if found is None:
        click.echo("sabot: there is no coverage of a test run here; `make test` leaves one",
                   err=True)
    return found


@click.command(short_help="a clause of the register, or what of it is exercised")
@click.argument("words", nargs=-1)
@click.option("--json", "as_json", is_flag=True, help="for programs")
@click.option("--all", "everything", is_flag=True, help="compare: what is alike too")
@click.option("--coups", "applied", is_flag=True,
              help="the last coups of a journal in which the clause was applied")
@click.option("--last", type=whole(1, 10**9), default=ENTRIES, show_default=True,
              help="--coups: how many of the newest entries of the journal are looked through")
@database_option
def command(words: tuple[str, ...], as_json: bool, everything: bool, applied: bool, last: int,
            database: str | None) -> None:
    """Show a clause of the register.

    WORDS is the id of a row (pt-805-2015/blackjack-online/15.e), of an interpretation (ir/4), of a
    document or a section; `coverage` for what the tests exercise of each; or words to search for.
    `compare` lays the blackjacks side by side, `compare GAME GAME` shows where two of them differ.
    Without WORDS: the documents and their sections. With --coups the last coups of a house's
    journal in which a clause was applied, newest first.

    \b
    A clause as JSON: {"id", "kind", "text", "note", "state", "cited": [{"module", "name", "line"}],
    "tests", "rounds": [{"name", "title"}], "interpretations", "options": [[game, option]], ...}.
    Coverage as JSON is an object: document, then game, then
    {"rows": n, "exercised": n, "outside": n, "open": n}.
    """
    if applied:
        _coups(words, database, last, as_json)
    elif not words:
        _overview(as_json)
    elif words == ("coverage",):
        _coverage(as_json)
    elif words[0] == "compare":
        compare.show(words[1:], everything, as_json)
    elif len(words) == 1 and law.current(words[0]) != words[0]:
        if not as_json:
            say(f"{words[0]} is no rule of the published text: earlier versions cited it for a "
                "reading, which stands in its place.")
        _clause(law.current(words[0]), as_json)
    elif len(words) == 1 and (words[0] in law.rows() or words[0].startswith("ir/")):
        _clause(words[0], as_json)
    elif len(words) == 1 and law.find(words[0]):
        _list(law.find(words[0]), as_json)
    else:
        _search(" ".join(words), as_json)


def _overview(as_json: bool) -> None:
    sections = {d.key: {key: len(rows) for key, rows in law.sections().items()
                        if key.split("/")[0] == d.key} for d in law.documents().values()}
    if as_json:
        put([{"document": d.key, "title": d.title, "published": d.published,
              "replaced_by": d.replaced_by, "read": d.read,
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
    click.echo(f"{len(law.interpretations())} interpretations: ir/1 to "
               f"ir/{max(law.interpretations())}")


def _coverage(as_json: bool) -> None:
    found = _last()
    table = coverage.tally(found)
    if as_json:
        put(table)
        return
    if found is not None:
        click.echo(f"the tests of {found.date}, version {found.version}")
    heading(f"{'document':<14}{'game':<30}{'rows':>6}{'exercised':>11}{'outside':>9}{'open':>6}")

    def line(document: str, game: str, n: dict[str, int]) -> None:
        click.echo(f"{document:<14}{game:<30}{n['rows']:>6}{n['exercised']:>11}"
                   f"{n['outside']:>9}{n['open']:>6}")

    for document, lines in table.items():
        for game, n in lines.items():
            line(document, game, n)
        if len(lines) > 1:
            line(document, "all its games", coverage.totals(lines.values()))
    line("all", "", coverage.totals(n for lines in table.values() for n in lines.values()))
    played = {made.section for made in games.catalogue().values()}
    line("", "of the games in the catalogue", coverage.totals(
        table[key.split("/")[0]][law.sections()[key][0].game] for key in played))
    if found is None:
        return
    for key in sorted(played):
        for lack, rules in coverage.lacking(found, key).items():
            click.echo()
            heading(f"{key}: no {lack} ({len(rules)})")
            say(", ".join(rules), 2)


def _clause(row_id: str, as_json: bool) -> None:
    try:
        if row_id.startswith("ir/"):
            law.interpretation(row_id)
    except law.UnknownClause as unknown:
        stop(str(unknown.args[0]))
    told = coverage.describe(row_id, _last())
    if as_json:
        put(told.data)
        return
    if isinstance(told.entry, regulation_report.ReadingEntry):
        _tell_interpretation(told.entry)
    else:
        _tell_row(row_id, told.entry)
    _tell_cited(told.cited)
    for game, option in told.options:
        say(f"The option {option} of {game} hangs on it; sabot odds {game} --vary says what it is "
            "worth where bets are priced.")
    _tell_tests(told.tests, told.perturbations)
    named = told.entry.tests
    if named and not told.tests:  # no run is known here, or only one of other tests
        say(f"Named by {len(named)} test{'s' * (len(named) > 1)}:")
        for test in named[:SHOWN_TESTS]:
            click.echo(f"  {test}")
    _tell_rounds(told.entry.rounds)


def _tell_cited(cited: Sequence[law.Citation]) -> None:
    """Where the code cites a clause, and where what stands there is read."""
    say("Cited in:" if cited else "Cited in: no module")
    for one in cited[:SHOWN_TESTS]:
        click.echo(f"  {_file(one.module)}:{one.line}  {one.name}".rstrip())
        for module, line in law.readers(one.module, one.name):
            click.echo(f"    read in {_file(module)}:{line}")
    if len(cited) > SHOWN_TESTS:
        click.echo(f"  and {len(cited) - SHOWN_TESTS} more")


def _file(module: str) -> str:
    return f"{module.replace('.', '/')}.py"


def _tell_row(row_id: str, told: regulation_report.ClauseEntry) -> None:
    heading(f"{told.id}  ({told.kind})")
    say(law.document(row_id).title)
    say()
    say(told.text)
    if told.note:
        say(f"Note: {told.note}", 2)
    for reading in told.interpretations:
        say(f"{reading.id}  {reading.title}: {reading.ours}", 2)
    say()
    say(f"State: {told.state}.")
    if told.outside:
        say(f"Outside software ({told.outside.reason}): {told.outside.meaning}.")


def _tell_interpretation(told: regulation_report.ReadingEntry) -> None:
    heading(f"{told.id}  {told.title}")
    for clause in told.clauses:
        say(clause, 2)
    say()
    say(told.question)
    for number, reading in enumerate(told.readings, start=1):
        say(f"{number}. {reading}", 2)
    say(f"Ours: {told.ours}")
    say(f"Why: {told.why}")
    say(f"What another reading would change: {told.changes}")
    say(f"In the odds: {told.odds}")
    for weighed in told.weighed:
        rules = ", ".join(f"{name} = {value}" for name, value in weighed["rules"].items())
        say(f"{weighed['game']} with {rules}: the edge of {weighed['bet']} would be "
            f"{weighed['other']} instead of {weighed['ours']}", 2)
    if told.option:
        say(f"The option {told.option} of a table file selects the other reading.")
    say()


def _tell_tests(tests: Sequence[str] | None, patches: int | None) -> None:
    if tests is None:
        say("Exercised: not known, there is no coverage of a test run.")
        return
    known = f"{patches} perturbation{'s' * (patches != 1)} of it known."
    if tests:
        say(f"Exercised by {len(tests)} test{'s' * (len(tests) > 1)} of the last run; {known}")
    else:
        say("No test of the last run exercised it, which may have been one of other tests; "
            f"{known}")
    for test in tests[:SHOWN_TESTS]:
        click.echo(f"  {test}")
    if len(tests) > SHOWN_TESTS:
        click.echo(f"  and {len(tests) - SHOWN_TESTS} more")


def _tell_rounds(rounds: Sequence[regulation_report.RoundOf]) -> None:
    if not rounds:
        say("No golden coup shows it.")
        return
    say(f"Shown by {len(rounds)} golden coup{'s' * (len(rounds) > 1)}:")
    for one in rounds[:SHOWN_TESTS]:
        click.echo(f"  {golden_rounds.place(one.name)}: {one.title}")
    if len(rounds) > SHOWN_TESTS:
        click.echo(f"  and {len(rounds) - SHOWN_TESTS} more")


def _coups(words: tuple[str, ...], database: str | None, last: int, as_json: bool) -> None:
    """The last coups of a journal in which a clause was applied."""
    if len(words) != 1:
        stop("--coups looks for one clause: sabot law --coups pt-805-2015/blackjack-online/15.a")
    words = (law.current(words[0]),)
    try:
        law.interpretation(words[0]) if words[0].startswith("ir/") else law.row(words[0])
    except law.UnknownClause as unknown:
        stop(str(unknown.args[0]))
    from sabot.house.archive import clause_search
    try:
        with Ledger.open(database_of(database), create=False, readonly=True) as ledger:
            found = clause_search.search_house(ledger, words[0], COUPS, last)
            told = {} if as_json else {coup.id: _lines(ledger, coup) for coup in found.coups}
    except LedgerError as error:
        stop(str(error))
    if as_json:
        put(msgspec.to_builtins(found))
        return
    for coup in found.coups:
        steps = len(coup.steps) + coup.more
        heading(f"{coup.id}  {coup.game}, {steps} step{'s' * (steps != 1)}")
        for line in told[coup.id]:
            click.echo(line)
        if coup.more:
            click.echo(f"  and {coup.more} more")
    say(f"{len(found.coups) or 'No'} coup{'s' * (len(found.coups) != 1)} in the last "
        f"{found.looked} entries of the journal; sabot replay COUP tells one. "
        f"--last looks further back.")
    if not found.coups:
        raise SystemExit(1)


def _lines(ledger: Ledger, coup: CoupCitation) -> list[str]:
    """The steps of a coup that were found, as `sabot replay` tells them, with its numbers."""
    try:
        begun, told = replay.read(replay.kept(ledger, coup.id))
        lines = {line.index: line for line in replay.lines(begun, told, "en")}
    except (msgspec.ValidationError, msgspec.DecodeError, LookupError) as error:
        return [f"  it cannot be read ({error}); sabot verify says what does not fit"]
    section = games.game(begun.game).section
    return [replay.shown(lines[at], section) for at in coup.lines]


def _list(rows: list[law.Row], as_json: bool) -> None:
    if as_json:
        put([row._asdict() for row in rows])
        return
    for row in rows:
        heading(f"{row.id}  ({row.kind})")
        say(row.text, 2)


def _search(words: str, as_json: bool) -> None:
    rows = law.search(words)
    if rows:
        _list(rows, as_json)
        return
    known = [*law.rows(), *law.sections(), *law.documents(), "coverage", "compare"]
    near = difflib.get_close_matches(words, known, n=3, cutoff=0.5)
    near += [row.id for row in law.rows().values()
             if row.rule == words.rpartition("/")[2] and row.document == words.split("/")[0]]
    hint = f"; the nearest are {', '.join(dict.fromkeys(near))}" if near else \
        "; `sabot law` lists documents and sections"
    stop(f"the register has no row {words!r} and no row holds these words{hint}")
