"""What the HTTP door refuses has one shape: problem details, as its description declares them."""

from __future__ import annotations

from collections.abc import Callable
from http import HTTPStatus
from typing import Any

import httpx
import pytest

from sabot.web import translations
from sabot.words import LANGS
from support.open_house import Doors

MEMBERS = {"type", "title", "status", "detail", "instance", "code", "law", "text", "facts"}

ASKED: dict[str, tuple[Callable[[httpx.Client], httpx.Response], int, str]] = {
    "an unknown table": (lambda asks: asks.get("/api/tables/nowhere"), 404, "no-table"),
    "a number that is too small": (
        lambda asks: asks.get("/api/me/coups", params={"limit": 0}), 400, "form"),
    "a body that is no JSON": (
        lambda asks: asks.post("/api/session", content=b"{", headers={"X-Sabot": "1"}), 400,
        "form"),
    "without the header of a page": (lambda asks: asks.post("/api/me/credits"), 403, "origin"),
    "without a sign-in": (
        lambda asks: asks.post("/api/me/credits", headers={"X-Sabot": "1"}), 401, "no-session"),
    "no such route": (lambda asks: asks.get("/api/nothing"), 404, "http"),
    "no such method": (lambda asks: asks.delete("/api/games", headers={"X-Sabot": "1"}), 405,
                       "http"),
    "a staff door": (lambda asks: asks.get("/api/staff/tables"), 401, "no-staff"),
    "an unknown code": (lambda asks: asks.get("/api/problems/x"), 404, "no-code"),
}


@pytest.mark.parametrize("asked", ASKED)
def test_every_refusal_is_problem_details(doors: Doors, asked: str) -> None:
    ask, status, code = ASKED[asked]
    with httpx.Client(base_url=doors.at, timeout=60) as asks:
        got = ask(asks)
    problem = got.json()
    assert got.headers["content-type"] == "application/problem+json"
    assert set(problem) == MEMBERS and (got.status_code, problem["status"]) == (status, status)
    assert problem["code"] == code and problem["type"] == f"/api/problems/{code}"
    assert problem["detail"] == problem["text"] and problem["title"] == HTTPStatus(status).phrase
    assert problem["instance"] == got.request.url.path


def test_its_type_leads_to_what_the_code_means_in_every_language(doors: Doors) -> None:
    with httpx.Client(base_url=doors.at, timeout=60) as asks:
        problem = asks.get("/api/tables/nowhere", headers={"Accept-Language": "pt"}).json()
        meant = asks.get(problem["type"]).json()
        every = asks.get("/api/problems").json()
    assert set(meant) == set(LANGS) and meant["pt"].format(asked="nowhere") == problem["detail"]
    assert every.keys() == translations.refusals()["en"].keys() and every["no-table"] == meant


def test_the_description_declares_what_is_sent(doors: Doors) -> None:
    with httpx.Client(base_url=doors.at, timeout=60) as asks:
        schema: dict[str, Any] = asks.get("/api/schema/openapi.json").json()
    problem = schema["components"]["schemas"]["Problem"]
    assert set(problem["properties"]) == set(problem["required"]) == MEMBERS
    for path, operations in schema["paths"].items():
        for method, operation in operations.items():
            refusals = {status: answer for status, answer in operation["responses"].items()
                        if status.startswith(("4", "5"))}
            assert {"421", "429", "500", "503"} <= set(refusals), (method, path)
            assert ("403" in refusals) or (method == "get" and (
                "401" in refusals or not any(operation["security"]))), (method, path)
            assert not any("X" in status for status in refusals), (method, path)
            assert all(answer["content"]["application/problem+json"] == {
                "schema": {"$ref": "#/components/schemas/Problem"}} for answer in refusals.values())
            assert [status for status, answer in refusals.items()
                    if len(answer["content"]) > 1] == (
                ["503"] if path == "/health" else [])
