"""What a house says on HTTP, on its sockets and to the terminal, by the names in it: `shapes` plays
a little, asks every path that can be read, and every verb that answers in JSON."""

from __future__ import annotations

import json
import re
import tempfile
from collections.abc import Iterator
from functools import cache, partial
from importlib import resources
from pathlib import Path
from typing import Any

from click.testing import CliRunner

from sabot.cli import main
from sabot.house.table import messages
from sabot.ledger import Ledger
from support.open_house import ALONE, MACHINE, SHARED, Doors, Visitor, table

BY_KEY = frozenset({"words", "facts", "edges", "names", "texts", "laws", "labels", "shown", "bets",
                    "staked", "balances", "flows", "note", "in_force", "clocks", "cloth", "felt",
                    "felt_cloth", "spots"})
"""Objects whose keys are values: ids, words, languages, bets."""
ROLES = ("supervisor", "inspector", "cashier", "croupier")


def keys(head: str, value: Any) -> Iterator[str]:
    """The names in a value of JSON, one path a line."""
    if isinstance(value, list):  # it may be empty, and is there all the same
        yield head
        for one in value:
            if isinstance(one, dict | list):
                yield from keys(f"{head}[]", one)
    elif isinstance(value, dict) and head.rpartition(".")[2].rstrip("[]") in BY_KEY:
        yield f"{head}: by key"
    elif isinstance(value, dict) and value:
        if not all(re.fullmatch(r"[a-z][a-z_]*", key) for key in value):
            yield f"{head}: by key"
            return
        for key, one in value.items():
            yield from keys(f"{head}.{key}", one)
    else:
        yield head


@cache
def shapes() -> tuple[list[str], list[str]]:
    """Lines for HTTP and sockets, and for the terminal."""
    with tempfile.TemporaryDirectory() as folder:
        doors = Doors(Path(folder), tables={
            "shared": table(SHARED), "alone": table(ALONE), "m": table(MACHINE)})
        served = list(_served(doors))
        return served, list(_terminal(doors.url, Path(folder)))


VERBS = (
    "games", "odds american-roulette", "odds craps", "par costa",
    "equity holdem AsAh KdKc", "simulate american-roulette --coups 200 --seed 1",
    "law pt-805-2015/blackjack-online/12-2", "law coverage", "law insurance",
    "check TABLE", "replay COUP", "recall m", "verify", "tickets list",
    "tickets show A12-0000001", "backup FILE")
BOOKS = ("replay", "recall", "verify", "tickets", "backup")


def _terminal(url: str, folder: Path) -> Iterator[str]:
    with Ledger.open(url, readonly=True) as books:
        coup = next(one for one in books.coups() if one.startswith("alone~"))
    values = {"COUP": coup, "FILE": str(folder / "b.sqlite3"), "TABLE": str(
        resources.files("sabot.house") / "tables" / "tejo.toml")}
    for verb in VERBS:
        words = [values.get(word, word) for word in verb.split()]
        book = ["--database", url] if words[0] in BOOKS else []
        result = CliRunner().invoke(main, [*words, *book, "--json"])
        yield f"sabot {verb}: {result.exit_code}"
        if result.exit_code < 2:
            yield from keys(f"sabot {verb} ", json.loads(result.stdout))


def _served(doors: Doors) -> Iterator[str]:
    """Methods, paths and parameters; the names in what is answered; those in messages."""
    with doors:
        guest = doors.guest("Ana")
        described = guest.get("/api/schema/openapi.json").json()["paths"]
        for path, ways in described.items():
            for method, way in ways.items():
                yield f"{method} {path}"
                yield from (f"{method} {path} {one['in']} {one['name']}"
                            for one in way.get("parameters", []))
        values = played(doors, guest)
        staff = {role: signed_in(doors, role) for role in ROLES}
        for path, ways in sorted(described.items()):
            if "get" in ways and path != "/enter":
                yield from answered(path, values, guest, staff)
    for name, schema in sorted(messages.catalogue().schemas.items()):
        yield from (f"message {name}.{key}" for key in schema.get("properties", {}))


async def decisions(doors: Doors, player: str) -> list[tuple[str, str]] | None:
    """What a player may decide at the table of their own; None once the coup is over."""
    desk = doors.house.room_for("alone", player).desk
    if desk.state.over or desk.betting:
        return None
    assert desk.dealer is not None and desk.dealer.standing is not None
    return [(offer.act, offer.seat) for offer in desk.dealer.standing.offers]


def played(doors: Doors, guest: Visitor) -> dict[str, str]:
    """A coup, a ticket and a complaint; what paths want to know of them."""
    with guest.table("m") as line:
        line.take()
        for act, amount in (("sit", 0), ("insert", 1_500), ("ticket", 0), ("leave", 0)):
            line.do(act, "1", amount, key=f"m/{act}")
    with guest.table("alone") as line:
        line.take()
        line.do("sit", "1")
        line.do("bet", "1", 500)
        line.do("deal", "table")
        while (offers := doors.run(partial(decisions, doors, guest.id))) is not None:
            line.do(*next(one for act in ("stand", "no-insurance", "wait", "hit")
                          for one in offers if one[0] == act))
    guest.post("/api/complaints", {"table": "alone", "text": "My bet!"})
    return {"table_id": "alone", "clause": "pt-805-2015/blackjack-online/12-2",
            "words": "insurance", "document": "pt-805-2015", "section": "blackjack-online",
            "name": "room", "coup": guest.get("/api/me/coups").json()[0]["id"], "code": "credit",
            "q": "blackjack", "game_id": "blackjack-online", "game": "american-roulette",
            "hand": "AsAh,KdKc", "form": "holdem"}


def signed_in(doors: Doors, role: str) -> Visitor:
    visitor = doors.visitor()
    token = doors.staff(role.capitalize(), role)
    assert visitor.post("/api/staff/login", {"token": token}).status_code == 200
    return visitor


def answered(path: str, values: dict[str, str], guest: Visitor, staff: dict[str, Visitor]
             ) -> Iterator[str]:
    """The names in what is answered to whoever may ask, as the first one hears it."""
    at = re.sub(r"\{(\w+)\}", lambda found: values.get(found[1], "none"), path)
    if path == "/api/staff/machines/{table_id}":
        at = "/api/staff/machines/m"
    if path == "/words/{name}":
        return
    wanted = {"/api/find": ("q",), "/api/intro": ("game",), "/api/odds": ("game",),
              "/api/worth": ("clause",), "/api/clauses": ("words",),
              "/api/equity": ("hand", "form")}
    query = {"hand": ["AsAh", "KdKc"]} if path == "/api/equity" else {}
    asked = "&".join(f"{name}={one}" for name in wanted.get(path, ())
                     for one in query.get(name, [values[name]]))
    for who in (guest, *staff.values()):
        reply = who.get(f"{at}?{asked}" if asked else at)
        if reply.status_code == 200 and "json" in reply.headers["content-type"]:
            yield from keys(f"get {path} 200 ", reply.json())
            return
        if reply.status_code not in (401, 403):
            yield f"get {path} {reply.status_code}"
            return
