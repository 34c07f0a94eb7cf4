"""A served house whose books are away: it says so at /health, and is ready again by itself."""

from __future__ import annotations

import os
import socket
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import IO, Any

import httpx
import pytest

import sabot
from sabot.ledger import Entry, Ledger
from support.broken_databases import Line, free_port, own_server, small_disk

get = partial(httpx.get, verify=False, timeout=30)
post = partial(httpx.post, verify=False, timeout=30)
TABLE = """
game = "blackjack-online"
name = "One"
kind = "individual"
minimum = 2
maximum = 200
"""


class Served:
    """The program and its address."""

    def __init__(self, folder: Path, database: str, stderr: int | IO[str], limit: int = 0) -> None:
        tables = folder / "tables"
        tables.mkdir()
        (tables / "one.toml").write_text(TABLE)
        port = free_port()
        self.at = f"http://127.0.0.1:{port}"
        few = f"import resource; resource.setrlimit(resource.RLIMIT_NOFILE, ({limit}, {limit}));"
        self.process = subprocess.Popen(
            [sys.executable, "-c", f"{few if limit else ''}from sabot.cli import main; main()",
             "serve", "--port", str(port), "--tables", str(tables), "--database", database],
            cwd=folder, stderr=stderr, text=True,
            env={**os.environ, "PYTHONPATH": str(Path(sabot.__file__).parents[1]),
                 "SABOT_VAR": str(folder / "var")})

    def health(self) -> dict[str, Any]:
        """What /health says; {} while nobody answers."""
        with suppress(httpx.TransportError):
            response = get(f"{self.at}/health")
            body: dict[str, Any] = response.json()
            assert (response.status_code == 200) == body["ready"] == (not body["reason"]), body
            assert (not body["code"]) == body["ready"]
            return body
        return {}

    def until(self, so: Callable[[dict[str, Any]], object]) -> dict[str, Any]:
        """Wait until /health says so; the limit of the test is that of the wait."""
        while not so(health := self.health()):
            assert self.process.poll() is None, "it closed"
            time.sleep(0.05)
        return health

    def ready(self) -> dict[str, Any]:
        return self.until(lambda health: health.get("ready"))

    def guest(self) -> httpx.Response:
        response: httpx.Response = post(f"{self.at}/api/session", json={}, headers={"X-Sabot": "1"})
        return response


@contextmanager
def serving(folder: Path, database: str, stderr: int | IO[str] = subprocess.PIPE,
            limit: int = 0) -> Iterator[Served]:
    served = Served(folder, database, stderr, limit)
    try:
        yield served
    finally:
        if served.process.poll() is None:
            served.process.kill()
        served.process.communicate()


def ended(served: Served) -> str:
    """The output of a house that was asked to close."""
    served.process.terminate()
    _, output = served.process.communicate(timeout=60)
    assert served.process.returncode == 0 and "Traceback" not in (output or "")
    return output or ""


def test_a_full_disk(tmp_path: Path) -> None:
    with small_disk() as disk, serving(tmp_path, f"sqlite:///{disk.folder}/l.sqlite3") as served:
        served.ready()
        assert served.guest().status_code == 201
        disk.fill()
        while (response := served.guest()).status_code == 201:  # what the log has room for
            pass
        assert response.status_code == 503 and response.json()["code"] == "not-stored"
        health = served.health()
        assert health["code"] == "books-full" and "disk" in health["reason"]
        assert str(disk.folder) not in health["reason"], "where it lies is not for visitors"
        disk.empty()
        stored = served.ready()["journal"]["seq"]
        assert served.guest().status_code == 201
        assert served.health()["journal"]["seq"] == stored + 2  # the guest, and the sign-in
        ended(served)


@pytest.mark.more
def test_what_it_says_of_itself_has_no_room(tmp_path: Path) -> None:
    """Its own words go to a disk that is full: it plays on."""
    with Path("/dev/full").open("w") as full, \
            serving(tmp_path, f"sqlite:///{tmp_path}/l.sqlite3", full) as served:
        served.ready()
        cookie = served.guest().cookies["sabot"]
        with closing(sqlite3.connect(tmp_path / "l.sqlite3", isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")  # so that there is something to report
            assert served.guest().status_code == 503
        served.ready()
        response = get(f"{served.at}/api/session", headers={"Cookie": f"sabot={cookie}"})
        assert response.status_code == 200
        ended(served)


@pytest.mark.more
def test_no_descriptor_is_left(tmp_path: Path) -> None:
    """Lines that are held open take all that there are: once they are gone all is well."""
    with serving(tmp_path, f"sqlite:///{tmp_path}/l.sqlite3", limit=64) as served:
        served.ready()
        host, port = served.at.removeprefix("http://").split(":")
        held = [socket.create_connection((host, int(port))) for _ in range(80)]
        time.sleep(0.5)
        for line in held:
            line.close()
        served.ready()
        assert served.guest().status_code == 201
        ended(served)


@pytest.mark.more
@pytest.mark.postgres
def test_a_server_that_is_restarted(tmp_path: Path) -> None:
    with own_server() as server, serving(tmp_path, server.url) as served:
        served.ready()
        cookie = {"Cookie": f"sabot={served.guest().cookies['sabot']}"}
        server.stop()
        try:
            health = served.until(lambda body: body.get("code") == "books-away")
            assert health["journal"]["seq"] > 0, "where it stood when it was last known"
            for body in (served.guest(), get(f"{served.at}/api/session", headers=cookie),
                         get(f"{served.at}/api/me/coups", headers=cookie)):
                assert body.status_code == 503 and body.json()["code"] in ("books", "not-stored")
            assert get(served.at).status_code == 200, "pages are there"
            chinese = get(f"{served.at}/health", headers={"Accept-Language": "zh"}).json()
            assert "日誌" in chinese["reason"]
        finally:
            server.start()
        served.ready()
        assert get(f"{served.at}/api/session", headers=cookie).status_code == 200
        assert served.guest().status_code == 201
        ended(served)


@pytest.mark.postgres
def test_another_house_took_over(tmp_path: Path, postgres: str) -> None:
    """Then, and only then, it closes: with its status and a word."""
    with Line(postgres) as line, serving(tmp_path, line.url) as served:
        served.ready()
        line.closed = True
        line.cut()
        assert served.guest().status_code == 503  # who comes makes the house see it
        served.until(lambda health: health.get("code") == "books-away")
        with Ledger.open(postgres) as other:
            other.commit([Entry(kind="house")])
            line.closed = False
            _, output = served.process.communicate(timeout=60)
        assert served.process.returncode == 3
        assert "another house has committed into it" in output and "the house is closed" in output
        assert "Traceback" not in output
