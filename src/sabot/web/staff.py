"""The staff door: every act needs a role, a reason, and is put on record."""

from __future__ import annotations

from math import ceil
from typing import Annotated, Any

import msgspec
import structlog
from litestar import Request, Response, get, post
from litestar.params import FromPath, JSONBody, QueryParameter

from sabot.games import catalogue
from sabot.house import House, HouseError, attending, laying, limits, metrics, personnel
from sabot.house import staff as people
from sabot.house.guesses import network
from sabot.house.names import folded
from sabot.house.staff import Member
from sabot.house.switches import Switch, base_of
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
    text: Annotated[str, msgspec.Meta(max_length=2_000)]


def known(request: Request[Any, Any, Any]) -> Member | None:
    """The member of staff whose cookie came with the request, while he is signed in and works here
    under the token with which he came in."""
    one = staff_signed_in(request)
    if one is None:
        return None
    return next((m for m in people.members(house_of(request).ledger)
                 if m.active and m.signs == one.who and m.token == one.token), None)


def member(request: Request[Any, Any, Any], act: str) -> Member:
    """The member of staff who asks, if his role allows the act."""
    found = known(request)
    if found is None and STAFF_COOKIE in request.cookies:
        raise HouseError("no-staff", "this sign-in has ended: POST /api/staff/login", status=401)
    if found is None:
        raise HouseError("no-staff", "this door is for staff: POST /api/staff/login", status=401)
    if not found.may(act):
        raise HouseError("role", f"a {found.role} may not {act}; "
                         f"{' or '.join(sorted(people.ALLOWED[act]))} may", status=403)
    return found


def badge(found: Member) -> dict[str, Any]:
    """A member as he is told of himself: name, role and the acts that his role allows."""
    return {"name": found.name, "role": found.role,
            "may": sorted(act for act in people.ALLOWED if found.may(act))}


def thrown(house: House, key: str) -> dict[str, Any] | None:
    """The last word on a table or game (``table:ID``, ``game:ID``); None when never switched."""
    switch: Switch | None = next((s for s in house.switches.all() if s.key == key), None)
    return None if switch is None else _word(house, switch)


def _word(house: House, switch: Switch) -> dict[str, Any]:
    """The word on a table or game, with the name of whoever gave it."""
    return {**msgspec.to_builtins(switch), "by": people.called(house.ledger, switch.by)}


async def _switched(request: Request[Any, Any, Any], act: str, key: str, to: bool, why: Reason
                    ) -> dict[str, Any]:
    """Whoever may do this act lets a table or a game take bets, or no more; the word on it."""
    made = await house_of(request).switch(member(request, act), key, to, why.reason)
    return _word(house_of(request), made)


@post("/api/staff/login")
async def login(request: Request[Any, Any, Any],
                data: JSONBody[Login]) -> Response[dict[str, Any]]:
    """Show a token, get a cookie for eight hours. After some wrong ones from an address, or for a
    name, the next is looked at only after a wait, which grows."""
    house, keys = house_of(request), counted(request, data.name)
    if wait := house.guesses.wait(keys):
        metrics.GUESSES.labels("waited").inc()
        raise HouseError("wait", f"too many wrong tokens: wait {ceil(wait)} seconds, then show "
                         "yours again", status=429, facts={"seconds": ceil(wait)})
    found = people.by_token(house.ledger, data.token)
    if found is None or (data.name and folded(found.name) != folded(data.name)):
        metrics.GUESSES.labels("wrong").inc()
        wait = house.guesses.wrong(keys)
        log.warning("a wrong token at the staff door", counted=keys, wait=wait)
        raise HouseError("token", "this token opens nothing", status=401,
                         facts={"seconds": ceil(wait)} if wait else None)
    house.guesses.right(keys)
    signer: Signer = request.app.state.signer
    secret = await house.sign_ins.staff(found)
    return Response(badge(found), status_code=200, cookies=[
        cookie(request, STAFF_COOKIE, signer.staff(secret), STAFF_MAX_AGE, "/api/staff"),
        cookie(request, KNOWN_COOKIE, signer.known(found.name), KNOWN_AGE, "/api/staff/login")])


def counted(request: Request[Any, Any, Any], name: str) -> list[str]:
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
async def me(request: Request[Any, Any, Any]) -> dict[str, Any] | None:
    """Who I am behind this door and what I may do, or null."""
    found = known(request)
    return badge(found) if found else None


@post("/api/staff/logout", status_code=200)
async def logout(request: Request[Any, Any, Any]) -> Response[dict[str, Any]]:
    """Leave: the sign-in ends, and its cookie opens nothing any more, whoever has it."""
    found, one = known(request), staff_signed_in(request)
    if one is not None:
        await house_of(request).sign_ins.leave(one, found.role if found else "")
    gone = cookie(request, STAFF_COOKIE, "", 0, "/api/staff")
    return Response({"left": True}, cookies=[gone], status_code=200)


@get("/api/staff/games")
async def games(request: Request[Any, Any, Any]) -> list[dict[str, Any]]:
    """Every game with its switch: whether it takes bets, and the last word on it."""
    member(request, "tables")
    out = []
    for game in catalogue().values():
        switch = thrown(house_of(request), f"game:{game.id}")
        out.append({"id": game.id, "names": game.names,
                    "open": switch is None or switch["open"], "switch": switch})
    return out


@get("/api/staff/tables")
async def tables(request: Request[Any, Any, Any]) -> list[dict[str, Any]]:
    """Every table with its own switch, its open coup, what is staked there, and the clauses
    under which a coup may be voided.

    ``open`` says whether bets are taken, which the game's switch may prevent too.
    """
    member(request, "tables")
    house = house_of(request)
    out = []
    for room in house.every_room():
        laws, part = house.room(room["id"]).desk.game.conduct.laws, laying.of(
            house.tables[base_of(room["id"])])
        out.append({**room, "modes": part.modes if part else (),
                    "limits_law": part.law if part else "", "base": base_of(room["id"]),
                    "now": attending.now_at(house, room["id"]),
                    "switch": thrown(house, f"table:{base_of(room['id'])}"),
                    "laws": {"void": laws["void"], "refund": laws["refund"]}})
    return out


@post("/api/staff/tables/{table_id:str}/open", status_code=200)
async def open_table(request: Request[Any, Any, Any], table_id: FromPath[str],
                     data: JSONBody[Reason]) -> dict[str, Any]:
    """Let a table take bets again."""
    return await _switched(request, "open", f"table:{table_id}", True, data)


@post("/api/staff/tables/{table_id:str}/close", status_code=200)
async def close_table(request: Request[Any, Any, Any], table_id: FromPath[str],
                      data: JSONBody[Reason]) -> dict[str, Any]:
    """No new bets at a table; the open coup is played to its end."""
    return await _switched(request, "close", f"table:{table_id}", False, data)


@post("/api/staff/tables/{table_id:str}/limits", status_code=200)
async def change_limits(request: Request[Any, Any, Any], table_id: FromPath[str],
                        data: JSONBody[NewLimits]) -> dict[str, Any]:
    """Change the limits of an open table: players are told now, and the next coup has them."""
    made = await limits.change(house_of(request), member(request, "limits"), table_id,
                               data.minimum, data.mode, data.reason)
    return dict(msgspec.to_builtins(made))


@post("/api/staff/tables/{table_id:str}/void", status_code=200)
async def void_coup(request: Request[Any, Any, Any], table_id: FromPath[str],
                    data: JSONBody[Reason]) -> dict[str, Any]:
    """Void the open coup and refund it (27, 28)."""
    house = house_of(request)
    await house.void(member(request, "void"), table_id, data.reason)
    laws = house.room(table_id).desk.game.conduct.laws
    return {"void": table_id, "reason": data.reason, "law": laws["void"],
            "refund": laws["refund"]}


@get("/api/staff/tables/{table_id:str}")
async def one_table(request: Request[Any, Any, Any], table_id: FromPath[str]) -> dict[str, Any]:
    """A table in play: for whom it waits, and which faults may be reported now."""
    member(request, "tables")
    return attending.now_at(house_of(request), table_id)


@post("/api/staff/tables/{table_id:str}/faults", status_code=200)
async def report_fault(request: Request[Any, Any, Any], table_id: FromPath[str],
                       data: JSONBody[NewFault]) -> dict[str, Any]:
    """Report a fault at a table; the coup goes on from it as the law says. With ``v``, the version
    of the table that was shown, nothing is reported twice or at another moment."""
    incident = Incident(kind=data.kind, card=data.card, seat=data.seat, note=data.reason,
                        amount=data.amount)
    house = house_of(request)
    await attending.report(house, member(request, "fault"), table_id, incident, seen=data.v)
    return attending.now_at(house, table_id)


@get("/api/staff/tables/{table_id:str}/next")
async def next_step(request: Request[Any, Any, Any], table_id: FromPath[str]) -> dict[str, Any]:
    """What the croupier of a real table enters next: the step in words and as data, its clauses,
    its answers and the faults that may happen instead."""
    member(request, "enter")
    return attending.now_at(house_of(request), table_id)


@post("/api/staff/tables/{table_id:str}/enter", status_code=200)
async def enter(request: Request[Any, Any, Any], table_id: FromPath[str],
                data: JSONBody[Entered]) -> dict[str, Any]:
    """Enter what the cards, the dice or the croupier did at a real table; then what is next."""
    if (data.fact is None) == (data.incident is None):
        raise HouseError("form", "give either a fact or an incident")
    fact: attending.Fact = data.fact or ""
    if data.incident is not None:
        fact = Incident(**msgspec.structs.asdict(data.incident))
    house = house_of(request)
    await attending.enter(house, member(request, "enter"), table_id, fact, data.v)
    return attending.now_at(house, table_id)


@post("/api/staff/games/{game_id:str}/enable", status_code=200)
async def enable_game(request: Request[Any, Any, Any], game_id: FromPath[str],
                      data: JSONBody[Reason]) -> dict[str, Any]:
    """Let every table of a game take bets again."""
    return await _switched(request, "enable", f"game:{game_id}", True, data)


@post("/api/staff/games/{game_id:str}/disable", status_code=200)
async def disable_game(request: Request[Any, Any, Any], game_id: FromPath[str],
                       data: JSONBody[Reason]) -> dict[str, Any]:
    """No new bets at any table of a game."""
    return await _switched(request, "disable", f"game:{game_id}", False, data)


@get("/api/staff/complaints")
async def complaints(request: Request[Any, Any, Any]) -> list[dict[str, Any]]:
    """Every complaint, newest first."""
    member(request, "complaints")
    return [msgspec.to_builtins(c) for c in house_of(request).records.complaints()]


@post("/api/staff/complaints/{complaint_id:str}/answer", status_code=200)
async def answer(request: Request[Any, Any, Any], complaint_id: FromPath[str],
                 data: JSONBody[Reply]) -> dict[str, Any]:
    """Answer a complaint; the player sees it."""
    made = await house_of(request).answer_complaint(member(request, "answer"), complaint_id,
                                                    data.text)
    return dict(msgspec.to_builtins(made))


@get("/api/staff/journal")
async def journal(request: Request[Any, Any, Any],
                  limit: Annotated[int, QueryParameter(ge=1, le=500)] = 100,
                  ) -> list[dict[str, Any]]:
    """The last entries of the journal that staff or the house made."""
    member(request, "journal")
    return house_of(request).records.journal(limit)


@get("/api/staff/head")
async def head(request: Request[Any, Any, Any]) -> dict[str, Any]:
    """The last entry of the journal with its digest, in the second format the last checkpoint.
    Written down where nobody who can write to the database can, it anchors the chains: `sabot
    verify --head` holds the journal against it."""
    member(request, "journal")
    seq, made = house_of(request).ledger.mark()
    return {"seq": seq, "hash": made, "head": f"{seq}:{made}"}


ROUTES = [login, me, logout, games, tables, one_table, report_fault, next_step, enter, open_table,
          close_table, change_limits, void_coup, enable_game, disable_game, complaints, answer,
          journal, head]
