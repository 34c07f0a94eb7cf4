"""A house of several nodes behind its doors: what another node has to answer is passed on to it.

A request that concerns a table goes to the node that runs it, a change that concerns the whole
house to the node of the front desk, and what shows all tables is put together from the answers of
all nodes. Everything else is answered where it arrives, from the database that all share.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple
from urllib.parse import parse_qs

import msgspec
import structlog
from litestar import Litestar

from sabot.house import House, HouseError
from sabot.house.books.tickets import find_voucher
from sabot.house.nodes.channel import Channel
from sabot.house.nodes.follow import Follower
from sabot.house.nodes.groups import DESK, POOLS
from sabot.house.nodes.node import HouseNode
from sabot.house.nodes.relay import LOST, SILENCE, Answer, Relay, Request, Visit
from sabot.house.open_rooms import MOVED
from sabot.house.world import ClientLine
from sabot.ledger.nodes import Node, Nodes
from sabot.ledger.shared_ledger import SharedLedger
from sabot.web import problem_details
from sabot.web.auth import restore_name
from sabot.web.socket import NO_TABLE, close_line, play
from sabot.words import phrase

_TABLE = re.compile(r"/api/(?:staff/)?(?:tables|machines|me/sessions)/([^/]+)(?:/.*)?")
_LIST = re.compile(r"/api/(?:staff/)?lists/([^/]+)/.*")
_VOUCHER = re.compile(r"/api/staff/vouchers/([^/]+/[^/]+)/pay")
_MERGED = frozenset({"/api/lobby", "/api/tables", "/api/lists", "/api/machines",
                     "/api/staff/tables", "/api/staff/machines", "/api/staff/players"})
_SLOW = frozenset({"/api/odds"})
"""What may have to be computed."""
_HOP = frozenset({b"connection", b"content-length", b"transfer-encoding", b"expect"})
BODY = 512 * 1024
"""The most bytes of a request that is passed on."""
LONG = 120.0
"""Seconds to wait for what has to be computed."""
App = Callable[[Any, Any, Any], Awaitable[None]]

log = structlog.get_logger("sabot.nodes")


class Doorway:
    """The ASGI application of one node, around the application of its house."""

    def __init__(self, app: App, node: HouseNode, house: House) -> None:
        self._app = app
        self._node = node
        self._house = house
        self.relay: Relay | None = None

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Handle one ASGI connection."""
        if scope["type"] == "lifespan":  # `OpenNode` opens and closes the house
            return
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        path, method = scope["path"], scope["method"]
        if method == "GET" and path in _MERGED and self._node.others:
            request = await _read(scope, receive)
            await _send(await self._merged(request), send)
            return
        group = self.group(path, method, scope["query_string"])
        owner = self._node.owner(group) if group else self._node.me
        if owner == self._node.me:
            await self._app(scope, receive, send)
        else:
            await _send(await self._pass_on(owner, await _read(scope, receive)), send)

    def group(self, path: str, method: str, query: bytes = b"") -> str:
        """Return the group of tables whose node answers a request; "" where any node does."""
        if of_table := _TABLE.fullmatch(path):
            return self._node.group_of(of_table[1])
        if of_list := _LIST.fullmatch(path):
            tables = self._house.waiting_lists.tables.get(of_list[1], ())
            return self._node.group_of(next(iter(tables), ""))
        if of_voucher := _VOUCHER.fullmatch(path):
            voucher = find_voucher(self._house.ledger, of_voucher[1])
            return self._node.group_of(voucher.table) if voucher else ""
        if method not in ("GET", "HEAD", "OPTIONS") or path == "/enter":
            return DESK if path.startswith(("/api/", "/enter")) and path not in _ANYWHERE else ""
        if path == "/api/pools":
            return POOLS if POOLS in self._node.groups else ""
        if path == "/api/odds":
            return self._of_game(query)
        return ""

    def _of_game(self, query: bytes) -> str:
        """Return the group of a table or a game that a query names."""
        asked = parse_qs(query.decode("latin-1"))
        if table := asked.get("table", [""])[0]:
            return self._node.group_of(table)
        name = asked.get("game", [""])[0]
        return next((self._node.group_of(table_id) for table_id, table
                     in self._house.tables.items() if table.game == name), "")

    # -- passing on -------------------------------------------------------------------------------

    async def _pass_on(self, owner: Node | None, request: Request) -> Answer:
        if owner is None or self.relay is None:
            return _problem(request, MOVED, "these tables are just being moved to another part of "
                                            "the house; try again in a moment")
        try:
            return await self.relay.ask(owner.name, request,
                                        LONG if request.path in _SLOW else SILENCE)
        except TimeoutError:
            log.warning("a node does not answer", node=owner.name, path=request.path)
            return _problem(request, "no-answer", "the part of the house that has to answer does "
                            "not; look whether it was done before you try again")

    async def reply(self, request: Request) -> Answer:
        """Answer a request that another node has passed on."""
        return await run_app(self._app, request)

    async def _merged(self, request: Request) -> Answer:
        """Answer from all nodes: of each, what it says of its own tables."""
        assert self.relay is not None
        plain = msgspec.structs.replace(request, headers=[
            (name, value) for name, value in request.headers
            if name not in (b"accept-encoding", b"if-none-match")])
        names = [node.name for node in self._node.others]
        own, *others = await asyncio.gather(
            run_app(self._app, plain), *(self.relay.ask(name, plain) for name in names),
            return_exceptions=True)
        if isinstance(own, BaseException):
            raise own
        if own.status != 200:
            return own
        parts = {self._node.me.name: msgspec.json.decode(own.body)}
        for name, answer in zip(names, others, strict=True):
            if isinstance(answer, Answer) and answer.status == 200:
                parts[name] = msgspec.json.decode(answer.body)
        merged = merge(parts, self._node.me.name, self._owner_of_part)
        return Answer(200, [header for header in own.headers if header[0] not in _HOP],
                      msgspec.json.encode(merged))

    def _owner_of_part(self, part: Mapping[str, Any]) -> str | None:
        """Return the node that runs the table of which a part of an answer speaks, "" for none now;
        None where it speaks of no table."""
        for table in _tables_in(part):
            if self._node.group_of(table):
                owner = self._node.owner_of(table)
                return owner.name if owner else ""
        return None

    # -- sockets ----------------------------------------------------------------------------------

    def elsewhere(self, table: str) -> Node | None:
        """Return the other node that runs a table; None where it runs here, or there is no such
        table. HouseError while nobody runs it."""
        group = self._node.group_of(table)
        owner = self._node.owner(group) if group else self._node.me
        if owner is None:
            raise HouseError(MOVED, "this table is just being moved to another part of the house; "
                                    "try again in a moment", status=503)
        return owner if owner != self._node.me else None

    async def carry(self, line: ClientLine, owner: Node, visit: Visit) -> None:
        """Carry the connection of a client to the node that runs a table, until it ends."""
        assert self.relay is not None
        await close_line(line, *await self.relay.carry(line, owner.name, visit))

    async def serve(self, line: ClientLine, visit: Visit) -> None:
        """Play at a table of this node for a client of another one."""
        house = self._house
        try:
            room = house.room_for(visit.table, visit.player)
        except HouseError as error:
            await close_line(line, LOST if error.code == MOVED else NO_TABLE, str(error.text))
            return
        if visit.name and (player := house.player(visit.player)) is not None:
            restore_name(house, player, visit.name)
        await play(line, house, room, visit.player, house.sign_ins.by_id(visit.sign_in),
                   visit.since)


_ANYWHERE = frozenset({"/api/hands"})
"""Changes of nothing: requests with a body that any node answers."""


def _tables_in(part: Mapping[str, Any]) -> Iterable[str]:
    """The tables that a part of an answer names, the most telling first."""
    for key in ("at", "table", "id"):
        if isinstance(value := part.get(key), str):
            yield value
    for key in ("tables", "machines"):
        for one in part.get(key) or ():
            yield one if isinstance(one, str) else str(one.get("id", ""))


def merge(parts: Mapping[str, Any], own: str,
          owner_of: Callable[[Mapping[str, Any]], str | None]) -> Any:
    """Put the answers of all nodes together. Of a list whose items speak of tables, each item comes
    from the node that runs its table, in the order of our ``own`` answer; the rest is ours."""
    mine = parts[own]
    parts = {node: part for node, part in parts.items() if type(part) is type(mine)}
    if isinstance(mine, dict):
        return {key: merge({node: part[key] for node, part in parts.items() if key in part},
                           own, owner_of) for key in mine}
    if not isinstance(mine, list):
        return mine
    return _merge_lists(parts, own, owner_of)


def _merge_lists(parts: Mapping[str, Sequence[Any]], own: str,
                 owner_of: Callable[[Mapping[str, Any]], str | None]) -> list[Any]:
    mine = parts[own]
    theirs: dict[Any, Any] = {}
    for node, items in parts.items():
        for n, item in enumerate(items):
            if isinstance(item, dict) and owner_of(item) == node != own:
                theirs[_name(item, (node, n))] = item
    merged = []
    for item in mine:
        owner = owner_of(item) if isinstance(item, dict) else None
        merged.append(theirs.pop(_name(item, None), item) if owner not in (None, own) else item)
    return merged + list(theirs.values())


def _name(item: Mapping[str, Any], otherwise: Any) -> Any:
    """The name by which the same item is found in the answers of several nodes."""
    return item.get("id") or item.get("table") or otherwise


# -- opening a node -------------------------------------------------------------------------------


class OpenNode(NamedTuple):
    """A node with its house; ``door`` is its ASGI application."""

    house: House
    node: HouseNode
    relay: Relay
    door: Doorway

    async def start(self) -> None:
        """Open the house without tables, then take the node's share of them."""
        await self.house.start(as_node=True)
        await self.relay.start()
        await self.node.start()

    async def leave(self) -> None:
        """Give the tables up. Requests that still come are passed on to those who take them."""
        await self.node.leave()

    async def stop(self) -> None:
        """Give the tables up, and close."""
        await self.node.stop()
        await self.relay.stop()
        await self.house.stop()


def node_of(house: House, app: Litestar, ledger: SharedLedger, nodes: Nodes, channel: Channel
            ) -> OpenNode:
    """Return the node that a house and its application become over a ledger that several share."""
    me = ledger.node

    def end() -> None:
        house.books.broken = phrase("the epoch {epoch} of the node {name} has ended: others run "
                                    "its tables", epoch=me.epoch, name=me.name)

    def lose(other: str) -> None:
        relay.lose_owner(other)

    node = HouseNode(house, Follower(house, ledger), nodes, me, end, lose)
    door = Doorway(app, node, house)
    door.relay = relay = Relay(channel, me.name, me.epoch, door.serve, door.reply)
    app.state.others = door
    return OpenNode(house, node, relay, door)


# -- ASGI -----------------------------------------------------------------------------------------


async def _read(scope: Any, receive: Any) -> Request:
    """Read a request as a whole."""
    body, more = b"", True
    while more:
        message = await receive()
        if message["type"] != "http.request":
            break
        body += message.get("body", b"")
        more = message.get("more_body", False) and len(body) <= BODY
    client = scope.get("client")
    return Request(scope["method"], scope["path"], scope["query_string"],
                   [(bytes(name), bytes(value)) for name, value in scope["headers"]], body,
                   client[0] if client else "")


async def _send(answer: Answer, send: Any) -> None:
    headers = [header for header in answer.headers if header[0] not in _HOP]
    await send({"type": "http.response.start", "status": answer.status,
                "headers": [*headers, (b"content-length", str(len(answer.body)).encode())]})
    await send({"type": "http.response.body", "body": answer.body})


async def run_app(app: App, request: Request) -> Answer:
    """Answer a request by an ASGI application."""
    start: dict[str, Any] = {}
    body = bytearray()
    received = False

    async def receive() -> dict[str, Any]:
        nonlocal received
        if received:  # nobody goes away while a node asks
            await asyncio.Future()
        received = True
        return {"type": "http.request", "body": request.body, "more_body": False}

    async def send(message: dict[str, Any]) -> None:
        if message["type"] == "http.response.start":
            start.update(message)
        else:
            body.extend(message.get("body", b""))

    scope = {"type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "scheme": "http",
             "method": request.method, "path": request.path, "raw_path": request.path.encode(),
             "query_string": request.query, "root_path": "", "headers": request.headers,
             "client": (request.client, 0) if request.client else None, "server": None}
    await app(scope, receive, send)
    return Answer(start["status"], [(bytes(name), bytes(value))
                                    for name, value in start["headers"]], bytes(body))


def _problem(request: Request, code: str, text: str) -> Answer:
    """A refusal of this door, as the routes give them."""
    accepted = dict(request.headers).get(b"accept-language", b"").decode("latin-1")
    body = problem_details.problem(request.path, accepted, 503, code, text)
    return Answer(503, [(b"content-type", problem_details.MEDIA.encode()), (b"retry-after", b"1"),
                        (b"cache-control", b"no-store")], msgspec.json.encode(body))
