"""Divide published regulations into their clauses, by the ids of the register.

The program holds no published text. Whoever has the texts gives their folder (``sabot serve
--law-texts``, ``sabot law --texts``), and each row of the register is shown with the clause that it
is about. A marker such as "3 —" or "b)" begins a clause where the register has that clause after
the one before; so a number at the beginning of a line within a sentence is not taken for one. Where
a row is a part of a clause, it gets the whole clause.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from sabot.regulations import register
from sabot.regulations.published_text import read_lines

_HEADINGS = {
    "pt-1364-2001": {"Regras": "blackjack"},
    "pt-217-2007": {
        "Roleta americana": "roleta-americana",
        "Roleta francesa": "roleta-francesa",
        "Banca francesa": "banca-francesa",
        "Craps": "craps",
        "Cussec": "cussec",
        "Blackjack/21": "blackjack",
        "Póquer sem descarte": "poquer-sem-descarte",
        "Bacará ponto e banca": "bacara-ponto-e-banca",
        "Bacará ponto e banca/Macau": "bacara-ponto-e-banca-macau",
        "Bacará chemin de fer": "chemin-de-fer",
        "Póquer não bancado": "poquer-nao-bancado",
        "Máquinas automáticas": "maquinas-automaticas",
    },
    "pt-805-2015": {"Blackjack/21 Online": "blackjack-online"},
}
"""The sections of a regulation by the line above them. The others have one section."""
_UNNUMBERED = {
    "mo-22-96-M/3-card-baccarat": {
        "Para ganhar": "6", "Podem ser feitas ainda": "8", "Ao jogador que ganhe": "9",
        "Artigo 10.º": "10", "Valor das combinações": "annex"},
    "pt-217-2007/craps": {"As apostas nestas chances": "12.3"},
}
"""Clauses without a number, by their first words."""
_TITLE = re.compile(r"(TÍTULO|CAPÍTULO|(SUB)?SECÇÃO|ANEXO|MINISTÉRIO|Portaria n|AsianLII)\b|[IVX]+$"
                    r"|Alterado - |Regulamento n|.*Diário da República, 2")
"""Lines that end a clause."""
_ROMANS = ("iii", "vii", "viii")  # those that look like words
_ENDS = ".;:!?»。；：）"
_HAN = re.compile(r"[\u3001-\u303f\u4e00-\u9fff]")
_DIGITS = "一二三四五六七八九"
_NUMBER = "[一二三四五六七八九十]+"
_JOINED = re.compile(rf"(?<=.)(?=(?:第{_NUMBER}條|Artigo \d+\.º)$)")
"""Where the heading of an article follows other words in its line."""
_FIRST = {
    "pt": re.compile(r"(?:Artigo )?(\d+(?:\.\d+)?)(?:\.º| ?[—–])(?: ?— ?)? ?"),
    "zh": re.compile(rf"第({_NUMBER})條 ?"),
}
"""The markers of rules and articles, by language."""
_INNER = {
    "pt": re.compile(r"([a-z]|[ivx]+|\d+|\(\d+\))(?:\)|\.|(?<=\))) |(\d+)(?: —|\.a) "),
    "zh": re.compile(rf"({_NUMBER})、|\(({_NUMBER}|\d+|[ivx]+)\) ?"),
}
"""The markers of what is within them."""


class Passage(NamedTuple):
    """The published text of a clause.

    ``row`` is the id under which it stands: that of the whole clause where the row asked for is a
    part of it. ``texts`` has the paragraphs of the clause in each language of publication.
    """

    row: str
    texts: dict[str, tuple[str, ...]]


def _number(chinese: str) -> str:
    """A Chinese number up to 99 in digits; what is no such number is unchanged."""
    if not re.fullmatch(_NUMBER, chinese):
        return chinese
    tens, ten, ones = chinese.rpartition("十")
    count = (_DIGITS.index(tens) + 1 if tens else 1) if ten else 0
    return str(10 * count + (_DIGITS.index(ones) + 1 if ones else 0))


class _Section:
    """A section while its lines are read in one language."""

    def __init__(self, section: str, lang: str) -> None:
        self._ids: dict[str, int] = {}
        for n, row in enumerate(register.sections()[section]):
            self._ids.setdefault(own_rule(row.rule), n)
        self._lang, self._section = lang, section
        self._unnumbered = _UNNUMBERED.get(section, {})
        self._path: tuple[str, ...] = ()
        self._open = self._gap = self._titled = False
        self._broken_off: tuple[str, ...] = ()
        self.clauses: dict[str, list[str]] = {}

    def read(self, line: str) -> None:
        """Add a line to the clause that is open, or begin the clause whose marker it has. A line
        without words ends a paragraph that ends a sentence."""
        if not line or _TITLE.match(line):
            self._gap, self._open = True, self._open and not line
            return
        if (begun := self._first(line) or self._inner(line)) is not None:
            path, text = begun
            if not self._follows(path):
                self._break_off()
            self._path = path
            self._open, self._titled = True, not text
            self.clauses[".".join(self._path)] = [text] if text else []
        elif self._open:
            if self._broken_off and line[0].islower() and self._ended():
                self._path, self._broken_off = self._broken_off, ()
            paragraphs = self.clauses[".".join(self._path)]
            if not paragraphs or (self._gap and self._ended()) or self._titled:
                self._titled = not paragraphs  # the line below the number of an article
                paragraphs.append(line)
            else:
                paragraphs[-1] += f" {line}" if self._lang == "pt" else line
        self._gap = False

    def _first(self, line: str) -> tuple[tuple[str, ...], str] | None:
        """The rule or article that begins with a line, and its first words."""
        for words, rule in self._unnumbered.items():
            if line.startswith(words) and self._follows(path := tuple(rule.split("."))):
                return path, line
        if (marker := _FIRST[self._lang].match(line)) is None or self._path[:1] == ("annex",):
            return None
        path = (_number(marker[1]),)
        return (path, line[marker.end():]) if self._follows(path) else None

    def _inner(self, line: str) -> tuple[tuple[str, ...], str] | None:
        """The clause within a rule that begins with a line, and its first words."""
        if (marker := _INNER[self._lang].match(line)) is None:
            return None
        token = _number(next(filter(None, marker.groups())))
        paths = [(*self._path[:depth], form) for depth in range(1, len(self._path) + 1)
                 for form in (token, f"({token})", token.strip("()"))]
        if fitting := [path for path in paths if self._follows(path)]:
            return (min(fitting, key=lambda path: self._ids[".".join(path)]), line[marker.end():])
        following = str(int(self._path[0]) + 1 if self._path[:1] and self._path[0].isdigit() else 1)
        if self._section.startswith("mo-22") and token == "1" and self._follows((following, token)):
            self.clauses[following] = []
            return (following, token), line[marker.end():]
        return next(((tuple(rule.split(".")), line[marker.end():]) for rule in self._skipped()
                     if rule.rpartition(".")[2] in (token, f"({token})")), None)

    def _break_off(self) -> None:
        """Note the clause that is open if it ends within a sentence: the rest of it follows where
        the next column begins."""
        if not self._ended():
            self._broken_off = self._path

    def _ended(self) -> bool:
        """Whether the last paragraph of the open clause ends a sentence."""
        paragraphs = self.clauses[".".join(self._path)]
        return not paragraphs or paragraphs[-1][-1] in _ENDS

    def _skipped(self) -> Iterator[str]:
        """The clauses that were not read although the one before was: columns of a page may have
        changed places."""
        for before, rule in pairwise(self._ids):
            if before in self.clauses and rule not in self.clauses:
                yield rule

    def _follows(self, path: tuple[str, ...]) -> bool:
        """Whether the register has this clause after the one that is open."""
        at = self._ids.get(".".join(path), -1)
        return at > self._ids.get(".".join(self._path), -1)


def own_rule(rule: str) -> str:
    """The clause that a rule of the register is: without the part that the register made of it.
    ``18-5`` and ``24.a.pleno`` are parts of 18 and of 24.a."""
    rule = re.sub(r"-\d+(?=$|\.)", "", rule)
    head, _, last = rule.rpartition(".")
    ours = head and re.search(r"[a-z]{3}|-", last) and last not in _ROMANS
    return own_rule(head) if ours else rule


def _streams(lines: Iterable[str], bilingual: bool) -> Iterator[tuple[str, str]]:
    """Each line with its language."""
    for line in lines:
        for part in map(str.strip, _JOINED.split(line) if bilingual else (line,)):
            if part or not bilingual:
                yield "zh" if bilingual and _HAN.search(part) else "pt", part
            if part and bilingual:
                yield "zh" if _HAN.search(part) else "pt", ""


def divide(key: str, lines: Iterable[str]) -> dict[str, dict[str, tuple[str, ...]]]:
    """The clauses of a published regulation by section and rule: the paragraphs of each in each
    language, with those of the clauses in it."""
    headings = _HEADINGS.get(key, {})
    names = [name for name in register.sections() if name.startswith(f"{key}/")]
    readers: dict[tuple[str, str], _Section] = {}
    section = "" if headings else names[0]
    for lang, line in _streams(lines, bilingual=key == "mo-57-2009"):
        if line in headings:
            section = f"{key}/{headings[line]}"
        elif section:
            if (section, lang) not in readers:
                readers[section, lang] = _Section(section, lang)
            readers[section, lang].read(line)
    clauses: dict[str, dict[str, tuple[str, ...]]] = {}
    for (name, lang), reader in readers.items():
        for rule in reader.clauses:
            clauses.setdefault(f"{name}/{rule}", {})[lang] = tuple(
                paragraph for inner, paragraphs in reader.clauses.items()
                if inner == rule or inner.startswith(f"{rule}.") for paragraph in paragraphs)
    return clauses


class PublishedTexts:
    """The published texts of a folder, one file for each regulation, with its country and its
    number in the name: ``pt-portaria-217-2007.txt``. OSError if the folder cannot be read.

    Nothing of them is stored: a file is read when a clause of it is asked for first.
    """

    def __init__(self, folder: Path) -> None:
        self.files = {key: file for key in register.documents()
                      if (file := file_of(folder, key)) is not None}
        self._clauses: dict[str, dict[str, dict[str, tuple[str, ...]]]] = {}

    def clauses(self, key: str) -> dict[str, dict[str, tuple[str, ...]]]:
        """The clauses of a regulation by their ids; none where its file is missing."""
        if key not in self._clauses:
            file = self.files.get(key)
            self._clauses[key] = divide(key, read_lines(file)) if file else {}
        return self._clauses[key]

    def passage(self, row: register.Row) -> Passage | None:
        """The published text of a row, or None if it was not found."""
        rule = own_rule(row.rule)
        texts = self.clauses(row.document).get(f"{row.section}/{rule}")
        return Passage(f"{row.section}/{rule}", texts) if texts else None

    def missing(self) -> list[str]:
        """The clauses of the register, of the regulations in the folder, that were not found in
        every language of publication that their file has."""
        lost = []
        for row in register.rows().values():
            if row.document not in self.files or own_rule(row.rule) != row.rule:
                continue
            spoken = {lang for texts in self.clauses(row.document).values() for lang in texts}
            passage = self.passage(row)
            if passage is None or spoken - passage.texts.keys():
                lost.append(row.id)
        return lost


def file_of(folder: Path, key: str) -> Path | None:
    """The file of a regulation in a folder, by its country and number."""
    country, _, number = key.partition("-")
    return next((path for path in sorted(folder.iterdir()) if path.suffix == ".txt"
                 and path.name.startswith(f"{country}-") and path.stem.endswith(number)), None)
