"""Canonical JSON bytes of values, and values decoded from them.

In canonical JSON the keys of every mapping are sorted. A carry is used as it is decoded from its
bytes, so that a live coup, its replay and a restarted house all begin with the same value.
"""

from __future__ import annotations

import hashlib
from typing import TypeVar

import msgspec

T = TypeVar("T")
_encoder = msgspec.json.Encoder(order="deterministic")


def canonical(value: object) -> bytes:
    """A plain value or struct as canonical JSON bytes."""
    return _encoder.encode(value)


def read_back(value: T) -> T:
    """A struct as it is decoded from its canonical bytes: independent of any order in memory."""
    return msgspec.json.decode(_encoder.encode(value), type=type(value))


def digest(*parts: bytes) -> str:
    """Hex SHA-256 over the parts, each preceded by its length, so that different lists never
    collide."""
    return hashlib.sha256(b"".join(
        [piece for part in parts for piece in (len(part).to_bytes(8, "big"), part)])).hexdigest()
