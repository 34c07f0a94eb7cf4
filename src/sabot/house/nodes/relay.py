"""Lines of clients that one node has accepted for a table that another node runs.

The node at which a client has connected (the *door*) carries its line to the node that runs the
table (the *owner*): what the client says goes there, and what the table says comes back. Both ends
number what they send. Once a second each tells the other which lines it has and how much it has
sent on each; a line of which something is missing, or which only one end has, is ended at once, and
its client connects again and gets what it missed from the versions of the table.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from itertools import count
from typing import Any, assert_never

import msgspec
import structlog

from sabot.house.nodes.channel import Channel
from sabot.house.world import ClientLine
from sabot.ledger import LedgerError

BEAT = 1.0
"""Seconds between two reports of a node about its lines."""
SILENCE = 4.0
"""Seconds without a report after which the lines to a node are ended."""
WAITING = 256
"""Messages of one line that wait for its client, or for its table; with more it is ended."""
ANSWERED = 1024
"""The last requests of other nodes that are remembered, in case the channel brings one twice."""
LOST, REASON = 4503, "the line to the table was lost; reconnect with since"
TAKES = 10.0
"""Seconds in which a client takes a message; then its line is ended, as at the table itself."""
SLOW, TOO_SLOW = 4408, "too slow; reconnect"

log = structlog.get_logger("sabot.relay")


class LineLost(ConnectionError):
    """The line between the two nodes has ended."""


class Visit(msgspec.Struct, frozen=True):
    """Who comes to which table: the player's id and sign-in ("" for an onlooker), the last version
    of the table that they have seen, and the name that they chose, if they chose one."""

    table: str
    player: str = ""
    sign_in: str = ""
    since: int | None = None
    name: str = ""


class Request(msgspec.Struct, frozen=True):
    """A request over HTTP that one node passes on to another; ``client`` is the address from which
    it came."""

    method: str
    path: str
    query: bytes
    headers: list[tuple[bytes, bytes]]
    body: bytes
    client: str


class Answer(msgspec.Struct, frozen=True):
    """The answer to a request."""

    status: int
    headers: list[tuple[bytes, bytes]]
    body: bytes


class Open(msgspec.Struct, frozen=True, tag="open", array_like=True):
    """A line begins at the door ``sender``."""

    sender: str
    line: str
    visit: Visit


class Text(msgspec.Struct, frozen=True, tag="text", array_like=True):
    """The message ``no`` of one end of a line."""

    sender: str
    line: str
    no: int
    text: str


class Close(msgspec.Struct, frozen=True, tag="close", array_like=True):
    """A line ends, after ``no`` messages of this end: with this code and reason."""

    sender: str
    line: str
    no: int
    code: int
    reason: str


class Ask(msgspec.Struct, frozen=True, tag="ask", array_like=True):
    """The request ``no`` of a node."""

    sender: str
    no: int
    request: Request


class Tell(msgspec.Struct, frozen=True, tag="tell", array_like=True):
    """The answer to the request ``no``."""

    no: int
    answer: Answer


class Report(msgspec.Struct, frozen=True, tag="report", array_like=True):
    """The lines that a node has with another one, each with how many messages it has sent."""

    sender: str
    lines: dict[str, int]


Message = Open | Text | Close | Ask | Tell | Report
_decoder: msgspec.msgpack.Decoder[Message] = msgspec.msgpack.Decoder(Message)
_encoder = msgspec.msgpack.Encoder()


class _End:
    """One end of a line to another node: what has come in order, and how much was sent. At the
    door of the client the other node is the ``owner`` of the table."""

    def __init__(self, peer: str, line: str, now: float, owner: bool) -> None:
        self.peer = peer
        self.owner = owner
        self.line = line
        self.began = now
        self.sent = 0
        self.received = 0
        self.ended = False
        self.closing: tuple[int, str] = (LOST, REASON)
        self._texts: asyncio.Queue[str | None] = asyncio.Queue()

    def arrive(self, no: int, text: str) -> bool:
        """Take a message that has arrived; False where one is missing, or too many wait. One that
        has come twice is taken once."""
        if no <= self.received:
            return True
        if no != self.received + 1 or self._texts.qsize() >= WAITING:
            return False
        self.received = no
        self._texts.put_nowait(text)
        return True

    async def next_text(self) -> str:
        """The next message. LineLost once the line has ended."""
        text = await self._texts.get() if not (self.ended and self._texts.empty()) else None
        if text is None:
            raise LineLost(self.closing[1])
        return text

    def end(self) -> None:
        """No further message comes."""
        if not self.ended:
            self.ended = True
            self._texts.put_nowait(None)


class RemoteClient:
    """The line of a client at another node, as the table has it (`sabot.house.world.ClientLine`).
    """

    def __init__(self, end: _End, send: Callable[[_End, str], None],
                 close: Callable[[_End, int, str], None]) -> None:
        self._end, self._send, self._close = end, send, close

    async def receive_text(self) -> str:
        """Return the next message of the client."""
        return await self._end.next_text()

    async def send_text(self, data: str) -> None:
        """Send a message to the client."""
        if self._end.ended:
            raise LineLost(REASON)
        self._send(self._end, data)

    async def close(self, code: int = 1000, reason: str | None = None) -> None:
        """Close the connection."""
        self._close(self._end, code, reason or "")


Serve = Callable[[ClientLine, Visit], Awaitable[None]]
Reply = Callable[[Request], Awaitable[Answer]]


class Relay:
    """The lines of one node to all others. ``serve`` plays at a table of this node for a client of
    another one, as `sabot.web.socket.play` does for a client of its own; ``reply`` answers a
    request that another node passes on."""

    def __init__(self, channel: Channel, node: str, epoch: int, serve: Serve,
                 reply: Reply | None = None) -> None:
        self.node = node
        self._channel = channel
        self._serve = serve
        self._reply = reply
        self._numbers = count(epoch * 1_000_000_000)
        self._asked: dict[int, asyncio.Future[Answer]] = {}
        self._taken: dict[tuple[str, int], None] = {}  # requests of others, the oldest first
        self._names = (f"{node}.{epoch}.{no}" for no in count(1))
        self._ends: dict[str, _End] = {}
        self._heard: dict[str, float] = {}  # when each peer has last reported
        self._tasks: set[asyncio.Task[None]] = set()
        self._beats: asyncio.Task[None] | None = None

    @property
    def lines(self) -> int:
        """How many lines it has with other nodes."""
        return len(self._ends)

    async def start(self) -> None:
        """Take part in the channel."""
        self._loop = asyncio.get_running_loop()
        await self._channel.open(self.node, self._receive)
        self._beats = self._loop.create_task(self._beat())

    async def stop(self) -> None:
        """End all lines, and take part no more."""
        for end in list(self._ends.values()):
            self._close(end, LOST, REASON)
        if self._beats:
            self._beats.cancel()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, *([self._beats] if self._beats else []),
                             return_exceptions=True)
        await self._channel.close()

    # -- the door ---------------------------------------------------------------------------------

    async def carry(self, client: ClientLine, owner: str, visit: Visit) -> tuple[int, str]:
        """Carry a client's line to the owner of a table, until one of them ends it. Returns the
        code and reason with which it is to be closed. Raises what the client's line raises."""
        end = self._begin(owner, next(self._names), owner=True)
        self._send(owner, Open(self.node, end.line, visit))
        speaking = self._loop.create_task(self._speak(client, end))
        listening = self._loop.create_task(self._listen(client, end))
        try:
            done, _ = await asyncio.wait((speaking, listening),
                                         return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                task.result()
        finally:
            speaking.cancel()
            listening.cancel()
            await asyncio.gather(speaking, listening, return_exceptions=True)
            self._close(end, 1001, "the client is gone")
        return end.closing

    async def _speak(self, client: ClientLine, end: _End) -> None:
        while True:
            self._send_text(end, await client.receive_text())

    async def _listen(self, client: ClientLine, end: _End) -> None:
        while True:
            try:
                text = await end.next_text()
            except LineLost:
                return
            try:
                async with asyncio.timeout(TAKES):
                    await client.send_text(text)
            except TimeoutError:
                end.closing = SLOW, TOO_SLOW
                return
            except (OSError, RuntimeError):  # the client is gone
                return

    def lose_owner(self, node: str) -> None:
        """End the lines to tables that a node ran whose epoch has ended: their clients connect
        again, and reach whoever runs these tables now."""
        for end in [end for end in self._ends.values() if end.owner and end.peer == node]:
            self._lose(end)

    async def ask(self, owner: str, request: Request, patience: float = SILENCE) -> Answer:
        """Pass a request on to another node and return its answer; TimeoutError when none comes in
        time: then nobody here knows whether it was done."""
        no = next(self._numbers)
        answer: asyncio.Future[Answer] = self._loop.create_future()
        self._asked[no] = answer
        try:
            self._send(owner, Ask(self.node, no, request))
            async with asyncio.timeout(patience):
                return await answer
        finally:
            del self._asked[no]

    # -- the owner --------------------------------------------------------------------------------

    def _opened(self, message: Open) -> None:
        if message.line not in self._ends:
            end = self._begin(message.sender, message.line)
            self._run(self._play(end, message.visit))

    def _run(self, work: Coroutine[Any, Any, None]) -> None:
        task = self._loop.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _is_new(self, message: Ask) -> bool:
        """Note a request; False where it has come before."""
        known = (message.sender, message.no)
        if known in self._taken:
            return False
        if len(self._taken) >= ANSWERED:
            del self._taken[next(iter(self._taken))]
        self._taken[known] = None
        return True

    async def _answer(self, message: Ask) -> None:
        assert self._reply is not None
        answer = await self._reply(message.request)
        self._send(message.sender, Tell(message.no, answer))

    async def _play(self, end: _End, visit: Visit) -> None:
        try:
            await self._serve(RemoteClient(end, self._send_text, self._close), visit)
        except LineLost:
            pass
        except LedgerError as error:
            log.error("the books cannot be read", table=visit.table, error=str(error))
        except Exception:
            log.exception("a line of another node failed", table=visit.table)
        finally:
            self._close(end, LOST, REASON)

    # -- both ends --------------------------------------------------------------------------------

    def _begin(self, peer: str, line: str, owner: bool = False) -> _End:
        now = self._loop.time()
        self._heard.setdefault(peer, now)
        end = self._ends[line] = _End(peer, line, now, owner)
        return end

    def _send(self, node: str, message: Message) -> None:
        self._channel.send(node, _encoder.encode(message))

    def _send_text(self, end: _End, text: str) -> None:
        if not end.ended:
            end.sent += 1
            self._send(end.peer, Text(self.node, end.line, end.sent, text))

    def _close(self, end: _End, code: int, reason: str) -> None:
        """End a line at both nodes."""
        if self._ends.pop(end.line, None):
            self._send(end.peer, Close(self.node, end.line, end.sent, code, reason))
            end.end()

    def _lose(self, end: _End) -> None:
        log.info("a line to another node is lost", node=end.peer, line=end.line)
        self._close(end, LOST, REASON)

    def _receive(self, data: bytes) -> None:
        message = _decoder.decode(data)
        match message:
            case Open():
                self._opened(message)
            case Text():
                end = self._ends.get(message.line)
                if end is not None and not end.arrive(message.no, message.text):
                    self._lose(end)
            case Close():
                if (end := self._ends.pop(message.line, None)) is not None:
                    if message.no == end.received:
                        end.closing = message.code, message.reason
                    end.end()
            case Ask():
                if self._is_new(message):
                    self._run(self._answer(message))
            case Tell():
                future = self._asked.get(message.no)
                if future is not None and not future.done():
                    future.set_result(message.answer)
            case Report():
                self._reported(message)
            case _:
                assert_never(message)

    def _reported(self, report: Report) -> None:
        """Compare the lines of another node with those to it."""
        now = self._loop.time()
        self._heard[report.sender] = now
        for end in [end for end in self._ends.values() if end.peer == report.sender]:
            sent = report.lines.get(end.line)
            young = now - end.began < 2 * BEAT  # its beginning may still be under way
            if (sent is None and not young) or (sent is not None and sent > end.received):
                self._lose(end)

    async def _beat(self) -> None:
        """Report the lines to each node, and end those to nodes that report no more."""
        while True:
            await asyncio.sleep(BEAT)
            now = self._loop.time()
            lines: dict[str, dict[str, int]] = {}
            for end in list(self._ends.values()):
                if now - self._heard[end.peer] > SILENCE:
                    self._lose(end)
                else:
                    lines.setdefault(end.peer, {})[end.line] = end.sent
            self._heard = {peer: at for peer, at in self._heard.items() if peer in lines}
            for peer, sent in lines.items():
                self._send(peer, Report(self.node, sent))
