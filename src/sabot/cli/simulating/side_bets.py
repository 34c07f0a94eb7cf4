"""The results of side bets in a simulation, with their exact odds."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction

import click
import msgspec
from msgspec import UNSET, UnsetType

from sabot.cli.computed import bet_name, translated
from sabot.cli.language import rendered
from sabot.cli.terminal import heading, labelled, say
from sabot.families.blackjack.pricing.odds_answer import CardBet
from sabot.probability.entry import Bet
from sabot.probability.tally import Kernel, Tally
from sabot.reports.odds_report import chip_of
from sabot.simulation import BetFigures, of_bet
from sabot.words import phrase, to_plain


def parse_names(_: click.Context, __: click.Parameter, text: str) -> tuple[str, ...]:
    """The names in ``pair,streak2``."""
    return tuple(name.strip() for name in text.split(",") if name.strip())


class ExactMean(msgspec.Struct, frozen=True, kw_only=True):
    """The exact mean return of a bet for each unit staked; ``errors``: the distance of the
    simulated mean in standard errors, None if the two cannot be compared."""

    bet: str
    mean: float
    conditions: str = msgspec.field(name="given")
    errors: float | None


class LineShare(msgspec.Struct, frozen=True, kw_only=True):
    """How often a line of a prize scale came, its share of the bets, and its exact chance."""

    times: int
    share: float
    chance: float


class SimulatedBet(msgspec.Struct, frozen=True, kw_only=True):
    """The mean return of a bet for each unit staked (unset if it was decided too seldom), and its
    exact figures."""

    times: int
    mean: float | UnsetType = UNSET
    standard_error: float = 0.0
    interval_99: tuple[float, float] = (0.0, 0.0)
    exact: tuple[ExactMean, ...] = ()
    lines: dict[str, LineShare] | UnsetType = UNSET


def simulated_bets(
    tally: Tally, kernel: Kernel, priced: Callable[[], Sequence[Bet]]
) -> dict[str, SimulatedBet]:
    """The result of each side bet by name."""
    stakes: dict[str, int] = getattr(kernel, "stakes", {})
    exact = priced()
    bets = {}
    for name, stake in stakes.items():
        numbers = of_bet(tally.parts.get(f"bet/{name}", {}), stake)
        if numbers is None:
            bets[name] = SimulatedBet(times=sum(tally.parts.get(f"bet/{name}", {}).values()))
            continue
        # A priced variant of a bet has its name and one word more: "pair-split".
        priced_bets = [bet for bet in exact if name in (bet.bet, bet.bet.partition("-")[0])]
        bets[name] = SimulatedBet(
            times=numbers.times,
            mean=numbers.mean,
            standard_error=numbers.error,
            interval_99=numbers.interval(),
            exact=tuple(_exact(bet, numbers) for bet in priced_bets),
            lines=_lines(tally, name, numbers.times, priced_bets),
        )
    return bets


def encode_bets(bets: dict[str, SimulatedBet]) -> dict[str, object]:
    """The results as plain data; of a bet decided too seldom only how often."""
    return {name: {"times": bet.times} if bet.mean is UNSET else to_plain(bet)
            for name, bet in bets.items()}


def _exact(bet: Bet, numbers: BetFigures) -> ExactMean:
    edge = bet.edge_float
    if isinstance(bet, CardBet) and bet.without_blackjack is not UNSET:
        edge = bet.without_blackjack.edge_float
    mean = 0.0 - edge  # avoids -0.0
    # A growing pool has no single exact mean; its lines are compared instead.
    errors = None if chip_of(bet) or not numbers.error else (numbers.mean - mean) / numbers.error
    return ExactMean(bet=bet.bet, mean=mean, conditions=bet.conditions, errors=errors)


def _lines(tally: Tally, name: str, times: int, priced: Sequence[Bet]
           ) -> dict[str, LineShare] | UnsetType:
    """How often each line of a prize scale came, with its exact chance."""
    lines = {line.name: line for bet in priced if name == "jackpot" and (chip := chip_of(bet))
             for line in chip.lines}
    if not lines:
        return UNSET
    return {line: LineShare(
        times=tally.counts.get(f"{name}/{line}", 0),
        share=tally.counts.get(f"{name}/{line}", 0) / times,
        chance=float(Fraction(line_odds.chance))) for line, line_odds in lines.items()}


def show(game_id: str, bets: dict[str, SimulatedBet], title: str = "side bets") -> None:
    """Print the results under a title."""
    if bets:
        heading(phrase("{title}, net for each unit staked", title=title))
    width = max(len(name) for name in (*(bet_name(game_id, bet) for bet in bets), 10 * " "))
    for name, bet in bets.items():
        if bet.mean is UNSET:
            say(phrase("{bet}: {times} bets, too few for a result",
                       bet=bet_name(game_id, name), times=bet.times), 2)
            continue
        low, high = bet.interval_99
        result = phrase("{mean:+.6f}  error {error:.6f}  99 % {low:+.6f} to {high:+.6f}  {times} "
                        "bets", mean=bet.mean, error=bet.standard_error, low=low, high=high,
                        times=bet.times)
        click.echo(f"  {labelled(bet_name(game_id, name), width)} {rendered(result)}")
        several = len(bet.exact) > 1  # the simulated play lies between them
        for exact in bet.exact:
            off = "" if several or exact.errors is None else (
                phrase(", {errors:.2f} errors below the simulated", errors=abs(exact.errors))
                if exact.errors > 0 else
                phrase(", {errors:.2f} errors above the simulated", errors=abs(exact.errors)))
            say(phrase("exact    {mean:+.6f}{off}, where {conditions}",
                       mean=exact.mean, off=off, conditions=translated(exact.conditions)), 4)
        for line, share in (bet.lines or {}).items():
            often = phrase("{times:>10} times, {share:.4e} of the bets; exact {chance:.4e}",
                           times=share.times, share=share.share, chance=share.chance)
            prize = bet_name(game_id, f"jackpot.{line}", line)
            click.echo(f"    {labelled(prize, 16)} {rendered(often)}")
