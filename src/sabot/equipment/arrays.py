"""The types of arrays and numbers in compiled code.

A number of compiled code is annotated with the type that its caller passes or receives (``int``,
``float``, ``bool``); an unsigned word is ``np.uint64``, because mixing it with others is an error.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

# Whole numbers of 8, 16, 32 and 64 bits,
Bytes = NDArray[np.int8]
Shorts = NDArray[np.int16]
Ints = NDArray[np.int32]
Numbers = NDArray[np.int64]
# those without a sign of 8, 16 and 64,
Octets = NDArray[np.uint8]
Halves = NDArray[np.uint16]
Words = NDArray[np.uint64]
# and what is no whole number.
Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]

Endless = NDArray[np.object_]
"""Python's own whole numbers, of any size."""
Counts = Numbers | Endless
"""Whole numbers that may be too large for 64 bits."""

if TYPE_CHECKING:
    signed = int
else:
    signed = np.int64
"""A number of any width as a signed 64-bit number, with which compiled code computes; an ``int``
for its callers."""
