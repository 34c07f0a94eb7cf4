"""The words of the browser pages, one language at a time, and the translated refusals of the HTTP
API."""

from __future__ import annotations

import re
from functools import cache
from importlib import resources

from sabot.house.shared_views import Facts
from sabot.words import LANGS, read_words, render

FOLDER = resources.files("sabot.web") / "words"


@cache
def browser_words() -> dict[str, dict[str, str]]:
    """Return every word of the pages by language. ValueError for a key in two files."""
    catalogue: dict[str, dict[str, str]] = {lang: {} for lang in LANGS}
    for file in sorted(FOLDER.iterdir(), key=lambda file: file.name):
        for lang, words in read_words(file).items():
            if twice := catalogue[lang].keys() & words.keys():
                raise ValueError(f"{file.name}: {', '.join(sorted(twice))} are in another file too")
            catalogue[lang] |= words
    return catalogue


@cache
def refusals() -> dict[str, dict[str, str]]:
    """Return the texts of the HTTP API's refusal codes, by language."""
    return read_words(resources.files("sabot.web") / "refusals.toml")


def preferred_language(accepted: str) -> str:
    """Return the first available language of an ``Accept-Language`` header, by weight; "" for none.
    """
    weighed = []
    for at, entry in enumerate(accepted.split(",")):
        tag, _, weight = entry.strip().partition(";q=")
        try:
            weighed.append((-float(weight or 1), at, tag.split("-")[0].lower()))
        except ValueError:
            continue
    return next((lang for weight, _, lang in sorted(weighed) if lang in LANGS and weight), "")


def translate_refusal(code: str, text: str, accepted: str, facts: Facts | None = None) -> str:
    """Return a refusal in the requested language, with its facts filled in. English uses the
    original text."""
    lang = preferred_language(accepted)
    text = render(text, lang or "en")
    words = "" if lang in ("", "en") else refusals()[lang].get(code, "")
    values = {"text": text, "asked": "", **(facts or {})}
    filled = re.sub(r"\{(\w+)\}", lambda hole: str(values.get(hole[1], "")), words)
    return filled.replace("  ", " ") or text  # a missing fact leaves no gap
