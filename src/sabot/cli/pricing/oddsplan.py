"""What a session, a bankroll and a jackpot's chip may expect, told in the terminal."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import click

from sabot.cli.terminal import heading, say, stop
from sabot.games import game
from sabot.money import EURO, cents, told
from sabot.odds import forecast
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


def plan(bet: dict[str, Any], table: Table | None, *, coups: int | None, stake: str | None,
         purse: str | None, bank: str | None, risk: float | None, hands: int) -> dict[str, Any]:
    """The main bet played with one stake: a session, a player's purse, a house's capital."""
    unit = _sum(stake, "--stake") or (table.minimum if table else STAKE)
    of_purse, of_bank = _sum(purse, "--purse"), _sum(bank, "--bank")
    found: dict[str, Any] = {
        "stake": unit, "currency": game(table.game).currency if table else EURO,
        "hour": {"coups": hands, "mean": -hands * unit * bet["edge_float"]}}
    try:
        one = forecast.distribution(bet["net"], unit)
        if coups is not None:
            found["session"] = forecast.of_session(one, coups, -unit * bet["edge_float"])
        if of_purse is not None:
            found["purse"] = {"sum": of_purse, "coups": coups or COUPS,
                              "fails": forecast.of_purse(one, of_purse, coups or COUPS)}
        if of_bank is not None or risk is not None:
            found["house"] = forecast.of_bank(one, of_bank, risk)
    except ValueError as wrong:
        stop(str(wrong))
    return found


def show(answer: dict[str, Any]) -> None:
    """The plan that was asked for, and what the bank may have to pay at the most."""
    if planned := answer.get("plan"):
        _show_plan(planned)
    if (most := answer.get("most")) and answer.get("plan"):
        heading("The bank's liability in one coup")
        if "why" in most:
            say(f"without a limit: {most['why']}", 2)
        else:
            currency = answer["plan"]["currency"]
            cards = "" if "spots" in answer["bets"][0] else "; prizes of a jackpot's pool left out"
            say(f"at most {told(most['place'], currency)} on one place ({most['outcome']}, for "
                f"{told(most['stake'], currency)}), {told(most['table'], currency)} at the table"
                f"{cards}", 2)
            if most["left_out"]:
                say(most["left_out"], 2)


def _rare(chance: float) -> str:
    """A chance, however small."""
    return f"{chance:.4%}" if chance >= 1e-5 or not chance else f"{chance:.1e}"


def _show_plan(planned: dict[str, Any]) -> None:
    def money(amount: float) -> str:
        return told(round(amount), planned["currency"])
    heading(f"With {money(planned['stake'])} a coup")
    hour = planned["hour"]
    say(f"an hour of {hour['coups']} coups returns {money(hour['mean'])} on average", 2)
    if session := planned.get("session"):
        click.echo(f"  {session['coups']} coups")
        for label, text in (
                ("mean", f"{money(session['mean'])}  (deviation {money(session['deviation'])})"),
                ("ahead", f"{session['ahead']:.4%}"), ("even", f"{session['even']:.4%}"),
                *((f"{float(part):.0%}", f"{money(net)} or less")
                  for part, net in session["quantiles"].items())):
            click.echo(f"    {label:<6} {text}")
    if purse := planned.get("purse"):
        say(f"a purse of {money(purse['sum'])} fails within {purse['coups']} coups with a chance "
            f"of {_rare(purse['fails'])}", 2)
    if house := planned.get("house"):
        if house["ruin"] is not None:
            say(f"a house with {money(house['bank'])} against this bet for ever is ruined with a "
                f"chance of {_rare(house['ruin'])}", 2)
        if house["risk"] is not None:
            say("no capital is enough: this bet gains the house nothing" if house["capital"] is None
                else f"{money(house['capital'])} keep that chance to {_rare(house['risk'])}", 2)


def show_chip(jackpot: dict[str, Any]) -> None:
    """The lines of a jackpot, the pool that is worth a chip, and how long the top prize takes."""
    for line in jackpot["lines"]:
        chance = Fraction(line["chance"])
        pays = f"{line['share']} % of the pool" if line["share"] else f"{line['times']} chips"
        one = f"1 in {float(1 / chance):,.1f}" if chance else "never"
        click.echo(f"  {line['name']:<14} {pays:<16} {one:>14}  {line['chance']}")
    if jackpot["even"] is None:
        return
    even = Fraction(jackpot["even"])
    say(f"the chip is worth its price from a pool of {float(even) / 100:,.2f} on" if even > 0 else
        "the lesser prizes alone are worth the chip", 2)
    if shared := jackpot.get("shared"):
        say(f"where all {shared['boxes']} boxes have one and divide equal prizes, from "
            f"{float(Fraction(shared['even'])) / 100:,.2f} on at most", 2)
    if top := jackpot["top"]:
        chips = top["chips"]
        say(f"the whole pool is won after {float(Fraction(top['mean'])):,.0f} chips on average; "
            + "; ".join(f"{float(part):.0%} within {count:,} (pool {top['pool'][part] / 100:,.2f})"
                        for part, count in chips.items()), 2)
