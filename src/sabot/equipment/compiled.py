"""Functions of numbers and arrays that have two forms with the same results: machine code and plain
Python.

Where numba is installed a function is compiled at its first call (`machine_code`). Elsewhere, and
where NUMBA_DISABLE_JIT is set, its plain form runs: the same function as the interpreter runs it,
or another one that computes the same with whole arrays (`Compiled.in_plain`). Numba is imported
when machine code is needed for the first time, never by importing a module.

A caller that knows how long the plain form takes says so (`Compiled.of_work`). A little work is
done by the plain form as long as there is no machine code: compiling takes seconds. The choice
depends on the amount of work alone and not on a clock, and results never depend on it.
"""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache, partial, update_wrapper
from pathlib import Path
from types import FunctionType
from typing import TYPE_CHECKING, Generic, ParamSpec, TypeVar, cast

import numpy as np

from sabot.extras import announce_slow_work, missing

if TYPE_CHECKING:
    from sabot.equipment.machine_code import Dispatcher

P = ParamSpec("P")
R = TypeVar("R")

LITTLE = 0.5
"""Seconds of plain code for which not even the compiler is loaded, which takes longer."""
SHORT = 1.0
"""Seconds of plain code for which nothing is compiled."""

@cache
def has_compiler() -> bool:
    """Whether functions can be compiled here."""
    if os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0"):
        return False
    return not missing("fast")


def expect_work(seconds: float) -> None:
    """Say that plain code takes about so many seconds, if that is long and there is no compiler."""
    if not has_compiler():
        announce_slow_work(seconds)


def compilations() -> int:
    """How many functions this process has compiled; what was on disk does not count."""
    module = sys.modules.get("sabot.equipment.machine_code")
    return 0 if module is None else int(module.compilations[0])


_pretended: list[float] = []


@contextmanager
def as_if(seconds: float) -> Iterator[None]:
    """Within it functions are chosen as for so much work: a little of it then makes the machine
    code that the whole will need."""
    _pretended.append(seconds)
    try:
        yield
    finally:
        _pretended.pop()


class Compiled(Generic[P, R]):
    """A function with a plain form and machine code.

    Attributes:
        function: The function as it is written.
        options: How it is compiled.
    """

    __name__: str

    def __init__(self, function: Callable[P, R], **options: bool | str) -> None:
        self.function = cast(FunctionType, function)
        self.options = options
        self._other_plain: Callable[P, R] | None = None
        self._plain_body: Callable[P, R] | None = None
        self._machine: Callable[P, R] | None = None
        self._stamp = ""
        update_wrapper(self, function)

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R:
        if has_compiler():
            return self.machine(*args, **kwargs)
        return self.plain(*args, **kwargs)

    def of_work(self, seconds: float, *args: P.args, **kwargs: P.kwargs) -> R:
        """The result, computed by the plain form if that takes a short time only, in which nothing
        can be compiled; ``seconds`` is about how long the plain form takes."""
        if _pretended:
            seconds = _pretended[-1]
        if not has_compiler():
            return self.plain(*args, **kwargs)
        if self._machine is None and seconds <= LITTLE and "numba" not in sys.modules:
            return self.plain(*args, **kwargs)
        if seconds <= SHORT and not kwargs:
            from sabot.equipment import machine_code
            if not machine_code.is_made(cast("Dispatcher", self.machine), args):
                return self.plain(*args, **kwargs)
        return self.machine(*args, **kwargs)

    def for_work(self, seconds: float) -> Callable[P, R]:
        """The function for an amount of work: see `of_work`."""
        return partial(self.of_work, seconds)

    def plain(self, *args: P.args, **kwargs: P.kwargs) -> R:
        """The result of the plain form. Whole numbers wrap around as they do in machine code."""
        with np.errstate(over="ignore"):
            return self.plain_body(*args, **kwargs)

    def in_plain(self, function: Callable[P, R]) -> Callable[P, R]:
        """Make another function the plain form: one that computes the same with whole arrays."""
        self._other_plain = function
        return function

    @property
    def plain_body(self) -> Callable[P, R]:
        """The plain form, as other plain forms call it."""
        if self._plain_body is None:
            self._plain_body = self._other_plain or cast(
                Callable[P, R], self._linked_to({name: callee.plain_body
                                                 for name, callee in self.callees().items()}))
        return self._plain_body

    @property
    def machine(self) -> Callable[P, R]:
        """The function that is compiled when it is called."""
        if self._machine is None:
            from sabot.equipment import machine_code
            linked = self._linked_to({name: callee.machine
                                      for name, callee in self.callees().items()})
            self._machine = cast(Callable[P, R],
                                 machine_code.build(linked, self.options, self.stamp))
        return self._machine

    def callees(self) -> dict[str, Compiled[..., object]]:
        """The other functions of this kind that it names."""
        names = self.function.__globals__
        return {name: names[name] for name in self.function.__code__.co_names
                if isinstance(names.get(name), Compiled)}

    @property
    def stamp(self) -> str:
        """What the machine code depends on: the file of the function, and the constants and
        functions of this kind that it names, from any module.

        Numba itself checks only the file of the function and would keep using old values of the
        others.
        """
        if not self._stamp:
            digest = hashlib.sha256(Path(self.function.__code__.co_filename).read_bytes())
            for name in sorted(self.function.__code__.co_names):
                value = self.function.__globals__.get(name)
                text = (value.stamp if isinstance(value, Compiled)
                        else value if isinstance(value, int | float) else "")
                digest.update(f"{name} {text}".encode())
            self._stamp = digest.hexdigest()
        return self._stamp

    def _linked_to(self, callees: dict[str, Callable[..., object]]) -> FunctionType:
        """The function with one form of those that it names."""
        function = self.function
        linked = FunctionType(function.__code__, {**function.__globals__, **callees},
                              function.__name__, function.__defaults__, function.__closure__)
        linked.__qualname__, linked.__module__ = function.__qualname__, function.__module__
        linked.__kwdefaults__ = function.__kwdefaults__
        return linked


class _Instruction(Compiled[P, R]):
    """A function that is one instruction of a processor."""

    @property
    def plain_body(self) -> Callable[P, R]:
        """The function as it is written."""
        return cast(Callable[P, R], self.function)

    @property
    def machine(self) -> Callable[P, R]:
        """The instruction, for compiled callers only."""
        from sabot.equipment import machine_code
        return cast(Callable[P, R], machine_code.INSTRUCTIONS[self.__name__])

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R:
        return self.plain(*args, **kwargs)


def compiled(function: Callable[P, R]) -> Compiled[P, R]:
    """Compile a function; it runs without the interpreter lock, and its machine code is cached on
    disk."""
    return Compiled(function)


def lean(function: Callable[P, R]) -> Compiled[P, R]:
    """The same for functions that create and return no arrays: without reference counts of arrays,
    which cost more than a card."""
    return Compiled(function, _nrt=False)


def within(function: Callable[P, R]) -> Compiled[P, R]:
    """The same for a function that is inlined into its callers: passing many arrays costs more than
    a hand."""
    return Compiled(function, _nrt=False, forceinline=True)


def inlined(function: Callable[P, R]) -> Compiled[P, R]:
    """The same for a small function in the inner loop of a compiled one."""
    return Compiled(function, inline="always")


@_Instruction
def high(first: np.uint64, second: np.uint64) -> np.uint64:
    """The upper 64 bits of the product of two unsigned 64-bit words."""
    return np.uint64(int(first) * int(second) >> 64)


@_Instruction
def ones(word: np.uint64) -> np.uint64:
    """The number of one bits of an unsigned 64-bit word."""
    return np.uint64(int(word).bit_count())
