"""The variants of non-banked poker as plain values (2, 72 to 112).

A `Variant` defines a hand of cards: the pack, the own and the common cards, and how a combination
is made of them. How much may be bet belongs to the table (`betting_terms`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from sabot import regulations as law
from sabot.equipment import PACK
from sabot.families.poker.hands import STANDARD, SYNTHETIC, Ranking, by_highest_card
from sabot.families.pokertable.readings import Readings

L = law.Section("pt-217-2007/poquer-nao-bancado")
Cite = tuple[str, tuple[str, ...]]


@dataclass(frozen=True)
class Variant:
    """One variant.

    ``hole``: cards of each player. ``use``: how many of them a combination takes, 0 for any.
    ``board``: common cards dealt together, street by street. ``ahead``: a betting round comes
    before the first street. ``burns``: a card is burned before each street. ``bottom``: common
    cards come from the bottom of the pack. ``antes``: everybody bets before the deal, in place of
    the small and the big bet. ``cutter``: a player cuts. ``places``: of the table. ``equal``: ties
    divide in equal parts (104), otherwise in proportion to their bets (66).
    """

    name: str
    names: Mapping[str, str]
    ranking: Ranking
    hole: int
    use: int
    board: tuple[int, ...]
    places: int
    cites: Mapping[str, Cite]
    ahead: bool = True
    burns: bool = True
    bottom: bool = False
    antes: bool = False
    cutter: bool = False
    equal: bool = False

    @cached_property
    def without(self) -> tuple[str, ...]:
        """The cards of a full pack that are removed."""
        return tuple(card for card in PACK if card[0] not in self.ranking.ranks)

    @property
    def rounds(self) -> int:
        """The number of betting rounds of a hand."""
        return len(self.board) + self.ahead


OMAHA = Variant(
    "omaha", {"pt": "Omaha", "en": "Omaha", "zh": "奧馬哈撲克"}, STANDARD, hole=4, use=2,
    board=(3, 1, 1), places=10, cites={
        "pack": (L["72"], ()), "pockets": (L["77"], (L["35"], L["34"])), "best": (L["73"], ())})

HOLDEM = Variant(
    "holdem", {"pt": "Hold’em", "en": "Hold’em", "zh": "德州撲克"}, STANDARD, hole=2, use=0,
    board=(3, 1, 1), places=10, cites={
        "pack": (L["72"], (L["92"],)), "pockets": (L["35"], (L["34"], L["93"])),
        "best": (L["94"], (L["93"],))})

SYNTHETIC_POKER = Variant(
    "sintetico", {"pt": "Póquer sintético", "en": "Synthetic poker", "zh": "合成撲克"},
    SYNTHETIC, hole=2, use=2, board=(1, 1, 1, 1, 1), places=11, ahead=False, burns=False,
    bottom=True, antes=True, cutter=True, equal=True, cites={
        "pack": (L["95"], ()), "pockets": (L["35"], (L["34"], L["96"])),
        "best": (L["97"], (L["96"],))})

VARIANTS = {variant.name: variant for variant in (HOLDEM, OMAHA, SYNTHETIC_POKER)}

_BY_HIGHEST_CARD = {name: replace(variant, ranking=by_highest_card(variant.ranking))
                    for name, variant in VARIANTS.items()}


def as_read(name: str, readings: Readings) -> Variant:
    """The variant of this name with the reading of how hands are compared (IR 238)."""
    return (VARIANTS if readings.compared == "card-by-card" else _BY_HIGHEST_CARD)[name]
