"""Results that took long to compute, kept on disk for whoever asks for the same again.

The command line, the house, the pages of the documentation and the tests all look here first. A
result is found by its key and by the program that computed it: by the content of every file that
odds can depend on, and by the versions of what they are computed with. A change on a floor above
the odds leaves what was found usable; any other one begins anew.

They lie in SABOT_RESULTS, else in the user's cache (XDG_CACHE_HOME), else in ``~/.cache``. Where
none of them can be written nothing is kept, and nothing else changes.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache
from importlib import metadata, resources
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import ParamSpec, TypeVar

import msgspec

P = ParamSpec("P")
T = TypeVar("T")

FLOORS = ("reports", "games", "families", "procedure", "odds", "equipment", "money", "law")
"""The floors of the program whose files odds can depend on."""
WITH = ("msgspec", "numba", "numpy")
"""The libraries that odds are computed with."""
GOLDEN = ".txt"
"""What the names of golden coups end in, which lie beside the games."""
WEEKS = 4
"""For how long results of another program are left after they were last used."""


def files(folder: Traversable, path: str, *but: str) -> Iterator[tuple[str, bytes]]:
    """Every file below a folder that was not made by running it, ``but`` those whose names end so:
    its path, and bytes that say its path, its length and what it holds."""
    for item in sorted(folder.iterdir(), key=lambda item: item.name):
        if item.is_dir():
            if item.name != "__pycache__":
                yield from files(item, f"{path}/{item.name}", *but)
        elif not item.name.endswith((".pyc", *but)):
            data = item.read_bytes()
            yield (f"{path}/{item.name}", f"{path}/{item.name}:{len(data)}\n".encode()
                   + hashlib.sha256(data).digest())


@cache
def program() -> str:
    """A SHA-256 over everything that a result can depend on. Of the law only the modules count: its
    texts change no figure. Nor does a golden coup of a game."""
    told = hashlib.sha256(f"{sys.version_info[:2]} {[metadata.version(one) for one in WITH]}"
                          .encode())
    for floor in FLOORS:
        for path, said in files(resources.files("sabot") / floor, floor, GOLDEN):
            if floor != "law" or path.endswith(".py"):
                told.update(said)
    return told.hexdigest()


def usual_folder() -> Path | None:
    """Where results are kept unless somebody says otherwise; None where there is no such place."""
    if said := os.environ.get("SABOT_RESULTS"):
        return Path(said)
    if cached := os.environ.get("XDG_CACHE_HOME"):
        return Path(cached) / "sabot" / "results"
    try:
        return Path.home() / ".cache" / "sabot" / "results"
    except RuntimeError:  # nobody's home
        return None


def usual() -> Results:
    """The results of this user and program."""
    return Results(usual_folder())


class Results:
    """Results as JSON files in a folder of each program; without a folder nothing is kept.

    A file that cannot be read or written is no result, and no fault either.
    """

    def __init__(self, folder: Path | None = None) -> None:
        self._at = folder
        self._mine: Path | None = None
        self._opening = threading.Lock()

    def kept(self, key: tuple[str, ...], kind: type[T], work: Callable[P, T], *given: P.args,
             **named: P.kwargs) -> T:
        """What the work finds, or found before under this key, as it reads back from JSON as this
        ``kind``."""
        file = None
        try:
            file = self._file(key)
        except OSError:  # a place that cannot be written
            self._at = None
        if file is not None:
            try:
                return msgspec.json.decode(file.read_bytes(), type=kind)
            except (OSError, msgspec.DecodeError):
                pass
        found = msgspec.json.encode(work(*given, **named))
        if file is not None:
            part = file.with_name(f"{file.name}.{os.getpid()}-{threading.get_ident()}")
            with suppress(OSError):
                part.write_bytes(found)
                part.replace(file)
        return msgspec.json.decode(found, type=kind)

    def _file(self, key: tuple[str, ...]) -> Path | None:
        if self._at is None:
            return None
        with self._opening:
            if self._mine is None:
                mine = self._at / program()[:20]
                mine.mkdir(parents=True, exist_ok=True)
                os.utime(mine)
                _forget(self._at)
                self._mine = mine
        return self._mine / f"{hashlib.sha256(repr(key).encode()).hexdigest()[:32]}.json"


def _forget(folder: Path) -> None:
    """Remove what programs have found that nobody has used for weeks."""
    before = time.time() - WEEKS * 7 * 86_400
    for other in folder.iterdir():
        if other.is_dir() and other.stat().st_mtime < before:
            shutil.rmtree(other, ignore_errors=True)
