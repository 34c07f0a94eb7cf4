"""What the house says to a client at a table, and what a client may say: the socket's vocabulary.

Every message is a JSON object whose ``t`` names its kind. The schema of each is served with the
API and printed in the documentation.
"""

from __future__ import annotations

from typing import Annotated, Any

import msgspec

MOST = 2 ** 53 - 1
Version = Annotated[int, msgspec.Meta(ge=0, le=MOST)]


class ActCommand(msgspec.Struct, frozen=True, tag="act", tag_field="t", forbid_unknown_fields=True):
    """Do something at the table. ``id`` is the client's own key: the same key acts once.

    ``amount`` is in cents, no larger than a browser can count exactly. ``v`` is the last version
    that was seen when this was pressed: it changes nothing ("moved-on") where the table asks
    something newer, or has taken the same act from this player since. Without it, what the table
    had told when this arrived counts as seen.
    """

    id: str
    act: str
    seat: str
    amount: Annotated[int, msgspec.Meta(ge=-MOST, le=MOST)] = 0
    v: Version | None = None


class EndCommand(msgspec.Struct, frozen=True, tag="end", tag_field="t", forbid_unknown_fields=True):
    """End my gaming session at this table (34). ``v`` as in an act."""

    id: str
    v: Version | None = None


class Ping(msgspec.Struct, frozen=True, tag="ping", tag_field="t", forbid_unknown_fields=True):
    """Are you there."""


ClientMessage = ActCommand | EndCommand | Ping


class Snapshot(msgspec.Struct, frozen=True, tag="snapshot", tag_field="t", kw_only=True):
    """The whole table as this client may see it, up to and including version ``v``.

    ``mine`` are the client's own bets in play, by name, in cents; ``awaits`` is what the croupier
    of a real table does next. ``stands`` are those who stand behind seats, each with the place and
    the seat (``behind``).
    """

    v: int
    table: dict[str, Any]
    coup: dict[str, Any]
    state: dict[str, Any]
    listen: dict[str, Any] | None
    clock: dict[str, Any] | None
    seats: list[dict[str, Any]]
    shown: dict[str, Any]
    steps: list[dict[str, Any]]
    you: dict[str, Any] | None
    closed: dict[str, Any] | None = None
    mine: dict[str, int] = {}
    awaits: dict[str, Any] | None = None
    stands: list[dict[str, Any]] = []


class Events(msgspec.Struct, frozen=True, tag="events", tag_field="t", kw_only=True,
             omit_defaults=True):
    """What happened from version ``v`` on, one entry a version; ``{}`` is not for these eyes.

    ``mine`` comes whenever bets moved, ``stands`` with ``seats``.
    """

    v: int
    events: list[dict[str, Any]]
    labels: dict[str, Any] = {}
    listen: dict[str, Any] | None = None
    clock: dict[str, Any] | None = None
    seats: list[dict[str, Any]] | None = None
    shown: dict[str, Any] | None = None
    coup: dict[str, Any] | None = None
    you: dict[str, Any] | None = None
    mine: dict[str, int] | None = None
    awaits: dict[str, Any] | None = None
    stands: list[dict[str, Any]] | None = None


class Ack(msgspec.Struct, frozen=True, tag="ack", tag_field="t"):
    """The command ``id`` was accepted and stored; the table stood at version ``v`` after it."""

    id: str
    v: int


class Refused(msgspec.Struct, frozen=True, tag="refused", tag_field="t"):
    """The command ``id`` changed nothing: why, under which clause, what would be taken."""

    id: str
    code: str
    law: str
    text: str
    facts: dict[str, Any] = {}
    accepts: tuple[int | str, ...] = ()


class Notice(msgspec.Struct, frozen=True, tag="notice", tag_field="t"):
    """The house tells one player something, under a clause."""

    kind: str
    law: str
    facts: dict[str, Any] = {}


class Pools(msgspec.Struct, frozen=True, tag="pools", tag_field="t"):
    """What the pools hold now that this table shares with others, in cents by their names."""

    values: dict[str, int]


class Pong(msgspec.Struct, frozen=True, tag="pong", tag_field="t"):
    """Here."""


ServerMessage = Snapshot | Events | Ack | Refused | Notice | Pools | Pong

MAX_MESSAGE = 2_048  # bytes of a client's message; none of them needs more
MAX_ID = 64

decoder = msgspec.json.Decoder(ClientMessage)
encoder = msgspec.json.Encoder()


def catalogue() -> dict[str, Any]:
    """The JSON Schema of every message in both directions."""
    client, server = (list(kind.__args__) for kind in (ClientMessage, ServerMessage))
    (_, *_), components = msgspec.json.schema_components(client + server)
    return {"client": [k.__name__ for k in client], "server": [k.__name__ for k in server],
            "schemas": components}
