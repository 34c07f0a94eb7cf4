"""Servers of a test's own, which it may kill, restart and promote: PostgreSQL with a standby, NATS,
Redis, and an address that is moved from one server to another."""

from __future__ import annotations

import asyncio
import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import LiteralString

import psycopg

from support.served_house import free_port

DATABASE = "house"
STANDBY = "standby"


def programs() -> Path | None:
    """The folder of PostgreSQL's own programs; None where there is no server."""
    if found := shutil.which("initdb"):
        return Path(found).resolve().parent
    folders = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    return folders[-1].parent if folders else None


def missing() -> str:
    """Why no PostgreSQL of its own can be started, or ""."""
    if programs() is None:
        return "PostgreSQL's initdb is not installed"
    if os.getuid() == 0 and _owner() is None:
        return "PostgreSQL does not run as root, and there is no user postgres"
    return ""


def _owner() -> str | None:
    """The user as whom the server runs."""
    try:
        pwd.getpwnam("postgres")
    except KeyError:
        return None
    return "postgres"


class PostgresServer:
    """One PostgreSQL server in a folder of its own. ``networks`` may connect, besides this machine.
    """

    def __init__(self, folder: Path, port: int, networks: Sequence[str] = ()) -> None:
        self.folder, self.port, self._networks = folder, port, networks
        self.data = folder / "data"
        self._user = _owner() if os.getuid() == 0 else None

    def url(self, host: str = "127.0.0.1", port: int = 0) -> str:
        """The address of the house's database, by default at this server."""
        return f"postgresql+psycopg://house@{host}:{port or self.port}/{DATABASE}"

    def run(self, *command: str) -> str:
        """Run one of PostgreSQL's programs as the owner of the server. Returns its output."""
        folder = programs()
        assert folder is not None
        done = subprocess.run([str(folder / command[0]), *command[1:]], user=self._user,
                              cwd=self.folder, stdin=subprocess.DEVNULL, timeout=60, check=False,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        assert done.returncode == 0, f"{command}: {done.stdout}\n{self.log()}"
        return done.stdout

    def log(self) -> str:
        file = self.folder / "log"
        return file.read_text("utf-8", "replace")[-4_000:] if file.exists() else ""

    def make(self) -> None:
        """Make the files of a new server."""
        self._own_folder()
        self.run("initdb", "-D", str(self.data), "-A", "trust", "-U", "house", "--no-sync",
                 "-E", "UTF8", "--locale", "C.UTF-8")
        with (self.data / "pg_hba.conf").open("a") as rules:
            rules.writelines(f"host all all {network} trust\n" for network in self._networks)
            rules.write("host replication all 127.0.0.1/32 trust\n")

    def copy(self, primary: PostgresServer) -> None:
        """Become a standby of a running server."""
        self._own_folder()
        self.run("pg_basebackup", "-R", "-X", "stream", "-c", "fast", "--no-sync", "-D",
                 str(self.data), "-d", f"host=127.0.0.1 port={primary.port} user=house "
                 f"application_name={STANDBY}")

    def _own_folder(self) -> None:
        self.folder.mkdir(exist_ok=True)
        if self._user:
            shutil.chown(self.folder, self._user)

    def start(self) -> None:
        """Start the server, and wait until it accepts."""
        self.run("pg_ctl", "start", "-w", "-t", "50", "-D", str(self.data), "-l",
                 str(self.folder / "log"), "-o", self._options())

    def _options(self) -> str:
        return f"-p {self.port} -c listen_addresses='*' -c unix_socket_directories='' " \
               "-c max_connections=80 -c shared_buffers=32MB -c wal_level=replica"

    def restart(self) -> None:
        """Restart the server as after an upgrade: connections are ended."""
        self.run("pg_ctl", "restart", "-m", "fast", "-w", "-t", "50", "-D", str(self.data), "-l",
                 str(self.folder / "log"))

    def stop(self, how: str = "immediate") -> None:
        """Stop the server, if it runs."""
        if (self.data / "postmaster.pid").exists():
            with suppress(AssertionError):
                self.run("pg_ctl", "stop", "-m", how, "-D", str(self.data))

    def kill(self) -> None:
        """Kill the server and its sessions with SIGKILL."""
        pid = int((self.data / "postmaster.pid").read_text().splitlines()[0])
        children = subprocess.run(["pgrep", "-P", str(pid)], check=False, text=True,
                                  capture_output=True).stdout.split()
        for process in (pid, *map(int, children)):
            with suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)
        while _lives(pid):
            time.sleep(0.02)
        (self.data / "postmaster.pid").unlink()

    def promote(self) -> None:
        """Let a standby accept writes."""
        self.run("pg_ctl", "promote", "-w", "-t", "50", "-D", str(self.data))

    def query(self, statement: LiteralString, database: str = DATABASE) -> list[tuple[object, ...]]:
        """Ask the server something."""
        with psycopg.connect(host="127.0.0.1", port=self.port, user="house", dbname=database,
                             autocommit=True, connect_timeout=10) as connection:
            cursor = connection.execute(statement)
            return list(cursor) if cursor.description else []


def _lives(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(") ")[2][0] not in "ZX"
    except OSError:
        return False


@contextmanager
def postgres_server(networks: Sequence[str] = ()) -> Iterator[PostgresServer]:
    """A PostgreSQL server with an empty database."""
    with tempfile.TemporaryDirectory(prefix="sabot-postgres-") as name:
        folder = Path(name)
        folder.chmod(0o755)
        server = PostgresServer(folder / "primary", free_port(), networks)
        server.make()
        try:
            server.start()
            server.query(f"CREATE DATABASE {DATABASE}", "postgres")
            yield server
        finally:
            server.stop()


@contextmanager
def postgres_pair(synchronous: bool = True) -> Iterator[tuple[PostgresServer, PostgresServer]]:
    """A primary and its standby. ``synchronous``: a commit waits for the standby."""
    with postgres_server() as primary:
        standby = PostgresServer(primary.folder.parent / "standby", free_port())
        standby.copy(primary)
        try:
            standby.start()
            if synchronous:
                primary.query(f"ALTER SYSTEM SET synchronous_standby_names = '{STANDBY}'")
                primary.query("SELECT pg_reload_conf()")
            until = time.monotonic() + 50
            state = "sync" if synchronous else "async"
            while (state,) not in primary.query("SELECT sync_state FROM pg_stat_replication"):
                assert time.monotonic() < until, standby.log()
                time.sleep(0.1)
            yield primary, standby
        finally:
            standby.stop()


@contextmanager
def broker_server(kind: str, folder: Path) -> Iterator[int]:
    """A broker of its own, ``nats`` or ``redis``, at every address of this machine: its port."""
    port = free_port()
    program = shutil.which(f"{kind}-server")
    assert program, f"no {kind}-server"
    command = [program, "-a", "0.0.0.0", "-p", str(port)] if kind == "nats" else [
        program, "--port", str(port), "--bind", "0.0.0.0", "--protected-mode", "no",
        "--save", "", "--appendonly", "no", "--dir", str(folder)]
    with (folder / "broker.log").open("wb") as log:
        process = subprocess.Popen(command, stdout=log, stderr=log, cwd=folder)
        try:
            until = time.monotonic() + 30
            while True:
                with suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
                    break
                assert time.monotonic() < until, "the broker did not open"
                time.sleep(0.05)
            yield port
        finally:
            process.kill()
            process.wait(30)


class Forwarder:
    """An address that leads to one of several ports of a machine, as an address that a cluster
    manager moves. When it is moved, all connections end."""

    def __init__(self, target: int, host: str = "127.0.0.1") -> None:
        self.port, self._target, self._host = free_port(), target, host
        self._writers: set[asyncio.StreamWriter] = set()
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)

    def __enter__(self) -> Forwarder:
        self._thread.start()
        self._server = asyncio.run_coroutine_threadsafe(
            asyncio.start_server(self._carry, "127.0.0.1", self.port), self._loop).result(10)
        return self

    def __exit__(self, *error: object) -> None:
        asyncio.run_coroutine_threadsafe(self._end(), self._loop).result(10)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(10)
        self._loop.close()

    def move(self, target: int) -> None:
        """Lead to another port from now on."""
        async def moved() -> None:
            self._target = target
            self._cut()
        asyncio.run_coroutine_threadsafe(moved(), self._loop).result(10)

    def _cut(self) -> None:
        for writer in self._writers:
            writer.transport.abort()

    async def _end(self) -> None:
        self._server.close()
        self._cut()
        await asyncio.sleep(0.1)  # the tasks of the connections end

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._writers.add(writer)
        try:
            with suppress(OSError):
                back, forth = await asyncio.open_connection(self._host, self._target)
                self._writers.add(forth)
                try:
                    await asyncio.gather(_copy(reader, forth), _copy(back, writer))
                finally:
                    self._writers.discard(forth)
                    forth.transport.abort()
        finally:
            self._writers.discard(writer)
            writer.transport.abort()


async def _copy(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Carry bytes until one side ends; then both end."""
    with suppress(OSError):
        while data := await reader.read(65_536):
            writer.write(data)
            await writer.drain()
    writer.close()
