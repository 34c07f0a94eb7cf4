"""The version of the program with a hash of its code, to distinguish programs."""

from __future__ import annotations

import hashlib
from functools import cache
from importlib.resources import files

from sabot import __version__

FOLDERS = ("equipment", "families", "games", "money", "odds", "procedure", "simulate")
"""The folders whose code can change what a coup returns."""


@cache
def version() -> str:
    """The version, and a hash of the code that plays coups."""
    digest = hashlib.sha256()
    pending = [(name, files("sabot") / name) for name in FOLDERS]
    while pending:
        name, entry = pending.pop()
        if entry.is_dir():
            pending += sorted((f"{name}/{child.name}", child) for child in entry.iterdir())
        elif name.endswith(".py"):
            text = entry.read_bytes().replace(b"\r\n", b"\n")
            digest.update(f"{name} {len(text)}\n".encode() + text)
    return f"{__version__} (code {digest.hexdigest()[:12]})"
