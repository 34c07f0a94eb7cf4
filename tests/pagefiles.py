"""What a house gives a page without being asked anything about play: its files and its words."""

from __future__ import annotations

import json
import mimetypes
from importlib import resources
from pathlib import Path
from typing import Any

from sabot.web import spoken

STATIC = Path(str(resources.files("sabot.web") / "static"))


def given(path: str) -> tuple[bytes, str]:
    """The body and the type of what a page fetches."""
    if path.startswith("/words/"):
        words = spoken.browser()[path.removeprefix("/words/").removesuffix(".json")]
        return json.dumps(words).encode(), "application/json"
    kind = mimetypes.guess_type(path)[0] or "text/plain"
    return (STATIC / path.lstrip("/")).read_bytes(), kind


def speaks(page: Any, lang: str) -> None:
    """Press a language and wait until the page speaks it."""
    page.locator(f"[data-lang={lang}]").click()
    page.wait_for_function("lang => document.documentElement.lang.split('-')[0] === lang", arg=lang)
