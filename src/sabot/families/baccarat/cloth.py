"""The cloth of ponto e banca: bets on ponto, banca, tie, and on pairs where they are allowed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from sabot.families.baccarat.clauses import BANCA, NONE, ON_FIVE, PART, PONTO
from sabot.families.baccarat.exact import OUTCOMES
from sabot.families.layout.cloth import (
    BACK,
    LOST,
    Cite,
    Cloth,
    Fate,
    Fell,
    Kind,
    Spot,
    State,
    of_kinds,
    of_spots,
)
from sabot.families.layout.round import Round
from sabot.money import Odds

TIE = "tie"
PAIR = "pair"


class Prizes(NamedTuple):
    """What the law pays, and what the house deducts.

    The house deducts ``part`` of every prize on banca, or ``half`` when banca wins with ``five``.
    """

    even: Odds
    tie: Odds
    pair: Odds
    part: Odds
    half: Odds
    five: int


class Chance(NamedTuple):
    """The clauses of a bet, and its maximum as a multiple of its minimum; 0 for no maximum."""

    bet: Cite
    pay: Cite
    limit: Cite
    most: int = 0


def deduction_of(prizes: Prizes, deduction: str, banca: int) -> Odds | None:
    """What the house deducts from a unit won on banca, by its points; None for nothing."""
    if deduction == PART:
        return prizes.part
    return prizes.half if deduction == ON_FIVE and banca == prizes.five else None


def net(prizes: Prizes, deduction: str, banca: int) -> Odds:
    """What a unit on banca wins after the deduction."""
    deducted = deduction_of(prizes, deduction, banca)
    paid = prizes.even.ratio - (deducted.ratio if deducted else 0)
    return Odds(paid.numerator, paid.denominator)


def cloth_of(chances: Mapping[str, Chance], prizes: Prizes, deduction: str, pairs: bool
             ) -> Cloth:
    """The cloth of a table with this deduction, with or without bets on pairs."""
    on_banca = tuple(dict.fromkeys(net(prizes, deduction, n) for n in range(9, 0, -1)))
    pays = {PONTO: (prizes.even,), BANCA: on_banca, TIE: (prizes.tie,), PAIR: (prizes.pair,)}
    kinds = [Kind(name, chance.bet, chance.pay, pays[name], chance.limit, chance.most)
             for name, chance in chances.items() if pairs or name != PAIR]
    spots = [Spot(name, name) for name in (PONTO, BANCA, TIE)]
    if pairs:
        spots += [Spot(f"{PAIR}/{side}", PAIR) for side in (PONTO, BANCA)]

    def fate(state: State, spot: str, fell: Fell) -> Fate:
        ponto, banca, pair_ponto, pair_banca = fell
        if spot.startswith(PAIR):
            won = pair_ponto if spot.endswith(PONTO) else pair_banca
            return prizes.pair if won else LOST
        if spot == TIE:
            return prizes.tie if ponto == banca else LOST
        if ponto == banca:
            return BACK
        if (ponto > banca) != (spot == PONTO):
            return LOST
        return prizes.even if spot == PONTO else net(prizes, deduction, banca)

    return Cloth(of_kinds(*kinds), of_spots(*spots), (), fate, falls=OUTCOMES)


def deducts(prizes: Prizes, laws: Mapping[str, Cite], r: Round, bet: str, fell: Fell
            ) -> tuple[Odds, Cite] | None:
    """What the house deducts from a prize, and its clause; only bets on banca have a deduction.
    ``laws`` are the clauses by deduction."""
    deduction = r.table.rules.deduction
    deducted = deduction_of(prizes, deduction, fell[1]) if r.decides(bet) == BANCA else None
    return (deducted, laws[deduction]) if deducted and deduction != NONE else None


def push_clause(tie: Cite, r: Round, spot: str, fell: Fell) -> Cite | None:
    """The clause under which bets on ponto and banca go back at a tie."""
    return tie if spot in (PONTO, BANCA) and fell[0] == fell[1] else None
