"""Catalogues of words: each key with its text in every language.

A catalogue writes its languages side by side, so that no language can be forgotten: in Python as
``{"act.sit": ("Sentar", "Sit", "入座")}``, in a file as ``sit = ["Sentar", "Sit", "入座"]`` under
``[act]``. `by_language` and `read_words` turn it into ``{language: {key: text}}``. A text may name
facts in braces; each language uses those that it needs.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from importlib.resources.abc import Traversable
from typing import Any

LANGS = ("pt", "en", "zh")
"""Portuguese, English and Chinese in traditional characters, in the order of the texts."""


def by_language(words: Mapping[str, Sequence[str]], langs: Sequence[str] = LANGS
                ) -> dict[str, dict[str, str]]:
    """A catalogue as ``{language: {key: text}}``.

    A text may be empty where a language has no such word. Raises `ValueError`, with the key, where
    the number of texts is not the number of languages.
    """
    for key, texts in words.items():
        if isinstance(texts, str) or len(texts) != len(langs):
            raise ValueError(f"{key!r} has the texts {texts!r}: it needs one text for each of "
                             f"{', '.join(langs)}")
    return {lang: {key: texts[n] for key, texts in words.items()} for n, lang in enumerate(langs)}


def same_text(words: Mapping[str, str]) -> dict[str, tuple[str, ...]]:
    """A catalogue of texts that are the same in every language, such as the letters on keys."""
    return {key: (text,) * len(LANGS) for key, text in words.items()}


def read_words(file: Traversable) -> dict[str, dict[str, str]]:
    """The catalogue of a TOML file as ``{language: {key: text}}``.

    The file's tables begin the keys: ``sit`` in ``[act]`` is ``act.sit``. Raises `ValueError` as
    `by_language` does, with the file's name.
    """
    words: dict[str, list[str]] = {}

    def collect(head: str, values: Mapping[str, Any]) -> None:
        for key, value in values.items():
            if isinstance(value, Mapping):
                collect(f"{head}{key}.", value)
            else:
                words[f"{head}{key}"] = value

    collect("", tomllib.loads(file.read_text("utf-8")))
    try:
        return by_language(words)
    except ValueError as error:
        raise ValueError(f"{file.name}: {error}") from None
