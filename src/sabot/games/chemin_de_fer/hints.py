"""Hints for practice at chemin de fer: the free choices of the solved coup, and the price of a bet.

Values are those of the solution from six packs, each side by its total, against somebody who plays
it too.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from sabot import regulations as law
from sabot.families.baccarat.values import value
from sabot.games.chemin_de_fer.chances.odds_answer import DuelAnswer, HandChoice, ThirdChoice
from sabot.games.chemin_de_fer.play import BANCA, CARD, NO, PONTO
from sabot.games.chemin_de_fer.round import BANK, GARAGE
from sabot.probability.answer import Answer
from sabot.procedure.hints import (
    NOTHING,
    SOLVED,
    ActCosts,
    Hint,
    LaidBet,
    Seen,
    SpotPrice,
    act_costs,
    cheapest,
    spot_price,
)
from sabot.procedure.table import Table

L = law.Section("pt-217-2007/chemin-de-fer")
DRAW, STAND = "draw", "stand"
BETS = frozenset({"bet", "half"})


def hint(table: Table, seen: Seen, answer: Answer | None) -> Hint | None:
    """The hint of a moment; None where it needs the odds."""
    if not isinstance(answer, DuelAnswer):
        return None
    acts = {offer.act: offer.seat for offer in seen.offers}
    if NO in acts and CARD in acts:
        return _choice(seen, answer, acts, PONTO, (NO, CARD))
    if DRAW in acts and STAND in acts:
        return _choice(seen, answer, acts, BANCA, (STAND, DRAW))
    return _prices(seen, answer)


def _stake(seen: Seen) -> int:
    """The cents that the coup decides: the bets against the bank."""
    return sum(cents for bet, cents in seen.state.bets.items()
               if not bet.startswith((BANK, GARAGE)))


def _choice(seen: Seen, answer: DuelAnswer, acts: dict[str, str], side: str,
            pair: tuple[str, str]) -> Hint:
    """A choice between standing and drawing, where the solution has a value for it."""
    hand = seen.state.hands.get(side, [])
    if len(hand) < 2 or not all(hand[:2]):
        return NOTHING
    points = sum(value(card) for card in hand[:2] if card) % 10
    mine = sum(cents for bet, cents in seen.mine.items() if not bet.startswith((BANK, GARAGE)))
    stake = _stake(seen) if side == BANCA else mine or _stake(seen)
    third = _third(seen.state.hands.get(PONTO, []))
    free = any(offer.law == L["70"] for offer in seen.offers if offer.act in pair)
    solution = answer.duel.banco if free else answer.duel.tabled
    choices: Sequence[HandChoice | ThirdChoice] = solution.ponto if side == PONTO else [
        case for case in solution.banker if case.third == third]
    costs = next((one for one in choices if one.total == points), None)
    if costs is None:
        return NOTHING
    return Hint(basis=SOLVED, decisions=_decided(costs, acts, pair, stake))


def _third(ponto: Sequence[str | None]) -> int | None:
    """The value of the ponto's third card; None where there is none."""
    return value(ponto[2]) if len(ponto) > 2 and ponto[2] else None


def _decided(choice: HandChoice | ThirdChoice, acts: dict[str, str], pair: tuple[str, str],
             stake: int) -> tuple[ActCosts, ...]:
    """The decision between standing and drawing; both are worth the same where the solution mixes
    them."""
    draws = Fraction(choice.draws)
    cost = abs(choice.each) if draws in (0, 1) else 0.0
    stand, draw = pair
    costs = act_costs({(stand, acts[stand]): -cost * draws,
                       (draw, acts[draw]): -cost * (1 - draws)}, stake)
    return (costs,) if costs else ()


def _prices(seen: Seen, answer: DuelAnswer) -> Hint:
    """What a bet against the bank costs, and what lies."""
    ponto = next(bet for bet in answer.bets if bet.bet == "ponto")
    spots: dict[str, SpotPrice] = {
        offer.seat: spot_price(offer.seat, ponto.edge, ponto.edge_float)
        for offer in seen.offers if offer.act in BETS}
    bets = tuple(LaidBet(bet=bet, spot=bet, cents=cents, cost=ponto.edge_float * cents)
                 for bet, cents in seen.mine.items()
                 if spots and not bet.startswith((BANK, GARAGE)))
    listed = tuple(spots.values())
    return Hint(basis=SOLVED, spots=listed, best=cheapest(listed), laid=bets)
