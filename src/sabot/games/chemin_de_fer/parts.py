"""What chemin de fer declares of its chances: the solved coup, ways to play it, the kernel."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from sabot.families.baccarat.left import by_value, remaining, told, without
from sabot.games.chemin_de_fer.chances.words import ODDS
from sabot.games.chemin_de_fer.rules import ENDS, PACKS
from sabot.odds.tally import Strategy
from sabot.procedure.capabilities import CardsLeft, Pricing, Simulation
from sabot.procedure.table import Table

if TYPE_CHECKING:
    from sabot.games.chemin_de_fer.chances.engine import CoupPlayer
    from sabot.games.chemin_de_fer.chances.kernel import Player
    from sabot.games.chemin_de_fer.chances.plays import Play
    from sabot.games.chemin_de_fer.round import Carry
    from sabot.procedure.dealer import Coup

GAME = "chemin-de-fer"


def _odds(table: Table, way: str = "totals", left: tuple[int, ...] = ()) -> dict[str, Any]:
    """The solved coup, from a full shoe or from the cards that are left, by their rank."""
    from sabot.games.chemin_de_fer.chances.advice import advice
    found = advice(way, Fraction(table.rules.cagnotte, 100), by_value(left) if left else ())
    return found | ({"left": told(left)} if left else {})


def _odds_left(table: Table, left: tuple[int, ...], way: str = "totals") -> dict[str, Any]:
    """The same from the cards that are left."""
    return _odds(table, way, left)


def _left(table: Table, text: str, seen: bool) -> tuple[int, ...]:
    """The cards that are left, from the text that names them or those that have gone."""
    return (without if seen else remaining)(text, PACKS, ENDS)


def _strategy(play: Play) -> Strategy:
    return Strategy(play, play.words, float(play.mean))


def _best(banco: bool, known: str) -> Callable[[Table], Strategy]:
    def made(table: Table) -> Strategy:
        from sabot.games.chemin_de_fer.chances.plays import best
        return _strategy(best(banco, known))
    return made


def _read(table: Table, text: str) -> Strategy:
    from sabot.games.chemin_de_fer.chances.plays import read
    return _strategy(read(text, GAME))


def _write(table: Table, game: str, way: str = "totals") -> str:
    """The best play with banco's free draws, as a file."""
    from sabot.games.chemin_de_fer.chances.advice import WAYS
    from sabot.games.chemin_de_fer.chances.plays import best, written
    found = WAYS[way]
    return written(best(True, found.ponto, found.banker, found.cards), game)


def _any(table: Table, seed: int) -> Play:
    from sabot.games.chemin_de_fer.chances.plays import drawn
    return drawn(seed)


def _kernel(table: Table, chart: Play | None = None, *, seats: int = 1, fresh: bool = False,
            bets: tuple[str, ...] = ()) -> Player:
    """The kernel of a table: one unit of the ponto's against the bank."""
    if seats != 1:
        raise ValueError("one ponto has the cards: more places make no difference to a coup")
    if bets:
        raise ValueError("there is no bet beside the one against the bank")
    from sabot.games.chemin_de_fer.chances.kernel import Player
    from sabot.games.chemin_de_fer.chances.plays import best
    play = best(False) if chart is None else chart
    return Player(play, table.minimum, play.words, table.rules.burn_first, fresh)


def _engine(coup: Callable[[Table, Carry], Coup], table: Table, kernel: Player) -> CoupPlayer:
    """The reference engine under the play of a kernel."""
    from sabot.games.chemin_de_fer.chances.engine import CoupPlayer
    return CoupPlayer(coup, table, kernel)


PRICING = Pricing(
    odds=_odds, words=ODDS,
    classes=("totals", "banker-cards", "cards", "endless", "endless-cards"),
    cards_left=CardsLeft(read=_left, odds=_odds_left))
SIMULATION = Simulation(
    kernel=_kernel, engine=_engine, any_chart=_any, read_chart=_read, write_chart=_write,
    strategies={"best": _best(False, "totals"), "cards": _best(False, "cards"),
                "banco": _best(True, "totals"), "banco-cards": _best(True, "cards")})
