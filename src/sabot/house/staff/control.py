"""The control door of an open house: for the program's own verbs on the same machine.

One process commits into a database. A verb that changes something beside an open house therefore
asks the house to do it, through a socket of the system that only the user who runs the house can
open. It lies in SABOT_VAR and is named after the database. Systems without such sockets have no
control door. """

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import os
import shutil
import socket
import tempfile
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path
from typing import TypeVar

import msgspec
import sqlalchemy as sa
import structlog

from sabot.house.errors import HouseError

log = structlog.get_logger("sabot.control")

Act = Callable[[Mapping[str, str]], Awaitable[object]]
"""What the house does for a request, from its members by name, and what it answers."""
MAX_REQUEST = 65_536
REPLY_TIMEOUT = 30.0
"""Seconds that a verb waits for the house."""
_LONGEST = 90  # bytes of a socket's path that every system takes


Kind = TypeVar("Kind")


class RefusalReason(msgspec.Struct, frozen=True):
    """Why the house did not do what it was asked: a code, and words for people."""

    code: str
    text: str


class Done(msgspec.Struct, frozen=True):
    """What was asked is done; with what came of it."""

    done: object


class NotDone(msgspec.Struct, frozen=True):
    """What was asked is not done."""

    refused: RefusalReason


class ControlReply(msgspec.Struct, frozen=True):
    """`Done` or `NotDone`, as who asked reads it."""

    done: msgspec.Raw | msgspec.UnsetType = msgspec.UNSET
    refused: RefusalReason | msgspec.UnsetType = msgspec.UNSET


def path_of(var: Path, database: str) -> Path:
    """Where the control door of the house with this database is."""
    url = database if "://" in database else f"sqlite:///{database}"
    made = sa.make_url(url)
    if made.get_backend_name() == "sqlite":
        named = os.path.realpath(made.database or "")
    else:
        named = f"{made.host or ''}:{made.port or ''}/{made.database}"
    return var / f"house-{hashlib.sha256(named.encode()).hexdigest()[:16]}.sock"


class Control:
    """The door as the house keeps it. ``acts`` are what may be asked, by name."""

    def __init__(self, path: Path, acts: Mapping[str, Act]) -> None:
        self.path = path
        self.acts = dict(acts)
        self._server: asyncio.AbstractServer | None = None
        self._folder: str = ""

    async def open(self) -> bool:
        """Listen; False, and a line in the log, where this system or this folder does not let it.
        The house is no worse for it: its staff door does the same."""
        try:
            self._server = await asyncio.start_unix_server(
                self._serve, sock=self._bound(), limit=MAX_REQUEST)
        except (AttributeError, OSError, NotImplementedError) as error:
            log.warning("no control door", path=str(self.path), error=str(error))
            self._clear()
            return False
        return True

    def _bound(self) -> socket.socket:
        """A socket at the path that only its owner can open. Where the path is too long for one, it
        lies in a folder of its own and the path is a link to it."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self.path.unlink(missing_ok=True)  # of a house that was killed: its database is ours now
        at = os.path.abspath(self.path)
        if len(os.fsencode(at)) > _LONGEST:
            self._folder = tempfile.mkdtemp(prefix="sabot-")
            os.symlink(os.path.join(self._folder, "door"), self.path)
            at = os.path.join(self._folder, "door")
        made = socket.socket(socket.AF_UNIX)
        before = os.umask(0o177)
        try:
            made.bind(at)
        except OSError:
            made.close()
            raise
        finally:
            os.umask(before)
        return made

    async def close(self) -> None:
        """Nobody is answered any more."""
        if self._server is not None:
            self._server.close()
            self._clear()

    def _clear(self) -> None:
        with contextlib.suppress(OSError):
            self.path.unlink(missing_ok=True)
        if self._folder:
            shutil.rmtree(self._folder, ignore_errors=True)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            async with asyncio.timeout(REPLY_TIMEOUT):
                writer.write(msgspec.json.encode(await self._answer(await reader.readline())))
                await writer.drain()
        except (OSError, TimeoutError, ValueError):
            log.warning("a request at the control door was not answered")
        finally:
            writer.close()

    async def _answer(self, line: bytes) -> Done | NotDone:
        try:
            asked = msgspec.json.decode(line, type=dict[str, str])
            act = self.acts[asked.pop("act", "")]
        except (msgspec.DecodeError, KeyError, RecursionError):
            return NotDone(RefusalReason("act", "this house does not know that request; is the program of "
                                         "the same version?"))
        try:
            return Done(await act(asked))
        except HouseError as error:
            return NotDone(RefusalReason(error.code, error.text))
        except Exception:
            log.exception("a request at the control door failed")
            return NotDone(RefusalReason("fault", "the house made a mistake; it is in its log"))


class ControlRefused(Exception):
    """The house did not do what it was asked; its words."""


class NoReply(Exception):
    """The house was asked and did not answer: it may have done it, or not."""


def ask_house(path: Path, act: str, kind: type[Kind], **facts: str) -> Kind | None:
    """Ask the open house, whose answer is of this kind; None where none listens there. Refusal, or
    Lost."""
    if not hasattr(socket, "AF_UNIX") or not os.path.lexists(path):
        return None
    with socket.socket(socket.AF_UNIX) as line:
        line.settimeout(REPLY_TIMEOUT)
        try:
            line.connect(os.path.realpath(path))
        except (FileNotFoundError, ConnectionRefusedError):
            return None
        except OSError as error:
            raise ControlRefused(f"the control door {path} does not open: {error.strerror or error}"
                                 ) from error
        told = b""
        try:
            line.sendall(msgspec.json.encode({"act": act, **facts}) + b"\n")
            while some := line.recv(MAX_REQUEST):
                told += some
        except OSError as error:
            raise NoReply(f"the house did not answer: {error}") from error
    if not told:
        raise NoReply("the house closed while it was asked; look what it has done")
    answer = msgspec.json.decode(told, type=ControlReply)
    if answer.done is msgspec.UNSET:
        raise ControlRefused(answer.refused.text if answer.refused else "")
    return msgspec.json.decode(answer.done, type=kind)
