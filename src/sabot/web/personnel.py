"""People, for staff: who works here, and which players are signed in."""

from __future__ import annotations

from typing import Annotated

import msgspec
from litestar import get, post
from litestar.params import FromPath, JSONBody

from sabot.house import House, HouseError
from sabot.house.errors import reason_of
from sabot.house.people import roles as people
from sabot.house.people.players import BOT
from sabot.house.people.roles import Member
from sabot.house.shared_views import extend
from sabot.house.staff import erasure, personnel
from sabot.house.staff.erasure import NameErased
from sabot.house.staff.personnel import Author, StaffChange
from sabot.house.table.switches import base_of
from sabot.web.api import house_of
from sabot.web.route_policies import HttpRequest, policy
from sabot.web.staff import Reason, require_member
from sabot.words import phrase

Word = Annotated[str, msgspec.Meta(max_length=200)]


class NewMember(msgspec.Struct, forbid_unknown_fields=True):
    """A name, a role and a reason. ``last`` confirms that nobody will be left who may change the
    staff."""

    name: Word
    role: Word
    reason: Annotated[str, msgspec.Meta(max_length=2_000)]
    last: bool = False


class NewRole(msgspec.Struct, forbid_unknown_fields=True):
    """Another role and a reason; ``last`` as in NewMember."""

    role: Word
    reason: Annotated[str, msgspec.Meta(max_length=2_000)]
    last: bool = False


class StaffRemoval(msgspec.Struct, forbid_unknown_fields=True):
    """Why a member is removed; ``last`` as in NewMember."""

    reason: Annotated[str, msgspec.Meta(max_length=2_000)]
    last: bool = False


class NameErasure(msgspec.Struct, forbid_unknown_fields=True):
    """The id of a player or of a member of staff, and why their name is erased."""

    id: Word
    reason: Annotated[str, msgspec.Meta(max_length=2_000)]


class Worker(msgspec.Struct, frozen=True, kw_only=True):
    """A member of staff as other staff see them; ``signed_in`` is in how many browsers."""

    name: str
    role: str
    signed_in: int


class WorkerChanged(msgspec.Struct, frozen=True, kw_only=True):
    """A member of staff after a change; ``warning`` is for the person who asked."""

    name: str
    role: str
    active: bool
    warning: str


class WorkerAdded(WorkerChanged, frozen=True, kw_only=True):
    """A new member of staff, with the token that is shown only here."""

    token: str


class PlayerHere(msgspec.Struct, frozen=True, kw_only=True):
    """A player who views a table (``online``) or has a session at one, and at which tables."""

    id: str
    name: str
    online: bool
    tables: list[str]


class PlayerPutOut(msgspec.Struct, frozen=True, kw_only=True):
    """How many sign-ins of a player have ended."""

    player: str
    name: str
    ended: int


def describe_worker(house: House, member: Member) -> Worker:
    """Describe a member of staff for other staff."""
    return Worker(name=member.name, role=member.role, signed_in=sum(
        house.sign_ins.is_valid(s) for s in house.sign_ins.of(member.signs, staff=True)))


async def _apply_change(
    request: HttpRequest, changed: StaffChange, reason: str, last: bool) -> WorkerChanged:
    house, asks = house_of(request), require_member(request)
    why = reason_of(reason)
    if changed.warning and not last:
        raise HouseError("last-supervisor", changed.warning, status=409,
                         facts={"name": changed.member.name})
    await personnel.apply_change(house, changed, Author(asks.signs, asks.role, "", why))
    return WorkerChanged(name=changed.member.name, role=changed.member.role,
                         active=changed.member.active, warning=changed.warning)


@get("/api/staff/people", opt=policy("people"))
async def workers(request: HttpRequest) -> list[Worker]:
    """Who works here, in which role, and in how many browsers each is signed in."""
    require_member(request)
    house = house_of(request)
    return [
        describe_worker(house, worker) for worker in people.members(house.ledger) if worker.active]


@post("/api/staff/people", status_code=200, opt=policy("staff", 409))
async def add(request: HttpRequest, data: JSONBody[NewMember]) -> WorkerAdded:
    """Give somebody a role and a token, at once. Only this answer contains the token; an old token
    stops working."""
    require_member(request)
    house = house_of(request)
    changed = personnel.add(house.ledger, data.name, data.role, house.entropy)
    done = await _apply_change(request, changed, data.reason, data.last)
    return extend(WorkerAdded, done, token=changed.token)


@post("/api/staff/people/{name:str}/role", status_code=200, opt=policy("staff", 404, 409))
async def change(request: HttpRequest, name: FromPath[str],
                 data: JSONBody[NewRole]) -> WorkerChanged:
    """Give a member of staff another role, at once; the token stays."""
    require_member(request)
    changed = personnel.change(house_of(request).ledger, name, data.role)
    return await _apply_change(request, changed, data.reason, data.last)


@post("/api/staff/people/{name:str}/remove", status_code=200, opt=policy("staff", 404, 409))
async def remove(request: HttpRequest, name: FromPath[str],
                 data: JSONBody[StaffRemoval]) -> WorkerChanged:
    """Remove a member of staff: token and sign-ins end at once."""
    require_member(request)
    changed = personnel.remove(house_of(request).ledger, name)
    return await _apply_change(request, changed, data.reason, data.last)


@get("/api/staff/players", opt=policy("players"))
async def players(request: HttpRequest) -> list[PlayerHere]:
    """The players who view a table now or have a session at one: their names, and where."""
    require_member(request)
    house, tables_of, online = house_of(request), dict[str, list[str]](), set[str]()
    for table_id, room in house.rooms.items():
        looking = [viewer.player for viewer in room.viewers]
        online.update(looking)
        for player in dict.fromkeys([*looking, *room.desk.state.sessions]):
            if player and not player.startswith(BOT):
                tables_of.setdefault(player, []).append(base_of(table_id))
    here = [PlayerHere(id=player, name=house.name(player), online=player in online, tables=tables)
            for player, tables in tables_of.items()]
    return sorted(here, key=lambda player_here: (player_here.name, player_here.id))


@post("/api/staff/players/{player_id:str}/sign-out", status_code=200, opt=policy("sign-out", 404))
async def sign_out(request: HttpRequest, player_id: FromPath[str],
                   data: JSONBody[Reason]) -> PlayerPutOut:
    """End every sign-in of a player, at once; ``ended`` is how many there were. Bets on a table
    stand, and are played like those of a player who lost the connection."""
    house, asks = house_of(request), require_member(request)
    if player_id.startswith(BOT) or house.player(player_id) is None:
        raise HouseError("no-player", phrase("there is no player {player_id}",
                                             player_id=repr(player_id)), status=404)
    return PlayerPutOut(player=player_id, name=house.name(player_id),
                        ended=await house.sign_ins.end_all_for_staff(asks, player_id, data.reason))


@post("/api/staff/erase", status_code=200, opt=policy("erase", 404, 409))
async def erase(request: HttpRequest, data: JSONBody[NameErasure]) -> NameErased:
    """Erase the name of a player or of a member of staff: only their id is shown from then on.
    ``named`` is whether there was a name. Refused when the journal contains names."""
    house, asks = house_of(request), require_member(request)
    why = reason_of(data.reason)
    erased = erasure.find_name(house.ledger, data.id)
    await erasure.erase_name(house, erased, Author(asks.signs, asks.role, "", why))
    return erased.answer()


ROUTES = [workers, add, change, remove, players, sign_out, erase]
