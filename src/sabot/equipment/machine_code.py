"""Machine code of functions, made by numba at their first call and cached on disk.

The next process starts at once from the cache; of several processes that need the same code, one
compiles and the others wait. The cache is in NUMBA_CACHE_DIR, else next to the program, else in the
user's cache (XDG_CACHE_HOME), else in the user's own folder for temporary files (TMPDIR). Where
none of them can be written each process compiles for itself. `compiled` imports this module when it
needs machine code for the first time.
"""

from __future__ import annotations

import os
import pickle
import stat
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from types import FunctionType
from typing import TYPE_CHECKING, Protocol, cast

import numba
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


class _File(Protocol):
    """The index of a function's machine code on disk, and what it depends on."""

    _source_stamp: str

    def _load_index(self) -> dict[object, str]: ...


class _Cache(Protocol):
    """A function's machine code on disk."""

    _cache_file: _File

    def load_overload(self, signature: Signature, context: BaseContext) -> object: ...

    def save_overload(self, signature: Signature, data: object) -> None: ...

    def flush(self) -> None: ...

    def _index_key(self, signature: Signature, codegen: object) -> object: ...


class _Context(Protocol):
    """What numba compiles for."""

    def codegen(self) -> object: ...


class _Stats(Protocol):
    """How often machine code was loaded from disk, by signature."""

    cache_hits: Mapping[object, int]


class Dispatcher(Protocol):
    """A function that is compiled when it is called, with the undocumented parts of numba that this
    module uses."""

    _cache: _Cache
    compile: Callable[[Signature], object]
    overloads: dict[Signature, object]
    targetctx: _Context
    stats: _Stats

    def __call__(self, *values: object) -> object: ...

    def typeof_pyval(self, value: object) -> Type:
        """The type of an argument."""


class _Compiler(Protocol):
    """Makes such functions with these options."""

    def __call__(self, **options: bool | str) -> Callable[[object], Dispatcher]: ...


compilations = [0]
"""How many functions this process has compiled, not found on disk."""

_njit = cast(_Compiler, numba.njit)

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


def _dispatcher(function: object, options: dict[str, bool | str]) -> Dispatcher:
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


@global_compiler_lock  # type: ignore[untyped-decorator]
def build(function: FunctionType, options: dict[str, bool | str], stamp: str) -> Dispatcher:
    """A function that is compiled when it is called, without the interpreter lock. Its machine code
    on disk is used only where its stamp matches."""
    dispatcher = _dispatcher(function, {"nogil": True, **options})
    if not hasattr(dispatcher._cache, "_cache_file"):  # each process compiles it for itself
        return dispatcher
    dispatcher._cache._cache_file._source_stamp = stamp
    dispatcher._cache = cast(_Cache, _TolerantCache(dispatcher._cache))
    compiling, file = dispatcher.compile, function.__code__.co_filename

    def compile_alone(signature: Signature) -> object:
        with _compile_lock(file):  # on disk is looked first: there is what another has compiled
            hits = sum(dispatcher.stats.cache_hits.values())
            compiled = compiling(signature)
        compilations[0] += sum(dispatcher.stats.cache_hits.values()) == hits
        return compiled

    dispatcher.compile = compile_alone
    return dispatcher


def is_made(dispatcher: Dispatcher, values: Sequence[object]) -> bool:
    """Whether there is machine code for arguments of these types, in this process or on disk."""
    signature = cast("Signature", tuple(dispatcher.typeof_pyval(value) for value in values))
    if signature in dispatcher.overloads:
        return True
    cache = dispatcher._cache
    if not hasattr(cache, "_cache_file"):
        return False
    try:
        key = cache._index_key(signature, dispatcher.targetctx.codegen())
        return key in cache._cache_file._load_index()
    except (OSError, EOFError, pickle.UnpicklingError, ImportError, AttributeError):
        return False


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


@intrinsic
def _ones(context: object, word: Type) -> Made:
    wide = numba.types.uint64

    def generate(context: BaseContext, builder: IRBuilder, signature: Signature,
                 words: Sequence[Value]) -> Value:
        return builder.ctpop(words[0])

    return wide(wide), generate


INSTRUCTIONS: dict[str, object] = {"high": _high, "ones": _ones}
"""What is one instruction of a processor and has no name in Python."""
