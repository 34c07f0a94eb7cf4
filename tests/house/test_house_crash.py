"""A house killed with SIGKILL under play: nothing that was acknowledged is lost or paid twice.

A forked process keeps the house and hears commands over a pipe; several are on their way when it is
killed. Then the house opens on what is left, and everything is checked against what was answered.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import select
import signal
import sys
from pathlib import Path
from typing import Any

import pytest
from evening import Evening, table

from sabot.certify.verify import verify
from sabot.house.messages import Ack, ActCommand
from sabot.house.players import GUEST_CREDIT, Player

QUICK = """
game = "blackjack-online"
name = "Quick"
minimum = 2
maximum = 200
places = 4
[clocks]
betting = 3
decision = 4
insurance = 2
between = 0
[rules]
packs = 4
warning_card = 150
"""
TABLES = {"quick": table(QUICK)}
PLAYERS = 4


# -- the child ------------------------------------------------------------------------------------


def keep_house(url: str, now: float, seed: int, hear: int, tell: int) -> None:
    """The process that will be killed."""
    asyncio.run(_keep(url, now, seed, hear, tell))


async def _keep(url: str, now: float, seed: int, hear: int, tell: int) -> None:
    evening = Evening(url, tables=TABLES, seed=seed)
    evening.clock._now = now
    await evening.open()
    loop, reader = asyncio.get_running_loop(), asyncio.StreamReader()
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader),
                                 os.fdopen(hear, "rb"))
    tasks = set()
    while line := await reader.readline():
        task = asyncio.create_task(_one(evening, json.loads(line), tell))
        tasks.add(task)
        task.add_done_callback(tasks.discard)
    await evening.close()


async def _one(evening: Evening, asked: dict[str, Any], tell: int) -> None:
    room = evening.house.rooms["quick"]
    answer: dict[str, Any] = {"n": asked["n"]}
    if "wait" in asked:
        await evening.later(asked["wait"])
        answer["now"] = evening.clock.now()
    else:
        told = await room.handle(asked["player"], ActCommand(
            asked["key"], asked["act"], asked["seat"], asked["amount"]))
        answer["ack"] = told.v if isinstance(told, Ack) else None
    standing = room.desk.dealer.standing if room.desk.dealer else None
    answer["offers"] = [(o.player, o.act, o.seat, o.low) for o in
                        (standing.offers if standing else ())]
    os.write(tell, json.dumps(answer).encode() + b"\n")


# -- the parent -----------------------------------------------------------------------------------


class Killer:
    """Plays against a house in another process until it kills it."""

    def __init__(self, url: str, seed: int) -> None:
        self.url = url
        self.random = random.Random(seed)
        self.now = 1_000_000.0
        self.players: list[str] = []
        self.acked: dict[tuple[str, str], int] = {}
        self.n = 0

    async def prepare(self) -> None:
        async with Evening(self.url, tables=TABLES) as evening:
            self.players = [(await evening.house.guest(f"K{n}")).id for n in range(PLAYERS)]

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
                keep_house(self.url, self.now, self.n, hear, tell)
            finally:
                os._exit(1)
        os.close(hear)
        os.close(tell)
        try:
            self._play(say, listen, self.random.randint(5, 60))
            select.select([], [], [], self.random.random() * 0.02)
        finally:
            os.kill(pid, signal.SIGKILL)
            os.waitpid(pid, 0)
            os.close(say)
        self._read(listen, 0, everything=True)
        os.close(listen)

    def _play(self, say: int, listen: int, count: int) -> None:
        self.sent: dict[int, tuple[str, str]] = {}
        self.buffer = b""
        self.offers: list[Any] = []
        waiting = 0
        for _ in range(count):
            os.write(say, json.dumps(self._next()).encode() + b"\n")
            waiting += 1
            while waiting >= 3:
                waiting -= self._read(listen, 10)

    def _next(self) -> dict[str, Any]:
        self.n += 1
        if not self.offers or self.random.random() < 0.25:
            return {"n": self.n, "wait": self.random.choice((1, 3, 5))}
        player, act, seat, low = self.random.choice(
            [o for o in self.offers if o[1] not in ("leave", "clear")] or self.offers)
        player = player or self.random.choice(self.players)
        key = f"c{self.n}"
        if self.acked and self.random.random() < 0.1:  # an old key again
            player, key = self.random.choice(list(self.acked))
        self.sent[self.n] = (player, key)
        return {"n": self.n, "player": player, "key": key, "act": act, "seat": seat,
                "amount": low * self.random.randint(1, 3) if low > 1 else low}

    def _read(self, listen: int, timeout: float, everything: bool = False) -> int:
        """Take in what was answered; how many answers."""
        found = 0
        while True:
            ready, _, _ = select.select([listen], [], [], timeout)
            if not ready:
                assert everything, "the house answers every command"
                return found
            data = os.read(listen, 65_536)
            self.buffer += data
            *lines, self.buffer = self.buffer.split(b"\n")
            for line in lines:
                answer = json.loads(line)
                found += 1
                self.now = max(self.now, answer.get("now", 0))
                self.offers = answer["offers"]
                if answer.get("ack") is not None:
                    command = self.sent[answer["n"]]
                    before = self.acked.setdefault(command, answer["ack"])
                    assert before == answer["ack"], "one key, one answer"
            if (not everything and found) or not data:
                return found

    async def check(self) -> str:
        """Open the house on what is left; what became of the table."""
        evening = Evening(self.url, tables=TABLES, seed=-self.n)
        evening.clock._now = self.now
        await evening.open()
        try:
            ledger, desk = evening.ledger, evening.desk("quick")
            for (player, key), version in self.acked.items():
                answer = ledger.answer_to(player, key)
                assert answer is not None, f"the acknowledged command {key} is lost"
                assert json.loads(answer)["v"] == version
            balances = ledger.balances()
            assert sum(balances.values()) == 0
            assert balances["issue:demo"] == -GUEST_CREDIT * PLAYERS
            for account, amount in balances.items():
                if account.startswith("stake:") and account != f"stake:{desk.state.coup}":
                    assert amount == 0, "a coup that is over keeps nothing"
            found = verify(ledger)
            assert found.verified, found.fault
            return evening.house.recovered["quick"]
        finally:
            await evening.close()


def kills(folder: Path, seed: int, count: int) -> list[str]:
    killer = Killer(f"sqlite:///{folder / 'house.sqlite3'}", seed)
    asyncio.run(killer.prepare())
    found = []
    for _ in range(count):
        killer.play_and_kill()
        found.append(asyncio.run(killer.check()))
    assert len(killer.acked) > 3 * count
    return found


@pytest.mark.parametrize("seed", [1, 2])
def test_a_killed_house_keeps_its_word(tmp_path: Path, seed: int) -> None:
    found = kills(tmp_path, seed, 10)
    assert "resumed" in found and set(found) <= {"resumed", "between", "fresh"}


@pytest.mark.soak
@pytest.mark.timeout(7200)
def test_a_house_killed_two_thousand_times(tmp_path: Path) -> None:
    for seed in range(20):
        folder = tmp_path / str(seed)
        folder.mkdir()
        kills(folder, 100 + seed, 100)


def test_a_player_is_found_again_after_a_kill(tmp_path: Path) -> None:
    killer = Killer(f"sqlite:///{tmp_path / 'house.sqlite3'}", 5)
    asyncio.run(killer.prepare())
    killer.play_and_kill()

    async def look() -> Player | None:
        async with Evening(killer.url, tables=TABLES) as evening:
            return evening.house.player(killer.players[0])
    assert asyncio.run(look()) is not None
