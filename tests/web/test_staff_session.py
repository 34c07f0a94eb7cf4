"""Who stands at the staff door: the badge, leaving, and what the lists say of switches."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from litestar import Litestar
from litestar.testing import TestClient
from test_web_wallet import without_pools

from sabot.house import House
from sabot.house.people import roles as people
from sabot.ledger import Entry, Ledger
from sabot.web.app import create_app
from sabot.web.auth import Signer

HEADERS = {"X-Sabot": "1"}
SECTION = "pt-805-2015/blackjack-online"


@pytest.fixture
def tokens() -> dict[str, str]:
    return {}


@pytest.fixture
def ledger(tmp_path: Path, tokens: dict[str, str]) -> Iterator[Ledger]:
    with Ledger.open(f"sqlite:///{tmp_path / 'books.sqlite3'}") as books:
        for role in people.ROLES:
            member, tokens[role] = people.new_member(f"the {role}", role, books.format)
            books.commit([Entry(kind="staff", body=b"{}", documents=(member.document(),),
                                names=member.names)])
        yield books


@pytest.fixture
def door(ledger: Ledger) -> Iterator[TestClient[Litestar]]:
    tables = without_pools()
    with TestClient(create_app(House(ledger, tables), Signer("k" * 40))) as client:
        client.headers.update(HEADERS)
        yield client


def come_in(door: TestClient[Litestar], token: str) -> dict[str, Any]:
    reply = door.post("/api/staff/login", json={"token": token})
    assert reply.status_code == 200
    badge: dict[str, Any] = reply.json()
    return badge


def test_nobody_is_null_and_a_member_is_their_badge(
        door: TestClient[Litestar], tokens: dict[str, str]) -> None:
    assert door.get("/api/staff/me").json() is None
    badge = come_in(door, tokens["inspector"])
    assert badge == {"name": "the inspector", "role": "inspector",
                     "may": ["complaints", "journal", "papers", "people", "players", "tables"]}
    assert door.get("/api/staff/me").json() == badge


def test_a_forged_cookie_is_nobody(door: TestClient[Litestar]) -> None:
    door.cookies.set("sabot-staff", Signer("x" * 40).staff("the supervisor"))
    assert door.get("/api/staff/me").json() is None
    assert door.get("/api/staff/tables").status_code == 401


def test_a_players_cookie_opens_no_staff_door(door: TestClient[Litestar]) -> None:
    door.cookies.set("sabot-staff", Signer("k" * 40).player("the supervisor"))
    assert door.get("/api/staff/me").json() is None


def croupier(ledger: Ledger) -> people.Member:
    (found,) = [one for one in people.members(ledger) if one.role == "croupier"]
    return found


def test_who_was_removed_is_nobody_at_once(
        door: TestClient[Litestar], tokens: dict[str, str], ledger: Ledger) -> None:
    come_in(door, tokens["croupier"])
    gone = msgspec.structs.replace(croupier(ledger), token="", active=False)
    entry = Entry(kind="staff", body=b"{}", documents=(gone.document(),))
    with door.portal() as portal:  # one thread commits, and while the house is open it is its own
        portal.call(door.app.state.house.commit, entry)
    assert door.get("/api/staff/me").json() is None
    assert door.get("/api/staff/tables").status_code == 401


def test_a_cookie_stands_for_a_token_and_not_for_a_name(
        door: TestClient[Litestar], tokens: dict[str, str], ledger: Ledger) -> None:
    """Who is given the name of somebody that left does not let the other in again."""
    come_in(door, tokens["croupier"])
    other = msgspec.structs.replace(
        croupier(ledger), token=people.new_member("x", "supervisor", ledger.format)[0].token)
    entry = Entry(kind="staff", body=b"{}", documents=(other.document(),), names=other.names)
    with door.portal() as portal:
        portal.call(door.app.state.house.commit, entry)
    assert door.get("/api/staff/me").json() is None


def test_leaving_takes_the_cookie_back(
        door: TestClient[Litestar], tokens: dict[str, str]) -> None:
    come_in(door, tokens["supervisor"])
    assert door.post("/api/staff/logout").status_code == 200
    assert door.get("/api/staff/me").json() is None
    assert door.get("/api/staff/games").status_code == 401


def test_leaving_needs_the_header_as_every_change_does(door: TestClient[Litestar]) -> None:
    reply = door.post("/api/staff/logout", headers={"X-Sabot": ""})
    assert (reply.status_code, reply.json()["code"]) == (403, "origin")


def test_tables_and_games_tell_their_own_switch_apart(
        door: TestClient[Litestar], tokens: dict[str, str]) -> None:
    come_in(door, tokens["supervisor"])
    door.post("/api/staff/tables/low/close", json={"reason": "new cloth"})
    door.post("/api/staff/games/blackjack-online/disable", json={"reason": "inspection"})
    tables = {t["id"]: t for t in door.get("/api/staff/tables").json()}
    assert {t["open"] for t in tables.values() if t["game"] == "blackjack-online"} == {False}
    assert {t["open"] for t in tables.values() if t["game"] == "blackjack-2007"} == {True}
    assert (tables["low"]["switch"]["reason"], tables["high"]["switch"]) == ("new cloth", None)
    game = next(g for g in door.get("/api/staff/games").json() if g["id"] == "blackjack-online")
    assert (game["open"], game["switch"]["reason"], game["switch"]["by"]) == (
        False, "inspection", "the supervisor")
    door.post("/api/staff/games/blackjack-online/enable", json={"reason": "all well"})
    tables = {t["id"]: t for t in door.get("/api/staff/tables").json()}
    assert {t["id"] for t in tables.values() if not t["open"]} == {"low"}


def test_a_table_names_the_clauses_of_a_void_coup(
        door: TestClient[Litestar], tokens: dict[str, str]) -> None:
    come_in(door, tokens["inspector"])
    own = {"void": f"{SECTION}/27", "refund": f"{SECTION}/28"}
    for table in door.get("/api/staff/tables").json():
        online = table["game"] == "blackjack-online"
        assert table["laws"] == (own if online else {"void": "ir/24", "refund": "ir/24"})
