"""Forecasts of a session, a bankroll and a jackpot chip, for the terminal."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

import click
import msgspec
from msgspec import UNSET, UnsetType

from sabot.cli.computed import bet_name, outcome_name, translated
from sabot.cli.language import rendered
from sabot.cli.terminal import columns, heading, labelled, reason, say, say_line, stop
from sabot.families.jackpot.chip import ChipOdds
from sabot.games import game
from sabot.money import EURO, cents, format_money
from sabot.probability import forecast
from sabot.probability.entry import Net
from sabot.probability.forecast import BankForecast, SessionForecast
from sabot.probability.liability import Most, Unlimited
from sabot.procedure.table import Table
from sabot.words import joined, phrase, plural

MAX_SUM = 10 ** 12  # cents
DEFAULT_STAKE = 1000  # cents, if there is no table
DEFAULT_COUPS = 1000  # for a purse, without --session


def _parse_sum(text: str | None, option: str) -> int | None:
    if text is None:
        return None
    try:
        amount = cents(text)
    except ValueError as error:
        stop(phrase("{option}: {why}", option=option, why=reason(error)))
    if not 0 < amount <= MAX_SUM:
        stop(phrase("{option}: found {text}; allowed: more than 0, up to {most}",
                    option=option, text=text, most=MAX_SUM // 100))
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
        stop(reason(error))


def show(game_id: str, plan_: Plan | None, liability: Most | None, on_layout: bool) -> None:
    """Print the plan, if any, and the bank's liability; ``on_layout``: bets are on spots."""
    if plan_ is None:
        return
    _show_plan(plan_)
    if liability is None:
        return
    heading("The bank's liability in one coup")
    if isinstance(liability, Unlimited):
        say(phrase("without a limit: {why}", why=translated(liability.why)), 2)
        return
    currency = plan_.currency
    cards = "" if on_layout else "; prizes of a jackpot's pool left out"
    say(phrase("at most {place} on one place ({outcome}, for {stake}), {table} at the table{cards}",
               place=format_money(liability.place, currency),
               outcome=outcome_name(game_id, liability.outcome),
               stake=format_money(liability.stake, currency),
               table=format_money(liability.table, currency), cards=cards), 2)
    if liability.left_out:
        say(translated(liability.left_out), 2)


def _format_chance(chance: float) -> str:
    """A chance as text, also if very small."""
    return f"{chance:.4%}" if chance >= 1e-5 or not chance else f"{chance:.1e}"


def _show_plan(plan_: Plan) -> None:
    def money(amount: float) -> str:
        return format_money(round(amount), plan_.currency)
    heading(phrase("With {sum} a coup", sum=money(plan_.stake)))
    say(phrase("an hour of {coups} coups returns {sum} on average",
               coups=plan_.hour.coups, sum=money(plan_.hour.mean)), 2)
    if session := plan_.session:
        say_line(phrase("  {coups} coups", coups=session.coups))
        lines = (
                ("mean", phrase("{sum}  (deviation {deviation})", sum=money(session.mean),
                                deviation=money(session.deviation))),
                ("ahead", f"{session.ahead:.4%}"), ("even", f"{session.even:.4%}"),
                *((f"{float(part):.0%}", phrase("{sum} or less", sum=money(net)))
                  for part, net in session.quantiles.items()))
        wide = max(6, *(columns(rendered(name)) for name, _ in lines))
        for name, text in lines:
            click.echo(f"    {labelled(name, wide)} {rendered(text)}")
    if purse := plan_.purse:
        say(phrase("a purse of {sum} fails within {coups} coups with a chance of {chance}",
                   sum=money(purse.sum), coups=purse.coups,
                   chance=_format_chance(purse.fails)), 2)
    if house := plan_.house:
        if house.ruin is not None and house.bank is not None:
            say(phrase("a house with {sum} that banks this bet for ever is ruined with a chance "
                       "of {chance}",
                       sum=money(house.bank), chance=_format_chance(house.ruin)), 2)
        if house.risk is not None:
            say("no capital is enough: the house gains nothing by this bet" if house.capital is None
                else phrase("{sum} keep that chance to {chance}",
                            sum=money(house.capital), chance=_format_chance(house.risk)), 2)


def show_chip(game_id: str, jackpot: ChipOdds) -> None:
    """Print the prizes of a jackpot, the pool at which a chip is worth its price, and how long the
    top prize takes."""
    for line in jackpot.lines:
        chance = Fraction(line.chance)
        pays = phrase("{share} % of the pool", share=line.share) if line.share else \
            plural("1 chip", "{n} chips", line.times)
        once = phrase("1 in {n}", n=f"{float(1 / chance):,.1f}") if chance else "never"
        name = bet_name(game_id, f"jackpot.{line.name}", line.name)
        click.echo(f"  {labelled(name, 14)} {labelled(pays, 16)} {labelled(once, 14, right=True)}  "
                   f"{line.chance}")
    if jackpot.even is None:
        return
    break_even = Fraction(jackpot.even)
    say(phrase("the chip is worth its price from a pool of {sum:,.2f} on",
               sum=float(break_even) / 100) if break_even > 0 else
        "the smaller prizes alone are worth the chip", 2)
    if shared := jackpot.shared:
        say(phrase("where all {boxes} boxes have one and divide equal prizes, from {sum:,.2f} "
                   "on at most",
                   boxes=shared.boxes, sum=float(Fraction(shared.even)) / 100), 2)
    if top := jackpot.top:
        parts = (phrase("{share} within {chips} (pool {sum})", share=f"{float(part):.0%}",
                        chips=f"{count:,}", sum=f"{top.pool[part] / 100:,.2f}")
                 for part, count in top.chips.items())
        say(phrase("the whole pool is won after {chips} chips on average; {parts}",
                   chips=f"{float(Fraction(top.mean)):,.0f}", parts=joined(parts, "; ")), 2)
