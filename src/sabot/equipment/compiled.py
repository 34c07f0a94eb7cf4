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
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, ParamSpec, Protocol, TypeVar, cast

import numba
import numpy as np
from numba.core.compiler_lock import global_compiler_lock
from numba.extending import intrinsic

try:
    import fcntl
except ImportError:  # where files are not locked so, each process compiles for itself
    fcntl = None  # type: ignore[assignment]

if TYPE_CHECKING:
    from llvmlite.ir import IRBuilder, Value
    from numba.core.base import BaseContext
    from numba.core.types import Type
    from numba.core.typing.templates import Signature

    Made = tuple[Signature, Callable[[BaseContext, IRBuilder, Signature, Sequence[Value]], Value]]

P = ParamSpec("P")
R = TypeVar("R")


class _File(Protocol):
    """The index of a function's machine code on disk, and what it depends on."""

    _source_stamp: str


class _Cache(Protocol):
    """A function's machine code on disk."""

    _cache_file: _File

    def load_overload(self, signature: Signature, context: BaseContext) -> object: ...

    def save_overload(self, signature: Signature, data: object) -> None: ...


class _Dispatcher(Protocol):
    """A function that is compiled when it is called, as far as this module looks into it: numba
    itself does not tell of it."""

    _cache: _Cache
    compile: Callable[[Signature], object]


class _Compiler(Protocol):
    """What makes such functions under these options."""

    def __call__(self, **options: bool | str) -> Callable[[object], _Dispatcher]: ...


_njit = cast(_Compiler, numba.njit)

_stamps: dict[int, str] = {}


def _stamp(function: Callable[P, R]) -> str:
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


def _dispatcher(function: object, options: dict[str, bool | str]) -> _Dispatcher:
    """A function that is compiled when it is called, with a place on disk where there is one."""
    try:
        return _njit(cache=True, **options)(function)
    except RuntimeError:  # nowhere to keep it, neither beside the program nor with its user
        settings = vars(numba.config)
        if not settings["CACHE_DIR"] and (folder := _temporary()):
            settings["CACHE_DIR"] = folder
            return _dispatcher(function, options)
        return _njit(**options)(function)


class _TolerantCache:
    """What of a function's machine code is on disk. A disk that is full, or a folder that nobody
    can write any more, costs time and nothing else."""

    _cache_file: _File

    def __init__(self, cache: _Cache) -> None:
        self._cache = cache

    def __getattr__(self, name: str) -> object:
        return getattr(self._cache, name)

    def load_overload(self, signature: Signature, context: BaseContext) -> object:
        try:
            return self._cache.load_overload(signature, context)
        except (OSError, EOFError, pickle.UnpicklingError):
            return None

    def save_overload(self, signature: Signature, data: object) -> None:
        with suppress(OSError):
            self._cache.save_overload(signature, data)


def _with_cache_on_disk(function: Callable[P, R], **options: bool | str) -> Callable[P, R]:
    """A compiled function whose machine code on disk is used only where its stamp fits."""
    made = _dispatcher(function, {"nogil": True, **options})
    stamp = _stamps[id(function)] = _stamp(function)
    if not hasattr(made._cache, "_cache_file"):  # each process compiles it for itself
        return cast(Callable[P, R], made)
    made._cache._cache_file._source_stamp = stamp
    made._cache = _TolerantCache(made._cache)
    compiling, file = made.compile, function.__code__.co_filename

    def compile_alone(signature: Signature) -> object:
        with _alone(file):  # on disk is looked first: there is what another has compiled
            return compiling(signature)

    made.compile = compile_alone
    return cast(Callable[P, R], made)


def compiled(function: Callable[P, R]) -> Callable[P, R]:
    """Compile a function; it lets other threads run and keeps its machine code on disk."""
    return _with_cache_on_disk(function)


def lean(function: Callable[P, R]) -> Callable[P, R]:
    """The same for functions that make no arrays and hand none out: they do not count who holds
    the arrays that they are given, which takes longer than a card."""
    return _with_cache_on_disk(function, _nrt=False)


def within(function: Callable[P, R]) -> Callable[P, R]:
    """The same for a function that becomes part of what calls it: to hand over a table of arrays
    takes longer than a hand."""
    return _with_cache_on_disk(function, _nrt=False, forceinline=True)


def inlined(function: Callable[P, R]) -> Callable[P, R]:
    """The same for a small function that a compiled one calls in its inner loop."""
    return _with_cache_on_disk(function, inline="always")


@intrinsic
def _high(context: object, first: Type, second: Type) -> Made:
    wide = numba.types.uint64

    def generate(context: BaseContext, builder: IRBuilder, signature: Signature,
                 words: Sequence[Value]) -> Value:
        double = words[0].type.__class__(128)
        one, other = (builder.zext(word, double) for word in words)
        return builder.trunc(builder.lshr(builder.mul(one, other), double(64)), words[0].type)

    return wide(wide, wide), generate


high = cast(Callable[[np.uint64, np.uint64], np.uint64], _high)
"""The upper 64 bits of the product of two unsigned words of 64."""


@intrinsic
def _ones(context: object, word: Type) -> Made:
    wide = numba.types.uint64

    def generate(context: BaseContext, builder: IRBuilder, signature: Signature,
                 words: Sequence[Value]) -> Value:
        return builder.ctpop(words[0])

    return wide(wide), generate


ones = cast(Callable[[np.uint64], np.uint64], _ones)
"""How many bits of an unsigned word of 64 are one."""
