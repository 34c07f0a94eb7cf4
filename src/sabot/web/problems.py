"""How the HTTP door says that it did not do what was asked: problem details (RFC 9457).

Every refusal and every error has one shape: the members of the standard, and beside them ``code``,
which stays the same in every language, ``law``, the clause under which it is refused where there is
one, ``text`` and ``facts``. ``type`` leads to what a code means, in all languages.
"""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

import msgspec
from litestar import Request, Response, get
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.params import FromPath

from sabot.house import HouseError
from sabot.web import spoken

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
    facts: dict[str, Any] = {}


def problem(path: str, accepted: str, status: int, code: str, text: str, law: str = "",
            facts: dict[str, Any] | None = None) -> Problem:
    """A problem in the first language of an ``Accept-Language`` header that there are words in."""
    said = spoken.refusal(code, text, accepted, facts)
    return Problem(type=f"{WHERE}/{code}", title=HTTPStatus(status).phrase, status=status,
                   detail=said, instance=path, code=code, law=law, text=said, facts=facts or {})


def refused(request: Request[Any, Any, Any], status: int, code: str, text: str, law: str = "",
            facts: dict[str, Any] | None = None) -> Response[Problem]:
    """The answer to a request that is not done."""
    wait = (facts or {}).get("seconds") if status == 429 else None
    return Response(problem(request.url.path, request.headers.get("accept-language", ""), status,
                            code, text, law, facts),
                    status_code=status, media_type=MEDIA,
                    headers={"Retry-After": str(wait)} if wait else None)


@get(WHERE)
async def codes() -> dict[str, dict[str, str]]:
    """The codes of what the HTTP door refuses: what each means, by language. What a table refuses
    has codes of its game beside these."""
    words = spoken.refusals()
    return {code: {lang: words[lang][code] for lang in words} for code in sorted(words["en"])}


@get(WHERE + "/{code:str}")
async def meaning(code: FromPath[str]) -> dict[str, str]:
    """What a code means, by language. ``{...}`` stands where a fact of the request would."""
    words = spoken.refusals()
    if code not in words["en"]:
        raise HouseError("no-code", f"the HTTP door has no code {code!r}; {WHERE} has all",
                         status=404, facts={"asked": code})
    return {lang: words[lang][code] for lang in words}


class DeclaredJson(JsonRenderPlugin):
    """The description of the door as JSON, which says of every route what it answers where it does
    not do what was asked."""

    def render(self, request: Request[Any, Any, Any], openapi_schema: dict[str, Any]) -> bytes:
        _, made = msgspec.json.schema_components(
            (Problem,), ref_template="#/components/schemas/{name}")
        schemas = openapi_schema.setdefault("components", {}).setdefault("schemas", {})
        # As it is sent: with every member, whether it has a usual value or not.
        schemas["Problem"] = made["Problem"] | {"required": list(Problem.__struct_fields__)}
        answer = {"description": "not done: problem details (RFC 9457)", "content": {
            MEDIA: {"schema": {"$ref": "#/components/schemas/Problem"}}}}
        for path in openapi_schema["paths"].values():
            for operation in path.values():
                done = {status: said for status, said in operation["responses"].items()
                        if not status.startswith(("4", "5"))}
                operation["responses"] = {**done, "4XX": answer, "5XX": answer}
        return super().render(request, openapi_schema)


ROUTES = (codes, meaning)
