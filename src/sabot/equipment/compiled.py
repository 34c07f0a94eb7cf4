"""Compilation: functions of numbers and arrays that are compiled at their first call.

The machine code is cached on disk, so that the next process starts at once; of several processes
that need the same code, one compiles and the others wait. The cache is in NUMBA_CACHE_DIR, else
next to the program, else in the user's cache (XDG_CACHE_HOME), else in the user's own folder for
temporary files (TMPDIR). Where none of them can be written each process compiles for itself. This
module is imported only for prices and simulations.
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

    def flush(self) -> None: ...


class _Dispatcher(Protocol):
    """A function that is compiled when it is called, with the undocumented parts of numba that this
    module uses."""

    _cache: _Cache
    compile: Callable[[Signature], object]


class _Compiler(Protocol):
    """Makes such functions with these options."""

    def __call__(self, **options: bool | str) -> Callable[[object], _Dispatcher]: ...


_njit = cast(_Compiler, numba.njit)

_stamps: dict[int, str] = {}


def _stamp(function: Callable[P, R]) -> str:
    """What the machine code of a function depends on: its file, and the constants and compiled
    functions that it names, from any module.

    Numba itself checks only the file of the function and would keep using old values of the others.
    """
    digest = hashlib.sha256(Path(function.__code__.co_filename).read_bytes())
    for name in sorted(function.__code__.co_names):
        value = function.__globals__.get(name)
        stamp = _stamps.get(id(getattr(value, "py_func", None)))
        digest.update(
            f"{name} {stamp or (value if isinstance(value, int | float) else '')}".encode()
        )
    return digest.hexdigest()


_lock_depths: Counter[str] = Counter()


@contextmanager
def _compile_lock(file: str) -> Iterator[None]:
    """Makes this the only process that compiles the functions of a file.

    Files import one another without cycles, so nobody waits in a circle.
    """
    with global_compiler_lock:  # the threads of this process
        if fcntl is None or _lock_depths[file]:
            yield
            return
        with open(file, "rb") as opened:
            with suppress(OSError):  # a file system without locks: each compiles for itself
                fcntl.flock(opened, fcntl.LOCK_EX)
            _lock_depths[file] += 1
            try:
                yield
            finally:  # closed, it is unlocked
                _lock_depths[file] -= 1


def _temporary_folder() -> str:
    """A folder for temporary files that only its user can write, or "".

    Its content is executed, so a folder that somebody else has created is refused.
    """
    try:
        folder = Path(tempfile.gettempdir()) / f"sabot-{os.getuid()}"
        folder.mkdir(mode=0o700, exist_ok=True)
        status = folder.lstat()
    except (OSError, AttributeError):  # no such user where files have none
        return ""
    mine = stat.S_ISDIR(status.st_mode) and status.st_uid == os.geteuid()
    return str(folder) if mine and not status.st_mode & 0o077 else ""


def _dispatcher(function: object, options: dict[str, bool | str]) -> _Dispatcher:
    """A function that is compiled when it is called, cached on disk where possible."""
    try:
        return _njit(cache=True, **options)(function)
    except RuntimeError:  # no writable folder, neither next to the program nor of its user
        settings = vars(numba.config)
        if not settings["CACHE_DIR"] and (folder := _temporary_folder()):
            settings["CACHE_DIR"] = folder
            return _dispatcher(function, options)
        return _njit(**options)(function)


class _TolerantCache:
    """A function's machine code on disk. A full disk, a folder that has become read-only, or an
    index that an earlier version of the program wrote, costs time and nothing else."""

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
        except (ImportError, AttributeError):
            # The index names a type of an earlier version of the program that is gone by now. It is
            # read before anybody asks whether it is of this version.
            with suppress(OSError):
                self._cache.flush()
            return None

    def save_overload(self, signature: Signature, data: object) -> None:
        with suppress(OSError):
            self._cache.save_overload(signature, data)

    def flush(self) -> None:
        self._cache.flush()


def _with_cache_on_disk(function: Callable[P, R], **options: bool | str) -> Callable[P, R]:
    """A compiled function whose machine code on disk is used only where its stamp matches."""
    dispatcher = _dispatcher(function, {"nogil": True, **options})
    stamp = _stamps[id(function)] = _stamp(function)
    if not hasattr(dispatcher._cache, "_cache_file"):  # each process compiles it for itself
        return cast(Callable[P, R], dispatcher)
    dispatcher._cache._cache_file._source_stamp = stamp
    dispatcher._cache = _TolerantCache(dispatcher._cache)
    compiling, file = dispatcher.compile, function.__code__.co_filename

    def compile_alone(signature: Signature) -> object:
        with _compile_lock(file):  # on disk is looked first: there is what another has compiled
            return compiling(signature)

    dispatcher.compile = compile_alone
    return cast(Callable[P, R], dispatcher)


def compiled(function: Callable[P, R]) -> Callable[P, R]:
    """Compile a function; it runs without the interpreter lock, and its machine code is cached on
    disk."""
    return _with_cache_on_disk(function)


def lean(function: Callable[P, R]) -> Callable[P, R]:
    """The same for functions that create and return no arrays: without reference counts of arrays,
    which cost more than a card."""
    return _with_cache_on_disk(function, _nrt=False)


def within(function: Callable[P, R]) -> Callable[P, R]:
    """The same for a function that is inlined into its callers: passing many arrays costs more than
    a hand."""
    return _with_cache_on_disk(function, _nrt=False, forceinline=True)


def inlined(function: Callable[P, R]) -> Callable[P, R]:
    """The same for a small function in the inner loop of a compiled one."""
    return _with_cache_on_disk(function, inline="always")


@intrinsic
def _high(context: object, first: Type, second: Type) -> Made:
    wide = numba.types.uint64

    def generate(context: BaseContext, builder: IRBuilder, signature: Signature,
                 words: Sequence[Value]) -> Value:
        double = words[0].type.__class__(128)
        first_word, second_word = (builder.zext(word, double) for word in words)
        return builder.trunc(
            builder.lshr(builder.mul(first_word, second_word), double(64)), words[0].type
        )

    return wide(wide, wide), generate


high = cast(Callable[[np.uint64, np.uint64], np.uint64], _high)
"""The upper 64 bits of the product of two unsigned 64-bit words."""


@intrinsic
def _ones(context: object, word: Type) -> Made:
    wide = numba.types.uint64

    def generate(context: BaseContext, builder: IRBuilder, signature: Signature,
                 words: Sequence[Value]) -> Value:
        return builder.ctpop(words[0])

    return wide(wide), generate


ones = cast(Callable[[np.uint64], np.uint64], _ones)
"""The number of one bits of an unsigned 64-bit word."""
