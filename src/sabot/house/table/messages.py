"""The messages of the table socket, in both directions.

Every message is a JSON object whose ``t`` names its kind. The schema of each is served with the API
and printed in the documentation.
"""

from __future__ import annotations

from typing import Annotated, Literal, get_args

import msgspec

from sabot import deprecated
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
from sabot.house.table.ready import Ready
from sabot.procedure.visible_events import HandLabel, ShownListen, ShownOffer, ShownTable
from sabot.words import as_text

MAX_NUMBER = 2 ** 53 - 1
Version = Annotated[int, msgspec.Meta(ge=0, le=MAX_NUMBER)]


class ActCommand(msgspec.Struct, frozen=True, tag="act", tag_field="t", forbid_unknown_fields=True):
    """Do something at the table. ``id`` is the client's own key: the same key acts once.

    ``amount`` is in cents, no larger than a browser can count exactly. ``v`` is the last version
    that was seen when this was pressed. The command changes nothing ("moved-on") when the table
    asks something newer, or has since accepted the same act from this player. Without ``v``, the
    version of the table at the arrival of the message counts as seen.
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


class ReadyCommand(msgspec.Struct, frozen=True, tag="ready", tag_field="t",
                   forbid_unknown_fields=True):
    """I need no more of the time that runs now. ``v`` as in an act."""

    id: str
    v: Version | None = None


GreetingKey = Literal["evening", "luck", "well-played", "congratulations", "thanks", "moment",
                      "sorry", "goodbye"]
"""What players may say to one another: a fixed list, which every reader sees in their own language.
"""


class GreetCommand(msgspec.Struct, frozen=True, tag="greet", tag_field="t",
                   forbid_unknown_fields=True):
    """Say a ``greeting`` of the fixed list to everybody at the table. It is not stored."""

    id: str
    greeting: GreetingKey


class Ping(msgspec.Struct, frozen=True, tag="ping", tag_field="t", forbid_unknown_fields=True):
    """Check that the house still answers."""


PlayerCommand = ActCommand | EndCommand | ReadyCommand
"""What a player asks of a table, each with a key of its own."""
ClientMessage = PlayerCommand | GreetCommand | Ping


class CoupNo(msgspec.Struct, frozen=True, kw_only=True):
    """The open coup, or the last one: its id, and its number at its table."""

    id: str
    no: int


class Clock(msgspec.Struct, frozen=True, kw_only=True):
    """The running clock: its window, its length (``of``) and the time ``left``, in seconds."""

    window: str
    of: int
    left: float


class Place(msgspec.Struct, frozen=True, kw_only=True):
    """A place of a table: who sits there, "" for nobody, whether it is yours, and whether its
    player is connected."""

    place: str
    name: str
    yours: bool
    online: bool


class Stand(Place, frozen=True, kw_only=True):
    """A place of a player who stands ``behind`` a seat."""

    behind: str


class Awaited(msgspec.Struct, frozen=True, kw_only=True):
    """What the croupier of a real table does next: the kind of step, the hand, its clause, and the
    thing used."""

    step: str
    hand: str
    law: str
    what: str


class TableState(ShownTable, frozen=True, kw_only=True):
    """The table as you may see it: the cards of each hand as far as you know them, stakes in cents
    and results by name, the last call, the seal of the shoe, why the coup is void ("" when it is
    not), the numbers that fell, and menus with their offers."""


class AskedOffer(ShownOffer, frozen=True):
    """An offer to you. ``disabled`` says why the house would refuse it now. Its members differ,
    like the facts of refusals: its ``code``; for "credit" the cost (``need``) and what you
    ``have``, else a clause, a text and facts."""

    disabled: Facts | msgspec.UnsetType = msgspec.UNSET


class Question(ShownListen, frozen=True, tag="listen"):
    """What the table asks, with the offers to you."""

    offers: tuple[AskedOffer, ...]


class Snapshot(msgspec.Struct, frozen=True, tag="snapshot", tag_field="t", kw_only=True):
    """The whole table as this client may see it, up to and including version ``v``.

    ``mine`` are the client's own bets in play, by name, in cents; ``awaits`` is what the croupier
    of a real table does next. ``stands`` are the players who stand behind seats, each with the
    place and the seat (``behind``). ``ready``: who needs no more of the time that runs.
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
    ready: Ready | None = None


class Events(msgspec.Struct, frozen=True, tag="events", tag_field="t", kw_only=True,
             omit_defaults=True):
    """What happened from version ``v`` on, one item a version; ``{}`` is hidden from this client.

    ``mine`` is sent whenever bets moved, ``stands`` with ``seats``. ``ready``, like ``listen`` and
    ``clock``, is always up to date: without it no time runs that may end early.
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
    ready: Ready | None = None


class Ack(msgspec.Struct, frozen=True, tag="ack", tag_field="t"):
    """The command ``id`` was accepted and stored; the table was at version ``v`` after it."""

    id: str
    v: int


class Refused(msgspec.Struct, frozen=True, tag="refused", tag_field="t"):
    """The command ``id`` changed nothing: why, under which clause, what would be accepted."""

    id: str
    code: str
    law: str
    text: str
    facts: Facts = {}
    accepts: tuple[int | str, ...] = ()


class Notice(msgspec.Struct, frozen=True, tag="notice", tag_field="t"):
    """A notice of the house to one player, under a clause."""

    kind: str
    law: str
    facts: Facts = {}


class Pools(msgspec.Struct, frozen=True, tag="pools", tag_field="t"):
    """The present values of the pools that this table shares with others, in cents by name."""

    values: dict[str, int]


class Greeting(msgspec.Struct, frozen=True, tag="greeting", tag_field="t", kw_only=True):
    """The player at a ``place`` says a ``greeting`` of the fixed list: how others see them
    (``by``), and whether it is you (``yours``). It is of this moment and in no record."""

    place: str
    by: str
    yours: bool
    greeting: str


class Pong(msgspec.Struct, frozen=True, tag="pong", tag_field="t"):
    """The reply to a ping."""


ServerMessage = Snapshot | Events | Ack | Refused | Notice | Pools | Greeting | Pong

MAX_MESSAGE = 2_048  # bytes of a client's message; none of them needs more
MAX_ID = 64

decoder = msgspec.json.Decoder(ClientMessage)
encoder = msgspec.json.Encoder(enc_hook=as_text)


class Catalogue(msgspec.Struct, frozen=True, kw_only=True):
    """The messages of the table socket: the names of the ``client``'s and of the house's, and by
    name the schema of each and of the structs in it."""

    client: list[str]
    server: list[str]
    schemas: dict[str, Schema]


def catalogue() -> Catalogue:
    """Return the JSON Schema of every message in both directions."""
    client, server = get_args(ClientMessage), get_args(ServerMessage)
    _, components = schemas.json_schemas((*client, *server), server)
    return Catalogue(client=[k.__name__ for k in client], server=[k.__name__ for k in server],
                     schemas=components)


deprecated.install(__name__)
