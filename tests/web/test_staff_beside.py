"""``sabot staff`` beside an open house: the house itself makes the change, at once."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import httpx
import msgspec
import pytest
from click.testing import CliRunner, Result
from test_web_serve import TABLE, Served, get, post, refused, serving

from sabot.certify.audit.verify import verify
from sabot.cli import main
from sabot.house.staff.control import path_of
from sabot.ledger import Ledger
from support.databases import create_database, drop_database, unreachable
from support.house_evening import empty_books

SAY = {"X-Sabot": "1"}


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path / 'house.sqlite3'}"
        return
    if why := unreachable():
        pytest.skip(why)
    database_url = create_database()
    yield database_url
    drop_database(database_url)


def sabot(url: str, var: Path, *words: str) -> Result:
    result = CliRunner().invoke(main, ["staff", "--database", url, *words],
                                env={"SABOT_VAR": str(var)})
    assert "Traceback" not in result.stderr
    return result


def one_table(folder: Path) -> Path:
    tables = folder / "tables"
    tables.mkdir()
    (tables / "one.toml").write_text(TABLE)
    return tables


def login(served: Served, token: str) -> httpx.Response:
    return post(f"{served.at}/api/staff/login", json={"token": token}, headers=SAY)


@pytest.mark.more_of("postgresql")
def test_staff_are_added_changed_and_removed_while_the_house_is_open(
        tmp_path: Path, url: str) -> None:
    var = tmp_path / "var"
    run = partial(sabot, url, var)
    options = ("--tables", str(one_table(tmp_path)), "--database", url, "--secure-cookies",
               "--allow-host", "casino.example.pt")
    with serving(tmp_path, *options) as served:
        served.open()
        assert get(served.at, headers={"Host": "casino.example.pt"}).status_code == 200
        result = get(served.at, headers={"Host": "evil.example"})
        assert (result.status_code, result.json()["code"]) == (421, "host")
        door = path_of(var, url)
        assert stat.S_ISSOCK(os.stat(door).st_mode) and os.stat(door).st_mode & 0o777 == 0o600
        added = run("add", "Sofia", "--role", "supervisor")
        assert added.exit_code == 0 and added.stderr == ""
        came = login(served, added.stdout.strip())
        assert came.json()["role"] == "supervisor" and "Secure" in came.headers["set-cookie"]
        cookie = {"Cookie": f"sabot-staff={came.cookies['sabot-staff']}"}

        changed = run("change", "Sofia", "--role", "inspector")
        assert changed.exit_code == 0 and "the last supervisor" in changed.stderr
        assert get(f"{served.at}/api/staff/me", headers=cookie).json()["role"] == "inspector"
        again = run("add", "Sofia", "--role", "croupier")
        assert "was inspector; the old token is no longer valid" in again.stderr
        assert get(f"{served.at}/api/staff/me", headers=cookie).json() is None
        assert login(served, added.stdout.strip()).status_code == 401

        came = login(served, again.stdout.strip())
        cookie = {"Cookie": f"sabot-staff={came.cookies['sabot-staff']}"}
        assert get(f"{served.at}/api/staff/tables", headers=cookie).status_code == 200
        assert run("remove", "Sofia").exit_code == 0
        assert get(f"{served.at}/api/staff/tables", headers=cookie).status_code == 401
        assert run("list").stdout == ""
        lost = sabot(url, tmp_path / "elsewhere", "add", "Rita", "--role", "croupier")
        assert lost.exit_code == 2 and "another house" in lost.stderr
        assert "SABOT_VAR" in lost.stderr and "/staff.html" in lost.stderr
        for words in (("remove", "Nobody"), ("change", "Nobody", "--role", "cashier")):
            result = run(*words)
            assert result.exit_code == 1 and "nobody here is called 'Nobody'" in result.stderr
        status, output = served.end()
        assert status == 0 and "Traceback" not in output and not door.exists()
    with Ledger.open(url, readonly=True) as ledger:
        acts = [msgspec.json.decode(r.body)["staff"] for r in ledger.entries(kind="staff")]
        assert verify(ledger).verified
    assert [(a["by"], a["act"], a["given"]) for a in acts if a["by"] == "console"] == [
        ("console", "add", "supervisor"), ("console", "role", "inspector"),
        ("console", "add", "croupier"), ("console", "remove", "croupier")]
    assert all(a["user"] and a["at"] for a in acts if a["by"] == "console")


def test_what_can_be_no_name_of_a_host_opens_no_house(tmp_path: Path) -> None:
    status, output = refused(tmp_path, "--allow-host", "http://casino.example.pt")
    assert status == 2 and "is not a host name" in output


def test_a_name_is_erased_while_the_house_is_open(tmp_path: Path) -> None:
    (tmp_path / "house.sqlite3").write_bytes(empty_books(2))
    url, var = f"sqlite:///{tmp_path / 'house.sqlite3'}", tmp_path / "var"
    run = partial(sabot, url, var)
    with serving(tmp_path, "--tables", str(one_table(tmp_path)), "--database", url) as served:
        served.open()
        token = run("add", "Sofia", "--role", "supervisor").stdout.strip()
        name, _, sofia = run("list").stdout.strip().split("\t")
        assert name == "Sofia"

        def erase(id: str) -> Result:
            return CliRunner().invoke(main, ["erase", id, "--database", url],
                                      env={"SABOT_VAR": str(var)})

        assert (result := erase(sofia)).exit_code == 0 and "is erased" in result.stderr
        assert (result := erase(sofia)).exit_code == 0 and "has no name" in result.stderr
        assert (result := erase("s_1")).exit_code == 1 and "nobody here" in result.stderr
        assert login(served, token).json()["name"] == sofia
    with Ledger.open(url, readonly=True) as ledger:
        assert ledger.names() == {} and verify(ledger).verified
