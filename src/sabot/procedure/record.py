"""The record of a coup as bytes: canonical JSON, one object an event."""

from __future__ import annotations

import hashlib
from typing import Any

import msgspec

from sabot.procedure.dealer import Event

_encoder = msgspec.json.Encoder(order="deterministic")
_decoder = msgspec.json.Decoder(list[Event])


def encode(events: list[Event]) -> bytes:
    """Events as canonical bytes: the same events give the same bytes in every process."""
    return _encoder.encode(events)


def decode(data: bytes) -> list[Event]:
    """The inverse of encode; msgspec.ValidationError for bytes that are no record."""
    return _decoder.decode(data)


def canonical(value: Any) -> bytes:
    """Any plain value or struct as canonical JSON bytes."""
    return _encoder.encode(value)


def digest(*parts: bytes) -> str:
    """Hex SHA-256 over the parts, each with its length, so that no two lists collide."""
    h = hashlib.sha256()
    for part in parts:
        h.update(len(part).to_bytes(8, "big"))
        h.update(part)
    return h.hexdigest()
