"""Pricing and simulation of chemin de fer: the solved coup, strategies, the kernel."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING

from sabot.families.baccarat.remaining_cards import by_rank, by_value, remaining, without
from sabot.games.chemin_de_fer.chances.odds_answer import DuelAnswer
from sabot.games.chemin_de_fer.chances.words import ODDS
from sabot.games.chemin_de_fer.rules import ENDS, PACKS
from sabot.probability.answer import Answer
from sabot.probability.tally import Strategy
from sabot.procedure.capabilities import AMOUNTS, Amount, CardsLeft, Pricing, Simulation
from sabot.procedure.hints import Hint, Seen
from sabot.procedure.table import Table

if TYPE_CHECKING:
    from sabot.games.chemin_de_fer.chances.batch import DuelTables
    from sabot.games.chemin_de_fer.chances.engine import CoupPlayer
    from sabot.games.chemin_de_fer.chances.kernel import Player
    from sabot.games.chemin_de_fer.chances.plays import Play
    from sabot.games.chemin_de_fer.round import Carry
    from sabot.procedure.dealer import Coup

GAME = "chemin-de-fer"


def _odds(table: Table, name: str = "totals", cards_left: tuple[int, ...] = ()) -> DuelAnswer:
    """The solved coup, from a full shoe or from the remaining cards, counted by rank."""
    from sabot.games.chemin_de_fer.chances.advice import advice
    cagnotte = Fraction(table.rules.cagnotte, 100)
    return (
        advice(name, cagnotte, by_value(cards_left), by_rank(cards_left))
        if cards_left
        else advice(name, cagnotte)
    )


def _cards_left(table: Table, text: str, seen: bool) -> CardsLeft:
    """The odds from the remaining cards; the text names them, or with ``seen`` the dealt cards."""
    cards_left = (without if seen else remaining)(text, PACKS, ENDS)
    return CardsLeft(odds=partial(_odds, table, cards_left=cards_left))


def load_hint(table: Table, seen: Seen, answer: Answer | None) -> Hint | None:
    """What the free choices of the coup cost, or a bet."""
    from sabot.games.chemin_de_fer.hints import hint
    return hint(table, seen, answer)


def _strategy(play: Play) -> Strategy:
    return Strategy(play, play.words, float(play.mean))


def _best(banco: bool, known: str) -> Callable[[Table], Strategy]:
    def strategy(table: Table) -> Strategy:
        from sabot.games.chemin_de_fer.chances.plays import best_play
        return _strategy(best_play(banco, known))
    return strategy


def _read(table: Table, text: str) -> Strategy:
    from sabot.games.chemin_de_fer.chances.plays import parse_play
    return _strategy(parse_play(text, GAME))


def _write(table: Table, game: str, name: str = "totals") -> str:
    """The best play with banco's free draws, as the text of a file."""
    from sabot.games.chemin_de_fer.chances.advice import CLASSES
    from sabot.games.chemin_de_fer.chances.plays import best_play, format_play
    strategy_class = CLASSES[name]
    return format_play(
        best_play(True, strategy_class.ponto, strategy_class.banker, strategy_class.cards), game
    )


def _random(table: Table, seed: int) -> Play:
    from sabot.games.chemin_de_fer.chances.plays import random_play
    return random_play(seed)


def _kernel(table: Table, chart: Play | None = None, *, seats: int = 1, fresh: bool = False,
            bets: tuple[str, ...] = ()) -> Player:
    """The kernel of a table: one unit of the ponto against the bank."""
    if seats != 1:
        raise ValueError("only one ponto has cards: the number of seats changes nothing in a coup")
    if bets:
        raise ValueError("the only bet is the one against the bank")
    from sabot.games.chemin_de_fer.chances.kernel import Player
    from sabot.games.chemin_de_fer.chances.plays import best_play
    play = best_play(False) if chart is None else chart
    return Player(play, table.minimum, play.words, table.rules.burn_first, fresh)


def _batch(table: Table, n: int, *, fresh: bool = False, amounts: Sequence[Amount] = AMOUNTS
           ) -> DuelTables:
    """Many duels of a ponto and a banker; the stakes are the smallest: ``amounts`` change nothing.
    """
    from sabot.games.chemin_de_fer.chances.batch import DuelTables
    return DuelTables(table, n, first_counts=table.rules.burn_first, fresh=fresh)


def _engine(coup: Callable[[Table, Carry], Coup], table: Table, kernel: Player) -> CoupPlayer:
    """The reference engine with the play of a kernel."""
    from sabot.games.chemin_de_fer.chances.engine import CoupPlayer
    return CoupPlayer(coup, table, kernel)


PRICING = Pricing(
    odds=_odds, answer=DuelAnswer, words=ODDS,
    classes=("totals", "banker-cards", "cards", "endless", "endless-cards"),
    cards_left=_cards_left)
SIMULATION = Simulation(
    kernel=_kernel, engine=_engine, any_chart=_random, read_chart=_read, write_chart=_write,
    batch=_batch,
    strategies={"best": _best(False, "totals"), "cards": _best(False, "cards"),
                "banco": _best(True, "totals"), "banco-cards": _best(True, "cards")})
