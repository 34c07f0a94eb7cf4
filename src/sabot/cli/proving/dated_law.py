"""``sabot law diff`` and ``impact``: what changed in the law, and what a draft would touch."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TypeVar

import click

from sabot import games
from sabot import regulations as law
from sabot.certify import law_diff, law_impact
from sabot.certify.coverage import Coverage
from sabot.certify.law_impact import OpenTable
from sabot.cli.proving.show_clause import file_of, kind_name
from sabot.cli.terminal import heading, padded, print_json, say, say_line, stop, warn
from sabot.error_texts import error_text
from sabot.procedure.table import Table
from sabot.regulations.dated import WrongAct
from sabot.reports.odds_report import names_of
from sabot.words import Phrase, joined, phrase, plural, render, to_plain

Read = TypeVar("Read")
SHOWN = 8
"""The number of tests, golden rounds and places that are listed for a row."""
SIGNS = {"add": "+", "repeal": "-", "replace": "*"}


def show_diff(words: Sequence[str], lang: str, as_json: bool) -> None:
    """Print what changed between two states of the law."""
    if len(words) != 2:
        stop("name two states: sabot law diff pt-1364-2001/blackjack pt-217-2007/blackjack, "
             "or DOCUMENT@DAY, or the file of an amending act")
    before, after = (_or_stop(law_diff.read_state, word) for word in words)
    difference = law_diff.diff(before, after, lang)
    if as_json:
        print_json(to_plain(difference))
        return
    changed, names = len(difference.rules), _bet_names(difference.games, lang)
    heading(plural("{before} to {after}: {n} rule changed, {same} the same",
                   "{before} to {after}: {n} rules changed, {same} the same", changed,
                   before=difference.before, after=difference.after, same=difference.same))
    for rule in difference.rules:
        name = f"{SIGNS[rule.does]} {rule.section}/{rule.rule}"
        click.echo()
        heading(phrase("{rule}, rule {was} before", rule=name, was=rule.was) if rule.was else name)
        for sign, texts in (("-", rule.before), ("+", rule.after)):
            for text in texts:
                act = f" ({text.act})" if text.act else ""
                say(f"{sign} {text.text}{act}", 2)
        for point in rule.points:
            say(phrase("{title}: {before}; then {after}.", title=point.title,
                       before=point.before, after=point.after), 4)
            say(_worth(point.bets, names), 4)
    if before.draft or after.draft:
        click.echo()
        say("No odds are computed by a draft; sabot law impact names the odds that it touches.")
    for priced in difference.games:
        click.echo()
        heading(phrase("The bets of plain tables: {games}", games=joined(
            dict.fromkeys((priced.before, priced.after)), " and ")))
        for bet in priced.bets:
            name = names.get(bet.bet, bet.bet)
            before_text, after_text = (padded(render(_percent(edge), lang), 14, right=True)
                                       for edge in (bet.before, bet.after))
            click.echo(f"  {padded(name, 22)}{before_text}{after_text}")


def _bet_names(priced: Iterable[law_diff.Priced], lang: str) -> dict[str, str]:
    """The names of bets in a language; English has their ids."""
    if lang == "en":
        return {}
    return {bet.bet: name for one in priced for bet in one.bets for game in (one.before, one.after)
            if (name := names_of(games.game(game), bet.bet).get(lang))}


def _or_stop(read: Callable[[str], Read], word: str) -> Read:
    """What a word names; an error that says what is wrong with it ends the program."""
    try:
        return read(word)
    except law_diff.WrongState as error:
        stop(error_text(error))
    except WrongAct as error:
        stop(joined([phrase("{file} is no amending act:", file=word),
                     *(joined(("", fault), "  ") for fault in error.faults)], "\n"))


def show_on(row_id: str, day: str, lang: str, as_json: bool) -> None:
    """Print a clause as it is in force on a day."""
    state = _or_stop(law_diff.read_state, f"{row_id.partition('/')[0]}@{day}").state
    row = state.rows.get(row_id)
    if row is None:
        known = law.rows().get(row_id)
        stop(phrase("{row} is not in force on {day}", row=row_id, day=day) if known is not None
             else phrase("the register has no row {row!r}", row=row_id))
    wording = row.wording(lang)
    if as_json:
        print_json({"id": row_id, "state": state.id, "on": day, "since": row.since,
                    "until": row.until, "act": row.act, **wording._asdict()})
        return
    heading(phrase("{row}  ({kind}), on {day}", row=row_id, kind=kind_name(row.row.kind, lang),
                   day=day))
    act = row.act or state.document.title_in(lang)[1]
    say(phrase("{act}; in force from {since} to the day before {until}. State of the regulation: "
               "{state}.", act=act, since=row.since, until=row.until, state=state.id)
        if row.until else
        phrase("{act}; in force from {since}. State of the regulation: {state}.", act=act,
               since=row.since, state=state.id))
    click.echo()
    say(wording.text)
    if wording.note:
        say(phrase("Note: {note}", note=wording.note), 2)


def _worth(bets: Sequence[law_diff.BetChange], names: Mapping[str, str]) -> Phrase:
    if not bets:
        return phrase("By this alone no bet costs more or less.")
    return phrase("By this alone: {bets}.", bets=joined((
        phrase("{bet} {before}, then {after}", bet=names.get(bet.bet, bet.bet),
               before=_percent(bet.before), after=_percent(bet.after)) for bet in bets), "; "))


def _percent(edge: float | None) -> str:
    return phrase("not offered") if edge is None else f"{100 * edge:.4f} %"


def show_impact(words: Sequence[str], tables: Path | None, coverage: Coverage | None, lang: str,
                as_json: bool) -> None:
    """Print what a draft amendment touches."""
    if len(words) != 1:
        stop("name the file of one draft: sabot law impact FILE.toml")
    act = _or_stop(lambda word: law_diff.read_draft(Path(word)), words[0])
    effects = law_impact.impact(act, _open_tables(tables) if tables else (), coverage, lang)
    if as_json:
        print_json(to_plain(effects))
        return
    heading(plural("{title}, in force from {since}: {n} change of {document}",
                   "{title}, in force from {since}: {n} changes of {document}",
                   len(effects.rows), title=effects.title, since=effects.since,
                   document=effects.document))
    for row in effects.rows:
        click.echo()
        heading(f"{SIGNS[row.does]} {row.id}")
        for sign, text in (("-", row.before), ("+", row.after)):
            if text:
                say(f"{sign} {text}", 2)
        if row.outside:
            say(phrase("Outside the program: {reason}", reason=row.outside), 2)
        _list(phrase("code"), [f"{file_of(place.module)}:{place.line}  {place.name}".rstrip()
                       for place in row.code])
        _list(phrase("odds"), [f"{file_of(place.module)}:{place.line}" for place in row.odds])
        _list(phrase("tests"), row.tests)
        _list(phrase("golden rounds"), row.rounds)
        if row.compared:
            say(plural("the oracle of the section compares it (once in the last run)",
                       "the oracle of the section compares it ({n} times in the last run)",
                       row.compared), 2)
        _list(phrase("interpretations"), row.interpretations)
        _list(phrase("options"), row.options)
    click.echo()
    say(phrase("Games: {games}. Their odds: {odds}.",
               games=joined(effects.games or [phrase("none of the catalogue")]),
               odds=joined(effects.odds or [phrase("none reads a changed row")])))
    for table in effects.tables:
        options = f" ({', '.join(table.options)})" if table.options else ""
        say(phrase("Table: {table}", table=f"{table.file}, {table.name}{options}"))
    if tables is None:
        say("With --tables DIR the tables of a house that it concerns are listed too.")


def _list(name: str, lines: Sequence[str]) -> None:
    if not lines:
        return
    say(phrase("{name}:", name=name), 2)
    for line in lines[:SHOWN]:
        click.echo(f"    {line}")
    if len(lines) > SHOWN:
        say_line(phrase("and {n} more", n=len(lines) - SHOWN), 4)


def _open_tables(folder: Path) -> Iterator[OpenTable]:
    """The lawful tables of a folder of table files; the others are named and left out."""
    for file in sorted(folder.glob("*.toml")):
        try:
            table = games.read_table(file.read_text("utf-8"))
        except (OSError, UnicodeDecodeError) as error:
            warn(phrase("sabot: {file} cannot be read: {why}", file=str(file),
                        why=error_text(error)))
            continue
        if isinstance(table, Table):
            yield OpenTable(file.name, table)
        else:
            warn(phrase("sabot: {file} is not lawful; it is left out", file=str(file)))
