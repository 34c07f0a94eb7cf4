"""Every bet of the game: its limits, and what it wins."""

from __future__ import annotations

from functools import partial

from sabot.families.blackjack.face.menu import menu
from sabot.games.blackjack_macau.rules import BOOK

catalogue = partial(menu, BOOK)
