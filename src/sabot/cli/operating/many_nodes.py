"""``sabot serve --nodes N``: several processes on this machine that run one house together, behind
one address. ``--node NAME`` is one of them; on further machines it is started by hand."""

from __future__ import annotations

import signal
import socket
import subprocess
import sys
import time
from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple, NoReturn

from sabot.cli.terminal import say_line, usage_error, warn
from sabot.ledger import Occupied
from sabot.ledger.errors import Locked, ReadOnly, Unreachable
from sabot.ledger.vault import Vault
from sabot.procedure.table import Table
from sabot.words import phrase

if TYPE_CHECKING:
    from sabot.ledger.nodes import Nodes
    from sabot.ledger.shared_ledger import SharedLedger

AGAIN = 1.0
"""Seconds until a node that has ended by itself is started again."""
FAREWELL = 30.0
"""Seconds that nodes have to close."""
REFUSED = (1, 2)
"""The exit statuses of a node that another start does not change."""
AWAY = 4
"""The exit status of a node that cannot reach the database now, or may not write."""


def check(database: str, channel: str | None) -> None:
    """End with a usage error where several nodes cannot run a house in this way."""
    if not database.startswith("postgresql"):
        raise usage_error("several nodes need a database that they share: give --database "
                          "postgresql://...")
    if not channel:
        raise usage_error("several nodes need a broker that carries their messages: give "
                          "--channel nats://HOST:PORT or redis://HOST:PORT")


# -- the processes of this machine ----------------------------------------------------------------


def run_nodes(count: int, host: str, port: int, where: str) -> None:
    """Start ``count`` nodes that accept at one address, and start those again that end by
    themselves. Returns when they have closed at a signal; SystemExit when one refuses to start."""
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, _end)
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as listener:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host, port))
        listener.listen(2048)
        listener.set_inheritable(True)
        names = [f"{socket.gethostname()}-{n}" for n in range(1, count + 1)]
        nodes = {name: _start_node(name, listener.fileno()) for name in names}
        say_line(phrase("{n} nodes open at {address} (press Ctrl+C to stop)", n=count,
                        address=where))
        try:
            while True:
                time.sleep(0.2)
                for name, process in nodes.items():
                    status = process.poll()
                    if status is None:
                        continue
                    if status in REFUSED:
                        raise SystemExit(status)
                    warn(phrase("the node {name} has ended ({status}); it is started again",
                                name=name, status=status))
                    time.sleep(AGAIN)
                    nodes[name] = _start_node(name, listener.fileno())
        finally:
            _close(list(nodes.values()))


def _end(*_: object) -> NoReturn:
    """End with status 0 at a signal, after the nodes have closed."""
    raise SystemExit(0)


def _start_node(name: str, listener: int) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-m", "sabot", *_without_nodes(sys.argv[1:]), "--node", name,
         "--accept", str(listener)], pass_fds=[listener])


def _without_nodes(arguments: list[str]) -> list[str]:
    passed_on, skip = [], False
    for argument in arguments:
        if skip or argument.startswith("--nodes="):
            skip = False
        elif argument == "--nodes":
            skip = True
        else:
            passed_on.append(argument)
    return passed_on


def _close(nodes: list[subprocess.Popen[bytes]]) -> None:
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, signal.SIG_IGN)
    for node in nodes:
        node.terminate()
    until = time.monotonic() + FAREWELL
    for node in nodes:
        try:
            node.wait(max(0.1, until - time.monotonic()))
        except subprocess.TimeoutExpired:
            node.kill()


# -- one node -------------------------------------------------------------------------------------


def status_of(error: Exception) -> int:
    """Return the exit status of a node that this error ends."""
    away = isinstance(error, Unreachable | ReadOnly | Locked) and not isinstance(error, Occupied)
    return AWAY if away else 2


class Joined(NamedTuple):
    """A node that has joined a house, with its ledger, before its house is opened."""

    ledger: SharedLedger
    nodes: Nodes


def join(database: str, name: str, tables: Mapping[str, Table], vault: Vault) -> Joined:
    """Join the house in a database as a node. LedgerError; SystemExit where a living node plays by
    other rules or has other tables."""
    from sabot.house.archive.startup_check import rules_digest
    from sabot.ledger.shared_ledger import SharedLedger

    rules = rules_digest(tables)
    ledger, nodes = SharedLedger.join(database, name, rules, vault=vault)
    others = {node.name: theirs for node, theirs in nodes.living().items()
              if node.name != name and theirs != rules}
    if others:
        nodes.end(ledger.node)
        ledger.close()
        warn(phrase("other nodes of this house play by other rules or have other tables: {names}; "
                    "close them first, or start this one with the same program and table files",
                    names=", ".join(sorted(others))))
        raise SystemExit(2)
    return Joined(ledger, nodes)
