"""The control socket of an open house, for the program's own commands on the same machine.

One process commits into a database. A command that changes something while a house is open
therefore asks the house to do it, through a Unix socket that only the house's user can open. The
socket is in SABOT_VAR and named after the database; of a house of several nodes each has one, and
any of them answers. Systems without Unix sockets have no control socket.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import os
import shutil
import socket
import tempfile
from collections.abc import Awaitable, Callable, Iterable, Mapping
from pathlib import Path
from typing import TypeVar

import msgspec
import structlog

from sabot.house.errors import HouseError
from sabot.ledger.database import address
from sabot.words import Phrase, phrase

log = structlog.get_logger("sabot.control")

Act = Callable[[Mapping[str, str]], Awaitable[object]]
"""What the house does for a request, given its fields by name; returns the reply."""
MAX_REQUEST = 65_536
REPLY_TIMEOUT = 30.0
"""Seconds that a command waits for the house."""
_LONGEST = 90  # bytes of a socket's path that every system takes


Kind = TypeVar("Kind")


class RefusalReason(msgspec.Struct, frozen=True, omit_defaults=True):
    """Why the house did not do what was asked: a code, and text for people. ``template`` and
    ``facts`` are those of a text that the one who asked renders in their language."""

    code: str
    text: str
    template: str = ""
    facts: dict[str, str] = {}


class Done(msgspec.Struct, frozen=True):
    """The request is done, with its result."""

    done: object


class NotDone(msgspec.Struct, frozen=True):
    """The request is not done."""

    refused: RefusalReason


class ControlReply(msgspec.Struct, frozen=True):
    """`Done` or `NotDone`, as the asking program reads it."""

    done: msgspec.Raw | msgspec.UnsetType = msgspec.UNSET
    refused: RefusalReason | msgspec.UnsetType = msgspec.UNSET


def path_of(var: Path, database: str, node: str = "") -> Path:
    """Return the path of the control socket of the house with this database, or of one of its
    nodes."""
    suffix = f"-{hashlib.sha256(node.encode()).hexdigest()[:8]}" if node else ""
    return var / f"{_stem(database)}{suffix}.sock"


def paths_of(var: Path, database: str) -> list[Path]:
    """Return where the house with this database may listen: first a house of one process, then the
    nodes that have sockets here."""
    return [path_of(var, database), *sorted(var.glob(f"{_stem(database)}-*.sock"))]


def _stem(database: str) -> str:
    url_parts = address(database)
    if url_parts.get_backend_name() == "sqlite":
        named = os.path.realpath(url_parts.database or "")
    else:
        several = url_parts.query.get("host", ())
        host = url_parts.host or (several if isinstance(several, str) else ",".join(several))
        named = f"{host}:{url_parts.port or ''}/{url_parts.database}"
    return f"house-{hashlib.sha256(named.encode()).hexdigest()[:16]}"


class Control:
    """The control socket on the house's side. ``acts`` are the possible requests by name."""

    def __init__(self, path: Path, acts: Mapping[str, Act]) -> None:
        self.path = path
        self.acts = dict(acts)
        self._server: asyncio.AbstractServer | None = None
        self._folder: str = ""

    async def open(self) -> bool:
        """Listen; return False, with a line in the log, when this system or folder does not allow
        it. The staff API offers the same acts."""
        try:
            self._server = await asyncio.start_unix_server(
                self._serve, sock=self._bound(), limit=MAX_REQUEST)
        except (AttributeError, OSError, NotImplementedError) as error:
            log.warning("no control socket", path=str(self.path), error=str(error))
            self._clear()
            return False
        return True

    def _bound(self) -> socket.socket:
        """Return a socket at the path that only its owner can open. When the path is too long, the
        socket is in a temporary folder and the path is a link to it."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self.path.unlink(missing_ok=True)  # left by a killed house: its database is ours now
        at = os.path.abspath(self.path)
        if len(os.fsencode(at)) > _LONGEST:
            self._folder = tempfile.mkdtemp(prefix="sabot-")
            os.symlink(os.path.join(self._folder, "door"), self.path)
            at = os.path.join(self._folder, "door")
        bound = socket.socket(socket.AF_UNIX)
        before = os.umask(0o177)
        try:
            bound.bind(at)
        except OSError:
            bound.close()
            raise
        finally:
            os.umask(before)
        return bound

    async def close(self) -> None:
        """Stop listening."""
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
                writer.write(msgspec.json.encode(await self._reply(await reader.readline())))
                await writer.drain()
        except (OSError, TimeoutError, ValueError):
            log.warning("a control request got no reply")
        finally:
            writer.close()

    async def _reply(self, line: bytes) -> Done | NotDone:
        try:
            fields = msgspec.json.decode(line, type=dict[str, str])
            act = self.acts[fields.pop("act", "")]
        except (msgspec.DecodeError, KeyError, RecursionError):
            return NotDone(
                RefusalReason(
                    "act",
                    "this house does not know that request; does the program have the same "
                    "version?")
            )
        try:
            return Done(await act(fields))
        except HouseError as error:
            return NotDone(_reason(error))
        except Exception:
            log.exception("a control request failed")
            return NotDone(RefusalReason("fault", "the house had an internal error; see its log"))


def _reason(error: HouseError) -> RefusalReason:
    if not isinstance(error.text, Phrase):
        return RefusalReason(error.code, error.text)
    return RefusalReason(error.code, str(error.text), error.text.template,
                         {name: str(fact) for name, fact in error.text.facts.items()})


def _text(refused: RefusalReason | msgspec.UnsetType) -> str:
    if refused is msgspec.UNSET:
        return ""
    return Phrase(refused.template, refused.facts) if refused.template else refused.text


class ControlRefused(Exception):
    """The house did not do what it was asked; the message is its text."""


class NoReply(Exception):
    """The house was asked and did not reply: it may or may not have done it."""


def ask_house(paths: Iterable[Path], act: str, kind: type[Kind], **facts: str) -> Kind | None:
    """Ask the open house, whose reply is of type ``kind``, at the first of these paths where one
    listens; None when none does. ControlRefused or NoReply."""
    return next((answer for path in paths
                 if (answer := _ask_at(path, act, kind, **facts)) is not None), None)


def _ask_at(path: Path, act: str, kind: type[Kind], **facts: str) -> Kind | None:
    if not hasattr(socket, "AF_UNIX") or not os.path.lexists(path):
        return None
    with socket.socket(socket.AF_UNIX) as line:
        line.settimeout(REPLY_TIMEOUT)
        try:
            line.connect(os.path.realpath(path))
        except (FileNotFoundError, ConnectionRefusedError):
            return None
        except OSError as error:
            raise ControlRefused(phrase("the control socket {path} cannot be opened: {why}",
                                        path=path, why=error.strerror or str(error))) from error
        received = b""
        try:
            line.sendall(msgspec.json.encode({"act": act, **facts}) + b"\n")
            while chunk := line.recv(MAX_REQUEST):
                received += chunk
        except OSError as error:
            raise NoReply(phrase("the house did not answer: {error}", error=error)) from error
    if not received:
        raise NoReply("the house closed while it was asked; check what it has done")
    reply = msgspec.json.decode(received, type=ControlReply)
    if reply.done is msgspec.UNSET:
        raise ControlRefused(_text(reply.refused))
    return msgspec.json.decode(reply.done, type=kind)
