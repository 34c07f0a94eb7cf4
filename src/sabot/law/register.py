"""Five regulations as rows: every obligation in them, with its kind, its text and its traps."""

from __future__ import annotations

import csv
import difflib
from functools import cache
from importlib import resources
from typing import NamedTuple

KINDS = frozenset((
    "accounting", "admin", "announcement", "bet", "conduct", "decision", "equipment", "fault",
    "information", "jackpot", "layout", "limit", "object", "order", "payout", "platform",
    "procedure",
))


class Document(NamedTuple):
    """A regulation: its key in the register, its titles, the day or year it was published, and
    what of this register replaced it where something did.

    It is in force from ``since``, and no more from ``until`` on ("" while it lasts): days, or a
    year where no more is known; ``dates`` says what is known of them.
    """

    key: str
    title: str
    short: str
    published: str
    since: str
    replaced_by: str = ""
    until: str = ""
    dates: str = ""


DOCUMENTS = {
    d.key: d
    for d in (
        Document("mo-22-96-M", "Portaria n.º 22/96/M (Macau): 3-card baccarat game",
                 "Portaria 22/96/M", "1996", "1996", dates="signed on 22 January 1996"),
        Document("mo-57-2009", "Despacho do Secretário para a Economia e Finanças n.º 57/2009 "
                 "(Macau): black jack", "Despacho 57/2009", "2009", "2009",
                 dates="in force from the day after its publication; signed on 30 March 2009"),
        Document("pt-1364-2001", "Portaria n.º 1364/2001: blackjack/21", "Portaria 1364/2001",
                 "2001-12-06", "2001-12-07", replaced_by="pt-217-2007", until="2005",
                 dates="in force from the day after its publication; gathered with others into "
                 "Portaria 817/2005 of 13 September 2005, whose rules Portaria 217/2007 revoked"),
        Document("pt-217-2007", "Portaria n.º 217/2007: jogos de fortuna ou azar",
                 "Portaria 217/2007", "2007-02-26", "2007-03-01",
                 dates="in force from the first day of the month after its publication"),
        Document("pt-805-2015", "Regulamento n.º 805/2015: regras do jogo blackjack/21 online",
                 "Regulamento 805/2015", "2015-11-26", "2015-11-26",
                 dates="the day of its publication; its rules name no day of entry into force"),
    )
}


class Row(NamedTuple):
    """One obligation of the register.

    ``id`` is ``document/section/rule``; letters and dots in ``rule`` are the law's own, a final
    ``-2`` or ``-3`` is the register's split of one rule. ``note`` holds traps and open questions.
    """

    id: str
    game: str
    kind: str
    text: str
    note: str

    @property
    def document(self) -> str:
        return self.id.split("/", 1)[0]

    @property
    def section(self) -> str:
        return self.id.rsplit("/", 1)[0]

    @property
    def rule(self) -> str:
        return self.id.rsplit("/", 1)[1]


class UnknownClause(LookupError):
    """A citation of a rule that no register row holds."""


@cache
def rows() -> dict[str, Row]:
    """Every row of the register by its id, in the order of the documents."""
    found: dict[str, Row] = {}
    for key in DOCUMENTS:
        text = resources.files(__package__).joinpath(f"register/{key}.tsv").read_text("utf-8")
        for record in csv.DictReader(text.splitlines(), delimiter="\t", quoting=csv.QUOTE_NONE):
            entry = Row(**{name: (record[name] or "").strip() for name in Row._fields})
            if entry.id in found:
                raise ValueError(f"the register holds {entry.id} twice")
            found[entry.id] = entry
    return found


@cache
def sections() -> dict[str, tuple[Row, ...]]:
    """The rows of each ``document/section``."""
    grouped: dict[str, list[Row]] = {}
    for entry in rows().values():
        grouped.setdefault(entry.section, []).append(entry)
    return {key: tuple(value) for key, value in grouped.items()}


def document(row_id: str) -> Document:
    """The regulation that a row or section belongs to."""
    return DOCUMENTS[row_id.split("/", 1)[0]]


def row(row_id: str) -> Row:
    """The row with this id; UnknownClause names the nearest ids when there is none."""
    try:
        return rows()[row_id]
    except KeyError:
        near = difflib.get_close_matches(row_id, rows(), n=3, cutoff=0.5)
        hint = f"; the nearest are {', '.join(near)}" if near else ""
        raise UnknownClause(f"the register has no row {row_id!r}{hint}") from None


def find(prefix: str) -> list[Row]:
    """The row with this id, or every row of the document or section so named."""
    if prefix in rows():
        return [rows()[prefix]]
    return [entry for entry in rows().values() if entry.id.startswith(prefix.rstrip("/") + "/")]


def search(words: str) -> list[Row]:
    """Rows whose id, text or note holds every one of the words, in any order."""
    wanted = words.casefold().split()
    return [
        entry for entry in rows().values()
        if all(word in f"{entry.id} {entry.text} {entry.note}".casefold() for word in wanted)
    ]
