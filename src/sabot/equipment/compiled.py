"""The one door to the compiler: functions of numbers and arrays, compiled at their first call.

What was compiled is kept on disk, so that the next process starts at once; of several that need the
same at once, one compiles and the others wait for it. Nothing here is imported before a price or a
simulation is asked for.
"""

from __future__ import annotations

import hashlib
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


def _kept(made: Any, function: F) -> F:
    """A compiled function whose machine code on disk is used only where its stamp fits."""
    made._cache._cache_file._source_stamp = _stamps[id(function)] = _stamp(function)
    compiling, file = made.compile, function.__code__.co_filename

    def compile_alone(signature: Any) -> Any:
        with _alone(file):  # on disk is looked first: there is what another has compiled
            return compiling(signature)

    made.compile = compile_alone
    return cast(F, made)


def compiled(function: F) -> F:
    """Compile a function; it lets other threads run and keeps its machine code on disk."""
    return _kept(numba.njit(cache=True, nogil=True)(function), function)


def lean(function: F) -> F:
    """The same for functions that make no arrays and hand none out: they do not count who holds
    the arrays that they are given, which takes longer than a card."""
    uncounted: Any = numba.njit  # what its types do not name is an option all the same
    return _kept(uncounted(cache=True, nogil=True, _nrt=False)(function), function)


def within(function: F) -> F:
    """The same for a function that becomes part of what calls it: to hand over a table of arrays
    takes longer than a hand."""
    uncounted: Any = numba.njit
    return _kept(uncounted(cache=True, nogil=True, _nrt=False, forceinline=True)(function),
                 function)


def inlined(function: F) -> F:
    """The same for a small function that a compiled one calls in its inner loop."""
    return _kept(numba.njit(cache=True, nogil=True, inline="always")(function), function)


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
