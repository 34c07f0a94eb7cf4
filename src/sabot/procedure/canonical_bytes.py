"""Values as canonical bytes, and as they are read back from them.

What is stored is canonical JSON: the keys of every mapping are sorted. A value that is kept from
one coup to the next is used as it reads back, so that a coup told live, a replay of it and a house
that comes back all begin with the same.
"""

from __future__ import annotations

import hashlib
from typing import TypeVar

import msgspec

T = TypeVar("T")
_encoder = msgspec.json.Encoder(order="deterministic")


def canonical(value: object) -> bytes:
    """Any plain value or struct as canonical JSON bytes."""
    return _encoder.encode(value)


def read_back(value: T) -> T:
    """A struct as it reads back from its canonical bytes: no order in memory is left in it."""
    return msgspec.json.decode(_encoder.encode(value), type=type(value))


def digest(*parts: bytes) -> str:
    """Hex SHA-256 over the parts, each with its length, so that no two lists collide."""
    return hashlib.sha256(b"".join(
        [one for part in parts for one in (len(part).to_bytes(8, "big"), part)])).hexdigest()
