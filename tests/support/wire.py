"""Shown events as they are sent, and as a client reads them."""

from __future__ import annotations

from typing import Any, get_args

import msgspec

from sabot.procedure.visible_events import (
    ShownAnswer,
    ShownEvent,
    ShownFault,
    ShownTimeOut,
    ShownVoid,
)

STEPS = tuple(one for one in get_args(ShownEvent) if one.__struct_config__.tag_field == "step")
OTHERS = {"answer": ShownAnswer, "fault": ShownFault, "void": ShownVoid}
"""What is no step, by the member that only it has."""


def wire(shown: object) -> Any:
    """What a client receives of an event."""
    return msgspec.json.decode(msgspec.json.encode(shown))


def read_shown(message: dict[str, Any]) -> ShownEvent | None:
    """A received message as a shown event; None for a message of the house itself, and for nothing.
    """
    if message.get("step") not in (None, "begin"):
        kind = next(one for one in STEPS if one.__struct_config__.tag == message["step"])
    else:
        kind = next((one for key, one in OTHERS.items() if key in message), None)
        if message.get("answer") == "timeout":
            kind = ShownTimeOut
    shown: ShownEvent | None = msgspec.convert(message, kind) if kind else None
    return shown
