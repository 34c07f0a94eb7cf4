"""The cloth of ponto e banca: bets on ponto, banca, tie, and on pairs where they are allowed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from sabot.families.baccarat.clauses import BANCA, NONE, ON_FIVE, PART, PONTO
from sabot.families.baccarat.exact import OUTCOMES
from sabot.families.layout.cloth import (
    BACK,
    LOST,
    STAYS,
    Cite,
    Cloth,
    Fate,
    Fell,
    Kind,
    Rounding,
    Spot,
    State,
    of_kinds,
    of_spots,
)
from sabot.families.layout.round import Round
from sabot.money import Odds
from sabot.regulations import IR

ROUNDING = Rounding("deduction", IR[204])
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


def _without_stake(prize: Odds) -> Odds:
    """What remains of a prize beside the stake that is in it (IR 433)."""
    won = prize.ratio - 1
    return Odds(won.numerator, won.denominator)


def _paid(chance: Chance, in_prize: bool) -> Cite:
    """The clause of a prize, with the reading by which the stake is in it."""
    law, also = chance.pay
    return (law, (*also, IR[433])) if in_prize else chance.pay


LEVEL: Mapping[str, Fate] = {"back": BACK, "stay": STAYS, "lost": LOST}
"""What becomes of bets on ponto and banca when both are level, by the reading of 18-2 (IR 203)."""


def cloth_of(chances: Mapping[str, Chance], prizes: Prizes, deduction: str, pairs: bool,
             level: str = "back", rounded: bool = False, in_prize: bool = False) -> Cloth:
    """The cloth of a table with this deduction, with or without bets on pairs; ``level``: see
    `LEVEL`. ``rounded``: the deduction is rounded down (IR 204). ``in_prize``: the prizes of a tie
    and of a pair have the stake in them (IR 433)."""
    if in_prize:
        prizes = prizes._replace(tie=_without_stake(prizes.tie), pair=_without_stake(prizes.pair))
    on_banca = tuple(dict.fromkeys(net(prizes, deduction, n) for n in range(9, 0, -1)))
    pays = {PONTO: (prizes.even,), BANCA: on_banca, TIE: (prizes.tie,), PAIR: (prizes.pair,)}
    kinds = [Kind(name, chance.bet, _paid(chance, in_prize and name in (TIE, PAIR)), pays[name],
                  chance.limit, chance.most,
                  rounding=ROUNDING if rounded and name == BANCA else None)
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
            return LEVEL[level]
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
    if not deducted or deduction == NONE:
        return None
    return deducted, laws[deduction]


def push_clause(tie: Cite, r: Round, spot: str, fell: Fell) -> Cite | None:
    """The clause that says what becomes of bets on ponto and banca at a tie."""
    return tie if spot in (PONTO, BANCA) and fell[0] == fell[1] else None
