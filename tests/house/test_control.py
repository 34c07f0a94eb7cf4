"""The control socket of an open house: who may connect, what it answers, and what remains."""

from __future__ import annotations

import asyncio
import os
import socket
import stat
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from sabot.house import HouseError
from sabot.house.people.roles import members
from sabot.house.staff.control import Control, ControlRefused, NoReply, ask_house, path_of, paths_of
from sabot.house.staff.personnel import control_acts
from support.house_evening import Evening, run_async


@pytest.fixture
def short() -> Iterator[Path]:
    """A folder whose path is short enough for a socket, wherever the tests run."""
    with tempfile.TemporaryDirectory(dir="/tmp") as folder:
        yield Path(folder)


async def echo(asked: dict[str, Any]) -> dict[str, Any]:
    return asked


async def no(asked: dict[str, Any]) -> dict[str, Any]:
    raise HouseError("no", "not today")


async def broken(asked: dict[str, Any]) -> dict[str, Any]:
    raise ZeroDivisionError


ACTS = {"echo": echo, "no": no, "broken": broken}


@pytest.mark.parametrize("url", ["postgresql://me@db/house", "postgresql://you:secret@db/house"])
def test_a_door_is_named_after_its_database_and_not_after_who_opens_it(url: str) -> None:
    assert path_of(Path("v"), url) == path_of(Path("v"), "postgresql://db/house")
    assert path_of(Path("v"), url) != path_of(Path("v"), "postgresql://db/other")


def test_a_file_is_the_same_however_it_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch
                                                ) -> None:
    monkeypatch.chdir(tmp_path)
    named = {path_of(Path("v"), url) for url in (
        "a.sqlite3", "sqlite:///a.sqlite3", f"sqlite:///{tmp_path}/a.sqlite3", "sqlite:///./a.sqlite3")}
    assert len(named) == 1


@pytest.mark.parametrize("folder", ["short", "long" * 40])
@run_async
async def test_it_lets_its_own_user_ask_and_is_gone_when_it_closes(
        tmp_path: Path, folder: str) -> None:
    path = tmp_path / folder / "house.sock"
    path.parent.mkdir()
    assert ask_house([path], "echo", dict) is None
    with socket.socket(socket.AF_UNIX) as dead, pytest.MonkeyPatch.context() as patch:
        patch.chdir(path.parent)
        dead.bind("house.sock")  # of a house that was killed
    door = Control(path, ACTS)
    assert await door.open()
    assert os.stat(os.path.realpath(path)).st_mode & 0o777 == 0o600
    assert stat.S_ISSOCK(os.stat(path).st_mode)
    assert await asyncio.to_thread(ask_house, [path], "echo", dict, name="Ana") == {"name": "Ana"}
    for act, reason in (("no", "not today"), ("broken", "its log"), ("close", "same version")):
        with pytest.raises(ControlRefused, match=reason):
            await asyncio.to_thread(ask_house, [path], act, dict)
    await door.close()
    assert not os.path.lexists(path) and ask_house([path], "echo", dict) is None


@run_async
async def test_any_node_of_a_house_may_be_asked(tmp_path: Path, short: Path) -> None:
    """Each has a door of its own: when one closes, or was killed, another answers."""
    url = "postgresql://db/house"
    first, second = (Control(path_of(tmp_path, url, name), ACTS) for name in ("a", "b"))
    assert await first.open() and await second.open()

    async def asked() -> object:
        return await asyncio.to_thread(ask_house, paths_of(tmp_path, url), "echo", dict, name="Ana")

    assert first.path != second.path and await asked() == {"name": "Ana"}
    await min(first, second, key=lambda door: door.path).close()
    assert await asked() == {"name": "Ana"}
    left = max(first, second, key=lambda door: door.path)
    await left.close()
    with socket.socket(socket.AF_UNIX) as dead:
        dead.bind(str(short / "door"))
        left.path.symlink_to(short / "door")
        assert await asked() is None


@run_async
async def test_a_door_that_cannot_be_made_is_no_reason_not_to_open(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    door = Control(tmp_path / "file" / "house.sock", ACTS)
    assert not await door.open()
    await door.close()


@run_async
async def test_whatever_is_said_is_answered(tmp_path: Path) -> None:
    path = tmp_path / "house.sock"
    door = Control(path, ACTS)
    await door.open()

    def say(line: bytes) -> bytes:
        received = b""
        with socket.socket(socket.AF_UNIX) as line_to:
            line_to.connect(os.path.realpath(path))
            line_to.sendall(line)
            line_to.shutdown(socket.SHUT_WR)
            while some := line_to.recv(4_096):
                received += some
        return received

    for line in (b"", b"\n", b"null\n", b"[]\n", b'{"act": 5}\n', b'{"act": []}\n',
                 b'{"act": "echo", "name": 5}\n', b"\xff\n"):
        assert b'"refused"' in await asyncio.to_thread(say, line), line
    await door.close()


@run_async
async def test_a_house_that_does_not_answer_is_told_apart_from_one_that_is_closed(
        short: Path) -> None:
    path = short / "house.sock"

    async def leave(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.close()

    async with await asyncio.start_unix_server(leave, path):
        with pytest.raises(NoReply):
            await asyncio.to_thread(ask_house, [path], "echo", dict)


@run_async
async def test_the_console_changes_the_staff_of_an_open_house(tmp_path: Path) -> None:
    async with Evening(tmp_path) as evening:
        acts = control_acts(evening.house)
        added = await acts["staff add"]({"name": "Sofia", "role": "supervisor", "user": "root"})
        assert len(added.token) == 32 and added.warning == "" and added.was == ""
        changed = await acts["staff change"]({"name": "Sofia", "role": "cashier"})
        assert (changed.was, changed.token) == ("supervisor", "") and "last" in changed.warning
        await acts["staff remove"]({"name": "Sofia"})
        assert [m.active for m in members(evening.ledger)] == [False]
        for act, facts in (("staff add", {"name": "", "role": "king"}), ("staff remove", {})):
            with pytest.raises(HouseError):
                await acts[act](facts)
