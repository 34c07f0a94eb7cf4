"""The characters of the texts that a page may show, without the Chinese ones.

Chinese is set in the fonts of the system: the files of ten thousand signs are too large to send.
"""

from __future__ import annotations

import ast
import unicodedata
from collections.abc import Iterator
from importlib import resources
from pathlib import Path

ROOT = Path(str(resources.files("sabot")))
STATIC = ROOT / "web" / "static"
TEXTS = ("phrasebook/*.toml", "web/words/*.toml", "games/*/*.toml", "regulations/**/*.tsv",
         "regulations/*.toml")
PAGES = ("*.html", "js/**/*.js", "styles/*.css", "*.svg", "machines/*.svg")
NOT_ON_PAGES = ("cli", "hands", "house/people")
"""Texts of the terminal, and the letters of all alphabets by which names are compared."""


def is_latin(sign: str) -> bool:
    """Whether a character is one that our own fonts must have: no control, no Chinese."""
    return unicodedata.category(sign)[0] != "C" \
        and unicodedata.east_asian_width(sign) not in ("W", "F")


def texts() -> Iterator[tuple[Path, str]]:
    """Every file with texts that pages show, and these texts."""
    for folder, patterns in ((ROOT, TEXTS), (STATIC, PAGES)):
        for pattern in patterns:
            for file in sorted(folder.glob(pattern)):
                yield file, file.read_text("utf-8")
    for file in sorted(ROOT.rglob("*.py")):
        if not file.relative_to(ROOT).as_posix().startswith(NOT_ON_PAGES):
            yield file, "".join(_literals(file.read_text("utf-8")))


def _literals(source: str) -> Iterator[str]:
    """The strings of a module, without its docstrings."""
    if source.isascii():
        return
    tree = ast.parse(source)
    docs = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docs:
            yield node.value


def latin_characters() -> dict[str, Path]:
    """Every character that our fonts must have, with a file in which it stands."""
    return {sign: file for file, text in texts() for sign in set(text) if is_latin(sign)}
