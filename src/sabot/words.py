"""One form for every word that a person reads: a key with its text in each language.

A catalogue of words is written with its languages side by side, so that none can be forgotten:
in Python as ``{"act.sit": ("Sentar", "Sit", "入座")}``, in a file as
``sit = ["Sentar", "Sit", "入座"]`` under ``[act]``. `said` and `read` make of it what a reader is
given, ``{language: {key: text}}``. Texts name the facts of what they tell in braces; each language
uses those that it needs.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from importlib.resources.abc import Traversable
from typing import Any

LANGS = ("pt", "en", "zh")
"""Portuguese, English, Chinese in traditional characters, in the order in which texts stand."""


def said(words: Mapping[str, Sequence[str]], langs: Sequence[str] = LANGS
         ) -> dict[str, dict[str, str]]:
    """The words by language. A text may be empty where a language has no such word; a key that has
    more or fewer texts than there are languages is a `ValueError` that names it."""
    for key, texts in words.items():
        if isinstance(texts, str) or len(texts) != len(langs):
            raise ValueError(f"the words of {key!r} are {texts!r}: one text for each of "
                             f"{', '.join(langs)} is needed")
    return {lang: {key: texts[n] for key, texts in words.items()} for n, lang in enumerate(langs)}


def same(words: Mapping[str, str]) -> dict[str, tuple[str, ...]]:
    """What every language writes alike, a letter on a key say, in the form that `said` takes."""
    return {key: (text,) * len(LANGS) for key, text in words.items()}


def read(file: Traversable) -> dict[str, dict[str, str]]:
    """The words of a TOML file by language. Its tables are heads of keys: ``sit`` in ``[act]`` is
    ``act.sit``. Raises `ValueError` as `said` does, with the file's name."""
    found: dict[str, list[str]] = {}

    def gather(head: str, values: Mapping[str, Any]) -> None:
        for key, value in values.items():
            if isinstance(value, Mapping):
                gather(f"{head}{key}.", value)
            else:
                found[f"{head}{key}"] = value

    gather("", tomllib.loads(file.read_text("utf-8")))
    try:
        return said(found)
    except ValueError as error:
        raise ValueError(f"{file.name}: {error}") from None
