"""What the people of a world do over HTTP, and what must be true of the answers."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Coroutine, Mapping, Sequence
from random import Random
from typing import Any, Protocol

import msgspec

from sabot.equipment import Shoe
from sabot.house.nodes.relay import LOST
from sabot.house.staff.signins import PLAYERS, SIGNED_OUT
from sabot.house.table.messages import EndCommand, Ping
from sabot.ledger import Ledger
from sabot.web.socket import MAX_LINES, NO_TABLE, SEND_TIMEOUT
from tools.worlds.doors import Answer, Browser, NoAnswer
from tools.worlds.lines import Line
from tools.worlds.plan import Plan

READS = ("/api/session", "/api/me/coups?limit=5", "/api/me/sessions", "/api/tickets",
         "/api/complaints", "/api/lobby", "/api/tables", "/api/lists", "/api/machines",
         "/api/pools", "/api/games", "/api/edges", "/api/find?q=ro", "/api/keys", "/health",
         "/metrics", "/api/problems", "/api/staff/me", "/api/law/ir/4", "/", "/lost.html",
         "/api/me/applied?clause=pt-805-2015/blackjack-online/31")
CHANGES = ("/api/session", "/api/session/end", "/api/session/name", "/api/complaints",
           "/api/me/credits", "/api/me/sessions/{table}/end", "/api/lists/none/register",
           "/api/machines/{table}/ask", "/api/machines/{table}/leave", "/api/hands",
           "/api/staff/login", "/api/staff/tables/{table}/void", "/api/staff/erase",
           "/api/operator/players/{other}/sign-out")
BODIES: tuple[Any, ...] = (
    b"", b"{", b"[]", b"null", b"\xff\xfe", b'{"name": 1}', b"[" * 5000, b"x" * 20_000,
    {"name": "\x00"}, {"name": "Casa"}, {"table": "none", "text": ""}, {"to": "none"},
    {"table": "none", "text": "x", "coup": "none-1"}, {"token": "x"}, {"reason": "abc"},
    {"text": "PokerStars Hand #1"}, {"everywhere": "yes"})
ODD_READS = ("/api/nothing", "/api/coups/é", "/api/coups/%00/receipt", "/api/me/history?before=-1",
             "/api/me/history?day=2026-13-01", "/api/me/history?zone=Mars", "/api/me/coups?limit=0",
             "/api/tables/none", "/api/tables/{other}/past", "/api/odds?game=none",
             "/api/me/history?session=none", "/api/find?q=" + "x" * 90, "/enter?launch=x",
             "/api/me/history?game=none", "/..%2f..%2fetc/passwd",
             "/api/staff/journal", "/api/staff/people", "/api/staff/tickets",
             "/api/staff/machines/{table}")


CUT = 1006
"""How a real client calls the end of a line that was cut."""
SLACK = 20.0
"""Seconds in which a line is ended that must be."""
NEWS = 3.0
"""Seconds in which a node learns what another one has stored."""
ASKED = ": why?"
"""How complaints end that have a key; each has its own number."""


class Visitor(Protocol):
    """Somebody who has a browser, as visits need them. ``coups`` are rounds of theirs that they
    know, ``stored`` the documents that the house said it has stored: kind and id; ``heads`` the
    digests of the journal that it showed, by number of the entry."""

    id: str
    browser: Browser
    coups: list[str]
    stored: set[tuple[str, str]]
    heads: dict[int, str]
    others: Sequence[Visitor]
    world: Plan

    @property
    def name(self) -> str: ...
    @property
    def table(self) -> str: ...
    @property
    def hostile(self) -> bool: ...
    @property
    def hasty(self) -> bool: ...

    def tell(self, what: str) -> None:
        """Add to the story."""

    def fail(self, what: str) -> None:
        """Say what is wrong."""

    def send_end(self, command: EndCommand) -> None:
        """End the session over the socket."""

    def open_line(self, browser: Browser, chance: Random, *,
                  headers: Mapping[str, str] | None = None) -> Line:
        """Open another socket at the same table."""


async def visit(who: Visitor, number: int, chance: Random) -> None:
    """Do one thing over HTTP."""
    plain: list[Callable[[Visitor, int, Random], Coroutine[Any, Any, None]]] = [
        _read, _read, _history, _history, _round, _round, _table, _complain, _rename, _end, _fill]
    kinds = [*plain, _stranger] if not who.hostile else [
        _harm, _harm, _pry, _round, _stranger, _crowd, _deaf]
    try:
        await chance.choice(kinds)(who, number, chance)
    except NoAnswer:
        return


async def _send(who: Visitor, method: str, path: str, body: object = None, *, chance: Random
                ) -> Answer:
    """Send a request; the hasty send it twice, the patient again when no answer comes."""
    if method != "GET":
        who.tell(f"{who.name} sends {method} {path}")
    again = Random(chance.random())
    if who.hasty and chance.random() < 0.5:
        twice = [asyncio.create_task(who.browser.request(method, path, body, chance=one))
                 for one in (chance, again)]
        answers = await asyncio.gather(*twice, return_exceptions=True)
        for answer in answers:
            if isinstance(answer, Answer):
                return answer
        raise NoAnswer
    try:
        return await who.browser.request(method, path, body, chance=chance)
    except NoAnswer:
        if chance.random() < 0.4:
            raise
        await asyncio.sleep(chance.uniform(0.1, 2))
        return await who.browser.request(method, path, body, chance=again)


async def _read(who: Visitor, number: int, chance: Random) -> None:
    path = chance.choice(READS)
    answer = await _send(who, "HEAD" if chance.random() < 0.1 else "GET", path, chance=chance)
    if path == "/api/session" and answer.status == 200 and answer.body not in (b"", b"null") and (
            answer.json["player"] != who.id):
        who.fail(f"{who.name} is taken for {answer.json['player']}")
    if path == "/health" and answer.status in (200, 503) and answer.body:
        _note_head(who, answer.json.get("journal"))


def _note_head(who: Visitor, journal: dict[str, Any] | None) -> None:
    """Note the end of the journal, which everybody may keep: it is never another one."""
    if journal is not None and who.heads.setdefault(journal["seq"], journal["head"]) != (
            journal["head"]):
        who.fail(f"the house showed two digests of entry {journal['seq']}")


async def _history(who: Visitor, number: int, chance: Random) -> None:
    """Read the pages of one's history: each round once, and the sums of a day are of its rounds."""
    limit, before, rounds = chance.choice((2, 7, 50)), 0, dict[str, int]()
    for _ in range(4):
        answer = await _send(
            who, "GET", f"/api/me/history?before={before}&limit={limit}", chance=chance)
        if answer.status != 200:
            return
        page = answer.json
        for coup in page["coups"]:
            if rounds.setdefault(coup["id"], coup["seq"]) != coup["seq"] or (
                    before and coup["seq"] >= before):
                who.fail(f"{who.name}'s history has {coup['id']} twice or out of place")
        if not before and not page["next"]:
            _compare_sums(who, page)
        who.coups[:] = dict.fromkeys([*who.coups, *rounds])
        before = page["next"]
        if not before:
            return


def _compare_sums(who: Visitor, page: dict[str, Any]) -> None:
    """Compare the sums of days with the rounds of a page that has all of them."""
    for key in ("staked", "won", "net"):
        of_days = sum(sums[key] for day in page["days"] for sums in day["sums"].values())
        of_rounds = sum(coup[key] for coup in page["coups"])
        if of_days != of_rounds:
            who.fail(f"{who.name}'s days say {key} {of_days}, the rounds {of_rounds}")


async def _round(who: Visitor, number: int, chance: Random) -> None:
    """Read a round of one's own, and check the opening of its shoe against its seal."""
    if not who.coups:
        await _read(who, number, chance)
        return
    coup = chance.choice(who.coups)
    part = chance.choice(("", "/receipt", "/receipt", "/history"))
    answer = await _send(who, "GET", f"/api/coups/{coup}{part}", chance=chance)
    if answer.status == 404 and part != "/history":
        who.fail(f"{who.name} was told of {coup}, and now that there is none")
    if answer.status != 200 or part == "/history":
        return
    opening = answer.json["opening"]
    if answer.json["id"] != coup:
        who.fail(f"{who.name} asked for {coup} and got {answer.json['id']}")
    if opening:
        try:
            Shoe.opened(opening)
        except ValueError as error:
            who.fail(f"the opening of {coup} does not match its seal: {error}")
        if opening["seal"] != answer.json["seal"]:
            who.fail(f"the opening of {coup} is that of another shoe")


async def _table(who: Visitor, number: int, chance: Random) -> None:
    part = chance.choice(("", "/past", "/hints", "/hints", "/race"))
    await _send(who, "GET", f"/api/tables/{who.table}{part}", chance=chance)


async def _complain(who: Visitor, number: int, chance: Random) -> None:
    coup = chance.choice(["", *who.coups])
    answer = await _send(who, "POST", "/api/complaints", {
        "table": who.table, "coup": coup, "text": f"{number}{ASKED}",
        "key": f"{who.name}-{number}"}, chance=chance)
    if answer.status == 201:
        who.stored.add(("complaint", answer.json["id"]))


async def _rename(who: Visitor, number: int, chance: Random) -> None:
    name = chance.choice(("", "Zé", "Maria Inês", "Ana", "李雷", "x", "http://a"))
    await _send(who, "POST", "/api/session/name", {"name": name}, chance=chance)


async def _fill(who: Visitor, number: int, chance: Random) -> None:
    await _send(who, "POST", "/api/me/credits", chance=chance)


async def _end(who: Visitor, number: int, chance: Random) -> None:
    """End one's session over HTTP, often over the socket at the same time."""
    if chance.random() < 0.7:
        await _read(who, number, chance)
        return
    if chance.random() < 0.5:
        who.send_end(EndCommand(f"{who.name}-{number}-both"))
    answer = await _send(who, "POST", f"/api/me/sessions/{who.table}/end", chance=chance)
    if answer.status == 200:
        who.stored.add(("session", answer.json["id"]))


# -- strangers, and what nobody may do -------------------------------------------------------------


async def _stranger(who: Visitor, number: int, chance: Random) -> None:
    """Come as another guest for a moment; once signed out, neither cookie nor socket works."""
    if chance.random() < 0.6:
        await _read(who, number, chance)
        return
    browser = who.browser.another()
    name = f"{who.name} {number}"
    if (await browser.request("POST", "/api/session", {"name": name}, chance=chance)).status != 201:
        return
    who.tell(f"{name} comes")
    line = who.open_line(browser, chance)
    before = dict(browser.cookies)
    answer = await browser.request(
        "POST", "/api/session/end", {"everywhere": chance.random() < 0.5}, chance=chance)
    if answer.status != 200:
        return
    who.tell(f"{name} has signed out")
    browser.cookies = before
    if who.world.nodes > 1:  # the others read of it from the journal
        await asyncio.sleep(NEWS)
    answer = await browser.request("GET", "/api/me/coups", chance=chance)
    if answer.status == 200:
        who.fail(f"{name} has signed out and is still signed in")
    try:
        async with asyncio.timeout(30):
            while await line.hear() is not None:
                pass
    except TimeoutError:
        if not line.half_open and not line.silent:
            who.fail(f"{name} has signed out, and the socket stays open")
    if line.code == NO_TABLE:  # the house may have removed it
        answer = await browser.request("GET", f"/api/tables/{who.table}", chance=chance)
        if answer.status == 404:
            return
    if line.code not in (0, CUT, SIGNED_OUT, 1012, 4408, 4500, LOST):
        who.fail(f"{name} has signed out, and the socket was closed with {line.code}")
    line.end()


async def _harm(who: Visitor, number: int, chance: Random) -> None:
    """Send what nobody should."""
    other = chance.choice(who.others).id or "p_none"
    dice = chance.random()
    if dice < 0.5:
        path = chance.choice(CHANGES).format(table=who.table, other=other)
        if path == "/api/session/end":  # rubbish must not end one's own evening
            await who.browser.request("POST", path, b"{", chance=chance)
            return
        await who.browser.request("POST", path, chance.choice(BODIES), chance=chance)
    elif dice < 0.75:
        path = chance.choice(ODD_READS).format(table=who.table, other=other)
        await who.browser.request("GET", path, chance=chance)
    elif dice < 0.85:
        answer = await who.browser.request(
            "POST", "/api/me/credits", chance=chance, headers={"x-sabot": ""})
        if answer.status not in (403, 503):
            who.fail(f"a request without X-Sabot was answered with {answer.status}")
    elif dice < 0.95:
        answer = await who.browser.request(
            "POST", "/api/complaints", {"table": who.table, "text": "x"}, chance=chance,
            headers={"origin": "http://elsewhere.example"})
        if answer.status not in (403, 503):
            who.fail(f"a request of another site was answered with {answer.status}")
    else:
        method = chance.choice(("PUT", "DELETE", "PATCH", "OPTIONS"))
        await who.browser.request(method, chance.choice(READS), chance=chance)


async def _pry(who: Visitor, number: int, chance: Random) -> None:
    """Try to read or do what is another person's."""
    other = chance.choice(who.others)
    theirs = [coup for coup in other.coups if coup not in who.coups and "~" in coup]
    dice = chance.random()
    if dice < 0.4 and theirs:
        coup = chance.choice(theirs)
        part = chance.choice(("", "/receipt", "/history"))
        answer = await who.browser.request("GET", f"/api/coups/{coup}{part}", chance=chance)
        if answer.status == 200 and coup not in who.coups:
            who.fail(f"{who.name} was shown {coup}, which is {other.name}'s")
    elif dice < 0.7:
        forged = who.browser.another()
        cookie = other.browser.cookies.get("sabot", "")
        forged.cookies = {"sabot": cookie[:-3] + ("abc" if cookie[-3:] != "abc" else "abd")}
        answer = await forged.request("GET", "/api/me/coups", chance=chance)
        if answer.status not in (401, 503):
            who.fail(f"a forged cookie was answered with {answer.status}")
    else:
        answer = await who.browser.request(
            "GET", chance.choice(("/api/staff/journal", "/api/staff/tickets", "/api/staff/people",
                                  "/api/staff/head")), chance=chance)
        if answer.status not in (401, 503):
            who.fail(f"{who.name} came to {answer.status} at a door of the staff")


async def _crowd(who: Visitor, number: int, chance: Random) -> None:
    """Open more lines than one player may have, and one from the page of another site."""
    browser = who.browser.another()
    name = {"name": f"{who.name} {number}"}
    if (await browser.request("POST", "/api/session", name, chance=chance)).status != 201:
        return
    foreign = who.open_line(browser, chance, headers={"origin": "http://elsewhere.example"})
    lines = [who.open_line(browser, chance) for _ in range(MAX_LINES + 1)]
    try:
        async with asyncio.timeout(20):
            if await foreign.hear() is not None:
                who.fail(f"the page of another site plays for {who.name}")
            heard = [await line.hear() for line in lines]
        if all(heard) and not any(line.is_over for line in lines):
            who.fail(f"{who.name} has {len(lines)} lines at once")
    except TimeoutError:
        pass  # messages are lost, or the house is closed
    finally:
        for line in (foreign, *lines):
            line.end()


async def _deaf(who: Visitor, number: int, chance: Random) -> None:
    """Take no messages: the house ends the line, which would keep a place otherwise."""
    line = who.open_line(who.browser.another(), chance)
    line.window = 0
    for _ in range(3):
        line.say(Ping())
    await asyncio.sleep(SEND_TIMEOUT + SLACK)
    if not (line.is_over or line.silent):
        who.fail(f"{who.name} takes no messages, and the line stays open")
    line.end()


# -- at the end ------------------------------------------------------------------------------------


def at_the_end(ledger: Ledger, people: Sequence[Visitor]) -> str:
    """What people were told is stored and is not, or ""."""
    for person in people:
        for kind, id in sorted(person.stored):
            document = ledger.document(kind, id)
            if document is None or document.owner != person.id:
                return f"{person.name} was told that {kind} {id} is stored; it is not"
        for seq, head in person.heads.items():
            record = ledger.entries(since_seq=seq - 1, limit=1)
            if seq and (not record or record[0].hash != head):
                return f"{person.name} was shown the digest of entry {seq}, which is another one"
        if twice := _complained_twice(ledger, person):
            return f"{person.name} sent a complaint once and it is stored twice: {twice}"
        if person.id and not ledger.documents(PLAYERS, owner=person.id):
            return f"{person.name} is signed in, and no sign-in is stored"
    return ""


def _complained_twice(ledger: Ledger, person: Visitor) -> str:
    """A complaint that was sent with one key, maybe several times, and is stored twice, or ""."""
    texts = Counter(msgspec.json.decode(document.body)["text"]
                    for document in ledger.documents("complaint", owner=person.id))
    return next((text for text, times in texts.items() if times > 1 and ASKED in text), "")
