"""The staff API: every act needs a role and a reason, and is recorded."""

from __future__ import annotations

from math import ceil
from typing import Annotated

import msgspec
import structlog
from litestar import Response, get, post
from litestar.params import FromPath, JSONBody, QueryParameter

from sabot.games import catalogue
from sabot.house import House, HouseError, metrics
from sabot.house.archive.queries import JournalLine
from sabot.house.catalogue.summaries import RoomCard
from sabot.house.people import roles as people
from sabot.house.people.names import fold
from sabot.house.people.roles import Complaint, Member
from sabot.house.people.token_attempts import counted_address
from sabot.house.shared_views import Names, extend
from sabot.house.staff import croupier, limits, personnel
from sabot.house.staff.croupier import TableStatus
from sabot.house.table import effective_tables
from sabot.house.table.switches import Switch, base_of
from sabot.procedure import Incident
from sabot.web.api import house_of
from sabot.web.auth import (
    KNOWN_AGE,
    KNOWN_COOKIE,
    STAFF_COOKIE,
    STAFF_MAX_AGE,
    Signer,
    cookie,
    staff_signed_in,
)
from sabot.web.route_policies import ANYBODY, HttpRequest, policy, policy_of
from sabot.words import either, phrase

log = structlog.get_logger("sabot.web")


class Login(msgspec.Struct, forbid_unknown_fields=True):
    """A token, and optionally its owner's name; with it, wrong tokens are also counted by name."""

    token: Annotated[str, msgspec.Meta(max_length=200)]
    name: Annotated[str, msgspec.Meta(max_length=200)] = ""


class Reason(msgspec.Struct, forbid_unknown_fields=True):
    """A reason of 3 to 2,000 characters; players see it."""

    reason: Annotated[str, msgspec.Meta(max_length=2_000)]


class NewLimits(msgspec.Struct, forbid_unknown_fields=True):
    """The minimum bet in cents and the mode of the maximum, each left out to stay unchanged; and a
    reason."""

    reason: Annotated[str, msgspec.Meta(max_length=2_000)]
    minimum: Annotated[int, msgspec.Meta(ge=0, le=10**12)] = 0
    mode: Annotated[str, msgspec.Meta(max_length=40)] = ""


class NewFault(msgspec.Struct, forbid_unknown_fields=True):
    """A fault: a kind from which the coup can go on now, where, with which card and how many cents,
    and why."""

    kind: Annotated[str, msgspec.Meta(max_length=60)]
    reason: Annotated[str, msgspec.Meta(max_length=2_000)]
    seat: Annotated[str, msgspec.Meta(max_length=20)] = ""
    card: Annotated[str, msgspec.Meta(max_length=2)] = ""
    amount: Annotated[int, msgspec.Meta(ge=0, le=10**12)] = 0
    v: int | None = None


class IncidentReport(msgspec.Struct, forbid_unknown_fields=True):
    """An incident at a real table, in place of what was awaited."""

    kind: Annotated[str, msgspec.Meta(max_length=60)]
    card: Annotated[str, msgspec.Meta(max_length=2)] = ""
    fell: tuple[int, ...] = ()
    seat: Annotated[str, msgspec.Meta(max_length=20)] = ""
    note: Annotated[str, msgspec.Meta(max_length=2_000)] = ""
    amount: Annotated[int, msgspec.Meta(ge=0, le=10**12)] = 0


class EnteredFact(msgspec.Struct, forbid_unknown_fields=True):
    """A fact (a card, a word, the numbers that fell) or an incident; ``v`` is the version at which
    it was asked."""

    fact: str | tuple[int, ...] | None = None
    incident: IncidentReport | None = None
    v: int | None = None


class ComplaintAnswer(msgspec.Struct, forbid_unknown_fields=True):
    """The answer to a complaint; its player sees it."""

    text: Annotated[str, msgspec.Meta(max_length=2_000)]


def signed_in_member(request: HttpRequest) -> Member | None:
    """Return the member of staff whose cookie came with the request, while they are signed in and
    work here with the token of that sign-in."""
    sign_in = staff_signed_in(request)
    if sign_in is None:
        return None
    return next((m for m in people.members(house_of(request).ledger)
                 if m.active and m.signs == sign_in.who and m.token == sign_in.token), None)


def require_member(request: HttpRequest) -> Member:
    """Return the member of staff of a request, if their role allows the route's act; HouseError
    otherwise."""
    asking, act = signed_in_member(request), policy_of(request.route_handler.opt).who
    if asking is None and STAFF_COOKIE in request.cookies:
        raise HouseError("no-staff", "this sign-in has ended: POST /api/staff/login", status=401)
    if asking is None:
        raise HouseError(
            "no-staff", "this entrance is for staff: POST /api/staff/login", status=401
        )
    if not asking.may(act):
        raise HouseError("role", phrase("a {role} may not {act}; {others} may",
                                        role=asking.role, act=act,
                                        others=either(sorted(people.ALLOWED[act]))), status=403)
    return asking


class Badge(msgspec.Struct, frozen=True, kw_only=True):
    """A member of staff's own name, role and allowed acts."""

    name: str
    role: str
    may: list[str]


class LoggedOut(msgspec.Struct, frozen=True, kw_only=True):
    """The sign-in has ended."""

    left: bool


class GameSwitch(msgspec.Struct, frozen=True, kw_only=True):
    """A game with its last switch, null when it never had one."""

    id: str
    names: Names
    open: bool
    switch: Switch | None


class VoidLaws(msgspec.Struct, frozen=True, kw_only=True):
    """The clauses under which a coup is voided and refunded."""

    void: str
    refund: str


class StaffTable(RoomCard, frozen=True, kw_only=True):
    """A room as staff see it: the modes of its maximum bet and the clause under which limits
    change, the table of which it may be a player's own copy (``base``), its present status, the
    last switch of the table itself, and the clauses of voiding. ``open`` is whether it takes bets.
    """

    modes: tuple[str, ...]
    limits_law: str
    base: str
    now: TableStatus
    switch: Switch | None
    laws: VoidLaws


class Voided(msgspec.Struct, frozen=True, kw_only=True):
    """The open coup of a table is void: the reason, and the clauses of voiding and refund."""

    void: str
    reason: str
    law: str
    refund: str


class JournalHead(msgspec.Struct, frozen=True, kw_only=True):
    """The last entry of the journal, its digest, and both in one text."""

    seq: int
    hash: str
    head: str


def badge(asking: Member) -> Badge:
    """Describe a member of staff to themselves."""
    return Badge(name=asking.name, role=asking.role,
                 may=sorted(act for act in people.ALLOWED if asking.may(act)))


def last_switch(house: House, key: str) -> Switch | None:
    """Return the last switch of a table or game (``table:ID``, ``game:ID``); None when never
    switched."""
    switch: Switch | None = next((s for s in house.switches.all() if s.key == key), None)
    return None if switch is None else _with_name(house, switch)


def _with_name(house: House, switch: Switch) -> Switch:
    """Return a switch with the name of the member who set it."""
    return msgspec.structs.replace(switch, by=people.name_of(house.ledger, switch.by))


async def _switched(request: HttpRequest, key: str, to: bool, why: Reason) -> Switch:
    """Open or close a table or a game for the member who asks; return the switch."""
    switch = await house_of(request).switch(require_member(request), key, to, why.reason)
    return _with_name(house_of(request), switch)


@post("/api/staff/login", status_code=200, opt=policy(ANYBODY, 401))
async def login(request: HttpRequest,
                data: JSONBody[Login]) -> Response[Badge]:
    """Show a token, get a cookie for eight hours. After some wrong tokens from an address, or for a
    name, the next is accepted only after a growing wait."""
    house, keys = house_of(request), attempt_keys(request, data.name)
    if wait := house.token_attempts.wait(keys):
        metrics.GUESSES.labels("waited").inc()
        raise HouseError("wait", phrase("too many wrong tokens: wait {seconds} seconds, then send "
                                        "your token again", seconds=ceil(wait)), status=429,
                         facts={"seconds": ceil(wait)})
    asking = people.by_token(house.ledger, data.token)
    if asking is None or (data.name and fold(asking.name) != fold(data.name)):
        metrics.GUESSES.labels("wrong").inc()
        wait = house.token_attempts.wrong(keys)
        log.warning("a wrong token at the staff door", counted=keys, wait=wait)
        raise HouseError("token", "this token is not valid", status=401,
                         facts={"seconds": ceil(wait)} if wait else None)
    house.token_attempts.right(keys)
    signer: Signer = request.app.state.signer
    secret = await house.sign_ins.sign_in_staff(asking)
    return Response(badge(asking), status_code=200, cookies=[
        cookie(request, STAFF_COOKIE, signer.staff(secret), STAFF_MAX_AGE, "/api/staff"),
        cookie(request, KNOWN_COOKIE, signer.known(asking.name), KNOWN_AGE, "/api/staff/login")])


def attempt_keys(request: HttpRequest, name: str) -> list[str]:
    """Return the keys under which a wrong token is counted: the browser, when staff (the named
    member, if one is named) have signed in with it before; else the address, and the name."""
    signer: Signer = request.app.state.signer
    brought = request.cookies.get(KNOWN_COOKIE)
    before = signer.read_known(brought)
    if before and (not name or fold(name) == fold(before)):
        return [f"browser:{brought}"]
    address = f"address:{counted_address(request.client.host if request.client else '')}"
    return [address, personnel.attempts_key(name)] if fold(name) else [address]


@get("/api/staff/me")
async def me(request: HttpRequest) -> Badge | None:
    """My own name, role and allowed acts, or null."""
    asking = signed_in_member(request)
    return badge(asking) if asking else None


@post("/api/staff/logout", status_code=200)
async def logout(request: HttpRequest) -> Response[LoggedOut]:
    """Sign out: the sign-in ends, and its cookie stops working."""
    asking, sign_in = signed_in_member(request), staff_signed_in(request)
    if sign_in is not None:
        await house_of(request).sign_ins.end(sign_in, asking.role if asking else "")
    empty = cookie(request, STAFF_COOKIE, "", 0, "/api/staff")
    return Response(LoggedOut(left=True), cookies=[empty], status_code=200)


@get("/api/staff/games", opt=policy("tables"))
async def games(request: HttpRequest) -> list[GameSwitch]:
    """Every game: whether it takes bets, and its last switch."""
    require_member(request)
    out = []
    for game in catalogue().values():
        switch = last_switch(house_of(request), f"game:{game.id}")
        out.append(GameSwitch(id=game.id, names=game.names, open=switch is None or switch.open,
                              switch=switch))
    return out


@get("/api/staff/tables", opt=policy("tables"))
async def tables(request: HttpRequest) -> list[StaffTable]:
    """Every table with its own switch, its open coup, its stakes, and the clauses under which a
    coup may be voided.

    ``open`` says whether bets are taken; the game's switch may also prevent them.
    """
    require_member(request)
    house = house_of(request)
    out = []
    for room in house.room_cards():
        base, laws = base_of(room.id), house.room(room.id).desk.game.conduct.laws
        part = effective_tables.limits_of(house.tables[base])
        out.append(
            extend(
                StaffTable, room, modes=part.modes if part else (),
                limits_law=part.law if part else "", base=base,
                now=croupier.table_status(house, room.id),
                switch=last_switch(house, f"table:{base}"),
                laws=VoidLaws(void=laws["void"], refund=laws["refund"]))
        )
    return out


@post("/api/staff/tables/{table_id:str}/open", status_code=200, opt=policy("open", 404))
async def open_table(request: HttpRequest, table_id: FromPath[str],
                     data: JSONBody[Reason]) -> Switch:
    """Let a table take bets again."""
    return await _switched(request, f"table:{table_id}", True, data)


@post("/api/staff/tables/{table_id:str}/close", status_code=200, opt=policy("close", 404))
async def close_table(request: HttpRequest, table_id: FromPath[str],
                      data: JSONBody[Reason]) -> Switch:
    """Take no new bets at a table; the open coup is played to its end."""
    return await _switched(request, f"table:{table_id}", False, data)


@post("/api/staff/tables/{table_id:str}/limits", status_code=200, opt=policy("limits", 404, 409))
async def change_limits(request: HttpRequest, table_id: FromPath[str],
                        data: JSONBody[NewLimits]) -> effective_tables.LimitsChange:
    """Change the limits of an open table: players are told now, and the next coup uses them."""
    return await limits.change_limits(
        house_of(request), require_member(request), table_id, data.minimum, data.mode, data.reason)


@post("/api/staff/tables/{table_id:str}/void", status_code=200, opt=policy("void", 404, 409))
async def void_coup(request: HttpRequest, table_id: FromPath[str],
                    data: JSONBody[Reason]) -> Voided:
    """Void the open coup and refund it (27, 28)."""
    house = house_of(request)
    await house.void(require_member(request), table_id, data.reason)
    laws = house.room(table_id).desk.game.conduct.laws
    return Voided(void=table_id, reason=data.reason, law=laws["void"], refund=laws["refund"])


@get("/api/staff/tables/{table_id:str}", opt=policy("tables", 404))
async def one_table(request: HttpRequest, table_id: FromPath[str]) -> TableStatus:
    """A table in play: for whom it waits, and which faults may be reported now."""
    require_member(request)
    return croupier.table_status(house_of(request), table_id)


@post("/api/staff/tables/{table_id:str}/faults", status_code=200, opt=policy("fault", 404, 409))
async def report_fault(request: HttpRequest, table_id: FromPath[str],
                       data: JSONBody[NewFault]) -> TableStatus:
    """Report a fault at a table; the coup goes on from it as the law says. With ``v``, the version
    of the table that was shown, nothing is reported twice or at another moment."""
    incident = Incident(kind=data.kind, card=data.card, seat=data.seat, note=data.reason,
                        amount=data.amount)
    house = house_of(request)
    await croupier.report_fault(house, require_member(request), table_id, incident, seen=data.v)
    return croupier.table_status(house, table_id)


@get("/api/staff/tables/{table_id:str}/next", opt=policy("enter", 404))
async def next_step(request: HttpRequest, table_id: FromPath[str]) -> TableStatus:
    """What the croupier of a real table enters next: the step in words and as data, its clauses,
    its answers and the faults that may happen instead."""
    require_member(request)
    return croupier.table_status(house_of(request), table_id)


@post("/api/staff/tables/{table_id:str}/enter", status_code=200, opt=policy("enter", 404, 409))
async def enter(request: HttpRequest, table_id: FromPath[str],
                data: JSONBody[EnteredFact]) -> TableStatus:
    """Enter what the cards, the dice or the croupier did at a real table; returns what is next."""
    if (data.fact is None) == (data.incident is None):
        raise HouseError("form", "give either a fact or an incident")
    fact: croupier.Fact = data.fact or ""
    if data.incident is not None:
        fact = Incident(**msgspec.structs.asdict(data.incident))
    house = house_of(request)
    await croupier.enter_fact(house, require_member(request), table_id, fact, data.v)
    return croupier.table_status(house, table_id)


@post("/api/staff/games/{game_id:str}/enable", status_code=200, opt=policy("enable", 404))
async def enable_game(request: HttpRequest, game_id: FromPath[str],
                      data: JSONBody[Reason]) -> Switch:
    """Let every table of a game take bets again."""
    return await _switched(request, f"game:{game_id}", True, data)


@post("/api/staff/games/{game_id:str}/disable", status_code=200, opt=policy("disable", 404))
async def disable_game(request: HttpRequest, game_id: FromPath[str],
                       data: JSONBody[Reason]) -> Switch:
    """Take no new bets at any table of a game."""
    return await _switched(request, f"game:{game_id}", False, data)


@get("/api/staff/complaints", opt=policy("complaints"))
async def complaints(request: HttpRequest) -> list[Complaint]:
    """Every complaint, newest first."""
    require_member(request)
    return house_of(request).archive.complaints()


@post("/api/staff/complaints/{complaint_id:str}/answer", status_code=200,
      opt=policy("answer", 404, 409))
async def answer(request: HttpRequest, complaint_id: FromPath[str],
                 data: JSONBody[ComplaintAnswer]) -> Complaint:
    """Answer a complaint; the player sees it."""
    return await house_of(request).answer_complaint(
        require_member(request), complaint_id, data.text)


@get("/api/staff/journal", opt=policy("journal"))
async def journal(request: HttpRequest,
                  limit: Annotated[int, QueryParameter(ge=1, le=500)] = 100,
                  ) -> list[JournalLine]:
    """The last entries of the journal made by staff or the house."""
    require_member(request)
    return house_of(request).archive.journal(limit)


@get("/api/staff/head", opt=policy("journal"))
async def head(request: HttpRequest) -> JournalHead:
    """The last entry of the journal with its digest; in the second format the last checkpoint.
    Written down where people who can write to the database cannot change it, it anchors the chains:
    `sabot verify --head` checks the journal against it."""
    require_member(request)
    seq, digest = house_of(request).ledger.mark()
    return JournalHead(seq=seq, hash=digest, head=f"{seq}:{digest}")


ROUTES = [login, me, logout, games, tables, one_table, report_fault, next_step, enter, open_table,
          close_table, change_limits, void_coup, enable_game, disable_game, complaints, answer,
          journal, head]
