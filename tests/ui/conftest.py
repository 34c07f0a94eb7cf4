"""A house of its own for the browser tests, and a browser to visit it."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from support import chromium_browser

ROOT = Path(__file__).parents[2]

TABLE = """
game = "blackjack-online"
name = "{name}"
kind = "{kind}"
places = {places}
minimum = 5
maximum = 500
[clocks]
betting = 4
decision = 20
insurance = 4
between = 1
[rules]
warning_card = 104
"""


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Where a served house is, with a table for one player and one for seven."""
    home = tmp_path_factory.mktemp("house")
    tables = home / "tables"
    tables.mkdir()
    for key, kind, places in (("alone", "individual", 1), ("shared", "multi", 7)):
        (tables / f"{key}.toml").write_text(
            TABLE.format(name=key.title(), kind=kind, places=places), "utf-8")
    port = free_port()
    with (home / "log").open("w", encoding="utf-8") as log:
        house = subprocess.Popen(
            [sys.executable, "-c", "from sabot.cli import main; main()", "serve", "--tables",
             str(tables), "--port", str(port), "--database", f"sqlite:///{home / 'books.sqlite3'}"],
            stderr=log, env={**os.environ, "PYTHONPATH": str(ROOT / "src"),
                             "SABOT_VAR": str(home)})
        try:
            for _ in range(1_200):
                if "the house is open" in (home / "log").read_text("utf-8"):
                    break
                assert house.poll() is None, (home / "log").read_text("utf-8")
                time.sleep(0.1)
            else:
                pytest.fail((home / "log").read_text("utf-8"))
            yield f"http://127.0.0.1:{port}"
        finally:
            house.send_signal(signal.SIGTERM)
            house.wait(60)


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """The one of this process."""
    with chromium_browser.browser() as running:
        yield running


@pytest.fixture
def visit(browser: Any, address: str) -> Iterator[Any]:
    """Open a page of the house as a new visitor; an error on the page fails the test."""
    faults: list[str] = []
    contexts: list[Any] = []

    def open_page(path: str, *, lang: str = "pt-PT", width: int = 1440, height: int = 900,
                  before: Any = None) -> Any:
        context = browser.new_context(locale=lang, viewport={"width": width, "height": height})
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(60_000)
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on("console", lambda entry: faults.append(entry.text)
                if "Content Security Policy" in entry.text else None)
        if before:
            before(page)
        page.goto(address + path)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert not faults
