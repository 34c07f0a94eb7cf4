"""Where `sabot serve` writes its log, and what a person at a terminal reads."""

from __future__ import annotations

import json
import os
import pty
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest

from sabot.cli.operating.house_log import address, log_file

ROOT = Path(__file__).parents[2]
TABLE = """
game = "blackjack-online"
name = "Mesa 1"
kind = "individual"
places = 1
minimum = 5
maximum = 500
"""


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def start(home: Path, port: int, *options: str, **streams: int) -> subprocess.Popen[bytes]:
    (home / "tables").mkdir()
    (home / "tables" / "one.toml").write_text(TABLE, "utf-8")
    return subprocess.Popen(
        [sys.executable, "-c", "from sabot.cli import main; main()", "serve",
         "--tables", str(home / "tables"), "--port", str(port),
         "--database", f"sqlite:///{home / 'books.sqlite3'}", *options],
        env={**os.environ, "PYTHONPATH": str(ROOT / "src"), "SABOT_VAR": str(home),
             "TERM": "dumb"}, **streams)  # type: ignore[call-overload]


def read_until(descriptor: int, text: str) -> str:
    """What was written up to this text, or up to the end or two minutes."""
    written, end = b"", time.monotonic() + 120
    while text.encode() not in written.replace(b"\r\n", b"\n") and time.monotonic() < end:
        try:
            part = os.read(descriptor, 4096)
        except OSError:  # the other end of a terminal is closed
            break
        if not part:
            break
        written += part
    return written.decode().replace("\r\n", "\n")


@pytest.mark.more
@pytest.mark.parametrize("own_log", [False, True])
def test_a_terminal_shows_the_address_and_the_log_is_a_file(tmp_path: Path, own_log: bool) -> None:
    port, (terminal, ours) = free_port(), pty.openpty()
    log = tmp_path / ("own.log" if own_log else "books.log")
    house = start(tmp_path, port, *(["--log", str(log)] if own_log else []),
                  stdout=ours, stderr=ours)
    os.close(ours)
    try:
        shown = read_until(terminal, "stop)\n")
        house.send_signal(signal.SIGINT)
        assert house.wait(60) == 0
    finally:
        house.kill()
        os.close(terminal)
    assert shown.splitlines() == [
        f"Opening 1 table; the log is in {log}",
        f"Sabot is open at http://127.0.0.1:{port} (press Ctrl+C to stop)"]
    events = [json.loads(line) for line in log.read_text("utf-8").splitlines()]
    assert events and all({"event", "level", "timestamp"} <= event.keys() for event in events)


@pytest.mark.more
def test_without_a_terminal_the_log_is_on_standard_error(tmp_path: Path) -> None:
    port = free_port()
    house = start(tmp_path, port, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert house.stdout is not None
    try:
        shown = read_until(house.stdout.fileno(), "stop)\n")
        house.send_signal(signal.SIGTERM)
        _, log = house.communicate(timeout=60)
    finally:
        house.kill()
    assert shown == f"Sabot is open at http://127.0.0.1:{port} (press Ctrl+C to stop)\n"
    lines = log.decode().splitlines()
    assert any(line.startswith(f"the house is open at http://127.0.0.1:{port}") for line in lines)
    events = [json.loads(line) for line in lines if not line.startswith("the house")]
    assert events and not list(tmp_path.glob("*.log"))


PROGRAM = """
import asyncio, logging, sys, structlog
from sabot.cli.operating.house_log import prepare_logs
prepare_logs(sys.argv[1] if len(sys.argv) > 1 else None, "sqlite:///books.sqlite3")
log = structlog.get_logger("sabot.test")
log.info("a table is open", table="one")
log.warning("a table stays closed", table="two", reason="no authorisation")
try:
    raise ValueError("a fault")
except ValueError:
    log.exception("a job failed", table="three")
logging.getLogger("uvicorn.error").error("cannot %s", "answer")
"""


def test_warnings_and_errors_are_one_plain_line_at_a_terminal(tmp_path: Path) -> None:
    terminal, ours = pty.openpty()
    program = subprocess.Popen([sys.executable, "-c", PROGRAM], stderr=ours, cwd=tmp_path,
                               env={**os.environ, "PYTHONPATH": str(ROOT / "src")})
    os.close(ours)
    shown = read_until(terminal, "cannot answer\n")
    assert program.wait(60) == 0
    os.close(terminal)
    assert shown.splitlines() == [
        "warning: a table stays closed (table two, reason no authorisation)",
        "error: a job failed (table three, ValueError: a fault)",
        "error: cannot answer"]
    events = [json.loads(line) for line in (tmp_path / "books.log").read_text().splitlines()]
    assert [event["event"] for event in events] == [
        "a table is open", "a table stays closed", "a job failed", "cannot answer"]
    assert "ValueError: a fault" in events[2]["exception"] and "Traceback" in events[2]["exception"]


@pytest.mark.parametrize("options", [[], ["-"]])
def test_standard_error_gets_json_lines(tmp_path: Path, options: list[str]) -> None:
    program = subprocess.run([sys.executable, "-c", PROGRAM, *options], cwd=tmp_path, check=True,
                             env={**os.environ, "PYTHONPATH": str(ROOT / "src")},
                             capture_output=True, text=True)
    lines = program.stderr.splitlines()
    assert json.loads(lines[0])["event"] == "a table is open" and len(lines) == 4
    assert not list(tmp_path.iterdir())


def test_names_of_the_log_and_the_address(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SABOT_VAR", "/srv/house")
    assert log_file("sqlite:////data/evening.sqlite3") == Path("/data/evening.log")
    assert log_file("postgresql://sabot@db/house") == Path("/srv/house/sabot.log")
    assert address("127.0.0.1", 8000) == "http://127.0.0.1:8000"
    assert address("0.0.0.0", 8000) == address("::", 8000) == "http://localhost:8000"
    assert address("::1", 80) == "http://[::1]:80"
