"""A network of its own for a process of a test, whose links are cut as a real one is: what is sent
is lost, and nobody is told."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import cache
from typing import NamedTuple

NETWORK = "10.213.0.0/16"
NOWHERE = "02:5a:b0:ff:ff:ff"
"""A hardware address that nobody has: who gets a packet to it drops it."""


def _ip(*arguments: str) -> str:
    done = subprocess.run(["ip", *arguments], check=False, text=True, timeout=30,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    if done.returncode:
        raise OSError(f"ip {' '.join(arguments)}: {done.stdout.strip()}")
    return done.stdout


@cache
def missing() -> str:
    """Why there can be no network namespace here, or ""."""
    if os.getuid() != 0:
        return "network namespaces need root"
    if shutil.which("ip") is None:
        return "the program ip (iproute2) is not installed"
    try:
        with network("probe"):
            return ""
    except OSError as error:
        return f"no network namespace can be made: {error}"


class Link(NamedTuple):
    """A link into the namespace: ``here`` is the address of this machine on it, ``there`` that of
    the namespace."""

    namespace: str
    name: str
    here: str
    there: str
    hardware_here: str
    hardware_there: str

    def cut(self) -> None:
        """Lose all packets, in both directions, of old and new connections."""
        self._lead(NOWHERE, NOWHERE)

    def heal(self) -> None:
        """Deliver packets again."""
        self._lead(self.hardware_here, self.hardware_there)

    def _lead(self, here: str, there: str) -> None:
        _ip("neigh", "replace", self.there, "lladdr", there, "dev", self.name, "nud", "permanent")
        _ip("-n", self.namespace, "neigh", "replace", self.here, "lladdr", here, "dev",
            f"{self.name}n", "nud", "permanent")


class Network(NamedTuple):
    """A network namespace and its links by name."""

    namespace: str
    links: dict[str, Link]

    def command(self, *command: str) -> Sequence[str]:
        """The command that runs another one in this network."""
        return ["ip", "netns", "exec", self.namespace, *command]


@contextmanager
def network(*names: str) -> Iterator[Network]:
    """A network namespace with a link to this machine under each name. OSError where there can be
    none."""
    number = os.getpid() % 250
    namespace = f"sabot-{os.getpid()}"
    links: dict[str, Link] = {}
    _ip("netns", "add", namespace)
    try:
        _ip("-n", namespace, "link", "set", "lo", "up")
        for n, name in enumerate(names):
            links[name] = _add_link(namespace, f"sb{os.getpid()}{n}"[-13:],
                                    f"10.213.{number}.{4 * n}", n)
        yield Network(namespace, links)
    finally:
        with suppress(OSError):  # the links go with it once no process runs in it
            _ip("netns", "delete", namespace)
        for link in links.values():
            with suppress(OSError):
                _ip("link", "delete", link.name)


def _add_link(namespace: str, name: str, subnet: str, n: int) -> Link:
    prefix, _, last = subnet.rpartition(".")
    link = Link(namespace, name, f"{prefix}.{int(last) + 1}", f"{prefix}.{int(last) + 2}",
                f"02:5a:b0:00:{n:02x}:01", f"02:5a:b0:00:{n:02x}:02")
    _ip("link", "add", name, "address", link.hardware_here, "type", "veth", "peer", "name",
        f"{name}n", "address", link.hardware_there, "netns", namespace)
    _ip("addr", "add", f"{link.here}/30", "dev", name)
    _ip("link", "set", name, "up")
    _ip("-n", namespace, "addr", "add", f"{link.there}/30", "dev", f"{name}n")
    _ip("-n", namespace, "link", "set", f"{name}n", "up")
    link.heal()
    return link
