"""The socket of a table: one client, its commands answered one by one, its events in order."""

from __future__ import annotations

import asyncio
import contextlib
import re
from collections import Counter
from collections.abc import Iterator
from typing import Any, NamedTuple

import msgspec
import structlog
from litestar import WebSocket, websocket
from litestar.exceptions import LitestarException, WebSocketDisconnect
from litestar.params import FromPath

from sabot.house import House, HouseError, Room, Viewer, metrics
from sabot.house.staff.signins import SIGNED_OUT, SignIn
from sabot.house.table.messages import (
    MAX_ID,
    MAX_MESSAGE,
    ActCommand,
    EndCommand,
    Refused,
    decoder,
)
from sabot.house.world import Line
from sabot.ledger import LedgerError
from sabot.web.auth import PLAYER_COOKIE, signed_in
from sabot.web.security import Bucket, same_origin

BAD_ORIGIN, NO_TABLE, SLOW, TOO_MUCH, CROWDED, FAULT = 4403, 4404, 4408, 4429, 4430, 4500
SEND_TIMEOUT = 10.0
MAX_BAD = 20
MAX_REASON = 123    # bytes
MAX_WAITING = 8     # messages of one line that wait for their answers
MAX_LINES = 16      # of one player: tables in several windows
MAX_ONLOOKERS = 64  # of one address, without a player
_KEY = re.compile(rf"[!-~]{{1,{MAX_ID}}}")

log = structlog.get_logger("sabot.socket")


class Came(NamedTuple):
    """A message, and the version of the table at which it came."""

    text: str
    arrived: int


@websocket("/ws/tables/{table_id:str}")
async def table_socket(socket: WebSocket[Any, Any, Any], table_id: FromPath[str]) -> None:
    """Play at a table. ``since`` is the last version that the client has seen."""
    house: House = socket.app.state.house
    if not same_origin(socket):
        await _close(socket, BAD_ORIGIN, "another site's page may not play for its visitor")
        return
    await socket.accept()
    try:
        sign_in = signed_in(socket)
        if sign_in is None and PLAYER_COOKIE in socket.cookies:
            await _close(socket, SIGNED_OUT, "this sign-in has ended, or is none; enter again")
            return
        player = sign_in.who if sign_in and house.player(sign_in.who) else ""
        room = house.room_for(table_id, player)
        with _one_more(socket, player) as admitted:
            if admitted:
                await play(socket, house, room, player, sign_in,
                           _since(socket.query_params.get("since", "")))
            else:
                await _close(socket, CROWDED, "too many lines from here; close one of them")
    except HouseError as error:
        await _close(socket, NO_TABLE, error.text)
    except LedgerError as error:
        log.error("the books cannot be read", table=table_id, error=str(error))
        await _close(socket, FAULT, "the journal cannot be read now; reconnect with since")
    except WebSocketDisconnect:
        pass
    except Exception:  # a close reason must not carry what failed: it may name a hidden card
        log.exception("a socket failed", table=table_id)
        await _close(socket, FAULT, "internal error; reconnect with since")


@contextlib.contextmanager
def _one_more(socket: WebSocket[Any, Any, Any], player: str) -> Iterator[bool]:
    """Count a line while it lasts; False when its player, or its address, has enough of them."""
    lines: Counter[str] = socket.app.state.lines
    who, most = (player, MAX_LINES) if player else (
        f"@{socket.client.host if socket.client else ''}", MAX_ONLOOKERS)
    if lines[who] >= most:
        metrics.BAD.labels("lines").inc()
        yield False
        return
    lines[who] += 1
    try:
        yield True
    finally:
        lines[who] -= 1
        if not lines[who]:
            del lines[who]


async def play(line: Line, house: House, room: Room, player: str, sign_in: SignIn | None,
               since: int | None) -> None:
    """Read, answer and write side by side until one of them ends."""
    viewer = Viewer(player, sign_in.id if sign_in else "")
    if not await room.arrive(viewer, since):
        await _close(line, SLOW, "the table was given up meanwhile; come back to it")
        return
    if sign_in and not house.sign_ins.lasts(sign_in):  # it ended while the room was busy
        viewer.dismiss(SIGNED_OUT, "this sign-in has ended; enter again")
    came: asyncio.Queue[Came | None] = asyncio.Queue(MAX_WAITING)
    reader = asyncio.create_task(_read(line, room, viewer, came))
    both = [asyncio.create_task(_write(line, viewer)),
            asyncio.create_task(_answer_all(room, viewer, came))]
    try:
        done, _ = await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
        for task in done:
            task.result()
        if viewer.gone:  # let it hear the last words before the line is closed
            await asyncio.wait(both, timeout=SEND_TIMEOUT)
        elif reader.done():
            reader.result()
    finally:
        viewer.drop(slow=False)
        for task in (reader, *both):
            task.cancel()
        await asyncio.gather(reader, *both, return_exceptions=True)
        await room.depart(viewer)


def _since(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 19 else None


async def _close(line: Line, code: int, reason: str) -> None:
    """Close, where the line still stands."""
    with contextlib.suppress(WebSocketDisconnect, OSError, RuntimeError, LitestarException):
        await line.close(code, fitting(reason))


def fitting(reason: str) -> str:
    """A reason as a close frame holds it: a longer one ends in "…", within a whole character."""
    raw = reason.encode(errors="replace")
    if len(raw) <= MAX_REASON:
        return raw.decode()
    return raw[:MAX_REASON - len("…".encode())].decode(errors="ignore") + "…"


async def _write(line: Line, viewer: Viewer) -> None:
    """Send what the room tells; a client that does not take it in time is dropped."""
    while (message := await viewer.outbox.get()) is not None:
        try:
            async with asyncio.timeout(SEND_TIMEOUT):
                await line.send_text(message.decode())
        except TimeoutError:
            viewer.drop()
        except (OSError, RuntimeError):  # closed meanwhile: the reader learns it too
            return
    await _close(line, *(viewer.why or (SLOW, "too slow, or the house closes; come back")))


async def _read(line: Line, room: Room, viewer: Viewer,
                came: asyncio.Queue[Came | None]) -> None:
    """Take in what comes as soon as it comes: what the table had told by then, its sender may have
    seen. Only so many messages wait for their answers; more wait with their sender. What came
    before the line was lost is still done."""
    try:
        while not viewer.gone:
            text = await line.receive_text()
            await came.put(Came(text, room.desk.state.version))
    except Exception:
        await came.put(None)
        raise


async def _answer_all(room: Room, viewer: Viewer, came: asyncio.Queue[Came | None]) -> None:
    """One answer for each message, in the order in which they came, until the line is lost."""
    bucket = Bucket(asyncio.get_running_loop().time)
    bad = 0
    while not viewer.gone and (message := await came.get()) is not None:
        text, arrived = message
        if viewer.gone:  # dismissed meanwhile: what it says does not count any more
            return
        if not bucket.take():
            metrics.BAD.labels("rate").inc()
            bad += 1
            viewer.tell(Refused(_id_of(text), "too-fast", "", "too many messages; wait a moment"))
        else:
            answer = await _answer(room, viewer.player, text, arrived)
            if isinstance(answer, Refused) and answer.code.startswith("bad-"):
                bad += 1
            viewer.tell(answer)
        if bad > MAX_BAD:
            viewer.dismiss(TOO_MUCH, "too many messages, or too many that cannot be read")


async def _answer(room: Room, player: str, text: str, arrived: int) -> Any:
    """One answer for one message, whatever it is."""
    if len(text) > MAX_MESSAGE:
        metrics.BAD.labels("size").inc()
        return Refused("", "bad-size", "", f"a message has at most {MAX_MESSAGE} characters; "
                       f"this one has {len(text)}", {"most": MAX_MESSAGE})
    try:
        message = decoder.decode(text.encode())
    except (msgspec.ValidationError, msgspec.DecodeError, UnicodeEncodeError) as error:
        metrics.BAD.labels("form").inc()
        return Refused(_id_of(text), "bad-message", "", f"this message cannot be read: {error}",
                       {"see": "/api/messages"})
    if isinstance(message, ActCommand | EndCommand):
        if not _KEY.fullmatch(message.id):
            metrics.BAD.labels("id").inc()
            return Refused("", "bad-id", "", f"a command's id is 1 to {MAX_ID} visible ASCII "
                           "characters")
        if not player:
            return Refused(message.id, "no-session", "", "only guests and players can play: "
                           "POST /api/session first")
    clock = asyncio.get_running_loop().time
    began = clock()
    answer = await room.handle(player, message, arrived)
    metrics.COMMITS.observe(clock() - began)
    return answer


def _id_of(text: str) -> str:
    """The id of a message that could not be read otherwise, so that its sender learns of it."""
    if len(text) > MAX_MESSAGE:
        return ""
    try:
        value = msgspec.json.decode(text.encode(), type=dict[str, Any]).get("id", "")
    except (msgspec.ValidationError, msgspec.DecodeError, UnicodeEncodeError):
        return ""
    return value if isinstance(value, str) and _KEY.fullmatch(value) else ""
