"""What the house says to a client at a table, and what a client may say: the socket's vocabulary.

Every message is a JSON object whose ``t`` names its kind. The schema of each is served with the
API and printed in the documentation.
"""

from __future__ import annotations

from typing import Annotated, get_args

import msgspec

from sabot.house import schemas
from sabot.house.schemas import Schema
from sabot.house.shared_views import (
    ClosedReason,
    Facts,
    PlayerSummary,
    ShownState,
    TableEvent,
    TableView,
)
from sabot.procedure.visible_events import HandLabel, ShownListen, ShownOffer, ShownTable

MAX_NUMBER = 2 ** 53 - 1
Version = Annotated[int, msgspec.Meta(ge=0, le=MAX_NUMBER)]


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
    amount: Annotated[int, msgspec.Meta(ge=-MAX_NUMBER, le=MAX_NUMBER)] = 0
    v: Version | None = None


class EndCommand(msgspec.Struct, frozen=True, tag="end", tag_field="t", forbid_unknown_fields=True):
    """End my gaming session at this table (34). ``v`` as in an act."""

    id: str
    v: Version | None = None


class Ping(msgspec.Struct, frozen=True, tag="ping", tag_field="t", forbid_unknown_fields=True):
    """Are you there."""


ClientMessage = ActCommand | EndCommand | Ping


class CoupNo(msgspec.Struct, frozen=True, kw_only=True):
    """The coup that is open, or was last: its id, and the how manyth it is of its table."""

    id: str
    no: int


class Clock(msgspec.Struct, frozen=True, kw_only=True):
    """The clock that runs: for what, ``of`` how many seconds, and how many are ``left``."""

    window: str
    of: int
    left: float


class Place(msgspec.Struct, frozen=True, kw_only=True):
    """A place of a table: who sits there, "" for nobody, whether it is yours, and whether its
    player's line stands."""

    place: str
    name: str
    yours: bool
    online: bool


class Stand(Place, frozen=True, kw_only=True):
    """A place of who stands ``behind`` a seat."""

    behind: str


class Awaited(msgspec.Struct, frozen=True, kw_only=True):
    """What the croupier of a real table does next: the kind of step, at which hand, its clause, and
    what with."""

    step: str
    hand: str
    law: str
    what: str


class TableState(ShownTable, frozen=True, kw_only=True):
    """What lies on a table as you may see it: the cards of each hand with what is known of them,
    stakes in cents and results by their names, the last call, the seal of the shoe, why the coup is
    void ("" for one that is not), what fell, and the menus that are told once with their offers."""


class AskedOffer(ShownOffer, frozen=True):
    """An offer that is yours. ``disabled`` says why the house would refuse it now, open as the
    facts of refusals are: its ``code``, and for "credit" what it takes of which you ``have`` less
    (``need``), else a clause, a text and facts."""

    disabled: Facts | msgspec.UnsetType = msgspec.UNSET


class Question(ShownListen, frozen=True, tag="listen"):
    """What is asked at a table, with the offers that are yours."""

    offers: tuple[AskedOffer, ...]


class Snapshot(msgspec.Struct, frozen=True, tag="snapshot", tag_field="t", kw_only=True):
    """The whole table as this client may see it, up to and including version ``v``.

    ``mine`` are the client's own bets in play, by name, in cents; ``awaits`` is what the croupier
    of a real table does next. ``stands`` are those who stand behind seats, each with the place and
    the seat (``behind``).
    """

    v: int
    table: TableView
    coup: CoupNo
    state: TableState
    listen: Question | None
    clock: Clock | None
    seats: list[Place]
    shown: ShownState
    steps: list[TableEvent]
    you: PlayerSummary | None
    closed: ClosedReason | None = None
    mine: dict[str, int] = {}
    awaits: Awaited | None = None
    stands: list[Stand] = []


class Events(msgspec.Struct, frozen=True, tag="events", tag_field="t", kw_only=True,
             omit_defaults=True):
    """What happened from version ``v`` on, one entry a version; ``{}`` is not for these eyes.

    ``mine`` comes whenever bets moved, ``stands`` with ``seats``.
    """

    v: int
    events: list[TableEvent]
    labels: dict[str, HandLabel] = {}
    listen: Question | None = None
    clock: Clock | None = None
    seats: list[Place] | None = None
    shown: ShownState | None = None
    coup: CoupNo | None = None
    you: PlayerSummary | None = None
    mine: dict[str, int] | None = None
    awaits: Awaited | None = None
    stands: list[Stand] | None = None


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
    facts: Facts = {}
    accepts: tuple[int | str, ...] = ()


class Notice(msgspec.Struct, frozen=True, tag="notice", tag_field="t"):
    """The house tells one player something, under a clause."""

    kind: str
    law: str
    facts: Facts = {}


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


class Catalogue(msgspec.Struct, frozen=True, kw_only=True):
    """The messages of the table socket: the names of those of a ``client`` and of those of the
    house, and by name the schema of each, and of what is in it."""

    client: list[str]
    server: list[str]
    schemas: dict[str, Schema]


def catalogue() -> Catalogue:
    """The JSON Schema of every message in both directions."""
    client, server = get_args(ClientMessage), get_args(ServerMessage)
    _, components = schemas.json_schemas((*client, *server), server)
    return Catalogue(client=[k.__name__ for k in client], server=[k.__name__ for k in server],
                     schemas=components)
