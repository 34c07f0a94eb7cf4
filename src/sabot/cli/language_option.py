"""The ``--lang`` option, and the command line's own texts by language."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib import resources
from typing import Any

import click

from sabot.words import LANGS, read_words


def lang_option(text: str = "the language of the output") -> Callable[[Any], Any]:
    """``--lang``, with this help text."""
    return click.option("--lang", type=click.Choice(LANGS), default="en", show_default=True,
                        help=text)


@cache
def _words() -> dict[str, dict[str, str]]:
    return read_words(resources.files("sabot.cli") / "words.toml")


def words_under(head: str) -> dict[str, dict[str, str]]:
    """The texts of `words.toml` under a heading, by language."""
    start = f"{head}."
    return {lang: {key.removeprefix(start): text for key, text in texts.items()
                   if key.startswith(start)} for lang, texts in _words().items()}
