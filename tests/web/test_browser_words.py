"""The words of the pages: every one that a page asks for is there, in three languages, and none
lies about that nobody asks for."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator
from importlib import resources
from pathlib import Path

import httpx
import pytest

from sabot.web import translations
from sabot.words import LANGS
from support.open_house import Doors

STATIC = Path(str(resources.files("sabot.web") / "static"))
JS = STATIC / "js"
SCRIPTS = {path.relative_to(JS).as_posix(): path.read_text("utf-8")
           for path in sorted(JS.rglob("*.js"))}
PAGES = {path.name: path.read_text("utf-8") for path in sorted(STATIC.glob("*.html"))}
KEYS = translations.browser_words()["pt"].keys()

_GROUP = re.compile(r"\{([^{}]*)\} = wordGroup\('([\w.-]+)'\)")
_CALL = re.compile(r"(?<![\w$.])(%s)\(((?:[^()`]|`[^`]*`|\([^()]*\))*)")
_HOLED = r"[\w.-]*(?:\$\{[^{}`]*\}[\w.-]*)+"
_NAMES = {"t": "", "plural": "", "hasWord": ""}


def imported(name: str) -> Iterator[str]:
    """The sources of what a script imports."""
    for path in re.findall(r"from '(\.[\w./]+\.js)'", SCRIPTS[name]):
        yield SCRIPTS[posixpath.normpath(f"{posixpath.dirname(name)}/{path}")]


def heads(name: str) -> dict[str, str]:
    """The functions by which a script asks for words, with the head of what they ask for."""
    found, script = dict(_NAMES), SCRIPTS[name]
    for source in [script, *imported(name)]:
        for names, head in _GROUP.findall(source):
            if source is script or f"export const {{{names}}}" in source:
                for one in names.split(","):
                    found[one.split(":")[-1].strip()] = f"{head}."
    return found


def pattern(template: str) -> str:
    """What the key of a template may be: anything where it has a hole."""
    return ".*".join(map(re.escape, re.split(r"\$\{[^}]*\}", template)))


def asked(name: str) -> Iterator[str]:
    """The keys that a script asks for by name, as patterns."""
    known, script = heads(name), SCRIPTS[name]
    calls = re.compile(_CALL.pattern % "|".join(map(re.escape, known)))
    for function, rest in calls.findall(script):
        first = re.match(rf"\s*(?:'([\w.-]+)'|`({_HOLED})`)\s*(?:$|,)", rest)
        if first:
            asked_for = re.escape(first[1]) if first[1] else pattern(first[2])
            yield re.escape(known[function]) + asked_for


def marked(page: str) -> set[str]:
    return set(re.findall(r'data-t(?:-title|-label)?="([\w.-]+)"', page))


def matches(key: str) -> bool:
    return any(re.fullmatch(key, one) for one in KEYS)


@pytest.mark.parametrize("name", SCRIPTS)
def test_every_word_that_a_script_asks_for_is_there(name: str) -> None:
    assert [key for key in set(asked(name)) if not matches(key)] == []


@pytest.mark.parametrize("name", PAGES)
def test_every_word_that_a_page_marks_is_there(name: str) -> None:
    assert marked(PAGES[name]) - KEYS == set()
    assert not re.search(r"data-[wof]=\"", PAGES[name])


# Codes and names that Chinese writes in Latin letters.
LATIN = {"equity.hint", "staff.api.title"}
# Words that are empty where a language needs none, and facts that not every language names.
EMPTY = {"notice.why", "sign.gap", "law.language", "staff.law.language"}
LOOSE = {"lost.default", "now.croupier", "awaits"}
# What is asked for by a name that is put together from parts.
BUILT = {"follow.yours.split", "follow.yours.double", "place.title", "equity.synthetic"}


def test_no_word_lies_about_that_nobody_asks_for() -> None:
    """A key is asked for where it stands in a script: whole, without its head, or by a template."""
    whole, holes = set.union(*map(marked, PAGES.values())), set()
    for script in SCRIPTS.values():
        whole |= marked(script) | set(re.findall(r"['`]([\w.-]+)['`]", script))
        holes |= {pattern(one) for one in re.findall(f"`({_HOLED})`", script)}
    fits = re.compile("|".join(sorted(h for h in holes if re.search(r"\w", h.replace(".*", "")))))
    tops = {head.rstrip(".") for name in SCRIPTS for head in heads(name).values()}

    def used(key: str) -> bool:
        top, _, rest = key.partition(".")
        forms = {key, rest} if top in tops else {key}
        bare = {re.sub(r"\.\d+$", "", form) for form in forms}  # plural: key.1
        return bool((forms | bare) & whole) or any(fits.fullmatch(form) for form in forms | bare)

    lying = [key for key in KEYS - BUILT if not used(key)]
    assert not lying, " ".join(lying)


def test_a_browser_fetches_one_language_and_keeps_it(doors: Doors) -> None:
    with httpx.Client(base_url=doors.at, timeout=60) as browser:
        for lang in LANGS:
            first = browser.get(f"/words/{lang}.json")
            assert first.status_code == 200 and first.json() == translations.browser_words()[lang]
            again = browser.get(f"/words/{lang}.json",
                                headers={"If-None-Match": first.headers["etag"]})
            assert again.status_code == 304 and not again.content
        none = browser.get("/words/fr.json")
        assert none.status_code == 404 and none.json()["code"] == "no-words"


def test_chinese_is_written_in_traditional_characters_and_its_own_signs() -> None:
    """Big5 with Hong Kong's supplement holds no character that is simplified only."""
    words = translations.browser_words()
    for key, text in words["zh"].items():
        bare = re.sub(r"\{\w+\}", "", text)
        for character in re.findall("[\u3400-\u9fff]", bare):
            assert character.encode("big5hkscs", "ignore"), (key, character)
        assert not re.search("[\u4e00-\u9fff] ?[,;:?!.](?!\\d)", bare), (key, text)
        letters = re.search("[a-z]{3}", re.sub(r"\{\w+\}", "", words["en"][key]))
        rank = re.fullmatch("[AKQJ]|10|[2-9]|", bare)
        assert not letters or rank or re.search("[\u4e00-\u9fff]", bare) or (
            key in LATIN | LOOSE), key


def test_each_language_says_the_same_facts() -> None:
    words = translations.browser_words()
    for key in KEYS - LOOSE:
        holes = {lang: set(re.findall(r"\{(\w+)\}", words[lang][key])) for lang in LANGS}
        assert holes["pt"] == holes["en"] == holes["zh"], (key, holes)
        assert all(words[lang][key].strip() for lang in LANGS) or key in EMPTY, key
