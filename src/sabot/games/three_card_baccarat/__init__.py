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
    Rules,
    beside,
    code,
    violations,
)
from sabot.games.three_card_baccarat.spots import place_of
from sabot.games.three_card_baccarat.words import WORDS
from sabot.money import Odds
from sabot.procedure.table import Table


def shoe(table: Table) -> Shoe:
    """The cards of a table: as many are burned at first as there are packs."""
    rules = table.rules
    once = rules.boxed or rules.shuffle_each_hand
    return Shoe(rules.packs, rules.packs, BURN, 0 if once else rules.warning)


def everybody(table: Table) -> bool:
    """Whether who plays has cards though nothing is bet on his place."""
    return bool(table.rules.cards_to == "players")


def exposure(table: Table, carry: Carry, lying: Mapping[str, tuple[str, int]]) -> int:
    """The most that the bank may have to pay in prizes on the next hand, less the commission, in
    cents: whatever the banker holds, each place wins, loses or ties by itself."""
    layout = code(table).cloth
    most = 0
    for bank in range(HIGHEST, LOWEST + 1):
        places: dict[int, list[int]] = {}
        due = 0
        for bet, (_, cents) in lying.items():
            spot = spot_of(bet)[1]
            at = place_of(spot)
            prizes = [fate.pays(cents) if isinstance(fate, Odds) else 0 for fate in (
                layout.fate(None, spot, (bank, *[mine] * at))
                for mine in (max(bank - 1, HIGHEST), bank))]
            if at:
                before = places.setdefault(at, [0, 0])
                before[:] = [one + more for one, more in zip(before, prizes, strict=True)]
            else:
                due += prizes[0]
        most = max(most, due + sum(map(max, places.values())))
    return most


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
    chances=hand_chances(BOOK, shoe, place_of, beside=beside, everybody=everybody),
    choices=CHOICES,
    exposes=exposure,
)
