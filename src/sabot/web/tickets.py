"""Tickets and vouchers: a player's own, and those at the cashier (1.a, 13)."""

from __future__ import annotations

from typing import Annotated

import msgspec
from litestar import get, post
from litestar.params import FromPath, JSONBody, QueryParameter

from sabot.house.staff import cashier
from sabot.house.staff.cashier import OwnTicket, StaffTicket, VoucherView
from sabot.web.api import house_of, require_player
from sabot.web.route_policies import PLAYER, HttpRequest, policy
from sabot.web.staff import require_member

Limit = Annotated[int, QueryParameter(ge=1, le=500)]


class TicketToRedeem(msgspec.Struct, forbid_unknown_fields=True):
    """The code of a ticket, typed in any case, with or without spaces and hyphens, and the player
    who gets the credit; by default the player who printed it."""

    code: Annotated[str, msgspec.Meta(min_length=1, max_length=100)]
    player: Annotated[str, msgspec.Meta(max_length=80)] = ""


@get("/api/tickets", opt=policy(PLAYER))
async def tickets(request: HttpRequest) -> list[OwnTicket]:
    """My tickets, newest first, each with its code and whether it is still worth its sum."""
    return cashier.own_tickets(house_of(request), require_player(request).id)


@get("/api/staff/tickets", opt=policy("papers"))
async def every_ticket(request: HttpRequest,
                       number: Annotated[str, QueryParameter(max_length=80)] = "",
                       limit: Limit = 200) -> list[StaffTicket]:
    """Tickets, newest first: number, worth, when, where, state, and never the code. ``number``:
    only those whose number contains it."""
    require_member(request)
    return cashier.all_tickets(house_of(request), number, limit)


@post("/api/staff/tickets/redeem", status_code=200, opt=policy("redeem", 404, 409))
async def redeem(request: HttpRequest, data: JSONBody[TicketToRedeem]) -> StaffTicket:
    """Redeem a ticket that a player brings: all that it is worth, once."""
    return await cashier.redeem_ticket(
        house_of(request), require_member(request), data.code, data.player)


@get("/api/staff/vouchers", opt=policy("papers"))
async def every_voucher(request: HttpRequest, limit: Limit = 200) -> list[VoucherView]:
    """Vouchers: those that wait for the cashier first, then the newest."""
    require_member(request)
    return cashier.all_vouchers(house_of(request), limit)


@get("/api/staff/vouchers/{coup:str}/{number:str}", opt=policy("papers", 404))
async def one_voucher(request: HttpRequest, coup: FromPath[str],
                      number: FromPath[str]) -> VoucherView:
    """One voucher, by its coup and its number: machine, game, sum, player, who paid it and when."""
    require_member(request)
    return cashier.voucher_view(house_of(request), f"{coup}/{number}")


@post("/api/staff/vouchers/{coup:str}/{number:str}/pay", status_code=200,
      opt=policy("pay", 404, 409))
async def pay(request: HttpRequest, coup: FromPath[str], number: FromPath[str]) -> VoucherView:
    """Record that the cashier has paid a voucher (13), once; the machine goes on."""
    return await cashier.pay_voucher(house_of(request), require_member(request), f"{coup}/{number}")


ROUTES = [tickets, every_ticket, redeem, every_voucher, one_voucher, pay]
