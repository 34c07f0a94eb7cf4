"""3-card baccarat of Macau: Portaria n.º 22/96/M."""

from __future__ import annotations

from collections.abc import Mapping

from sabot.families.baccarat.declare import hand_chances
from sabot.families.baccarat.ranks import HIGHEST, LOWEST
from sabot.families.baccarat.remaining_cards import Shoe
from sabot.families.layout.game import layout_game
from sabot.families.layout.round import Carry, spot_of
from sabot.games.three_card_baccarat.coup import coup, label
from sabot.games.three_card_baccarat.felt import felt
from sabot.games.three_card_baccarat.rules import (
    BOOK,
    BURN,
    CHOICES,
    CONDUCT,
    CURRENCY,
    Readings,
    Rules,
    required_bet,
    table_law,
    violations,
)
from sabot.games.three_card_baccarat.spots import place_of
from sabot.games.three_card_baccarat.words import WORDS
from sabot.money import Odds
from sabot.procedure.capabilities import Trial
from sabot.procedure.table import Table


def cards_of(table: Table) -> Shoe:
    """The cards of a table; at first as many cards are burnt as there are packs."""
    rules = table.rules
    one_hand_per_shuffle = rules.boxed or rules.shuffle_each_hand
    return Shoe(rules.packs, rules.packs, BURN, 0 if one_hand_per_shuffle else rules.warning)


def cards_to_all_players(table: Table) -> bool:
    """Whether players have cards even when nothing is bet on their place."""
    return bool(table.rules.cards_to == "players")


def three_together(table: Table) -> bool:
    """Whether each place gets its three cards together (IR 212)."""
    return bool(table.rules.readings.dealing == "together")


def exposure(table: Table, carry: Carry, stakes: Mapping[str, tuple[str, int]]) -> int:
    """The maximum of the prizes of the next hand after the commission, in cents. For any hand of
    the bank, each place wins, loses or ties independently."""
    layout = table_law(table).cloth
    maximum = 0
    for bank in range(HIGHEST, LOWEST + 1):
        places: dict[int, list[int]] = {}
        on_bank = 0
        for bet, (_, cents) in stakes.items():
            spot = spot_of(bet)[1]
            place = place_of(spot)
            fates = [layout.fate(None, spot, (bank, *[own] * place))
                     for own in (max(bank - 1, HIGHEST), bank)]
            prizes = [-(-cents * fate.win // fate.per) if isinstance(fate, Odds) else 0
                      for fate in fates]
            if place:
                results = places.setdefault(place, [0, 0])
                results[:] = [total + more for total, more in zip(results, prizes, strict=True)]
            else:
                on_bank += prizes[0]
        maximum = max(maximum, on_bank + sum(map(max, places.values())))
    return maximum


GAME = layout_game(
    BOOK,
    id="three-card-baccarat",
    section="mo-22-96-M/3-card-baccarat",
    names={"pt": "3-Card Baccarat (Macau)", "en": "3-card baccarat of Macau", "zh": "三公百家樂"},
    rules=Rules,
    coup=coup,
    violations=violations,
    felt=felt,
    conduct=CONDUCT,
    words=WORDS,
    label=label,
    currency=CURRENCY,
    chances=hand_chances(BOOK, cards_of, place_of, beside=required_bet,
                         everybody=cards_to_all_players, together=three_together),
    choices=CHOICES,
    exposes=exposure,
    trial=Trial(full=({}, {"readings": Readings(dealing="players-turn")})),
)
