"""The one door to the compiler: functions of numbers and arrays, compiled at their first call.

What was compiled is kept on disk, so that the next process starts at once; of several that need the
same at once, one compiles and the others wait for it. It lies in NUMBA_CACHE_DIR, else beside the
program, else in the user's cache (XDG_CACHE_HOME), else in a folder of the user's own among the
temporary files (TMPDIR). Where none of them can be written each process compiles for itself.
Nothing here is imported before a price or a simulation is asked for.
"""

from __future__ import annotations

import hashlib
import os
import pickle
import stat
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, TypeVar, cast

import numba
from numba.core.compiler_lock import global_compiler_lock
from numba.extending import intrinsic

try:
    import fcntl
except ImportError:  # where files are not locked so, each process compiles for itself
    fcntl = None  # type: ignore[assignment]

F = TypeVar("F", bound=Callable[..., Any])


_stamps: dict[int, str] = {}


def _stamp(function: Callable[..., Any]) -> str:
    """What the machine code of a function depends on: its file, the constants and the compiled
    functions that it names, wherever they come from.

    Numba itself looks at the file of a function only and would go on with what others were.
    """
    told = hashlib.sha256(Path(function.__code__.co_filename).read_bytes())
    for name in sorted(function.__code__.co_names):
        value = function.__globals__.get(name)
        known = _stamps.get(id(getattr(value, "py_func", None)))
        told.update(f"{name} {known or (value if isinstance(value, int | float) else '')}".encode())
    return told.hexdigest()


_held: Counter[str] = Counter()


@contextmanager
def _alone(file: str) -> Iterator[None]:
    """The only process that compiles what stands in a file.

    Files call one another in one direction, as they are imported: nobody waits in a circle.
    """
    with global_compiler_lock:  # the threads of this process
        if fcntl is None or _held[file]:
            yield
            return
        with open(file, "rb") as opened:
            with suppress(OSError):  # a file system without locks: each compiles for itself
                fcntl.flock(opened, fcntl.LOCK_EX)
            _held[file] += 1
            try:
                yield
            finally:  # closed, it is unlocked
                _held[file] -= 1


def _temporary() -> str:
    """A folder among the temporary files that nobody but its user can write, or "".

    What is read from it is run: one that somebody else has laid there is not taken.
    """
    try:
        at = Path(tempfile.gettempdir()) / f"sabot-{os.getuid()}"
        at.mkdir(mode=0o700, exist_ok=True)
        about = at.lstat()
    except (OSError, AttributeError):  # no such user where files have none
        return ""
    mine = stat.S_ISDIR(about.st_mode) and about.st_uid == os.geteuid()
    return str(at) if mine and not about.st_mode & 0o077 else ""


def _dispatcher(function: Callable[..., Any], options: dict[str, Any]) -> Any:
    """A function that is compiled when it is called, with a place on disk where there is one."""
    try:
        return numba.njit(cache=True, **options)(function)
    except RuntimeError:  # nowhere to keep it, neither beside the program nor with its user
        settings: Any = numba.config
        if not settings.CACHE_DIR and (folder := _temporary()):
            settings.CACHE_DIR = folder
            return _dispatcher(function, options)
        return numba.njit(**options)(function)


class _TolerantCache:
    """What of a function's machine code is on disk. A disk that is full, or a folder that nobody
    can write any more, costs time and nothing else."""

    def __init__(self, cache: Any) -> None:
        self._cache = cache

    def __getattr__(self, name: str) -> Any:
        return getattr(self._cache, name)

    def load_overload(self, signature: Any, context: Any) -> Any:
        try:
            return self._cache.load_overload(signature, context)
        except (OSError, EOFError, pickle.UnpicklingError):
            return None

    def save_overload(self, signature: Any, data: Any) -> None:
        with suppress(OSError):
            self._cache.save_overload(signature, data)


def _with_cache_on_disk(function: F, **options: Any) -> F:
    """A compiled function whose machine code on disk is used only where its stamp fits."""
    made = _dispatcher(function, {"nogil": True, **options})
    stamp = _stamps[id(function)] = _stamp(function)
    if not hasattr(made._cache, "_cache_file"):  # each process compiles it for itself
        return cast(F, made)
    made._cache._cache_file._source_stamp = stamp
    made._cache = _TolerantCache(made._cache)
    compiling, file = made.compile, function.__code__.co_filename

    def compile_alone(signature: Any) -> Any:
        with _alone(file):  # on disk is looked first: there is what another has compiled
            return compiling(signature)

    made.compile = compile_alone
    return cast(F, made)


def compiled(function: F) -> F:
    """Compile a function; it lets other threads run and keeps its machine code on disk."""
    return _with_cache_on_disk(function)


def lean(function: F) -> F:
    """The same for functions that make no arrays and hand none out: they do not count who holds
    the arrays that they are given, which takes longer than a card."""
    return _with_cache_on_disk(function, _nrt=False)


def within(function: F) -> F:
    """The same for a function that becomes part of what calls it: to hand over a table of arrays
    takes longer than a hand."""
    return _with_cache_on_disk(function, _nrt=False, forceinline=True)


def inlined(function: F) -> F:
    """The same for a small function that a compiled one calls in its inner loop."""
    return _with_cache_on_disk(function, inline="always")


@intrinsic
def _high(context: Any, first: Any, second: Any) -> Any:
    wide = numba.types.uint64

    def generate(context: Any, builder: Any, signature: Any, words: Any) -> Any:
        double = words[0].type.__class__(128)
        one, other = (builder.zext(word, double) for word in words)
        return builder.trunc(builder.lshr(builder.mul(one, other), double(64)), words[0].type)

    return wide(wide, wide), generate


high: Any = _high
"""The upper 64 bits of the product of two unsigned words of 64."""


@intrinsic
def _ones(context: Any, word: Any) -> Any:
    wide = numba.types.uint64

    def generate(context: Any, builder: Any, signature: Any, words: Any) -> Any:
        return builder.ctpop(words[0])

    return wide(wide), generate


ones: Any = _ones
"""How many bits of an unsigned word of 64 are one."""
