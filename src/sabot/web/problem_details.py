"""How the HTTP door says that it did not do what was asked: problem details (RFC 9457).

Every refusal and every error has one shape: the members of the standard, and beside them ``code``,
which stays the same in every language, ``law``, the clause under which it is refused where there is
one, ``text`` and ``facts``. ``type`` leads to what a code means, in all languages.
"""

from __future__ import annotations

from http import HTTPStatus

import msgspec
from litestar import Response, get
from litestar.params import FromPath

from sabot.house import HouseError
from sabot.house.shared_views import Facts, Names
from sabot.web import translations
from sabot.web.route_policies import ANYBODY, Ask, door

MEDIA = "application/problem+json"
WHERE = "/api/problems"


class Problem(msgspec.Struct, frozen=True, kw_only=True):
    """Why a request was not done. ``title`` is the phrase of ``status``; ``detail`` and ``text``
    are the same sentence, in the language of the request; ``instance`` is what was asked for."""

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
    """A problem in the first language of an ``Accept-Language`` header that there are words in."""
    said = translations.refusal(code, text, accepted, facts)
    return Problem(type=f"{WHERE}/{code}", title=HTTPStatus(status).phrase, status=status,
                   detail=said, instance=path, code=code, law=law, text=said, facts=facts or {})


def refused(request: Ask, status: int, code: str, text: str, law: str = "",
            facts: Facts | None = None) -> Response[Problem]:
    """The answer to a request that is not done."""
    wait = (facts or {}).get("seconds") if status == 429 else None
    return Response(problem(request.url.path, request.headers.get("accept-language", ""), status,
                            code, text, law, facts),
                    status_code=status, media_type=MEDIA,
                    headers={"Retry-After": str(wait)} if wait else None)


@get(WHERE)
async def codes() -> dict[str, Names]:
    """The codes of what the HTTP door refuses: what each means, by language. What a table refuses
    has codes of its game beside these."""
    words = translations.refusals()
    return {code: {lang: words[lang][code] for lang in words} for code in sorted(words["en"])}


@get(WHERE + "/{code:str}", opt=door(ANYBODY, 404))
async def meaning(code: FromPath[str]) -> Names:
    """What a code means, by language. ``{...}`` stands where a fact of the request would."""
    words = translations.refusals()
    if code not in words["en"]:
        raise HouseError("no-code", f"there is no problem code {code!r}; {WHERE} lists all",
                         status=404, facts={"asked": code})
    return {lang: words[lang][code] for lang in words}


ROUTES = (codes, meaning)
