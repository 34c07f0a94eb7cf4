"""The HTTP API: lobby, tables, clauses, a player's own coups, sessions and complaints."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from litestar import Request, Response, get, post
from litestar.datastructures import Cookie
from litestar.params import FromPath, JSONBody, QueryParameter

from sabot import law
from sabot.games import catalogue
from sabot.house import House, HouseError, claims
from sabot.house import messages as socket_messages
from sabot.house.players import Player
from sabot.study.priced import kind
from sabot.web.auth import MAX_AGE, PLAYER_COOKIE, Signer, cookie, signed_in

Limit = Annotated[int, QueryParameter(ge=1, le=200)]


class NewSession(msgspec.Struct, forbid_unknown_fields=True):
    """A guest's wishes: a name that others see (up to 24 characters), or without one the language
    in which they are called Guest, and a number."""

    name: Annotated[str, msgspec.Meta(max_length=80)] = ""
    lang: Annotated[str, msgspec.Meta(max_length=8)] = ""


class SignOut(msgspec.Struct, forbid_unknown_fields=True):
    """Whether to sign out in every browser, or in this one alone."""

    everywhere: bool = False


class NewComplaint(msgspec.Struct, forbid_unknown_fields=True):
    """What a player complains of: a table, a coup of his or none, and his words."""

    table: str
    text: Annotated[str, msgspec.Meta(max_length=2_000)]
    coup: str = ""


def house_of(request: Request[Any, Any, Any]) -> House:
    house: House = request.app.state.house
    return house


def signer_of(request: Request[Any, Any, Any]) -> Signer:
    signer: Signer = request.app.state.signer
    return signer


def player_of(request: Request[Any, Any, Any]) -> Player | None:
    """The player whose cookie came with the request, while he is signed in."""
    found = signed_in(request)
    return house_of(request).player(found.who) if found else None


def must_play(request: Request[Any, Any, Any]) -> Player:
    player = player_of(request)
    if player is None and PLAYER_COOKIE in request.cookies:
        raise HouseError("signed-out", "this browser's sign-in has ended, or its cookie is none of "
                         "this house; enter again", status=401)
    if player is None:
        raise HouseError("no-session", "this is for players: POST /api/session first", status=401)
    return player


def seen_as(house: House, player: Player) -> dict[str, Any]:
    """A player as he is told about himself."""
    return {"player": player.id, "name": house.name(player.id), "demo": player.demo,
            "balance": (has := house.credits.of(player.id))[0]["cents"], "credits": has}


@get("/api/session")
async def session(request: Request[Any, Any, Any]) -> dict[str, Any] | None:
    """Who I am here, or null."""
    player = player_of(request)
    if player is None:
        return None
    await house_of(request).credits.look(player.id)
    return seen_as(house_of(request), player)


@post("/api/session")
async def new_session(request: Request[Any, Any, Any],
                      data: JSONBody[NewSession | None] = None) -> Response[dict[str, Any]]:
    """Become a guest with demo credits; a visitor who is one already stays who he is. Nothing need
    be sent: a guest without a name is given one."""
    house = house_of(request)
    player = player_of(request)
    shown = signer_of(request).read_player(request.cookies.get(PLAYER_COOKIE))
    if player is not None and shown.secret:
        secret = shown.secret
    else:
        player = player or await (house.guest(data.name, data.lang) if data else house.guest())
        secret = await house.sign_ins.player(player)
    return Response(seen_as(house, player), cookies=[_cookie(request, secret)], status_code=201)


@post("/api/session/end", status_code=200)
async def sign_out(request: Request[Any, Any, Any],
                   data: JSONBody[SignOut]) -> Response[dict[str, Any]]:
    """Sign out: this browser's sign-in ends, or with ``everywhere`` every one that I have. Bets
    that lie on a table stand, and are played as those of somebody whose line is lost."""
    house, player = house_of(request), must_play(request)
    mine = signed_in(request)
    assert mine is not None
    ended = 1
    if data.everywhere:
        ended = await house.sign_ins.leave_everywhere(player.id, "player")
    else:
        await house.sign_ins.leave(mine)
    return Response({"left": True, "ended": ended},
                    cookies=[cookie(request, PLAYER_COOKIE, "", 0)])


@post("/api/operator/players/{player_id:str}/sign-out", status_code=200)
async def operator_signs_out(request: Request[Any, Any, Any],
                             player_id: FromPath[str]) -> dict[str, Any]:
    """For the program of an operator whose wallet this house has: end every sign-in of one of its
    players. ``Authorization: Bearer`` with what ``Signer.operator("sign-out", player)`` gives."""
    house = house_of(request)
    token = request.headers.get("authorization", "").removeprefix("Bearer ").strip()
    if house.purse.demo or not signer_of(request).read_operator(token, "sign-out", player_id):
        raise HouseError("operator", "this is for the operator's own program: a token that was "
                         "signed within this minute for this act and this player", status=403)
    if house.player(player_id) is None:
        raise HouseError("no-player", f"no player {player_id!r} was ever here", status=404)
    return {"player": player_id,
            "ended": await house.sign_ins.leave_everywhere(player_id, "operator")}


@get("/enter")
async def enter(request: Request[Any, Any, Any],
                launch: Annotated[str, QueryParameter(max_length=600)] = "") -> Response[None]:
    """The way in for an operator's player: a launch that his site signed, good once and for a
    minute."""
    sent = signer_of(request).read_launch(launch)
    house = house_of(request)
    if sent is None or house.purse.demo:
        raise HouseError("launch", "this way in is open to players whom the operator's site has "
                         "just sent", status=403)
    secret = await house.sign_ins.player(await house.admit(*sent), launch)
    return Response(None, status_code=303, headers={"Location": "/"},
                    cookies=[_cookie(request, secret)])


def _cookie(request: Request[Any, Any, Any], secret: str) -> Cookie:
    return cookie(request, PLAYER_COOKIE, signer_of(request).player(secret), MAX_AGE)


@get("/api/games")
async def games() -> list[dict[str, Any]]:
    """The catalogue of games, each with its regulation, when that was in force, and whether its
    odds are computed."""
    return [{"id": g.id, "section": g.section, "names": g.names,
             "regulation": law.document(g.section).title, "in_force": g.in_force.told(),
             "odds": bool(kind(g))} for g in catalogue().values()]


@get("/api/tables")
async def tables(request: Request[Any, Any, Any]) -> list[dict[str, Any]]:
    """Every table of the house."""
    return house_of(request).lobby()


@get("/api/tables/{table_id:str}")
async def table(request: Request[Any, Any, Any], table_id: FromPath[str]) -> dict[str, Any]:
    """A table with its rules, limits and how to complain (32); no log-in is needed."""
    return house_of(request).information(table_id)


@get("/api/pools")
async def pools(request: Request[Any, Any, Any]) -> list[dict[str, Any]]:
    """The jackpots that tables share, perhaps with those of other houses: what each holds now, what
    feeds it, and at which tables of this house (pt-217-2007/maquinas-automaticas, 4 and 5)."""
    return claims.told(house_of(request))


@get("/api/law/{clause:path}")
async def clause(clause: FromPath[str]) -> dict[str, Any]:
    """A clause of the register with the interpretations that concern it, or an interpretation; for
    what an earlier version cited as a rule without ground, the reading that stands in its place.
    ``doubts``: where its law has the dealer clear up doubts about the rules, the clause of that."""
    wanted = law.current(clause.strip("/"))
    try:
        if wanted.startswith("ir/"):
            return law.interpretation(wanted)._asdict() | {"id": wanted}
        row = law.row(wanted)
    except law.UnknownClause as unknown:
        raise HouseError("no-clause", str(unknown), status=404) from None
    doubts = next((made.conduct.laws.get("doubts", "") for made in catalogue().values()
                   if made.section == wanted.rpartition("/")[0]), "")
    law.given(doubts)
    return {**row._asdict(), "rule": row.rule, "title": law.document(wanted).title,
            "short": law.document(wanted).short, "doubts": doubts,
            "interpretations": [i._asdict() | {"id": i.id}
                                for i in law.interpretations().values() if wanted in i.clauses]}


@get("/api/me/coups")
async def my_coups(request: Request[Any, Any, Any], limit: Limit = 20) -> list[dict[str, Any]]:
    """My last coups, newest first (31)."""
    return house_of(request).records.last_coups(must_play(request).id, limit)


@get("/api/coups/{coup:str}")
async def one_coup(request: Request[Any, Any, Any], coup: FromPath[str]) -> dict[str, Any]:
    """A coup of mine, step by step, with the opening of its shoe once that has ended."""
    return house_of(request).records.coup_for(must_play(request).id, coup)


@get("/api/coups/{coup:str}/history", media_type="text/plain")
async def history(request: Request[Any, Any, Any], coup: FromPath[str]) -> str:
    """A hand of poker of mine as a file in the open PHH format, with the cards that I saw; it names
    nobody else."""
    return house_of(request).records.history_for(must_play(request).id, coup)


@post("/api/me/sessions/{table_id:str}/end", status_code=200)
async def end_session(request: Request[Any, Any, Any], table_id: FromPath[str]) -> dict[str, Any]:
    """End my session at a table (34): its summary (33). With a bet in play it ends with the coup;
    ``ended`` is then 0."""
    return await house_of(request).end_session(must_play(request), table_id)


@post("/api/me/credits")
async def credits(request: Request[Any, Any, Any]) -> dict[str, Any]:
    """Fresh demo credits when the smallest bet cannot be made any more (38)."""
    house = house_of(request)
    return seen_as(house, await house.refill(must_play(request)))


@post("/api/complaints")
async def complain(request: Request[Any, Any, Any],
                   data: JSONBody[NewComplaint]) -> dict[str, Any]:
    """Complain (32). The house reads and answers it."""
    house = house_of(request)
    made = await house.complain(must_play(request), data.table, data.coup, data.text)
    plain: dict[str, Any] = msgspec.to_builtins(made)
    return plain


@get("/api/complaints")
async def my_complaints(request: Request[Any, Any, Any]) -> list[dict[str, Any]]:
    """My complaints and their answers."""
    return [msgspec.to_builtins(c)
            for c in house_of(request).records.complaints(must_play(request).id)]


@get("/api/messages")
async def message_catalogue() -> dict[str, Any]:
    """The JSON Schema of every message of the table socket, in both directions."""
    return socket_messages.catalogue()


ROUTES = [session, new_session, sign_out, operator_signs_out, enter, games, tables, table, pools,
          clause, my_coups, one_coup, history, end_session, credits, complain, my_complaints,
          message_catalogue]
