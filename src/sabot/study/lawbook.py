"""A regulation as a reader has it: every clause with what the program makes of it."""

from __future__ import annotations

from functools import cache
from typing import Any

from sabot import law
from sabot.games import catalogue
from sabot.law import shown
from sabot.study.outside import REASONS, outside
from sabot.words import LANGS

EXERCISED, OUTSIDE, OPEN = "exercised", "outside", "open"
"""Of a clause: a test or a golden coup shows it at work; no program performs it; neither."""


def documents() -> list[dict[str, Any]]:
    """The regulations with their sections: how many clauses each has in which state, and the games
    of the catalogue that are told under it."""
    return [{**_head(one), "sections": [
        {"section": key, "rows": len(rows), **_tally(rows), "games": _games(key)}
        for key, rows in law.sections().items() if key.split("/")[0] == one.key]}
        for one in law.documents().values()]


def section(key: str) -> dict[str, Any]:
    """The clauses of a section in the order of the text, each with its state and with how much
    there is to be read of it; UnknownClause where there is no such section."""
    if key not in law.sections():
        raise law.UnknownClause(f"the register has no section {key!r}; it has "
                                f"{', '.join(law.sections())}")
    return {**_head(law.document(key)), "section": key, "games": _games(key),
            "rows": [line(row) for row in law.sections()[key]]}


def line(row: law.Row) -> dict[str, Any]:
    """A clause in a list."""
    beyond = _outside().get(row.id)
    return {"id": row.id, "rule": row.rule, "kind": row.kind, "text": row.text, "note": row.note,
            "state": state(row.id), "reason": beyond.reason if beyond else "",
            "tests": len(shown.tests(row.id)), "rounds": len(shown.rounds(row.id)),
            "cited": len(places(row.id)),
            "interpretations": [entry.n for entry in _read().get(row.id, ())]}


def state(clause: str) -> str:
    """How it stands with a clause, by the list of what shows it: a test that names a clause and
    does not see it given fails."""
    if clause in _outside():
        return OUTSIDE
    return EXERCISED if shown.tests(clause) or shown.rounds(clause) else OPEN


def entry(clause: str) -> dict[str, Any]:
    """Everything that is known of a clause, or of an interpretation; UnknownClause for neither."""
    common = {
        "cited": [{"module": module, "name": name} for module, name in places(clause)],
        "tests": shown.tests(clause),
        "rounds": [{"name": one.name, "title": one.title} for one in shown.rounds(clause)],
    }
    if clause.startswith("ir/"):
        return {**reading(law.interpretation(clause)), **common}
    row, beyond = law.row(clause), _outside().get(clause)
    readings = list(_read().get(clause, ()))
    if beyond is not None and beyond.interpretation:
        behind = law.interpretation(f"ir/{beyond.interpretation}")
        readings += [] if behind in readings else [behind]
    return {**_head(law.document(clause)), **line(row), **common, "section": row.section,
            "games": _games(row.section),
            "outside": beyond and {"reason": beyond.reason, "meaning": REASONS[beyond.reason],
                                   "interpretation": beyond.interpretation or None},
            "interpretations": [reading(one) for one in readings]}


def reading(one: law.Interpretation) -> dict[str, Any]:
    """An interpretation as plain data."""
    return {"id": one.id, **one._asdict()}


def places(clause: str) -> list[tuple[str, str]]:
    """Where the modules imported so far cite a clause: module and name, each once."""
    return list(dict.fromkeys((one.module, one.name) for one in law.citations(clause)))


def options(clause: str) -> list[tuple[str, str]]:
    """The options of rules that hang on a clause, each with its game: those of the interpretations
    on it that leave a choice."""
    found = []
    records = [law.interpretation(clause)] if clause.startswith("ir/") else _read().get(clause, ())
    for one in records:
        sections = {of.rpartition("/")[0] for of in one.clauses}
        for game in catalogue().values():
            if one.option in game.rules.__struct_fields__ and game.section in sections:
                found.append((game.id, one.option))
    return list(dict.fromkeys(found))


def _head(one: law.Document) -> dict[str, Any]:
    return {"document": one.key, "title": one.title, "short": one.short, "since": one.since,
            "until": one.until, "replaced_by": one.replaced_by,
            "dates": dict(zip(LANGS, one.dates, strict=True)), "read": one.read}


def _games(key: str) -> list[dict[str, Any]]:
    return [{"id": game.id, "names": game.names} for game in catalogue().values()
            if game.section == key]


def _tally(rows: tuple[law.Row, ...]) -> dict[str, int]:
    states = [state(row.id) for row in rows]
    return {name: states.count(name) for name in (EXERCISED, OUTSIDE, OPEN)}


@cache
def _outside() -> dict[str, Any]:
    return dict(outside())


@cache
def _read() -> dict[str, list[law.Interpretation]]:
    found: dict[str, list[law.Interpretation]] = {}
    for one in law.interpretations().values():
        for clause in one.clauses:
            found.setdefault(clause, []).append(one)
    return found
