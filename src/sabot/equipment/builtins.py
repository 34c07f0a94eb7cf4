"""Compiled functions as built-in functions of Python: called with one object, without conversion.

A call of a function of `compiled` from plain Python converts its arguments, which takes longer than
a hand of poker. A built-in function gets the object itself and asks the interface of Python for C
what it is, as an extension module does; no C compiler is needed, neither to build nor to install.

Objects are their addresses here, and so are the tables of a function: a `Block` has the addresses
of its arrays, and lives as long as the function that reads it.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, cast

import numba
import numpy as np
from numba.extending import intrinsic
from numpy.typing import NDArray

from sabot.equipment.compiled import Compiled

if TYPE_CHECKING:
    from llvmlite.ir import IRBuilder, Value
    from numba.core.base import BaseContext
    from numba.core.types import Type
    from numba.core.typing.templates import Signature

    Made = tuple[Signature, Callable[[BaseContext, IRBuilder, Signature, Sequence[Value]], Value]]

ONE_OBJECT = 8
"""``METH_O`` of the C interface: a function of one object."""
_WIDE = numba.types.int64


def _of_python(name: str, arguments: int) -> Callable[..., int]:
    """A function of Python's C interface on numbers and addresses."""
    return cast(Callable[..., int],
                numba.types.ExternalFunction(name, _WIDE(*[_WIDE] * arguments)))


block_address = _of_python("PyLong_AsVoidPtr", 1)
is_instance = _of_python("PyObject_IsInstance", 2)
tuple_size = _of_python("PyTuple_Size", 1)
tuple_item = _of_python("PyTuple_GetItem", 2)
tuple_of_list = _of_python("PyList_AsTuple", 1)
utf8_address = _of_python("PyUnicode_AsUTF8AndSize", 2)
number_of = _of_python("PyLong_AsLongLong", 1)
new_number = _of_python("PyLong_FromLongLong", 1)
call_with = _of_python("PyObject_CallOneArg", 2)
release = _of_python("Py_DecRef", 1)
clear_error = _of_python("PyErr_Clear", 0)


def _load(bits: int) -> Callable[[int], int]:
    @intrinsic
    def load(context: object, address: Type) -> Made:
        def generate(context: BaseContext, builder: IRBuilder, signature: Signature,
                     words: Sequence[Value]) -> Value:
            wide = words[0].type
            narrow = wide.__class__(bits)
            value = builder.load(builder.inttoptr(words[0], narrow.as_pointer()))
            return value if bits == wide.width else builder.zext(value, wide)

        return _WIDE(_WIDE), generate

    return cast(Callable[[int], int], load)


byte_at, half_at, word_at = _load(8), _load(16), _load(64)
"""The byte, the 16 or the 64 bits at an address, as a number."""


class Block(int):
    """The address of an array with the addresses of objects and arrays, which it keeps alive."""

    parts: tuple[object, ...]
    addresses: NDArray[np.int64]

    @classmethod
    def of(cls, *parts: object) -> Block:
        """A block of these arrays and objects."""
        addresses = np.array([part.ctypes.data if isinstance(part, np.ndarray) else id(part)
                              for part in parts], np.int64)
        block = cls(addresses.ctypes.data)
        block.parts, block.addresses = parts, addresses
        return block


class _Definition(ctypes.Structure):
    """``PyMethodDef`` of the C interface."""

    _fields_ = (("name", ctypes.c_char_p), ("function", ctypes.c_void_p),
                ("flags", ctypes.c_int), ("doc", ctypes.c_char_p))


def define(name: str, function: Compiled[[int, int], int]) -> Callable[[Block], Any]:
    """A maker of built-in functions with this name. ``function`` is compiled (`compiled.lean`); it
    gets the addresses of the block and of the argument, and returns that of a new reference, or 0
    after an error. It must not raise exceptions of its own.

    ImportError where this Python is no CPython with 64 bits and one interpreter lock.
    """
    if ctypes.sizeof(ctypes.c_void_p) != 8 or not hasattr(ctypes, "pythonapi"):
        raise ImportError("built-in functions are made for CPython with 64 bits")

    machine = function.machine

    def entry(block: int, argument: int) -> int:
        return machine(block, argument)

    compiled = numba.cfunc(_WIDE(_WIDE, _WIDE))(entry)
    definition = _Definition(name.encode(), compiled.address, ONE_OBJECT, None)
    new = ctypes.pythonapi.PyCFunction_NewEx
    new.restype, new.argtypes = ctypes.py_object, [ctypes.c_void_p, ctypes.py_object,
                                                   ctypes.c_void_p]
    _for_ever.append((compiled, definition))
    return lambda block: new(ctypes.addressof(definition), block, None)


_for_ever: list[tuple[object, _Definition]] = []
"""Machine code and definitions, which functions refer to by address."""
