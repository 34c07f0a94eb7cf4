"""The law: `law` looks up a clause, `find_law` searches the register."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from sabot import games
from sabot import regulations as register
from sabot.errors import as_sabot_error, wrong
from sabot.library import arguments
from sabot.library.display import frame, html_table
from sabot.regulations import evidence
from sabot.words import phrase

if TYPE_CHECKING:
    import pandas


@dataclass(frozen=True)
class Reading:
    """How an ambiguous clause is read: its ``id`` (``ir/7``), a ``title``, a paragraph that says
    what the clause leaves open, the readings, ours and why, and what another one ``moves``
    ("money", "choice" or "neither"). ``option`` chooses another reading at a table, "" for none."""

    id: str
    title: str
    says: str = field(repr=False)
    moves: str
    option: str
    clauses: tuple[str, ...]


@dataclass(frozen=True)
class Clause:
    """A clause of a regulation, in the words of the register.

    ``id`` is "document/section/rule"; ``kind`` says what it rules ("payout", "decision" ...);
    ``text`` and ``note`` are in the language ``lang``. ``readings`` are the interpretations that
    concern it, ``code`` the places of the program that cite it and ``tests`` those that show it.
    """

    id: str
    kind: str
    text: str
    note: str = field(repr=False)
    lang: str
    document: str
    """The title of the regulation."""

    @property
    def readings(self) -> tuple[Reading, ...]:
        """The interpretations that concern this clause.

        >>> import sabot
        >>> [reading.id for reading in sabot.law("pt-217-2007/cussec/8").readings]
        ['ir/150', 'ir/153']
        """
        return tuple(_reading(entry, self.lang) for entry in register.interpretations().values()
                     if self.id in entry.clauses)

    @property
    def code(self) -> tuple[str, ...]:
        """The places of the program that cite this clause: "module:line"."""
        return tuple(f"{cite.module}:{cite.line}" for cite in register.citations(self.id))

    @property
    def tests(self) -> tuple[str, ...]:
        """The tests that show this clause at work."""
        return tuple(evidence.tests(self.id))

    def _repr_html_(self) -> str:
        return html_table((self.id, self.kind), [(self.text, self.document)])


REPR_CLAUSES = 6
"""The clauses of a line."""


@dataclass(frozen=True, repr=False)
class Clauses:
    """Several clauses: a sequence of `Clause`."""

    clauses: tuple[Clause, ...]

    def __len__(self) -> int:
        return len(self.clauses)

    def __iter__(self) -> Iterator[Clause]:
        return iter(self.clauses)

    def __getitem__(self, n: int) -> Clause:
        return arguments.item("clause", self.clauses, n)

    def __repr__(self) -> str:
        first = [clause.id for clause in self.clauses[:REPR_CLAUSES]]
        more = ", ..." if len(self.clauses) > REPR_CLAUSES else ""
        return f"Clauses({len(self.clauses)}: {', '.join(first)}{more})"

    def to_frame(self) -> pandas.DataFrame:
        """The clauses as a data frame; needs pandas."""
        return frame({"id": clause.id, "kind": clause.kind, "text": clause.text,
                      "note": clause.note} for clause in self.clauses)

    def _repr_html_(self) -> str:
        return html_table(("clause", "kind", "text"),
                          [(clause.id, clause.kind, clause.text) for clause in self.clauses])


def law(clause: str, *, lang: str = "en") -> Clause:
    """A clause by its id in a language: "en", "pt" or "zh". `SabotError` names similar clauses.

    An interpretation is found by its number (``ir/7``): a clause of the kind "reading", whose text
    is the paragraph.

    >>> import sabot
    >>> sabot.law("pt-217-2007/cussec/9").text
    'Bets on small and on big lose when all three dice show the same number of pips.'
    >>> sabot.law("pt-217-2007/cussec/9", lang="pt").lang
    'pt'
    """
    arguments.text("clause", clause)
    arguments.language(lang)
    with as_sabot_error():
        if clause.startswith("ir/"):
            entry = _reading(register.interpretation(clause), lang)
            return Clause(entry.id, "reading", entry.says, "", lang, entry.title)
        return _clause(register.row(clause), lang)


def find_law(words: str = "", *, of: str = "", lang: str = "en") -> Clauses:
    """The clauses with these words; ``of`` limits them to a game, a regulation or a section.

    >>> import sabot
    >>> len(sabot.find_law("insurance", of="blackjack-2007")) > 0
    True
    """
    arguments.text("words", words)
    arguments.text("of", of)
    arguments.language(lang)
    section = of
    if of in games.ids():
        section = games.game(of).section
    rows = register.search(words, lang) if words else list(register.rows().values())
    chosen = [row for row in rows if not section or row.id == section
              or row.id.startswith(f"{section}/")]
    if not chosen and of and not any(row.id.startswith(f"{section}/")
                                     for row in register.rows().values()):
        raise wrong("of", of, phrase("a game or a section: {known}",
                                     known=", ".join(register.sections())))
    return Clauses(tuple(_clause(row, lang) for row in chosen))


def _clause(row: register.Row, lang: str) -> Clause:
    wording = row.wording(lang)
    return Clause(row.id, row.kind, wording.text, wording.note, wording.lang,
                  register.document(row.id).title)


def _reading(entry: register.Interpretation, lang: str) -> Reading:
    paragraph = entry.paragraph(lang)
    return Reading(entry.id, paragraph.title, paragraph.says, entry.moves, entry.option,
                   entry.clauses)
