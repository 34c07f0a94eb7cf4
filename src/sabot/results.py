"""A cache on disk for results that take long to compute.

It is used by the command line, the house, the documentation and the tests. A result is found by its
key and by the program that computed it: the content of every file on which odds can depend, and the
versions of the libraries. Changes in other folders keep the cache valid.

The cache is in SABOT_RESULTS, else in the user's cache (XDG_CACHE_HOME), else in ``~/.cache``. If
none of them can be written, nothing is cached.
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

from sabot.words import as_text

P = ParamSpec("P")
T = TypeVar("T")

FOLDERS = ("reports", "games", "families", "procedure", "probability", "equipment", "money",
           "regulations")
"""The folders of the program on which odds can depend."""
LIBRARIES = ("msgspec", "numba", "numpy")
"""The libraries with which odds are computed; numba only where it is installed."""
ROUND_SUFFIX = ".txt"
"""The suffix of golden rounds, which are in the folders of games."""
KEEP_WEEKS = 4
"""For how long unused results of another program are kept."""


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


def _version(library: str) -> str:
    """The version of a library, "" where it is not installed."""
    try:
        return metadata.version(library)
    except metadata.PackageNotFoundError:
        return ""


@cache
def program_digest() -> str:
    """A SHA-256 over everything on which a result can depend. Texts of the law and golden rounds do
    not count."""
    digest = hashlib.sha256(f"{sys.version_info[:2]} "
                            f"{[_version(library) for library in LIBRARIES]}".encode())
    for folder in FOLDERS:
        for path, file_digest in files(resources.files("sabot") / folder, folder, ROUND_SUFFIX):
            if folder != "regulations" or path.endswith(".py"):
                digest.update(file_digest)
    return digest.hexdigest()


def default_folder() -> Path | None:
    """The default folder of the cache; None if there is none."""
    if folder := os.environ.get("SABOT_RESULTS"):
        return Path(folder)
    if cache := os.environ.get("XDG_CACHE_HOME"):
        return Path(cache) / "sabot" / "results"
    try:
        return Path.home() / ".cache" / "sabot" / "results"
    except RuntimeError:  # no home directory
        return None


def default_results() -> Results:
    """The default cache of this user."""
    return Results(default_folder())


class Results:
    """A cache of JSON files, in one folder for each program; without a folder nothing is cached.

    Files that cannot be read or written are ignored.
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
        """The cached result for the key, else the result of ``work``, decoded from JSON as
        ``kind``."""
        file = None
        try:
            file = self._file(key)
        except OSError:  # it cannot be written
            self._folder = None
        if file is not None:
            try:
                return msgspec.json.decode(file.read_bytes(), type=kind)
            except (OSError, msgspec.DecodeError):
                pass
        encoded = msgspec.json.encode(work(*args, **kwargs), enc_hook=as_text)
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
    """Remove the results of programs that were not used for weeks."""
    oldest = time.time() - KEEP_WEEKS * 7 * 86_400
    for other in folder.iterdir():
        if other.is_dir() and other.stat().st_mtime < oldest:
            shutil.rmtree(other, ignore_errors=True)
