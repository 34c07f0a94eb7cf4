"""A house in a process of its own that is killed with SIGKILL, opened again, and checked.

The forked process keeps the house and hears commands over a pipe; several are on their way when it
is killed. Then the house opens here on what is left, and everything is held against what was
answered. A `Killer` plays; what it says and when it kills, its heirs may say otherwise.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import select
import signal
import sys
from collections.abc import Mapping
from typing import Any, NamedTuple

from sabot.certify.audit.verify import verify
from sabot.house.people.players import GUEST_CREDIT
from sabot.house.table.messages import Ack, ActCommand
from sabot.ledger.schema import USUAL
from sabot.money import EURO
from sabot.procedure import Event, canonical, digest
from sabot.procedure.table import Table
from support.house_evening import Evening


class Command(NamedTuple):
    """One command of a player, under its key."""

    player: str
    key: str
    act: str
    seat: str
    amount: int

    @property
    def command(self) -> ActCommand:
        return ActCommand(self.key, self.act, self.seat, self.amount)


def table_standing(desk: Any) -> dict[str, Any]:
    """The state of a table: its version, coup and deadline, and a digest of its record."""
    record = list(desk.dealer.record) if desk.dealer else []
    return {"v": desk.state.version, "coup": desk.state.coup, "over": desk.state.over,
            "deadline": desk.state.deadline, "events": len(record), "told": record_digest(record)}


def record_digest(record: list[Event]) -> str:
    """A digest of the record of a coup."""
    return digest(canonical(record))


# -- the child ------------------------------------------------------------------------------------


def keep_house(evening: Evening, at: str, hear: int, tell: int) -> None:
    """The process that will be killed."""
    asyncio.run(_keep(evening, at, hear, tell))


async def _keep(evening: Evening, at: str, hear: int, tell: int) -> None:
    await evening.open()
    loop, reader = asyncio.get_running_loop(), asyncio.StreamReader()
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader),
                                 os.fdopen(hear, "rb"))
    tasks = set()
    while line := await reader.readline():
        task = asyncio.create_task(_one(evening, at, json.loads(line), tell))
        tasks.add(task)
        task.add_done_callback(tasks.discard)
    await evening.close()


async def _one(evening: Evening, at: str, asked: dict[str, Any], tell: int) -> None:
    room = evening.house.rooms[at]
    answer: dict[str, Any] = {"n": asked["n"]}
    if "wait" in asked:
        await evening.later(asked["wait"])
    else:
        sent = Command(*asked["said"])
        done = await room.reply_to(sent.player, sent.command)
        answer["ack"] = done.v if isinstance(done, Ack) else None
    listen = room.desk.dealer.standing if room.desk.dealer else None
    answer |= table_standing(room.desk) | {
        "now": evening.clock.now(), "window": listen.window if listen else "",
        "offers": [{"player": o.player, "act": o.act, "seats": o.spots, "low": o.low,
                    "high": o.high, "unit": o.unit}
                   for o in (listen.offers if listen else ()) if o.player not in o.barred]}
    os.write(tell, json.dumps(answer).encode() + b"\n")


# -- the parent -----------------------------------------------------------------------------------


class Killer:
    """Plays against a house in another process until it kills it.

    ``sent`` is what one life of the house was told, by number, ``asked`` what of it was not
    answered yet; ``acked`` is what any of them acknowledged, with the version; ``last`` is what the
    house said last in this life. ``linger``: the most seconds that it has for what is on its way.
    """

    linger = 0.02

    def __init__(self, url: str, seed: int, tables: Mapping[str, Table], players: int,
                 format: int = USUAL) -> None:
        self.url, self.tables, self.count, self.format = url, tables, players, format
        self.at = next(iter(tables))
        self.random = random.Random(seed)
        self.now = 1_000_000.0
        self.players: list[str] = []
        self.acked: dict[tuple[str, str], int] = {}
        self.sent: dict[int, Command] = {}
        self.asked: dict[int, Command | None] = {}
        self.last: dict[str, Any] = {}
        self.n = 0

    def evening(self, seed: int) -> Evening:
        """The house on what the books hold, at the hour that it is."""
        night = Evening(self.url, tables=self.tables, seed=seed, format=self.format)
        night.clock._now = self.now
        return night

    async def prepare(self) -> None:
        async with self.evening(0) as evening:
            self.players = [(await evening.house.guest(f"K{n}")).id for n in range(self.count)]

    # -- one life ---------------------------------------------------------------------------------

    def play_and_kill(self) -> None:
        """One life of the house: some commands, then SIGKILL while others are on their way."""
        hear, say = os.pipe()
        listen, tell = os.pipe()
        pid = os.fork()
        if not pid:
            os.close(say)
            os.close(listen)
            sys.stdout = open(os.devnull, "w")  # noqa: SIM115
            try:
                keep_house(self.evening(self.n), self.at, hear, tell)
            finally:
                os._exit(1)
        os.close(hear)
        os.close(tell)
        self.say, self.listen, self.buffer = say, listen, b""
        self.sent, self.asked, self.last = {}, {}, {}
        try:
            self.play()
            select.select([], [], [], self.random.random() * self.linger)
        finally:
            os.kill(pid, signal.SIGKILL)
            os.waitpid(pid, 0)
            os.close(say)
        self.read(0, everything=True)
        os.close(listen)

    def play(self) -> None:
        """Send commands until the kill: never more than three without an answer."""
        for _ in range(self.random.randint(5, 60)):
            self.tell(self.next())
            while len(self.asked) >= 3:
                self.read(10)

    def next(self) -> Command | float:
        """The next command: an act, or the seconds that pass."""
        offers = [o for o in self.last.get("offers", ()) if o["act"] not in ("leave", "clear")]
        if not offers or self.random.random() < 0.25:
            return self.random.choice((1.0, 3.0, 5.0))
        offer = self.random.choice(offers)
        low = offer["low"]
        return Command(offer["player"] or self.random.choice(self.players), f"c{self.n + 1}",
                       offer["act"], self.random.choice(offer["seats"]),
                       low * self.random.randint(1, 3) if low > 1 else low)

    def tell(self, what: Command | float) -> None:
        self.n += 1
        command = what if isinstance(what, Command) else None
        if command is not None and self.acked and self.random.random() < 0.1:  # an old key again
            player, key = self.random.choice(list(self.acked))
            command = command._replace(player=player, key=key)
        self.asked[self.n] = command
        if command is not None:
            self.sent[self.n] = command
        asked = {"n": self.n, "wait": what} if command is None else {"n": self.n, "said": command}
        os.write(self.say, json.dumps(asked).encode() + b"\n")

    def read(self, timeout: float, everything: bool = False) -> None:
        """Take in what was answered: something, or ``everything`` that there is."""
        while True:
            ready, _, _ = select.select([self.listen], [], [], timeout)
            if not ready:
                assert everything, "the house answers every command"
                return
            data = os.read(self.listen, 65_536)
            *lines, self.buffer = (self.buffer + data).split(b"\n")
            for line in lines:
                self.heard(json.loads(line))
            if not everything or not data:
                return

    def heard(self, answer: dict[str, Any]) -> None:
        self.now = max(self.now, answer["now"])
        self.last = answer
        command = self.asked.pop(answer["n"])
        if command is not None and answer["ack"] is not None:
            key = command.player, command.key
            assert self.acked.setdefault(key, answer["ack"]) == answer["ack"], "one key, one answer"

    # -- what is left -----------------------------------------------------------------------------

    async def check(self) -> str:
        """Open the house on what is left; what became of the table."""
        evening = self.evening(-self.n)
        await evening.open()
        try:
            await self.holds(evening)
            return evening.house.recovered[self.at]
        finally:
            await evening.close()

    async def holds(self, evening: Evening) -> None:
        """Everything that was acknowledged is in the books, once, and the money adds up."""
        ledger, desk = evening.ledger, evening.desk(self.at)
        for (player, key), version in self.acked.items():
            answer = ledger.answer_to(player, key)
            assert answer is not None, f"the acknowledged command {key} is lost"
            assert json.loads(answer)["v"] == version
        balances, names = ledger.balances(), ledger.accounts(EURO)
        assert sum(balances.values()) == 0
        assert balances[names.name_of("issue", "demo")] == -GUEST_CREDIT * self.count
        for account, amount in balances.items():
            if account.startswith("stake:") and account != names.stake(desk.state.coup):
                assert amount == 0, "a coup that is over keeps nothing"
        found = verify(ledger)
        assert found.verified, found.fault
