"""Hints for practice at a poker table: what a call costs, and what the cards win against chance.

No exact value of a decision exists here, since it depends on how others play. What is exact is the
price of the pot; the equity is that against one random hand, not against those of the others.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache

from sabot.families.pokertable.all_in_equity import form_of
from sabot.families.pokertable.bot import dealt_variant
from sabot.families.pokertable.round import BOARD, CAVE
from sabot.probability.answer import Answer
from sabot.procedure.hints import NOTHING, POT, Hint, PotPrice, Seen
from sabot.procedure.table import Table

MOST = 4_000_000
"""The most hands that are evaluated for a hint: some hundredths of a second."""
SAMPLES = 20_000
"""The random deals of an estimate, always the same ones for the same cards."""


def hint(table: Table, seen: Seen, answer: Answer | None) -> Hint:
    """The price of the pot in the player's turn."""
    offers = {offer.act: offer for offer in seen.offers}
    if "fold" not in offers:
        return NOTHING
    seat = offers["fold"].seat
    pot = sum(cents for bet, cents in seen.state.bets.items() if not bet.endswith(CAVE))
    cost = offers["call"].cost if "call" in offers else 0
    needed = Fraction(cost, pot + cost) if cost else Fraction(0)
    own = tuple(card for card in seen.state.hands.get(seat, ()) if card)
    board = tuple(card for card in seen.state.hands.get(BOARD, ()) if card)
    others = tuple(sorted({card for name, cards in seen.state.hands.items()
                           for card in cards if card and name not in (seat, BOARD)}))
    variant = dealt_variant(table, len(own), seen.state)
    chance = _equity(form_of(variant), own, board, others) if len(own) == variant.hole else None
    return Hint(basis=POT, pot=PotPrice(
        pot=pot, call=cost, needed=str(needed), needed_float=float(needed),
        equity=chance and chance[0], exact=bool(chance and chance[1])))


@lru_cache(maxsize=512)
def _equity(form: str, own: tuple[str, ...], board: tuple[str, ...], dead: tuple[str, ...]
            ) -> tuple[float, bool] | None:
    """The share of the pot that cards win against one random hand, and whether every deal was
    counted; None where it cannot be computed."""
    from sabot.families.poker.equity import equity
    try:
        costs = equity(form, ("".join(own), "random"), board, dead, most=MOST, instead=SAMPLES)
    except (ValueError, MemoryError):
        return None
    return float(costs.shares[0].equity), costs.exact
