"""What a simulation tells of the bets beside the main one, with their exact figures."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction

import click
import msgspec
from msgspec import UNSET, UnsetType

from sabot.cli.terminal import heading, say
from sabot.families.blackjack.pricing.odds_answer import CardBet
from sabot.odds.entry import Bet
from sabot.odds.tally import Kernel, Tally
from sabot.reports.odds_report import chip_of
from sabot.simulate import BetFigures, of_bet


def names(_: click.Context, __: click.Parameter, typed: str) -> tuple[str, ...]:
    """The bets of ``pair,streak2``."""
    return tuple(name.strip() for name in typed.split(",") if name.strip())


class ExactMean(msgspec.Struct, frozen=True, kw_only=True):
    """What a priced bet returns exactly for each unit staked, and how many standard errors that is
    from what was simulated; None where nothing can be held against it."""

    bet: str
    mean: float
    given: str
    errors: float | None


class LineShare(msgspec.Struct, frozen=True, kw_only=True):
    """How often a line of a scale came, of all bets, and its exact chance."""

    times: int
    share: float
    chance: float


class Simulated(msgspec.Struct, frozen=True, kw_only=True):
    """What a bet returned for each unit staked on it, where it was decided often enough to tell,
    and each exact figure that is priced for it."""

    times: int
    mean: float | UnsetType = UNSET
    standard_error: float = 0.0
    interval_99: tuple[float, float] = (0.0, 0.0)
    exact: tuple[ExactMean, ...] = ()
    lines: dict[str, LineShare] | UnsetType = UNSET


def told(tally: Tally, kernel: Kernel, priced: Callable[[], Sequence[Bet]]) -> dict[str, Simulated]:
    """Each bet beside the main one with what it returned."""
    stakes: dict[str, int] = getattr(kernel, "stakes", {})
    exact = priced()
    found = {}
    for name, stake in stakes.items():
        numbers = of_bet(tally.parts.get(f"bet/{name}", {}), stake)
        if numbers is None:
            found[name] = Simulated(times=sum(tally.parts.get(f"bet/{name}", {}).values()))
            continue
        # A priced variant of a bet has its name and one word more: "pair-split".
        mine = [bet for bet in exact if name in (bet.bet, bet.bet.partition("-")[0])]
        found[name] = Simulated(
            times=numbers.times, mean=numbers.mean, standard_error=numbers.error,
            interval_99=numbers.interval(), exact=tuple(_exact(bet, numbers) for bet in mine),
            lines=_lines(tally, name, numbers.times, mine))
    return found


def plain(bets: dict[str, Simulated]) -> dict[str, object]:
    """The same as it is sent: of a bet that was decided too seldom how often alone."""
    return {name: {"times": bet.times} if bet.mean is UNSET else msgspec.to_builtins(bet)
            for name, bet in bets.items()}


def _exact(bet: Bet, numbers: BetFigures) -> ExactMean:
    edge = bet.edge_float
    if isinstance(bet, CardBet) and bet.without_blackjack is not UNSET:
        edge = bet.without_blackjack.edge_float
    mean = 0.0 - edge  # nothing is not below nothing
    # A pool that grows as the coups are played has no one mean to be held against: its lines have.
    apart = None if chip_of(bet) or not numbers.error else (numbers.mean - mean) / numbers.error
    return ExactMean(bet=bet.bet, mean=mean, given=bet.given, errors=apart)


def _lines(tally: Tally, name: str, times: int, priced: Sequence[Bet]
           ) -> dict[str, LineShare] | UnsetType:
    """How often each line of a scale came, with its exact chance."""
    lines = {line.name: line for bet in priced if name == "jackpot" and (chip := chip_of(bet))
             for line in chip.lines}
    if not lines:
        return UNSET
    return {line: LineShare(
        times=tally.counts.get(f"{name}/{line}", 0),
        share=tally.counts.get(f"{name}/{line}", 0) / times,
        chance=float(Fraction(of.chance))) for line, of in lines.items()}


def show(bets: dict[str, Simulated], which: str = "beside the main bet") -> None:
    """The same for people."""
    if bets:
        heading(f"{which}, net for each unit staked on it")
    wide = max(len(name) for name in (*bets, 10 * " "))
    for name, bet in bets.items():
        if bet.mean is UNSET:
            say(f"{name}: {bet.times} bets, too few to tell", 2)
            continue
        low, high = bet.interval_99
        click.echo(f"  {name:<{wide}} {bet.mean:+.6f}  error {bet.standard_error:.6f}  99 % "
                   f"{low:+.6f} to {high:+.6f}  {bet.times} bets")
        several = len(bet.exact) > 1  # what is played lies between them
        for exact in bet.exact:
            off = "" if several or exact.errors is None else (
                f", {abs(exact.errors):.2f} errors {'below' if exact.errors > 0 else 'above'}"
                " the simulated")
            say(f"exact    {exact.mean:+.6f}{off}, where {exact.given}", 4)
        for line, of in (bet.lines or {}).items():
            click.echo(f"    {line:<16} {of.times:>10} times, {of.share:.4e} of the bets; "
                       f"exact {of.chance:.4e}")
