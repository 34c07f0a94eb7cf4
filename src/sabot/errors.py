"""The exception of the public library: what is wrong, what is allowed, and under which clause."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from types import MappingProxyType
from typing import NamedTuple

from sabot.error_texts import error_text
from sabot.words import Phrase, joined, key_text, phrase, render


class Problem(NamedTuple):
    """One thing that is wrong: ``what`` was given, what was ``found`` there and what is
    ``allowed``; the ``clause`` that says so, "" where it is not a question of law."""

    what: str
    found: str
    allowed: str
    clause: str = ""

    @property
    def sentence(self) -> Phrase:
        """The problem in one line, to be rendered in the reader's language."""
        facts = {"what": key_text(self.what), "found": self.found, "allowed": self.allowed}
        if not self.clause:
            return phrase("{what}: found {found}; allowed: {allowed}", **facts)
        return phrase("{what}: found {found}; allowed: {allowed} ({clause})", **facts,
                      clause=self.clause)


NO_TEXTS: Mapping[str, str] = MappingProxyType({})


class SabotError(ValueError):
    """Wrong input. Its text says what was found and what is allowed, and names the clause that
    decides where there is one.

    ``problems`` lists the same as values, () where the text says more than they could. ``texts``
    has the text by language, where it is more than a translation of the English one.
    """

    __module__ = "sabot"
    problems: tuple[Problem, ...]

    def __init__(self, text: str, problems: Iterable[Problem] = (),
                 texts: Mapping[str, str] = NO_TEXTS) -> None:
        super().__init__(text)
        self.problems, self.texts = tuple(problems), dict(texts)

    @classmethod
    def of(cls, problems: Iterable[Problem], head: str = "") -> SabotError:
        """The error of these problems, a line for each, after a first line ``head``."""
        listed = tuple(problems)
        lines = [*([head] if head else ()), *(problem.sentence for problem in listed)]
        return cls(joined(lines, "\n"), listed)

    def text(self, lang: str = "en") -> str:
        """The text in a language: "en", "pt" or "zh"."""
        return self.texts.get(lang) or render(error_text(self), lang)


LONGEST = 80
"""The characters of a value in an error."""


def wrong(what: str, found: object, allowed: str, clause: str = "") -> SabotError:
    """The error of one problem; ``found`` is shown as Python writes it, and shortened."""
    return SabotError.of([Problem(what, _as_written(found), allowed, clause)])


def _as_written(value: object) -> str:
    try:
        text = repr(value)
    except ValueError:  # Python writes no number of so many digits
        return phrase("a number of thousands of digits")
    return text if len(text) <= LONGEST else f"{text[:LONGEST - 3]}..."


@contextmanager
def as_sabot_error() -> Iterator[None]:
    """Turns the errors of the layers below about wrong input into `SabotError`."""
    try:
        yield
    except SabotError:
        raise
    except (ValueError, LookupError) as error:
        raise SabotError(error_text(error)) from error
