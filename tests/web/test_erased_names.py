"""Names at the doors of a house whose journal names people by ids: shown, erased, and then ids."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from sabot.certify.audit.verify import verify
from support.house_evening import empty_books
from support.open_house import Doors, Visitor

PLAYER, BOSS, INSPECTOR = "Xylqua", "Eva Vorpen", "Rui Zwyntham"


@pytest.fixture(params=[2])
def house(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Doors]:
    (tmp_path / "house.sqlite3").write_bytes(empty_books(request.param))
    with Doors(tmp_path) as doors:
        yield doors


def come_in(doors: Doors, name: str, role: str) -> tuple[Visitor, str]:
    token = doors.staff(name, role)
    visitor = doors.visitor()
    response = visitor.post("/api/staff/login", {"token": token, "name": name.upper()})
    assert response.status_code == 200 and response.json()["name"] == name, response.text
    return visitor, token


def test_whoever_is_erased_is_told_by_the_id(house: Doors) -> None:
    ana, (boss, token) = house.guest(PLAYER), come_in(house, BOSS, "supervisor")
    inspector, _ = come_in(house, INSPECTOR, "inspector")
    ana.post("/api/complaints", {"table": "shared", "coup": "", "text": "the cards were late"})
    (complaint,) = boss.get("/api/staff/complaints").json()
    boss.post(f"/api/staff/complaints/{complaint['id']}/answer", {"text": "we are sorry"})
    closed = boss.post("/api/staff/tables/alone/close", {"reason": "a test"}).json()

    def seen() -> dict[str, Any]:
        (mine,) = ana.get("/api/complaints").json()
        acts = [one["body"]["staff"] for one in inspector.get("/api/staff/journal").json()
                if one["body"].get("staff", {}).get("act") in ("close", "answer")]
        return {"session": ana.get("/api/session").json()["name"],
                "complaint": (mine["name"], mine["answered_by"]),
                "people": {one["name"] for one in inspector.get("/api/staff/people").json()},
                "me": boss.get("/api/staff/me").json()["name"],
                "switch": next(one["switch"]["by"] for one in inspector.get(
                    "/api/staff/tables").json() if one["id"] == "alone"),
                "journal": {one["by"] for one in acts}}

    assert closed["by"] == BOSS
    assert seen() == {"session": PLAYER, "complaint": (PLAYER, BOSS), "me": BOSS, "switch": BOSS,
                      "people": {BOSS, INSPECTOR}, "journal": {BOSS}}
    ids = {one.name: id for id, one in house.ledger.names().items()}
    eva = ids[BOSS]
    for why, status in (("", 400), ("they asked for it", 200)):
        for id in (ana.id, eva):
            response = boss.post("/api/staff/erase", {"id": id, "reason": why})
            assert response.status_code == status, response.text
    assert response.json() == {"id": eva, "kind": "staff", "named": True}
    assert seen() == {"session": ana.id, "complaint": (ana.id, eva), "me": eva, "switch": eva,
                      "people": {eva, INSPECTOR}, "journal": {eva}}
    again = boss.post("/api/staff/erase", {"id": eva, "reason": "they asked for it"}).json()
    assert again["named"] is False
    # The token still opens the door, and brings no name.
    back = house.visitor().post("/api/staff/login", {"token": token})
    assert back.status_code == 200 and back.json()["name"] == eva
    assert set(house.ledger.names()) == {ids[INSPECTOR]}
    assert verify(house.ledger).verified


def test_who_may_not_and_whom_nobody_knows(house: Doors) -> None:
    ana, (inspector, _) = house.guest(PLAYER), come_in(house, INSPECTOR, "inspector")
    boss, _ = come_in(house, BOSS, "supervisor")
    asked = {"id": ana.id, "reason": "they asked for it"}
    for who, what, status, code in (
            (inspector, asked, 403, "role"), (ana, asked, 401, "no-staff"),
            (boss, {**asked, "id": "p_9"}, 404, "no-id")):
        response = who.post("/api/staff/erase", what)
        assert (response.status_code, response.json()["code"]) == (status, code)
    assert house.ledger.name_of(ana.id) is not None


@pytest.mark.parametrize("house", [1], indirect=True)
def test_where_names_stand_in_the_journal_it_is_refused(house: Doors) -> None:
    ana, (boss, _) = house.guest(PLAYER), come_in(house, BOSS, "supervisor")
    response = boss.post("/api/staff/erase", {"id": ana.id, "reason": "they asked for it"})
    assert (response.status_code, response.json()["code"]) == (409, "names-in-journal")
    assert "sabot migrate" in response.json()["text"]
