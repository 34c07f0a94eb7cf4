"""What a simulation runs: a table's kernel, the reference engine, or general rules."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from msgspec import UNSET

from sabot.error_texts import error_text
from sabot.errors import SabotError
from sabot.families import General
from sabot.families.blackjack.pricing.odds_answer import CardBet
from sabot.families.layout.odds_answer import ClothBet
from sabot.probability.entry import Bet
from sabot.probability.tally import Kernel, Strategy
from sabot.procedure.game import Game
from sabot.procedure.table import Table
from sabot.reports import odds_report as study
from sabot.simulation import LAYS, STRATEGY, Engine, Together
from sabot.words import joined, phrase, to_plain


class SimulationPlan(NamedTuple):
    """A kernel with what the report needs.

    Attributes:
        kernel: What plays the coups.
        description: The strategy and the places, for people.
        compiled: Whether the kernel is compiled.
        mean: The exact mean return from a full shoe, if known.
        rules: The rules as plain data.
        money: Formats cents.
        priced: The exact odds of the side bets.
        span: Within what coups depend on each other: a "shoe", a "series" of throws, an "evening",
            or only a "game".
        edge_for: Who has the edge: "the house" or "the table".
        on_layout: All bets lie on a layout, so there are no side bets.
    """

    kernel: Kernel
    description: str
    compiled: bool
    mean: float | None
    rules: Any
    money: Callable[[int], str]
    priced: Callable[[], Sequence[Bet]] = tuple
    span: str = "shoe"
    edge_for: str = "the house"
    on_layout: bool = False


def plan_table(game: Game, table: Table, strategy: str | None, seats: int, fresh: bool,
               use_engine: bool, bets: tuple[str, ...]) -> SimulationPlan:
    """The kernel of a game's table under a strategy (by default the best play), or the reference
    engine. SabotError for what is not available."""
    rules = msgspec.json.decode(msgspec.json.encode(table.rules))
    simulation = None if use_engine else game.simulation
    span = game.simulation.span if game.simulation else "shoe"
    on_layout = bool(game.simulation and game.simulation.repeats_bets)
    if simulation is None:
        player = "the reference engine" if use_engine else game.id
        if strategy is not None:
            raise SabotError(
                "the reference engine has only one simple strategy: leave strategy out"
                if use_engine else
                phrase("{game} has only one simple strategy: leave strategy out", game=game.id))
        if bets:
            raise SabotError(phrase("{player} simulates only the main bet: leave bets out",
                                    player=player))
        if (people := game.players_needed) > 1:
            return _plan_players(game, table, rules, max(people, seats) if seats > 1 else people)
        if seats > 1:
            raise SabotError(
                "the reference engine plays only one place: leave seats out" if use_engine else
                phrase("{game} is simulated at one place only: leave seats out", game=game.id))
        engine_kernel: Kernel = Engine(game.id, table, fresh, LAYS if on_layout else STRATEGY)
        if game.simulation and game.simulation.engine_kernel:  # no simple strategy plays a machine
            engine_kernel = game.simulation.engine_kernel(table)
        return SimulationPlan(engine_kernel, engine_kernel.strategy, False, None, rules, game.money,
                              span=span)
    if on_layout:
        return _plan_layout(game, table, rules, strategy, seats, fresh, bets)
    try:
        chosen = _find_strategy(game, table, strategy)
        kernel: Kernel = simulation.kernel(table, chosen.chart, seats=seats, fresh=fresh, bets=bets)
    except ValueError as error:
        raise SabotError(error_text(error)) from error
    staked = list(getattr(kernel, "stakes", {}))
    extra = f"; with each main bet also the minimum on {', '.join(staked)}" if staked else ""
    with_insurance = "insurance" in staked
    if with_insurance:
        extra += ", insurance whenever it is offered"
    return SimulationPlan(
        kernel,
        _describe(seats, chosen, fresh) + extra,
        True,
        None if with_insurance else chosen.mean,
        rules,
        game.money,
        lambda: _price_bets(game, table, strategy, chosen),
        span=span,
        edge_for=game.lost_bets_to or "the house",
    )


def _plan_players(game: Game, table: Table, rules: Any, players: int) -> SimulationPlan:
    """The house's players against each other, for games that nobody can play alone."""
    if game.bot is None:
        raise SabotError(phrase("{game} needs {players} players, but the house has no players for "
                                "it: leave engine out", game=game.id, players=players))
    if players > table.places:
        raise SabotError(phrase("seats {players}: this table has {places} places",
                                players=players, places=table.places))
    kernel = Together(game.id, table, players)
    return SimulationPlan(kernel, kernel.strategy, False, None, rules, game.money, span="evening",
                          edge_for="the table")


def _plan_layout(game: Game, table: Table, rules: Any, strategy: str | None, seats: int,
                fresh: bool, bets: tuple[str, ...]) -> SimulationPlan:
    """A layout on which the same bets are placed before every throw; the strategy lists them."""
    if bets and strategy is not None:
        raise SabotError("bets and strategy both name the bets: leave one out")
    simulation = game.simulated
    try:
        bet_text = " ".join(bets) or (strategy if strategy and "=" in strategy else "")
        read_chart = simulation.read_chart
        chosen = (
            read_chart(table, bet_text)
            if read_chart and bet_text and not Path(bet_text).is_file()
            else _find_strategy(game, table, strategy)
        )
        kernel: Kernel = simulation.kernel(table, chosen.chart, seats=seats, fresh=fresh)
    except ValueError as error:
        raise SabotError(phrase("bets: {why}", why=error_text(error)) if bets else
                         error_text(error)) from error
    return SimulationPlan(kernel, chosen.words, True, chosen.mean, rules, game.money,
               lambda: [msgspec.structs.replace(bet, bet=spot, conditions=_description(bet))
                        for bet in study.odds(game, table).bets if isinstance(bet, ClothBet)
                        for spot in bet.spots],
               span="shoe" if simulation.from_shoe else "series", on_layout=True)


def _description(bet: Bet) -> str:
    """The description of a priced bet of a layout, without its place."""
    text = bet.conditions.partition("; ")[2]
    return f"it is of {text}" if text[:1].isdigit() else f"it {text}"


def plan_general_rules(name: str, general: General, values: Mapping[str, str],
                       strategy: str | None, seats: int, fresh: bool) -> SimulationPlan:
    """The general rules of a family, each coup from full packs."""
    if not fresh:
        raise SabotError(phrase("the general rules of {family} have no shoe: add fresh, which "
                                "plays each coup from full packs", family=name))
    strategy = strategy or general.SIMULATED_STRATEGIES[0]
    if strategy not in general.SIMULATED_STRATEGIES:
        raise SabotError(phrase("{game} has no strategy {strategy!r}; allowed: {allowed}",
                                game=name, strategy=strategy,
                                allowed=", ".join(general.SIMULATED_STRATEGIES)))
    try:
        terms = general.parse_terms(values)
        kernel, chosen = general.kernel(terms, strategy, seats=seats)
    except ValueError as error:
        raise SabotError(error_text(error)) from error
    unit = kernel.unit // seats
    return SimulationPlan(
        kernel, _describe(seats, chosen, True), True, chosen.mean,
        to_plain(general.describe_terms(terms)),
        lambda cents: f"{cents / unit:.2f} units")


def _describe(seats: int, chosen: Strategy, fresh: bool) -> str:
    places = "one place at the minimum" if seats == 1 else f"{seats} places at the minimum each"
    return f"{places}; {chosen.words}{'; a full shoe for each coup' if fresh else ''}"


def _find_strategy(game: Game, table: Table, strategy: str | None) -> Strategy:
    """The strategy with this name, or in this file; SabotError if there is none."""
    known = game.simulated.strategies
    strategy = strategy or next(iter(known), None)
    if strategy is None:
        return Strategy(None, STRATEGY)
    if strategy in known:
        return known[strategy](table)
    read_chart = game.simulated.read_chart
    path = Path(strategy)
    if read_chart is None or not path.is_file():
        raise SabotError(phrase(
            "{strategy!r} is neither a file nor a strategy of {game}; allowed: {allowed}",
            strategy=strategy, game=game.id,
            allowed=", ".join(known) or "only the simplest, without strategy"))
    try:
        result: Strategy = read_chart(table, path.read_text("utf-8"))
    except UnicodeDecodeError:
        raise SabotError(phrase("cannot read {file}: it is not text in UTF-8", file=path)) from None
    except OSError as error:
        raise SabotError(phrase("cannot read {file}: {why}", file=path,
                                why=error.strerror or "")) from error
    except ValueError as error:
        raise SabotError(joined([f"{path}:", error_text(error)], "\n")) from error
    return result


def _price_bets(game: Game, table: Table, strategy: str | None, played: Strategy
            ) -> Sequence[Bet]:
    """The priced side bets of a table.

    Side bets that last several coups depend on the play of the main bet, and are included only if
    that play is priced.
    """
    if game.pricing is None:
        return ()
    chosen = (strategy,) if strategy and strategy in game.pricing.classes else ()
    answer = study.odds(game, table, *chosen)
    return [bet for bet in answer.bets[1:] if played.mean is not None
            or not isinstance(bet, CardBet) or bet.coups is UNSET]
