"""Catalogues of words: each key with its text in every language.

A catalogue writes its languages side by side, so that no language can be forgotten: in Python as
``{"act.sit": ("Sentar", "Sit", "入座")}``, in a file as ``sit = ["Sentar", "Sit", "入座"]`` under
``[act]``. `by_language` and `read_words` turn it into ``{language: {key: text}}``. A text may name
facts in braces; each language uses those that it needs.

A text that is made where it is used, such as a refusal of a table file or a line of the command
line, is a `Phrase` instead: written in English, with its translations in `sabot.phrasebook`.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Any

import msgspec

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


class Phrase(str):
    """An English text that can be rendered in other languages.

    It is a plain text wherever English is wanted: it compares, joins and prints as one. What joins
    it with other text is plain English again: put a phrase into another by a fact instead.
    Attributes: ``template``, the text with its facts in braces, and ``facts`` by name.
    """

    template: str
    facts: Mapping[str, object]

    def __new__(cls, template: str, facts: Mapping[str, object]) -> Phrase:
        text = super().__new__(cls, template.format(**facts))
        text.template, text.facts = template, facts
        return text

    def __getnewargs__(self) -> tuple[str, Mapping[str, object]]:  # type: ignore[override]
        """What a copy is made of: copies and other processes render it too."""
        return self.template, self.facts


class Verbatim(str):
    """A text that is the same in every language, such as a value that a table file may have: it is
    not translated where it equals a word that has an entry."""


def key_text(text: str) -> str:
    """The name of a key as it is, where a text is one: it has no spaces."""
    return text if " " in text else Verbatim(text)


def phrase(template: str, /, **facts: object) -> Phrase:
    """An English text with these facts, which `render` has in every language.

    ``template`` must be a literal with an entry in a file of `sabot.phrasebook`. A fact that is a
    phrase, or a text with an entry, is rendered too, also that of an exception; others stand as
    they are, and so does a plain text that the template quotes (``{name!r}``).
    """
    return Phrase(template, facts)


def plural(one: str, many: str, /, n: int, **facts: object) -> Phrase:
    """``one`` for one thing, else ``many`` with the number as the fact ``n``: both are templates
    as for `phrase`."""
    return Phrase(one if n == 1 else many, {"n": n, **facts})


def joined(texts: Iterable[str], separator: str = ", ") -> Phrase:
    """Several texts as one phrase, each of them rendered for itself; so is the separator, such as
    ", " or " and "."""
    parts = {f"part{n}": text for n, text in enumerate(texts)}
    return Phrase("{separator}".join(f"{{{name}}}" for name in parts),
                  {**parts, "separator": separator})


def either(texts: Iterable[str]) -> Phrase:
    """Texts as alternatives: a or b or c."""
    return joined(texts, " or ")


def both(texts: Iterable[str]) -> Phrase:
    """Texts that are meant together: a and b and c."""
    return joined(texts, " and ")


def sentences(texts: Iterable[str]) -> Phrase:
    """Texts one after the other: a; b; c."""
    return joined(texts, "; ")


@cache
def phrasebook(lang: str) -> dict[str, str]:
    """The translations of English templates into a language, from the files of `sabot.phrasebook`
    and those that packages of games have added. Raises `ValueError` for an entry without a text for
    each language but English."""
    own = _translations(lang, resources.files("sabot.phrasebook"))
    for folder in _FOLDERS:
        own = _translations(lang, folder) | own
    return own


_FOLDERS: list[Traversable] = []
"""The phrasebooks of packages of games."""


def add_phrasebook(folder: Traversable) -> None:
    """Add the phrasebook of a package: a folder of files like those of `sabot.phrasebook`. A text
    of the program keeps its own translation. Raises `ValueError` as `phrasebook` does."""
    for lang in LANGS:
        if lang != "en":
            _translations(lang, folder)
    if folder not in _FOLDERS:
        _FOLDERS.append(folder)
        phrasebook.cache_clear()


def _translations(lang: str, folder: Traversable) -> dict[str, str]:
    translations: dict[str, str] = {}
    others = [other for other in LANGS if other != "en"]
    for file in sorted(folder.iterdir(), key=lambda file: file.name):
        if file.name.endswith(".toml"):
            try:
                entries = by_language(tomllib.loads(file.read_text("utf-8")), others)
            except ValueError as error:
                raise ValueError(f"{file.name}: {error}") from None
            translations |= entries[lang]
    return translations


def render(text: str, lang: str) -> str:
    """A phrase, or a plain text with an entry, in a language; English where it has no entry."""
    if lang == "en" or isinstance(text, Verbatim):
        return str(text)
    if not isinstance(text, Phrase):
        return phrasebook(lang).get(text, text)
    template = phrasebook(lang).get(text.template, text.template)

    def in_language(name: str, fact: object) -> object:
        if f"{{{name}!r}}" in template and not isinstance(fact, Phrase):
            return fact  # quoted, as somebody has written it
        return render(_text_of(fact), lang) if isinstance(fact, str | Exception) else fact

    return template.format(**{name: in_language(name, fact) for name, fact in text.facts.items()})


def _text_of(fact: str | Exception) -> str:
    """A fact as text; of an exception the phrase that it was raised with."""
    if isinstance(fact, str):
        return fact
    return fact.args[0] if fact.args and fact.args[0] == str(fact) else str(fact)


def to_plain(value: object, *, str_keys: bool = False) -> Any:
    """A struct as values for JSON, like `msgspec.to_builtins`, with phrases as English text."""
    return msgspec.to_builtins(value, enc_hook=as_text, str_keys=str_keys)


def as_text(value: object) -> str:
    """A phrase as English text, for an encoder of msgspec (``enc_hook``). NotImplementedError for
    any other value that it cannot encode."""
    if isinstance(value, str):
        return str(value)
    raise NotImplementedError(f"{type(value).__name__} cannot be encoded")
