"""What chemin de fer declares of its chances: the solved coup, ways to play it, the kernel."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING

from sabot.families.baccarat.remaining_cards import by_rank, by_value, remaining, without
from sabot.games.chemin_de_fer.chances.odds_answer import DuelAnswer
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


def _odds(table: Table, way: str = "totals", left: tuple[int, ...] = ()) -> DuelAnswer:
    """The solved coup, from a full shoe or from the cards that are left, by their rank."""
    from sabot.games.chemin_de_fer.chances.advice import advice
    cagnotte = Fraction(table.rules.cagnotte, 100)
    return advice(way, cagnotte, by_value(left), by_rank(left)) if left else advice(way, cagnotte)


def _left(table: Table, text: str, seen: bool) -> CardsLeft:
    """The same from the cards that are left, which the text names, or those that have gone."""
    left = (without if seen else remaining)(text, PACKS, ENDS)
    return CardsLeft(odds=partial(_odds, table, left=left))


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
    odds=_odds, answer=DuelAnswer, words=ODDS,
    classes=("totals", "banker-cards", "cards", "endless", "endless-cards"),
    cards_left=_left)
SIMULATION = Simulation(
    kernel=_kernel, engine=_engine, any_chart=_any, read_chart=_read, write_chart=_write,
    strategies={"best": _best(False, "totals"), "cards": _best(False, "cards"),
                "banco": _best(True, "totals"), "banco-cards": _best(True, "cards")})
