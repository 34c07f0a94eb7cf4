"""Reports on regulations: every clause with its state, tests, golden rounds and citations."""

from __future__ import annotations

from functools import cache
from typing import Annotated, Any

import msgspec

from sabot import games
from sabot import regulations as law
from sabot.procedure.readings import option_path
from sabot.regulations import evidence
from sabot.reports import golden_rounds
from sabot.reports.outside_rows import REASONS, Outside, outside
from sabot.words import LANGS, phrase

Weighed = Annotated[dict[str, Any], msgspec.Meta(description=(
    "The figures for another reading: of which game and bet, by `ours` and by the `other`; open, "
    "since the rules that select it are the game's own"))]
EXERCISED, OUTSIDE, OPEN = "exercised", "outside", "open"
"""States of a clause: a test or golden round exercises it; software cannot perform it; neither."""


class GameOf(msgspec.Struct, frozen=True, kw_only=True):
    """A game that follows a section."""

    id: str
    names: dict[str, str]


class AmendmentOf(msgspec.Struct, frozen=True, kw_only=True):
    """An act that changed a regulation: its title, and what it changed by language."""

    act: str
    what: dict[str, str]


class Head(msgspec.Struct, frozen=True, kw_only=True):
    """A regulation: its titles, in the language ``title_lang``, the dates when it is in force, its
    replacement, notes on the dates by language, the part that was not read, and the acts that
    changed it since it was published and that the register does not hold."""

    document: str
    title: str
    short: str
    title_lang: str
    since: str
    until: str
    replaced_by: str
    dates: dict[str, str]
    read: str
    amendments: list[AmendmentOf]


class SectionCounts(msgspec.Struct, frozen=True, kw_only=True):
    """A section: the number of its clauses in total and by state, and its games."""

    section: str
    rows: int
    exercised: int
    outside: int
    open: int
    games: list[GameOf]


class Regulation(Head, frozen=True, kw_only=True):
    """A regulation with its sections."""

    sections: list[SectionCounts]


class Line(msgspec.Struct, frozen=True, kw_only=True):
    """A clause in a list, in the language ``lang``: its state (with the reason if it is outside
    software), the numbers of tests, golden rounds and citations, and its interpretations."""

    id: str
    rule: str
    kind: str
    lang: str
    text: str
    note: str
    state: str
    reason: str
    tests: int
    rounds: int
    cited: int
    interpretations: list[int]


class SectionReport(Head, frozen=True, kw_only=True):
    """A section of a regulation with its clauses in the order of the text."""

    section: str
    games: list[GameOf]
    rows: list[Line]


class CitedAt(msgspec.Struct, frozen=True, kw_only=True):
    """A citation of a clause: the module and the name in it."""

    module: str
    name: str


class RoundOf(msgspec.Struct, frozen=True, kw_only=True):
    """A golden round that shows a clause; its title is in the language ``lang``."""

    name: str
    title: str
    lang: str


class Beyond(msgspec.Struct, frozen=True, kw_only=True):
    """Why software does not perform a clause: the reason, its meaning, ``why`` in one sentence for
    this clause, in the language of the clause, and the number of the interpretation."""

    reason: str
    meaning: str
    why: str
    interpretation: int | None


class Reading(msgspec.Struct, frozen=True, kw_only=True):
    """An interpretation: its clauses, the possible readings, ours and why; what another reading
    would change, and the option that selects it. ``letter`` is the value of the option that the
    bare text supports best, null where that is the usual one. ``moves`` says whether another
    reading changes "money", a "choice" or "neither". ``says`` is all of this in one paragraph; it
    and the title are in the language ``lang``, the rest in English."""

    id: str
    n: int
    title: str
    clauses: tuple[str, ...]
    question: str
    readings: tuple[str, ...]
    ours: str
    why: str
    changes: str
    odds: str
    weighed: tuple[Weighed, ...]
    option: str
    letter: bool | int | str | None
    moves: str
    lang: str
    says: str


class ReadingEntry(Reading, frozen=True, kw_only=True):
    """An interpretation, with the code that cites it, its tests and its golden rounds."""

    cited: list[CitedAt]
    tests: list[str]
    rounds: list[RoundOf]


class ClauseEntry(Head, frozen=True, kw_only=True):
    """Everything known about a clause, in the language ``lang``."""

    id: str
    rule: str
    kind: str
    lang: str
    text: str
    note: str
    state: str
    reason: str
    tests: list[str]
    rounds: list[RoundOf]
    cited: list[CitedAt]
    interpretations: list[Reading]
    section: str
    games: list[GameOf]
    outside: Beyond | None


def documents(lang: str = "en") -> list[Regulation]:
    """All regulations with their sections: the number of clauses by state, and the games; titles
    in a language where they have one in it."""
    return [Regulation(**_head(document, lang), sections=[
        SectionCounts(section=key, rows=len(rows), **_tally(rows), games=_games(key))
        for key, rows in law.sections().items() if key.split("/")[0] == document.key])
        for document in law.documents().values()]


def section(key: str, lang: str = "en") -> SectionReport:
    """The clauses of a section in the order of the text, in a language where they are held in it;
    UnknownClause if there is no such section."""
    if key not in law.sections():
        raise law.UnknownClause(phrase("the register has no section {key!r}; it has {sections}",
                                       key=key, sections=", ".join(law.sections())))
    return SectionReport(**_head(law.document(key), lang), section=key, games=_games(key),
                         rows=[line(row, lang) for row in law.sections()[key]])


def line(row: law.Row, lang: str = "en") -> Line:
    """A clause in a list, in a language where it is held in it."""
    beyond, wording = _outside(row.section).get(row.id), row.wording(lang)
    return Line(id=row.id, rule=row.rule, kind=row.kind, lang=wording.lang, text=wording.text,
                note=wording.note, state=state(row.id), reason=beyond.reason if beyond else "",
                tests=len(evidence.tests(row.id)), rounds=len(golden_rounds.rounds_showing(row.id)),
                cited=len(places(row.id)),
                interpretations=[entry.n for entry in _interpretations().get(row.id, ())])


def state(clause: str) -> str:
    """The state of a clause, by the list of tests and golden rounds."""
    if clause in _outside(law.row(clause).section):
        return OUTSIDE
    return EXERCISED if evidence.tests(clause) or golden_rounds.rounds_showing(clause) else OPEN


def entry(clause: str, lang: str = "en") -> ClauseEntry | ReadingEntry:
    """Everything known about a clause or an interpretation, in a language where it is held in it;
    UnknownClause for neither."""
    if clause.startswith("ir/"):
        interpretation = law.interpretation(clause)
        return ReadingEntry(
            id=interpretation.id,
            **_in_words(interpretation, lang),
            cited=_citations(clause),
            tests=evidence.tests(clause),
            rounds=_rounds(clause, lang),
        )
    row = law.row(clause)
    beyond = _outside(row.section).get(clause)
    wording = row.wording(lang)
    readings = list(_interpretations().get(clause, ()))
    if beyond is not None and beyond.interpretation:
        reason = law.interpretation(f"ir/{beyond.interpretation}")
        readings += [] if reason in readings else [reason]
    return ClauseEntry(
        **_head(law.document(clause), lang),
        id=row.id,
        rule=row.rule,
        kind=row.kind,
        lang=wording.lang,
        text=wording.text,
        note=wording.note,
        state=state(clause),
        reason=beyond.reason if beyond else "",
        tests=evidence.tests(clause),
        rounds=_rounds(clause, lang),
        cited=_citations(clause),
        interpretations=[
            Reading(id=interpretation.id, **_in_words(interpretation, lang))
            for interpretation in readings
        ],
        section=row.section,
        games=_games(row.section),
        outside=Beyond(
            reason=beyond.reason, meaning=REASONS[beyond.reason], why=beyond.sentence(lang),
            interpretation=beyond.interpretation or None)
        if beyond
        else None,
    )


def _in_words(interpretation: law.Interpretation, lang: str) -> dict[str, Any]:
    """The fields of an interpretation, with its paragraph in a language."""
    return {**interpretation._asdict(), **interpretation.paragraph(lang)._asdict()}


def _citations(clause: str) -> list[CitedAt]:
    return [CitedAt(module=module, name=name) for module, name in places(clause)]


def _rounds(clause: str, lang: str) -> list[RoundOf]:
    return [RoundOf(name=round_.name, title=title, lang=title_lang)
            for round_ in golden_rounds.rounds_showing(clause)
            for title, title_lang in [golden_rounds.title(round_, lang)]]


def places(clause: str) -> list[tuple[str, str]]:
    """The citations of a clause in the code: module and name, each once."""
    return list(
        dict.fromkeys((citation.module, citation.name) for citation in law.citations(clause))
    )


def options(clause: str) -> list[tuple[str, str]]:
    """The options that depend on a clause, each with its game: those of its interpretations."""
    options_ = []
    records = (
        [law.interpretation(clause)]
        if clause.startswith("ir/")
        else _interpretations().get(clause, ())
    )
    for record in records:
        sections = {clause_.rpartition("/")[0] for clause_ in record.clauses}
        concerned = [game for section in sections for game in games.of_section(section)]
        for game in sorted(concerned, key=lambda game: game.id):
            path = option_path(game.rules, record.option)
            if path:
                options_.append((game.id, ".".join(path)))
    return list(dict.fromkeys(options_))


def _head(document: law.Document, lang: str) -> dict[str, Any]:
    title, short, title_lang = document.title_in(lang)
    return {
        "document": document.key,
        "title": title,
        "short": short,
        "title_lang": title_lang,
        "since": document.since,
        "until": document.until,
        "replaced_by": document.replaced_by,
        "dates": dict(zip(LANGS, document.dates, strict=True)),
        "read": document.read,
        "amendments": [AmendmentOf(act=amendment.act,
                                   what=dict(zip(LANGS, amendment.what, strict=True)))
                       for amendment in document.amendments],
    }


def _games(key: str) -> list[GameOf]:
    return [GameOf(id=game.id, names=game.names) for game in games.of_section(key)]


def _tally(rows: tuple[law.Row, ...]) -> dict[str, int]:
    states = [state(row.id) for row in rows]
    return {name: states.count(name) for name in (EXERCISED, OUTSIDE, OPEN)}


@cache
def _outside(section: str) -> dict[str, Outside]:
    return outside(section)


@cache
def _interpretations() -> dict[str, list[law.Interpretation]]:
    by_clause: dict[str, list[law.Interpretation]] = {}
    for interpretation in law.interpretations().values():
        for clause in interpretation.clauses:
            by_clause.setdefault(clause, []).append(interpretation)
    return by_clause
