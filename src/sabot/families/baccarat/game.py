"""The declaration of a game of ponto against banca: the parts of the family, and its own."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from sabot.families.baccarat.clauses import Law, Pile
from sabot.families.baccarat.coup import Closing, coup, label, no_steps
from sabot.families.baccarat.declare import side_chances
from sabot.families.baccarat.legality import CHOICES
from sabot.families.baccarat.roads import public_roads
from sabot.families.layout.game import layout_game
from sabot.families.layout.round import RuleBook
from sabot.families.layout.shared_limits import Shared
from sabot.procedure.game import Game
from sabot.procedure.table import Table


def side_game(book: RuleBook, law: Law, pile: Pile, five: int, *,
              limits: Callable[[Table], Shared], shared: bool = False,
              closes: Closing = no_steps, **declared: Any) -> Game:
    """A game of ponto against banca. For ``five``, ``limits`` and ``shared`` see
    `declare.side_chances`, for ``closes`` `coup.coup`; everything else is declared as in
    `layout_game`."""
    return layout_game(
        book, coup=partial(coup, book, law, pile, closes=closes), label=label,
        open_state=public_roads, choices=CHOICES,
        chances=side_chances(book, pile, five, shared=shared, limits=limits), **declared)
