"""Values of a dossier as text in the reader's language."""

from __future__ import annotations

from functools import cache
from importlib import resources
from typing import Any

import msgspec

from sabot.certify.dossier.blocks import Run, Text, plain
from sabot.money import format_money
from sabot.words import read_words


@cache
def _words() -> dict[str, dict[str, str]]:
    return read_words(resources.files("sabot.certify.dossier") / "words.toml")


class Formats:
    """Words and values in one language; ``known`` are the anchors that links may lead to."""

    def __init__(self, lang: str, currency: str, section: str, known: frozenset[str]) -> None:
        self.lang, self.currency, self.section, self.known = lang, currency, section, known

    def word(self, key: str, **facts: object) -> str:
        """A text of `words.toml`."""
        return _words()[self.lang][key].format(**facts)

    def has(self, key: str) -> bool:
        """Whether there is a text of this key."""
        return bool(_words()[self.lang].get(key))

    def money(self, cents: int) -> str:
        """Cents in the currency of the table."""
        return self.decimal(format_money(cents, self.currency))

    def decimal(self, text: str) -> str:
        """A number with the decimal sign of the language."""
        return text.replace(".", ",") if self.lang == "pt" else text

    def percent(self, share: float, digits: int = 4) -> str:
        """A share of one in per cent."""
        text = f"{100 * share:.{digits}f} %"
        return self.decimal(text.replace("-", "−") if float(text[:-2]) else text.lstrip("-"))

    def number(self, value: float, digits: int = 4) -> str:
        """A number with so many decimals."""
        return self.decimal(f"{value:.{digits}f}")

    def joined(self, texts: tuple[str, ...]) -> str:
        """Texts as a list in words."""
        return self.word("comma").join(texts)

    def value(self, value: Any, kind: str = "") -> Text:
        """A value of an option: yes and no in words, sums as money, words of the file as code."""
        if isinstance(value, bool):
            return plain(self.word("yes" if value else "no"))
        if value is None or value == "" or value == [] or value == ():
            return plain(self.word("none"))
        if kind == "money":
            return plain(self.money(value) if value else self.word("none"))
        if kind == "range":
            low, high = value["minimum"], value["maximum"]
            if low and high:
                return plain(self.word("to", low=self.money(low), high=self.money(high)))
            return plain(self.word("from", low=self.money(low)) if low else
                         self.word("until", high=self.money(high)) if high else
                         self.word("follows"))
        if isinstance(value, int):
            return plain(str(value))
        text = value if isinstance(value, str) else msgspec.json.encode(value).decode()
        return (Run(text, "code"),)

    def clause(self, clause: str) -> Run:
        """A citation: the rule alone for a clause of the section, linked where the dossier has
        it."""
        text = clause.removeprefix(f"{self.section}/")
        anchor = anchor_of(clause)
        return Run(text, "", anchor if anchor in self.known else "")

    def clauses(self, clauses: tuple[str, ...]) -> Text:
        """Citations in a row."""
        runs: list[Run] = []
        for clause in clauses:
            runs += [Run(self.word("comma"))] * bool(runs) + [self.clause(clause)]
        return tuple(runs)


def anchor_of(clause: str) -> str:
    """The anchor of a clause or an interpretation in the document."""
    return "c-" + "".join(char if char.isalnum() or char in ".-" else "_" for char in clause)
