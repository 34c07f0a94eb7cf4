"""The host names under which the house answers.

A page of another site can give its own name the address of this house ("DNS rebinding"). For the
browser both are then one site, and that page may read and do here what its visitor may.
Therefore a house answers only to its own names. A numeric address is not a name: a browser
request with it comes from that address.
"""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Iterable
from typing import Any, NamedTuple
from urllib.parse import urlsplit

import msgspec
from litestar.types import ASGIApp, Receive, Scope, Send

from sabot.web.problem_details import MEDIA, problem

LOCAL = ("localhost",)
REFUSAL = ("this house does not answer to the name {asked}; it is opened to more names with "
           "--allow-host")


class Hosts(NamedTuple):
    """The names of a house, in lower case, "*.site" for all below one and "*" for every name."""

    names: frozenset[str]

    def includes(self, host: str) -> bool:
        """Whether the house answers to a ``Host`` header, with or without a port. A client without
        one is not a browser."""
        if "*" in self.names or not host:
            return True
        if "@" in host or "/" in host:
            return False
        try:
            name = (urlsplit(f"//{host}").hostname or "").rstrip(".")
        except ValueError:
            return False
        if name in self.names or _is_address(name):
            return True
        parts = name.split(".")
        return any("*." + ".".join(parts[n:]) in self.names for n in range(1, len(parts)))


ANY_HOST = Hosts(frozenset({"*"}))


def house_hosts(listening: str, allowed: Iterable[str] = ()) -> Hosts:
    """Return the names of a house that listens at an address: the names of this machine (all of
    them when it listens everywhere), that address, and those that are ``allowed``. ValueError for
    an invalid name."""
    names = {*LOCAL, listening.lower()}
    if listening in ("0.0.0.0", "::", ""):
        own = socket.gethostname().lower()
        names |= {own, f"{own}.local"}
    for entry in allowed:
        name = entry.strip().lower().rstrip(".")
        if not name:
            continue
        plain = name.removeprefix("*.")
        if name != "*" and not _is_address(plain) and (
                "*" in plain or urlsplit(f"//{plain}").hostname != plain or ":" in plain):
            raise ValueError(f"{entry.strip()!r} is not a host name; allowed: a name such as "
                             "casino.example.pt, *.example.pt for all below it, an address without "
                             "its port, or * for every name")
        names.add(name)
    return Hosts(frozenset(names))


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def refuse_unknown_hosts(hosts: Hosts, app: ASGIApp) -> ASGIApp:
    """Wrap an application so that it refuses other host names, for pages, API and sockets, before
    anything is read."""

    async def guarded(scope: Scope, receive: Receive, send: Send) -> None:
        headers: dict[bytes, bytes] = dict(scope.get("headers", ()))
        host = headers.get(b"host", b"").decode("latin-1")
        kind = str(scope["type"])
        if kind not in ("http", "websocket") or hosts.includes(host):
            await app(scope, receive, send)
        elif kind == "websocket":
            await send({"type": "websocket.close", "code": 4403, "reason": "no such host"})
        else:
            body = msgspec.json.encode(problem(
                str(scope["path"]), headers.get(b"accept-language", b"").decode("latin-1"), 421,
                "host", REFUSAL.format(asked=host), facts={"asked": host}))
            start: Any = {"type": "http.response.start", "status": 421, "headers": [
                (b"content-type", MEDIA.encode()), (b"connection", b"close"),
                (b"content-length", str(len(body)).encode())]}
            await send(start)
            await send({"type": "http.response.body", "body": body, "more_body": False})

    return guarded
