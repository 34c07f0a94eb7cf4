"""A real house, in its own process or in this one, with books of its own, and a page to see it."""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
from click.testing import CliRunner

from sabot.cli import main
from support.chromium_browser import browser as browser
from support.open_house import Doors, listening_socket, release_port, table

HEADERS = {"X-Sabot": "1"}
STAFF = {"supervisor": "Marta Reis", "croupier": "Paulo Dias"}
RUN = "from sabot.cli import main; main()"


class Served(contextlib.ExitStack):
    """A house that is open: its address, the tokens of its people, its doors where it is here."""

    def __init__(self, url: str, tokens: dict[str, str], doors: Doors | None = None) -> None:
        super().__init__()
        self.url = url
        self.tokens = tokens
        self._doors = doors

    @property
    def doors(self) -> Doors:
        assert self._doors, "this house is a process of its own"
        return self._doors

    def client(self) -> httpx.Client:
        """A program at the door of this house, with a cookie jar of its own, closed with the
        house at the latest."""
        client = httpx.Client(base_url=self.url, headers=HEADERS, timeout=60, verify=False)
        self.callback(client.close)
        return client


def free_port() -> int:
    with listening_socket() as probe:
        return int(probe.getsockname()[1])


@contextlib.contextmanager
def served(folder: Path, tables: dict[str, str] | None = None) -> Iterator[Served]:
    """Open a house whose books are in this folder, with its usual tables or with these."""
    env = {**os.environ, "SABOT_VAR": str(folder),
           "SABOT_DATABASE": f"sqlite:///{folder / 'books.sqlite3'}"}

    def sabot(*args: str) -> str:  # in this process: each of its own would be a second or two
        return CliRunner().invoke(main, args, env=env, catch_exceptions=False).output.strip()

    tokens = {role: sabot("staff", "add", name, "--role", role) for role, name in STAFF.items()}
    port = free_port()
    url = f"http://127.0.0.1:{port}"
    options: list[str] = []
    if tables is not None:
        (folder / "tables").mkdir()
        for name, text in tables.items():
            (folder / "tables" / f"{name}.toml").write_text(text, "utf-8")
        options = ["--tables", str(folder / "tables")]
    with (folder / "log").open("wb") as log, subprocess.Popen(
            [sys.executable, "-c", RUN, "serve", "--port", str(port), *options], env=env,
            stdout=log, stderr=log) as process:
        try:
            _await_open(url, process, folder / "log")
            with Served(url, tokens) as house:
                yield house
        finally:
            process.terminate()
            process.wait(60)
            release_port(port)


@contextlib.contextmanager
def serve_here(folder: Path, tables: dict[str, str]) -> Iterator[Served]:
    """The same in this process, on a clock that stands until the test moves it. It opens in a
    moment, so each test can have its own: a second try finds nothing of the first."""
    house_tables = {name: table(text) for name, text in tables.items()}
    with Doors(folder, tables=house_tables) as doors:
        tokens = {role: doors.staff(name, role) for role, name in STAFF.items()}
        with Served(doors.at, tokens, doors) as house:
            yield house


def _await_open(url: str, process: subprocess.Popen[bytes], log: Path) -> None:
    until = time.monotonic() + 2 * PATIENCE / 1000
    while time.monotonic() < until and process.poll() is None:
        with contextlib.suppress(httpx.TransportError):
            if httpx.get(f"{url}/health", verify=False).status_code == 200:
                return
        time.sleep(0.2)
    raise AssertionError(f"the house did not open: {log.read_text()}")


#: How long a page may take to show what a test waits for, in milliseconds: a busy machine of two
#: cores needs it, and no test passes or fails by it.
PATIENCE = 60_000


#: To paint the windows of several people is most of the work, and somebody looks at one. A page of
#: this script is laid out, hears and can be pressed as any, but nothing of it is painted.
UNPAINTED = """addEventListener('DOMContentLoaded', () => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('body { opacity: 0 !important }');
  document.adoptedStyleSheets = [sheet];
});"""


@contextlib.contextmanager
def open_page(chromium: Any, url: str, lang: str = "pt-PT", width: int = 1280) -> Iterator[Any]:
    """A page of a new visitor. The test fails when a script of the page does; whatever else fails
    in it is reported with the requests of the page that failed or were never answered."""
    context = chromium.new_context(locale=lang, viewport={"width": width, "height": 900})
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    errors: list[str] = []
    console: list[str] = []
    unanswered: dict[int, str] = {}
    failed: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("console", lambda line: console.append(line.text))
    page.on("request", lambda request: unanswered.__setitem__(id(request), request.url))
    page.on("requestfinished", lambda request: unanswered.pop(id(request), None))
    page.on("requestfailed", lambda request: failed.append(
        f"{unanswered.pop(id(request), request.url)}: {request.failure}"))
    try:
        page.goto(url)
        yield page
        assert not errors, errors
        assert not any("Content Security Policy" in line for line in console), console
    except BaseException as error:
        error.add_note(f"the page: errors {errors}, console {console[-10:]}, "
                       f"failed requests {failed}, unanswered {list(unanswered.values())}")
        raise
    finally:
        context.close()
