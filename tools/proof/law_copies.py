"""List the rows of the register, and the readings, that copy the published text.

    python -m tools.proof.law_copies DIR [PREFIX ...]

``DIR`` holds the published texts, one file for each regulation, with its number in the name
(``pt-portaria-217-2007.txt``). A row copies if it has more than seven words in a row in common with
the published text of its document: Portuguese rows word by word, Chinese ones by characters, two to
a word. Terms of the glossary, numbers and names of cards do not count, nor what a reading quotes.
The exit status is 1 if anything copies. The texts are not part of the program: this check runs
where somebody has them.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

from sabot import regulations as law
from sabot.regulations.published_clauses import file_of
from sabot.regulations.published_text import read_lines

ROOT = Path(__file__).parents[2]
MOST = 7
"""Words in a row that a row and the text may have in common."""
HAN = re.compile(r"[\u4e00-\u9fff]")
WORD = re.compile(r"[^\W_]+")


class Copy(NamedTuple):
    """Words that a row has in common with the published text."""

    row: str
    lang: str
    words: str
    counted: int


@cache
def _terms(column: int) -> frozenset[tuple[str, ...]]:
    """The terms of one column of the glossary, each as its words or characters."""
    terms: set[tuple[str, ...]] = set()
    for line in (ROOT / "docs" / "glossary.md").read_text("utf-8").splitlines():
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        if line.startswith("| ") and len(cells) == 4:
            terms.update(tuple(_units(term, column == 2))
                         for term in re.split(r"[,;()/«»]", cells[column]) if term.strip())
    return frozenset(term for term in terms if term)


def _units(text: str, chinese: bool) -> list[str]:
    """The words of a text, or its Chinese characters."""
    return HAN.findall(text) if chinese else WORD.findall(text.casefold())


def _weight(run: list[str], chinese: bool) -> int:
    """The words of a run that count: numbers and terms of the glossary do not."""
    terms, at, weight = _terms(2 if chinese else 1), 0, 0
    longest = max(map(len, terms))
    while at < len(run):
        term = next((size for size in range(min(longest, len(run) - at), 0, -1)
                     if tuple(run[at:at + size]) in terms), 0)
        weight += not term and not run[at].isdigit()
        at += term or 1
    return weight // 2 if chinese else weight


def _runs(row: list[str], text: str, joint: str) -> list[list[str]]:
    """The longest parts of a row that occur in the text, given as units between ``joint``."""
    runs: list[tuple[int, list[str]]] = []
    start = 0
    while start < len(row):
        size = 0
        while start + size < len(row) and \
                f"{joint}{joint.join(row[start:start + size + 1])}{joint}" in text:
            size += 1
        if size and (not runs or start + size > runs[-1][0] + len(runs[-1][1])):
            runs.append((start, row[start:start + size]))
        start += 1
    return [run for _, run in runs]


def _texts(key: str, lang: str, prefixes: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    """What this program says of a document in a language, each part with its row or reading."""
    for row in law.rows().values():
        wording = row.wording(lang)
        if row.document == key and row.id.startswith(prefixes) and wording.lang == lang:
            yield row.id, wording.text
            yield row.id, wording.note
    for entry in law.interpretations().values():
        paragraph = entry.paragraph(lang)
        if entry.id.startswith(prefixes) and paragraph.lang == lang and any(
                clause.startswith(f"{key}/") for clause in entry.clauses):
            # What a reading quotes between quotation marks is quoted.
            yield entry.id, re.sub("«[^»]*»|「[^」]*」", " ", paragraph.says)


def copies(folder: Path, prefixes: tuple[str, ...] = ("",)) -> list[Copy]:
    """Every row and reading, of those with one of the prefixes, that copies more than is allowed.
    """
    found = []
    for key in law.documents():
        if (file := file_of(folder, key)) is None:
            continue
        published = "\n".join(read_lines(file))
        for lang in ("pt", "zh"):
            chinese = lang == "zh"
            joint = "" if chinese else " "
            text = f"{joint}{joint.join(_units(published, chinese))}{joint}"
            for name, part in _texts(key, lang, prefixes):
                for run in _runs(_units(part, chinese), text, joint):
                    if (count := _weight(run, chinese)) > MOST:
                        found.append(Copy(name, lang, joint.join(run), count))
    return found


def main(folder: str, *prefixes: str) -> int:
    """Print what is copied; 1 if anything is."""
    found = copies(Path(folder), prefixes or ("",))
    for copy in found:
        print(f"{copy.row} [{copy.lang}] {copy.counted} words: {copy.words}")
    print(f"{len(found)} parts of rows and readings copy the published text")
    return bool(found)


if __name__ == "__main__":
    raise SystemExit(main(*sys.argv[1:]))
