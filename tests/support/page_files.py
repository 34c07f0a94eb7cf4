"""What a house gives a page without being asked anything about play: its files and its words."""

from __future__ import annotations

import json
import mimetypes
from collections.abc import Callable
from functools import cache
from http.cookies import SimpleCookie
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib import resources
from itertools import count
from pathlib import Path
from threading import Thread
from typing import Any

from sabot.web import translations

STATIC = Path(str(resources.files("sabot.web") / "static"))


def file_of_page(path: str) -> tuple[bytes, str]:
    """The body and the type of what a page fetches."""
    if path.startswith("/words/"):
        words = translations.browser_words()[path.removeprefix("/words/").removesuffix(".json")]
        return json.dumps(words).encode(), "application/json"
    kind = mimetypes.guess_type(path)[0] or "text/plain"
    return (STATIC / path.lstrip("/")).read_bytes(), kind


Answers = Callable[[str], Any]
COOKIE = "sabot-stand-in"


class StandIn:
    """A server of the files alone, for pages whose house is played by the test: who has one of its
    cookies gets what the test answers under /api. The pages keep the files, as those of a house."""

    def __init__(self) -> None:
        self._answers: dict[str, Answers] = {}
        self._numbers = count(1)
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), _of(self))
        self.at = f"http://127.0.0.1:{self._server.server_port}"
        Thread(target=self._server.serve_forever, daemon=True).start()

    def cookie(self, answers: Answers) -> dict[str, str]:
        """For the context whose questions are answered so."""
        number = str(next(self._numbers))
        self._answers[number] = answers
        return {"name": COOKIE, "value": number, "url": self.at}

    def answer(self, path: str, cookies: str) -> tuple[bytes, str]:
        if not path.startswith("/api/"):
            return file_of_page(path)
        asks = SimpleCookie(cookies).get(COOKIE)
        answer = self._answers[asks.value](path) if asks else []
        return json.dumps(answer).encode(), "application/json"


def _of(stand_in: StandIn) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        disable_nagle_algorithm = True

        def do_GET(self) -> None:
            path = self.path.split("?")[0]
            self.rfile.read(int(self.headers.get("Content-Length", 0)))
            try:
                body, kind = stand_in.answer(path, self.headers.get("Cookie", ""))
                self.send_response(200)
            except OSError:
                body, kind = b"", "text/plain"
                self.send_response(404)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(body)))
            self.send_header("Cache-Control", "no-store" if path.startswith("/api/")
                             else "max-age=3600")
            self.end_headers()
            self.wfile.write(body)

        do_POST = do_GET

        def log_message(self, format: str, *args: Any) -> None:
            """Nothing: the test says what went wrong."""

    return Handler


@cache
def stand_in() -> StandIn:
    """The one of this process."""
    return StandIn()


def choose_language(page: Any, lang: str) -> None:
    """Press a language and wait until the page speaks it."""
    page.locator(f"[data-lang={lang}]").dispatch_event("click")  # on a phone it is a setting
    page.wait_for_function("lang => document.documentElement.lang.split('-')[0] === lang", arg=lang)
