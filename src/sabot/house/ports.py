"""Protocols: what a table needs of its house, and what a service needs of a table.

Each protocol is one ability, small enough that a test can supply its own. Code that needs several
combines them. `House` and `Room` implement all of them and are not imported here: services depend
on protocols alone.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Iterable, Mapping
from fractions import Fraction
from typing import Protocol

from sabot.house import shared_views
from sabot.house.books.purse import GrantedDebits, Purse
from sabot.house.clock import Clock
from sabot.house.people.players import Player
from sabot.house.people.roles import Member
from sabot.house.table.desk import Desk
from sabot.house.table.mailbox import Job
from sabot.house.table.messages import Ack, ActCommand, Refused
from sabot.house.table.restrictions import Restriction
from sabot.house.table.session import Session
from sabot.house.table.switches import Switch
from sabot.house.table.versioned_events import Item, Proposal
from sabot.house.table.viewer import Viewer
from sabot.ledger import Document, Entry, InsufficientFunds, Ledger
from sabot.pools import Hit
from sabot.procedure import Act
from sabot.procedure.table import Table

# -- what a service needs of a table ---------------------------------------------------------------


class HasDesk(Protocol):
    """A table: its ``desk``, the clauses of its conduct, and the player at each place as last
    published."""

    @property
    def desk(self) -> Desk:
        """The table without input or output."""

    @property
    def laws(self) -> Mapping[str, str]:
        """The clauses of its conduct, by key."""

    @property
    def published_seats(self) -> tuple[str, ...]:
        """The player at each place, as last published."""


class RunsJobs(Protocol):
    """Runs jobs at a table, one after the other. When a job is not accepted, ``post`` returns None
    and ``ask`` a Refused; once the room is ``closed``, always."""

    @property
    def closed(self) -> bool:
        """Whether it accepts no more jobs."""

    def post(self, job: Job) -> asyncio.Future[object] | None:
        """Queue a job; None when it is not accepted."""

    async def ask(self, job: Job) -> object:
        """Run a job in its turn and return its result; a Refused when it was not run."""


class StoresProposals(Protocol):
    """Stores and publishes proposals: for the house (None when that fails), or as the reply to a
    player's command with this key."""

    async def store(self, proposal: Proposal) -> list[Item] | None:
        """Store and publish what the house does; None when that fails."""

    async def store_command(self, proposal: Proposal, key: str, granted: GrantedDebits | None = None
                            ) -> Ack | Refused:
        """Store and publish a player's command; return the reply."""


class SendsNotices(Protocol):
    """Sends notices to one player, or to all viewers of the table."""

    def notify(self, player: str, kind: str, law: str, facts: dict[str, object]) -> None:
        """Send a notice to one player."""

    def notify_all(self, kind: str, law: str, facts: dict[str, object]) -> None:
        """Send a notice to all viewers."""

    def send_all(self, message: object) -> None:
        """Send a message to all viewers."""


class ActsForPlayers(Protocol):
    """Does an act for a player without a command: whether the table accepted it, None when the
    journal could not be written."""

    async def act_for(self, act: Act) -> bool | None:
        """Do an act for a player; None when it could not be stored."""


class EndsSessions(Protocol):
    """Ends sessions: by the player's own command, or now, for a reason."""

    async def end(self, player: str, key: str) -> Ack | Refused:
        """End a player's session, now or with the open coup."""

    async def end_now(self, session: Session, reason: str, key: str = "") -> Ack | Refused:
        """End a session now, for a reason."""


class OpensTable(Protocol):
    """Says why the table takes no bets, begins the next coup, and publishes a switch."""

    def closed_by(self) -> Switch | None:
        """Return why the table takes no bets, or None."""

    async def begin(self) -> None:
        """Begin the next coup, if it may begin."""

    async def apply_switch(self) -> None:
        """Publish that the table was opened or closed."""


class VoidsRounds(Protocol):
    """Ends the open coup as void, or refunds one that cannot be replayed; returns whether that is
    stored. ``index_before``: how many events the record had before a proposal."""

    async def void(self, cause: str) -> bool:
        """End the open coup as void; return whether that is stored."""

    async def refund(self, cause: str = "") -> bool:
        """Refund a coup that cannot be replayed; return whether that is stored."""

    def index_before(self, proposal: Proposal) -> int:
        """Return how many events the record had before a proposal."""


class HasViewers(Protocol):
    """Has clients that view the table."""

    @property
    def viewers(self) -> Collection[Viewer]:
        """The clients that view the table."""


class AnyTable(
    HasDesk, RunsJobs, StoresProposals, SendsNotices, ActsForPlayers, EndsSessions, OpensTable,
    VoidsRounds, HasViewers, Protocol):
    """A table with all its abilities."""


class TableService:
    """A service that is called about what happens at tables. By default it does nothing.

    ``on_stored`` is the main event: something was stored at the table and published. Services are
    called in the order in which they were added, and before anything follows from it.
    """

    def on_stored(self, table: AnyTable, proposal: Proposal) -> None:
        """Something was stored at the table and published."""

    def on_open(self, table: AnyTable) -> None:
        """The table is open; work may have been waiting since before."""

    def on_failed(self, table: AnyTable) -> None:
        """The journal could not be read or written; nothing has changed, and no other call will
        follow."""

    def on_close(self, table: AnyTable) -> None:
        """The table has stopped."""

    async def on_void(self, table: AnyTable, *, refunded: bool) -> None:
        """A coup was voided; ``refunded``: from its record alone, and stored."""

    async def on_tick(self, table: AnyTable) -> None:
        """The timed work was done, or a coup has begun."""

    def waits(self, table: AnyTable) -> bool:
        """Whether there is work for the table's next tick."""
        return False

    def begins(self, table: AnyTable) -> Iterable[str]:
        """Acts, besides those of every game, by which a game begins at the table."""
        return ()

    async def reply(self, table: AnyTable, player: str, command: ActCommand
                    ) -> Ack | Refused | None:
        """Return the reply to an act that does not reach the coup; None for any other act."""
        return None

    def short(self, table: AnyTable, key: str, why: InsufficientFunds) -> Refused | None:
        """Return the refusal when an account that is not a player's had too little; None for a
        player's."""
        return None


# -- what a table, or a service, needs of the house ------------------------------------------------


class HasClock(Protocol):
    """The time. ``since`` returns the time from which a stored moment counts."""

    clock: Clock

    def since(self, at: float) -> float:
        """Return the time from which a stored moment counts."""


class HasLedger(Protocol):
    """The journal: read through ``ledger``; ``commit`` stores what concerns no table in play,
    HouseError when that fails."""

    ledger: Ledger

    async def commit(self, entry: Entry) -> None:
        """Store an entry that concerns no table in play."""


class NamesPlayers(Protocol):
    """Players, and the names under which others see them."""

    def player(self, player_id: str) -> Player | None:
        """Return the player with this id, or None."""

    def name(self, player_id: str) -> str:
        """Return the name under which others see a player."""


class HasPurse(Protocol):
    """The players' money."""

    purse: Purse


class HasTables(Protocol):
    """The configured tables by id, and the rooms in use. ``room``: HouseError when there is none.
    """

    tables: dict[str, Table]

    @property
    def rooms(self) -> Mapping[str, AnyTable]:
        """The rooms in use, by id."""

    def room(self, table_id: str) -> AnyTable:
        """Return a room; HouseError when there is none."""


class ClosesTables(Protocol):
    """Why a table takes no bets, and when it opens by itself; 0 when only people can open it."""

    def closed_by(self, desk: Desk) -> Switch | None:
        """Return why a table takes no bets, or None."""

    def opens_at(self, desk: Desk) -> float:
        """Return when a closed table opens by itself, or 0."""


class RestrictsPlayers(Protocol):
    """Why a player may not come to a table, or not do an act there, or None."""

    def restriction(self, player: str, table_id: str) -> Restriction | None:
        """Return why a player may not come to a table, or None."""

    def act_restriction(self, player: str, table_id: str, act: str) -> Restriction | None:
        """Return why a player may not do an act at a table, or None."""


class RecordsStaffActs(Protocol):
    """Records an act of staff: who, what, why, under which clause."""

    async def act(self, member: Member, act: str, table: str, reason: str, law: str,
                  documents: tuple[Document, ...], facts: dict[str, object]) -> None:
        """Record an act of staff."""


class DescribesTables(Protocol):
    """Describes a table, and a player at it."""

    def describe(self, table_id: str) -> shared_views.TableView:
        """Describe a table."""

    def player_summary(self, player: str, desk: Desk) -> shared_views.PlayerSummary | None:
        """Describe a player at a table; None without a player."""


class PoolKeeper(Protocol):
    """Keeps the pools that tables of this house, and perhaps of others, feed.

    ``values`` are the cents in each known pool by name, ``starts`` the start of each, ``shares``
    the share of each bet that it takes. ``claim`` returns what a pool pays under a key, always the
    same: a ``part`` of it, a fraction as text, or ``amount`` cents when that is not 0, rounded down
    to a multiple of ``among``. ``set_right`` returns what void coups had claimed. ``poke``:
    something was stored that may feed a pool. ``on_values`` is called when values have changed,
    ``on_hit`` for each prize that fell at a secret sum to a bet of this house.
    """

    on_values: Callable[[], None] | None
    on_hit: Callable[[Hit], None] | None

    def values(self) -> Mapping[str, int]:
        """Return the cents in each pool."""

    def starts(self) -> Mapping[str, int]:
        """Return the start of each pool, in cents."""

    def shares(self) -> Mapping[str, Fraction]:
        """Return the share of each bet that each pool takes."""

    def poke(self) -> None:
        """Wake the keeper: something was stored that may feed a pool."""

    async def start(self) -> None:
        """Start."""

    async def stop(self) -> None:
        """Stop."""

    async def set_right(self) -> int:
        """Return the claims of void coups; the sum in cents."""

    async def claim(self, pool: str, key: str, part: str, amount: int, among: int) -> int:
        """Return the cents that a pool pays under a key."""


class HasPools(Protocol):
    """The keeper of the pools that tables feed; None when there is none."""

    pools: PoolKeeper | None


class Host(
    HasClock, HasLedger, NamesPlayers, HasPurse, ClosesTables, RestrictsPlayers, DescribesTables,
    HasPools, Protocol):
    """What a table needs of its house. ``broken``: why the journal must be reopened, or "".
    ``may_begin``: whether a coup may begin at a table. ``close_room``: close a player's own copy
    that nobody uses; returns whether it did."""

    @property
    def broken(self) -> str:
        """Why the journal must be reopened, or ""."""

    def may_begin(self, table: AnyTable) -> bool:
        """Whether a coup may begin at a table."""

    def close_room(self, table: AnyTable) -> bool:
        """Close a player's own copy that nobody uses; return whether it did."""
