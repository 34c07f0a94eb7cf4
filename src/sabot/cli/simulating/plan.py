"""Who plays a simulation and how: a table's kernel, the reference engine, or general rules."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from msgspec import UNSET

from sabot.cli.options import find_game, rules_of, table_for
from sabot.cli.terminal import stop
from sabot.families import General
from sabot.families.blackjack.pricing.odds_answer import CardBet
from sabot.families.layout.odds_answer import ClothBet
from sabot.odds.entry import Bet
from sabot.odds.tally import Kernel, Strategy
from sabot.procedure.game import Game
from sabot.procedure.table import Table
from sabot.reports import odds_report as study
from sabot.simulate import LAYS, STRATEGY, Engine, Together


class SimulationPlan(NamedTuple):
    """Who plays and how: ``words`` for people, whether the kernel is ``compiled``, the exact mean
    return from a full shoe where it is known, the rules as plain data, how ``money`` is told, the
    ``priced`` bets of the table, for those beside the main one; ``span``: within what coups
    depend on one another, a "shoe", a "series" of throws, an "evening", or no more than a "game".
    ``laid``: all bets lie on a cloth, and none beside another."""

    kernel: Kernel
    words: str
    compiled: bool
    mean: float | None
    rules: Any
    money: Callable[[int], str]
    priced: Callable[[], Sequence[Bet]] = tuple
    span: str = "shoe"
    keeps: str = "the house"
    laid: bool = False


def table_way(game_id: str, path: Path | None, options: tuple[str, ...], strategy: str | None,
              seats: int, fresh: bool, engine: bool, bets: tuple[str, ...]) -> SimulationPlan:
    """The kernel of a game's table under the strategy that was named, by default its best play; or
    the reference engine. Ends the program for what cannot be had."""
    game = find_game(game_id)
    table = table_for(game, path, options, sums=True, shared=seats > 1)
    rules = msgspec.json.decode(msgspec.json.encode(table.rules))
    made = None if engine else game.simulation
    span = game.simulation.span if game.simulation else "shoe"
    laid = bool(game.simulation and game.simulation.laid)
    if made is None:
        who = "the reference engine" if engine else game.id
        if strategy is not None:
            stop("the reference engine plays its one simple strategy" if engine else
                 f"{game.id} has one simple strategy so far: leave --strategy out")
        if bets:
            stop(f"{who} is simulated with its main bet alone: leave --bets out")
        if (people := game.people) > 1:
            return _company(game, table, rules, max(people, seats) if seats > 1 else people)
        if seats > 1:
            stop("the reference engine plays one place" if engine else
                 f"{game.id} is played at one place so far: leave --seats out")
        slow: Kernel = Engine(game.id, table, fresh, LAYS if laid else STRATEGY)
        if game.simulation and game.simulation.alone:  # the simple strategy plays no machine
            slow = game.simulation.alone(table)
        return SimulationPlan(slow, slow.strategy, False, None, rules, game.money,
                              span=span)
    if laid:
        return _layout_way(game, table, rules, strategy, seats, fresh, bets)
    try:
        plays = _plays(game, table, strategy)
        kernel: Kernel = made.kernel(table, plays.chart, seats=seats, fresh=fresh, bets=bets)
    except ValueError as error:
        stop(str(error))
    lay = list(getattr(kernel, "stakes", {}))
    beside = f"; beside each main bet the least on {', '.join(lay)}" if lay else ""
    insured = "insurance" in lay
    if insured:
        beside += ", insurance whenever it is offered"
    return SimulationPlan(
        kernel,
        _words(seats, plays, fresh) + beside,
        True,
        None if insured else plays.mean,
        rules,
        game.money,
        lambda: _priced(game, table, strategy, plays),
        span=span,
        keeps=game.keeps or "the house",
    )


def _company(game: Game, table: Table, rules: Any, players: int) -> SimulationPlan:
    """The house's own players among themselves, where nobody plays alone."""
    if game.bot is None:
        stop(f"{game.id} needs {players} players, and nobody plays it by himself: leave --engine "
             "out")
    if players > table.places:
        stop(f"--seats {players}: this table has {table.places} places")
    kernel = Together(game.id, table, players)
    return SimulationPlan(kernel, kernel.strategy, False, None, rules, game.money, span="evening",
                          keeps="the table")


def _layout_way(game: Game, table: Table, rules: Any, strategy: str | None, seats: int,
                fresh: bool, bets: tuple[str, ...]) -> SimulationPlan:
    """A layout on which the same bets are laid again before every throw: the strategy is which."""
    if bets and strategy is not None:
        stop("--bets and --strategy both say which bets are laid: leave one out")
    simulation = game.simulated
    try:
        named = " ".join(bets) or (strategy if strategy and "=" in strategy else "")
        read = simulation.read_chart
        plays = read(table, named) if read and named and not Path(named).is_file() \
            else _plays(game, table, strategy)
        kernel: Kernel = simulation.kernel(table, plays.chart, seats=seats, fresh=fresh)
    except ValueError as error:
        stop(f"--bets: {error}" if bets else str(error))
    return SimulationPlan(kernel, plays.words, True, plays.mean, rules, game.money,
               lambda: [msgspec.structs.replace(bet, bet=spot, given=_given(bet))
                        for bet in study.odds(game, table).bets if isinstance(bet, ClothBet)
                        for spot in bet.spots],
               span="shoe" if simulation.shoes else "series", laid=True)


def _given(bet: Bet) -> str:
    """What is said of a priced bet of a layout, without where it lies."""
    rest = bet.given.partition("; ")[2]
    return f"it is of {rest}" if rest[:1].isdigit() else f"it {rest}"


def general_way(name: str, general: General, options: tuple[str, ...], strategy: str | None,
                seats: int, fresh: bool) -> SimulationPlan:
    """The general rules of a family, each coup from full packs."""
    given = rules_of(general, options)
    if not fresh:
        stop(f"{name} is rules without a shoe: --fresh plays each coup from full packs")
    strategy = strategy or general.SIMULATED_STRATEGIES[0]
    if strategy not in general.SIMULATED_STRATEGIES:
        stop(
            f"{strategy!r} is no strategy of {name}; it has "
            f"{', '.join(general.SIMULATED_STRATEGIES)}"
        )
    try:
        terms = general.parse_terms(given)
        kernel, plays = general.kernel(terms, strategy, seats=seats)
    except ValueError as error:
        stop(str(error))
    one = kernel.unit // seats
    return SimulationPlan(
        kernel,
        _words(seats, plays, True),
        True,
        plays.mean,
        msgspec.to_builtins(general.describe_terms(terms)),
        lambda cents: f"{cents / one:.2f} units",
    )


def _words(seats: int, plays: Strategy, fresh: bool) -> str:
    where = "one place at the minimum" if seats == 1 else f"{seats} places at the minimum each"
    return f"{where}; {plays.words}{'; a full shoe for each coup' if fresh else ''}"


def _plays(game: Game, table: Table, strategy: str | None) -> Strategy:
    """The strategy that a word or a file stands for."""
    known = game.simulated.strategies
    strategy = strategy or next(iter(known), None)
    if strategy is None:
        return Strategy(None, STRATEGY)
    if strategy in known:
        return known[strategy](table)
    read = game.simulated.read_chart
    path = Path(strategy)
    if read is None or not path.is_file():
        stop(f"{strategy!r} is no file and no strategy of {game.id}; it has "
             f"{', '.join(known) or 'none but the simplest'}")
    try:
        found: Strategy = read(table, path.read_text("utf-8"))
    except UnicodeDecodeError:
        stop(f"cannot read {path}: it is not text in UTF-8")
    except OSError as error:
        stop(f"cannot read {path}: {error.strerror}")
    except ValueError as error:
        stop(f"{path}:\n{error}")
    return found


def _priced(game: Game, table: Table, strategy: str | None, plays: Strategy
            ) -> Sequence[Bet]:
    """The priced bets of a table beside its main bet. Those that last several coups hang on how
    that is played, and are known where its play is priced."""
    if game.pricing is None:
        return ()
    chosen = (strategy,) if strategy and strategy in game.pricing.classes else ()
    found = study.odds(game, table, *chosen)
    return [bet for bet in found.bets[1:] if plays.mean is not None
            or not isinstance(bet, CardBet) or bet.coups is UNSET]
