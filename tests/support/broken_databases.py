"""Databases that go away: a server of one's own that is stopped and started, a line to a server
that is cut where a test says, a disk of a few megabytes that is filled."""

from __future__ import annotations

import contextlib
import os
import shutil
import socket
import subprocess
import tempfile
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
import sqlalchemy as sa


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


# -- a line to a server ----------------------------------------------------------------------------


class Line:
    """A line to a PostgreSQL server that can be cut. Use it as a context.

    ``on_commit`` is what happens to the next COMMIT: "" nothing; "before": the line is cut and the
    server never hears of it; "after": the server does it and nobody hears that it did; "while": it
    is on its way when the line is cut. ``closed``: nobody gets through any more. ``believed``: what
    is cut stays open at the server's end.
    """

    def __init__(self, url: str) -> None:
        self._to = sa.make_url(url)
        self._from = socket.create_server(("127.0.0.1", 0))
        self.on_commit = ""
        self.closed = self.believed = False
        self.commits = 0  # that were cut
        self._unheard: dict[socket.socket, threading.Event] = {}  # set by what a server says then
        self._pairs: list[tuple[socket.socket, socket.socket]] = []
        self._turn = threading.Lock()
        self._door = threading.Thread(target=self._accept, daemon=True)
        self._door.start()

    @property
    def url(self) -> str:
        """The server's address by this line."""
        port = self._from.getsockname()[1]
        return self._to.set(host="127.0.0.1", port=port).update_query_dict(
            {"sslmode": "disable", "gssencmode": "disable"}
        ).render_as_string(hide_password=False)

    def __enter__(self) -> Line:
        return self

    def __exit__(self, *error: object) -> None:
        self.closed, self.believed = True, False
        with contextlib.suppress(OSError):
            self._from.shutdown(socket.SHUT_RDWR)
        self._from.close()
        self._door.join(30)  # whoever was on the way in is among the pairs now, or was sent away
        self.cut()
        for pair in self._pairs:
            for end in pair:
                end.close()

    def cut(self) -> None:
        """Cut all lines now."""
        with self._turn:
            for client, server in self._pairs:
                self._shut(client)
                if not self.believed:
                    self._shut(server)

    @staticmethod
    def _shut(end: socket.socket) -> None:
        with contextlib.suppress(OSError):
            end.shutdown(socket.SHUT_RDWR)

    def _accept(self) -> None:
        while True:
            try:
                client, _ = self._from.accept()
            except OSError:
                return
            if self.closed:
                client.close()
                continue
            try:
                server = socket.create_connection((self._to.host or "127.0.0.1",
                                                   self._to.port or 5432))
            except OSError:
                client.close()
                continue
            with self._turn:
                self._pairs.append((client, server))
            for ends in ((client, server), (server, client)):
                threading.Thread(target=self._pass, args=(*ends, ends[0] is client),
                                 daemon=True).start()

    def _pass(self, one: socket.socket, other: socket.socket, asks: bool) -> None:
        """Hand on what one end says to the other, until either is gone."""
        with contextlib.suppress(OSError):
            while data := one.recv(65_536):
                if asks and self.on_commit and b"COMMIT\0" in data:
                    how, self.on_commit = self.on_commit, ""
                    if how == "after":
                        done = self._unheard[other] = threading.Event()
                        other.sendall(data)
                        done.wait(30)
                    self._shut(one)
                    if how == "while":
                        other.sendall(data)
                    self.commits += 1
                    break
                if not asks and one in self._unheard:
                    self._unheard.pop(one).set()
                    continue
                other.sendall(data)
        if asks and self.believed:
            return
        self._shut(one)
        self._shut(other)

# -- a server of one's own -------------------------------------------------------------------------


def binaries() -> Path | None:
    """Where the programs of a PostgreSQL server are."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/pg_ctl"))
    here = shutil.which("pg_ctl")
    return found[-1].parent if found else Path(here).parent if here else None


class Server:
    """A PostgreSQL server that nobody else uses, to be stopped and started. Use it as a context."""

    def __init__(self) -> None:
        bin = binaries()
        assert bin is not None
        self._bin = bin
        self._folder = Path(tempfile.mkdtemp(prefix="sabot-server-"))
        self._port = free_port()
        if os.geteuid() == 0:
            shutil.chown(self._folder, "postgres")
        self._do("initdb", "-D", str(self._folder / "data"), "-U", "sabot", "-A", "trust",
                 "--no-sync", "--locale=C", "-E", "UTF8")

    @property
    def url(self) -> str:
        return f"postgresql+psycopg://sabot@127.0.0.1:{self._port}/postgres"

    def __enter__(self) -> Server:
        self.start()
        return self

    def __exit__(self, *error: object) -> None:
        with contextlib.suppress(subprocess.CalledProcessError):
            self.stop("immediate")
        shutil.rmtree(self._folder, ignore_errors=True)

    def start(self) -> None:
        self._ctl("start", "-o", f"-p {self._port} -k {self._folder} -c listen_addresses=127.0.0.1 "
                                 "-c max_connections=40 -c shared_buffers=8MB")

    def stop(self, mode: str = "fast") -> None:
        """``mode``: "fast" ends every session, "immediate" is a crash."""
        self._ctl("stop", "-m", mode)

    def _ctl(self, act: str, *more: str) -> None:
        self._do("pg_ctl", act, "-w", "-D", str(self._folder / "data"), "-l",
                 str(self._folder / "log"), *more)

    def _do(self, program: str, *args: str) -> None:
        as_whom = ["runuser", "-u", "postgres", "--"] if os.geteuid() == 0 else []
        subprocess.run([*as_whom, str(self._bin / program), *args], check=True, cwd=self._folder,
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


@contextlib.contextmanager
def own_server() -> Iterator[Server]:
    """A server of one's own; the test is skipped where there are no programs for one."""
    if binaries() is None:
        pytest.skip("no programs of a PostgreSQL server are installed")
    with Server() as server:
        yield server


# -- a small disk ----------------------------------------------------------------------------------


class Disk:
    """A file system of a few megabytes that can be filled."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._fill = folder / "fill"

    def fill(self) -> None:
        handle = os.open(self._fill, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
        try:
            for size in (65_536, 4_096, 1):
                with contextlib.suppress(OSError):
                    while True:
                        os.write(handle, b"0" * size)
        finally:
            os.close(handle)

    def empty(self) -> None:
        self._fill.unlink(missing_ok=True)


@contextlib.contextmanager
def small_disk(megabytes: int = 8) -> Iterator[Disk]:
    """Such a disk; the test is skipped where none can be mounted."""
    folder = Path(tempfile.mkdtemp(prefix="sabot-disk-"))
    finished = subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={megabytes}m", "tmpfs",
                               str(folder)], capture_output=True, check=False) \
        if os.geteuid() == 0 and shutil.which("mount") else None
    try:
        if finished is None or finished.returncode:
            pytest.skip("a small disk can be mounted by root only")
        yield Disk(folder)
    finally:
        if finished is not None and not finished.returncode:
            subprocess.run(["umount", "-l", str(folder)], check=False)
        folder.rmdir()
