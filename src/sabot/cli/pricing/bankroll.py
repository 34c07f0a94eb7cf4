"""Forecasts of a session, a bankroll and a jackpot chip, for the terminal."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

import click
import msgspec
from msgspec import UNSET, UnsetType

from sabot.cli.terminal import heading, say, stop
from sabot.families.jackpot.chip import ChipOdds
from sabot.games import game
from sabot.money import EURO, cents, format_money
from sabot.odds import forecast
from sabot.odds.entry import Net
from sabot.odds.forecast import BankForecast, SessionForecast
from sabot.odds.liability import Most, Unlimited
from sabot.procedure.table import Table

MAX_SUM = 10 ** 12  # cents
DEFAULT_STAKE = 1000  # cents, if there is no table
DEFAULT_COUPS = 1000  # for a purse, without --session


def _parse_sum(text: str | None, option: str) -> int | None:
    if text is None:
        return None
    try:
        amount = cents(text)
    except ValueError as error:
        stop(f"{option}: {error}")
    if not 0 < amount <= MAX_SUM:
        stop(f"{option}: found {text}; allowed: more than 0, up to {MAX_SUM // 100}")
    return amount


class Hour(msgspec.Struct, frozen=True, kw_only=True):
    """The mean return of an hour of so many coups, in cents."""

    coups: int
    mean: float


class Purse(msgspec.Struct, frozen=True, kw_only=True):
    """The chance that a purse of so many cents (``sum``) fails within so many coups."""

    sum: int
    coups: int
    fails: float


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """The forecast of a bet played with one ``stake`` (cents): an hour, and on request a session, a
    player's purse and a house's capital."""

    stake: int
    currency: str
    hour: Hour
    session: SessionForecast | UnsetType = UNSET
    purse: Purse | UnsetType = UNSET
    house: BankForecast | UnsetType = UNSET


class PlanRequest(NamedTuple):
    """The request for a plan: ``coups`` of a session, sums as typed, the ``risk`` of a house, and
    the coups in an hour (``hands``)."""

    hands: int
    coups: int | None = None
    stake: str | None = None
    purse: str | None = None
    bank: str | None = None
    risk: float | None = None

    @property
    def wanted(self) -> bool:
        """Whether anything except the hour is requested."""
        return any(asked is not None for asked in self[1:])


def plan(net: Net, edge: float, table: Table | None, request: PlanRequest) -> Plan:
    """The forecast of a bet with these net results and this edge; ends with status 2 for sums that
    are not possible."""
    unit = _parse_sum(request.stake, "--stake") or (table.minimum if table else DEFAULT_STAKE)
    purse, bank = _parse_sum(request.purse, "--purse"), _parse_sum(request.bank, "--bank")
    coups, risk = request.coups, request.risk
    try:
        distribution = forecast.distribution(net, unit)
        return Plan(
            stake=unit,
            currency=game(table.game).currency if table else EURO,
            hour=Hour(coups=request.hands, mean=-request.hands * unit * edge),
            session=UNSET
            if coups is None
            else forecast.of_session(distribution, coups, -unit * edge),
            purse=UNSET
            if purse is None
            else Purse(
                sum=purse, coups=coups or DEFAULT_COUPS,
                fails=forecast.of_purse(distribution, purse, coups or DEFAULT_COUPS)),
            house=UNSET
            if bank is None and risk is None
            else forecast.of_bank(distribution, bank, risk),
        )
    except ValueError as error:
        stop(str(error))


def show(plan_: Plan | None, liability: Most | None, on_layout: bool) -> None:
    """Print the plan, if any, and the bank's liability; ``on_layout``: bets are on spots."""
    if plan_ is None:
        return
    _show_plan(plan_)
    if liability is None:
        return
    heading("The bank's liability in one coup")
    if isinstance(liability, Unlimited):
        say(f"without a limit: {liability.why}", 2)
        return
    currency = plan_.currency
    cards = "" if on_layout else "; prizes of a jackpot's pool left out"
    say(f"at most {format_money(liability.place, currency)} on one place ({liability.outcome}, for "
        f"{format_money(liability.stake, currency)}), {format_money(liability.table, currency)} at "
        "the table"
        f"{cards}", 2)
    if liability.left_out:
        say(liability.left_out, 2)


def _format_chance(chance: float) -> str:
    """A chance as text, also if very small."""
    return f"{chance:.4%}" if chance >= 1e-5 or not chance else f"{chance:.1e}"


def _show_plan(plan_: Plan) -> None:
    def money(amount: float) -> str:
        return format_money(round(amount), plan_.currency)
    heading(f"With {money(plan_.stake)} a coup")
    say(f"an hour of {plan_.hour.coups} coups returns {money(plan_.hour.mean)} on average", 2)
    if session := plan_.session:
        click.echo(f"  {session.coups} coups")
        for label, text in (
                ("mean", f"{money(session.mean)}  (deviation {money(session.deviation)})"),
                ("ahead", f"{session.ahead:.4%}"), ("even", f"{session.even:.4%}"),
                *((f"{float(part):.0%}", f"{money(net)} or less")
                  for part, net in session.quantiles.items())):
            click.echo(f"    {label:<6} {text}")
    if purse := plan_.purse:
        say(f"a purse of {money(purse.sum)} fails within {purse.coups} coups with a chance "
            f"of {_format_chance(purse.fails)}", 2)
    if house := plan_.house:
        if house.ruin is not None and house.bank is not None:
            say(f"a house with {money(house.bank)} that banks this bet for ever is ruined with a "
                f"chance of {_format_chance(house.ruin)}", 2)
        if house.risk is not None:
            say("no capital is enough: the house gains nothing by this bet" if house.capital is None
                else f"{money(house.capital)} keep that chance to {_format_chance(house.risk)}", 2)


def show_chip(jackpot: ChipOdds) -> None:
    """Print the prizes of a jackpot, the pool at which a chip is worth its price, and how long the
    top prize takes."""
    for line in jackpot.lines:
        chance = Fraction(line.chance)
        pays = f"{line.share} % of the pool" if line.share else f"{line.times} chips"
        once = f"1 in {float(1 / chance):,.1f}" if chance else "never"
        click.echo(f"  {line.name:<14} {pays:<16} {once:>14}  {line.chance}")
    if jackpot.even is None:
        return
    break_even = Fraction(jackpot.even)
    say(f"the chip is worth its price from a pool of {float(break_even) / 100:,.2f} "
        "on" if break_even > 0 else
        "the smaller prizes alone are worth the chip", 2)
    if shared := jackpot.shared:
        say(f"where all {shared.boxes} boxes have one and divide equal prizes, from "
            f"{float(Fraction(shared.even)) / 100:,.2f} on at most", 2)
    if top := jackpot.top:
        say(f"the whole pool is won after {float(Fraction(top.mean)):,.0f} chips on average; "
            + "; ".join(f"{float(part):.0%} within {count:,} (pool {top.pool[part] / 100:,.2f})"
                        for part, count in top.chips.items()), 2)
