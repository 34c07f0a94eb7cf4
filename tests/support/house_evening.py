"""An evening at a small house: a hand clock, written-down cards, guests who act and look.

``Evening`` is a house over a ledger that can be closed, or left as a killed process would leave it,
and opened again. ``Guest`` is a person at a table, ``Screen`` what one of their clients received.
"""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Callable, Coroutine, Iterable, Mapping, Sequence
from functools import cache, wraps
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import msgspec

from sabot import games
from sabot.equipment import Seeded
from sabot.equipment.cards import packs
from sabot.house import HandClock, House, Room, Viewer
from sabot.house.people.players import Player
from sabot.house.people.roles import Member, new_member
from sabot.house.table.messages import Ack, ActCommand, EndCommand, Refused
from sabot.house.table.opening_hours import Days
from sabot.ledger import Entry, Ledger
from sabot.ledger.postings import Accounts
from sabot.ledger.schema import USUAL
from sabot.ledger.vault import Vault
from sabot.ledger.wallet import Wallet
from sabot.procedure import TableState, canonical
from sabot.procedure.table import Table
from support.wire import read_shown, wire

ROW = "pt-805-2015/blackjack-online"

SHARED = """
game = "blackjack-online"
name = "Shared"
minimum = 2
maximum = 200
places = 3
[clocks]
betting = 15
decision = 20
insurance = 12
between = 3
[rules]
packs = 4
warning_card = 104
"""
ALONE = """
game = "blackjack-online"
name = "Alone"
kind = "individual"
minimum = 2
maximum = 200
[rules]
packs = 4
warning_card = 104
"""


def row(rule: str) -> str:
    """The full id of a rule of the regulation."""
    return f"{ROW}/{rule}"


def table(text: str) -> Table:
    table = games.read_table(text)
    assert isinstance(table, Table), table
    return table


# One place, again and again: 20 against the bank's 19.
COUPS = " ".join(f"T{a} 9{b} Q{c} T{b}" for a, b, c in ["SHD", "HDC", "DCS", "CSH"] * 2)

TABLES = {"shared": table(SHARED), "alone": table(ALONE)}


def run_async(test: Callable[..., Coroutine[Any, Any, None]]) -> Callable[..., None]:
    """A test that is a coroutine, run to its end; a task that failed fails it."""
    @wraps(test)
    def run(*args: Any, **kwargs: Any) -> None:
        asyncio.run(test(*args, **kwargs))
    return run


class Stacked:
    """Chance that puts the cards of a test first in each shoe, and the rest as a seed says."""

    def __init__(self, *shoes: str, seed: int = 1) -> None:
        self._rest = Seeded(seed)
        self._shoes = [shoe.split() for shoe in shoes]
        self._wanted: list[str] = []
        self._cards: list[str] = []
        self._spare: dict[str, int] = {}  # how often a wanted card may lie further behind

    def nonce(self) -> bytes:
        self._wanted = self._shoes.pop(0) if self._shoes else []
        self._cards = []
        self._spare = {}
        return self._rest.nonce()

    def each_below(self, limits: Iterable[int]) -> list[int]:
        return [self.below(n) for n in limits]

    def below(self, n: int) -> int:
        if not self._wanted:
            return self._rest.below(n)
        if not self._cards:
            self._cards = packs(n // 52)
            self._spare = {card: n // 52 - self._wanted.count(card) for card in self._wanted}
        i = n - 1
        if i < len(self._wanted):
            j = self._cards.index(self._wanted[i], 0, n)
        else:
            j = self._rest.below(n)
            while self._spare.get(self._cards[j], 1) < 1:
                j = self._rest.below(n)
            if self._cards[j] in self._spare:
                self._spare[self._cards[j]] -= 1
        self._cards[i], self._cards[j] = self._cards[j], self._cards[i]
        if i == 1:  # the last call of a shuffle
            self._cards = []
        return j


@cache
def empty_books(format: int = USUAL) -> bytes:
    """A database of a format of the journal and nothing in it, made once."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "empty.sqlite3"
        Ledger.open(f"sqlite:///{path}", format=format).close()
        return path.read_bytes()


async def wait_until(what: Callable[[], bool]) -> None:
    """Wait for what happens by itself, in other threads."""
    while not what():
        await asyncio.sleep(0.005)


class Screen:
    """What one client sees: every message, and the table as it folds from the events."""

    def __init__(self, room: Room, player: str) -> None:
        self.room = room
        self.viewer = Viewer(player)
        self.messages: list[dict[str, Any]] = []
        self.version: int | None = None
        self.last: dict[str, Any] = {}
        self.events: list[dict[str, Any]] = []
        self.state = TableState(room.desk.game.label)

    async def enter(self, since: int | None = None) -> Screen:
        self.version = since
        assert await self.room.arrive(self.viewer, since)
        self.read()
        return self

    async def go(self) -> None:
        await self.room.depart(self.viewer)

    def read(self) -> list[dict[str, Any]]:
        """Take in the messages since the last look."""
        found = []
        while not self.viewer.outbox.empty():
            raw = self.viewer.outbox.get_nowait()
            if raw is None:
                found.append({"t": "dropped"})
                break
            found.append(msgspec.json.decode(raw))
        for message in found:
            self._take(message)
        self.messages += found
        return found

    def _take(self, message: dict[str, Any]) -> None:
        if message["t"] == "snapshot":
            self.version = message["v"]
            self.state = TableState(self.room.desk.game.label)
            for step in message["steps"]:
                self.state.fold(read_shown(step))
            assert wire(self.state.show()) == message["state"], \
                "the steps of a snapshot give its state"
        elif message["t"] == "events":
            if self.version is not None and message["events"]:
                assert message["v"] == self.version + 1, "versions are consecutive"
            self.version = message["v"] + len(message["events"]) - 1
            for event in message["events"]:
                if event.get("step") == "begin":
                    self.state = TableState(self.room.desk.game.label)
                self.state.fold(read_shown(event))
            self.events += message["events"]
        if message["t"] in ("snapshot", "events"):
            self.last = message

    def steps(self, kind: str) -> list[dict[str, Any]]:
        self.read()
        return [e for e in self.events if e.get("step") == kind]

    def notices(self, kind: str) -> list[dict[str, Any]]:
        self.read()
        return [m for m in self.messages if m["t"] == "notice" and m["kind"] == kind]


class Guest:
    """A person at the house."""

    _keys = itertools.count(1)

    def __init__(self, evening: Evening, player: Player) -> None:
        self.evening = evening
        self.player = player
        self.id = player.id

    def room(self, table_id: str = "shared") -> Room:
        return self.evening.house.room_for(table_id, self.id)

    async def do(self, act: str, seat: str = "", amount: int = 0, *, table: str = "shared",
                 key: str = "") -> Any:
        """The answer to one act."""
        key = key or f"k{next(self._keys)}"
        return await self.room(table).reply_to(self.id, ActCommand(key, act, seat, amount))

    async def must(self, act: str, seat: str = "", amount: int = 0, *,
                   table: str = "shared") -> Ack:
        answer = await self.do(act, seat, amount, table=table)
        assert isinstance(answer, Ack), answer
        return answer

    async def refused(self, act: str, seat: str = "", amount: int = 0, *,
                      table: str = "shared") -> Refused:
        answer = await self.do(act, seat, amount, table=table)
        assert isinstance(answer, Refused), answer
        return answer

    async def end(self, table: str = "shared", key: str = "") -> Any:
        key = key or f"k{next(self._keys)}"
        return await self.room(table).reply_to(self.id, EndCommand(key))

    async def look(self, table: str = "shared", since: int | None = None) -> Screen:
        """Open a client at a table."""
        return await Screen(self.room(table), self.id).enter(since)

    @property
    def balance(self) -> int:
        """The balance in euros, or in all currencies where the books have one account."""
        return self.evening.ledger.balance(self.evening.names.player(self.id))

    def session(self, table: str = "shared") -> Any:
        return self.room(table).desk.state.sessions.get(self.id)


def staff_entry(member: Member) -> Entry:
    """What ``sabot staff add`` puts on record."""
    return Entry(kind="staff", documents=(member.document(),), names=member.names, body=canonical(
        {"staff": {"by": "console", "act": "add", "name": member.signs, "role": member.role}}))


def empty_file(file: Path, format: int = USUAL) -> str:
    """The address of an SQLite file with the empty books of a format."""
    file.write_bytes(empty_books(format))
    return f"sqlite:///{file}"


class Evening:
    """A house that opens, is closed or killed, and opens again."""

    def __init__(self, where: Path | str, *, tables: Mapping[str, Table] | None = None,
                 cards: Sequence[str] = (), seed: int = 1, wallet: Wallet | None = None,
                 vault: Vault | None = None, format: int = USUAL,
                 days: Days | None = None) -> None:
        self.days = days
        self.format = format  # of the journal, where it is new
        self.url = where if isinstance(where, str) else f"sqlite:///{where / 'house.sqlite3'}"
        self.tables = dict(tables or TABLES)
        self.clock = HandClock()
        self.source = Stacked(*cards, seed=seed)
        self.wallet = wallet
        self.vault = vault
        self.ledger: Ledger
        self.house: House

    @property
    def names(self) -> Accounts:
        """The names of the accounts in the currency of the first table."""
        first = next(iter(self.tables.values()))
        return self.ledger.accounts(games.game(first.game).currency)

    async def __aenter__(self) -> Evening:
        await self.open()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def open(self) -> House:
        path = Path(self.url.removeprefix("sqlite:///"))
        if self.url.startswith("sqlite") and not path.exists():
            path.write_bytes(empty_books(self.format))
        self.ledger = Ledger.open(self.url, busy_ms=50, vault=self.vault, format=self.format)
        self.house = House(self.ledger, self.tables, clock=self.clock, source=self.source,
                           wallet=self.wallet, days=self.days)
        await self.house.start()
        await self.settle()
        return self.house

    async def close(self) -> None:
        await self.house.stop()
        self.ledger.close()

    async def kill(self) -> None:
        """Leave everything as a killed process would: what is stored is stored, no more."""
        for room in self.house.rooms.values():
            room.abandon()
        self.house.purse.abandon()
        await asyncio.sleep(0)
        self.house.books.close()
        self.ledger.close()

    async def reopen(self) -> House:
        await self.kill()
        return await self.open()

    async def settle(self) -> None:
        """Wait until every mailbox was emptied."""
        async def nothing() -> None:
            return None
        for room in list(self.house.rooms.values()):
            await room.ask(nothing)

    @property
    def settled(self) -> bool:
        """Whether nothing is owed to the wallet or asked of it any more."""
        return not self.ledger.outgoing_credits() and not self.ledger.announced_debits()

    async def delivered(self) -> None:
        """Wait until the wallet has all that it is owed."""
        await wait_until(lambda: self.settled)

    async def later(self, seconds: float) -> None:
        """Let time pass, and every table look at the clock."""
        self.clock.advance(seconds)
        for room in list(self.house.rooms.values()):
            await room.ask(room.tick)
        await self.house.waiting_lists.tick()
        await self.house.machine_queue.tick()

    async def guest(self, name: str = "") -> Guest:
        return Guest(self, await self.house.guest(name))

    async def staff(self, name: str, role: str) -> Member:
        member, _ = new_member(name, role, self.ledger.format)
        await self.house.commit(staff_entry(member))
        return member

    def desk(self, table_id: str = "shared") -> Any:
        return self.house.rooms[table_id].desk
