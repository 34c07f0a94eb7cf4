"""The staff door: every act needs a role, a reason, and is put on record."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from litestar import Request, Response, get, post
from litestar.datastructures import Cookie
from litestar.params import Parameter

from sabot.house import HouseError
from sabot.house import staff as people
from sabot.house.staff import Member
from sabot.web.api import house_of
from sabot.web.auth import STAFF_COOKIE, STAFF_MAX_AGE, Signer


class Login(msgspec.Struct, forbid_unknown_fields=True):
    token: Annotated[str, msgspec.Meta(max_length=200)]


class Reason(msgspec.Struct, forbid_unknown_fields=True):
    """Why: 3 to 2,000 characters; players are told it."""

    reason: Annotated[str, msgspec.Meta(max_length=2_000)]


class Reply(msgspec.Struct, forbid_unknown_fields=True):
    text: Annotated[str, msgspec.Meta(max_length=2_000)]


def member(request: Request[Any, Any, Any], act: str) -> Member:
    """The member of staff who asks, if his role allows the act."""
    signer: Signer = request.app.state.signer
    name = signer.read_staff(request.cookies.get(STAFF_COOKIE))
    found = next((m for m in people.members(house_of(request).ledger) if m.name == name), None)
    if found is None or not found.active:
        raise HouseError("no-staff", "this door is for staff: POST /api/staff/login", status=401)
    if not found.may(act):
        raise HouseError("role", f"a {found.role} may not {act}; "
                         f"{' or '.join(sorted(people.ALLOWED[act]))} may", status=403)
    return found


@post("/api/staff/login")
async def login(request: Request[Any, Any, Any], data: Login) -> Response[dict[str, Any]]:
    """Show a token, get a cookie for eight hours."""
    found = people.by_token(house_of(request).ledger, data.token)
    if found is None:
        raise HouseError("token", "this token opens nothing", status=401)
    signer: Signer = request.app.state.signer
    cookie = Cookie(key=STAFF_COOKIE, value=signer.staff(found.name), max_age=STAFF_MAX_AGE,
                    httponly=True, samesite="strict", path="/api/staff",
                    secure=request.url.scheme == "https")
    acts = sorted(act for act in people.ALLOWED if found.may(act))
    return Response({"name": found.name, "role": found.role, "may": acts}, cookies=[cookie],
                    status_code=200)


@get("/api/staff/tables")
async def tables(request: Request[Any, Any, Any]) -> list[dict[str, Any]]:
    """Every table with its switch, its open coup and what is staked there."""
    member(request, "tables")
    return house_of(request).every_room()


@post("/api/staff/tables/{table_id:str}/open", status_code=200)
async def open_table(request: Request[Any, Any, Any], table_id: str,
                     data: Reason) -> dict[str, Any]:
    """Let a table take bets again."""
    made = await house_of(request).switch(member(request, "open"), f"table:{table_id}", True,
                                          data.reason)
    return dict(msgspec.to_builtins(made))


@post("/api/staff/tables/{table_id:str}/close", status_code=200)
async def close_table(request: Request[Any, Any, Any], table_id: str,
                      data: Reason) -> dict[str, Any]:
    """No new bets at a table; the open coup is played to its end."""
    made = await house_of(request).switch(member(request, "close"), f"table:{table_id}", False,
                                          data.reason)
    return dict(msgspec.to_builtins(made))


@post("/api/staff/tables/{table_id:str}/void", status_code=200)
async def void_coup(request: Request[Any, Any, Any], table_id: str,
                    data: Reason) -> dict[str, Any]:
    """Void the open coup and refund it (27, 28)."""
    await house_of(request).void(member(request, "void"), table_id, data.reason)
    return {"void": table_id, "reason": data.reason}


@post("/api/staff/games/{game_id:str}/enable", status_code=200)
async def enable_game(request: Request[Any, Any, Any], game_id: str,
                      data: Reason) -> dict[str, Any]:
    """Let every table of a game take bets again."""
    made = await house_of(request).switch(member(request, "enable"), f"game:{game_id}", True,
                                          data.reason)
    return dict(msgspec.to_builtins(made))


@post("/api/staff/games/{game_id:str}/disable", status_code=200)
async def disable_game(request: Request[Any, Any, Any], game_id: str,
                       data: Reason) -> dict[str, Any]:
    """No new bets at any table of a game."""
    made = await house_of(request).switch(member(request, "disable"), f"game:{game_id}", False,
                                          data.reason)
    return dict(msgspec.to_builtins(made))


@get("/api/staff/complaints")
async def complaints(request: Request[Any, Any, Any]) -> list[dict[str, Any]]:
    """Every complaint, newest first."""
    member(request, "complaints")
    return [msgspec.to_builtins(c) for c in house_of(request).complaints()]


@post("/api/staff/complaints/{complaint_id:str}/answer", status_code=200)
async def answer(request: Request[Any, Any, Any], complaint_id: str,
                 data: Reply) -> dict[str, Any]:
    """Answer a complaint; the player sees it."""
    made = await house_of(request).answer_complaint(member(request, "answer"), complaint_id,
                                                    data.text)
    return dict(msgspec.to_builtins(made))


@get("/api/staff/journal")
async def journal(request: Request[Any, Any, Any],
                  limit: Annotated[int, Parameter(ge=1, le=500)] = 100) -> list[dict[str, Any]]:
    """The last entries of the journal that staff or the house made."""
    member(request, "journal")
    return house_of(request).journal(limit)


ROUTES = [login, tables, open_table, close_table, void_coup, enable_game, disable_game, complaints,
          answer, journal]
