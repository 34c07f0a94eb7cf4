"""What compiled code is handed: arrays by what their elements are, and its numbers.

A number of compiled code is written as the one that a caller hands over or gets back (``int``,
``float``, ``bool``); a word without a sign is ``np.uint64``, as mixing it with others is an error.
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
"""Whole numbers of Python's own, which have no end."""
Counts = Numbers | Endless
"""Whole numbers that may be too large for one of 64 bits."""

if TYPE_CHECKING:
    signed = int
else:
    signed = np.int64
"""A number of any width as one of 64 bits with a sign: what compiled code reckons with, and to who
calls it an ``int``."""
