"""``sabot serve`` as a process: it opens, closes when it is asked, and survives being killed."""

from __future__ import annotations

import os
import re
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import httpx
import pytest
from click.testing import CliRunner, Result

import sabot
from sabot.cli import main
from sabot.house import file_digest

# Plain HTTP: no certificates are read, which takes longer than the request.
get, post = partial(httpx.get, verify=False), partial(httpx.post, verify=False)
SABOT = [sys.executable, "-c", "from sabot.cli import main; main()"]
HERE = {**os.environ, "PYTHONPATH": str(Path(sabot.__file__).parents[1])}
TABLE = """
game = "blackjack-online"
name = "One"
kind = "individual"
minimum = 2
maximum = 200
"""


def free() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


class Served:
    """The program, its port and its words."""

    def __init__(self, folder: Path, *options: str, port: int = 0) -> None:
        self.port = port or free()
        self.at = f"http://127.0.0.1:{self.port}"
        self.process = subprocess.Popen(
            [*SABOT, "serve", "--port", str(self.port), "--database",
             f"sqlite:///{folder / 'house.sqlite3'}", *options],
            cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
            env={**HERE, "SABOT_VAR": str(folder / "var"), "PYTHONWARNINGS": "error"})

    def open(self) -> Served:
        for _ in range(1_500):
            if self.process.poll() is not None:
                raise AssertionError(self.process.communicate()[1])
            try:
                if get(f"{self.at}/health", timeout=5).json()["ready"]:
                    return self
            except httpx.HTTPError:
                time.sleep(0.05)
        raise AssertionError("it did not open")

    def end(self, number: int = signal.SIGTERM) -> tuple[int, str]:
        """Send a signal; return the exit status and the output on stderr."""
        self.process.send_signal(number)
        return self.over()

    def over(self) -> tuple[int, str]:
        _, output = self.process.communicate(timeout=30)
        return self.process.returncode, output


@contextmanager
def serving(folder: Path, *options: str, port: int = 0) -> Iterator[Served]:
    served = Served(folder, *options, port=port)
    try:
        yield served
    finally:
        if served.process.poll() is None:
            served.process.kill()
        served.process.communicate()


def refused(folder: Path, *options: str, port: int = 0) -> tuple[int, str]:
    """The exit status and the words of a house that does not open: this is decided before there is
    any house, so it is asked in this process."""
    with pytest.MonkeyPatch.context() as patch:
        # the logs are those of the tests
        patch.setattr("sabot.cli.operating.serve.prepare_logs", lambda *_: None)
        patch.setenv("SABOT_VAR", str(folder / "var"))
        result = CliRunner().invoke(main, [
            "serve", "--port", str(port or free()), "--database",
            f"sqlite:///{folder / 'house.sqlite3'}", *options])
    assert isinstance(result.exception, SystemExit) and "Traceback" not in result.stderr
    return result.exit_code, result.stderr


def test_it_opens_and_closes_when_it_is_asked(tmp_path: Path) -> None:
    with serving(tmp_path) as served:
        served.open()
        page = get(served.at)
        assert page.status_code == 200 and "uvicorn" not in page.headers.get("server", "")
        guest = post(f"{served.at}/api/session", json={"name": "Ana"},
                     headers={"X-Sabot": "1"})
        assert guest.status_code == 201
        served.process.send_signal(signal.SIGHUP)  # somebody logs out, or the logs are turned
        assert get(f"{served.at}/health").json()["ready"]
        status, output = served.end(signal.SIGTERM)
        assert status == 0, output
        assert f"the house is open at {served.at}" in output and "Traceback" not in output


def test_a_house_whose_terminal_is_gone_plays_on(tmp_path: Path) -> None:
    """What it would say of it is lost, and nothing else."""
    with serving(tmp_path) as served:
        served.open()
        assert served.process.stderr is not None
        served.process.stderr.close()
        served.process.send_signal(signal.SIGHUP)
        with sqlite3.connect(tmp_path / "house.sqlite3") as books:
            books.execute("begin immediate")  # the books cannot be written: it is in its log
            response = post(f"{served.at}/api/session", json={}, headers={"X-Sabot": "1"},
                            timeout=60)
            assert response.status_code == 503
            books.rollback()
        for _ in range(600):  # it looks again by itself
            if get(f"{served.at}/health").status_code == 200:
                break
            time.sleep(0.1)
        assert get(f"{served.at}/health").status_code == 200
        served.process.send_signal(signal.SIGTERM)
        assert served.process.wait(30) == 0


@pytest.mark.more
def test_killed_and_opened_again_it_knows_its_players(tmp_path: Path) -> None:
    with serving(tmp_path) as served:
        served.open()
        guest = post(f"{served.at}/api/session", json={"name": "Ana"},
                     headers={"X-Sabot": "1"})
        cookie = guest.cookies["sabot"]
        assert served.end(signal.SIGKILL)[0] == -signal.SIGKILL
    with serving(tmp_path) as served:
        served.open()
        session = get(f"{served.at}/api/session", headers={"Cookie": f"sabot={cookie}"}).json()
        assert session == guest.json()
        status, output = served.end(signal.SIGINT)
        assert status == 0 and "Traceback" not in output, output


def test_a_port_in_use_a_second_house_and_unlawful_tables_are_said_in_a_line(
        tmp_path: Path) -> None:
    tables, others = tmp_path / "tables", tmp_path / "others"
    for folder in (tables, others):
        folder.mkdir()
    status, output = refused(tmp_path, "--tables", str(tables))
    assert status == 2 and "no table file" in output
    (tables / "good.toml").write_text(TABLE)
    (others / "good.toml").write_text(TABLE)
    (others / "bad.toml").write_text(TABLE.replace("maximum = 200", "maximum = 201"))
    (others / "worse.toml").write_text("game = ")
    status, output = refused(tmp_path, "--tables", str(others))
    assert status == 1 and "bad.toml: maximum" in output and "/11)" in output
    assert "worse.toml" in output and "good.toml" not in output
    with serving(tmp_path, "--tables", str(tables)) as served:
        served.open()
        assert [t["id"] for t in get(f"{served.at}/api/tables").json()] == ["good"]
        status, output = refused(tmp_path, port=served.port)
        assert status == 2 and "choose another with --port" in output
        assert len(output.splitlines()) == 1
        status, output = refused(tmp_path)
        assert status == 2 and "another house" in output


@pytest.mark.more
def test_a_database_or_a_program_that_is_not_right_does_not_open(tmp_path: Path) -> None:
    status, output = refused(tmp_path, "--expect-files", "0" * 64)
    assert status == 1 and file_digest() in output and "not the approved program" in output
    (tmp_path / "house.sqlite3").write_text("this is no database, and long enough to show it")
    status, output = refused(tmp_path)
    assert status == 2 and "not an SQLite database" in output
    (tmp_path / "house.sqlite3").unlink()
    with serving(tmp_path, "--expect-files", file_digest()) as right:
        right.open()
        assert right.end()[0] == 0
    books = sqlite3.connect(tmp_path / "house.sqlite3")
    books.execute("UPDATE journal SET body = CAST(substr(body, 1, length(body) - 1) AS BLOB)")
    books.commit()
    books.close()
    with serving(tmp_path) as flipped:
        status, output = flipped.over()
        assert status == 2 and "sabot verify" in output and "Traceback" not in output


def test_its_keys_are_made_once_and_an_unusable_one_is_said(tmp_path: Path) -> None:
    with serving(tmp_path) as served:
        served.open()
        keys = {name: (tmp_path / "var" / name).read_text()
                for name in ("shoe.key", "session.key")}
        for name in keys:
            assert (tmp_path / "var" / name).stat().st_mode & 0o777 == 0o600
        books = sqlite3.connect(tmp_path / "house.sqlite3")
        while not (nonces := [nonce for (nonce,) in books.execute("SELECT nonce FROM secrets")]):
            time.sleep(0.05)
        books.close()
        served.end(signal.SIGKILL)
    assert nonces and all(nonce.startswith("sealed1:") for nonce in nonces)
    with serving(tmp_path) as served:
        served.open()
        assert {name: (tmp_path / "var" / name).read_text() for name in keys} == keys
        served.end()
    for name in keys:
        key = tmp_path / "var" / name
        for content in (b"", b"short", "\N{BLACK SPADE SUIT}".encode() * 20):
            key.write_bytes(content)
            status, output = refused(tmp_path)
            assert status == 2 and str(key) in output, output
            assert len(output.splitlines()) == 1
        key.unlink()
        key.mkdir()
        status, output = refused(tmp_path)
        assert status == 2 and f"{key} cannot be read" in output
        key.rmdir()
        key.write_text(keys[name])


def test_staff_are_added_listed_and_removed_while_the_house_is_closed(tmp_path: Path) -> None:
    def sabot(*words: str) -> Result:
        return CliRunner().invoke(
            main, ["staff", "--database", f"sqlite:///{tmp_path / 'house.sqlite3'}", *words])
    token = sabot("add", "Sofia", "--role", "supervisor").stdout.strip()
    assert re.fullmatch(r"[\w-]{32}", token)
    listed = sabot("list").stdout
    assert re.fullmatch(r"Sofia\tsupervisor\ts_[0-9a-f]{16}\n", listed)
    with serving(tmp_path) as served:
        served.open()
        response = post(f"{served.at}/api/staff/login", json={"token": token},
                        headers={"X-Sabot": "1"}).json()
        assert response["name"] == "Sofia" and "void" in response["may"]
        assert sabot("list").stdout == listed, "to look needs no closed house"
        busy = sabot("add", "Rita", "--role", "croupier")
        assert busy.exit_code == 2 and "another house" in busy.stderr
    again = sabot("add", "Sofia", "--role", "inspector")
    assert again.exit_code == 0 and "was supervisor" in again.stderr
    assert sabot("add", " ", "--role", "croupier").exit_code == 2
    assert sabot("remove", "Nobody").exit_code == 1
    assert sabot("remove", "Sofia").exit_code == 0 and sabot("list").stdout == ""
    wrong = sabot("add", "X", "--role", "owner")
    assert wrong.exit_code == 2 and "supervisor" in wrong.stderr
