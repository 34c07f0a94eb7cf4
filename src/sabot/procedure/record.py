"""The record of a coup as bytes: canonical JSON, one object for each event."""

from __future__ import annotations

import msgspec

from sabot.procedure.canonical_bytes import canonical, digest
from sabot.procedure.dealer import Event

_decoder = msgspec.json.Decoder(list[Event])

__all__ = ["canonical", "decode", "digest", "encode"]


def encode(events: list[Event]) -> bytes:
    """Events as canonical bytes: equal events give equal bytes in every process."""
    return canonical(events)


def decode(data: bytes) -> list[Event]:
    """The inverse of encode; msgspec.ValidationError for bytes that are not a record."""
    return _decoder.decode(data)
