"""``sabot law``: a clause, a search in the register, or how much of it is exercised."""

from __future__ import annotations

import difflib
import importlib
import pkgutil
from typing import Any

import click

import sabot
from sabot import games, law
from sabot.certify import coverage
from sabot.cli import compare
from sabot.cli.terminal import heading, put, say, stop

SHOWN_TESTS = 12


def _cite_everything() -> None:
    """Import every module that may cite a clause, so that `law.citations` knows it."""
    games.catalogue()
    for name in ("ledger", "house", "web"):
        package = pkgutil.resolve_name(f"sabot.{name}") if _exists(name) else None
        for info in pkgutil.walk_packages(getattr(package, "__path__", []), f"sabot.{name}."):
            if "migrations" not in info.name:
                importlib.import_module(info.name)


def _exists(name: str) -> bool:
    return any(info.name == name and info.ispkg for info in pkgutil.iter_modules(sabot.__path__))


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
def command(words: tuple[str, ...], as_json: bool, everything: bool) -> None:
    """Show a clause of the register.

    WORDS is the id of a row (pt-805-2015/blackjack-online/15.e), of an interpretation (ir/4), of a
    document or a section; `coverage` for what the tests exercise of each; or words to search for.
    `compare` lays the blackjacks side by side, `compare GAME GAME` shows where two of them differ.
    Without WORDS: the documents and their sections.

    \b
    Coverage as JSON is an object: document, then game, then
    {"rows": n, "exercised": n, "outside": n, "open": n}.
    """
    if not words:
        _overview(as_json)
    elif words == ("coverage",):
        _coverage(as_json)
    elif words[0] == "compare":
        compare.show(words[1:], everything, as_json)
    elif len(words) == 1 and (words[0] in law.rows() or words[0].startswith("ir/")):
        _clause(words[0], as_json)
    elif len(words) == 1 and law.find(words[0]):
        _list(law.find(words[0]), as_json)
    else:
        _search(" ".join(words), as_json)


def _overview(as_json: bool) -> None:
    documents: list[dict[str, Any]] = [
        {"document": d.key, "title": d.title, "published": d.published,
         "replaced_by": d.replaced_by,
         "sections": [{"section": key, "rows": len(rows)}
                      for key, rows in law.sections().items() if key.split("/")[0] == d.key]}
        for d in law.DOCUMENTS.values()
    ]
    if as_json:
        put(documents)
        return
    for entry in documents:
        heading(f"{entry['document']}  {entry['title']} ({entry['published']})")
        for part in entry["sections"]:
            click.echo(f"  {part['section']:<44} {part['rows']:>4} rows")
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
    _cite_everything()
    told = coverage.describe(row_id, _last())
    if as_json:
        put(told)
        return
    if row_id.startswith("ir/"):
        _tell_interpretation(told)
    else:
        _tell_row(told)
    cited = ", ".join(f"{c['module']}:{c['line']}" for c in told["cited"])
    say(f"Cited in: {cited or 'no module'}")
    _tell_tests(told)


def _tell_row(told: dict[str, Any]) -> None:
    heading(f"{told['id']}  ({told['kind']})")
    say(told["document"])
    say()
    say(told["text"])
    if told["note"]:
        say(f"Note: {told['note']}", 2)
    for entry in told["interpretations"]:
        say(f"{entry['id']}  {entry['title']}: {entry['ours']}", 2)
    say()
    if told["outside"]:
        say(f"Outside software ({told['outside']['reason']}): {told['outside']['meaning']}.")


def _tell_interpretation(told: dict[str, Any]) -> None:
    heading(f"{told['id']}  {told['title']}")
    for clause in told["clauses"]:
        say(clause, 2)
    say()
    say(told["question"])
    for number, reading in enumerate(told["readings"], start=1):
        say(f"{number}. {reading}", 2)
    say(f"Ours: {told['ours']}")
    say(f"Why: {told['why']}")
    say(f"What another reading would change: {told['changes']}")
    if told["option"]:
        say(f"The option {told['option']} of a table file selects the other reading.")
    say()


def _tell_tests(told: dict[str, Any]) -> None:
    tests = told["tests"]
    if tests is None:
        say("Exercised: not known, there is no coverage of a test run.")
        return
    patches = told["perturbations"]
    say(f"Exercised by {len(tests)} tests of the last run; {patches} perturbation"
        f"{'' if patches == 1 else 's'} of it known.")
    for test in tests[:SHOWN_TESTS]:
        click.echo(f"  {test}")
    if len(tests) > SHOWN_TESTS:
        click.echo(f"  and {len(tests) - SHOWN_TESTS} more")


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
    known = [*law.rows(), *law.sections(), *law.DOCUMENTS, "coverage", "compare"]
    near = difflib.get_close_matches(words, known, n=3, cutoff=0.5)
    near += [row.id for row in law.rows().values()
             if row.rule == words.rpartition("/")[2] and row.document == words.split("/")[0]]
    hint = f"; the nearest are {', '.join(dict.fromkeys(near))}" if near else \
        "; `sabot law` lists documents and sections"
    stop(f"the register has no row {words!r} and no row holds these words{hint}")
