"""The forms of poker for which equities are computed."""

from __future__ import annotations

from typing import NamedTuple

from sabot.families.poker.hands import STANDARD, SYNTHETIC, Ranking, by_highest_card

BOARD = 5
"""Cards on a full board, in every form (póquer não bancado 73, 93, 96)."""


class Form(NamedTuple):
    """The number of cards of a player, and how many of them they must use (73, 94, 97)."""

    name: str
    title: str
    ranking: Ranking
    hole: int
    use: int
    """Exactly so many own cards are part of a hand; 0 where any number may be."""


FORMS = {form.name: form for form in (
    Form("holdem", "Hold'em", STANDARD, 2, 0),
    Form("omaha", "Omaha", STANDARD, 4, 2),
    Form("synthetic", "Synthetic poker", SYNTHETIC, 2, 2))}

BY_HIGHEST_CARD = {f"{name}-highest": form._replace(
    name=f"{name}-highest", ranking=by_highest_card(form.ranking)) for name, form in FORMS.items()}
"""The forms of tables that compare some hands by their highest card alone."""
