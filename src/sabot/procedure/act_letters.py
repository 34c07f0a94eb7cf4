"""The letters of acts by language, for the browser, the terminal and the charts (``keys.toml``)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files

from sabot.words import LANGS, read_words

ALL_FAMILIES = "every"
"""The part of the map whose letters every family has."""
PAGE_TOOLS = frozenset(
    {"undo", "clear", "repeat", "look", "lines", "stake", "coin", "pays", "skip"}
)
"""What has a letter and is done by the page itself: a game needs no act of this name."""


@cache
def letters(*families: str) -> dict[str, tuple[str, ...]]:
    """The letter of each act of these families by language, as words (``key.ACT``); of two that
    name an act the later one decides."""
    told = read_words(files(__package__) / "keys.toml")
    found: dict[str, tuple[str, ...]] = {}
    for family in (ALL_FAMILIES, *families):
        part = {name.removeprefix(f"{family}."): tuple(told[lang][name] for lang in LANGS)
                for name in told[LANGS[0]] if name.startswith(f"{family}.")}
        if not part:
            raise ValueError(f"keys.toml has no letters of {family!r}")
        found |= {f"key.{act}": texts for act, texts in part.items()}
    return found


def with_letters(
    words: Mapping[str, Mapping[str, str]], *families: str
) -> dict[str, dict[str, str]]:
    """The words of a game by language, with the letters of its acts and of what its page does."""
    return {lang: dict(said) | {
        key: texts[LANGS.index(lang)] for key, texts in letters(*families).items()
        if (act := key.removeprefix("key.")) in PAGE_TOOLS or f"act.{act}" in said}
        for lang, said in words.items()}
