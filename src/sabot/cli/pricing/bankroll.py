"""What a session, a bankroll and a jackpot's chip may expect, told in the terminal."""

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

MOST = 10 ** 12  # cents
STAKE = 1000  # cents, where no table has a minimum
COUPS = 1000  # of a purse, where no session says how many


def _sum(text: str | None, option: str) -> int | None:
    if text is None:
        return None
    try:
        found = cents(text)
    except ValueError as wrong:
        stop(f"{option}: {wrong}")
    if not 0 < found <= MOST:
        stop(f"{option}: found {text}; allowed: above nothing, up to {MOST // 100}")
    return found


class Hour(msgspec.Struct, frozen=True, kw_only=True):
    """What an hour of so many coups returns on average, in cents."""

    coups: int
    mean: float


class Purse(msgspec.Struct, frozen=True, kw_only=True):
    """The chance that a purse of so many cents (``sum``) fails within so many coups."""

    sum: int
    coups: int
    fails: float


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """A bet played with one ``stake`` in cents: what an hour of it returns; and, each where it is
    asked for, a session, a player's purse, a house's capital."""

    stake: int
    currency: str
    hour: Hour
    session: SessionForecast | UnsetType = UNSET
    purse: Purse | UnsetType = UNSET
    house: BankForecast | UnsetType = UNSET


class Planned(NamedTuple):
    """What a plan is asked for: ``coups`` of a session, sums as they were typed, the ``risk`` of a
    house, and how many coups an hour has (``hands``)."""

    hands: int
    coups: int | None = None
    stake: str | None = None
    purse: str | None = None
    bank: str | None = None
    risk: float | None = None

    @property
    def wanted(self) -> bool:
        """Whether anything but an hour is asked for."""
        return any(asked is not None for asked in self[1:])


def plan(net: Net, edge: float, table: Table | None, asked: Planned) -> Plan:
    """A bet with these net results and this edge, played with one stake."""
    unit = _sum(asked.stake, "--stake") or (table.minimum if table else STAKE)
    of_purse, of_bank = _sum(asked.purse, "--purse"), _sum(asked.bank, "--bank")
    coups, risk = asked.coups, asked.risk
    try:
        one = forecast.distribution(net, unit)
        return Plan(
            stake=unit, currency=game(table.game).currency if table else EURO,
            hour=Hour(coups=asked.hands, mean=-asked.hands * unit * edge),
            session=UNSET if coups is None else forecast.of_session(one, coups, -unit * edge),
            purse=UNSET if of_purse is None else Purse(
                sum=of_purse, coups=coups or COUPS,
                fails=forecast.of_purse(one, of_purse, coups or COUPS)),
            house=UNSET if of_bank is None and risk is None else forecast.of_bank(
                one, of_bank, risk))
    except ValueError as wrong:
        stop(str(wrong))


def show(planned: Plan | None, most: Most | None, on_cloth: bool) -> None:
    """The plan that was asked for, and what the bank may have to pay at the most; ``on_cloth``: of
    bets on spots."""
    if planned is None:
        return
    _show_plan(planned)
    if most is None:
        return
    heading("The bank's liability in one coup")
    if isinstance(most, Unlimited):
        say(f"without a limit: {most.why}", 2)
        return
    currency = planned.currency
    cards = "" if on_cloth else "; prizes of a jackpot's pool left out"
    say(f"at most {format_money(most.place, currency)} on one place ({most.outcome}, for "
        f"{format_money(most.stake, currency)}), {format_money(most.table, currency)} at the table"
        f"{cards}", 2)
    if most.left_out:
        say(most.left_out, 2)


def _rare(chance: float) -> str:
    """A chance, however small."""
    return f"{chance:.4%}" if chance >= 1e-5 or not chance else f"{chance:.1e}"


def _show_plan(planned: Plan) -> None:
    def money(amount: float) -> str:
        return format_money(round(amount), planned.currency)
    heading(f"With {money(planned.stake)} a coup")
    say(f"an hour of {planned.hour.coups} coups returns {money(planned.hour.mean)} on average", 2)
    if session := planned.session:
        click.echo(f"  {session.coups} coups")
        for label, text in (
                ("mean", f"{money(session.mean)}  (deviation {money(session.deviation)})"),
                ("ahead", f"{session.ahead:.4%}"), ("even", f"{session.even:.4%}"),
                *((f"{float(part):.0%}", f"{money(net)} or less")
                  for part, net in session.quantiles.items())):
            click.echo(f"    {label:<6} {text}")
    if purse := planned.purse:
        say(f"a purse of {money(purse.sum)} fails within {purse.coups} coups with a chance "
            f"of {_rare(purse.fails)}", 2)
    if house := planned.house:
        if house.ruin is not None and house.bank is not None:
            say(f"a house with {money(house.bank)} against this bet for ever is ruined with a "
                f"chance of {_rare(house.ruin)}", 2)
        if house.risk is not None:
            say("no capital is enough: this bet gains the house nothing" if house.capital is None
                else f"{money(house.capital)} keep that chance to {_rare(house.risk)}", 2)


def show_chip(jackpot: ChipOdds) -> None:
    """The lines of a jackpot, the pool that is worth a chip, and how long the top prize takes."""
    for line in jackpot.lines:
        chance = Fraction(line.chance)
        pays = f"{line.share} % of the pool" if line.share else f"{line.times} chips"
        one = f"1 in {float(1 / chance):,.1f}" if chance else "never"
        click.echo(f"  {line.name:<14} {pays:<16} {one:>14}  {line.chance}")
    if jackpot.even is None:
        return
    even = Fraction(jackpot.even)
    say(f"the chip is worth its price from a pool of {float(even) / 100:,.2f} on" if even > 0 else
        "the lesser prizes alone are worth the chip", 2)
    if shared := jackpot.shared:
        say(f"where all {shared.boxes} boxes have one and divide equal prizes, from "
            f"{float(Fraction(shared.even)) / 100:,.2f} on at most", 2)
    if top := jackpot.top:
        say(f"the whole pool is won after {float(Fraction(top.mean)):,.0f} chips on average; "
            + "; ".join(f"{float(part):.0%} within {count:,} (pool {top.pool[part] / 100:,.2f})"
                        for part, count in top.chips.items()), 2)
