"""Refusals and errors of the HTTP API as problem details (RFC 9457).

Every refusal and every error has one shape: the members of the standard, and also ``code``, which
is the same in every language, ``law``, the clause of the refusal if there is one, ``text`` and
``facts``. ``type`` is the address of the meaning of a code, in all languages.
"""

from __future__ import annotations

from http import HTTPStatus

import msgspec
from litestar import Response, get
from litestar.params import FromPath

from sabot.house import HouseError
from sabot.house.shared_views import Facts, Names
from sabot.web import translations
from sabot.web.route_policies import ANYBODY, HttpRequest, policy
from sabot.words import phrase

MEDIA = "application/problem+json"
PROBLEMS_PATH = "/api/problems"


class Problem(msgspec.Struct, frozen=True, kw_only=True):
    """Why a request was not done. ``title`` is the phrase of ``status``; ``detail`` and ``text``
    are the same sentence, in the language of the request; ``instance`` is the path."""

    type: str
    title: str
    status: int
    detail: str
    instance: str
    code: str
    law: str = ""
    text: str
    facts: Facts = {}


def problem(path: str, accepted: str, status: int, code: str, text: str, law: str = "",
            facts: Facts | None = None) -> Problem:
    """Return a problem in the first language of an ``Accept-Language`` header that is available."""
    translated = translations.translate_refusal(code, text, accepted, facts)
    return Problem(
        type=f"{PROBLEMS_PATH}/{code}", title=HTTPStatus(status).phrase, status=status,
        detail=translated, instance=path, code=code, law=law, text=translated, facts=facts or {})


def refuse(request: HttpRequest, status: int, code: str, text: str, law: str = "",
           facts: Facts | None = None) -> Response[Problem]:
    """Return the response to a request that is not done."""
    wait = (facts or {}).get("seconds") if status == 429 else None
    return Response(problem(request.url.path, request.headers.get("accept-language", ""), status,
                            code, text, law, facts),
                    status_code=status, media_type=MEDIA,
                    headers={"Retry-After": str(wait)} if wait else None)


@get(PROBLEMS_PATH)
async def codes() -> dict[str, Names]:
    """The codes of refusals of the HTTP API: the meaning of each, by language. Tables also refuse
    with codes of their game."""
    words = translations.refusals()
    return {code: {lang: words[lang][code] for lang in words} for code in sorted(words["en"])}


@get(PROBLEMS_PATH + "/{code:str}", opt=policy(ANYBODY, 404))
async def meaning(code: FromPath[str]) -> Names:
    """The meaning of a code, by language. ``{...}`` stands for a fact of the request."""
    words = translations.refusals()
    if code not in words["en"]:
        raise HouseError("no-code", phrase("there is no problem code {code}; {problems_path} lists "
                                           "all", code=repr(code), problems_path=PROBLEMS_PATH),
                         status=404, facts={"asked": code})
    return {lang: words[lang][code] for lang in words}


ROUTES = (codes, meaning)
