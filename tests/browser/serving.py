"""A real house in its own process, with books of its own, and a page to see it."""

from __future__ import annotations

import contextlib
import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
from click.testing import CliRunner

from chromium import browser as browser
from sabot.cli import main

HEADERS = {"X-Sabot": "1"}
RUN = "from sabot.cli import main; main()"


class Served:
    """A house that is open: its address and the tokens of its people."""

    def __init__(self, url: str, tokens: dict[str, str]) -> None:
        self.url = url
        self.tokens = tokens

    def client(self) -> httpx.Client:
        """A program at the door of this house, with a cookie jar of its own."""
        return httpx.Client(base_url=self.url, headers=HEADERS, timeout=20)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextlib.contextmanager
def served(folder: Path, tables: dict[str, str] | None = None) -> Iterator[Served]:
    """Open a house whose books are in this folder, with its usual tables or with these."""
    env = {**os.environ, "SABOT_VAR": str(folder),
           "SABOT_DATABASE": f"sqlite:///{folder / 'books.sqlite3'}"}

    def sabot(*args: str) -> str:  # in this process: each of its own would be a second or two
        return CliRunner().invoke(main, args, env=env, catch_exceptions=False).output.strip()

    tokens = {role: sabot("staff", "add", name, "--role", role)
              for name, role in (("Marta Reis", "supervisor"), ("Paulo Dias", "croupier"))}
    port = free_port()
    url = f"http://127.0.0.1:{port}"
    given: list[str] = []
    if tables is not None:
        (folder / "tables").mkdir()
        for name, text in tables.items():
            (folder / "tables" / f"{name}.toml").write_text(text, "utf-8")
        given = ["--tables", str(folder / "tables")]
    with (folder / "log").open("wb") as log, subprocess.Popen(
            [sys.executable, "-c", RUN, "serve", "--port", str(port), *given], env=env, stdout=log,
            stderr=log) as process:
        try:
            _await_open(url, process, folder / "log")
            yield Served(url, tokens)
        finally:
            process.terminate()
            process.wait(20)


def _await_open(url: str, process: subprocess.Popen[bytes], log: Path) -> None:
    until = time.monotonic() + 60
    while time.monotonic() < until and process.poll() is None:
        with contextlib.suppress(httpx.TransportError):
            if httpx.get(f"{url}/health").status_code == 200:
                return
        time.sleep(0.2)
    raise AssertionError(f"the house did not open: {log.read_text()}")


@contextlib.contextmanager
def opened(chromium: Any, url: str, lang: str = "pt-PT", width: int = 1280) -> Iterator[Any]:
    """A page of a visitor of his own; it fails when the page's own script does."""
    context = chromium.new_context(locale=lang, viewport={"width": width, "height": 900})
    context.set_default_timeout(15_000)
    page = context.new_page()
    wrong: list[str] = []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("console", lambda said: wrong.append(said.text)
            if "Content Security Policy" in said.text else None)
    try:
        page.goto(url)
        yield page
        assert not wrong, wrong
    finally:
        context.close()
