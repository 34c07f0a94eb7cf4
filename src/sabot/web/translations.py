"""The words of the browser's pages, one language at a time, as the pages fetch them; and those in
which the HTTP door refuses, in the language that is asked for."""

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
from sabot.web.route_policies import ANYBODY, GIVES, UNCHANGED, Ask, door
from sabot.words import LANGS, read

FOLDER = resources.files("sabot.web") / "words"


@cache
def browser() -> dict[str, dict[str, str]]:
    """Every word of the pages by language. A key that two files give is a `ValueError`."""
    found: dict[str, dict[str, str]] = {lang: {} for lang in LANGS}
    for file in sorted(FOLDER.iterdir(), key=lambda file: file.name):
        for lang, words in read(file).items():
            if twice := found[lang].keys() & words.keys():
                raise ValueError(f"{file.name}: {', '.join(sorted(twice))} stand in another file")
            found[lang] |= words
    return found


@cache
def _sheet(lang: str) -> tuple[bytes, str]:
    """A language as JSON, and its tag: what it contains, not when."""
    body = msgspec.json.encode(browser()[lang])
    return body, f'"{hashlib.sha256(body).hexdigest()[:16]}"'


@cache
def refusals() -> dict[str, dict[str, str]]:
    """What the HTTP door says of the codes of its refusals, by language."""
    return read(resources.files("sabot.web") / "refusals.toml")


def wanted(accepted: str) -> str:
    """The first language of an ``Accept-Language`` header that there are words in, by its weight;
    "" when none is."""
    weighed = []
    for at, one in enumerate(accepted.split(",")):
        tag, _, weight = one.strip().partition(";q=")
        try:
            weighed.append((-float(weight or 1), at, tag.split("-")[0].lower()))
        except ValueError:
            continue
    return next((lang for weight, _, lang in sorted(weighed) if lang in LANGS and weight), "")


def refusal(code: str, text: str, accepted: str, facts: Facts | None = None) -> str:
    """A refusal in the language that is asked for, with what of it was told as a fact. English is
    told in full, as it was said."""
    lang = wanted(accepted)
    words = "" if lang in ("", "en") else refusals()[lang].get(code, "")
    given = {"text": text, "asked": "", **(facts or {})}
    said = re.sub(r"\{(\w+)\}", lambda hole: str(given.get(hole[1], "")), words)
    return said.replace("  ", " ") or text  # what is unknown leaves no gap


@get("/words/{name:str}", opt=door(ANYBODY, UNCHANGED, 404) | {GIVES: dict[str, str]})
async def words(request: Ask, name: FromPath[str]) -> Response[bytes | None]:
    """The words of the pages in a language (``pt.json``, ``en.json``, ``zh.json``). A browser keeps
    them and asks only whether they still stand."""
    lang = name.removesuffix(".json")
    if lang not in LANGS or lang == name:
        raise HouseError("no-words", f"the languages are {', '.join(LANGS)}: "
                         f"/words/{LANGS[0]}.json", status=404)
    body, tag = _sheet(lang)
    headers = {"ETag": tag, "Cache-Control": "no-cache"}
    known = request.headers.get("if-none-match", "").split(",")
    if tag in (one.strip().removeprefix("W/") for one in known):
        return Response(None, status_code=304, headers=headers)
    return Response(body, media_type="application/json", headers=headers)
