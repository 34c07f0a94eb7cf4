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

FOLDERS = ("reports", "games", "families", "procedure", "odds", "equipment", "money", "law")
"""The floors of the program whose files odds can depend on."""
LIBRARIES = ("msgspec", "numba", "numpy")
"""The libraries that odds are computed with."""
ROUND_SUFFIX = ".txt"
"""What the names of golden coups end in, which lie beside the games."""
KEEP_WEEKS = 4
"""For how long results of another program are left after they were last used."""


def files(folder: Traversable, path: str, *excluded: str) -> Iterator[tuple[str, bytes]]:
    """Every file below a folder that was not made by running it, ``but`` those whose names end so:
    its path, and bytes that say its path, its length and what it holds."""
    for item in sorted(folder.iterdir(), key=lambda item: item.name):
        if item.is_dir():
            if item.name != "__pycache__":
                yield from files(item, f"{path}/{item.name}", *excluded)
        elif not item.name.endswith((".pyc", *excluded)):
            data = item.read_bytes()
            yield (f"{path}/{item.name}", f"{path}/{item.name}:{len(data)}\n".encode()
                   + hashlib.sha256(data).digest())


@cache
def program_digest() -> str:
    """A SHA-256 over everything that a result can depend on. Of the law only the modules count: its
    texts change no figure. Nor does a golden coup of a game."""
    digest = hashlib.sha256(f"{sys.version_info[:2]} "
                            f"{[metadata.version(library) for library in LIBRARIES]}"
                          .encode())
    for folder in FOLDERS:
        for path, file_digest in files(resources.files("sabot") / folder, folder, ROUND_SUFFIX):
            if folder != "law" or path.endswith(".py"):
                digest.update(file_digest)
    return digest.hexdigest()


def default_folder() -> Path | None:
    """Where results are kept unless somebody says otherwise; None where there is no such place."""
    if folder := os.environ.get("SABOT_RESULTS"):
        return Path(folder)
    if cache := os.environ.get("XDG_CACHE_HOME"):
        return Path(cache) / "sabot" / "results"
    try:
        return Path.home() / ".cache" / "sabot" / "results"
    except RuntimeError:  # nobody's home
        return None


def default_results() -> Results:
    """The results of this user and program."""
    return Results(default_folder())


class Results:
    """Results as JSON files in a folder of each program; without a folder nothing is kept.

    A file that cannot be read or written is no result, and no fault either.
    """

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder
        self._own_folder: Path | None = None
        self._opening = threading.Lock()

    def get_or_compute(
        self,
        key: tuple[str, ...],
        kind: type[T],
        work: Callable[P, T],
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> T:
        """What the work finds, or found before under this key, as it reads back from JSON as this
        ``kind``."""
        file = None
        try:
            file = self._file(key)
        except OSError:  # a place that cannot be written
            self._folder = None
        if file is not None:
            try:
                return msgspec.json.decode(file.read_bytes(), type=kind)
            except (OSError, msgspec.DecodeError):
                pass
        encoded = msgspec.json.encode(work(*args, **kwargs))
        if file is not None:
            part = file.with_name(f"{file.name}.{os.getpid()}-{threading.get_ident()}")
            with suppress(OSError):
                part.write_bytes(encoded)
                part.replace(file)
        return msgspec.json.decode(encoded, type=kind)

    def _file(self, key: tuple[str, ...]) -> Path | None:
        if self._folder is None:
            return None
        with self._opening:
            if self._own_folder is None:
                own_folder = self._folder / program_digest()[:20]
                own_folder.mkdir(parents=True, exist_ok=True)
                os.utime(own_folder)
                _remove_old(self._folder)
                self._own_folder = own_folder
        return self._own_folder / f"{hashlib.sha256(repr(key).encode()).hexdigest()[:32]}.json"


def _remove_old(folder: Path) -> None:
    """Remove what programs have found that nobody has used for weeks."""
    oldest = time.time() - KEEP_WEEKS * 7 * 86_400
    for other in folder.iterdir():
        if other.is_dir() and other.stat().st_mtime < oldest:
            shutil.rmtree(other, ignore_errors=True)
