"""The example of an operator's wallet over HTTP keeps what the port promises, and a house opens
with it."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.sync.client import connect

from sabot.ledger.wallet import Insufficient, NoAnswer
from sabot.web.auth import Signer
from support.open_house import ALONE

FOLDER = Path(__file__).parents[2] / "examples" / "wallet"
sys.path.append(str(FOLDER))

from bridge import Bridge, make  # noqa: E402
from operator_site import Books, site  # noqa: E402

SECRET = "s" * 40


@pytest.fixture
def books(tmp_path: Path) -> Iterator[Books]:
    new_books = Books(str(tmp_path / "operator.sqlite3"))
    new_books.open("ana", 100_000)
    yield new_books
    new_books.close()


@pytest.fixture
def address(books: Books) -> Iterator[str]:
    with site(books, 0, SECRET) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_address[1]}"
        server.shutdown()
        thread.join()


def test_each_request_takes_effect_once(address: str) -> None:
    wallet = Bridge(address, SECRET)
    for _ in range(2):
        assert wallet.debit("1", "ana", 30_000) is None
    assert wallet.balance("ana") == 70_000
    for _ in range(2):
        wallet.credit("2", "ana", 5_000)
    assert wallet.balance("ana") == 75_000
    for _ in range(2):
        wallet.rollback("1")
    assert wallet.balance("ana") == 105_000
    assert wallet.debit("3", "ana", 105_001) == Insufficient(105_000, 105_001)


def test_a_debit_that_arrives_after_its_rollback_has_no_effect(address: str) -> None:
    wallet = Bridge(address, SECRET)
    wallet.rollback("1")
    assert wallet.debit("1", "ana", 300) is None
    assert wallet.balance("ana") == 100_000


def test_of_many_debits_at_once_no_more_are_taken_than_there_is(address: str) -> None:
    wallet = Bridge(address, SECRET)
    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda n: wallet.debit(f"k{n}", "ana", 30_000), range(8)))
    assert (answers.count(None), wallet.balance("ana")) == (3, 10_000)


def test_what_was_not_answered_may_have_arrived() -> None:
    class Failing(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            self.send_error(503)

        def log_message(self, format: str, *args: Any) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Failing) as server:
        at = f"http://127.0.0.1:{server.server_address[1]}"
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        with pytest.raises(NoAnswer):
            Bridge(at).debit("1", "ana", 300)
        server.shutdown()
        thread.join()
    with pytest.raises(NoAnswer):  # nobody is there any more
        Bridge(at).rollback("1")


def test_a_house_without_the_right_token_is_told_so(address: str) -> None:
    with pytest.raises(RuntimeError, match="refused balance: 401"):
        Bridge(address, "another").balance("ana")


def test_the_bridge_needs_an_address(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OPERATOR", raising=False)
    with pytest.raises(ValueError, match="OPERATOR must be"):
        make()


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@pytest.fixture
def house(tmp_path: Path, address: str) -> Iterator[str]:
    """A house opened from the folder of the example, as its text says."""
    (tmp_path / "tables").mkdir()
    (tmp_path / "tables" / "mesa.toml").write_text(f"demo = false\n{ALONE}", "utf-8")
    env = {**os.environ, "SABOT_SECRET": SECRET, "OPERATOR": address, "OPERATOR_SECRET": SECRET,
           "SABOT_VAR": str(tmp_path)}
    port, log = free_port(), tmp_path / "log"
    with log.open("wb") as out, subprocess.Popen(  # -P: as the command, which is in no folder
            [sys.executable, "-P", "-c", "from sabot.cli import main; main()", "serve", "--port",
             str(port), "--tables", str(tmp_path / "tables"), "--wallet", "bridge:make",
             "--database", f"sqlite:///{tmp_path / 'house.sqlite3'}"],
            cwd=FOLDER, env=env, stdout=out, stderr=out) as process:
        try:
            until = time.monotonic() + 60
            while not _is_open(f"http://127.0.0.1:{port}"):
                assert process.poll() is None and time.monotonic() < until, log.read_text()
                time.sleep(0.1)
            yield f"http://127.0.0.1:{port}"
        finally:
            process.terminate()
            process.wait(20)


def _is_open(url: str) -> bool:
    with suppress(httpx.TransportError):
        return httpx.get(f"{url}/health").status_code == 200
    return False


def test_a_bet_leaves_the_operators_account_and_comes_back(house: str, books: Books) -> None:
    with httpx.Client(base_url=house, headers={"X-Sabot": "1"}, timeout=60) as door:
        door.get("/enter", params={"launch": Signer(SECRET).launch("ana", "Ana")})
        assert door.get("/api/session").json()["balance"] == 100_000
        cookie = "; ".join(f"{name}={value}" for name, value in door.cookies.items())
    with connect(f"{house.replace('http', 'ws')}/ws/tables/mesa", origin=house,
                 additional_headers={"Cookie": cookie}) as line:
        def act(**command: Any) -> None:
            line.send(json.dumps({"t": "act", "id": command["act"] + str(command.get("amount", "")),
                                  **command}))
            while (heard := json.loads(line.recv(10)))["t"] not in ("ack", "refused"):
                pass
            assert heard["t"] == "ack", heard

        act(act="sit", seat="1")
        act(act="bet", seat="1", amount=1_000)
        assert books.balance("ana") == 99_000
        act(act="clear", seat="1")
    until = time.monotonic() + 10
    while books.balance("ana") != 100_000:
        assert time.monotonic() < until, "what was taken back did not arrive"
        time.sleep(0.05)
