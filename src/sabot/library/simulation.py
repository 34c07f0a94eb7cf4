"""Simulated coups: `simulate` and its result."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING

from sabot import families
from sabot.error_texts import error_text
from sabot.errors import SabotError, wrong
from sabot.library import arguments
from sabot.library.display import MAX_BARS, frame, html_table, percent
from sabot.library.pricing_source import catalogue_game
from sabot.library.simulation_plan import SimulationPlan, plan_general_rules, plan_table
from sabot.library.tables import Option, Table, find_game, rule_texts, table_from_options, table_of
from sabot.pictures import Bar, Picture, bars
from sabot.probability.distribution import Distribution
from sabot.probability.tally import Tally
from sabot.simulation import (
    Aim,
    BetFigures,
    Blocks,
    Figures,
    NoCluster,
    crew,
    figures,
    of_bet,
    run,
    version,
)
from sabot.simulation.figures import Z
from sabot.words import phrase

if TYPE_CHECKING:
    import pandas

MAX_SEATS = 10
"""The places of a table."""
SHOWN_RESULTS = 16
"""The net results of a picture."""


@dataclass(frozen=True, repr=False)
class Simulation:
    """What simulated coups returned.

    ``mean`` is the net return for each unit of the first bets, exactly as it was counted; ``error``
    its standard error, and `interval` gives confidence intervals. ``exact_mean`` is the exact mean
    return, where it is known. ``tally`` has every count; ``bets`` are the figures of side bets.
    The result depends on the seed alone, not on the number of workers.
    """

    game: str
    strategy: str
    seed: int
    coups: int
    exact_mean: float | None
    unit: int
    """What is staked at first in a coup, in cents."""
    tally: Tally = field(repr=False)
    figures: Figures = field(repr=False)
    bets: Mapping[str, BetFigures] = field(repr=False)

    def __repr__(self) -> str:
        exact = "" if self.exact_mean is None else f", exact_mean={self.exact_mean:+.6f}"
        return (f"Simulation({self.game!r}, strategy={self.strategy!r}, coups={self.coups}, "
                f"seed={self.seed}, mean={self.mean_float:+.6f}, error={self.error:.6f}{exact})")

    @property
    def mean(self) -> Fraction:
        """The mean net return of a unit, as a fraction."""
        return Fraction(self.tally.total, self.coups * self.unit)

    @property
    def mean_float(self) -> float:
        """The mean net return of a unit, as a float."""
        return float(self.mean)

    @property
    def edge(self) -> Fraction:
        """What the house kept of each unit."""
        return -self.mean

    @property
    def error(self) -> float:
        """The standard error of the mean."""
        return self.figures.error

    @property
    def deviation(self) -> float:
        """The standard deviation of one coup, in units."""
        return self.figures.deviation

    def interval(self, level: str = "99") -> tuple[float, float]:
        """The confidence interval of the mean at a level: "95", "99" or "999"."""
        return self.figures.interval(arguments.one_of("level", level, Z))

    @property
    def errors_from_exact(self) -> float | None:
        """How many standard errors the mean is above the exact one; None where that is not known
        or nothing varies."""
        if self.exact_mean is None or not self.error:
            return None
        return (self.mean_float - self.exact_mean) / self.error

    @property
    def distribution(self) -> Distribution:
        """The share of coups with each net result in cents."""
        return Distribution.observed(self.tally.nets)

    def to_frame(self) -> pandas.DataFrame:
        """Each net result in units, with its number and share of coups; needs pandas."""
        return frame({"net": net / self.unit, "coups": times, "share": times / self.coups}
                     for net, times in self.tally.nets.items())

    def plot(self, most: int = SHOWN_RESULTS) -> Picture:
        """The most frequent net results as bars, in units."""
        most = arguments.whole("most", most, 1, MAX_BARS)
        often = sorted(sorted(self.tally.nets, key=lambda net: -self.tally.nets[net])[:most])
        shares = [(net, self.tally.nets[net] / self.coups) for net in often]
        return bars([Bar(f"{net / self.unit:+g}", share, percent(share, 3), net >= 0)
                     for net, share in shares], "how often each net result came")

    def _repr_html_(self) -> str:
        low, high = self.interval("99")
        rows = [("coups", f"{self.coups:,}"), ("mean return", f"{self.mean_float:+.6f}"),
                ("99 % interval", f"{low:+.6f} to {high:+.6f}"),
                ("standard error", f"{self.error:.6f}"),
                ("exact", "" if self.exact_mean is None else f"{self.exact_mean:+.6f}"),
                *((name, f"{bet.mean:+.6f} ± {bet.error:.6f}") for name, bet in self.bets.items())]
        return html_table(("figure", "value"), rows, f"{self.game}: {self.strategy}")


def simulate(game: str | Table, coups: int = 100_000, *, seed: int = 1, strategy: str = "",
             bets: str | Sequence[str] = "", seats: int = 1, fresh: bool = False,
             until: float | None = None, workers: int = 1, cluster: str = "",
             engine: bool = False, **rules: Option) -> Simulation:
    """Play many coups of a game and count what they return.

    ``strategy`` is how the player decides: a name of the game's, or a file with a chart; by default
    the best play. ``bets`` are the bets of a layout ("red=10") or the side bets of each coup.
    ``seats`` is the number of places played, ``fresh`` gives each coup a full shoe. ``until`` stops
    earlier, when half of the 99 % interval is smaller. ``workers`` are processes; ``cluster`` is
    the address of a Dask scheduler. ``engine`` plays the coup step by step as a house does.
    `SabotError` for what does not exist or is not lawful.

    >>> import sabot
    >>> result = sabot.simulate("ponto-e-banca", 100_000, seed=1)
    >>> abs(result.errors_from_exact) < 4
    True
    """
    coups = arguments.whole("coups", coups, 2, arguments.MAX_COUPS)
    arguments.text("strategy", strategy)
    seats = arguments.whole("seats", seats, 1, MAX_SEATS)
    plan = _plan(game, strategy or None, bets, seats, fresh, engine, rules)
    name = game.game if isinstance(game, Table) else game
    until = None if until is None else arguments.positive("until", until)
    return run_plan(name, plan, Aim(coups, until), seed, workers, cluster)


def run_plan(name: str, plan: SimulationPlan, aim: Aim, seed: int, workers: int = 1,
             cluster: str = "") -> Simulation:
    """The result of a plan that is played until the aim is reached."""
    seed = arguments.seed(seed)
    workers = arguments.whole("workers", workers, 1, arguments.MAX_WORKERS)
    arguments.text("cluster", cluster)
    kernel = plan.kernel
    start = Blocks(game=name, rules=plan.rules, strategy=plan.description,
                   kernel=kernel.identity, seed=seed, block=kernel.size, version=version())
    try:
        with crew(kernel, workers, cluster or None, compiled=plan.compiled) as team:
            tally = run(kernel, start, aim, team).tally
    except NoCluster as error:
        raise SabotError(error_text(error)) from error
    stakes: Mapping[str, int] = getattr(kernel, "stakes", {})
    side_bets = {bet: of_bet(tally.parts.get(f"bet/{bet}", {}), stake)
                 for bet, stake in stakes.items()}
    return Simulation(name, plan.description, seed, tally.coups, plan.mean, kernel.unit, tally,
                      figures(tally, kernel.unit),
                      {bet: numbers for bet, numbers in side_bets.items() if numbers})


def _names(bets: str | Sequence[str]) -> tuple[str, ...]:
    """The names of bets, in one text or in several."""
    if isinstance(bets, str):
        return tuple(bets.split())
    if not isinstance(bets, Iterable):
        raise wrong("bets", bets, "bets as a text, or a list of texts")
    return tuple(arguments.text("bets", bet) for bet in bets)


def _plan(game: str | Table, strategy: str | None, bets: str | Sequence[str], seats: int,
          fresh: bool, engine: bool, rules: Mapping[str, Option]) -> SimulationPlan:
    """What is simulated: a table of a game, or the general rules of a family."""
    if isinstance(game, str) and (general := families.load_general(game)) is not None:
        if engine or bets:
            raise SabotError(phrase("{game} has general rules: engine and bets need a game of the "
                                    "catalogue", game=game))
        return plan_general_rules(game, general, rule_texts(rules), strategy, seats, True)
    names = _names(bets)
    if not isinstance(game, Table):
        catalogue_game(game)
        house_table = table_from_options(game, rules, shared=seats > 1)
    else:
        house_table = table_of(game, rules).house_table
    return plan_table(find_game(house_table.game), house_table, strategy, seats, fresh, engine,
                      names)
