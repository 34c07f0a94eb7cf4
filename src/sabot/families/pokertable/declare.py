"""Declares a variant of non-banked poker as a game of the catalogue."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import get_args

from sabot import law
from sabot.families.pokertable import coup as procedure
from sabot.families.pokertable import table_group
from sabot.families.pokertable.all_in_equity import race
from sabot.families.pokertable.betting import DECISIONS
from sabot.families.pokertable.bot import bot
from sabot.families.pokertable.dealer_choice import variant_texts
from sabot.families.pokertable.hand_values import prepare_tables, wants_tables
from sabot.families.pokertable.histories import write_history
from sabot.families.pokertable.phh import CODES
from sabot.families.pokertable.public_state import (
    crowded_carry,
    describe_carry,
    label,
    menu,
    reopen,
    with_stakes,
)
from sabot.families.pokertable.round import POT, Carry, opening
from sabot.families.pokertable.rules import (
    CONDUCT,
    LEAST,
    SHARE,
    Rules,
    Synthetic,
    Tied,
    buy_in_range,
    limits,
)
from sabot.families.pokertable.session import commission
from sabot.families.pokertable.variant import VARIANTS, Variant
from sabot.odds.people import Census, Cost
from sabot.procedure.capabilities import (
    HandsAmongPlayers,
    Preparation,
    Purse,
    Trial,
)
from sabot.procedure.felt import Felt
from sabot.procedure.game import NO_SHOE, Game, ShoeAt
from sabot.procedure.table import Table, Violation

SECTION = "pt-217-2007/poquer-nao-bancado"
L = law.Section("pt-217-2007/poquer-nao-bancado")


def _cost(table: Table) -> Cost:
    from sabot.families.pokertable.odds_answer import cost
    return cost(table)


def _of_five(variant: Variant) -> Census:
    from sabot.families.pokertable.odds_answer import of_five
    return of_five(variant)


def _of_a_deal(variant: Variant) -> Census:
    from sabot.families.pokertable.odds_answer import of_a_deal
    return of_a_deal(variant)


def _shoe(carry: Carry) -> ShoeAt:
    """Every hand has a new pack; no order of cards is disclosed afterwards (54)."""
    return NO_SHOE


def game(variant: Variant, *, violations: Callable[[Table], list[Violation]],
         felt: Callable[[Table], Felt], words: dict[str, dict[str, str]]) -> Game:
    """The game of a variant: the declarations of its folder, and what all variants share."""

    other = next((name for name, candidate in VARIANTS.items()
                  if candidate is not variant and candidate.antes == variant.antes), "")

    def first_carry(table: Table) -> Carry:
        return opening(variant.places)

    return Game(
        id=variant.name, section=SECTION, names=dict(variant.names),
        rules=Synthetic if variant.antes else Rules, carry=Carry,
        opening=first_carry, reopen=reopen, hold_stakes=with_stakes,
        coup=partial(procedure.coup, variant), violations=violations, felt=felt,
        bets=partial(menu, variant), public_state=describe_carry, label=label, conduct=CONDUCT,
        shoe=_shoe, steps_bound=20_000, words=words,
        choices={"lowest": (0,), "highest": (1_000_000,), "tied": get_args(Tied),
                 "limit": limits(variant).modes,
                 "second": ("", other), "estardilho": (False, variant.antes)},
        limit_ratios=tuple(range(SHARE[0].denominator, 2, -1)),
        hands=HandsAmongPlayers(
            pot=POT, commission=commission, cost=_cost, open_hands=race,
            hand_counts={"five": partial(_of_five, variant), "deal": partial(_of_a_deal, variant)},
            equity_form=variant.ranking.name if variant.antes else variant.name,
            variant=partial(variant_texts, words),
            history=write_history if variant in (played for played, _ in CODES.values()) else None),
        purse=Purse(bets=("cave", "lot"), law=L["52"], bet_acts=DECISIONS, buy_in=buy_in_range),
        bot=bot, players_needed=LEAST, lost_bets_to="the table", waiting_list=table_group.RULES,
        limits=limits(variant),
        preparation=Preparation(partial(wants_tables, variant), partial(prepare_tables, variant)),
        unopened_clause=L["54"],
        trial=Trial(rare=partial(crowded_carry, variant),
                    full=({"second": other, "estardilho": variant.antes},)),
        places=variant.places)
