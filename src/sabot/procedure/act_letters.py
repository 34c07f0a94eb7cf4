"""The letters of acts by language, for browser, terminal and charts (``keys.toml``)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files

from sabot.words import LANGS, read_words

ALL_FAMILIES = "every"
"""The section of the file with letters that every family has."""
PAGE_TOOLS = frozenset(
    {"undo", "clear", "repeat", "ready", "look", "lines", "stake", "coin", "pays", "skip"}
)
"""Functions of the page that have a letter and are not acts of a game."""


@cache
def letters(*families: str) -> dict[str, tuple[str, ...]]:
    """The letter of each act of these families by language, as words (``key.ACT``). Later families
    override earlier ones."""
    words = read_words(files(__package__) / "keys.toml")
    keys: dict[str, tuple[str, ...]] = {}
    for family in (ALL_FAMILIES, *families):
        part = {name.removeprefix(f"{family}."): tuple(words[lang][name] for lang in LANGS)
                for name in words[LANGS[0]] if name.startswith(f"{family}.")}
        if not part:
            raise ValueError(f"keys.toml has no letters of {family!r}")
        keys |= {f"key.{act}": texts for act, texts in part.items()}
    return keys


def with_letters(
    words: Mapping[str, Mapping[str, str]], *families: str
) -> dict[str, dict[str, str]]:
    """The words of a game by language, with the letters of its acts and of the page's own
    functions."""
    return {lang: dict(texts_by_key) | {
        key: texts[LANGS.index(lang)] for key, texts in letters(*families).items()
        if (act := key.removeprefix("key.")) in PAGE_TOOLS or f"act.{act}" in texts_by_key}
        for lang, texts_by_key in words.items()}
