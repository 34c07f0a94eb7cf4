"""The one door to the compiler: functions of numbers and arrays, compiled at their first call.

What was compiled is kept on disk, so that the next process starts at once. Nothing here is imported
before a price or a simulation is asked for.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, cast

import numba
from numba.extending import intrinsic

F = TypeVar("F", bound=Callable[..., Any])


def compiled(function: F) -> F:
    """Compile a function; it lets other threads run and keeps its machine code on disk."""
    return cast(F, numba.njit(cache=True, nogil=True)(function))


def inlined(function: F) -> F:
    """The same for a small function that a compiled one calls in its inner loop."""
    return cast(F, numba.njit(cache=True, nogil=True, inline="always")(function))


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
