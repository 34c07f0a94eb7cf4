"""Numbered records of how an ambiguous clause is read, cited like clauses: ``IR[4]``."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import Any, NamedTuple

from sabot.law import packages
from sabot.law.register import UnknownClause, row


class Interpretation(NamedTuple):
    """One reading chosen: the clauses concerned, what could be read, what we read, and why.

    ``option`` is the field of the game's rules that selects the other reading, or "" when only one
    can be defended. ``odds`` says what another reading does to the odds.

    ``weighed`` are the figures for it where rules of a game can say it: the ``game``, the ``bet``,
    the ``rules`` that select the other reading and those ``beside`` under which both are looked at,
    the edge by ``ours`` and by the ``other``, a fraction or to seven places, and the bet that
    stands ``instead`` of it by the other.
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

    @property
    def id(self) -> str:
        return f"ir/{self.n}"


OUTSIDE = 10_000
"""The readings of packages beside the program have numbers from here on."""


def _read(text: str, found: dict[int, Interpretation]) -> None:
    """Adds the records of a file to those that were read before."""
    for record in tomllib.loads(text)["interpretation"]:
        fields: dict[str, Any] = {
            key: tuple(value) if isinstance(value, list) else value
            for key, value in record.items()
        }
        entry = Interpretation(**fields)
        if entry.n <= max(found, default=0):
            raise ValueError(f"interpretation {entry.n} stands behind {max(found)}")
        for clause in entry.clauses:
            row(clause)
        found[entry.n] = entry


@cache
def interpretations() -> dict[int, Interpretation]:
    """Every record by its number, in rising order; each clause that a record names must exist."""
    text = resources.files(__package__).joinpath("interpretations.toml").read_text("utf-8")
    found: dict[int, Interpretation] = {}
    _read(text, found)
    for package, folder in packages.law_folders().items():
        if (file := folder / "interpretations.toml").is_file():
            before = len(found)
            _read(file.read_text("utf-8"), found)
            if own := [n for n in [*found][before:] if n < OUTSIDE]:
                raise ValueError(f"{file}: the numbers of package {package} begin at {OUTSIDE}; "
                                 f"found {own[0]}")
    return found


def interpretation(cite: str) -> Interpretation:
    """The record behind a citation such as ``ir/4``."""
    kind, _, number = cite.partition("/")
    if kind != "ir" or not number.isdecimal() or int(number) not in interpretations():
        raise UnknownClause(f"there is no interpretation {cite!r}; "
                            f"they run from ir/1 to ir/{max(interpretations())}")
    return interpretations()[int(number)]


class _Cite(dict[int, str]):
    """``IR[4]`` is the citation "ir/4"; a number without a record raises UnknownClause."""

    def __missing__(self, n: int) -> str:
        self[n] = interpretation(f"ir/{n}").id
        return self[n]


IR = _Cite()
