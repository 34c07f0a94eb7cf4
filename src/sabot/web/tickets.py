"""Tickets and vouchers at the doors: a player's own, and what the cashier pays (1.a, 13)."""

from __future__ import annotations

from typing import Annotated

import msgspec
from litestar import get, post
from litestar.params import FromPath, JSONBody, QueryParameter

from sabot.house.staff import cashier
from sabot.house.staff.cashier import OwnTicket, StaffTicket, VoucherTold
from sabot.web.api import house_of, must_play
from sabot.web.route_policies import PLAYER, Ask, door
from sabot.web.staff import member

Limit = Annotated[int, QueryParameter(ge=1, le=500)]


class Brought(msgspec.Struct, forbid_unknown_fields=True):
    """The code of a ticket, typed in any case, with or without spaces and hyphens, and to whose
    credit it goes; where nobody is named, to that of the player who printed it."""

    code: Annotated[str, msgspec.Meta(min_length=1, max_length=100)]
    player: Annotated[str, msgspec.Meta(max_length=80)] = ""


@get("/api/tickets", opt=door(PLAYER))
async def tickets(request: Ask) -> list[OwnTicket]:
    """My tickets, the newest first, each with its code and whether it is still worth its sum."""
    return cashier.mine(house_of(request), must_play(request).id)


@get("/api/staff/tickets", opt=door("papers"))
async def every_ticket(request: Ask,
                       number: Annotated[str, QueryParameter(max_length=80)] = "",
                       limit: Limit = 200) -> list[StaffTicket]:
    """Tickets, the newest first: number, worth, when, where, state, and never the code. ``number``:
    those whose number contains it."""
    member(request)
    return cashier.every_ticket(house_of(request), number, limit)


@post("/api/staff/tickets/redeem", status_code=200, opt=door("redeem", 404, 409))
async def redeem(request: Ask, data: JSONBody[Brought]) -> StaffTicket:
    """Redeem a ticket that a player brings: all that it is worth, once."""
    return await cashier.cash(house_of(request), member(request), data.code, data.player)


@get("/api/staff/vouchers", opt=door("papers"))
async def every_voucher(request: Ask, limit: Limit = 200) -> list[VoucherTold]:
    """Vouchers: first those that wait for the cashier, then the newest."""
    member(request)
    return cashier.every_voucher(house_of(request), limit)


@get("/api/staff/vouchers/{coup:str}/{number:str}", opt=door("papers", 404))
async def one_voucher(request: Ask, coup: FromPath[str],
                      number: FromPath[str]) -> VoucherTold:
    """One voucher, by its coup and its number: machine, game, sum, player, who paid it and when."""
    member(request)
    return cashier.one_voucher(house_of(request), f"{coup}/{number}")


@post("/api/staff/vouchers/{coup:str}/{number:str}/pay", status_code=200, opt=door("pay", 404, 409))
async def pay(request: Ask, coup: FromPath[str],
              number: FromPath[str]) -> VoucherTold:
    """The cashier has paid a voucher (13): the machine goes on. Once."""
    return await cashier.pay(house_of(request), member(request), f"{coup}/{number}")


ROUTES = [tickets, every_ticket, redeem, every_voucher, one_voucher, pay]
