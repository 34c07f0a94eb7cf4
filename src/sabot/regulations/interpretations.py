"""Numbered records of how an ambiguous clause is interpreted, cited like clauses: ``IR[4]``."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import Any, Literal, NamedTuple, get_args

from sabot.regulations import packages
from sabot.regulations.register import UnknownClause, read_records, row
from sabot.words import phrase

Moves = Literal["money", "choice", "neither"]
"""What another reading would change: what somebody is paid or charged; what somebody may do or
decide; or neither."""


class Paragraph(NamedTuple):
    """An interpretation in one language: its title, and one paragraph that says what the clause
    leaves open, which readings there are, ours, why, and what another would change."""

    lang: str
    title: str
    says: str


class Interpretation(NamedTuple):
    """One interpretation: the clauses concerned, the possible readings, ours, and why.

    ``option`` is the field of the game's rules that selects the other reading, or "" when only one
    is defensible. ``letter`` is the value of this option that the bare text supports best, None
    where that is the usual one. ``odds`` says how another reading changes the odds.

    ``weighed`` are the figures where rules of a game can express it: the ``game``, the ``bet``, the
    ``rules`` that select the other reading and those (``beside``) that apply to both, the edge by
    ``ours`` and by the ``other``, a fraction or to seven places, and the bet that replaces it under
    the other (``instead``). ``moves`` says what another reading would change, "" where the record
    of a package does not say it.
    """

    n: int
    title: str
    clauses: tuple[str, ...]
    question: str
    readings: tuple[str, ...]
    ours: str
    why: str
    changes: str
    odds: str = ""
    weighed: tuple[Mapping[str, Any], ...] = ()
    option: str = ""
    moves: Moves | Literal[""] = ""
    letter: bool | int | str | None = None

    @property
    def id(self) -> str:
        """The id by which it is cited: ``ir/7``."""
        return f"ir/{self.n}"

    def paragraph(self, lang: str) -> Paragraph:
        """The interpretation in a language, in English where it is not held in that one."""
        return _paragraphs(lang).get(self.n) or _paragraphs("en").get(self.n) or Paragraph(
            "en", self.title, f"{self.question} {self.ours} {self.why}")


@cache
def _paragraphs(lang: str) -> dict[int, Paragraph]:
    """The paragraphs of this program's interpretations in a language, by number."""
    file = resources.files(__package__) / f"interpretations.{lang}.tsv"
    return {int(record["n"]): Paragraph(lang, record["title"], record["says"])
            for record in read_records(file)}


OUTSIDE = 10_000
"""Interpretations of installed packages have numbers from here on."""


def _read(text: str, entries: dict[int, Interpretation]) -> None:
    """Add the records of a file to those read before."""
    for record in tomllib.loads(text)["interpretation"]:
        fields: dict[str, Any] = {
            key: tuple(value) if isinstance(value, list) else value
            for key, value in record.items()
        }
        entry = Interpretation(**fields)
        if entry.n <= max(entries, default=0):
            raise ValueError(f"interpretation {entry.n} follows {max(entries)}: numbers must rise")
        if entry.moves not in ("", *get_args(Moves)):
            raise ValueError(f"interpretation {entry.n}: moves is {entry.moves!r}, and may be "
                             f"{', '.join(get_args(Moves))}")
        for clause in entry.clauses:
            row(clause)
        entries[entry.n] = entry


@cache
def interpretations() -> dict[int, Interpretation]:
    """Every record by its number, in rising order; each clause that a record names must exist."""
    text = resources.files(__package__).joinpath("interpretations.toml").read_text("utf-8")
    entries: dict[int, Interpretation] = {}
    _read(text, entries)
    for package, folder in packages.law_folders().items():
        if (file := folder / "interpretations.toml").is_file():
            before = len(entries)
            _read(file.read_text("utf-8"), entries)
            if own := [n for n in [*entries][before:] if n < OUTSIDE]:
                raise ValueError(f"{file}: the numbers of package {package} begin at {OUTSIDE}; "
                                 f"found {own[0]}")
    return entries


def interpretation(cite: str) -> Interpretation:
    """The record behind a citation such as ``ir/4``."""
    kind, _, number = cite.partition("/")
    if kind != "ir" or not number.isdecimal() or int(number) not in interpretations():
        raise UnknownClause(phrase(
            "there is no interpretation {cite!r}; they run from ir/1 to ir/{last}", cite=cite,
            last=max(interpretations())))
    return interpretations()[int(number)]


class _Cite(dict[int, str]):
    """``IR[4]`` is the citation "ir/4"; a number without a record raises UnknownClause."""

    def __missing__(self, n: int) -> str:
        self[n] = interpretation(f"ir/{n}").id
        return self[n]


IR = _Cite()
