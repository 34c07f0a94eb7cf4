"""The staff door: every act needs a role, a reason, and is put on record."""

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
from sabot.house.people.names import folded
from sabot.house.people.roles import Complaint, Member
from sabot.house.people.token_attempts import network
from sabot.house.shared_views import Names, more
from sabot.house.staff import croupier, limits, personnel
from sabot.house.staff.croupier import Now
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
from sabot.web.route_policies import ANYBODY, Ask, door, of

log = structlog.get_logger("sabot.web")


class Login(msgspec.Struct, forbid_unknown_fields=True):
    """A token; and whose it is, where that is said: then wrong ones are counted by name too."""

    token: Annotated[str, msgspec.Meta(max_length=200)]
    name: Annotated[str, msgspec.Meta(max_length=200)] = ""


class Reason(msgspec.Struct, forbid_unknown_fields=True):
    """Why: 3 to 2,000 characters; players are told it."""

    reason: Annotated[str, msgspec.Meta(max_length=2_000)]


class NewLimits(msgspec.Struct, forbid_unknown_fields=True):
    """The least bet in cents and the mode of the greatest, each left out where it stays; and why.
    """

    reason: Annotated[str, msgspec.Meta(max_length=2_000)]
    minimum: Annotated[int, msgspec.Meta(ge=0, le=10**12)] = 0
    mode: Annotated[str, msgspec.Meta(max_length=40)] = ""


class NewFault(msgspec.Struct, forbid_unknown_fields=True):
    """What went wrong: a kind that the coup can go on from now, where, with which card and how many
    cents, and why."""

    kind: Annotated[str, msgspec.Meta(max_length=60)]
    reason: Annotated[str, msgspec.Meta(max_length=2_000)]
    seat: Annotated[str, msgspec.Meta(max_length=20)] = ""
    card: Annotated[str, msgspec.Meta(max_length=2)] = ""
    amount: Annotated[int, msgspec.Meta(ge=0, le=10**12)] = 0
    v: int | None = None


class Happened(msgspec.Struct, forbid_unknown_fields=True):
    """An incident at a real table, in place of what was awaited."""

    kind: Annotated[str, msgspec.Meta(max_length=60)]
    card: Annotated[str, msgspec.Meta(max_length=2)] = ""
    fell: tuple[int, ...] = ()
    seat: Annotated[str, msgspec.Meta(max_length=20)] = ""
    note: Annotated[str, msgspec.Meta(max_length=2_000)] = ""
    amount: Annotated[int, msgspec.Meta(ge=0, le=10**12)] = 0


class Entered(msgspec.Struct, forbid_unknown_fields=True):
    """A fact (a card, a word, the numbers that fell) or an incident; ``v`` as it was asked."""

    fact: str | tuple[int, ...] | None = None
    incident: Happened | None = None
    v: int | None = None


class Reply(msgspec.Struct, forbid_unknown_fields=True):
    """The answer to a complaint, which its player sees."""

    text: Annotated[str, msgspec.Meta(max_length=2_000)]


def known(request: Ask) -> Member | None:
    """The member of staff whose cookie came with the request, while he is signed in and works here
    under the token with which he came in."""
    one = staff_signed_in(request)
    if one is None:
        return None
    return next((m for m in people.members(house_of(request).ledger)
                 if m.active and m.signs == one.who and m.token == one.token), None)


def member(request: Ask) -> Member:
    """The member of staff who asks, if his role allows the act that the route says it is."""
    found, act = known(request), of(request.route_handler.opt).who
    if found is None and STAFF_COOKIE in request.cookies:
        raise HouseError("no-staff", "this sign-in has ended: POST /api/staff/login", status=401)
    if found is None:
        raise HouseError("no-staff", "this entrance is for staff: POST /api/staff/login",
                         status=401)
    if not found.may(act):
        raise HouseError("role", f"a {found.role} may not {act}; "
                         f"{' or '.join(sorted(people.ALLOWED[act]))} may", status=403)
    return found


class Badge(msgspec.Struct, frozen=True, kw_only=True):
    """A member of staff as he is told of himself: name, role and the acts that his role allows."""

    name: str
    role: str
    may: list[str]


class LoggedOut(msgspec.Struct, frozen=True, kw_only=True):
    """Whoever it was is signed out."""

    left: bool


class GameSwitch(msgspec.Struct, frozen=True, kw_only=True):
    """A game with the last word on it, null where there was none."""

    id: str
    names: Names
    open: bool
    switch: Switch | None


class VoidLaws(msgspec.Struct, frozen=True, kw_only=True):
    """Under which clauses a coup is voided and refunded."""

    void: str
    refund: str


class StaffTable(RoomCard, frozen=True, kw_only=True):
    """A room as staff see it: the modes of its greatest bet and the clause under which limits
    change, the table of which it may be a player's own copy (``base``), what is going on there,
    the last word on the table itself, and the clauses of voiding. ``open`` is whether it takes
    bets."""

    modes: tuple[str, ...]
    limits_law: str
    base: str
    now: Now
    switch: Switch | None
    laws: VoidLaws


class Voided(msgspec.Struct, frozen=True, kw_only=True):
    """The open coup of a table is void: why, and under which clauses it is, and is refunded."""

    void: str
    reason: str
    law: str
    refund: str


class JournalHead(msgspec.Struct, frozen=True, kw_only=True):
    """The last entry of the journal, its digest, and both in one word."""

    seq: int
    hash: str
    head: str


def badge(found: Member) -> Badge:
    """A member as he is told of himself."""
    return Badge(name=found.name, role=found.role,
                 may=sorted(act for act in people.ALLOWED if found.may(act)))


def thrown(house: House, key: str) -> Switch | None:
    """The last word on a table or game (``table:ID``, ``game:ID``); None when never switched."""
    switch: Switch | None = next((s for s in house.switches.all() if s.key == key), None)
    return None if switch is None else _word(house, switch)


def _word(house: House, switch: Switch) -> Switch:
    """The word on a table or game, with the name of whoever gave it."""
    return msgspec.structs.replace(switch, by=people.called(house.ledger, switch.by))


async def _switched(request: Ask, key: str, to: bool, why: Reason) -> Switch:
    """Whoever may do this act lets a table or a game take bets, or no more; the word on it."""
    made = await house_of(request).switch(member(request), key, to, why.reason)
    return _word(house_of(request), made)


@post("/api/staff/login", status_code=200, opt=door(ANYBODY, 401))
async def login(request: Ask,
                data: JSONBody[Login]) -> Response[Badge]:
    """Show a token, get a cookie for eight hours. After some wrong ones from an address, or for a
    name, the next is looked at only after a wait, which grows."""
    house, keys = house_of(request), counted(request, data.name)
    if wait := house.guesses.wait(keys):
        metrics.GUESSES.labels("waited").inc()
        raise HouseError("wait", f"too many wrong tokens: wait {ceil(wait)} seconds, then send "
                         "yours again", status=429, facts={"seconds": ceil(wait)})
    found = people.by_token(house.ledger, data.token)
    if found is None or (data.name and folded(found.name) != folded(data.name)):
        metrics.GUESSES.labels("wrong").inc()
        wait = house.guesses.wrong(keys)
        log.warning("a wrong token at the staff door", counted=keys, wait=wait)
        raise HouseError("token", "this token is not valid", status=401,
                         facts={"seconds": ceil(wait)} if wait else None)
    house.guesses.right(keys)
    signer: Signer = request.app.state.signer
    secret = await house.sign_ins.staff(found)
    return Response(badge(found), status_code=200, cookies=[
        cookie(request, STAFF_COOKIE, signer.staff(secret), STAFF_MAX_AGE, "/api/staff"),
        cookie(request, KNOWN_COOKIE, signer.known(found.name), KNOWN_AGE, "/api/staff/login")])


def counted(request: Ask, name: str) -> list[str]:
    """Under what a wrong token is counted: the browser, where somebody of the staff, the one that
    is named if one is, has signed in before; else the address, and the name."""
    signer: Signer = request.app.state.signer
    brought = request.cookies.get(KNOWN_COOKIE)
    before = signer.read_known(brought)
    if before and (not name or folded(name) == folded(before)):
        return [f"browser:{brought}"]
    address = f"address:{network(request.client.host if request.client else '')}"
    return [address, personnel.counted(name)] if folded(name) else [address]


@get("/api/staff/me")
async def me(request: Ask) -> Badge | None:
    """Who I am behind this door and what I may do, or null."""
    found = known(request)
    return badge(found) if found else None


@post("/api/staff/logout", status_code=200)
async def logout(request: Ask) -> Response[LoggedOut]:
    """Leave: the sign-in ends, and its cookie opens nothing any more, whoever has it."""
    found, one = known(request), staff_signed_in(request)
    if one is not None:
        await house_of(request).sign_ins.leave(one, found.role if found else "")
    gone = cookie(request, STAFF_COOKIE, "", 0, "/api/staff")
    return Response(LoggedOut(left=True), cookies=[gone], status_code=200)


@get("/api/staff/games", opt=door("tables"))
async def games(request: Ask) -> list[GameSwitch]:
    """Every game with its switch: whether it takes bets, and the last word on it."""
    member(request)
    out = []
    for game in catalogue().values():
        switch = thrown(house_of(request), f"game:{game.id}")
        out.append(GameSwitch(id=game.id, names=game.names, open=switch is None or switch.open,
                              switch=switch))
    return out


@get("/api/staff/tables", opt=door("tables"))
async def tables(request: Ask) -> list[StaffTable]:
    """Every table with its own switch, its open coup, what is staked there, and the clauses
    under which a coup may be voided.

    ``open`` says whether bets are taken, which the game's switch may prevent too.
    """
    member(request)
    house = house_of(request)
    out = []
    for room in house.every_room():
        base, laws = base_of(room.id), house.room(room.id).desk.game.conduct.laws
        part = effective_tables.of(house.tables[base])
        out.append(more(
            StaffTable, room, modes=part.modes if part else (),
            limits_law=part.law if part else "", base=base, now=croupier.now_at(house, room.id),
            switch=thrown(house, f"table:{base}"),
            laws=VoidLaws(void=laws["void"], refund=laws["refund"])))
    return out


@post("/api/staff/tables/{table_id:str}/open", status_code=200, opt=door("open", 404))
async def open_table(request: Ask, table_id: FromPath[str],
                     data: JSONBody[Reason]) -> Switch:
    """Let a table take bets again."""
    return await _switched(request, f"table:{table_id}", True, data)


@post("/api/staff/tables/{table_id:str}/close", status_code=200, opt=door("close", 404))
async def close_table(request: Ask, table_id: FromPath[str],
                      data: JSONBody[Reason]) -> Switch:
    """No new bets at a table; the open coup is played to its end."""
    return await _switched(request, f"table:{table_id}", False, data)


@post("/api/staff/tables/{table_id:str}/limits", status_code=200, opt=door("limits", 404, 409))
async def change_limits(request: Ask, table_id: FromPath[str],
                        data: JSONBody[NewLimits]) -> effective_tables.Changed:
    """Change the limits of an open table: players are told now, and the next coup has them."""
    return await limits.change(house_of(request), member(request), table_id, data.minimum,
                               data.mode, data.reason)


@post("/api/staff/tables/{table_id:str}/void", status_code=200, opt=door("void", 404, 409))
async def void_coup(request: Ask, table_id: FromPath[str],
                    data: JSONBody[Reason]) -> Voided:
    """Void the open coup and refund it (27, 28)."""
    house = house_of(request)
    await house.void(member(request), table_id, data.reason)
    laws = house.room(table_id).desk.game.conduct.laws
    return Voided(void=table_id, reason=data.reason, law=laws["void"], refund=laws["refund"])


@get("/api/staff/tables/{table_id:str}", opt=door("tables", 404))
async def one_table(request: Ask, table_id: FromPath[str]) -> Now:
    """A table in play: for whom it waits, and which faults may be reported now."""
    member(request)
    return croupier.now_at(house_of(request), table_id)


@post("/api/staff/tables/{table_id:str}/faults", status_code=200, opt=door("fault", 404, 409))
async def report_fault(request: Ask, table_id: FromPath[str],
                       data: JSONBody[NewFault]) -> Now:
    """Report a fault at a table; the coup goes on from it as the law says. With ``v``, the version
    of the table that was shown, nothing is reported twice or at another moment."""
    incident = Incident(kind=data.kind, card=data.card, seat=data.seat, note=data.reason,
                        amount=data.amount)
    house = house_of(request)
    await croupier.report(house, member(request), table_id, incident, seen=data.v)
    return croupier.now_at(house, table_id)


@get("/api/staff/tables/{table_id:str}/next", opt=door("enter", 404))
async def next_step(request: Ask, table_id: FromPath[str]) -> Now:
    """What the croupier of a real table enters next: the step in words and as data, its clauses,
    its answers and the faults that may happen instead."""
    member(request)
    return croupier.now_at(house_of(request), table_id)


@post("/api/staff/tables/{table_id:str}/enter", status_code=200, opt=door("enter", 404, 409))
async def enter(request: Ask, table_id: FromPath[str],
                data: JSONBody[Entered]) -> Now:
    """Enter what the cards, the dice or the croupier did at a real table; then what is next."""
    if (data.fact is None) == (data.incident is None):
        raise HouseError("form", "give either a fact or an incident")
    fact: croupier.Fact = data.fact or ""
    if data.incident is not None:
        fact = Incident(**msgspec.structs.asdict(data.incident))
    house = house_of(request)
    await croupier.enter(house, member(request), table_id, fact, data.v)
    return croupier.now_at(house, table_id)


@post("/api/staff/games/{game_id:str}/enable", status_code=200, opt=door("enable", 404))
async def enable_game(request: Ask, game_id: FromPath[str],
                      data: JSONBody[Reason]) -> Switch:
    """Let every table of a game take bets again."""
    return await _switched(request, f"game:{game_id}", True, data)


@post("/api/staff/games/{game_id:str}/disable", status_code=200, opt=door("disable", 404))
async def disable_game(request: Ask, game_id: FromPath[str],
                       data: JSONBody[Reason]) -> Switch:
    """No new bets at any table of a game."""
    return await _switched(request, f"game:{game_id}", False, data)


@get("/api/staff/complaints", opt=door("complaints"))
async def complaints(request: Ask) -> list[Complaint]:
    """Every complaint, newest first."""
    member(request)
    return house_of(request).records.complaints()


@post("/api/staff/complaints/{complaint_id:str}/answer", status_code=200,
      opt=door("answer", 404, 409))
async def answer(request: Ask, complaint_id: FromPath[str],
                 data: JSONBody[Reply]) -> Complaint:
    """Answer a complaint; the player sees it."""
    return await house_of(request).answer_complaint(member(request), complaint_id, data.text)


@get("/api/staff/journal", opt=door("journal"))
async def journal(request: Ask,
                  limit: Annotated[int, QueryParameter(ge=1, le=500)] = 100,
                  ) -> list[JournalLine]:
    """The last entries of the journal that staff or the house made."""
    member(request)
    return house_of(request).records.journal(limit)


@get("/api/staff/head", opt=door("journal"))
async def head(request: Ask) -> JournalHead:
    """The last entry of the journal with its digest, in the second format the last checkpoint.
    Written down where nobody who can write to the database can, it anchors the chains: `sabot
    verify --head` holds the journal against it."""
    member(request)
    seq, made = house_of(request).ledger.mark()
    return JournalHead(seq=seq, hash=made, head=f"{seq}:{made}")


ROUTES = [login, me, logout, games, tables, one_table, report_fault, next_step, enter, open_table,
          close_table, change_limits, void_coup, enable_game, disable_game, complaints, answer,
          journal, head]
