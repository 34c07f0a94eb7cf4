"""The one door to the compiler: functions of numbers and arrays, compiled at their first call.

What was compiled is kept on disk, so that the next process starts at once. Nothing here is imported
before a price or a simulation is asked for.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, cast

import numba

F = TypeVar("F", bound=Callable[..., Any])


def compiled(function: F) -> F:
    """Compile a function; it lets other threads run and keeps its machine code on disk."""
    return cast(F, numba.njit(cache=True, nogil=True)(function))


def inlined(function: F) -> F:
    """The same for a small function that a compiled one calls in its inner loop."""
    return cast(F, numba.njit(cache=True, nogil=True, inline="always")(function))
