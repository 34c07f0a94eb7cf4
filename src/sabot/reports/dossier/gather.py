"""Everything that a dossier says about a table, gathered from the reports of the program."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from sabot import regulations as law
from sabot.procedure.canonical_bytes import canonical, digest
from sabot.procedure.capabilities import Note
from sabot.procedure.game import Game
from sabot.procedure.table import Table, Violation
from sabot.regulations import dated, evidence
from sabot.reports import golden_rounds, regulation_report
from sabot.reports.dossier.content import (
    AmendmentNotHeld,
    AuthorisationLine,
    ClauseLine,
    Dossier,
    Head,
    Point,
    RoundText,
)
from sabot.reports.dossier.odds_part import odds_part, readings
from sabot.reports.dossier.options import game_of, rules_options, table_options
from sabot.reports.outside_rows import outside
from sabot.words import LANGS, render


def dossier(table: Table, violations: Iterable[Violation], notes: Iterable[Note], lang: str, *,
            file: str, program: str, day: str) -> Dossier:
    """The dossier of a table, in a language.

    Args:
        table: The table, also an unlawful one.
        violations: What the regulation forbids in it.
        notes: The remarks of `sabot check` on it.
        lang: The reader's language.
        file: The name of its file, "" for a plain table.
        program: The version of the program.
        day: The ISO day on which the dossier is written.
    """
    game, points = game_of(table), tuple(_violation(violation, lang) for violation in violations)
    lawful = not points
    rows = _rows(game)
    rounds = _rounds(game, rows, lang)
    shown_by = {clause: round_.name for round_ in rounds for clause in round_.clauses}
    return Dossier(
        lang=lang, head=_head(game, table, lang, file, program, day), violations=points,
        notes=tuple(_note(note, table, lang) for note in notes),
        table=table_options(game, table), rules=rules_options(game, table, lang),
        authorisations=tuple(_authorisations(game, table, lang)),
        readings=readings(game, table, lang, lawful), odds=odds_part(game, table, lang, lawful),
        clauses=tuple(_clauses(rows, shown_by, lang)), rounds=rounds)


def _head(game: Game, table: Table, lang: str, file: str, program: str, day: str) -> Head:
    document = law.document(game.section)
    return Head(
        name=table.name, game=game.id, game_name=game.names[lang], individual=table.individual,
        regulation=document.title, section=game.section, state=dated.state(document.key).id,
        since=game.in_force.since, until=game.in_force.until,
        dates=game.in_force.note.get(lang, ""), read=document.read,
        amendments=tuple(
            AmendmentNotHeld(act=amendment.act,
                             what=dict(zip(LANGS, amendment.what, strict=True))[lang])
            for amendment in document.amendments),
        program=program, digest=digest(canonical(table)), file=file, day=day,
        currency=game.currency,
        buy_in=game.purse.buy_in(table) if game.purse and game.purse.buy_in else None)


def _wording(clause: str, lang: str) -> tuple[str, str]:
    """The text of a clause or the title of an interpretation, and its language."""
    if clause.startswith("ir/"):
        paragraph = law.interpretation(clause).paragraph(lang)
        return paragraph.title, paragraph.lang
    if not clause:
        return "", lang
    wording = law.row(clause).wording(lang)
    return wording.text, wording.lang


def _violation(violation: Violation, lang: str) -> Point:
    text, text_lang = _wording(violation.clause, lang)
    if violation.clause.startswith("ir/"):
        text = law.interpretation(violation.clause).paragraph(lang).says
    return Point(what=render(violation.what, lang), clause=violation.clause, text=text,
                 lang=text_lang, found=render(violation.found, lang),
                 allowed=render(violation.allowed, lang))


def _note(note: Note, table: Table, lang: str) -> Point:
    text, text_lang = _wording(note.clause, lang)
    options = tuple(option for option in table.demonstrated
                    if game_of(table).conduct.leave(option) == note.clause) \
        if note.what == "authorisations" else ()
    return Point(what=note.what, clause=note.clause, text=text, lang=text_lang,
                 said=render(note.text, lang), options=options)


def _authorisations(game: Game, table: Table, lang: str) -> Iterable[AuthorisationLine]:
    for consent in table.authorisations:
        clause = game.conduct.leave(consent.option)
        text, text_lang = _wording(clause, lang)
        yield AuthorisationLine(
            option=consent.option, clause=clause, text=text, lang=text_lang, by=consent.by,
            reference=consent.reference, requested=consent.requested,
            effective=consent.effective, demonstration=consent.demonstration)


# -- clauses and rounds ----------------------------------------------------------------------------


def _rows(game: Game) -> list[dated.DatedRow]:
    """The rows of the section of a game in the newest state of its regulation, in order."""
    key = law.document(game.section).key
    return [row for row in dated.state(key).rows.values() if row.row.section == game.section]


def _clauses(rows: Iterable[dated.DatedRow], shown_by: Mapping[str, str], lang: str
             ) -> Iterable[ClauseLine]:
    beyond = outside()
    for row in rows:
        wording, clause = row.wording(lang), row.row.id
        reason = beyond.get(clause)
        yield ClauseLine(
            id=clause, rule=row.row.rule, kind=row.row.kind, text=wording.text, note=wording.note,
            lang=wording.lang, state=regulation_report.state(clause),
            why=reason.sentence(lang) if reason and reason.reason != "heading" else "",
            readings=tuple(f"ir/{n}" for n in
                           regulation_report.line(row.row, lang).interpretations),
            round=shown_by.get(clause, ""),
            tests=() if clause in shown_by else tuple(evidence.tests(clause)))


def _rounds(game: Game, rows: Iterable[dated.DatedRow], lang: str) -> tuple[RoundText, ...]:
    """The smallest set of golden rounds found that shows every clause that rounds show: again and
    again the one that shows most of the rest; among equals one of this game, and the shortest."""
    by_round: dict[str, set[str]] = {}
    titles: dict[str, str] = {}
    for row in rows:
        for round_ in golden_rounds.rounds_showing(row.row.id):
            by_round.setdefault(round_.name, set()).add(row.row.id)
            titles[round_.name], _ = golden_rounds.title(round_, lang)
    texts: dict[str, str] = {}
    for name in list(by_round):
        try:
            texts[name] = golden_rounds.text(name)
        except LookupError:  # not part of this installation
            del by_round[name]
    rest = {clause for clauses in by_round.values() for clause in clauses}
    order = [row.row.id for row in rows]
    chosen = []
    while rest:
        name = max(sorted(by_round), key=lambda name: (
            len(by_round[name] & rest), name.startswith(f"{game.id}/"), -len(texts[name])))
        chosen.append((name, tuple(sorted(by_round[name] & rest, key=order.index))))
        rest -= by_round[name]
    chosen.sort(key=lambda entry: order.index(entry[1][0]))
    return tuple(
        RoundText(n=n, name=name, title=titles[name], place=golden_rounds.place(name),
                  clauses=clauses, text=golden_rounds.text(name, lang))
        for n, (name, clauses) in enumerate(chosen, start=1))
