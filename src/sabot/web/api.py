"""The HTTP API: lobby, tables, clauses, a player's own coups, sessions and complaints."""

from __future__ import annotations

from typing import Annotated

import msgspec
from litestar import Response, get, post
from litestar.datastructures import Cookie
from litestar.params import FromPath, JSONBody, QueryParameter

from sabot import law
from sabot.games import catalogue
from sabot.house import House, HouseError
from sabot.house.archive.queries import CoupLine, CoupTold
from sabot.house.catalogue.lobby import TableCard
from sabot.house.catalogue.summaries import Ended, Informed
from sabot.house.money import jackpot_claims
from sabot.house.money.balances import Credit
from sabot.house.money.jackpot_claims import PoolCard
from sabot.house.people.players import Player
from sabot.house.people.roles import Complaint
from sabot.house.shared_views import Names
from sabot.house.table import messages as socket_messages
from sabot.procedure.in_force import InForce
from sabot.reports.odds_report import kind
from sabot.reports.regulation_report import Weighed
from sabot.web.auth import MAX_AGE, PLAYER_COOKIE, Signer, cookie, signed_in
from sabot.web.route_policies import ANYBODY, OPERATOR, PLAYER, Ask, door

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


def house_of(request: Ask) -> House:
    house: House = request.app.state.house
    return house


def signer_of(request: Ask) -> Signer:
    signer: Signer = request.app.state.signer
    return signer


def player_of(request: Ask) -> Player | None:
    """The player whose cookie came with the request, while he is signed in."""
    found = signed_in(request)
    return house_of(request).player(found.who) if found else None


def must_play(request: Ask) -> Player:
    player = player_of(request)
    if player is None and PLAYER_COOKIE in request.cookies:
        raise HouseError("signed-out", "this browser's sign-in has ended, or its cookie is not "
                         "from this house; sign in again", status=401)
    if player is None:
        raise HouseError("no-session", "this is for players: POST /api/session first", status=401)
    return player


class Me(msgspec.Struct, frozen=True, kw_only=True):
    """A player as he is told about himself; ``balance`` is in cents of the first of his credits."""

    player: str
    name: str
    demo: bool
    balance: int
    credits: list[Credit]


class Left(msgspec.Struct, frozen=True, kw_only=True):
    """I am signed out; ``ended`` is how many sign-ins have ended."""

    left: bool
    ended: int


class PlayerSignedOut(msgspec.Struct, frozen=True, kw_only=True):
    """The sign-ins of a player have ended, so many."""

    player: str
    ended: int


class GameListed(msgspec.Struct, frozen=True, kw_only=True):
    """A game of the catalogue with its regulation; ``odds``: they are computed."""

    id: str
    section: str
    names: Names
    regulation: str
    in_force: InForce
    odds: bool


class Interpretation(msgspec.Struct, frozen=True, kw_only=True):
    """A reading chosen: the clauses concerned, what could be read, what we read, and why; what
    another reading would change, in the odds too; the option of rules that selects it, "" where
    only one can be defended."""

    n: int
    title: str
    clauses: tuple[str, ...]
    question: str
    readings: tuple[str, ...]
    ours: str
    why: str
    changes: str
    odds: str
    weighed: tuple[Weighed, ...]
    option: str
    id: str

    @classmethod
    def of(cls, one: law.Interpretation) -> Interpretation:
        """One of the register."""
        return cls(**one._asdict(), id=one.id)


class ClauseTold(msgspec.Struct, frozen=True, kw_only=True):
    """A clause of the register with the interpretations that concern it. ``doubts``: where its law
    has the dealer clear up doubts about the rules, the clause of that."""

    id: str
    game: str
    kind: str
    text: str
    note: str
    rule: str
    title: str
    short: str
    doubts: str
    interpretations: list[Interpretation]


def seen_as(house: House, player: Player) -> Me:
    """A player as he is told about himself."""
    has = house.credits.of(player.id)
    return Me(player=player.id, name=house.name(player.id), demo=player.demo,
              balance=has[0].cents, credits=has)


@get("/api/session")
async def session(request: Ask) -> Me | None:
    """Who I am here, or null."""
    player = player_of(request)
    if player is None:
        return None
    await house_of(request).credits.look(player.id)
    return seen_as(house_of(request), player)


@post("/api/session", opt=door())
async def new_session(request: Ask,
                      data: JSONBody[NewSession | None] = None) -> Response[Me]:
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


@post("/api/session/end", status_code=200, opt=door(PLAYER))
async def sign_out(request: Ask,
                   data: JSONBody[SignOut]) -> Response[Left]:
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
    return Response(Left(left=True, ended=ended),
                    cookies=[cookie(request, PLAYER_COOKIE, "", 0)])


@post("/api/operator/players/{player_id:str}/sign-out", status_code=200, opt=door(OPERATOR, 404))
async def operator_signs_out(request: Ask,
                             player_id: FromPath[str]) -> PlayerSignedOut:
    """For the program of an operator whose wallet this house has: end every sign-in of one of its
    players. ``Authorization: Bearer`` with what ``Signer.operator("sign-out", player)`` gives."""
    house = house_of(request)
    token = request.headers.get("authorization", "").removeprefix("Bearer ").strip()
    if house.purse.demo or not signer_of(request).read_operator(token, "sign-out", player_id):
        raise HouseError("operator", "only for the operator's own program: send a token signed "
                         "within this minute for this act and this player", status=403)
    if house.player(player_id) is None:
        raise HouseError("no-player", f"there is no player {player_id!r}", status=404)
    return PlayerSignedOut(player=player_id,
                           ended=await house.sign_ins.leave_everywhere(player_id, "operator"))


@get("/enter", status_code=303, opt=door(ANYBODY, 403))
async def enter(request: Ask,
                launch: Annotated[str, QueryParameter(max_length=600)] = "") -> Response[None]:
    """The way in for an operator's player: a launch that his site signed, good once and for a
    minute."""
    sent = signer_of(request).read_launch(launch)
    house = house_of(request)
    if sent is None or house.purse.demo:
        raise HouseError("launch", "this entrance is only for players sent by the operator's "
                         "site", status=403)
    secret = await house.sign_ins.player(await house.admit(*sent), launch)
    return Response(None, status_code=303, headers={"Location": "/"},
                    cookies=[_cookie(request, secret)])


def _cookie(request: Ask, secret: str) -> Cookie:
    return cookie(request, PLAYER_COOKIE, signer_of(request).player(secret), MAX_AGE)


@get("/api/games")
async def games() -> list[GameListed]:
    """The catalogue of games, each with its regulation, when that was in force, and whether its
    odds are computed."""
    return [GameListed(id=g.id, section=g.section, names=g.names,
                       regulation=law.document(g.section).title, in_force=InForce.of(g),
                       odds=bool(kind(g))) for g in catalogue().values()]


@get("/api/tables")
async def tables(request: Ask) -> list[TableCard]:
    """Every table of the house."""
    return house_of(request).lobby()


@get("/api/tables/{table_id:str}", opt=door(ANYBODY, 404))
async def table(request: Ask, table_id: FromPath[str]) -> Informed:
    """A table with its rules, limits and how to complain (32); no log-in is needed."""
    return house_of(request).information(table_id)


@get("/api/pools")
async def pools(request: Ask) -> list[PoolCard]:
    """The jackpots that tables share, perhaps with those of other houses: what each holds now, what
    feeds it, and at which tables of this house (pt-217-2007/maquinas-automaticas, 4 and 5)."""
    return jackpot_claims.told(house_of(request))


@get("/api/law/{clause:path}", opt=door(ANYBODY, 404))
async def clause(clause: FromPath[str]) -> ClauseTold | Interpretation:
    """A clause of the register with the interpretations that concern it, or an interpretation; for
    what an earlier version cited as a rule without ground, the reading that stands in its place.
    ``doubts``: where its law has the dealer clear up doubts about the rules, the clause of that."""
    wanted = law.current(clause.strip("/"))
    try:
        if wanted.startswith("ir/"):
            return Interpretation.of(law.interpretation(wanted))
        row = law.row(wanted)
    except law.UnknownClause as unknown:
        raise HouseError("no-clause", str(unknown), status=404) from None
    doubts = next((made.conduct.laws.get("doubts", "") for made in catalogue().values()
                   if made.section == wanted.rpartition("/")[0]), "")
    law.cite_clause(doubts)
    return ClauseTold(
        **row._asdict(), rule=row.rule, title=law.document(wanted).title,
        short=law.document(wanted).short, doubts=doubts,
        interpretations=[Interpretation.of(i) for i in law.interpretations().values()
                         if wanted in i.clauses])


@get("/api/me/coups", opt=door(PLAYER))
async def my_coups(request: Ask, limit: Limit = 20) -> list[CoupLine]:
    """My last coups, newest first (31)."""
    return house_of(request).records.last_coups(must_play(request).id, limit)


@get("/api/coups/{coup:str}", opt=door(PLAYER, 404))
async def one_coup(request: Ask, coup: FromPath[str]) -> CoupTold:
    """A coup of mine, step by step, with the opening of its shoe once that has ended."""
    return house_of(request).records.coup_for(must_play(request).id, coup)


@get("/api/coups/{coup:str}/history", media_type="text/plain", opt=door(PLAYER, 404))
async def history(request: Ask, coup: FromPath[str]) -> str:
    """A hand of poker of mine as a file in the open PHH format, with the cards that I saw; it names
    nobody else."""
    return house_of(request).records.history_for(must_play(request).id, coup)


@post("/api/me/sessions/{table_id:str}/end", status_code=200, opt=door(PLAYER, 404, 409))
async def end_session(request: Ask, table_id: FromPath[str]) -> Ended:
    """End my session at a table (34): its summary (33). With a bet in play it ends with the coup;
    ``ended`` is then 0."""
    return await house_of(request).end_session(must_play(request), table_id)


@post("/api/me/credits", opt=door(PLAYER, 409))
async def credits(request: Ask) -> Me:
    """Fresh demo credits when the smallest bet cannot be made any more (38)."""
    house = house_of(request)
    return seen_as(house, await house.refill(must_play(request)))


@post("/api/complaints", opt=door(PLAYER, 404, 409))
async def complain(request: Ask,
                   data: JSONBody[NewComplaint]) -> Complaint:
    """Complain (32). The house reads and answers it."""
    house = house_of(request)
    return await house.complain(must_play(request), data.table, data.coup, data.text)


@get("/api/complaints", opt=door(PLAYER))
async def my_complaints(request: Ask) -> list[Complaint]:
    """My complaints and their answers."""
    return house_of(request).records.complaints(must_play(request).id)


@get("/api/messages")
async def message_catalogue() -> socket_messages.Catalogue:
    """The JSON Schema of every message of the table socket, in both directions."""
    return socket_messages.catalogue()


ROUTES = [session, new_session, sign_out, operator_signs_out, enter, games, tables, table, pools,
          clause, my_coups, one_coup, history, end_session, credits, complain, my_complaints,
          message_catalogue]
