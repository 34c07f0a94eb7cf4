"""The words of the browser pages, one language at a time, and the translated refusals of the HTTP
API."""

from __future__ import annotations

import hashlib
import re
from functools import cache
from importlib import resources

import msgspec
from litestar import Response, get
from litestar.params import FromPath

from sabot.house import HouseError
from sabot.house.shared_views import Facts
from sabot.web.route_policies import ANYBODY, GIVES, UNCHANGED, HttpRequest, policy
from sabot.words import LANGS, read_words

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
def _words_json(lang: str) -> tuple[bytes, str]:
    """Return a language as JSON, and a tag computed from its content."""
    body = msgspec.json.encode(browser_words()[lang])
    return body, f'"{hashlib.sha256(body).hexdigest()[:16]}"'


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
    words = "" if lang in ("", "en") else refusals()[lang].get(code, "")
    values = {"text": text, "asked": "", **(facts or {})}
    filled = re.sub(r"\{(\w+)\}", lambda hole: str(values.get(hole[1], "")), words)
    return filled.replace("  ", " ") or text  # a missing fact leaves no gap


@get("/words/{name:str}", opt=policy(ANYBODY, UNCHANGED, 404) | {GIVES: dict[str, str]})
async def words(request: HttpRequest, name: FromPath[str]) -> Response[bytes | None]:
    """The words of the pages in a language (``pt.json``, ``en.json``, ``zh.json``). A browser
    caches them and only asks whether they are current."""
    lang = name.removesuffix(".json")
    if lang not in LANGS or lang == name:
        raise HouseError("no-words", f"the languages are {', '.join(LANGS)}: "
                         f"/words/{LANGS[0]}.json", status=404)
    body, tag = _words_json(lang)
    headers = {"ETag": tag, "Cache-Control": "no-cache"}
    known = request.headers.get("if-none-match", "").split(",")
    if tag in (sent_tag.strip().removeprefix("W/") for sent_tag in known):
        return Response(None, status_code=304, headers=headers)
    return Response(body, media_type="application/json", headers=headers)
