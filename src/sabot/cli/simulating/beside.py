"""What a simulation tells of the bets beside the main one, with their exact figures."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import click

from sabot.cli.terminal import heading, say
from sabot.odds.tally import Kernel, Tally
from sabot.simulate import BetFigures, of_bet


def names(_: click.Context, __: click.Parameter, typed: str) -> tuple[str, ...]:
    """The bets of ``pair,streak2``."""
    return tuple(name.strip() for name in typed.split(",") if name.strip())


def told(tally: Tally, kernel: Kernel, priced: Callable[[], list[dict[str, Any]]]
         ) -> dict[str, Any]:
    """Each bet beside the main one as plain data: what it returned for each unit staked on it, and
    each exact figure that is priced for it, with the standard errors between the two."""
    stakes: dict[str, int] = getattr(kernel, "stakes", {})
    exact = priced()
    found: dict[str, Any] = {}
    for name, stake in stakes.items():
        numbers = of_bet(tally.parts.get(f"bet/{name}", {}), stake)
        if numbers is None:
            found[name] = {"times": sum(tally.parts.get(f"bet/{name}", {}).values())}
            continue
        # A priced variant of a bet has its name and one word more: "pair-split".
        mine = [bet for bet in exact if name in (bet["bet"], bet["bet"].partition("-")[0])]
        found[name] = {
            "times": numbers.times, "mean": numbers.mean, "standard_error": numbers.error,
            "interval_99": list(numbers.interval()), "exact": [_exact(bet, numbers)
                                                               for bet in mine],
            **_lines(tally, name, numbers.times, mine)}
    return found


def _exact(bet: dict[str, Any], numbers: BetFigures) -> dict[str, Any]:
    bet = bet.get("without_blackjack", {}) | {"bet": bet["bet"], "given": bet["given"]} \
        if "without_blackjack" in bet else bet
    mean = 0.0 - bet["edge_float"]  # nothing is not below nothing
    # A pool that grows as the coups are played has no one mean to be held against: its lines have.
    apart = None if "jackpot" in bet or not numbers.error else (numbers.mean - mean) / numbers.error
    return {"bet": bet["bet"], "mean": mean, "given": bet["given"], "errors": apart}


def _lines(tally: Tally, name: str, times: int, priced: list[dict[str, Any]]) -> dict[str, Any]:
    """How often each line of a scale came, with its exact chance."""
    lines = {line["name"]: line for bet in priced for line in bet.get(name, {}).get("lines", ())}
    if not lines:
        return {}
    return {"lines": {line: {
        "times": tally.counts.get(f"{name}/{line}", 0),
        "share": tally.counts.get(f"{name}/{line}", 0) / times,
        "chance": float(Fraction(of["chance"]))} for line, of in lines.items()}}


def show(bets: dict[str, Any], which: str = "beside the main bet") -> None:
    """The same for people."""
    if bets:
        heading(f"{which}, net for each unit staked on it")
    wide = max(len(name) for name in (*bets, 10 * " "))
    for name, bet in bets.items():
        if "mean" not in bet:
            say(f"{name}: {bet['times']} bets, too few to tell", 2)
            continue
        low, high = bet["interval_99"]
        click.echo(f"  {name:<{wide}} {bet['mean']:+.6f}  error {bet['standard_error']:.6f}  99 % "
                   f"{low:+.6f} to {high:+.6f}  {bet['times']} bets")
        several = len(bet["exact"]) > 1  # what is played lies between them
        for exact in bet["exact"]:
            off = "" if several or exact["errors"] is None else (
                f", {abs(exact['errors']):.2f} errors {'below' if exact['errors'] > 0 else 'above'}"
                " the simulated")
            say(f"exact    {exact['mean']:+.6f}{off}, where {exact['given']}", 4)
        for line, of in bet.get("lines", {}).items():
            click.echo(f"    {line:<16} {of['times']:>10} times, {of['share']:.4e} of the bets; "
                       f"exact {of['chance']:.4e}")
