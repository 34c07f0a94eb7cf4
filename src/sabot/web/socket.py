"""The socket of a table: one client, its commands answered one by one, its events in order."""

from __future__ import annotations

import asyncio
import time
from typing import Any

import msgspec
from litestar import WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect

from sabot.house import House, HouseError, Viewer, metrics
from sabot.house.messages import (
    MAX_ID,
    MAX_MESSAGE,
    ActCommand,
    EndCommand,
    Refused,
    decoder,
)
from sabot.web.auth import PLAYER_COOKIE, Signer
from sabot.web.security import Bucket, same_origin

BAD_ORIGIN, NO_TABLE, SLOW, TOO_MUCH = 4403, 4404, 4408, 4429
SEND_TIMEOUT = 10.0
MAX_BAD = 20


@websocket("/ws/tables/{table_id:str}")
async def table_socket(socket: WebSocket[Any, Any, Any], table_id: str) -> None:
    """Play at a table. ``since`` is the last version that the client has seen."""
    house: House = socket.app.state.house
    signer: Signer = socket.app.state.signer
    if not same_origin(socket):
        await socket.close(BAD_ORIGIN, "another site's page may not play for its visitor")
        return
    await socket.accept()
    player = signer.read_player(socket.cookies.get(PLAYER_COOKIE))
    if player and house.player(player) is None:
        player = ""
    try:
        room = await house.room_for(table_id, player)
    except HouseError as error:
        await socket.close(NO_TABLE, error.text)
        return
    since = socket.query_params.get("since", "")
    viewer = Viewer(player)
    await room.ask(lambda: room.join(viewer, int(since) if since.isdecimal() else None))
    writer = asyncio.create_task(_write(socket, viewer))
    try:
        await _read(socket, room, viewer)
    except WebSocketDisconnect:
        pass
    finally:
        writer.cancel()
        await room.ask(lambda: room.leave(viewer))


async def _write(socket: WebSocket[Any, Any, Any], viewer: Viewer) -> None:
    """Send what the room tells; a client that does not take it in time is dropped."""
    while True:
        message = await viewer.outbox.get()
        if message is None:
            await socket.close(SLOW, "too slow, or the house closes; come back with since")
            return
        try:
            async with asyncio.timeout(SEND_TIMEOUT):
                await socket.send_text(message.decode())
        except (TimeoutError, WebSocketDisconnect, RuntimeError):
            if not viewer.gone:
                viewer.gone = True
                metrics.SLOW.inc()
            return


async def _read(socket: WebSocket[Any, Any, Any], room: Any, viewer: Viewer) -> None:
    bucket = Bucket()
    bad = 0
    while not viewer.gone:
        text = await socket.receive_text()
        if not bucket.take():
            metrics.BAD.labels("rate").inc()
            bad += 1
            viewer.tell(Refused("", "too-fast", "", "too many messages; wait a moment"))
        else:
            answer = await _answer(room, viewer.player, text)
            if isinstance(answer, Refused) and answer.code.startswith("bad-"):
                bad += 1
            viewer.tell(answer)
        if bad > MAX_BAD:
            await socket.close(TOO_MUCH, "too many messages that cannot be read")
            return


async def _answer(room: Any, player: str, text: str) -> Any:
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
        if not 0 < len(message.id) <= MAX_ID:
            metrics.BAD.labels("id").inc()
            return Refused("", "bad-id", "", f"a command's id has 1 to {MAX_ID} characters")
        if not player:
            return Refused(message.id, "no-session", "", "only a guest or a player can play: "
                           "POST /api/session first")
    began = time.perf_counter()
    answer = await room.handle(player, message)
    metrics.COMMITS.observe(time.perf_counter() - began)
    return answer


def _id_of(text: str) -> str:
    """The id of a message that could not be read otherwise, so that its sender learns of it."""
    try:
        value = msgspec.json.decode(text.encode(), type=dict[str, Any]).get("id", "")
    except (msgspec.ValidationError, msgspec.DecodeError, UnicodeEncodeError):
        return ""
    return value if isinstance(value, str) and len(value) <= MAX_ID else ""
