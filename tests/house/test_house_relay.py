"""Lines of clients between the nodes of a house: in order, or ended."""

from __future__ import annotations

import asyncio
import uuid
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from random import Random

import pytest
from structlog.testing import capture_logs

from sabot.house.nodes import relay
from sabot.house.nodes.channel import Channel, Receive, channel_at
from sabot.house.nodes.relay import Answer, LineLost, Relay, Request, Visit
from sabot.house.world import ClientLine
from sabot.ledger import Unreachable
from support.house_evening import run_async


class Wires:
    """Carries messages between nodes of one process; ``loss`` of them are lost, ``twice`` come
    twice."""

    def __init__(self, seed: int = 0, loss: float = 0.0, twice: float = 0.0) -> None:
        self.random, self.loss, self.twice = Random(seed), loss, twice
        self.nodes: dict[str, Receive] = {}
        self.cut: set[str] = set()

    def channel(self) -> Channel:
        return _Wire(self)

    def carry(self, node: str, message: bytes) -> None:
        if node in self.cut or self.random.random() < self.loss:
            return
        for _ in range(1 + (self.random.random() < self.twice)):
            asyncio.get_running_loop().call_soon(self._arrive, node, message)

    def _arrive(self, node: str, message: bytes) -> None:
        if node in self.nodes and node not in self.cut:
            self.nodes[node](message)


class _Wire:
    def __init__(self, wires: Wires) -> None:
        self.wires = wires
        self.node = ""

    async def open(self, node: str, receive: Receive) -> None:
        self.node = node
        self.wires.nodes[node] = receive

    def send(self, node: str, message: bytes) -> None:
        if self.node not in self.wires.cut:
            self.wires.carry(node, message)

    async def close(self) -> None:
        self.wires.nodes.pop(self.node, None)


class Client:
    """The line of a client, as its door has it."""

    def __init__(self) -> None:
        self.said: asyncio.Queue[str | None] = asyncio.Queue()
        self.heard: list[str] = []
        self.slow = False

    async def receive_text(self) -> str:
        text = await self.said.get()
        if text is None:
            raise ConnectionResetError
        return text

    async def send_text(self, data: str) -> None:
        while self.slow:
            await asyncio.sleep(0.01)
        self.heard.append(data)

    async def close(self, code: int = 1000, reason: str | None = None) -> None:
        raise AssertionError("the door closes it")


async def echo(line: ClientLine, visit: Visit) -> None:
    """A table that says what it is told, and closes the line when told so."""
    await line.send_text(f"{visit.player} at {visit.table} since {visit.since}")
    while (text := await line.receive_text()) != "close":
        await line.send_text(text.upper())
    await line.close(4408, "the table was closed")


@asynccontextmanager
async def two_nodes(channels: Callable[[], Channel], serve: relay.Serve = echo
                    ) -> AsyncIterator[tuple[Relay, Relay]]:
    door, owner = Relay(channels(), "door", 1, serve), Relay(channels(), "owner", 1, serve)
    await door.start()
    await owner.start()
    try:
        yield door, owner
    finally:
        await door.stop()
        await owner.stop()


async def until(condition: Callable[[], object]) -> None:
    async with asyncio.timeout(60):
        while not condition():
            await asyncio.sleep(0.005)


VISIT = Visit("low", "p_ana", "s_1", 7)


@run_async
async def test_what_the_client_says_reaches_the_table_and_what_the_table_says_the_client() -> None:
    async with two_nodes(Wires().channel) as (door, owner):
        client = Client()
        carrying = asyncio.create_task(door.carry(client, "owner", VISIT))
        for text in ("one", "two", "close"):
            client.said.put_nowait(text)
        assert await carrying == (4408, "the table was closed")
        assert client.heard == ["p_ana at low since 7", "ONE", "TWO"]
        await until(lambda: not door.lines and not owner.lines)


@run_async
async def test_the_table_learns_that_the_client_is_gone() -> None:
    gone = asyncio.Event()

    async def wait(line: ClientLine, visit: Visit) -> None:
        try:
            await line.receive_text()
        except LineLost:
            gone.set()
            raise

    async with two_nodes(Wires().channel, wait) as (door, owner):
        client = Client()
        carrying = asyncio.create_task(door.carry(client, "owner", VISIT))
        client.said.put_nowait(None)
        with pytest.raises(ConnectionResetError):
            await carrying
        await asyncio.wait_for(gone.wait(), 60)
        await until(lambda: not owner.lines)


@run_async
async def test_a_line_ends_where_the_journal_cannot_be_read() -> None:
    """What the log says of it needs no trace: the database is away, and the program is well."""
    async def fail(line: ClientLine, visit: Visit) -> None:
        raise Unreachable("the database is away")

    with capture_logs() as logged:
        async with two_nodes(Wires().channel, fail) as (door, _):
            assert (await door.carry(Client(), "owner", VISIT))[0] == relay.LOST
    assert [(one["event"], one["error"]) for one in logged if one["log_level"] == "error"] == [
        ("the books cannot be read", "the database is away")]
    assert not any("exc_info" in one for one in logged)


@pytest.mark.parametrize("seed", range(12))
@run_async
async def test_a_line_that_has_lost_a_message_ends_and_shows_no_gap(
        seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(relay, "BEAT", 0.05)
    monkeypatch.setattr(relay, "SILENCE", 0.5)
    wires = Wires(seed, loss=0.08, twice=0.2)
    async with two_nodes(wires.channel) as (door, owner):
        clients = [Client() for _ in range(8)]
        texts = [f"m{n}" for n in range(12)]
        carrying = []
        for client in clients:
            carrying.append(asyncio.create_task(door.carry(client, "owner", VISIT)))
            for text in (*texts, "close"):
                client.said.put_nowait(text)
        ends = await asyncio.wait_for(asyncio.gather(*carrying), 60)
        whole = ["p_ana at low since 7", *(text.upper() for text in texts)]
        for client, (code, _) in zip(clients, ends, strict=True):
            assert client.heard == whole[:len(client.heard)]
            assert code == relay.LOST or client.heard == whole
        assert any(code == relay.LOST for code, _ in ends)
        wires.loss = 0.0
        await until(lambda: not door.lines and not owner.lines)


@run_async
async def test_lines_to_a_node_that_is_gone_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(relay, "BEAT", 0.05)
    monkeypatch.setattr(relay, "SILENCE", 0.3)
    wires = Wires()
    async with two_nodes(wires.channel) as (door, _):
        client = Client()
        carrying = asyncio.create_task(door.carry(client, "owner", VISIT))
        await until(lambda: client.heard)
        wires.cut.add("owner")
        assert (await asyncio.wait_for(carrying, 60))[0] == relay.LOST


@run_async
async def test_a_client_that_does_not_read_loses_its_line_and_holds_up_nobody(
        monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(relay, "WAITING", 16)
    async with two_nodes(Wires().channel) as (door, owner):
        slow, quick = Client(), Client()
        slow.slow = True
        lines = [asyncio.create_task(door.carry(client, "owner", VISIT))
                 for client in (slow, quick)]
        for n in range(40):
            slow.said.put_nowait(f"s{n}")
            quick.said.put_nowait(f"q{n}")
            await asyncio.sleep(0)
        await until(lambda: len(quick.heard) == 41)
        await until(lambda: owner.lines == 1)
        slow.slow = False
        assert (await asyncio.wait_for(lines[0], 60))[0] == relay.LOST
        quick.said.put_nowait("close")
        assert (await lines[1])[0] == 4408


@run_async
async def test_the_line_of_a_client_that_takes_no_message_ends_however_little_its_table_says(
        monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(relay, "TAKES", 0.05)
    async with two_nodes(Wires().channel) as (door, owner):
        client = Client()
        client.slow = True
        end = await asyncio.wait_for(door.carry(client, "owner", VISIT), 60)
        assert end == (relay.SLOW, relay.TOO_SLOW)
        await until(lambda: not owner.lines)


@run_async
async def test_a_line_ends_quietly_whose_client_is_gone_when_the_table_speaks() -> None:
    class Gone(Client):
        async def send_text(self, data: str) -> None:
            raise ConnectionResetError

    async with two_nodes(Wires().channel) as (door, owner):
        assert (await asyncio.wait_for(door.carry(Gone(), "owner", VISIT), 60))[0] == relay.LOST
        await until(lambda: not door.lines and not owner.lines)


@run_async
async def test_a_request_that_comes_twice_is_answered_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(relay, "ANSWERED", 4)
    wires, done = Wires(twice=1.0), []

    async def reply(request: Request) -> Answer:
        done.append(request.path)
        return Answer(200, [], request.body)

    door = Relay(wires.channel(), "door", 1, echo)
    owner = Relay(wires.channel(), "owner", 1, echo, reply)
    await door.start()
    await owner.start()
    paths = [f"/api/staff/{n}" for n in range(12)]
    for path in paths:
        answer = await door.ask("owner", Request("POST", path, b"", [], path.encode(), ""), 60)
        assert answer.body == path.encode()
    assert done == paths
    await door.stop()
    await owner.stop()


@run_async
async def test_lines_over_a_real_broker(broker: str) -> None:
    house = uuid.uuid4().hex[:8]
    async with two_nodes(lambda: channel_at(broker, house)) as (door, owner):
        clients = [Client() for _ in range(20)]
        carrying = [asyncio.create_task(door.carry(client, "owner", VISIT)) for client in clients]
        for client in clients:
            for n in range(25):
                client.said.put_nowait(f"m{n}" * 200)
            client.said.put_nowait("close")
        ends = await asyncio.wait_for(asyncio.gather(*carrying), 120)
        assert ends == [(4408, "the table was closed")] * 20
        assert all(len(client.heard) == 26 for client in clients)
        await until(lambda: not door.lines and not owner.lines)


@run_async
async def test_houses_that_share_a_broker_do_not_hear_each_other(broker: str) -> None:
    heard: list[bytes] = []
    one, other = (channel_at(broker, uuid.uuid4().hex[:8]) for _ in range(2))
    back: list[bytes] = []
    await one.open("a", back.append)
    await other.open("a", heard.append)
    other.send("a", b"own")
    one.send("a", b"theirs")
    await until(lambda: heard and back)
    await one.close()
    await other.close()
    assert (back, heard) == ([b"theirs"], [b"own"])


def test_another_address_is_refused() -> None:
    with pytest.raises(ValueError, match=r"give nats://host:port or redis://host:port"):
        channel_at("amqp://127.0.0.1", "x")
