"""The languages of the terminal: the option that chooses one, and the terminal's own words."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib import resources
from typing import Any

import click

from sabot.words import LANGS, read_words


def lang_option(says: str = "the language of what is told") -> Callable[[Any], Any]:
    """``--lang``, with what its help says."""
    return click.option("--lang", type=click.Choice(LANGS), default="en", show_default=True,
                        help=says)


@cache
def _words() -> dict[str, dict[str, str]]:
    return read_words(resources.files("sabot.cli") / "words.toml")


def words_under(head: str) -> dict[str, dict[str, str]]:
    """The words of `words.toml` under a head, by language."""
    start = f"{head}."
    return {lang: {key.removeprefix(start): text for key, text in own.items()
                   if key.startswith(start)} for lang, own in _words().items()}
