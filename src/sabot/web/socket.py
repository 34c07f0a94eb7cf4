"""The socket of a table: one client, one reply for each command, events in order."""

from __future__ import annotations

import asyncio
import contextlib
import re
import zlib
from collections import Counter
from collections.abc import Iterator
from typing import Any, NamedTuple, Protocol

import msgspec
import structlog
from litestar import WebSocket, websocket
from litestar.exceptions import LitestarException, WebSocketDisconnect
from litestar.params import FromPath

from sabot.house import House, HouseError, Room, Viewer, metrics
from sabot.house.nodes.relay import LOST, Visit
from sabot.house.open_rooms import MOVED
from sabot.house.staff.signins import ENDED, SIGNED_OUT, SignIn
from sabot.house.table.messages import (
    MAX_ID,
    MAX_MESSAGE,
    GreetCommand,
    PlayerCommand,
    Refused,
    decoder,
)
from sabot.house.world import ClientLine
from sabot.ledger import LedgerError
from sabot.ledger.nodes import Node
from sabot.web.auth import PLAYER_COOKIE, chosen_name, restore_name, signed_in
from sabot.web.security import Bucket, same_origin

BAD_ORIGIN, NO_TABLE, SLOW, TOO_MUCH, CROWDED, FAULT = 4403, 4404, 4408, 4429, 4430, 4500
SEND_TIMEOUT = 10.0
LONG = 4_000        # bytes from which a message is packed
MAX_BAD = 20
MAX_REASON = 123    # bytes
MAX_WAITING = 8     # messages of one connection that wait for their replies
MAX_LINES = 16      # connections of one player: tables in several windows
MAX_ONLOOKERS = 64  # connections of one address without a player
_UNREADABLE = (msgspec.ValidationError, msgspec.DecodeError, UnicodeEncodeError,
               RecursionError)  # the last for what is nested too deeply
_KEY = re.compile(rf"[!-~]{{1,{MAX_ID}}}")

log = structlog.get_logger("sabot.socket")


class OtherNodes(Protocol):
    """The other nodes of a house, as the sockets of one of them see them."""

    def elsewhere(self, table: str) -> Node | None:
        """Return the other node that runs a table; HouseError while nobody runs it."""

    async def carry(self, line: ClientLine, owner: Node, visit: Visit) -> None:
        """Carry the connection of a client to the node that runs a table, until it ends."""


class ReceivedMessage(NamedTuple):
    """A message, and the version of the table at which it arrived."""

    text: str
    arrived: int


@websocket("/ws/tables/{table_id:str}")
async def table_socket(socket: WebSocket[Any, Any, Any], table_id: FromPath[str]) -> None:
    """Play at a table. ``since`` is the last version that the client has seen; with ``packed=1``
    long messages are compressed."""
    house: House = socket.app.state.house
    if not same_origin(socket):
        await close_line(socket, BAD_ORIGIN, "another site's page may not play for its visitor")
        return
    await socket.accept()
    try:
        sign_in = signed_in(socket)
        if sign_in is None and PLAYER_COOKIE in socket.cookies:
            await close_line(socket, SIGNED_OUT,
                             "this sign-in has ended or is not valid; enter again")
            return
        known = house.player(sign_in.who) if sign_in else None
        player, name = (known.id, chosen_name(socket, known.id)) if known else ("", "")
        since = _since(socket.query_params.get("since", ""))
        others: OtherNodes | None = socket.app.state.get("others")
        owner = others.elsewhere(table_id) if others else None
        room = None if owner else house.room_for(table_id, player)
        if known and room:
            restore_name(house, known, name)
        with _count_line(socket, player) as admitted:
            line = PackingLine(socket) if socket.query_params.get("packed") == "1" else socket
            if not admitted:
                await close_line(socket, CROWDED,
                                 "too many connections from here; close one of them")
            elif room:
                await play(line, house, room, player, sign_in, since)
            elif others and owner:
                await others.carry(line, owner, Visit(
                    table_id, player, sign_in.id if sign_in else "", since, name))
    except HouseError as error:
        await close_line(socket, LOST if error.code == MOVED else NO_TABLE, str(error.text))
    except LedgerError as error:
        log.error("the books cannot be read", table=table_id, error=str(error))
        await close_line(socket, FAULT, "the journal cannot be read now; reconnect with since")
    except WebSocketDisconnect:
        pass
    except Exception:  # a close reason must not carry what failed: it may name a hidden card
        log.exception("a socket failed", table=table_id)
        await close_line(socket, FAULT, "internal error; reconnect with since")


class PackingLine:
    """The connection of a client that gets long messages as bytes, compressed by deflate with the
    header of zlib (RFC 1950). A snapshot has the words and the drawing of its table; packed it is a
    sixth as long. Short messages stay text: what a table says while it is played is not delayed."""

    def __init__(self, socket: WebSocket[Any, Any, Any]) -> None:
        self._socket = socket
        self.receive_text = socket.receive_text
        self.close = socket.close

    async def send_text(self, data: str) -> None:
        """Send a message to the client."""
        if len(data) < LONG:
            await self._socket.send_text(data)
        else:
            await self._socket.send_bytes(zlib.compress(data.encode()))


@contextlib.contextmanager
def _count_line(socket: WebSocket[Any, Any, Any], player: str) -> Iterator[bool]:
    """Count a connection while it lasts; False when its player, or its address, has too many."""
    lines: Counter[str] = socket.app.state.lines
    owner, most = (player, MAX_LINES) if player else (
        f"@{socket.client.host if socket.client else ''}", MAX_ONLOOKERS)
    if lines[owner] >= most:
        metrics.BAD.labels("lines").inc()
        yield False
        return
    lines[owner] += 1
    try:
        yield True
    finally:
        lines[owner] -= 1
        if not lines[owner]:
            del lines[owner]


async def play(line: ClientLine, house: House, room: Room, player: str, sign_in: SignIn | None,
               since: int | None) -> None:
    """Read, reply and write side by side until one of them ends."""
    viewer = Viewer(player, sign_in.id if sign_in else "")
    if not await room.arrive(viewer, since):
        await close_line(line, SLOW, "the table was closed in the meantime; open it again")
        return
    if sign_in and not house.sign_ins.still_open(sign_in):  # it ended while the room was busy
        viewer.dismiss(SIGNED_OUT, ENDED)
    received: asyncio.Queue[ReceivedMessage | None] = asyncio.Queue(MAX_WAITING)
    reader = asyncio.create_task(_read(line, room, viewer, received))
    tasks = [asyncio.create_task(_write(line, viewer)),
             asyncio.create_task(_reply_all(room, viewer, received))]
    try:
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for task in done:
            task.result()
        if viewer.closed:  # send the last messages before the connection is closed
            await asyncio.wait(tasks, timeout=SEND_TIMEOUT)
        elif reader.done():
            reader.result()
    finally:
        viewer.drop(slow=False)
        for task in (reader, *tasks):
            task.cancel()
        await asyncio.gather(reader, *tasks, return_exceptions=True)
        await room.depart(viewer)


def _since(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 19 else None


async def close_line(line: ClientLine, code: int, reason: str) -> None:
    """Close the connection if it is still open."""
    with contextlib.suppress(WebSocketDisconnect, OSError, RuntimeError, LitestarException):
        await line.close(code, fitting(reason))


def fitting(reason: str) -> str:
    """Shorten a reason to fit a close frame: a longer one ends in "…", after a whole character."""
    raw = reason.encode(errors="replace")
    if len(raw) <= MAX_REASON:
        return raw.decode()
    return raw[:MAX_REASON - len("…".encode())].decode(errors="ignore") + "…"


async def _write(line: ClientLine, viewer: Viewer) -> None:
    """Send the room's messages; a client that does not take them in time is dropped."""
    while (message := await viewer.outbox.get()) is not None:
        try:
            async with asyncio.timeout(SEND_TIMEOUT):
                await line.send_text(message.decode())
        except TimeoutError:
            viewer.drop()
        except (OSError, RuntimeError):  # closed meanwhile: the reader notices too
            return
        del message  # a snapshot is long, and the next message may be hours away
    await close_line(line, *(viewer.close_reason or (SLOW, "too slow, or the house is closing; "
                                                       "reconnect")))


async def _read(line: ClientLine, room: Room, viewer: Viewer,
                received: asyncio.Queue[ReceivedMessage | None]) -> None:
    """Read messages as they arrive, with the version of the table at that time. A bounded number
    wait for their replies; further ones wait at the client. Messages that arrived before the
    connection was lost are still done."""
    try:
        while not viewer.closed:
            text = await line.receive_text()
            await received.put(ReceivedMessage(text, room.desk.state.version))
    except Exception:
        await received.put(None)
        raise


async def _reply_all(
    room: Room, viewer: Viewer, received: asyncio.Queue[ReceivedMessage | None]) -> None:
    """Send one reply for each message, in the order of arrival, until the connection is lost."""
    bucket = Bucket(asyncio.get_running_loop().time)
    bad = 0
    while not viewer.closed and (message := await received.get()) is not None:
        text, arrived = message
        if viewer.closed:  # dismissed meanwhile: its messages no longer count
            return
        if not bucket.take():
            metrics.BAD.labels("rate").inc()
            bad += 1
            viewer.send(Refused(_id_of(text), "too-fast", "", "too many messages; wait a moment"))
        else:
            reply = await _reply_to(room, viewer.player, text, arrived)
            if isinstance(reply, Refused) and reply.code.startswith("bad-"):
                bad += 1
            viewer.send(reply)
        if bad > MAX_BAD:
            viewer.dismiss(TOO_MUCH, "too many messages, or too many that cannot be read")


async def _reply_to(room: Room, player: str, text: str, arrived: int) -> Any:
    """Return the one reply to a message, whatever it is."""
    if len(text) > MAX_MESSAGE:
        metrics.BAD.labels("size").inc()
        return Refused("", "bad-size", "", f"a message has at most {MAX_MESSAGE} characters; "
                       f"this one has {len(text)}", {"most": MAX_MESSAGE})
    try:
        message = decoder.decode(text.encode())
    except _UNREADABLE as error:
        metrics.BAD.labels("form").inc()
        return Refused(_id_of(text), "bad-message", "", f"this message cannot be read: {error}",
                       {"see": "/api/messages"})
    if isinstance(message, PlayerCommand | GreetCommand):
        if not _KEY.fullmatch(message.id):
            metrics.BAD.labels("id").inc()
            return Refused("", "bad-id", "", f"a command's id is 1 to {MAX_ID} visible ASCII "
                           "characters")
        if not player:
            return Refused(message.id, "no-session", "", "only guests and players can play: "
                           "POST /api/session first")
    if isinstance(message, GreetCommand):
        return room.broadcaster.greeter.greet(player, message, room.viewers)
    clock = asyncio.get_running_loop().time
    began = clock()
    reply = await room.reply_to(player, message, arrived)
    metrics.COMMITS.observe(clock() - began)
    return reply


def _id_of(text: str) -> str:
    """Return the id of a message that could not be decoded, so that its sender can match the
    refusal."""
    if len(text) > MAX_MESSAGE:
        return ""
    try:
        value = msgspec.json.decode(text.encode(), type=dict[str, Any]).get("id", "")
    except _UNREADABLE:
        return ""
    return value if isinstance(value, str) and _KEY.fullmatch(value) else ""
