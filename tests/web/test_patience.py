"""Connections that keep the house waiting are cut: real sockets, and short times to wait."""

from __future__ import annotations

import base64
import os
import socket
import time
from collections.abc import Iterator
from contextlib import suppress

import pytest

from sabot.web.timeouts import Patience
from support.open_house import Doors
from support.served_house import PATIENCE

SHORT = Patience(head=0.4, body=0.4, taken=0.4, sign=0.4)
HEAD = b"POST /api/session HTTP/1.1\r\nHost: localhost\r\nX-Sabot: 1\r\n"


@pytest.fixture(scope="module")
def hasty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Doors]:
    with Doors(tmp_path_factory.mktemp("hasty"), patience=SHORT) as opened:
        yield opened


def open_socket(doors: Doors) -> socket.socket:
    line = socket.create_connection(("127.0.0.1", doors.port))
    line.settimeout(60)
    return line


def to_the_end(line: socket.socket) -> bytes:
    """Everything received until the house cuts the connection."""
    received = b""
    with suppress(ConnectionError):
        while some := line.recv(65_536):
            received += some
    return received


@pytest.mark.parametrize("sent", [
    b"", b"GET / HT", HEAD, HEAD + b"Content-Length: 20\r\n\r\n",
    HEAD + b"Content-Length: 20\r\n\r\n{",
    HEAD + b"Transfer-Encoding: chunked\r\n\r\n5\r\n{"])
def test_a_request_that_does_not_arrive_is_told_so_and_cut(hasty: Doors, sent: bytes) -> None:
    with open_socket(hasty) as line:
        line.sendall(sent)
        assert to_the_end(line).startswith(b"HTTP/1.1 408 ")


@pytest.mark.parametrize("before", [
    b"GET / HTTP/1.1\r\nX-Slow: ", HEAD + b"Content-Length: 9999\r\n\r\n"])
def test_one_that_comes_letter_by_letter_is_cut_too(hasty: Doors, before: bytes) -> None:
    with open_socket(hasty) as line:
        line.sendall(before)
        line.settimeout(0.05)
        received = b""
        while not received:
            with suppress(ConnectionError):
                line.sendall(b"x")
            try:
                received = line.recv(65_536) or b"closed"
            except TimeoutError:
                continue
            except ConnectionError:
                received = b"closed"
        assert received == b"closed" or received.startswith(b"HTTP/1.1 408 ")


def test_a_body_behind_a_refusal_is_not_waited_for(hasty: Doors) -> None:
    """A request is refused by its head alone, and its body goes on and on."""
    with open_socket(hasty) as line:
        line.sendall(b"POST /api/session HTTP/1.1\r\nHost: localhost\r\n"
                     b"Content-Length: 9999\r\n\r\n")
        line.settimeout(0.05)
        received, over = b"", False
        while not over:
            with suppress(ConnectionError):
                line.sendall(b"x")
            try:
                some = line.recv(65_536)
                received, over = received + some, not some
            except TimeoutError:
                continue
            except ConnectionError:
                over = True
        assert received.startswith(b"HTTP/1.1 403 ")


def test_an_answer_that_nobody_takes_is_given_up(hasty: Doors) -> None:
    ask = b"GET /api/schema/openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n"
    with open_socket(hasty) as line:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
        line.settimeout(0.05)
        until = time.monotonic() + PATIENCE / 1000
        with suppress(OSError):  # more answers than any buffer holds, and none is read
            while not cut(line):
                assert time.monotonic() < until, "it was never cut"
                with suppress(TimeoutError):
                    line.sendall(ask)
                line.getpeername()


def cut(line: socket.socket) -> bool:
    """Whether the house has reset the line."""
    return line.getsockopt(socket.SOL_SOCKET, socket.SO_ERROR) != 0


def test_a_socket_that_gives_no_sign_of_life_is_cut(hasty: Doors) -> None:
    key = base64.b64encode(os.urandom(16))
    with open_socket(hasty) as line:
        line.sendall(b"GET /ws/tables/shared HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n"
                     b"Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                     b"Sec-WebSocket-Key: " + key + b"\r\n\r\n")
        received = to_the_end(line)  # pings among it, which it does not answer
        assert received.startswith(b"HTTP/1.1 101 ")


def test_many_that_say_nothing_go_and_those_who_speak_are_served(hasty: Doors) -> None:
    silent = [open_socket(hasty) for _ in range(200)]
    assert hasty.guest("Ana").get("/api/session").status_code == 200
    for line in silent:
        assert to_the_end(line).startswith(b"HTTP/1.1 408 ")
        line.close()


def test_who_takes_their_time_between_requests_is_served(hasty: Doors) -> None:
    """A table's socket stays for as long as it answers."""
    with hasty.visitor().table() as line:
        line.take()
        for _ in range(4):
            line.say({"t": "ping"})
            assert line.until("pong")
            with suppress(TimeoutError):
                line.take(timeout=0.3)
