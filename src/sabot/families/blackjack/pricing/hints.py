"""Hints for practice at blackjack: what each act of a hand costs, and what each bet costs.

The values of acts are those of `one_hand`: from a full shoe without the cards of the hand and the
bank's card. The hands of a split are valued as hands of their own.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from sabot.families.blackjack.pricing.one_hand import values_of_acts
from sabot.families.blackjack.round.round import BANK
from sabot.families.blackjack.rules.hand import TENS, is_blackjack, total
from sabot.families.blackjack.rules.pricing_rules import Terms, pricing_terms
from sabot.families.blackjack.rules.table_law import RuleBook
from sabot.probability.answer import Answer
from sabot.procedure.hints import (
    FULL_SHOE,
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
from sabot.procedure.visible_events import ShownOffer

INSURE, DECLINES, EVEN_MONEY, PLAY_ON = "insure", ("no-insurance", "wait"), "even-money", "play-on"
PACK, RANK, TENS_IN_PACK = 52, 4, 16


def hint(book: RuleBook, table: Table, seen: Seen, answer: Answer | None) -> Hint | None:
    """The hint of a moment at a table; None where it needs the odds."""
    terms = pricing_terms(book.table_law(table))
    asked = dict.fromkeys(offer.seat for offer in seen.offers if offer.seat in seen.state.hands)
    decisions = [costs for hand in asked if (costs := _decide(terms, seen, hand)) is not None]
    if decisions:
        return Hint(basis=FULL_SHOE, decisions=tuple(decisions))
    return None if answer is None else _bets(seen, answer)


def _decide(terms: Terms, seen: Seen, hand: str) -> ActCosts | None:
    """What the acts that are offered to a hand cost."""
    offers = {offer.act: offer for offer in seen.offers if offer.seat == hand}
    cards = [card for card in seen.state.hands[hand] if card]
    up = next((card for card in seen.state.hands.get(BANK, ()) if card), "")
    stake = seen.mine.get(hand, 0)
    label = seen.state.labels.get(hand)
    if not up or not stake or len(cards) < len(seen.state.hands[hand]):
        return None
    if INSURE in offers or EVEN_MONEY in offers:
        values: Mapping[str, float | Fraction] = _insured(terms, cards, up, stake, offers)
        return act_costs({(act, hand): value for act, value in values.items()}, stake)
    if label is None or label.total != total(cards).points:
        return None  # an ace counts 1 whatever comes
    try:
        worth = values_of_acts(terms, ",".join(cards), up)
    except ValueError:
        return None  # there is nothing to decide
    if PLAY_ON in offers:
        worth[PLAY_ON] = max(value for act, value in worth.items() if act != "surrender")
    return act_costs({(act, hand): worth[act] for act in offers if act in worth}, stake)


def _insured(terms: Terms, cards: Sequence[str], up: str, stake: int,
             offers: Mapping[str, ShownOffer]) -> dict[str, Fraction]:
    """The values of insuring a hand, of even money and of neither, in units of its bet. The
    insurance is the highest that is open."""
    tens = sum(card[0] in TENS for card in cards)
    aces = sum(card[0] == "A" for card in cards)
    missing = TENS_IN_PACK * terms.packs - tens if up[0] == "A" else RANK * terms.packs - aces
    natural = Fraction(missing, PACK * terms.packs - 1 - len(cards))
    base = terms.blackjack_pays.ratio * (1 - natural) if is_blackjack(cards) else Fraction(0)
    values = {act: base for act in DECLINES if act in offers}
    if INSURE in offers:
        each = natural * (terms.insurance_pays.ratio + 1) - 1
        values[INSURE] = base + each * Fraction(offers[INSURE].high, stake)
    if EVEN_MONEY in offers:
        values[EVEN_MONEY] = terms.even_money_pays.ratio
    return values


def _bets(seen: Seen, answer: Answer) -> Hint:
    """What the bets that are open cost, and those that lie."""
    main, *others = answer.bets
    prices = {"": main, **{bet.bet: bet for bet in others}}
    spots: dict[str, SpotPrice] = {}
    for offer in seen.offers:
        for spot in offer.spots if offer.act == "bet" else ():
            _, slash, kind = spot.partition("/")
            if kind in prices:
                price = prices[kind]
                spots[spot] = spot_price(spot, price.edge, price.edge_float, beside=bool(slash))
    bets = []
    for bet, cents in seen.mine.items():
        place, slash, kind = bet.partition("/")
        spot = place.partition("+")[0] + slash + kind
        if spot in spots:
            bets.append(LaidBet(bet=bet, spot=spot, cents=cents,
                                cost=spots[spot].edge_float * cents))
    listed = tuple(spots.values())
    return Hint(basis=FULL_SHOE, spots=listed, best=cheapest(listed), laid=tuple(bets))
