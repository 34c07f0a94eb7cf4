"""What a table needs of its house, and what a service of the house needs of a table.

Each port is one thing that somebody can do, small enough that a test can bring its own. Who needs
several of them says so where it needs them. `House` and `Room` have all of these and are imported
by nobody here: services know ports alone.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from typing import Protocol

from sabot.house import shared_views
from sabot.house.books.purse import Purse, Taken
from sabot.house.clock import Clock
from sabot.house.people.players import Player
from sabot.house.people.roles import Member
from sabot.house.table.desk import Desk
from sabot.house.table.mailbox import Job
from sabot.house.table.messages import Ack, ActCommand, Refused
from sabot.house.table.restrictions import Bar
from sabot.house.table.session import Session
from sabot.house.table.switches import Switch
from sabot.house.table.versioned_events import Item, Proposal
from sabot.house.table.viewer import Viewer
from sabot.ledger import Document, Entry, InsufficientBalance, Ledger
from sabot.pools import Hit
from sabot.procedure import Act
from sabot.procedure.table import Table

# -- what a service needs of a table ---------------------------------------------------------------


class Seen(Protocol):
    """A table as it stands: its ``desk``, the clauses of its conduct, and the player at each place
    as everybody was told last."""

    @property
    def desk(self) -> Desk: ...

    @property
    def laws(self) -> Mapping[str, str]: ...

    @property
    def told_seats(self) -> tuple[str, ...]: ...


class Turns(Protocol):
    """One thing after the other is done at a table. ``post`` gives None, and ``ask`` a Refused,
    where a job is not taken; when the room is ``closed``, never again."""

    @property
    def closed(self) -> bool: ...

    def post(self, job: Job) -> asyncio.Future[object] | None: ...

    async def ask(self, job: Job) -> object: ...


class Stores(Protocol):
    """What is proposed is stored and told: for the house (None where it could not be), or as the
    answer to a player's command of this key."""

    async def store(self, proposal: Proposal) -> list[Item] | None: ...

    async def command(self, proposal: Proposal, key: str, taken: Taken | None = None
                      ) -> Ack | Refused: ...


class Notices(Protocol):
    """Says something to one player, or to all who are at the table."""

    def notice(self, player: str, kind: str, law: str, facts: dict[str, object]) -> None: ...

    def everybody(self, kind: str, law: str, facts: dict[str, object]) -> None: ...

    def tell_all(self, message: object) -> None: ...


class Quiet(Protocol):
    """Acts for a player without a command: whether the table took it, None where the books could
    not be written."""

    async def quiet(self, act: Act) -> bool | None: ...


class Ends(Protocol):
    """Ends sessions: by the player's own command, or now, for a reason."""

    async def end(self, player: str, key: str) -> Ack | Refused: ...

    async def end_now(self, session: Session, reason: str, key: str = "") -> Ack | Refused: ...


class Opens(Protocol):
    """Says why the table takes no bets, begins the next coup, tells that this has changed."""

    def closed_by(self) -> Switch | None: ...

    async def begin(self) -> None: ...

    async def switched(self) -> None: ...


class Voids(Protocol):
    """Ends the open coup as void, or refunds one that cannot be told again; whether it is stored.
    ``index_before``: how many events the record had before what is proposed."""

    async def void(self, cause: str) -> bool: ...

    async def refund(self, cause: str = "") -> bool: ...

    def index_before(self, proposal: Proposal) -> int: ...


class Watched(Protocol):
    """Clients look at the table."""

    @property
    def viewers(self) -> set[Viewer]: ...


class AnyTable(Seen, Turns, Stores, Notices, Quiet, Ends, Opens, Voids, Watched, Protocol):
    """A table with all that can be done at it."""


class Attendant:
    """Who attends tables, and hears what happens at them. It does nothing unless it says so.

    ``on_stored`` is the event: something was stored at the table, and told to those who look at it.
    Attendants hear it one after the other, in the order in which they came to the table, and before
    anything follows from it.
    """

    def on_stored(self, table: AnyTable, proposal: Proposal) -> None:
        """Something was stored at the table, and told."""

    def on_open(self, table: AnyTable) -> None:
        """The table is open: what it waits for may have waited since before."""

    def on_failed(self, table: AnyTable) -> None:
        """The books could not be read or written; nothing has changed, and nothing else wakes who
        waited for it."""

    def on_close(self, table: AnyTable) -> None:
        """Nothing more is done at the table."""

    async def on_void(self, table: AnyTable, *, refunded: bool) -> None:
        """A coup was ended as void; ``refunded``: from its record alone, and it is stored."""

    async def on_tick(self, table: AnyTable) -> None:
        """The clock was looked at, or a coup has begun."""

    def waits(self, table: AnyTable) -> bool:
        """Whether there is something to do at the table's next tick."""
        return False

    def begins(self, table: AnyTable) -> Iterable[str]:
        """Acts, besides those of every game, by which a game begins at the table."""
        return ()

    async def answer(self, table: AnyTable, player: str, command: ActCommand
                     ) -> Ack | Refused | None:
        """The answer to an act that no coup asks for; None for any other."""
        return None

    def short(self, table: AnyTable, key: str, why: InsufficientBalance) -> Refused | None:
        """Why a command failed for which an account had not enough; None where it was a player's.
        """
        return None


# -- what a table, or a service, needs of the house ------------------------------------------------


class Timed(Protocol):
    """The time. ``since``: a moment that was stored, as what waits counts from it."""

    clock: Clock

    def since(self, at: float) -> float: ...


class Booked(Protocol):
    """The books: read in ``ledger``; ``commit`` stores what concerns no table in play, HouseError
    when it could not be."""

    ledger: Ledger

    async def commit(self, entry: Entry) -> None: ...


class Named(Protocol):
    """Players, and the names under which others see them."""

    def player(self, player_id: str) -> Player | None: ...

    def name(self, player_id: str) -> str: ...


class Moneyed(Protocol):
    """What players have."""

    purse: Purse


class Laid(Protocol):
    """The tables that the house lays out, by their ids, and the rooms in use. ``room``: HouseError
    where there is none."""

    tables: dict[str, Table]

    @property
    def rooms(self) -> Mapping[str, AnyTable]: ...

    def room(self, table_id: str) -> AnyTable: ...


class Closes(Protocol):
    """Why a table takes no bets, and when it opens by itself; 0 when only people open it."""

    def closed_by(self, desk: Desk) -> Switch | None: ...

    def opens_at(self, desk: Desk) -> float: ...


class Bars(Protocol):
    """Why a player may not come to a table, or not do something there, or None."""

    def bars(self, player: str, table_id: str) -> Bar | None: ...

    def bars_act(self, player: str, table_id: str, act: str) -> Bar | None: ...


class Signed(Protocol):
    """Puts an act of staff on record: who, what, why, under which clause."""

    async def act(self, member: Member, act: str, table: str, reason: str, law: str,
                  documents: tuple[Document, ...], facts: dict[str, object]) -> None: ...


class Described(Protocol):
    """A table, and a player at it, as they are told."""

    def describe(self, table_id: str) -> shared_views.Laid: ...

    def you(self, player: str, desk: Desk) -> shared_views.You | None: ...


class Keeper(Protocol):
    """Who keeps the pools that tables of this house, and perhaps of others, feed.

    ``values`` are the cents in each pool that is known here, by its name, ``starts`` what each
    begins with, ``shares`` what part of each bet it takes. ``claim`` is what a pool pays under a
    key, the same whenever it is asked: a ``part`` of it, a fraction as text, or so many cents
    where ``amount`` is not 0, cut to what can be divided ``among`` so many. ``set_right``:
    what void coups had claimed goes back. ``poke``: something was stored that may feed a pool.
    ``shown`` is called whenever the values have changed, ``told`` with each prize that fell by a
    secret sum to a bet of this house.
    """

    shown: Callable[[], None] | None
    told: Callable[[Hit], None] | None

    def values(self) -> Mapping[str, int]: ...
    def starts(self) -> Mapping[str, int]: ...
    def shares(self) -> Mapping[str, Fraction]: ...
    def poke(self) -> None: ...
    async def start(self) -> None: ...
    async def stop(self) -> None: ...
    async def set_right(self) -> int: ...
    async def claim(self, pool: str, key: str, part: str, amount: int, among: int) -> int: ...


class Pooled(Protocol):
    """The keeper of the pools that tables feed; None where there is none."""

    pools: Keeper | None


class Host(Timed, Booked, Named, Moneyed, Closes, Bars, Described, Pooled, Protocol):
    """What a table needs of its house. ``broken``: why the books must be opened anew, or "".
    ``may_begin``: whether a coup may begin at a table. ``close_room``: a table that nobody uses is
    given up, where it is a player's own copy; whether it is."""

    @property
    def broken(self) -> str: ...

    def may_begin(self, table: AnyTable) -> bool: ...

    def close_room(self, table: AnyTable) -> bool: ...
