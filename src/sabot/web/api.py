"""The HTTP API for players: lobby, tables, clauses, own coups, sessions and complaints."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from litestar import Response, get, post
from litestar.datastructures import Cookie
from litestar.params import FromPath, JSONBody, QueryParameter

from sabot import regulations as law
from sabot.games import catalogue
from sabot.house import House, HouseError
from sabot.house.archive.queries import CoupLine, CoupView
from sabot.house.catalogue.lobby import TableCard
from sabot.house.catalogue.summaries import EndedSession, TableInformation
from sabot.house.money import jackpot_claims
from sabot.house.money.balances import Balance
from sabot.house.money.jackpot_claims import PoolCard
from sabot.house.people.players import Player
from sabot.house.people.roles import Complaint
from sabot.house.shared_views import Names
from sabot.house.table import messages as socket_messages
from sabot.procedure.in_force import InForce
from sabot.reports.odds_report import kind
from sabot.reports.regulation_report import Weighed
from sabot.web.auth import (
    MAX_AGE,
    PLAYER_COOKIE,
    Signer,
    chosen_name,
    cookie,
    restore_name,
    signed_in,
)
from sabot.web.route_policies import ANYBODY, OPERATOR, PLAYER, HttpRequest, policy
from sabot.words import phrase

ListLimit = Annotated[int, QueryParameter(ge=1, le=200)]
Lang = Annotated[Literal["pt", "en", "zh"], QueryParameter(
    description="the language of clauses; those that are not held in it come in English")]


class NewSession(msgspec.Struct, forbid_unknown_fields=True):
    """A guest's wishes: a name that others see (up to 24 characters), or without one the language
    in which they are called Guest, and a number."""

    name: Annotated[str, msgspec.Meta(max_length=80)] = ""
    lang: Annotated[str, msgspec.Meta(max_length=8)] = ""


class SignOut(msgspec.Struct, forbid_unknown_fields=True):
    """Whether to sign out in every browser, or only in this one."""

    everywhere: bool = False


class NewComplaint(msgspec.Struct, forbid_unknown_fields=True):
    """A player's complaint: a table, one of their coups or none, and the text. ``key`` is the
    client's own: a complaint that is sent again with the same key is stored once."""

    table: str
    text: Annotated[str, msgspec.Meta(max_length=2_000)]
    coup: str = ""
    key: Annotated[str, msgspec.Meta(max_length=64)] = ""


def house_of(request: HttpRequest) -> House:
    """Return the house that serves a request."""
    house: House = request.app.state.house
    return house


def signer_of(request: HttpRequest) -> Signer:
    """Return the signer of cookies."""
    signer: Signer = request.app.state.signer
    return signer


def player_of(request: HttpRequest) -> Player | None:
    """Return the player whose cookie came with the request, while they are signed in."""
    sign_in = signed_in(request)
    return house_of(request).player(sign_in.who) if sign_in else None


def require_player(request: HttpRequest) -> Player:
    """Return the player of a request; HouseError when there is none."""
    player = player_of(request)
    if player is None and PLAYER_COOKIE in request.cookies:
        raise HouseError("signed-out", "this browser's sign-in has ended, or its cookie is not "
                         "from this house; sign in again", status=401)
    if player is None:
        raise HouseError("no-session", "this is for players: POST /api/session first", status=401)
    return player


class PlayerAccount(msgspec.Struct, frozen=True, kw_only=True):
    """A player's own account; ``balance`` is in cents, of the first of the ``credits``."""

    player: str
    name: str
    demo: bool
    balance: int
    credits: list[Balance]


class SignedOut(msgspec.Struct, frozen=True, kw_only=True):
    """I am signed out; ``ended`` is how many sign-ins have ended."""

    left: bool
    ended: int


class PlayerSignedOut(msgspec.Struct, frozen=True, kw_only=True):
    """How many sign-ins of a player have ended."""

    player: str
    ended: int


class GameListed(msgspec.Struct, frozen=True, kw_only=True):
    """A game of the catalogue with its regulation; ``odds``: its odds are computed."""

    id: str
    section: str
    names: Names
    regulation: str
    in_force: InForce
    odds: bool


class Interpretation(msgspec.Struct, frozen=True, kw_only=True):
    """A reading that we chose: the clauses concerned, the possible readings, ours, and why; what
    another reading would change, in the odds too; the option of rules that selects it, "" when only
    one reading can be defended; its value that the bare text supports best (``letter``), null where
    that is the usual one. ``moves`` says whether another reading changes "money", a "choice"
    or "neither". ``says`` is all of this in one paragraph; it and the title are in the language
    ``lang``, the rest in English."""

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
    letter: bool | int | str | None
    moves: str
    lang: str
    says: str
    id: str

    @classmethod
    def of(cls, interpretation: law.Interpretation, lang: str) -> Interpretation:
        """Return one of the register, with its paragraph in a language."""
        return cls(**{**interpretation._asdict(), **interpretation.paragraph(lang)._asdict()},
                   id=interpretation.id)


class ClauseView(msgspec.Struct, frozen=True, kw_only=True):
    """A clause of the register, in the language ``lang``, with the interpretations that concern
    it. It is in force from ``since`` until the day before ``until``, "" where these are the days of
    its regulation. ``doubts``: the clause under which the dealer clears up doubts about the rules,
    if its law has one."""

    id: str
    game: str
    kind: str
    since: str
    until: str
    lang: str
    text: str
    note: str
    rule: str
    title: str
    short: str
    doubts: str
    interpretations: list[Interpretation]


def describe_player(house: House, player: Player) -> PlayerAccount:
    """Describe a player's own account."""
    balances = house.balances.of(player.id)
    return PlayerAccount(player=player.id, name=house.name(player.id), demo=player.demo,
                         balance=balances[0].cents, credits=balances)


@get("/api/session")
async def session(request: HttpRequest) -> PlayerAccount | None:
    """Who I am here, or null."""
    player = player_of(request)
    if player is None:
        return None
    restore_name(house_of(request), player, chosen_name(request, player.id))
    await house_of(request).balances.refresh(player.id)
    return describe_player(house_of(request), player)


@post("/api/session", opt=policy(ANYBODY, 409))
async def new_session(request: HttpRequest,
                      data: JSONBody[NewSession | None] = None) -> Response[PlayerAccount]:
    """Become a guest with demo credits; a visitor who is already a player stays that player. The
    body is optional: a guest without a name is given one. Sent twice without a cookie it makes two
    guests, and there is no key against that: the answer is a secret that the house does not keep,
    so it cannot give it again. Nobody is ever the other guest."""
    house = house_of(request)
    player = player_of(request)
    if player is not None:
        restore_name(house, player, chosen_name(request, player.id))
        await house.balances.refresh(player.id)
    sent_cookie = signer_of(request).read_player(request.cookies.get(PLAYER_COOKIE))
    if player is not None and sent_cookie.secret:
        secret = sent_cookie.secret
    else:
        player = player or await (house.guest(data.name, data.lang) if data else house.guest())
        secret = await house.sign_ins.sign_in_player(player)
    return Response(
        describe_player(house, player), cookies=[_cookie(request, secret)], status_code=201)


@post("/api/session/end", status_code=200, opt=policy(PLAYER))
async def sign_out(request: HttpRequest,
                   data: JSONBody[SignOut]) -> Response[SignedOut]:
    """Sign out: end this browser's sign-in or, with ``everywhere``, all of mine. Bets on a table
    stand, and are played like those of a player who lost the connection."""
    house, player = house_of(request), require_player(request)
    sign_in = signed_in(request)
    assert sign_in is not None
    ended = 1
    if data.everywhere:
        ended = await house.sign_ins.end_all(player.id, "player")
    else:
        await house.sign_ins.end(sign_in)
    return Response(SignedOut(left=True, ended=ended),
                    cookies=[cookie(request, PLAYER_COOKIE, "", 0)])


@post("/api/operator/players/{player_id:str}/sign-out", status_code=200, opt=policy(OPERATOR, 404))
async def operator_signs_out(request: HttpRequest,
                             player_id: FromPath[str]) -> PlayerSignedOut:
    """For the program of an operator whose wallet this house uses: end every sign-in of one of its
    players. Send ``Authorization: Bearer`` with the result of ``Signer.operator("sign-out",
    player)``."""
    house = house_of(request)
    token = request.headers.get("authorization", "").removeprefix("Bearer ").strip()
    if house.purse.demo or not signer_of(request).read_operator(token, "sign-out", player_id):
        raise HouseError("operator", "only for the operator's own program: send a token signed "
                         "within this minute for this act and this player", status=403)
    if house.player(player_id) is None:
        raise HouseError("no-player", phrase("there is no player {player_id}",
                                             player_id=repr(player_id)), status=404)
    return PlayerSignedOut(player=player_id,
                           ended=await house.sign_ins.end_all(player_id, "operator"))


@get("/enter", status_code=303, opt=policy(ANYBODY, 403))
async def enter(request: HttpRequest,
                launch: Annotated[str, QueryParameter(max_length=600)] = "") -> Response[None]:
    """The entrance for an operator's player: a launch that the operator's site signed, valid once
    and for a minute."""
    sent = signer_of(request).read_launch(launch)
    house = house_of(request)
    if sent is None or house.purse.demo:
        raise HouseError("launch", "this entrance is only for players sent by the operator's "
                         "site", status=403)
    secret = await house.sign_ins.sign_in_player(await house.admit(*sent), launch)
    return Response(None, status_code=303, headers={"Location": "/"},
                    cookies=[_cookie(request, secret)])


def _cookie(request: HttpRequest, secret: str) -> Cookie:
    return cookie(request, PLAYER_COOKIE, signer_of(request).player(secret), MAX_AGE)


@get("/api/games")
async def games() -> list[GameListed]:
    """The catalogue of games, each with its regulation, when that was in force, and whether its
    odds are computed."""
    return [GameListed(id=g.id, section=g.section, names=g.names,
                       regulation=law.document(g.section).title, in_force=InForce.of(g),
                       odds=bool(kind(g))) for g in catalogue().values()]


@get("/api/tables")
async def tables(request: HttpRequest) -> list[TableCard]:
    """Every table of the house."""
    return house_of(request).lobby()


@get("/api/tables/{table_id:str}", opt=policy(ANYBODY, 404))
async def table(request: HttpRequest, table_id: FromPath[str]) -> TableInformation:
    """A table with its rules, limits and how to complain (32); no sign-in is needed."""
    return house_of(request).information(table_id)


@get("/api/pools")
async def pools(request: HttpRequest) -> list[PoolCard]:
    """The jackpots that tables share, perhaps with other houses: the value of each, its share of
    bets, and the tables of this house that feed it (pt-217-2007/maquinas-automaticas, 4 and 5)."""
    return jackpot_claims.describe_pools(house_of(request))


@get("/api/law/{clause:path}", opt=policy(ANYBODY, 404))
async def clause(clause: FromPath[str], lang: Lang = "en") -> ClauseView | Interpretation:
    """A clause of the register with the interpretations that concern it, or an interpretation. A
    rule without ground of an earlier version leads to the reading that replaced it. ``doubts``: the
    clause under which the dealer clears up doubts about the rules, if its law has one."""
    clause_id = law.current(clause.strip("/"))
    try:
        if clause_id.startswith("ir/"):
            return Interpretation.of(law.interpretation(clause_id), lang)
        row = law.row(clause_id)
    except law.UnknownClause as unknown:
        raise HouseError("no-clause", unknown.args[0], status=404) from None
    doubts = next((played.conduct.laws.get("doubts", "") for played in catalogue().values()
                   if played.section == clause_id.rpartition("/")[0]), "")
    law.cite_clause(doubts)
    return ClauseView(
        **{**row._asdict(), **row.wording(lang)._asdict()}, rule=row.rule,
        title=law.document(clause_id).title, short=law.document(clause_id).short, doubts=doubts,
        interpretations=[Interpretation.of(i, lang) for i in law.interpretations().values()
                         if clause_id in i.clauses])


@get("/api/me/coups", opt=policy(PLAYER))
async def my_coups(request: HttpRequest, limit: ListLimit = 20) -> list[CoupLine]:
    """My last coups, newest first (31)."""
    return house_of(request).archive.last_coups(require_player(request).id, limit)


@get("/api/coups/{coup:str}", opt=policy(PLAYER, 404))
async def one_coup(request: HttpRequest, coup: FromPath[str]) -> CoupView:
    """One of my coups, step by step, with the opening of its shoe once the shoe has ended."""
    return house_of(request).archive.coup_for(require_player(request).id, coup)


@get("/api/coups/{coup:str}/history", media_type="text/plain", opt=policy(PLAYER, 404))
async def history(request: HttpRequest, coup: FromPath[str]) -> str:
    """One of my poker hands as a file in the open PHH format, with the cards that I saw; it names
    nobody else."""
    return house_of(request).archive.history_for(require_player(request).id, coup)


@post("/api/me/sessions/{table_id:str}/end", status_code=200, opt=policy(PLAYER, 404, 409))
async def end_session(request: HttpRequest, table_id: FromPath[str]) -> EndedSession:
    """End my session at a table (34) and return its summary (33). With a bet in play it ends with
    the coup; ``ended`` is then 0."""
    return await house_of(request).end_session(require_player(request), table_id)


@post("/api/me/credits", opt=policy(PLAYER, 409))
async def credits(request: HttpRequest) -> PlayerAccount:
    """Get fresh demo credits when the smallest bet cannot be made any more (38)."""
    house = house_of(request)
    return describe_player(house, await house.refill(require_player(request)))


@post("/api/complaints", opt=policy(PLAYER, 404, 409))
async def complain(request: HttpRequest,
                   data: JSONBody[NewComplaint]) -> Complaint:
    """Complain (32). The house reads the complaint and answers it."""
    house = house_of(request)
    return await house.complain(
        require_player(request), data.table, data.coup, data.text, data.key)


@get("/api/complaints", opt=policy(PLAYER))
async def my_complaints(request: HttpRequest) -> list[Complaint]:
    """My complaints and their answers."""
    return house_of(request).archive.complaints(require_player(request).id)


@get("/api/messages")
async def message_catalogue() -> socket_messages.Catalogue:
    """The JSON Schema of every message of the table socket, in both directions."""
    return socket_messages.catalogue()


ROUTES = [session, new_session, sign_out, operator_signs_out, enter, games, tables, table, pools,
          clause, my_coups, one_coup, history, end_session, credits, complain, my_complaints,
          message_catalogue]
