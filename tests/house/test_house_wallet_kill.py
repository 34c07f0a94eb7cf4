"""A house whose players' money is elsewhere, killed with SIGKILL between every two moves.

The operator's accounts are a file of their own, as in the example: what a killed house had asked
of them took effect, or it did not. Opened again, both books agree to the cent.
"""

from __future__ import annotations

import asyncio
import os
import random
import signal
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from test_house_crash import QUICK

from sabot.certify.audit.verify import verify
from sabot.house.table.messages import Ack, ActCommand, Refused
from sabot.ledger import wallet_record
from sabot.ledger.wallet import Insufficient, NoAnswer
from sabot.money import EURO
from support.house_evening import Evening, table
from support.killed_house import Killer

sys.path.append(str(Path(__file__).parents[2] / "examples" / "wallet"))

from operator_site import Books

BEGAN = 1_000_000
TABLES = {"quick": msgspec.structs.replace(table(QUICK), demo=False)}


class Accounts:
    """The operator's accounts, opened in the process that asks first; ``slow``: the most seconds
    that a call takes. ``hook`` is called before and after each call."""

    def __init__(self, file: Path, slow: float = 0.0,
                 hook: Callable[[str], None] = lambda moment: None) -> None:
        self.file, self.slow, self.hook = file, slow, hook
        self._books: Books | None = None
        self._turn = threading.Lock()

    @property
    def books(self) -> Books:
        with self._turn:
            if self._books is None:
                self._books = Books(str(self.file))
            return self._books

    def close(self) -> None:
        if self._books is not None:
            self._books.close()
            self._books = None

    def _ask(self, act: str, *args: Any) -> Any:
        self.hook(f"before {act}")
        time.sleep(random.random() * self.slow)
        answer = getattr(self.books, act)(*args)
        self.hook(f"after {act}")
        return answer

    def debit(self, key: str, player: str, amount: int, currency: str = ""
              ) -> Insufficient | None:
        answer = self._ask("debit", key, player, amount)
        return None if answer["taken"] else Insufficient(answer["have"], amount)

    def credit(self, key: str, player: str, amount: int, currency: str = "") -> None:
        self._ask("credit", key, player, amount)

    def rollback(self, key: str) -> None:
        self._ask("rollback", key)

    def balance(self, player: str, currency: str = "") -> int:
        return int(self._ask("balance", player))


def agree(evening: Evening, accounts: Accounts, players: list[str]) -> None:
    """Each player has at the operator what they began with, and what the journal tells of them."""
    due, names = dict.fromkeys(players, BEGAN), evening.ledger.accounts(EURO)
    for posting in evening.ledger.postings():
        t = posting.transfer
        if not t.key.startswith("wallet/"):
            for name, amount in ((t.frm, -t.amount), (t.to, t.amount)):
                if name.startswith("player:"):
                    due[names.owner(name)] += amount
    assert {player: accounts.books.balance(player) for player in players} == due
    assert not any(evening.ledger.balances("player:").values())


# -- between every two moves -----------------------------------------------------------------------

MOMENTS = ("before announced", "after announced", "before debit", "after debit", "before play",
           "after play", "before credit", "after credit", "before acknowledged",
           "after acknowledged", "before rollback", "after rollback", "before retracted",
           "after retracted")


async def _die_at(moment: str, url: str, accounts: Accounts, tell: int, format: int) -> None:
    """Bet, take the bet back, and bet what the wallet refuses to say; die at the moment."""
    def look(now: str) -> None:
        if now == moment:
            os.kill(os.getpid(), signal.SIGKILL)

    accounts.hook = look
    evening = Evening(url, tables=TABLES, wallet=accounts, format=format)
    await evening.open()
    commit = evening.house.purse.commit

    def watched(entries: Any) -> Any:
        names = set()
        for entry in entries:
            names |= {what for what, is_so in (
                ("announced", entry.announced), ("acknowledged", entry.acknowledged),
                ("retracted", entry.kind == "wallet" and entry.intents),
                ("play", entry.kind == "play" and entry.intents)) if is_so}
        for name in names:
            look(f"before {name}")
        outcomes = commit(entries)
        for name in names:
            look(f"after {name}")
        return outcomes

    evening.house.purse.commit = watched  # type: ignore[method-assign]
    await evening.house.admit("ana", "Ana")
    room = evening.house.rooms["quick"]

    async def act(key: str, name: str, amount: int = 0) -> Ack | Refused:
        answer: Ack | Refused = await room.reply_to("ana", ActCommand(key, name, "1", amount))
        if isinstance(answer, Ack):
            os.write(tell, f"{key}\n".encode())
        return answer

    await act("sit", "sit")
    await act("bet", "bet", 1_000)
    await act("clear", "clear")
    await evening.delivered()

    def late(key: str, player: str, amount: int, currency: str = "") -> None:
        # The money is taken, and nobody knows.
        Accounts.debit(accounts, key, player, amount)
        raise NoAnswer

    accounts.debit = late  # type: ignore[method-assign]
    await act("late", "bet", 700)
    await evening.delivered()


USUALLY = {("after announced", 2), ("after debit", 1), ("after play", 2), ("after credit", 1),
           ("after rollback", 2)}
"""What is not left to `make more`."""


@pytest.mark.parametrize(("moment", "format"), [
    pytest.param(moment, format, marks=() if (moment, format) in USUALLY else pytest.mark.more)
    for moment in MOMENTS for format in (1, 2)])
def test_a_house_killed_between_two_moves_owes_and_takes_nothing(
        tmp_path: Path, moment: str, format: int) -> None:
    url, accounts = f"sqlite:///{tmp_path / 'house.sqlite3'}", Accounts(tmp_path / "op.sqlite3")
    accounts.books.open("ana", BEGAN)
    accounts.close()
    hear, tell = os.pipe()
    pid = os.fork()
    if not pid:
        sys.stdout = sys.stderr = open(os.devnull, "w")  # noqa: SIM115
        try:
            asyncio.run(_die_at(moment, url, accounts, tell, format))
        finally:
            os._exit(1)
    os.close(tell)
    _, status = os.waitpid(pid, 0)
    assert os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGKILL, "it was never there"
    with os.fdopen(hear) as pipe:
        acked = pipe.read().split()

    async def again() -> None:
        accounts.hook = lambda moment: None
        async with Evening(url, tables=TABLES, wallet=accounts) as evening:
            await evening.delivered()
            for key in acked:
                assert evening.ledger.answer_to("ana", key) is not None, key
            agree(evening, accounts, ["ana"])
            holds(evening)

    asyncio.run(again())
    accounts.close()


def holds(evening: Evening) -> None:
    finding = verify(evening.ledger)
    assert finding.verified, finding.fault
    opened = [r for r in evening.ledger.entries(kind="wallet") if wallet_record.read(r).opened]
    assert len(opened) == 1


# -- at any time -----------------------------------------------------------------------------------


class WalletKiller(Killer):
    """Kills a house that plays with the operator's money."""

    linger = 0.1

    def __init__(self, folder: Path, seed: int, players: int, format: int) -> None:
        super().__init__(f"sqlite:///{folder / 'house.sqlite3'}", seed, TABLES, players, format)
        self.accounts = Accounts(folder / "op.sqlite3", slow=0.02)

    def evening(self, seed: int) -> Evening:
        night = super().evening(seed)
        night.wallet = self.accounts
        return night

    async def prepare(self) -> None:
        self.players = [f"k{n}" for n in range(self.count)]
        for player in self.players:
            self.accounts.books.open(player, BEGAN)
        async with self.evening(0) as evening:
            for player in self.players:
                await evening.house.admit(player, player)
        self.accounts.close()

    async def holds(self, evening: Evening) -> None:
        await evening.delivered()
        for (player, key), version in self.acked.items():
            answer = evening.ledger.answer_to(player, key)
            assert answer is not None, f"the acknowledged command {key} is lost"
            assert msgspec.json.decode(answer, type=Ack).v == version
        agree(evening, self.accounts, self.players)
        holds(evening)

    async def check(self) -> str:
        try:
            return await super().check()
        finally:
            self.accounts.close()


def kills(folder: Path, seed: int, count: int, format: int) -> None:
    killer = WalletKiller(folder, seed, 4, format)
    asyncio.run(killer.prepare())
    for _ in range(count):
        killer.play_and_kill()
        asyncio.run(killer.check())
    assert len(killer.acked) > count


@pytest.mark.more
@pytest.mark.parametrize("format", [1, 2])
def test_a_house_killed_at_any_time_agrees_with_the_operator(tmp_path: Path, format: int) -> None:
    kills(tmp_path, 1, 4, format)


@pytest.mark.soak
@pytest.mark.timeout(7200)
def test_a_house_killed_two_hundred_times_agrees_with_the_operator(tmp_path: Path) -> None:
    for seed in range(10):
        folder = tmp_path / str(seed)
        folder.mkdir()
        kills(folder, 100 + seed, 20, 1 + seed % 2)
