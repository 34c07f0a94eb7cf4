"""Which program plays: its version and what its code says, so that two can be told apart."""

from __future__ import annotations

import hashlib
from functools import cache
from importlib.resources import files

from sabot import __version__

FLOORS = ("equipment", "families", "games", "money", "odds", "procedure", "simulate")
"""Every floor whose code can change what a coup returns."""


@cache
def version() -> str:
    """The version, and a hash of the code of all that plays a coup."""
    found = hashlib.sha256()
    waiting = [(name, files("sabot") / name) for name in FLOORS]
    while waiting:
        name, at = waiting.pop()
        if at.is_dir():
            waiting += sorted((f"{name}/{one.name}", one) for one in at.iterdir())
        elif name.endswith(".py"):
            text = at.read_bytes().replace(b"\r\n", b"\n")
            found.update(f"{name} {len(text)}\n".encode() + text)
    return f"{__version__} (code {found.hexdigest()[:12]})"
