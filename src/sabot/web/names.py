"""The names that guests choose for themselves.

A chosen name is kept with the visitor's browser, in a signed cookie, and in the memory of the
house: the journal has none of it. Where another player has the name meanwhile, the first one
counts again.
"""

from __future__ import annotations

from typing import Annotated

import msgspec
from litestar import Response, post
from litestar.params import JSONBody

from sabot.house import House, HouseError
from sabot.house.people.names import display_name, is_reserved
from sabot.house.people.own_names import fault_of
from sabot.house.people.players import Player
from sabot.web.api import PlayerAccount, describe_player, house_of, require_player, signer_of
from sabot.web.auth import MAX_AGE, NAME_COOKIE, cookie
from sabot.web.route_policies import PLAYER, HttpRequest, policy
from sabot.words import phrase


class NewName(msgspec.Struct, forbid_unknown_fields=True):
    """The name by which others are to see me: 2 to 16 characters, letters of any script; "" for the
    one that the house gave me."""

    name: Annotated[str, msgspec.Meta(max_length=80)]


@post("/api/session/name", status_code=200, opt=policy(PLAYER, 403, 409))
async def rename(request: HttpRequest, data: JSONBody[NewName]) -> Response[PlayerAccount]:
    """Choose the name by which others see me, while I have no bet on a table. It lasts as long as
    my sign-in in this browser, and no journal holds it. A name that another player has, or that
    reads like one of the house or its staff, is refused."""
    house, player = house_of(request), require_player(request)
    name = " ".join(data.name.split())
    if not player.demo:
        raise HouseError("operator-name", "the operator's site names its players", status=403)
    if house.whereabouts.at_stake(player.id):
        raise HouseError("bet-open", "you have a bet on a table: change your name when it is "
                         "decided", status=409)
    if name and (fault := fault_of(name)):
        raise HouseError("name-form", fault, status=400)
    if is_reserved(name):
        raise HouseError("reserved-name", phrase(
            "{name!r} is reserved for the house and its staff; choose another name",
            name=display_name(name)), status=409)
    if not house.names.rename(player.id, name):
        raise HouseError("name-taken", "another player has this name, or one that looks like it",
                         status=409)
    tell_tables(house, player)
    name_cookie = cookie(request, NAME_COOKIE, signer_of(request).chosen_name(player.id, name),
                         MAX_AGE if name else 0)
    return Response(describe_player(house, player), cookies=[name_cookie])


def tell_tables(house: House, player: Player) -> None:
    """Send the places again to everybody at the tables of a player."""
    for room in house.rooms.values():
        if player.id in room.desk.seats or any(
                of == player.id for of, _ in room.desk.standing_players.values()):
            room.post(room.broadcaster.publish_names)


ROUTES = [rename]
