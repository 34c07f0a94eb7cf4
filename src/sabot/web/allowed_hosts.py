"""Under which names the house answers.

A page of another site can give its own name the address of this house ("DNS rebinding"): for the
browser both are then one site, and its page may read and do here what its visitor may. So a house
answers to the names that are its own and to no others. An address in figures is no name: what a
browser asks of it has come from it. """

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
    """The names of a house, in small letters, "*.site" for all below one and "*" for every name."""

    names: frozenset[str]

    def includes(self, host: str) -> bool:
        """Whether the house answers to what a ``Host`` header names, with or without a port. Who
        names none is no browser."""
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
    """The names of a house that listens at an address: this machine, as it is called from itself
    and, where the house listens everywhere, as it calls itself; that address; and those that are
    ``allowed``. ValueError for one that can be no name."""
    names = {*LOCAL, listening.lower()}
    if listening in ("0.0.0.0", "::", ""):
        own = socket.gethostname().lower()
        names |= {own, f"{own}.local"}
    for one in allowed:
        name = one.strip().lower().rstrip(".")
        if not name:
            continue
        plain = name.removeprefix("*.")
        if name != "*" and not _is_address(plain) and (
                "*" in plain or urlsplit(f"//{plain}").hostname != plain or ":" in plain):
            raise ValueError(f"{one.strip()!r} is no name of a host; allowed: a name such as "
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
    """Refuse what is asked under another name: pages, API and sockets alike, before anything is
    read."""

    async def guarded(scope: Scope, receive: Receive, send: Send) -> None:
        headers: dict[bytes, bytes] = dict(scope.get("headers", ()))
        asked = headers.get(b"host", b"").decode("latin-1")
        kind = str(scope["type"])
        if kind not in ("http", "websocket") or hosts.includes(asked):
            await app(scope, receive, send)
        elif kind == "websocket":
            await send({"type": "websocket.close", "code": 4403, "reason": "no such host"})
        else:
            body = msgspec.json.encode(problem(
                str(scope["path"]), headers.get(b"accept-language", b"").decode("latin-1"), 421,
                "host", REFUSAL.format(asked=asked), facts={"asked": asked}))
            start: Any = {"type": "http.response.start", "status": 421, "headers": [
                (b"content-type", MEDIA.encode()), (b"connection", b"close"),
                (b"content-length", str(len(body)).encode())]}
            await send(start)
            await send({"type": "http.response.body", "body": body, "more_body": False})

    return guarded
