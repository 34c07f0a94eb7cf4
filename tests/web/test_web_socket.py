"""The socket of a table: who may open it, what it answers, and what it sends to whom."""

from __future__ import annotations

import asyncio
import json
import socket as plain
import time
import zlib
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any
from urllib.parse import quote

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from sabot.house import metrics
from sabot.house.table import messages
from sabot.web.socket import MAX_LINES, fitting
from support.open_house import Doors, Line, row


def schemas(doors: Doors) -> dict[str, Any]:
    found: dict[str, Any] = doors.visitor().get("/api/messages").json()
    return found


KINDS = {"snapshot": "Snapshot", "events": "Events", "ack": "Ack", "refused": "Refused",
         "notice": "Notice", "pools": "Pools", "greeting": "Greeting", "pong": "Pong"}


def conforms(message: Any, schema: Any, every: dict[str, Any]) -> bool:
    """Whether a value has the shape that a schema of the catalogue describes."""
    if "$ref" in schema:
        return conforms(message, every[schema["$ref"].rsplit("/", 1)[1]], every)
    if "anyOf" in schema:
        return any(conforms(message, one, every) for one in schema["anyOf"])
    if "enum" in schema:
        return message in schema["enum"]
    kind = schema.get("type")
    if kind == "object":
        properties = schema.get("properties", {})
        return (isinstance(message, dict) and set(schema.get("required", ())) <= set(message)
                and (schema.get("additionalProperties") is not False
                     or set(message) <= set(properties))
                and all(conforms(message[k], s, every) for k, s in properties.items()
                        if k in message))
    if kind == "array":
        return isinstance(message, list) and all(
            conforms(one, schema.get("items", {}), every) for one in message)
    python = {"string": str, "integer": int, "number": (int, float), "boolean": bool,
              "null": type(None)}.get(kind)
    return python is None or (isinstance(message, python)
                              and (kind == "boolean" or not isinstance(message, bool)))


def test_the_catalogue_of_messages_describes_what_is_said(doors: Doors) -> None:
    names = schemas(doors)
    assert names["client"] == ["ActCommand", "EndCommand", "ReadyCommand", "GreetCommand",
                               "Ping"]
    assert names["server"] == list(KINDS.values())
    every = names["schemas"]
    ana = doors.guest("Ana")
    with ana.table("alone") as line:
        line.take()
        for command in (("sit", "1"), ("bet", "1", 100), ("bet", "1", 200), ("deal", "table")):
            line.do(*command)
        line.say({"t": "ping"})
        line.until("pong")
        line.say({"t": "end", "id": "over"})
        line.until("ack", id="over") if not _in_play(doors, ana.id) else None
        seen = {m["t"] for m in line.messages}
        assert {"snapshot", "events", "ack", "refused", "pong"} <= seen
        for message in line.messages:
            assert conforms(message, every[KINDS[message["t"]]], every), message
        snapshot = every["Snapshot"]
        assert not conforms({"t": "snapshot"}, snapshot, every), "the check can fail"


def _in_play(doors: Doors, player: str) -> bool:
    async def look() -> bool:
        return bool(doors.house.room_for("alone", player).desk.staked)
    return bool(doors.run(look))


@pytest.mark.law(row("12"))
def test_two_at_one_table_see_each_other_and_act_for_themselves(tmp_path: Path) -> None:
    with Doors(tmp_path) as doors:
        ana, rui = doors.guest("Ana"), doors.guest("Rui")
        with ana.table() as ana_line, rui.table() as rui_line:
            first = ana_line.take()
            assert first["t"] == "snapshot" and first["you"]["name"] == "Ana"
            rui_line.take()
            assert ana_line.do("sit", "1")["t"] == "ack"
            assert rui_line.do("sit", "2")["t"] == "ack"
            assert ana_line.do("bet", "1", 400)["t"] == "ack"
            ana_line.say({"t": "ping"})
            ana_line.until("pong")
            message = rui_line.until("events")
            while not any(e.get("bet") == "1" for e in message["events"]):
                message = rui_line.until("events")
            move = next(e for e in message["events"] if e.get("bet") == "1")
            assert (move["amount"], move["yours"]) == (400, False)
            no = rui_line.do("bet", "1", 200)
            assert (no["t"], no["code"], no["law"]) == ("refused", "not-yours", no["law"])
            assert rui_line.do("bet", "2", 200)["t"] == "ack"
            doors.later(15)
            message = rui_line.until("events")
            while message.get("listen") is None or message["listen"]["window"] == "bets":
                message = rui_line.until("events")
            waiting = message["listen"]["awaiting"]
            mine = {o["seat"][0] for o in message["listen"]["offers"]}
            assert mine <= {"2"} and waiting


def test_a_table_that_is_not_there_is_closed_with_its_reason(doors: Doors) -> None:
    """Whatever it was called: a close frame holds 123 bytes."""
    for name in ("nope", "x" * 300, quote("é" * 120), quote("沒有" * 60)):
        with doors.guest().table(name) as line:
            code, reason = line.closed()
        assert code == 4404 and reason.startswith("there is no table"), (code, reason)
        assert len(reason.encode()) <= 123
    assert fitting("é" * 80) == "é" * 60 + "…" and fitting("é" * 61) == "é" * 61
    assert fitting("a" + "é" * 80) == "a" + "é" * 59 + "…"


def test_a_page_of_another_site_may_not_play(doors: Doors) -> None:
    ana = doors.guest()
    for origin in ("https://evil.example", "null", f"http://127.0.0.1:{doors.port + 1}"):
        with pytest.raises(InvalidStatus) as no:
            ana.table(Origin=origin)
        assert no.value.response.status_code == 403
    with ana.table(Origin=doors.at) as line:
        assert line.take()["t"] == "snapshot"


def test_who_has_no_session_watches_and_is_told_why_they_cannot_play(doors: Doors) -> None:
    with doors.visitor().table() as line:
        first = line.take()
        assert first["you"] is None and first["listen"]["offers"] == []
        no = line.do("sit", "1")
        assert (no["code"], no["id"]) == ("no-session", "k1")
    with doors.visitor().table(Cookie="sabot=forged") as line:
        code, reason = line.closed()
        assert code == 4401 and "enter again" in reason


def test_a_table_that_is_not_there_or_not_yours_is_closed_with_a_reason(doors: Doors) -> None:
    ana, rui = doors.guest(), doors.guest()
    with ana.table("nowhere") as line:
        code, reason = line.closed()
        assert code == 4404 and "no table" in reason
    with rui.table("alone") as line:
        line.take()
        with ana.table(f"alone~{rui.id[2:]}") as other:
            code, reason = other.closed()
            assert code == 4404 and "its own player" in reason


@pytest.mark.parametrize("since", ["0", "x", "-1", "99999999", "9" * 5000, "%D9%A3", "1e3", "%201"])
def test_any_since_is_answered(doors: Doors, since: str) -> None:
    with doors.guest().table(since=since) as line:
        assert line.take()["t"] == "snapshot"


def test_a_long_message_comes_packed_to_those_who_ask(doors: Doors) -> None:
    ana = doors.guest()
    with ana.table() as other, ana.table(packed=True) as line:
        whole, packed = other.take(), line.line.recv(60)
        assert isinstance(packed, bytes) and len(packed) < len(json.dumps(whole)) / 3
        assert json.loads(zlib.decompress(packed))["table"] == whole["table"]
        line.say({"t": "ping"})
        assert line.take() == {"t": "pong"}


BAD = [
    "", "{", "[]", "null", "5", '"hello"', "{}", '{"t": "fly"}', '{"t": "act"}',
    '{"t": "act", "id": 5, "act": "sit", "seat": "1"}',
    '{"t": "act", "id": "a", "act": "sit", "seat": "1", "more": true}',
    '{"t": "act", "id": "a", "act": "bet", "seat": "1", "amount": 1.5}',
    '{"t": "act", "id": "a", "act": "bet", "seat": "1", "amount": "200"}',
    '{"t": "act", "id": "a", "act": "bet", "seat": "1", "amount": 99999999999999999999999}',
    '{"t": "act", "id": "", "act": "sit", "seat": "1"}',
    '{"t": "act", "id": "\\u0000", "act": "sit", "seat": "1"}',
    '{"t": "act", "id": "a b", "act": "sit", "seat": "1"}',
    '{"t": "act", "id": "' + "x" * 65 + '", "act": "sit", "seat": "1"}',
    '{"t": "act", "id": "a", "act": "' + "x" * 3000 + '", "seat": "1"}',
    '{"t": "end"}', '{"t": "ping", "x": 1}', '{"t": "snapshot", "v": 1}', "[" * 1500,
    '{"id": "a", "x": ' + "[" * 1900,
    '{"t": "act", "id": "a", "act": "sit", "seat": "\\ud800"}',
]


@pytest.mark.parametrize("half", [0, 1])
def test_every_bad_message_gets_one_answer_and_the_line_stays(doors: Doors, half: int) -> None:
    ana = doors.guest()
    with ana.table() as line:
        version = line.take()["v"]
        for text in BAD[half::2]:
            line.say(text)
            answer = line.take()
            assert answer["t"] == "refused" and answer["code"].startswith("bad-"), text
            assert answer["text"] and "Traceback" not in answer["text"]
        line.say(b"\x00\x01binary")
        assert line.take()["code"] == "bad-message"
        line.say({"t": "ping"})
        assert line.take()["t"] == "pong"
        assert doors.house.rooms["shared"].desk.state.version == version


def test_the_id_of_a_bad_message_comes_back_with_its_answer(doors: Doors) -> None:
    with doors.guest().table() as line:
        line.take()
        line.say('{"t": "act", "id": "mine", "act": "bet", "seat": "1", "amount": "x"}')
        assert line.take()["id"] == "mine"


def test_a_message_beyond_the_frame_limit_ends_the_line(doors: Doors) -> None:
    with doors.guest().table() as line:
        line.take()
        line.say("x" * 10_000)
        assert line.closed()[0] == 1009


def test_a_flood_is_slowed_and_then_ended(doors: Doors) -> None:
    ana = doors.guest()
    with ana.table() as line:
        line.take()
        with suppress(ConnectionClosed):  # it may be ended before all is said
            for n in range(400):
                line.say({"t": "act", "id": f"f{n}", "act": "fly", "seat": "1"})
        code, _ = line.closed()
        assert code == 4429
        codes = [m["code"] for m in line.messages if m["t"] == "refused"]
        assert "too-fast" in codes and 50 < codes.index("too-fast") < 400
        answered = [m["id"] for m in line.messages if m["t"] == "refused"]
        assert answered == [f"f{n}" for n in range(len(answered))], "one answer each, in order"


def test_too_much_that_cannot_be_read_ends_the_line(doors: Doors) -> None:
    with doors.guest().table() as line:
        line.take()
        with suppress(ConnectionClosed):  # it may be ended before all is said
            for _ in range(30):
                line.say("nonsense")
        assert line.closed()[0] == 4429


def test_a_fault_in_the_house_never_reaches_the_reason_of_a_close(
        doors: Doors, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: Any) -> Any:
        raise RuntimeError("the hole card is JC")
    ana = doors.guest()
    monkeypatch.setattr(doors.house, "room_for", broken)
    with ana.table() as line:
        code, reason = line.closed()
        assert code == 4500 and "JC" not in reason and reason
    monkeypatch.undo()
    monkeypatch.setattr("sabot.web.socket._reply_to", broken)
    with ana.table() as line:
        line.take()
        line.say({"t": "ping"})
        code, reason = line.closed()
        assert code == 4500 and "JC" not in reason


def test_the_same_key_on_another_line_gets_the_same_answer(doors: Doors) -> None:
    ana = doors.guest()
    with ana.table() as first, ana.table() as second:
        first.take(), second.take()
        place = next(s["place"] for s in first.messages[0]["seats"] if not s["name"])
        sat = first.do("sit", place, key="same")
        assert sat["t"] == "ack" and second.do("sit", place, key="same") == sat
        assert first.do("leave", place)["t"] == "ack"
        assert second.do("sit", place, key="same") == sat
        seats = doors.house.rooms["shared"].desk.seats
        assert ana.id not in seats, "an old command once more does nothing"


@pytest.mark.law(row("29"), row("30"))
def test_a_line_that_breaks_in_mid_coup_is_taken_up_where_it_was(tmp_path: Path) -> None:
    with Doors(tmp_path) as doors:
        ana = doors.guest("Ana")
        with ana.table() as line:
            line.take()
            line.do("sit", "1")
            line.do("bet", "1", 200)
            version = line.messages[-1]["v"]
            line.line.socket.shutdown(plain.SHUT_RDWR)
        for _ in range(100):
            if not doors.house.rooms["shared"].viewers:
                break
            time.sleep(0.05)
        doors.later(15)
        with ana.table(since=str(version)) as line:
            message = line.take()
            assert message["t"] == "events" and message["v"] == version + 1
            kinds = [e.get("step") or e.get("line") or e.get("answer") for e in message["events"]]
            assert kinds[0] == "lost" and "deal" in kinds


def test_a_client_that_never_reads_is_dropped_and_the_table_goes_on(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sabot.web.socket.SEND_TIMEOUT", 0.3)
    monkeypatch.setattr("sabot.house.table.viewer.OUTBOX", 16)
    with Doors(tmp_path) as doors:
        ana, rui = doors.guest("Ana"), doors.guest("Rui")
        before = metrics.SLOW._value.get()
        raw = plain.create_connection(("127.0.0.1", doors.port))
        raw.setsockopt(plain.SOL_SOCKET, plain.SO_RCVBUF, 1024)
        raw.sendall((f"GET /ws/tables/shared HTTP/1.1\r\nHost: 127.0.0.1:{doors.port}\r\n"
                     f"Upgrade: websocket\r\nConnection: Upgrade\r\nCookie: {rui.cookies}\r\n"
                     "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
                     "Sec-WebSocket-Version: 13\r\n\r\n").encode())
        with ana.table() as line:
            line.take()
            doors.run(_much_is_told(doors, before))
            assert metrics.SLOW._value.get() == before + 1
            for _ in range(100):
                if len(doors.house.rooms["shared"].viewers) == 1:
                    break
                time.sleep(0.05)
            assert len(doors.house.rooms["shared"].viewers) == 1
            assert line.do("sit", "1")["t"] == "ack"
        raw.close()


def _much_is_told(doors: Doors, before: float) -> Any:
    """The house says more than the buffers of a line can hold."""
    async def tell() -> None:
        room = doors.house.rooms["shared"]
        for _ in range(2000):
            for viewer in list(room.viewers):
                room.broadcaster.send(viewer, messages.Notice("test", "", {"pad": "x" * 20_000}))
            await asyncio.sleep(0.001)
            if metrics.SLOW._value.get() > before:
                return
    return tell


def test_the_house_closes_its_lines_when_it_closes(tmp_path: Path) -> None:
    with Doors(tmp_path) as doors:
        line = doors.guest().table()
        line.take()
    assert line.closed()[0] in (1001, 1012, 4408)
    with pytest.raises(httpx.HTTPError):
        httpx.get(f"{doors.at}/health", timeout=2)
    with line:
        pass


def test_messages_are_small_and_plain() -> None:
    assert set(KINDS.values()) <= set(messages.catalogue().schemas)
    assert json.loads(messages.encoder.encode(messages.Pong())) == {"t": "pong"}
    assert isinstance(Line, type)


def test_a_player_has_so_many_lines_and_no_more(doors: Doors) -> None:
    ana = doors.guest("Ana")
    with ExitStack() as stack:
        for _ in range(MAX_LINES):
            stack.enter_context(ana.table("shared")).take()
        with ana.table("shared") as line:
            assert line.closed()[0] == 4430
    with ana.table("shared") as line:
        line.take()
