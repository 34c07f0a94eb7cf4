"""Declares a variant of non-banked poker as a game of the catalogue."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, get_args

from sabot import regulations as law
from sabot.families.pokertable import coup as procedure
from sabot.families.pokertable import table_group
from sabot.families.pokertable.all_in_equity import form_of, race
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
from sabot.families.pokertable.readings import Readings
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
from sabot.families.pokertable.variant import VARIANTS, Variant, as_read
from sabot.probability.answer import Answer
from sabot.probability.people import Census, Cost
from sabot.procedure.capabilities import (
    HandsAmongPlayers,
    Preparation,
    Purse,
    Trial,
)
from sabot.procedure.felt import Felt
from sabot.procedure.game import NO_SHOE, Game, ShoeAt
from sabot.procedure.hints import Hint, Seen
from sabot.procedure.table import Table, Violation

SECTION = "pt-217-2007/poquer-nao-bancado"
L = law.Section("pt-217-2007/poquer-nao-bancado")


def _cost(table: Table) -> Cost:
    from sabot.families.pokertable.odds_answer import cost
    return cost(table)


def _of_five(variant: Variant, table: Table) -> Census:
    from sabot.families.pokertable.odds_answer import of_five
    return of_five(as_read(variant.name, table.rules.readings))


def _of_a_deal(variant: Variant, table: Table) -> Census:
    from sabot.families.pokertable.odds_answer import of_a_deal
    return of_a_deal(as_read(variant.name, table.rules.readings))


def _ranking(variant: Variant, table: Table) -> str:
    return as_read(variant.name, table.rules.readings).ranking.name


def _hint(table: Table, seen: Seen, answer: Answer | None) -> Hint:
    from sabot.families.pokertable.hints import hint
    return hint(table, seen, answer)


def _shoe(carry: Carry) -> ShoeAt:
    """Every hand has a new pack; no order of cards is disclosed afterwards (54)."""
    return NO_SHOE


def _every_act(variant: Variant, other: str) -> tuple[dict[str, Any], ...]:
    """The rules of tables at which all acts of a variant occur; ``other`` may be mixed with it."""
    if not variant.antes:
        return ({"second": other},)
    mixed = Readings(synthetic_mixed=True)
    return ({"estardilho": True}, {"second": "holdem", "readings": mixed},
            {"second": "omaha", "readings": mixed})


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
                 "second": ("", other or "holdem"), "estardilho": (False, variant.antes)},
        limit_ratios=tuple(range(SHARE[0].denominator, 2, -1)),
        hands=HandsAmongPlayers(
            pot=POT, commission=commission, cost=_cost, open_hands=race,
            hand_counts={"five": partial(_of_five, variant), "deal": partial(_of_a_deal, variant)},
            ranking=partial(_ranking, variant), equity_form=form_of(variant),
            variant=partial(variant_texts, words),
            history=write_history if any(code.variant is variant for code in CODES.values())
            else None),
        purse=Purse(bets=("cave", "lot"), law=L["52"], bet_acts=DECISIONS, buy_in=buy_in_range),
        hints=_hint, bot=bot, players_needed=LEAST, lost_bets_to="the table",
        waiting_list=table_group.RULES,
        limits=limits(variant),
        preparation=Preparation(partial(wants_tables, variant), partial(prepare_tables, variant)),
        unopened_clause=L["54"],
        trial=Trial(rare=partial(crowded_carry, variant),
                    full=_every_act(variant, other)),
        places=variant.places)
