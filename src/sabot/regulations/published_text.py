"""Read a published regulation from a file of plain text as the gazettes give it.

The files come from several places and have several forms: words divided at the end of a line, marks
of a web page, emphasis between asterisks, letters that a wrong decoding damaged. `read_lines`
repairs what has nothing to do with the words of the text; nothing else is changed.
"""

from __future__ import annotations

import re
import unicodedata
from pathlib import Path

_LOST = (("à s ", "às "), ("aà ", "aí "), ("Ãmpar", "Ímpar"))
"""Letters of UTF-8 that were read as Latin-1 and lost their second half, in words. Elsewhere an Ã
before a small letter was an í."""
_MARKS = re.compile(r"\*+|^#+ |^- ")
_DIVIDED = re.compile(r"(?<=\w)-$")


def _repair(line: str) -> str:
    """A line with its letters restored and without the marks of a page."""
    for lost, letters in _LOST:
        line = line.replace(lost, letters)
    line = re.sub(r"Ã(?=[a-z])", "í", line)
    return _MARKS.sub("", unicodedata.normalize("NFC", line).strip()).strip()


def read_lines(path: Path) -> list[str]:
    """The lines of a published text. A word that is divided at the end of a line is whole in the
    first of both; a line without words is empty."""
    lines: list[str] = []
    divided = -1  # the line that ends within a word
    for line in map(_repair, path.read_text("utf-8").splitlines()):
        if divided >= 0 and line:
            # A hyphen on both sides belongs to the word: "Secretaria-" and "-Geral".
            end_of_word, _, line = line.partition(" ")
            lines[divided] = lines[divided].removesuffix("-") + end_of_word
            divided = -1
        if _DIVIDED.search(line):
            divided = len(lines)
        lines.append(line)
    return lines
