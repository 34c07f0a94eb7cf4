"""A variant of non-banked poker as a game of the catalogue."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from sabot import law
from sabot.families.pokertable import coup as told
from sabot.families.pokertable.betting import DECISIONS
from sabot.families.pokertable.bot import bot
from sabot.families.pokertable.round import POT, Carry, opening
from sabot.families.pokertable.rules import CONDUCT, LEAST, Rules
from sabot.families.pokertable.shown import banked, crowded, label, menu, reopen, shown
from sabot.families.pokertable.variant import VARIANTS, Variant
from sabot.procedure.game import Game, ShoeAt
from sabot.procedure.table import Table, Violation

SECTION = "pt-217-2007/poquer-nao-bancado"
L = law.Section("pt-217-2007/poquer-nao-bancado")
_NO_SHOE = ShoeAt("", 0)


def _seats(carry: Carry) -> tuple[str, ...]:
    return carry.seats


def _shoe(carry: Carry) -> ShoeAt:
    """Every hand has a pack of its own, and nothing of it is shown after (54)."""
    return _NO_SHOE


def game(variant: Variant, *, violations: Callable[[Table], list[Violation]],
         felt: Callable[[Table], dict[str, Any]], words: dict[str, dict[str, str]]) -> Game:
    """The game of a variant: what its folder declares, and what all variants share."""

    other = next((name for name, one in VARIANTS.items()
                  if one is not variant and one.antes == variant.antes), "")

    def opened(table: Table) -> Carry:
        return opening(variant.places)

    return Game(
        id=variant.name, section=SECTION, names=dict(variant.names), rules=Rules, carry=Carry,
        opening=opened, reopen=reopen, banked=banked, coup=partial(told.coup, variant),
        violations=violations, felt=felt,
        bets=partial(menu, variant), shown=shown, label=label, conduct=CONDUCT, seats=_seats,
        shoe=_shoe, steps_bound=20_000, words=words,
        parts={"keeps": "the table", "people": LEAST, "bot": bot,
               "pot": POT,
               "choices": {"second": ("", other), "estardilho": (False, variant.antes)},
               "full": {"second": other, "estardilho": variant.antes},
               "rare": partial(crowded, variant),
               "equity": variant.ranking.name if variant.antes else variant.name,
               "unopened": L["54"], "keeps_caves": L["52"],
               "from_cave": DECISIONS},
        places=variant.places)
