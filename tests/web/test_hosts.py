"""A house answers to its own names: a page of another site cannot borrow its address."""

from __future__ import annotations

import socket
from pathlib import Path

import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import ClientConnection, connect

from sabot.web import allowed_hosts
from sabot.web.translations import refusals
from support.open_house import Doors


@pytest.mark.parametrize("host", [
    "localhost", "LOCALHOST:8000", "127.0.0.1", "127.0.0.1:8000", "[::1]:8000", "localhost.",
    "192.168.1.5:8000", "", "casino.example.pt", "casino.example.pt:443", "a.room.example.mo",
    "b.a.room.example.mo"])
def test_its_own_names_are_known(host: str) -> None:
    assert allowed_hosts.house_hosts(
        "127.0.0.1", ["casino.example.pt", " *.room.example.mo", ""]).includes(host)


@pytest.mark.parametrize("host", [
    "evil.example", "localhost.evil.example", "127.0.0.1.evil.example", "xcasino.example.pt",
    "room.example.mo", "evil.example@localhost", "localhost/evil.example", "[::1", "::", "a b",
    "casino.example.pt.evil.example"])
def test_other_names_are_not(host: str) -> None:
    assert not allowed_hosts.house_hosts(
        "127.0.0.1", ["casino.example.pt", "*.room.example.mo"]).includes(host)


def test_a_house_that_listens_everywhere_knows_its_machine_and_no_more() -> None:
    own = socket.gethostname()
    for listening in ("0.0.0.0", "::"):
        names = allowed_hosts.house_hosts(listening)
        assert (
            names.includes(f"{own}:8000") and names.includes(f"{own}.local")
            and names.includes("10.0.0.7"))
        assert not names.includes("evil.example")
    assert allowed_hosts.house_hosts("0.0.0.0", ["*"]).includes("evil.example"), (
        "every name has to be asked for")
    assert allowed_hosts.house_hosts("casino.example.pt").includes("casino.example.pt")


@pytest.mark.parametrize("name", ["http://a.example", "a.example:8000", "*.*", "a*.example", "a/b"])
def test_what_can_be_no_name_is_said(name: str) -> None:
    with pytest.raises(ValueError, match="without its port"):
        allowed_hosts.house_hosts("127.0.0.1", [name])


def under(doors: Doors, name: str) -> ClientConnection:
    """A socket to a table under a name that has the address of the house."""
    line = socket.create_connection(("127.0.0.1", doors.port))
    return connect(f"ws://{name}:{doors.port}/ws/tables/shared", sock=line, open_timeout=60,
                   additional_headers={"Origin": f"http://{name}:{doors.port}"})


def test_pages_requests_and_sockets_under_another_name_are_refused(tmp_path: Path) -> None:
    with Doors(
        tmp_path, hosts=allowed_hosts.house_hosts("127.0.0.1", ["casino.example.pt"])) as doors:
        ana = doors.guest("Ana")
        evil = {"Host": "evil.example", "Origin": "http://evil.example"}
        for path in ("/", "/table.html", "/api/session", "/api/tables", "/health", "/metrics",
                     "/words/en.json"):
            response = ana.get(path, **evil)
            assert (response.status_code, response.json()["code"]) == (421, "host"), path
            assert response.json()["facts"] == {"asked": "evil.example"}
        response = ana.post("/api/session/end", {}, **evil)
        assert response.status_code == 421 and "--allow-host" in response.json()["text"]
        response = ana.get("/", Host="evil.example", **{"Accept-Language": "pt"})
        assert response.json()["text"] == refusals()["pt"]["host"].format(asked="evil.example")
        assert ana.get("/api/session").json()["name"] == "Ana", "nothing of it was done"
        with pytest.raises(InvalidStatus) as refused, under(doors, "evil.example"):
            pass
        assert refused.value.response.status_code == 403
        with under(doors, "casino.example.pt") as line:
            assert '"t":"snapshot"' in line.recv(60)
        assert ana.get("/", Host="casino.example.pt").status_code == 200


@pytest.mark.parametrize("secure", [True, False])
def test_cookies_are_secure_where_the_house_is_told_so(tmp_path: Path, secure: bool) -> None:
    with Doors(tmp_path, secure=secure) as doors:
        token = doors.staff("Sofia", "supervisor")
        cookies = [*doors.visitor().post("/api/session").headers.get_list("set-cookie"),
                   *doors.visitor().post("/api/staff/login", {"token": token}).headers.get_list(
                    "set-cookie"),
                   *doors.visitor().post("/api/staff/logout").headers.get_list("set-cookie")]
        assert len(cookies) == 4
        for cookie in cookies:
            assert ("Secure" in cookie) is secure and "HttpOnly" in cookie
            assert "SameSite=strict" in cookie
